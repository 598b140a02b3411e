// Reading of knowledge; see knowledge.h.
#include "meta/knowledge.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/text.h"
#include "meta/schema.h"
#include "source/unicode.h"

namespace kbuild::meta {

namespace {

using namespace diag::literals;

/// In the order of WordClass.
constexpr std::string_view kClassNames[] = {"available",
                                            "default",
                                            "limited",
                                            "deprecated",
                                            "unavailable",
                                            "removed",
                                            "future",
                                            "recommended",
                                            "required",
                                            "exception",
                                            "everywhere",
                                            "or_newer",
                                            "newer_than",
                                            "or_older",
                                            "older_than",
                                            "latest",
                                            "version_word",
                                            "software_word",
                                            "available_on",
                                            "system_noun",
                                            "naming_noun",
                                            "system_part",
                                            "on",
                                            "yes",
                                            "no",
                                            "ditto",
                                            "header_version",
                                            "header_system",
                                            "header_module",
                                            "header_status",
                                            "header_software",
                                            "header_default",
                                            "header_date",
                                            "header_notes",
                                            "header_other",
                                            "question"};
static_assert(std::size(kClassNames) == static_cast<std::size_t>(WordClass::question) + 1);

const std::vector<KeyRow>& knowledge_keys() {
  static const std::vector<KeyRow> keys = {
      {"language", KeyType::text, "The language of 'words': en"},
      {"frequent", KeyType::text_list, "Short words by which a text is seen to be in it"},
      {"months", KeyType::text_list, "The names of the twelve months"},
      {"words", KeyType::any, "Classes of phrases, each phrase with an example"},
  };
  return keys;
}

/// Whether the example holds the phrase.
bool holds(const std::string& example, std::string_view phrase) {
  phrase = phrase.substr(0, phrase.find('*', 1));
  return source::lower_case(example).find(phrase) != std::string::npos;
}

void read_words(const Value& phrases, WordClass word_class, Examples examples,
                LanguageEntry& language, diag::Diagnostics& diagnostics) {
  std::unordered_set<std::string> seen;
  for (const auto& [phrase, example] : phrases.members) {
    if (phrase.scalar.empty() || (example && !example.is_scalar())) {
      diagnostics.push_back({"KB0902"_code, phrase.span, {phrase.scalar, "a phrase of a manual"}});
      continue;
    }
    std::string written = example.text(), lower = source::lower_case(phrase.scalar);
    if (written.empty() && examples == Examples::needed)
      diagnostics.push_back({"KB0651"_code, phrase.span, {phrase.scalar}});
    else if (!written.empty() && !holds(written, lower))
      diagnostics.push_back({"KB0652"_code, example.span, {phrase.scalar, written}});
    else if (!seen.insert(lower).second)
      diagnostics.push_back({"KB0653"_code, phrase.span, {phrase.scalar}});
    else
      language.words.push_back({std::move(lower), word_class, std::move(written)});
  }
}

}  // namespace

std::string_view name_of(WordClass word_class) {
  return kClassNames[static_cast<std::size_t>(word_class)];
}

void read_knowledge(const Value& root, Examples examples, Knowledge& knowledge,
                    diag::Diagnostics& diagnostics) {
  diagnostics.append(validate(root, knowledge_keys()));
  LanguageEntry language{root["language"].text(), root["frequent"].texts(), root["months"].texts()};
  for (const auto& [name, phrases] : root["words"].members) {
    auto found = std::find(std::begin(kClassNames), std::end(kClassNames), name.scalar);
    if (found == std::end(kClassNames)) {
      std::string_view near =
          base::nearest(name.scalar, {std::begin(kClassNames), std::end(kClassNames)});
      diagnostics.push_back({"KB0650"_code, name.span, {name.scalar, std::string(near)}});
      continue;
    }
    auto word_class = static_cast<WordClass>(found - std::begin(kClassNames));
    read_words(phrases, word_class, examples, language, diagnostics);
  }
  constexpr std::size_t kMonths = 12;
  if (!language.months.empty() && language.months.size() != kMonths)
    diagnostics.push_back({"KB0902"_code, root["months"].span, {"months", "twelve names"}});
  else if (!language.code.empty() || !language.words.empty())
    knowledge.languages.push_back(std::move(language));
}

}  // namespace kbuild::meta
