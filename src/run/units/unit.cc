// Grouping by union of blocks; see unit.h. Each rule joins pairs; the ids, files and variants are
// read off the finished groups.
#include "run/units/unit.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "run/units/file_use.h"
#include "snippets/label.h"

namespace kbuild::run {

namespace {

using snippets::Role;
using snippets::Snippet;

constexpr std::array<std::string_view, 7> kLevelNames = {"none",    "parsed",  "linted", "compiled",
                                                         "ran-cpu", "ran-job", "ran-gpu"};

bool is_shell(const Snippet& s) {
  return s.language == "bash" || s.language == "tcsh" || s.language == "console";
}

bool is_runnable(const Snippet& s) {
  return s.role == Role::script || s.role == Role::fragment || s.role == Role::session ||
         s.role == Role::source;
}

/// Blocks of different tabs of one set are never read together.
bool are_alternatives(const Snippet& a, const Snippet& b) {
  return a.tab_set != 0 && a.tab_set == b.tab_set && a.tab != b.tab;
}

std::size_t common_headings(const Snippet& a, const Snippet& b) {
  std::size_t n = std::min(a.headings.size(), b.headings.size()), i = 0;
  while (i < n && a.headings[i] == b.headings[i]) ++i;
  return i;
}

/// "name: x" of a conda environment file: the name under which its commands know it.
std::string environment_name(const Snippet& s) {
  if (s.language != "yaml" || s.text.find("dependencies:") == std::string::npos) return {};
  for (std::string_view line : base::split_lines(s.text))
    if (line.starts_with("name:")) return std::string(base::trim(line.substr(5)));
  return {};
}

bool is_nameless_batch(const Snippet& s) {
  return s.role == Role::script && s.file_name.empty() &&
         s.text.find("#SBATCH") != std::string::npos;
}

std::string_view stem(std::string_view name) {
  std::string_view last = base::file_name(name);
  return last.substr(0, last.size() - base::extension(last).size());
}

/// What follows so many blocks of a page is not searched for what they need; no page that people
/// read has more.
constexpr std::size_t kMaxCompared = 2'000;

class Grouper {
 public:
  Grouper(const std::vector<Snippet>& snippets, std::string_view page_path,
          const std::vector<std::string>& linked)
      : snippets_(snippets),
        path_(page_path),
        linked_(linked),
        compared_(std::min(snippets.size(), kMaxCompared)),
        parent_(snippets.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const Snippet& s : snippets) uses_.push_back(find_file_uses(s));
  }

  UnitTable run() {
    join_named();
    join_tabs();
    join_files();
    join_products();
    join_outputs();
    return collect();
  }

 private:
  struct Found {
    std::size_t snippet;
    std::string wanted_as;
  };

  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  bool has_own_unit(std::size_t i) const { return snippets_[i].annotations.contains("unit"); }
  /// Whether a rule may join the two: authors' unit names are final.
  bool may_join(std::size_t a, std::size_t b) const { return !has_own_unit(a) && !has_own_unit(b); }

  void join_named();
  void join_tabs();
  void join_files();
  void join_products();
  void join_outputs();
  std::optional<Found> find_file(std::size_t wanter, const FileUse& use) const;
  bool may_be_fetched(std::size_t wanter) const;
  UnitTable collect();
  struct UsedIds {
    std::set<std::string> ids;
    /// By name: the number that the next unit of that name tries first.
    std::map<std::string, int> next;
  };
  std::string make_id(const std::vector<std::size_t>& members, UsedIds& used) const;
  std::vector<Variant> make_variants(const std::vector<std::size_t>& members) const;
  std::vector<UnitFile> make_files(const std::vector<std::size_t>& members) const;
  std::vector<std::size_t> find_setup(const std::vector<std::size_t>& members) const;

  const std::vector<Snippet>& snippets_;
  std::string_view path_;
  const std::vector<std::string>& linked_;
  /// Blocks that each block is compared with.
  std::size_t compared_;
  std::vector<std::size_t> parent_;
  std::vector<FileUses> uses_;
};

void Grouper::join_named() {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < snippets_.size(); ++i) {
    auto unit = snippets_[i].annotations.find("unit");
    if (unit == snippets_[i].annotations.end()) continue;
    auto [at, fresh] = first.emplace(unit->second, i);
    if (!fresh) join(at->second, i);
  }
}

/// The n-th blocks of all tabs of a set are alternatives.
void Grouper::join_tabs() {
  std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> first;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> count;
  for (std::size_t i = 0; i < snippets_.size(); ++i) {
    const Snippet& s = snippets_[i];
    if (s.tab_set == 0) continue;
    std::size_t ordinal = count[{s.tab_set, s.tab}]++;
    auto [at, fresh] = first.emplace(std::pair{s.tab_set, ordinal}, i);
    if (!fresh && may_join(at->second, i)) join(at->second, i);
  }
}

std::optional<Grouper::Found> Grouper::find_file(std::size_t wanter, const FileUse& use) const {
  std::optional<Found> best;
  std::size_t best_score = 0;
  auto offer = [&](std::size_t i, std::string wanted_as, std::size_t quality) {
    // Exact names before guesses, whole files before parts, near sections before far ones, later
    // blocks of a name before earlier ones (they are the complete version).
    std::size_t score = quality * 10000 + (snippets_[i].part_of_file ? 0 : 5000) +
                        common_headings(snippets_[i], snippets_[wanter]) * 100 + 1;
    if (score >= best_score) {
      best_score = score;
      best = Found{i, std::move(wanted_as)};
    }
  };
  std::string_view name = base::file_name(use.name);
  for (std::size_t i = 0; i < compared_; ++i) {
    const Snippet& s = snippets_[i];
    if (i == wanter || are_alternatives(s, snippets_[wanter])) continue;
    if (base::file_name(s.file_name) == name) {
      offer(i, "", 3);
    } else if (std::string env = environment_name(s); !env.empty() && s.file_name.empty() &&
                                                      stem(name) == env &&
                                                      snippets::language_of_file(name) == "yaml") {
      offer(i, std::string(name), 2);
    } else if (!s.file_name.empty() && stem(s.file_name) == stem(name) &&
               snippets::compatible_languages(snippets::language_of_file(name), s.language) &&
               !snippets::compatible_languages(snippets::language_of_file(s.file_name),
                                               s.language)) {
      // The suffix of the block's name contradicts its content; a command uses the right one.
      offer(i, std::string(name), 1);
    } else if (s.role == Role::source && s.file_name.empty() &&
               s.section == snippets_[wanter].section &&
               snippets::language_of_file(name) == s.language) {
      // The one whole program of the section, which has no name.
      offer(i, std::string(name), 0);
    } else if (use.is_batch && is_nameless_batch(s)) {
      // "sbatch x.sh" after a batch script without a name means that script.
      offer(i, std::string(name), i < wanter ? 1 : 0);
    }
  }
  return best;
}

void Grouper::join_files() {
  for (std::size_t i = 0; i < snippets_.size(); ++i) {
    for (const FileUse& use : uses_[i].wanted) {
      auto found = find_file(i, use);
      if (!found || !may_join(i, found->snippet)) continue;
      join(i, found->snippet);
      // Parts of the same file go with it.
      for (std::size_t k = 0; k < compared_; ++k)
        if (snippets_[k].part_of_file &&
            snippets_[k].file_name == snippets_[found->snippet].file_name && may_join(k, i))
          join(k, i);
    }
  }
}

void Grouper::join_products() {
  for (std::size_t later = 0; later < compared_; ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Snippet &a = snippets_[earlier], &b = snippets_[later];
      if (a.section != b.section || are_alternatives(a, b) || !is_shell(a) || !is_shell(b))
        continue;
      const std::vector<std::string>& made = uses_[earlier].made;
      bool uses = std::any_of(uses_[later].used.begin(), uses_[later].used.end(),
                              [&](const std::string& name) {
                                return std::find(made.begin(), made.end(), name) != made.end();
                              });
      if (uses && may_join(earlier, later)) join(earlier, later);
    }
  }
}

void Grouper::join_outputs() {
  for (std::size_t i = 1; i < snippets_.size(); ++i) {
    if (snippets_[i].role != Role::output) continue;
    for (std::size_t k = i; k-- > 0;) {
      if (snippets_[k].section != snippets_[i].section ||
          are_alternatives(snippets_[k], snippets_[i]))
        break;
      if (!is_runnable(snippets_[k])) continue;
      if (may_join(k, i)) join(k, i);
      break;
    }
  }
}

bool Grouper::may_be_fetched(std::size_t wanter) const {
  for (std::size_t i = 0; i <= std::min(wanter, compared_ - 1); ++i)
    if (uses_[i].fetches && (common_headings(snippets_[i], snippets_[wanter]) > 1 || i == wanter ||
                             snippets_[wanter].headings.size() <= 1))
      return true;
  return false;
}

std::vector<UnitFile> Grouper::make_files(const std::vector<std::size_t>& members) const {
  std::vector<UnitFile> files;
  auto known = [&](std::string_view name) {
    return std::find_if(files.begin(), files.end(), [&](const UnitFile& f) {
      return f.name == name || (!f.wanted_as.empty() && f.wanted_as == name);
    });
  };
  for (std::size_t i : members) {
    const Snippet& s = snippets_[i];
    if (s.file_name.empty() || s.part_of_file) continue;
    auto at = known(s.file_name);
    // Variants of one file keep the first; a later block of the same name in the same place is the
    // whole.
    if (at == files.end())
      files.push_back({s.file_name, i, std::nullopt, 0, ""});
    else if (!are_alternatives(snippets_[*at->snippet], s))
      at->snippet = i;
  }
  for (std::size_t i : members) {
    for (const FileUse& use : uses_[i].wanted) {
      auto found = find_file(i, use);
      if (found) {
        auto at = std::find_if(files.begin(), files.end(),
                               [&](const UnitFile& f) { return f.snippet == found->snippet; });
        if (at == files.end()) {
          std::string own = snippets_[found->snippet].file_name;
          std::string name = own.empty() ? std::string(base::file_name(use.name)) : own;
          files.push_back(
              {name, found->snippet, i, use.offset, own.empty() ? "" : found->wanted_as});
        } else if (!at->wanted_by) {
          at->wanted_by = i;
          at->offset = use.offset;
          at->wanted_as = found->wanted_as;
        }
        continue;
      }
      bool linked =
          std::find(linked_.begin(), linked_.end(), base::file_name(use.name)) != linked_.end();
      if (!use.demanded || linked || may_be_fetched(i) || known(use.name) != files.end()) continue;
      bool made = std::any_of(uses_.begin(), uses_.begin() + static_cast<std::ptrdiff_t>(compared_),
                              [&](const FileUses& others) {
                                return std::find(others.made.begin(), others.made.end(),
                                                 use.name) != others.made.end();
                              });
      if (!made) files.push_back({use.name, std::nullopt, i, use.offset, ""});
    }
  }
  return files;
}

std::vector<Variant> Grouper::make_variants(const std::vector<std::size_t>& members) const {
  std::vector<Variant> variants;
  for (std::size_t i : members) {
    const Snippet& s = snippets_[i];
    if (s.tab_set == 0) continue;
    auto at = std::find_if(variants.begin(), variants.end(),
                           [&](const Variant& v) { return v.label == s.tab; });
    if (at == variants.end()) {
      variants.push_back({s.tab, s.system, s.version, {i}});
    } else {
      at->members.push_back(i);
    }
  }
  if (!variants.empty()) return variants;
  Variant only;
  for (std::size_t i : members) {
    if (only.system.empty()) only.system = snippets_[i].system;
    if (only.version.empty()) only.version = snippets_[i].version;
  }
  return {only};
}

/// The nearest earlier block that sets an environment up, in the same chapter, where the unit does
/// not do so itself and needs one or builds something.
std::vector<std::size_t> Grouper::find_setup(const std::vector<std::size_t>& members) const {
  bool needs = false;
  for (std::size_t i : members) {
    if (uses_[i].sets_environment) return {};
    needs |= uses_[i].needs_environment;
  }
  if (!needs) return {};
  for (std::size_t i = members.front();
       i-- > members.front() - std::min(members.front(), kMaxCompared);)
    if (uses_[i].sets_environment && common_headings(snippets_[i], snippets_[members.front()]) >= 2)
      return {i};
  return {};
}

std::string Grouper::make_id(const std::vector<std::size_t>& members, UsedIds& used) const {
  const Snippet& first = snippets_[members.front()];
  std::string page(path_.substr(0, path_.size() - base::extension(path_).size()));
  std::string name;
  if (auto unit = first.annotations.find("unit"); unit != first.annotations.end()) {
    name = unit->second;
  } else {
    for (std::size_t i : members)
      if (name.empty() && !snippets_[i].file_name.empty()) name = stem(snippets_[i].file_name);
    if (name.empty() && !first.headings.empty())
      name = doc::make_slug(first.headings.back(), doc::SlugStyle::python_markdown);
    if (name.empty()) name = "top";
    name = page + ":" + name;
  }
  std::string id = name;
  int& next = used.next.try_emplace(name, 2).first->second;
  for (; !used.ids.insert(id).second; ++next) id = base::format("{}-{}", name, next);
  return id;
}

UnitTable Grouper::collect() {
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < snippets_.size(); ++i) groups[root(i)].push_back(i);
  UnitTable table;
  table.unit_of.resize(snippets_.size());
  UsedIds used;
  for (auto& [first, members] : groups) {
    for (std::size_t i : members) table.unit_of[i] = table.units.size();
    Unit unit;
    unit.id = make_id(members, used);
    unit.files = make_files(members);
    unit.setup = find_setup(members);
    unit.variants = make_variants(members);
    unit.members = std::move(members);
    table.units.push_back(std::move(unit));
  }
  return table;
}

}  // namespace

std::string_view level_name(Level level) {
  return kLevelNames[static_cast<std::size_t>(level)];
}

std::optional<Level> find_level(std::string_view name) {
  for (std::size_t i = 0; i < kLevelNames.size(); ++i)
    if (kLevelNames[i] == name) return static_cast<Level>(i);
  return std::nullopt;
}

bool Unit::lacks_file() const {
  return std::any_of(files.begin(), files.end(), [](const UnitFile& f) { return !f.snippet; });
}

UnitTable group_units(const std::vector<Snippet>& snippets, std::string_view page_path,
                      const std::vector<std::string>& linked) {
  return Grouper(snippets, page_path, linked).run();
}

std::string commands_of(const Snippet& s) {
  if (s.role == Role::session) {
    if (s.language != "console") return {};
    std::string out;
    for (const snippets::SessionPart& part : s.session)
      if (!part.command.empty()) out += part.command + "\n";
    return out;
  }
  if (s.language != "bash") return {};
  return s.role == Role::script || s.role == Role::fragment ? s.text : std::string{};
}

bool has_output(const snippets::Snippet& s) {
  return s.role == Role::script || !commands_of(s).empty() ||
         (s.role == Role::source && s.language == "python");
}

std::optional<std::size_t> find_shown_output(const std::vector<snippets::Snippet>& snippets,
                                             const std::vector<std::size_t>& members,
                                             std::size_t member) {
  auto at = std::find(members.begin(), members.end(), member);
  std::optional<std::size_t> first;
  for (; at != members.end(); ++at) {
    const snippets::Snippet& s = snippets[*at];
    if (*at == member) continue;
    if (has_output(s)) break;
    if (s.role != Role::output) continue;
    if (s.annotations.contains("expect")) return *at;
    if (!first) first = *at;
  }
  return first;
}

}  // namespace kbuild::run
