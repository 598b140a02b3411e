// The matrix as pages of the site: an overview of products and systems, a page for each,
// matrix.json and matrix.csv. See outputs.h for how they are written.
#include <algorithm>
#include <set>

#include "build/compose.h"
#include "build/outputs.h"
#include "doc/anchors.h"
#include "matrix/export.h"
#include "render/matrix_view.h"
#include "site/index.h"

namespace kbuild::build {

namespace {

using matrix::Cell;

/// "PyTorch Geometric" -> "pytorch-geometric".
std::string slug(const std::string& name) {
  return doc::make_slug(name, doc::SlugStyle::python_markdown);
}

class Pages {
 public:
  Pages(const State& state, const render::Theme& theme, const std::string& language,
        std::vector<OutputFile>& out)
      : state_(state),
        theme_(theme),
        language_(language),
        out_(out),
        root_(state.index->language_prefix(language) + "matrix/") {}

  void write() {
    std::set<std::string> products, systems;
    for (const Cell& cell : state_.matrix.cells) {
      products.insert(cell.product);
      if (!cell.system.empty()) systems.insert(cell.system);
    }
    write_overview(products, systems);
    for (const std::string& product : products) write_product(product);
    for (const std::string& system : systems) write_system(system);
  }

 private:
  std::string product_url(const std::string& product) const { return root_ + slug(product) + "/"; }
  std::string system_url(const std::string& system) const {
    return root_ + "systems/" + slug(system) + "/";
  }
  std::string word(const std::string& key) const { return theme_.word(language_, key); }

  void put(const std::string& url, render::MatrixModel model) {
    model.language = language_;
    render::PageModel page = empty_page(state_, language_, url, model.title);
    page.body_html = render::render_matrix(theme_, model);
    page.wide = true;
    page.breadcrumbs.push_back({word("matrix.overview"), site::relative_url(url, root_)});
    if (url == root_) page.breadcrumbs.clear();
    for (const std::string& other : state_.languages) {
      std::string twin = state_.index->language_prefix(other) +
                         url.substr(state_.index->language_prefix(language_).size());
      page.twins.push_back({other, theme_.word(other, "language." + other),
                            site::relative_url(url, twin), twin, other == language_, true});
    }
    out_.push_back(
        {url + "index.html", render::render_page(theme_, site_model(state_, language_), page)});
  }

  render::MatrixCell cell_of(const Cell& cell, const std::string& url) const {
    render::MatrixCell out;
    out.status = page::status_text(cell.status);
    out.state = matrix::state_text(cell);
    if (!cell.module.empty()) out.load = "module load " + cell.module;
    if (cell.proof != matrix::Proof::unproven)
      out.runs.push_back({cell.run, cell.run_date, {}, cell.proof == matrix::Proof::proved});
    for (const matrix::CellClaim& entry : cell.claims) {
      const page::Claim& claim = entry.claim;
      render::MatrixClaim shown;
      shown.status = page::status_text(claim.status);
      shown.excerpt = claim.excerpt;
      site::PageId id = state_.index->find_path(claim.language, claim.path);
      if (id != site::kNoPage) {
        const site::SitePage& page = state_.index->pages()[id];
        shown.page = {page.facts->title, site::relative_url(url, page.url) +
                                             (claim.anchor.empty() ? "" : "#" + claim.anchor)};
      }
      shown.line = static_cast<int>(claim.line);
      shown.language = claim.language;
      shown.date = claim.date;
      shown.superseded = entry.standing == matrix::Standing::superseded;
      out.claims.push_back(std::move(shown));
    }
    return out;
  }

  /// Rows by `row_of`, columns by `column_of`, of the cells that `keep` keeps; rows in the matrix's
  /// order.
  template <class Keep, class RowOf, class ColumnOf>
  void fill(render::MatrixModel& model, const std::string& url, const Keep& keep,
            const RowOf& row_of, const ColumnOf& column_of) const {
    std::vector<std::string> rows, columns;
    for (const Cell& cell : state_.matrix.cells) {
      if (!keep(cell)) continue;
      if (std::find(rows.begin(), rows.end(), row_of(cell)) == rows.end())
        rows.push_back(row_of(cell));
      if (std::find(columns.begin(), columns.end(), column_of(cell)) == columns.end())
        columns.push_back(column_of(cell));
    }
    std::sort(columns.begin(), columns.end());
    for (const std::string& column : columns)
      model.columns.push_back({column.empty() ? "–" : column, "", ""});
    for (const std::string& row : rows) {
      render::MatrixRow shown{{row, "", ""}, std::vector<render::MatrixCell>(columns.size())};
      for (const Cell& cell : state_.matrix.cells) {
        if (!keep(cell) || row_of(cell) != row) continue;
        auto at = std::find(columns.begin(), columns.end(), column_of(cell)) - columns.begin();
        render::MatrixCell& slot = shown.cells[static_cast<std::size_t>(at)];
        if (slot.status.empty()) slot = cell_of(cell, url);
      }
      model.rows.push_back(std::move(shown));
    }
  }

  void write_product(const std::string& product) {
    render::MatrixModel model;
    model.title = product;
    model.row_kind = word("matrix.version");
    std::string url = product_url(product);
    fill(
        model, url,
        [&](const Cell& cell) {
          return cell.product == product && !cell.version.empty() && !cell.system.empty();
        },
        [](const Cell& cell) { return cell.version; },
        [](const Cell& cell) { return cell.system; });
    for (render::MatrixHeader& column : model.columns)
      column.href = site::relative_url(url, system_url(column.title));
    put(url, std::move(model));
  }

  void write_system(const std::string& system) {
    render::MatrixModel model;
    model.title = system;
    model.row_kind = word("matrix.software");
    std::string url = system_url(system);
    auto name = [](const Cell& cell) {
      return cell.version.empty() ? cell.product : cell.product + " " + cell.version;
    };
    fill(
        model, url, [&](const Cell& cell) { return cell.system == system; }, name,
        [](const Cell& cell) { return cell.system; });
    put(url, std::move(model));
  }

  /// For each product and system the version that one gets there: the default, else the newest that
  /// is usable.
  void write_overview(const std::set<std::string>& products, const std::set<std::string>& systems) {
    render::MatrixModel model;
    model.title = word("matrix.overview");
    model.row_kind = word("matrix.software");
    for (const std::string& system : systems)
      model.columns.push_back({system, site::relative_url(root_, system_url(system)), ""});
    for (const std::string& product : products) {
      render::MatrixRow row{{product, site::relative_url(root_, product_url(product)), ""}, {}};
      for (const std::string& system : systems) {
        const Cell* best = nullptr;
        for (const Cell& cell : state_.matrix.cells) {
          if (cell.product != product || cell.system != system || !matrix::is_usable(cell.status))
            continue;
          bool better = !best || (cell.status == page::ClaimStatus::default_version &&
                                  best->status != cell.status);
          if (better) best = &cell;
        }
        row.cells.push_back(best ? cell_of(*best, root_) : render::MatrixCell{});
        if (best) row.cells.back().text = best->version;
      }
      model.rows.push_back(std::move(row));
    }
    put(root_, std::move(model));
  }

  const State& state_;
  const render::Theme& theme_;
  const std::string& language_;
  std::vector<OutputFile>& out_;
  std::string root_;
};

}  // namespace

void matrix_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out) {
  if (state.matrix.cells.empty()) return;
  for (const std::string& language : state.languages) Pages(state, theme, language, out).write();
  out.push_back({"matrix.json", matrix::to_json(state.matrix)});
  out.push_back({"matrix.csv", matrix::to_csv(state.matrix, {})});
}

}  // namespace kbuild::build
