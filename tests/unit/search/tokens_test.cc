// Words, code tokens and their parts.
#include <doctest/doctest.h>

#include "base/text.h"
#include "search/language/gazetteer.h"
#include "search/language/tokens.h"

using namespace kbuild;
using search::Token;
using search::TokenKind;

namespace {

std::string tokens(std::string_view text, TokenKind kind, std::string_view language = "en") {
  std::vector<std::string> out;
  for (const Token& token : search::tokenise(text, language))
    if (token.kind == kind) out.push_back(token.text);
  return base::join(out, " ");
}

}  // namespace

TEST_CASE("words are folded runs of letters and digits") {
  CHECK(tokens("Load the PyTorch module, \"now\".", TokenKind::word) ==
        "load the pytorch torch module now");
  CHECK(tokens("Käyttöoikeus ja ÄÄNI", TokenKind::word, "fi") == "käyttöoikeus ja ääni");
  CHECK(tokens("Ka\u0308ytto\u0308", TokenKind::word, "fi") == "käyttö");
  CHECK(tokens("LUMI's queue doesn't end", TokenKind::word) == "lumi queue doesn end");
  CHECK(tokens("DistributedDataParallel", TokenKind::word) ==
        "distributeddataparallel distributed data parallel");
  CHECK(tokens("a100 V100", TokenKind::word) == "a100 v100");
  CHECK(tokens("\xff\xfe broken", TokenKind::word) == "broken");
}

TEST_CASE("words longer than a bound are left out") {
  CHECK(tokens("before " + std::string(65, 'x') + " after", TokenKind::word) == "before after");
  CHECK(tokens(std::string(64, 'x'), TokenKind::word) == std::string(64, 'x'));
}

TEST_CASE("a chunk with a connector is a code token, without what surrounds it") {
  CHECK(tokens("use `--gres=gpu:v100:1`.", TokenKind::code) == "--gres=gpu:v100:1");
  CHECK(tokens("(torch.nn.Linear),", TokenKind::code) == "torch.nn.linear");
  CHECK(tokens("${SLURM_JOB_ID} $HOME", TokenKind::code) == "slurm_job_id");
  CHECK(tokens("see https://docs.csc.fi/apps", TokenKind::code).empty());
  CHECK(tokens("a-put and .bashrc", TokenKind::code) == "a-put .bashrc");
  CHECK(tokens("v2.7.1 --- 12:30", TokenKind::code).empty());
  CHECK(tokens("C++", TokenKind::code) == "c++");
}

TEST_CASE("a code token is found by its beginnings") {
  CHECK(base::join(search::code_chain("--gres=gpu:v100"), " ") ==
        "--gres=gpu:v100 --gres=gpu --gres");
  CHECK(base::join(search::code_chain("torch.nn.linear"), " ") == "torch.nn.linear torch.nn torch");
  CHECK(base::join(search::code_chain("a-put"), " ") == "a-put");
}

TEST_CASE("Finnish case endings after a colon are cut") {
  CHECK(tokens("GPU:ita ja CSC:n", TokenKind::word, "fi") == "gpu ja csc");
  CHECK(tokens("GPU:ita", TokenKind::code, "fi").empty());
  CHECK(tokens("GPU-osiot", TokenKind::word, "fi") == "gpu osiot");
  CHECK(tokens("--gres=gpu:n", TokenKind::code, "fi") == "--gres=gpu:n");
}

TEST_CASE("places are those of the source") {
  std::string_view text = "käy: \u201cMy_Job\u201d!";
  for (const Token& token : search::tokenise(text, "fi")) {
    std::string_view source = text.substr(token.begin, token.end - token.begin);
    CHECK(search::fold(source) == token.text);
  }
}

TEST_CASE("systems are recognised in Finnish cases") {
  meta::Names names;
  names.systems = {{"Puhti"}, {"Mahti"}, {"LUMI", {"LUMI-G"}}, {"Allas"}, {"Rahti"},
                   {"Roihu"}, {"cPouta"}};
  search::Gazetteer gazetteer(names);
  struct Row {
    std::string_view word, system;
  };
  for (Row row : {Row{"Puhdissa", "Puhti"},
                  {"Puhtissa", "Puhti"},
                  {"mahdin", "Mahti"},
                  {"LUMI:lla", "LUMI"},
                  {"lumin", "LUMI"},
                  {"Allakseen", "Allas"},
                  {"altaassa", "Allas"},
                  {"rahdissa", "Rahti"},
                  {"Roihun", "Roihu"},
                  {"cPoudassa", "cPouta"},
                  {"puhtaasti", ""},
                  {"mahtava", ""},
                  {"allaskaappi", ""},
                  {"", ""}}) {
    CAPTURE(row.word);
    CHECK(gazetteer.system_of(row.word) == row.system);
  }
}
