// MDX as Docusaurus and Fumadocs use it, in its static part: Markdown, notes in colons, and
// components, of which some are known and of all others the content is kept. Nothing runs.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

ReadResult read_mdx(const source::SourceStore& sources, source::FileId file,
                    const Options& options);

}  // namespace kbuild::read
