// A mkdocs.yml: settings of one tree of pages and of the site.
#pragma once

#include "meta/input.h"

namespace kbuild::meta {

/// Settings of a mkdocs.yml for one tree of pages and for the site.
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
                                       const std::string& path, Inputs& inputs,
                                       diag::Diagnostics& diagnostics);

}  // namespace kbuild::meta
