// The tree of a MyST page; see builder.h. What each node becomes is what myst-parser's renderer
// makes of it.
#include "read/myst/builder.h"

#include <algorithm>

#include "base/text.h"
#include "doc/anchors.h"
#include "doc/plain_text.h"
#include "html/sanitise.h"
#include "read/myst/destination.h"
#include "read/myst/inline.h"
#include "read/myst/lines.h"
#include "read/myst/scanner.h"
#include "read/rst/blocks.h"
#include "read/rst/builders.h"

namespace kbuild::read::myst {

using namespace diag::literals;
using doc::Block;
using doc::Blocks;

void read_blocks(Context& context, rst::Lines lines, rst::Titles titles, int depth, Blocks& out) {
  Nodes nodes = Scanner(context, std::move(lines), depth).scan();
  Builder(context, titles, depth).build(nodes, out);
}

void Builder::build(Nodes& nodes, Blocks& out) {
  doc::Attributes waiting;
  std::size_t begin = out.size();
  Blocks made;
  for (Node& node : nodes) {
    if (node.kind == NodeKind::attributes) {
      if (auto list = read_attributes(node.info, 0)) waiting.merge(list->attributes);
      continue;
    }
    std::size_t first = made.size();
    build(node, made);
    bool shown = made.size() > first && !std::holds_alternative<doc::Comment>(made[first].value);
    if (waiting.empty() || !shown) continue;
    std::string id(waiting.id());
    waiting.erase("id");
    made[first].attributes.merge(waiting);
    waiting = {};
    if (id.empty()) continue;
    Blocks anchor;
    add_target(id, node.span, anchor);
    made.insert(made.begin() + static_cast<std::ptrdiff_t>(first),
                std::make_move_iterator(anchor.begin()), std::make_move_iterator(anchor.end()));
  }
  rst::apply_classes(made);
  out.reserve(begin + made.size());
  std::move(made.begin(), made.end(), std::back_inserter(out));
}

Blocks Builder::children(Node& node) {
  Blocks out;
  Builder(context_, rst::Titles::unexpected, depth_ + 1).build(node.children, out);
  return out;
}

doc::Inlines Builder::inlines(const rst::Lines& lines) {
  return parse_inlines(context_, rst::Chunk(lines));
}

void Builder::build(Node& node, Blocks& out) {
  switch (node.kind) {
    case NodeKind::paragraph:
      return out.push_back({doc::Paragraph{inlines(node.lines)}, node.span, {}});
    case NodeKind::heading: return heading(node, out);
    case NodeKind::rule: return out.push_back({doc::ThematicBreak{}, node.span, {}});
    case NodeKind::code: {
      doc::CodeBlock code{rst::join(node.lines)};
      code.content = rst::span_of(context_.page.sources, node.lines);
      return out.push_back({std::move(code), node.span, {}});
    }
    case NodeKind::fence: return fence(node, out);
    case NodeKind::html: {
      std::string html = rst::join(node.lines);
      if (context_.page.options.trust == Trust::untrusted)
        html = html::sanitise_html(html).html;
      return out.push_back({doc::RawBlock{std::move(html)}, node.span, {}});
    }
    case NodeKind::quote:
      return out.push_back({doc::Quote{children(node), {}}, node.span, {}});
    case NodeKind::list: return list(node, out);
    case NodeKind::table: return table(node, out);
    case NodeKind::math: return math(node, out);
    case NodeKind::comment:
      return out.push_back({doc::Comment{rst::join(node.lines)}, node.span, {}});
    case NodeKind::target: return add_target(node.info, node.span, out);
    case NodeKind::substitution: return substitution(node, out);
    case NodeKind::definition_list:
    case NodeKind::field_list: return definitions(node, out);
    // Parts of the nodes above, and what makes no block.
    case NodeKind::item:
    case NodeKind::row:
    case NodeKind::cell:
    case NodeKind::attributes:
    case NodeKind::term:
    case NodeKind::definition:
    case NodeKind::field_name:
    case NodeKind::field_body:
    case NodeKind::footnote: return;
  }
}

// ---- Headings and targets

void Builder::heading(Node& node, Blocks& out) {
  rst::Page& page = context_.page;
  doc::Inlines text = inlines(node.lines);
  if (titles_ == rst::Titles::unexpected) {
    // Inside of other blocks a heading would break the order of sections.
    page.report("KB0444"_code, node.span, {doc::plain_text(text)});
    Block rubric{doc::Paragraph{std::move(text)}, node.span, {}};
    rubric.attributes.add_class("rubric");
    return out.push_back(std::move(rubric));
  }
  auto& levels = context_.levels;
  while (!levels.empty() && levels.back() >= node.number) levels.pop_back();
  levels.push_back(static_cast<int>(node.number));
  page.section_level = static_cast<int>(levels.size());

  std::string title = doc::plain_text(text), name = rst::normalise_name(title), id;
  // A target of the same name right above would take the id that the title makes: they become one.
  while (!out.empty() && std::holds_alternative<doc::Anchor>(out.back().value) &&
         out.back().attributes.id() == doc::make_slug(title, doc::SlugStyle::docutils)) {
    id = out.back().attributes.id();
    out.pop_back();
  }
  if (id.empty()) id = page.names.make_id(title);
  if (node.number <= context_.syntax.heading_anchors) {
    std::string slug = doc::make_slug(title, doc::SlugStyle::github), unique = slug;
    for (int copy = 1; context_.anchors.contains(unique); ++copy)
      unique = slug + "-" + std::to_string(copy);
    context_.anchors.emplace(unique, id);
    if (unique != id && page.names.reserve_id(unique)) {
      Block anchor{doc::Anchor{}, node.span, {}};
      anchor.attributes.set("id", unique);
      out.push_back(std::move(anchor));
    }
  }
  Block block{doc::Heading{page.section_level > 6 ? 6 : page.section_level, std::move(text)},
              node.span,
              {}};
  block.attributes.set("id", id);
  out.push_back(std::move(block));
  page.names.add({rst::TargetKind::internal, name, id, node.span, {}}, rst::Origin::implied,
                 page.result.diagnostics);
}

void Builder::add_target(std::string_view name, rst::Span span, Blocks& out) {
  rst::Names& names = context_.page.names;
  rst::Target target{rst::TargetKind::internal, rst::normalise_name(name), "", span, {}};
  target.value = names.make_id(target.name);
  Block anchor{doc::Anchor{}, span, {}};
  anchor.attributes.set("id", target.value);
  anchor.attributes.set("data-label", target.name);
  std::size_t index =
      names.add(std::move(target), rst::Origin::written, context_.page.result.diagnostics);
  anchor.attributes.set(rst::kPendingKey, std::to_string(index));
  out.push_back(std::move(anchor));
}

// ---- Lists and tables

void Builder::list(Node& node, Blocks& out) {
  doc::List list;
  bool ordered = node.number >= 0;
  list.style = ordered ? doc::ListStyle::decimal : doc::ListStyle::bullet;
  if (ordered) list.start = node.number;
  for (Node& child : node.children) {
    doc::ListItem item;
    item.span = child.span;
    // [ ] and [x] begin the text of a task.
    Node* text = child.children.empty() ? nullptr : &child.children.front();
    if (context_.syntax.tasklist && text && text->kind == NodeKind::paragraph) {
      rst::Line& line = text->lines.front();
      std::string_view mark = line.text.substr(0, 4);
      if (mark == "[ ] " || mark == "[x] " || mark == "[X] ") {
        item.checked = mark[1] != ' ';
        line = line.cut(4);
      }
    }
    item.children = children(child);
    list.items.push_back(std::move(item));
  }
  list.tight = rst::is_simple(list);
  out.push_back({std::move(list), node.span, {}});
}

void Builder::table(Node& node, Blocks& out) {
  constexpr doc::Alignment kAlignments[] = {doc::Alignment::none, doc::Alignment::left,
                                            doc::Alignment::center, doc::Alignment::right};
  doc::Table table;
  table.header_rows = 1;
  for (Node& row : node.children) {
    doc::TableRow& made = table.rows.emplace_back();
    made.span = row.span;
    for (Node& cell : row.children) {
      doc::TableCell& out_cell = made.cells.emplace_back();
      out_cell.header = table.rows.size() == 1;
      out_cell.alignment = kAlignments[cell.number];
      out_cell.span = cell.span;
      out_cell.children.push_back({doc::Paragraph{inlines(cell.lines)}, cell.span, {}});
    }
  }
  out.push_back({std::move(table), node.span, {}});
}

void Builder::definitions(Node& node, Blocks& out) {
  doc::DefinitionList list;
  bool fields = node.kind == NodeKind::field_list;
  list.kind = fields ? doc::DefinitionKind::field : doc::DefinitionKind::definition;
  for (Node& child : node.children) {
    if (child.kind == NodeKind::term || child.kind == NodeKind::field_name) {
      doc::DefinitionItem& item = list.items.emplace_back();
      item.terms.push_back(inlines(child.lines));
      item.span = child.span;
    } else if (!list.items.empty()) {
      doc::DefinitionItem& item = list.items.back();
      Blocks blocks = children(child);
      // Several definitions of one term are one.
      if (item.definitions.empty()) item.definitions.emplace_back();
      std::move(blocks.begin(), blocks.end(), std::back_inserter(item.definitions.back()));
      item.span = source::merge(item.span, child.span);
    }
  }
  for (const doc::DefinitionItem& item : list.items)
    for (const Blocks& blocks : item.definitions)
      list.tight = list.tight && blocks.size() <= 1;
  out.push_back({std::move(list), node.span, {}});
}

// ---- Code, formulas, substitutions

void Builder::fence(Node& node, Blocks& out) {
  std::string_view info = node.info;
  std::string_view word = info.substr(0, info.find_first_of(" \t"));
  bool named = word.size() > 2 && word.starts_with('{') && word.ends_with('}');
  if (word == "{eval-rst}") return eval_rst(node, out);
  if (named) return directive(node, word.substr(1, word.size() - 2), out);
  doc::CodeBlock code{rst::join(node.lines)};
  code.language = word.empty() ? context_.page.highlight
                               : rst::code_language(unescape_all(word));
  if (!node.lines.empty())
    code.content = rst::span_of(context_.page.sources, node.lines.front(), node.lines.back());
  out.push_back({std::move(code), node.span, {}});
}

void Builder::math(Node& node, Blocks& out) {
  rst::Page& page = context_.page;
  rst::LineView lines = rst::trim_bottom(rst::trim_top(node.lines));
  doc::MathBlock math{rst::join(lines)};
  if (!node.info.empty() || node.numbered) {
    int number = ++page.equation_count;
    std::string label = node.info.empty() ? "math-" + std::to_string(number - 1) : node.info;
    math.label = page.names.make_id("equation-" + label);
    if (!node.info.empty()) page.equations[node.info] = {number, math.label};
  }
  Block block{std::move(math), node.span, {}};
  block.attributes.add_class(node.environment ? "math amsmath" : "math");
  out.push_back(std::move(block));
}

void Builder::substitution(Node& node, Blocks& out) {
  auto value = substitute(context_, node.info, node.span);
  if (!value) {
    doc::CodeBlock shown{rst::join(node.whole)};
    return out.push_back({std::move(shown), node.span, {}});
  }
  context_.substituting.push_back(node.info);
  Blocks made;
  read_blocks(context_, split_lines(*value, context_.page.arena), rst::Titles::unexpected,
              depth_ + 1, made);
  context_.substituting.pop_back();
  for (Block& block : made) {
    block.span = node.span;
    out.push_back(std::move(block));
  }
}

}  // namespace kbuild::read::myst
