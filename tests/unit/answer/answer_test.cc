// Questions to a small matrix with a list, a retired system, parts of a system, two languages and
// runs: what is answered, from where, and what stays without an answer.
#include "answer/answer.h"

#include <doctest/doctest.h>

#include "answer/question.h"
#include "answer/tokens.h"

using namespace kbuild;
using claims::ClaimStatus;
using matrix::CellState;

namespace {

struct Fact {
  std::string product, version, system;
  ClaimStatus status = ClaimStatus::available;
  std::string module = {};
  CellState state = CellState::read;
  std::string language = "en";
};

matrix::Cell cell_of(const Fact& fact) {
  matrix::Cell cell;
  cell.product = fact.product;
  cell.version = fact.version;
  cell.system = fact.system;
  cell.status = fact.status;
  cell.module = fact.module;
  cell.state = fact.state;
  claims::Claim claim;
  claim.product = fact.product;
  claim.version = fact.version;
  claim.system = fact.system;
  claim.status = fact.status;
  claim.path = "apps/" + fact.product + ".md";
  claim.language = fact.language;
  claim.line = 7;
  cell.claims.push_back({claim});
  return cell;
}

meta::Names names() {
  meta::Names made;
  made.systems = {{"Kaarna"},
                  {"Tervas", {"tervas.example.org"}},
                  {"Tervas-GPU", {}, "Tervas"},
                  {"Honka", {}, "", "2024-05-31"},
                  {"Pahta"}};
  made.products = {{"Quantum ESPRESSO", {"qe"}}};
  return made;
}

matrix::Matrix facts() {
  matrix::Matrix made;
  const ClaimStatus by_default = ClaimStatus::default_version, gone = ClaimStatus::unavailable;
  for (const Fact& fact : {
           Fact{"GROMACS", "2025.4", "Kaarna", ClaimStatus::available, "gromacs/2025.4"},
           Fact{"GROMACS", "2024.3", "Kaarna", by_default, "gromacs/2024.3"},
           Fact{"GROMACS", "2024.3", "Pahta", ClaimStatus::available, "gromacs/2024.3"},
           Fact{"GROMACS", "2024.1", "Kaarna", gone},
           Fact{"Julia", "", "Kaarna"},
           Fact{"Julia", "", "Tervas"},
           Fact{"Julia", "1.11.2", "Tervas-GPU"},
           Fact{"MATLAB", "R2024a", "Pahta", by_default, "", CellState::declared, "fi"},
           Fact{"PyTorch", "2.10.0", "Tervas-GPU", by_default, "pytorch/2.10"},
           Fact{"PyTorch", "2.9.1", "Tervas", by_default, "pytorch/2.9"},
           Fact{"PyTorch", "2.9.1", "Kaarna", ClaimStatus::available, "pytorch/2.9",
                CellState::installed},
           Fact{"PyTorch", "2.7.1", "Kaarna", by_default, "pytorch/2.7", CellState::installed},
           Fact{"PyTorch", "2.6.0", "Kaarna", gone, "", CellState::not_installed},
           Fact{"Quantum ESPRESSO", "7.4.1", "Pahta"},
           Fact{"Quantum ESPRESSO", "7.4.1-cpu", "Kaarna"},
           Fact{"R", "4.5.2", "Pahta", by_default, "r-env/452"},
       }) {
    matrix::Cell cell = cell_of(fact);
    if (fact.system == "Kaarna") {
      cell.list = matrix::ListAge::current;
      cell.list_date = "2026-11-20";
    }
    made.cells.push_back(std::move(cell));
  }
  made.lists = {{"Kaarna", "2026-11-20"}};
  made.hidden = {{"NumPy", "1.26.4", "Kaarna"}, {"PyTorch", "2.4.1", "Kaarna"}};
  return made;
}

const answer::Table& small_table() {
  static const answer::Table table = answer::make_table(facts(), names(), {"en", "fi"});
  return table;
}

/// The texts of all answers, joined by " | ".
std::string ask(std::string_view question, std::string_view language = "en",
                const std::vector<std::string>& unknown = {}) {
  std::string out;
  for (const answer::Answer& each : answer::find_answers(small_table(), question, unknown))
    out += (out.empty() ? "" : " | ") + answer::answer_text(each, language);
  return out;
}

std::string token_texts(std::string_view text) {
  std::string out;
  for (const answer::Token& token : answer::tokenise(text)) {
    constexpr std::string_view kMarks[] = {"", "#", "?"};
    out.append(out.empty() ? "" : " ")
        .append(kMarks[static_cast<int>(token.kind)])
        .append(token.text);
  }
  return out;
}

}  // namespace

TEST_CASE("questions are words, versions and signs") {
  CHECK(token_texts("PyTorch>=2.6, LUMI:lla") == "pytorch ?>= #2.6 lumi");
  CHECK(token_texts("module load r-env/4.5.2-x") == "module load r env #4.5.2-x");
  CHECK(token_texts("c++ v2.1+cu121 3.x 2.* g16c.01") == "c++ #v2.1 cu121 #3.x #2.* g16c.01");
  CHECK(token_texts("LUMI\u2019s node.js is \u2265 5%") == "lumi node js is ?>= #5 %");
}

TEST_CASE("a version of a product on a system") {
  CHECK(ask("gromacs 2024.3 kaarna") ==
        "GROMACS 2024.3 on Kaarna: default, `module load gromacs/2024.3` (list of 2026-11-20)");
  CHECK(ask("onko GROMACSia Kaarnassa?", "fi") ==
        "GROMACS 2024.3, Kaarna: oletus, `module load gromacs/2024.3` (luettelo 2026-11-20, en)");
  CHECK(ask("is Julia available on kaarna") == "Julia on Kaarna: available (list of 2026-11-20)");
  CHECK(ask("gromacs 2024.3") ==
        "GROMACS 2024.3 on Kaarna: default, `module load gromacs/2024.3` (list of 2026-11-20) | "
        "GROMACS 2024.3 on Pahta: available, `module load gromacs/2024.3`");
  CHECK(ask("matlab r2024a pahta") == "MATLAB R2024a on Pahta: default (fi)");
  CHECK(ask("matlab 2024 pahta").empty());
  CHECK(ask("r-env/452 pahta") == "R 4.5.2 on Pahta: default, `module load r-env/452`");
  CHECK(ask("module load gromacs/2025.4 kaarna").starts_with("GROMACS 2025.4 on Kaarna"));
  CHECK(ask("qe 7.4 pahta") == "Quantum ESPRESSO 7.4.1 on Pahta: available");
  CHECK(ask("quantum espressosta 7.4.1 kaarnalla")
            .starts_with("Quantum ESPRESSO 7.4.1-cpu on Kaarna"));
  CHECK(ask("pytorch tervas.example.org").starts_with("PyTorch 2.9.1 on Tervas: default"));
}

TEST_CASE("series, bounds, the newest, the default, and two versions") {
  CHECK(ask("pytorch 2 kaarna").starts_with("PyTorch 2.9.1 on Kaarna: available"));
  CHECK(ask("pytorch kaarna").starts_with("PyTorch 2.7.1 on Kaarna: default"));
  CHECK(ask("newest pytorch on kaarna").starts_with("PyTorch 2.9.1 on Kaarna: available"));
  CHECK(ask("uusin pytorch", "fi") ==
        "PyTorch 2.10.0, Tervas-GPU: oletus, `module load pytorch/2.10` (en)");
  CHECK(ask("default gromacs on pahta").empty());
  CHECK(ask("which gromacs is the default").starts_with("GROMACS 2024.3 on Kaarna: default"));
  CHECK(ask("pytorch newer than 2.7 on kaarna").starts_with("PyTorch 2.9.1 on Kaarna"));
  CHECK(ask("pytorch >= 2.6 kaarna").starts_with("PyTorch 2.7.1 on Kaarna: default"));
  CHECK(ask("pytorch>2.9 kaarna").empty());
  CHECK(ask("pytorch 2.9 or newer").starts_with("PyTorch 2.9.1 on Kaarna"));
  CHECK(ask("pytorch < 2.9 on kaarna").starts_with("PyTorch 2.7.1 on Kaarna"));
  CHECK(ask("pytorch newer than kaarna").empty());
  std::string two = ask("gromacs 2024.3 or 2025.4 on kaarna");
  CHECK(two.starts_with("GROMACS 2024.3 on Kaarna: default"));
  CHECK(two.find("| GROMACS 2025.4 on Kaarna: available") != two.npos);
}

TEST_CASE("a part of a system has its own, and the whole has that of its parts") {
  CHECK(ask("pytorch tervas") ==
        "PyTorch 2.9.1 on Tervas: default, `module load pytorch/2.9` | "
        "PyTorch 2.10.0 on Tervas-GPU: default, `module load pytorch/2.10`");
  CHECK(ask("julia tervas") == "Julia 1.11.2 on Tervas-GPU: available");
  CHECK(ask("pytorch 2.9 tervas-gpu").empty());
  CHECK(ask("pytorch2.10") == "PyTorch 2.10.0 on Tervas-GPU: default, `module load pytorch/2.10`");
}

TEST_CASE("only a list denies, and what is out of service is said") {
  CHECK(ask("pytorch 2.5 kaarna") == "PyTorch 2.5 on Kaarna: not in the list (2026-11-20)");
  CHECK(ask("pytorch 2.6 kaarna", "fi") ==
        "PyTorch 2.6.0, Kaarna: dokumentoitu, mutta ei luettelossa (2026-11-20, en)");
  CHECK(ask("tensorflow kaarna") == "TensorFlow on Kaarna: not in the list (2026-11-20)");
  CHECK(ask("pytorch pahta").empty());
  CHECK(ask("gromacs 2025.4 pahta").empty());
  CHECK(ask("gromacs 2024.1 kaarna").starts_with("GROMACS 2024.1 on Kaarna: not available"));
  CHECK(ask("gromacs honka") == "GROMACS on Honka: the system is out of service since 2024-05-31");
  for (const answer::Answer& each : answer::find_answers(small_table(), "pytorch 2.5 kaarna", {}))
    CHECK(each.denied);
}

TEST_CASE("what a list hides is neither offered nor denied") {
  CHECK(ask("numpy kaarna").empty());
  CHECK(ask("numpy 1.26 kaarna").empty());
  CHECK(ask("numpy 2.0 kaarna") == "NumPy 2.0 on Kaarna: not in the list (2026-11-20)");
  CHECK(ask("pytorch 2.4 kaarna").empty());
  CHECK(ask("pytorch kaarna").starts_with("PyTorch 2.7.1 on Kaarna: default"));
}

TEST_CASE("what is no question has no answer") {
  for (std::string_view text :
       {"pytorch", "kaarna", "2.7", "pytorch frontier", "pytorch 2.7 frontier", "gpu nodes kaarna",
        "batch job", "how to run gromacs on kaarna", "gromacs 2024.3 with cuda 12 kaarna",
        "pytorch gromacs kaarna", "pytorch 50% kaarna", "pytorch a100 kaarna",
        "install pytorch 2.9 on kaarna", ""})
    CHECK_MESSAGE(ask(text).empty(), text);
  CHECK(ask(std::string(100000, '1') + " pytorch kaarna").find("on Kaarna: not in") !=
        std::string::npos);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "pytorch kaarna ";
  CHECK(ask(many).empty());
}

TEST_CASE("words that are on no page may be names with an error") {
  CHECK(ask("pytroch kaarna").empty());
  CHECK(ask("pytroch kaarna", "en", {"pytroch"}).starts_with("PyTorch 2.7.1 on Kaarna"));
  CHECK(ask("pytorch karna", "en", {"karna"}).starts_with("PyTorch 2.7.1 on Kaarna"));
  CHECK(ask("defualt pytorch kaarna", "en", {"defualt"}).starts_with("PyTorch 2.7.1 on Kaarna"));
  CHECK(ask("gromacs pahti", "en", {"pahti"}).starts_with("GROMACS 2024.3 on Pahta"));
  CHECK(ask("pytorch puhti", "en", {"puhti"}).empty());
  CHECK(ask("pytorch kaarna2", "en", {"kaarna2"}).empty());
}

TEST_CASE("a product is found by all that pages and lists call it") {
  matrix::Matrix made;
  made.cells = {cell_of({"Frob-Tool", "6.0", "Pahta"}), cell_of({"Nim Bus", "1.0", "Pahta"})};
  claims::Claim& claim = made.cells[0].claims[0].claim;
  claim.product = "Frobnicator";
  claim.listed_as = "frb";
  answer::Table table = answer::make_table(made, names(), {"en"});
  for (const char* text :
       {"frob-tool 6.0 pahta", "frobtool pahta", "frobnicator pahta", "frb pahta", "nimbus pahta"})
    CHECK_MESSAGE(answer::find_answers(table, text, {}).size() == 1, text);
}

TEST_CASE("an answer cites the file and line that say so") {
  matrix::Matrix made = facts();
  claims::Claim list = made.cells[0].claims[0].claim;
  list.kind = claims::ClaimKind::imported;
  list.path = "lists/kaarna.json";
  made.cells[0].claims.insert(made.cells[0].claims.begin(), {list});
  made.cells[0].claims[1].claim.file = "includes/gromacs.md";
  made.cells[0].claims[1].claim.line = 41;
  made.cells[0].proof = matrix::Proof::proved;
  made.cells[0].run = "job 1234";
  made.cells[0].run_date = "2026-11-21";
  answer::Table table = answer::make_table(made, names(), {"en"});
  std::vector<answer::Answer> found = answer::find_answers(table, "gromacs 2025.4 kaarna", {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "apps/GROMACS.md");
  CHECK(found[0].file == "includes/gromacs.md");
  CHECK(found[0].line == 41);
  CHECK(answer::answer_text(found[0], "en") ==
        "GROMACS 2025.4 on Kaarna: available, `module load gromacs/2025.4`, proved by job 1234 on "
        "2026-11-21 (list of 2026-11-20)");
  // Endings of Finnish are none where no page is in Finnish.
  CHECK(answer::find_answers(table, "gromacs kaarnassa", {}).empty());
}
