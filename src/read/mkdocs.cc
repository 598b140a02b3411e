// The Markdown of MkDocs sites; see mkdocs.h. Python-Markdown's own way, as nothing else gives its
// results:
//   input    snippets, tabs, line ends          mkdocs_input
//   fences   code out of the text               mkdocs_fences
//   HTML     raw blocks out of the text         mkdocs_html
//   blocks   a tree of elements with raw text   mkdocs_blocks, _lists, _containers, _tables, ...
//   inlines  patterns over each text            mkdocs_inline, _links, _emphasis, _symbols, _nodes
//   tree     the document                       mkdocs_tree
#include "read/mkdocs.h"

#include <algorithm>
#include <utility>

#include "doc/anchors.h"
#include "doc/walk.h"
#include "read/front_matter.h"
#include "read/mkdocs_fences.h"
#include "read/mkdocs_html.h"
#include "read/mkdocs_input.h"
#include "read/mkdocs_tree.h"

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

}  // namespace

ReadResult read_mkdocs(const source::SourceStore& sources, source::FileId file,
                       const Options& options) {
  using namespace mkdocs;
  ReadResult result;
  std::uint32_t body_begin = 0;
  Page page{sources, file, options, read_extensions(options.markdown_extensions)};
  if (options.front_matter == FrontMatterPolicy::read) {
    FrontMatter front = read_front_matter(sources, file, Dialect::mkdocs);
    result.front_matter = std::move(front.value);
    body_begin = front.body_begin;
    page.diagnostics = std::move(front.diagnostics);
  }
  MappedText text = assemble_input(page, body_begin);
  if (page.on.fences) text = take_fences(page, text);
  std::size_t length = take_html(page, text);

  Node root;
  BlockParser parser(page);
  parser.parse_text(root, std::string_view(page.text.text()).substr(0, length));
  parser.finish();
  // Footnotes may define further ones.
  std::vector<std::unique_ptr<Node>> notes;
  for (std::size_t i = 0; i < page.footnotes.size(); ++i) {
    notes.push_back(std::make_unique<Node>());
    std::vector<Lines> blocks = page.footnotes[i].second;
    for (const Lines& block : blocks) parser.parse_chunk(*notes.back(), block);
  }
  parser.finish();

  TreeBuilder builder(page);
  result.document.blocks = builder.build(root);
  for (std::size_t i = 0; i < notes.size(); ++i)
    result.document.blocks.push_back(builder.footnote(page.footnotes[i].first, *notes[i]));
  doc::rewrite_blocks(result.document.blocks, attach_annotations);
  doc::assign_heading_ids(result.document, slug_style(page.on));
  if (page.on.toc_bottom > 0) limit_contents(result.document.blocks, page.on.toc_bottom);
  result.diagnostics = std::move(page.diagnostics);
  result.included = std::move(page.included);
  return result;
}

}  // namespace kbuild::read
