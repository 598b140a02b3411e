// What shellcheck says of shell blocks, for those who ask for it (kbuild check --shellcheck).
// kbuild's own rules never depend on it: it only adds to them, and only codes that are hardly ever
// wrong about an excerpt.
#pragma once

#include <vector>

#include "base/result.h"
#include "diag/diagnostic.h"
#include "snippets/snippet.h"
#include "source/store.h"

namespace kbuild::run {

/// Asks one process about all scripts and fragments in bash; placeholders are words to it. It runs
/// behind walls and reads no configuration. Errors: it is not installed, or took over two minutes.
base::Result<diag::Diagnostics> ask_shellcheck(
    const source::SourceStore& sources, const std::vector<const snippets::Snippet*>& snippets);

}  // namespace kbuild::run
