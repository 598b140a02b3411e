// Handles start and end tags by insertion mode, as the HTML standard does; see builder.h.
#include <algorithm>

#include "read/mediawiki/dom/builder.h"

namespace kbuild::read::mediawiki {

void DomBuilder::start_tag(const Info& info, int element) {
  switch (mode_) {
    case Mode::body: return start_in_body(info, element);
    case Mode::table: return start_in_table(info, element);
    case Mode::caption:
      if (!(info.traits & kTablePart)) return start_in_body(info, element);
      if (close_caption()) start_tag(info, element);
      return;
    case Mode::table_body:
      if (info.name == "tr") {
        clear_to({"tbody"});
        push(info, element);
        mode_ = Mode::row;
      } else if (is_any(info, {"td", "th"})) {
        start_tag(find_info("tr"), -1);
        start_tag(info, element);
      } else if (info.traits & kTablePart) {
        if (close_table_body()) start_tag(info, element);
      } else {
        start_in_table(info, element);
      }
      return;
    case Mode::row:
      if (is_any(info, {"td", "th"})) {
        clear_to({"tr"});
        push(info, element);
        mode_ = Mode::cell;
        active_.push_back({-1, nullptr});
      } else if (info.traits & kTablePart) {
        if (close_row()) start_tag(info, element);
      } else {
        start_in_table(info, element);
      }
      return;
    case Mode::cell:
      if (!(info.traits & kTablePart)) return start_in_body(info, element);
      if (in_table_scope({"td", "th"})) {
        close_cell();
        start_tag(info, element);
      }
      return;
  }
}

void DomBuilder::start_in_table(const Info& info, int element) {
  if (info.name == "caption") {
    clear_to({"table"});
    active_.push_back({-1, nullptr});
    push(info, element);
    mode_ = Mode::caption;
  } else if (info.name == "tbody") {
    clear_to({"table"});
    push(info, element);
    mode_ = Mode::table_body;
  } else if (info.traits & kTablePart) {
    start_in_table(find_info("tbody"), -1);
    start_tag(info, element);
  } else if (info.name == "table") {
    if (!in_table_scope({"table"})) return;
    end_table();
    start_tag(info, element);
  } else {
    fostering_ = true;
    start_in_body(info, element);
    fostering_ = false;
  }
}

void DomBuilder::start_in_body(const Info& info, int element) {
  if (info.traits & kTablePart) return;
  if (is_full(info)) return;
  if (info.name == "li") {
    end_items({"li"});
    close_paragraph();
  } else if (is_any(info, {"dd", "dt"})) {
    end_items({"dd", "dt"});
    close_paragraph();
  } else if (info.traits & kBlock) {
    close_paragraph();
    if ((info.traits & kHeading) && (open_.back().info->traits & kHeading)) open_.pop_back();
    push(info, element);
    if (info.name == "table") mode_ = Mode::table;
    return;
  } else if (info.name == "a") {
    for (std::size_t i = active_.size(); i > 0 && active_[i - 1].node >= 0; --i)
      if (active_[i - 1].info->name == "a") {
        int other = active_[i - 1].node;
        adopt(info);
        forget(other);
        std::erase_if(open_, [&](const Open& open) { return open.node == other; });
        break;
      }
    reconstruct();
  } else if (is_any(info, {"rb", "rtc", "rp", "rt"})) {
    if (in_scope("ruby")) imply_ends(is_any(info, {"rp", "rt"}) ? "rtc" : "");
  } else {
    reconstruct();
  }
  push(info, element);
  if (info.traits & kFormatting) push_formatting(open_.back().node, info, element);
}

void DomBuilder::end_items(std::initializer_list<std::string_view> names) {
  for (std::size_t i = open_.size(); i > 1; --i) {
    const Info& info = *open_[i - 1].info;
    if (is_any(info, names)) return close_from(i - 1);
    if ((info.traits & kSpecialTag) && !is_any(info, {"div", "p"})) return;
  }
}

void DomBuilder::end_tag(const Info& info) {
  switch (mode_) {
    case Mode::body: return end_in_body(info);
    case Mode::table:
      if (info.name == "table") return end_table();
      break;
    case Mode::caption:
      if (info.name == "caption") {
        close_caption();
        return;
      }
      if (info.name == "table") {
        if (close_caption()) end_tag(info);
        return;
      }
      if (info.traits & kTablePart) return;
      return end_in_body(info);
    case Mode::table_body:
      if (info.name == "tbody") {
        close_table_body();
        return;
      }
      if (info.name == "table") {
        if (close_table_body()) end_tag(info);
        return;
      }
      break;
    case Mode::row:
      if (info.name == "tr") {
        close_row();
        return;
      }
      if (is_any(info, {"table", "tbody"})) {
        if (in_table_scope({info.name}) && close_row()) end_tag(info);
        return;
      }
      break;
    case Mode::cell:
      if (is_any(info, {"td", "th"})) {
        if (in_table_scope({info.name})) close_cell();
        return;
      }
      if (is_any(info, {"table", "tbody", "tr"})) {
        if (!in_table_scope({info.name})) return;
        close_cell();
        return end_tag(info);
      }
      if (info.traits & kTablePart) return;
      return end_in_body(info);
  }
  if (info.traits & kTablePart) return;
  fostering_ = true;
  end_in_body(info);
  fostering_ = false;
}

void DomBuilder::end_in_body(const Info& info) {
  if (info.traits & kEmpty) return;
  if (info.traits & kFormatting) return adopt(info);
  if (info.traits & kHeading) {
    for (std::size_t i = open_.size(); i > 1; --i) {
      if (open_[i - 1].info->traits & kHeading) return close_from(i - 1);
      if (open_[i - 1].info->traits & kScopeEnd) return;
    }
    return;
  }
  // As browsers do, an end of a paragraph that is not open leaves an empty one.
  if (info.name == "p" && !in_scope("p")) push(info, -1);
  if ((info.traits & kBlock) || is_any(info, {"li", "dd", "dt"})) {
    if (std::size_t at = in_scope(info.name)) close_from(at);
    return;
  }
  end_other(info);
}

void DomBuilder::end_other(const Info& info) {
  for (std::size_t i = open_.size(); i > 1; --i) {
    if (open_[i - 1].info->name == info.name) return close_from(i - 1);
    if (open_[i - 1].info->traits & kSpecialTag) return;
  }
}

void DomBuilder::reset_mode() {
  mode_ = Mode::body;
  for (std::size_t i = open_.size(); i > 1; --i) {
    std::string_view name = open_[i - 1].info->name;
    if (name == "td" || name == "th") mode_ = Mode::cell;
    if (name == "tr") mode_ = Mode::row;
    if (name == "tbody") mode_ = Mode::table_body;
    if (name == "caption") mode_ = Mode::caption;
    if (name == "table") mode_ = Mode::table;
    if (mode_ != Mode::body) return;
  }
}

void DomBuilder::end_table() {
  std::size_t at = in_table_scope({"table"});
  if (!at) return;
  close_from(at);
  reset_mode();
}

bool DomBuilder::close_caption() {
  std::size_t at = in_table_scope({"caption"});
  if (!at) return false;
  close_from(at);
  clear_to_marker();
  mode_ = Mode::table;
  return true;
}

bool DomBuilder::close_table_body() {
  std::size_t at = in_table_scope({"tbody"});
  if (!at) return false;
  close_from(at);
  mode_ = Mode::table;
  return true;
}

bool DomBuilder::close_row() {
  std::size_t at = in_table_scope({"tr"});
  if (!at) return false;
  close_from(at);
  mode_ = Mode::table_body;
  return true;
}

void DomBuilder::close_cell() {
  if (std::size_t at = in_table_scope({"td", "th"})) close_from(at);
  clear_to_marker();
  mode_ = Mode::row;
}

}  // namespace kbuild::read::mediawiki
