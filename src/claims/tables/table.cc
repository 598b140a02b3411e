// Claims from the rows of availability tables. If the columns make no sense, the transposed table
// is tried. The roles of columns are layout.h's, the content of rows row.h's.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "claims/extraction/reading.h"
#include "claims/tables/row.h"

namespace kbuild::claims {

namespace {

class TableReader {
 public:
  TableReader(Extraction& extraction, const Passage& passage, const Grid& grid,
              const TableLayout& layout, bool transposed)
      : extraction_(extraction),
        vocabulary_(extraction.vocabulary),
        passage_(passage),
        grid_(grid),
        layout_(layout),
        transposed_(transposed),
        rows_(extraction, passage, layout, transposed),
        columns_(layout.columns()),
        crosses_deny_(layout.crosses_deny()) {}

  void claim() {
    for (std::size_t row = layout_.body_begin(); row < grid_.rows.size(); ++row)
      claim_row(grid_.rows[row]);
  }

 private:
  using Cells = std::vector<GridCell>;

  void add(Draft draft, const std::vector<std::uint32_t>& systems, const TableRow& row) {
    draft.excerpt = row.excerpt;
    auto version = row.version_places.find(draft.version);
    source::Span place = row.cell                              ? row.cell
                         : version != row.version_places.end() ? version->second
                                                               : row.place;
    extraction_.add(draft, systems, passage_, place);
  }

  void claim_row(const Cells& cells) {
    TableRow row = rows_.read(cells);
    if (count(Role::bundle) > 0 && count(Role::product) == 0) claim_pairs(cells, row);
    if (row.products.empty()) return;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (transposed_) row.cell = cells[column].located.place(0);
      if (columns_[column].role == Role::system_marks)
        claim_cell(cells[column], columns_[column], row);
      else if (columns_[column].role == Role::bundle)
        claim_bundled(cells[column].text(), columns_[column], row);
    }
    row.cell = {};
    if (count(Role::system_marks) == 0) claim_others(cells, row);
    if (count(Role::system_marks) == 0 && row.versions.empty()) claim_absence(cells, row);
    if (count(Role::system_marks) > 0 || row.versions.empty()) return;
    if (row.has_system_names) {
      claim_versions(row, row.systems, row.status, "table-system-names");
      return;
    }
    Extraction::Where where = extraction_.where(passage_);
    ClaimStatus introduced = extraction_.introduction_status(passage_);
    claim_versions(row, row.only_systems.empty() ? where.systems : row.only_systems,
                   row.status == ClaimStatus::available ? introduced : row.status,
                   "table-under-system");
  }

  /// "not installed" below "Version": absence of the product of the row.
  void claim_absence(const Cells& cells, const TableRow& row) {
    Extraction::Where where = extraction_.where(passage_);
    if (count(Role::product) == 0 || !(row.has_system_names || where.sure)) return;
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::version && says_absent(cells[column].text()))
        return add(
            {row.products[0], {}, ClaimStatus::unavailable, ClaimKind::table, "table-absent"},
            row.has_system_names ? row.systems : where.systems, row);
  }

  /// "pytorch-0.4.1" below "Version" in a row of Python: another product that is available.
  void claim_others(const Cells& cells, const TableRow& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::version) continue;
      std::string_view text = base::trim(cells[column].text());
      if (text.empty() || !base::is_alpha(text[0]) || text.find(' ') != text.npos) continue;
      auto module = parse_module(text, vocabulary_);
      if (!module || !module->product || module->release.empty() ||
          std::find(row.products.begin(), row.products.end(), *module->product) !=
              row.products.end())
        continue;
      Extraction::Where where = extraction_.where(passage_);
      if (where.sure)
        add({*module->product, module->release, extraction_.introduction_status(passage_),
             ClaimKind::table, "table-other-product"},
            where.systems, row);
    }
  }

  static ClaimStatus state_of(const TableRow& row, const std::string& version, ClaimStatus status) {
    auto state = row.states.find(version);
    return state != row.states.end() && status == ClaimStatus::available ? state->second : status;
  }

  void claim_versions(const TableRow& row, const std::vector<std::uint32_t>& systems,
                      ClaimStatus status, std::string_view rule) {
    // Several modules for one version, or one module for each.
    for (std::size_t i = 0; i < row.versions.size(); ++i) {
      const auto& [version, is_default] = row.versions[i];
      Draft draft{row.products[0], version,
                  is_default ? ClaimStatus::default_version : state_of(row, version, status),
                  ClaimKind::table, rule};
      draft.module = module_for(row, i);
      if (status == ClaimStatus::default_version && !row.status_systems.empty()) {
        for (std::uint32_t system : systems) {
          bool named = std::find(row.status_systems.begin(), row.status_systems.end(), system) !=
                       row.status_systems.end();
          draft.status = named ? status : ClaimStatus::available;
          add(draft, {system}, row);
        }
        continue;
      }
      add(draft, systems, row);
    }
  }

  static std::string module_for(const TableRow& row, std::size_t index) {
    if (row.modules.empty()) return {};
    return row.modules.size() == row.versions.size() ? row.modules[index] : row.modules[0];
  }

  void claim_cell(const GridCell& cell, const Column& column, TableRow& row) {
    // "X / -" below "Puhti / Mahti": one mark for each.
    std::vector<std::string_view> parts = base::split(cell.text(), '/');
    if (column.systems.size() > 1 && parts.size() == column.systems.size()) {
      for (std::size_t i = 0; i < parts.size(); ++i)
        claim_text(parts[i], {column.role, {column.systems[i]}}, row);
      return;
    }
    claim_text(cell.text(), column, row);
  }

  void claim_text(std::string_view text, const Column& column, TableRow& row) {
    Mark mark = read_mark(text, crosses_deny_);
    std::optional<ClaimStatus> status;
    switch (mark.meaning) {
      case Mark::Meaning::none: return;
      case Mark::Meaning::positive: status = ClaimStatus::available; break;
      case Mark::Meaning::negative: status = ClaimStatus::unavailable; break;
      case Mark::Meaning::default_version: status = ClaimStatus::default_version; break;
      case Mark::Meaning::qualified:
        status = explained(mark.sign, [&] { return meaning_of_sign(extraction_, mark.sign); });
        break;
      case Mark::Meaning::other:
        status = explained(text, [&] { return legend_of(extraction_, text); });
        break;
    }
    if (!status) {
      claim_content(text, column, row);
      return;
    }
    if (*status == ClaimStatus::available) {
      for (std::uint32_t system : column.systems) {
        bool noted = row.status_systems.empty() ||
                     std::find(row.status_systems.begin(), row.status_systems.end(), system) !=
                         row.status_systems.end();
        claim_mark(row, system, noted ? row.status : ClaimStatus::available);
      }
      return;
    }
    for (std::uint32_t system : column.systems) claim_mark(row, system, *status);
  }

  /// The meaning of a sign, looked up once.
  template <typename Look>
  std::optional<ClaimStatus> explained(std::string_view sign, Look&& look) {
    constexpr std::size_t kMaxSignLength = 16;
    if (sign.size() > kMaxSignLength) return look();
    auto [known, added] = legends_.try_emplace(std::string(sign));
    if (added) known->second = look();
    return known->second;
  }

  void claim_mark(const TableRow& row, std::uint32_t system, ClaimStatus status) {
    if (row.versions.empty()) {
      // "Available on" tables of software without versions.
      if (count(Role::version) > 0 && row.modules.empty()) return;
      Draft draft{row.products[0], {}, status, ClaimKind::table, "table-system-column"};
      if (!row.modules.empty()) draft.module = row.modules[0];
      add(draft, {system}, row);
      return;
    }
    for (std::size_t i = 0; i < row.versions.size(); ++i) {
      bool named_default = row.versions[i].second && status == ClaimStatus::available;
      Draft draft{row.products[0], row.versions[i].first,
                  named_default ? ClaimStatus::default_version
                                : state_of(row, row.versions[i].first, status),
                  ClaimKind::table, "table-system-column"};
      draft.module = module_for(row, i);
      add(draft, {system}, row);
    }
  }

  /// "PyTorch 1.2.0" below the module that contains it.
  void claim_pairs(const Cells& cells, const TableRow& row) {
    Extraction::Where where = extraction_.where(passage_);
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::bundle || columns_[column].product || !where.sure)
        continue;
      for (const BoundVersion& pair : pairs_in(vocabulary_, cells[column].text()))
        add({pair.product, pair.version, ClaimStatus::available, ClaimKind::table, "table-bundle",
             columns_[column].module},
            where.systems, row);
    }
  }

  /// The version of the row's product in the module of the column's header.
  void claim_bundled(std::string_view text, const Column& column, TableRow& row) {
    std::vector<std::pair<std::uint32_t, ClaimStatus>> places = places_of_bundle(column);
    Extraction::Where where = extraction_.where(passage_);
    if (places.empty() && !where.sure) return;
    for (const auto& [version, is_default] : versions_in(vocabulary_, text, row.products)) {
      Draft draft{row.products[0],  version,        ClaimStatus::available,
                  ClaimKind::table, "table-bundle", column.module};
      if (places.empty()) add(draft, where.systems, row);
      for (const auto& [system, status] : places) {
        draft.status = status;
        add(draft, {system}, row);
      }
    }
  }

  /// The systems of a bundle, by rows of systems with a mark for each bundle.
  std::vector<std::pair<std::uint32_t, ClaimStatus>> places_of_bundle(const Column& column) const {
    auto index = static_cast<std::size_t>(&column - columns_.data());
    std::vector<std::pair<std::uint32_t, ClaimStatus>> places;
    for (std::size_t row = layout_.body_begin(); row < grid_.rows.size(); ++row) {
      auto system =
          vocabulary_.whole(base::trim(grid_.rows[row][0].text()), vocabulary::NameKind::system);
      Mark mark = read_mark(grid_.rows[row][index].text(), crosses_deny_);
      if (system && mark.meaning == Mark::Meaning::positive)
        places.emplace_back(*system, ClaimStatus::available);
      if (system && mark.meaning == Mark::Meaning::negative)
        places.emplace_back(*system, ClaimStatus::unavailable);
    }
    return places;
  }

  /// A cell below a system that has versions, modules or words instead of a mark.
  void claim_content(std::string_view text, const Column& column, TableRow row) {
    if (row.versions.empty()) {
      std::vector<std::string_view> words = base::split_words(text);
      for (std::size_t i = 0; i < words.size(); ++i) {
        auto module = parse_module(words[i], vocabulary_);
        if (!module || module->release.empty() || !module->product ||
            words[i].find('/') == words[i].npos)
          continue;
        bool first =
            i + 1 < words.size() && words[i + 1].starts_with('(') && says_default(words[i + 1]);
        Draft draft{*module->product,
                    module->release,
                    first ? ClaimStatus::default_version : ClaimStatus::available,
                    ClaimKind::table,
                    "table-module-cell",
                    module->text};
        add(draft, column.systems, row);
        row.versions.emplace_back(module->release, false);
      }
      if (!row.versions.empty()) return;
      if (!row_is_about_versions(row)) return;
      for (const auto& [version, is_default] : versions_in(vocabulary_, text, row.products)) {
        Draft draft{row.products[0], version,
                    is_default ? ClaimStatus::default_version : status_after(text, version),
                    ClaimKind::table, "table-version-cell"};
        if (!row.modules.empty()) draft.module = row.modules[0];
        add(draft, column.systems, row);
      }
      return;
    }
    // A module or a word in a row of a version: `pytorch/2.7`, "default", "deprecated".
    std::optional<ClaimStatus> status =
        status_of_cell(text, Role::status, layout_.header_above(0), crosses_deny_);
    for (std::string_view word : base::split_words(text)) {
      auto module = parse_module(word, vocabulary_);
      if (!module || !module->product ||
          (word.find('/') == word.npos && word.find('-') == word.npos))
        continue;
      row.modules = {module->text};
      if (!status) status = ClaimStatus::available;
      break;
    }
    if (!status) {
      Mark::Meaning meaning = meaning_before_remark(text, crosses_deny_);
      if (meaning == Mark::Meaning::positive) status = ClaimStatus::available;
      if (meaning == Mark::Meaning::negative) status = ClaimStatus::unavailable;
    }
    if (!status) return;
    for (std::uint32_t system : column.systems) claim_mark(row, system, *status);
  }

  /// Versions in cells count only if the row names a product or says "version"; other numbers may
  /// mean anything.
  bool row_is_about_versions(const TableRow& row) const {
    if (row.products.empty()) return false;
    return count(Role::product) > 0 || says_version(row.label) ||
           !vocabulary_.find(row.label, vocabulary::Expectation::name).empty();
  }

  int count(Role role) const { return layout_.count(role); }
  Extraction& extraction_;
  vocabulary::Vocabulary& vocabulary_;
  const Passage& passage_;
  const Grid& grid_;
  const TableLayout& layout_;
  /// Whether the grid's rows are the columns of the page.
  bool transposed_;
  TableRowReader rows_;
  /// By sign.
  std::map<std::string, std::optional<ClaimStatus>> legends_ = {};
  const std::vector<Column>& columns_;
  bool crosses_deny_;
};

/// "This guide was last tested with:" introduces a table of software that readers bring.
bool is_introduced_as_tested(const Extraction& extraction, const Passage& passage) {
  if (passage.introduction == kNoPassage) return false;
  std::string lower = base::to_lower(extraction.passages[passage.introduction].text());
  std::string_view introduction = base::trim_right(lower);
  if (introduction.ends_with(':'))
    introduction = base::trim_right(introduction.substr(0, introduction.size() - 1));
  return introduction.ends_with("tested with") || introduction.ends_with("testé avec") ||
         introduction.ends_with("testée avec");
}

}  // namespace

void extract_tables(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::table) continue;
    Grid grid = make_grid(std::get<doc::Table>(passage.block->value), passage.block->span);
    if (grid.rows.empty() || grid.columns() == 0 || is_introduced_as_tested(extraction, passage))
      continue;
    TableLayout upright(extraction, passage, grid);
    Grid turned = grid.transposed();
    TableLayout sideways(extraction, passage, turned);
    bool transposed = sideways.score() > upright.score();
    const TableLayout& layout = transposed ? sideways : upright;
    if (layout.score() == 0) continue;
    for (const Column& column : layout.columns())
      for (std::uint32_t system : column.systems)
        if (std::find(extraction.all_systems.begin(), extraction.all_systems.end(), system) ==
            extraction.all_systems.end())
          extraction.all_systems.push_back(system);
    TableReader(extraction, passage, transposed ? turned : grid, layout, transposed).claim();
  }
}

}  // namespace kbuild::claims
