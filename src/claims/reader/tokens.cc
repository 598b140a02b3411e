// Splits texts into tokens; see tokens.h.
#include "claims/reader/tokens.h"

#include <algorithm>

#include "base/text.h"
#include "vocabulary/dates.h"
#include "vocabulary/version.h"

namespace kbuild::claims::reader {

namespace {

/// Letters, digits, and what joins them within a name: bytes of UTF-8 count as letters.
bool is_word_byte(char c) {
  return base::is_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// The end of what a reader takes as one word with slashes, from `at`.
std::size_t slashed_end(std::string_view text, std::size_t at) {
  while (at < text.size() &&
         (is_word_byte(text[at]) || std::string_view("/.+-:~").find(text[at]) != text.npos))
    ++at;
  while (at > 0 && std::string_view(".:-~").find(text[at - 1]) != std::string_view::npos) --at;
  return at;
}

}  // namespace

ModuleParts module_parts(std::string_view word) {
  word = base::trim(word);
  while (!word.empty() && std::string_view("`'\",;:").find(word.back()) != word.npos)
    word.remove_suffix(1);
  while (!word.empty() && std::string_view("`'\"").find(word.front()) != word.npos)
    word.remove_prefix(1);
  std::size_t slash = word.find('/');
  if (slash == word.npos || slash == 0 || slash + 1 == word.size()) return {};
  for (char c : word)
    if (!is_word_byte(c) && std::string_view("/.+-=").find(c) == std::string_view::npos) return {};
  if (word.find("//") != word.npos || !base::is_alnum(word.front())) return {};
  // The version is what follows the last part without a version's form: "vasp/6/6.3.2",
  // "openfoam/com/v2212", "lang/Python/3.11".
  ModuleParts parts{std::string(word), {}, {}};
  std::size_t last = word.rfind('/');
  std::string_view version = word.substr(last + 1);
  std::string_view name = word.substr(0, last);
  if (!vocabulary::has_digit(version)) return {};
  for (std::size_t at = name.rfind('/'); at != name.npos; at = name.rfind('/')) {
    std::string_view part = name.substr(at + 1);
    if (!base::is_digit(part.front())) break;
    name = name.substr(0, at);
  }
  std::size_t begin = name.rfind('/');
  parts.name = name.substr(begin == name.npos ? 0 : begin + 1);
  parts.version = version;
  if (parts.name.empty() || base::is_digit(parts.name.front())) return {};
  return parts;
}

std::vector<Token> tokens_of(std::string_view text, const vocabulary::Vocabulary& vocabulary,
                             vocabulary::Expectation expectation) {
  std::vector<vocabulary::Mention> names = vocabulary.find(text, expectation);
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(text);
  std::vector<Token> tokens;
  auto name = names.begin();
  auto cue = cues.begin();
  auto take = [&](Token token, std::size_t& at) {
    at = token.end;
    tokens.push_back(std::move(token));
  };
  for (std::size_t at = 0; at < text.size();) {
    if (base::is_space(text[at])) {
      ++at;
      continue;
    }
    while (name != names.end() && name->begin < at) ++name;
    while (cue != cues.end() && cue->begin < at) ++cue;
    bool begins_word = is_word_byte(text[at]) && (at == 0 || !is_word_byte(text[at - 1]));
    if (begins_word && vocabulary::has_digit(text.substr(at, 1)) == false) {
      std::size_t end = slashed_end(text, at);
      ModuleParts module = module_parts(text.substr(at, end - at));
      if (!module.name.empty()) {
        take({TokenKind::module, at, end, module.text}, at);
        continue;
      }
    }
    if (name != names.end() && name->begin == at) {
      bool system = name->kind == vocabulary::NameKind::system;
      take({system ? TokenKind::system : TokenKind::product, at, name->end,
            vocabulary.name(name->id)},
           at);
      continue;
    }
    if (cue != cues.end() && cue->begin == at) {
      take({TokenKind::status, at, cue->end, std::string(text.substr(at, cue->end - at)), cue->cue},
           at);
      continue;
    }
    if (begins_word) {
      std::size_t length = 0;
      if (std::string date = vocabulary::parse_date(text.substr(at, 40), length); !date.empty()) {
        take({TokenKind::date, at, at + length, date}, at);
        continue;
      }
      if (vocabulary::VersionMatch match = vocabulary::match_version(text, at); match.end > at) {
        take({match.dotted ? TokenKind::version : TokenKind::number, at, match.end, match.version},
             at);
        continue;
      }
    }
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    bool word = end > at;
    if (!word) end = at + 1;
    take(
        {word ? TokenKind::word : TokenKind::mark, at, end, std::string(text.substr(at, end - at))},
        at);
  }
  return tokens;
}

}  // namespace kbuild::claims::reader
