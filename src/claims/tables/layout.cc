// Assigns roles to columns by header words, then by cells; see layout.h.
#include "claims/tables/layout.h"

#include <algorithm>

#include "base/text.h"
#include "claims/tables/status.h"

namespace kbuild::claims {

namespace {

/// Maximum length of a software name in a cell, in bytes.
constexpr std::size_t kMaxNameLength = 40;

struct RoleRow {
  std::string_view word;
  Role role;
};
/// Beginnings of header words. The first match counts.
constexpr RoleRow kRoleWords[] = {
    {"version", Role::version},
    {"versio", Role::version},
    {"release", Role::version},
    {"available version", Role::version},
    {"installed version", Role::version},
    {"supported version", Role::version},
    {"latest", Role::version},
    {"newest", Role::version},
    {"uusin", Role::version},
    {"dernière", Role::version},
    {"module", Role::module},
    {"moduuli", Role::module},
    {"available module", Role::module},
    {"load command", Role::module},
    {"how to load", Role::module},
    {"command", Role::module},
    {"latauskomento", Role::module},
    {"komento", Role::module},
    {"commande", Role::module},
    {"environment module", Role::module},
    {"software", Role::product},
    {"package", Role::product},
    {"application", Role::product},
    {"program", Role::product},
    {"product", Role::product},
    {"framework", Role::product},
    {"library", Role::product},
    {"tool", Role::product},
    {"ohjelmisto", Role::product},
    {"ohjelma", Role::product},
    {"paketti", Role::product},
    {"sovellus", Role::product},
    {"logiciel", Role::product},
    {"paquet", Role::product},
    {"system", Role::system_names},
    {"hpc system", Role::system_names},
    {"cluster", Role::system_names},
    {"supercomputer", Role::system_names},
    {"machine", Role::system_names},
    {"platform", Role::system_names},
    {"available on", Role::system_names},
    {"installed on", Role::system_names},
    {"resource", Role::system_names},
    {"hpc resource", Role::system_names},
    {"järjestelmä", Role::system_names},
    {"supertietokone", Role::system_names},
    {"klusteri", Role::system_names},
    {"grappe", Role::system_names},
    {"calculateur", Role::system_names},
    {"supercalculateur", Role::system_names},
    {"système", Role::system_names},
    {"note", Role::notes},
    {"comment", Role::notes},
    {"remark", Role::notes},
    {"description", Role::notes},
    {"info", Role::notes},
    {"huom", Role::notes},
    {"lisätie", Role::notes},
    {"kommen", Role::notes},
    {"remarque", Role::notes},
    {"default", Role::status},
    {"oletus", Role::status},
    {"par d", Role::status},
    {"défaut", Role::status},
    {"status", Role::status},
    {"state", Role::status},
    {"tila", Role::status},
    {"statut", Role::status},
    {"état", Role::status},
    {"État", Role::status},
    {"etat", Role::status},
    {"availab", Role::status},
    {"saatavuus", Role::status},
    {"support", Role::status},
    {"removed", Role::status},
    {"removal", Role::status},
    {"retired", Role::status},
    {"poistettu", Role::status},
    {"supprim", Role::status},
    {"retir", Role::status},
    {"deprecated", Role::status},
};

Role role_of_words(std::string_view header) {
  std::string text = base::to_lower(base::trim(header));
  for (const RoleRow& row : kRoleWords)
    if (text.starts_with(row.word)) return row.role;
  return Role::unknown;
}

}  // namespace

std::vector<BoundVersion> pairs_in(const vocabulary::Vocabulary& vocabulary,
                                   std::string_view text) {
  text = base::trim(text);
  std::vector<BoundVersion> bound =
      bind_versions(text, vocabulary.find(text, vocabulary::Expectation::name), 0, text.size(),
                    std::nullopt, vocabulary);
  if (bound.empty() || bound.front().begin > 0) return {};
  std::erase_if(bound, [&, first = bound.front().product](const BoundVersion& each) {
    return each.product != first || each.version.empty() || !each.range.empty();
  });
  return bound;
}

std::optional<std::uint32_t> product_of_variant(const vocabulary::Vocabulary& vocabulary,
                                                std::string_view text) {
  text = base::trim(text);
  bool spelled = std::all_of(text.begin(), text.end(),
                             [](char c) { return base::is_alpha(c) || c == '-' || c == '_'; });
  return spelled && text.find('-') != text.npos ? vocabulary.product_of_module(text) : std::nullopt;
}

bool is_header_word(std::string_view text) {
  text = base::trim(text);
  return text.find(' ') == text.npos && role_of_words(text) != Role::unknown;
}

bool says_version(std::string_view header) {
  std::string text = base::to_lower(header);
  return text.find("version") != text.npos || text.find("versio") != text.npos ||
         text.find("release") != text.npos;
}

bool says_requirement(std::string_view header) {
  std::string text = base::to_lower(header);
  for (std::string_view word : {"minim", "required", "requis", "vähimm"})
    if (text.find(word) != text.npos) return true;
  return false;
}

bool is_version_cell(std::string_view text) {
  text = base::trim(text);
  while (!text.empty() && (text.front() == '`' || text.front() == '*')) text.remove_prefix(1);
  vocabulary::VersionMatch match = vocabulary::match_version(text, 0);
  // A column of dates isn't one of versions unless its header says so.
  if (match.version.find('-') != std::string::npos) return match.dotted;
  return match.end > 0 && (match.dotted || match.end == text.size());
}

TableLayout::TableLayout(const Extraction& extraction, const Passage& passage, const Grid& grid)
    : extraction_(extraction),
      vocabulary_(extraction.vocabulary),
      passage_(passage),
      grid_(grid),
      columns_(grid.columns()) {
  find_body();
  for (std::size_t column = 0; column < columns_.size(); ++column)
    columns_[column] = classify_by_header(header_of(column));
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    Role role = columns_[column].role;
    if (role == Role::unknown || role == Role::system_names || role == Role::product ||
        role == Role::notes || role == Role::status)
      classify_by_cells(column, header_of(column));
  }
  // "PyTorch | Sampo | Louhi" above its versions, on a page about many products.
  if (auto product = vocabulary_.whole(base::trim(header_of(0)), vocabulary::NameKind::product);
      product && columns_[0].role == Role::ignored && holds_versions(0))
    columns_[0] = {Role::version, {}, product};
  read_corner();
  // If several products have version columns, those of the page's product count.
  auto own = std::find_if(columns_.begin(), columns_.end(), [&](const Column& column) {
    return column.role == Role::version && column.product && column.product == extraction_.product;
  });
  if (own != columns_.end())
    for (Column& column : columns_)
      if (column.role == Role::version && column.product && column.product != own->product)
        column = {Role::ignored};
  // With bundles, the first column names their contents, whatever its header.
  auto named = std::count_if(grid_.rows.begin(), grid_.rows.end(), [&](const auto& row) {
    return vocabulary_.whole(base::trim(row[0].text()), vocabulary::NameKind::product).has_value();
  });
  bool bundles = std::any_of(columns_.begin(), columns_.end(), [&](const Column& column) {
    auto module = parse_module(column.module, vocabulary_);
    return column.role == Role::bundle && module && !module->product;
  });
  if (bundles && named > 1 && columns_[0].role == Role::module) {
    columns_[0].role = Role::unknown;
    classify_by_cells(0, {});
  }
  drop_header_words();
  find_releases();
  find_crosses();
  find_names();
  rate();
}

void TableLayout::read_corner() {
  std::string corner = header_of(0);
  std::size_t slash = corner.rfind('\\');
  if (slash == corner.npos || !holds_versions(0)) return;
  auto product = vocabulary_.whole(base::trim(std::string_view(corner).substr(slash + 1)),
                                   vocabulary::NameKind::product);
  if (!product) return;
  for (Column& column : columns_)
    if (column.role == Role::version) column = {Role::ignored};
  columns_[0] = {Role::version, {}, product};
}

void TableLayout::find_body() {
  body_begin_ = grid_.header_rows;
  auto blank = [](const GridCell& cell) { return base::trim(cell.text()).empty(); };
  // Tables without a header get a blank one when wikis are converted.
  bool headed = false;
  for (std::size_t row = 0; row < body_begin_; ++row)
    headed = headed || !std::all_of(grid_.rows[row].begin(), grid_.rows[row].end(), blank);
  if (!headed && body_begin_ + 1 < grid_.rows.size() && is_header(body_begin_)) ++body_begin_;
}

std::string TableLayout::header_of(std::size_t column) const {
  std::string header;
  for (std::size_t row = 0; row < body_begin_; ++row) {
    const std::string& text = grid_.rows[row][column].text();
    if (base::trim(text).empty() || (row > 0 && text == grid_.rows[row - 1][column].text()))
      continue;
    header += (header.empty() ? "" : " ") + text;
  }
  return header;
}

std::string TableLayout::header_above(std::size_t column) const {
  return body_begin_ > 0 ? base::to_lower(grid_.rows[body_begin_ - 1][column].text())
                         : std::string();
}

bool TableLayout::is_header(std::size_t row) const {
  int words = 0;
  auto is_release = [&](std::string_view text) {
    auto module = text.find('/') == text.npos ? std::nullopt : parse_module(text, vocabulary_);
    return module && !module->product && text.find(' ') == text.npos && !module->release.empty();
  };
  for (const GridCell& cell : grid_.rows[row])
    words += role_of_words(cell.text()) != Role::unknown || !systems_of(cell.text()).empty() ||
             is_release(base::trim(cell.text()));
  // A blank corner isn't a header.
  int needed = base::trim(grid_.rows[row][0].text()).empty() ? 1 : 2;
  return words >= needed && !is_version_cell(grid_.rows[row][0].text());
}

int TableLayout::count(Role role) const {
  return static_cast<int>(std::count_if(columns_.begin(), columns_.end(),
                                        [&](const Column& column) { return column.role == role; }));
}

bool TableLayout::holds_releases() const {
  if (count(Role::product) != 1) return false;
  auto column = static_cast<std::size_t>(
      std::find_if(columns_.begin(), columns_.end(),
                   [](const Column& each) { return each.role == Role::product; }) -
      columns_.begin());
  for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
    std::string_view text = base::trim(grid_.rows[row][column].text());
    std::vector<BoundVersion> bound =
        bind_versions(text, vocabulary_.find(text, vocabulary::Expectation::name), 0, text.size(),
                      std::nullopt, vocabulary_);
    if (bound.empty() || bound[0].version.empty() || bound[0].end != text.size()) return false;
  }
  return body_begin_ < grid_.rows.size();
}

bool TableLayout::holds_versions(std::size_t column) const {
  for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
    std::string_view text = base::trim(grid_.rows[row][column].text());
    bool none = read_mark(text, false).meaning == Mark::Meaning::negative;
    if (!text.empty() && !none && !is_version_cell(text)) return false;
  }
  return body_begin_ < grid_.rows.size();
}

std::vector<std::uint32_t> TableLayout::systems_of(std::string_view text) const {
  return systems_in(vocabulary_.find(text, vocabulary::Expectation::name), 0, text.size());
}

bool TableLayout::is_all_systems(std::string_view text) const {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    std::size_t end = std::min(text.find_first_of("/,", at), text.size());
    if (!vocabulary_.whole(base::trim(text.substr(at, end - at)), vocabulary::NameKind::system))
      return false;
    at = end;
  }
  return at > 0;
}

void TableLayout::drop_header_words() {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].role != Role::product) continue;
    std::size_t filled = 0, words = 0;
    for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
      std::string_view text = base::trim(grid_.rows[row][column].text());
      filled += !text.empty();
      words += !text.empty() && is_header_word(text);
    }
    if (filled > 0 && words == filled) columns_[column].role = Role::ignored;
  }
}

void TableLayout::find_names() {
  // If nothing says what the rows are and the page is about no product, the first column names the
  // software.
  bool availability =
      count(Role::system_marks) > 0 && count(Role::version) == 0 && count(Role::product) == 0;
  if (!availability || columns_[0].role != Role::unknown || extraction_.product_above(passage_))
    return;
  for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
    std::string_view text = base::trim(grid_.rows[row][0].text());
    bool name = !text.empty() && text.size() <= kMaxNameLength && base::is_alpha(text[0]) &&
                systems_of(text).empty();
    if (!name) return;
  }
  columns_[0].role = Role::product;
}

void TableLayout::find_releases() {
  // Next to names of software, numbers with three parts are versions, whatever their header:
  // partitions, environments or none.
  if (count(Role::product) != 1 || columns_[0].role != Role::product) return;
  for (Role role : {Role::version, Role::module, Role::system_marks, Role::bundle})
    if (count(role) > 0) return;
  for (std::size_t column = 1; column < columns_.size(); ++column) {
    if (columns_[column].role != Role::unknown) continue;
    int filled = 0, versions = 0, long_versions = 0;
    for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
      std::string_view text = base::trim(grid_.rows[row][column].text());
      filled += !text.empty();
      versions += is_version_cell(text);
      long_versions += is_version_cell(text) && std::count(text.begin(), text.end(), '.') >= 2;
    }
    if (filled > 0 && versions * 3 >= filled * 2 && long_versions * 2 >= versions)
      columns_[column] = {Role::version};
  }
}

void TableLayout::find_crosses() {
  // With check marks a cross means no, unless the table has another sign for no.
  auto any = [&](auto&& judge) {
    return std::any_of(grid_.rows.begin(), grid_.rows.end(),
                       [&](const auto& row) { return std::any_of(row.begin(), row.end(), judge); });
  };
  crosses_deny_ = any([](const GridCell& cell) { return is_check(cell.text()); }) &&
                  !any([](const GridCell& cell) {
                    return read_mark(cell.text(), false).meaning == Mark::Meaning::negative;
                  });
}

bool TableLayout::lists_requirements() const {
  std::optional<std::uint32_t> of;
  for (const Column& column : columns_)
    if (column.role == Role::version && column.product) of = column.product;
  for (std::size_t column = 0; of && column < columns_.size(); ++column) {
    std::string header = base::to_lower(header_of(column));
    if (header.find("modul") == header.npos) continue;
    for (const vocabulary::Mention& mention :
         vocabulary_.find(header_of(column), vocabulary::Expectation::name))
      if (mention.kind == vocabulary::NameKind::product) return mention.id != of;
  }
  return false;
}

void TableLayout::rate() {
  if (lists_requirements()) return;
  int versions = count(Role::version), modules = count(Role::module),
      systems = count(Role::system_marks);
  int names = count(Role::system_names), products = count(Role::product);
  if (count(Role::bundle) > 0 && products > 0)
    score_ = has_system_row() ? 6 : 4;
  else if (count(Role::bundle) > 0 && holds_pairs())
    score_ = 4;
  else if (versions > 0 || modules > 0)
    score_ = 2 + std::min(versions, 1) + std::min(modules, 1) + 2 * std::min(systems, 1) +
             2 * std::min(names, 1);
  // Systems as rows or columns, with versions or marks in the cells.
  else if (systems > 0 && (products > 0 || versions_in_cells()))
    score_ = 3 + std::min(products, 1);
  else if ((names > 0 && versions_in_cells()) || holds_releases())
    score_ = 2;
  // Systems as rows would lose all products but one; transposed, each is read.
  if (names > 0 && versions > 0 && systems == 0)
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::ignored && holds_versions(column) &&
          vocabulary_.whole(base::trim(header_of(column)), vocabulary::NameKind::product)) {
        score_ -= 2;
        break;
      }
}

bool TableLayout::holds_pairs() const {
  for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row)
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::bundle && !columns_[column].product &&
          !pairs_in(vocabulary_, grid_.rows[row][column].text()).empty())
        return true;
  return false;
}

bool TableLayout::has_system_row() const {
  return std::any_of(grid_.rows.begin(), grid_.rows.end(), [&](const auto& row) {
    return vocabulary_.whole(base::trim(row[0].text()), vocabulary::NameKind::system).has_value();
  });
}

bool TableLayout::versions_in_cells() const {
  int found = 0;
  for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row)
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column].role == Role::system_marks)
        found += is_version_cell(grid_.rows[row][column].text());
  return found > 0;
}

Column TableLayout::classify_by_header(std::string_view header) const {
  std::vector<vocabulary::Mention> mentions =
      vocabulary_.find(header, vocabulary::Expectation::name);
  std::vector<std::uint32_t> systems = systems_in(mentions, 0, header.size());
  Role role = role_of_words(header);
  // "Default version", "Other versions": "version" decides, whatever word comes first.
  if (role == Role::status && says_version(header)) role = Role::version;
  if (role == Role::unknown && base::starts_with_ignoring_case(base::trim(header), "other ") &&
      says_version(header))
    role = Role::version;
  if (!systems.empty() && role != Role::notes) return {Role::system_marks, systems};
  if (role == Role::version && says_requirement(header)) return {Role::ignored};
  if (auto module = parse_module(header, vocabulary_);
      module && !module->release.empty() && header.find('/') != header.npos)
    return {Role::bundle, {}, module->product, module->text};
  for (const vocabulary::Mention& mention : mentions) {
    if (mention.kind != vocabulary::NameKind::product) continue;
    // Below "With Conda", a column may still be about the page's product.
    bool own =
        extraction_.product_above(passage_) == mention.id || extraction_.product == mention.id;
    // "PyTorch" or "PyTorch version" is the version column; "CUDA version" is not.
    bool numbered = std::any_of(header.begin(), header.end(), base::is_digit);
    std::string lower = base::to_lower(header);
    if (own && (lower.find(" modul") != lower.npos || lower.find("-moduul") != lower.npos))
      return {Role::module};
    if (own && !numbered &&
        (says_version(header) || mention.end - mention.begin + 4 >= header.size()))
      return {Role::version, {}, mention.id};
    return {role == Role::module ? Role::module : Role::ignored};
  }
  return {role};
}

void TableLayout::classify_by_cells(std::size_t column, std::string_view header) {
  int filled = 0, versions = 0, modules = 0, systems = 0, products = 0, releases = 0, names = 0;
  int defaults = 0;
  for (std::size_t row = body_begin_; row < grid_.rows.size(); ++row) {
    std::string_view text = base::trim(grid_.rows[row][column].text());
    if (text.empty()) continue;
    ++filled;
    versions += is_version_cell(text);
    auto module =
        parse_module(text.substr(0, std::min(text.find_first_of(" \n"), text.size())), vocabulary_);
    bool command = text.starts_with("ml ") || text.starts_with("module load ");
    modules += command || (module && text.find('/') != text.npos && !module->release.empty());
    std::vector<vocabulary::Mention> mentions =
        vocabulary_.find(text, vocabulary::Expectation::name);
    systems += !systems_in(mentions, 0, text.size()).empty() && text.size() < 120;
    names += is_all_systems(text);
    defaults += read_mark(text, false).meaning == Mark::Meaning::default_version;
    products += vocabulary_.whole(text, vocabulary::NameKind::product).has_value() ||
                (column == 0 && product_of_variant(vocabulary_, text));
    // "PyTorch 2.1": product and version in one cell.
    std::vector<BoundVersion> bound =
        bind_versions(text, mentions, 0, text.size(), std::nullopt, vocabulary_);
    releases += !bound.empty() && bound[0].begin == 0 && !bound[0].version.empty() &&
                bound[0].end == text.size();
  }
  Column& made = columns_[column];
  if (filled == 0) return;
  auto mostly = [&](int number) { return number * 3 >= filled * 2; };
  // A column of only system names gives the systems of its rows, whatever its header.
  if (made.role == Role::notes || made.role == Role::status) {
    if (names == filled) made.role = Role::system_names;
    // "Default" above numbers: the default versions.
    std::string lower = base::to_lower(header);
    bool of_versions =
        (is_about_default(lower) || lower.starts_with("availab")) && count(Role::system_marks) == 0;
    if (made.role == Role::status && versions == filled && of_versions) made.role = Role::version;
    return;
  }
  // A column without a header that marks one row as the default.
  if (made.role == Role::unknown && base::trim(header).empty() && defaults == 1 && filled <= 3) {
    made.role = Role::status;
    return;
  }
  if (mostly(modules))
    made.role = Role::module;
  else if (mostly(systems))
    made.role = Role::system_names;
  // A column of versions without a header counts if it is the first; with a version column, its
  // numbers only number the rows. "v" and "Ver." aren't words.
  else if (mostly(versions) && column == 0 && count(Role::version) == 0 &&
           (header.empty() || base::starts_with_ignoring_case("ver.", header) ||
            made.role == Role::product || made.role == Role::system_names))
    made.role = Role::version;
  else if ((products > 0 && products * 2 >= filled && column == 0) ||
           (mostly(releases) && column == 0))
    made.role = Role::product;
  else if (made.role == Role::system_names)
    made.role = systems > 0 ? Role::system_names : Role::ignored;
}

}  // namespace kbuild::claims
