// Builds MDX pages; see reader.h. The page is parted into components and Markdown (parts.h);
// Markdown is read by the reader of MyST with what MDX has of it, and what of JSX stands in the
// text is taken out of the tree.
#include "read/mdx/reader.h"

#include <algorithm>
#include <set>

#include "base/bounds.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "read/front_matter.h"
#include "read/mdx/parts.h"
#include "read/myst/builder.h"
#include "read/myst/inline.h"
#include "read/myst/lines.h"
#include "read/rst/transforms.h"

namespace kbuild::read {

namespace {

using namespace diag::literals;
using doc::Block;
using doc::Blocks;
using mdx::Piece;

enum class Part : std::uint8_t { tabs, tab, note, details, summary, card, cards, steps, plain };

struct Component {
  std::string_view name;
  Part part;
  /// Of a note: its type, where the component has no attribute `type`.
  std::string_view type = {};
};

/// The components of Docusaurus and Fumadocs, and elements of HTML that hold Markdown.
constexpr Component kComponents[] = {
    {"Tabs", Part::tabs},
    {"TabItem", Part::tab},
    {"Tab", Part::tab},
    {"Callout", Part::note, "info"},
    {"Admonition", Part::note, "note"},
    {"Note", Part::note, "note"},
    {"Tip", Part::note, "tip"},
    {"Info", Part::note, "info"},
    {"Warning", Part::note, "warning"},
    {"Danger", Part::note, "danger"},
    {"Accordion", Part::details},
    {"details", Part::details},
    {"Details", Part::details},
    {"summary", Part::summary},
    {"Card", Part::card},
    {"Cards", Part::cards},
    {"Steps", Part::steps},
    {"Step", Part::plain},
    {"Accordions", Part::plain},
    {"div", Part::plain},
    {"", Part::plain},
};

struct NoteType {
  std::string_view written;
  std::string_view type;
};
constexpr NoteType kNoteTypes[] = {{"warn", "warning"},
                                   {"error", "danger"},
                                   {"success", "tip"},
                                   {"idea", "tip"},
                                   {"secondary", "note"}};

std::string note_type(std::string_view written) {
  for (const NoteType& row : kNoteTypes)
    if (row.written == written) return std::string(row.type);
  return base::to_lower(written);
}

/// "['a', 'b']" as its texts.
std::vector<std::string> listed(std::string_view expression) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = expression.find_first_of("'\"", at)) != expression.npos;) {
    std::size_t close = expression.find(expression[at], at + 1);
    if (close == expression.npos) break;
    out.emplace_back(expression.substr(at + 1, close - at - 1));
    at = close + 1;
  }
  return out;
}

class MdxReader {
 public:
  explicit MdxReader(myst::Context& context) : context_(context) {}

  void add(std::vector<Piece>& pieces, rst::Titles titles, int depth, Blocks& out) {
    for (Piece& piece : pieces) add(piece, titles, depth, out);
  }

 private:
  Blocks inside(Piece& piece, int depth) {
    Blocks out;
    add(piece.children, rst::Titles::allowed, depth + 1, out);
    return out;
  }
  doc::Inlines inlines(std::string_view text) {
    return myst::parse_inlines(context_, rst::Chunk(std::string(text)));
  }
  static doc::Inlines plain(std::string_view text) {
    return {{doc::Text{std::string(text)}, {}, {}}};
  }

  void add(Piece& piece, rst::Titles titles, int depth, Blocks& out) {
    switch (piece.kind) {
      case Piece::Kind::text:
        return myst::read_blocks(context_, std::move(piece.lines), titles, depth, out);
      case Piece::Kind::module: {
        // Once a page: pages begin with a dozen of them.
        std::string first(base::trim(piece.lines.front().text));
        if (!std::exchange(module_reported_, true))
          context_.page.report("KB0450"_code, piece.span, {first});
        return;
      }
      case Piece::Kind::expression: return expression(piece, out);
      case Piece::Kind::note: {
        doc::Admonition note{note_type(piece.tag.name)};
        if (!piece.title.empty()) note.title = inlines(piece.title);
        note.children = inside(piece, depth);
        return out.push_back({std::move(note), piece.span, {}});
      }
      case Piece::Kind::element: return element(piece, depth, out);
    }
  }

  void expression(Piece& piece, Blocks& out) {
    std::string_view text = base::trim(piece.title);
    if (text.empty() || (text.starts_with("/*") && text.ends_with("*/"))) return;
    if (auto value = mdx::literal(text))
      return out.push_back({doc::Paragraph{plain(*value)}, piece.span, {}});
    context_.page.report("KB0452"_code, piece.span, {"{" + std::string(text) + "}"});
    out.push_back({doc::CodeBlock{"{" + std::string(text) + "}", "jsx"}, piece.span, {}});
  }

  void element(Piece& piece, int depth, Blocks& out) {
    const mdx::Tag& tag = piece.tag;
    const auto* row = std::find_if(std::begin(kComponents), std::end(kComponents),
                                   [&](const Component& one) { return one.name == tag.name; });
    if (row == std::end(kComponents)) {
      if (reported_.insert(tag.name).second)
        context_.page.report("KB0451"_code, piece.span, {"<" + tag.name + ">"});
      return add(piece.children, rst::Titles::allowed, depth + 1, out);
    }
    switch (row->part) {
      case Part::tabs: return tabs(piece, depth, out);
      case Part::note: {
        std::string_view type = tag.get("type");
        doc::Admonition note{note_type(type.empty() ? row->type : type)};
        if (tag.has("title")) note.title = plain(tag.get("title"));
        note.children = inside(piece, depth);
        return out.push_back({std::move(note), piece.span, {}});
      }
      case Part::details: return details(piece, depth, out);
      case Part::card: return card(piece, depth, out);
      case Part::cards:
      case Part::steps: {
        doc::Container box{"div", std::nullopt, inside(piece, depth)};
        Block block{std::move(box), piece.span, {}};
        block.attributes.add_class(row->part == Part::cards ? "grid cards" : "steps");
        return out.push_back(std::move(block));
      }
      // A tab or summary by itself is its content.
      case Part::tab:
        if (std::string label = label_of(tag); !label.empty())
          out.push_back(
              {doc::Paragraph{{{doc::Emphasis{doc::EmphasisKind::strong, plain(label)}, {}, {}}}},
               piece.span,
               {}});
        return add(piece.children, rst::Titles::allowed, depth + 1, out);
      case Part::summary:
      case Part::plain: return add(piece.children, rst::Titles::allowed, depth + 1, out);
    }
  }

  static std::string label_of(const mdx::Tag& tag) {
    for (std::string_view key : {"label", "title", "value"})
      if (tag.has(key)) return std::string(tag.get(key));
    return "";
  }

  void tabs(Piece& piece, int depth, Blocks& out) {
    std::vector<std::string> labels = listed(piece.tag.get("items"));
    doc::TabSet set;
    Blocks beside;
    for (Piece& child : piece.children) {
      bool tab = child.kind == Piece::Kind::element &&
                 (child.tag.name == "Tab" || child.tag.name == "TabItem");
      if (!tab) {
        add(child, rst::Titles::unexpected, depth + 1, beside);
        continue;
      }
      doc::Tab& made = set.tabs.emplace_back();
      std::string label = label_of(child.tag);
      if (label.empty() && set.tabs.size() <= labels.size()) label = labels[set.tabs.size() - 1];
      made.label = plain(label.empty() ? std::to_string(set.tabs.size()) : label);
      made.selected = child.tag.has("default");
      made.span = child.span;
      made.children = inside(child, depth + 1);
    }
    if (!set.tabs.empty()) out.push_back({std::move(set), piece.span, {}});
    std::move(beside.begin(), beside.end(), std::back_inserter(out));
  }

  void details(Piece& piece, int depth, Blocks& out) {
    doc::Admonition node{"details"};
    node.collapse = piece.tag.has("open") ? doc::Collapse::open : doc::Collapse::closed;
    std::string_view title = piece.tag.get("title");
    if (!title.empty()) node.title = plain(title);
    auto summary = std::find_if(piece.children.begin(), piece.children.end(), [](const Piece& one) {
      return one.kind == Piece::Kind::element && one.tag.name == "summary";
    });
    if (summary != piece.children.end()) {
      Blocks words = inside(*summary, depth);
      auto* text = words.size() == 1 ? std::get_if<doc::Paragraph>(&words[0].value) : nullptr;
      node.title = text ? std::move(text->children) : plain(doc::plain_text(words));
      piece.children.erase(summary);
    }
    node.children = inside(piece, depth);
    out.push_back({std::move(node), piece.span, {}});
  }

  void card(Piece& piece, int depth, Blocks& out) {
    std::string title(piece.tag.get("title")), target(piece.tag.get("href"));
    doc::Container box{"div"};
    if (!title.empty())
      box.title =
          target.empty()
              ? plain(title)
              : doc::Inlines{
                    {doc::Link{doc::LinkKind::target, target, "", plain(title)}, piece.span, {}}};
    if (std::string_view words = piece.tag.get("description"); !words.empty())
      box.children.push_back({doc::Paragraph{plain(words)}, piece.span, {}});
    Blocks content = inside(piece, depth);
    std::move(content.begin(), content.end(), std::back_inserter(box.children));
    Block block{std::move(box), piece.span, {}};
    block.attributes.add_class("card");
    out.push_back(std::move(block));
  }

  myst::Context& context_;
  bool module_reported_ = false;
  std::set<std::string> reported_;
};

/// Takes JSX out of text: components lose their tags, comments go, expressions become code.
class TextCleaner {
 public:
  explicit TextCleaner(rst::Page& page) : page_(page) {}

  void run(Blocks& blocks) {
    doc::rewrite_inlines(blocks, [&](doc::Inlines& list) { clean(list); });
    doc::rewrite_blocks(blocks, [&](Blocks& list) {
      for (Block& block : list)
        if (auto* raw = std::get_if<doc::RawBlock>(&block.value)) strip(*raw, block.span);
      std::erase_if(list, [](const Block& block) {
        const auto* raw = std::get_if<doc::RawBlock>(&block.value);
        return raw && base::trim(raw->html).empty();
      });
    });
    doc::MutableVisitor headings;
    headings.block = [&](Block& block) {
      if (auto* heading = std::get_if<doc::Heading>(&block.value)) take_id(block, *heading);
      return doc::Descend::into;
    };
    headings.inline_node = [](doc::Inline&) { return doc::Descend::past; };
    doc::walk(blocks, headings);
  }

 private:
  static bool is_component(const mdx::Tag& tag) {
    return tag.name.empty() || base::is_upper(tag.name[0]);
  }
  void report(const mdx::Tag& tag, source::Span span) {
    if (!tag.closing && !tag.name.empty() && reported_.insert(tag.name).second)
      page_.report("KB0451"_code, span, {"<" + tag.name + ">"});
  }

  /// Takes the tags of components out of HTML that goes over lines.
  void strip(doc::RawBlock& raw, source::Span span) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t open = 0; (open = raw.html.find('<', open)) != raw.html.npos;) {
      auto tag = mdx::read_tag(raw.html, open);
      if (!tag || !is_component(*tag)) {
        ++open;
        continue;
      }
      report(*tag, span);
      out += raw.html.substr(at, open - at);
      at = open = tag->end;
    }
    raw.html = out + raw.html.substr(at);
  }

  void clean(doc::Inlines& list) {
    doc::Inlines out;
    for (doc::Inline& node : list) {
      if (auto* raw = std::get_if<doc::RawInline>(&node.value)) {
        auto tag = raw->html.starts_with('<') ? mdx::read_tag(raw->html, 0) : std::nullopt;
        if (!tag || !is_component(*tag)) {
          out.push_back(std::move(node));
        } else {
          report(*tag, node.span);
        }
      } else if (auto* text = std::get_if<doc::Text>(&node.value)) {
        split(text->text, node, out);
      } else {
        out.push_back(std::move(node));
      }
    }
    list = std::move(out);
  }

  void split(const std::string& text, const doc::Inline& node, doc::Inlines& out) {
    std::size_t at = 0;
    auto put = [&](std::size_t end) {
      if (end == at) return;
      source::Span span = node.span;
      if (span && span.end - span.begin == text.size())
        span = {span.file, span.begin + static_cast<std::uint32_t>(at),
                span.begin + static_cast<std::uint32_t>(end)};
      out.push_back({doc::Text{text.substr(at, end - at)}, span, node.attributes});
    };
    for (std::size_t open = 0; (open = text.find('{', open)) != text.npos;) {
      std::size_t end = mdx::expression_end(text, open);
      if (end == text.npos) break;
      std::string_view inside = base::trim(std::string_view(text).substr(open + 1, end - open - 2));
      // {#id} ends a heading.
      if (inside.starts_with('#')) {
        open = end;
        continue;
      }
      put(open);
      bool comment = inside.empty() || (inside.starts_with("/*") && inside.ends_with("*/"));
      if (auto value = mdx::literal(inside)) {
        out.push_back({doc::Text{*value}, {}, {}});
      } else if (!comment) {
        std::string whole = text.substr(open, end - open);
        page_.report("KB0452"_code, node.span, {whole});
        out.push_back({doc::Code{std::move(whole)}, {}, {}});
      }
      at = open = end;
    }
    put(text.size());
  }

  static void take_id(Block& block, doc::Heading& heading) {
    auto* text =
        heading.children.empty() ? nullptr : std::get_if<doc::Text>(&heading.children.back().value);
    if (!text || !text->text.ends_with('}')) return;
    std::size_t open = text->text.rfind("{#");
    if (open == text->text.npos) return;
    block.attributes.set("id", text->text.substr(open + 2, text->text.size() - open - 3));
    text->text = base::trim_right(std::string_view(text->text).substr(0, open));
  }

  rst::Page& page_;
  std::set<std::string> reported_;
};

}  // namespace

ReadResult read_mdx(const source::SourceStore& sources, source::FileId file,
                    const Options& options) {
  ReadResult result;
  std::uint32_t begin = begin_result(sources, file, Dialect::mdx, options, result);
  rst::Page page{sources, options, result};
  page.including.push_back(file);
  myst::Context context{page, {}};
  context.syntax.strikethrough = context.syntax.tasklist = true;
  context.syntax.fence_titles = true;
  rst::Markup markup;
  markup.blocks = [&](rst::Lines lines, rst::Titles titles, int depth, Blocks& out) {
    myst::read_blocks(context, std::move(lines), titles, depth, out);
  };
  markup.inlines = [&](const rst::Chunk& chunk) { return myst::parse_inlines(context, chunk); };
  markup.lines = [&](rst::FileId included) { return myst::split_lines(sources, included, 0); };
  page.markup = &markup;
  std::vector<Piece> pieces =
      mdx::part(sources, myst::split_lines(sources, file, begin), page.arena);
  MdxReader(context).add(pieces, rst::Titles::allowed, 0, result.document.blocks);
  TextCleaner(page).run(result.document.blocks);
  rst::transform(page, result.document.blocks);
  doc::assign_heading_ids(result.document, doc::SlugStyle::github);
  return result;
}

}  // namespace kbuild::read
