// Makes the table of answers; see table.h.
#include "answer/table.h"

#include <algorithm>
#include <map>
#include <set>

#include "answer/tokens.h"
#include "base/text.h"
#include "source/unicode.h"
#include "vocabulary/finnish.h"
#include "vocabulary/tables.h"
#include "vocabulary/version.h"

namespace kbuild::answer {

namespace {

using meta::WordClass;

/// Classes of words that questions about versions are made of.
constexpr WordClass kWords[] = {
    WordClass::available,  WordClass::default_version, WordClass::limited,
    WordClass::deprecated, WordClass::unavailable,     WordClass::removed,
    WordClass::or_newer,   WordClass::newer_than,      WordClass::or_older,
    WordClass::older_than, WordClass::latest,          WordClass::version_word,
    WordClass::on,         WordClass::system_noun,     WordClass::question,
};

/// Names that end with fewer letters take no case ending: "r" of "rn".
constexpr std::size_t kMinInflected = 3;

/// The claim that gives a cell its status, of a page where one says the same.
const claims::Claim& status_claim(const matrix::Cell& cell) {
  auto says = [&](bool by_page) {
    return std::find_if(cell.claims.begin(), cell.claims.end(), [&](const matrix::CellClaim& each) {
      return each.claim.status == cell.status &&
             (each.claim.kind != claims::ClaimKind::imported) == by_page;
    });
  };
  auto found = says(true);
  if (found == cell.claims.end()) found = says(false);
  return found == cell.claims.end() ? cell.best() : found->claim;
}

Answer answer_of(const matrix::Cell& cell) {
  Answer made{cell.product, cell.version, cell.system, cell.status, cell.state, cell.module};
  const claims::Claim& claim = status_claim(cell);
  const claims::Claim& page =
      claim.kind == claims::ClaimKind::imported ? cell.best_of_pages() : claim;
  made.path = page.path;
  made.anchor = page.anchor;
  made.language = page.language;
  made.file = claim.file.empty() ? claim.path : claim.file;
  made.line = claim.line;
  made.date = claim.date;
  made.proof = cell.proof;
  made.run = cell.run;
  made.run_date = cell.run_date;
  made.list = cell.list;
  made.list_date = cell.list_date;
  return made;
}

std::string_view module_version(std::string_view module) {
  std::size_t slash = module.rfind('/');
  return slash == module.npos ? std::string_view() : module.substr(slash + 1);
}

/// "pytorch" of "apps/pytorch/2.7"; empty for what is no such name.
std::string module_name(std::string_view module) {
  std::size_t slash = module.rfind('/');
  if (slash == module.npos || module.find(' ') != module.npos) return {};
  module = module.substr(0, slash);
  return key_of(module.substr(module.rfind('/') + 1));
}

class TableMaker {
 public:
  TableMaker(const matrix::Matrix& matrix, const meta::Names& names,
             const std::vector<std::string>& languages)
      : matrix_(matrix), names_(names) {
    inflected_ = std::find(languages.begin(), languages.end(), "fi") != languages.end();
  }

  Table run() {
    add_words();
    add_systems();
    for (const meta::ProductName& product : names_.products) {
      Meaning meaning = product_of(product.name);
      for (const std::string& alias : product.aliases) add_name(alias, meaning);
    }
    for (const matrix::Cell& cell : matrix_.cells) add_cell(cell);
    for (const matrix::HiddenVersion& hidden : matrix_.hidden)
      table_.products[product_of(hidden.product).id].hidden.push_back(
          {system_of(hidden.system).id, source::fold_case(hidden.version)});
    for (const matrix::Cell& cell : matrix_.cells) add_names_in(cell);
    add_known_names();
    add_module_names();
    std::stable_sort(table_.stems.begin(), table_.stems.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    return std::move(table_);
  }

 private:
  void add_words() {
    for (const vocabulary::WordRow& row : vocabulary::built_in_words()) {
      if (std::find(std::begin(kWords), std::end(kWords), row.word_class) == std::end(kWords))
        continue;
      // "(d)" is a mark in listings, not a word of a question.
      if (row.phrase.find('(') != row.phrase.npos) continue;
      Meaning meaning{Meaning::Kind::word, 0, row.word_class};
      if (row.phrase.ends_with('*'))
        table_.beginnings.emplace_back(key_of(row.phrase), meaning);
      else
        add_spelling(key_of(row.phrase), meaning);
    }
  }

  void add_systems() {
    for (const meta::SystemName& system : names_.systems) {
      Meaning meaning = system_of(system.name);
      table_.systems[meaning.id].retired = system.retired;
      for (const std::string& alias : system.aliases) add_name(alias, meaning);
    }
    for (const matrix::Cell& cell : matrix_.cells)
      if (!cell.system.empty() && cell.system[0] != '*') system_of(cell.system);
    for (const matrix::SystemList& list : matrix_.lists) system_of(list.system);
    for (const meta::SystemName& system : names_.systems)
      if (!system.part_of.empty())
        table_.systems[system_of(system.name).id].part_of = system_of(system.part_of).id;
    for (System& system : table_.systems)
      if (const matrix::SystemList* list = matrix_.list_of(system.name))
        system.list = list->age, system.list_date = list->date;
  }

  void add_cell(const matrix::Cell& cell) {
    if (vocabulary::is_version_range(cell.version)) return;
    if (!cell.system.empty() && cell.system[0] == '*') return;
    Row row{cell.system.empty() ? kNone : system_of(cell.system).id, {}, answer_of(cell)};
    std::string_view loaded = module_version(cell.module);
    if (!loaded.empty() && !cell.version.starts_with(loaded))
      row.loaded_as = source::fold_case(loaded);
    table_.products[product_of(cell.product).id].rows.push_back(std::move(row));
  }

  /// What pages and lists call the product of a cell: "ScoreP" of Score-P.
  void add_names_in(const matrix::Cell& cell) {
    Meaning meaning = product_of(cell.product);
    for (const matrix::CellClaim& each : cell.claims)
      for (const std::string& name : {each.claim.product, each.claim.listed_as})
        if (named_.insert(name).second) add_name(name, meaning);
  }

  /// Aliases that everybody knows.
  void add_known_names() {
    for (const vocabulary::ProductRow& known : vocabulary::built_in_products()) {
      std::vector<std::string_view> names = base::split(known.aliases, '|');
      names.insert(names.begin(), known.name);
      const Meaning* meaning = nullptr;
      for (std::string_view name : names)
        if (auto found = table_.spellings.find(key_of(name));
            !meaning && found != table_.spellings.end() &&
            found->second.kind == Meaning::Kind::product)
          meaning = &found->second;
      if (!meaning && matrix_.lists.empty()) continue;
      Meaning product = meaning ? *meaning : product_of(std::string(known.name));
      for (std::string_view name : names) add_name(name, product);
    }
  }

  /// What users load, where it is the name of nothing else.
  void add_module_names() {
    std::map<std::string, std::set<std::uint32_t>> products;
    for (std::uint32_t id = 0; id < table_.products.size(); ++id)
      for (const Row& row : table_.products[id].rows)
        if (std::string name = module_name(row.answer.module); !name.empty())
          products[name].insert(id);
    for (const auto& [name, ids] : products)
      if (ids.size() == 1) add_key(name, {Meaning::Kind::product, *ids.begin()});
  }

  Meaning product_of(const std::string& name) {
    auto [at, is_new] = products_.try_emplace(source::fold_case(name), table_.products.size());
    if (is_new) table_.products.push_back({name});
    Meaning meaning{Meaning::Kind::product, static_cast<std::uint32_t>(at->second)};
    if (is_new) add_name(name, meaning);
    return meaning;
  }

  Meaning system_of(const std::string& name) {
    auto [at, is_new] = systems_.try_emplace(source::fold_case(name), table_.systems.size());
    if (is_new) table_.systems.push_back({name});
    Meaning meaning{Meaning::Kind::system, static_cast<std::uint32_t>(at->second)};
    if (is_new) add_name(name, meaning);
    return meaning;
  }

  /// A product also by its words joined: "scorep" for Score-P.
  void add_name(std::string_view name, Meaning meaning) {
    std::string key = key_of(name);
    add_key(key, meaning);
    if (meaning.kind != Meaning::Kind::product || key.find(' ') == key.npos) return;
    add_key(key_of(claims::product_key(name)), meaning);
  }

  void add_key(const std::string& key, Meaning meaning) {
    if (!add_spelling(key, meaning) || !inflected_ || key.size() < kMinInflected) return;
    table_.stems.emplace_back(key, meaning);
    for (auto stems_of : {vocabulary::inflection_stems, vocabulary::colloquial_stems})
      for (std::string& stem : stems_of(key)) table_.stems.emplace_back(std::move(stem), meaning);
  }

  /// False where the spelling means something already, or is too long.
  bool add_spelling(const std::string& key, Meaning meaning) {
    auto blanks = static_cast<std::size_t>(std::count(key.begin(), key.end(), ' '));
    if (key.empty() || blanks >= kMaxTokensOfName) return false;
    return table_.spellings.emplace(key, meaning).second;
  }

  const matrix::Matrix& matrix_;
  const meta::Names& names_;
  bool inflected_ = false;
  Table table_;
  /// By folded name.
  std::unordered_map<std::string, std::size_t> products_, systems_;
  /// Names in cells that have their product.
  std::set<std::string> named_;
};

}  // namespace

Table make_table(const matrix::Matrix& matrix, const meta::Names& names,
                 const std::vector<std::string>& languages) {
  return TableMaker(matrix, names, languages).run();
}

}  // namespace kbuild::answer
