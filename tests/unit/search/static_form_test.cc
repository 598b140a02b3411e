// What files of the static index leave out, and that they hold any text as it is.
#include "search/index/static_form.h"

#include <doctest/doctest.h>

namespace kbuild::search {
namespace {

TEST_CASE("a block leaves out what its reader can tell from the block itself") {
  CHECK(packed_block("Ajob\tZDs Azoo\nDs\twC", "en") == "Ajob\nDs\f\tZAzoo\nC");
  // A row of which nothing is left goes, and the next is written after the one before that.
  CHECK(packed_block("Ajab\twE\nBo\tZDs\nDs\twC", "en") == "Ajab\nBos\fE\nC");
  // The reader has no stemmer for this one.
  CHECK(packed_block("Ajob\tZDs\nDs\twC", "sv") == "Ajob\nDs\f\tZDs\nC");
}

TEST_CASE("lemmas, roots and postings are told once in a block") {
  CHECK(packed_block("Asolmu\tBFn=C Asoluissa=E\nFn\twC\tLF", "fi") ==
        "Asolmu\nFn\f\tBC Asoluissa=E\nC");
  // Rows before and behind, and the row itself; one between them that is not written.
  CHECK(packed_block("Aka\twC\nAko\twC\tBAka=C AkoA AkoB\nCA\twC\nCAb\tZD\nCB\twC", "fi") ==
        "Aka\nBo\nCA\nCB\fC\nC\tBBBA\nC\nC");
  // A lemma that does not name the form here is told.
  CHECK(packed_block("Asolmu\tBFt=C\nFn\twC\tLF", "fi") == "Asolmu\nFn\f\tB Ft=C\nC\tLF");
  CHECK(packed_block("Asiirto\twC\tRGää", "fi") == "Asiirto\fC\tRGää");
  // Compounds of a part are told as one; equal parts in a row once.
  CHECK(packed_block("Alevy\tCEkoko\tMC\nEkoko\twC\tPlevy+koko\nIn\twE\tPlevy+koko", "fi") ==
        "Alevy\nEkoko\nIn\f\tMC\nC\tPlevy+koko\nE\tP");
  CHECK(packed_block("Aälytaulu\twC\tVäly+taulu\nBx\twC\tVa+b", "fi") ==
        "Aälytaulu\nBx\fC\tVD\nC\tVa+b");
}

TEST_CASE("texts are any text, in a script that is no other") {
  StoredPage page;
  page.url = "a/b/";
  page.title = "A\tB";
  StoredTexts texts;
  texts.sections.push_back({"", {}, "top", ""});
  texts.sections.push_back({"more-on-x", {"A", "More on: X"}, "a\tb\nc\f", "x = 1\v"});
  texts.sections.push_back({"lisää", {"Lisää"}, "", ""});
  CHECK(packed_texts(page, texts, 0, 1) == "a/b/\tA B\f\vtop");
  CHECK(packed_texts(page, texts, 1, 9) ==
        "a/b/\tA B\f\tA\tMore on: X\va\tb\nc \vx = 1 \flisää\tLisää\v");
  CHECK(script_of("`${x}`\\u0041\r\n") == "kb`\\`\\${x}\\`\\\\u0041 \n`");
}

TEST_CASE("a damaged block is packed as far as it can be read") {
  for (std::string_view block :
       {"", "\n\n", "A", "A\t", "A\tZ", "_x\tZ_ _\n9\tB=\tL\tP\tV", "A\tVA"})
    CHECK(packed_block(block, "fi").size() <= block.size() + 3);
}

TEST_CASE("anchors of plain headings") {
  CHECK(anchor_of("Job arrays: how-to - now") == "job-arrays-how-to-now");
  CHECK(anchor_of("-- x_1 --") == "x_1");
  CHECK(anchor_of("Käyttö").empty());
}

}  // namespace
}  // namespace kbuild::search
