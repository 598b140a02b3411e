// Characters in place of what a keyboard has: quotes, dashes and ellipses
// (markdown.extensions.smarty), symbols, arrows, fractions and ordinals (pymdownx.smartsymbols).
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

std::string InlineParser::smarten(std::string_view text, std::string_view before) const {
  const Extensions& on = page_.on;
  std::string out;
  auto opens = [&](std::size_t at) {
    std::string_view left = at > 0 ? text.substr(0, at) : before;
    return left.empty() || base::is_space(left.back()) ||
           std::string_view("([{-\x93\x94").find(left.back()) != std::string_view::npos;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string_view rest = text.substr(at);
    if (on.smart_dashes && rest.starts_with("---"))
      out += "—", at += 2;
    else if (on.smart_dashes && rest.starts_with("--"))
      out += "–", at += 1;
    else if (on.smart_ellipses && rest.starts_with("..."))
      out += "…", at += 2;
    else if (on.smart_quotes && text[at] == '"')
      out += opens(at) && rest.size() > 1 && !base::is_space(rest[1]) ? "“" : "”";
    else if (on.smart_quotes && text[at] == '\'')
      out += opens(at) && rest.size() > 1 && base::is_alnum(rest[1]) ? "‘" : "’";
    else
      out += text[at];
  }
  return out;
}

namespace {

struct Symbol {
  std::string_view text;
  std::string_view shown;
  bool Extensions::*on;
};
/// Longer ones before those they begin with.
constexpr Symbol kSymbols[] = {
    {"(tm)", "™", &Extensions::trademark}, {"(c)", "©", &Extensions::copyright},
    {"(r)", "®", &Extensions::registered}, {"+/-", "±", &Extensions::plusminus},
    {"=/=", "≠", &Extensions::notequal},   {"<-->", "↔", &Extensions::arrows},
    {"-->", "→", &Extensions::arrows},     {"<--", "←", &Extensions::arrows},
    {"c/o", "℅", &Extensions::care_of},    {"1/4", "¼", &Extensions::fractions},
    {"1/2", "½", &Extensions::fractions},  {"3/4", "¾", &Extensions::fractions},
    {"1/3", "⅓", &Extensions::fractions},  {"2/3", "⅔", &Extensions::fractions},
    {"1/5", "⅕", &Extensions::fractions},  {"2/5", "⅖", &Extensions::fractions},
    {"3/5", "⅗", &Extensions::fractions},  {"4/5", "⅘", &Extensions::fractions},
    {"1/6", "⅙", &Extensions::fractions},  {"5/6", "⅚", &Extensions::fractions},
    {"1/8", "⅛", &Extensions::fractions},  {"3/8", "⅜", &Extensions::fractions},
    {"5/8", "⅝", &Extensions::fractions},  {"7/8", "⅞", &Extensions::fractions},
};

bool digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && base::is_digit(text[at]);
}

/// Letters and digits end where a symbol begins; runs of hyphens are no arrows.
bool stands_alone(std::string_view text, std::size_t at, const Symbol& symbol) {
  std::size_t end = at + symbol.text.size();
  if (symbol.on == &Extensions::care_of) return !is_word_before(text, at) && !is_word_at(text, end);
  if (symbol.on == &Extensions::fractions)
    return (at == 0 || !base::is_digit(text[at - 1])) && !digit_at(text, end);
  if (symbol.text == "-->") return at == 0 || text[at - 1] != '-';
  if (symbol.text == "<--") return end >= text.size() || text[end] != '-';
  return true;
}

const Symbol* symbol_at(std::string_view text, std::size_t at, const Extensions& on) {
  for (const Symbol& symbol : kSymbols)
    if (text[at] == symbol.text[0] && text.substr(at).starts_with(symbol.text) && on.*symbol.on &&
        stands_alone(text, at, symbol))
      return &symbol;
  return nullptr;
}

/// Length of the digits of "21st", "2nd", "3rd", "11th" that begin at `at`, or 0.
std::size_t ordinal_digits(std::string_view text, std::size_t at) {
  if (!digit_at(text, at) || is_word_before(text, at)) return 0;
  std::size_t end = at;
  while (digit_at(text, end)) ++end;
  std::string_view digits = text.substr(at, end - at), ending = text.substr(end, 2);
  if (is_word_at(text, end + 2) || (digits.size() > 1 && digits[0] == '0')) return 0;
  bool teen = digits.size() > 1 && digits[digits.size() - 2] == '1';
  char last = digits.back();
  std::string_view wanted = teen || last == '0' || last > '3' ? "th"
                            : last == '1'                     ? "st"
                            : last == '2'                     ? "nd"
                                                              : "rd";
  return ending == wanted ? end - at : 0;
}

}  // namespace

void InlineParser::add_symbols(std::string_view text, std::string_view before, const Work& work,
                               std::size_t offset, doc::Inlines& out) {
  std::size_t copied = 0;
  auto plain = [&](std::size_t end) {
    if (end == copied) return;
    std::string_view part = text.substr(copied, end - copied);
    bool first = copied == 0;
    add_text(page_.on.smarty ? smarten(part, first ? before : text.substr(0, copied))
                             : std::string(part),
             span(work, offset + copied, offset + end), out);
    copied = end;
  };
  for (std::size_t at = 0; at < text.size();) {
    if (const Symbol* symbol = symbol_at(text, at, page_.on)) {
      plain(at);
      add_text(std::string(symbol->shown), {}, out);
      at = copied = at + symbol->text.size();
    } else if (std::size_t digits = page_.on.ordinal_numbers ? ordinal_digits(text, at) : 0) {
      plain(at + digits);
      doc::Inlines ending = {{doc::Text{std::string(text.substr(at + digits, 2))}, {}, {}}};
      out.push_back({doc::Emphasis{doc::EmphasisKind::superscript, std::move(ending)}, {}, {}});
      at = copied = at + digits + 2;
    } else {
      ++at;
    }
  }
  plain(text.size());
}

}  // namespace kbuild::read::mkdocs
