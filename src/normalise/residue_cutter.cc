// Cuts inlines into pieces at the tags, variables and signs that a wiki's converter left; see
// residue_pieces.h.
#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "normalise/residue_pieces.h"
#include "normalise/residue_tags.h"

namespace kbuild::normalise {

namespace {

using doc::Inline;
using doc::Inlines;

constexpr std::size_t kMaxTag = 2000;
constexpr std::size_t kMaxLine = 200'000;

/// A character of the line, or a whole node.
struct Unit {
  char character = '\0';
  /// Index of the node that it is or belongs to.
  std::uint32_t node = 0;
  bool whole = false;
  /// Text that was read as code because of a broken tag before it; its tags are no longer escaped.
  bool spilled = false;
  /// A '<' that the author's converter escaped.
  bool escaped = false;
};

/// Cuts the inlines of one parent into pieces.
class Cutter {
 public:
  Cutter(const ResiduePage& page, Inlines nodes) : page_(page), nodes_(std::move(nodes)) {
    lay_out();
  }

  /// False if no residue was found; the nodes are then unchanged.
  bool found() const { return found_; }

  std::vector<Piece> cut() {
    for (at_ = 0; at_ < line_.size();) {
      const Unit& unit = line_[at_];
      if (unit.whole) {
        cut_node();
      } else if (unit.character == '\\' && cut_backslash()) {
        continue;
      } else if (unit.character == '<' && (unit.escaped || unit.spilled) && cut_tag()) {
        continue;
      } else if (is_wiki() && unit.character == '%' && cut_variable()) {
        continue;
      } else if (is_wiki() && unit.character == '=' && cut_code()) {
        continue;
      } else {
        add_character();
      }
    }
    return std::move(pieces_);
  }

 private:
  bool is_wiki() const { return page_.residue == Residue::wiki; }

  void lay_out() {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const auto* text = std::get_if<doc::Text>(&nodes_[i].value);
      if (!text || line_.size() + text->text.size() > kMaxLine) {
        line_.push_back({'\0', i, true});
        continue;
      }
      std::vector<bool> escapes = find_escapes(nodes_[i].span, text->text);
      std::size_t brackets = 0;
      for (char c : text->text) {
        Unit unit{c, i};
        if (c == '<') unit.escaped = escapes[brackets++];
        line_.push_back(unit);
      }
    }
  }

  /// For each '<' of a text, whether it is escaped by a backslash in the source. If the source
  /// can't be aligned, whether the text before ends with a backslash (Python-Markdown keeps it).
  std::vector<bool> find_escapes(source::Span span, std::string_view text) const {
    auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
    std::vector<bool> escapes;
    std::string_view source = page_.sources.text(span);
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '<') escapes.push_back(i > 0 && source[i - 1] == '\\');
      if (base::starts_with_ignoring_case(source.substr(i), "&lt;") ||
          source.substr(i).starts_with("&#60;"))
        escapes.push_back(false);
    }
    if (escapes.size() != count) escapes.assign(count, page_.dialect != read::Dialect::mkdocs);
    return escapes;
  }

  void add_character() {
    const Unit& unit = line_[at_++];
    bool joins = !pieces_.empty() && pieces_.back().kind == Piece::text && last_node_ == unit.node;
    if (!joins) {
      pieces_.push_back({Piece::text});
      pieces_.back().span = nodes_[unit.node].span;
    }
    last_node_ = unit.node;
    pieces_.back().name += unit.character;
  }

  void add(Piece piece) {
    found_ = true;
    pieces_.push_back(std::move(piece));
  }

  bool is_tag_ahead(std::size_t at) const {
    if (at >= line_.size()) return false;
    if (!line_[at].whole) return line_[at].character == '<';
    const auto* raw = std::get_if<doc::RawInline>(&nodes_[line_[at].node].value);
    return raw && raw->html.starts_with('<');
  }

  /// A backslash before a tag, or before a sign that Python-Markdown doesn't escape.
  bool cut_backslash() {
    if (is_tag_ahead(at_ + 1)) {
      ++at_;
      found_ = true;
      Unit& next = line_[at_];
      if (next.whole) return cut_raw_tag(true);
      next.escaped = true;
      return true;
    }
    constexpr std::string_view signs = "$@|~\"^',=:;/&%?";
    bool escapes = is_wiki() && page_.dialect == read::Dialect::mkdocs && at_ + 1 < line_.size() &&
                   !line_[at_ + 1].whole && signs.find(line_[at_ + 1].character) != signs.npos;
    if (!escapes) return false;
    found_ = true;
    ++at_;
    add_character();
    return true;
  }

  void cut_node() {
    if (std::holds_alternative<doc::RawInline>(nodes_[line_[at_].node].value) && cut_raw_tag(false))
      return;
    Piece piece{Piece::node};
    piece.inline_node = nodes_[line_[at_++].node];
    pieces_.push_back(std::move(piece));
  }

  /// A tag that the reader kept as HTML: after a backslash, or the span of a macro.
  bool cut_raw_tag(bool escaped) {
    const Inline& node = nodes_[line_[at_].node];
    const std::string& html = std::get<doc::RawInline>(node.value).html;
    html::HtmlToken token;
    bool is_tag = html::read_tag(html, token);
    if (!is_tag || (escaped && !find_residue_tag(token.name))) {
      // A placeholder such as \<username> is text.
      if (!escaped) return false;
      Piece text{Piece::text, html};
      text.span = node.span;
      last_node_ = line_[at_].node;
      ++at_;
      add(std::move(text));
      return true;
    }
    bool macro = std::string_view(attribute(token.attributes, "class")).starts_with("twiki-macro");
    bool ends_macro =
        token.kind == html::HtmlKind::end_tag && token.name == "span" && open_macros_ > 0;
    if (!escaped && !macro && !ends_macro) return false;
    ++at_;
    add_tag(token, node.span);
    return true;
  }

  void add_tag(const html::HtmlToken& token, source::Span span) {
    std::string_view classes = attribute(token.attributes, "class");
    constexpr std::string_view macro = "twiki-macro";
    if (classes.starts_with(macro)) {
      std::string name(base::trim(classes.substr(macro.size())));
      ++open_macros_;
      if (name == "ENDCOLOR") add({Piece::colour_close});
      if (is_residue_colour(name)) add({Piece::colour_open, base::to_lower(name), {}, {}, span});
      return add({Piece::open, "macro:" + name, token.attributes, {}, span});
    }
    bool ends = token.kind == html::HtmlKind::end_tag;
    if (ends && token.name == "span" && open_macros_ > 0) --open_macros_;
    add({ends ? Piece::close : Piece::open, token.name, token.attributes, {}, span});
  }

  /// The tag at an escaped '<', over text, line ends and the nodes that its attributes were read
  /// as.
  bool cut_tag() {
    std::string tag = "<", rest;
    std::size_t i = at_ + 1;
    for (; i < line_.size() && tag.size() < kMaxTag; ++i) {
      const Unit& unit = line_[i];
      if (unit.whole) {
        if (!append_node(nodes_[unit.node], tag, rest)) return keep_placeholder();
        if (tag.ends_with('>')) break;
        continue;
      }
      if (unit.character == '<') return keep_placeholder();
      if (unit.character == '\\') continue;
      tag += unit.character;
      if (unit.character == '>') break;
    }
    html::HtmlToken token;
    bool known = i < line_.size() && html::read_tag(tag, token) && find_residue_tag(token.name);
    if (!known) return keep_placeholder();
    source::Span span = nodes_[line_[at_].node].span;
    spill(i, rest);
    at_ = i + 1;
    add_tag(token, span);
    return true;
  }

  bool keep_placeholder() {
    if (line_[at_].spilled) return false;
    found_ = true;
    add_character();
    return true;
  }

  /// Appends a node within a tag as the text that the author wrote; `rest` receives the part after
  /// the tag.
  bool append_node(const Inline& node, std::string& tag, std::string& rest) {
    if (std::holds_alternative<doc::SoftBreak>(node.value)) {
      tag += ' ';
    } else if (const auto* link = std::get_if<doc::Link>(&node.value)) {
      tag += link->target;
    } else if (const auto* code = std::get_if<doc::Code>(&node.value)) {
      // style`"...">text: the attribute's '=' was read as the start of code.
      if (code->text.starts_with('"')) tag += '=';
      std::size_t end = std::min(code->text.find('>'), code->text.size());
      tag += code->text.substr(0, end);
      if (end == code->text.size()) return true;
      tag += '>';
      rest = code->text.substr(end + 1);
    } else if (const auto* raw = std::get_if<doc::RawInline>(&node.value)) {
      // src="<data:...>": angle brackets in an attribute.
      if (!tag.ends_with('"') || raw->html.size() < 2) return false;
      tag += std::string_view(raw->html).substr(1, raw->html.size() - 2);
    } else {
      tag += doc::plain_text(Inlines{node});
    }
    return true;
  }

  /// Inserts text that a broken tag had swallowed after the unit at `at`.
  void spill(std::size_t at, std::string_view text) {
    constexpr int kMaxSpills = 100;
    if (text.empty() || ++spills_ > kMaxSpills) return;
    std::vector<Unit> units;
    for (char c : text) {
      Unit unit{c, line_[at].node};
      unit.spilled = true;
      units.push_back(unit);
    }
    line_.insert(line_.begin() + static_cast<std::ptrdiff_t>(at) + 1, units.begin(), units.end());
  }

  std::string text_ahead(std::size_t at, std::size_t limit) const {
    std::string out;
    for (; at < line_.size() && !line_[at].whole && out.size() < limit; ++at)
      out += line_[at].character;
    return out;
  }

  /// %RED%, %ENDCOLOR%, %ATTACHURL%/file.
  bool cut_variable() {
    std::string ahead = text_ahead(at_, 300);
    std::size_t end = ahead.find('%', 1);
    if (end == ahead.npos) return false;
    std::string name = ahead.substr(1, end - 1);
    source::Span span = nodes_[line_[at_].node].span;
    if (name == "ENDCOLOR" || is_residue_colour(name)) {
      at_ += end + 1;
      add(name == "ENDCOLOR" ? Piece{Piece::colour_close}
                             : Piece{Piece::colour_open, base::to_lower(name), {}, {}, span});
      return true;
    }
    if (!attachment_path(ahead)) return false;
    std::size_t stop = ahead.find_first_of(" \t\n\"'<>()[]", end + 1);
    std::string path = *attachment_path(std::string_view(ahead).substr(0, stop));
    if (path.empty()) return false;
    at_ += std::min(stop, ahead.size());
    Piece piece{Piece::node};
    if (is_image_path(path)) {
      piece.inline_node = Inline{doc::Image{path, std::string(base::file_name(path))}, span};
    } else {
      Inlines label;
      label.push_back(Inline{doc::Text{std::string(base::file_name(path))}, span});
      piece.inline_node =
          Inline{doc::Link{doc::LinkKind::download, path, {}, std::move(label)}, span};
    }
    add(std::move(piece));
    return true;
  }

  /// ==code==, and in spilled text =code, whose end sign the converter lost.
  bool cut_code() {
    bool begins = at_ == 0 || line_[at_ - 1].whole || base::is_space(line_[at_ - 1].character);
    if (!begins) return false;
    std::string ahead = text_ahead(at_, 200);
    std::size_t signs = ahead.starts_with("==") ? 2 : 1;
    bool spilled = line_[at_].spilled;
    if (signs == 1 && !spilled) return false;
    std::size_t end = spilled ? std::min(ahead.find_first_of(" =\n", signs), ahead.size())
                              : ahead.find("==", signs);
    if (end == ahead.npos || end == signs || base::is_space(ahead[signs]) || ahead[signs] == '=')
      return false;
    std::string code = ahead.substr(signs, end - signs);
    if (code.find('\n') != code.npos || base::is_space(code.back())) return false;
    while (end < ahead.size() && ahead[end] == '=') ++end;
    Piece piece{Piece::node};
    piece.inline_node = Inline{doc::Code{std::move(code)}};
    at_ += end;
    add(std::move(piece));
    return true;
  }

  const ResiduePage& page_;
  Inlines nodes_;
  std::vector<Unit> line_;
  std::vector<Piece> pieces_;
  std::size_t at_ = 0;
  std::uint32_t last_node_ = 0;
  int open_macros_ = 0;
  int spills_ = 0;
  bool found_ = false;
};

}  // namespace

std::optional<std::vector<Piece>> cut_residue(const ResiduePage& page, doc::Inlines nodes) {
  Cutter cutter(page, std::move(nodes));
  std::vector<Piece> pieces = cutter.cut();
  if (!cutter.found()) return std::nullopt;
  return pieces;
}

}  // namespace kbuild::normalise
