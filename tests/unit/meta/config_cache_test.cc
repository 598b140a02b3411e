// A configuration that is read back says what it said.
#include "meta/load/cache.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "diag/print.h"
#include "meta/load/load.h"

using namespace kbuild;

namespace {

constexpr const char* kVariable = "KBUILD_TEST_SITE_NAME";

void write_site(base::MemoryDisk& disk) {
  disk.files["docs/index.md"] = "# Guide\n";
  disk.files["kbuild.yml"] =
      "site: {name: Guide}\nlanguages: [en]\nsuorces: []\n"
      "sources:\n- {path: docs, lang: en, mkdocs: mkdocs.yml}\n"
      "systems:\n- {name: LUMI, aliases: [lumi-g], installed: lumi.txt}\nterms:\n- {en: node, fi: "
      "solmu}\n";
  disk.files["mkdocs.yml"] =
      "site_name: !ENV [KBUILD_TEST_SITE_NAME, none]\n"
      "nav:\n- Start: index.md\n- More:\n  - missing.md\n"
      "markdown_extensions:\n- toc: {permalink: true}\n- tables\n"
      "plugins:\n- unheard-of\n";
}

/// What the configuration says, with the places of what is wrong in it.
std::string said(base::MemoryDisk& disk, std::uint64_t program = 1,
                 const meta::Permissions& allowed = {{}, {kVariable}}) {
  source::SourceStore sources;
  auto loaded = meta::recall_config(disk, sources, "", {program, 1}, allowed);
  REQUIRE(loaded);
  const meta::Config& config = loaded->config;
  std::string out = config.site_name.in("en") + "|" + config.key + "|" +
                    config.inputs.digest.hex() + "|" + config.names.systems.at(0).aliases.at(0) +
                    "|" + config.names.systems.at(0).installed.at(0) + "|" +
                    config.terms.at(0).at("en");
  const meta::SourceTree& tree = config.sources.at(0);
  for (const meta::NavigationEntry& entry : tree.navigation)
    out += "|" + entry.title + ">" + entry.target + std::to_string(entry.children.size());
  out += "|" + tree.markdown_extensions.items.at(0)["toc"]["permalink"].text();
  for (const meta::KeyReport& key : config.keys) out += "|" + key.key + ":" + key.remark;
  for (const diag::Diagnostic& found : loaded->diagnostics)
    out += "|" + diag::print_text(found, sources, diag::Colour::never);
  return out;
}

}  // namespace

TEST_CASE("a configuration read back says what the files say") {
  base::MemoryDisk disk;
  write_site(disk);
  std::string first = said(disk);
  std::string cache = ".kbuild/" + meta::state_key(disk, "kbuild.yml") + "/config";
  REQUIRE(disk.files.contains(cache));
  const std::string kept = disk.files[cache];
  CHECK(first.find("suorces") != first.npos);
  CHECK(said(disk) == first);
  CHECK(disk.files[cache] == kept);

  SUBCASE("until a file changes") {
    disk.files["mkdocs.yml"] += "site_url: https://example.org/\n";
    CHECK(said(disk) != first);
    CHECK(disk.files[cache] != kept);
  }
  SUBCASE("until the environment changes") {
    ::setenv(kVariable, "Other", 1);
    CHECK(said(disk) != first);
    ::unsetenv(kVariable);
    CHECK(said(disk) == first);
  }
  SUBCASE("for the same leave to read") {
    CHECK(said(disk, 1, {}) != first);
    CHECK(disk.files[cache] != kept);
  }
  SUBCASE("for the same program") {
    CHECK(said(disk, 2) == first);
    CHECK(disk.files[cache] != kept);
  }
  SUBCASE("a damaged copy counts for nothing") {
    disk.files[cache][kept.size() / 2] ^= 1;
    CHECK(said(disk) == first);
    CHECK(disk.files[cache] == kept);
  }
  SUBCASE("a source that is gone is told as ever") {
    disk.files.erase("docs/index.md");
    source::SourceStore sources;
    CHECK_FALSE(meta::recall_config(disk, sources, "", {1, 1}));
  }
}
