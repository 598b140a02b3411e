// The writer behind to_html: one string that is appended to, and what must be known across nodes
// (footnote numbers, headings, tab sets). Blocks are in blocks.cc, tables and lists in
// lists.cc, inlines in inlines.cc, notes and tables of contents in notes.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "doc/tree.h"
#include "render/html/html.h"

namespace kbuild::render {

/// Whether a lone paragraph inside an item or a cell keeps its <p>.
enum class ParagraphForm : std::uint8_t { wrapped, bare };

class HtmlWriter {
 public:
  explicit HtmlWriter(const HtmlOptions& options) : options_(options) {}

  void document(const doc::Document& document);
  void inlines(const doc::Inlines& inlines);
  std::string take() { return std::move(out_); }

 private:
  using Attributes = doc::Attributes;

  struct Note {
    const doc::FootnoteDefinition* definition = nullptr;
    /// The label that the author chose ("5", "*"), where the dialect shows it; else notes are
    /// numbered.
    std::string shown = {};
    /// Its name in the page's own links.
    std::string id = {};
    int number = 0;
    int references = 0;
    int references_written = 0;
    bool written = false;
  };
  struct HeadingEntry {
    const doc::Block* block;
    int level;
  };

  // Blocks.
  void blocks(const doc::Blocks& blocks, ParagraphForm form = ParagraphForm::wrapped);
  void block(const doc::Block& block, ParagraphForm form);
  void paragraph(const doc::Paragraph& node, const Attributes& attributes, ParagraphForm form);
  void heading(const doc::Heading& node, const doc::Block& block);
  void quote(const doc::Quote& node, const Attributes& attributes);
  void admonition(const doc::Admonition& node, const Attributes& attributes);
  void details(const doc::Admonition& node, const Attributes& attributes);
  void tab_set(const doc::TabSet& node, const Attributes& attributes);
  void figure(const doc::Figure& node, const Attributes& attributes);
  void math_block(const doc::MathBlock& node, const Attributes& attributes);
  void raw_block(const doc::RawBlock& node);
  void line_block(const doc::LineBlock& node, const Attributes& attributes);
  void container(const doc::Container& node, const Attributes& attributes);
  void page_list(const doc::PageList& node, const Attributes& attributes);
  void page_list_items(const std::vector<PageListItem>& items, std::string_view tag);
  void anchor(const Attributes& attributes);

  // Code.
  void code_block(const doc::CodeBlock& node, const Attributes& attributes);
  void code_body(const doc::CodeBlock& node);
  void code_lines(const doc::CodeBlock& node, std::string_view html);

  // Lists and tables.
  void list(const doc::List& node, const Attributes& attributes);
  void list_item(const doc::ListItem& item, ParagraphForm form);
  void definition_list(const doc::DefinitionList& node, const Attributes& attributes);
  void option_terms(const doc::DefinitionItem& item);
  void table(const doc::Table& node, const Attributes& attributes);
  void table_row(const doc::TableRow& row);
  void cell_content(const doc::Blocks& children);

  // Notes and tables of contents.
  void collect(const doc::Document& document);
  void note_reference(const doc::NoteReference& node);
  void notes();
  void footnote(const Note& note);
  void citation(const Note& note);
  void table_of_contents(const doc::TableOfContents& node, const Attributes& attributes);

  // Inlines.
  void inline_node(const doc::Inline& node);
  void emphasis(const doc::Emphasis& node, const Attributes& attributes);
  void code(const doc::Code& node, const Attributes& attributes);
  void link(const doc::Link& node, const Attributes& attributes);
  void image(const doc::Image& node, const Attributes& attributes);
  void math(const doc::Math& node, const Attributes& attributes);
  void keys(const doc::Keys& node, const Attributes& attributes);
  void icon(const doc::Icon& node, const Attributes& attributes);
  void check_box(bool checked);

  // Pieces.
  void text(std::string_view text);
  void open(std::string_view tag, std::string_view classes, const Attributes& attributes);
  void close(std::string_view tag);
  /// Ends the current line unless it is empty.
  void fresh_line();
  std::string word(std::string_view key, std::string_view english) const;
  ResolvedLink resolve(const doc::Link& node) const;

  const HtmlOptions& options_;
  std::string out_;
  std::map<std::string, Note, std::less<>> footnotes_;
  std::map<std::string, Note, std::less<>> citations_;
  std::vector<std::string> note_order_;
  std::vector<std::string> citation_order_;
  std::vector<std::string> definition_order_;
  std::vector<HeadingEntry> headings_;
  std::size_t headings_written_ = 0;
  int tab_sets_ = 0;
  /// Above zero inside a link, where another link would be invalid.
  int link_depth_ = 0;
  std::size_t page_lists_ = 0;
};

}  // namespace kbuild::render
