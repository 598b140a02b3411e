// Changes pages on disk; see promote.h. A changed page is read again before it is written:
// output that looks like markup must not change any other block.
#include "build/stages/promote.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "page/page.h"
#include "read/readers/readers.h"
#include "run/promote.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

/// One block to change.
struct Change {
  std::size_t outcome = 0;
  std::size_t snippet = 0;
  run::MatchKind kind = run::MatchKind::exact;
  const std::string* output = nullptr;
};

std::vector<std::string> blocks_of(const std::string& path, const std::string& text) {
  source::SourceStore sources;
  source::FileId file = sources.add(path, source::decode_bytes(text).text);
  read::Dialect dialect = read::detect_dialect(path, sources.text(file));
  read::ReadResult content = read::read(sources, file, dialect, {});
  meta::Names names;
  std::vector<std::string> texts;
  for (const snippets::Snippet& snippet :
       snippets::extract_snippets({sources, file, dialect, content, path, "en", "", names}))
    texts.push_back(snippet.text);
  return texts;
}

/// Whether no block but one differs.
bool changes_one_block(const std::string& path, const std::string& before,
                       const std::string& after) {
  std::vector<std::string> old = blocks_of(path, before), now = blocks_of(path, after);
  std::size_t different = 0;
  for (std::size_t i = 0; i < old.size() && old.size() == now.size(); ++i)
    different += old[i] != now[i];
  return old.size() == now.size() && different == 1;
}

base::Result<std::string> change(const SnippetPage& page, const std::string& text,
                                 const Change& change) {
  if (change.kind == run::MatchKind::regex || change.kind == run::MatchKind::ellipsis)
    return base::fail("it shows a pattern, which its author has to change");
  auto changed = run::put_output(text, page.snippets[change.snippet], *change.output);
  if (!changed) return changed;
  if (!changes_one_block(page.source.file, text, *changed))
    return base::fail("the output would change how the page is read");
  return changed;
}

}  // namespace

Promotion promote_outputs(base::Disk& disk, const std::vector<ShownCell>& cells,
                          const std::vector<run::CellOutcome>& outcomes) {
  Promotion promotion;
  std::map<const SnippetPage*, std::vector<Change>> pages;
  std::set<std::size_t>& done = promotion.done;
  std::set<std::size_t> left;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    for (const run::ObservedOutput& seen : outcomes[i].observed) {
      const run::PlannedStep& step = cells[i].cell->steps[seen.step];
      pages[cells[i].page].push_back({i, step.shown_in, step.expected.kind, &seen.text});
    }
  for (auto& [page, changes] : pages) {
    // From the end, so that the lines above stay where they are.
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.snippet > b.snippet; });
    auto text = disk.read(page->source.file);
    bool any = false;
    std::map<std::size_t, std::string> written;
    for (const Change& wanted : changes) {
      auto [at, first] = written.emplace(wanted.snippet, *wanted.output);
      if (!first && at->second == *wanted.output) {
        done.insert(wanted.outcome);
        continue;
      }
      base::Result<std::string> changed =
          page->source.origin ? base::fail("the page stands in an export")
          : !text             ? tl::unexpected(text.error())
          : !first            ? base::fail("another run printed something else")
                              : change(*page, *text, wanted);
      (changed ? done : left).insert(wanted.outcome);
      std::string outcome = changed ? "the block shows now what was printed"
                                    : "the block stays as it is: " + changed.error().message;
      promotion.messages.push_back(
          base::format("{}:{}: {}\n", page->path, page->snippets[wanted.snippet].line, outcome));
      if (!changed) continue;
      text = std::move(changed);
      any = true;
    }
    if (!any) continue;
    if (auto wrote = disk.write(page->source.file, *text); !wrote) {
      done.clear();
      promotion.error = wrote.error();
      return promotion;
    }
  }
  for (std::size_t i : left) done.erase(i);
  return promotion;
}

}  // namespace kbuild::build
