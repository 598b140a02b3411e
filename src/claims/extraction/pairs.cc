// Reads pairs of a place and its versions, in either order; see pairs.h.
#include "claims/extraction/pairs.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace kbuild::claims {

namespace {

/// Longer separators first.
constexpr std::string_view kSeparators[] = {", and ",       ", while ",
                                            ", whereas ",   ", but ",
                                            ", ja ",        ", kun taas ",
                                            ", mutta ",     ", et ",
                                            ", mais ",      ", tandis que ",
                                            ", alors que ", " tandis que ",
                                            " alors que ",  " while ",
                                            " whereas ",    " kun taas ",
                                            " and ",        " ja ",
                                            " et ",         " sekä ",
                                            "; ",           ", "};

/// Words between a place and its version.
constexpr std::string_view kBetween[] = {
    "has",      "have",    "is",         "it",    "it's", "the",      "version",   "versions",
    "default",  "only",    "still",      "now",   "se",   "on",       "ovat",      "versio",
    "versiot",  "oletus",  "oletuksena", "vain",  "nyt",  "edelleen", "vielä",     "puolestaan",
    "la",       "elle",    "c'est",      "est",   "sont", "les",      "seulement", "offers",
    "provides", "propose", "par",        "défaut"};

/// Words before a version or a place.
constexpr std::string_view kPrefixes[] = {"on ",     "sur ",       "in ",   "version ", "versions ",
                                          "versio ", "versiota ",  "the ",  "la ",      "only ",
                                          "vain ",   "seulement ", "there "};

bool is_markup(char c) {
  return c == '`' || c == '*' || c == '_';
}

std::size_t skip_markup(std::string_view text, std::size_t at) {
  while (at < text.size() && is_markup(text[at])) ++at;
  return at;
}

std::string_view before_markup(std::string_view text) {
  while (!text.empty() && is_markup(text.back())) text.remove_suffix(1);
  return text;
}

const vocabulary::Mention* system_at(const Passage& passage, std::size_t at) {
  for (const vocabulary::Mention& mention : passage.mentions)
    if (mention.kind == vocabulary::NameKind::system && mention.begin == at) return &mention;
  return nullptr;
}

/// Whether a place is at `at`, perhaps after an article: "the Mahti supercomputer".
bool names_place(const Passage& passage, std::string_view text, std::size_t at) {
  for (std::string_view article : {"the ", "both ", "le ", "la "})
    if (text.substr(at).starts_with(article)) at += article.size();
  return system_at(passage, skip_markup(text, at)) != nullptr;
}

/// A list of dotted versions at `at`: "2.2", "2.2 and 2.3".
std::vector<vocabulary::VersionMatch> versions_at(std::string_view text, std::size_t at) {
  std::vector<vocabulary::VersionMatch> versions;
  for (vocabulary::VersionMatch match = vocabulary::match_version(text, skip_markup(text, at));
       match.dotted; match = vocabulary::match_version(text, skip_markup(text, at))) {
    at = skip_markup(text, match.end);
    versions.push_back(std::move(match));
    for (std::string_view separator : {" and ", ", and ", ", ", " ja ", " et "})
      if (text.substr(at).starts_with(separator)) {
        at += separator.size();
        break;
      }
  }
  return versions;
}

/// Versions after the name of a place: "Mahti 2.5.1", "Mahdissa se on 2.5.1".
std::vector<vocabulary::VersionMatch> versions_of_place(std::string_view text, std::size_t at) {
  constexpr std::size_t kMaxWordsBetween = 6;
  for (std::size_t words = 0; words < kMaxWordsBetween; ++words) {
    at = skip_markup(text, at);
    if (text.substr(at).starts_with(", ")) ++at;
    if (at >= text.size() || text[at] != ' ') return {};
    at = skip_markup(text, at + 1);
    std::vector<vocabulary::VersionMatch> versions = versions_at(text, at);
    if (!versions.empty()) return versions;
    std::size_t end = std::min(text.find_first_of(" ,;.", at), text.size());
    std::string word = base::to_lower(text.substr(at, end - at));
    if (std::find(std::begin(kBetween), std::end(kBetween), word) == std::end(kBetween)) return {};
    at = end;
  }
  return {};
}

/// The versions paired with a place at `at`, in either order; empty if there is no pair.
std::vector<vocabulary::VersionMatch> pair_at(const Passage& passage, std::size_t at,
                                              std::size_t end) {
  std::string_view text = std::string_view(passage.text()).substr(0, end);
  for (bool any = true; any;) {
    any = false;
    at = skip_markup(text, at);
    for (std::string_view word : kPrefixes)
      if (base::starts_with_ignoring_case(text.substr(at), word)) {
        at += word.size();
        any = true;
      }
  }
  // A place at the very end belongs to the next sentence.
  if (const vocabulary::Mention* place = at < end ? system_at(passage, at) : nullptr)
    return versions_of_place(text, place->end);
  std::vector<vocabulary::VersionMatch> versions = versions_at(text, at);
  if (versions.empty()) return {};
  std::size_t after = skip_markup(text, versions.back().end);
  for (std::string_view separator : {" on ", " is on ", " sur ", " in ", " (on ", " est sur ", " "})
    if (text.substr(after).starts_with(separator) &&
        names_place(passage, text, after + separator.size()))
      return versions;
  return {};
}

/// Start of the second part of a pair, after its separator; 0 if there is no separator.
std::size_t after_separator(std::string_view text, std::size_t at) {
  for (std::string_view separator : kSeparators)
    if (text.substr(at).starts_with(separator)) return at + separator.size();
  return 0;
}

/// The product whose versions a part names; nullopt if there isn't exactly one.
std::optional<std::uint32_t> only_versioned(const std::vector<BoundVersion>& bound) {
  std::optional<std::uint32_t> product;
  for (const BoundVersion& each : bound) {
    if (each.version.empty()) continue;
    if (product && product != each.product) return std::nullopt;
    product = each.product;
  }
  return product;
}

void bind_all(const std::vector<vocabulary::VersionMatch>& versions, std::uint32_t product,
              const vocabulary::Vocabulary& vocabulary, std::vector<BoundVersion>& bound) {
  for (const vocabulary::VersionMatch& match : versions) {
    bool taken = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& each) {
      return !each.version.empty() && each.begin <= match.begin && match.begin < each.end;
    });
    if (!taken && vocabulary.is_plausible(product, match.version))
      bound.push_back({product, match.version, {}, match.begin, match.end});
  }
  std::stable_sort(bound.begin(), bound.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
}

bool names_product(const Passage& passage, Sentence part) {
  return std::any_of(passage.mentions.begin(), passage.mentions.end(),
                     [&](const vocabulary::Mention& mention) {
                       return mention.kind == vocabulary::NameKind::product &&
                              mention.begin >= part.begin && mention.begin < part.end;
                     });
}

}  // namespace

bool is_inessive(std::string_view name) {
  for (std::string_view ending : {"ssa", "ssä", "lla", "llä"})
    if (name.ends_with(ending)) return true;
  return false;
}

bool joins_pair(const Passage& passage, Sentence first, std::size_t at, std::size_t end) {
  std::string_view text = std::string_view(passage.text()).substr(0, end);
  std::size_t next = after_separator(text, at);
  if (next == 0 || systems_in(passage.mentions, first.begin, at).empty()) return false;
  std::vector<vocabulary::VersionMatch> before =
      vocabulary::find_versions(text.substr(first.begin, at - first.begin));
  return std::any_of(before.begin(), before.end(),
                     [](const vocabulary::VersionMatch& match) { return match.dotted; }) &&
         !pair_at(passage, next, end).empty();
}

void bind_pairs(const Passage& passage, const std::vector<Sentence>& clauses,
                std::optional<std::uint32_t> product, const vocabulary::Vocabulary& vocabulary,
                std::vector<std::vector<BoundVersion>>& bound_in) {
  std::string_view text = passage.text();
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    // A clause begins after the first letter of its separator.
    Sentence first = clauses[i - 1], second = clauses[i];
    if (second.begin != first.end + 1 || names_product(passage, second)) continue;
    std::size_t next = after_separator(text, first.end);
    if (next == 0) continue;
    std::vector<vocabulary::VersionMatch> versions = pair_at(passage, next, second.end);
    if (versions.empty()) continue;
    if (product && !names_product(passage, first))
      bind_all(pair_at(passage, first.begin, first.end), *product, vocabulary, bound_in[i - 1]);
    if (auto owner = only_versioned(bound_in[i - 1]))
      bind_all(versions, *owner, vocabulary, bound_in[i]);
  }
}

bool is_located_on(const Passage& passage, std::size_t at, std::size_t end) {
  std::string_view text = std::string_view(passage.text()).substr(0, end);
  at = skip_markup(text, at);
  for (std::string_view separator : {" and ", ", and ", ", ", " et ", " ja "})
    if (text.substr(at).starts_with(separator)) {
      std::vector<vocabulary::VersionMatch> more = versions_at(text, at + separator.size());
      if (!more.empty()) at = skip_markup(text, more.back().end);
      break;
    }
  for (std::string_view being : {" is on ", " are on ", " est sur ", " sont sur "}) {
    if (!text.substr(at).starts_with(being)) continue;
    if (names_place(passage, text, at + being.size())) return true;
  }
  for (std::string_view being : {" on ", " ovat "}) {
    if (!text.substr(at).starts_with(being)) continue;
    const vocabulary::Mention* place = system_at(passage, skip_markup(text, at + being.size()));
    if (place && is_inessive(text.substr(place->begin, place->end - place->begin))) return true;
  }
  return false;
}

namespace {

/// The versions in the last words of a text.
std::vector<vocabulary::VersionMatch> last_versions(std::string_view text) {
  constexpr std::size_t kMaxSearched = 200;
  std::size_t from = text.size() - std::min(text.size(), kMaxSearched);
  if (from > 0) from = std::min(text.find(' ', from), text.size());
  std::vector<vocabulary::VersionMatch> found = vocabulary::find_versions(text.substr(from));
  for (vocabulary::VersionMatch& match : found) {
    match.begin += from;
    match.end += from;
  }
  return found;
}

/// As list_begin(), which asks for each element of a list; it begins where the list of the element
/// before does.
std::size_t find_list_begin(const Passage& passage, std::size_t begin, std::size_t at,
                            std::map<std::size_t, std::size_t>& known,
                            std::vector<std::size_t>& passed) {
  std::string_view whole = passage.text();
  auto product_ending = [&](std::size_t end) {
    return std::find_if(passage.mentions.begin(), passage.mentions.end(),
                        [&](const vocabulary::Mention& mention) {
                          return mention.kind == vocabulary::NameKind::product &&
                                 mention.end == end && mention.begin >= begin;
                        });
  };
  for (;; passed.push_back(at)) {
    if (auto found = known.find(at); found != known.end()) return found->second;
    std::string_view text = before_markup(whole.substr(begin, at - begin));
    std::string_view separator;
    for (std::string_view each : {", and ", " and ", ", ", " et ", " ja ", " sekä "})
      if (separator.empty() && text.ends_with(each)) separator = each;
    if (separator.empty()) return at;
    text = before_markup(text.substr(0, text.size() - separator.size()));
    std::vector<vocabulary::VersionMatch> versions = last_versions(text);
    if (!versions.empty() && versions.back().dotted && versions.back().end == text.size()) {
      std::size_t version = begin + versions.back().begin;
      bool separate =
          version > begin && std::string_view(" /").find(whole[version - 1]) != text.npos;
      auto product = product_ending(separate ? version - 1 : version);
      at = product == passage.mentions.end() ? version : product->begin;
      continue;
    }
    auto product = product_ending(begin + text.size());
    if (product == passage.mentions.end()) return at;
    at = product->begin;
  }
}

}  // namespace

std::size_t list_begin(const Passage& passage, std::size_t begin, std::size_t at) {
  std::map<std::size_t, std::size_t>& known = passage.list_begins[begin];
  std::vector<std::size_t> passed = {at};
  std::size_t found = find_list_begin(passage, begin, at, known, passed);
  for (std::size_t one : passed) known[one] = found;
  return found;
}

bool is_respective(std::string_view sentence) {
  for (std::string_view word : {"respectively", "respectivement", "vastaavasti"})
    if (sentence.find(word) != sentence.npos) return true;
  return false;
}

}  // namespace kbuild::claims
