// The table of habits, and their gathering by key; see habits.h.
#include "diag/habits.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"

namespace kbuild::diag {

namespace {

using namespace literals;

enum class Scope : std::uint8_t { site, page };

struct Habit {
  Code code;
  /// The argument that tells two habits of the code apart; kAny: the code is one habit.
  std::size_t argument;
  Scope scope;
  /// As many findings stay what they are.
  std::size_t single;
};

constexpr std::size_t kAny = static_cast<std::size_t>(-1);

/// A style of the whole site and what one line of its configuration mends are told once; what each
/// page has to mend, once a page. Row by row: a code may be gathered by page and then by site.
constexpr Habit kHabits[] = {
    {"KB0108"_code, 0, Scope::site, 3},     // a value that needs Python
    {"KB0209"_code, 1, Scope::site, 3},     // a project whose list of names lacks them
    {"KB0501"_code, 0, Scope::site, 3},     // an unknown variable of a wiki
    {"KB0700"_code, 0, Scope::page, 2},     // a wrong label
    {"KB0703"_code, 1, Scope::site, 2},     // prompts, by label
    {"KB0704"_code, 0, Scope::page, 5},     // an invisible character
    {"KB0708"_code, 1, Scope::site, 3},     // code labelled as text
    {"KB0710"_code, 0, Scope::page, 1},     // a file that is absent
    {"KB0715"_code, 0, Scope::site, 2},     // sessions in blocks of commands
    {"KB0716"_code, 1, Scope::site, 3},     // a site's own label
    {"KB0800"_code, 0, Scope::page, 2},     // a placeholder with a blank
    {"KB0800"_code, 0, Scope::site, 2},     // the same everywhere
    {"KB0807"_code, kAny, Scope::page, 1},  // directives after commands
    {"KB0808"_code, kAny, Scope::page, 1},  // indented directives
    {"KB0811"_code, 0, Scope::site, 1},     // an old name of an option
    {"KB0818"_code, 0, Scope::site, 1},     // an option of a plugin
};

/// Further places that are named.
constexpr std::size_t kPlaces = 3;

bool is_of(const Diagnostic& d, const Habit& habit) {
  return habit.code == d.code && d.span &&
         (habit.argument == kAny || habit.argument < d.arguments.size());
}

/// The argument, and the page where it matters.
using HabitKey = std::pair<std::string, std::string>;

void tell_count(Diagnostic& first, const std::vector<Diagnostic>& others,
                const source::SourceStore& sources) {
  std::set<std::string_view> pages{sources.path(first.span.file)};
  for (const Diagnostic& other : others) pages.insert(sources.path(other.span.file));
  std::string where =
      pages.size() == 1 ? "of this page" : base::format("on {} pages", pages.size());
  first.notes.push_back(
      {{}, base::format("so it is at {} places {}, first at these", others.size() + 1, where)});
  for (std::size_t i = 0; i < std::min(kPlaces, others.size()); ++i)
    first.notes.push_back({others[i].span, "here"});
}

/// Gathers one habit; `order` is that of pages and places.
void gather(const Habit& habit, const std::vector<std::size_t>& order,
            const source::SourceStore& sources, Diagnostics& all, std::vector<bool>& told) {
  std::map<HabitKey, std::vector<std::size_t>> groups;
  for (std::size_t i : order) {
    if (told[i] || !is_of(all[i], habit)) continue;
    std::string argument = habit.argument == kAny ? "" : all[i].arguments[habit.argument];
    std::string page =
        habit.scope == Scope::page ? std::string(sources.path(all[i].span.file)) : "";
    groups[{std::move(argument), std::move(page)}].push_back(i);
  }
  for (const auto& [key, members] : groups) {
    if (members.size() <= habit.single) continue;
    std::vector<Diagnostic> others;
    for (std::size_t n = 1; n < members.size(); ++n) {
      others.push_back(all[members[n]]);
      told[members[n]] = true;
    }
    all[members.front()].notes.clear();
    tell_count(all[members.front()], others, sources);
  }
}

}  // namespace

Diagnostics gather_habits(Diagnostics diagnostics, const source::SourceStore& sources) {
  std::vector<std::size_t> order(diagnostics.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const source::Span &x = diagnostics[a].span, &y = diagnostics[b].span;
    std::string_view p = sources.path(x.file), q = sources.path(y.file);
    return p != q ? p < q : x.begin < y.begin;
  });
  std::vector<bool> told(diagnostics.size(), false);
  for (const Habit& habit : kHabits) gather(habit, order, sources, diagnostics, told);
  Diagnostics out;
  for (std::size_t i = 0; i < diagnostics.size(); ++i)
    if (!told[i]) out.push_back(std::move(diagnostics[i]));
  return out;
}

}  // namespace kbuild::diag
