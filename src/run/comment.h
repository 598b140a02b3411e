// A comment for a pull request: what a change does to units, in Markdown that is safe with any
// page's text. Text of pages stands in code spans alone, without characters that end them, that
// hide text or that turn its direction: it makes no link, mention or heading, and no image is
// fetched. The size is bounded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "run/plan.h"
#include "run/runner.h"

namespace kbuild::run {

/// A code span of the text on one line, at most `bytes` long; also for cells of tables.
std::string code_span(std::string_view text, std::size_t bytes = 200);

struct CommentRow {
  std::string unit;
  std::string page;
  std::uint32_t line = 0;
  std::string system;
  /// A word of ours: a verdict, "not run".
  std::string state;
  std::string why;
  /// Rows that stand first, and are not folded away.
  bool bad = false;
};

/// `revision` is what the change is compared with; "" where all units are meant.
struct CommentFrame {
  std::string_view revision;
  std::string_view note = {};
};

CommentRow comment_row(const CellOutcome& outcome);
/// Of a plan: what is known of a unit that nobody has run yet.
CommentRow comment_row(const Cell& cell, const History& latest, std::int64_t now, int expiry_days);

/// At most 60,000 bytes; rows beyond are counted. Reasons are redacted by `private_words`.
std::string to_comment(std::vector<CommentRow> rows, const CommentFrame& frame,
                       const std::vector<std::string>& private_words);

}  // namespace kbuild::run
