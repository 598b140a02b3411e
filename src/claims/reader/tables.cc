// Asserts what tables of versions say, row by row. What the columns are is found in columns.cc,
// what a cell says in cells.cc; legends are applied in reconcile.cc.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "claims/reader/assertion.h"
#include "claims/reader/cells.h"
#include "claims/reader/columns.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"

namespace kbuild::claims::reader {

using namespace diag::literals;

namespace {

/// Whether a cell lists releases of anything, such as "2019b, 2020b": beside several systems it is
/// not clear which of them are where.
bool is_release_series(std::string_view text) {
  constexpr std::size_t kMaxReleaseLength = 20;
  if (text.find(',') == text.npos) return false;
  std::vector<std::string_view> parts = base::split(text, ',');
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    part = base::trim(part);
    return !part.empty() && part.size() <= kMaxReleaseLength && base::is_digit(part.front());
  });
}

/// A version that a row states, before its systems.
struct RowVersion {
  ListedVersion listed;
  std::size_t column = 0;
};

class TableReader {
 public:
  TableReader(const Outline& outline, const TableContext& context, std::size_t passage,
              const Grid& grid, const Layout& layout)
      : outline_(outline),
        context_(context),
        vocabulary_(context.subject.vocabulary),
        passage_(passage),
        grid_(grid),
        layout_(layout),
        status_above_(status_above(outline, passage, words_).value_or(ClaimStatus::available)) {}

  Assertions run() {
    for (row_ = layout_.body; row_ < grid_.rows.size(); ++row_)
      layout_.bands[row_] ? read_band() : read_row();
    return std::move(made_);
  }

 private:
  std::string_view cell(std::size_t column) const {
    return base::trim(grid_.rows[row_][column].text());
  }
  bool has(std::size_t column, Role role) const { return layout_.columns[column].role == role; }
  std::size_t columns() const { return layout_.columns.size(); }

  /// A row of one cell says what the rows below it are about.
  void read_band() {
    std::vector<std::string> systems = only_systems(cell(0), vocabulary_);
    if (!systems.empty()) band_systems_ = systems;
    if (auto product = vocabulary_.whole(cell(0), vocabulary::NameKind::product))
      band_product_ = vocabulary_.name(*product);
  }

  void read_row() {
    if (!read_software()) return;
    row_systems_ = band_systems_;
    row_status_.reset();
    status_systems_.clear();
    for (std::size_t column = 0; column < columns(); ++column) read_column(column);
    std::vector<RowVersion> versions = row_versions();
    bool several = versions.size() > 1;
    for (std::size_t column = 0; column < columns(); ++column)
      several |= row_systems_.size() > 1 && is_release_series(cell(column));
    if (row_systems_.size() > 1 && several) return assert_several(versions);
    bool systems_above = layout_.count(Role::of_system) > 0;
    if (!systems_above)
      for (const RowVersion& version : versions) assert_version(version, row_systems_, {});
    else
      read_system_columns(versions);
  }

  /// Sets the row's product; false if the row is none of software.
  bool read_software() {
    product_ = band_product_.empty() ? context_.product : band_product_;
    release_.reset();
    module_.clear();

    for (std::size_t column = 0; column < columns(); ++column) {
      if (!has(column, Role::software)) continue;
      std::string_view text = cell(column);
      if (text.empty()) {
        product_ = last_product_;
        return !product_.empty();
      }
      // "Version" or "Module" as the row's name, of the product above.
      std::string name = software_name(text, vocabulary_);
      auto module =
          text.find('/') == text.npos ? std::nullopt : version_of_module(text, vocabulary_);
      if (module && !module->version.empty()) {
        name = module->product;
        module_ = module->module;
        release_ = {module->version, module->module, module->product, {}, true, 0};
      } else if (std::optional<ListedVersion> release = split_release(text, name)) {
        release_ = release;
      }
      if (name.empty()) return false;
      product_ = last_product_ = name;
      return true;
    }
    return true;
  }

  /// "PyTorch 2.1": name and version in one cell. `name` becomes the name alone.
  std::optional<ListedVersion> split_release(std::string_view text, std::string& name) const {
    std::size_t blank = text.find_last_of(" \n");
    if (blank == text.npos || vocabulary_.whole(text, vocabulary::NameKind::product)) return {};
    std::string_view tail = text.substr(blank + 1);
    std::vector<ListedVersion> listed = listed_versions(tail, {}, vocabulary_);
    if (listed.size() != 1 || !listed[0].module.empty() || listed[0].begin > 1) return {};
    name = software_name(text.substr(0, blank), vocabulary_);
    return listed[0];
  }

  void read_column(std::size_t column) {
    std::string_view text = cell(column);
    if (has(column, Role::systems)) {
      for (const vocabulary::Mention& mention :
           vocabulary_.find(text, vocabulary::Expectation::name))
        if (mention.kind == vocabulary::NameKind::system) add_system(vocabulary_.name(mention.id));
      if (row_systems_.empty()) add_written_systems(text);
    }
    if (has(column, Role::module) && module_.empty()) module_ = module_of_cell(text);
    if (has(column, Role::status) || has(column, Role::notes)) {
      auto status = stated(text, words_);
      if (status && (has(column, Role::status) || *status != ClaimStatus::available)) {
        row_status_ = status;
        status_systems_ = systems_in(text, vocabulary_, vocabulary::Expectation::name);
      }
    }
    if (has(column, Role::status) &&
        read_mark(text, layout_.crosses_deny, words_).meaning == Mark::Meaning::negative)
      row_status_ = ClaimStatus::unavailable;
    if (has(column, Role::default_version) && !text.empty()) {
      Mark::Meaning meaning = read_mark(text, false, words_).meaning;
      if (meaning == Mark::Meaning::positive || meaning == Mark::Meaning::default_version)
        row_status_ = ClaimStatus::default_version;
    }
  }

  void add_system(const std::string& name) {
    if (std::find(row_systems_.begin(), row_systems_.end(), name) == row_systems_.end())
      row_systems_.push_back(name);
  }

  /// Names below "System" that nothing knows: candidates.
  void add_written_systems(std::string_view text) {
    constexpr std::size_t kMaxSystemLength = 30;
    for (std::string_view part : base::split(text, ',')) {
      part = base::trim(part);
      bool name = !part.empty() && part.size() <= kMaxSystemLength && base::is_alpha(part.front());
      if (name && !stated(part, words_)) add_system(std::string(part));
    }
  }

  /// The module that a cell names or loads: "module load pytorch/2.7", "`gromacs`".
  std::string module_of_cell(std::string_view text) const {
    for (std::string_view word : base::split_words(text)) {
      bool slashed = word.find('/') != word.npos;
      auto module = slashed ? version_of_module(word, vocabulary_) : std::nullopt;
      if (module && !module->version.empty()) return module->module;
    }
    return {};
  }

  /// The versions of the columns of versions, else that of the name, else those of modules.
  std::vector<RowVersion> row_versions() const {
    std::vector<RowVersion> versions;
    auto add = [&](std::size_t column) {
      for (ListedVersion& listed : listed_versions(cell(column), product_, vocabulary_))
        if (!is_known(versions, listed)) versions.push_back({std::move(listed), column});
    };
    for (std::size_t column = 0; column < columns(); ++column) {
      if (has(column, Role::version)) add(column);
      if (!has(column, Role::default_version)) continue;
      for (ListedVersion& listed : listed_versions(cell(column), product_, vocabulary_)) {
        listed.status = ClaimStatus::default_version;
        versions.push_back({std::move(listed), column});
      }
    }
    if (versions.empty() && release_) versions.push_back({*release_, 0});
    for (std::size_t column = 0; versions.empty() && column < columns(); ++column)
      if (has(column, Role::module)) add(column);
    return versions;
  }

  static bool is_known(const std::vector<RowVersion>& versions, const ListedVersion& listed) {
    constexpr std::size_t kMaxCompared = 20;
    return versions.size() <= kMaxCompared &&
           std::any_of(versions.begin(), versions.end(), [&](const RowVersion& each) {
             return each.listed.version == listed.version;
           });
  }

  void read_system_columns(const std::vector<RowVersion>& versions) {
    bool product_is_row = layout_.count(Role::software) > 0;
    for (std::size_t column = 0; column < columns(); ++column) {
      if (!has(column, Role::of_system)) continue;
      const std::vector<std::string>& systems = layout_.columns[column].systems;
      std::string_view text = cell(column);
      if (text.empty()) continue;
      Mark mark = read_mark(text, layout_.crosses_deny, words_);
      if (mark.meaning == Mark::Meaning::other)
        if (auto meaning = meaning_before_remark(text, layout_.crosses_deny, words_);
            meaning != Mark::Meaning::other)
          mark.meaning = meaning;
      if (mark.meaning == Mark::Meaning::none) continue;
      if (mark.meaning != Mark::Meaning::other) {
        assert_mark(versions, systems, mark, column, product_is_row);
        continue;
      }
      std::vector<ListedVersion> listed = listed_versions(text, product_, vocabulary_);
      if (!listed.empty() && (versions.empty() || !listed[0].module.empty())) {
        // Below a version, a module names how it is loaded there.
        if (!versions.empty()) {
          std::string module = std::exchange(module_, listed[0].module);
          for (const RowVersion& version : versions) assert_version(version, systems, {}, column);
          module_ = module;
        } else {
          for (ListedVersion& each : listed) assert_version({each, column}, systems, {}, column);
        }
        continue;
      }
      if (auto status = stated(text, words_); status && !versions.empty())
        for (const RowVersion& version : versions) assert_version(version, systems, status, column);
    }
  }

  void assert_mark(const std::vector<RowVersion>& versions, const std::vector<std::string>& systems,
                   const Mark& mark, std::size_t column, bool product_is_row) {
    ClaimStatus status = ClaimStatus::available;
    if (mark.meaning == Mark::Meaning::negative) status = ClaimStatus::unavailable;
    if (mark.meaning == Mark::Meaning::default_version) status = ClaimStatus::default_version;
    sign_ = mark.meaning == Mark::Meaning::qualified ? mark.sign : std::string();
    for (const RowVersion& version : versions) assert_version(version, systems, status, column);
    bool named = versions.empty() && product_is_row && status != ClaimStatus::default_version;
    if (named) assert_version({{}, column}, systems, status, column);
    sign_.clear();
  }

  /// Several versions on several systems: some of these on some of those.
  void assert_several(const std::vector<RowVersion>& versions) {
    if (versions.empty()) return;
    std::vector<std::string> texts;
    for (const RowVersion& version : versions) texts.push_back(version.listed.version);
    Assertion& made = add(versions.front());
    made.version = base::join(texts, ", ");
    made.systems = {base::join(row_systems_, ", ")};
    made.rule = "table-many-to-many";
    made.status = ClaimStatus::available;
  }

  void assert_version(const RowVersion& version, const std::vector<std::string>& systems,
                      std::optional<ClaimStatus> status, std::size_t column = kNone) {
    Assertion& made = add(version);
    made.version = version.listed.version;
    made.systems = systems;
    made.rule = column != kNone        ? "table-system-column"
                : row_systems_.empty() ? "table-row"
                                       : "table-system-cell";
    bool denied = status == ClaimStatus::unavailable;
    made.status = status.value_or(ClaimStatus::available);
    if (version.listed.status && !denied) made.status = *version.listed.status;
    // A remark about the whole row says more than a mark that it is there.
    bool remarkable = row_status_ && made.status == ClaimStatus::available &&
                      (status_systems_.empty() || systems.empty() ||
                       std::find_first_of(status_systems_.begin(), status_systems_.end(),
                                          systems.begin(), systems.end()) != status_systems_.end());
    if (remarkable) made.status = *row_status_;
    if (made.status == ClaimStatus::available) made.status = status_above_;
    made.sign = sign_;
    if (column != kNone) made.place = place_of(column);
  }

  source::Span place_of(std::size_t column) const {
    return grid_.rows[row_][column].located.place(0);
  }

  Assertion& add(const RowVersion& version) {
    Assertion& made = made_.emplace_back();
    made.product = product_;
    const std::string& header = layout_.columns[version.column].product;
    bool of_header = !header.empty() && layout_.count(Role::software) == 0;
    if (of_header) made.product = header;
    made.kind = ClaimKind::table;
    made.module = version.listed.module.empty() ? module_ : version.listed.module;
    // Without a product above, the module names it.
    if (!made.module.empty() && layout_.count(Role::software) == 0)
      made.product = product_of_row_module(made.module, made.product);
    made.passage = passage_;
    made.place = grid_.rows[row_][version.column].located.place(version.listed.begin);
    made.excerpt = excerpt();
    return made;
  }

  /// The product that the module is named after if it is another than the page's: a table of
  /// modules on a page about one of them.
  std::string product_of_row_module(const std::string& module, const std::string& above) const {
    auto named = version_of_module(module, vocabulary_);
    if (!named) return above;
    bool listing = layout_.count(Role::version) == 0;
    return above.empty() || (listing && named->known) ? named->product : above;
  }

  std::string excerpt() const {
    constexpr std::size_t kMaxLength = 200;
    std::string out;
    for (std::size_t column = 0; column < columns() && out.size() < kMaxLength; ++column) {
      std::string text = base::collapse_spaces(cell(column));
      if (text.empty() || grid_.rows[row_][column].continued) continue;
      out += (out.empty() ? "" : " | ") + text;
    }
    return out;
  }

  const Outline& outline_;
  const TableContext& context_;
  const vocabulary::Vocabulary& vocabulary_;
  const vocabulary::Words& words_ = vocabulary_.words();
  std::size_t passage_;
  const Grid& grid_;
  const Layout& layout_;
  /// Of headings: "Old versions (deprecated)".
  ClaimStatus status_above_;
  std::size_t row_ = 0;
  Assertions made_;
  std::vector<std::string> band_systems_;
  std::string band_product_;
  /// Of the row being read.
  std::string product_, last_product_, module_, sign_;
  std::optional<ListedVersion> release_;
  std::vector<std::string> row_systems_;
  std::optional<ClaimStatus> row_status_;
  /// Those that the state is about, if it names any: "default on Puhti".
  std::vector<std::string> status_systems_;
};

/// Where a table stands: the product of the labels above it, else that of its introduction.
TableContext context_of(const Outline& outline, const Subject& subject, std::size_t index) {
  const Passage& passage = outline.passages[index];
  TableContext context{subject, product_above(outline, subject, index)};
  if (passage.declared && !passage.declared->product.empty())
    context.product = passage.declared->product;
  if (context.product.empty() && passage.introduction != kNone) {
    const auto& named = outline.passages[passage.introduction].products;
    if (named.size() == 1) context.product = named.front();
  }
  for (std::size_t at = passage.parent; at != kNone; at = outline.passages[at].parent)
    context.placed |= outline.passages[at].is_label() && !outline.passages[at].systems.empty();
  return context;
}

}  // namespace

Assertions assert_tables(const Outline& outline, const Subject& subject,
                         diag::Diagnostics& diagnostics) {
  Assertions made;
  for (std::size_t i = 0; i < outline.passages.size(); ++i) {
    const doc::Table* table = outline.passages[i].table();
    if (!table) continue;
    source::Span span = outline.passages[i].node->span;
    Grid grid = make_grid(*table, span, subject.vocabulary.words());
    if (grid.cut) diagnostics.push_back({"KB0635"_code, span, {std::to_string(grid.rows.size())}});
    if (grid.rows.empty()) continue;
    TableContext context = context_of(outline, subject, i);
    Layout layout = layout_of(grid, context);
    Assertions rows = TableReader(outline, context, i, grid, layout).run();
    std::move(rows.begin(), rows.end(), std::back_inserter(made));
  }
  return made;
}

}  // namespace kbuild::claims::reader
