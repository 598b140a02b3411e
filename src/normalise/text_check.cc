// Checks text for mojibake and invisible characters; see text_check.h. Of the runs that
// source::find_mojibake() reports, pairs that also occur in correct text ("5 Å–10 Å", "≈±5 %")
// count only within words.
#include "normalise/text_check.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::normalise {

namespace {

using namespace diag::literals;

struct Invisible {
  char32_t first;
  char32_t last;
  std::string_view name;
};
constexpr Invisible kInvisible[] = {
    {0x00, 0x08, "control character"},      {0x0b, 0x0b, "vertical tab"},
    {0x0e, 0x1f, "control character"},      {0x7f, 0x9f, "control character"},
    {0x200b, 0x200b, "zero width space"},   {0x200e, 0x200f, "direction mark"},
    {0x202a, 0x202e, "direction override"}, {0x2060, 0x2064, "word joiner"},
    {0x2066, 0x2069, "direction isolate"},  {0xfeff, 0xfeff, "byte order mark"},
    {0xfff9, 0xfffb, "annotation mark"},    {0xe0000, 0xe0fff, "tag character"},
};

const Invisible* find_invisible(char32_t c) {
  for (const Invisible& row : kInvisible)
    if (c >= row.first && c <= row.last) return &row;
  return nullptr;
}

/// Position of the first byte from `at` on that may begin an invisible character; the text's size
/// if none.
std::size_t find_suspect(std::string_view text, std::size_t at) {
  static constexpr auto kSound = [] {
    std::array<bool, 256> made{};
    for (unsigned byte = 0x20; byte < 0x7f; ++byte) made[byte] = true;
    for (char space : {'\t', '\n', '\r'}) made[static_cast<unsigned char>(space)] = true;
    return made;
  }();
  while (at < text.size() && kSound[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

std::vector<char32_t> decode(std::string_view text) {
  std::vector<char32_t> out;
  for (std::size_t at = 0; at < text.size();) {
    auto [value, length] = base::decode_utf8(text, at);
    out.push_back(value);
    at += length;
  }
  return out;
}

/// Signs that may be next to Å, Ä, ≈ or √ in correct text.
bool is_common_sign(char32_t c) {
  constexpr char32_t signs[] = {0xb0,   0xb1,   0xb5,   0xac,   0xf7,   0x2202,
                                0x220f, 0x2211, 0x221a, 0x221e, 0x222b, 0x2248,
                                0x2264, 0x2265, 0x3c0,  0x3a9,  0x2206, 0x2260};
  bool punctuation = (c >= 0x2010 && c <= 0x203a) || c == 0xab || c == 0xbb || c == 0xa0;
  return punctuation || std::find(std::begin(signs), std::end(signs), c) != std::end(signs);
}

bool is_letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && base::is_alpha(text[at]);
}

bool is_sure(std::string_view text, const source::Mojibake& found) {
  std::vector<char32_t> written = decode(text.substr(found.begin, found.end - found.begin));
  if (written.size() > 2) return true;
  // For a pair: the first sign is rare in correct text, or the pair is within a word.
  bool inside =
      (found.begin > 0 && is_letter_at(text, found.begin - 1)) || is_letter_at(text, found.end);
  char32_t first = written.empty() ? 0 : written[0], second = written.size() > 1 ? written[1] : 0;
  constexpr char32_t leads[] = {0xc3, 0xc2, 0x221a, 0xac};  // Ã Â √ ¬
  bool rare = std::find(std::begin(leads), std::end(leads), first) != std::end(leads);
  return rare ? !is_common_sign(second) || inside : inside && !is_common_sign(second);
}

}  // namespace

diag::Diagnostics check_text(const source::SourceStore& sources, source::FileId file) {
  std::string_view text = sources.text(file);
  diag::Diagnostics found = diag::Diagnostics::for_page();
  auto span = [&](std::size_t begin, std::size_t end) {
    return source::Span{file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  };
  for (const source::Mojibake& run : source::find_mojibake(text))
    if (is_sure(text, run))
      found.push_back(
          {"KB0002"_code,
           span(run.begin, run.end),
           {std::string(text.substr(run.begin, run.end - run.begin)), run.read_as, run.repaired}});
  for (std::size_t at = 0; (at = find_suspect(text, at)) < text.size();) {
    auto [value, length] = base::decode_utf8(text, at);
    if (const Invisible* row = find_invisible(value))
      found.push_back(
          {"KB0005"_code,
           span(at, at + length),
           {base::format("U+{:04X} ({})", static_cast<std::uint32_t>(value), row->name)}});
    at += length;
  }
  return found;
}

}  // namespace kbuild::normalise
