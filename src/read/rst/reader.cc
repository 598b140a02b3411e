// reStructuredText as docutils and Sphinx read it; see reader.h. The page's text is read block by
// block (blocks.h) and completed as a whole (transforms.h).
#include "read/rst/reader.h"

#include "read/front_matter.h"
#include "read/rst/blocks.h"
#include "read/rst/builders.h"
#include "read/rst/docinfo.h"
#include "read/rst/text/lines.h"
#include "read/rst/text/page.h"
#include "read/rst/transforms.h"

namespace kbuild::read {

namespace {

using rst::BlockParser;
using rst::Lines;
using rst::Page;

doc::Blocks parse(Page& page, Lines lines) {
  doc::Blocks blocks;
  BlockParser(page, std::move(lines), rst::Titles::allowed, 0).parse(blocks);
  return blocks;
}

void append(doc::Blocks& to, doc::Blocks blocks) {
  to.insert(to.end(), std::make_move_iterator(blocks.begin()),
            std::make_move_iterator(blocks.end()));
}

}  // namespace

ReadResult read_rst(const source::SourceStore& sources, source::FileId file,
                    const Options& options) {
  ReadResult result;
  std::uint32_t begin = begin_result(sources, file, Dialect::rst, options, result);
  Page page{sources, options, result};
  page.including.push_back(file);
  page.default_role = rst::setting(page, "default_role");
  page.highlight = rst::code_language(rst::setting(page, "highlight_language"));
  doc::Blocks& blocks = result.document.blocks;
  if (!options.prolog.empty())
    append(blocks, parse(page, rst::split_text(options.prolog, page.arena)));
  doc::Blocks body = parse(page, rst::split_source(sources, file, begin, page.arena));
  rst::take_fields(result, body);
  append(blocks, std::move(body));
  if (!options.epilog.empty())
    append(blocks, parse(page, rst::split_text(options.epilog, page.arena)));
  rst::transform(page, blocks);
  return result;
}

}  // namespace kbuild::read
