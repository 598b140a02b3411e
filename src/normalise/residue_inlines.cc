// Escaped wiki markup inside running text; see residue.h. The inlines of one parent are laid out as one line
// of characters and whole nodes, since a tag's text may run over several of them (an address in an attribute
// was read as a link, an attribute's sign as the begin of code). The tags found there are then matched and
// built anew.
#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "normalise/residue.h"
#include "normalise/residue_tags.h"
#include "read/html_token.h"

namespace kbuild::normalise {

namespace {

using doc::Inline;
using doc::Inlines;

constexpr std::size_t kMaximumTag = 2000;
constexpr std::size_t kMaximumLine = 200'000;
constexpr std::string_view kImageSuffixes[] = {".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"};

bool is_image(std::string_view path) {
  return std::any_of(std::begin(kImageSuffixes), std::end(kImageSuffixes), [&](std::string_view suffix) {
    return base::equals_ignoring_case(base::extension(path), suffix);
  });
}

/// "BatchSystems", "Compendium.Slurm#Jobs": a page's name, no file and no URL.
bool is_wiki_word(std::string_view target) {
  target = target.substr(0, target.find('#'));
  if (target.empty()) return false;
  bool begins = true;
  for (char c : target) {
    if (begins && !base::is_upper(c)) return false;
    begins = c == '.';
    if (!begins && !base::is_alnum(c) && c != '_') return false;
  }
  return !begins;
}

/// A character of the line, or a whole node.
struct Unit {
  char character = '\0';
  /// Index of the node that it is, or that holds it.
  std::uint32_t node = 0;
  bool whole = false;
  /// Of text that stood in code only because of a broken tag before it: its tags are no longer escaped.
  bool spilled = false;
  /// A '<' that the author's converter escaped.
  bool escaped = false;
};

/// What the line is made of once its tags are known.
struct Piece {
  enum Kind { text, node, open, close, colour_open, colour_close } kind = text;
  std::string name = {};
  std::vector<read::HtmlAttribute> attributes = {};
  std::optional<Inline> inline_node = {};
  source::Span span = {};
};

std::string_view attribute(const std::vector<read::HtmlAttribute>& attributes, std::string_view name) {
  for (const auto& row : attributes)
    if (row.name == name) return row.value;
  return {};
}

/// Cuts the inlines of one parent into pieces.
class Cutter {
 public:
  Cutter(const ResiduePage& page, Inlines nodes) : page_(page), nodes_(std::move(nodes)) { lay_out(); }

  /// False where nothing of a wiki was found; the nodes are then unchanged.
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
      if (!text || line_.size() + text->text.size() > kMaximumLine) {
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

  /// Of each '<' of a text, whether it is written with a backslash. Where the source cannot be aligned, it is
  /// taken so if the text before it ends with one (Python-Markdown keeps it).
  std::vector<bool> find_escapes(source::Span span, std::string_view text) const {
    auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
    std::vector<bool> escapes;
    std::string_view source = page_.sources.text(span);
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '<') escapes.push_back(i > 0 && source[i - 1] == '\\');
      if (base::starts_with_ignoring_case(source.substr(i), "&lt;") || source.substr(i).starts_with("&#60;"))
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

  /// A backslash before a tag or before a sign that Python-Markdown cannot escape.
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
    bool escapes = is_wiki() && page_.dialect == read::Dialect::mkdocs && at_ + 1 < line_.size() && !line_[at_ + 1].whole &&
                   signs.find(line_[at_ + 1].character) != signs.npos;
    if (!escapes) return false;
    found_ = true;
    ++at_;
    add_character();
    return true;
  }

  void cut_node() {
    if (std::holds_alternative<doc::RawInline>(nodes_[line_[at_].node].value) && cut_raw_tag(false)) return;
    Piece piece{Piece::node};
    piece.inline_node = nodes_[line_[at_++].node];
    pieces_.push_back(std::move(piece));
  }

  /// A tag that the reader kept as HTML: one that a backslash precedes, or a macro's span.
  bool cut_raw_tag(bool escaped) {
    const Inline& node = nodes_[line_[at_].node];
    const std::string& html = std::get<doc::RawInline>(node.value).html;
    read::HtmlToken token;
    bool is_tag = read::read_tag(html, token);
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
    bool ends_macro = token.kind == read::HtmlKind::end_tag && token.name == "span" && open_macros_ > 0;
    if (!escaped && !macro && !ends_macro) return false;
    ++at_;
    add_tag(token, node.span);
    return true;
  }

  void add_tag(const read::HtmlToken& token, source::Span span) {
    std::string_view classes = attribute(token.attributes, "class");
    constexpr std::string_view macro = "twiki-macro";
    if (classes.starts_with(macro)) {
      std::string name(base::trim(classes.substr(macro.size())));
      ++open_macros_;
      if (name == "ENDCOLOR") add({Piece::colour_close});
      if (is_residue_colour(name)) add({Piece::colour_open, base::to_lower(name), {}, {}, span});
      return add({Piece::open, "macro:" + name, token.attributes, {}, span});
    }
    bool ends = token.kind == read::HtmlKind::end_tag;
    if (ends && token.name == "span" && open_macros_ > 0) --open_macros_;
    add({ends ? Piece::close : Piece::open, token.name, token.attributes, {}, span});
  }

  /// The tag that begins at an escaped '<': over text, line ends and nodes that its attributes became.
  bool cut_tag() {
    std::string tag = "<";
    std::size_t i = at_ + 1;
    for (; i < line_.size() && tag.size() < kMaximumTag; ++i) {
      const Unit& unit = line_[i];
      if (unit.whole) {
        if (!append_node(tag, i)) return keep_placeholder();
        if (tag.ends_with('>')) break;
        continue;
      }
      if (unit.character == '<') return keep_placeholder();
      if (unit.character == '\\') continue;
      tag += unit.character;
      if (unit.character == '>') break;
    }
    read::HtmlToken token;
    bool known = i < line_.size() && read::read_tag(tag, token) && find_residue_tag(token.name);
    if (!known) return keep_placeholder();
    source::Span span = nodes_[line_[at_].node].span;
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

  /// A node inside of a tag: the text that the author wrote there.
  bool append_node(std::string& tag, std::size_t& at) {
    const Inline& node = nodes_[line_[at].node];
    if (std::holds_alternative<doc::SoftBreak>(node.value)) {
      tag += ' ';
    } else if (const auto* link = std::get_if<doc::Link>(&node.value)) {
      tag += link->target;
    } else if (const auto* code = std::get_if<doc::Code>(&node.value)) {
      // style`"...">text: the sign that began the code was the attribute's '='.
      if (code->text.starts_with('"')) tag += '=';
      std::size_t end = std::min(code->text.find('>'), code->text.size());
      tag += code->text.substr(0, end);
      if (end == code->text.size()) return true;
      tag += '>';
      spill(at, code->text.substr(end + 1));
    } else if (const auto* raw = std::get_if<doc::RawInline>(&node.value)) {
      // src="<data:...>": what stands in angle brackets in an attribute.
      if (!tag.ends_with('"') || raw->html.size() < 2) return false;
      tag += std::string_view(raw->html).substr(1, raw->html.size() - 2);
    } else {
      tag += doc::plain_text(Inlines{node});
    }
    return true;
  }

  /// Puts text that a broken tag had swallowed into the line, after the unit at `at`.
  void spill(std::size_t at, std::string_view text) {
    constexpr int kMaximumSpills = 100;
    if (++spills_ > kMaximumSpills) return;
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
    for (; at < line_.size() && !line_[at].whole && out.size() < limit; ++at) out += line_[at].character;
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
    if (is_image(path)) {
      piece.inline_node = Inline{doc::Image{path, std::string(base::file_name(path))}, span};
    } else {
      Inlines label;
      label.push_back(Inline{doc::Text{std::string(base::file_name(path))}, span});
      piece.inline_node = Inline{doc::Link{doc::LinkKind::download, path, {}, std::move(label)}, span};
    }
    add(std::move(piece));
    return true;
  }

  /// ==code==, and in spilled text =code, whose end the converter lost.
  bool cut_code() {
    bool begins = at_ == 0 || line_[at_ - 1].whole || base::is_space(line_[at_ - 1].character);
    if (!begins) return false;
    std::string ahead = text_ahead(at_, 200);
    std::size_t signs = ahead.starts_with("==") ? 2 : 1;
    bool spilled = line_[at_].spilled;
    if (signs == 1 && !spilled) return false;
    std::size_t end = spilled ? std::min(ahead.find_first_of(" =\n", signs), ahead.size())
                              : ahead.find("==", signs);
    if (end == ahead.npos || end == signs || base::is_space(ahead[signs]) || ahead[signs] == '=') return false;
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

void repair_target(Inline& node) {
  if (auto* image = std::get_if<doc::Image>(&node.value))
    if (auto path = attachment_path(image->source)) image->source = *path;
  auto* link = std::get_if<doc::Link>(&node.value);
  if (!link || link->kind != doc::LinkKind::target) return;
  if (auto path = attachment_path(link->target)) {
    link->kind = doc::LinkKind::download;
    link->target = std::move(*path);
  } else if (is_wiki_word(link->target)) {
    link->kind = doc::LinkKind::page;
  }
}

/// Matches tags and builds nodes.
class Builder {
 public:
  Inlines build(std::vector<Piece> pieces) {
    frames_.emplace_back();
    for (Piece& piece : pieces) {
      switch (piece.kind) {
        case Piece::text: add_text(piece.name, piece.span); break;
        case Piece::node: out().push_back(std::move(*piece.inline_node)); break;
        case Piece::open: open(piece); break;
        case Piece::close: close(piece.name); break;
        case Piece::colour_open: push("colour", piece); break;
        case Piece::colour_close: close("colour"); break;
      }
    }
    while (frames_.size() > 1) finish_frame(Ended::no);
    return std::move(frames_.front().children);
  }

 private:
  enum class Ended { no, yes };
  struct Frame {
    std::string key;
    Piece opener;
    Inlines children;
  };

  Inlines& out() { return frames_.back().children; }

  void add_text(std::string_view text, source::Span span) {
    if (text.empty()) return;
    bool exact = span && span.end - span.begin == text.size();
    if (!out().empty())
      if (auto* before = std::get_if<doc::Text>(&out().back().value)) {
        before->text += text;
        out().back().span = {};
        return;
      }
    out().push_back(Inline{doc::Text{std::string(text)}, exact ? span : source::Span{}});
  }

  void push(std::string key, Piece piece) {
    constexpr std::size_t kMaximumFrames = 50;
    if (frames_.size() < kMaximumFrames) frames_.push_back({std::move(key), std::move(piece), {}});
  }

  void open(Piece& piece) {
    if (piece.name.starts_with("macro:")) return push("span", std::move(piece));
    const ResidueTagRow* row = find_residue_tag(piece.name);
    if (row->kind == ResidueTag::line_break) {
      out().push_back(Inline{doc::HardBreak{}, piece.span});
    } else if (row->kind == ResidueTag::image) {
      add_image(piece, attribute(piece.attributes, "src"), attribute(piece.attributes, "alt"));
    } else if (row->kind == ResidueTag::media) {
      std::string_view source = attribute(piece.attributes, "src");
      if (!source.empty()) add_file(source, piece.span);
    } else {
      std::string key = piece.name;
      push(std::move(key), std::move(piece));
    }
  }

  void add_image(const Piece& piece, std::string_view source, std::string_view alt) {
    if (source.empty()) return;
    std::string path = attachment_path(source).value_or(std::string(source));
    std::string_view title = attribute(piece.attributes, "title");
    Inline node{doc::Image{path, base::collapse_spaces(alt.empty() ? title : alt), base::collapse_spaces(title)},
                piece.span};
    for (std::string_view name : {"width", "height"})
      if (std::string_view value = attribute(piece.attributes, name); !value.empty() && base::is_digit(value[0]))
        node.attributes.set(name, value);
    out().push_back(std::move(node));
  }

  void add_file(std::string_view target, source::Span span) {
    doc::Link link;
    link.target = target;
    link.children.push_back(Inline{doc::Text{std::string(base::file_name(target))}, span});
    if (!out().empty()) add_text(" ", {});
    out().push_back(Inline{std::move(link), span});
  }

  void close(std::string_view key) {
    std::size_t found = frames_.size();
    while (found > 1 && frames_[found - 1].key != key) --found;
    if (found <= 1) return;
    while (frames_.size() > found) finish_frame(Ended::no);
    finish_frame(Ended::yes);
  }

  void splice(Inlines children) {
    for (Inline& node : children) {
      if (const auto* text = std::get_if<doc::Text>(&node.value)) {
        add_text(text->text, node.span);
      } else {
        out().push_back(std::move(node));
      }
    }
  }

  void finish_frame(Ended ended) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    const Piece& piece = frame.opener;
    if (frame.key == "colour") return finish_colour(std::move(frame));
    if (piece.name.starts_with("macro:")) return finish_macro(std::move(frame));
    const ResidueTagRow& row = *find_residue_tag(piece.name);
    std::string text = doc::plain_text(frame.children);
    switch (row.kind) {
      case ResidueTag::link: {
        std::string_view id = attribute(piece.attributes, "name");
        if (!id.empty()) {
          out().push_back(Inline{doc::Group{}, piece.span});
          out().back().attributes.set("id", id);
        }
        if (frame.children.empty() || attribute(piece.attributes, "href").empty()) break;
        return finish_link(std::move(frame));
      }
      case ResidueTag::emphasis:
        if (ended == Ended::no) {
          // No end: a placeholder that looks like a tag.
          add_text("<" + piece.name + ">", {});
          break;
        }
        if (frame.children.empty()) return;
        out().push_back(Inline{doc::Emphasis{row.emphasis, std::move(frame.children)}, piece.span});
        return;
      case ResidueTag::code:
      case ResidueTag::preformatted: {
        if (ended == Ended::no || base::trim(text).empty()) break;
        Inline code{doc::Code{std::string(base::trim(text))}, piece.span};
        if (row.kind == ResidueTag::preformatted) code.attributes.add_class("wiki-pre");
        out().push_back(std::move(code));
        return;
      }
      default: break;
    }
    if (row.name == "td" || row.name == "th" || row.name == "p") add_text(" ", {});
    splice(std::move(frame.children));
    if (row.name == "td" || row.name == "th" || row.name == "p") add_text(" ", {});
  }

  void finish_link(Frame frame) {
    doc::Link link;
    std::string target = base::collapse_spaces(attribute(frame.opener.attributes, "href"));
    if (target.starts_with('<') && target.ends_with('>')) target = target.substr(1, target.size() - 2);
    link.target = target;
    // An address shown as the label was read as a link of its own.
    if (frame.children.size() == 1)
      if (auto* inner = std::get_if<doc::Link>(&frame.children[0].value)) {
        Inlines label = std::move(inner->children);
        frame.children = std::move(label);
      }
    link.children = std::move(frame.children);
    out().push_back(Inline{std::move(link), frame.opener.span});
    repair_target(out().back());
  }

  void finish_colour(Frame frame) {
    if (base::trim(doc::plain_text(frame.children)).empty()) return splice(std::move(frame.children));
    // Blanks at the edges stay outside.
    bool blank_before = false, blank_after = false;
    if (auto* first = std::get_if<doc::Text>(&frame.children.front().value)) {
      std::string_view trimmed = base::trim_left(first->text);
      blank_before = trimmed.size() < first->text.size();
      first->text = std::string(trimmed);
    }
    if (auto* last = std::get_if<doc::Text>(&frame.children.back().value)) {
      std::string_view trimmed = base::trim_right(last->text);
      blank_after = trimmed.size() < last->text.size();
      last->text = std::string(trimmed);
    }
    std::erase_if(frame.children, [](const Inline& node) {
      const auto* text = std::get_if<doc::Text>(&node.value);
      return text && text->text.empty();
    });
    if (blank_before) add_text(" ", {});
    Inline node{doc::Emphasis{doc::EmphasisKind::strong, std::move(frame.children)}, frame.opener.span};
    node.attributes.add_class("colour colour-" + frame.opener.name);
    out().push_back(std::move(node));
    if (blank_after) add_text(" ", {});
  }

  /// A macro's span: an image's holds its file, a footnote's its text; what others hold steered the wiki.
  void finish_macro(Frame frame) {
    std::string_view name = std::string_view(frame.opener.name).substr(6);
    std::string text = doc::plain_text(frame.children);
    std::string_view content = base::trim(text);
    bool colour = name == "ENDCOLOR" || is_residue_colour(name);
    if (name == "IMAGE") {
      std::string file(content);
      for (const Inline& node : frame.children)
        if (const auto* image = std::get_if<doc::Image>(&node.value)) file = image->source;
      if (is_image(file)) add_image(frame.opener, file, attribute(frame.opener.attributes, "caption"));
    } else if (name == "FOOTNOTE" && !content.empty()) {
      add_text(" (" + std::string(content) + ")", {});
    } else if (colour) {
      splice(std::move(frame.children));
    }
  }

  std::vector<Frame> frames_;
};

void repair_code(Inline& node) {
  auto* code = std::get_if<doc::Code>(&node.value);
  if (!code) return;
  DecodedCode decoded = decode_residue_code(code->text);
  if (decoded.changed) code->text = base::collapse_spaces(decoded.text);
}

/// ==code== that Python-Markdown read as marked text.
void repair_mark(Inline& node) {
  auto* emphasis = std::get_if<doc::Emphasis>(&node.value);
  if (!emphasis || emphasis->kind != doc::EmphasisKind::marked || emphasis->children.size() != 1) return;
  if (auto* text = std::get_if<doc::Text>(&emphasis->children[0].value)) node.value = doc::Code{text->text};
}

}  // namespace

void read_residue_inlines(ResiduePage& page) {
  doc::rewrite_inlines(page.result.document.blocks, [&](Inlines& list) {
    if (page.residue == Residue::wiki)
      for (Inline& node : list) {
        repair_target(node);
        repair_code(node);
        repair_mark(node);
      }
    Cutter cutter(page, list);
    std::vector<Piece> pieces = cutter.cut();
    if (cutter.found()) list = Builder().build(std::move(pieces));
  });
}

}  // namespace kbuild::normalise
