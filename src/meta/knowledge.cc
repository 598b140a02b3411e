// Reading of knowledge; see knowledge.h.
#include "meta/knowledge.h"

#include <algorithm>
#include <unordered_set>

#include "base/format.h"
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
                                            "denied",
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
                                            "other_machine",
                                            "stale_page",
                                            "former",
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
      {"systems", KeyType::mapping_list, "Systems that pages name"},
      {"systems[].name", KeyType::text, "As shown"},
      {"systems[].aliases", KeyType::text_list, "Other spellings"},
      {"systems[].part_of", KeyType::text, "The whole system that it is a part of"},
      {"systems[].centre", KeyType::text, "Who runs it"},
      {"systems[].common", KeyType::boolean, "Whether the name is also a plain word"},
      {"products", KeyType::mapping_list, "Software that pages name"},
      {"products[].name", KeyType::text, "As shown"},
      {"products[].aliases", KeyType::text_list, "Other spellings, modules and packages"},
      {"products[].largest_major", KeyType::text, "What the first part of a version is at most"},
      {"products[].common", KeyType::boolean, "Whether the name is also a plain word"},
      {"products[].scheme", KeyType::text_mapping, "Patterns of releases, each with an example"},
      {"products[].module_scheme", KeyType::text_mapping, "The same for versions of modules"},
      {"products[].example", KeyType::text, "A phrase of a manual with the name"},
      {"build_suffixes", KeyType::text_list, "Words behind a name that say how it was built"},
      {"origin_prefixes", KeyType::text_list, "Words before a name that say where it is from"},
      {"module_categories", KeyType::text_list, "First parts of modules' names that are subjects"},
      {"placeholders", KeyType::text_list, "What commands say where the reader puts a name"},
  };
  return keys;
}

/// Whether the example holds the phrase.
bool holds(const std::string& example, std::string_view phrase) {
  phrase = phrase.substr(0, phrase.find('*', 1));
  return source::lower_case(example).find(phrase) != std::string::npos;
}

/// Reads the rows of one list of names.
class NameReader {
 public:
  NameReader(std::string_view list, Examples examples, diag::Diagnostics& diagnostics)
      : list_(list), examples_(examples), diagnostics_(diagnostics) {}

  /// Whether the row has a name and spellings that none before it has.
  bool is_named(const Value& row) {
    std::string name = row["name"].text();
    if (name.empty()) return fail("KB0654"_code, row.span, {list_});
    if (!seen_.insert(source::lower_case(name)).second)
      return fail("KB0653"_code, row["name"].span, {name});
    for (const Value& alias : row["aliases"].items)
      if (!seen_.insert(source::lower_case(alias.scalar)).second)
        return fail("KB0653"_code, alias.span, {alias.scalar});
    return true;
  }

  /// Whether `key` of the row gives the example that is needed.
  bool has_example(const Value& row, std::string_view key) {
    if (examples_ == Examples::optional || !row[key].text().empty()) return true;
    return fail("KB0651"_code, row.span, {row["name"].text()}, base::format("write {}: ...", key));
  }

  /// Whether the example holds one of the spellings.
  bool is_attested(const Value& row) {
    std::string example = row["example"].text(), squeezed_example = squeezed(example);
    if (example.empty()) return true;
    std::vector<std::string> spellings = row["aliases"].texts();
    spellings.push_back(row["name"].text());
    bool held = std::any_of(spellings.begin(), spellings.end(), [&](const std::string& spelling) {
      return squeezed_example.find(squeezed(spelling)) != std::string::npos;
    });
    return held || fail("KB0652"_code, row["example"].span, {row["name"].text(), example});
  }

 private:
  bool fail(diag::Code code, source::Span span, std::vector<std::string> arguments,
            std::string hint = {}) {
    diagnostics_.push_back({code, span, std::move(arguments), {}, std::move(hint)});
    return false;
  }

  std::string list_;
  Examples examples_;
  diag::Diagnostics& diagnostics_;
  std::unordered_set<std::string> seen_;
};

void read_systems(const Value& rows, Examples examples, Knowledge& knowledge,
                  diag::Diagnostics& diagnostics) {
  NameReader reader("systems", examples, diagnostics);
  for (const Value& row : rows.items)
    if (reader.is_named(row) && reader.has_example(row, "centre"))
      knowledge.systems.push_back({row["name"].text(), row["aliases"].texts(),
                                   row["part_of"].text(), row["centre"].text(),
                                   row["common"].boolean().value_or(false)});
}

std::vector<SchemeEntry> read_schemes(const Value& patterns) {
  std::vector<SchemeEntry> schemes;
  for (const auto& [pattern, example] : patterns.members)
    if (!pattern.scalar.empty()) schemes.push_back({pattern.scalar, example.text()});
  return schemes;
}

void read_products(const Value& rows, Examples examples, Knowledge& knowledge,
                   diag::Diagnostics& diagnostics) {
  NameReader reader("products", examples, diagnostics);
  for (const Value& row : rows.items) {
    constexpr long long kMost = 1'000'000;
    const Value& major = row["largest_major"];
    long long most = major.integer().value_or(major ? -1 : 0);
    if (most < 0 || most > kMost)
      diagnostics.push_back({"KB0902"_code, major.span, {"largest_major", "a number"}});
    else if (reader.is_named(row) && reader.has_example(row, "example") && reader.is_attested(row))
      knowledge.products.push_back({row["name"].text(), row["aliases"].texts(),
                                    static_cast<int>(most), row["common"].boolean().value_or(false),
                                    read_schemes(row["scheme"]), read_schemes(row["module_scheme"]),
                                    row["example"].text()});
  }
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

std::string squeezed(std::string_view name) {
  std::string out = source::lower_case(name);
  std::erase_if(out,
                [](char c) { return static_cast<unsigned char>(c) < 0x80 && !base::is_alnum(c); });
  return out;
}

void read_knowledge(const Value& root, Examples examples, Knowledge& knowledge,
                    diag::Diagnostics& diagnostics) {
  diagnostics.append(validate(root, knowledge_keys()));
  read_systems(root["systems"], examples, knowledge, diagnostics);
  read_products(root["products"], examples, knowledge, diagnostics);
  for (auto [key, list] : {std::pair("build_suffixes", &knowledge.build_suffixes),
                           {"origin_prefixes", &knowledge.origin_prefixes},
                           {"module_categories", &knowledge.module_categories},
                           {"placeholders", &knowledge.placeholders}})
    for (std::string& word : root[key].texts()) list->push_back(std::move(word));
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
