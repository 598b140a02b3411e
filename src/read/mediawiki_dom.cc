// Builds the tree of elements; see mediawiki_dom.h. The names of steps are those of the HTML
// standard.
#include "read/mediawiki_dom.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "base/text.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr std::size_t kMaximumDepth = 250;
/// Formatting elements that are opened again behind a block; more are forgotten, so that output
/// stays linear.
constexpr std::size_t kMaximumFormatting = 24;
constexpr int kMaximumTextDepth = 10;

/// What the algorithm asks of an element; bits.
enum Trait : std::uint16_t {
  kFormatting = 1,
  kSpecial = 2,
  /// Its start tag ends a <p>, its end tag closes what is inside.
  kBlock = 4,
  kHeading = 8,
  kEmpty = 16,
  kScopeEnd = 32,
  /// Its end is implied by others.
  kImplied = 64,
  kTablePart = 128,
  /// Text does not belong directly into it.
  kFosters = 256,
};

struct Info {
  std::string_view name;
  std::uint16_t traits;
};

// Sorted by name.
constexpr Info kElements[] = {
    {"a", kFormatting},
    {"abbr", 0},
    {"b", kFormatting},
    {"bdi", 0},
    {"bdo", 0},
    {"big", kFormatting},
    {"blockquote", kSpecial | kBlock},
    {"br", kSpecial | kEmpty},
    {"caption", kSpecial | kTablePart | kScopeEnd},
    {"center", kSpecial | kBlock},
    {"cite", 0},
    {"code", kFormatting},
    {"data", 0},
    {"dd", kSpecial | kImplied},
    {"del", 0},
    {"dfn", 0},
    {"div", kSpecial | kBlock},
    {"dl", kSpecial | kBlock},
    {"dt", kSpecial | kImplied},
    {"em", kFormatting},
    {"figcaption", kSpecial | kBlock},
    {"figure", kSpecial | kBlock},
    {"font", kFormatting},
    {"h1", kSpecial | kBlock | kHeading},
    {"h2", kSpecial | kBlock | kHeading},
    {"h3", kSpecial | kBlock | kHeading},
    {"h4", kSpecial | kBlock | kHeading},
    {"h5", kSpecial | kBlock | kHeading},
    {"h6", kSpecial | kBlock | kHeading},
    {"hr", kSpecial | kBlock | kEmpty},
    {"i", kFormatting},
    {"ins", 0},
    {"kbd", 0},
    {"li", kSpecial | kImplied},
    {"mark", 0},
    {"ol", kSpecial | kBlock},
    {"p", kSpecial | kBlock | kImplied},
    {"pre", kSpecial | kBlock},
    {"q", 0},
    {"rb", kImplied},
    {"rp", kImplied},
    {"rt", kImplied},
    {"rtc", kImplied},
    {"ruby", 0},
    {"s", kFormatting},
    {"samp", 0},
    {"small", kFormatting},
    {"span", 0},
    {"strike", kFormatting},
    {"strong", kFormatting},
    {"sub", 0},
    {"sup", 0},
    {"table", kSpecial | kBlock | kScopeEnd | kFosters},
    {"tbody", kSpecial | kTablePart | kFosters},
    {"td", kSpecial | kTablePart | kScopeEnd},
    {"th", kSpecial | kTablePart | kScopeEnd},
    {"time", 0},
    {"tr", kSpecial | kTablePart | kFosters},
    {"tt", kFormatting},
    {"u", kFormatting},
    {"ul", kSpecial | kBlock},
    {"var", 0},
    {"wbr", kSpecial | kEmpty},
    {"x-block", kSpecial | kBlock | kEmpty},
    {"x-inline", kEmpty},
    {"x-text", kEmpty},
};

constexpr Info kUnknown = {"span", 0};

const Info& find_info(std::string_view name) {
  auto found =
      std::lower_bound(std::begin(kElements), std::end(kElements), name,
                       [](const Info& row, std::string_view wanted) { return row.name < wanted; });
  return found != std::end(kElements) && found->name == name ? *found : kUnknown;
}

enum class Mode { body, table, caption, table_body, row, cell };

class Builder {
 public:
  explicit Builder(const Context& context) : context_(context) {
    dom_.nodes.emplace_back();
    open_.push_back({0, &kUnknown});
  }

  void read(const WikiText& text, int depth) {
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

  Dom take() { return std::move(dom_); }

 private:
  struct Open {
    int node;
    const Info* info;
  };

  void read_aside(const TagMark& mark, int depth) {
    if (mark.element < 0 || depth >= kMaximumTextDepth) return;
    const std::string& digits =
        context_.elements[static_cast<std::size_t>(mark.element)].attributes[0].value;
    std::size_t index = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), index);
    read(context_.texts[index], depth + 1);
  }

  // ---- Nodes

  DomNode& node(int index) { return dom_.nodes[static_cast<std::size_t>(index)]; }

  int make(const Info& info, int element) {
    DomNode made;
    made.name = info.name;
    made.element = element;
    dom_.nodes.push_back(made);
    return static_cast<int>(dom_.nodes.size()) - 1;
  }
  void unlink(int child) {
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
  void insert_before(int child, int parent, int before) {
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

  /// The appropriate place for inserting a node below `target`.
  struct Place {
    int parent;
    int before;
  };
  Place place_for(const Open& target) {
    if (!fostering_ || !(target.info->traits & kFosters)) return {target.node, -1};
    for (std::size_t i = open_.size(); i > 0; --i) {
      if (open_[i - 1].info->name != "table") continue;
      int table = open_[i - 1].node, parent = node(table).parent;
      if (parent >= 0) return {parent, table};
      return {open_[i - 2].node, -1};
    }
    return {0, -1};
  }

  void push(const Info& info, int element) {
    Place place = place_for(open_.back());
    int made = make(info, element);
    insert_before(made, place.parent, place.before);
    if (info.traits & kEmpty) return;
    open_.push_back({made, &info});
  }

  bool is_full(const Info& info) {
    if (open_.size() < kMaximumDepth || (info.traits & kEmpty)) return false;
    dom_.too_deep = true;
    return true;
  }

  // ---- The stack of open elements

  static bool is_any(const Info& info, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), info.name) != names.end();
  }

  /// Index in the stack of an element in scope, 0 where there is none. Lists bound the scope of
  /// <li>.
  std::size_t in_scope(std::string_view name, bool lists_bound = false) const {
    for (std::size_t i = open_.size(); i > 1; --i) {
      const Info& info = *open_[i - 1].info;
      if (info.name == name) return i - 1;
      if ((info.traits & kScopeEnd) || (lists_bound && is_any(info, {"ul", "ol"}))) return 0;
    }
    return 0;
  }
  std::size_t in_table_scope(std::initializer_list<std::string_view> names) const {
    for (std::size_t i = open_.size(); i > 1; --i) {
      if (is_any(*open_[i - 1].info, names)) return i - 1;
      if (open_[i - 1].info->name == "table") return 0;
    }
    return 0;
  }
  void imply_ends(std::string_view except = {}) {
    while (open_.size() > 1 && (open_.back().info->traits & kImplied) &&
           open_.back().info->name != except)
      open_.pop_back();
  }
  void close_from(std::size_t index) { open_.resize(std::max<std::size_t>(index, 1)); }
  void close_paragraph() {
    if (std::size_t at = in_scope("p")) close_from(at);
  }
  void clear_to(std::initializer_list<std::string_view> names) {
    while (open_.size() > 1 && !is_any(*open_.back().info, names)) open_.pop_back();
  }

  // ---- The list of active formatting elements; node -1 is a marker

  void push_formatting(int made, const Info& info, int element) {
    // Noah's Ark: at most three alike.
    int alike = 0;
    for (std::size_t i = active_.size(); i > 0 && active_[i - 1].node >= 0; --i) {
      const DomNode& other = node(active_[i - 1].node);
      bool same =
          other.name == info.name &&
          (other.element == element || attributes_of(other.element) == attributes_of(element));
      if (same && ++alike == 3) {
        active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(i) - 1);
        break;
      }
    }
    std::size_t begin = active_.size();
    while (begin > 0 && active_[begin - 1].node >= 0) --begin;
    if (active_.size() - begin >= kMaximumFormatting)
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(begin));
    active_.push_back({made, &info});
  }
  std::string attributes_of(int element) const {
    std::string out;
    if (element < 0) return out;
    for (const HtmlAttribute& attribute :
         context_.elements[static_cast<std::size_t>(element)].attributes)
      out += attribute.name + '=' + attribute.value + '\n';
    return out;
  }
  bool is_open(int wanted) const {
    return std::any_of(open_.begin(), open_.end(),
                       [&](const Open& open) { return open.node == wanted; });
  }
  void reconstruct() {
    std::size_t at = active_.size();
    while (at > 0 && active_[at - 1].node >= 0 && !is_open(active_[at - 1].node)) --at;
    for (; at < active_.size(); ++at) {
      if (is_full(*active_[at].info)) return;
      push(*active_[at].info, node(active_[at].node).element);
      active_[at].node = open_.back().node;
    }
  }
  void clear_to_marker() {
    while (!active_.empty()) {
      bool marker = active_.back().node < 0;
      active_.pop_back();
      if (marker) return;
    }
  }
  void forget(int wanted) {
    std::erase_if(active_, [&](const Open& open) { return open.node == wanted; });
  }

  /// The adoption agency: ends a formatting element that may cross blocks.
  void adopt(const Info& info) {
    if (open_.back().info->name == info.name &&
        std::none_of(active_.begin(), active_.end(),
                     [&](const Open& open) { return open.node == open_.back().node; })) {
      open_.pop_back();
      return;
    }
    for (int round = 0; round < 8; ++round) {
      std::size_t entry = active_.size();
      while (entry > 0 && active_[entry - 1].node >= 0 &&
             active_[entry - 1].info->name != info.name)
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
        if (open_[i].info->traits & kSpecial) furthest = i;
      if (furthest == 0) {
        close_from(at);
        return forget(formatting);
      }
      adopt_block(formatting, at, furthest);
    }
  }

  void adopt_block(int formatting, std::size_t at, std::size_t furthest) {
    const Info& info = *open_[at].info;
    int block = open_[furthest].node;
    Open ancestor = open_[at - 1];
    // Where the formatting element's successor goes in the list of active ones.
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

  // ---- Text

  void add_text(const WikiText& text, std::size_t begin, std::size_t end) {
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
  void insert_text(const WikiText& text, std::size_t begin, std::size_t end) {
    Place place = place_for(open_.back());
    int made = make({"", 0}, -1);
    node(made).text = &text;
    node(made).begin = begin;
    node(made).end = end;
    insert_before(made, place.parent, place.before);
  }

  // ---- Start tags

  void start_tag(const Info& info, int element) {
    switch (mode_) {
      case Mode::body:
        return start_in_body(info, element);
      case Mode::table:
        return start_in_table(info, element);
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

  void start_in_table(const Info& info, int element) {
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

  void start_in_body(const Info& info, int element) {
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

  /// Ends an open item of the same list.
  void end_items(std::initializer_list<std::string_view> names) {
    for (std::size_t i = open_.size(); i > 1; --i) {
      const Info& info = *open_[i - 1].info;
      if (is_any(info, names)) return close_from(i - 1);
      if ((info.traits & kSpecial) && !is_any(info, {"div", "p"})) return;
    }
  }

  // ---- End tags

  void end_tag(const Info& info) {
    switch (mode_) {
      case Mode::body:
        return end_in_body(info);
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

  void end_in_body(const Info& info) {
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
      if (std::size_t at = in_scope(info.name, info.name == "li")) close_from(at);
      return;
    }
    end_other(info);
  }

  void end_other(const Info& info) {
    for (std::size_t i = open_.size(); i > 1; --i) {
      if (open_[i - 1].info->name == info.name) return close_from(i - 1);
      if (open_[i - 1].info->traits & kSpecial) return;
    }
  }

  // ---- Tables

  void reset_mode() {
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
  void end_table() {
    std::size_t at = in_table_scope({"table"});
    if (!at) return;
    close_from(at);
    reset_mode();
  }
  bool close_caption() {
    std::size_t at = in_table_scope({"caption"});
    if (!at) return false;
    close_from(at);
    clear_to_marker();
    mode_ = Mode::table;
    return true;
  }
  bool close_table_body() {
    std::size_t at = in_table_scope({"tbody"});
    if (!at) return false;
    close_from(at);
    mode_ = Mode::table;
    return true;
  }
  bool close_row() {
    std::size_t at = in_table_scope({"tr"});
    if (!at) return false;
    close_from(at);
    mode_ = Mode::table_body;
    return true;
  }
  void close_cell() {
    if (std::size_t at = in_table_scope({"td", "th"})) close_from(at);
    clear_to_marker();
    mode_ = Mode::row;
  }

  const Context& context_;
  Dom dom_;
  std::vector<Open> open_;
  std::vector<Open> active_;
  Mode mode_ = Mode::body;
  bool fostering_ = false;
};

}  // namespace

Dom build_dom(const WikiText& text, const Context& context) {
  Builder builder(context);
  builder.read(text, 0);
  return builder.take();
}

}  // namespace kbuild::read::mediawiki
