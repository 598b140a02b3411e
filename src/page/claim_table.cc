// What the rows of an availability table claim, in any orientation: a table whose columns make no
// sense is tried on its side. What the columns are is claim_table_layout.h's.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "page/claim_reading.h"
#include "page/claim_table_status.h"

namespace kbuild::page {

namespace {

class TableReader {
 public:
  TableReader(Extraction& extraction, const Passage& passage, const Grid& grid,
              const TableLayout& layout, bool on_side)
      : extraction_(extraction),
        vocabulary_(extraction.vocabulary),
        passage_(passage),
        grid_(grid),
        layout_(layout),
        on_side_(on_side),
        columns_(layout.columns()),
        crosses_deny_(layout.crosses_deny()) {}

  void claim() {
    for (std::size_t row = layout_.body_begin(); row < grid_.rows.size(); ++row)
      claim_row(grid_.rows[row]);
  }

 private:
  using Cells = std::vector<GridCell>;

  struct RowState {
    std::vector<std::uint32_t> products;
    std::vector<std::pair<std::string, bool>> versions;  // with "(default)" beside it
    /// What remarks beside versions say of them: "2.1 (deprecated)".
    std::map<std::string, ClaimStatus> states;
    std::vector<std::string> modules;
    ClaimStatus status = ClaimStatus::available;
    /// Systems that a note gives as the only ones; empty where none does.
    std::vector<std::uint32_t> only_systems;
    /// Systems that a note or status names; empty: all of the row.
    std::vector<std::uint32_t> status_systems;
    std::vector<std::uint32_t> systems;
    bool has_system_names = false;
    std::string label;
    source::Span place;
    /// Of a table that lies on its side: where its versions, and the cell at hand, stand.
    std::map<std::string, source::Span> version_places;
    source::Span cell;
    /// The cells that say something, as a reader sees them.
    std::string excerpt;
  };

  void add(Draft draft, const std::vector<std::uint32_t>& systems, const RowState& row) {
    draft.excerpt = row.excerpt;
    auto version = row.version_places.find(draft.version);
    source::Span place = row.cell                              ? row.cell
                         : version != row.version_places.end() ? version->second
                                                               : row.place;
    extraction_.add(draft, systems, passage_, place);
  }

  void claim_row(const Cells& cells) {
    RowState row;
    row.label = cells[0].text();
    // A blank cell knows no more than where its table begins.
    for (bool reaching : {false, true})
      for (const GridCell& cell : cells)
        if (!row.place && cell.reaching == reaching && !base::trim(cell.text()).empty())
          row.place = cell.placed.place(0);
    for (const GridCell& cell : cells) {
      std::string text = base::collapse_spaces(base::trim(cell.text()));
      if (!text.empty()) row.excerpt += (row.excerpt.empty() ? "" : " | ") + text;
    }
    read_product(cells, row);
    last_product_ = row.products.empty() ? std::nullopt : std::optional(row.products[0]);
    read_modules(cells, row);
    read_versions(cells, row);
    read_status(cells, row);
    read_systems(cells, row);
    if (count(Role::bundle) > 0 && count(Role::product) == 0) claim_pairs(cells, row);
    if (row.products.empty()) return;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (on_side_) row.cell = cells[column].placed.place(0);
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
    ClaimStatus led = extraction_.lead_status(passage_);
    claim_versions(row, row.only_systems.empty() ? where.systems : row.only_systems,
                   row.status == ClaimStatus::available ? led : row.status, "table-under-system");
  }

  /// "not installed" below "Version": of a product of a row of its own.
  void claim_absence(const Cells& cells, const RowState& row) {
    Extraction::Where where = extraction_.where(passage_);
    if (count(Role::product) == 0 || !(row.has_system_names || where.sure)) return;
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::version && says_absent(cells[column].text()))
        return add(
            {row.products[0], {}, ClaimStatus::unavailable, ClaimKind::table, "table-absent"},
            row.has_system_names ? row.systems : where.systems, row);
  }

  /// "pytorch-0.4.1" below "Version" in a row of Python: another product that is there.
  void claim_others(const Cells& cells, const RowState& row) {
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
        add({*module->product, module->release, extraction_.lead_status(passage_), ClaimKind::table,
             "table-other-product"},
            where.systems, row);
    }
  }

  void read_product(const Cells& cells, RowState& row) {
    // "PyTorch version" says whose it is, whatever the rows are.
    for (const Column& column : columns_)
      if (column.role == Role::version && column.product) row.products = {*column.product};
    if (!row.products.empty()) return;
    if (auto module = version_module(cells); module && count(Role::product) == 0) {
      row.products = {*module->product};
      return;
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::product) continue;
      std::string_view text = base::trim(cells[column].text());
      // A blank cell below a name goes on with it.
      if (text.empty() && last_product_) row.products = {*last_product_};
      for (const Mention& mention : vocabulary_.find(text, Expectation::name))
        if (mention.kind == NameKind::product) {
          row.products = {mention.id};
          return;
        }
      if (auto product = product_of_variant(vocabulary_, text)) {
        row.products = {*product};
        return;
      }
      // "CASTEP*": a sign that a note below explains.
      while (!text.empty() && text.back() == '*')
        text = base::trim_right(text.substr(0, text.size() - 1));
      if (!text.empty() && text.size() <= 40 && !is_version_cell(text) && !is_header_word(text))
        row.products = {vocabulary_.add(NameKind::product, text)};
      return;
    }
    if (auto product = extraction_.product_over(passage_); product && row.products.empty())
      row.products = {*product};
  }

  /// The module that stands below "Version" in a row.
  std::optional<ModuleName> version_module(const Cells& cells) const {
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::version)
        if (auto module = module_as_version(vocabulary_, cells[column].text())) return module;
    return std::nullopt;
  }

  void read_modules(const Cells& cells, RowState& row) {
    if (auto module = version_module(cells)) {
      row.modules = {module->text};
      return;
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::module) continue;
      for (std::string_view word : base::split_words(cells[column].text())) {
        auto module = parse_module(word, vocabulary_);
        bool named = module && (!module->version_text.empty() || module->product);
        if (!named || word.find("://") != word.npos) continue;
        row.modules.push_back(module->text);
      }
    }
    keep_own_modules(row);
  }

  /// Modules of other software in a row are what it needs. The row's own are those of its product,
  /// else those of the product of its first module.
  void keep_own_modules(RowState& row) {
    if (row.modules.empty()) return;
    auto product_of = [&](const std::string& text) {
      return parse_module(text, vocabulary_)->product;
    };
    std::optional<std::uint32_t> own = product_of(row.modules[0]);
    for (const std::string& text : row.modules)
      if (auto product = product_of(text);
          product &&
          std::find(row.products.begin(), row.products.end(), *product) != row.products.end())
        own = product;
    // What a "Compiler" column names is needed, and loads nothing of the row's.
    bool needed = own && !row.products.empty() && !says_modules() &&
                  std::find(row.products.begin(), row.products.end(), *own) == row.products.end();
    std::erase_if(row.modules,
                  [&](const std::string& text) { return needed || product_of(text) != own; });
    if (row.modules.empty()) return;
    // "tool, tool/2.1": the name alone is the default of those behind it.
    auto bare = [](const std::string& text) { return text.find('/') == text.npos; };
    if (!std::all_of(row.modules.begin(), row.modules.end(), bare))
      std::erase_if(row.modules, bare);
    // On a page of nothing in particular a row's module says what the row is of.
    bool guessed = extraction_.product_guessed && row.products.size() == 1 &&
                   row.products[0] == extraction_.product;
    if ((row.products.empty() || guessed) && own) row.products = {*own};
  }

  /// Whether a column is headed as one of modules, or by nothing.
  bool says_modules() const {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::module) continue;
      std::string header = header_above(column);
      if (header.empty() || is_header_word(header) || header.find("modul") != header.npos ||
          header.find("load") != header.npos || header.find("comm") != header.npos)
        return true;
    }
    return false;
  }

  void read_versions(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::version) continue;
      // "Default version" and "Other versions" beside each other.
      bool of_default = is_about_default(header_above(column));
      std::vector<std::pair<std::string, bool>> found;
      if (auto module = module_as_version(vocabulary_, cells[column].text()))
        found.emplace_back(module->release, false);
      else
        found = versions_in(vocabulary_, cells[column].text(), row.products);
      for (const auto& [version, is_default] : found) {
        if (on_side_) row.version_places.emplace(version, cells[column].placed.place(0));
        auto same =
            std::find_if(row.versions.begin(), row.versions.end(),
                         [&name = version](const auto& known) { return known.first == name; });
        read_remark(cells[column].text(), version, row);
        if (same == row.versions.end())
          row.versions.emplace_back(version, is_default || of_default);
        else
          same->second = same->second || is_default || of_default;
      }
      // "Installed versions" and "Recommended version" add up; other columns describe the first.
      // So do columns of environments that each hold a release.
      bool adds_up = says_version(header_above(column)) || !is_header_word(header_above(column));
      if (!of_default && !adds_up && !row.versions.empty()) break;
    }
    for (std::size_t column = 0; column < columns_.size() && row.versions.empty(); ++column)
      if (columns_[column].role == Role::product &&
          (count(Role::system_marks) > 0 || layout_.holds_releases()))
        row.versions = versions_in(vocabulary_, cells[column].text(), row.products);
    if (row.versions.empty()) {
      if (!row.modules.empty())
        if (auto first = parse_module(row.modules[0], vocabulary_);
            first->product && !first->release.empty())
          row.products = {*first->product};
      for (const std::string& text : row.modules)
        if (auto module = parse_module(text, vocabulary_); !module->release.empty())
          row.versions.emplace_back(module->release, false);
      for (std::size_t column = 0; column < columns_.size(); ++column)
        if (columns_[column].role == Role::module && !row.versions.empty() &&
            says_default(cells[column].text()))
          row.versions[0].second = true;
    }
  }

  /// "2.1 (deprecated)", "2.4 *" where a note says what the star means.
  void read_remark(std::string_view text, const std::string& version, RowState& row) {
    std::size_t at = text.find(version);
    if (at == text.npos) return;
    std::string_view rest = base::trim_left(text.substr(at + version.size()));
    std::optional<ClaimStatus> status;
    if (rest.starts_with('('))
      status = status_after(text.substr(at), version);
    else if (rest.starts_with('*') && !rest.starts_with("**"))
      status = meaning_of_sign(extraction_, "*");
    if (status == ClaimStatus::default_version || status == ClaimStatus::deprecated ||
        status == ClaimStatus::removed)
      row.states[version] = *status;
  }

  static ClaimStatus state_of(const RowState& row, const std::string& version, ClaimStatus status) {
    auto state = row.states.find(version);
    return state != row.states.end() && status == ClaimStatus::available ? state->second : status;
  }

  void read_status(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      Role role = columns_[column].role;
      if (role != Role::notes && role != Role::status) continue;
      const std::string& text = cells[column].text();
      // "Coming soon": of the versions of the row nothing is there yet.
      if (std::vector<CueMatch> cues = find_cues(text);
          role == Role::status && !cues.empty() && cues.front().cue == Cue::future)
        row.versions.clear();
      if (says_where_alone(text)) row.only_systems = systems_of(text);
      std::optional<ClaimStatus> status =
          status_of_cell(text, role, header_above(column), crosses_deny_);
      if (!status) continue;
      row.status_systems = systems_of(text);
      bool newest = *status == ClaimStatus::default_version && row.versions.size() > 1 &&
                    choice_before(text) == Choice::newest;
      if (!newest) row.status = *status;
      if (newest && row.status_systems.empty()) {
        // "The newest is the default."
        auto best = std::max_element(
            row.versions.begin(), row.versions.end(),
            [](const auto& a, const auto& b) { return compare_versions(a.first, b.first) < 0; });
        best->second = true;
      }
      return;
    }
  }

  void read_systems(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::system_names) continue;
      row.has_system_names = true;
      const std::string& text = cells[column].text();
      std::string lower = base::to_lower(base::trim(text));
      row.systems = listed_systems(text);
      // A blank cell below a name goes on with it where the row says something of its own.
      if (lower.empty())
        row.systems = last_systems_;
      else
        last_systems_ = row.systems;
      if (row.systems.empty() &&
          (lower == "all" || lower == "kaikki" || lower == "tous" || lower == "both"))
        row.systems = extraction_.all_systems;
    }
    if (row.has_system_names && row.systems.empty()) row.versions.clear();
  }

  /// The names of a cell below "System": known ones, and other single words of a list that has one.
  std::vector<std::uint32_t> listed_systems(std::string_view text) {
    std::vector<std::uint32_t> systems = systems_of(text);
    if (systems.empty() || text.find(',') == text.npos) return systems;
    for (std::string_view word : base::split(text, ',')) {
      word = base::trim(word);
      bool name = word.size() > 2 && word.size() < 24 && base::is_alpha(word[0]) &&
                  std::all_of(word.begin(), word.end(),
                              [](char c) { return base::is_alnum(c) || c == '-'; });
      if (!name || !systems_of(word).empty()) continue;
      systems.push_back(vocabulary_.add(NameKind::system, word));
    }
    return systems;
  }

  void claim_versions(const RowState& row, const std::vector<std::uint32_t>& systems,
                      ClaimStatus status, std::string_view rule) {
    // Several modules of one version, or one module each.
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

  static std::string module_for(const RowState& row, std::size_t index) {
    if (row.modules.empty()) return {};
    return row.modules.size() == row.versions.size() ? row.modules[index] : row.modules[0];
  }

  void claim_cell(const GridCell& cell, const Column& column, RowState& row) {
    // "X / -" below "Puhti / Mahti": a mark each.
    std::vector<std::string_view> parts = base::split(cell.text(), '/');
    if (column.systems.size() > 1 && parts.size() == column.systems.size()) {
      for (std::size_t i = 0; i < parts.size(); ++i)
        claim_text(parts[i], {column.role, {column.systems[i]}}, row);
      return;
    }
    claim_text(cell.text(), column, row);
  }

  void claim_text(std::string_view text, const Column& column, RowState& row) {
    Mark mark = read_mark(text, crosses_deny_);
    std::optional<ClaimStatus> status;
    switch (mark.meaning) {
      case Mark::Meaning::none: return;
      case Mark::Meaning::positive: status = ClaimStatus::available; break;
      case Mark::Meaning::negative: status = ClaimStatus::unavailable; break;
      case Mark::Meaning::default_version: status = ClaimStatus::default_version; break;
      case Mark::Meaning::qualified: status = meaning_of_sign(extraction_, mark.sign); break;
      case Mark::Meaning::other: status = legend_of(extraction_, text); break;
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

  void claim_mark(const RowState& row, std::uint32_t system, ClaimStatus status) {
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

  /// "PyTorch 1.2.0" below the module that brings it.
  void claim_pairs(const Cells& cells, const RowState& row) {
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

  /// The version of the row's product in the module that heads the column.
  void claim_bundled(std::string_view text, const Column& column, RowState& row) {
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

  /// Where a bundle is, by the rows that are systems with a mark for each.
  std::vector<std::pair<std::uint32_t, ClaimStatus>> places_of_bundle(const Column& column) const {
    auto index = static_cast<std::size_t>(&column - columns_.data());
    std::vector<std::pair<std::uint32_t, ClaimStatus>> places;
    for (std::size_t row = layout_.body_begin(); row < grid_.rows.size(); ++row) {
      auto system = vocabulary_.whole(base::trim(grid_.rows[row][0].text()), NameKind::system);
      Mark mark = read_mark(grid_.rows[row][index].text(), crosses_deny_);
      if (system && mark.meaning == Mark::Meaning::positive)
        places.emplace_back(*system, ClaimStatus::available);
      if (system && mark.meaning == Mark::Meaning::negative)
        places.emplace_back(*system, ClaimStatus::unavailable);
    }
    return places;
  }

  /// A cell under a system that holds versions, modules or words instead of a mark.
  void claim_content(std::string_view text, const Column& column, RowState row) {
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
    // A module or a word beside a version row: `pytorch/2.7`, "default", "deprecated".
    std::optional<ClaimStatus> status =
        status_of_cell(text, Role::status, header_above(0), crosses_deny_);
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

  /// Versions in cells count where the row names a product or says "version": other numbers are
  /// numbers.
  bool row_is_about_versions(const RowState& row) const {
    if (row.products.empty()) return false;
    return count(Role::product) > 0 || says_version(row.label) ||
           !vocabulary_.find(row.label, Expectation::name).empty();
  }

  int count(Role role) const { return layout_.count(role); }
  std::vector<std::uint32_t> systems_of(std::string_view text) const {
    return layout_.systems_of(text);
  }
  /// The lowest row of the header, in lower case.
  std::string header_above(std::size_t column) const {
    return layout_.body_begin() > 0
               ? base::to_lower(grid_.rows[layout_.body_begin() - 1][column].text())
               : std::string();
  }

  Extraction& extraction_;
  Vocabulary& vocabulary_;
  const Passage& passage_;
  const Grid& grid_;
  const TableLayout& layout_;
  /// Whether the grid's rows are the columns of the page.
  bool on_side_;
  /// Of the row before.
  std::optional<std::uint32_t> last_product_ = {};
  /// Of the last row that names any.
  std::vector<std::uint32_t> last_systems_ = {};
  const std::vector<Column>& columns_;
  bool crosses_deny_;
};

/// "This guide was last tested with:" over a table of what readers bring along, "which version
/// works with which CUDA" over one of what goes together.
bool is_led_as_tested(const Extraction& extraction, const Passage& passage) {
  if (passage.lead == kNoPassage) return false;
  std::string lower = base::to_lower(base::trim_right(extraction.passages[passage.lead].text()));
  for (std::string_view phrase :
       {"tested with:", "tested with", "test\xc3\xa9 avec", "test\xc3\xa9 avec :",
        "test\xc3\xa9"
        "e avec :"})
    if (lower.ends_with(phrase)) return true;
  for (std::string_view phrase :
       {"works with which", "compatible with which", "compatibility matrix", "compatibility table",
        "tested combinations"})
    if (lower.find(phrase) != lower.npos) return true;
  return false;
}

}  // namespace

void extract_tables(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::table) continue;
    Grid grid = make_grid(std::get<doc::Table>(passage.block->value), passage.block->span);
    if (grid.rows.empty() || grid.columns() == 0 || is_led_as_tested(extraction, passage)) continue;
    TableLayout upright(extraction, passage, grid);
    Grid turned = grid.transposed();
    TableLayout sideways(extraction, passage, turned);
    bool on_side = sideways.score() > upright.score();
    const TableLayout& layout = on_side ? sideways : upright;
    if (layout.score() == 0) continue;
    for (const Column& column : layout.columns())
      for (std::uint32_t system : column.systems)
        if (std::find(extraction.all_systems.begin(), extraction.all_systems.end(), system) ==
            extraction.all_systems.end())
          extraction.all_systems.push_back(system);
    TableReader(extraction, passage, on_side ? turned : grid, layout, on_side).claim();
  }
}

}  // namespace kbuild::page
