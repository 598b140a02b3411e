// Every page of the corpora beside the project through its reader and the passes behind it: none
// may crash (this test runs under the sanitisers too), cost far more than others of its size, or
// give a tree whose places lie.
#include <doctest/doctest.h>

#include <map>

#include "base/disk.h"
#include "base/path.h"
#include "doc/walk.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "source/store.h"
#include "source/unicode.h"
#include "support/growth.h"
#include "support/skip.h"

using namespace kbuild;

namespace {

/// How many times as much as other pages of its size a page may cost its reader.
constexpr double kMaxCost = 300;

constexpr std::string_view kSuffixes[] = {".md", ".rst", ".mediawiki", ".wiki", ".twiki"};

/// Places outside their text, code outside its block's file, text that does not read as its source
/// does.
class Verifier {
 public:
  explicit Verifier(const source::SourceStore& sources) : sources_(sources) {}

  int faults(const doc::Blocks& blocks) {
    faults_ = 0;
    doc::walk(blocks, {[&](const doc::Block& block) {
                         const auto* code = std::get_if<doc::CodeBlock>(&block.value);
                         faults_ += !inside(block.span) || (code && !inside(code->content));
                         return doc::Descend::into;
                       },
                       [&](const doc::Inline& node) {
                         faults_ += !inside(node.span);
                         return doc::Descend::into;
                       }});
    return faults_;
  }
  /// Of readers whose texts have places only where they read as the source does.
  int lies(const doc::Blocks& blocks) {
    int count = 0;
    doc::walk(blocks, {nullptr, [&](const doc::Inline& node) {
                         const auto* words = std::get_if<doc::Text>(&node.value);
                         count += words && node.span && sources_.text(node.span) != words->text;
                         return doc::Descend::into;
                       }});
    return count;
  }

 private:
  bool inside(source::Span span) const {
    return !span || (span.begin <= span.end && span.end <= sources_.text(span.file).size());
  }
  const source::SourceStore& sources_;
  int faults_ = 0;
};

bool is_page(std::string_view path) {
  for (std::string_view suffix : kSuffixes)
    if (path.ends_with(suffix)) return true;
  return false;
}

}  // namespace

TEST_CASE(
    "every page of the corpora is read, at a cost that fits its size and with places that hold") {
  if (!test::have_shared("corpora")) return;
  const std::string corpora = base::normalise_path(test::shared_path("corpora"));
  auto disk = base::make_real_disk();
  auto files = disk->list(corpora);
  REQUIRE(files);
  int pages = 0;
  std::map<read::Dialect, test::Costs> costs;
  for (const std::string& path : *files) {
    if (!is_page(path)) continue;
    INFO(path);
    auto text = disk->read(base::join_path(corpora, path));
    REQUIRE(text);
    std::size_t size = text->size();
    source::SourceStore sources;
    source::FileId file =
        sources.add(base::join_path(corpora, path), source::decode_bytes(std::move(*text)).text);
    read::Options options;
    options.trust = ++pages % 2 == 0 ? read::Trust::trusted : read::Trust::untrusted;
    options.include = [&](source::FileId from,
                          std::string_view target) -> std::optional<source::FileId> {
      std::string full = base::normalise_path(
          base::join_path(base::parent_path(sources.path(from)), std::string(target)));
      if (!full.starts_with(corpora)) return std::nullopt;
      auto included = disk->read(full);
      if (!included) return std::nullopt;
      size += included->size();
      return sources.add(full, source::decode_bytes(std::move(*included)).text);
    };
    read::Dialect dialect = read::detect_dialect(path, sources.text(file));
    read::ReadResult page;
    double cost = test::cost_of([&] { page = read::read(sources, file, dialect, options); });
    Verifier verifier(sources);
    if (dialect == read::Dialect::mkdocs) CHECK(verifier.lies(page.document.blocks) == 0);
    cost += test::cost_of([&] { normalise::normalise(page, sources, dialect); });
    costs[dialect].add(path, size, cost);
    CHECK(verifier.faults(page.document.blocks) == 0);
  }
  CHECK(pages > 1000);
  for (const auto& [dialect, of_pages] : costs)
    for (const std::string& slow : of_pages.outliers(kMaxCost)) FAIL_CHECK(slow);
}
