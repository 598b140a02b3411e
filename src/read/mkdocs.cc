// The Markdown of MkDocs sites: Python-Markdown with pymdown-extensions; see mkdocs.h.
#include "read/mkdocs.h"

namespace kbuild::read {

ReadResult read_mkdocs(const source::SourceStore&, source::FileId, const Options&) { return {}; }

}  // namespace kbuild::read
