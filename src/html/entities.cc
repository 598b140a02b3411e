// Character references of HTML; see entities.h.
#include "html/entities.h"

#include <cmark-gfm/houdini.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text.h"

namespace kbuild::html {

namespace {

/// Longest name of the standard, "CounterClockwiseContourIntegral".
constexpr std::size_t kMaxNameLength = 31;

/// The bytes 0x80 to 0x9F as Windows-1252 reads them; 0 where it has no character.
constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

/// Names that browsers read without ';'. The standard has more; those beyond ASCII and Latin
/// letters' common signs cannot spell anything that a filter must see.
constexpr std::string_view kBareNames[] = {"amp", "lt",  "gt", "quot", "nbsp",
                                           "shy", "AMP", "LT", "GT",   "QUOT"};

/// Entities that MediaWiki adds: the right-to-left mark by its Hebrew and Arabic names.
constexpr std::string_view kWikiNames[] = {"&רלמ;", "&رلم;"};

/// Characters that MediaWiki takes by number.
bool is_wiki_character(char32_t c) {
  return c == '\t' || c == '\n' || (c >= 0x20 && c <= 0x7e) || (c >= 0xa0 && c <= 0xd7ff) ||
         (c >= 0xe000 && c <= 0xfffd) || (c >= 0x10000 && c <= 0x10ffff);
}

struct FreeBuffer {
  void operator()(cmark_strbuf* buffer) const { cmark_strbuf_free(buffer); }
};

/// The character of a name without '&' and ';'; "" where unknown.
std::string named(std::string_view name) {
  std::string source(name);
  source += ';';
  cmark_strbuf buffer;
  cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0);
  std::unique_ptr<cmark_strbuf, FreeBuffer> owner(&buffer);
  auto used = houdini_unescape_ent(&buffer, reinterpret_cast<const std::uint8_t*>(source.data()),
                                   static_cast<bufsize_t>(source.size()));
  if (used != static_cast<bufsize_t>(source.size())) return {};
  return {reinterpret_cast<const char*>(buffer.ptr), static_cast<std::size_t>(buffer.size)};
}

std::string numbered(char32_t value) {
  if (value >= 0x80 && value < 0xA0 && kWindows1252[value - 0x80])
    value = kWindows1252[value - 0x80];
  std::string out;
  base::append_utf8(out, value == 0 ? 0xFFFD : value);
  return out;
}

std::optional<CharacterReference> read_number(std::string_view text, std::size_t offset,
                                              ReferenceRule rule) {
  std::size_t at = offset + 2;
  bool hexadecimal = at < text.size() && (text[at] == 'x' || text[at] == 'X');
  if (hexadecimal) ++at;
  std::size_t digits = at;
  char32_t value = 0;
  for (; at < text.size() && (hexadecimal ? base::is_hex(text[at]) : base::is_digit(text[at]));
       ++at) {
    char c = base::to_lower(text[at]);
    auto digit = static_cast<char32_t>(base::is_digit(c) ? c - '0' : c - 'a' + 10);
    value = std::min<char32_t>(value * (hexadecimal ? 16 : 10) + digit, 0x110000);
  }
  if (at == digits) return std::nullopt;
  bool ended = at < text.size() && text[at] == ';';
  if (!ended && rule != ReferenceRule::lenient) return std::nullopt;
  if (rule == ReferenceRule::wiki && !is_wiki_character(value)) return std::nullopt;
  return CharacterReference{numbered(value), at + (ended ? 1 : 0) - offset};
}

}  // namespace

std::optional<CharacterReference> read_reference(std::string_view text, std::size_t offset,
                                                 ReferenceRule rule) {
  if (offset + 1 >= text.size()) return std::nullopt;
  if (text[offset + 1] == '#') return read_number(text, offset, rule);
  if (rule == ReferenceRule::wiki)
    for (std::string_view name : kWikiNames)
      if (text.substr(offset, name.size()) == name)
        return CharacterReference{"\u200F", name.size()};
  std::size_t end = offset + 1;
  while (end < text.size() && end - offset <= kMaxNameLength && base::is_alnum(text[end])) ++end;
  std::string_view name = text.substr(offset + 1, end - offset - 1);
  if (name.empty()) return std::nullopt;
  if (end < text.size() && text[end] == ';') {
    std::string value = named(name);
    if (!value.empty()) return CharacterReference{std::move(value), end + 1 - offset};
  }
  if (rule != ReferenceRule::lenient || (end < text.size() && text[end] == '='))
    return std::nullopt;
  if (std::find(std::begin(kBareNames), std::end(kBareNames), name) == std::end(kBareNames))
    return std::nullopt;
  return CharacterReference{named(name), end - offset};
}

std::string decode_references(std::string_view text, ReferenceRule rule) {
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t amp = std::min(text.find('&', at), text.size());
    out.append(text, at, amp - at);
    if (amp == text.size()) break;
    auto reference = read_reference(text, amp, rule);
    out += reference ? reference->text : "&";
    at = amp + (reference ? reference->length : 1);
  }
  return out;
}

}  // namespace kbuild::html
