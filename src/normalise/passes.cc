// The table of passes, in the order in which they run; see normalise.h.
#include <algorithm>
#include <set>

#include "doc/anchors.h"
#include "normalise/normalise.h"
#include "normalise/residue.h"
#include "normalise/text_check.h"

namespace kbuild::normalise {

namespace {

using read::Dialect;
using read::ReadResult;
using source::SourceStore;

bool is_markdown(Dialect dialect) {
  return dialect == Dialect::mkdocs || dialect == Dialect::myst || dialect == Dialect::gfm ||
         dialect == Dialect::commonmark;
}
bool is_commonmark(Dialect dialect) {
  return dialect == Dialect::gfm || dialect == Dialect::commonmark;
}
bool is_any(Dialect) {
  return true;
}

/// The source files of a result.
std::set<source::FileId> files_of(const ReadResult& result) {
  std::set<source::FileId> files(result.included.begin(), result.included.end());
  for (const doc::Block& block : result.document.blocks)
    if (block.span) files.insert(block.span.file);
  return files;
}

/// Adds findings that aren't there yet, so that a second run changes nothing.
void add_new(diag::Diagnostics& all, diag::Diagnostics found) {
  auto same = [](const diag::Diagnostic& a, const diag::Diagnostic& b) {
    return a.code == b.code && a.span == b.span && a.arguments == b.arguments;
  };
  std::size_t before = all.size();
  for (diag::Diagnostic& one : found) {
    auto end = all.begin() + static_cast<std::ptrdiff_t>(before);
    if (std::none_of(all.begin(), end, [&](const diag::Diagnostic& old) { return same(old, one); }))
      all.push_back(std::move(one));
  }
}

void report_text(ReadResult& result, const SourceStore& sources, Dialect) {
  for (source::FileId file : files_of(result))
    add_new(result.diagnostics, check_text(sources, file));
}

void read_residue(ReadResult& result, const SourceStore& sources, Dialect dialect) {
  Residue residue = Residue::none;
  for (source::FileId file : files_of(result)) {
    Residue here = find_residue(sources.text(file));
    residue = std::max(residue, here);
    if (here == Residue::wiki) add_new(result.diagnostics, report_residue(sources, file));
  }
  // CommonMark already reads a backslash before '<' as an escape.
  if (residue == Residue::none || (residue == Residue::escapes && dialect != Dialect::mkdocs))
    return;
  ResiduePage page{sources, dialect, residue, result};
  if (residue == Residue::wiki) join_residue_code(page);
  read_residue_inlines(page);
  if (residue == Residue::wiki) read_residue_blocks(page);
}

/// CommonMark headings have no ids; they get those that GitHub would give them.
void name_headings(ReadResult& result, const SourceStore&, Dialect) {
  doc::assign_heading_ids(result.document, doc::SlugStyle::github);
}

struct Pass {
  bool (*applies)(Dialect);
  void (*run)(ReadResult&, const SourceStore&, Dialect);
};
constexpr Pass kPasses[] = {
    {is_any, report_text},
    {is_markdown, read_residue},
    {is_commonmark, name_headings},
};

}  // namespace

void normalise(ReadResult& result, const SourceStore& sources, Dialect dialect) {
  for (const Pass& pass : kPasses)
    if (pass.applies(dialect)) pass.run(result, sources, dialect);
}

}  // namespace kbuild::normalise
