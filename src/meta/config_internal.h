// Shared by the files that read configurations.
#pragma once

#include "meta/config.h"

namespace kbuild::meta {

/// A YAML file that was read for a configuration.
struct ConfigFile {
  Value value;
  std::string directory;
};

/// The text of a file of at most `limit` bytes, recorded in `inputs`. Errors: unreadable, larger.
base::Result<std::string> read_input(const base::Disk& disk, const std::string& path,
                                     std::uint64_t limit, ConfigInputs& inputs);

/// Reads one YAML file and records it in `inputs`. Errors: unreadable, not YAML.
base::Result<ConfigFile> read_config_file(const base::Disk& disk, source::SourceStore& sources,
                                          const std::string& path, ConfigInputs& inputs);

/// What a mkdocs.yml says about one tree of pages and about the site.
struct MkdocsConfig {
  SourceTree tree;
  /// The same tree as one for each language, where the plugin i18n asks for it; else empty.
  std::vector<SourceTree> by_language;
  std::map<std::string, std::string> site_names;
  std::map<std::string, std::string> site_descriptions;
  std::string site_name;
  std::string site_description;
  std::string site_url;
  std::string repository_url;
  Appearance appearance;
  std::vector<CheckLevel> checks;
  std::vector<KeyReport> keys;
};
/// Reads a mkdocs.yml with INHERIT and !ENV. Reported keys that kbuild does not honour are in
/// `keys` and, each once, in `diagnostics`.
base::Result<MkdocsConfig> load_mkdocs(const base::Disk& disk, source::SourceStore& sources,
                                       const std::string& path, ConfigInputs& inputs,
                                       diag::Diagnostics& diagnostics);

/// What a conf.py says about one tree of pages and about the site.
struct SphinxConfig {
  SourceTree tree;
  std::string site_name;
  std::string site_url;
  std::string repository_url;
  std::vector<Inventory> inventories;
  std::vector<KeyReport> keys;
};
/// Reads the literals of a conf.py; nothing is run. Names that kbuild does not honour are in `keys`
/// and, each once, in `diagnostics`.
base::Result<SphinxConfig> load_sphinx(const base::Disk& disk, source::SourceStore& sources,
                                       const std::string& path, ConfigInputs& inputs,
                                       diag::Diagnostics& diagnostics);

std::vector<NavigationEntry> read_navigation(const Value& value);

}  // namespace kbuild::meta
