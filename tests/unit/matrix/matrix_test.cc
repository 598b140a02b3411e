// Merging of claims: lists as closed worlds, newer lists, defaults, translations, contradictions,
// series and modules, runs, order.
#include "matrix/matrix.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "matrix/conflicts.h"
#include "weighed.h"

using namespace kbuild;
using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;
using matrix::Cell;
using matrix::CellState;
using test::merged;

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
  made.language = "en";
  made.path = "a.md";
  made.line = 1;
  made.excerpt = "x";
  return made;
}

Claim in_list(std::string version, ClaimStatus status = ClaimStatus::available) {
  std::string module = "pytorch/" + version;
  return claim(std::move(version), "LUMI", status, ClaimKind::imported, module, "2026-11-20");
}

Claim in_table(std::string version, ClaimStatus status = ClaimStatus::available,
               std::string date = {}) {
  return claim(std::move(version), "LUMI", status, ClaimKind::table, {}, std::move(date));
}

/// "2.7.1 default read" for each cell, joined by "; ".
std::string told(const matrix::Matrix& matrix) {
  std::string out;
  for (const Cell& cell : matrix.cells)
    out += (out.empty() ? "" : "; ") + cell.version + " " +
           std::string(claims::status_text(cell.status)) + " " +
           std::string(matrix::state_text(cell));
  return out;
}

}  // namespace

TEST_CASE("a list is a closed world: it has what it has, and pages only say more of it") {
  auto folded = merged({in_list("2.9.1", ClaimStatus::default_version), in_list("2.7.1"),
                        in_table("2.9.1"), in_table("2.7.1", ClaimStatus::default_version),
                        in_table("2.5.0"), in_table("2.4.0", ClaimStatus::removed)});
  CHECK(told(folded) ==
        "2.9.1 default installed; 2.7.1 available installed; 2.5.0 unavailable not-installed; "
        "2.4.0 removed read");
  CHECK(folded.cells[0].list_date == "2026-11-20");
  REQUIRE(folded.list_of("lumi"));
  CHECK(folded.list_of("lumi")->date == "2026-11-20");
  CHECK(!folded.list_of("Puhti"));
  CHECK(told(merged({in_list("2.9.1")})) == "2.9.1 available undocumented");
}

TEST_CASE("a list has what is named by series or by module") {
  auto folded = merged({in_list("2.7.1"), in_table("2.7", ClaimStatus::deprecated)});
  CHECK(told(folded) == "2.7.1 deprecated installed");
  Claim module = in_list("2.7");
  Claim exact = in_table("2.7.1");
  exact.module = "pytorch/2.7";
  CHECK(told(merged({module, exact})) == "2.7.1 available installed");
}

TEST_CASE("a list of modules says nothing of software that is no module") {
  Claim other = in_table("1.0");
  other.product = "Web tool";
  auto folded = merged({in_list("2.7.1"), other});
  CHECK(told(folded) == "2.7.1 available undocumented");
  REQUIRE(folded.candidates.size() == 1);
  CHECK(folded.candidates[0].product == "Web tool");
  other.kind = ClaimKind::explicit_statement;
  CHECK(told(merged({in_list("2.7.1"), other})) ==
        "2.7.1 available undocumented; 1.0 available declared");
  other.kind = ClaimKind::table;
  other.module = "web-tool/1.0";
  CHECK(told(merged({in_list("2.7.1"), other})) ==
        "2.7.1 available undocumented; 1.0 unavailable not-installed");
  Claim pip = claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::user_install);
  CHECK(merged({in_list("2.7.1"), pip}).ended.empty());
}

TEST_CASE("sentences and loads of what a list lacks are ended by it; old news are just old") {
  auto folded = merged(
      {in_list("2.7.1"), claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::prose),
       claim("2.5.0", "LUMI", ClaimStatus::available, ClaimKind::module_load, "pytorch/2.5.0"),
       claim("2.4.0", "LUMI", ClaimStatus::available, ClaimKind::news, "", "2024-08-21")});
  CHECK(told(folded) == "2.7.1 available undocumented");
  std::map<std::string, matrix::EndedClaim::By> ended;
  for (const auto& each : folded.ended) ended[each.claim.version] = each.by;
  using By = matrix::EndedClaim::By;
  CHECK(ended ==
        std::map<std::string, By>{{"2.6.0", By::list}, {"2.5.0", By::list}, {"2.4.0", By::newer}});
}

TEST_CASE("the list of a whole holds for its parts") {
  meta::Names names;
  names.systems = {{"LUMI"}, {"LUMI-C", {}, "LUMI"}};
  Claim part = in_table("2.7.1"), wrong = in_table("2.6.0");
  part.system = wrong.system = "LUMI-C";
  auto folded = merged({in_list("2.7.1"), part, wrong}, {&names});
  REQUIRE(folded.cells.size() == 3);
  CHECK(folded.find("PyTorch", "2.7.1", "LUMI-C")->state == CellState::installed);
  CHECK(folded.find("PyTorch", "2.6.0", "LUMI-C")->state == CellState::not_installed);
}

TEST_CASE("a list is old after its system's days, by the time that is given") {
  meta::Names names;
  names.systems = {{"LUMI"}};
  constexpr std::int64_t kMarch2027 = 1804032000;
  auto age = [&](std::int64_t now, int days) {
    names.systems[0].max_age = days;
    matrix::MergeOptions options;
    options.names = &names;
    options.now = now;
    return merged({in_list("2.7.1")}, options).cells[0].list;
  };
  CHECK(age(kMarch2027, 90) == matrix::ListAge::old);
  CHECK(age(kMarch2027, 365) == matrix::ListAge::current);
  CHECK(age(0, 90) == matrix::ListAge::current);
  CHECK(merged({in_table("2.7.1")}).cells[0].list == matrix::ListAge::none);
}

TEST_CASE("the newest dated list ends older ones, and an undated one all of them") {
  using enum ClaimStatus;
  Claim old = in_table("2.4.0", default_version, "2024-08-01");
  Claim kept = in_table("2.5.0", available, "2024-08-01");
  Claim now = in_table("2.5.0", default_version, "2026-01-09");
  auto folded = merged({old, kept, now});
  CHECK(told(folded) == "2.5.0 default read");
  REQUIRE(folded.ended.size() == 1);
  CHECK(folded.ended[0].claim.version == "2.4.0");
  CHECK(told(merged({old, kept, now, in_table("2.6.0")})) == "2.6.0 available read");
}

TEST_CASE("news and sentences make no cell and no default; what they add waits") {
  auto news = [](std::string version, std::string date) {
    return claim(std::move(version), "LUMI", ClaimStatus::default_version, ClaimKind::news, "",
                 std::move(date));
  };
  auto folded = merged({in_table("2.6.0"), news("2.6.0", "2025-04-10"), news("2.5.0", "2025-01-20"),
                        claim("2.6.0", "LUMI", ClaimStatus::default_version, ClaimKind::prose)});
  CHECK(told(folded) == "2.6.0 available read");
  REQUIRE(folded.candidates.size() == 1);
  CHECK(folded.candidates[0].kind == ClaimKind::prose);
  CHECK(told(merged({news("2.6.0", "2025-04-10")})) == "");
}

TEST_CASE("of two defaults of equal weight none is shown") {
  using enum ClaimStatus;
  Claim other = in_table("2.6.0", default_version);
  other.path = "b.md";
  auto folded = merged({in_table("2.7.1", default_version), other});
  CHECK(told(folded) == "2.7.1 available contradicted; 2.6.0 available contradicted");
  Claim declared = claim("2.6.0", "LUMI", default_version, ClaimKind::explicit_statement);
  CHECK(told(merged({in_table("2.7.1", default_version), declared})) ==
        "2.7.1 available read; 2.6.0 default declared");
  Claim later = claim("2.7.1", "LUMI", default_version, ClaimKind::explicit_statement);
  declared.date = "2025-01-01";
  later.date = "2026-01-01";
  CHECK(told(merged({declared, later})) == "2.7.1 default declared; 2.6.0 available declared");
}

TEST_CASE("a translation neither decides nor adds, and is compared with its original") {
  using enum ClaimStatus;
  auto finnish = [](Claim made) {
    made.language = "fi";
    return made;
  };
  matrix::MergeOptions options;
  options.originals = {{{"fi", "a.md"}, "a.md"}};
  options.original_language = "en";
  std::vector<Claim> claims = {in_table("2.9.1", default_version), in_table("2.7.1"),
                               finnish(in_table("2.7.1", default_version)),
                               finnish(in_table("2.6.0"))};
  auto folded = merged(claims, options);
  CHECK(told(folded) == "2.9.1 default read; 2.7.1 available read");
  REQUIRE(folded.stale_translations.size() == 1);
  // One says otherwise, one is only there, one is only in the original.
  CHECK(folded.stale_translations[0].differences.size() == 3);
  // A page without an original decides like any other.
  CHECK(merged(claims).stale_translations.empty());
  CHECK(told(merged(claims)) ==
        "2.9.1 available contradicted; 2.7.1 available contradicted; 2.6.0 available read");
}

TEST_CASE("a retired system offers nothing") {
  meta::Names names;
  names.systems = {{"LUMI", {}, "", "2024-06-30"}};
  auto folded = merged({in_table("2.7.1")}, {&names});
  CHECK(folded.cells.empty());
  REQUIRE(folded.ended.size() == 1);
  CHECK(folded.ended[0].by == matrix::EndedClaim::By::retirement);
}

TEST_CASE("a version that code uses counts where nothing lists versions") {
  Claim use = claim("2.3.0", "LUMI", ClaimStatus::available, ClaimKind::sbatch, "pytorch/2.3.0");
  CHECK(told(merged({use})) == "2.3.0 available read");
  auto folded = merged({use, in_table("2.7.1")});
  CHECK(told(folded) == "2.7.1 available read");
  CHECK(folded.candidates.size() == 1);
  Claim series = use;
  series.version = "2.7";
  CHECK(merged({series, in_table("2.7.1")}).cells[0].claims.size() == 2);
}

TEST_CASE("the page of a product knows better than a terminal on another page") {
  Claim shown = claim("2.1.0", "LUMI", ClaimStatus::available, ClaimKind::console, "pytorch/2.1.0");
  shown.path = "modules.md";
  shown.placed = true;
  shown.basis = claims::Basis::read;
  Claim own = in_table("2.7.1");
  own.subject = true;
  own.basis = claims::Basis::read;
  CHECK(told(matrix::merge({shown, own})) == "2.7.1 available read");
  own.subject = false;
  CHECK(told(matrix::merge({shown, own})) == "2.7.1 available read; 2.1.0 available read");
}

TEST_CASE("what is weighed: kind, place and name") {
  meta::Names names;
  names.systems = {{"LUMI", {"LUMI-G"}}};
  auto basis = [&](Claim made, const matrix::WeighPolicy& policy = {}) {
    std::vector<Claim> claims = {std::move(made)};
    matrix::weigh(claims, names, matrix::anchors_of(claims, names), policy);
    return claims[0].basis;
  };
  using claims::Basis;
  Claim table = in_table("2.7.1");
  table.placed = table.subject = true;
  CHECK(basis(table) == Basis::read);
  Claim changed = table;
  changed.subject = false;
  CHECK(basis(changed) == Basis::candidate);
  names.products = {{"pytorch"}};
  CHECK(basis(changed) == Basis::read);
  changed.placed = false;
  CHECK(basis(changed) == Basis::candidate);
  changed = table;
  changed.system = "Allas";
  CHECK(basis(changed) == Basis::candidate);
  CHECK(basis(changed, {matrix::WeighPolicy::Systems::configured, {"allas"}}) == Basis::read);
  CHECK(basis(changed, {matrix::WeighPolicy::Systems::any, {}}) == Basis::read);
  changed = table;
  changed.version = "1.4.0, 1.9.0";
  CHECK(basis(changed) == Basis::candidate);
  for (ClaimKind kind : {ClaimKind::prose, ClaimKind::news, ClaimKind::heading, ClaimKind::tab,
                         ClaimKind::constraint, ClaimKind::user_install}) {
    changed = table;
    changed.kind = kind;
    CHECK(basis(changed) == Basis::candidate);
  }
  for (ClaimKind kind : {ClaimKind::front_matter, ClaimKind::explicit_statement}) {
    changed = table;
    changed.kind = kind;
    CHECK(basis(changed) == Basis::declared);
    changed.system = "web_interfaces";
    CHECK(basis(changed) == Basis::candidate);
  }
  // A module that some page loads vouches for its product.
  std::vector<Claim> claims = {table, table};
  claims[0].subject = false;
  claims[1].kind = ClaimKind::module_load;
  claims[1].module = "pytorch/2.7.1";
  names.products.clear();
  CHECK(matrix::anchors_of(claims, names).has("PyTorch"));
}

TEST_CASE("code is a witness of what its page is about, else of what it loads in the end") {
  meta::Names names;
  names.systems = {{"LUMI"}};
  names.products = {{"pytorch"}};
  auto basis = [&](std::string excerpt, ClaimKind kind, bool page_of_product) {
    Claim load = claim("2.7", "LUMI", ClaimStatus::available, kind, "pytorch/2.7");
    load.placed = true;
    load.excerpt = std::move(excerpt);
    Claim other = load;
    other.subject = page_of_product;
    std::vector<Claim> claims = {load, other};
    matrix::weigh(claims, names, matrix::anchors_of(claims, names));
    return claims[0].basis;
  };
  using claims::Basis;
  CHECK(basis("module load gcc/13 pytorch/2.7", ClaimKind::module_load, false) == Basis::read);
  CHECK(basis("module load gcc/13 pytorch/2.7", ClaimKind::module_load, true) == Basis::candidate);
  CHECK(basis("module load pytorch/2.7 vllm/1", ClaimKind::module_load, false) == Basis::candidate);
  CHECK(basis("module load pytorch/2.7", ClaimKind::sbatch, false) == Basis::candidate);
}

TEST_CASE("a cell without a version is folded into that of a version, also of a part") {
  meta::Names names;
  names.systems = {{"LUMI"}, {"LUMI-C", {}, "LUMI"}};
  Claim load = claim("", "LUMI", ClaimStatus::available, ClaimKind::module_load, "pytorch");
  auto folded = merged({in_table("2.7.1"), in_table("2.4.0", ClaimStatus::default_version), load});
  CHECK(told(folded) == "2.7.1 available read; 2.4.0 default read");
  CHECK(folded.cells[1].claims.size() == 2);
  CHECK(folded.cells[1].module == "pytorch");
  Claim part = in_table("2.7.1");
  part.system = "LUMI-C";
  CHECK(told(merged({part, load}, {&names})) == "2.7.1 available read");
  part.system = "Puhti";
  CHECK(told(merged({part, load}, {&names})) == " available read; 2.7.1 available read");
  CHECK(told(merged({in_table("2.7.1", ClaimStatus::removed), load})) ==
        " available read; 2.7.1 removed read");
}

TEST_CASE("a statement about a system that nobody configured is reported once a page") {
  meta::Names names;
  names.systems = {{"Puhti"}, {"Mahti"}};
  auto statement = [](std::string version) {
    Claim made =
        claim(std::move(version), "Puthi", ClaimStatus::available, ClaimKind::explicit_statement);
    made.placed = true;
    return made;
  };
  std::vector<Claim> claims = {statement("2.7.1"), statement("2.6.0")};
  matrix::weigh(claims, names, {});
  auto folded = matrix::merge(claims, {&names});
  CHECK(folded.cells.empty());
  auto found = matrix::find_conflicts(folded, &names, [](const Claim&) { return source::Span(); });
  REQUIRE(found.size() == 1);
  CHECK(found.begin()->code.number == 618);
  CHECK(found.begin()->hint == "did you mean Puhti?");
}

TEST_CASE("a cell cites the claim that carries its status") {
  Claim listing = claim("2.7.1", "LUMI", ClaimStatus::default_version, ClaimKind::console);
  listing.path = "modules.md";
  auto folded = merged({in_table("2.7.1"), listing});
  REQUIRE(told(folded) == "2.7.1 default read");
  CHECK(folded.cells[0].best().path == "modules.md");
  CHECK(folded.cells[0].claims[0].standing == matrix::Standing::best);
  CHECK(folded.cells[0].claims[1].standing == matrix::Standing::agreeing);
}

TEST_CASE("a series and a module mean the listed version of the same system") {
  auto folded =
      merged({claim("2.4.1", "LUMI", ClaimStatus::available, ClaimKind::table, "pytorch/2.4"),
              claim("2.4.1", "Puhti", ClaimStatus::unavailable, ClaimKind::table, "pytorch/2.4"),
              claim("2.4.0", "Puhti", ClaimStatus::available, ClaimKind::table, "pytorch/2.4"),
              claim("2.4", "Puhti", ClaimStatus::available, ClaimKind::sbatch, "pytorch/2.4"),
              claim("2.4", "LUMI", ClaimStatus::available, ClaimKind::prose)});
  REQUIRE(folded.cells.size() == 3);
  const Cell* puhti = folded.find("PyTorch", "2.4.0", "Puhti");
  REQUIRE(puhti);
  CHECK(puhti->claims.size() == 2);
  CHECK(puhti->id() == "pytorch/2.4.0/puhti");
  CHECK(folded.find("pytorch", "2.4.1", "lumi")->claims.size() == 2);
  CHECK(folded.find("PyTorch", "2.4.1", "Puhti")->status == ClaimStatus::unavailable);
}

TEST_CASE("a declaration wins; claims of equal weight contradict each other") {
  auto folded =
      merged({claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::table),
              claim("2.6.0", "LUMI", ClaimStatus::removed, ClaimKind::explicit_statement)});
  REQUIRE(folded.cells.size() == 1);
  CHECK(folded.cells[0].status == ClaimStatus::removed);
  CHECK(folded.cells[0].state == CellState::declared);
  CHECK(folded.cells[0].claims[1].standing == matrix::Standing::conflicting);
  folded = merged({claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::table),
                   claim("2.6.0", "LUMI", ClaimStatus::removed, ClaimKind::list)});
  CHECK(told(folded) == "2.6.0 available contradicted");
}

TEST_CASE("outcomes of runs prove and refute") {
  matrix::MergeOptions options;
  options.outcomes = {
      {"pytorch", "2.7.1", "lumi", "", matrix::Proof::refuted, "run-1", "2026-01-01"},
      {"pytorch", "2.7.1", "lumi", "", matrix::Proof::proved, "run-2", "2026-01-02"}};
  auto folded = merged({claim("2.7.1", "LUMI", ClaimStatus::available, ClaimKind::table)}, options);
  CHECK(matrix::state_text(folded.cells[0]) == "proved");
  CHECK(folded.cells[0].run == "run-2");
}

TEST_CASE("a run of a series proves the version with its module, else the newest usable one") {
  matrix::MergeOptions options;
  options.outcomes = {
      {"PyTorch", "2.7", "LUMI", "pytorch/2.7", matrix::Proof::proved, "job 1", "2026-01-01"},
      {"PyTorch", "2.6", "LUMI", "", matrix::Proof::refuted, "job 2", "2026-01-02"}};
  auto folded =
      merged({claim("2.7.2", "LUMI", ClaimStatus::available, ClaimKind::table, "pytorch/2.7-new"),
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
      claim("", "Puhti", ClaimStatus::available, ClaimKind::front_matter),
      claim("2.10.0", "Allas", ClaimStatus::available, ClaimKind::table),
      claim("2.10.0", "LUMI", ClaimStatus::available, ClaimKind::news, "", "2026-01-01")};
  std::string first;
  std::sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return a.version + a.system < b.version + b.system;
  });
  do {
    std::string text;
    for (const Cell& cell : merged(claims).cells)
      text += cell.id() + std::to_string(static_cast<int>(cell.best().kind)) + " ";
    if (first.empty()) first = text;
    REQUIRE(text == first);
  } while (std::next_permutation(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return a.version + a.system < b.version + b.system;
  }));
  CHECK(first.starts_with("pytorch/any/puhti"));
  CHECK(first.find("2.10.0/allas") < first.find("2.10.0/lumi"));
  CHECK(first.find("2.10.0") < first.find("2.9.1"));
}

TEST_CASE("names of one spelling: that of pages, with a capital") {
  Claim listed =
      claim("2.7.1", "lumi", ClaimStatus::available, ClaimKind::imported, "pytorch/2.7.1");
  listed.product = "pytorch";
  auto folded = merged({listed, claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::table)});
  REQUIRE(folded.cells.size() == 2);
  for (const Cell& cell : folded.cells) {
    CHECK(cell.product == "PyTorch");
    CHECK(cell.system == "LUMI");
  }
}
