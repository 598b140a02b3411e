// Runs every golden case of tests/cases whose first section is a text to read ("input.md",
// "input.rst", ...). Its other sections say what must come of it: ast (the tree), html, text,
// claims (a line each, with the rule that found it), diag (absent: no diagnostics); facts of other
// kinds are tested where they are made. Sections templates and extensions stand for those of a
// configuration.
// KBUILD_UPDATE=1 rewrites the sections in place.
#include <doctest/doctest.h>

#include <cstdlib>

#include "base/disk.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "claims/claim.h"
#include "claims/reader/extract.h"
#include "diag/print.h"
#include "doc/dump.h"
#include "doc/plain_text.h"
#include "meta/value.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "support/txtar.h"
#include "vocabulary/words.h"

using namespace kbuild;

namespace {

constexpr const char* kCases = KBUILD_ROOT "/tests/cases";

/// "input.gfm" and "input.commonmark" name a dialect, other suffixes mean what they mean in a
/// source.
read::Dialect dialect_of(const std::string& name, const std::string& text) {
  std::string suffix(base::extension(name));
  if (auto named = read::find_dialect(suffix.empty() ? "" : suffix.substr(1))) return *named;
  return read::detect_dialect(name, text);
}

struct Outcome {
  read::ReadResult content;
  std::string claims;
  std::string diagnostics;
};

/// "12 PyTorch 2.7.1, LUMI: default, pytorch/2.7 [table-system-column]", in the order of the page.
std::string claims_of(const source::SourceStore& sources, source::FileId file,
                      read::Dialect dialect, read::ReadResult& content) {
  meta::Names names;
  std::string language(vocabulary::guess_prose_language(sources.text(file)));
  page::Page page{sources, file, dialect, content, "page", language, "", names};
  std::string out;
  for (const claims::Claim& claim : claims::extract_claims(page, content.diagnostics)) {
    out +=
        base::format("{} {}{}{}{}: {}", claim.line, claim.product, claim.version.empty() ? "" : " ",
                     claim.version, claim.system.empty() ? "" : ", " + claim.system,
                     claims::status_text(claim.status));
    if (!claim.module.empty()) out += ", " + claim.module;
    if (!claim.date.empty()) out += ", " + claim.date;
    out += " [" + claim.rule + "]\n";
  }
  return out;
}

Outcome run_case(const test::Case& golden) {
  const test::Section& input = golden.sections.front();
  source::SourceStore sources;
  source::FileId file = sources.add(input.name, input.text);
  read::Options options;
  read::Dialect dialect = dialect_of(input.name, input.text);
  bool wiki = dialect == read::Dialect::mediawiki || dialect == read::Dialect::twiki;
  options.trust = wiki ? read::Trust::untrusted : read::Trust::trusted;
  options.include = [&](source::FileId, std::string_view target) -> std::optional<source::FileId> {
    const test::Section* beside = golden.find(target);
    if (!beside) return std::nullopt;
    return sources.add(beside->name, beside->text);
  };
  options.article = [&](std::string_view title) -> std::optional<std::string> {
    const test::Section* page = golden.find(title);
    return page ? std::optional<std::string>(page->text) : std::nullopt;
  };
  if (const test::Section* own = golden.find("templates"))
    for (std::string_view line : base::split_lines(own->text))
      if (std::size_t colon = line.find(':'); colon != line.npos)
        options.definitions["template:" + std::string(line.substr(0, colon))] =
            base::trim(line.substr(colon + 1));
  meta::ParsedYaml listed;
  if (const test::Section* own = golden.find("extensions")) {
    source::FileId list = sources.add(own->name, own->text);
    listed = meta::parse_yaml(sources, {list, 0, static_cast<std::uint32_t>(own->text.size())});
    REQUIRE_FALSE(listed.error.has_value());
    options.markdown_extensions = &listed.value;
  }
  Outcome outcome;
  outcome.content = read::read(sources, file, dialect, options);
  normalise::normalise(outcome.content, sources, dialect);
  if (golden.find("claims")) outcome.claims = claims_of(sources, file, dialect, outcome.content);
  diag::sort(outcome.content.diagnostics, sources);
  for (const diag::Diagnostic& diagnostic : outcome.content.diagnostics)
    outcome.diagnostics += diag::print_text(diagnostic, sources, diag::Colour::never);
  return outcome;
}

std::string with_end(std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace

TEST_CASE("golden cases of the readers") {
  auto disk = base::make_real_disk();
  auto files = disk->list(kCases);
  REQUIRE(files);
  bool update = std::getenv("KBUILD_UPDATE") != nullptr;
  int count = 0;
  for (const std::string& path : *files) {
    auto text = disk->read(base::join_path(kCases, path));
    REQUIRE(text);
    test::Case golden = test::parse_case(*text);
    if (golden.sections.empty() || !golden.sections.front().name.starts_with("input.")) continue;
    ++count;
    Outcome outcome = run_case(golden);
    auto expect = [&](const char* name, const std::string& actual, bool wanted) {
      if (update && wanted) return golden.set(name, with_end(actual));
      const test::Section* section = golden.find(name);
      if (!wanted && !section) return;
      INFO("tests/cases/" << path << ", section " << name);
      CHECK((section ? section->text : std::string()) == with_end(actual));
    };
    expect("ast", doc::dump(outcome.content.document), golden.find("ast") != nullptr);
    expect("html", render::to_html(outcome.content.document, {}), golden.find("html") != nullptr);
    expect("text", doc::plain_text(outcome.content.document.blocks),
           golden.find("text") != nullptr);
    expect("claims", outcome.claims, golden.find("claims") != nullptr);
    expect("diag", outcome.diagnostics, golden.find("diag") || !outcome.diagnostics.empty());
    if (update) REQUIRE(disk->write(base::join_path(kCases, path), test::print_case(golden)));
  }
  CHECK(count > 0);
}
