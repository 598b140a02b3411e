// Converts the nodes of the block phase to blocks of the document, one function a kind; see tree.h.
#include "read/mkdocs/tree.h"

#include <algorithm>

#include "base/text.h"
#include "read/mkdocs/text/attributes.h"

namespace kbuild::read::mkdocs {

namespace {

/// Elements that the tree has containers for.
constexpr std::string_view kContainers[] = {
    "address", "article",  "aside",  "blockquote", "center",  "details",
    "div",     "fieldset", "figure", "figcaption", "footer",  "header",
    "hgroup",  "main",     "nav",    "section",    "summary", "search"};

void widen(doc::Block& block, const doc::Blocks& children) {
  for (const doc::Block& child : children) block.span = source::merge(block.span, child.span);
}

/// A list of attributes at the end of the last line, `alone` on it or behind a blank.
enum class Place { alone, behind_text };
doc::Attributes take_attributes(Lines& text, Place place) {
  if (text.empty() || text.back().find('}') == std::string_view::npos) return {};
  std::string_view& last = text.back();
  std::optional<TrailingList> list = find_trailing_list(last);
  if (!list) return {};
  std::string_view before = last.substr(0, list->begin);
  if (place == Place::alone) {
    if (text.size() < 2 || !is_blank(before)) return {};
    text.pop_back();
  } else {
    if (!before.ends_with(' ')) return {};
    last = base::trim_right(before);
  }
  return std::move(list->attributes);
}

/// "[ ] " or "[x] " at the begin of an item.
std::optional<bool> take_check(Lines& text) {
  if (text.empty()) return std::nullopt;
  std::string_view line = base::trim_left(text.front());
  if (line.size() < 4 || line[0] != '[' || line[2] != ']' || line[3] != ' ') return std::nullopt;
  if (line[1] != ' ' && line[1] != 'x' && line[1] != 'X') return std::nullopt;
  text.front() = base::trim_left(line.substr(3));
  return line[1] != ' ';
}

}  // namespace

doc::Blocks TreeBuilder::build(const Node& root) {
  return content_of(root);
}

doc::Block TreeBuilder::footnote(const std::string& label, int number, const Node& content) {
  doc::Block block;
  doc::FootnoteDefinition note;
  note.label = label;
  note.number = number;
  note.children = content_of(content);
  widen(block, note.children);
  block.value = std::move(note);
  return block;
}

source::Span TreeBuilder::span_of(const Lines& lines) const {
  if (lines.empty()) return {};
  return page_.span(page_.text.begin_of(base::trim_left(lines.front())),
                    page_.text.end_of(base::trim_right(lines.back())));
}

doc::Blocks TreeBuilder::content_of(const Node& node) {
  doc::Blocks out;
  Lines text = node.text;
  bool listed = node.tag == Tag::definition && page_.on.attr_list;
  doc::Attributes attributes = listed ? take_attributes(text, Place::alone) : doc::Attributes{};
  if (!is_blank(text)) add_text(std::move(text), std::move(attributes), out);
  for (const auto& child : node.children) {
    add(*child, out);
    if (!is_blank(child->tail)) add_text(child->tail, {}, out);
  }
  return out;
}

void TreeBuilder::add_text(Lines text, doc::Attributes attributes, doc::Blocks& out) {
  Lines run;
  auto flush = [&] {
    while (!run.empty() && is_blank(run.front())) run.erase(run.begin());
    while (!run.empty() && is_blank(run.back())) run.pop_back();
    if (run.empty()) return;
    doc::Block block;
    block.span = span_of(run);
    block.attributes = attributes;
    doc::Inlines inlines = inlines_.parse(run);
    run.clear();
    bool anchor = inlines.size() == 1 && std::holds_alternative<doc::Group>(inlines[0].value) &&
                  std::get<doc::Group>(inlines[0].value).children.empty() &&
                  inlines[0].attributes.has("id");
    if (anchor) {
      block.attributes.merge(inlines[0].attributes);
      block.value = doc::Anchor{};
    } else {
      block.value = doc::Paragraph{std::move(inlines)};
    }
    out.push_back(std::move(block));
  };
  for (std::string_view line : text) {
    for (std::size_t at = line.find(kMark); at != line.npos; at = line.find(kMark)) {
      FoundPlaceholder found{};
      if (!placeholder_at(line, at, found) || found.kind != Stash::block ||
          found.index >= page_.stash.size())
        break;
      if (!is_blank(line.substr(0, at))) run.push_back(line.substr(0, at));
      flush();
      if (const StashItem& item = page_.stash[found.index]; item.kind == StashItem::Kind::element)
        add_inner_element(item, out);
      else
        add_block(item.block, out);
      line.remove_prefix(at + kPlaceholder);
    }
    run.push_back(line);
  }
  flush();
}

// Python-Markdown shows the content as it is written; that it is Markdown is what its author says.
void TreeBuilder::add_inner_element(const StashItem& item, doc::Blocks& out) {
  if (inner_elements_ >= base::kMaxNesting) return page_.report_depth(item.block.span);
  ++inner_elements_;
  Node node;
  node.tag = Tag::element;
  node.block = std::make_unique<doc::Block>(item.block);
  BlockParser parser(page_);
  parser.fill_element(node, HtmlElement(item.element));
  parser.finish();
  add_element(node, out);
  --inner_elements_;
}

// Fences inside raw HTML split it into parts.
void TreeBuilder::add_block(const doc::Block& block, doc::Blocks& out) {
  const auto* raw = std::get_if<doc::RawBlock>(&block.value);
  if (!raw || raw->html.find(kMark) == std::string::npos) {
    out.push_back(block);
    return;
  }
  std::string_view html = raw->html;
  auto add_part = [&](std::string_view part) {
    if (!is_blank(part))
      out.push_back({doc::RawBlock{std::string(base::trim(part))}, block.span, {}});
  };
  std::size_t begin = 0;
  for (std::size_t at = html.find(kMark); at != html.npos; at = html.find(kMark, at)) {
    FoundPlaceholder found{};
    if (!placeholder_at(html, at, found) || found.kind != Stash::block ||
        found.index >= page_.stash.size()) {
      ++at;
      continue;
    }
    add_part(html.substr(begin, at - begin));
    out.push_back(page_.stash[found.index].block);
    at += kPlaceholder;
    begin = at;
  }
  add_part(html.substr(begin));
}

void TreeBuilder::add(const Node& node, doc::Blocks& out) {
  if (node.tag == Tag::paragraph) {
    Lines text = node.text;
    doc::Attributes attributes;
    if (page_.on.attr_list) {
      if (auto statement = version_statement(text)) {
        out.push_back({doc::Paragraph{}, span_of(text), std::move(*statement)});
        return;
      }
      attributes = take_attributes(text, Place::alone);
    }
    attributes.merge(node.attributes);
    add_text(std::move(text), std::move(attributes), out);
  } else if (node.tag == Tag::element) {
    add_element(node, out);
  } else {
    out.push_back(convert(node));
  }
}

doc::Block TreeBuilder::convert(const Node& node) {
  doc::Block block;
  block.attributes = node.attributes;
  block.span = page_.span(node.begin, node.end);
  switch (node.tag) {
    case Tag::heading: {
      Lines text = node.text;
      if (page_.on.attr_list) {
        block.attributes.merge(take_attributes(text, Place::behind_text));
        std::string_view& line = text.back();
        if (!block.attributes.empty())
          while (line.ends_with('#') || line.ends_with(' ')) line.remove_suffix(1);
      }
      block.value = doc::Heading{level_of(node.level), inlines_.parse(text)};
      break;
    }
    case Tag::rule: block.value = doc::ThematicBreak{}; break;
    case Tag::bullet_list:
    case Tag::ordered_list: convert_list(node, block); break;
    case Tag::definition_list: convert_definitions(node, block); break;
    case Tag::table: convert_table(node, block); break;
    case Tag::code: convert_code(node, block); break;
    case Tag::admonition:
    case Tag::details: convert_admonition(node, block); break;
    case Tag::tab_set: convert_tabs(node, block); break;
    case Tag::figure: convert_figure(node, block); break;
    case Tag::contents: {
      doc::TableOfContents contents;
      if (!page_.on.toc_title.empty()) contents.title = {{doc::Text{page_.on.toc_title}, {}, {}}};
      block.value = std::move(contents);
      break;
    }
    case Tag::ready: {
      source::Span span = block.span;
      if (node.block) block = *node.block;
      if (!block.span) block.span = span;
      break;
    }
    case Tag::quote: {
      doc::Quote quote;
      quote.children = content_of(node);
      widen(block, quote.children);
      block.value = std::move(quote);
      break;
    }
    // Parts without the element they belong to keep their content.
    case Tag::root:
    case Tag::paragraph:
    case Tag::item:
    case Tag::term:
    case Tag::definition:
    case Tag::tab:
    case Tag::element:
    case Tag::caption: {
      doc::Container container;
      container.children = content_of(node);
      widen(block, container.children);
      block.value = std::move(container);
      break;
    }
  }
  return block;
}

void TreeBuilder::convert_list(const Node& node, doc::Block& block) {
  doc::List list;
  if (node.tag == Tag::ordered_list) list.style = doc::ListStyle::decimal;
  if (node.level > 0) list.start = node.level;
  for (const auto& child : node.children) {
    list.items.push_back(convert_item(*child));
    for (const auto& part : child->children)
      if (part->tag == Tag::paragraph) list.tight = false;
    block.span = source::merge(block.span, list.items.back().span);
  }
  block.value = std::move(list);
}

doc::ListItem TreeBuilder::convert_item(const Node& node) {
  doc::ListItem item;
  item.attributes = node.attributes;
  item.span = page_.span(node.begin, node.end);
  Lines text = node.text;
  if (page_.on.attr_list) item.attributes.merge(take_attributes(text, Place::alone));
  if (page_.on.tasklist) item.checked = take_check(text);
  if (!is_blank(text)) add_text(std::move(text), {}, item.children);
  bool first = item.children.empty();
  for (const auto& child : node.children) {
    if (first && child->tag == Tag::paragraph && page_.on.tasklist && !item.checked) {
      Lines lines = child->text;
      item.checked = take_check(lines);
      doc::Attributes attributes =
          page_.on.attr_list ? take_attributes(lines, Place::alone) : doc::Attributes{};
      add_text(std::move(lines), std::move(attributes), item.children);
    } else {
      add(*child, item.children);
    }
    first = false;
    if (!is_blank(child->tail)) {
      Lines tail = child->tail;
      tail.insert(tail.begin(), std::string_view{});
      if (page_.on.attr_list && child == node.children.back())
        item.attributes.merge(take_attributes(tail, Place::alone));
      if (!is_blank(tail)) add_text(std::move(tail), {}, item.children);
    }
  }
  for (const doc::Block& child : item.children) item.span = source::merge(item.span, child.span);
  return item;
}

void TreeBuilder::convert_definitions(const Node& node, doc::Block& block) {
  doc::DefinitionList list;
  for (const auto& child : node.children) {
    bool term = child->tag == Tag::term;
    if (list.items.empty() || (term && !list.items.back().definitions.empty()))
      list.items.emplace_back();
    doc::DefinitionItem& item = list.items.back();
    source::Span span = page_.span(child->begin, child->end);
    if (term) {
      Lines text = child->text;
      if (page_.on.attr_list) item.attributes.merge(take_attributes(text, Place::behind_text));
      item.terms.push_back(inlines_.parse(text));
    } else {
      doc::Blocks content = content_of(*child);
      for (const doc::Block& part : content) span = source::merge(span, part.span);
      item.definitions.push_back(std::move(content));
      for (const auto& part : child->children)
        if (part->tag == Tag::paragraph) list.tight = false;
    }
    item.span = source::merge(item.span, span);
    block.span = source::merge(block.span, span);
  }
  block.value = std::move(list);
}

void TreeBuilder::convert_table(const Node& node, doc::Block& block) {
  doc::Table table;
  table.header_rows = 1;
  for (const Lines& cells : node.rows) {
    // Attributes right below a table look like a row of it.
    bool last = &cells == &node.rows.back() && &cells != &node.rows.front();
    auto statement =
        last && page_.on.attr_list && !cells.empty() ? version_statement({cells[0]}) : std::nullopt;
    if (statement && is_blank(Lines(cells.begin() + 1, cells.end()))) {
      block.attributes.merge(*statement);
      continue;
    }
    doc::TableRow& row = table.rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      doc::TableCell& cell = row.cells.emplace_back();
      cell.header = table.rows.size() == 1;
      cell.alignment = i < node.alignments.size() ? node.alignments[i] : doc::Alignment::none;
      cell.span = page_.span_of(cells[i]);
      row.span = source::merge(row.span, cell.span);
      Lines text = {cells[i]};
      if (page_.on.attr_list) cell.attributes = take_attributes(text, Place::behind_text);
      if (!is_blank(text)) add_text(std::move(text), {}, cell.children);
    }
  }
  block.value = std::move(table);
}

void TreeBuilder::convert_code(const Node& node, doc::Block& block) {
  doc::CodeBlock code;
  Lines lines = node.text;
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  std::size_t first = 0;
  while (first < lines.size() && is_blank(lines[first])) ++first;
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) code.text += '\n';
    code.text += lines[i];
  }
  code.language = page_.on.default_language;
  if (page_.on.linenums) code.first_line_number = 1;
  if (!lines.empty())
    code.content = page_.span(page_.text.begin_of(lines.front()), page_.text.end_of(lines.back()));
  block.value = std::move(code);
}

doc::Inlines TreeBuilder::title_of(const Lines& lines) {
  return is_blank(lines) ? doc::Inlines{} : inlines_.parse(lines);
}

void TreeBuilder::convert_admonition(const Node& node, doc::Block& block) {
  doc::Admonition admonition;
  admonition.type = node.name;
  if (node.title) admonition.title = title_of(*node.title);
  if (node.tag == Tag::details)
    admonition.collapse = node.marked ? doc::Collapse::open : doc::Collapse::closed;
  admonition.children = content_of(node);
  widen(block, admonition.children);
  block.value = std::move(admonition);
}

void TreeBuilder::convert_tabs(const Node& node, doc::Block& block) {
  doc::TabSet set;
  for (const auto& child : node.children) {
    doc::Tab tab;
    if (child->title) tab.label = title_of(*child->title);
    tab.selected = child->marked;
    tab.attributes = child->attributes;
    tab.span = page_.span(child->begin, child->end);
    tab.children = content_of(*child);
    for (const doc::Block& part : tab.children) tab.span = source::merge(tab.span, part.span);
    block.span = source::merge(block.span, tab.span);
    set.tabs.push_back(std::move(tab));
  }
  block.value = std::move(set);
}

void TreeBuilder::add_element(const Node& node, doc::Blocks& out) {
  doc::Block block;
  block.attributes = node.attributes;
  block.span = node.block && node.block->span ? node.block->span : page_.span(node.begin, node.end);
  bool heading =
      node.name.size() == 2 && node.name[0] == 'h' && node.name[1] >= '1' && node.name[1] <= '6';
  bool only_text = node.children.empty() && node.content == Content::span;
  if (heading && only_text) {
    block.value = doc::Heading{level_of(node.name[1] - '0'), inlines_.parse(node.text)};
    out.push_back(std::move(block));
  } else if (node.name == "p" && only_text) {
    block.value = doc::Paragraph{is_blank(node.text) ? doc::Inlines{} : inlines_.parse(node.text)};
    out.push_back(std::move(block));
  } else if (std::find(std::begin(kContainers), std::end(kContainers), node.name) !=
             std::end(kContainers)) {
    doc::Container container;
    container.tag = node.name;
    container.children = content_of(node);
    block.value = std::move(container);
    out.push_back(std::move(block));
  } else {
    // Rows, cells and items are written between their tags.
    std::string open = "<" + node.name;
    for (const auto& [key, value] : node.attributes.items)
      open += " " + key + "=\"" + base::escape_html(value) + "\"";
    out.push_back({doc::RawBlock{open + ">"}, block.span, {}});
    doc::Blocks content = content_of(node);
    std::move(content.begin(), content.end(), std::back_inserter(out));
    out.push_back({doc::RawBlock{"</" + node.name + ">"}, {}, {}});
  }
}

void TreeBuilder::convert_figure(const Node& node, doc::Block& block) {
  doc::Figure figure;
  const Node* caption = nullptr;
  for (const auto& child : node.children)
    if (child->tag == Tag::caption) caption = child.get();
  Counter* counter = !caption || caption->name.empty()  ? nullptr
                     : caption->name == "table-caption" ? &tables_
                                                        : &figures_;
  int outer = counter ? counter->level : 0;
  block.value = std::move(figure);
  if (caption) number_caption(*caption, block);
  auto& made = std::get<doc::Figure>(block.value);
  doc::Blocks prefix = std::move(made.caption), children;
  for (const auto& child : node.children)
    if (child.get() != caption) add(*child, children);
  if (counter) counter->level = outer;
  doc::Blocks words;
  if (caption) words = content_of(*caption);
  auto& result = std::get<doc::Figure>(block.value);
  result.children = std::move(children);
  result.caption_first = caption && caption->marked;
  // The number is put into the caption's first paragraph.
  if (!prefix.empty() && !words.empty() &&
      std::holds_alternative<doc::Paragraph>(words.front().value)) {
    auto& into = std::get<doc::Paragraph>(words.front().value).children;
    auto& from = std::get<doc::Paragraph>(prefix.front().value).children;
    if (!into.empty()) from.push_back({doc::Text{" "}, {}, {}});
    into.insert(into.begin(), std::make_move_iterator(from.begin()),
                std::make_move_iterator(from.end()));
  } else if (!prefix.empty()) {
    words.insert(words.begin(), std::move(prefix.front()));
  }
  result.caption = std::move(words);
  widen(block, result.children);
  widen(block, result.caption);
}

}  // namespace kbuild::read::mkdocs
