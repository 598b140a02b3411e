// Lists of systems merged with what pages say: hidden versions, names of products, several defaults
// and several modules of one version, and code beside a table of several systems.
#include <doctest/doctest.h>

#include "matrix/conflicts.h"
#include "matrix/installed.h"
#include "weighed.h"

namespace kbuild {

namespace {

using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;

/// The claims of a list that `module --show-hidden avail` would print, for one system.
std::vector<Claim> list_of(std::string_view system, std::string_view text,
                           const meta::Names& names = {}) {
  auto list = inventory::read_inventory("list.txt", text);
  REQUIRE(list);
  return matrix::claims_of(*list, "list.txt", text, system, names);
}

struct OnPage {
  std::string product, version, system = "Zork";
  ClaimKind kind = ClaimKind::table;
  std::string module = {};
  ClaimStatus status = ClaimStatus::available;
};

std::vector<Claim> with(std::vector<Claim> claims, const std::vector<OnPage>& pages) {
  for (const OnPage& page : pages) {
    Claim& claim = claims.emplace_back();
    claim.product = page.product;
    claim.version = page.version;
    claim.system = page.system;
    claim.status = page.status;
    claim.kind = page.kind;
    claim.module = page.module;
    claim.language = "en";
    claim.path = "page.md";
    claim.line = static_cast<std::uint32_t>(claims.size());
  }
  return claims;
}

/// "PyTorch 2.7.1 on Zork: default installed pytorch/2.7.1" for each cell, joined by "; ".
std::string cells_of(const matrix::Matrix& matrix) {
  std::string out;
  for (const matrix::Cell& cell : matrix.cells)
    out += (out.empty() ? "" : "; ") + cell.product + " " + cell.version + " on " + cell.system +
           ": " + std::string(claims::status_text(cell.status)) + " " +
           std::string(matrix::state_text(cell)) + (cell.module.empty() ? "" : " ") + cell.module;
  return out;
}

std::vector<int> codes_of(const matrix::Matrix& matrix) {
  std::vector<int> out;
  for (const auto& found :
       matrix::find_conflicts(matrix, nullptr, [](const Claim&) { return source::Span{}; }))
    out.push_back(found.code.number);
  return out;
}

}  // namespace

TEST_CASE("what a list hides is there, but is a cell only where a page names it") {
  constexpr std::string_view kList = "pytorch/.2.6.0\npytorch/2.7.1\nnumpy/.1.26.4\n";
  auto none = test::merged(list_of("Zork", kList));
  CHECK(cells_of(none) == "PyTorch 2.7.1 on Zork: available undocumented pytorch/2.7.1");
  REQUIRE(none.hidden.size() == 2);
  CHECK(none.hidden[0].product == "NumPy");
  CHECK(none.hidden[1].version == "2.6.0");

  auto named = test::merged(with(list_of("Zork", kList),
                                 {{"PyTorch", "2.6.0"}, {"PyTorch", "2.5.0"}, {"NumPy", "1.26"}}));
  CHECK(cells_of(named) ==
        "NumPy 1.26.4 on Zork: available installed; "
        "PyTorch 2.7.1 on Zork: available undocumented pytorch/2.7.1; "
        "PyTorch 2.6.0 on Zork: available installed; "
        "PyTorch 2.5.0 on Zork: unavailable not-installed");
  CHECK(codes_of(named) == std::vector<int>{613});
  // A list of what comes with a module may lack some of it.
  auto other = test::merged(with(list_of("Zork", kList), {{"NumPy", "1.20.0"}}));
  CHECK(cells_of(other) == "PyTorch 2.7.1 on Zork: available undocumented pytorch/2.7.1");
  CHECK(other.candidates.size() == 1);
  // Sentences make no cell of it, and loads of it are none of what is not there.
  auto said =
      test::merged(with(list_of("Zork", kList),
                        {{"PyTorch", "2.6.0", "Zork", ClaimKind::prose},
                         {"PyTorch", "2.6.0", "Zork", ClaimKind::module_load, "pytorch/2.6.0"}}));
  CHECK(codes_of(said).empty());
}

TEST_CASE("a load that waits for review is not denied where the list hides the version") {
  std::vector<Claim> claims =
      with(list_of("Zork", "pytorch/.2.6.0\npytorch/2.7.1\n"),
           {{"PyTorch", "2.6.0", "Zork", ClaimKind::module_load, "pytorch/2.6.0"}});
  matrix::weigh(claims, {}, {});
  REQUIRE(claims.back().basis == claims::Basis::candidate);
  auto merged = matrix::merge(claims);
  REQUIRE(merged.candidates.size() == 1);
  CHECK(merged.candidates[0].hidden);
  CHECK(codes_of(merged).empty());
}

TEST_CASE("products are shown as lists name their modules, where that is another word") {
  constexpr std::string_view kList = "Anaconda3/2020.11\nBLAST+/2.11.0\npytorch/2.7.1\n";
  auto merged = test::merged(
      with(list_of("Zork", kList),
           {{"Anaconda", "2020.11"}, {"Anaconda", "2021.5", "Grue"}, {"PyTorch", "2.7.1"}}));
  CHECK(cells_of(merged) ==
        "Anaconda3 2021.5 on Grue: available read; "
        "Anaconda3 2020.11 on Zork: available installed Anaconda3/2020.11; "
        "BLAST+ 2.11.0 on Zork: available undocumented BLAST+/2.11.0; "
        "PyTorch 2.7.1 on Zork: available installed pytorch/2.7.1");
  // Claims keep the name that is known.
  CHECK(merged.cells[0].best().product == "Anaconda");

  meta::Names names;
  names.products = {{"Anaconda Distribution", {"anaconda3"}}};
  CHECK(cells_of(test::merged(list_of("Zork", "Anaconda3/2020.11\n", names))) ==
        "Anaconda Distribution 2020.11 on Zork: available undocumented Anaconda3/2020.11");
  // Lists that do not agree, and packages that are no modules.
  auto two = with(list_of("Zork", "Anaconda3/2020.11\n"), {});
  for (Claim& claim : list_of("Grue", "anaconda/2020.11\n")) two.push_back(std::move(claim));
  CHECK(test::merged(two).cells.front().product == "Anaconda");
  CHECK(test::merged(list_of("Zork", R"([{"name": "torch", "version": "2.7.1"}])"))
            .cells.front()
            .product == "PyTorch");
}

TEST_CASE("names that differ in what joins their words are one product") {
  auto merged =
      test::merged(with(list_of("Zork", "Frob-Tool/1.0\n"),
                        {{"Frob Tool", "1.0"}, {"frob_tool", "1.0"}, {"Frob+Tool", "1.0"}}));
  CHECK(cells_of(merged) == "Frob Tool 1.0 on Zork: available installed Frob-Tool/1.0");
  CHECK(merged.cells[0].claims.size() == 3);
  CHECK(merged.candidates.size() == 1);
}

TEST_CASE("a list with a default for each build of a product has none, and no page errs in it") {
  constexpr std::string_view kList =
      "openfoam/com/v2106\nopenfoam/com/v2212(default)\nopenfoam/org/11(default)\n";
  const ClaimStatus by_default = ClaimStatus::default_version;
  for (const char* version : {"2212", "11", "2106"}) {
    auto merged = test::merged(with(
        list_of("Zork", kList), {{"OpenFOAM", version, "Zork", ClaimKind::table, "", by_default}}));
    for (const matrix::Cell& cell : merged.cells) {
      CHECK(cell.status == ClaimStatus::available);
      CHECK(cell.state != matrix::CellState::contradicted);
    }
    CHECK(codes_of(merged).empty());
  }
}

TEST_CASE("of several modules of one version the cell names the plain one") {
  CHECK(
      cells_of(test::merged(list_of(
          "Zork", "vasp/6/6.4.2-mkl19\nvasp/6/6.4.2\nvasp/6/6.4.2-vtst\ngromacs/2024.1-gpu\n"))) ==
      "GROMACS 2024.1 on Zork: available undocumented gromacs/2024.1-gpu; "
      "VASP 6.4.2 on Zork: available undocumented vasp/6/6.4.2");
  CHECK(cells_of(test::merged(
            with({}, {{"VASP", "6.4.2", "Zork", ClaimKind::table, "vasp/6/6.4.2-mkl19"},
                      {"VASP", "6.4.2", "Zork", ClaimKind::console, "vasp/6/6.4.2"}}))) ==
        "VASP 6.4.2 on Zork: available read vasp/6/6.4.2");
  // What other pages call otherwise is no plainer.
  CHECK(cells_of(test::merged(
            with({}, {{"PyTorch", "2.7.1", "Zork", ClaimKind::table, "pytorch/2.7"},
                      {"PyTorch", "2.7.1", "Zork", ClaimKind::console, "pytorch/2.7.1"}}))) ==
        "PyTorch 2.7.1 on Zork: available read pytorch/2.7");
}

TEST_CASE("code counts only for what a table of several systems has as well") {
  auto merged =
      test::merged(with({}, {{"VASP", "5.4.4, 6.2.1", "Grue, Zork"},
                             {"VASP", "6.2.1", "Zork", ClaimKind::module_load, "vasp/6.2.1"},
                             {"VASP", "6.4.3", "Zork", ClaimKind::module_load, "vasp/6.4.3"},
                             {"VASP", "6.4.3", "Nord", ClaimKind::module_load, "vasp/6.4.3"}}));
  CHECK(cells_of(merged) ==
        "VASP 6.4.3 on Nord: available read vasp/6.4.3; "
        "VASP 6.2.1 on Zork: available read vasp/6.2.1");
  CHECK(merged.candidates.size() == 2);
}

}  // namespace kbuild
