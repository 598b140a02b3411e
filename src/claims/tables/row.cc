// Reads the cells of a row by the roles of their columns; see row.h.
#include "claims/tables/row.h"

#include <algorithm>

#include "base/text.h"
#include "claims/extraction/reading.h"

namespace kbuild::claims {

TableRow TableRowReader::read(const Cells& cells) {
  TableRow row;
  row.label = cells[0].text();
  // A spanning cell only has the place of the row where it begins.
  for (bool spanning : {false, true})
    for (const GridCell& cell : cells)
      if (!row.place && cell.spanning == spanning && !base::trim(cell.text()).empty())
        row.place = cell.located.place(0);
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
  return row;
}

void TableRowReader::read_product(const Cells& cells, TableRow& row) {
  // "PyTorch version" names the product, whatever the rows are.
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
    // A blank cell continues the name above.
    if (text.empty() && last_product_) row.products = {*last_product_};
    for (const vocabulary::Mention& mention : vocabulary_.find(text, vocabulary::Expectation::name))
      if (mention.kind == vocabulary::NameKind::product) {
        row.products = {mention.id};
        return;
      }
    if (auto product = product_of_variant(vocabulary_, text)) {
      row.products = {*product};
      return;
    }
    // "CASTEP*": a footnote explains the sign.
    while (!text.empty() && text.back() == '*')
      text = base::trim_right(text.substr(0, text.size() - 1));
    if (!text.empty() && text.size() <= 40 && !is_version_cell(text) && !is_header_word(text))
      row.products = {vocabulary_.add(vocabulary::NameKind::product, text)};
    return;
  }
  if (auto product = extraction_.product_above(passage_); product && row.products.empty())
    row.products = {*product};
}

std::optional<ModuleName> TableRowReader::version_module(const Cells& cells) const {
  for (std::size_t column = 0; column < columns_.size(); ++column)
    if (columns_[column].role == Role::version)
      if (auto module = module_as_version(vocabulary_, cells[column].text())) return module;
  return std::nullopt;
}

void TableRowReader::read_modules(const Cells& cells, TableRow& row) {
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

void TableRowReader::keep_own_modules(TableRow& row) {
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
  // The modules of a "Compiler" column are dependencies, not the row's own.
  bool needed = own && !row.products.empty() && !says_modules() &&
                std::find(row.products.begin(), row.products.end(), *own) == row.products.end();
  std::erase_if(row.modules,
                [&](const std::string& text) { return needed || product_of(text) != own; });
  if (row.modules.empty()) return;
  // "tool, tool/2.1": the bare name is the default of the modules after it.
  auto bare = [](const std::string& text) { return text.find('/') == text.npos; };
  if (!std::all_of(row.modules.begin(), row.modules.end(), bare)) std::erase_if(row.modules, bare);
  // On a page about no product, the row's module gives its product.
  bool guessed = extraction_.product_guessed && row.products.size() == 1 &&
                 row.products[0] == extraction_.product;
  if ((row.products.empty() || guessed) && own) row.products = {*own};
}

bool TableRowReader::says_modules() const {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].role != Role::module) continue;
    std::string header = layout_.header_above(column);
    if (header.empty() || is_header_word(header) || header.find("modul") != header.npos ||
        header.find("load") != header.npos || header.find("comm") != header.npos)
      return true;
  }
  return false;
}

void TableRowReader::read_versions(const Cells& cells, TableRow& row) {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].role != Role::version) continue;
    // "Default version" next to "Other versions".
    bool of_default = is_about_default(layout_.header_above(column));
    std::vector<std::pair<std::string, bool>> found;
    if (auto module = module_as_version(vocabulary_, cells[column].text()))
      found.emplace_back(module->release, false);
    else
      found = versions_in(vocabulary_, cells[column].text(), row.products);
    for (const auto& [version, is_default] : found) {
      if (transposed_) row.version_places.emplace(version, cells[column].located.place(0));
      auto same =
          std::find_if(row.versions.begin(), row.versions.end(),
                       [&name = version](const auto& known) { return known.first == name; });
      read_remark(cells[column].text(), version, row);
      if (same == row.versions.end())
        row.versions.emplace_back(version, is_default || of_default);
      else
        same->second = same->second || is_default || of_default;
    }
    // "Installed versions" and "Recommended version" add up, likewise columns of environments with
    // a release each; other columns describe the versions of the first.
    bool adds_up =
        says_version(layout_.header_above(column)) || !is_header_word(layout_.header_above(column));
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

void TableRowReader::read_remark(std::string_view text, const std::string& version, TableRow& row) {
  std::size_t at = text.find(version);
  if (at == text.npos) return;
  std::string_view rest = base::trim_left(text.substr(at + version.size()));
  std::optional<ClaimStatus> status;
  if (rest.starts_with('('))
    status = status_after(text.substr(at), version);
  else if (rest.starts_with('*') && !rest.starts_with("**"))
    status = star_ ? star_ : star_ = meaning_of_sign(extraction_, "*");
  if (status == ClaimStatus::default_version || status == ClaimStatus::deprecated ||
      status == ClaimStatus::removed)
    row.states[version] = *status;
}

void TableRowReader::read_status(const Cells& cells, TableRow& row) {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    Role role = columns_[column].role;
    if (role != Role::notes && role != Role::status) continue;
    const std::string& text = cells[column].text();
    // "Coming soon": no version of the row is available yet.
    if (std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(text);
        role == Role::status && !cues.empty() && cues.front().cue == vocabulary::Cue::future)
      row.versions.clear();
    if (says_where_alone(text)) row.only_systems = layout_.systems_of(text);
    std::optional<ClaimStatus> status =
        status_of_cell(text, role, layout_.header_above(column), layout_.crosses_deny());
    if (!status) continue;
    row.status_systems = layout_.systems_of(text);
    bool newest = *status == ClaimStatus::default_version && row.versions.size() > 1 &&
                  choice_before(text) == Choice::newest;
    if (!newest) row.status = *status;
    if (newest && row.status_systems.empty()) {
      // "The newest is the default."
      auto best = std::max_element(row.versions.begin(), row.versions.end(),
                                   [](const auto& a, const auto& b) {
                                     return vocabulary::compare_versions(a.first, b.first) < 0;
                                   });
      best->second = true;
    }
    return;
  }
}

void TableRowReader::read_systems(const Cells& cells, TableRow& row) {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].role != Role::system_names) continue;
    row.has_system_names = true;
    const std::string& text = cells[column].text();
    std::string lower = base::to_lower(base::trim(text));
    row.systems = listed_systems(text);
    // A blank cell continues the name above if the row has other content.
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

std::vector<std::uint32_t> TableRowReader::listed_systems(std::string_view text) {
  std::vector<std::uint32_t> systems = layout_.systems_of(text);
  if (systems.empty() || text.find(',') == text.npos) return systems;
  for (std::string_view word : base::split(text, ',')) {
    word = base::trim(word);
    bool name =
        word.size() > 2 && word.size() < 24 && base::is_alpha(word[0]) &&
        std::all_of(word.begin(), word.end(), [](char c) { return base::is_alnum(c) || c == '-'; });
    if (!name || !layout_.systems_of(word).empty()) continue;
    systems.push_back(vocabulary_.add(vocabulary::NameKind::system, word));
  }
  return systems;
}

}  // namespace kbuild::claims
