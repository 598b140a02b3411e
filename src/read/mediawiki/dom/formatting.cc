// Formatting that crosses blocks: the list of active formatting elements and the adoption agency.
#include <algorithm>

#include "read/mediawiki/dom/builder.h"

namespace kbuild::read::mediawiki {

namespace {

/// Formatting elements that are opened again behind a block; more are forgotten, so that output
/// stays linear.
constexpr std::size_t kMaxFormatting = 24;

}  // namespace

void DomBuilder::push_formatting(int made, const Info& info, int element) {
  // "Noah's Ark clause" of the HTML standard: at most three equal elements.
  int alike = 0;
  for (std::size_t i = active_.size(); i > 0 && active_[i - 1].node >= 0; --i) {
    const DomNode& other = node(active_[i - 1].node);
    bool same = other.name == info.name && (other.element == element ||
                                            attributes_of(other.element) == attributes_of(element));
    if (same && ++alike == 3) {
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(i) - 1);
      break;
    }
  }
  std::size_t begin = active_.size();
  while (begin > 0 && active_[begin - 1].node >= 0) --begin;
  if (active_.size() - begin >= kMaxFormatting)
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(begin));
  active_.push_back({made, &info});
}

std::string DomBuilder::attributes_of(int element) const {
  std::string out;
  if (element < 0) return out;
  for (const html::HtmlAttribute& attribute :
       context_.elements[static_cast<std::size_t>(element)].attributes)
    out += attribute.name + '=' + attribute.value + '\n';
  return out;
}

bool DomBuilder::is_open(int wanted) const {
  return std::any_of(open_.begin(), open_.end(),
                     [&](const Open& open) { return open.node == wanted; });
}

void DomBuilder::reconstruct() {
  std::size_t at = active_.size();
  while (at > 0 && active_[at - 1].node >= 0 && !is_open(active_[at - 1].node)) --at;
  for (; at < active_.size(); ++at) {
    if (is_full(*active_[at].info)) return;
    push(*active_[at].info, node(active_[at].node).element);
    active_[at].node = open_.back().node;
  }
}

void DomBuilder::clear_to_marker() {
  while (!active_.empty()) {
    bool marker = active_.back().node < 0;
    active_.pop_back();
    if (marker) return;
  }
}

void DomBuilder::forget(int wanted) {
  std::erase_if(active_, [&](const Open& open) { return open.node == wanted; });
}

void DomBuilder::adopt(const Info& info) {
  if (open_.back().info->name == info.name &&
      std::none_of(active_.begin(), active_.end(),
                   [&](const Open& open) { return open.node == open_.back().node; })) {
    open_.pop_back();
    return;
  }
  for (int round = 0; round < 8; ++round) {
    std::size_t entry = active_.size();
    while (entry > 0 && active_[entry - 1].node >= 0 && active_[entry - 1].info->name != info.name)
      --entry;
    if (entry == 0 || active_[entry - 1].node < 0) return end_other(info);
    --entry;
    int formatting = active_[entry].node;
    std::size_t at = 0;
    for (std::size_t i = 1; i < open_.size(); ++i)
      if (open_[i].node == formatting) at = i;
    if (at == 0) return forget(formatting);
    bool scoped = true;
    for (std::size_t i = open_.size(); i > at + 1; --i)
      scoped = scoped && !(open_[i - 1].info->traits & kScopeEnd);
    if (!scoped) return;
    std::size_t furthest = 0;
    for (std::size_t i = at + 1; i < open_.size() && furthest == 0; ++i)
      if (open_[i].info->traits & kSpecialTag) furthest = i;
    if (furthest == 0) {
      close_from(at);
      return forget(formatting);
    }
    adopt_block(formatting, at, furthest);
  }
}

void DomBuilder::adopt_block(int formatting, std::size_t at, std::size_t furthest) {
  const Info& info = *open_[at].info;
  int block = open_[furthest].node;
  Open ancestor = open_[at - 1];
  // The position of the formatting element's replacement in the list of active ones.
  int bookmark = formatting;
  int last = block;
  int inner = 0;
  for (std::size_t i = furthest - 1; i > at; --i) {
    Open& open = open_[i];
    auto listed = std::find_if(active_.begin(), active_.end(),
                               [&](const Open& other) { return other.node == open.node; });
    if (++inner > 3 && listed != active_.end()) {
      active_.erase(listed);
      listed = active_.end();
    }
    if (listed == active_.end()) {
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      --furthest;
      continue;
    }
    int copy = make(*open.info, node(open.node).element);
    listed->node = copy;
    open.node = copy;
    if (last == block) bookmark = copy;
    insert_before(last, copy, -1);
    last = copy;
  }
  Place place = {ancestor.node, -1};
  if (ancestor.info->traits & kFosters) {
    bool fostering = fostering_;
    fostering_ = true;
    place = place_for(ancestor);
    fostering_ = fostering;
  }
  insert_before(last, place.parent, place.before);
  int copy = make(info, node(formatting).element);
  while (node(block).first >= 0) insert_before(node(block).first, copy, -1);
  insert_before(copy, block, -1);
  if (bookmark != formatting) forget(formatting);
  auto where = std::find_if(active_.begin(), active_.end(),
                            [&](const Open& other) { return other.node == bookmark; });
  if (bookmark == formatting) {
    if (where != active_.end()) where->node = copy;
  } else {
    active_.insert(where == active_.end() ? where : where + 1, {copy, &info});
  }
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  // Everything behind moved one place to the front.
  open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(furthest), {copy, &info});
}

}  // namespace kbuild::read::mediawiki
