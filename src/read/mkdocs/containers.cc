// Blocks opened by a line and continued by indentation: admonitions, details and tabs. Rules:
// extensions/admonition.py, pymdownx/details.py and pymdownx/tabbed.py.
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs/blocks.h"

namespace kbuild::read::mkdocs {

namespace {

/// The opening line of a container.
struct ContainerOpening {
  /// Lower case, separated by one blank.
  std::string classes;
  std::optional<std::string_view> title;
  /// '+' and '!' behind the marks.
  bool plus = false;
  bool exclamation = false;
};

bool is_class_char(char c) {
  return base::is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// Reads words up to a quotation mark or the line's end.
std::string read_classes(std::string_view& rest) {
  std::string classes;
  for (;;) {
    std::string_view next = rest.substr(indentation(rest));
    std::size_t end = 0;
    while (end < next.size() && is_class_char(next[end])) ++end;
    if (end == 0 || (!classes.empty() && next.size() == rest.size())) return classes;
    if (!classes.empty()) classes += ' ';
    classes += base::to_lower(next.substr(0, end));
    rest = next.substr(end);
  }
}

/// ( +"title")? *$
bool read_title(std::string_view rest, std::optional<std::string_view>& title) {
  std::string_view trimmed = rest;
  while (trimmed.ends_with(' ')) trimmed.remove_suffix(1);
  if (trimmed.empty()) return true;
  std::size_t at = indentation(trimmed);
  if (at == 0 || trimmed.size() < at + 2 || trimmed[at] != '"' || trimmed.back() != '"')
    return false;
  title = trimmed.substr(at + 1, trimmed.size() - at - 2);
  return true;
}

// !!! ?([\w\-]+(?: +[\w\-]+)*)(?: +"(.*?)")? *
std::optional<ContainerOpening> match_admonition(std::string_view line) {
  if (!line.starts_with("!!!")) return std::nullopt;
  ContainerOpening opening;
  std::string_view rest = line.substr(3);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  if (rest.empty() || !is_class_char(rest[0])) return std::nullopt;
  opening.classes = read_classes(rest);
  if (!read_title(rest, opening.title)) return std::nullopt;
  return opening;
}

// \?{3}(\+)? ?(?:([\w\-]+(?: +[\w\-]+)*?)?(?: +"(.*?)")|([\w\-]+(?: +[\w\-]+)*?)) *
std::optional<ContainerOpening> match_details(std::string_view line) {
  if (!line.starts_with("???")) return std::nullopt;
  ContainerOpening opening;
  std::string_view rest = line.substr(3);
  if (rest.starts_with('+')) {
    opening.plus = true;
    rest.remove_prefix(1);
  }
  std::string_view behind = rest;
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.empty() && is_class_char(rest[0])) {
    opening.classes = read_classes(rest);
    behind = rest;
  }
  if (!read_title(behind, opening.title) || (!opening.title && opening.classes.empty()))
    return std::nullopt;
  return opening;
}

// ={3}(\+|!|!\+|\+!)? +"(.*?)" *
std::optional<ContainerOpening> match_tab(std::string_view line) {
  if (!line.starts_with("===")) return std::nullopt;
  ContainerOpening opening;
  std::string_view rest = line.substr(3);
  for (int i = 0; i < 2 && !rest.empty(); ++i) {
    if (rest[0] == '!' && !opening.exclamation)
      opening.exclamation = true;
    else if (rest[0] == '+' && !opening.plus)
      opening.plus = true;
    else
      break;
    rest.remove_prefix(1);
  }
  if (!read_title(rest, opening.title) || !opening.title) return std::nullopt;
  return opening;
}

template <class Match>
std::size_t find_opening(const LineRange& lines, Search search, char first, Match match) {
  return lines.find(search, 0, [&](std::size_t i) {
    return lines[i].size() > 3 && lines[i][0] == first && match(lines[i]);
  });
}

/// First class the type, the others classes.
void set_type(Node& node, const ContainerOpening& opening) {
  std::size_t end = std::min(opening.classes.find(' '), opening.classes.size());
  node.name = opening.classes.substr(0, end);
  if (end < opening.classes.size())
    node.attributes.add_class(std::string_view(opening.classes).substr(end + 1));
  if (opening.title) node.title = opening.title->empty() ? Lines{} : Lines{*opening.title};
}

}  // namespace

void BlockParser::read_container_body(Node& node, Queue& blocks, const LineRange& block,
                                      std::size_t first) {
  extend(node, block[first]);
  Detabbed body = detab(block.from(first + 1));
  extend(node, body.block);
  parse_chunk(node, std::move(body.block));
  if (!body.rest.empty()) blocks.push(body.rest);
}

/// A block indented below a container that is the last element; below a list in it, where it is
/// indented enough.
bool BlockParser::continue_container(Node& parent, Queue& blocks, Tag kind) {
  const LineRange& front = blocks.front();
  if (!indented(front.front(), kTab)) return false;
  Node* sibling = parent.last();
  if (!sibling || sibling->tag != kind) return false;
  if (kind == Tag::tab_set) sibling = sibling->last();
  if (!sibling) return false;
  std::size_t indent = 0, available = indentation(front.front());
  std::vector<Node*> passed = {parent.last(), sibling};
  for (Node* child = sibling->last(); child && available >= indent + 2 * kTab;) {
    if (!child->is({Tag::bullet_list, Tag::ordered_list, Tag::definition_list}) || !child->last())
      break;
    passed.push_back(child);
    sibling = child->last();
    passed.push_back(sibling);
    indent += kTab;
    child = sibling->last();
  }
  Detabbed body = detab(blocks.pop(), indent + kTab);
  if (sibling->is({Tag::item, Tag::definition})) wrap_text(*sibling);
  for (Node* node : passed) extend(*node, body.block);
  parse_chunk(*sibling, std::move(body.block));
  if (!body.rest.empty()) blocks.push(body.rest);
  return true;
}

bool BlockParser::read_admonition(Node& parent, Queue& blocks) {
  if (!page_.on.admonition) return false;
  std::size_t at = find_opening(blocks.front(), Search::admonition, '!', match_admonition);
  if (at == blocks.front().size()) return continue_container(parent, blocks, Tag::admonition);
  LineRange block = blocks.pop();
  if (at > 0) parse(parent, block.before(at));
  Node& node = parent.add(Tag::admonition);
  set_type(node, *match_admonition(block[at]));
  read_container_body(node, blocks, block, at);
  return true;
}

bool BlockParser::read_details(Node& parent, Queue& blocks) {
  if (!page_.on.details) return false;
  std::size_t at = find_opening(blocks.front(), Search::details, '?', match_details);
  if (at == blocks.front().size()) return continue_container(parent, blocks, Tag::details);
  LineRange block = blocks.pop();
  if (at > 0) parse(parent, block.before(at));
  Node& node = parent.add(Tag::details);
  ContainerOpening opening = *match_details(block[at]);
  set_type(node, opening);
  node.marked = opening.plus;
  read_container_body(node, blocks, block, at);
  return true;
}

bool BlockParser::read_tab(Node& parent, Queue& blocks) {
  if (!page_.on.tabbed) return false;
  std::size_t at = find_opening(blocks.front(), Search::tab, '=', match_tab);
  if (at == blocks.front().size()) return continue_container(parent, blocks, Tag::tab_set);
  LineRange block = blocks.pop();
  if (at > 0) parse(parent, block.before(at));
  ContainerOpening opening = *match_tab(block[at]);
  Node* set = parent.last();
  if (!set || set->tag != Tag::tab_set || opening.exclamation) set = &parent.add(Tag::tab_set);
  Node& node = set->add(Tag::tab);
  node.title = Lines{*opening.title};
  node.marked = opening.plus;
  read_container_body(node, blocks, block, at);
  if (node.begin != kNowhere) {
    set->begin = set->begin == kNowhere ? node.begin : std::min(set->begin, node.begin);
    set->end = set->end == kNowhere ? node.end : std::max(set->end, node.end);
  }
  return true;
}

}  // namespace kbuild::read::mkdocs
