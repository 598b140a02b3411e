// Translations that the plugin i18n of MkDocs finds in one docs_dir: "page.fi.md" next to
// "page.md", or a directory for each language.
#pragma once

#include "meta/input.h"

namespace kbuild::meta {

/// One tree for each language, the default first, where the plugin is in the list and names at
/// least two languages that are built; else none. The default tree has the files that are no pages;
/// `tree` is that of the configuration without the plugin. Titles of the navigation are translated,
/// and its pages are those of the language where it has them. Source: the manual of
/// mkdocs-static-i18n.
base::Result<std::vector<SourceTree>> split_languages(const base::Disk& disk,
                                                      source::SourceStore& sources,
                                                      const Value& plugins, const SourceTree& tree,
                                                      Inputs& inputs);

/// The site's names in its languages, where the plugin has them: `key` is "site_name" or
/// "site_description".
std::map<std::string, std::string> names_by_language(const Value& plugins, std::string_view key);

}  // namespace kbuild::meta
