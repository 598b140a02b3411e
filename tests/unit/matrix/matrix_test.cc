// Folding of claims: resolution of series and modules, defaults, conflicts, stale and missing
// cells, order.
#include "matrix/matrix.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace kbuild;
using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;
using matrix::Cell;
using matrix::CellState;

namespace {

Claim claim(std::string version, std::string system, ClaimStatus status, ClaimKind kind,
            std::string module = {}, std::string date = {}) {
  Claim made;
  made.product = "PyTorch";
  made.version = std::move(version);
  made.system = std::move(system);
  made.status = status;
  made.kind = kind;
  made.module = std::move(module);
  made.date = std::move(date);
  made.path = "a.md";
  made.line = 1;
  made.excerpt = "x";
  return made;
}

}  // namespace

TEST_CASE("a series and a module mean the listed version of the same system") {
  auto folded = matrix::merge(
      {claim("2.4.1", "LUMI", ClaimStatus::available, ClaimKind::table, "pytorch/2.4"),
       claim("2.4.1", "Puhti", ClaimStatus::unavailable, ClaimKind::table, "pytorch/2.4"),
       claim("2.4.0", "Puhti", ClaimStatus::available, ClaimKind::table, "pytorch/2.4"),
       claim("2.4", "Puhti", ClaimStatus::available, ClaimKind::sbatch, "pytorch/2.4"),
       claim("2.4", "LUMI", ClaimStatus::available, ClaimKind::news, "", "2024-08-21")});
  REQUIRE(folded.cells.size() == 3);
  const Cell* puhti = folded.find("PyTorch", "2.4.0", "Puhti");
  REQUIRE(puhti);
  CHECK(puhti->claims.size() == 2);
  CHECK(puhti->id() == "pytorch/2.4.0/puhti");
  CHECK(folded.find("pytorch", "2.4.1", "lumi")->claims.size() == 2);
  CHECK(folded.find("PyTorch", "2.4.1", "Puhti")->status == ClaimStatus::unavailable);
}

TEST_CASE("a later dated default replaces an earlier one; a list's default replaces both") {
  std::vector<Claim> news = {
      claim("2.5.1", "Puhti", ClaimStatus::default_version, ClaimKind::news, "", "2025-01-20"),
      claim("2.6.0", "Puhti", ClaimStatus::default_version, ClaimKind::news, "", "2025-04-10")};
  auto folded = matrix::merge(news);
  CHECK(folded.find("PyTorch", "2.6.0", "Puhti")->status == ClaimStatus::default_version);
  CHECK(folded.find("PyTorch", "2.5.1", "Puhti")->status == ClaimStatus::available);
  news.push_back(claim("2.7.1", "Puhti", ClaimStatus::default_version, ClaimKind::table));
  folded = matrix::merge(news);
  CHECK(folded.find("PyTorch", "2.6.0", "Puhti")->status == ClaimStatus::available);
  CHECK(folded.find("PyTorch", "2.7.1", "Puhti")->state == CellState::read);
}

TEST_CASE("news tell the default where the list names none") {
  auto folded = matrix::merge(
      {claim("2.6.0", "Puhti", ClaimStatus::available, ClaimKind::table),
       claim("2.6", "Puhti", ClaimStatus::default_version, ClaimKind::news, "", "2025-04-10")});
  REQUIRE(folded.cells.size() == 1);
  CHECK(folded.cells[0].status == ClaimStatus::default_version);
}

TEST_CASE("lists of two pages that name two defaults are decided by the last dated one") {
  auto list = [](std::string version, std::string path) {
    Claim made = claim(version, "Puhti", ClaimStatus::default_version, ClaimKind::table);
    made.path = std::move(path);
    return made;
  };
  auto news = [](std::string version, std::string date) {
    return claim(version, "Puhti", ClaimStatus::default_version, ClaimKind::news, "", date);
  };
  auto status = [](const matrix::Matrix& folded, const char* version) {
    return folded.find("PyTorch", version, "Puhti")->status;
  };
  auto decided = matrix::merge({list("2.9.1", "en.md"), list("2.7.1", "fi.md"),
                                news("2.9.1", "2026-01-09"), news("2.7.1", "2025-07-08")});
  CHECK(status(decided, "2.9.1") == ClaimStatus::default_version);
  CHECK(status(decided, "2.7.1") == ClaimStatus::available);

  auto undated =
      matrix::merge({list("2.9.1", "en.md"), list("2.7.1", "fi.md"), news("2.9.1", "2026-01-09")});
  CHECK(status(undated, "2.7.1") == ClaimStatus::default_version);

  auto builds = matrix::merge({list("2.9.1", "en.md"), list("2.7.1", "en.md"),
                               news("2.9.1", "2026-01-09"), news("2.7.1", "2025-07-08")});
  CHECK(status(builds, "2.7.1") == ClaimStatus::default_version);
}

TEST_CASE("an explicit statement wins; contradictions are conflicts") {
  auto folded =
      matrix::merge({claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::table),
                     claim("2.6.0", "LUMI", ClaimStatus::removed, ClaimKind::explicit_statement)});
  REQUIRE(folded.cells.size() == 1);
  CHECK(folded.cells[0].status == ClaimStatus::removed);
  CHECK(folded.cells[0].state == CellState::contradicted);
  CHECK(matrix::state_text(folded.cells[0]) == "contradicted");
}

TEST_CASE("outcomes of runs prove and refute") {
  matrix::MergeOptions options;
  options.outcomes = {
      {"pytorch", "2.7.1", "lumi", "", matrix::Proof::refuted, "run-1", "2026-01-01"},
      {"pytorch", "2.7.1", "lumi", "", matrix::Proof::proved, "run-2", "2026-01-02"}};
  auto folded =
      matrix::merge({claim("2.7.1", "LUMI", ClaimStatus::available, ClaimKind::table)}, options);
  CHECK(matrix::state_text(folded.cells[0]) == "proved");
  CHECK(folded.cells[0].run == "run-2");
}

TEST_CASE("a run of a series proves the version with its module, else the newest usable one") {
  matrix::MergeOptions options;
  options.outcomes = {
      {"PyTorch", "2.7", "LUMI", "pytorch/2.7", matrix::Proof::proved, "job 1", "2026-01-01"},
      {"PyTorch", "2.6", "LUMI", "", matrix::Proof::refuted, "job 2", "2026-01-02"}};
  auto folded = matrix::merge(
      {claim("2.7.2", "LUMI", ClaimStatus::available, ClaimKind::table, "pytorch/2.7-new"),
       claim("2.7.1", "LUMI", ClaimStatus::available, ClaimKind::table, "pytorch/2.7"),
       claim("2.6.1", "LUMI", ClaimStatus::removed, ClaimKind::table),
       claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::table)},
      options);
  CHECK(folded.find("PyTorch", "2.7.1", "LUMI")->run == "job 1");
  CHECK(folded.find("PyTorch", "2.7.2", "LUMI")->run == "");
  CHECK(folded.find("PyTorch", "2.6.0", "LUMI")->proof == matrix::Proof::refuted);
  CHECK(folded.find("PyTorch", "2.6.1", "LUMI")->run == "");
}

TEST_CASE("order is by version, newest first, and independent of the order of claims") {
  std::vector<Claim> claims = {
      claim("2.9.1", "LUMI", ClaimStatus::available, ClaimKind::table),
      claim("2.10.0", "LUMI", ClaimStatus::available, ClaimKind::table),
      claim("", "LUMI", ClaimStatus::available, ClaimKind::front_matter),
      claim("2.10.0", "Allas", ClaimStatus::available, ClaimKind::table),
      claim("2.10.0", "LUMI", ClaimStatus::available, ClaimKind::news, "", "2026-01-01")};
  std::string first;
  std::sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return a.version + a.system < b.version + b.system;
  });
  do {
    std::string text;
    for (const Cell& cell : matrix::merge(claims).cells)
      text += cell.id() + std::to_string(static_cast<int>(cell.best().kind)) + " ";
    if (first.empty()) first = text;
    REQUIRE(text == first);
  } while (std::next_permutation(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return a.version + a.system < b.version + b.system;
  }));
  CHECK(first.starts_with("pytorch/any/lumi"));
  CHECK(first.find("2.10.0/allas") < first.find("2.10.0/lumi"));
  CHECK(first.find("2.10.0") < first.find("2.9.1"));
}

TEST_CASE("names of one spelling: that of pages, with a capital") {
  Claim listed =
      claim("2.7.1", "lumi", ClaimStatus::available, ClaimKind::imported, "pytorch/2.7.1");
  listed.product = "pytorch";
  auto folded =
      matrix::merge({listed, claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::table)});
  REQUIRE(folded.cells.size() == 2);
  for (const Cell& cell : folded.cells) {
    CHECK(cell.product == "PyTorch");
    CHECK(cell.system == "LUMI");
  }
}
