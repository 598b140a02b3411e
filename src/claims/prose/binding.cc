// Binds versions in sentences to products by the words before them. Versions apart from their
// product are bound in binding_lists.cc. See bind_versions in claims/extraction/extraction.h.
#include <algorithm>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "claims/extraction/extraction.h"
#include "claims/prose/binding.h"
#include "claims/prose/range.h"

namespace kbuild::claims {

namespace {

using base::is_alnum;
using base::is_alpha;
using base::is_digit;

bool is_letter(char c) {
  return is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
  return at;
}

std::string lower_word(std::string_view text, std::size_t at) {
  return base::to_lower(text.substr(at, word_end(text, at) - at));
}

/// "version", "versions", "versiot", "versiossa", "ver", "release", in any case.
bool is_version_word(std::string_view word) {
  char first = word.empty() ? '\0' : base::to_lower(word[0]);
  if (first == 'v')
    return base::starts_with_ignoring_case(word, "versio") ||
           base::equals_ignoring_case(word, "ver");
  return first == 'r' && (base::equals_ignoring_case(word, "release") ||
                          base::equals_ignoring_case(word, "releases"));
}

/// First letters of words for versions, and of words like "newest".
bool begins_version_word(char first) {
  return std::string_view("vrnluVRNLU").find(first) != std::string_view::npos;
}

/// "the newest", "the latest": used instead of a version word.
bool is_newest_word(std::string_view word) {
  for (std::string_view newest : {"newest", "latest", "uusin", "viimeisin"})
    if (base::equals_ignoring_case(word, newest)) return true;
  return false;
}

/// The operator at `at` ("==", ">=", "<", "≥") and its length.
std::pair<std::string_view, std::size_t> operator_at(std::string_view text, std::size_t at) {
  struct Row {
    std::string_view sign;
    std::string_view range;
  };
  constexpr Row kOperators[] = {{"===", ""},  {"==", ""},   {">=", ">="}, {"=>", ">="},
                                {"<=", "<="}, {"~=", ">="}, {"≥", ">="},  {"≤", "<="},
                                {"=", ""},    {"<", "<"},   {">", ">"}};
  for (const Row& row : kOperators)
    if (text.substr(at).starts_with(row.sign)) return {row.range, row.sign.size()};
  return {{}, 0};
}

class Binder {
 public:
  Binder(std::string_view text, std::size_t end) : text_(text.substr(0, end)) {}

  std::vector<BoundVersion> found;

  void bind(const vocabulary::Mention& mention) {
    version_word_ = false;
    std::string_view range;
    std::size_t at = skip_tail(mention.end);
    at = skip_connectors(at, range);
    vocabulary::VersionMatch match = version_at(at);
    if (match.end == at) {
      found.push_back({mention.id, {}, {}, mention.begin, mention.end});
      return;
    }
    if (range.empty()) range = range_before(text_, mention.begin);
    take_dated_release(match);
    push(mention.id, match, range, mention.begin);
    bind_more(mention.id, match.end);
  }

  /// Binds "version 2.1" at `word` if no product claims the word.
  void bind_implied(std::uint32_t product, std::size_t word) {
    version_word_ = true;
    std::string_view range;
    std::size_t at = skip_connectors(word, range);
    vocabulary::VersionMatch match = version_at(at);
    if (match.end == at) return;
    if (range.empty()) range = range_before(text_, word);
    push(product, match, range, word);
    bind_more(product, match.end);
  }

 private:
  /// "python-data/3.12-25.09": the whole text after the slash is the release.
  void take_dated_release(vocabulary::VersionMatch& match) const {
    if (match.begin == 0 || text_[match.begin - 1] != '/') return;
    std::size_t end = match.begin;
    while (end < text_.size() &&
           (is_alnum(text_[end]) || std::string_view("._-+").find(text_[end]) != text_.npos))
      ++end;
    std::string release = vocabulary::release_of(text_.substr(match.begin, end - match.begin));
    if (release.size() <= match.version.size() || !release.starts_with(match.version)) return;
    match.end = match.begin + release.size();
    match.version = std::move(release);
  }

  vocabulary::VersionMatch version_at(std::size_t at) const {
    vocabulary::VersionMatch match = vocabulary::match_version(text_, at);
    if (match.end == at) match = half_year_at(at);
    if (match.end > at && !match.dotted && is_subject(match.end)) return match;
    if (!match.dotted && !version_word_) match.end = match.begin = at;
    return match;
  }

  /// "Gaussian 16 is available": a number between the product and a verb.
  bool is_subject(std::size_t end) const {
    std::string_view rest = text_.substr(end);
    for (std::string_view verb :
         {" is ", " was ", " has been ", " can ", " cannot ", " est ", " a été ", " on "})
      if (rest.starts_with(verb))
        return verb != " on " || rest.starts_with(" on saatavilla") ||
               rest.starts_with(" on asennettu");
    return false;
  }

  /// "2022a" right after the product: the release otherwise written "R2022a".
  vocabulary::VersionMatch half_year_at(std::size_t at) const {
    std::size_t end = at;
    while (end < text_.size() && is_alnum(text_[end])) ++end;
    std::string_view word = text_.substr(at, end - at);
    bool half = word.size() == 5 && word.starts_with("20") && is_digit(word[2]) &&
                is_digit(word[3]) && (word[4] == 'a' || word[4] == 'b');
    return half ? vocabulary::VersionMatch{at, end, std::string(word), true}
                : vocabulary::VersionMatch{at, at, {}, false};
  }

  void push(std::uint32_t product, const vocabulary::VersionMatch& match, std::string_view range,
            std::size_t begin) {
    std::string_view after = range_after(text_, match.end);
    found.push_back(
        {product, match.version, std::string(after.empty() ? range : after), begin, match.end});
  }

  /// Binds the rest of a list: ", 1.10 and 2.0".
  void bind_more(std::uint32_t product, std::size_t at) {
    for (const vocabulary::VersionMatch& match : versions_listed_after(text_, at))
      push(product, match, {}, match.begin);
  }

  /// Skips a case ending ("LUMI:n", "torch's") and "-versiossa".
  std::size_t skip_tail(std::size_t at) {
    if (at + 1 < text_.size() && (text_[at] == ':' || text_[at] == '\'') &&
        is_letter(text_[at + 1]))
      at = word_end(text_, at + 1);
    if (at + 1 < text_.size() && text_[at] == '-' && is_letter(text_[at + 1])) {
      std::string word = lower_word(text_, at + 1);
      if (is_version_word(word)) {
        version_word_ = true;
        at += 1 + word.size();
      }
    }
    // "PyTorch-moduulit 2.1 ja 2.2", "PyTorch modules 2.1 and 2.2".
    if (at + 1 < text_.size() && (text_[at] == '-' || text_[at] == ' ')) {
      std::string word = lower_word(text_, at + 1);
      std::size_t number = at + 1 + word.size() + 1;
      bool modules = word.starts_with("modul") || word.starts_with("moduul");
      if (modules && number < text_.size() && vocabulary::match_version(text_, number).dotted)
        return number;
    }
    return at;
  }

  std::size_t skip_connectors(std::size_t at, std::string_view& range) {
    // "pytorch/2.7", "PyTorch-2.1.2", "py-torch@2.1", "pytorch:2.1".
    if (at + 1 < text_.size() &&
        std::string_view("/-@:_").find(text_[at]) != std::string_view::npos &&
        (is_digit(text_[at + 1]) || text_[at + 1] == 'v' ||
         vocabulary::match_version(text_, at + 1).dotted))
      return at + 1;
    for (int steps = 0; steps < 6; ++steps) {
      while (at < text_.size() &&
             std::string_view(" `*(\"").find(text_[at]) != std::string_view::npos)
        ++at;
      auto [sign, length] = operator_at(text_, at);
      if (length > 0) {
        range = sign;
        version_word_ = true;
        at += length;
        continue;
      }
      if (std::size_t length_of = range_words_at(at, range); length_of > 0) {
        version_word_ = true;
        at += length_of;
        continue;
      }
      if (std::size_t after = skip_update(at); after > 0) return after;
      if (std::size_t after = skip_place(at); after > 0) return after;
      std::string word = lower_word(text_, at);
      if (version_word_ && (word == "is" || word == "on" || word == "est")) {
        at += word.size();
        continue;
      }
      bool newest = is_newest_word(word);
      if (!newest && !is_version_word(word)) break;
      version_word_ = true;
      at += word.size();
      // "the newest (version), 2.0.1, is".
      if (text_.substr(at).starts_with(", ") && vocabulary::match_version(text_, at + 2).dotted)
        at += 2;
      if (at < text_.size() && (text_[at] == ':' || text_[at] == '.')) ++at;
      if (at + 2 < text_.size() && text_.substr(at, 3) == "(s)") at += 3;
    }
    return at;
  }

  /// Length of words like "before the" in "PyTorch before the 2.1", and sets the range; 0 if none.
  std::size_t range_words_at(std::size_t at, std::string_view& range) const {
    std::string_view rest = text_.substr(at);
    for (const RangeRow& row : ranges_before()) {
      if (!base::starts_with_ignoring_case(rest, row.phrase)) continue;
      std::size_t length = row.phrase.size();
      for (std::string_view filler : {" the ", " la ", " "})
        if (rest.substr(length).starts_with(filler)) {
          length += filler.size();
          break;
        }
      if (vocabulary::match_version(rest, length).end == length) return 0;
      range = row.range;
      return length;
    }
    return 0;
  }

  /// Skips "has been updated on LUMI to version" between the product and its new version, which may
  /// be a single number; 0 if there are no such words.
  std::size_t skip_update(std::size_t at) {
    constexpr std::size_t kMaxUpdateLength = 70;
    if (at == 0 || text_[at - 1] != ' ') return 0;
    std::string_view rest = text_.substr(at - 1, kMaxUpdateLength);
    // A point in a number ends no clause: "updated from 2.0 to 2.1".
    std::size_t stop = rest.find_first_of(".,;:(");
    while (stop != rest.npos && stop + 1 < rest.size() && is_digit(rest[stop + 1]))
      stop = rest.find_first_of(".,;:(", stop + 1);
    rest = rest.substr(0, stop);
    for (std::string_view verb : {" updated ", " upgraded ", " defaults ", " päivitetty ",
                                  " päivitettiin ", " mis à jour ", " mise à jour "}) {
      std::size_t verb_at = rest.find(verb);
      if (verb_at == rest.npos) continue;
      for (std::string_view separator : {" to version ", " to release ", " to ", " versioon ",
                                         " version ", " vers la ", " à la "}) {
        std::size_t separator_at = rest.find(separator, verb_at + verb.size() - 1);
        if (separator_at == rest.npos) continue;
        std::size_t after = at - 1 + separator_at + separator.size();
        bool word = separator.find("ersio") != separator.npos || separator == " to release ";
        vocabulary::VersionMatch match = vocabulary::match_version(text_, after);
        if (match.end == after || (!match.dotted && !word)) continue;
        version_word_ = true;
        return after;
      }
    }
    return 0;
  }

  /// Skips "on LUMI is" between the word "version" and the version; 0 if there are no such words.
  std::size_t skip_place(std::size_t at) const {
    if (!version_word_) return 0;
    constexpr std::size_t kMaxPlaceLength = 50;
    std::string_view rest = text_.substr(at, kMaxPlaceLength);
    rest = rest.substr(0, rest.find_first_of(".,;:()"));
    for (std::string_view separator : {" is ", " are ", " est ", " sont ", " on "}) {
      std::size_t separator_at = rest.rfind(separator);
      if (separator_at == rest.npos) continue;
      std::size_t after = at + separator_at + separator.size();
      while (after < text_.size() && std::string_view("`*").find(text_[after]) != text_.npos)
        ++after;
      if (vocabulary::match_version(text_, after).dotted) return after;
    }
    return 0;
  }

  std::string_view text_;
  bool version_word_ = false;
};

/// Words before "version" that don't name its product, separated by blanks; any other word
/// ("firmware version") does.
constexpr std::string_view kOpenWords =
    " a actuellement ancienne and any are as asennettu aucune aussi aux available avons "
    "beta both ces cette charger current currently dans default dernière dernières des "
    "deux development edelleen en encore enää following gives have in install installed "
    "is ja kaksi kolme käytettävissä käyttää käytä käytössä la latest le least les "
    "lisäksi load minimum module modules moins multiple myös new newest no nos nouvelle "
    "nouvelles nyt of offer old older ole on only other our par pas plusieurs previous "
    "provide provides päivitettiin päivitetty recent recommandons recommend run récente "
    "récentes saatavilla seule several stable suositella suosittelemme supported "
    "tarjolla test testing the this three to toujours trois two une use using utiliser "
    "uudet uusin vain vanha vanhat vanhemmat vanhempi vanhempia vanhoja vers versions "
    "vielä vähintään with you également ";

bool may_imply(std::string_view before) {
  std::vector<std::string_view> words =
      base::split_words(before.substr(before.size() > 60 ? before.size() - 60 : 0));
  if (words.empty()) return true;
  std::string_view last = words.back();
  while (!last.empty() && base::is_punctuation(last.front())) last.remove_prefix(1);
  // "Sampo-versio 3.2", "kernel_version 6.5": the version of whatever precedes.
  if (last.size() > 1 && (last.back() == '-' || last.back() == '_')) return false;
  if (last.empty() || base::is_punctuation(last.back())) return true;
  return kOpenWords.find(' ' + base::to_lower(last) + ' ') != kOpenWords.npos;
}

/// "La version 1.13 est disponible ; la 1.7.1 a été supprimée": after one "version", an article is
/// enough.
void bind_articles(Binder& binder, std::string_view text, std::size_t begin, std::size_t end,
                   std::optional<std::uint32_t> implied) {
  if (!implied || text.substr(0, end).find("ersion") == text.npos) return;
  // The sentence may continue one about versions.
  if (text.substr(begin).starts_with("La ") &&
      vocabulary::match_version(text.substr(0, end), begin + 3).dotted) {
    vocabulary::VersionMatch match = vocabulary::match_version(text.substr(0, end), begin + 3);
    binder.found.push_back({*implied, match.version, {}, match.begin, match.end});
  }
  for (std::string_view article : {" la ", " les "})
    for (std::size_t at = text.find(article, begin); at < end; at = text.find(article, at + 1)) {
      std::size_t number = at + article.size();
      vocabulary::VersionMatch match = vocabulary::match_version(text.substr(0, end), number);
      bool taken = std::any_of(
          binder.found.begin(), binder.found.end(),
          [&](const BoundVersion& bound) { return bound.begin <= number && number < bound.end; });
      if (match.end > number && match.dotted && !taken)
        binder.found.push_back({*implied, match.version, {}, number, match.end});
    }
}

/// "Releases of PyTorch to date (up to and including 2.0.1)": a limit separated from its product,
/// which is the last one before it.
void bind_limits(Binder& binder, std::string_view text,
                 const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                 std::size_t end) {
  auto is_owner = [&](const vocabulary::Mention& mention) {
    return mention.kind == vocabulary::NameKind::product && mention.begin >= begin &&
           mention.end <= end;
  };
  static const base::PrefixFilter<4> beginnings = [] {
    base::PrefixFilter<4> made;
    for (const RangeRow& row : ranges_before()) made.add(row.phrase);
    return made;
  }();
  if (std::none_of(mentions.begin(), mentions.end(), is_owner) ||
      beginnings.find(text.substr(0, end), begin) == text.npos)
    return;
  for (const RangeRow& row : ranges_before()) {
    if (row.phrase.find(' ') == row.phrase.npos) continue;
    std::size_t at = text.substr(0, end).find(row.phrase, begin);
    if (at == text.npos) continue;
    std::size_t number = at + row.phrase.size();
    while (number < end && std::string_view(" `*").find(text[number]) != std::string_view::npos)
      ++number;
    vocabulary::VersionMatch match = vocabulary::match_version(text.substr(0, end), number);
    if (match.end == number || !match.dotted) continue;
    bool taken =
        std::any_of(binder.found.begin(), binder.found.end(), [&](const BoundVersion& bound) {
          return !bound.version.empty() && bound.begin <= number && number < bound.end;
        });
    const vocabulary::Mention* owner = nullptr;
    for (const vocabulary::Mention& mention : mentions)
      if (is_owner(mention) && mention.end <= at) owner = &mention;
    if (!taken && owner)
      binder.found.push_back({owner->id, match.version, std::string(row.range), number, match.end});
  }
}

/// The product after a version: "version 2.1 of PyTorch"; null if none.
const vocabulary::Mention* owner_after(std::string_view text, std::size_t at,
                                       const std::vector<vocabulary::Mention>& mentions) {
  for (std::string_view separator : {" of ", " of the ", " de ", " de la ", " d'"})
    if (base::starts_with_ignoring_case(text.substr(at), separator))
      for (const vocabulary::Mention& mention : mentions)
        if (mention.kind == vocabulary::NameKind::product && mention.begin >= at &&
            mention.begin <= at + separator.size() + 1)
          return &mention;
  return nullptr;
}

/// The product before the word "version" at `at`, after punctuation: "PyTorch, version 1.8",
/// "TensorFlow: version 2.4".
std::optional<std::uint32_t> explained_at(const std::vector<BoundVersion>& found,
                                          std::string_view text, std::size_t at) {
  for (const BoundVersion& bound : found)
    if (bound.end <= at && bound.version.empty())
      for (std::string_view separator : {", ", ": ", " (", ":** ", "**: ", "** (", "**, "})
        if (text.substr(bound.end, at - bound.end) == separator) return bound.product;
  return std::nullopt;
}

/// Whether a name is part of another product's module: "rocm" in "pytorch/gpu-rocm-6.2/2.4.0".
bool is_inside_module(std::string_view text, const vocabulary::Mention& mention,
                      const std::vector<vocabulary::Mention>& mentions) {
  if (mention.begin == 0 || text[mention.begin - 1] != '-') return false;
  std::size_t word = text.find_last_of(" `\n(*,", mention.begin) + 1;
  if (text.substr(word, mention.begin - word).find('/') == text.npos) return false;
  return std::any_of(mentions.begin(), mentions.end(), [&](const vocabulary::Mention& other) {
    return other.kind == vocabulary::NameKind::product && other.begin == word &&
           other.id != mention.id;
  });
}

}  // namespace

std::vector<BoundVersion> bind_versions(std::string_view text,
                                        const std::vector<vocabulary::Mention>& mentions,
                                        std::size_t begin, std::size_t end,
                                        std::optional<std::uint32_t> implied,
                                        const vocabulary::Vocabulary& vocabulary) {
  std::string_view sentence = text.substr(begin, end - begin);
  // Most sentences name no version.
  bool plain = !vocabulary::has_digit(sentence);
  Binder binder(text, end);
  for (const vocabulary::Mention& mention : mentions) {
    if (mention.kind != vocabulary::NameKind::product || mention.begin < begin ||
        mention.begin >= end)
      continue;
    if (is_inside_module(text, mention, mentions)) continue;
    if (plain)
      binder.found.push_back({mention.id, {}, {}, mention.begin, mention.end});
    else
      binder.bind(mention);
  }
  if (plain) return std::move(binder.found);
  std::size_t named = binder.found.size();
  for (std::size_t at = begin; at < end;) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t after = word_end(text, at);
    if (!begins_version_word(text[at])) {
      at = after;
      continue;
    }
    std::string_view word = text.substr(at, after - at);
    // "the newest, 2.0.1": the number follows directly.
    bool newest = is_newest_word(word) && text.substr(after).starts_with(", ") &&
                  vocabulary::match_version(text, after + 2).dotted;
    if (!newest && !is_version_word(word)) {
      at = after;
      continue;
    }
    auto taken = [&](const BoundVersion& bound) { return bound.begin <= at && at < bound.end; };
    bool claimed = std::any_of(binder.found.begin(),
                               binder.found.begin() + static_cast<std::ptrdiff_t>(named), taken);
    // A product right before, without a version, owns it: "CUDA driver version 12".
    auto owns = [&](const BoundVersion& bound) {
      return bound.end <= at && at - bound.end < 24 && bound.version.empty() &&
             bound.product != implied;
    };
    bool owned = std::any_of(binder.found.begin(),
                             binder.found.begin() + static_cast<std::ptrdiff_t>(named), owns);
    // "Puhdin oletusversio": the default version of the page's product on that system.
    bool of_place =
        std::any_of(mentions.begin(), mentions.end(), [&](const vocabulary::Mention& mention) {
          return mention.kind == vocabulary::NameKind::system && mention.end + 1 == at;
        });
    if (!claimed && (of_place || may_imply(text.substr(begin, at - begin)))) {
      std::size_t count = binder.found.size();
      auto explained = explained_at(binder.found, text, at);
      // "version 2.1 of PyTorch" doesn't need an implied product.
      binder.bind_implied(implied.value_or(0), at);
      if (binder.found.size() > count) {
        const vocabulary::Mention* owner = owner_after(text, after, mentions);
        if (!owner) owner = owner_after(text, binder.found.back().end, mentions);
        for (std::size_t i = count; i < binder.found.size(); ++i)
          if (owner || explained) binder.found[i].product = owner ? owner->id : *explained;
        if (!owner && !explained && (owned || !implied)) binder.found.resize(count);
      }
    }
    at = after;
  }
  bind_articles(binder, text, begin, end, implied);
  bind_colon_list(binder.found, text, mentions, begin, end, implied);
  bind_located_list(binder.found, text, mentions, begin, end, implied);
  bind_marked_versions(binder.found, text, mentions, begin, end, implied);
  bind_limits(binder, text, mentions, begin, end);
  auto implausible = [&](BoundVersion& bound) {
    return !bound.version.empty() && !vocabulary.is_plausible(bound.product, bound.version);
  };
  std::erase_if(binder.found, implausible);
  std::stable_sort(binder.found.begin(), binder.found.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
  fold_modules(binder.found, text);
  return std::move(binder.found);
}

}  // namespace kbuild::claims
