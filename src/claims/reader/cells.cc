// Reads short texts; see cells.h.
#include "claims/reader/cells.h"

#include <algorithm>

#include "base/text.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"
#include "claims/reader/tokens.h"
#include "vocabulary/dates.h"
#include "vocabulary/schemes.h"
#include "vocabulary/version.h"
#include "vocabulary/word_list.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::NameKind;
using vocabulary::Vocabulary;
using vocabulary::WordMatch;
using vocabulary::Words;

/// Maximum length of a text that is a state and no sentence, in bytes.
constexpr std::size_t kMaxStateLength = 60;
constexpr std::size_t kMaxNameLength = 40;

/// Words that may stand between the versions of a list, or before them.
constexpr std::string_view kListWords[] = {"and", "or",      "ja",     "et",      "ou",       "och",
                                           "und", "version", "versio", "release", "versions", "v",
                                           "ver", "versiot", "&",      "tai",     "up",       "to"};

/// Whether a word follows that is no place or time: "the old extras", unlike "on Puhti", ", 2023".
bool has_object(std::string_view rest, const Words& words) {
  rest = base::trim(rest);
  if (rest.empty() || !base::is_alpha(rest.front())) return false;
  std::vector<WordMatch> places = words.find(rest, vocabulary::WordClass::on);
  if (!places.empty() && places.front().begin == 0) return false;
  constexpr std::string_view kBeforeTimes[] = {"since", "after", "from", "depuis"};
  return !vocabulary::is_one_of(kBeforeTimes, rest.substr(0, rest.find(' ')));
}

bool is_separator(char c) {
  return base::is_space(c) || c == ',' || c == ';' || c == '|';
}

/// Whether what follows the numbers belongs to the release: "4.1-20200408", "2019_update5".
bool is_own_tail(std::string_view rest) {
  if (rest.size() < 2 || rest.front() == '+') return false;
  rest.remove_prefix(1);
  for (std::string_view word : {"update", "patch", "sp", "p", "u"})
    if (rest.starts_with(word)) {
      rest.remove_prefix(word.size());
      break;
    }
  return base::is_all(rest, base::is_digit);
}

/// The version that a word is: its release, or empty.
std::string version_of_word(std::string_view word, bool& dotted) {
  vocabulary::VersionMatch match = vocabulary::match_version(word, 0);
  if (match.end == 0 || match.version.find('-') == 4) return {};
  std::string_view rest = word.substr(match.end);
  // "2.1.2-foss-2023a", "3.9.13.1", "2.0-cuda": a build; "17.04/x" or "2.5GB" is something else.
  if (!rest.empty() && rest.front() != '-' && rest.front() != '_' && rest.front() != '+') return {};
  dotted = match.dotted;
  return is_own_tail(rest) ? match.version + std::string(rest) : match.version;
}

}  // namespace

std::optional<ClaimStatus> stated(std::string_view text, const Words& words) {
  // The state is the first word, or all that is said: "Now the default", "fully supported".
  constexpr std::size_t kMaxLead = 12;
  text = base::trim(text);
  if (text.empty() || text.size() > kMaxStateLength) return std::nullopt;
  if (base::equals_ignoring_case(text, "d")) return ClaimStatus::default_version;
  std::optional<ClaimStatus> found;
  std::vector<WordMatch> states = words.find(text, vocabulary::kStateWords);
  if (states.empty() || states.front().begin > kMaxLead) return std::nullopt;
  for (const WordMatch& match : states) {
    auto status = status_of(match.word_class);
    if (!status) return std::nullopt;
    // "Removed the old extras" is about something else.
    bool strict = *status == ClaimStatus::removed || *status == ClaimStatus::unavailable;
    if (strict && has_object(text.substr(match.end), words)) return std::nullopt;
    if (!found || *found == ClaimStatus::available) found = status;
  }
  return found;
}

std::vector<ListedVersion> listed_versions(std::string_view text, std::string_view product,
                                           const Vocabulary& vocabulary) {
  const Words& words = vocabulary.words();
  std::vector<ListedVersion> found;
  // What stands before the next word: nothing, or a word that makes it another thing's version.
  bool foreign = false;
  for (std::size_t at = 0; at < text.size();) {
    if (is_separator(text[at])) {
      // A comma or a line end parts entries.
      if (text[at] == ',' || text[at] == ';' || text[at] == '\n') foreign = false;
      ++at;
      continue;
    }
    if (text[at] == '(' || text[at] == '[') {
      char closing = text[at] == '(' ? ')' : ']';
      std::size_t close = std::min(text.find(closing, at), text.size() - 1);
      if (!found.empty() && !foreign)
        if (auto status = stated(text.substr(at + 1, close - at - 1), words))
          found.back().status = status;
      at = close + 1;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_separator(text[end]) && text[end] != '(' && text[end] != '[')
      ++end;
    std::string_view word = text.substr(at, end - at);
    std::size_t begin = at;
    at = end;
    while (!word.empty() && std::string_view("`*:\"'").find(word.front()) != word.npos) {
      word.remove_prefix(1);
      ++begin;
    }
    while (!word.empty() && std::string_view("`*:\"'.").find(word.back()) != word.npos)
      word.remove_suffix(1);
    if (word.empty() || word == "/" || word == "-" || word == "+") continue;
    std::size_t date = 0;
    if (base::is_digit(word.front()) && !vocabulary::parse_date(text.substr(begin), date).empty() &&
        date > word.size()) {
      at = begin + date;
      continue;
    }
    // "5.4.4 pl2" by the scheme of a product.
    if (std::size_t wide = vocabulary::match_scheme(text, begin).end;
        !foreign && wide > begin + word.size()) {
      found.push_back({vocabulary::match_scheme(text, begin).release, {}, {}, {}, true, begin});
      at = wide;
      continue;
    }
    bool dotted = false;
    if (std::string version = foreign ? std::string() : version_of_word(word, dotted);
        !version.empty()) {
      found.push_back({version, {}, {}, {}, dotted, begin});
      continue;
    }
    if (word.find('/') != word.npos)
      if (auto module = version_of_module(word, vocabulary); module && !module->version.empty()) {
        found.push_back({module->version, module->module, module->product, {}, true, begin});
        continue;
      }
    // "2.1/2.2": a list with slashes.
    if (word.find('/') != word.npos && !foreign && base::is_digit(word.front())) {
      std::size_t from = 0;
      for (std::string_view part : base::split(word, '/')) {
        if (std::string version = version_of_word(part, dotted); !version.empty())
          found.push_back({version, {}, {}, {}, dotted, begin + from});
        from += part.size() + 1;
      }
      continue;
    }
    std::string lower = base::to_lower(word);
    if (vocabulary::is_one_of(kListWords, lower)) continue;
    if (auto status = stated(word, words); status && !found.empty()) {
      if (*status != ClaimStatus::available) found.back().status = status;
      continue;
    }
    auto named = vocabulary.whole(word, NameKind::product);
    foreign = !(named && vocabulary.name(*named) == product);
  }
  return found;
}

bool is_version_list(std::string_view text, const Vocabulary& vocabulary) {
  text = base::trim(text);
  if (!vocabulary::has_digit(text) && text.find('/') == text.npos) return false;
  std::vector<ListedVersion> found = listed_versions(text, {}, vocabulary);
  return !found.empty() && found.front().begin <= 2;
}

std::vector<std::string> only_systems(std::string_view text, const Vocabulary& vocabulary) {
  // Most cells name none.
  if (systems_in(text, vocabulary, vocabulary::Expectation::name).empty()) return {};
  std::vector<std::string> systems;
  std::size_t others = 0;
  for (const Token& token : tokens_of(text, vocabulary, vocabulary::Expectation::name)) {
    if (token.kind == TokenKind::system) {
      if (std::find(systems.begin(), systems.end(), token.value) == systems.end())
        systems.push_back(token.value);
    } else if (token.kind == TokenKind::word) {
      std::string lower = base::to_lower(token.value);
      others += !vocabulary.words().is(lower, vocabulary::WordClass::system_noun) &&
                !vocabulary::is_one_of(kListWords, lower) && lower.size() > 3;
    } else if (token.kind != TokenKind::mark) {
      ++others;
    }
  }
  return others == 0 ? systems : std::vector<std::string>();
}

std::string software_name(std::string_view text, const Vocabulary& vocabulary) {
  text = base::trim(text);
  while (!text.empty() && std::string_view("`*_:").find(text.back()) != text.npos)
    text.remove_suffix(1);
  while (!text.empty() && std::string_view("`*_").find(text.front()) != text.npos)
    text.remove_prefix(1);
  if (auto known = vocabulary.whole(text, NameKind::product)) return vocabulary.name(*known);
  if (text.empty() || text.size() > kMaxNameLength || !base::is_alnum(text.front())) return {};
  if (vocabulary.whole(text, NameKind::system) || text.find(" + ") != text.npos) return {};
  std::size_t words = 1;
  bool letter = false;
  for (char c : text) {
    words += c == ' ';
    letter = letter || base::is_alpha(c);
    bool fits = base::is_alnum(c) || std::string_view(" -_.+/()").find(c) != text.npos ||
                static_cast<unsigned char>(c) >= 0x80;
    if (!fits) return {};
  }
  return letter && words <= 4 ? std::string(text) : std::string();
}

}  // namespace kbuild::claims::reader
