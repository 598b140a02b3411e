// shellcheck's findings at the places of a page's blocks; skipped where it is not installed.
#include "run/lint/shellcheck.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/skip.h"
#include "tools/tool.h"

using namespace kbuild;
using snippets::Role;
using snippets::Snippet;

namespace {

/// A block of a file whose text is that of the block.
Snippet block(source::SourceStore& sources, std::string text) {
  Snippet s;
  auto size = static_cast<std::uint32_t>(text.size());
  source::FileId file = sources.add("page.md", text);
  s.block = s.content = {file, 0, size};
  s.line = s.content_line = 1;
  s.language = "bash";
  s.role = Role::fragment;
  s.text = std::move(text);
  return s;
}

}  // namespace

TEST_CASE("shellcheck is asked about all blocks at once, and its places are those of the page") {
  if (!test::can_run(!tools::find_tool("shellcheck").empty(), "'shellcheck' is not installed"))
    return;
  source::SourceStore sources;
  std::vector<Snippet> blocks = {
      block(sources, "echo one\n// a comment\n"),
      // A code that is not asked for, and a placeholder that would be one.
      block(sources, "echo $unset\ncd <your project>\n"),
      block(sources, "x=1\n\techo a; local y=2\n"),
  };
  std::vector<const Snippet*> asked;
  for (const Snippet& s : blocks) asked.push_back(&s);
  auto findings = run::ask_shellcheck(sources, asked);
  REQUIRE_MESSAGE(findings, findings.error().message);
  std::vector<std::string> said;
  for (const diag::Diagnostic& finding : *findings) {
    auto at = sources.position(finding.span.file, finding.span.begin);
    said.push_back(finding.arguments[1] + " " + std::to_string(at.line) + ":" +
                   std::to_string(at.column));
  }
  std::sort(said.begin(), said.end());
  CHECK(said == std::vector<std::string>{"SC1127 2:1", "SC2168 2:10"});
}

TEST_CASE("shellcheck has nothing to say of nothing") {
  if (!test::can_run(!tools::find_tool("shellcheck").empty(), "'shellcheck' is not installed"))
    return;
  source::SourceStore sources;
  auto findings = run::ask_shellcheck(sources, {});
  REQUIRE(findings);
  CHECK(findings->empty());
}
