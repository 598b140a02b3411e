// The Markdown of MkDocs sites; see reader.h. Python-Markdown's own way, as nothing else gives its
// results:
//   input    snippets, tabs, line ends          mkdocs_input
//   fences   code out of the text               mkdocs_fences
//   HTML     raw blocks out of the text         mkdocs_html
//   blocks   a tree of elements with raw text   mkdocs_blocks, _lists, _containers, _tables, ...
//   inlines  patterns over each text            mkdocs_inline, _links, _emphasis, _symbols, _nodes
//   tree     the document                       mkdocs_tree
#include "read/mkdocs/reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "doc/anchors.h"
#include "doc/walk.h"
#include "html/entities.h"
#include "read/front_matter.h"
#include "read/mkdocs/fences.h"
#include "read/mkdocs/html.h"
#include "read/mkdocs/input.h"
#include "read/mkdocs/tree.h"

namespace kbuild::read {

namespace {

doc::SlugStyle slug_style(const mkdocs::Extensions& on) {
  if (on.cased_slugs) return doc::SlugStyle::unicode_cased;
  return on.unicode_slugs ? doc::SlugStyle::unicode : doc::SlugStyle::python_markdown;
}

/// Tables of contents end at a level of headings; the tree counts from the highest that is there.
void limit_contents(doc::Blocks& blocks, int bottom) {
  int highest = 6;
  doc::Visitor find;
  find.block = [&](const doc::Block& block) {
    if (const auto* heading = std::get_if<doc::Heading>(&block.value))
      highest = std::min(highest, heading->level);
    return doc::Descend::into;
  };
  doc::walk(std::as_const(blocks), find);
  doc::MutableVisitor set;
  set.block = [&](doc::Block& block) {
    if (auto* contents = std::get_if<doc::TableOfContents>(&block.value))
      contents->depth = std::max(1, bottom - highest + 1);
    return doc::Descend::into;
  };
  doc::walk(blocks, set);
}

/// The definitions of a text of nothing but abbreviations, one a line; nullopt for other texts.
/// Such a text cannot close a construct that the page leaves open.
std::optional<mkdocs::Abbreviations> read_glossary(std::string_view text) {
  std::optional<mkdocs::Abbreviations> out(std::in_place);
  for (std::string_view line : base::split_lines(text)) {
    if (line.empty()) continue;
    auto found = mkdocs::match_abbreviation(line);
    bool plain = found && !found->title.empty() && found->title[0] != '\'' &&
                 found->title[0] != '"' && std::all_of(line.begin(), line.end(), [](char c) {
                   return static_cast<unsigned char>(c) >= 0x20 && c != '<' && c != '>';
                 });
    if (!plain) return std::nullopt;
    out->define(found->word, html::decode_references(found->title, html::ReferenceRule::strict));
  }
  return out;
}

/// Null where the text is no glossary. Guides append one to all their pages: each thread keeps the
/// last.
const mkdocs::Abbreviations* glossary_of(const std::string& text) {
  struct Last {
    std::string text;
    std::optional<mkdocs::Abbreviations> glossary;
  };
  thread_local Last last;
  if (text.empty()) return nullptr;
  if (last.text != text) last = {text, read_glossary(text)};
  return last.glossary ? &*last.glossary : nullptr;
}

/// With a glossary in place of the text that is appended to the page; nullopt where that text would
/// become part of what the page leaves open.
std::optional<ReadResult> read_page(const source::SourceStore& sources, source::FileId file,
                                    const Options& options, const mkdocs::Abbreviations* glossary) {
  using namespace mkdocs;
  ReadResult result;
  Page page{sources, file, options, read_extensions(options.markdown_extensions)};
  if (glossary && !page.on.abbr) return std::nullopt;
  page.abbreviations = Abbreviations(glossary);
  std::uint32_t body_begin = begin_result(sources, file, Dialect::mkdocs, options, result);
  page.diagnostics = std::move(result.diagnostics);
  page.front_matter = &result.front_matter;
  MappedText text = assemble_input(page, body_begin);
  if (page.on.fences) text = extract_fences(page, text);
  std::size_t length = extract_html(page, text);

  Node root;
  BlockParser parser(page);
  parser.parse_text(root, std::string_view(page.text.text()).substr(0, length));
  bool ends_in_code = root.last() && root.last()->tag == Tag::code;
  if (glossary && (page.html_is_open || parser.is_open() || ends_in_code)) return std::nullopt;
  parser.finish();
  // Footnotes may define further ones.
  std::vector<std::unique_ptr<Node>> notes;
  for (std::size_t i = 0; i < page.footnotes.size(); ++i) {
    notes.push_back(std::make_unique<Node>());
    std::vector<Lines> blocks = page.footnotes[i].second;
    for (Lines& block : blocks) parser.parse_chunk(*notes.back(), std::move(block));
  }
  parser.finish();

  TreeBuilder builder(page);
  result.document.blocks = builder.build(root);
  for (std::size_t i = 0; i < notes.size(); ++i)
    // extensions/footnotes.py numbers them by their definitions.
    result.document.blocks.push_back(
        builder.footnote(page.footnotes[i].first, static_cast<int>(i + 1), *notes[i]));
  doc::rewrite_blocks(result.document.blocks, attach_annotations);
  doc::rewrite_blocks(result.document.blocks,
                      [&](doc::Blocks& blocks) { attach_versions(page, blocks); });
  doc::assign_heading_ids(result.document, slug_style(page.on), page.on.toc_separator);
  if (page.on.toc_bottom > 0) limit_contents(result.document.blocks, page.on.toc_bottom);
  result.diagnostics = std::move(page.diagnostics);
  result.included = std::move(page.included);
  return result;
}

}  // namespace

ReadResult read_mkdocs(const source::SourceStore& sources, source::FileId file,
                       const Options& options) {
  if (const mkdocs::Abbreviations* glossary = glossary_of(options.epilog))
    if (auto result = read_page(sources, file, options, glossary)) return std::move(*result);
  return *read_page(sources, file, options, nullptr);
}

}  // namespace kbuild::read
