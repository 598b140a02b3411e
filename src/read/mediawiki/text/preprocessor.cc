// Cuts wiki text into its preprocessor tree; see preprocessor.h. One pass with a stack of
// what is open: "{{", "[[" (so that bars in links divide no arguments) and headings.
#include "read/mediawiki/text/preprocessor.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/bounds.h"
#include "base/text.h"

namespace kbuild::read::mediawiki {

namespace {

/// Bits of the characters that the scan stops at.
enum Stop : std::uint8_t {
  kAlways = 1,
  kBar = 2,
  kEquals = 4,
  kCloseBrace = 8,
  kCloseBracket = 16,
};

constexpr std::array<std::uint8_t, 256> kStops = [] {
  std::array<std::uint8_t, 256> table{};
  for (char c : {'[', '{', '<', '\n'}) table[static_cast<unsigned char>(c)] = kAlways;
  table['|'] = kBar;
  table['='] = kEquals;
  table['}'] = kCloseBrace;
  table[']'] = kCloseBracket;
  return table;
}();

/// A part while it is open, with what a heading must know of comments at its end.
struct OpenPart {
  Part part;
  /// Offset of its bar; the first part of a piece has none.
  std::size_t bar = 0;
  std::size_t visual_end = std::string_view::npos;
  std::size_t comment_end = std::string_view::npos;
};

/// An open "{{", "[[" or heading.
struct Piece {
  char open = '{';
  /// The number of open characters not used yet, and the offset of the first.
  std::size_t count = 0;
  std::size_t begin = 0;
  bool at_line_start = false;
  /// Levels of the nodes in its parts.
  std::size_t depth = 0;
  std::vector<OpenPart> parts = std::vector<OpenPart>(1);
};

class Preprocessor {
 public:
  Preprocessor(std::shared_ptr<const WikiText> owner, Inclusion inclusion,
               bool (*is_extension)(std::string_view))
      : owner_(std::move(owner)),
        text_(owner_->view()),
        inclusion_(inclusion),
        is_extension_(is_extension) {}

  Tree run() {
    scan();
    for (Piece& piece : stack_) {
      if (piece.open != '\n') add_text(root_.part.nodes, piece.begin, piece.begin + piece.count);
      move_parts(piece, root_.part.nodes);
    }
    return {std::move(owner_), std::move(root_.part.nodes), too_deep_};
  }

 private:
  using Size = std::size_t;
  static constexpr Size npos = std::string_view::npos;

  // ---- Where nodes go

  OpenPart& part() { return stack_.empty() ? root_ : stack_.back().parts.back(); }
  Nodes& nodes() { return part().part.nodes; }

  static void add_text(Nodes& out, Size begin, Size end) {
    if (begin >= end) return;
    if (!out.empty() && out.back().kind == NodeKind::text && out.back().end == begin) {
      out.back().end = static_cast<std::uint32_t>(end);
      return;
    }
    out.push_back(make(NodeKind::text, begin, end));
  }
  static Node make(NodeKind kind, Size begin, Size end) {
    Node node;
    node.kind = kind;
    node.begin = static_cast<std::uint32_t>(begin);
    node.end = static_cast<std::uint32_t>(end);
    return node;
  }
  static void move_nodes(Nodes& from, Nodes& to) {
    for (Node& node : from) {
      if (node.kind == NodeKind::text || node.kind == NodeKind::equals)
        add_text(to, node.begin, node.end);
      else
        to.push_back(std::move(node));
    }
  }
  /// The parts of a piece that turned out to be text, with their bars.
  static void move_parts(Piece& piece, Nodes& to) {
    for (Size i = 0; i < piece.parts.size(); ++i) {
      if (i > 0) add_text(to, piece.parts[i].bar, piece.parts[i].bar + 1);
      move_nodes(piece.parts[i].part.nodes, to);
    }
  }

  // ---- Depth

  /// Whether a node may be made of what is so many levels deep.
  bool may_hold(Size depth) {
    too_deep_ = too_deep_ || depth >= base::kMaxNesting;
    return depth < base::kMaxNesting;
  }
  /// The open piece got content of so many levels.
  void raise_depth(Size depth) {
    if (!stack_.empty()) stack_.back().depth = std::max(stack_.back().depth, depth);
  }

  // ---- The scan

  void scan() {
    if (inclusion_ == Inclusion::transcluded)
      only_include_ = skip_to_only_ =
          text_.find("<onlyinclude>") != npos && text_.find("</onlyinclude>") != npos;
    bool line_start = true;
    while (true) {
      if (skip_to_only_ && !skip_to_only_include()) return;
      if (line_start) {
        line_start = false;
        open_heading();
        continue;
      }
      Size begin = at_;
      std::uint8_t stops = current_stops();
      while (at_ < text_.size() && !(kStops[static_cast<unsigned char>(text_[at_])] & stops)) ++at_;
      add_text(nodes(), begin, at_);
      if (at_ >= text_.size()) {
        if (stack_.empty() || stack_.back().open != '\n') return;
        close_heading();
        continue;
      }
      switch (text_[at_]) {
        case '<': line_start = read_angle(); break;
        case '\n':
          if (!stack_.empty() && stack_.back().open == '\n') {
            close_heading();
          } else {
            add_text(nodes(), at_, at_ + 1);
            ++at_;
            open_heading();
          }
          break;
        case '{':
        case '[': open(); break;
        case '}':
        case ']': close(); break;
        case '|':
          stack_.back().parts.emplace_back();
          part().bar = at_++;
          break;
        case '=':
          part().part.equals = static_cast<int>(nodes().size());
          nodes().push_back(make(NodeKind::equals, at_, at_ + 1));
          ++at_;
          break;
        default: ++at_;
      }
    }
  }

  std::uint8_t current_stops() const {
    std::uint8_t stops = kAlways;
    if (stack_.empty() || stack_.back().open == '\n') return stops;
    if (stack_.back().open == '[') return stops | kCloseBracket;
    stops |= kBar | kCloseBrace;
    if (finds_equals()) stops |= kEquals;
    return stops;
  }
  bool finds_equals() const {
    return !stack_.empty() && stack_.back().open == '{' && stack_.back().parts.size() > 1 &&
           stack_.back().parts.back().part.equals < 0;
  }

  // ---- Tags and comments

  bool skip_to_only_include() {
    constexpr std::string_view tag = "<onlyinclude>";
    Size begin = text_.find(tag, at_);
    Size end = begin == npos ? text_.size() : begin + tag.size();
    nodes().push_back(make(NodeKind::ignored, at_, end));
    at_ = end;
    skip_to_only_ = false;
    return begin != npos;
  }

  /// Reads what begins with '<'; true if a line of nothing but comments was removed.
  bool read_angle() {
    std::string_view rest = text_.substr(at_);
    if (only_include_ && rest.starts_with("</onlyinclude>")) {
      skip_to_only_ = true;
      return false;
    }
    if (rest.starts_with("<!--")) return read_comment();
    Size name_end = at_ + 1;
    if (name_end < text_.size() && text_[name_end] == '/') ++name_end;
    while (name_end < text_.size() && base::is_alnum(text_[name_end])) ++name_end;
    std::string name = base::to_lower(text_.substr(at_ + 1, name_end - at_ - 1));
    bool ends =
        name_end < text_.size() && (base::is_space(text_[name_end]) || text_[name_end] == '>' ||
                                    text_.substr(name_end, 2) == "/>");
    if (!ends || name.empty() || !is_tag(name)) {
      add_text(nodes(), at_, at_ + 1);
      ++at_;
      return false;
    }
    read_tag(name, name_end);
    return false;
  }

  bool hides(std::string_view name) const {
    return name == (inclusion_ == Inclusion::transcluded ? "noinclude" : "includeonly");
  }
  bool is_ignored_tag(std::string_view name) const {
    if (name.starts_with('/')) name.remove_prefix(1);
    if (inclusion_ == Inclusion::transcluded) return name == "includeonly";
    return name == "noinclude" || name == "onlyinclude";
  }
  bool is_tag(std::string_view name) const {
    return is_ignored_tag(name) || hides(name) || is_extension_(name);
  }

  void read_tag(const std::string& name, Size name_end) {
    Size tag_end = no_more_tags_ ? npos : text_.find('>', name_end);
    if (tag_end == npos) {
      no_more_tags_ = true;
      add_text(nodes(), at_, at_ + 1);
      ++at_;
      return;
    }
    if (is_ignored_tag(name)) {
      nodes().push_back(make(NodeKind::ignored, at_, tag_end + 1));
      at_ = tag_end + 1;
      return;
    }
    Node node = make(NodeKind::extension, at_, tag_end + 1);
    node.name_end = static_cast<std::uint32_t>(name_end);
    node.self_closing = text_[tag_end - 1] == '/';
    node.attributes_end =
        static_cast<std::uint32_t>(node.self_closing ? std::max(tag_end - 1, name_end) : tag_end);
    node.content_begin = node.content_end = node.end;
    if (!node.self_closing) {
      Size close_end = tag_end + 1;
      Size close = unclosed_.contains(name) ? npos : find_close(name, tag_end + 1, close_end);
      if (close == npos && !hides(name)) {
        unclosed_.insert(name);
        add_text(nodes(), at_, tag_end + 1);
        at_ = tag_end + 1;
        return;
      }
      node.content_end = static_cast<std::uint32_t>(close == npos ? text_.size() : close);
      node.end = static_cast<std::uint32_t>(close == npos ? text_.size() : close_end);
    }
    if (hides(name)) node.kind = NodeKind::ignored;
    at_ = node.end;
    nodes().push_back(std::move(node));
  }

  Size find_close(std::string_view name, Size from, Size& end) const {
    for (Size at = text_.find("</", from); at != npos; at = text_.find("</", at + 2)) {
      if (!base::starts_with_ignoring_case(text_.substr(at + 2), name)) continue;
      end = at + 2 + name.size();
      while (end < text_.size() && base::is_space(text_[end])) ++end;
      if (end < text_.size() && text_[end] == '>') {
        ++end;
        return at;
      }
    }
    return npos;
  }

  Size skip_blanks(Size at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    return at;
  }
  Size back_over_blanks(Size at) const {
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
    return at;
  }

  /// A run of comments that has its lines to itself takes its line with it.
  bool read_comment() {
    Size close = text_.find("-->", at_ + 4);
    if (close == npos) {
      nodes().push_back(make(NodeKind::comment, at_, text_.size()));
      at_ = text_.size();
      return false;
    }
    Size begin = at_, end = close + 3;
    Size white_begin = back_over_blanks(at_), white_end = skip_blanks(end);
    if (at_ < comments_end_) white_end = comments_end_;
    while (text_.substr(white_end, 4) == "<!--") {
      Size next = text_.find("-->", white_end + 4);
      if (next == npos) break;
      white_end = skip_blanks(next + 3);
    }
    comments_end_ = white_end;
    bool own_line = white_begin > 0 && text_[white_begin - 1] == '\n' && white_end < text_.size() &&
                    text_[white_end] == '\n';
    if (own_line) {
      Nodes& out = nodes();
      if (!out.empty() && out.back().kind == NodeKind::text && out.back().end == at_ &&
          out.back().begin <= white_begin) {
        out.back().end = static_cast<std::uint32_t>(white_begin);
        if (out.back().begin == out.back().end) out.pop_back();
      }
      begin = white_begin;
      end = white_end + 1;
    }
    OpenPart& open = part();
    if (open.comment_end == npos || open.comment_end != white_begin) open.visual_end = white_begin;
    open.comment_end = white_end;
    nodes().push_back(make(NodeKind::comment, begin, end));
    at_ = end;
    return own_line;
  }

  // ---- Headings

  void open_heading() {
    Size count = 0;
    while (count < 6 && at_ + count < text_.size() && text_[at_ + count] == '=') ++count;
    if (count == 0 || (count == 1 && finds_equals()) || stack_.size() >= base::kMaxNesting) return;
    Piece piece;
    piece.open = '\n';
    piece.count = count;
    piece.begin = at_;
    add_text(piece.parts[0].part.nodes, at_, at_ + count);
    stack_.push_back(std::move(piece));
    at_ += count;
  }

  void close_heading() {
    Piece piece = std::move(stack_.back());
    stack_.pop_back();
    OpenPart& open = piece.parts[0];
    Size end = back_over_blanks(at_);
    if (open.comment_end != npos && open.comment_end == end)
      end = back_over_blanks(open.visual_end);
    Size equals = 0;
    while (equals < end && text_[end - 1 - equals] == '=') ++equals;
    Size level = std::min(equals, piece.count);
    if (equals > 0 && end - equals <= piece.begin)
      level = equals < 3 ? 0 : std::min<Size>(6, (equals - 1) / 2);
    bool is_node = level > 0 && may_hold(piece.depth);
    raise_depth(piece.depth + (is_node ? 1 : 0));
    if (!is_node) return move_nodes(open.part.nodes, nodes());
    Node node = make(NodeKind::heading, piece.begin, at_);
    node.parts.push_back(std::move(open.part));
    nodes().push_back(std::move(node));
  }

  // ---- Braces and brackets

  void open() {
    char c = text_[at_];
    Size count = 0;
    while (at_ + count < text_.size() && text_[at_ + count] == c) ++count;
    if (count >= 2 && stack_.size() < base::kMaxNesting) {
      Piece piece;
      piece.open = c;
      piece.count = count;
      piece.begin = at_;
      piece.at_line_start = at_ > 0 && text_[at_ - 1] == '\n';
      stack_.push_back(std::move(piece));
    } else {
      too_deep_ = too_deep_ || count >= 2;
      add_text(nodes(), at_, at_ + count);
    }
    at_ += count;
  }

  void close() {
    Piece& piece = stack_.back();
    char c = text_[at_];
    // No further than what can match, or a long run would be counted anew for each of its pairs.
    Size most = std::min<Size>(piece.count, c == '}' ? 3 : 2), matching = 0;
    while (matching < most && at_ + matching < text_.size() && text_[at_ + matching] == c)
      ++matching;
    if (matching < 2) {
      add_text(nodes(), at_, at_ + matching);
      at_ += matching;
      return;
    }
    Piece done = std::move(piece);
    stack_.pop_back();
    Size begin = done.begin + done.count - matching;
    Nodes made;
    bool is_node = c == '}' && may_hold(done.depth);
    if (!is_node) {
      add_text(made, begin, begin + matching);
      move_parts(done, made);
      add_text(made, at_, at_ + matching);
    } else {
      made.push_back(finish(done, begin, at_ + matching, matching));
    }
    at_ += matching;
    done.depth += is_node ? 1 : 0;
    // Open characters that are left over may open something further out.
    done.count -= matching;
    if (done.count >= 2) {
      done.parts = std::vector<OpenPart>(1);
      stack_.push_back(std::move(done));
    } else {
      raise_depth(done.depth);
      add_text(nodes(), done.begin, done.begin + done.count);
    }
    move_nodes(made, nodes());
  }

  static Node finish(Piece& piece, Size begin, Size end, Size matching) {
    Node node = make(matching == 3 ? NodeKind::parameter : NodeKind::call, begin, end);
    node.at_line_start = piece.at_line_start && piece.count == matching;
    for (OpenPart& open : piece.parts) node.parts.push_back(std::move(open.part));
    return node;
  }

  std::shared_ptr<const WikiText> owner_;
  std::string_view text_;
  Inclusion inclusion_;
  bool (*is_extension_)(std::string_view);
  Size at_ = 0;
  OpenPart root_;
  std::vector<Piece> stack_;
  bool only_include_ = false;
  bool skip_to_only_ = false;
  /// No '>' follows any more; names of tags that have no end any more.
  bool no_more_tags_ = false;
  std::set<std::string, std::less<>> unclosed_;
  /// Where the run of comments ends that was looked at last.
  Size comments_end_ = 0;
  bool too_deep_ = false;
};

}  // namespace

Tree preprocess(std::shared_ptr<const WikiText> text, Inclusion inclusion,
                bool (*is_extension)(std::string_view)) {
  return Preprocessor(std::move(text), inclusion, is_extension).run();
}

}  // namespace kbuild::read::mediawiki
