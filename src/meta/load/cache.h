// A configuration that was read before, without its parsers: those take longer than a build of one
// edited page.
#pragma once

#include "meta/load/load.h"

namespace kbuild::meta {

/// As load_config; reads its result from the state directory if the bytes of every file and the
/// environment are unchanged; else stores it there. `program` identifies the program, as another
/// one may read the same files differently.
base::Result<LoadedConfig> recall_config(base::Disk& disk, source::SourceStore& sources,
                                         const std::string& path, const base::Digest& program,
                                         const Permissions& permissions = {});

}  // namespace kbuild::meta
