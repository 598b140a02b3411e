// Blocks of the document tree out of HTML elements: lists, tables, code, figures, boxes.
#include "read/mediawiki/dom/tree_maker.h"

#include <algorithm>

#include "base/text.h"
#include "doc/plain_text.h"

namespace kbuild::read::mediawiki {

using namespace diag::literals;
using namespace doc;

bool TreeMaker::convert_block(int at, Items& out) {
  const DomNode& it = node(at);
  std::string_view name = it.name;
  if (name == "p") {
    add_paragraph(at, out);
  } else if (name.size() == 2 && name[0] == 'h' && base::is_digit(name[1])) {
    Items items = children(at);
    Range range = merge(own_range(it), range_of(items));
    add(out, {Heading{name[1] - '0', to_inlines(std::move(items))}, {}, attributes(it)}, range);
  } else if (name == "ul" || name == "ol") {
    add_list(at, out);
  } else if (name == "dl") {
    add_definitions(at, out);
  } else if (name == "table") {
    add_table(at, out);
  } else if (name == "pre") {
    add_pre(at, out);
  } else if (name == "hr") {
    add(out, {ThematicBreak{}, {}, attributes(it)}, own_range(it));
  } else if (name == "blockquote") {
    Range range;
    Blocks inner = blocks_of(at, range);
    add(out, {Quote{std::move(inner), {}}, {}, attributes(it)}, range);
  } else if (name == "figure") {
    add_figure(at, out);
  } else if (name == "div" || name == "center") {
    add_division(at, out);
  } else if (name == "li" || name == "dt" || name == "dd" || name == "figcaption" ||
             name == "caption" || name == "tr" || name == "td" || name == "th" || name == "tbody") {
    // Out of its place: only its content counts.
    Range range;
    for (Block& block : blocks_of(at, range)) {
      Range inner = block.span ? Range{block.span.begin, block.span.end} : Range{};
      out.push_back({std::move(block), inner});
    }
  } else {
    return false;
  }
  return true;
}

void TreeMaker::add_list(int at, Items& out) {
  List list;
  if (node(at).name == "ol") list.style = list_style(value(node(at), "type"));
  list.start = base::parse_integer(value(node(at), "start")).value_or(1);
  Range whole = own_range(node(at));
  for (int child = node(at).first; child >= 0; child = node(child).next) {
    bool item = node(child).name == "li";
    Range range;
    Blocks blocks;
    if (item) {
      blocks = blocks_of(child, range);
    } else {
      Items items;
      convert(child, items);
      range = range_of(items);
      blocks = to_blocks(std::move(items));
      if (blocks.empty()) continue;
    }
    whole = merge(whole, range);
    if (item || list.items.empty()) {
      list.items.push_back(ListItem{
          std::move(blocks), {}, lines(range), item ? attributes(node(child)) : Attributes{}});
    } else {
      auto& last = list.items.back();
      std::move(blocks.begin(), blocks.end(), std::back_inserter(last.children));
      last.span = source::merge(last.span, lines(range));
    }
  }
  list.tight = std::none_of(list.items.begin(), list.items.end(), has_adjacent_paragraphs);
  if (!list.items.empty())
    add(out, {std::move(list), {}, attributes(node(at), " start type ")}, whole);
}

bool TreeMaker::has_adjacent_paragraphs(const ListItem& item) {
  auto is_paragraph = [](const Block& block) {
    return std::holds_alternative<Paragraph>(block.value);
  };
  return std::adjacent_find(item.children.begin(), item.children.end(),
                            [&](const Block& a, const Block& b) {
                              return is_paragraph(a) && is_paragraph(b);
                            }) != item.children.end();
}

ListStyle TreeMaker::list_style(std::string_view type) {
  if (type == "a") return ListStyle::lower_alpha;
  if (type == "A") return ListStyle::upper_alpha;
  if (type == "i") return ListStyle::lower_roman;
  if (type == "I") return ListStyle::upper_roman;
  return ListStyle::decimal;
}

void TreeMaker::add_definitions(int at, Items& out) {
  DefinitionList list;
  Range whole;
  for (int child = node(at).first; child >= 0; child = node(child).next) {
    std::string_view name = node(child).name;
    if (node(child).text && base::trim(text_of(node(child))).empty()) continue;
    Items items;
    if (name == "dt" || name == "dd")
      items = children(child);
    else
      convert(child, items);
    Range range = merge(own_range(node(child)), range_of(items));
    whole = merge(whole, range);
    bool term = name == "dt";
    if (list.items.empty() || (term && !list.items.back().definitions.empty()))
      list.items.emplace_back();
    DefinitionItem& item = list.items.back();
    item.span = source::merge(item.span, lines(range));
    if (term)
      item.terms.push_back(to_inlines(std::move(items)));
    else
      item.definitions.push_back(to_blocks(std::move(items)));
  }
  if (!list.items.empty()) add(out, {std::move(list), {}, attributes(node(at))}, whole);
}

void TreeMaker::add_table(int at, Items& out) {
  Table table;
  Range whole = own_range(node(at));
  add_rows(at, table, whole);
  for (const TableRow& row : table.rows) {
    bool header =
        !row.cells.empty() && std::all_of(row.cells.begin(), row.cells.end(),
                                          [](const TableCell& cell) { return cell.header; });
    if (!header || table.header_rows > 0) break;
    ++table.header_rows;
  }
  // A table of only header rows has its rows in the body.
  if (table.header_rows == table.rows.size()) table.header_rows = 0;
  add(out, {std::move(table), {}, attributes(node(at))}, whole);
}

void TreeMaker::add_rows(int at, Table& table, Range& whole) {
  for (int child = node(at).first; child >= 0; child = node(child).next) {
    std::string_view name = node(child).name;
    if (name == "tbody") {
      add_rows(child, table, whole);
    } else if (name == "caption") {
      Items items = children(child);
      whole = merge(whole, range_of(items));
      table.caption = to_inlines(std::move(items));
    } else if (name == "tr") {
      TableRow row;
      Range range = own_range(node(child));
      for (int cell = node(child).first; cell >= 0; cell = node(cell).next)
        if (node(cell).name == "td" || node(cell).name == "th")
          row.cells.push_back(make_cell(cell, range));
      if (row.cells.empty()) continue;
      row.attributes = attributes(node(child));
      row.span = context_.span(range);
      whole = merge(whole, range);
      table.rows.push_back(std::move(row));
    }
  }
}

TableCell TreeMaker::make_cell(int at, Range& row) {
  TableCell cell;
  const DomNode& it = node(at);
  cell.header = it.name == "th";
  auto span = [&](std::string_view name) {
    return static_cast<std::uint32_t>(
        std::clamp(base::parse_integer(value(it, name)).value_or(1), 1ll, 1000ll));
  };
  cell.column_span = span("colspan");
  cell.row_span = span("rowspan");
  std::string_view side = value(it, "align");
  if (side == "left") cell.alignment = Alignment::left;
  if (side == "center") cell.alignment = Alignment::center;
  if (side == "right") cell.alignment = Alignment::right;
  cell.attributes = attributes(it, " colspan rowspan align ");
  Range range;
  ++cell_depth_;
  cell.children = blocks_of(at, range);
  --cell_depth_;
  cell.span = context_.span(range);
  row = merge(row, range);
  return cell;
}

void TreeMaker::add_pre(int at, Items& out) {
  ++pre_depth_;
  Items items = children(at);
  --pre_depth_;
  Range range = merge(own_range(node(at)), range_of(items));
  CodeBlock code;
  bool plain = std::all_of(items.begin(), items.end(), [](const Item& item) {
    const auto* part = std::get_if<Inline>(&item.value);
    return part && std::holds_alternative<Text>(part->value);
  });
  Range content = range_of(items);
  Inlines parts = to_pre(std::move(items));
  for (const Inline& part : parts)
    code.text +=
        std::holds_alternative<HardBreak>(part.value) ? "\n" : doc::plain_text(Inlines{part});
  std::size_t lead = code.text.starts_with('\n') ? 1 : 0;
  code.text.erase(0, lead);
  while (code.text.ends_with('\n')) code.text.pop_back();
  if (content && same_lines(code.text, content)) code.content = context_.span(content);
  if (!plain) code.children = std::move(parts);
  add(out, {std::move(code), {}, attributes(node(at), " width ")}, range);
}

Inlines TreeMaker::to_pre(Items items) {
  Inlines out;
  for (Item& item : items) {
    if (auto* part = std::get_if<Inline>(&item.value))
      out.push_back(std::move(*part));
    else if (const auto* block = std::get_if<Block>(&item.value))
      out.push_back(Inline{Text{doc::plain_text(Blocks{*block})}, {}, {}});
  }
  // The line ends at both edges are HTML's own.
  if (!out.empty())
    if (auto* text = std::get_if<Text>(&out.front().value); text && text->text.starts_with('\n'))
      text->text.erase(0, 1);
  if (!out.empty())
    if (auto* text = std::get_if<Text>(&out.back().value))
      while (text->text.ends_with('\n')) text->text.pop_back();
  return out;
}

bool TreeMaker::same_lines(std::string_view text, Range& content) const {
  while (content.end > content.begin && page_[content.end - 1] == '\n') --content.end;
  std::string_view raw = page_.substr(content.begin, content.end - content.begin);
  return std::count(raw.begin(), raw.end(), '\n') == std::count(text.begin(), text.end(), '\n');
}

void TreeMaker::add_figure(int at, Items& out) {
  Figure figure;
  Range range = own_range(node(at));
  Items items;
  for (int child = node(at).first; child >= 0; child = node(child).next) {
    if (node(child).name != "figcaption") {
      convert(child, items);
      continue;
    }
    Range inner;
    figure.caption = blocks_of(child, inner);
    range = merge(range, inner);
  }
  figure.children = to_blocks(std::move(items));
  add(out, {std::move(figure), {}, attributes(node(at))}, range);
}

void TreeMaker::add_division(int at, Items& out) {
  const DomNode& it = node(at);
  std::string_view role = value(it, kRoleAttribute);
  Range range;
  if (role == "tabs") return add_tabs(at, out);
  Blocks inner = blocks_of(at, range);
  Attributes own = attributes(it);
  if (it.name == "center") own.add_class("center");
  std::string_view label = value(it, ":label");
  std::optional<Inlines> title;
  if (!label.empty()) title = Inlines{Inline{Text{std::string(label)}, {}, {}}};
  if (role == "admonition") {
    add(out,
        {Admonition{std::string(value(it, ":type")), std::move(title), Collapse::never,
                    std::move(inner)},
         {},
         own},
        range);
  } else if (role == "tab" || !own.empty()) {
    // A tab that stands alone is a container with its label as title.
    add(out, {Container{"div", std::move(title), std::move(inner)}, {}, own}, range);
  } else {
    for (Block& block : inner) {
      Range place = block.span ? Range{block.span.begin, block.span.end} : Range{};
      out.push_back({std::move(block), place});
    }
  }
}

void TreeMaker::add_tabs(int at, Items& out) {
  TabSet set;
  Range whole = own_range(node(at));
  for (int child = node(at).first; child >= 0; child = node(child).next) {
    if (value(node(child), kRoleAttribute) != "tab") continue;
    Range range;
    Tab tab;
    tab.children = blocks_of(child, range);
    tab.label = Inlines{Inline{Text{std::string(value(node(child), ":label"))}, {}, {}}};
    tab.span = lines(range);
    whole = merge(whole, range);
    set.tabs.push_back(std::move(tab));
  }
  add(out, {std::move(set), {}, {}}, whole);
}

}  // namespace kbuild::read::mediawiki
