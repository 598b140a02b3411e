// Lists of all kinds, with the grid of four columns that nesting goes by. Rules:
// ListIndentProcessor, OListProcessor and UListProcessor of markdown/blockprocessors.py;
// extensions/def_list.py.
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs/blocks.h"

namespace kbuild::read::mkdocs {

namespace {

/// A line that begins an item.
struct ItemMark {
  Tag kind = Tag::bullet_list;
  std::size_t content = 0;
};

/// ((\d+\.)|[*+-])[ ]+(.*) behind `from` to `to` blanks.
std::optional<ItemMark> match_item(std::string_view line, std::size_t from, std::size_t to) {
  std::size_t at = indentation(line);
  if (at < from || at > to || at >= line.size()) return std::nullopt;
  ItemMark mark;
  if (base::is_digit(line[at])) {
    while (at < line.size() && base::is_digit(line[at])) ++at;
    if (at >= line.size() || line[at] != '.') return std::nullopt;
    mark.kind = Tag::ordered_list;
  } else if (line[at] != '*' && line[at] != '+' && line[at] != '-') {
    return std::nullopt;
  }
  ++at;
  mark.content = at;
  while (mark.content < line.size() && line[mark.content] == ' ') ++mark.content;
  return mark.content == at ? std::nullopt : std::optional(mark);
}

bool is_list(const Node& node) {
  return node.is({Tag::bullet_list, Tag::ordered_list});
}

}  // namespace

bool BlockParser::read_list_indent(Node& parent, Queue& blocks) {
  return read_indent(parent, blocks, Reach::lists);
}

bool BlockParser::read_definition_indent(Node& parent, Queue& blocks) {
  return page_.on.def_list && read_indent(parent, blocks, Reach::definitions);
}

bool BlockParser::read_indent(Node& parent, Queue& blocks, Reach reach) {
  bool definitions = reach == Reach::definitions;
  auto is_item = [&](const Node& node) {
    return node.tag == Tag::item || (definitions && node.tag == Tag::definition);
  };
  auto is_any_list = [&](const Node& node) {
    return is_list(node) || (definitions && node.tag == Tag::definition_list);
  };
  const std::size_t tab = definitions ? kTab : page_.on.list_indent;
  if (!indented(blocks.front().front(), tab) || in(State::detabbed)) return false;
  if (!is_item(parent) && !(parent.last() && is_any_list(*parent.last()))) return false;

  LineRange range = blocks.pop();
  // The list that the indentation reaches: items of a tight list are one level deeper already.
  std::size_t wanted = indentation(range.front()) / tab, level = in(State::list) ? 1 : 0;
  Node* sibling = &parent;
  while (wanted > level) {
    Node* child = sibling->last();
    if (!child || (!is_any_list(*child) && !is_item(*child))) break;
    if (is_any_list(*child)) ++level;
    sibling = child;
  }
  extend(*sibling, range);
  Lines block = loose_detab(range, level * tab);

  states_.push_back(State::detabbed);
  if (is_item(parent)) {
    // An indented list whose first item was read before this point.
    parse(parent.last() && is_any_list(*parent.last()) ? *parent.last() : parent, std::move(block));
  } else if (is_item(*sibling)) {
    parse(*sibling, std::move(block));
  } else if (sibling->last() && is_item(*sibling->last())) {
    Node& item = *sibling->last();
    wrap_text(item);
    parse_chunk(item, std::move(block));
  } else {
    parse(sibling->add(definitions ? Tag::definition : Tag::item), std::move(block));
  }
  states_.pop_back();
  return true;
}

bool BlockParser::read_ordered_list(Node& parent, Queue& blocks) {
  return read_list(parent, blocks, Tag::ordered_list);
}

bool BlockParser::read_bullet_list(Node& parent, Queue& blocks) {
  return read_list(parent, blocks, Tag::bullet_list);
}

std::vector<BlockParser::ItemLines> BlockParser::list_items(const LineRange& block,
                                                            Tag kind) const {
  const std::size_t tab = page_.on.list_indent;
  std::vector<ItemLines> items;
  for (std::string_view line : block) {
    std::optional<ItemMark> mark = match_item(line, 0, tab - 1);
    if (mark && page_.on.sane_lists && mark->kind != kind) mark.reset();
    if (mark) {
      items.push_back({{line.substr(mark->content)}, line});
    } else if (match_item(line, tab, 2 * tab - 1) && !indented(items.back().lines.front(), tab)) {
      items.push_back({{line}, line});
    } else {
      items.back().lines.push_back(line);
    }
  }
  return items;
}

bool BlockParser::read_list(Node& parent, Queue& blocks, Tag kind) {
  const std::size_t tab = page_.on.list_indent;
  std::optional<ItemMark> mark = match_item(blocks.front().front(), 0, tab - 1);
  if (!mark || mark->kind != kind) return false;
  LineRange block = blocks.pop();
  std::vector<ItemLines> items = list_items(block, kind);
  Node* sibling = parent.last();
  Node* list = nullptr;
  std::size_t next = 0;
  if (sibling && (page_.on.sane_lists ? sibling->tag == kind : is_list(*sibling))) {
    list = sibling;
    if (Node* last = list->last()) {
      wrap_text(*last);
      // Text behind the item's last child, such as a heading without a blank line after it.
      if (Node* child = last->last(); child && !is_blank(child->tail)) {
        Lines tail = std::move(child->tail);
        child->tail.clear();
        Node& paragraph = last->add(Tag::paragraph);
        extend(paragraph, tail);
        tail.front() = base::trim_left(tail.front());
        paragraph.text = std::move(tail);
      }
    }
    Node& item = list->add(Tag::item);
    extend(item, items.front().first);
    extend(item, items.front().lines);
    states_.push_back(State::loose_list);
    parse(item, std::move(items.front().lines));
    states_.pop_back();
    next = 1;
  } else if (is_list(parent)) {
    list = &parent;
  } else {
    list = &parent.add(kind);
    if (page_.on.sane_lists && kind == Tag::ordered_list) {
      std::string_view digits = base::trim_left(block.front());
      list->level = static_cast<int>(
          base::parse_integer(digits.substr(0, std::min<std::size_t>(digits.find('.'), 9)))
              .value_or(1));
    }
  }
  extend(*list, block);
  states_.push_back(State::list);
  for (; next < items.size(); ++next) {
    bool nested = indented(items[next].lines.front(), tab) && list->last();
    Node& item = nested ? *list->last() : list->add(Tag::item);
    extend(item, items[next].first);
    extend(item, items[next].lines);
    parse(item, std::move(items[next].lines));
  }
  states_.pop_back();
  return true;
}

// (^|\n)[ ]{0,3}:[ ]{1,3}(.*?)(\n|$)
bool BlockParser::read_definition(Node& parent, Queue& blocks) {
  if (!page_.on.def_list) return false;
  const LineRange& front = blocks.front();
  auto content_of = [](std::string_view line) -> std::size_t {
    std::size_t at = indentation(line);
    if (at >= kTab || at + 1 >= line.size() || line[at] != ':' || line[at + 1] != ' ') return 0;
    std::size_t end = at + 1;
    while (end < line.size() && line[end] == ' ' && end < at + 4) ++end;
    return end;
  };
  std::size_t at =
      front.find(Search::definition, 0, [&](std::size_t i) { return content_of(front[i]) > 0; });
  if (at == front.size()) return false;
  Node* sibling = parent.last();
  if (!sibling && is_blank(front.before(at))) return false;

  LineRange block = blocks.pop();
  Lines terms;
  for (std::string_view term : block.before(at))
    if (!is_blank(term)) terms.push_back(base::trim(term));
  Lines definition = {block[at].substr(content_of(block[at]))};
  LineRange after = block.from(at + 1), rest;
  bool lazy = !after.empty() && indentation(after.front()) < kTab && !is_blank(after.front()) &&
              after.front()[indentation(after.front())] != ':';
  if (lazy) {
    definition.insert(definition.end(), after.begin(), after.end());
  } else {
    Detabbed detabbed = detab(after);
    definition.insert(definition.end(), detabbed.block.begin(), detabbed.block.end());
    rest = detabbed.rest;
  }
  State state = State::list;
  if (terms.empty() && sibling->tag == Tag::paragraph) {
    // The paragraph before holds the terms.
    state = State::loose_list;
    terms = std::move(sibling->text);
    parent.children.pop_back();
    sibling = parent.last();
  }
  Node* list = sibling && sibling->tag == Tag::definition_list ? sibling : nullptr;
  if (list && terms.empty() && list->last() && list->last()->tag == Tag::definition &&
      list->last()->last())
    state = State::loose_list;
  if (!list) list = &parent.add(Tag::definition_list);
  for (std::string_view term : terms) {
    Node& node = list->add(Tag::term);
    node.text = {base::trim(term)};
    extend(node, term);
    extend(*list, term);
  }
  Node& node = list->add(Tag::definition);
  extend(node, definition);
  extend(*list, block[at]);
  states_.push_back(state);
  parse(node, std::move(definition));
  states_.pop_back();
  if (!rest.empty()) blocks.push(rest);
  return true;
}

}  // namespace kbuild::read::mkdocs
