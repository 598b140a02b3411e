// Finds the roles of columns; see columns.h.
#include "claims/reader/columns.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "claims/reader/cells.h"
#include "claims/reader/tokens.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::NameKind;
using vocabulary::WordClass;
using vocabulary::Words;

Role role_of(WordClass word_class) {
  switch (word_class) {
    case WordClass::header_version: return Role::version;
    case WordClass::header_system: return Role::systems;
    case WordClass::header_module: return Role::module;
    case WordClass::header_status: return Role::status;
    case WordClass::header_software: return Role::software;
    case WordClass::header_default: return Role::default_version;
    case WordClass::header_notes: return Role::notes;
    default: return Role::other;
  }
}

/// The role that the words of a header give: the whole header, its beginning, or, of a short one,
/// its end ("PyTorch version"). Nullopt where no word is one of headers.
std::optional<Role> role_of_words(std::string_view header, const Words& words) {
  constexpr std::size_t kMaxShort = 30;
  header = base::trim(header);
  if (auto whole = words.whole(header, vocabulary::kHeaderWords)) return role_of(*whole);
  std::vector<vocabulary::WordMatch> found = words.find(header, vocabulary::kHeaderWords);
  if (found.empty()) return std::nullopt;
  if (found.front().begin == 0) return role_of(found.front().word_class);
  bool ends = found.back().end == header.size() && header.size() <= kMaxShort;
  return ends ? std::optional(role_of(found.back().word_class)) : std::nullopt;
}

bool says_requirement(std::string_view header) {
  std::string text = base::to_lower(header);
  for (std::string_view word : {"minim", "requir", "requis", "vähimm", "depend", "removal"})
    if (text.find(word) != text.npos) return true;
  return false;
}

/// What the filled cells of a column look like.
struct Form {
  std::size_t filled = 0, versions = 0, dotted = 0, modules = 0, systems = 0, marks = 0, yes = 0,
              products = 0, names = 0;
  bool all(std::size_t number) const { return filled > 0 && number == filled; }
  bool most(std::size_t number) const { return filled > 0 && number * 3 >= filled * 2; }
};

class Reader {
 public:
  Reader(const Grid& grid, const TableContext& context)
      : grid_(grid),
        context_(context),
        vocabulary_(context.subject.vocabulary),
        words_(vocabulary_.words()) {}

  Layout run() {
    layout_.columns.resize(grid_.columns());
    layout_.body = grid_.header_rows;
    for (std::size_t row = 0; row < grid_.rows.size(); ++row)
      layout_.bands.push_back(grid_.is_band(row));
    find_body();
    find_crosses();
    for (std::size_t column = 0; column < grid_.columns(); ++column) {
      headers_.push_back(header_of(column));
      forms_.push_back(form_of(column));
      layout_.columns[column] = column_of(column);
    }
    find_first_column();
    find_products();
    find_unknown_systems();
    if (!is_of_versions())
      for (Column& column : layout_.columns) column = {};
    return std::move(layout_);
  }

 private:
  /// Wikis' tables are often converted with a blank header.
  void find_body() {
    auto blank = [](const GridCell& cell) { return base::trim(cell.text()).empty(); };
    bool headed = false;
    for (std::size_t row = 0; row < layout_.body; ++row)
      headed |= !std::all_of(grid_.rows[row].begin(), grid_.rows[row].end(), blank);
    if (headed || layout_.body + 1 >= grid_.rows.size()) return;
    std::size_t words = 0;
    for (const GridCell& cell : grid_.rows[layout_.body])
      words +=
          role_of_words(cell.text(), words_) || !only_systems(cell.text(), vocabulary_).empty();
    if (words >= 2) ++layout_.body;
  }

  void find_crosses() {
    bool checks = false, others = false;
    for (const auto& row : grid_.rows)
      for (const GridCell& cell : row) {
        checks |= is_check(cell.text(), words_);
        others |= read_mark(cell.text(), false, words_).meaning == Mark::Meaning::negative;
      }
    layout_.crosses_deny = checks && !others;
  }

  std::string header_of(std::size_t column) const {
    std::string header;
    for (std::size_t row = 0; row < layout_.body; ++row) {
      std::string_view text = base::trim(grid_.rows[row][column].text());
      // "Clusters" above the names of clusters.
      if (row + 1 < layout_.body && role_of_words(text, words_) == Role::systems) continue;
      bool again = row > 0 && text == base::trim(grid_.rows[row - 1][column].text());
      if (text.empty() || again) continue;
      if (!header.empty()) header += ' ';
      header += text;
    }
    return header;
  }

  Form form_of(std::size_t column) const {
    Form form;
    for (std::size_t row = layout_.body; row < grid_.rows.size(); ++row) {
      std::string_view text = base::trim(grid_.rows[row][column].text());
      if (text.empty() || layout_.bands[row]) continue;
      ++form.filled;
      Mark mark = read_mark(text, layout_.crosses_deny, words_);
      if (mark.meaning != Mark::Meaning::other) {
        ++form.marks;
        form.yes +=
            mark.meaning == Mark::Meaning::positive || mark.meaning == Mark::Meaning::negative;
        continue;
      }
      if (is_version_list(text, vocabulary_)) {
        auto listed = listed_versions(text, {}, vocabulary_);
        form.modules += !listed.front().module.empty();
        form.versions += listed.front().module.empty();
        form.dotted += listed.front().module.empty() && listed.front().dotted;
      } else if (!only_systems(text, vocabulary_).empty()) {
        ++form.systems;
      } else if (vocabulary_.whole(text, NameKind::product)) {
        ++form.products;
      } else {
        form.names += !software_name(text, vocabulary_).empty();
      }
    }
    return form;
  }

  Column column_of(std::size_t column) const {
    const std::string& header = headers_[column];
    const Form& form = forms_[column];
    auto role = role_of_words(header, words_);
    if (std::vector<std::string> systems = header_systems(header); !systems.empty())
      if (role != Role::notes) return {Role::of_system, std::move(systems)};
    if (says_requirement(header)) return {};
    std::string product = header_product(header);
    if (role == Role::software && form.most(form.versions)) return {};
    // "CUDA version" beside versions of something else is decided in find_products().
    if (role == Role::version || role == Role::default_version)
      return {form.most(form.modules) && role == Role::version ? Role::module : *role,
              {},
              false,
              product};
    if (form.all(form.systems)) return {Role::systems};
    // "Cluster" in the corner of a table on its side stands above the versions.
    if (role == Role::systems && form.versions + form.modules > 0)
      return column == 0 && form.all(form.dotted) ? Column{Role::version} : Column{};
    if (role == Role::systems) return {*role};
    if (role == Role::module || form.most(form.modules)) return {Role::module};
    if (!product.empty() && form.most(form.versions + form.marks) && form.versions > 0)
      return {Role::version, {}, false, product};
    return {role.value_or(Role::other)};
  }

  /// The systems of a header that says little else: "Puhti", "LUMI-G (ROCm)", "Available on Mahti".
  std::vector<std::string> header_systems(std::string_view header) const {
    constexpr std::size_t kMaxOtherWords = 3;
    std::vector<std::string> systems;
    std::size_t others = 0;
    for (const Token& token : tokens_of(header, vocabulary_, vocabulary::Expectation::name)) {
      bool fresh = std::find(systems.begin(), systems.end(), token.value) == systems.end();
      if (token.kind == TokenKind::system && fresh) systems.push_back(token.value);
      bool word = token.kind == TokenKind::word && !role_of_words(token.value, words_);
      others += word || token.kind == TokenKind::number;
    }
    return others <= kMaxOtherWords ? systems : std::vector<std::string>();
  }

  /// The product of a header that is its name, perhaps with "version" or "module"; "CUDA cores" is
  /// none.
  std::string header_product(std::string_view header) const {
    std::string product;
    for (const Token& token : tokens_of(header, vocabulary_, vocabulary::Expectation::name)) {
      if (token.kind == TokenKind::product) {
        if (!product.empty()) return {};
        product = token.value;
      } else if (token.kind == TokenKind::word) {
        auto role = role_of_words(token.value, words_);
        if (!role || *role == Role::other || *role == Role::notes) return {};
      }
    }
    return product;
  }

  /// The first column is the row's name where no header says what it is.
  void find_first_column() {
    if (layout_.columns.empty() || layout_.columns[0].role != Role::other) return;
    const Form& form = forms_[0];
    bool header_says = role_of_words(headers_[0], words_).has_value();
    bool beside_systems = layout_.count(Role::of_system) > 0;
    if (header_says || says_requirement(headers_[0])) return;
    // Numbers without dots may count anything.
    if (form.most(form.dotted) && layout_.count(Role::version) == 0)
      layout_.columns[0] = {Role::version};
    else if (layout_.count(Role::software) == 0 &&
             (form.most(form.products) || (beside_systems && layout_.count(Role::version) == 0)))
      layout_.columns[0] = {Role::software};
  }

  /// Of several columns of versions, those of the page's product count, or that without a product;
  /// where the page is about none of them, all do.
  void find_products() {
    auto versions = [](const Column& column) {
      return column.role == Role::version || column.role == Role::default_version;
    };
    bool rows_named = layout_.count(Role::software) > 0;
    bool own = false;
    for (const Column& column : layout_.columns)
      own |= versions(column) && (column.product.empty() || column.product == context_.product);
    bool foreign = !context_.product.empty() || rows_named || own;
    for (Column& column : layout_.columns)
      if (versions(column) && !column.product.empty() && column.product != context_.product &&
          foreign)
        column = {};
    drop_other_things();
  }

  /// "Module | Toolkit version" and "Version | Server version": beside a column of the software's
  /// own versions, a header with other words is about something else.
  void drop_other_things() {
    auto plain = [&](std::size_t column) {
      bool versions = layout_.columns[column].role == Role::version;
      return (versions && !has_other_words(headers_[column])) ||
             (layout_.columns[column].role == Role::module &&
              forms_[column].most(forms_[column].modules));
    };
    bool own = false;
    for (std::size_t column = 0; column < layout_.columns.size(); ++column) own |= plain(column);
    for (std::size_t column = 0; own && column < layout_.columns.size(); ++column)
      if (layout_.columns[column].role == Role::version && !plain(column) &&
          layout_.columns[column].product.empty())
        layout_.columns[column] = {};
  }

  bool has_other_words(std::string_view header) const {
    auto tokens = tokens_of(header, vocabulary_, vocabulary::Expectation::name);
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) {
      return token.kind == TokenKind::word && !role_of_words(token.value, words_);
    });
  }

  /// "| | Zorkan | Blimp |" over marks, beside versions: names of systems as they are written.
  void find_unknown_systems() {
    bool beside =
        layout_.count(Role::of_system) > 0 ||
        (!context_.placed && layout_.count(Role::version) > 0 && layout_.count(Role::systems) == 0);
    if (!beside) return;
    for (std::size_t column = 0; column < layout_.columns.size(); ++column) {
      const Form& form = forms_[column];
      bool marks = form.most(form.marks) && form.yes > 0 && form.versions + form.modules == 0;
      if (layout_.columns[column].role != Role::other || !marks) continue;
      std::string_view header = base::trim(headers_[column]);
      bool name = !header.empty() && header.size() <= 30 && base::is_alpha(header.front()) &&
                  std::count(header.begin(), header.end(), ' ') <= 1 &&
                  header_product(header).empty() && !role_of_words(header, words_);
      if (name) layout_.columns[column] = {Role::of_system, {std::string(header)}, true};
    }
  }

  /// Whether rows state versions, or software on systems.
  bool is_of_versions() const {
    if (layout_.count(Role::version) + layout_.count(Role::module) > 0) return true;
    if (layout_.count(Role::default_version) > 0 && layout_.count(Role::software) > 0) return true;
    if (layout_.count(Role::of_system) > 0)
      return layout_.count(Role::software) > 0 || !context_.product.empty();
    return false;
  }

  const Grid& grid_;
  const TableContext& context_;
  const vocabulary::Vocabulary& vocabulary_;
  const Words& words_;
  std::vector<std::string> headers_;
  std::vector<Form> forms_;
  Layout layout_;
};

/// Whether the first row behind the corner has versions, or the first column has header words.
bool is_sideways(const Grid& grid, const vocabulary::Vocabulary& vocabulary) {
  const Words& words = vocabulary.words();
  if (grid.rows.size() < 2 || grid.columns() < 2) return false;
  std::size_t versions = 0, filled = 0;
  for (std::size_t column = 1; column < grid.columns(); ++column) {
    std::string_view text = base::trim(grid.rows[0][column].text());
    filled += !text.empty();
    versions += is_version_list(text, vocabulary);
  }
  if (filled > 0 && versions == filled) return true;
  std::size_t side = 0, top = 0;
  for (const auto& row : grid.rows) side += role_of_words(row[0].text(), words).has_value();
  for (const GridCell& cell : grid.rows[0]) top += role_of_words(cell.text(), words).has_value();
  bool systems = false;
  for (std::size_t column = 1; column < grid.columns(); ++column)
    systems |= !only_systems(grid.rows[0][column].text(), vocabulary).empty();
  return side >= 2 && side * 2 >= grid.rows.size() && top <= 1 && side > top && !systems;
}

}  // namespace

int Layout::count(Role role) const {
  return static_cast<int>(std::count_if(columns.begin(), columns.end(),
                                        [&](const Column& each) { return each.role == role; }));
}

Layout layout_of(Grid& grid, const TableContext& context) {
  if (is_sideways(grid, context.subject.vocabulary)) grid = grid.transposed();
  return Reader(grid, context).run();
}

}  // namespace kbuild::claims::reader
