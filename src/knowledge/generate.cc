// generate_knowledge OUT FILE...: a program of the build, which makes the tables of
// vocabulary/tables.h from src/knowledge/*.yaml. A bad row ends the build with its file and line.
#include <algorithm>
#include <iostream>
#include <tuple>

#include "base/disk.h"
#include "base/format.h"
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

std::string word_table(const meta::Knowledge& knowledge) {
  std::vector<std::pair<std::string, meta::WordClass>> rows;
  for (const meta::LanguageEntry& language : knowledge.languages)
    for (const meta::WordEntry& word : language.words)
      rows.emplace_back(word.phrase, word.word_class);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::string out = "constexpr WordRow kWordTable[] = {\n";
  for (const auto& [phrase, word_class] : rows)
    out += base::format("    {{{}, static_cast<WordClass>({})}},\n", literal(phrase),
                        static_cast<int>(word_class));
  return out + "};\n";
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
      "namespace kbuild::vocabulary {\nnamespace {\n\n" +
      word_table(knowledge) +
      "\n}  // namespace\n\n"
      "std::span<const WordRow> built_in_words() {\n  return kWordTable;\n}\n\n"
      "}  // namespace kbuild::vocabulary\n";
  if (auto written = disk->write(files[0], text); !written) {
    std::cerr << written.error().message << "\n";
    return 1;
  }
  return 0;
}
