// What a version written in a text is found by, and by what it is not.
#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "search/language/tokens.h"
#include "search/language/versions.h"

using namespace kbuild;

namespace {

/// All version terms that a text is indexed under.
std::vector<std::string> version_terms(std::string_view text) {
  std::vector<std::string> out;
  for (const search::Token& token : search::tokenise(text, "en"))
    if (token.kind == search::TokenKind::version)
      for (std::string& version : search::version_chain(token.text))
        out.push_back(std::move(version));
  return out;
}

struct Case {
  std::string_view text;
  std::string_view version;
  bool found;
};

constexpr Case kCases[] = {
    {"PyTorch 2.7", "2.7", true},
    {"PyTorch 2.7.1", "2.7", true},
    {"PyTorch 2.7.1", "2.7.1", true},
    {"PyTorch 2.7.1", "2", true},
    {"PyTorch v2.7", "2.7", true},
    {"PyTorch V2.7.0", "2.7", true},
    {"pytorch/2.7", "2.7", true},
    {"module load pytorch/2.7.1", "2.7.1", true},
    {"pytorch-2.7.1", "2.7.1", true},
    {"pytorch_2.7", "2.7", true},
    {"pytorch==2.7.1", "2.7", true},
    {"torch>=2.7,<3", "2.7", true},
    {"pytorch@2.7", "2.7", true},
    {"(2.7)", "2.7", true},
    {"'2.7'", "2.7", true},
    {"at 2.7.", "2.7", true},
    {"2.7, 2.8 and 2.9", "2.8", true},
    {"2.7/2.8", "2.8", true},
    {"2.7+", "2.7", true},
    {"2.7.x", "2.7", true},
    {"2.x", "2", true},
    {"3.*", "3", true},
    {"2.7rc1", "2.7", true},
    {"2.7rc1", "2.7rc1", true},
    {"2.7.0a0", "2.7.0", true},
    {"2.7-beta", "2.7", true},
    {"1.10.2.3", "1.10.2", true},
    {"python3.12", "3.12", true},
    {"gcc11.3", "11.3", true},
    {"python-data/3.12-25.09", "3.12", true},
    {"python-data/3.12-25.09", "25.09", true},
    {"rocm-6.2.4", "6.2", true},
    {"cuda/12.6.1", "12.6", true},
    {"| 2.7 | LUMI |", "2.7", true},
    {"pytorch_2.7.sif", "2.7", true},
    {"2.7-beta.1", "2.7", true},
    {"2.7-beta.1", "2.7-beta.1", true},
    {"2.7.0.post1", "2.7.0", true},
    {"2.7.10a", "2.7.10a", true},
    {"3.2a", "3.2", true},
    {"22.04LTS", "22.04", true},
    {"Gaussian 16-C.01", "16.c.01", true},
    {"gaussian/16.C.01", "16", true},
    {"matlab/R2024b", "r2024b", true},
    {"r2024b", "r2024b", true},
    {"ansys/2021R2", "2021", true},
    {"LAMMPS 29Sep2021", "29sep2021", true},
    {"LAMMPS 29Sep2021", "29", false},
    {"x29Sep2021", "29sep2021", false},
    {"R2024bc", "r2024b", false},
    {"on 7.25.2025", "7.25", false},
    {"PyTorch 2.71", "2.7", false},
    {"PyTorch 12.7", "2.7", false},
    {"PyTorch 2.7e3", "2.7", false},
    {"PyTorch 2.17", "2.1", false},
    {"PyTorch 2.10", "2.1", false},
    {"PyTorch 2.1", "2.10", false},
    {"PyTorch 2.7.1", "7.1", false},
    {"PyTorch 2.7.1", "2.7.11", false},
    {"PyTorch 2.7.10", "2.7.1", false},
    {"PyTorch 2.7", "2.7.1", false},
    {"PyTorch 2.70", "2.7", false},
    {"PyTorch 2.07", "2.7", false},
    {"1.2.7", "2.7", false},
    {"2.7GB", "2.7", false},
    {"2.7 GB", "2.7", false},
    {"a file of 2.7 GiB.", "2.7", false},
    {"at 2.7 GHz", "2.7", false},
    {"2.7 % more", "2.7", false},
    {"2.7%", "2.7", false},
    {"on 8.7.2025", "8.7", false},
    {"on 31.12.2024", "31.12", false},
    {"gpu:a100_1g.5gb:1", "5", false},
    {"x2.7", "2.7", false},
    {"27", "2.7", false},
    {"2,7", "2.7", false},
    {"2..7", "2.7", false},
    {"1e2.7", "2.7", false},
    {"2.7k users", "2.7", false},
    {"2.7.1", "2.7.1.0", false},
    {"0x2.7", "2.7", false},
    {"2.7abc", "2.7", false},
};

}  // namespace

TEST_CASE(
    "a version is found by itself and its beginnings, and by nothing that only looks like it") {
  for (const Case& row : kCases) {
    CAPTURE(row.text);
    CAPTURE(row.version);
    auto terms = version_terms(row.text);
    CHECK((std::find(terms.begin(), terms.end(), row.version) != terms.end()) == row.found);
  }
}

TEST_CASE("the digits of a version are no words") {
  for (const search::Token& token : search::tokenise("pytorch/2.7.1 with 4 GPUs", "en"))
    if (token.kind == search::TokenKind::word) {
      CAPTURE(token.text);
      CHECK((token.text == "pytorch" || token.text == "with" || token.text == "4" ||
             token.text == "gpus"));
    }
}
