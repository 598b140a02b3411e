// Names in text: aliases, Finnish inflection, plain words that are also names, names of modules.
#include "vocabulary/vocabulary.h"

#include <doctest/doctest.h>

using namespace kbuild;
using vocabulary::Expectation;
using vocabulary::NameKind;
using vocabulary::Vocabulary;

namespace {

using Texts = std::vector<std::string>;

Texts names_in(const Vocabulary& vocabulary, std::string_view text,
               Expectation expectation = Expectation::prose) {
  Texts out;
  for (const vocabulary::Mention& mention : vocabulary.find(text, expectation))
    out.push_back(vocabulary.name(mention.id));
  return out;
}

}  // namespace

TEST_CASE("systems in every Finnish case that manuals use") {
  Vocabulary vocabulary{meta::Names{}};
  struct Row {
    std::string_view word;
    std::string_view name;
  };
  constexpr Row kRows[] = {
      {"LUMIin", "LUMI"},
      {"LUMIssa", "LUMI"},
      {"LUMIn", "LUMI"},
      {"LUMIa", "LUMI"},
      {"LUMI:n", "LUMI"},
      {"Puhtiin", "Puhti"},
      {"Puhdissa", "Puhti"},
      {"Puhtissa", "Puhti"},
      {"Puhdin", "Puhti"},
      {"Mahtista", "Mahti"},
      {"Mahdilla", "Mahti"},
      {"Mahtiinkin", "Mahti"},
      {"Roihuun", "Roihu"},
      {"Roihulla", "Roihu"},
      {"Altaaseen", "Allas"},
      {"Altaassa", "Allas"},
      {"Altaan", "Allas"},
      {"Poudassa", "Pouta"},
      {"Poutaan", "Pouta"},
      {"Rahdin", "Rahti"},
      {"Tritonissa", "Triton"},
      {"Narvalille", "Narval"},
      {"Roihu-GPU:ssa", "Roihu-GPU"},
      {"Mahti-versioihin", "Mahti"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.word);
    CHECK(names_in(vocabulary, std::string("Asennettu ") + std::string(row.word) + " jo.") ==
          Texts{std::string(row.name)});
  }
  CHECK(names_in(vocabulary, "lumisessa maisemassa puhtaasti mahtavaa").empty());
  // A name that ends with a consonant takes an i before its ending.
  CHECK(names_in(vocabulary, "Mistä versio tulee").empty());
  CHECK(names_in(vocabulary, "Ajettu Mistissä") == Texts{"Mist"});
}

TEST_CASE("the longer name wins, aliases show the name, possessives match") {
  Vocabulary vocabulary{meta::Names{}};
  CHECK(names_in(vocabulary, "Roihu-GPU and Roihu") == Texts{"Roihu-GPU", "Roihu"});
  CHECK(names_in(vocabulary, "on LUMI-G, LUMI's nodes") == Texts{"LUMI", "LUMI"});
  CHECK(names_in(vocabulary, "torch, PyTorch Lightning, pytorch_geometric") ==
        Texts{"PyTorch", "PyTorch Lightning", "PyTorch Geometric"});
  CHECK(names_in(vocabulary, "PyTorchin ja PyTorch-versiossa") == Texts{"PyTorch", "PyTorch"});
}

TEST_CASE("plain words are systems only beside a word that says so") {
  Vocabulary vocabulary{meta::Names{}};
  CHECK(names_in(vocabulary, "the delta of Vista and Summit talks").empty());
  CHECK(names_in(vocabulary, "on Delta and the Grace cluster") == Texts{"Delta", "Grace"});
  CHECK(names_in(vocabulary, "on Grace Hopper") == Texts{"Grace Hopper"});
  CHECK(names_in(vocabulary, "Cedar", Expectation::name) == Texts{"Cedar"});
  CHECK(names_in(vocabulary, "Narval, Cedar and Graham") == Texts{"Narval", "Cedar", "Graham"});
}

TEST_CASE("configured names come before built-in ones") {
  meta::Names names;
  names.systems.push_back({"Kettu", {"kettu.example.org"}, "", ""});
  names.systems.push_back({"Summit", {}, "", ""});
  names.products.push_back({"OurSolver", {"oursol"}});
  Vocabulary vocabulary{names};
  CHECK(names_in(vocabulary, "Ketussa ja Kettuun, kettu.example.org") ==
        Texts{"Kettu", "Kettu", "Kettu"});
  CHECK(names_in(vocabulary, "a Summit day") == Texts{"Summit"});
  CHECK(vocabulary.name(*vocabulary.product_of_module("oursol")) == "OurSolver");
}

TEST_CASE("products of modules, packages and images") {
  Vocabulary vocabulary{meta::Names{}};
  for (std::string_view module : {"PyTorch", "pytorch", "python-pytorch", "py-torch", "pytorch-gpu",
                                  "lang/PyTorch", "py_torch", "torch", "pytorch-cuda12"}) {
    CAPTURE(module);
    auto product = vocabulary.product_of_module(module);
    REQUIRE(product);
    CHECK(vocabulary.name(*product) == "PyTorch");
  }
  CHECK(!vocabulary.product_of_module("pytorch-triton-unknown"));
  CHECK(!vocabulary.product_of_module("mypytorch"));
  for (std::string_view other : {"SciPy-bundle", "nccl-tests", "PyTorch-bundle", "gromacs-tools"})
    CHECK_MESSAGE(!vocabulary.product_of_module(other), other);
  CHECK(vocabulary.name(*vocabulary.product_of_module("pytorch-geometric")) == "PyTorch Geometric");
}

TEST_CASE("spellings that differ in what joins their words are one product") {
  Vocabulary vocabulary{meta::Names{}};
  struct Row {
    std::string_view name;
    Texts spellings;
  };
  for (const Row& row :
       {Row{"Julia", {"julia", "julia-language"}},
        Row{"COSMO-RS", {"cosmo-rs", "cosmors", "CosmoRS"}},
        Row{"Open Babel", {"openbabel", "open-babel", "Open Babel"}},
        Row{"QIIME 2", {"qiime", "qiime2", "QIIME-2"}}, Row{"MACS", {"macs", "macs2", "macs3"}},
        Row{"Visual Studio Code", {"vscode", "vs-code", "visual-studio-code"}},
        Row{"Quantum ESPRESSO", {"quantumespresso", "Quantum_ESPRESSO"}}})
    for (const std::string& spelling : row.spellings) {
      CAPTURE(spelling);
      auto module = vocabulary.product_of_module(spelling);
      REQUIRE(module);
      CHECK(vocabulary.name(*module) == row.name);
      CHECK(vocabulary.whole(spelling, NameKind::product) == module);
    }
}

TEST_CASE("a site's own knowledge comes before the program's and below the configuration's") {
  meta::Names names;
  names.knowledge.systems.push_back({"Mursu", {"mursu-gpu"}, "", "Kuopio", false});
  names.knowledge.products.push_back({"Norppa", {"norppa-solver"}, 9, false, {}, {}, ""});
  names.knowledge.languages.push_back(
      {"en", {}, {}, {{"rolled out", meta::WordClass::available, {}}}});
  names.knowledge.build_suffixes = {"avx2"};
  names.products.push_back({"Norppa", {"saimaa"}});
  Vocabulary vocabulary{names};
  CHECK(names_in(vocabulary, "Mursussa, mursu-gpu") == Texts{"Mursu", "Mursu"});
  CHECK(vocabulary.product_of_module("norppa-avx2") == vocabulary.product_of_module("saimaa"));
  CHECK(!Vocabulary{meta::Names{}}.product_of_module("gromacs-avx2"));
  auto product = vocabulary.product_of_module("norppa-solver-gpu");
  REQUIRE(product);
  CHECK(!vocabulary.is_plausible(*product, "24.03"));
  CHECK(!vocabulary.is_plausible(*vocabulary.product_of_module("saimaa"), "24.03"));
  CHECK(vocabulary.words().is("rolled out", meta::WordClass::available));
  CHECK(vocabulary.words().is("installed", meta::WordClass::available));
  CHECK(!Vocabulary{meta::Names{}}.words().is("rolled out", meta::WordClass::available));
}

TEST_CASE("a version past what a product has reached is implausible") {
  Vocabulary vocabulary{meta::Names{}};
  auto product = *vocabulary.whole("PyTorch", NameKind::product);
  CHECK(vocabulary.is_plausible(product, "2.10.0"));
  CHECK(!vocabulary.is_plausible(product, "24.03"));
  CHECK(vocabulary.is_plausible(*vocabulary.whole("GROMACS", NameKind::product), "2025.1"));
}

TEST_CASE("a page may define a name") {
  Vocabulary vocabulary{meta::Names{}};
  auto id = vocabulary.add(NameKind::system, "Kuukkeli");
  CHECK(vocabulary.add(NameKind::system, "Kuukkeli") == id);
  CHECK(names_in(vocabulary, "Kuukkelissa") == Texts{"Kuukkeli"});
}

TEST_CASE("words of a configured name may have any joint, and the first may be short") {
  meta::Names names;
  names.products = {{"CD-HIT", {}}, {"Ä Ö", {}}};
  Vocabulary vocabulary{names};
  for (std::string_view text : {"CD-HIT", "cd hit", "Use CD_HIT here"}) {
    CAPTURE(text);
    CHECK(names_in(vocabulary, text) == Texts{"CD-HIT"});
  }
  CHECK(names_in(vocabulary, "ä ö") == Texts{"Ä Ö"});
  CHECK(names_in(vocabulary, "CDs and hits").empty());
}
