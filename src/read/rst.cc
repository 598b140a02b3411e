// reStructuredText as docutils and Sphinx read it; see rst.h.
#include "read/rst.h"

namespace kbuild::read {

ReadResult read_rst(const source::SourceStore&, source::FileId, const Options&) { return {}; }

}  // namespace kbuild::read
