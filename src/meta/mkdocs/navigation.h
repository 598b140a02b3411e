// Navigation that plugins of MkDocs make from files next to the pages: literate-nav (SUMMARY.md),
// awesome-pages (.pages) and awesome-nav (.nav.yml).
#pragma once

#include "meta/input.h"

namespace kbuild::meta {

/// Where one of these plugins is in the list: `tree.navigation` with directories, patterns and
/// "..." replaced by pages, or made from the files of the tree if the configuration has none. Names
/// of absent pages stay, for the site to report. The tree's directories are among `inputs` then, so
/// that a new page is a changed configuration. Sources: the manuals of the plugins.
base::Result<void> lay_out_navigation(const base::Disk& disk, source::SourceStore& sources,
                                      const Value& plugins, SourceTree& tree, Inputs& inputs);

/// Entries of a `nav`: pages, and sections with entries of their own.
std::vector<NavigationEntry> read_navigation(const Value& value);

/// Entries of a list that are "name", or {name: options}; or of a mapping name: options.
std::vector<Member> named_options(const Value& value);

}  // namespace kbuild::meta
