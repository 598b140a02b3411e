// TWiki and Foswiki markup; see twiki.h.
#include "read/twiki.h"

namespace kbuild::read {

ReadResult read_twiki(const source::SourceStore&, source::FileId, const Options&) { return {}; }

}  // namespace kbuild::read
