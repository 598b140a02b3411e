// Compares the site's place with those of everything else by real paths; see site_place.h.
#include "build/outputs/site_place.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/format.h"
#include "base/path.h"
#include "build/ledger/ledger.h"
#include "build/ledger/page_files.h"
#include "build/stages/state.h"

namespace kbuild::build {

namespace {

using base::fail;
using base::format;
using base::Result;

constexpr std::string_view kHint = "name another directory with --out";

struct Read {
  std::string what;
  std::string path;
};

std::vector<Read> what_is_read(const meta::Config& config) {
  std::vector<Read> out = {{"the working directory", "."},
                           {"the configuration", config.directory},
                           {"the state of builds", state_directory(config)}};
  if (const char* home = std::getenv("HOME"); home && *home)
    out.push_back({"the home directory", home});
  for (const meta::SourceTree& tree : config.sources) {
    out.push_back({format("source '{}'", tree.path), tree.path});
    for (const std::string& path : tree.snippet_paths)
      out.push_back({format("'{}', where snippets are,", path), path});
  }
  for (const std::string& path : {config.systems_directory, config.evidence_directory})
    if (!path.empty()) out.push_back({format("'{}'", path), path});
  return out;
}

/// Whether the source would publish a site that lies at `place` in it.
bool would_publish(const meta::SourceTree& tree, const std::string& place) {
  if (place.starts_with('.') || place.find("/.") != place.npos) return false;
  for (const char* file : {"/index.md", "/page/index.md"}) {
    const std::string path = place + file;
    bool as_asset = tree.include.empty() && tree.assets == meta::SourceTree::Assets::all;
    if (!meta::is_excluded(tree, path) && (as_asset || is_page(tree, path))) return true;
  }
  return false;
}

}  // namespace

std::string site_directory(const meta::Config& config, std::string_view asked) {
  if (!asked.empty()) return base::normalise_path(asked);
  return config.out.empty() ? state_directory(config) + "/site" : base::normalise_path(config.out);
}

Result<void> check_site_place(const base::Disk& disk, const meta::Config& config,
                              const std::string& directory, NamedBy named_by) {
  if (directory.find('\0') != directory.npos)
    return fail("the path of the site's directory has a zero byte", std::string(kHint));
  const base::FileKind kind = disk.kind(directory);
  const std::string place = base::resolve_links(disk, directory);
  if (kind == base::FileKind::link)
    return fail(
        format("'{}' is a symbolic link, and a site replaces its directory as a whole", directory),
        format("name the directory itself: --out {}", place));
  if (kind != base::FileKind::directory && kind != base::FileKind::absent)
    return fail(format("'{}' is no directory", directory), std::string(kHint));
  if (named_by == NamedBy::configuration && !base::is_within(base::resolve_links(disk, "."), place))
    return fail(format("the configuration puts the site in '{}', outside of the working directory",
                       directory),
                format("if that is meant, say it on the command line: --out {}", directory));
  for (const Read& read : what_is_read(config))
    if (base::is_within(place, base::resolve_links(disk, read.path)))
      return fail(format("a site in '{}' would replace {}", directory, read.what),
                  std::string(kHint));
  for (const meta::SourceTree& tree : config.sources) {
    const std::string root = base::resolve_links(disk, tree.path);
    if (!base::is_within(root, place)) continue;
    std::string inside = base::relative_path(root, place);
    if (would_publish(tree, inside))
      return fail(format("'{}' lies in source '{}', which would publish the site as pages",
                         directory, tree.path),
                  format("{}, or add '{}/**' to 'exclude' of the source", kHint, inside));
  }
  return {};
}

std::optional<SiteContents> adopt_site(const base::Disk& disk, const std::string& directory,
                                       const std::string& ledger_path) {
  if (disk.kind(directory + "/404.html") != base::FileKind::file ||
      disk.kind(directory + "/assets") != base::FileKind::directory)
    return std::nullopt;
  auto recorded = load_recorded_site(disk, ledger_path);
  if (!recorded || base::normalise_path(recorded->site) != directory) return std::nullopt;
  std::vector<std::string> manifest;
  for (const auto& [path, row] : recorded->outputs) manifest.push_back(path);
  auto contents = inspect_site(disk, directory, manifest);
  return contents ? std::optional(std::move(*contents)) : std::nullopt;
}

}  // namespace kbuild::build
