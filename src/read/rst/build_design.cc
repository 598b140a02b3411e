// Directives of sphinx-tabs and sphinx-design: tabs, grids, cards, buttons; see builders.h. A
// tab by itself is a set of one; the set around it gathers them.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"
#include "read/rst/inline/roles.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

void append_tab(BlockParser& parser, const DirectiveCall& call, doc::Tab tab, doc::Blocks& out) {
  tab.span = call.span;
  tab.selected = call.has("selected");
  doc::TabSet set;
  set.tabs.push_back(std::move(tab));
  append(parser, call, std::move(set), "", out);
}

/// Names that sphinx-tabs shows for lexers whose own name is not a capitalised word.
struct LexerName {
  std::string_view lexer;
  std::string_view shown;
};
constexpr LexerName kLexerNames[] = {
    {"c", "C"},
    {"c++", "C++"},
    {"cpp", "C++"},
    {"py", "Python"},
    {"python", "Python"},
    {"js", "JavaScript"},
    {"javascript", "JavaScript"},
    {"cuda", "CUDA"},
    {"csharp", "C#"},
    {"html", "HTML"},
    {"json", "JSON"},
    {"yaml", "YAML"},
    {"sql", "SQL"},
    {"php", "PHP"},
    {"r", "S"},
    {"cmake", "CMake"},
    {"toml", "TOML"},
    {"sh", "Bash"},
    {"console", "Bash Session"},
};

std::string lexer_name(std::string_view lexer) {
  std::string lower = base::to_lower(lexer);
  for (const LexerName& row : kLexerNames)
    if (row.lexer == lower) return std::string(row.shown);
  std::string shown(lexer);
  if (!shown.empty()) shown[0] = base::to_upper(shown[0]);
  return shown;
}

}  // namespace

void build_tab(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Tab tab{argument_inlines(parser, call)};
  tab.children = parser.nested(call.content);
  tab.attributes.add_class(class_names(call.get("class-content")));
  append_tab(parser, call, std::move(tab), out);
}

void build_code_tab(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Tab tab;
  tab.label =
      plain_inlines(call.arguments.size() > 1 ? call.arguments[1] : lexer_name(call.arguments[0]));
  DirectiveCall code = call;
  code.arguments.resize(1);
  std::erase_if(code.options, [](const DirectiveOption& option) { return option.name == "name"; });
  build_code(parser, code, tab.children);
  append_tab(parser, call, std::move(tab), out);
}

void build_tab_set(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::TabSet node;
  for (doc::Block& block : parser.nested(call.content)) {
    if (auto* set = std::get_if<doc::TabSet>(&block.value)) {
      // The name of a tab is a place in the page; the set has its own.
      if (!set->tabs.empty() && !block.attributes.id().empty())
        set->tabs[0].attributes.merge(block.attributes);
      for (doc::Tab& tab : set->tabs) node.tabs.push_back(std::move(tab));
    } else if (node.tabs.empty()) {
      out.push_back(std::move(block));
    } else {
      node.tabs.back().children.push_back(std::move(block));
    }
  }
  append(parser, call, std::move(node), "", out);
}

// Code blocks only, each a tab named after its language.
void build_code_tab_set(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::TabSet node;
  for (doc::Block& block : parser.nested(call.content)) {
    const auto* code = std::get_if<doc::CodeBlock>(&block.value);
    if (!code) continue;
    doc::Tab tab{plain_inlines(base::to_upper(code->language.empty() ? "code" : code->language))};
    tab.span = block.span;
    tab.children.push_back(std::move(block));
    node.tabs.push_back(std::move(tab));
  }
  append(parser, call, std::move(node), "", out);
}

void build_grid(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Container node{"div"};
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), call.name == "grid-item" ? "grid-item" : "grid", out);
}

// ---- Cards

namespace {

/// A card's content is split by a line of three or more '^' below its header and '+' above its
/// footer.
bool is_part_rule(const Line& line, char mark) {
  return line.text.size() >= 3 && line.text.find_first_not_of(mark) == std::string_view::npos;
}

void add_part(BlockParser& parser, LineView lines, std::string_view classes, doc::Blocks& out) {
  if (trim_top(lines).empty()) return;
  doc::Container part{"div"};
  part.children = parser.nested(Lines(lines.begin(), lines.end()));
  doc::Block block{std::move(part), parser.span(lines), {}};
  block.attributes.add_class(classes);
  out.push_back(std::move(block));
}

void add_picture(const DirectiveCall& call, std::string_view option, std::string_view alt,
                 doc::Blocks& out) {
  if (!call.has(option)) return;
  std::string_view given = call.get("img-alt");
  doc::Image image{std::string(base::trim(call.get(option))),
                   std::string(given.empty() ? alt : given)};
  doc::Paragraph paragraph;
  paragraph.children.push_back({std::move(image), {}, {}});
  out.push_back({std::move(paragraph), call.span, {}});
}

/// The link that covers a card: without text of its own, named for those who don't see it.
void add_cover(Page& page, const DirectiveCall& call, doc::Blocks& out) {
  if (!call.has("link")) return;
  std::string target(base::trim(call.get("link")));
  std::string_view type = base::trim(call.get("link-type"));
  doc::Link link{doc::LinkKind::target, target, "", {}};
  link.children.push_back({doc::Group{}, {}, {}});
  doc::Inline node;
  if (type == "ref" || type == "any") {
    link.kind = doc::LinkKind::reference;
    link.target = normalise_name(target);
    std::string label = link.target;
    node = page.wait({PendingKind::label, label, "", call.span}, std::move(link));
  } else {
    if (type == "doc") link.kind = doc::LinkKind::page;
    node = {std::move(link), call.span, {}};
  }
  node.attributes.add_class("sd-stretched-link");
  std::string_view label = call.has("link-alt") ? call.get("link-alt") : call.argument();
  if (!label.empty()) node.attributes.set("aria-label", label);
  doc::Paragraph paragraph;
  paragraph.children.push_back(std::move(node));
  out.push_back({std::move(paragraph), {}, {}});
}

}  // namespace

void build_card(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  LineView lines = call.content, header, footer;
  for (std::size_t i = 0; i < lines.size() && header.empty(); ++i)
    if (is_part_rule(lines[i], '^')) {
      header = lines.first(i);
      lines = lines.subspan(i + 1);
      break;
    }
  for (std::size_t i = lines.size(); i-- > 0;)
    if (is_part_rule(lines[i], '+')) {
      footer = lines.subspan(i + 1);
      lines = lines.first(i);
      break;
    }
  doc::Container card{"div"};
  add_picture(call, "img-background", "background image", card.children);
  add_picture(call, "img-top", "card-img-top", card.children);
  add_part(parser, header, "card-header", card.children);
  doc::Container body{"div"};
  if (!call.argument().empty()) {
    doc::Block title{
        doc::Paragraph{argument_inlines(parser, call)}, parser.span(call.argument_lines), {}};
    title.attributes.add_class("card-title");
    body.children.push_back(std::move(title));
  }
  for (doc::Block& block : parser.nested(Lines(lines.begin(), lines.end())))
    body.children.push_back(std::move(block));
  doc::Block body_block{std::move(body), parser.span(lines), {}};
  body_block.attributes.add_class("card-body");
  card.children.push_back(std::move(body_block));
  add_part(parser, footer, "card-footer", card.children);
  add_picture(call, "img-bottom", "card-img-bottom", card.children);
  add_cover(parser.page(), call, card.children);
  append(parser, call, std::move(card), "card", out);
}

// Who wrote the page, and when.
void build_article_info(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Container node{"div"};
  if (call.has("avatar")) {
    doc::Inline picture{
        doc::Image{std::string(call.get("avatar")), std::string(call.get("avatar-alt"))}, {}, {}};
    if (call.has("avatar-link")) {
      doc::Link link{doc::LinkKind::target, std::string(call.get("avatar-link")), "", {}};
      link.children.push_back(std::move(picture));
      picture = {std::move(link), {}, {}};
    }
    doc::Paragraph paragraph;
    paragraph.children.push_back(std::move(picture));
    node.children.push_back({std::move(paragraph), {}, {}});
  }
  for (std::string_view option : {"author", "date", "read-time"})
    if (call.has(option))
      node.children.push_back({doc::Paragraph{option_inlines(parser, call, option)}, {}, {}});
  append(parser, call, std::move(node), "article-info", out);
}

void build_button(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  std::string target(call.argument());
  doc::Link link{doc::LinkKind::target, target, "", {}};
  LineView text = trim_bottom(call.content);
  if (!text.empty()) link.children = parse_inlines(page, Chunk(text));
  doc::Inline node;
  std::string_view type = base::trim(call.get("ref-type"));
  if (call.name == "button-link" || type == "doc") {
    if (call.name == "button-ref") link.kind = doc::LinkKind::page;
    if (call.name == "button-link" && link.children.empty()) link.children = plain_inlines(target);
    node = {std::move(link), call.span, {}};
  } else {
    link.kind = doc::LinkKind::reference;
    link.target = normalise_name(target);
    std::string label = link.target;
    node = page.wait({PendingKind::label, label, std::string(target), call.span}, std::move(link));
  }
  node.attributes.add_class("sd-btn");
  std::string color = class_names(call.get("color"));
  if (!color.empty()) node.attributes.add_class("sd-btn-" + color);
  doc::Paragraph paragraph;
  paragraph.children.push_back(std::move(node));
  append(parser, call, std::move(paragraph), "", out);
}

}  // namespace kbuild::read::rst
