// The files of src/knowledge: every row is read without a finding, and what its example says is
// what the readers find in it.
#include "meta/knowledge.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/disk.h"
#include "source/store.h"
#include "vocabulary/schemes.h"
#include "vocabulary/version.h"
#include "vocabulary/vocabulary.h"
#include "vocabulary/words.h"

using namespace kbuild;
using vocabulary::Words;

namespace {

meta::Knowledge read_files() {
  meta::Knowledge knowledge;
  auto disk = base::make_real_disk();
  const std::string root = KBUILD_ROOT "/src/knowledge";
  auto names = disk->list(root);
  REQUIRE(names);
  for (const std::string& name : *names) {
    if (!name.ends_with(".yaml")) continue;
    source::SourceStore sources;
    std::string text = disk->read(root + "/" + name).value();
    auto size = static_cast<std::uint32_t>(text.size());
    meta::ParsedYaml yaml = meta::parse_yaml(sources, {sources.add(name, text), 0, size});
    REQUIRE(!yaml.error);
    diag::Diagnostics diagnostics;
    meta::read_knowledge(yaml.value, meta::Examples::needed, knowledge, diagnostics);
    CHECK_MESSAGE(diagnostics.empty(), name);
  }
  return knowledge;
}

/// Whether the example gives the class where its phrase stands: a header or a mark as a whole cell,
/// another word somewhere in the text.
bool gives_class(std::string_view example, const meta::WordEntry& word) {
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
  meta::Knowledge knowledge = read_files();
  REQUIRE(knowledge.languages.size() >= 4);
  for (const meta::LanguageEntry& language : knowledge.languages) {
    CHECK(language.words.size() > 90);
    for (const meta::WordEntry& word : language.words)
      CHECK_MESSAGE(gives_class(word.example, word), language.code, ": ",
                    std::string(meta::name_of(word.word_class)), ": ", word.phrase, ": ",
                    word.example);
  }
}

TEST_CASE("every example of a product names it, with a version that it may have") {
  vocabulary::Vocabulary names{meta::Names{}};
  meta::Knowledge knowledge = read_files();
  CHECK(knowledge.products.size() > 200);
  for (const meta::ProductEntry& product : knowledge.products) {
    CAPTURE(product.name);
    std::string_view example = product.example;
    auto found = names.product_of_module(example.substr(0, example.find('/')));
    for (const vocabulary::Mention& mention : names.find(example, vocabulary::Expectation::name))
      if (!found && mention.kind == vocabulary::NameKind::product) found = mention.id;
    REQUIRE(found);
    CHECK(names.name(*found) == product.name);
    for (const vocabulary::VersionMatch& match : vocabulary::find_versions(example))
      CHECK_MESSAGE((!match.dotted || names.is_plausible(*found, match.version)), match.version);
  }
}

TEST_CASE("every scheme reads its example as a whole") {
  std::size_t schemes = 0;
  for (const meta::ProductEntry& product : read_files().products) {
    for (const meta::SchemeEntry& scheme : product.schemes) {
      CAPTURE(scheme.example);
      CHECK(vocabulary::match_scheme(scheme.example, 0).end == scheme.example.size());
      ++schemes;
    }
    for (const meta::SchemeEntry& scheme : product.module_schemes) {
      CAPTURE(scheme.example);
      CHECK(vocabulary::release_by_module_scheme(product.name, scheme.example) != "");
      ++schemes;
    }
  }
  CHECK(schemes >= 10);
}

TEST_CASE("every system is found by each of its spellings and has a centre") {
  vocabulary::Vocabulary names{meta::Names{}};
  meta::Knowledge knowledge = read_files();
  CHECK(knowledge.systems.size() > 500);
  for (const meta::SystemEntry& system : knowledge.systems) {
    CHECK_MESSAGE(!system.centre.empty(), system.name);
    std::vector<std::string> spellings = system.aliases;
    spellings.push_back(system.name);
    for (const std::string& spelling : spellings) {
      CAPTURE(spelling);
      auto found = names.whole(spelling, vocabulary::NameKind::system);
      REQUIRE(found);
      CHECK(names.name(*found) == system.name);
    }
  }
}
