// generate_knowledge OUT FILE...: a program of the build, which makes the tables of
// vocabulary/tables.h from src/knowledge/*.yaml. A bad row ends the build with its file and line.
#include <algorithm>
#include <iostream>

#include "base/disk.h"
#include "base/format.h"
#include "base/text.h"
#include "diag/print.h"
#include "meta/knowledge.h"

namespace {

using namespace kbuild;

/// Adds a file to `knowledge`; prints what is wrong with it. Returns whether nothing is.
bool read_file(const base::Disk& disk, const std::string& path, meta::Knowledge& knowledge) {
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
  meta::read_knowledge(yaml.value, meta::Examples::needed, knowledge, diagnostics);
  for (const diag::Diagnostic& found : diagnostics)
    std::cerr << diag::print_text(found, sources, diag::Colour::never);
  return diagnostics.empty();
}

/// The text as a literal of C++.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
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
  std::string systems, products, schemes, module_schemes, suffixes, prefixes;
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
  for (const std::string& word : knowledge.build_suffixes)
    suffixes += "    " + literal(word) + ",\n";
  for (const std::string& word : knowledge.origin_prefixes)
    prefixes += "    " + literal(word) + ",\n";
  return table("SystemRow", "built_in_systems", systems) +
         table("ProductRow", "built_in_products", products) +
         table("SchemeRow", "release_schemes", schemes) +
         table("SchemeRow", "module_schemes", module_schemes) +
         table("std::string_view", "build_suffixes", suffixes) +
         table("std::string_view", "origin_prefixes", prefixes);
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

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> files(arguments + 1, arguments + count);
  if (files.size() < 2) {
    std::cerr << "generate_knowledge OUT FILE...\n";
    return 2;
  }
  auto disk = base::make_real_disk();
  meta::Knowledge knowledge;
  bool good = true;
  for (std::size_t i = 1; i < files.size(); ++i) good &= read_file(*disk, files[i], knowledge);
  if (!good) return 1;
  std::string text =
      "// Made from src/knowledge/*.yaml by generate_knowledge.\n"
      "#include \"vocabulary/tables.h\"\n\n"
      "namespace kbuild::vocabulary {\n\n" +
      name_tables(knowledge) + word_table(knowledge) + language_table(knowledge) +
      "}  // namespace kbuild::vocabulary\n";
  if (auto written = disk->write(files[0], text); !written) {
    std::cerr << written.error().message << "\n";
    return 1;
  }
  return 0;
}
