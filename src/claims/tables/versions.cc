// Reads the versions in a table cell; see status.h.
#include <algorithm>

#include "base/text.h"
#include "claims/tables/status.h"

namespace kbuild::claims {

namespace {

/// The first word below "Version" that begins with letters and has a digit ("R2023a", "g16.C.02");
/// "" if it may be something else.
std::string lettered_version(const vocabulary::Vocabulary& vocabulary, std::string_view text) {
  std::vector<std::string_view> words = base::split_words(text);
  if (words.empty() || (words.size() > 1 && !words[1].starts_with('('))) return {};
  std::string_view word = words[0];
  while (!word.empty() && (word.front() == '`' || word.front() == '*')) word.remove_prefix(1);
  while (!word.empty() && !base::is_alnum(word.back())) word.remove_suffix(1);
  bool spelled = std::all_of(word.begin(), word.end(), [](char c) {
    return base::is_alnum(c) || c == '.' || c == '-' || c == '_';
  });
  bool numbered = std::any_of(word.begin(), word.end(), base::is_digit);
  if (!spelled || !numbered || word.size() > 20 || !base::is_alpha(word[0]) ||
      !vocabulary.find(word, vocabulary::Expectation::name).empty())
    return {};
  // "BSD-3", "GPLv3".
  for (std::string_view licence : {"bsd", "gpl", "lgpl", "agpl", "apache", "mpl", "cc-", "cecill"})
    if (base::starts_with_ignoring_case(word, licence)) return {};
  return std::string(word);
}

/// "2021a", "2020b": releases named by half-years, if the cell has nothing else.
std::vector<std::string> half_years(std::string_view text) {
  std::vector<std::string> found;
  for (std::string_view line : base::split(text, '\n'))
    for (std::string_view word : base::split(line, ',')) {
      word = base::trim(word);
      bool half = word.size() == 5 && word.starts_with("20") && base::is_digit(word[2]) &&
                  base::is_digit(word[3]) && (word[4] == 'a' || word[4] == 'b');
      if (!half) return {};
      found.emplace_back(word);
    }
  return found;
}

/// "1.8.1" in "1.8.0/1": a number that replaces the last part; "" if none follows.
std::string other_patch(const vocabulary::VersionMatch& match, std::string_view after) {
  if (!match.dotted || !after.starts_with('/')) return {};
  std::size_t end = 1;
  while (end < after.size() && base::is_digit(after[end])) ++end;
  bool ends = end == after.size() || after[end] == ' ' || after[end] == ',';
  std::size_t dot = match.version.rfind('.');
  if (end == 1 || !ends || dot != match.version.find('.', match.version.find('.') + 1)) return {};
  return match.version.substr(0, dot + 1) + std::string(after.substr(1, end - 1));
}

/// Beginnings of remarks about the only system: "Available only on ", "Disponible uniquement sur ",
/// "Vain ".
constexpr std::string_view kPresence[] = {
    "available", "installed", "only",       "disponible", "installé",  "installée", "uniquement",
    "seulement", "vain",      "ainoastaan", "saatavilla", "asennettu", "exists",    "works"};
constexpr std::string_view kAlone[] = {"only",          "uniquement", "seulement",
                                       "exclusivement", "vain",       "ainoastaan"};

/// Words for absence below "Version".
constexpr std::string_view kAbsent[] = {"not available",  "not installed", "unavailable",
                                        "ei saatavilla",  "ei asennettu",  "ei ole saatavilla",
                                        "non disponible", "non installé",  "indisponible"};

/// Whether a name is part of a version's suffix: "foss" and "CUDA" in
/// "2.1.2-foss-2023a-CUDA-12.1.1".
bool is_tail_of_version(std::string_view text, const vocabulary::Mention& mention) {
  std::size_t begin = text.find_last_of(" ,(/\n", mention.begin);
  begin = begin == text.npos ? 0 : begin + 1;
  vocabulary::VersionMatch match = vocabulary::match_version(text, begin);
  return match.dotted && match.end < mention.begin && text[match.end] == '-';
}

}  // namespace

std::optional<ModuleName> module_as_version(const vocabulary::Vocabulary& vocabulary,
                                            std::string_view text) {
  text = base::trim(text);
  while (text.size() > 1 && text.front() == '`' && text.back() == '`')
    text = text.substr(1, text.size() - 2);
  if (text.find(' ') != text.npos || text.find('\n') != text.npos || text.find('/') == text.npos)
    return std::nullopt;
  auto module = parse_module(text, vocabulary);
  if (!module || !module->product || module->release.empty()) return std::nullopt;
  return module;
}

bool says_absent(std::string_view text) {
  std::string lower = base::to_lower(base::trim(text));
  while (!lower.empty() && (lower.back() == '.' || lower.back() == '*')) lower.pop_back();
  return std::find(std::begin(kAbsent), std::end(kAbsent), lower) != std::end(kAbsent);
}

bool says_where_alone(std::string_view text) {
  std::string lower = base::to_lower(base::trim(text));
  std::vector<std::string_view> words = base::split_words(lower);
  if (words.empty() ||
      std::find(std::begin(kPresence), std::end(kPresence), words[0]) == std::end(kPresence))
    return false;
  return std::any_of(words.begin(), words.begin() + std::min<std::ptrdiff_t>(3, std::ssize(words)),
                     [](std::string_view word) {
                       return std::find(std::begin(kAlone), std::end(kAlone), word) !=
                              std::end(kAlone);
                     });
}

std::vector<std::pair<std::string, bool>> versions_in(const vocabulary::Vocabulary& vocabulary,
                                                      std::string_view text,
                                                      std::vector<std::uint32_t>& products) {
  std::vector<std::pair<std::string, bool>> versions;
  std::vector<vocabulary::Mention> mentions = vocabulary.find(text, vocabulary::Expectation::name);
  std::erase_if(mentions,
                [&](const vocabulary::Mention& each) { return is_tail_of_version(text, each); });
  std::vector<BoundVersion> bound =
      bind_versions(text, mentions, 0, text.size(), std::nullopt, vocabulary);
  std::vector<vocabulary::VersionMatch> matches = vocabulary::find_versions(text);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const vocabulary::VersionMatch& match = matches[i];
    bool whole = base::trim(text).size() == match.end - match.begin;
    // A single number is a version if at most a remark or another version follows; "11 February" is
    // a date.
    std::string_view rest = base::trim_left(text.substr(match.end));
    std::string_view item = rest.substr(0, rest.find(','));
    bool first = match.begin == 0 || base::trim_right(text.substr(0, match.begin)).ends_with(',');
    bool built = first && item.size() > 1 && item[0] == '-' && base::is_alpha(item[1]) &&
                 item.find(' ') == item.npos;
    bool ends =
        rest.empty() || built || std::string_view(",(/`*").find(rest[0]) != std::string_view::npos;
    // Or if it is alone on its line.
    std::size_t line_end = std::min(text.find('\n', match.end), text.size());
    std::string_view before = text.substr(0, match.begin);
    bool line = base::trim(before.substr(before.rfind('\n') + 1)).empty() &&
                base::trim(text.substr(match.end, line_end - match.end)).empty();
    if (!match.dotted && !whole && !line &&
        (!ends || (match.begin > 1 && text.find(',') == text.npos)))
      continue;
    auto owner = std::find_if(bound.begin(), bound.end(), [&](const BoundVersion& b) {
      return !b.version.empty() && b.begin <= match.begin && match.end <= b.end;
    });
    if (owner != bound.end()) {
      if (std::find(products.begin(), products.end(), owner->product) == products.end()) {
        // "PyTorch 2.1" in a table about no product.
        if (!products.empty()) continue;
        products = {owner->product};
      }
    } else if (std::any_of(mentions.begin(), mentions.end(), [&](const vocabulary::Mention& m) {
                 return m.kind == vocabulary::NameKind::product && m.begin < match.begin &&
                        match.begin - m.end < 3;
               })) {
      continue;
    }
    std::size_t next = i + 1 < matches.size() ? matches[i + 1].begin : text.size();
    versions.emplace_back(match.version,
                          says_default(base::trim(text.substr(match.end, next - match.end))));
    if (std::string other = other_patch(match, text.substr(match.end)); !other.empty())
      versions.emplace_back(std::move(other), false);
  }
  if (versions.empty())
    for (std::string& version : half_years(text)) versions.emplace_back(std::move(version), false);
  if (versions.empty()) {
    if (std::string version = lettered_version(vocabulary, text); !version.empty())
      versions.emplace_back(version, says_default(text));
  }
  return versions;
}

}  // namespace kbuild::claims
