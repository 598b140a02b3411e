// Sites in memory; see memory_site.h.
#include "memory_site.h"

#include <doctest/doctest.h>

#include "diag/print.h"
#include "meta/load/load.h"

namespace kbuild::test {

MemorySite::MemorySite() {
  auto real = base::make_real_disk();
  std::string themes = KBUILD_ROOT "/themes";
  auto files = real->list(themes);
  REQUIRE(files);
  for (const std::string& path : *files)
    disk.files["themes/" + path] = *real->read(themes + "/" + path);
}

build::BuildReport MemorySite::build(unsigned jobs, build::Freshness freshness) {
  source::SourceStore sources;
  auto loaded = meta::load_config(disk, sources, "");
  REQUIRE_MESSAGE(loaded, loaded.error().message);
  build::BuildOptions options;
  options.state.jobs = jobs;
  options.out = "out";
  options.themes = "themes";
  options.search = build::Search::without;
  options.freshness = freshness;
  options.state.now = now;
  auto report = build::build_site(disk, sources, loaded->config, options);
  REQUIRE_MESSAGE(report, report.error().message);
  diag::sort(report->diagnostics, sources);
  findings.clear();
  for (const diag::Diagnostic& diagnostic : report->diagnostics)
    findings.push_back(diag::print_text(diagnostic, sources, diag::Colour::never, {}));
  return std::move(*report);
}

std::map<std::string, std::string> MemorySite::output() const {
  std::map<std::string, std::string> out;
  for (const auto& [path, content] : disk.files)
    if (path.starts_with("out/")) out[path.substr(4)] = content;
  return out;
}

void MemorySite::take_sources(const MemorySite& other) {
  for (const auto& [path, content] : other.disk.files)
    if (!path.starts_with("out/") && !path.starts_with(".kbuild/")) disk.files[path] = content;
}

}  // namespace kbuild::test
