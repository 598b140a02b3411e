// The table of passes; see normalise.h.
#include "normalise/normalise.h"

namespace kbuild::normalise {

void normalise(read::ReadResult&, const source::SourceStore&, read::Dialect) {}

}  // namespace kbuild::normalise
