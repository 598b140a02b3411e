// Values of templates/matrix.html. Cells open popovers, which browsers show without script; their
// content follows the table, so that it is read, searched and printed too.
#include "render/matrix_view.h"

#include <algorithm>
#include <set>

#include "base/format.h"

namespace kbuild::render {

namespace {

constexpr std::string_view kStatuses[] = {"default",    "available",   "limited",
                                          "deprecated", "unavailable", "removed"};

class MatrixView {
 public:
  MatrixView(const Theme& theme, const MatrixModel& matrix) : theme_(theme), matrix_(matrix) {}

  std::string render() {
    TemplateValues values;
    values.text("TITLE", matrix_.title)
        .text("LEAD", matrix_.lead_html)
        .text("ROW_KIND", matrix_.row_kind);
    for (const MatrixHeader& column : matrix_.columns) columns_.push_back(header(column));
    for (const MatrixRow& row : matrix_.rows) add_row(row);
    add_filters(values);
    values.lists.emplace_back("COLUMN", std::move(columns_));
    values.lists.emplace_back("ROW", std::move(rows_));
    if (!sources_.empty()) values.show("HAS_SOURCES");
    values.lists.emplace_back("SOURCE", std::move(sources_));
    return theme_.expand(matrix_.language, "matrix.html", values);
  }

 private:
  std::string word(const std::string& key, const Arguments& arguments = {}) const {
    return theme_.word(matrix_.language, key, arguments);
  }

  static TemplateValues header(const MatrixHeader& header) {
    TemplateValues values;
    values.text("TITLE", header.title).optional("NOTE", header.note);
    if (header.href.empty())
      values.show("PLAIN");
    else
      values.optional("HREF", header.href);
    return values;
  }

  void add_row(const MatrixRow& row) {
    TemplateValues values = header(row.header);
    std::vector<TemplateValues>& cells = values.list("CELL");
    for (std::size_t i = 0; i < row.cells.size() && i < matrix_.columns.size(); ++i)
      cells.push_back(cell(row, row.cells[i], matrix_.columns[i]));
    rows_.push_back(std::move(values));
  }

  TemplateValues cell(const MatrixRow& row, const MatrixCell& cell, const MatrixHeader& column) {
    TemplateValues values;
    if (cell.status.empty() && cell.claims.empty()) return std::move(values.show("EMPTY"));
    std::string languages;
    for (const MatrixClaim& claim : cell.claims) {
      if (languages_.insert(claim.language).second ||
          languages.find(claim.language) == languages.npos)
        languages += claim.language + ' ';
    }
    statuses_.insert(cell.status);
    std::string status =
        cell.status.empty() ? word("matrix.no_claim") : word("matrix.status." + cell.status);
    std::string id = base::format("cell-{}", ++cells_);
    values.text("STATUS", cell.status.empty() ? "none" : cell.status).text("STATUS_WORD", status);
    values.text("TEXT", cell.text.empty() ? status : cell.text)
        .text("LANGUAGES", languages)
        .text("ID", id);
    if (!cell.text.empty()) values.show("NAMED");
    // The usual case needs no mark of its own.
    if (!cell.state.empty() && cell.state != "read" && cell.state != "installed")
      values.optional("STATE", cell.state).text("STATE_WORD", word("matrix.state." + cell.state));
    values.show("FILLED");
    sources_.push_back(source(row, cell, column, id, status));
    return values;
  }

  TemplateValues source(const MatrixRow& row, const MatrixCell& cell, const MatrixHeader& column,
                        const std::string& id, const std::string& status) const {
    TemplateValues values;
    values.text("ID", id)
        .text("ROW", row.header.title)
        .text("COLUMN", column.title)
        .text("STATUS_WORD", status);
    values.text("STATUS", cell.status.empty() ? "none" : cell.status)
        .optional("LOAD", cell.load)
        .optional("LIST", cell.list);
    if (!cell.state.empty())
      values.optional("STATE", cell.state).text("STATE_WORD", word("matrix.state." + cell.state));
    std::vector<TemplateValues>& claims = values.list("CLAIM");
    for (const MatrixClaim& claim : cell.claims) {
      TemplateValues entry;
      entry.text("STATUS", claim.status).text("STATUS_WORD", word("matrix.status." + claim.status));
      entry.text("EXCERPT", claim.excerpt)
          .optional("HREF", claim.page.href)
          .text("PAGE", claim.page.title);
      if (claim.page.href.empty()) entry.show("PLAIN");
      std::string line = std::to_string(claim.line);
      entry.text("LINE", claim.line > 0 ? word("matrix.line", {{"line", line}}) : std::string());
      if (claim.line > 0 && claim.source_href.empty()) entry.show("PLAIN_LINE");
      if (claim.line > 0) entry.optional("LINE_HREF", claim.source_href);
      entry.optional("LANGUAGE", claim.language).optional("DATE", claim.date);
      if (claim.superseded) entry.show("SUPERSEDED");
      claims.push_back(std::move(entry));
    }
    if (!cell.runs.empty()) values.show("HAS_RUNS");
    std::vector<TemplateValues>& runs = values.list("RUN");
    for (const MatrixRun& run : cell.runs) {
      TemplateValues entry;
      entry.text("TITLE", run.title).text("DATE", run.date);
      entry.text("RESULT", run.passed ? "proved" : "refuted");
      entry.text("RESULT_WORD", word(run.passed ? "matrix.result.passed" : "matrix.result.failed"));
      if (run.href.empty())
        entry.show("PLAIN");
      else
        entry.optional("HREF", run.href);
      runs.push_back(std::move(entry));
    }
    return values;
  }

  void add_filters(TemplateValues& values) const {
    std::vector<TemplateValues> systems;
    for (std::size_t i = 0; i < matrix_.columns.size(); ++i)
      systems.emplace_back()
          .text("VALUE", std::to_string(i))
          .text("TITLE", matrix_.columns[i].title);
    if (systems.size() > 1) values.show("HAS_SYSTEMS");
    values.lists.emplace_back("SYSTEM", std::move(systems));
    std::vector<TemplateValues> present;
    for (std::string_view status : kStatuses)
      if (statuses_.count(std::string(status)))
        present.emplace_back()
            .text("VALUE", std::string(status))
            .text("TITLE", word("matrix.status." + std::string(status)));
    values.lists.emplace_back("STATUSES", std::move(present));
    std::vector<TemplateValues> languages;
    for (const std::string& language : languages_)
      if (!language.empty())
        languages.emplace_back()
            .text("VALUE", language)
            .text("TITLE", word("language." + language));
    if (languages.size() > 1) values.show("HAS_CLAIM_LANGUAGES");
    values.lists.emplace_back("CLAIM_LANGUAGE", std::move(languages));
  }

  const Theme& theme_;
  const MatrixModel& matrix_;
  std::vector<TemplateValues> columns_;
  std::vector<TemplateValues> rows_;
  std::vector<TemplateValues> sources_;
  std::set<std::string> statuses_;
  std::set<std::string> languages_;
  int cells_ = 0;
};

}  // namespace

std::string render_matrix(const Theme& theme, const MatrixModel& matrix) {
  return MatrixView(theme, matrix).render();
}

}  // namespace kbuild::render
