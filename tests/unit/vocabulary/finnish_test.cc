// Finnish forms of names: stems, endings and clitics.
#include "vocabulary/finnish.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace kbuild::vocabulary;

namespace {

/// Whether a word is the name itself or a form of one of its stems.
bool is_form(std::string_view word, std::string_view name) {
  std::vector<std::string> stems = inflection_stems(name);
  for (std::string& stem : colloquial_stems(name)) stems.push_back(std::move(stem));
  stems.emplace_back(name);
  return std::any_of(stems.begin(), stems.end(),
                     [&](const std::string& stem) { return is_form_of(word, stem); });
}

struct Row {
  std::string_view word, name;
};

}  // namespace

TEST_CASE("names are known in their Finnish forms") {
  for (Row row : {Row{"puhti", "puhti"},
                  {"puhdissa", "puhti"},
                  {"puhtissa", "puhti"},
                  {"puhtiin", "puhti"},
                  {"mahtiinkin", "mahti"},
                  {"mahtikin", "mahti"},
                  {"mahdissako", "mahti"},
                  {"altaaseen", "allas"},
                  {"allakseen", "allas"},
                  {"narvaliin", "narval"},
                  {"narvalissa", "narval"},
                  {"virtasessa", "virtanen"},
                  {"virtaseenkaan", "virtanen"},
                  {"kemijoelle", "kemijoki"},
                  {"vuokseen", "vuoksi"},
                  {"lumi:lla", "lumi"},
                  {"lumi:llakin", "lumi"},
                  {"csc:hen", "csc"}}) {
    CAPTURE(row.word);
    CHECK(is_form(row.word, row.name));
  }
}

TEST_CASE("what only begins like a name is no form of it") {
  for (Row row : {Row{"puhtaasti", "puhti"},
                  {"mahtava", "mahti"},
                  {"allaskaappi", "allas"},
                  {"mistä", "mist"},
                  {"cscn", "csc"},
                  {"lumi:x", "lumi"},
                  {"lumikello", "lumi"},
                  {"", "lumi"}}) {
    CAPTURE(row.word);
    CHECK(!is_form(row.word, row.name));
  }
}

TEST_CASE("stems are looked up, the longest first") {
  using Stems = std::vector<std::string_view>;
  CHECK(inflection_stems("allas") == std::vector<std::string>{"altaa", "allasi"});
  CHECK(colloquial_stems("allas") == std::vector<std::string>{"allakse"});
  CHECK(without_case_ending("lumissa") == Stems{"lumi"});
  CHECK(without_case_ending("altaaseen") == Stems{"altaasee", "altaase", "altaa"});
  CHECK(without_case_ending("lumiinkin") == Stems{"lumiinki", "lumii", "lumi"});
  CHECK(without_case_ending("cluster").empty());
  CHECK(without_case_ending("").empty());
}

TEST_CASE("an abbreviation has its ending behind a colon") {
  for (std::string_view ending : {"", "ssa", "iin", "ita", "hun", "llakin"}) {
    CAPTURE(ending);
    CHECK(is_ending_after_colon(ending));
  }
  for (std::string_view ending : {"kin", "gpu", "8080", "latest"}) {
    CAPTURE(ending);
    CHECK(!is_ending_after_colon(ending));
  }
}
