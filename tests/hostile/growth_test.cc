// No text makes a reader or the matrix slow: for each dialect and each shape of tests/growth, and
// for pages of many claims, the instructions that a byte or line costs are counted at one size and
// at four times that size, without the clock. Linear work costs the same, quadratic work four times
// as much.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>

#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "hostile/program_site.h"
#include "read/readers/readers.h"
#include "support/skip.h"
#include "whole/work_directory.h"

using namespace kbuild;

namespace {

constexpr std::size_t kSize = 8'000;
constexpr double kMaxGrowth = 1.5;

/// Instructions by the number of a shape and the bytes of its text.
using Counts = std::map<std::size_t, std::map<double, double>>;

/// Reads callgrind's file: of each part "desc: Trigger: Client Request: 12 8000", then "summary:".
Counts read_counts(const std::string& path) {
  Counts counts;
  std::ifstream file(path);
  std::size_t shape = 0;
  double bytes = -1;
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view trigger = "desc: Trigger: Client Request: ", sum = "summary: ";
    std::string_view view = line;
    if (view.starts_with(trigger)) {
      auto words = base::split_words(view.substr(trigger.size()));
      REQUIRE(words.size() == 2);
      shape = static_cast<std::size_t>(std::stoul(std::string(words[0])));
      bytes = std::stod(std::string(words[1]));
    } else if (view.starts_with(sum) && bytes >= 0) {
      counts[shape][bytes] = std::stod(std::string(view.substr(sum.size())));
      bytes = -1;
    }
  }
  return counts;
}

bool can_count() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return test::can_run(false, "valgrind does not run programs made for the sanitisers");
#else
  return test::can_run(!base::find_program("valgrind").empty(), "valgrind is not installed");
#endif
}

void check_growth(read::Dialect dialect) {
  if (!can_count()) return;
  test::WorkDirectory work;
  std::string file = work.path + "/counts";
  auto outcome = base::run_process(
      {.arguments = {"valgrind", "--tool=callgrind", "--combine-dumps=yes", "--dump-line=no",
                     "--callgrind-out-file=" + file, KBUILD_READ_SHAPES,
                     std::string(read::dialect_name(dialect)), std::to_string(kSize)},
       .timeout = 0});
  REQUIRE(outcome);
  REQUIRE_MESSAGE(outcome->exit_code == 0, outcome->errors);
  Counts counts = read_counts(file);
  std::vector<std::string_view> shapes = base::split_lines(outcome->output);
  REQUIRE(shapes.size() >= 25);
  REQUIRE(counts.size() == shapes.size());
  for (const auto& [number, sizes] : counts) {
    REQUIRE(sizes.size() == 3);
    auto empty = sizes.begin(), small = std::next(empty), large = std::next(small);
    REQUIRE(empty->first == 0);
    double before = (small->second - empty->second) / small->first;
    double after = (large->second - empty->second) / large->first;
    INFO(shapes[number] << ": " << before << " instructions a byte of " << small->first << ", "
                        << after << " of " << large->first);
    CHECK(after < kMaxGrowth * before);
  }
}

/// A page of claims: what it begins with, and a part that is repeated with its number in place of
/// #.
struct ClaimShape {
  std::string_view name;
  std::string_view begin;
  std::string_view part;
};
constexpr ClaimShape kClaimShapes[] = {
    {"table", "# PyTorch\n\n| Version | Zorkan | Blimp |\n|--|--|--|\n", "| 2.#.1 | yes | no |\n"},
    {"one sentence", "# PyTorch\n\nOn Zorkan ", "PyTorch 2.#.1 is available, "},
    {"module avail", "# Modules on Zorkan\n\n    $ module avail\n",
     "    frob#/1.#.0  pytorch/2.#.1\n"},
    {"new systems", "# Software\n\n", "Runs on the Zork# cluster.\n\n"},
    {"new products", "# Software on Zorkan\n\n", "* Frob#: 1.2.#\n"},
    {"modules", "# Software on Zorkan\n\n", "```bash\nmodule load frob#/1.2.#\n```\n\n"},
    {"one cell", "# PyTorch\n\n## On Zorkan\n\n", "* 2.7.1 (default)\n\nText #.\n\n"},
    {"headings", "# Software on Zorkan\n\n", "## PyTorch 2.#.1 in 2024\n\nIt is here.\n\n"},
};

/// Instructions of the whole program for a site with one page of `parts` parts.
double count_matrix(const ClaimShape& shape, int parts) {
  test::ProgramSite site;
  std::string page(shape.begin);
  for (int i = 0; i < parts; ++i) page += base::replace_all(shape.part, "#", std::to_string(i));
  site.write("docs/page.md", page);
  site.write("kbuild.yml",
             "site: {name: Test}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"
             "systems: [{name: Zorkan}, {name: Blimp}]\n");
  std::string counts = site.work.path + "/counts";
  auto outcome =
      base::run_process({.arguments = {"valgrind", "--tool=callgrind", "--dump-line=no",
                                       "--callgrind-out-file=" + counts, KBUILD_PROGRAM, "--jobs",
                                       "1", "matrix", "--all", "--format", "jsonl"},
                         .directory = site.work.path,
                         .timeout = 0});
  REQUIRE(outcome);
  REQUIRE_MESSAGE(outcome->exit_code <= 1, outcome->errors);
  constexpr std::string_view sum = "summary: ";
  const std::string text = site.read("counts");
  for (std::string_view line : base::split_lines(text))
    if (line.starts_with(sum)) return std::stod(std::string(line.substr(sum.size())));
  FAIL("no sum in " << counts);
  return 0;
}

}  // namespace

TEST_CASE("the matrix grows with its claims") {
  if (!can_count()) return;
  constexpr int kParts = 150;
  const double nothing = count_matrix({"nothing", "# Software\n", ""}, 0);
  for (const ClaimShape& shape : kClaimShapes) {
    double before = count_matrix(shape, kParts) - nothing;
    double after = count_matrix(shape, 4 * kParts) - nothing;
    INFO(shape.name << ": " << before << " instructions for " << kParts << " parts, " << after
                    << " for four times as many");
    CHECK(after < 4 * kMaxGrowth * before);
  }
}

TEST_CASE("commonmark grows with its text") {
  check_growth(read::Dialect::commonmark);
}
TEST_CASE("gfm grows with its text") {
  check_growth(read::Dialect::gfm);
}
TEST_CASE("mkdocs grows with its text") {
  check_growth(read::Dialect::mkdocs);
}
TEST_CASE("rst grows with its text") {
  check_growth(read::Dialect::rst);
}
TEST_CASE("mediawiki grows with its text") {
  check_growth(read::Dialect::mediawiki);
}
TEST_CASE("twiki grows with its text") {
  check_growth(read::Dialect::twiki);
}
