// Reads escaped wiki markup in running text; see residue.h. The inlines of a parent are laid out as
// one line of characters and nodes, since a tag's text may span several of them (an address in an
// attribute was read as a link, its sign as the start of code). The tags found there are then
// matched and rebuilt as nodes.
#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "normalise/residue_pieces.h"
#include "normalise/residue_tags.h"

namespace kbuild::normalise {

namespace {

using doc::Inline;
using doc::Inlines;

/// "BatchSystems", "Compendium.Slurm#Jobs": the name of a page, not of a file or URL.
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
    constexpr std::size_t kMaxFrames = 50;
    if (frames_.size() < kMaxFrames) frames_.push_back({std::move(key), std::move(piece), {}});
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
    Inline node{doc::Image{path, base::collapse_spaces(alt.empty() ? title : alt),
                           base::collapse_spaces(title)},
                piece.span};
    for (std::string_view name : {"width", "height"})
      if (std::string_view value = attribute(piece.attributes, name);
          !value.empty() && base::is_digit(value[0]))
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
          // Without an end, it is a placeholder that looks like a tag.
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
    if (target.starts_with('<') && target.ends_with('>'))
      target = target.substr(1, target.size() - 2);
    link.target = target;
    // An address as the label was read as a link of its own.
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
    if (base::trim(doc::plain_text(frame.children)).empty())
      return splice(std::move(frame.children));
    // Blanks at the edges stay outside of the node.
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
    Inline node{doc::Emphasis{doc::EmphasisKind::strong, std::move(frame.children)},
                frame.opener.span};
    node.attributes.add_class("colour colour-" + frame.opener.name);
    out().push_back(std::move(node));
    if (blank_after) add_text(" ", {});
  }

  /// A macro's span: an image's contains its file, a footnote's its text; the content of others
  /// only controlled the wiki.
  void finish_macro(Frame frame) {
    std::string_view name = std::string_view(frame.opener.name).substr(6);
    std::string text = doc::plain_text(frame.children);
    std::string_view content = base::trim(text);
    bool colour = name == "ENDCOLOR" || is_residue_colour(name);
    if (name == "IMAGE") {
      std::string file(content);
      for (const Inline& node : frame.children)
        if (const auto* image = std::get_if<doc::Image>(&node.value)) file = image->source;
      if (is_image_path(file))
        add_image(frame.opener, file, attribute(frame.opener.attributes, "caption"));
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
  if (!emphasis || emphasis->kind != doc::EmphasisKind::marked || emphasis->children.size() != 1)
    return;
  if (auto* text = std::get_if<doc::Text>(&emphasis->children[0].value))
    node.value = doc::Code{text->text};
}

/// "**Aim**of this": the converter loses the blank after emphasis. A few letters before a word may
/// be an initial, though.
void repair_blank(Inlines& list, std::size_t i) {
  constexpr std::size_t kInitial = 2;
  const auto* emphasis = std::get_if<doc::Emphasis>(&list[i].value);
  if (!emphasis || emphasis->kind != doc::EmphasisKind::strong || i + 1 >= list.size()) return;
  auto* after = std::get_if<doc::Text>(&list[i + 1].value);
  bool joined = after && !after->text.empty() && base::is_alpha(after->text[0]);
  if (!joined || doc::plain_text(emphasis->children).size() <= kInitial) return;
  after->text.insert(0, " ");
  list[i + 1].span = {};
}

}  // namespace

std::string_view attribute(const std::vector<html::HtmlAttribute>& attributes,
                           std::string_view name) {
  for (const auto& row : attributes)
    if (row.name == name) return row.value;
  return {};
}

constexpr std::string_view kImageSuffixes[] = {".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"};

bool is_image_path(std::string_view path) {
  return std::any_of(std::begin(kImageSuffixes), std::end(kImageSuffixes),
                     [&](std::string_view suffix) {
                       return base::equals_ignoring_case(base::extension(path), suffix);
                     });
}

void read_residue_inlines(ResiduePage& page) {
  doc::rewrite_inlines(page.result.document.blocks, [&](Inlines& list) {
    if (page.residue == Residue::wiki)
      for (Inline& node : list) {
        repair_target(node);
        repair_code(node);
        repair_mark(node);
      }
    if (auto pieces = cut_residue(page, list)) list = Builder().build(std::move(*pieces));
    if (page.residue == Residue::wiki)
      for (std::size_t i = 0; i < list.size(); ++i) repair_blank(list, i);
  });
}

}  // namespace kbuild::normalise
