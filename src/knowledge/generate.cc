// generate_knowledge DIRECTORY FILE...: a program of the build, which makes programs.cc, the table
// of shell/programs.h, and names.cc, those of vocabulary/tables.h, from src/knowledge/*.yaml. A bad
// row ends the build with its file and line.
#include <algorithm>
#include <iostream>
#include <optional>
#include <unordered_set>

#include "base/disk.h"
#include "base/format.h"
#include "base/text.h"
#include "diag/print.h"
#include "meta/knowledge.h"
#include "shell/programs.h"

namespace {

using namespace kbuild;
using namespace diag::literals;

/// The text as a literal of C++.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// What the files say.
struct Rows {
  meta::Knowledge knowledge;
  /// The rows of shell::known_programs().
  std::string programs;
  std::unordered_set<std::string> program_names;
};

/// The bits of a row's classes; nullopt after a finding about one that is none.
std::optional<std::uint32_t> read_classes(const meta::Value& row, diag::Diagnostics& diagnostics) {
  const auto& names = shell::kProgramClassNames;
  std::uint32_t classes = 0;
  for (const meta::Value& item : row["classes"].items) {
    auto found = std::find(std::begin(names), std::end(names), item.scalar);
    if (found == std::end(names)) {
      std::string near(base::nearest(item.scalar, {std::begin(names), std::end(names)}));
      diagnostics.push_back({"KB0650"_code, item.span, {item.scalar, near}});
      return std::nullopt;
    }
    classes |= 1u << (found - std::begin(names));
  }
  return classes;
}

void read_programs(const meta::Value& list, Rows& rows, diag::Diagnostics& diagnostics) {
  for (const meta::Value& row : list.items) {
    std::vector<std::string> names = row["names"].texts();
    std::string example = row["example"].text();
    auto words = base::split_words(example);
    bool attested = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::find(words.begin(), words.end(), name) != words.end();
    });
    if (names.empty())
      diagnostics.push_back({"KB0654"_code, row.span, {"programs"}});
    else if (example.empty())
      diagnostics.push_back({"KB0651"_code, row.span, {names[0]}});
    else if (!attested)
      diagnostics.push_back({"KB0652"_code, row["example"].span, {names[0], example}});
    for (const meta::Value& name : row["names"].items)
      if (!rows.program_names.insert(name.scalar).second)
        diagnostics.push_back({"KB0653"_code, name.span, {name.scalar}});
    if (auto classes = read_classes(row, diagnostics))
      rows.programs += base::format("    {{static_cast<ProgramClass>({}u), {}}},\n", *classes,
                                    literal(base::join(names, " ")));
  }
}

/// Adds a file to `rows`; prints what is wrong with it. Returns whether nothing is.
bool read_file(const base::Disk& disk, const std::string& path, Rows& rows) {
  auto text = disk.read(path);
  if (!text) {
    std::cerr << text.error().message << "\n";
    return false;
  }
  source::SourceStore sources;
  source::FileId file = sources.add(path, *text);
  meta::ParsedYaml yaml =
      meta::parse_yaml(sources, {file, 0, static_cast<std::uint32_t>(text->size())});
  if (yaml.error) {
    source::Position at = sources.begin(yaml.error_span);
    std::cerr << base::format("{}:{}:{}: {}\n", path, at.line, at.column, *yaml.error);
    return false;
  }
  diag::Diagnostics diagnostics;
  if (const meta::Value& programs = yaml.value["programs"])
    read_programs(programs, rows, diagnostics);
  else
    meta::read_knowledge(yaml.value, meta::Examples::needed, rows.knowledge, diagnostics);
  for (const diag::Diagnostic& found : diagnostics)
    std::cerr << diag::print_text(found, sources, diag::Colour::never);
  return diagnostics.empty();
}

std::string list(const std::vector<std::string>& texts) {
  return literal(base::join(texts, "|"));
}

std::string use(bool common) {
  return common ? "common" : "NameUse::distinct";
}

/// The rows as a table, and the function of vocabulary/tables.h that gives it.
std::string table(std::string_view type, std::string_view function, const std::string& rows) {
  return base::format(
      "std::span<const {0}> {1}() {{\n  static constexpr {0} kRows[] = {{\n{2}  }};\n  return "
      "kRows;\n}}\n\n",
      type, function, rows);
}

std::string name_tables(const meta::Knowledge& knowledge) {
  std::string systems, products, schemes, module_schemes;
  for (const meta::SystemEntry& row : knowledge.systems)
    systems += base::format("    {{{}, {}, {}, {}}},\n", literal(row.name), list(row.aliases),
                            use(row.common), literal(row.part_of));
  for (const meta::ProductEntry& row : knowledge.products) {
    products += base::format("    {{{}, {}, {}, {}}},\n", literal(row.name), list(row.aliases),
                             row.largest_major, use(row.common));
    for (const meta::SchemeEntry& scheme : row.schemes)
      schemes += base::format("    {{{}, {}}},\n", literal(row.name), literal(scheme.pattern));
    for (const meta::SchemeEntry& scheme : row.module_schemes)
      module_schemes +=
          base::format("    {{{}, {}}},\n", literal(row.name), literal(scheme.pattern));
  }
  auto words = [](std::string_view name, const std::vector<std::string>& list) {
    std::string rows;
    for (const std::string& word : list) rows += "    " + literal(word) + ",\n";
    return table("std::string_view", name, rows);
  };
  return table("SystemRow", "built_in_systems", systems) +
         table("ProductRow", "built_in_products", products) +
         table("SchemeRow", "release_schemes", schemes) +
         table("SchemeRow", "module_schemes", module_schemes) +
         words("build_suffixes", knowledge.build_suffixes) +
         words("origin_prefixes", knowledge.origin_prefixes) +
         words("module_categories", knowledge.module_categories) +
         words("placeholders", knowledge.placeholders);
}

std::string word_table(const meta::Knowledge& knowledge) {
  std::vector<std::pair<std::string, meta::WordClass>> words;
  for (const meta::LanguageEntry& language : knowledge.languages)
    for (const meta::WordEntry& word : language.words)
      words.emplace_back(word.phrase, word.word_class);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::string rows;
  for (const auto& [phrase, word_class] : words)
    rows += base::format("    {{{}, static_cast<WordClass>({})}},\n", literal(phrase),
                         static_cast<int>(word_class));
  return table("WordRow", "built_in_words", rows);
}

std::string language_table(const meta::Knowledge& knowledge) {
  std::string rows;
  for (const meta::LanguageEntry& language : knowledge.languages)
    rows += base::format("    {{{}, {}, {}}},\n", literal(language.code), list(language.frequent),
                         list(language.months));
  return table("LanguageRow", "built_in_languages", rows);
}

/// Writes a source text of C++, if it is another than before, so that only what changed is
/// compiled.
bool write_source(base::Disk& disk, const std::string& path, std::string_view header,
                  std::string_view space, const std::string& tables) {
  std::string text = base::format(
      "// Made from src/knowledge/*.yaml by generate_knowledge.\n"
      "#include \"{}\"\n\n"
      "namespace kbuild::{} {{\n\n{}}}  // namespace kbuild::{}\n",
      header, space, tables, space);
  if (auto old = disk.read(path); old && *old == text) return true;
  auto written = disk.write(path, text);
  if (!written) std::cerr << written.error().message << "\n";
  return written.has_value();
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() < 2) {
    std::cerr << "generate_knowledge DIRECTORY FILE...\n";
    return 2;
  }
  auto disk = base::make_real_disk();
  Rows rows;
  bool good = true;
  for (std::size_t i = 1; i < words.size(); ++i) good &= read_file(*disk, words[i], rows);
  if (!good) return 1;
  const meta::Knowledge& knowledge = rows.knowledge;
  good = write_source(*disk, words[0] + "/programs.cc", "shell/programs.h", "shell",
                      table("ProgramRow", "known_programs", rows.programs)) &&
         write_source(*disk, words[0] + "/names.cc", "vocabulary/tables.h", "vocabulary",
                      name_tables(knowledge) + word_table(knowledge) + language_table(knowledge));
  return good ? 0 : 1;
}
