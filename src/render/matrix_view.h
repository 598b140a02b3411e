// A table of claims: a product's versions on systems, a system's software, or all products at once.
// Each cell opens its claims, with their places, and the runs that tested it. Plain data in, a
// page's body out.
#pragma once

#include <string>
#include <vector>

#include "render/page.h"

namespace kbuild::render {

/// The source of the claim.
struct MatrixClaim {
  /// A status, as in MatrixCell.
  std::string status;
  std::string excerpt;
  /// The page, linked to the section that holds the line.
  PageLink page;
  /// 1-based; 0 where unknown.
  int line = 0;
  std::string language = {};
  /// As shown; may be empty.
  std::string date = {};
  /// A later or better claim contradicts it.
  bool superseded = false;
  /// The line in the page's source; may be empty.
  std::string source_href = {};
};

/// A test run of a snippet.
struct MatrixRun {
  std::string title;
  std::string date;
  std::string href = {};
  bool passed = false;
};

struct MatrixCell {
  /// "default", "available", "limited", "deprecated", "unavailable", "removed"; empty: nothing is
  /// claimed.
  std::string status = {};
  /// Shown instead of the status's word: a version in an overview.
  std::string text = {};
  /// "installed", "undocumented", "not-installed", "declared", "read", "contradicted", "proved",
  /// "refuted", "expired", or empty.
  std::string state = {};
  /// What to type: "module load pytorch/2.7".
  std::string load = {};
  /// Of what day the system's list of installed software is; empty without one.
  std::string list = {};
  std::vector<MatrixClaim> claims = {};
  std::vector<MatrixRun> runs = {};
};

struct MatrixHeader {
  std::string title;
  std::string href = {};
  /// A small line below the title.
  std::string note = {};
};

struct MatrixRow {
  MatrixHeader header;
  /// One for each column.
  std::vector<MatrixCell> cells;
};

struct MatrixModel {
  std::string language;
  /// The page's heading; plain text.
  std::string title;
  /// Paragraphs between the heading and the table; HTML.
  std::string lead_html = {};
  /// What the rows are: "Version", "Software".
  std::string row_kind;
  std::vector<MatrixHeader> columns;
  std::vector<MatrixRow> rows;
};

template <class Archive>
void describe(Archive& a, MatrixClaim& x) {
  a(x.status, x.excerpt, x.page, x.line, x.language, x.date, x.superseded, x.source_href);
}
template <class Archive>
void describe(Archive& a, MatrixRun& x) {
  a(x.title, x.date, x.href, x.passed);
}
template <class Archive>
void describe(Archive& a, MatrixCell& x) {
  a(x.status, x.text, x.state, x.load, x.list, x.claims, x.runs);
}
template <class Archive>
void describe(Archive& a, MatrixHeader& x) {
  a(x.title, x.href, x.note);
}
template <class Archive>
void describe(Archive& a, MatrixRow& x) {
  a(x.header, x.cells);
}
template <class Archive>
void describe(Archive& a, MatrixModel& x) {
  a(x.language, x.title, x.lead_html, x.row_kind, x.columns, x.rows);
}

std::string render_matrix(const Theme& theme, const MatrixModel& matrix);

}  // namespace kbuild::render
