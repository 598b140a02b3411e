// Ranking; see rank.h.
#include "search/rank.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace kbuild::search {

namespace {

/// The sections and pages of one language, which scores are computed among.
struct Scope {
  std::uint32_t first_section = 0;
  std::uint32_t section_count = 0;
  std::uint32_t first_page = 0;
  std::uint32_t page_count = 0;
  double section_length = 1;
  double page_length = 1;
};

Scope scope_of(const Index& index, std::string_view language) {
  Scope scope;
  double length = 0;
  const std::vector<PageEntry>& pages = index.pages();
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (pages[i].language != language) continue;
    if (scope.page_count++ == 0) {
      scope.first_page = i;
      scope.first_section = pages[i].first_section;
    }
    scope.section_count += pages[i].section_count;
    length += pages[i].length;
  }
  if (scope.page_count > 0 && length > 0) {
    scope.section_length = length / scope.section_count;
    scope.page_length = length / scope.page_count;
  }
  return scope;
}

double idf(double documents, double matching) {
  return std::log(1 + (documents - matching + 0.5) / (matching + 0.5));
}

double saturate(double count, double k1, double b, double length, double average) {
  return count * (k1 + 1) / (count + k1 * (1 - b + b * length / average));
}

double kind_weight(PageKind kind, const Weights& weights) {
  switch (kind) {
    case PageKind::manual: return 1;
    case PageKind::faq: return weights.faq;
    case PageKind::tutorial: return weights.tutorial;
    case PageKind::index: return weights.index;
    case PageKind::news: return weights.news;
    case PageKind::archive: return weights.archive;
  }
  return 1;
}

/// What has a word of the query, by section or page relative to the scope; not std::vector<bool>,
/// whose bits are slower.
using Marks = std::vector<std::uint8_t>;

/// Occurrences of one set of texts, by section relative to the scope. Made once and cleared where
/// it was written.
struct Occurrences {
  std::vector<float> words;
  Marks headings;
  /// Whether each name of a page has one, by page relative to the scope.
  std::array<Marks, kNameFields.size()> names;
  Marks has_page;
  /// The pages and the sections that have any, and where the others are set.
  std::vector<std::uint32_t> pages, sections, in_headings;
  std::array<std::vector<std::uint32_t>, kNameFields.size()> in_names;

  explicit Occurrences(const Scope& scope)
      : words(scope.section_count), headings(scope.section_count), has_page(scope.page_count) {
    for (Marks& name : names) name.resize(scope.page_count);
  }
  void clear() {
    for (std::uint32_t section : sections) words[section] = 0;
    for (std::uint32_t section : in_headings) headings[section] = 0;
    for (std::uint32_t page : pages) has_page[page] = 0;
    for (std::size_t n = 0; n < names.size(); ++n) {
      for (std::uint32_t page : in_names[n]) names[n][page] = 0;
      in_names[n].clear();
    }
    sections.clear();
    in_headings.clear();
    pages.clear();
  }
};

/// How well each section and page says one word of the query.
struct GroupMatch {
  std::vector<float> sections, pages;
  double section_idf = 0, page_idf = 0;
  /// Whether a name of the page has it, the section's own heading has it.
  std::array<Marks, kNameFields.size()> in_name;
  Marks in_heading;
};

class Ranker {
 public:
  Ranker(const Index& index, const Plan& plan, const Weights& weights)
      : index_(index), plan_(plan), w_(weights), scope_(scope_of(index, plan.language)) {}

  std::vector<RankedPage> run() {
    if (scope_.page_count == 0) return {};
    for (const Group& group : plan_.groups) matches_.push_back(match(group));
    find_systems();
    std::vector<RankedPage> out;
    for (std::uint32_t page = 0; page < scope_.page_count; ++page) {
      bool matches = std::any_of(matches_.begin(), matches_.end(),
                                 [&](const GroupMatch& match) { return match.pages[page] > 0; });
      if (!matches) continue;
      RankedPage ranked = score_page(page);
      if (ranked.score > 0) out.push_back(std::move(ranked));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const RankedPage& a, const RankedPage& b) { return a.score > b.score; });
    return out;
  }

 private:
  const PageEntry& page_entry(std::uint32_t page) const {
    return index_.pages()[scope_.first_page + page];
  }
  const SectionEntry& section_entry(std::uint32_t section) const {
    return index_.sections()[scope_.first_section + section];
  }

  void add_postings(Field field, const std::string& text, std::vector<float>& counts) const {
    for (const Posting& posting : index_.postings(plan_.language, field, text))
      counts[posting.section - scope_.first_section] += static_cast<float>(posting.count);
  }

  /// Fills the n-th of the reused tables.
  void find(Field field, const std::vector<std::string>& texts, std::size_t n) {
    if (n == found_.size()) found_.emplace_back(scope_);
    Occurrences& found = found_[n];
    found.clear();
    for (const std::string& text : texts) {
      for (const Posting& posting : index_.postings(plan_.language, field, text)) {
        std::uint32_t section = posting.section - scope_.first_section;
        if (found.words[section] == 0) found.sections.push_back(section);
        found.words[section] += static_cast<float>(posting.count);
        std::uint32_t page = index_.sections()[posting.section].page - scope_.first_page;
        if (!found.has_page[page]) found.pages.push_back(page);
        found.has_page[page] = 1;
      }
      if (field != Field::word) continue;
      for (const Posting& posting : index_.postings(plan_.language, Field::heading, text)) {
        std::uint32_t section = posting.section - scope_.first_section;
        found.headings[section] = 1;
        found.in_headings.push_back(section);
      }
      for (std::size_t name = 0; name < kNameFields.size(); ++name)
        for (const Posting& posting : index_.postings(plan_.language, kNameFields[name], text)) {
          std::uint32_t page = index_.sections()[posting.section].page - scope_.first_page;
          found.names[name][page] = 1;
          found.in_names[name].push_back(page);
        }
    }
  }

  /// Whether a heading above the section has it; sections below a heading follow it, deeper than
  /// it.
  bool in_upper_heading(const Occurrences& found, std::uint32_t section) const {
    std::uint32_t depth = section_entry(section).depth;
    for (std::uint32_t at = section; depth > 1 && at-- > 0;) {
      std::uint32_t other = section_entry(at).depth;
      if (other == 0) break;
      if (other >= depth) continue;
      if (found.headings[at]) return true;
      depth = other;
    }
    return false;
  }

  GroupMatch match(const Group& group) {
    GroupMatch out;
    out.sections.assign(scope_.section_count, 0);
    out.pages.assign(scope_.page_count, 0);
    for (auto& name : out.in_name) name.assign(scope_.page_count, 0);
    out.in_heading.assign(scope_.section_count, 0);
    Marks counted(scope_.section_count), counted_pages(scope_.page_count);
    for (const Alternative& alternative : group.alternatives) {
      std::size_t sets = alternative.sets.size();
      for (std::size_t n = 0; n < sets; ++n) find(alternative.field, alternative.sets[n], n);
      // A page must have one of each set, so those of the first are enough.
      if (sets == 0) continue;
      for (std::uint32_t page : found_.front().pages)
        match_page(alternative, std::span(found_).first(sets), page, out, counted, counted_pages);
    }
    out.section_idf = idf(scope_.section_count, static_cast<double>(count_of(counted)));
    out.page_idf = idf(scope_.page_count, static_cast<double>(count_of(counted_pages)));
    return out;
  }
  static std::ptrdiff_t count_of(const Marks& marks) {
    return std::count(marks.begin(), marks.end(), std::uint8_t{1});
  }

  void match_page(const Alternative& alternative, std::span<const Occurrences> found,
                  std::uint32_t page, GroupMatch& out, Marks& counted, Marks& counted_pages) const {
    const PageEntry& entry = page_entry(page);
    std::uint32_t first = entry.first_section - scope_.first_section;
    double page_count = 1e9;
    std::array<bool, kNameFields.size()> named;
    named.fill(true);
    bool any = true;
    for (const Occurrences& set : found) {
      double words = 0, headings = 0;
      for (std::uint32_t s = first; s < first + entry.section_count; ++s) {
        words += set.words[s];
        headings += set.headings[s];
      }
      any = any && words > 0;
      double count = words + w_.page_heading * headings;
      for (std::size_t n = 0; n < kNameFields.size(); ++n) {
        if (set.names[n][page]) count += page_name_weights_[n];
        named[n] = named[n] && set.names[n][page];
      }
      page_count = std::min(page_count, count);
    }
    if (!any) return;
    bool strong = alternative.weight >= 0.5;
    double match = alternative.weight *
                   saturate(page_count, w_.page_k1, w_.page_b, entry.length, scope_.page_length);
    out.pages[page] = std::max(out.pages[page], static_cast<float>(match));
    if (strong) counted_pages[page] = 1;
    for (std::size_t n = 0; n < kNameFields.size(); ++n)
      if (named[n] && strong) out.in_name[n][page] = 1;
    for (std::uint32_t s = first; s < first + entry.section_count; ++s) {
      double count = 1e9;
      bool here = true, heading = true;
      for (const Occurrences& set : found) {
        double one = set.words[s] + w_.heading * set.headings[s];
        for (std::size_t n = 0; n < kNameFields.size(); ++n)
          if (set.names[n][page]) one += name_weights_[n];
        if (in_upper_heading(set, s)) one += w_.upper_heading;
        here = here && set.words[s] > 0;
        heading = heading && set.headings[s];
        count = std::min(count, one);
      }
      if (count <= 0) continue;
      double value = alternative.weight * saturate(count, w_.section_k1, w_.section_b,
                                                   section_entry(s).length, scope_.section_length);
      out.sections[s] = std::max(out.sections[s], static_cast<float>(value));
      if (here && strong) counted[s] = 1;
      if (heading && strong) out.in_heading[s] = 1;
    }
  }

  void find_systems() {
    for (const std::string& system : plan_.systems) {
      std::vector<float> has(scope_.section_count, 0);
      add_postings(Field::system, system, has);
      double count =
          static_cast<double>(std::count_if(has.begin(), has.end(), [](float f) { return f > 0; }));
      systems_.push_back({std::move(has), idf(scope_.section_count, count)});
    }
  }

  /// How well the words of the query and those of a title are the same: product of both shares,
  /// times the weight of all words. A system that the text is `about` need not be in its title.
  template <class Has, class About>
  double coverage(Has has, About about, std::uint32_t words, double GroupMatch::*idf_of) const {
    double all = 0, matched = 0, count = 0;
    for (std::size_t g = 0; g < matches_.size(); ++g) {
      if (plan_.groups[g].optional) continue;
      bool here = has(matches_[g]);
      if (!here && about(g)) continue;
      all += matches_[g].*idf_of;
      if (!here) continue;
      matched += matches_[g].*idf_of;
      count += 1;
    }
    if (all <= 0 || words == 0) return 0;
    return matched * (matched / all) * std::min(1.0, count / words);
  }

  /// Whether the group names a system that one of the sections is about.
  bool has_system(std::size_t group, std::uint32_t first, std::uint32_t last) const {
    for (std::size_t i = 0; i < plan_.systems.size(); ++i)
      if (plan_.systems[i] == plan_.groups[group].system)
        return std::any_of(systems_[i].first.begin() + first, systems_[i].first.begin() + last,
                           [](float f) { return f > 0; });
    return false;
  }

  double section_score(std::uint32_t section) const {
    double sum = 0;
    bool all = true;
    for (std::size_t g = 0; g < matches_.size(); ++g) {
      float value = matches_[g].sections[section];
      sum += plan_.groups[g].weight * matches_[g].section_idf * value;
      if (value <= 0 && !plan_.groups[g].optional) all = false;
    }
    if (sum <= 0) return 0;
    if (all && matches_.size() > 1) sum *= 1 + w_.all_words;
    sum += w_.heading_match *
           coverage([&](const GroupMatch& m) { return m.in_heading[section]; },
                    [&](std::size_t g) { return has_system(g, section, section + 1); },
                    section_entry(section).heading_words, &GroupMatch::section_idf);
    for (const auto& [has, system_idf] : systems_)
      if (has[section] > 0) sum += w_.system * system_idf;
    return sum;
  }

  RankedPage score_page(std::uint32_t page) const {
    const PageEntry& entry = page_entry(page);
    RankedPage out;
    out.page = scope_.first_page + page;
    double sum = 0;
    bool all = true;
    out.why.groups.reserve(matches_.size());
    for (std::size_t g = 0; g < matches_.size(); ++g) {
      double part = plan_.groups[g].weight * matches_[g].page_idf * matches_[g].pages[page];
      out.why.groups.push_back(part);
      sum += part;
      if (part <= 0 && !plan_.groups[g].optional) all = false;
    }
    if (sum <= 0) return out;
    if (all && matches_.size() > 1) sum *= 1 + w_.all_words;
    std::uint32_t first = entry.first_section - scope_.first_section;
    for (std::uint32_t s = first; s < first + entry.section_count; ++s)
      if (double score = section_score(s); score > 0)
        out.sections.push_back({scope_.first_section + s, score});
    std::stable_sort(
        out.sections.begin(), out.sections.end(),
        [](const RankedSection& a, const RankedSection& b) { return a.score > b.score; });
    for (std::size_t i = 0; i < std::min<std::size_t>(4, out.sections.size()); ++i)
      out.why.sections += out.sections[i].score * (i == 0 ? 1 : w_.next_sections);
    out.why.page = w_.page * sum;
    for (std::size_t n = 0; n < kNameFields.size(); ++n)
      out.why.title = std::max(
          out.why.title, name_match_weights_[n] *
                             coverage([&](const GroupMatch& m) { return m.in_name[n][page]; },
                                      [&](std::size_t g) {
                                        return has_system(g, first, first + entry.section_count);
                                      },
                                      entry.name_words[n], &GroupMatch::page_idf));
    out.why.prior = prior_of(entry.path, entry.kind, entry.boost, w_) * link_prior(entry.links, w_);
    out.score = (out.why.sections + out.why.page + out.why.title) * out.why.prior;
    return out;
  }

  const Index& index_;
  const Plan& plan_;
  const Weights& w_;
  Scope scope_;
  std::array<double, kNameFields.size()> name_weights_{w_.title, w_.other_title, w_.file};
  std::array<double, kNameFields.size()> page_name_weights_{w_.page_title, w_.page_other_title,
                                                            w_.page_file};
  std::array<double, kNameFields.size()> name_match_weights_{w_.title_match, w_.other_title_match,
                                                             w_.file_match};
  std::vector<Occurrences> found_;
  std::vector<GroupMatch> matches_;
  std::vector<std::pair<std::vector<float>, double>> systems_;
};

}  // namespace

double prior_of(std::string_view path, PageKind kind, std::uint32_t boost, const Weights& weights) {
  double depth = static_cast<double>(std::count(path.begin(), path.end(), '/'));
  return kind_weight(kind, weights) * (1 - weights.depth * std::min(depth, 5.0)) *
         std::pow(boost / 100.0, weights.boost);
}

double link_prior(std::uint32_t links, const Weights& weights) {
  return 1 + weights.links * links;
}

std::vector<RankedPage> rank(const Index& index, const Plan& plan, const Weights& weights) {
  return Ranker(index, plan, weights).run();
}

}  // namespace kbuild::search
