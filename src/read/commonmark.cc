// CommonMark and GFM by cmark-gfm; see commonmark.h.
#include "read/commonmark.h"

namespace kbuild::read {

ReadResult read_commonmark(const source::SourceStore&, source::FileId, Dialect, const Options&) { return {}; }

}  // namespace kbuild::read
