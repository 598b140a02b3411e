// Splits texts into tokens; see tokens.h.
#include "claims/reader/tokens.h"

#include <algorithm>

#include "base/text.h"
#include "claims/reader/module.h"
#include "vocabulary/dates.h"
#include "vocabulary/version.h"
#include "vocabulary/word_list.h"

namespace kbuild::claims::reader {

namespace {

/// Letters, digits, and what joins them within a name: bytes of UTF-8 count as letters.
bool is_word_byte(char c) {
  return base::is_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_unit(std::string_view word) {
  constexpr std::string_view kUnits[] = {"MB",   "GB",  "TB",  "PB",   "MiB",  "GiB", "TiB", "PiB",
                                         "Gb/s", "GHz", "MHz", "Gbit", "Gbps", "W",   "kW",  "MW"};
  return vocabulary::is_one_of(kUnits, word);
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

bool is_joining(std::string_view word) {
  return base::is_any_of(base::to_lower(word),
                         {"and", "or", "ja", "tai", "et", "ou", "och", "und"});
}

std::vector<Token> tokens_of(std::string_view text, const vocabulary::Vocabulary& vocabulary,
                             vocabulary::Expectation expectation) {
  std::vector<vocabulary::Mention> names = vocabulary.find(text, expectation);
  std::vector<vocabulary::WordMatch> states =
      vocabulary.words().find(text, vocabulary::kStateWords);
  std::vector<Token> tokens;
  auto name = names.begin();
  auto state = states.begin();
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
    while (state != states.end() && state->begin < at) ++state;
    bool begins_word = is_word_byte(text[at]) && (at == 0 || !is_word_byte(text[at - 1]));
    if (begins_word && base::is_alpha(text[at])) {
      std::size_t end = slashed_end(text, at);
      std::string_view word = text.substr(at, end - at);
      bool slashed = word.find('/') != word.npos && vocabulary::has_digit(word);
      auto module = slashed ? version_of_module(word, vocabulary) : std::nullopt;
      if (module && !module->version.empty()) {
        take({TokenKind::module, at, end, module->module}, at);
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
    if (state != states.end() && state->begin == at) {
      take({TokenKind::status, at, state->end, std::string(text.substr(at, state->end - at)),
            state->word_class},
           at);
      continue;
    }
    if (begins_word) {
      constexpr std::size_t kMaxDateLength = 40;
      std::string_view ahead = text.substr(at, kMaxDateLength);
      std::size_t length = 0;
      std::string date = vocabulary::has_digit(ahead) ? vocabulary::parse_date(ahead, length) : "";
      if (!date.empty()) {
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
    // "1.44 PB" is a size.
    if (is_unit(text.substr(at, end - at)) && !tokens.empty() && tokens.back().end + 1 == at &&
        (tokens.back().kind == TokenKind::version || tokens.back().kind == TokenKind::number))
      tokens.back().kind = TokenKind::word;
    bool word = end > at;
    if (!word) end = at + 1;
    take(
        {word ? TokenKind::word : TokenKind::mark, at, end, std::string(text.substr(at, end - at))},
        at);
  }
  return tokens;
}

}  // namespace kbuild::claims::reader
