// A configuration that was read before, without its parsers: those take longer than a build of one
// edited page.
#pragma once

#include "meta/load/load.h"

namespace kbuild::meta {

/// As load_config; reads its result back from the state directory where the bytes of every file and
/// the environment are what they were, else leaves it there. `program` tells programs apart that
/// may read the same files differently.
base::Result<LoadedConfig> recall_config(base::Disk& disk, source::SourceStore& sources,
                                         const std::string& path, const base::Digest& program);

}  // namespace kbuild::meta
