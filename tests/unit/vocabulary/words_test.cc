// Classes of words, and the examples that stand beside each of them in src/knowledge.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/disk.h"
#include "source/store.h"
#include "vocabulary/words.h"

using namespace kbuild;
using vocabulary::WordClass;
using vocabulary::Words;

namespace {

meta::Knowledge read_word_files() {
  meta::Knowledge knowledge;
  auto disk = base::make_real_disk();
  const std::string root = KBUILD_ROOT "/src/knowledge/lang";
  auto names = disk->list(root);
  REQUIRE(names);
  for (const std::string& name : *names) {
    source::SourceStore sources;
    std::string text = disk->read(root + "/" + name).value();
    auto size = static_cast<std::uint32_t>(text.size());
    meta::ParsedYaml yaml = meta::parse_yaml(sources, {sources.add(name, text), 0, size});
    REQUIRE(!yaml.error);
    diag::Diagnostics diagnostics;
    meta::read_knowledge(yaml.value, meta::Examples::needed, knowledge, diagnostics);
    CHECK(diagnostics.empty());
  }
  return knowledge;
}

std::string classes_in(std::string_view text, vocabulary::WordSet classes) {
  std::string out;
  for (const vocabulary::WordMatch& match : Words::built_in().find(text, classes)) {
    out += out.empty() ? "" : " ";
    out += meta::name_of(match.word_class);
    out += "=" + std::string(text.substr(match.begin, match.end - match.begin));
  }
  return out;
}

/// Whether the example gives the class where its phrase stands: a header or a mark as a whole cell,
/// another word somewhere in the text.
bool gives(std::string_view example, const meta::WordEntry& word) {
  const Words& words = Words::built_in();
  vocabulary::WordSet all = vocabulary::kStateWords.contains(word.word_class)
                                ? vocabulary::kStateWords
                                : vocabulary::WordSet(word.word_class);
  bool whole = vocabulary::kHeaderWords.contains(word.word_class) ||
               vocabulary::kMarks.contains(word.word_class);
  if (whole) {
    for (std::size_t at = 0; at < example.size();) {
      std::size_t end = std::min(example.find('|', at), example.size());
      if (words.is(example.substr(at, end - at), word.word_class)) return true;
      at = end + 1;
    }
    return false;
  }
  auto found = words.find(example, all);
  return std::any_of(found.begin(), found.end(), [&](const vocabulary::WordMatch& match) {
    return match.word_class == word.word_class;
  });
}

}  // namespace

TEST_CASE("every example of the word files gives its class") {
  meta::Knowledge knowledge = read_word_files();
  REQUIRE(knowledge.languages.size() >= 4);
  for (const meta::LanguageEntry& language : knowledge.languages) {
    CHECK(language.words.size() > 90);
    for (const meta::WordEntry& word : language.words)
      CHECK_MESSAGE(gives(word.example, word), language.code, ": ",
                    std::string(meta::name_of(word.word_class)), ": ", word.phrase, ": ",
                    word.example);
  }
}

TEST_CASE("the longer of two phrases counts, in any case of letters") {
  using vocabulary::kStateWords;
  CHECK(classes_in("PyTorch is Not Available, JAX is available.", kStateWords) ==
        "unavailable=Not Available available=available");
  CHECK(classes_in("availability and reinstalled", kStateWords).empty());
  CHECK(classes_in("Obsolètes, DÉPRÉCIÉ", kStateWords) ==
        "deprecated=Obsolètes deprecated=DÉPRÉCIÉ");
  CHECK(classes_in("2.7 (default)", kStateWords) == "default=default");
  CHECK(classes_in("not available", WordClass::available) == "available=available");
}

TEST_CASE("a cell is of a class as a whole") {
  const Words& words = Words::built_in();
  CHECK(words.is(" Version: ", WordClass::header_version));
  CHECK(!words.is("Version 2.7", WordClass::header_version));
  CHECK(words.whole("IP Addresses", vocabulary::kHeaderWords) == WordClass::header_other);
  CHECK(words.whole("✓", vocabulary::kMarks) == WordClass::yes);
  CHECK(words.whole(":x:", vocabulary::kMarks) == WordClass::no);
  CHECK(!words.whole("", vocabulary::kMarks));
}

TEST_CASE("a site adds words of its own") {
  meta::Knowledge site;
  site.languages.push_back({"en", {}, {}, {{"rolled out", WordClass::available, {}}}});
  Words words(site);
  CHECK(words.find("2.7 was rolled out", vocabulary::kStateWords).size() == 1);
  CHECK(words.find("2.7 is installed", vocabulary::kStateWords).size() == 1);
  CHECK(Words::built_in().find("2.7 was rolled out", vocabulary::kStateWords).empty());
}
