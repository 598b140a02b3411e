// Functions shared by the builders of directives; see builders.h.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

std::string class_names(std::string_view text) {
  std::string out, separated(text);
  std::replace(separated.begin(), separated.end(), ',', ' ');
  for (std::string_view word : base::split_words(separated)) {
    // A class keeps letters, digits, '-', '_' and what is not ASCII; CSS requires a letter first.
    std::string name;
    for (char c : word)
      if (base::is_alnum(c) || c == '-' || c == '_' || static_cast<signed char>(c) < 0)
        name += base::to_lower(c);
    name.erase(0, name.find_first_not_of("-0123456789"));
    // One that is none spoils the list, as in docutils' class_option.
    if (name.empty()) return "";
    if (!out.empty()) out += ' ';
    out += name;
  }
  return out;
}

std::string css_length(std::string_view text) {
  static constexpr std::string_view kUnits[] = {"",   "em",   "ex",   "px", "in",  "cm",  "mm",
                                                "pt", "pc",   "%",    "q",  "ch",  "rem", "vw",
                                                "vh", "vmin", "vmax", "lh", "rlh", "vi",  "vb"};
  text = base::trim(text);
  std::size_t end = 0;
  while (end < text.size() && (base::is_digit(text[end]) || text[end] == '.')) ++end;
  std::string_view unit = base::trim(text.substr(end));
  bool known =
      std::find(std::begin(kUnits), std::end(kUnits), base::to_lower(unit)) != std::end(kUnits);
  if (end == 0 || !known) return "";
  return std::string(text.substr(0, end)) + (unit.empty() ? "px" : std::string(unit));
}

void add_common(BlockParser& parser, const DirectiveCall& call, doc::Block& block) {
  Page& page = parser.page();
  block.attributes.add_class(class_names(call.get("class")));
  std::string name = normalise_name(unescape(call.get("name")));
  if (name.empty()) return;
  std::string id = page.names.make_id(name);
  block.attributes.set("id", id);
  block.attributes.set("data-label", name);
  page.names.add({TargetKind::internal, name, id, call.span}, Origin::written,
                 page.result.diagnostics);
}

bool require_content(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!call.content.empty()) return true;
  parser.refuse(out, "KB0341"_code, call.whole, {std::string(call.written), "it needs content"});
  return false;
}

doc::Inlines argument_inlines(BlockParser& parser, const DirectiveCall& call) {
  return parse_inlines(parser.page(), Chunk(trim_bottom(trim_top(call.argument_lines))));
}

doc::Inlines option_inlines(BlockParser& parser, const DirectiveCall& call,
                            std::string_view option) {
  return parse_inlines(parser.page(), Chunk(std::string(call.get(option))));
}

void append(BlockParser& parser, const DirectiveCall& call, decltype(doc::Block::value) value,
            std::string_view classes, doc::Blocks& out) {
  doc::Block block{std::move(value), call.span, {}};
  block.attributes.add_class(classes);
  add_common(parser, call, block);
  out.push_back(std::move(block));
}

std::string_view word(const Page& page, std::string_view english, std::string_view finnish) {
  return page.options.language == "fi" ? finnish : english;
}

std::string code_language(std::string_view written) {
  std::string language = base::to_lower(base::trim(written));
  return language == "none" || language == "text" || language == "default" ? "" : language;
}

}  // namespace kbuild::read::rst
