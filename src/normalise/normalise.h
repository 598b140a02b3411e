// Ordered, idempotent passes over a reader's result, before anything else uses it.
#pragma once

#include "read/reader.h"

namespace kbuild::normalise {

/// Runs the passes in passes.cc that apply to the dialect. A second run changes nothing.
void normalise(read::ReadResult& result, const source::SourceStore& sources, read::Dialect dialect);

}  // namespace kbuild::normalise
