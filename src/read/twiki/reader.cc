// TWiki and Foswiki markup; see reader.h. Three phases: variables, includes and regions
// (expand.cc, regions.cc), blocks by lines (blocks.cc), and running text
// (flow.cc). The judge is Foswiki's renderer (lib/Foswiki/Render.pm); what its plug-ins add
// is known where pages in the field need it (row spans, twisties, code regions). WikiWords in code
// stay text.
#include "read/twiki/reader.h"

#include "base/path.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "read/front_matter.h"
#include "read/twiki/meta.h"
#include "read/twiki/text.h"

namespace kbuild::read {

namespace {

/// "web/Topic.twiki" or "web.Topic": the web's and the topic's name.
void name_topic(twiki::Page& page, std::string_view path) {
  std::string_view file = base::file_name(path), suffix = base::extension(file);
  std::string_view stem = file.substr(0, file.size() - suffix.size());
  std::string_view directory = base::file_name(base::parent_path(path));
  page.topic = stem;
  page.web = directory.empty() ? "Main" : std::string(directory);
}

}  // namespace

ReadResult read_twiki(const source::SourceStore& sources, source::FileId file,
                      const Options& options) {
  ReadResult result;
  std::uint32_t body_begin = begin_result(sources, file, Dialect::twiki, options, result);
  meta::Value meta_lines = twiki::read_meta(sources, file);
  twiki::Page page{sources, file, options, result};
  name_topic(page, sources.path(file));
  for (const auto& [name, value] : meta_lines["wiki"]["fields"].members)
    page.fields.emplace_back(name.scalar, value.scalar);
  if (options.front_matter == FrontMatterPolicy::read && !result.front_matter)
    result.front_matter = std::move(meta_lines);

  MappedText text = twiki::expand_topic(page, body_begin);
  result.document.blocks = twiki::parse_blocks(page, text);
  doc::assign_heading_ids(result.document, doc::SlugStyle::foswiki);
  return result;
}

}  // namespace kbuild::read
