// Tables of wiki tags and colours, and decoding of code; see residue_tags.h.
#include "normalise/residue_tags.h"

#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "html/token.h"

namespace kbuild::normalise {

namespace {

using enum ResidueTag;
using doc::EmphasisKind;

constexpr ResidueTagRow kTags[] = {
    {"a", link},
    {"b", emphasis, EmphasisKind::strong},
    {"blockquote", dropped},
    {"br", line_break},
    {"caption", dropped},
    {"center", dropped},
    {"code", code},
    {"del", emphasis, EmphasisKind::deleted},
    {"div", dropped},
    {"em", emphasis, EmphasisKind::emphasis},
    {"font", dropped},
    {"hr", line_break},
    {"i", emphasis, EmphasisKind::emphasis},
    {"img", image},
    {"ins", emphasis, EmphasisKind::inserted},
    {"li", line_break},
    {"literal", dropped},
    {"noautolink", dropped},
    {"nop", dropped},
    {"ol", dropped},
    {"p", dropped},
    {"pre", preformatted},
    {"s", emphasis, EmphasisKind::deleted},
    {"source", media},
    {"span", dropped},
    {"strike", emphasis, EmphasisKind::deleted},
    {"strong", emphasis, EmphasisKind::strong},
    {"sub", emphasis, EmphasisKind::subscript},
    {"sup", emphasis, EmphasisKind::superscript},
    {"table", dropped},
    {"tbody", dropped},
    {"td", dropped},
    {"th", dropped},
    {"thead", dropped},
    {"tr", line_break},
    {"tt", code},
    {"u", emphasis, EmphasisKind::underlined},
    {"ul", dropped},
    {"verbatim", preformatted},
    {"video", dropped},
};

constexpr std::string_view kColours[] = {"YELLOW", "ORANGE", "RED",   "PINK", "PURPLE", "TEAL",
                                         "NAVY",   "BLUE",   "AQUA",  "LIME", "GREEN",  "OLIVE",
                                         "MAROON", "BROWN",  "BLACK", "GRAY", "SILVER", "WHITE"};

/// Length of %RED%, %ENDCOLOR% and the like at the start of `text`, or 0.
std::size_t colour_length(std::string_view text) {
  std::size_t end = text.find('%', 1);
  if (end == text.npos || end > 12) return 0;
  std::string_view name = text.substr(1, end - 1);
  return name == "ENDCOLOR" || is_residue_colour(name) ? end + 1 : 0;
}

}  // namespace

const ResidueTagRow* find_residue_tag(std::string_view name) {
  auto row = std::lower_bound(
      std::begin(kTags), std::end(kTags), name,
      [](const ResidueTagRow& tag, std::string_view wanted) { return tag.name < wanted; });
  return row != std::end(kTags) && row->name == name ? row : nullptr;
}

bool is_residue_colour(std::string_view name) {
  return std::find(std::begin(kColours), std::end(kColours), name) != std::end(kColours);
}

DecodedCode decode_residue_code(std::string_view text) {
  DecodedCode decoded;
  html::HtmlTokeniser tokeniser(text);
  for (html::HtmlToken token; tokeniser.next(token);) {
    const ResidueTagRow* row =
        token.kind == html::HtmlKind::start_tag || token.kind == html::HtmlKind::end_tag
            ? find_residue_tag(token.name)
            : nullptr;
    if (row) {
      decoded.changed = true;
      if (row->kind == ResidueTag::line_break) decoded.text += '\n';
      continue;
    }
    for (std::size_t i = 0; i < token.raw.size();) {
      std::size_t colour = token.raw[i] == '%' ? colour_length(token.raw.substr(i)) : 0;
      auto reference = token.raw[i] == '&'
                           ? html::read_reference(token.raw, i, html::ReferenceRule::strict)
                           : std::nullopt;
      if (reference) decoded.text += reference->text == "\xc2\xa0" ? " " : reference->text;
      if (!reference && colour == 0) decoded.text += token.raw[i];
      decoded.changed = decoded.changed || reference || colour > 0;
      i += reference ? reference->length : colour > 0 ? colour : 1;
    }
  }
  return decoded;
}

std::optional<std::string> attachment_path(std::string_view text) {
  for (std::string_view variable : {"%ATTACHURL%", "%ATTACHURLPATH%", "%PUBURL%", "%PUBURLPATH%"}) {
    if (!text.starts_with(variable)) continue;
    std::string_view path = text.substr(variable.size());
    while (path.starts_with('/')) path.remove_prefix(1);
    return std::string(path);
  }
  return std::nullopt;
}

}  // namespace kbuild::normalise
