// A Sphinx conf.py: settings of one tree of pages and of the site, from its literals.
#pragma once

#include "meta/input.h"

namespace kbuild::meta {

/// Settings of a conf.py for one tree of pages and for the site.
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
                                       const std::string& path, Inputs& inputs,
                                       diag::Diagnostics& diagnostics);

}  // namespace kbuild::meta
