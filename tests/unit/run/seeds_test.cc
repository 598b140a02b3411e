// The five seed pages: every published block with the language, role and file that a person reads
// there, the wrong labels, the units, and the known defects at their lines. The seeds lie beside
// the project.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/disk.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "run/lint/lint.h"
#include "snippets/label.h"
#include "support/skip.h"

using namespace kbuild;
using snippets::Snippet;

namespace {

struct Seed {
  source::SourceStore sources;
  std::vector<Snippet> snippets;
  run::UnitTable units;
  run::SyntaxReport syntax;
};

/// The seed whose name begins with `number`.
std::string seed_path(const base::Disk& disk, std::string_view number) {
  std::string folder = test::shared_path("seeds");
  const std::vector<std::string> names = disk.list(folder).value();
  for (const std::string& name : names)
    if (name.starts_with(number)) return folder + "/" + name;
  FAIL("no seed begins with " << number);
  return {};
}

/// nullptr, said to be skipped, where the seeds are absent.
std::unique_ptr<Seed> load(std::string_view number) {
  if (!test::have_shared("seeds")) return nullptr;
  auto disk = base::make_real_disk();
  std::string path = seed_path(*disk, number);
  auto seed = std::make_unique<Seed>();
  source::FileId file = seed->sources.add(path, disk->read(path).value());
  read::Dialect dialect = read::detect_dialect(path, seed->sources.text(file));
  read::ReadResult content = read::read(seed->sources, file, dialect, {});
  normalise::normalise(content, seed->sources, dialect);
  meta::Names names;
  seed->snippets = snippets::extract_snippets(
      {seed->sources, file, dialect, content, "seed.md", "en", "", names});
  seed->units = run::group_units(seed->snippets, "seed.md");
  seed->syntax = run::check_syntax(seed->snippets, {}, 2);
  return seed;
}

struct SeedRow {
  std::uint32_t line;
  const char* language;
  snippets::Role role;
  const char* file;
  /// Of the unit, what follows the page's name.
  const char* unit;
};

using enum snippets::Role;

const std::vector<std::pair<const char*, std::vector<SeedRow>>> kBlocks = {
    {"000",
     {{171, "bash", fragment, "", "kaytto"},
      {177, "bash", fragment, "", "kaytto-2"},
      {185, "bash", fragment, "", "kaytto-3"},
      {194, "bash", fragment, "", "kaytto-4"},
      {201, "bash", fragment, "", "kaytto-5"},
      {218, "bash", script, "", "esimerkki-batch-skriptista"},
      {233, "bash", script, "", "esimerkki-batch-skriptista"},
      {247, "bash", script, "", "esimerkki-batch-skriptista"},
      {289, "python", snippets::Role::source, "", "pytorch-profileri"},
      {316, "python", fragment, "", "pytorch-profileri-2"}}},
    {"001",
     {{24, "console", session, "", "latest-available-wheels"},
      {41, "console", session, "", "gpu-and-cpu"},
      {49, "bash", fragment, "", "gpu-and-cpu-2"},
      {57, "console", session, "", "extra"},
      {68, "bash", script, "pytorch-test.sh", "pytorch-test"},
      {88, "python", snippets::Role::source, "pytorch-test.py", "pytorch-test"},
      {103, "console", session, "", "pytorch-test"},
      {121, "python", fragment, "", "tf32-performance-vs-numerical-accuracy"},
      {139, "bash", script, "pytorch-multi-cpu.sh", "pytorch-multi-cpu"},
      {182, "bash", script, "pytorch-single-gpu.sh", "pytorch-single-gpu"},
      {218, "bash", fragment, "", "setting-up-the-environment"},
      {226, "bash", fragment, "", "setting-up-the-environment-2"},
      {237, "cpp", snippets::Role::source, "example.cpp", "example"},
      {254, "cmake", build_file, "CMakeLists.txt", "example"},
      {267, "bash", fragment, "", "example"},
      {276, "bash", fragment, "", "example"}}},
    {"002",
     {{19, "bash", fragment, "", "pytorch"},
      {35, "bash", fragment, "", "pytorch-2"},
      {44, "bash", fragment, "", "pytorch-2"},
      {53, "bash", fragment, "", "pytorch-2"},
      {67, "python", snippets::Role::source, "", "verifying-gpu-availability"},
      {79, "bash", fragment, "", "verifying-gpu-availability-2"},
      {103, "text", output, "", "verifying-gpu-availability-2"},
      {128, "python", snippets::Role::source, "", "moving-tensors-to-gpu"},
      {146, "python", snippets::Role::source, "", "model-training-on-gpu"},
      {184, "bash", fragment, "", "monitoring-gpu-usage"},
      {212, "bash", script, "", "train"},
      {245, "python", fragment, "train.py", "train"},
      {267, "python", snippets::Role::source, "train.py", "train"}}},
    {"003",
     {{21, "yaml", config, "", "running-pytorch-within-containers-provided-by-lumi"},
      {53, "bash", fragment, "", "running-pytorch-within-containers-provided-by-lumi"},
      {68, "python", snippets::Role::source, "get-master.py", "get-master"},
      {94, "bash", script, "run-pytorch.py", "get-master"},
      {141, "bash", script, "", "get-master"},
      {173, "text", output, "", "get-master"},
      {177, "text", output, "", "get-master"}}},
    {"004",
     {{96, "bash", fragment, "", "conda-and-virtualenv"},
      {164, "bash", fragment, "", "running-the-model-and-examples"}}},
};

}  // namespace

TEST_CASE("every published block of the seeds is found, with its language, role and file name") {
  std::size_t wrong_labels = 0, blocks = 0;
  for (const auto& [number, rows] : kBlocks) {
    CAPTURE(number);
    auto seed = load(number);
    if (!seed) return;
    CHECK(seed->snippets.size() == rows.size());
    for (const SeedRow& row : rows) {
      CAPTURE(row.line);
      auto found = std::find_if(seed->snippets.begin(), seed->snippets.end(),
                                [&](const Snippet& s) { return s.line == row.line; });
      REQUIRE(found != seed->snippets.end());
      CHECK(found->language == row.language);
      CHECK(snippets::role_name(found->role) == snippets::role_name(row.role));
      CHECK(found->file_name == row.file);
      const run::Unit& unit =
          seed->units
              .units[seed->units.unit_of[static_cast<std::size_t>(found - seed->snippets.begin())]];
      CHECK(unit.id == std::string("seed:") + row.unit);
    }
    for (const Snippet& s : seed->snippets)
      wrong_labels += snippets::is_wrong_label(s.declared, s.language) ? 1 : 0;
    blocks += seed->snippets.size();
  }
  CHECK(blocks == 48);
  CHECK(wrong_labels == 13);
}

TEST_CASE("four units of the seeds lack a file") {
  std::vector<std::string> absent;
  for (const auto& [number, rows] : kBlocks) {
    auto seed = load(number);
    if (!seed) return;
    for (const run::Unit& unit : seed->units.units) {
      for (const run::UnitFile& file : unit.files)
        if (!file.snippet) absent.push_back(std::string(number) + " " + file.name);
    }
  }
  std::sort(absent.begin(), absent.end());
  CHECK(absent == std::vector<std::string>{"000 myprog.py", "001 cifar10-cpu.py",
                                           "001 cifar10-gpu.py", "003 mnist/mnist_DDP.py"});
}

TEST_CASE("the known defects of the seeds are found at their lines") {
  struct Finding {
    const char* number;
    const char* code;
    std::uint32_t line;
  };
  const Finding findings[] = {
      {"000", "KB0720", 298}, {"001", "KB0800", 147}, {"001", "KB0800", 191},
      {"001", "KB0710", 154}, {"001", "KB0710", 198}, {"001", "KB0741", 262},
      {"001", "KB0703", 25},  {"002", "KB0740", 237}, {"002", "KB0743", 38},
      {"002", "KB0742", 40},  {"003", "KB0700", 21},  {"003", "KB0700", 68},
      {"003", "KB0700", 173}, {"003", "KB0711", 94},  {"003", "KB0710", 136},
  };
  for (const auto& [number, rows] : kBlocks) {
    auto seed = load(number);
    if (!seed) return;
    diag::Diagnostics found =
        run::lint_snippets({seed->sources, seed->snippets, seed->units, seed->syntax, {}});
    for (const Finding& finding : findings) {
      if (std::string_view(finding.number) != number) continue;
      CAPTURE(finding.code);
      CAPTURE(finding.line);
      bool there = std::any_of(found.begin(), found.end(), [&](const diag::Diagnostic& d) {
        return diag::code_text(d.code) == finding.code &&
               seed->sources.begin(d.span).line == finding.line;
      });
      CHECK(there);
    }
    // No false alarm of level error beside the expected ones.
    for (const diag::Diagnostic& d : found) {
      if (diag::find_code(d.code)->level != diag::Level::error) continue;
      std::string code = diag::code_text(d.code);
      std::uint32_t line = seed->sources.begin(d.span).line;
      CAPTURE(code);
      CAPTURE(line);
      CHECK(std::any_of(std::begin(findings), std::end(findings), [&](const Finding& f) {
        return std::string_view(f.number) == number && f.code == code && f.line == line;
      }));
    }
  }
}
