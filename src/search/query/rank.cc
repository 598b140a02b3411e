// Ranking; see rank.h. Most of the time is spent counting the occurrences of each alternative. So
// forms that a better alternative shares are skipped, and sections are scored only for the pages
// that are shown.
#include "search/query/rank.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "search/index/rank_tables.h"

namespace kbuild::search {

namespace {

/// A bit for each group of the plan.
using Groups = std::uint64_t;
static_assert(kMaxGroupsInPlan <= 64);

template <class Body>
void for_each_bit(Groups groups, Body body) {
  for (; groups != 0; groups &= groups - 1)
    body(static_cast<std::size_t>(std::countr_zero(groups)));
}

double idf(double documents, double matching) {
  return std::log(1 + (documents - matching + 0.5) / (matching + 0.5));
}

double saturate(double count, double k1, double norm) {
  return count * (k1 + 1) / (count + norm);
}

}  // namespace

struct RankScores {
  struct GroupScores {
    double weight = 1;
    double section_idf = 0, page_idf = 0;
    std::uint32_t section_count = 0, page_count = 0;
    /// How well each section and page matches it.
    std::vector<float> sections, pages;
    /// The systems of the plan that it names, as a bit.
    std::uint64_t system = 0;
  };

  const RankTables& tables;
  const std::vector<SectionEntry>& section_entries;
  const std::vector<PageEntry>& page_entries;
  const Weights& w;
  std::vector<GroupScores> groups = {};
  Groups required = 0;
  /// The groups that each section and page matches, those that it matches well, and those that its
  /// heading or its names match.
  std::vector<Groups> in_section, in_page, strong_in_section, strong_in_page, in_heading;
  std::array<std::vector<Groups>, kNameFields.size()> in_name;
  /// Which systems of the plan each section is about, as bits, and what each is worth.
  std::vector<std::uint64_t> systems;
  std::vector<double> system_idf;

  RankScores(const Index& index, const Plan& plan, const RankTables& made)
      : tables(made),
        section_entries(index.sections()),
        page_entries(index.pages()),
        w(made.weights),
        in_section(made.section_count),
        in_page(made.page_count),
        strong_in_section(made.section_count),
        strong_in_page(made.page_count),
        in_heading(made.section_count) {
    for (auto& name : in_name) name.resize(made.page_count);
    groups.resize(std::min(plan.groups.size(), kMaxGroupsInPlan));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Group& group = plan.groups[g];
      groups[g].weight = group.weight;
      groups[g].sections.resize(made.section_count);
      groups[g].pages.resize(made.page_count);
      if (!group.optional) required |= Groups{1} << g;
      for (std::size_t i = 0; i < std::min<std::size_t>(plan.systems.size(), 64); ++i)
        if (plan.systems[i] == group.system) groups[g].system = std::uint64_t{1} << i;
    }
  }

  /// How well the words of the query and those of a title are the same: product of both shares,
  /// times the weight of all words. A system that the text is `about` need not be in its title.
  double coverage(Groups here, std::uint64_t about, std::uint32_t words,
                  double GroupScores::*idf_of) const {
    if ((here & required) == 0 || words == 0) return 0;
    double all = 0, matched = 0, count = 0;
    for_each_bit(required, [&](std::size_t g) {
      bool has = here >> g & 1;
      if (!has && (groups[g].system & about)) return;
      all += groups[g].*idf_of;
      if (!has) return;
      matched += groups[g].*idf_of;
      count += 1;
    });
    return all <= 0 ? 0 : matched * (matched / all) * std::min(1.0, count / words);
  }

  double section_score(std::uint32_t section) const {
    Groups here = in_section[section];
    if (here == 0) return 0;
    double sum = 0;
    for_each_bit(here, [&](std::size_t g) {
      sum += groups[g].weight * groups[g].section_idf * groups[g].sections[section];
    });
    sum += w.heading_match * coverage(in_heading[section], systems[section],
                                      section_entries[tables.first_section + section].heading_words,
                                      &GroupScores::section_idf);
    for_each_bit(systems[section], [&](std::size_t i) { sum += w.system * system_idf[i]; });
    return sum;
  }

  double title_score(std::uint32_t page) const {
    Groups named = 0;
    for (const auto& name : in_name) named |= name[page];
    if (named == 0) return 0;
    const PageEntry& entry = page_entries[tables.first_page + page];
    std::uint64_t about = 0;
    for (std::uint32_t s = tables.sections_of_page[page]; s < tables.sections_of_page[page + 1];
         ++s)
      about |= systems[s];
    std::array<double, kNameFields.size()> weights{w.title_match, w.other_title_match,
                                                   w.file_match};
    double best = 0;
    for (std::size_t n = 0; n < weights.size(); ++n)
      best = std::max(best, weights[n] * coverage(in_name[n][page], about, entry.name_words[n],
                                                  &GroupScores::page_idf));
    return best;
  }

  double page_part(std::size_t g, std::uint32_t page) const {
    return groups[g].weight * groups[g].page_idf * groups[g].pages[page];
  }

  Why why(std::uint32_t page) const {
    Why out;
    double sum = 0;
    for_each_bit(in_page[page], [&](std::size_t g) { sum += page_part(g, page); });
    out.page = w.page * sum;
    // The best section and the next three.
    std::array<double, 4> best{};
    for (std::uint32_t s = tables.sections_of_page[page]; s < tables.sections_of_page[page + 1];
         ++s) {
      double score = section_score(s);
      if (score <= best.back()) continue;
      auto at = std::find_if(best.begin(), best.end(), [&](double other) { return score > other; });
      std::move_backward(at, best.end() - 1, best.end());
      *at = score;
    }
    out.sections = best[0];
    for (std::size_t i = 1; i < best.size(); ++i) out.sections += best[i] * w.next_sections;
    out.title = title_score(page);
    out.prior = tables.priors[page];
    return out;
  }
};

namespace {

/// Not std::vector<bool>, whose bits are slower.
using Marks = std::vector<std::uint8_t>;

/// Occurrences of one set of texts. Made once and cleared where it was written.
struct Occurrences {
  std::vector<float> words;
  Marks headings;
  /// Whether a heading above has one; valid for the page at hand.
  Marks above;
  /// Which of the page's names have one: bits in the order of kNameFields.
  Marks names;
  Marks has_page;
  /// Whether a heading of the page at hand has one.
  bool has_heading = false;
  /// The pages and the sections that have any, and where the others are set.
  std::vector<std::uint32_t> pages, sections, in_headings, in_names;

  explicit Occurrences(const RankTables& tables)
      : words(tables.section_count),
        headings(tables.section_count),
        above(tables.section_count),
        names(tables.page_count),
        has_page(tables.page_count) {}
  void clear() {
    for (std::uint32_t section : sections) words[section] = 0;
    for (std::uint32_t section : in_headings) headings[section] = 0;
    for (std::uint32_t page : pages) has_page[page] = 0;
    for (std::uint32_t page : in_names) names[page] = 0;
    for (auto* list : {&pages, &sections, &in_headings, &in_names}) list->clear();
  }
};

/// The texts of an alternative's sets as the index has them, in the order of their addresses;
/// without those that it has not.
using Terms = std::vector<const TermPostings*>;

/// Fills the scores' tables group by group.
class Matcher {
 public:
  Matcher(const Index& index, const Plan& plan, RankScores& scores)
      : index_(index), plan_(plan), out_(scores), tables_(scores.tables), w_(scores.w) {}

  void run() {
    find_systems();
    for (std::size_t g = 0; g < out_.groups.size(); ++g) match(g);
  }

 private:
  void find_systems() {
    out_.systems.resize(tables_.section_count);
    for (std::size_t i = 0; i < std::min<std::size_t>(plan_.systems.size(), 64); ++i) {
      const auto& has = index_.term(plan_.language, Field::system, plan_.systems[i]).sections;
      for (const Posting& posting : has)
        out_.systems[posting.section - tables_.first_section] |= std::uint64_t{1} << i;
      out_.system_idf.push_back(idf(tables_.section_count, static_cast<double>(has.size())));
    }
  }

  Terms terms_of(Field field, const std::vector<std::string>& texts) const {
    Terms terms;
    for (const std::string& text : texts)
      if (const TermPostings& term = index_.term(plan_.language, field, text);
          !term.sections.empty())
        terms.push_back(&term);
    std::sort(terms.begin(), terms.end());
    return terms;
  }

  void add_names(const Terms& terms, Occurrences& found) const {
    for (const TermPostings* term : terms)
      for (std::size_t n = 0; n < kNameFields.size(); ++n)
        for (std::uint32_t absolute : term->pages_named[n]) {
          std::uint32_t page = absolute - tables_.first_page;
          if (found.names[page] == 0) found.in_names.push_back(page);
          found.names[page] |= static_cast<std::uint8_t>(1u << n);
        }
  }

  /// Fills the n-th of the reused tables. Pages that have only terms of `known` are not listed.
  void find(const Terms& terms, const Terms& known, std::size_t n) {
    if (n == found_.size()) found_.emplace_back(tables_);
    Occurrences& found = found_[n];
    found.clear();
    for (const TermPostings* term : terms) {
      bool counts = !std::binary_search(known.begin(), known.end(), term);
      for (const Posting& posting : term->sections) {
        std::uint32_t section = posting.section - tables_.first_section;
        if (found.words[section] == 0) found.sections.push_back(section);
        found.words[section] += static_cast<float>(posting.count);
        if (!counts) continue;
        std::uint32_t page = tables_.page_of_section[section];
        if (found.has_page[page]) continue;
        found.has_page[page] = 1;
        found.pages.push_back(page);
      }
      for (std::uint32_t absolute : term->headings) {
        found.headings[absolute - tables_.first_section] = 1;
        found.in_headings.push_back(absolute - tables_.first_section);
      }
    }
    add_names(terms, found);
  }

  void match(std::size_t g) {
    group_ = g;
    bit_ = Groups{1} << g;
    const std::vector<Alternative>& alternatives = plan_.groups[g].alternatives;
    // Terms of the alternatives so far that have one set.
    std::vector<std::pair<const Alternative*, Terms>> known;
    static const Terms kNothing;
    for (const Alternative& alternative : alternatives) {
      if (alternative.sets.empty()) continue;
      const Terms* best = &kNothing;
      Terms terms = terms_of(alternative.field, alternative.sets.front());
      std::size_t sets = alternative.sets.size();
      if (sets == 1) {
        for (const auto& [other, others] : known)
          if (other->weight >= alternative.weight && others.size() > best->size() &&
              std::includes(terms.begin(), terms.end(), others.begin(), others.end()))
            best = &others;
        if (best->size() == terms.size()) continue;
      }
      find(terms, *best, 0);
      for (std::size_t n = 1; n < sets; ++n)
        find(terms_of(alternative.field, alternative.sets[n]), kNothing, n);
      // A page must have one of each set, so those of the first are enough.
      for (std::uint32_t page : found_.front().pages)
        match_page(alternative, std::span(found_).first(sets), page);
      if (sets == 1) known.emplace_back(&alternative, std::move(terms));
    }
    RankScores::GroupScores& group = out_.groups[g];
    group.section_idf = idf(tables_.section_count, group.section_count);
    group.page_idf = idf(tables_.page_count, group.page_count);
  }

  /// Marks the sections below headings that have a word; whether there are headings that have.
  bool mark_above(Occurrences& set, std::uint32_t first, std::uint32_t last) const {
    std::uint8_t any = 0;
    for (std::uint32_t s = first; s < last; ++s) any |= set.headings[s];
    if (!any) return false;
    for (std::uint32_t s = first; s < last; ++s) {
      std::uint32_t upper = tables_.upper[s];
      set.above[s] = upper != RankTables::kNone && (set.headings[upper] | set.above[upper]);
    }
    return true;
  }

  void match_page(const Alternative& alternative, std::span<Occurrences> found,
                  std::uint32_t page) {
    std::uint32_t first = tables_.sections_of_page[page];
    std::uint32_t last = tables_.sections_of_page[page + 1];
    double page_count = 1e9;
    std::uint8_t named = 0xff, any_named = 0;
    bool any_heading = false;
    for (Occurrences& set : found) {
      double words = 0, headings = 0;
      for (std::uint32_t s = first; s < last; ++s) words += set.words[s];
      if (words <= 0) return;
      set.has_heading = mark_above(set, first, last);
      if (set.has_heading) {
        any_heading = true;
        for (std::uint32_t s = first; s < last; ++s) headings += set.headings[s];
      }
      double count = words + w_.page_heading * headings;
      for (std::size_t n = 0; n < kNameFields.size(); ++n)
        if (set.names[page] >> n & 1) count += page_name_weights_[n];
      named &= set.names[page];
      any_named |= set.names[page];
      page_count = std::min(page_count, count);
    }
    bool strong = alternative.weight >= 0.5;
    RankScores::GroupScores& group = out_.groups[group_];
    double match = alternative.weight * saturate(page_count, w_.page_k1, tables_.page_norms[page]);
    group.pages[page] = std::max(group.pages[page], static_cast<float>(match));
    out_.in_page[page] |= bit_;
    if (strong) {
      if (!(out_.strong_in_page[page] & bit_)) ++group.page_count;
      out_.strong_in_page[page] |= bit_;
      for (std::size_t n = 0; n < kNameFields.size(); ++n)
        if (named >> n & 1) out_.in_name[n][page] |= bit_;
    }
    for (std::uint32_t s = first; s < last; ++s) {
      double count = 1e9;
      bool here = true, heading = any_heading;
      for (const Occurrences& set : found) {
        double one = set.words[s];
        if (any_heading) one += w_.heading * set.headings[s];
        if (any_named)
          for (std::size_t n = 0; n < kNameFields.size(); ++n)
            if (set.names[page] >> n & 1) one += name_weights_[n];
        if (any_heading && set.has_heading && set.above[s]) one += w_.upper_heading;
        here = here && set.words[s] > 0;
        heading = heading && set.headings[s];
        count = std::min(count, one);
      }
      if (count <= 0) continue;
      double value = alternative.weight * saturate(count, w_.section_k1, tables_.section_norms[s]);
      group.sections[s] = std::max(group.sections[s], static_cast<float>(value));
      out_.in_section[s] |= bit_;
      if (!strong) continue;
      if (here) {
        if (!(out_.strong_in_section[s] & bit_)) ++group.section_count;
        out_.strong_in_section[s] |= bit_;
      }
      if (heading) out_.in_heading[s] |= bit_;
    }
  }

  const Index& index_;
  const Plan& plan_;
  RankScores& out_;
  const RankTables& tables_;
  const Weights& w_;
  std::array<double, kNameFields.size()> name_weights_{w_.title, w_.other_title, w_.file};
  std::array<double, kNameFields.size()> page_name_weights_{w_.page_title, w_.page_other_title,
                                                            w_.page_file};
  std::vector<Occurrences> found_;
  std::size_t group_ = 0;
  Groups bit_ = 1;
};

}  // namespace

Ranking::Ranking(std::unique_ptr<RankScores> scores) : scores_(std::move(scores)) {}
Ranking::~Ranking() = default;
Ranking::Ranking(Ranking&&) noexcept = default;
Ranking& Ranking::operator=(Ranking&&) noexcept = default;

std::vector<RankedPage> Ranking::pages() const {
  const RankTables& tables = scores_->tables;
  std::vector<RankedPage> out;
  for (std::uint32_t page = 0; page < tables.page_count; ++page) {
    if (scores_->in_page[page] == 0) continue;
    Why why = scores_->why(page);
    double score = (why.sections + why.page + why.title) * why.prior;
    if (score > 0) out.push_back({tables.first_page + page, score});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const RankedPage& a, const RankedPage& b) { return a.score > b.score; });
  return out;
}

std::vector<RankedSection> Ranking::sections(std::uint32_t page) const {
  const RankTables& tables = scores_->tables;
  std::vector<RankedSection> out;
  page -= tables.first_page;
  if (page >= tables.page_count) return out;
  for (std::uint32_t s = tables.sections_of_page[page]; s < tables.sections_of_page[page + 1]; ++s)
    if (double score = scores_->section_score(s); score > 0)
      out.push_back({tables.first_section + s, score});
  std::stable_sort(out.begin(), out.end(), [](const RankedSection& a, const RankedSection& b) {
    return a.score > b.score;
  });
  return out;
}

Why Ranking::why(std::uint32_t page) const {
  page -= scores_->tables.first_page;
  if (page >= scores_->tables.page_count) return {};
  Why why = scores_->why(page);
  for (std::size_t g = 0; g < scores_->groups.size(); ++g)
    why.groups.push_back(scores_->page_part(g, page));
  return why;
}

Ranking rank(const Index& index, const Plan& plan, const Weights& weights) {
  auto scores =
      std::make_unique<RankScores>(index, plan, index.rank_tables(plan.language, weights));
  if (scores->tables.page_count > 0) Matcher(index, plan, *scores).run();
  return Ranking(std::move(scores));
}

}  // namespace kbuild::search
