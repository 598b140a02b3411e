// Writes the matrix as JSON, CSV and text; see export.h.
#include "matrix/export.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::matrix {

namespace {

using base::Json;
using claims::Claim;
using claims::ClaimStatus;

bool matches(std::string_view wanted, std::string_view name) {
  return wanted.empty() || base::equals_ignoring_case(wanted, name);
}

bool is_selected(const Claim& claim, const Selection& selection) {
  return matches(selection.product, claim.product) && matches(selection.system, claim.system);
}

bool is_selected(const Cell& cell, const Selection& selection) {
  bool product =
      matches(selection.product, cell.product) || matches(selection.product, cell.best().product);
  return product && matches(selection.system, cell.system);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

const std::string& file_of(const Claim& claim) {
  return claim.file.empty() ? claim.path : claim.file;
}

Json claim_line(const Claim& claim, std::string_view product, const std::string& version,
                const std::string& system, std::string_view state) {
  Json out;
  out["file"] = file_of(claim);
  out["product"] = product;
  out["version"] = text_or_null(version);
  out["system"] = text_or_null(system);
  out["status"] = claims::status_text(claim.status);
  out["module"] = text_or_null(claim.module);
  out["line"] = claim.line;
  out["kind"] = claims::kind_text(claim.kind);
  out["excerpt"] = claim.excerpt;
  out["lang"] = claim.language;
  if (!claim.date.empty()) out["date"] = claim.date;
  out["basis"] = claims::basis_text(claim.basis);
  out["state"] = state;
  return out;
}

/// Of a claim that is behind no cell.
Json claim_line(const Claim& claim, std::string_view state) {
  return claim_line(claim, claim.product, claim.version, claim.system, state);
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  return "\"" + base::replace_all(text, "\"", "\"\"") + "\"";
}

/// The mark of each status in a terminal, with its word in the legend.
struct MarkRow {
  ClaimStatus status;
  std::string_view mark;
};
constexpr MarkRow kMarks[] = {
    {ClaimStatus::default_version, "default"}, {ClaimStatus::available, "yes"},
    {ClaimStatus::limited, "limited"},         {ClaimStatus::deprecated, "old"},
    {ClaimStatus::unavailable, "no"},          {ClaimStatus::removed, "gone"},
};
std::string_view mark_of(ClaimStatus status) {
  for (const MarkRow& row : kMarks)
    if (row.status == status) return row.mark;
  return "?";
}

/// A sign behind the mark for what a reader should know of the cell besides, with its word.
struct SignRow {
  CellState state;
  std::string_view sign;
  std::string_view word;
};
constexpr SignRow kSigns[] = {
    {CellState::contradicted, "?", "pages contradict each other"},
    {CellState::not_installed, "!", "documented, not installed"},
    {CellState::undocumented, "+", "installed, in no page"},
    {CellState::declared, "*", "declared"},
};
std::string sign_of(const Cell& cell) {
  for (const SignRow& row : kSigns)
    if (row.state == cell.state) return std::string(row.sign);
  return {};
}

/// What the marks and signs mean, and of what day the lists are.
std::string legend(const Matrix& matrix, const Selection& selection) {
  std::string out = "old: deprecated; gone: removed";
  for (const SignRow& row : kSigns)
    out += "; " + std::string(row.sign) + ": " + std::string(row.word);
  out += "\n";
  for (const SystemList& list : matrix.lists) {
    if (!selection.system.empty() && !base::equals_ignoring_case(selection.system, list.system))
      continue;
    out += list.system + ": by its list" + (list.date.empty() ? "" : " of " + list.date) +
           (list.age == ListAge::old ? ", which is old" : "") + "\n";
  }
  return out;
}

/// Text in columns as wide as their widest cells, two blanks apart.
std::string lay_out(const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], source::display_width(row[i]));
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size())
        line.append(static_cast<std::size_t>(widths[i] - source::display_width(row[i]) + 2), ' ');
    }
    out += std::string(base::trim_right(line)) + "\n";
  }
  return out;
}

}  // namespace

std::string to_json_lines(const Matrix& matrix, const Selection& selection) {
  std::string out;
  auto write = [&](const Json& line) { out += base::dump_line(line) + "\n"; };
  bool all = selection.claims == Selection::Claims::all;
  for (const Cell& cell : matrix.cells) {
    if (!is_selected(cell, selection)) continue;
    Json line = claim_line(cell.best(), cell.product, cell.version, cell.system, state_text(cell));
    line["status"] = claims::status_text(cell.status);
    line["module"] = text_or_null(cell.module);
    if (!cell.list_date.empty()) line["list_date"] = cell.list_date;
    write(line);
    for (std::size_t i = 1; all && i < cell.claims.size(); ++i) {
      const CellClaim& each = cell.claims[i];
      write(claim_line(each.claim, cell.product, cell.version, cell.system,
                       standing_text(each.standing)));
    }
  }
  if (selection.claims != Selection::Claims::standing)
    for (const Claim& claim : matrix.candidates)
      if (is_selected(claim, selection)) write(claim_line(claim, "candidate"));
  for (const EndedClaim& ended : matrix.ended)
    if (all && is_selected(ended.claim, selection)) write(claim_line(ended.claim, "superseded"));
  return out;
}

std::string to_json(const Matrix& matrix) {
  Json out;
  out["schema"] = "https://kbuild.dev/schema/matrix-1.json";
  Json cells = Json::array();
  for (const Cell& cell : matrix.cells) {
    Json made;
    made["id"] = cell.id();
    made["product"] = cell.product;
    made["version"] = text_or_null(cell.version);
    made["system"] = text_or_null(cell.system);
    made["status"] = claims::status_text(cell.status);
    made["module"] = text_or_null(cell.module);
    made["state"] = state_text(cell);
    made["basis"] = claims::basis_text(cell.best().basis);
    if (!cell.list_date.empty()) made["list_date"] = cell.list_date;
    if (cell.list == ListAge::old) made["list_is_old"] = true;
    if (!cell.run.empty()) made["run"] = cell.run;
    if (!cell.run_date.empty()) made["run_date"] = cell.run_date;
    made["claims"] = Json::array();
    for (const CellClaim& each : cell.claims) {
      const Claim& claim = each.claim;
      Json entry;
      entry["status"] = claims::status_text(claim.status);
      entry["version"] = text_or_null(claim.version);
      entry["kind"] = claims::kind_text(claim.kind);
      entry["standing"] = standing_text(each.standing);
      entry["language"] = claim.language;
      entry["basis"] = claims::basis_text(claim.basis);
      entry["page"] = claim.path;
      if (!claim.file.empty()) entry["file"] = claim.file;
      entry["anchor"] = claim.anchor;
      entry["line"] = claim.line;
      if (!claim.date.empty()) entry["date"] = claim.date;
      if (!claim.module.empty()) entry["module"] = claim.module;
      entry["rule"] = claim.rule;
      entry["excerpt"] = claim.excerpt;
      made["claims"].push_back(std::move(entry));
    }
    cells.push_back(std::move(made));
  }
  out["cells"] = std::move(cells);
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string matrix_schema() {
  auto text_or_nothing = [](std::string_view about) {
    return Json{{"type", {"string", "null"}}, {"description", about}};
  };
  Json statuses = Json::array();
  for (const MarkRow& row : kMarks) statuses.push_back(claims::status_text(row.status));
  Json bases = {"installed", "declared", "read", "candidate"};
  Json claim = {
      {"type", "object"},
      {"required", {"status", "kind", "standing", "language", "page", "line", "excerpt"}},
      {"properties",
       {{"status", {{"enum", statuses}}},
        {"version", text_or_nothing("as the page writes it; the cell's where it says the same")},
        {"kind",
         {{"type", "string"}, {"description", "table, list, console, news, ...: see the manual"}}},
        {"standing", {{"enum", {"best", "agreeing", "superseded", "conflicting"}}}},
        {"language", {{"type", "string"}}},
        {"basis", {{"enum", bases}}},
        {"page", {{"type", "string"}, {"description", "path relative to its source's root"}}},
        {"file", {{"type", "string"}, {"description", "the included file that has the text"}}},
        {"anchor", {{"type", "string"}}},
        {"line", {{"type", "integer"}, {"minimum", 1}}},
        {"date", {{"type", "string"}, {"format", "date"}}},
        {"module", {{"type", "string"}}},
        {"rule", {{"type", "string"}}},
        {"excerpt", {{"type", "string"}}}}}};
  Json cell = {
      {"type", "object"},
      {"required", {"id", "product", "version", "system", "status", "state", "claims"}},
      {"properties",
       {{"id", {{"type", "string"}, {"description", "stable over builds: product/version/system"}}},
        {"product", {{"type", "string"}}},
        {"version",
         text_or_nothing("null: said of the product as such; a range begins with < or >")},
        {"system", text_or_nothing("null: said of no system by name")},
        {"status", {{"enum", statuses}}},
        {"module", text_or_nothing("what to load")},
        {"state",
         {{"enum",
           {"installed", "undocumented", "not-installed", "declared", "read", "contradicted",
            "proved", "refuted", "expired"}}}},
        {"basis", {{"enum", bases}}},
        {"list_date",
         {{"type", "string"},
          {"format", "date"},
          {"description", "of the list of what is installed on the system"}}},
        {"list_is_old", {{"type", "boolean"}}},
        {"run", {{"type", "string"}, {"description", "the run record that proves or refutes it"}}},
        {"run_date", {{"type", "string"}, {"format", "date"}}},
        {"claims", {{"type", "array"}, {"minItems", 1}, {"items", claim}}}}}};
  Json schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$id", "https://kbuild.dev/schema/matrix-1.json"},
      {"title", "matrix.json of kbuild"},
      {"type", "object"},
      {"required", {"schema", "cells"}},
      {"properties",
       {{"schema", {{"type", "string"}}}, {"cells", {{"type", "array"}, {"items", cell}}}}}};
  return schema.dump(2) + "\n";
}

std::string to_csv(const Matrix& matrix, const Selection& selection) {
  std::string out =
      "product,version,system,status,module,state,basis,list_date,kind,date,language,file,line\r\n";
  for (const Cell& cell : matrix.cells) {
    if (!is_selected(cell, selection)) continue;
    const Claim& best = cell.best();
    std::vector<std::string> fields = {cell.product,
                                       cell.version,
                                       cell.system,
                                       std::string(claims::status_text(cell.status)),
                                       cell.module,
                                       std::string(state_text(cell)),
                                       std::string(claims::basis_text(best.basis)),
                                       cell.list_date,
                                       std::string(claims::kind_text(best.kind)),
                                       best.date,
                                       best.language,
                                       file_of(best),
                                       std::to_string(best.line)};
    for (std::string& field : fields) field = csv_field(field);
    out += base::join(fields, ",") + "\r\n";
  }
  return out;
}

std::string to_table(const Matrix& matrix, const Selection& selection) {
  std::map<std::string, std::vector<const Cell*>> products;
  std::vector<std::string> order;
  for (const Cell& cell : matrix.cells) {
    if (!is_selected(cell, selection)) continue;
    if (products[cell.product].empty()) order.push_back(cell.product);
    products[cell.product].push_back(&cell);
  }
  std::string out;
  for (const std::string& product : order) {
    std::set<std::string> systems;
    std::vector<std::string> versions;
    std::set<std::string_view> seen;
    std::map<std::pair<std::string_view, std::string_view>, const Cell*> placed;
    for (const Cell* cell : products[product]) {
      if (seen.insert(cell->version).second) versions.push_back(cell->version);
      placed.try_emplace({cell->version, cell->system}, cell);
      systems.insert(cell->system);
    }
    std::vector<std::vector<std::string>> rows;
    rows.push_back({product});
    for (const std::string& system : systems)
      rows.back().push_back(system.empty() ? "(any)" : system);
    rows.back().push_back("module");
    for (const std::string& version : versions) {
      std::vector<std::string> row{"  " + (version.empty() ? std::string("(any)") : version)};
      std::string module;
      for (const std::string& system : systems) {
        auto found = placed.find({version, system});
        bool exists = found != placed.end();
        const Cell* cell = exists ? found->second : nullptr;
        row.push_back(exists ? std::string(mark_of(cell->status)) + sign_of(*cell) : "");
        if (exists && module.empty()) module = cell->module;
      }
      row.push_back(module);
      rows.push_back(std::move(row));
    }
    out += (out.empty() ? "" : "\n") + lay_out(rows);
  }
  if (!out.empty()) out += "\n" + legend(matrix, selection);
  return out;
}

}  // namespace kbuild::matrix
