// MediaWiki markup; see mediawiki.h.
#include "read/mediawiki.h"

namespace kbuild::read {

ReadResult read_mediawiki(const source::SourceStore&, source::FileId, const Options&) { return {}; }

}  // namespace kbuild::read
