// Finds names of systems by adjacent nouns and by their position: headers of columns, labels of
// lists and tabs, terms. Includes what names.cc finds by context; see names.h.
#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.h"
#include "claims/extraction/grid.h"
#include "claims/extraction/names.h"
#include "claims/extraction/names_table.h"
#include "claims/extraction/scope.h"
#include "page/front_matter_keys.h"
#include "vocabulary/nouns.h"
#include "vocabulary/word_list.h"

namespace kbuild::claims {

namespace {

constexpr std::string_view kSystemNouns[] = {"cluster", "supercomputer", "supercluster", "HPC"};
constexpr std::string_view kPluralNouns[] = {"clusters", "supercomputers", "superclusters"};
/// Last parts of Finnish compounds: "Sampo-klusterissa".
constexpr std::string_view kSystemTails[] = {"klusteri", "supertieto", "superkone",
                                             "laskentaklusteri"};
/// Words between a noun and a name.
constexpr std::string_view kKinds[] = {"GPU", "CPU", "HPC"};
/// Last words of definitions, also as parts of compounds, with the verbs that join them to the
/// name.
constexpr std::pair<std::string_view, std::string_view> kDefinitions[] = {
    {"is", "cluster"},        {"is", "supercomputer"}, {"on", "klusteri"},
    {"on", "supertietokone"}, {"est", "calculateur"},  {"est", "cluster"}};
/// Maximum length of an item's label, in bytes.
constexpr std::size_t kMaxItemLabelLength = 40;
/// How often a name must occur next to a noun.
constexpr int kAcceptedWeight = 2;
/// Finds unknown names of systems by adjacent words and by position.
class NameFinder {
 public:
  explicit NameFinder(const Extraction& extraction) : extraction_(extraction) {}

  std::set<std::string> run() {
    for (std::size_t i = 0; i < extraction_.passages.size(); ++i) {
      const Passage& passage = extraction_.passages[i];
      if (passage.kind == PassageKind::table)
        read_table(passage);
      else if (passage.kind == PassageKind::tab)
        read_tab(passage);
      else if (passage.kind != PassageKind::code)
        read_text(passage);
      if (passage.item_begin) read_parent_item(i);
    }
    std::set<std::string> names;
    for (const auto& [name, count] : named_) {
      auto place = places_.find(name);
      bool labelled = labels_.contains(name) && !used_.contains(name);
      if (count >= kAcceptedWeight ||
          (labelled && (count > 0 || (place != places_.end() && place->second > 0))))
        accept(name, names);
    }
    for (const auto& [name, count] : places_)
      if (labels_.contains(name) && !used_.contains(name)) accept(name, names);
    // Words in lower case are systems if a column of systems has them and the page repeats them.
    for (const auto& [name, count] : small_)
      if (count >= 2) accept(name, names);
    // "Sampo-GPU" next to "Sampo-CPU": partitions of a system.
    for (const Group& group : adjacent_)
      if (group.of_table) accept_parts(group.names, names);
    for (auto& [heading, labels] : tabs_) adjacent_.push_back({false, std::move(labels)});
    accept_adjacent(names);
    if (names.empty() && named_.size() == 1 && !names_any_system())
      accept(named_.begin()->first, names);
    return names;
  }

  /// Headers of a table that are aliases of another of its headers: "Taito-GPU" next to "Taito".
  std::set<std::string> separate_names() const {
    std::set<std::string> separate;
    for (const Group& group : adjacent_)
      for (const std::string& name : group.columns) {
        auto id = extraction_.vocabulary.whole(name, vocabulary::NameKind::system);
        bool aliased = id && !base::equals_ignoring_case(extraction_.vocabulary.name(*id), name);
        if (aliased &&
            std::any_of(group.columns.begin(), group.columns.end(), [&](const std::string& other) {
              return base::equals_ignoring_case(other, extraction_.vocabulary.name(*id));
            }))
          separate.insert(name);
      }
    return separate;
  }

  /// Headers of columns of marks with one name and different remarks, which are separate systems:
  /// "Sampo (x64)" next to "Sampo (ARM)".
  std::set<std::string> names_with_remarks() const {
    std::set<std::string> found;
    for (const Group& group : adjacent_) {
      std::map<std::string, std::vector<std::string>> by_base;
      for (const std::string& header : group.remarked)
        by_base[header.substr(0, header.find(" ("))].push_back(header);
      for (const auto& [base, headers] : by_base) {
        bool free = extraction_.vocabulary.find(base, vocabulary::Expectation::name).empty() ||
                    extraction_.vocabulary.whole(base, vocabulary::NameKind::system);
        if (headers.size() > 1 && free) found.insert(headers.begin(), headers.end());
      }
    }
    return found;
  }

  /// Names in the same table or list as a known system are systems.
  void accept_adjacent(std::set<std::string>& names) const {
    for (const Group& group : adjacent_) {
      auto known = std::count_if(
          group.names.begin(), group.names.end(),
          [&](const std::string& name) { return names.contains(name) || is_known_system(name); });
      bool small =
          group.of_table &&
          std::any_of(group.names.begin(), group.names.end(), [&](const std::string& name) {
            return can_be_small_system(name) && is_known_system(name);
          });
      auto needed = group.of_table ? 1 : (static_cast<std::ptrdiff_t>(group.names.size()) + 1) / 2;
      if (group.of_systems && group.names.size() > 1) needed = 0;
      for (const std::string& name : group.names)
        if (known >= needed && !is_other_header(name) &&
            (can_be_system(name) || can_be_name_of_words(name) ||
             (small && can_be_small_system(name))))
          accept(name, names);
    }
  }

 private:
  /// Names of one kind: headers of columns of marks, labels of a list's items.
  struct Group {
    bool of_table = false;
    std::vector<std::string> names;
    /// Whether the text above the list says that its labels are systems.
    bool of_systems = false;
    /// All headers of a table.
    std::vector<std::string> columns = {};
    /// Headers of columns of marks that are a name and a word in parentheses.
    std::vector<std::string> remarked = {};
  };

  void accept(const std::string& name, std::set<std::string>& names) const {
    if (extraction_.vocabulary.find(name, vocabulary::Expectation::name).empty() ||
        extraction_.vocabulary.whole(name, vocabulary::NameKind::system))
      names.insert(name);
  }

  void accept_parts(const std::vector<std::string>& columns, std::set<std::string>& names) const {
    std::map<std::string, int> bases;
    auto base_of = [](const std::string& name) {
      std::size_t hyphen = name.find('-');
      return hyphen == name.npos ? std::string() : name.substr(0, hyphen);
    };
    for (const std::string& name : columns)
      if (std::string base = base_of(name); can_be_system(name) && can_be_system(base))
        ++bases[base];
    for (const std::string& name : columns)
      if (auto base = bases.find(base_of(name)); base != bases.end() && base->second > 1)
        accept(name, names);
  }

  /// Whether the page names a known system, or its author or source configuration names one.
  bool names_any_system() const {
    if (!extraction_.page.default_system.empty() || page::stated_systems(extraction_.page))
      return true;
    return std::any_of(extraction_.passages.begin(), extraction_.passages.end(),
                       [](const Passage& passage) {
                         return !systems_in(passage.mentions, 0, passage.text().size()).empty();
                       });
  }

  bool is_known_system(const std::string& header) const {
    std::vector<vocabulary::Mention> mentions =
        extraction_.vocabulary.find(header, vocabulary::Expectation::name);
    return !systems_in(mentions, 0, header.size()).empty();
  }

  /// "the Zaratan cluster", "cluster Zaratan", "Sampo-klusterissa", "on Zaratan".
  void read_text(const Passage& passage) {
    int weight = passage.kind == PassageKind::heading ? 2 : 1;
    if (passage.kind == PassageKind::heading) note_label(passage.text());
    if (passage.item_begin) read_item(passage);
    if (std::string_view place = single_place(passage.words); can_be_system(place))
      named_[std::string(place)] += kAcceptedWeight;
    std::string field = field_text(extraction_.passages, passage);
    for (std::string_view name : names_of_system_field(field))
      if (can_be_system(name)) named_[std::string(name)] += kAcceptedWeight;
    const std::vector<TextWord>& words = passage.words;
    read_pairs(words);
    read_counted(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (is_defined(words, i) || is_introduced(words, i))
        named_[std::string(words[i].bare)] += kAcceptedWeight;
      // "La plateforme GPU Sampo".
      if (i + 2 < words.size() && words[i].may(WordRole::noun_before_name) &&
          vocabulary::is_one_of(kKinds, words[i + 1].text) && words[i + 2].is_capital() &&
          can_be_system(words[i + 2].bare))
        named_[std::string(words[i + 2].bare)] += kAcceptedWeight;
      // A system's name is capitalised; punctuation may precede the second word.
      std::string_view first = words[i].text;
      bool before_capital = i + 1 < words.size() && words[i + 1].is_capital();
      if (!base::is_upper(first[0]) && !before_capital) continue;
      if (std::size_t hyphen = first.find('-');
          hyphen != first.npos && can_be_system(first.substr(0, hyphen)))
        for (std::string_view tail : kSystemTails)
          if (first.substr(hyphen + 1).starts_with(tail))
            named_[std::string(first.substr(0, hyphen))] += kAcceptedWeight;
      if (i + 1 == words.size() || !words[i].is_bare()) continue;
      std::string_view second = words[i + 1].bare;
      if (vocabulary::is_one_of(kSystemNouns, second) && can_be_system(first)) {
        std::string name = with_word_before(words, i);
        std::size_t parts = base::split_words(name).size();
        bool definite = i >= parts && second != "HPC" && words[i - parts].is(WordRole::definite);
        named_[std::move(name)] += definite ? kAcceptedWeight : weight;
      }
      if (!before_capital || !can_be_system(second)) continue;
      if (words[i].may(WordRole::noun_before_name)) {
        // "le calculateur Sampo": with a definite article.
        bool definite = i > 0 && words[i - 1].is(WordRole::definite);
        named_[std::string(second)] += definite ? kAcceptedWeight : weight;
      }
      // "les partitions GPU du Sampo", "the nodes of Sampo".
      if (words[i].may(WordRole::of_word))
        for (std::size_t back = 1; back <= 2 && back <= i; ++back)
          if (words[i - back].is(WordRole::part)) ++named_[std::string(second)];
      if (words[i].may(WordRole::label_place)) ++places_[std::string(second)];
      if (!words[i].may(WordRole::use) || i + 2 >= words.size() ||
          (words[i + 2].text != "on" && words[i + 2].text != "sur"))
        continue;
      std::size_t at = i + 3 < words.size() && words[i + 3].text == "the" ? i + 4 : i + 3;
      if (at < words.size() && can_be_system(words[at].bare)) used_.emplace(second);
    }
  }

  /// "the Sampo and Louhi clusters", "on Sampo, Louhi and Ahti supercomputers".
  void read_counted(const std::vector<TextWord>& words) {
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (!vocabulary::is_one_of(kPluralNouns, words[i].bare)) continue;
      std::vector<std::string> names;
      std::size_t at = i;
      // Names precede the noun, all but the last followed by a comma or a conjunction.
      for (bool last = true; at > 0; last = false) {
        const TextWord& word = words[at - 1];
        if (!last && word.is(WordRole::conjunction)) {
          --at;
          continue;
        }
        bool parted =
            last ? word.is_bare() : word.text.ends_with(',') || words[at].is(WordRole::conjunction);
        if (!word.is_capital() || !can_be_system(word.bare) || is_no_place(word.bare) || !parted)
          break;
        names.emplace_back(word.bare);
        --at;
      }
      for (const std::string& name : names)
        if (names.size() > 1) named_[name] += kAcceptedWeight;
    }
  }

  /// "2.1 on Sampo, 2.3 on Louhi": names after versions are of one kind.
  void read_pairs(const std::vector<TextWord>& words) {
    std::vector<std::string> places;
    for (std::size_t i = 2; i < words.size(); ++i) {
      bool on = words[i - 1].text == "on" || words[i - 1].text == "sur";
      std::string_view version = bare_word(words[i - 2].text);
      vocabulary::VersionMatch match = vocabulary::match_version(version, 0);
      if (on && words[i].is_capital() && match.dotted && match.end == version.size())
        places.emplace_back(words[i].bare);
    }
    if (places.size() < 2) return;
    adjacent_.push_back({true, std::move(places)});
    last_list_ = {kNoPassage, kNoPassage, -1};
  }

  /// "Sampo is our GPU cluster.", "Sampo on yliopiston laskentaklusteri.": a sentence that defines
  /// the name.
  static bool is_defined(const std::vector<TextWord>& words, std::size_t i) {
    constexpr std::size_t kMaxDefinitionLength = 8;
    if (i + 2 >= words.size() || !words[i].is_bare() || !can_be_system(words[i].text) ||
        (i > 0 && !words[i - 1].text.ends_with('.')))
      return false;
    for (std::size_t at = i + 2; at < words.size() && at < i + kMaxDefinitionLength; ++at) {
      if (words[at].text.ends_with('.') || at + 1 == words.size())
        return std::any_of(std::begin(kDefinitions), std::end(kDefinitions), [&](auto row) {
          return words[i + 1].text == row.first && words[at].bare.ends_with(row.second);
        });
      if (!words[at].is_bare()) return false;
    }
    return false;
  }

  /// "The farm is called Sampo", "la machine Sampo".
  static bool is_introduced(const std::vector<TextWord>& words, std::size_t i) {
    constexpr std::string_view kVerbs[] = {"called", "named", "nommé", "nommée"};
    if (i < 2 || !words[i].is_capital() || !can_be_system(words[i].bare)) return false;
    std::string_view before = words[i - 1].text;
    // In English, a machine's name doesn't follow the noun "machine".
    if (before == "machine") return words[i - 2].text == "la" || words[i - 2].text == "La";
    if (!vocabulary::is_one_of(kVerbs, before)) return false;
    // "cluster software is called" names software.
    std::size_t noun = i - 2;
    if (noun > 0 && (words[noun].text == "is" || words[noun].text == "est")) --noun;
    return words[noun].may(WordRole::noun_before_name) || words[noun].text == "machine";
  }

  /// The name in a paragraph that consists of "On Sampo:".
  static std::string_view single_place(const std::vector<TextWord>& words) {
    bool place = words.size() == 2 && words[1].text.ends_with(':') &&
                 (words[0].text == "On" || words[0].text == "Sur" || words[0].text == "For");
    return place ? words[1].bare : std::string_view();
  }

  /// The word at `i`, with the word before if both form a name: "Great Lakes".
  static std::string with_word_before(const std::vector<TextWord>& words, std::size_t i) {
    std::string name(words[i].text);
    bool inside = i > 1 && can_be_system(words[i - 1].text) && words[i - 2].is_bare();
    return inside ? std::string(words[i - 1].text) + " " + name : name;
  }

  /// "Sampo: 2.4.1": the labels of a list are of one kind.
  void read_item(const Passage& passage) {
    std::size_t colon = passage.text().find(':');
    if (colon == std::string::npos || colon > kMaxItemLabelLength) return;
    std::string_view label = base::trim(std::string_view(passage.text()).substr(0, colon));
    // "Sampo (retired): 1.8".
    if (std::size_t open = label.find(" ("); label.ends_with(')') && open != label.npos)
      label = label.substr(0, open);
    label = bare_word(label);
    note_label(label);
    if (vocabulary::find_versions(std::string_view(passage.text()).substr(colon)).empty()) return;
    std::tuple list(passage.heading, passage.introduction, passage.list_depth);
    if (list != last_list_) adjacent_.push_back({false, {}, is_list_of_systems(passage)});
    last_list_ = list;
    adjacent_.back().names.emplace_back(label);
  }

  /// Whether the text above a list or table introduces systems: "Other clusters", "On our
  /// systems:", "on which clusters it is available".
  bool is_list_of_systems(const Passage& passage) const {
    std::size_t over = passage.introduction == kNoPassage ? passage.heading : passage.introduction;
    if (over == kNoPassage) return false;
    const std::vector<TextWord>& words = extraction_.passages[over].words;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      if (words[i].is_small(WordRole::asking) && words[i + 1].may(WordRole::noun)) return true;
    return !words.empty() && words.back().may(WordRole::noun);
  }

  /// An item that consists of a name, with versions in its subitems.
  void read_parent_item(std::size_t index) {
    const Passage& passage = extraction_.passages[index];
    if (index + 1 == extraction_.passages.size()) return;
    const Passage& below = extraction_.passages[index + 1];
    bool under =
        below.item_begin ? below.list_depth > passage.list_depth : below.introduction == index;
    if (!under || !below.numbered) return;
    // "Sampo (decommissioned)".
    std::string_view text = passage.text();
    // French has a blank before the colon.
    std::string_view label = base::trim(bare_word(base::trim(text.substr(0, text.find('(')))));
    if (!can_be_system(label)) return;
    std::string_view first = base::trim_left(below.text());
    auto module = parse_module(first.substr(0, std::min(first.find_first_of(" \n"), first.size())),
                               extraction_.vocabulary);
    // "`bundle/2.1` (PyTorch 2.3)": the contents are versions too.
    bool held = first.find(" (") < kMaxItemLabelLength && !below.mentions.empty();
    bool versions = vocabulary::match_version(base::trim_left(first), 0).dotted ||
                    (module && !module->release.empty() && (module->product || held));
    if (!versions) return;
    note_label(label);
    if (last_parent_ != passage.introduction || adjacent_.empty()) adjacent_.push_back({false, {}});
    last_parent_ = passage.introduction;
    adjacent_.back().names.emplace_back(label);
  }

  /// Tabs below one heading are labels of one kind.
  void read_tab(const Passage& passage) {
    std::string_view label = passage.text();
    // ":material-server: Sampo".
    if (std::size_t icon = label.find(": "); label.starts_with(':') && icon != label.npos)
      label.remove_prefix(icon + 2);
    note_label(label);
    tabs_[passage.heading].emplace_back(base::trim(label));
  }

  void note_label(std::string_view text) {
    text = bare_word(base::trim(text));
    if (can_be_system(text)) labels_.emplace(text);
  }

  void read_table(const Passage& passage) {
    Grid grid = make_grid(std::get<doc::Table>(passage.block->value), passage.block->span);
    if (grid.rows.size() < 2) return;
    std::size_t body = std::max<std::size_t>(grid.header_rows, 1);
    auto blank = [](const GridCell& cell) { return base::trim(cell.text()).empty(); };
    if (body + 1 < grid.rows.size() &&
        std::all_of(grid.rows[body - 1].begin(), grid.rows[body - 1].end(), blank))
      ++body;
    bool versions = false;
    for (const GridCell& cell : grid.rows[body - 1]) {
      std::string lower = base::to_lower(cell.text());
      versions =
          versions || lower.find("versio") != lower.npos || lower.find("modul") != lower.npos ||
          lower.find("release") != lower.npos ||
          extraction_.vocabulary.whole(cell.text(), vocabulary::NameKind::product).has_value();
    }
    std::vector<std::string>& headers =
        adjacent_.emplace_back(Group{true, {}, is_list_of_systems(passage)}).names;
    last_list_ = {kNoPassage, kNoPassage, -1};
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      std::string header(bare_word(base::trim(grid.rows[body - 1][column].text())));
      adjacent_.back().columns.push_back(header);
      if (versions && (is_systems_header(header) || holds_systems(grid, body, column)))
        read_names(grid, body, column);
      if (is_version_column(extraction_, grid, body, column)) named_[header] += kAcceptedWeight;
      // "Modules on Sampo".
      std::vector<std::string_view> words = base::split_words(header);
      if (words.size() > 1 && can_be_system(words.back()) &&
          (words[words.size() - 2] == "on" || words[words.size() - 2] == "sur"))
        named_[std::string(words.back())] += kAcceptedWeight;
      // "Machines" spanning several columns: the header below is a machine in each of them.
      for (std::size_t row = 0; row + 1 < body; ++row)
        if (header != grid.rows[row][column].text() && can_be_system(header) &&
            is_systems_header(bare_word(base::trim(grid.rows[row][column].text()))))
          named_[header] += 2;
      if (!is_column_of_marks(grid, body, column)) continue;
      std::string whole(base::trim(grid.rows[body - 1][column].text()));
      if (is_name_with_remark(whole)) adjacent_.back().remarked.push_back(std::move(whole));
      note_label(header);
      headers.push_back(std::move(header));
    }
    read_system_fields(grid);
    // "Version | Sampo | Louhi" above marks, if nothing else on the page gives the systems.
    Group& group = adjacent_.back();
    bool places = versions && group.names.size() > 1 &&
                  std::all_of(group.names.begin(), group.names.end(), [&](const std::string& name) {
                    return may_be_place(extraction_.vocabulary, name);
                  });
    if (places && !names_any_system()) group.of_systems = true;
  }

  /// Whether half of a column's cells are known systems, whatever its header.
  bool holds_systems(const Grid& grid, std::size_t body, std::size_t column) const {
    std::size_t filled = 0, known = 0;
    for (std::size_t row = body; row < grid.rows.size(); ++row) {
      std::string_view text = base::trim(grid.rows[row][column].text());
      filled += !text.empty();
      // "Sampo (GPU)".
      std::string_view name = base::trim(text.substr(0, text.find(" (")));
      known += extraction_.vocabulary.whole(name, vocabulary::NameKind::system).has_value();
    }
    return known > 0 && known * 2 >= filled;
  }

  /// "Systems | Sampo, Louhi" below "Version | 2.4": a table of fields.
  void read_system_fields(const Grid& grid) {
    if (grid.columns() != 2) return;
    bool versions = std::any_of(grid.rows.begin(), grid.rows.end(), [](const auto& row) {
      return base::starts_with_ignoring_case(base::trim(row[0].text()), "versio");
    });
    if (!versions) return;
    for (const auto& row : grid.rows)
      if (is_systems_header(bare_word(base::trim(row[0].text()))))
        for (std::string_view word : base::split(row[1].text(), ','))
          if (std::string_view name = bare_word(base::trim(word)); can_be_system(name))
            named_[std::string(name)] += kAcceptedWeight;
  }

  /// The cells of a column whose header announces systems, with any separator.
  void read_names(const Grid& grid, std::size_t body, std::size_t column) {
    for (std::size_t row = body; row < grid.rows.size(); ++row) {
      const std::string& text = grid.rows[row][column].text();
      for (std::string_view word : base::split(text, ','))
        if (std::string_view name = bare_word(base::trim(word));
            can_be_system(name) || can_be_name_of_words(name))
          named_[std::string(name)] += kAcceptedWeight;
      std::vector<std::string_view> words = base::split_words(text);
      bool small = !words.empty() && std::all_of(words.begin(), words.end(), [](auto word) {
        return can_be_small_system(bare_word(word));
      });
      for (std::string_view word : words)
        if (small) ++small_[std::string(bare_word(word))];
    }
  }

  const Extraction& extraction_;
  /// How often an adjacent noun suggests that a word is a system.
  std::map<std::string, int> named_;
  /// How often a word follows "on".
  std::map<std::string, int> places_;
  /// Names used on something else, which can't be systems.
  std::set<std::string, std::less<>> used_;
  /// Labels of tabs by the heading above.
  std::map<std::size_t, std::vector<std::string>> tabs_;
  /// Lower-case words in columns of systems.
  std::map<std::string, int> small_;
  /// Words that are a heading, a tab, an item's label or the header of a column of marks.
  std::set<std::string, std::less<>> labels_;
  std::vector<Group> adjacent_;
  /// The list of the last labels in `adjacent_`: its heading, introduction and depth.
  std::tuple<std::size_t, std::size_t, int> last_list_ = {kNoPassage, kNoPassage, -1};
  /// The introduction of the last item with subitems.
  std::size_t last_parent_ = 0;
};

/// Drops names for all systems of a centre ("CCAST Clusters", "the CCAST clusters") if the page
/// names individual ones.
void drop_groups(const Extraction& extraction, std::set<std::string>& names) {
  auto is_group = [&](const std::string& name) {
    std::string last = base::to_lower(name.substr(name.rfind(' ') + 1));
    if (vocabulary::is_one_of(kPluralNouns, last)) return true;
    return std::any_of(
        extraction.passages.begin(), extraction.passages.end(), [&](const Passage& passage) {
          for (std::size_t i = 0; i + 1 < passage.words.size(); ++i)
            if (passage.words[i].bare == name && passage.words[i].is_bare() &&
                vocabulary::is_one_of(kPluralNouns, base::to_lower(passage.words[i + 1].bare)) &&
                (i == 0 || !passage.words[i - 1].is(WordRole::conjunction)))
              return true;
          return false;
        });
  };
  std::set<std::string> groups;
  for (const std::string& name : names)
    if (is_group(name)) groups.insert(name);
  if (groups.size() < names.size())
    for (const std::string& group : groups) names.erase(group);
}

}  // namespace

NamesOfSystems find_names_of_systems(const Extraction& extraction) {
  NameFinder finder(extraction);
  NamesOfSystems found{finder.run(), {}};
  add_names_by_context(extraction, found.names);
  finder.accept_adjacent(found.names);
  drop_groups(extraction, found.names);
  found.separate = finder.separate_names();
  found.separate.merge(finder.names_with_remarks());
  return found;
}

}  // namespace kbuild::claims
