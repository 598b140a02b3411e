// Writes comments; see comment.h.
#include "run/nights/comment.h"

#include <algorithm>

#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"
#include "source/letter_boundary.h"
#include "source/unicode.h"

namespace kbuild::run {

namespace {

/// GitHub takes 65,536 characters.
constexpr std::size_t kMaxCommentBytes = 60'000;
constexpr std::size_t kMaxReasonBytes = 300;

/// What is seen as it is read. Controls, marks of direction and characters without a shape are not;
/// the accent would end the span, the bar a cell of a table.
void append_shown(std::string& out, char32_t c) {
  if (c == '`') {
    out += '\'';
  } else if (c == '|') {
    out += "\u2223";
  } else if (source::is_unicode_space(c) || c < 0x20) {
    out += ' ';
  } else if (source::general_category(c)[0] != 'C') {
    base::append_utf8(out, c);
  }
}

std::string title_of(std::string_view unit, std::string_view variant) {
  return variant.empty() ? std::string(unit) : base::format("{} ({})", unit, variant);
}

std::string item(const CommentRow& row) {
  std::string out =
      base::format("- {} on {}: **{}**", code_span(row.unit), code_span(row.system), row.state);
  if (!row.why.empty()) out += ": " + code_span(row.why, kMaxReasonBytes);
  return out + base::format(" ({})\n", code_span(base::format("{}:{}", row.page, row.line)));
}

}  // namespace

std::string code_span(std::string_view text, std::size_t bytes) {
  std::string shown;
  for (std::size_t at = 0; at < text.size() && shown.size() <= bytes * 2;) {
    auto [value, length] = base::decode_utf8(text, at);
    append_shown(shown, value);
    at += length;
  }
  shown = base::collapse_spaces(shown);
  if (shown.size() > bytes) {
    shown.resize(source::letter_boundary(shown, bytes));
    shown += "\u2026";
  }
  return shown.empty() ? "`-`" : "`" + shown + "`";
}

CommentRow comment_row(const CellOutcome& outcome) {
  const RunRecord& r = outcome.record;
  std::string state(verdict_name(r.verdict));
  if (outcome.cached) state += ", kept from " + base::format_date(r.started);
  if (r.recovered) state += ", at the second attempt";
  return {title_of(r.unit, r.variant),
          r.page,
          r.failed_line > 0 ? r.failed_line : r.line,
          r.system,
          std::move(state),
          r.reason,
          is_failure(r.verdict) || is_machine_fault(r.verdict)};
}

CommentRow comment_row(const Cell& cell, const History& latest, std::int64_t now, int expiry_days) {
  CommentRow row{
      title_of(cell.unit, cell.variant), cell.page, cell.line, cell.system, "not run", "", false};
  auto last = latest.find(cell.key);
  if (!cell.obstacles.empty()) {
    row.state = "cannot be run";
    row.why = base::join(cell.obstacles, "; ");
  } else if (const RunRecord* pass = find_pass(latest, cell.key, now, expiry_days)) {
    row.state = "proved on " + base::format_date(pass->started);
  } else if (last != latest.end()) {
    row.state = base::format("{} on {}", verdict_name(last->second.verdict),
                             base::format_date(last->second.started));
    row.why = last->second.reason;
    row.bad = is_failure(last->second.verdict);
  }
  return row;
}

std::string to_comment(std::vector<CommentRow> rows, const CommentFrame& frame,
                       const std::vector<std::string>& private_words) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const CommentRow& a, const CommentRow& b) { return a.bad > b.bad; });
  // The first line lets a job find its own comment again.
  std::string out = "<!-- kbuild test -->\n";
  out += base::format("### kbuild test: {} unit{}", rows.size(), rows.size() == 1 ? "" : "s");
  if (!frame.revision.empty()) out += " changed since " + code_span(frame.revision);
  out += "\n\n";
  if (!frame.note.empty()) out += std::string(frame.note) + "\n\n";
  std::size_t written = 0;
  for (CommentRow& row : rows) {
    for (std::string* text : {&row.unit, &row.why}) *text = redact(*text, private_words);
    std::string text = item(row);
    if (out.size() + text.size() > kMaxCommentBytes) break;
    out += text;
    ++written;
  }
  if (written < rows.size()) out += base::format("- and {} more\n", rows.size() - written);
  return out;
}

}  // namespace kbuild::run
