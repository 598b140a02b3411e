// Compares the cells of the matrix with those of the last build and writes the Atom feed; see
// matrix_feed.h.
#include "build/outputs/matrix_feed.h"

#include <algorithm>
#include <map>

#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "matrix/view.h"
#include "xml/write.h"

namespace kbuild::build {

namespace {

using base::Json;

constexpr std::size_t kMaxEntries = 200;

/// The data of cells for a feed. An array: members of an object would be looked for among all.
Json cells_of(const matrix::Matrix& matrix) {
  Json cells = Json::array();
  for (const matrix::Cell& cell : matrix.cells)
    cells.push_back({{"product", cell.product},
                     {"version", cell.version},
                     {"system", cell.system},
                     {"status", claims::status_text(cell.status)}});
  return cells;
}

/// The cells of the last build as a matrix to compare with.
matrix::Matrix matrix_of(const Json& cells) {
  matrix::Matrix matrix;
  for (const Json& told : cells) {
    matrix::Cell& cell = matrix.cells.emplace_back();
    cell.product = told.value("product", "");
    cell.version = told.value("version", "");
    cell.system = told.value("system", "");
    claims::parse_status(told.value("status", ""), cell.status);
    cell.claims.emplace_back();
  }
  return matrix;
}

/// The history as a line that holds its own digest.
std::string sealed(Json history) {
  history["digest"] = base::digest(base::dump_line(history)).hex();
  return base::dump_line(history) + "\n";
}

/// Null where there is none, or where it is not what was written.
Json read_history_file(const base::Disk& disk, const std::string& path) {
  auto text = disk.read(path);
  Json history = text ? Json::parse(*text, nullptr, false) : Json();
  if (!history.is_object() || !history.contains("digest")) return history;
  Json digest = history["digest"];
  history.erase("digest");
  return digest == Json(base::digest(base::dump_line(history)).hex()) ? history : Json();
}

std::string title_of(const matrix::Change& change) {
  std::string title = change.product;
  if (!change.version.empty()) title += " " + change.version;
  if (!change.system.empty()) title += " on " + change.system;
  return title + ": " + (change.after.empty() ? "no page names it any more" : change.after) +
         (change.before.empty() ? "" : " (was " + change.before + ")");
}

}  // namespace

std::string newest_date(const State& state) {
  std::string newest = "1970-01-01";
  for (const History& history : state.histories)
    for (const auto& [path, date] : history.dates) newest = std::max(newest, date);
  return newest.substr(0, 10) + "T00:00:00Z";
}

MatrixFeed matrix_feed(const base::Disk& disk, const State& state, std::int64_t now) {
  MatrixFeed feed;
  feed.history_path = state.directory + "/matrix-history.json";
  Json history = read_history_file(disk, feed.history_path);
  std::string day = base::format_time(now);
  bool first = !history.is_object() || !history.contains("cells") || !history.contains("entries");
  if (first) history = {{"entries", Json::array()}};
  std::string prefix = "matrix/";
  if (!first) {
    // The last change first, above those of earlier builds.
    std::vector<matrix::Change> changes =
        matrix::changes_between(matrix_of(history["cells"]), state.matrix);
    Json entries = Json::array();
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
      if (entries.size() < kMaxEntries)
        entries.push_back({{"id", change->id},
                           {"title", title_of(*change)},
                           {"page", prefix + matrix_slug(change->product) + "/"},
                           {"date", day}});
    for (Json& entry : history["entries"])
      if (entries.size() < kMaxEntries) entries.push_back(std::move(entry));
    history["entries"] = std::move(entries);
  }
  history["cells"] = cells_of(state.matrix);
  feed.history = sealed(history);
  const std::string& root = state.config->site_url;
  if (root.empty()) return feed;
  xml::AtomFeed atom;
  atom.title = "Matrix";
  atom.link = root + prefix;
  atom.self = root + "matrix.xml";
  atom.updated = newest_date(state);
  atom.language = state.languages.front();
  for (const Json& told : history["entries"]) {
    std::string date = told.value("date", day);
    if (atom.entries.empty()) atom.updated = date;
    // One cell may change again: the day makes the entry's address its own.
    atom.entries.push_back(
        {root + told.value("page", prefix) + "#" + told.value("id", "") + "@" + date,
         told.value("title", ""), date});
  }
  feed.file = {"matrix.xml", xml::write_atom(atom)};
  return feed;
}

}  // namespace kbuild::build
