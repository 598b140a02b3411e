// Directives for body elements: admonitions, topics, quotes, containers, formulas; see
// builders.h.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

/// Topics and sidebars are allowed where sections are; elsewhere `what` is refused.
bool is_misplaced(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  bool in_sidebar = parser.page().sidebar_depth == parser.depth();
  bool sidebar = call.name == "sidebar";
  if (sidebar ? !in_sidebar && parser.titles() == Titles::allowed
              : in_sidebar || parser.titles() == Titles::allowed)
    return false;
  parser.refuse(out, "KB0341"_code, call.whole,
                {std::string(call.written), "it can't stand inside another element"});
  return true;
}

/// Titles that are not just the type with a capital letter.
struct AdmonitionTitle {
  std::string_view type;
  std::string_view english;
  std::string_view finnish;
};
constexpr AdmonitionTitle kTitles[] = {
    {"seealso", "See also", "Katso myös"},
    {"todo", "Todo", "Tehtävä"},
};

std::optional<doc::Inlines> own_title(const Page& page, std::string_view type) {
  for (const AdmonitionTitle& title : kTitles)
    if (title.type == type) return plain_inlines(word(page, title.english, title.finnish));
  return std::nullopt;
}

}  // namespace

void build_admonition(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  // Sphinx accepts a seealso without content; docutils' admonitions need content.
  if (call.name != "seealso" && call.name != "todo" && !require_content(parser, call, out)) return;
  doc::Admonition node{std::string(call.name), own_title(parser.page(), call.name)};
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), "", out);
}

void build_titled_admonition(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  // The first class is its kind; sphinx-togglebutton folds those of the class "dropdown".
  std::string classes = class_names(call.get("class")), type = "admonition";
  doc::Admonition node{type, argument_inlines(parser, call)};
  std::string rest;
  for (std::string_view name : base::split_words(classes)) {
    if (name == "dropdown" || name == "toggle") {
      node.collapse = doc::Collapse::closed;
    } else if (name == "toggle-shown") {
      node.collapse = doc::Collapse::open;
    } else if (node.type == type) {
      node.type = name;
    } else {
      rest += std::string(rest.empty() ? "" : " ") + std::string(name);
    }
  }
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), "", out);
  out.back().attributes.erase("class");
  out.back().attributes.add_class(rest);
}

void build_lesson_admonition(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Admonition node{std::string(call.name), std::nullopt};
  if (!call.argument().empty()) node.title = argument_inlines(parser, call);
  if (call.name == "solution") node.collapse = doc::Collapse::closed;
  if (call.name == "instructor-note") node.title = plain_inlines("Instructor note");
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), "", out);
}

void build_dropdown(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Admonition node{"", doc::Inlines{}};
  if (call.argument().empty()) {
    node.title = plain_inlines(word(parser.page(), "Details", "Lisätiedot"));
  } else {
    node.title = argument_inlines(parser, call);
  }
  bool shown = call.has("show") ||
               (call.has("open") && !base::equals_ignoring_case(call.get("open"), "false"));
  node.collapse = shown ? doc::Collapse::open : doc::Collapse::closed;
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), call.name == "dropdown" ? "sd-dropdown" : "", out);
}

namespace {

struct VersionWords {
  std::string_view name;
  std::string_view english;
  std::string_view finnish;
};
constexpr VersionWords kVersionWords[] = {
    {"versionadded", "New in version {}", "Uusi versiossa {}"},
    {"versionchanged", "Changed in version {}", "Muutettu versiossa {}"},
    {"deprecated", "Deprecated since version {}", "Vanhentunut versiosta {} alkaen"},
    {"versionremoved", "Removed in version {}", "Poistettu versiossa {}"},
};

}  // namespace

void build_version_note(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  const auto* words = std::find_if(std::begin(kVersionWords), std::end(kVersionWords),
                                   [&](const VersionWords& row) { return row.name == call.name; });
  doc::Admonition node{std::string(call.name), doc::Inlines{}};
  if (call.arguments.size() > 1) {
    // The text after the version; its lines are the argument's without the first word.
    Lines lines = call.argument_lines;
    std::size_t at = lines[0].text.find(call.arguments[0]);
    lines[0] = lines[0].cut(at + call.arguments[0].size());
    lines[0] = lines[0].cut(lines[0].indent());
    if (lines[0].blank()) lines.erase(lines.begin());
    node.children.push_back(
        {doc::Paragraph{parse_inlines(page, Chunk(lines))}, parser.span(lines), {}});
  }
  for (doc::Block& block : parser.nested(call.content)) node.children.push_back(std::move(block));
  bool text =
      !node.children.empty() && std::holds_alternative<doc::Paragraph>(node.children[0].value);
  if (!text) node.children.insert(node.children.begin(), {doc::Paragraph{}, call.span, {}});
  std::string label =
      base::replace_all(word(page, words->english, words->finnish), "{}", call.argument());
  label += node.children.size() == 1 && !text ? "." : ": ";
  doc::Inline prefix{doc::Group{plain_inlines(label)}, {}, {}};
  prefix.attributes.add_class("versionmodified");
  auto& first = std::get<doc::Paragraph>(node.children[0].value).children;
  first.insert(first.begin(), std::move(prefix));
  append(parser, call, std::move(node), "", out);
}

void build_topic(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (is_misplaced(parser, call, out) || !require_content(parser, call, out)) return;
  doc::Container node{"aside", argument_inlines(parser, call)};
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), "topic", out);
}

void build_sidebar(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (is_misplaced(parser, call, out) || !require_content(parser, call, out)) return;
  doc::Container node{"aside"};
  if (!call.argument().empty()) node.title = argument_inlines(parser, call);
  if (call.has("subtitle")) {
    doc::Block subtitle{doc::Paragraph{option_inlines(parser, call, "subtitle")}, {}, {}};
    subtitle.attributes.add_class("sidebar-subtitle");
    node.children.push_back(std::move(subtitle));
  }
  int around = std::exchange(parser.page().sidebar_depth, parser.depth() + 1);
  for (doc::Block& block : parser.nested(call.content)) node.children.push_back(std::move(block));
  parser.page().sidebar_depth = around;
  append(parser, call, std::move(node), "sidebar", out);
}

void build_rubric(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  append(parser, call, doc::Paragraph{argument_inlines(parser, call)}, "rubric", out);
}

void build_centered(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Emphasis strong{doc::EmphasisKind::strong, argument_inlines(parser, call)};
  doc::Paragraph node;
  node.children.push_back({std::move(strong), {}, {}});
  append(parser, call, std::move(node), "centered", out);
}

void build_quote(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  std::size_t first = out.size();
  parser.block_quote(call.content, out);
  for (std::size_t i = first; i < out.size(); ++i) {
    out[i].attributes.add_class(call.name);
    add_common(parser, call, out[i]);
  }
}

void build_container(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::Container node{"div"};
  node.children = parser.nested(call.content);
  std::string classes = class_names(call.argument());
  if (call.name == "compound") classes = "compound";
  if (call.name == "container") classes += " container";
  append(parser, call, std::move(node), classes, out);
}

void build_versions(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::Block block{doc::Container{"div", std::nullopt, parser.nested(call.content)}, call.span, {}};
  block.attributes.add_class("versions");
  for (std::string_view key : {"system", "systems", "product", "date", "status"})
    if (call.has(key)) block.attributes.set("data-" + std::string(key), call.get(key));
  add_common(parser, call, block);
  out.push_back(std::move(block));
}

void build_line_block(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  // The same as lines with a bar before each.
  Page& page = parser.page();
  doc::LineBlock node;
  std::vector<RawLine> lines;
  for (const Line& line : call.content) {
    RawLine raw{line.blank() ? (lines.empty() ? 0 : lines.back().indent) : line.indent(), {}};
    raw.children = parse_inlines(page, Chunk(line.cut(line.indent())));
    lines.push_back(std::move(raw));
  }
  nest_lines(lines, 0, node.lines);
  append(parser, call, std::move(node), "", out);
}

void build_parsed_literal(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::CodeBlock node{join(call.content)};
  node.content = parser.span(call.content);
  node.children = parse_inlines(parser.page(), Chunk(call.content));
  append(parser, call, std::move(node), "parsed-literal", out);
}

// A blank line ends a formula, as in docutils; where the parts are aligned with each other or have
// one label, they stay one, as in Sphinx.
void build_math(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  std::string tex = join(call.argument_lines);
  if (!call.content.empty()) tex += (tex.empty() ? "" : "\n\n") + join(call.content);
  if (tex.empty()) {
    require_content(parser, call, out);
    return;
  }
  bool whole =
      call.has("label") || call.has("nowrap") || call.has("no-wrap") || tex.find('&') != tex.npos;
  std::size_t begin = 0;
  for (std::size_t end; !whole && (end = tex.find("\n\n", begin)) != tex.npos;) {
    append(parser, call, doc::MathBlock{tex.substr(begin, end - begin)}, "math", out);
    begin = std::min(tex.find_first_not_of('\n', end), tex.size());
  }
  doc::MathBlock node{tex.substr(begin)};
  if (call.has("label")) {
    std::string label(base::trim(call.get("label")));
    int number = ++page.equation_count;
    node.label = page.names.make_id("equation-" +
                                    (label.empty() ? "math-" + std::to_string(number - 1) : label));
    if (!label.empty()) page.equations[label] = {number, node.label};
  }
  append(parser, call, std::move(node), "math", out);
}

void build_spliced(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  for (doc::Block& block : parser.nested(call.content)) out.push_back(std::move(block));
}

}  // namespace kbuild::read::rst
