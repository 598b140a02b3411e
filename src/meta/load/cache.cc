// Stores loaded configurations as archives and checks that they are up to date; see cache.h.
#include "meta/load/cache.h"

#include <algorithm>
#include <cstdlib>

#include "base/archive.h"
#include "source/unicode.h"

// The archive's descriptions of a configuration's types; found by argument-dependent lookup.

namespace kbuild::base {

template <class Archive>
void describe(Archive& a, FileStatus& x) {
  a(x.kind, x.size, x.modified, x.changed);
}

}  // namespace kbuild::base

namespace kbuild::source {

template <class Archive>
void describe(Archive& a, Span& x) {
  a(x.file.value, x.begin, x.end);
}

}  // namespace kbuild::source

namespace kbuild::diag {

template <class Archive>
void describe(Archive& a, Note& x) {
  a(x.span, x.text);
}
template <class Archive>
void describe(Archive& a, Diagnostic& x) {
  a(x.code.number, x.span, x.arguments, x.notes, x.hint);
}

}  // namespace kbuild::diag

namespace kbuild::meta {

template <class Archive>
void describe(Archive& a, Value& x) {
  a(x.kind, x.scalar, x.quoted, x.tag, x.items, x.members, x.span);
}
template <class Archive>
void describe(Archive& a, Member& x) {
  a(x.key, x.value);
}
template <class Archive>
void describe(Archive& a, Localised& x) {
  a(x.values);
}
template <class Archive>
void describe(Archive& a, NavigationEntry& x) {
  a(x.title, x.target, x.children, x.span);
}
template <class Archive>
void describe(Archive& a, Redirect& x) {
  a(x.from, x.to, x.span);
}
template <class Archive>
void describe(Archive& a, Listing& x) {
  a(x.page, x.kind, x.from);
}
template <class Archive>
void describe(Archive& a, CatalogName& x) {
  a(x.name, x.title, x.description);
}
template <class Archive>
void describe(Archive& a, SourceTree& x) {
  a(x.path, x.language, x.dialect, x.trust, x.mount, x.system, x.include, x.exclude, x.apart,
    x.suffixes, x.assets, x.published, x.root, x.navigation, x.redirects, x.listings,
    x.snippet_paths, x.appended, x.markdown_extensions, x.edit_url, x.prolog, x.epilog,
    x.definitions);
}
template <class Archive>
void describe(Archive& a, Inventory& x) {
  a(x.name, x.url, x.file, x.span);
}
template <class Archive>
void describe(Archive& a, KeyReport& x) {
  a(x.key, x.fate, x.remark);
}
template <class Archive>
void describe(Archive& a, CheckLevel& x) {
  a(x.code, x.level);
}
template <class Archive>
void describe(Archive& a, Appearance& x) {
  a(x.copyright_html, x.logo, x.favicon, x.social);
}
template <class Archive>
void describe(Archive& a, SystemName& x) {
  a(x.name, x.aliases, x.part_of, x.retired, x.installed, x.commands, x.max_age);
}
template <class Archive>
void describe(Archive& a, ProductName& x) {
  a(x.name, x.aliases);
}
template <class Archive>
void describe(Archive& a, CatalogKeys& x) {
  a(x.systems, x.web, x.disciplines, x.licence);
}
template <class Archive>
void describe(Archive& a, SystemEntry& x) {
  a(x.name, x.aliases, x.part_of, x.centre, x.common);
}
template <class Archive>
void describe(Archive& a, SchemeEntry& x) {
  a(x.pattern, x.example);
}
template <class Archive>
void describe(Archive& a, ProductEntry& x) {
  a(x.name, x.aliases, x.largest_major, x.common, x.schemes, x.module_schemes, x.example);
}
template <class Archive>
void describe(Archive& a, WordEntry& x) {
  a(x.phrase, x.word_class, x.example);
}
template <class Archive>
void describe(Archive& a, LanguageEntry& x) {
  a(x.code, x.frequent, x.months, x.words);
}
template <class Archive>
void describe(Archive& a, Knowledge& x) {
  a(x.systems, x.products, x.build_suffixes, x.origin_prefixes, x.module_categories, x.placeholders,
    x.languages);
}
template <class Archive>
void describe(Archive& a, Names& x) {
  a(x.systems, x.products, x.catalog, x.knowledge);
}
template <class Archive>
void describe(Archive& a, OtherSite& x) {
  a(x.name, x.url, x.place);
}
template <class Archive>
void describe(Archive& a, BlockNote& x) {
  a(x.page, x.heading, x.digest, x.keys, x.span);
}
template <class Archive>
void describe(Archive& a, ConfigInputs& x) {
  a(x.files, x.environment, x.digest);
}
template <class Archive>
void describe(Archive& a, Config& x) {
  a(x.path, x.directory, x.key, x.site_name, x.site_description, x.site_url, x.repository_url,
    x.appearance, x.languages, x.sources, x.names, x.claims, x.decisions, x.inventories, x.catalog,
    x.terms, x.others, x.theme, x.out, x.systems_directory, x.evidence_directory, x.signers_file,
    x.block_notes, x.expiry_days, x.execute, x.check_syntax, x.checks, x.authoring_notes, x.keys,
    x.inputs);
}

template <class Archive>
void describe(Archive& a, Permissions& x) {
  a(x.read, x.environment, x.neighbours);
}

namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;

struct Cache {
  base::Digest program;
  Permissions permissions;
  /// Of the bytes of each file, in the order of the inputs.
  std::vector<base::Digest> texts;
  Config config;
  diag::Diagnostics::List diagnostics;
};
template <class Archive>
void describe(Archive& a, Cache& x) {
  a(x.program, x.permissions, x.texts, x.config, x.diagnostics);
}

std::optional<Cache> read_cache(const base::Disk& disk, const std::string& file) {
  auto bytes = disk.read(file, kMaxBytes);
  Cache cache;
  if (!bytes || !base::from_sealed_archive(*bytes, cache)) return std::nullopt;
  return cache;
}

bool same_environment(const ConfigInputs& inputs) {
  return std::all_of(inputs.environment.begin(), inputs.environment.end(), [](const auto& item) {
    const char* now = std::getenv(item.first.c_str());
    return now ? item.second == std::string(now) : !item.second;
  });
}

/// Spans name texts by their order of addition, which must come out as it was.
bool add_texts(const base::Disk& disk, source::SourceStore& sources, Cache& cache) {
  std::vector<std::string> texts;
  std::vector<std::pair<std::string, base::FileStatus>>& files = cache.config.inputs.files;
  if (files.size() != cache.texts.size()) return false;
  for (std::size_t i = 0; i < files.size(); ++i) {
    base::FileStatus status = disk.status(files[i].first);
    auto text = disk.read(files[i].first, kMaxBytes);
    if (!text || base::digest(*text) != cache.texts[i]) return false;
    files[i].second = status;
    texts.push_back(std::move(*text));
  }
  for (std::size_t i = 0; i < files.size(); ++i)
    sources.add(files[i].first, source::decode_bytes(std::move(texts[i])).text);
  return true;
}

/// A path may have become a link that leads elsewhere.
bool still_admitted(const base::Disk& disk, const Config& config, const Permissions& permissions) {
  const Enclosure enclosure(disk, config.path, permissions);
  const auto& files = config.inputs.files;
  return check_places(config, enclosure) &&
         std::all_of(files.begin(), files.end(),
                     [&](const auto& file) { return enclosure.admit("file", file.first); });
}

}  // namespace

base::Result<LoadedConfig> recall_config(base::Disk& disk, source::SourceStore& sources,
                                         const std::string& path, const base::Digest& program,
                                         const Permissions& permissions) {
  std::string found = find_config(disk, path);
  std::string file = ".kbuild/" + state_key(disk, found) + "/config";
  bool is_first = sources.path({1}).empty();
  auto cache = is_first && !found.empty() ? read_cache(disk, file) : std::nullopt;
  bool same = cache && cache->program == program && cache->permissions == permissions &&
              cache->config.path == found && still_admitted(disk, cache->config, permissions) &&
              same_environment(cache->config.inputs) &&
              std::all_of(cache->config.sources.begin(), cache->config.sources.end(),
                          [&](const SourceTree& tree) {
                            return disk.status(tree.path).kind == base::FileKind::directory;
                          });
  if (same && add_texts(disk, sources, *cache))
    return LoadedConfig{std::move(cache->config), diag::Diagnostics(std::move(cache->diagnostics))};
  auto loaded = load_config(disk, sources, path, permissions);
  if (!loaded || !is_first) return loaded;
  Cache fresh{program,
              permissions,
              {},
              loaded->config,
              {loaded->diagnostics.begin(), loaded->diagnostics.end()}};
  std::uint32_t number = 0;
  for (const auto& [name, status] : loaded->config.inputs.files) {
    auto text = disk.read(name, kMaxBytes);
    base::FileStatus now = disk.status(name);
    // Not cached: spans refer to a text that is no input, or a file is changing right now.
    bool same_file = now.modified == status.modified && now.changed == status.changed;
    if (!text || !same_file || sources.path({++number}) != name) return loaded;
    fresh.texts.push_back(base::digest(*text));
  }
  // Without it the next run reads the files again.
  (void)disk.write(file, base::to_sealed_archive(fresh));
  return loaded;
}

}  // namespace kbuild::meta
