// CommonMark and GFM by cmark-gfm; see reader.h. Its tree is walked by its own iterator and
// rebuilt from the leaves up on an explicit stack, so that nesting costs no call depth. Heading ids
// are left to later stages: CommonMark gives none.
#include "read/commonmark/reader.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/bounds.h"
#include "base/text.h"
#include "html/sanitise.h"
#include "read/commonmark/bounds.h"
#include "read/commonmark/places.h"
#include "read/front_matter.h"

namespace kbuild::read {

namespace {

using namespace diag::literals;
using doc::Block;
using doc::Inline;

/// Extensions that GFM turns on. "footnotes" is an option of the parser, "tagfilter" a rule of
/// output.
constexpr std::string_view kGfmExtensions[] = {"table",     "strikethrough", "autolink",
                                               "tagfilter", "tasklist",      "footnotes"};

/// Tags whose '<' tagfilter escapes (GFM 0.29, section 6.11).
constexpr std::string_view kFilteredTags[] = {"title",   "textarea", "style",  "xmp",      "iframe",
                                              "noembed", "noframes", "script", "plaintext"};

struct ParserDeleter {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};
struct NodeDeleter {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct IteratorDeleter {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};

std::string_view view(const char* text) {
  return text ? std::string_view(text) : std::string_view();
}

bool begins_filtered_tag(std::string_view html) {
  html.remove_prefix(1);
  if (html.starts_with('/')) html.remove_prefix(1);
  return std::any_of(std::begin(kFilteredTags), std::end(kFilteredTags), [&](std::string_view tag) {
    if (!base::starts_with_ignoring_case(html, tag)) return false;
    std::string_view rest = html.substr(tag.size());
    return !rest.empty() && (base::is_space(rest[0]) || rest[0] == '>' || rest.starts_with("/>"));
  });
}

std::string filter_tags(std::string_view html) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at; (at = html.find('<', begin)) != html.npos; begin = at + 1) {
    out += html.substr(begin, at - begin);
    out += begins_filtered_tag(html.substr(at)) ? "&lt;" : "<";
  }
  out += html.substr(begin);
  return out;
}

/// The kind of a cmark node; its own numbers for extensions are made at run time.
enum class Kind {
  document,
  quote,
  list,
  item,
  code_block,
  html_block,
  paragraph,
  heading,
  rule,
  footnote,
  table,
  row,
  cell,
  text,
  soft_break,
  hard_break,
  code,
  html,
  emphasis,
  strong,
  deleted,
  link,
  image,
  note_reference,
  other,
};

Kind kind_of(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_DOCUMENT: return Kind::document;
    case CMARK_NODE_BLOCK_QUOTE: return Kind::quote;
    case CMARK_NODE_LIST: return Kind::list;
    case CMARK_NODE_ITEM: return Kind::item;
    case CMARK_NODE_CODE_BLOCK: return Kind::code_block;
    case CMARK_NODE_HTML_BLOCK: return Kind::html_block;
    case CMARK_NODE_PARAGRAPH: return Kind::paragraph;
    case CMARK_NODE_HEADING: return Kind::heading;
    case CMARK_NODE_THEMATIC_BREAK: return Kind::rule;
    case CMARK_NODE_FOOTNOTE_DEFINITION: return Kind::footnote;
    case CMARK_NODE_TEXT: return Kind::text;
    case CMARK_NODE_SOFTBREAK: return Kind::soft_break;
    case CMARK_NODE_LINEBREAK: return Kind::hard_break;
    case CMARK_NODE_CODE: return Kind::code;
    case CMARK_NODE_HTML_INLINE: return Kind::html;
    case CMARK_NODE_EMPH: return Kind::emphasis;
    case CMARK_NODE_STRONG: return Kind::strong;
    case CMARK_NODE_LINK: return Kind::link;
    case CMARK_NODE_IMAGE: return Kind::image;
    case CMARK_NODE_FOOTNOTE_REFERENCE: return Kind::note_reference;
    default: break;
  }
  std::string_view name = view(cmark_node_get_type_string(node));
  if (name == "table") return Kind::table;
  if (name == "table_row" || name == "table_header") return Kind::row;
  if (name == "table_cell") return Kind::cell;
  if (name == "strikethrough") return Kind::deleted;
  return Kind::other;
}

bool is_inline(Kind kind) {
  return kind >= Kind::text && kind <= Kind::note_reference;
}
/// Nodes that the iterator enters and does not leave.
bool is_leaf(Kind kind) {
  switch (kind) {
    case Kind::code_block:
    case Kind::html_block:
    case Kind::rule:
    case Kind::text:
    case Kind::soft_break:
    case Kind::hard_break:
    case Kind::code:
    case Kind::html: return true;
    default: return false;
  }
}

/// The text below a node, as for an image's alternative text.
std::string flat_text(cmark_node* top) {
  std::string out;
  std::unique_ptr<cmark_iter, IteratorDeleter> iterator(cmark_iter_new(top));
  for (cmark_event_type event; (event = cmark_iter_next(iterator.get())) != CMARK_EVENT_DONE;) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator.get());
    Kind kind = kind_of(node);
    if (kind == Kind::soft_break || kind == Kind::hard_break) {
      out += ' ';
    } else if (is_leaf(kind) && kind != Kind::rule) {
      out += view(cmark_node_get_literal(node));
    }
  }
  return out;
}

CmarkPlace place_of(cmark_node* node) {
  return {cmark_node_get_start_line(node), cmark_node_get_start_column(node),
          cmark_node_get_end_line(node), cmark_node_get_end_column(node)};
}

/// Rebuilds a cmark tree as a document.
class Converter {
 public:
  Converter(const CommonmarkPlaces& places, Trust trust, bool filters_tags, ReadResult& result)
      : places_(places), trust_(trust), filters_tags_(filters_tags), result_(result) {}

  void convert(cmark_node* root) {
    std::unique_ptr<cmark_iter, IteratorDeleter> iterator(cmark_iter_new(root));
    for (cmark_event_type event; (event = cmark_iter_next(iterator.get())) != CMARK_EVENT_DONE;) {
      cmark_node* node = cmark_iter_get_node(iterator.get());
      Kind kind = kind_of(node);
      if (event == CMARK_EVENT_EXIT) {
        close(node, kind);
      } else if (is_leaf(kind)) {
        add_leaf(node, kind);
      } else if (kind == Kind::image || frames_.size() >= base::kMaxNesting) {
        kind == Kind::image ? add_image(node) : flatten(node, kind);
        cmark_iter_reset(iterator.get(), node, CMARK_EVENT_EXIT);
      } else {
        frames_.emplace_back();
      }
    }
  }

 private:
  /// The converted children of an open node; which member is used depends on its kind.
  struct Frame {
    doc::Blocks blocks;
    doc::Inlines inlines;
    std::vector<doc::ListItem> items;
    std::vector<doc::TableRow> rows;
    std::vector<doc::TableCell> cells;
  };

  Frame& top() { return frames_.back(); }
  void add(Block block) { top().blocks.push_back(std::move(block)); }
  void add(Inline node) { top().inlines.push_back(std::move(node)); }

  std::string html_of(cmark_node* node) const {
    std::string_view html = view(cmark_node_get_literal(node));
    if (trust_ == Trust::trusted) return filters_tags_ ? filter_tags(html) : std::string(html);
    return is_inline(kind_of(node)) ? html::sanitise_tag(html) : html::sanitise_html(html).html;
  }

  void add_leaf(cmark_node* node, Kind kind) {
    CmarkPlace place = place_of(node);
    std::string_view literal = view(cmark_node_get_literal(node));
    switch (kind) {
      case Kind::code_block: return add_code_block(node, literal);
      case Kind::html_block: {
        std::string html = html_of(node);
        while (html.ends_with('\n')) html.pop_back();
        return add(Block{doc::RawBlock{std::move(html)}, places_.block(place)});
      }
      case Kind::rule: return add(Block{doc::ThematicBreak{}, places_.block(place)});
      case Kind::text: return add_text(literal, place);
      case Kind::soft_break: return add(Inline{doc::SoftBreak{}});
      case Kind::hard_break: return add(Inline{doc::HardBreak{}});
      case Kind::code: {
        source::Span content = places_.literal(place, literal);
        return add(Inline{doc::Code{std::string(literal)}, content});
      }
      case Kind::html:
        return add(Inline{doc::RawInline{html_of(node)}, places_.literal(place, literal)});
      default: return;
    }
  }

  /// cmark makes a node of every special character; neighbours become one again.
  void add_text(std::string_view literal, const CmarkPlace& place) {
    source::Span span = places_.literal(place, literal);
    if (!top().inlines.empty())
      if (auto* before = std::get_if<doc::Text>(&top().inlines.back().value)) {
        source::Span& joined = top().inlines.back().span;
        joined = joined && span && joined.end == span.begin ? source::merge(joined, span)
                                                            : source::Span{};
        before->text += literal;
        return;
      }
    add(Inline{doc::Text{std::string(literal)}, span});
  }

  void add_code_block(cmark_node* node, std::string_view literal) {
    int length = 0, offset = 0;
    char character = 0;
    bool fenced = cmark_node_get_fenced(node, &length, &offset, &character) != 0;
    doc::CodeBlock code;
    code.content = places_.code_content(place_of(node), fenced, literal);
    if (literal.ends_with('\n')) literal.remove_suffix(1);
    code.text = literal;
    std::string_view info = base::trim_left(view(cmark_node_get_fence_info(node)));
    code.language = base::to_lower(info.substr(0, info.find_first_of(" \t\r\n")));
    add(Block{std::move(code), places_.block(place_of(node))});
  }

  void add_image(cmark_node* node) {
    doc::Image image{std::string(view(cmark_node_get_url(node))), flat_text(node),
                     std::string(view(cmark_node_get_title(node)))};
    add(Inline{std::move(image), places_.delimited(place_of(node), "!", ")]")});
  }

  /// Past a bound, a subtree becomes its text.
  void flatten(cmark_node* node, Kind kind) {
    source::Span span = is_inline(kind) ? source::Span{} : places_.block(place_of(node));
    if (!reported_) {
      result_.diagnostics.push_back({"KB0003"_code, span, {"100"}});
      reported_ = true;
    }
    doc::Inlines text = {Inline{doc::Text{flat_text(node)}}};
    if (is_inline(kind) || kind == Kind::cell || kind == Kind::row) {
      add(std::move(text[0]));
    } else if (kind == Kind::item) {
      top().items.push_back({{Block{doc::Paragraph{std::move(text)}, span}}, {}, span});
    } else {
      add(Block{doc::Paragraph{std::move(text)}, span});
    }
  }

  void close(cmark_node* node, Kind kind) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (kind == Kind::document) {
      result_.document.blocks = std::move(frame.blocks);
    } else if (is_inline(kind)) {
      close_inline(node, kind, std::move(frame));
    } else {
      close_block(node, kind, std::move(frame));
    }
  }

  void close_inline(cmark_node* node, Kind kind, Frame frame) {
    CmarkPlace place = place_of(node);
    if (kind == Kind::link) {
      doc::Link link;
      link.target = view(cmark_node_get_url(node));
      link.title = view(cmark_node_get_title(node));
      link.children = std::move(frame.inlines);
      source::Span span = places_.delimited(place, "[<", ")]>");
      // A link without text shows nothing, while an empty list would mean the target's title.
      if (link.children.empty()) link.children.push_back(Inline{doc::Text{}});
      bool bare = link.children.size() == 1 && !span;
      if (bare) span = places_.with_angles(link.children[0].span);
      return add(Inline{std::move(link), span});
    }
    if (kind == Kind::note_reference) {
      std::string label(view(cmark_node_get_literal(node)));
      return add(Inline{doc::NoteReference{doc::NoteKind::footnote, std::move(label)}});
    }
    doc::EmphasisKind emphasis = kind == Kind::emphasis ? doc::EmphasisKind::emphasis
                                 : kind == Kind::strong ? doc::EmphasisKind::strong
                                                        : doc::EmphasisKind::deleted;
    add(Inline{doc::Emphasis{emphasis, std::move(frame.inlines)},
               places_.delimited(place, "*_~", "*_~")});
  }

  void close_block(cmark_node* node, Kind kind, Frame frame) {
    source::Span span = places_.block(place_of(node));
    switch (kind) {
      case Kind::quote: return add(Block{doc::Quote{std::move(frame.blocks)}, span});
      case Kind::paragraph: return add(Block{doc::Paragraph{std::move(frame.inlines)}, span});
      case Kind::heading:
        return add(Block{doc::Heading{cmark_node_get_heading_level(node), std::move(frame.inlines)},
                         span});
      case Kind::list: {
        doc::List list;
        bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
        list.style = ordered ? doc::ListStyle::decimal : doc::ListStyle::bullet;
        if (ordered) list.start = cmark_node_get_list_start(node);
        list.tight = cmark_node_get_list_tight(node) != 0;
        list.items = std::move(frame.items);
        return add(Block{std::move(list), span});
      }
      case Kind::item: {
        doc::ListItem item{std::move(frame.blocks), {}, span};
        if (view(cmark_node_get_type_string(node)) == "tasklist")
          item.checked = cmark_gfm_extensions_get_tasklist_item_checked(node);
        top().items.push_back(std::move(item));
        return;
      }
      case Kind::footnote:
        return add(
            Block{doc::FootnoteDefinition{doc::NoteKind::footnote, std::to_string(++footnotes_),
                                          std::move(frame.blocks)},
                  span});
      case Kind::cell: {
        doc::TableCell cell;
        cell.children = {Block{doc::Paragraph{std::move(frame.inlines)}, span}};
        cell.span = span;
        top().cells.push_back(std::move(cell));
        return;
      }
      case Kind::row: top().rows.push_back({std::move(frame.cells), span}); return;
      case Kind::table: return close_table(node, std::move(frame), span);
      default:
        for (Block& block : frame.blocks) add(std::move(block));
        return;
    }
  }

  void close_table(cmark_node* node, Frame frame, source::Span span) {
    doc::Table table;
    table.header_rows = 1;
    table.rows = std::move(frame.rows);
    const std::uint8_t* alignments = cmark_gfm_extensions_get_table_alignments(node);
    std::size_t columns = alignments ? cmark_gfm_extensions_get_table_columns(node) : 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      for (std::size_t column = 0; column < table.rows[row].cells.size(); ++column) {
        doc::TableCell& cell = table.rows[row].cells[column];
        cell.header = row == 0;
        char letter = column < columns ? static_cast<char>(alignments[column]) : '\0';
        cell.alignment = letter == 'l'   ? doc::Alignment::left
                         : letter == 'c' ? doc::Alignment::center
                         : letter == 'r' ? doc::Alignment::right
                                         : doc::Alignment::none;
      }
    add(Block{std::move(table), span});
  }

  const CommonmarkPlaces& places_;
  Trust trust_;
  bool filters_tags_;
  ReadResult& result_;
  std::vector<Frame> frames_;
  int footnotes_ = 0;
  bool reported_ = false;
};

std::vector<std::string> chosen_extensions(Dialect dialect, const Options& options) {
  if (options.extensions) return *options.extensions;
  if (dialect != Dialect::gfm) return {};
  return {std::begin(kGfmExtensions), std::end(kGfmExtensions)};
}

std::unique_ptr<cmark_parser, ParserDeleter> make_parser(
    const std::vector<std::string>& extensions) {
  // cmark's registry is an unguarded global: filled once, only read afterwards.
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  bool footnotes = std::find(extensions.begin(), extensions.end(), "footnotes") != extensions.end();
  int flags = CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8 | (footnotes ? CMARK_OPT_FOOTNOTES : 0);
  std::unique_ptr<cmark_parser, ParserDeleter> parser(cmark_parser_new(flags));
  for (const std::string& name : extensions)
    if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name.c_str()))
      cmark_parser_attach_syntax_extension(parser.get(), extension);
  return parser;
}

}  // namespace

ReadResult read_commonmark(const source::SourceStore& sources, source::FileId file, Dialect dialect,
                           const Options& options) {
  ReadResult result;
  std::uint32_t body_begin = begin_result(sources, file, dialect, options, result);
  std::vector<std::string> extensions = chosen_extensions(dialect, options);
  std::string_view body = sources.text(file).substr(body_begin);
  std::string whole;
  if (!options.epilog.empty()) body = whole = std::string(body) + "\n\n" + options.epilog;
  BoundedMarkdown bounded = bound_markdown(body);
  if (!bounded.what.empty()) {
    auto at = static_cast<std::uint32_t>(body_begin + bounded.at);
    result.diagnostics.push_back(
        {"KB0007"_code, {file, at, at}, {bounded.what, "the rest is shown as written"}});
  }
  if (bounded.text) body = *bounded.text;
  if (bounded.autolinks == Autolinks::drop) std::erase(extensions, "autolink");
  auto parser = make_parser(extensions);
  cmark_parser_feed(parser.get(), body.data(), body.size());
  std::unique_ptr<cmark_node, NodeDeleter> root(cmark_parser_finish(parser.get()));
  bool filters_tags =
      std::find(extensions.begin(), extensions.end(), "tagfilter") != extensions.end();
  CommonmarkPlaces places(sources, file, body_begin);
  Converter(places, options.trust, filters_tags, result).convert(root.get());
  return result;
}

}  // namespace kbuild::read
