// Reading the files of a configuration: each is bounded in size and recorded, so that a later run
// knows whether anything changed. Their meaning is left to mkdocs/, sphinx/ and load/.
#pragma once

#include "meta/config.h"
#include "meta/enclosure.h"

namespace kbuild::meta {

/// What reading a configuration needs and makes: what it may read, and the record of what it read.
struct Inputs {
  const Enclosure& enclosure;
  ConfigInputs& record;
};

/// A YAML file that was read for a configuration.
struct ConfigFile {
  Value value;
  std::string directory;
};

/// The text of a file of at most `limit` bytes, recorded in `inputs`. Errors: not admitted by the
/// enclosure of the inputs, unreadable, larger.
base::Result<std::string> read_input(const base::Disk& disk, const std::string& path,
                                     std::uint64_t limit, Inputs& inputs);

/// Reads one YAML file and records it in `inputs`. Errors: unreadable, not YAML.
base::Result<ConfigFile> read_config_file(const base::Disk& disk, source::SourceStore& sources,
                                          const std::string& path, Inputs& inputs);

}  // namespace kbuild::meta
