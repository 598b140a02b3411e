// Nodes, the stack of open elements and text; see dom.h.
#include "read/mediawiki/dom/dom.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "read/mediawiki/dom/builder.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr std::size_t kMaxDepth = 250;
constexpr int kMaxTextDepth = 10;

}  // namespace

void DomBuilder::read(const WikiText& text, int depth) {
  std::string_view view = text.view();
  for (std::size_t at = 0; at < view.size();) {
    std::size_t angle = std::min(view.find('<', at), view.size());
    if (angle > at) add_text(text, at, angle);
    if (angle == view.size()) break;
    TagMark mark = read_mark(view, angle);
    at = mark.end;
    if (mark.name == "x-text")
      read_aside(mark, depth);
    else if (mark.closing)
      end_tag(find_info(mark.name));
    else
      start_tag(find_info(mark.name), mark.element);
  }
}

Dom DomBuilder::take() {
  return std::move(dom_);
}

void DomBuilder::read_aside(const TagMark& mark, int depth) {
  if (mark.element < 0 || depth >= kMaxTextDepth) return;
  const std::string& digits =
      context_.elements[static_cast<std::size_t>(mark.element)].attributes[0].value;
  std::size_t index = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), index);
  read(context_.texts[index], depth + 1);
}

DomNode& DomBuilder::node(int index) {
  return dom_.nodes[static_cast<std::size_t>(index)];
}

int DomBuilder::make(const Info& info, int element) {
  DomNode made;
  made.name = info.name;
  made.element = element;
  dom_.nodes.push_back(made);
  return static_cast<int>(dom_.nodes.size()) - 1;
}

void DomBuilder::unlink(int child) {
  DomNode& it = node(child);
  if (it.parent < 0) return;
  if (it.previous >= 0)
    node(it.previous).next = it.next;
  else
    node(it.parent).first = it.next;
  if (it.next >= 0)
    node(it.next).previous = it.previous;
  else
    node(it.parent).last = it.previous;
  it.parent = it.next = it.previous = -1;
}

void DomBuilder::insert_before(int child, int parent, int before) {
  unlink(child);
  DomNode& it = node(child);
  it.parent = parent;
  it.next = before;
  it.previous = before >= 0 ? node(before).previous : node(parent).last;
  if (it.previous >= 0)
    node(it.previous).next = child;
  else
    node(parent).first = child;
  if (before >= 0)
    node(before).previous = child;
  else
    node(parent).last = child;
}

DomBuilder::Place DomBuilder::place_for(const Open& target) {
  if (!fostering_ || !(target.info->traits & kFosters)) return {target.node, -1};
  for (std::size_t i = open_.size(); i > 0; --i) {
    if (open_[i - 1].info->name != "table") continue;
    int table = open_[i - 1].node, parent = node(table).parent;
    if (parent >= 0) return {parent, table};
    return {open_[i - 2].node, -1};
  }
  return {0, -1};
}

void DomBuilder::push(const Info& info, int element) {
  Place place = place_for(open_.back());
  int made = make(info, element);
  insert_before(made, place.parent, place.before);
  if (info.traits & kEmpty) return;
  open_.push_back({made, &info});
}

bool DomBuilder::is_full(const Info& info) {
  if (open_.size() < kMaxDepth || (info.traits & kEmpty)) return false;
  dom_.too_deep = true;
  return true;
}

bool DomBuilder::is_any(const Info& info, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), info.name) != names.end();
}

std::size_t DomBuilder::in_scope(std::string_view name) const {
  for (std::size_t i = open_.size(); i > 1; --i) {
    const Info& info = *open_[i - 1].info;
    if (info.name == name) return i - 1;
    if ((info.traits & kScopeEnd) || (name == "li" && is_any(info, {"ul", "ol"}))) return 0;
  }
  return 0;
}

std::size_t DomBuilder::in_table_scope(std::initializer_list<std::string_view> names) const {
  for (std::size_t i = open_.size(); i > 1; --i) {
    if (is_any(*open_[i - 1].info, names)) return i - 1;
    if (open_[i - 1].info->name == "table") return 0;
  }
  return 0;
}

void DomBuilder::imply_ends(std::string_view except) {
  while (open_.size() > 1 && (open_.back().info->traits & kImplied) &&
         open_.back().info->name != except)
    open_.pop_back();
}

void DomBuilder::close_from(std::size_t index) {
  open_.resize(std::max<std::size_t>(index, 1));
}

void DomBuilder::close_paragraph() {
  if (std::size_t at = in_scope("p")) close_from(at);
}

void DomBuilder::clear_to(std::initializer_list<std::string_view> names) {
  while (open_.size() > 1 && !is_any(*open_.back().info, names)) open_.pop_back();
}

void DomBuilder::add_text(const WikiText& text, std::size_t begin, std::size_t end) {
  bool blank = base::trim(text.view().substr(begin, end - begin)).empty();
  if (mode_ == Mode::table || mode_ == Mode::table_body || mode_ == Mode::row) {
    if (blank) return insert_text(text, begin, end);
    fostering_ = true;
    reconstruct();
    insert_text(text, begin, end);
    fostering_ = false;
    return;
  }
  reconstruct();
  insert_text(text, begin, end);
}

void DomBuilder::insert_text(const WikiText& text, std::size_t begin, std::size_t end) {
  Place place = place_for(open_.back());
  int made = make({"", 0}, -1);
  node(made).text = &text;
  node(made).begin = begin;
  node(made).end = end;
  insert_before(made, place.parent, place.before);
}

Dom build_dom(const WikiText& text, const Context& context) {
  DomBuilder builder(context);
  builder.read(text, 0);
  return builder.take();
}

}  // namespace kbuild::read::mediawiki
