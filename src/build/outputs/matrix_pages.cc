// The matrix as pages of the site: an overview of products and systems, a page for each,
// matrix.json and matrix.csv. A page is rendered where what it shows has changed; see outputs.h.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "base/format.h"
#include "base/jobs.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/outputs/outputs.h"
#include "build/stages/compose.h"
#include "doc/anchors.h"
#include "matrix/export.h"
#include "matrix/view.h"
#include "render/matrix_view.h"
#include "site/index.h"

namespace kbuild::build {

namespace {

using matrix::Cell;

/// Words of a text directive, with all that has a meaning in one encoded.
std::string directive_words(const std::vector<std::string_view>& words, std::size_t begin,
                            std::size_t end) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin) out += "%20";
    for (char c : words[i]) {
      if (base::is_alnum(c) || c == '.' || c == '_') {
        out += c;
        continue;
      }
      auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

/// ":~:text=..." takes a browser to the words of the claim and marks them; one that does not know
/// it, or does not find them, stays at the heading above.
std::string text_directive(const claims::Claim& claim) {
  constexpr std::size_t kEdge = 5, kMaxCellLength = 60;
  // The cell that begins the row with the next one, since its text alone may occur elsewhere.
  if (std::size_t bar = claim.excerpt.find(" | ");
      (claim.kind == claims::ClaimKind::table ||
       claim.kind == claims::ClaimKind::explicit_statement) &&
      bar != std::string::npos) {
    std::string_view cell = std::string_view(claim.excerpt).substr(0, bar);
    std::string_view after = std::string_view(claim.excerpt).substr(bar + 3);
    after = after.substr(0, after.find(" | "));
    if (cell.size() > kMaxCellLength || after.size() > kMaxCellLength) return {};
    std::vector<std::string_view> first = base::split_words(cell), next = base::split_words(after);
    return ":~:text=" + directive_words(first, 0, first.size()) + "-," +
           directive_words(next, 0, next.size());
  }
  std::vector<std::string_view> words = base::split_words(claim.excerpt);
  // The last word of a long excerpt may be cut.
  if (words.size() > 2 * kEdge)
    return ":~:text=" + directive_words(words, 0, kEdge) + "," +
           directive_words(words, words.size() - 1 - kEdge, words.size() - 1);
  return words.empty() ? std::string() : ":~:text=" + directive_words(words, 0, words.size());
}

class Pages {
 public:
  Pages(const State& state, const render::Theme& theme, const std::string& language,
        OutputSet& outputs)
      : state_(state),
        theme_(theme),
        language_(language),
        outputs_(outputs),
        site_(site_model(state, language)),
        root_(state.index->language_prefix(language) + "matrix/") {
    for (const Cell& cell : state_.matrix.cells) {
      products_[cell.product].push_back(&cell);
      if (matrix::is_system(cell.system)) systems_[cell.system].push_back(&cell);
    }
  }

  /// Functions that make one page each; may be called on any thread.
  std::vector<std::function<void()>> tasks() const {
    std::vector<std::function<void()>> out;
    for (const auto& [product, cells] : products_)
      out.push_back([this, &product = product, &cells = cells] { write_product(product, cells); });
    for (const auto& [system, cells] : systems_)
      out.push_back([this, &system = system, &cells = cells] { write_system(system, cells); });
    out.push_back([this] { write_overview(); });
    return out;
  }

 private:
  /// In the matrix's order.
  using Cells = std::vector<const Cell*>;

  std::string product_url(const std::string& product) const {
    return root_ + matrix_slug(product) + "/";
  }
  std::string system_url(const std::string& system) const {
    return root_ + "systems/" + matrix_slug(system) + "/";
  }
  std::string word(const std::string& key) const { return theme_.word(language_, key); }

  void write(const std::string& url, render::MatrixModel model) const {
    model.language = language_;
    render::PageModel page = empty_page(*state_.config, language_, url, model.title);
    page.wide = true;
    page.breadcrumbs.push_back({word("matrix.overview"), site::relative_url(url, root_)});
    if (url == root_) page.breadcrumbs.clear();
    add_translations(state_, theme_, language_,
                     url.substr(state_.index->language_prefix(language_).size()), page);
    const meta::ConfigInputs& config = state_.config->inputs;
    const base::Digest input = base::Hasher()
                                   .add(theme_.digest())
                                   .add(config.digest)
                                   .add(base::digest_of(config.environment))
                                   .add(base::digest_of(page.translations))
                                   .add(base::digest_of(model))
                                   .finish();
    std::string path = url + "index.html";
    if (outputs_.keep(path, input)) return;
    page.body_html = render::render_matrix(theme_, model);
    outputs_.put(path, input, render::render_page(theme_, site_, page));
  }

  /// The line in the repository, where the source of the page has one.
  std::string source_link(const site::SitePage& page, const claims::Claim& claim) const {
    std::string url = state_.config->sources[page.tree].edit_url;
    std::size_t edit = url.find("/edit/");
    if (edit == url.npos) return {};
    url.replace(edit, 6, "/blob/");
    // An included file is named from the site's root.
    std::string_view file = claim.file.empty() ? std::string_view(page.path) : claim.file;
    const std::string& mount = state_.config->sources[page.tree].mount;
    if (!claim.file.empty() && !mount.empty() && file.starts_with(mount + "/"))
      file.remove_prefix(mount.size() + 1);
    return url + base::encode_path(std::string(file)) + base::format("?plain=1#L{}", claim.line);
  }

  /// "By the system's list of 2026-11-20, which is old"; empty without a list.
  std::string list_words(matrix::ListAge age, const std::string& date) const {
    if (age == matrix::ListAge::none) return {};
    std::string words = date.empty() ? word("matrix.list")
                                     : theme_.word(language_, "matrix.list_of", {{"date", date}});
    return age == matrix::ListAge::old ? words + word("matrix.list_is_old") : words;
  }

  render::MatrixCell cell_of(const Cell& cell, const std::string& url) const {
    render::MatrixCell out;
    out.status = claims::status_text(cell.status);
    out.state = matrix::state_text(cell);
    // An image's file is no module.
    bool is_module = std::any_of(cell.claims.begin(), cell.claims.end(), [&](const auto& each) {
      return each.claim.kind != claims::ClaimKind::container && each.claim.module == cell.module;
    });
    if (is_module && !cell.module.empty() && claims::is_usable(cell.status))
      out.load = "module load " + cell.module;
    if (cell.proof != matrix::Proof::unproven)
      out.runs.push_back({cell.run, cell.run_date, {}, cell.proof != matrix::Proof::refuted});
    out.list = list_words(cell.list, cell.list_date);
    for (const matrix::CellClaim& entry : cell.claims) {
      const claims::Claim& claim = entry.claim;
      render::MatrixClaim shown;
      shown.status = claims::status_text(claim.status);
      shown.excerpt = claim.excerpt;
      site::PageId id = state_.index->find_path(claim.language, claim.path);
      if (id != site::kNoPage) {
        const site::SitePage& page = state_.index->pages()[id];
        shown.page = {page.facts->title, site::relative_url(url, page.url) + "#" + claim.anchor +
                                             text_directive(claim)};
        shown.source_href = source_link(page, claim);
      } else {
        shown.page.title = claim.path;
      }
      shown.line = static_cast<int>(claim.line);
      shown.language = claim.language;
      shown.date = claim.date;
      shown.superseded = entry.standing == matrix::Standing::superseded;
      out.claims.push_back(std::move(shown));
    }
    return out;
  }

  /// Rows by `row_of`, in the order of the cells, and columns by system.
  template <class RowOf>
  void fill(render::MatrixModel& model, const std::string& url, const Cells& cells,
            const RowOf& row_of) const {
    // Columns of hardware follow those of systems.
    auto placed = [](const Cell* cell) {
      return std::pair(!matrix::is_system(cell->system), std::string_view(cell->system));
    };
    std::map<std::pair<bool, std::string_view>, std::size_t> columns;
    std::map<std::string, std::size_t> rows;
    for (const Cell* cell : cells) columns.try_emplace(placed(cell));
    for (auto& [column, position] : columns) {
      position = model.columns.size();
      model.columns.push_back({std::string(column.second), "", ""});
    }
    for (const Cell* cell : cells) {
      std::string name = row_of(*cell);
      auto [row, fresh] = rows.try_emplace(name, model.rows.size());
      if (fresh)
        model.rows.push_back(
            {{std::move(name), "", ""}, std::vector<render::MatrixCell>(columns.size())});
      render::MatrixCell& slot = model.rows[row->second].cells[columns.at(placed(cell))];
      if (slot.status.empty()) slot = cell_of(*cell, url);
    }
  }

  void write_product(const std::string& product, const Cells& all) const {
    render::MatrixModel model;
    model.title = product;
    model.row_kind = word("matrix.version");
    std::string url = product_url(product);
    // A cell without a version says something only where no other is known.
    std::set<std::string_view> versioned;
    for (const Cell* cell : all)
      if (!cell->version.empty()) versioned.insert(cell->system);
    Cells cells;
    std::copy_if(all.begin(), all.end(), std::back_inserter(cells), [&](const Cell* cell) {
      return !cell->system.empty() && (!cell->version.empty() || !versioned.count(cell->system));
    });
    fill(model, url, cells, [&](const Cell& cell) {
      return cell.version.empty() ? word("matrix.no_version") : cell.version;
    });
    for (render::MatrixHeader& column : model.columns) {
      if (matrix::is_system(column.title))
        column.href = site::relative_url(url, system_url(column.title));
      column.title = matrix::system_title(column.title);
    }
    write(url, std::move(model));
  }

  void write_system(const std::string& system, const Cells& cells) const {
    render::MatrixModel model;
    model.title = system;
    if (const matrix::SystemList* list = state_.matrix.list_of(system))
      model.lead_html = "<p>" + base::escape_html(list_words(list->age, list->date)) + "</p>";
    model.row_kind = word("matrix.software");
    std::string url = system_url(system);
    fill(model, url, cells, [](const Cell& cell) {
      return cell.version.empty() ? cell.product : cell.product + " " + cell.version;
    });
    write(url, std::move(model));
  }

  /// For each product and system the version that one gets there: the default, else the newest that
  /// is usable.
  void write_overview() const {
    render::MatrixModel model;
    model.title = word("matrix.overview");
    model.row_kind = word("matrix.software");
    for (const auto& [system, cells] : systems_)
      model.columns.push_back({system, site::relative_url(root_, system_url(system)), ""});
    std::map<std::pair<std::string_view, std::string_view>, const Cell*> best_of;
    for (const Cell& cell : state_.matrix.cells) {
      if (!claims::is_usable(cell.status)) continue;
      const Cell*& best = best_of[{cell.product, cell.system}];
      bool better =
          !best || best->version.empty() ||
          (cell.status == claims::ClaimStatus::default_version && best->status != cell.status);
      if (better) best = &cell;
    }
    for (const auto& [product, all] : products_) {
      render::MatrixRow row{{product, site::relative_url(root_, product_url(product)), ""}, {}};
      for (const auto& [system, cells] : systems_) {
        auto found = best_of.find({product, system});
        const Cell* best = found == best_of.end() ? nullptr : found->second;
        row.cells.push_back(best ? cell_of(*best, root_) : render::MatrixCell{});
        if (best) row.cells.back().text = best->version;
      }
      model.rows.push_back(std::move(row));
    }
    write(root_, std::move(model));
  }

  const State& state_;
  const render::Theme& theme_;
  const std::string& language_;
  OutputSet& outputs_;
  render::SiteModel site_;
  std::string root_;
  std::map<std::string, Cells> products_, systems_;
};

}  // namespace

std::string matrix_slug(const std::string& name) {
  const std::string folded = base::to_lower(name);
  constexpr std::string_view kKept = "abcdefghijklmnopqrstuvwxyz0123456789- ";
  if (!folded.empty() && folded.find_first_not_of(kKept) == folded.npos)
    return base::replace_all(folded, " ", "_");
  // What has other signs is told apart by a digest.
  constexpr std::size_t kDigits = 8;
  std::string slug = doc::make_slug(name, doc::SlugStyle::python_markdown);
  return slug + (slug.empty() ? "" : "-") + base::digest(folded).hex().substr(0, kDigits);
}

void write_matrix(const State& state, const render::Theme& theme, const base::Digest& matrix,
                  OutputSet& outputs) {
  if (state.matrix.cells.empty()) return;
  std::vector<std::function<void()>> tasks;
  if (!outputs.keep("matrix.json", matrix))
    tasks.push_back([&] { outputs.put("matrix.json", matrix, matrix::to_json(state.matrix)); });
  if (!outputs.keep("matrix.csv", matrix))
    tasks.push_back([&] { outputs.put("matrix.csv", matrix, matrix::to_csv(state.matrix, {})); });
  std::vector<Pages> pages;
  for (const std::string& language : state.languages)
    pages.emplace_back(state, theme, language, outputs);
  for (const Pages& of_language : pages)
    for (std::function<void()>& task : of_language.tasks()) tasks.push_back(std::move(task));
  base::for_each_index(tasks.size(), state.jobs, [&](std::size_t i) { tasks[i](); });
}

}  // namespace kbuild::build
