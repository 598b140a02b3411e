// A Sphinx conf.py: what its literals say about one tree of pages and about the site.
#pragma once

#include "meta/input.h"

namespace kbuild::meta {

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

}  // namespace kbuild::meta
