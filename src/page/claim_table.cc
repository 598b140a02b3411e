// Availability tables in any orientation. Each column gets a role by its header, or by what its cells are;
// a table whose columns make no sense so is tried on its side. Then each row claims.
#include <algorithm>

#include "base/text.h"
#include "page/claim_extract.h"
#include "page/claim_grid.h"

namespace kbuild::page {

namespace {

enum class Role : std::uint8_t { unknown, version, module, product, system_names, system_marks, notes, status, ignored };

struct Column {
  Role role = Role::unknown;
  /// The systems that the header of a column of marks names.
  std::vector<std::uint32_t> systems = {};
  /// The product whose versions a column holds, where the header says so.
  std::optional<std::uint32_t> product = {};
};

struct RoleRow {
  std::string_view word;
  Role role;
};
/// Words of headers, by their beginning. The first that a header's first words match counts.
constexpr RoleRow kRoleWords[] = {
    {"version", Role::version},       {"versio", Role::version},        {"release", Role::version},
    {"available version", Role::version}, {"installed version", Role::version}, {"supported version", Role::version},
    {"module", Role::module},         {"moduuli", Role::module},        {"available module", Role::module},
    {"load command", Role::module},   {"command", Role::module},        {"latauskomento", Role::module},
    {"komento", Role::module},        {"commande", Role::module},       {"environment module", Role::module},
    {"software", Role::product},      {"package", Role::product},       {"application", Role::product},
    {"program", Role::product},       {"product", Role::product},       {"framework", Role::product},
    {"library", Role::product},       {"tool", Role::product},          {"ohjelmisto", Role::product},
    {"ohjelma", Role::product},       {"paketti", Role::product},       {"sovellus", Role::product},
    {"logiciel", Role::product},      {"paquet", Role::product},        {"system", Role::system_names},
    {"hpc system", Role::system_names}, {"cluster", Role::system_names}, {"supercomputer", Role::system_names},
    {"machine", Role::system_names},  {"platform", Role::system_names}, {"available on", Role::system_names},
    {"installed on", Role::system_names}, {"resource", Role::system_names}, {"hpc resource", Role::system_names},
    {"j\xc3\xa4rjestelm\xc3\xa4", Role::system_names}, {"supertietokone", Role::system_names},
    {"klusteri", Role::system_names}, {"grappe", Role::system_names},   {"calculateur", Role::system_names},
    {"supercalculateur", Role::system_names}, {"syst\xc3\xa8me", Role::system_names}, {"note", Role::notes},
    {"comment", Role::notes},         {"remark", Role::notes},          {"description", Role::notes},
    {"info", Role::notes},            {"huom", Role::notes},            {"lis\xc3\xa4tie", Role::notes},
    {"kommen", Role::notes},          {"remarque", Role::notes},        {"default", Role::status},
    {"oletus", Role::status},         {"par d", Role::status},          {"d\xc3\xa9" "faut", Role::status},
    {"status", Role::status},         {"state", Role::status},          {"tila", Role::status},
    {"statut", Role::status},         {"availab", Role::status},        {"saatavuus", Role::status},
    {"support", Role::status},
};

Role role_of_words(std::string_view header) {
  std::string text = base::to_lower(base::trim(header));
  for (const RoleRow& row : kRoleWords)
    if (text.starts_with(row.word)) return row.role;
  return Role::unknown;
}

/// A version column says so in its last word, too: "PyTorch version".
bool says_version(std::string_view header) {
  std::string text = base::to_lower(header);
  return text.find("version") != text.npos || text.find("versio") != text.npos || text.find("release") != text.npos;
}

bool is_version_cell(std::string_view text) {
  text = base::trim(text);
  while (!text.empty() && (text.front() == '`' || text.front() == '*')) text.remove_prefix(1);
  VersionMatch match = match_version(text, 0);
  return match.end > 0 && (match.dotted || match.end == text.size());
}

class TableReader {
 public:
  TableReader(Extraction& extraction, const Passage& passage, const Grid& grid)
      : extraction_(extraction), vocabulary_(extraction.vocabulary), passage_(passage), grid_(grid), columns_(grid.columns()) {
    classify();
  }

  /// How much of the table is understood; 0: no availability table.
  int score() const { return score_; }

  void claim() {
    for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) claim_row(grid_.rows[row]);
  }

  const std::vector<Column>& columns() const { return columns_; }

 private:
  using Cells = std::vector<GridCell>;

  // ---- Which column is what

  void classify() {
    body_begin_ = grid_.header_rows;
    if (body_begin_ == 0 && grid_.rows.size() > 1) body_begin_ = first_row_is_header() ? 1 : 0;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      std::string header;
      for (std::size_t row = 0; row < body_begin_; ++row) {
        const std::string& text = grid_.rows[row][column].text();
        if (row == 0 || text != grid_.rows[row - 1][column].text()) header += (header.empty() ? "" : " ") + text;
      }
      columns_[column] = classify_by_header(header);
      if (columns_[column].role == Role::unknown || columns_[column].role == Role::system_names || columns_[column].role == Role::product)
        classify_by_cells(column, header);
    }
    int versions = count(Role::version), modules = count(Role::module), systems = count(Role::system_marks);
    int names = count(Role::system_names), products = count(Role::product);
    // Beside check marks a cross says no, unless the table has another sign for that.
    bool checks = false, denials = false;
    for (const GridRow& row : grid_.rows)
      for (const GridCell& cell : row) {
        checks = checks || is_check(cell.text());
        denials = denials || read_mark(cell.text(), false).meaning == Mark::Meaning::negative;
      }
    crosses_deny_ = checks && !denials;
    bool rows_named = versions > 0 || modules > 0;
    if (rows_named) score_ = 2 + std::min(versions, 1) + std::min(modules, 1) + 2 * std::min(systems, 1) + 2 * std::min(names, 1);
    // Systems by rows or columns with versions or marks in the cells.
    else if (systems > 0 && (products > 0 || versions_in_cells())) score_ = 3 + std::min(products, 1);
    else if (names > 0 && versions_in_cells()) score_ = 2;
  }
  using GridRow = std::vector<GridCell>;

  bool first_row_is_header() const {
    int words = 0;
    for (const GridCell& cell : grid_.rows[0])
      words += role_of_words(cell.text()) != Role::unknown || !systems_of(cell.text()).empty();
    return words >= 2 && !is_version_cell(grid_.rows[0][0].text());
  }

  int count(Role role) const {
    return static_cast<int>(std::count_if(columns_.begin(), columns_.end(), [&](const Column& column) { return column.role == role; }));
  }

  bool versions_in_cells() const {
    int found = 0;
    for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row)
      for (std::size_t column = 0; column < columns_.size(); ++column)
        if (columns_[column].role == Role::system_marks) found += is_version_cell(grid_.rows[row][column].text());
    return found > 0;
  }

  std::vector<std::uint32_t> systems_of(std::string_view text) const {
    return systems_in(vocabulary_.find(text, Expectation::name), 0, text.size());
  }

  Column classify_by_header(std::string_view header) const {
    std::vector<Mention> mentions = vocabulary_.find(header, Expectation::name);
    std::vector<std::uint32_t> systems = systems_in(mentions, 0, header.size());
    Role role = role_of_words(header);
    if (!systems.empty() && role != Role::notes) return {Role::system_marks, systems};
    for (const Mention& mention : mentions) {
      if (mention.kind != NameKind::product) continue;
      bool own = extraction_.product_over(passage_) == mention.id;
      // "PyTorch" or "PyTorch version" is the version column; "CUDA version" is not.
      bool numbered = std::any_of(header.begin(), header.end(), base::is_digit);
      if (own && !numbered && (says_version(header) || mention.end - mention.begin + 4 >= header.size())) return {Role::version, {}, mention.id};
      return {role == Role::module ? Role::module : Role::ignored};
    }
    return {role};
  }

  void classify_by_cells(std::size_t column, std::string_view header) {
    int filled = 0, versions = 0, modules = 0, systems = 0, products = 0;
    for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
      std::string_view text = base::trim(grid_.rows[row][column].text());
      if (text.empty()) continue;
      ++filled;
      versions += is_version_cell(text);
      auto module = parse_module(text.substr(0, std::min(text.find_first_of(" \n"), text.size())), vocabulary_);
      modules += module && text.find('/') != text.npos && !module->release.empty();
      systems += !systems_of(text).empty() && text.size() < 120;
      products += vocabulary_.whole(text, NameKind::product).has_value();
    }
    Column& made = columns_[column];
    if (filled == 0) return;
    auto mostly = [&](int number) { return number * 3 >= filled * 2; };
    if (mostly(modules)) made.role = Role::module;
    else if (mostly(systems)) made.role = Role::system_names;
    // A column of versions without a heading counts where it is the row's own name.
    else if (mostly(versions) && column == 0 && (header.empty() || made.role == Role::product || made.role == Role::system_names))
      made.role = Role::version;
    else if (products > 0 && products * 2 >= filled && column == 0) made.role = Role::product;
    else if (made.role == Role::system_names) made.role = systems > 0 ? Role::system_names : Role::ignored;
  }

  // ---- What a row claims

  struct RowState {
    std::vector<std::uint32_t> products;
    std::vector<std::pair<std::string, bool>> versions;  // with "(default)" beside it
    std::vector<std::string> modules;
    ClaimStatus status = ClaimStatus::available;
    /// Systems that a note or status names; empty: all of the row.
    std::vector<std::uint32_t> status_systems;
    std::vector<std::uint32_t> systems;
    bool has_system_names = false;
    std::string label;
    source::Span place;
  };

  void claim_row(const Cells& cells) {
    RowState row;
    row.label = cells[0].text();
    row.place = cells[0].placed.place(0);
    for (const GridCell& cell : cells)
      if (!row.place) row.place = cell.placed.place(0);
    read_product(cells, row);
    read_modules(cells, row);
    read_versions(cells, row);
    read_status(cells, row);
    read_systems(cells, row);
    if (row.products.empty()) return;
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::system_marks) claim_cell(cells[column], columns_[column], row);
    if (count(Role::system_marks) > 0 || row.versions.empty()) return;
    if (row.has_system_names) {
      claim_versions(row, row.systems, row.status, "table-system-names");
      return;
    }
    Extraction::Where where = extraction_.where(passage_);
    ClaimStatus led = extraction_.lead_status(passage_);
    claim_versions(row, where.systems, row.status == ClaimStatus::available ? led : row.status, "table-under-system");
  }

  void read_product(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role == Role::version && columns_[column].product) row.products = {*columns_[column].product};
      if (columns_[column].role != Role::product) continue;
      std::string_view text = base::trim(cells[column].text());
      for (const Mention& mention : vocabulary_.find(text, Expectation::name))
        if (mention.kind == NameKind::product) {
          row.products = {mention.id};
          return;
        }
      if (!text.empty() && text.size() <= 40 && !is_version_cell(text)) row.products = {vocabulary_.add(NameKind::product, text)};
      return;
    }
    if (auto product = extraction_.product_over(passage_); product && row.products.empty()) row.products = {*product};
  }

  void read_modules(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::module) continue;
      for (std::string_view word : base::split_words(cells[column].text())) {
        auto module = parse_module(word, vocabulary_);
        bool named = module && (!module->version_text.empty() || module->product);
        if (named && word.find("://") == word.npos) row.modules.push_back(module->text);
      }
    }
  }

  void read_versions(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::version) continue;
      const std::string& text = cells[column].text();
      row.versions = versions_in(text, row);
      break;
    }
    if (row.versions.empty()) {
      for (const std::string& text : row.modules) {
        auto module = parse_module(text, vocabulary_);
        if (module->release.empty()) continue;
        bool own = module->product && std::find(row.products.begin(), row.products.end(), *module->product) != row.products.end();
        if (module->product && !own) row.products = {*module->product};
        row.versions.emplace_back(module->release, false);
      }
      for (std::size_t column = 0; column < columns_.size(); ++column)
        if (columns_[column].role == Role::module && !row.versions.empty() && says_default(cells[column].text())) row.versions[0].second = true;
    }
  }

  static bool says_default(std::string_view text) {
    if (base::to_lower(text).find("(d)") != std::string::npos) return true;
    for (const CueMatch& cue : find_cues(text))
      if (cue.cue == Cue::default_version) return true;
    return read_mark(text, false).meaning == Mark::Meaning::default_version;
  }

  /// Versions of a cell that belong to the row's product, each with whether "default" stands beside it.
  std::vector<std::pair<std::string, bool>> versions_in(std::string_view text, RowState& row) {
    std::vector<std::pair<std::string, bool>> versions;
    std::vector<Mention> mentions = vocabulary_.find(text, Expectation::name);
    std::vector<BoundVersion> bound = bind_versions(text, mentions, 0, text.size(), std::nullopt, vocabulary_);
    std::vector<VersionMatch> matches = find_versions(text);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const VersionMatch& match = matches[i];
      bool whole = base::trim(text).size() == match.end - match.begin;
      // A number alone is a version where nothing but a remark or another one follows: "11 February" is a day.
      std::string_view rest = base::trim_left(text.substr(match.end));
      bool ends = rest.empty() || std::string_view(",(/`").find(rest[0]) != std::string_view::npos;
      if (!match.dotted && !whole && (!ends || (match.begin > 1 && text.find(',') == text.npos))) continue;
      auto owner = std::find_if(bound.begin(), bound.end(), [&](const BoundVersion& b) { return !b.version.empty() && b.begin <= match.begin && match.end <= b.end; });
      if (owner != bound.end()) {
        if (std::find(row.products.begin(), row.products.end(), owner->product) == row.products.end()) {
          // "PyTorch 2.1" in a table of no product names its own.
          if (!row.products.empty()) continue;
          row.products = {owner->product};
        }
      } else if (std::any_of(mentions.begin(), mentions.end(), [&](const Mention& m) { return m.kind == NameKind::product && m.begin < match.begin && match.begin - m.end < 3; })) {
        continue;
      }
      std::size_t next = i + 1 < matches.size() ? matches[i + 1].begin : text.size();
      versions.emplace_back(match.version, says_default(base::trim(text.substr(match.end, next - match.end))));
    }
    return versions;
  }

  void read_status(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      Role role = columns_[column].role;
      if (role != Role::notes && role != Role::status) continue;
      const std::string& text = cells[column].text();
      std::optional<ClaimStatus> status = status_in(text, role, column);
      if (!status) continue;
      row.status = *status;
      row.status_systems = systems_of(text);
      return;
    }
  }

  std::optional<ClaimStatus> status_in(std::string_view text, Role role, std::size_t column) const {
    if (base::trim(text).empty()) return std::nullopt;
    Mark mark = read_mark(text, crosses_deny_);
    if (mark.meaning == Mark::Meaning::default_version) return ClaimStatus::default_version;
    if (role == Role::status && mark.meaning == Mark::Meaning::positive) {
      // "Default: X" or "Available: yes".
      std::string header = base::to_lower(body_begin_ > 0 ? grid_.rows[body_begin_ - 1][column].text() : "");
      bool of_default = header.find("default") != header.npos || header.find("oletus") != header.npos || header.find("faut") != header.npos;
      return of_default ? ClaimStatus::default_version : ClaimStatus::available;
    }
    if (role == Role::status && mark.meaning == Mark::Meaning::negative) {
      std::string header = base::to_lower(body_begin_ > 0 ? grid_.rows[body_begin_ - 1][column].text() : "");
      if (header.find("availab") != header.npos || header.find("saatav") != header.npos) return ClaimStatus::unavailable;
      return std::nullopt;
    }
    std::string lower = base::to_lower(base::trim(text));
    if (lower.starts_with("default") || lower.starts_with("oletus") || lower.starts_with("par d")) return ClaimStatus::default_version;
    for (const CueMatch& cue : find_cues(text)) {
      switch (cue.cue) {
        case Cue::default_version: return ClaimStatus::default_version;
        case Cue::deprecated: return ClaimStatus::deprecated;
        case Cue::removed: return role == Role::status ? std::optional(ClaimStatus::removed) : std::nullopt;
        // "CPU version" beside a module describes it.
        case Cue::limited:
          if (base::starts_with_ignoring_case(text.substr(cue.begin), "cpu")) break;
          return ClaimStatus::limited;
        case Cue::unavailable: return role == Role::status ? std::optional(ClaimStatus::unavailable) : std::nullopt;
        default: break;
      }
    }
    return std::nullopt;
  }

  void read_systems(const Cells& cells, RowState& row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (columns_[column].role != Role::system_names) continue;
      row.has_system_names = true;
      const std::string& text = cells[column].text();
      std::string lower = base::to_lower(base::trim(text));
      row.systems = listed_systems(text);
      if (row.systems.empty() && (lower == "all" || lower == "kaikki" || lower == "tous" || lower == "both")) row.systems = extraction_.all_systems;
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
                  std::all_of(word.begin(), word.end(), [](char c) { return base::is_alnum(c) || c == '-'; });
      if (!name || !systems_of(word).empty()) continue;
      systems.push_back(vocabulary_.add(NameKind::system, word));
    }
    return systems;
  }

  void claim_versions(const RowState& row, const std::vector<std::uint32_t>& systems, ClaimStatus status, std::string_view rule) {
    // Several modules of one version, or one module each.
    for (std::size_t i = 0; i < row.versions.size(); ++i) {
      const auto& [version, is_default] = row.versions[i];
      Draft draft{row.products[0], version, is_default ? ClaimStatus::default_version : status, ClaimKind::table, rule};
      draft.module = module_for(row, i);
      if (status == ClaimStatus::default_version && !row.status_systems.empty()) {
        for (std::uint32_t system : systems) {
          bool named = std::find(row.status_systems.begin(), row.status_systems.end(), system) != row.status_systems.end();
          draft.status = named ? status : ClaimStatus::available;
          extraction_.add(draft, {system}, passage_, row.place);
        }
        continue;
      }
      extraction_.add(draft, systems, passage_, row.place);
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
      for (std::size_t i = 0; i < parts.size(); ++i) claim_text(parts[i], {column.role, {column.systems[i]}}, row);
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
      case Mark::Meaning::qualified: status = legend(mark.sign); break;
      case Mark::Meaning::other: break;
    }
    source::Span place = row.place;
    if (!status) {
      claim_content(text, column, row);
      return;
    }
    if (*status == ClaimStatus::available) {
      for (std::uint32_t system : column.systems) {
        bool noted = row.status_systems.empty() || std::find(row.status_systems.begin(), row.status_systems.end(), system) != row.status_systems.end();
        claim_mark(row, system, noted ? row.status : ClaimStatus::available, place);
      }
      return;
    }
    for (std::uint32_t system : column.systems) claim_mark(row, system, *status, place);
  }

  void claim_mark(const RowState& row, std::uint32_t system, ClaimStatus status, source::Span place) {
    if (row.versions.empty()) {
      // "Available on" tables of software without versions.
      if (count(Role::version) > 0 && row.modules.empty()) return;
      Draft draft{row.products[0], {}, status, ClaimKind::table, "table-system-column"};
      if (!row.modules.empty()) draft.module = row.modules[0];
      extraction_.add(draft, {system}, passage_, place);
      return;
    }
    for (std::size_t i = 0; i < row.versions.size(); ++i) {
      bool named_default = row.versions[i].second && status == ClaimStatus::available;
      Draft draft{row.products[0], row.versions[i].first, named_default ? ClaimStatus::default_version : status, ClaimKind::table, "table-system-column"};
      draft.module = module_for(row, i);
      extraction_.add(draft, {system}, passage_, place);
    }
  }

  /// A cell under a system that holds versions, modules or words instead of a mark.
  void claim_content(std::string_view text, const Column& column, RowState row) {
    source::Span place = row.place;
    if (row.versions.empty()) {
      for (std::string_view word : base::split_words(text)) {
        auto module = parse_module(word, vocabulary_);
        if (!module || module->release.empty() || !module->product || word.find('/') == word.npos) continue;
        Draft draft{*module->product, module->release, ClaimStatus::available, ClaimKind::table, "table-module-cell", module->text};
        extraction_.add(draft, column.systems, passage_, place);
        row.versions.emplace_back(module->release, false);
      }
      if (!row.versions.empty()) return;
      if (!row_is_about_versions(row)) return;
      for (const auto& [version, is_default] : versions_in(text, row)) {
        Draft draft{row.products[0], version, is_default ? ClaimStatus::default_version : ClaimStatus::available, ClaimKind::table, "table-version-cell"};
        if (!row.modules.empty()) draft.module = row.modules[0];
        extraction_.add(draft, column.systems, passage_, place);
      }
      return;
    }
    // A module or a word beside a version row: `pytorch/2.7`, "default", "deprecated".
    std::optional<ClaimStatus> status = status_in(text, Role::status, 0);
    for (std::string_view word : base::split_words(text)) {
      auto module = parse_module(word, vocabulary_);
      if (!module || !module->product || (word.find('/') == word.npos && word.find('-') == word.npos)) continue;
      row.modules = {module->text};
      if (!status) status = ClaimStatus::available;
      break;
    }
    if (!status) return;
    for (std::uint32_t system : column.systems) claim_mark(row, system, *status, place);
  }

  /// Versions in cells count where the row names a product or says "version": other numbers are numbers.
  bool row_is_about_versions(const RowState& row) const {
    if (row.products.empty()) return false;
    return count(Role::product) > 0 || says_version(row.label) || !vocabulary_.find(row.label, Expectation::name).empty();
  }

  /// What a sign in a cell means by the text: 'marked with "(X)"', '"*": experimental'.
  ClaimStatus legend(const std::string& sign) const {
    bool parenthesised = sign.find('(') != sign.npos;
    for (const Passage& passage : extraction_.passages) {
      if (passage.kind != PassageKind::prose) continue;
      const std::string& text = passage.text();
      for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign, at + 1)) {
        if (!is_quoted(text, at, sign.size()) && !(parenthesised && at == 0) && base::trim_left(text).find(sign) != 0) continue;
        for (const CueMatch& cue : find_cues(std::string_view(text).substr(at))) {
          switch (cue.cue) {
            case Cue::deprecated: return ClaimStatus::deprecated;
            case Cue::limited: return ClaimStatus::limited;
            case Cue::removed: return ClaimStatus::removed;
            case Cue::unavailable: return ClaimStatus::unavailable;
            case Cue::default_version: return ClaimStatus::default_version;
            default: break;
          }
        }
      }
    }
    return parenthesised ? ClaimStatus::deprecated : ClaimStatus::available;
  }

  static bool is_quoted(std::string_view text, std::size_t at, std::size_t size) {
    if (at == 0 || at + size >= text.size()) return false;
    std::string_view before = text.substr(0, at), after = text.substr(at + size);
    for (std::string_view quote : {"\"", "'", "`", "\xe2\x80\x9c", "\xe2\x80\x9d", "\xc2\xab "})
      if (before.ends_with(quote)) return true;
    if (before.ends_with('(') && after.starts_with(')')) return true;
    return after.starts_with("\"") || base::trim_right(before).ends_with("with") || base::trim_right(before).ends_with("by");
  }

  Extraction& extraction_;
  Vocabulary& vocabulary_;
  const Passage& passage_;
  const Grid& grid_;
  std::vector<Column> columns_;
  std::size_t body_begin_ = 0;
  int score_ = 0;
  bool crosses_deny_ = false;
};

}  // namespace

void extract_tables(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::table) continue;
    Grid grid = make_grid(std::get<doc::Table>(passage.block->value), passage.block->span);
    if (grid.rows.empty() || grid.columns() == 0) continue;
    TableReader upright(extraction, passage, grid);
    Grid turned = grid.transposed();
    TableReader sideways(extraction, passage, turned);
    TableReader& reader = sideways.score() > upright.score() ? sideways : upright;
    if (reader.score() == 0) continue;
    for (const Column& column : reader.columns())
      for (std::uint32_t system : column.systems)
        if (std::find(extraction.all_systems.begin(), extraction.all_systems.end(), system) == extraction.all_systems.end())
          extraction.all_systems.push_back(system);
    reader.claim();
  }
}

}  // namespace kbuild::page
