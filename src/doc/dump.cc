// Prints a tree, one function a kind of node; see dump.h.
#include "doc/dump.h"

#include "base/format.h"
#include "base/overloaded.h"
#include "base/text.h"

namespace kbuild::doc {

namespace {

std::string quote(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string attributes_text(const Attributes& attributes) {
  std::string out;
  for (const auto& [name, value] : attributes.items)
    out += base::format(" {}={}", name, quote(value));
  return out.empty() ? "" : " {" + out.substr(1) + "}";
}

std::string_view emphasis_name(EmphasisKind kind) {
  constexpr std::string_view kNames[] = {"emphasis", "strong",     "deleted",     "inserted",
                                         "marked",   "subscript",  "superscript", "small",
                                         "big",      "underlined", "cite",        "quoted"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view link_name(LinkKind kind) {
  constexpr std::string_view kNames[] = {"link",     "email", "reference", "page",
                                         "download", "term",  "number"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string call(std::string_view name, std::initializer_list<std::string> arguments) {
  std::string out(name);
  out += '(';
  bool first = true;
  for (const std::string& argument : arguments) {
    if (argument.empty()) continue;
    if (!first) out += ' ';
    out += argument;
    first = false;
  }
  return out + ')';
}

std::string titled(std::string_view title) {
  return title.empty() ? "" : "title=" + quote(title);
}

class Dumper {
 public:
  explicit Dumper(const Places& places) : places_(places) {}

  std::string out;

  std::string inlines(const Inlines& list) const {
    std::string text;
    for (const Inline& node : list) {
      if (!text.empty()) text += ' ';
      text += one(node);
    }
    return text;
  }

  void blocks(const Blocks& list, int depth) {
    for (const Block& block : list) one_block(block, depth);
  }

 private:
  /// Where a node stands, behind it; nothing where that is not asked for.
  std::string place(const Span& span) const {
    std::string where = places_ ? places_(span) : "";
    return where.empty() ? "" : " @" + where;
  }

  std::string one(const Inline& node) const {
    return std::visit(
               base::Overloaded{
                   [](const Text& text) { return quote(text.text); },
                   [](const SoftBreak&) { return std::string("softbreak"); },
                   [](const HardBreak&) { return std::string("hardbreak"); },
                   [this](const Emphasis& x) {
                     return call(emphasis_name(x.kind), {inlines(x.children)});
                   },
                   [](const Code& x) {
                     return call("code", {x.language, quote(x.text)});
                   },
                   [this](const Link& x) {
                     return call(link_name(x.kind),
                                 {quote(x.target), titled(x.title), inlines(x.children)});
                   },
                   [](const Image& x) {
                     return call("image", {quote(x.source), quote(x.alt), titled(x.title)});
                   },
                   [](const Keys& x) { return call("keys", {quote(base::join(x.keys, "+"))}); },
                   [](const Math& x) { return call("math", {quote(x.tex)}); },
                   [](const NoteReference& x) { return call("note", {quote(x.label)}); },
                   [](const Abbreviation& x) {
                     return call("abbreviation", {quote(x.text), quote(x.expansion)});
                   },
                   [](const Icon& x) { return call("icon", {quote(x.name)}); },
                   [](const RawInline& x) { return call("raw", {quote(x.html)}); },
                   [this](const Group& x) { return call("group", {inlines(x.children)}); },
                   [](const CheckBox& x) { return std::string(x.checked ? "[x]" : "[ ]"); },
               },
               node.value) +
           attributes_text(node.attributes) + place(node.span);
  }

  void line(int depth, const std::string& text) {
    out += std::string(static_cast<std::size_t>(depth) * 2, ' ') + text + "\n";
  }

  void one_block(const Block& block, int depth) {
    std::string attributes = attributes_text(block.attributes);
    // In front, since the places of inlines stand behind them.
    std::string where = place(block.span);
    if (!where.empty()) where = where.substr(1) + " ";
    auto head = [&](const std::string& text) { line(depth, where + text + attributes); };
    std::visit(base::Overloaded{
                   [&](const Paragraph& x) { head("paragraph " + inlines(x.children)); },
                   [&](const Heading& x) {
                     head(base::format("heading {} {}", x.level, inlines(x.children)));
                   },
                   [&](const ThematicBreak&) { head("break"); },
                   [&](const List& x) { list(x, head, depth); },
                   [&](const DefinitionList& x) { definitions(x, head, depth); },
                   [&](const Table& x) { table(x, head, depth); },
                   [&](const CodeBlock& x) { code(x, head, depth); },
                   [&](const Quote& x) {
                     head("quote");
                     blocks(x.children, depth + 1);
                     if (!x.attribution.empty())
                       line(depth + 1, "attribution " + inlines(x.attribution));
                   },
                   [&](const Admonition& x) {
                     std::string title =
                         x.title ? " " + (x.title->empty() ? "untitled" : inlines(*x.title)) : "";
                     constexpr std::string_view kCollapse[] = {"", " closed", " open"};
                     head("admonition " + x.type + title +
                          std::string(kCollapse[static_cast<std::size_t>(x.collapse)]));
                     blocks(x.children, depth + 1);
                   },
                   [&](const TabSet& x) {
                     head("tabs");
                     for (const Tab& tab : x.tabs) {
                       line(depth + 1, "tab " + inlines(tab.label) +
                                           attributes_text(tab.attributes) + place(tab.span));
                       blocks(tab.children, depth + 2);
                     }
                   },
                   [&](const Figure& x) {
                     head("figure");
                     blocks(x.children, depth + 1);
                     if (!x.caption.empty()) line(depth + 1, "caption");
                     blocks(x.caption, depth + 2);
                     if (!x.legend.empty()) line(depth + 1, "legend");
                     blocks(x.legend, depth + 2);
                   },
                   [&](const MathBlock& x) { head("math " + quote(x.tex)); },
                   [&](const RawBlock& x) { head("raw " + quote(x.html)); },
                   [&](const FootnoteDefinition& x) {
                     head("footnote " + quote(x.label));
                     blocks(x.children, depth + 1);
                   },
                   [&](const LineBlock& x) {
                     head("lines");
                     for (const LineBlock::Line& one : x.lines)
                       line(depth + 1 + one.depth, "line " + inlines(one.children));
                   },
                   [&](const TableOfContents&) { head("contents"); },
                   [&](const PageList& x) {
                     head("pages");
                     for (const PageList::Entry& entry : x.entries)
                       line(depth + 1, "entry " + quote(entry.target) +
                                           (entry.title.empty() ? "" : " " + quote(entry.title)) +
                                           place(entry.span));
                   },
                   [&](const Container& x) {
                     head("container " + x.tag + (x.title ? " " + inlines(*x.title) : ""));
                     blocks(x.children, depth + 1);
                   },
                   [&](const Comment& x) { head("comment " + quote(x.text)); },
                   [&](const Anchor&) { head("anchor"); },
               },
               block.value);
  }

  template <class Head>
  void list(const List& x, const Head& head, int depth) {
    constexpr std::string_view kStyles[] = {"bullet",      "decimal",     "lower-alpha",
                                            "upper-alpha", "lower-roman", "upper-roman"};
    std::string text = "list " + std::string(kStyles[static_cast<std::size_t>(x.style)]);
    if (x.start != 1) text += base::format(" start={}", x.start);
    head(text + (x.tight ? "" : " loose"));
    for (const ListItem& item : x.items) {
      std::string check = item.checked ? (*item.checked ? " [x]" : " [ ]") : "";
      line(depth + 1, "item" + check + attributes_text(item.attributes) + place(item.span));
      blocks(item.children, depth + 2);
    }
  }

  template <class Head>
  void definitions(const DefinitionList& x, const Head& head, int depth) {
    constexpr std::string_view kKinds[] = {"definitions", "fields", "options", "glossary"};
    head(std::string(kKinds[static_cast<std::size_t>(x.kind)]));
    for (const DefinitionItem& item : x.items) {
      for (const Inlines& term : item.terms) line(depth + 1, "term " + inlines(term));
      for (const Blocks& definition : item.definitions) {
        line(depth + 1, "definition");
        blocks(definition, depth + 2);
      }
    }
  }

  template <class Head>
  void table(const Table& x, const Head& head, int depth) {
    head(base::format("table headers={}", x.header_rows) +
         (x.caption.empty() ? "" : " " + inlines(x.caption)));
    for (const TableRow& row : x.rows) {
      line(depth + 1, "row" + place(row.span));
      for (const TableCell& cell : row.cells) {
        std::string text = cell.header ? "header" : "cell";
        if (cell.column_span != 1) text += base::format(" columns={}", cell.column_span);
        if (cell.row_span != 1) text += base::format(" rows={}", cell.row_span);
        constexpr std::string_view kAlignments[] = {"", " left", " center", " right"};
        line(depth + 2, text + std::string(kAlignments[static_cast<std::size_t>(cell.alignment)]) +
                            place(cell.span));
        blocks(cell.children, depth + 3);
      }
    }
  }

  template <class Head>
  void code(const CodeBlock& x, const Head& head, int depth) {
    std::string text = "code";
    if (!x.language.empty()) text += " " + x.language;
    if (!x.title.empty()) text += " title=" + quote(x.title);
    if (x.first_line_number) text += base::format(" from={}", *x.first_line_number);
    for (std::uint32_t number : x.highlighted) text += base::format(" mark={}", number);
    head(text + " " + (x.children.empty() ? quote(x.text) : inlines(x.children)));
    for (const Blocks& annotation : x.annotations) {
      line(depth + 1, "annotation");
      blocks(annotation, depth + 2);
    }
  }

  const Places& places_;
};

}  // namespace

std::string dump(const Inlines& inlines) {
  const Places nowhere;
  return Dumper(nowhere).inlines(inlines);
}

std::string dump(const Document& document, const Places& places) {
  Dumper dumper(places);
  dumper.blocks(document.blocks, 0);
  return std::move(dumper.out);
}

}  // namespace kbuild::doc
