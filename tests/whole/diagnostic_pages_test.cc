// The pages of diagnostics as a test: each page's bad example is a tiny site that yields its code,
// the good one does not. Examples are the code blocks below the headings "Bad" and "Good", one a
// file.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "diag/diagnostic.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "memory_site.h"
#include "meta/load/load.h"
#include "read/readers/readers.h"

using namespace kbuild;

namespace {

const std::string kPages = KBUILD_ROOT "/content/en/kbuild/diagnostics/";
constexpr std::string_view kConfiguration =
    "languages: [en]\nsources:\n  - {path: docs, lang: en}\nsystems: [{name: Puhti}, {name: "
    "LUMI}]\n"
    "snippets: {systems: systems, syntax: true}\n";

struct Unshown {
  int code;
  std::string_view reason;
};
/// Codes whose page has no example that could be built.
constexpr Unshown kUnshown[] = {
    {1, "a block of a page is always UTF-8"},
    {2, "the example would be a fault of the page that shows it"},
    {3, "a hundred levels are no example to read"},
    {4, "a table of 100,000 cells is no example to read"},
    {5, "the example would be a fault of the page that shows it"},
    {7, "the limits are too high for an example to read"},
    {8, "a thousand findings are no example to read"},
    {40, "a name that could be written on a page would be none of these"},
    {402, "the limits are too high for an example to read"},
    {505, "the limits are too high for an example to read"},
    {520, "the example would be a fault of the page that shows it"},
    {521, "the example would be a fault of the page that shows it"},
    {522, "the example would be a fault of the page that shows it"},
    {523, "the example would be a fault of the page that shows it"},
    {524, "the example would be a fault of the page that shows it"},
    {525, "the example would be a fault of the page that shows it"},
    {613, "only a list of installed modules brings it about"},
    {616, "only a list that is months old brings it about"},
    {625, "the example would be a fault of the page that shows it"},
    {651, "only the build of kbuild demands examples"},
    {751, "the page would hold what looks like a secret"},
    {760, "only a run reports it"},
    {770, "only a run reports it"},
    {781, "only a signature brings it about"},
    {782, "only a machine without ssh-keygen brings it about"},
    {832, "only a private Slurm reports it"},
};

bool is_unshown(const diag::CodeInfo& info) {
  return std::any_of(std::begin(kUnshown), std::end(kUnshown),
                     [&](const Unshown& row) { return row.code == info.code.number; });
}

using Files = std::map<std::string, std::string>;

/// The files of the code blocks below each heading of level 2, by heading.
std::map<std::string, Files> read_examples(const std::string& path) {
  auto text = base::make_real_disk()->read(path);
  REQUIRE_MESSAGE(text, path);
  source::SourceStore sources;
  source::FileId file = sources.add(path, *text);
  read::ReadResult page = read::read(sources, file, read::Dialect::mkdocs, {});
  std::map<std::string, Files> examples;
  std::string section;
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (const auto* heading = std::get_if<doc::Heading>(&block.value))
      if (heading->level == 2) section = doc::plain_text(heading->children);
    if (const auto* code = std::get_if<doc::CodeBlock>(&block.value))
      examples[section][code->title.empty() ? "docs/page.md" : code->title] = code->text;
    return doc::Descend::into;
  };
  doc::walk(page.document.blocks, visitor);
  return examples;
}

/// The profiles that the index of diagnostics shows.
const Files& example_systems() {
  static const Files systems = [] {
    Files out;
    auto examples = read_examples(kPages + "index.md");
    for (auto& [path, text] : examples["The system of the examples"])
      if (path.starts_with("systems/")) out[path] = text;
    return out;
  }();
  return systems;
}

std::set<std::string> codes_of(const Files& files) {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = kConfiguration;
  for (const auto& [path, text] : example_systems()) site.disk.files[path] = text;
  for (const auto& [path, text] : files) site.disk.files[path] = text;
  std::set<std::string> codes;
  source::SourceStore sources;
  auto loaded = meta::load_config(site.disk, sources, "kbuild.yml");
  REQUIRE_MESSAGE(loaded, loaded.error().message);
  for (const diag::Diagnostic& diagnostic : loaded->diagnostics)
    codes.insert(diag::code_text(diagnostic.code));
  for (const diag::Diagnostic& diagnostic : site.build(1).diagnostics)
    codes.insert(diag::code_text(diagnostic.code));
  return codes;
}

}  // namespace

TEST_CASE("every diagnostic has its page, and every page its diagnostic") {
  auto files = base::make_real_disk()->list(kPages);
  REQUIRE(files);
  std::set<std::string> pages(files->begin(), files->end());
  REQUIRE(pages.erase("index.md") == 1);
  for (const diag::CodeInfo& info : diag::code_table()) {
    INFO(diag::code_text(info.code) << " " << std::string(info.name));
    CHECK(pages.erase(diag::code_text(info.code) + ".md") == 1);
  }
  for (const std::string& path : pages)
    FAIL_CHECK(path << " is about no code of src/diag/codes.def");
}

TEST_CASE("the bad example of a diagnostic's page causes it, and the good one does not") {
  CHECK(example_systems().size() == 2);
  for (const diag::CodeInfo& info : diag::code_table()) {
    std::string code = diag::code_text(info.code);
    INFO(code << " " << std::string(info.name));
    auto examples = read_examples(kPages + code + ".md");
    CHECK(is_unshown(info) == (examples["Bad"].empty() && examples["Good"].empty()));
    if (is_unshown(info)) continue;
    CHECK(codes_of(examples["Bad"]).contains(code));
    CHECK_FALSE(codes_of(examples["Good"]).contains(code));
  }
}
