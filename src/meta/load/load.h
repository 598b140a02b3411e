// Loading a configuration: kbuild.yml with the mkdocs.yml and conf.py that it refers to, or one of
// these without kbuild.yml.
#pragma once

#include "meta/config.h"
#include "meta/enclosure.h"

namespace kbuild::meta {

struct LoadedConfig {
  Config config;
  diag::Diagnostics diagnostics;
};

/// Loads the file; "" looks for kbuild.yml, mkdocs.yml, zensical.toml and conf.py, in that order,
/// in the working directory. Errors: no such file, not YAML, a source directory that does not
/// exist, a path outside of the repository that `permissions` do not name. Unknown keys and wrong
/// types are diagnostics of level error.
base::Result<LoadedConfig> load_config(const base::Disk& disk, source::SourceStore& sources,
                                       const std::string& path,
                                       const Permissions& permissions = {});

/// An error where a directory or file that the configuration names for the build to read is not
/// admitted.
base::Result<void> check_places(const Config& config, const Enclosure& enclosure);

/// The configuration that `path` means: the file itself, for "" the one in the working directory;
/// "" if there is none.
std::string find_config(const base::Disk& disk, const std::string& path);

/// Names the state directory of a configuration file: Config::key without reading the file.
std::string state_key(const base::Disk& disk, const std::string& path);

}  // namespace kbuild::meta
