// Makes trees of languages from the options of the plugin i18n; see languages.h.
#include "meta/mkdocs/languages.h"

#include <algorithm>

#include "base/hash.h"
#include "base/path.h"
#include "meta/mkdocs/navigation.h"

namespace kbuild::meta {

namespace {

struct Language {
  std::string locale;
  Value options;
};

/// The options of the plugin under either of its names; null without it.
Value find_plugin(const Value& plugins) {
  for (const auto& [name, options] : named_options(plugins))
    if (name.scalar == "i18n" || name.scalar == "static-i18n") return options;
  return {};
}

bool is_built(const Language& language) {
  return !language.locale.empty() && language.locale != "null" && language.locale != "default" &&
         language.options["build"].boolean().value_or(true);
}

/// A list of {locale: ...}, or, as old versions have it, a mapping of locales to names. The default
/// comes first.
std::vector<Language> languages_of(const Value& plugin) {
  std::vector<Language> out;
  const Value& listed = plugin["languages"];
  for (const Value& item : listed.items) out.push_back({item["locale"].text(), item});
  for (const auto& [locale, options] : listed.members) out.push_back({locale.scalar, options});
  std::string first = plugin["default_language"].text();
  out.erase(std::remove_if(out.begin(), out.end(),
                           [](const Language& language) { return !is_built(language); }),
            out.end());
  std::stable_partition(out.begin(), out.end(), [&](const Language& language) {
    return language.locale == first || language.options["default"].boolean().value_or(false);
  });
  return out;
}

void translate_titles(std::vector<NavigationEntry>& entries, const Value& titles) {
  for (NavigationEntry& entry : entries) {
    entry.title = titles[entry.title].text(entry.title);
    translate_titles(entry.children, titles);
  }
}

/// "page.md" -> "page.fi.md" where there is such a file, which is then of the configuration.
void take_own_pages(const base::Disk& disk, const SourceTree& tree,
                    std::vector<NavigationEntry>& entries, Inputs& inputs) {
  for (NavigationEntry& entry : entries) {
    std::string own(entry.target);
    if (own.ends_with(".md")) own.insert(own.size() - 2, tree.language + ".");
    if (own != entry.target &&
        disk.status(base::join_path(tree.path, own)).kind == base::FileKind::file) {
      entry.target = own;
      inputs.record.digest = base::Hasher().add(inputs.record.digest).add(own).finish();
    }
    take_own_pages(disk, tree, entry.children, inputs);
  }
}

std::string pages_of(const Language& language) {
  return "**/*." + language.locale + ".md";
}

SourceTree tree_by_suffix(const std::vector<Language>& languages, std::size_t which,
                          const SourceTree& whole) {
  SourceTree tree = whole;
  if (which > 0) {
    tree.include = {pages_of(languages[which])};
    tree.redirects.clear();
  }
  for (std::size_t i = 1; i < languages.size(); ++i)
    if (i != which) tree.exclude.push_back(pages_of(languages[i]));
  return tree;
}

SourceTree tree_by_folder(const Language& language, bool first, const SourceTree& whole) {
  SourceTree tree = whole;
  tree.path = base::join_path(whole.path, language.locale);
  if (!first) tree.redirects.clear();
  if (!tree.edit_url.empty()) tree.edit_url += language.locale + "/";
  return tree;
}

}  // namespace

base::Result<std::vector<SourceTree>> split_languages(const base::Disk& disk,
                                                      source::SourceStore& sources,
                                                      const Value& plugins, const SourceTree& tree,
                                                      Inputs& inputs) {
  Value plugin = find_plugin(plugins);
  std::vector<Language> languages = languages_of(plugin);
  std::vector<SourceTree> out;
  if (languages.size() < 2) return out;
  // Which files there are decides, too, so that the configuration can't be recalled.
  inputs.record.files.emplace_back(tree.path, disk.status(tree.path));
  bool folders = plugin["docs_structure"].text() == "folder";
  // Files of no language are shared.
  SourceTree shared = tree;
  for (std::size_t i = 0; i < languages.size(); ++i) {
    SourceTree own =
        folders ? tree_by_folder(languages[i], i == 0, tree) : tree_by_suffix(languages, i, tree);
    own.language = languages[i].locale;
    shared.exclude.push_back(languages[i].locale + "/**");
    if (disk.status(own.path).kind != base::FileKind::directory) continue;
    const Value& options = languages[i].options;
    if (options["nav"]) own.navigation = read_navigation(options["nav"]);
    if (folders || i == 0 || options["nav"]) {
      if (auto done = lay_out_navigation(disk, sources, plugins, own, inputs); !done)
        return tl::unexpected(done.error());
    } else {
      own.navigation = out.front().navigation;
    }
    out.push_back(std::move(own));
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!folders) take_own_pages(disk, out[i], out[i].navigation, inputs);
    auto language = std::find_if(languages.begin(), languages.end(), [&](const Language& one) {
      return one.locale == out[i].language;
    });
    translate_titles(out[i].navigation, language->options["nav_translations"]);
  }
  if (folders && !out.empty()) {
    shared.language = languages.front().locale;
    shared.navigation.clear();
    shared.redirects.clear();
    out.push_back(std::move(shared));
  }
  return out;
}

std::map<std::string, std::string> names_by_language(const Value& plugins, std::string_view key) {
  std::map<std::string, std::string> out;
  for (const Language& language : languages_of(find_plugin(plugins)))
    if (std::string name = language.options[key].text(); !name.empty())
      out[language.locale] = std::move(name);
  return out;
}

}  // namespace kbuild::meta
