// Ordered, idempotent passes over what a reader made, before anything looks at it.
#pragma once

#include "read/reader.h"

namespace kbuild::normalise {

/// Runs every pass of the table in passes.cc that applies to the dialect. Running it twice changes
/// nothing.
void normalise(read::ReadResult& result, const source::SourceStore& sources, read::Dialect dialect);

}  // namespace kbuild::normalise
