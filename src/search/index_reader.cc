// Reading the index; see index.h.
#include <xapian.h>
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/archive.h"
#include "base/text.h"
#include "search/index.h"
#include "search/index_form.h"
#include "search/site_database.h"

namespace kbuild::search {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;
/// Postings and forms that are kept; a hundred megabytes at most.
constexpr std::size_t kMostPostings = 4'000'000;
constexpr std::size_t kMostForms = 300'000;
/// Bytes of text that are kept.
constexpr std::size_t kMostText = 16u << 20;

}  // namespace

struct Index::State {
  Xapian::Database database;
  std::vector<PageEntry> pages;
  std::vector<SectionEntry> sections;
  /// Section by Xapian's document id; kNone where no document has it.
  std::vector<std::uint32_t> section_of_document;
  Gazetteer gazetteer;
  std::vector<meta::OtherSite> others;
  std::vector<std::pair<std::string, std::string>> unreachable;
  /// Of the words of other sites' servers.
  Relations relations;
  mutable std::string failure;
  std::map<std::string, Analyser, std::less<>> analysers;
  /// All texts of a field, and how many sections have each.
  struct Terms {
    std::vector<std::string> texts;
    std::vector<std::uint32_t> frequencies;
  };
  std::map<std::string, Terms, std::less<>> terms;
  /// What was read, by term and by key of a relation.
  std::unordered_map<std::string, std::vector<Posting>> postings;
  std::unordered_map<std::string, std::vector<std::string>> forms;
  std::size_t kept_postings = 0;
  /// Of pages, by their first section.
  std::unordered_map<std::uint32_t, std::vector<SectionText>> texts;
  std::size_t kept_text = 0;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> twins;
  std::map<std::pair<std::string, std::string>, Dictionary> dictionaries;
  std::map<std::pair<std::string, Field>, std::vector<FacetValue>> facets;

  /// What `body` reads of the database; what it has so far where that fails.
  template <class T, class Body>
  T guarded(T out, Body body) const {
    try {
      body(out);
    } catch (const Xapian::Error& error) {
      failure = error.get_type() + std::string(": ") + error.get_msg();
    }
    return out;
  }

  std::vector<std::string> read_synonyms(const std::string& key) const {
    return guarded(std::vector<std::string>(), [&](auto& out) {
      out.assign(database.synonyms_begin(key), database.synonyms_end(key));
      auto more = relations.find(key);
      if (more == relations.end()) return;
      out.insert(out.end(), more->second.begin(), more->second.end());
      std::sort(out.begin(), out.end());
      out.erase(std::unique(out.begin(), out.end()), out.end());
    });
  }
  const std::vector<std::string>& synonyms(std::string key) {
    auto found = forms.find(key);
    if (found == forms.end()) {
      std::vector<std::string> read = read_synonyms(key);
      found = forms.emplace(std::move(key), std::move(read)).first;
    }
    return found->second;
  }
  std::vector<Posting> read_postings(const std::string& term) const {
    auto out = guarded(std::vector<Posting>(), [&](auto& read) {
      auto end = database.postlist_end(term);
      for (auto at = database.postlist_begin(term); at != end; ++at) {
        std::uint32_t section = *at < section_of_document.size() ? section_of_document[*at] : kNone;
        if (section != kNone) read.push_back({section, at.get_wdf()});
      }
    });
    std::sort(out.begin(), out.end(),
              [](const Posting& a, const Posting& b) { return a.section < b.section; });
    return out;
  }
  const Terms& terms_of(std::string_view language, Field field) {
    std::string prefix = term_of(language, field, "");
    auto found = terms.find(prefix);
    if (found != terms.end()) return found->second;
    Terms read = guarded(Terms(), [&](Terms& out) {
      auto end = database.allterms_end(prefix);
      for (auto at = database.allterms_begin(prefix); at != end; ++at) {
        out.texts.push_back((*at).substr(prefix.size()));
        out.frequencies.push_back(at.get_termfreq());
      }
    });
    return terms.emplace(std::move(prefix), std::move(read)).first->second;
  }
  /// The keys that begin so, sorted.
  std::vector<std::string> synonym_keys(const std::string& prefix) const {
    return guarded(std::vector<std::string>(), [&](auto& out) {
      out.assign(database.synonym_keys_begin(prefix), database.synonym_keys_end(prefix));
      std::size_t own = out.size();
      for (auto at = relations.lower_bound(prefix);
           at != relations.end() && at->first.starts_with(prefix); ++at)
        out.push_back(at->first);
      if (out.size() == own) return;
      std::sort(out.begin(), out.end());
      out.erase(std::unique(out.begin(), out.end()), out.end());
    });
  }
  void add_sites(std::vector<SiteDatabase> sites);
};

namespace {

void add_names(meta::Names& names, const meta::Names& more) {
  auto add = [](auto& to, const auto& from) {
    for (const auto& one : from)
      if (std::none_of(to.begin(), to.end(), [&](const auto& o) { return o.name == one.name; }))
        to.push_back(one);
  };
  add(names.systems, more.systems);
  add(names.products, more.products);
}

}  // namespace

/// Makes one database of all; the first is one's own. Xapian numbers the documents of several
/// databases in turn: the first of each, then the second of each; a site may be several itself.
void Index::State::add_sites(std::vector<SiteDatabase> sites) {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> first_shard;
  struct Row {
    std::uint32_t site;
    SectionRow* row;
  };
  std::vector<Row> rows;
  meta::Names names;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    first_shard.push_back(count);
    count += sites[i].shards();
    database.add_database(sites[i].database);
    add_names(names, sites[i].names);
    for (SectionRow& row : sites[i].rows) rows.push_back({i, &row});
    for (auto& [key, more] : sites[i].relations) {
      std::vector<std::string>& all = relations[key];
      all.insert(all.end(), more.begin(), more.end());
    }
  }
  gazetteer = Gazetteer(names);
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    const StoredSection &x = a.row->section, &y = b.row->section;
    return std::tie(x.language, a.site, x.path, x.ordinal) <
           std::tie(y.language, b.site, y.path, y.ordinal);
  });
  section_of_document.assign(database.get_lastdocid() + 1, kNone);
  for (auto& [site, row] : rows) {
    StoredSection& section = row->section;
    if (section.ordinal == 0) {
      StoredPage& page = sites[site].pages[row->document];
      // A page and its translations are of one site.
      std::string twin = site == 0 ? std::move(page.twin) : others[site - 1].url + page.twin;
      auto first = static_cast<std::uint32_t>(sections.size());
      pages.push_back({std::move(section.language), std::move(section.path), std::move(page.title),
                       std::move(twin), std::move(page.url), site, page.kind, page.boost,
                       page.name_words, first, 0, 0});
    }
    if (pages.empty()) continue;
    PageEntry& page = pages.back();
    ++page.section_count;
    page.length += section.length;
    std::uint32_t shards = sites[site].shards(), place = row->document - 1;
    std::uint32_t document = place / shards * count + first_shard[site] + place % shards + 1;
    if (document < section_of_document.size())
      section_of_document[document] = static_cast<std::uint32_t>(sections.size());
    sections.push_back({static_cast<std::uint32_t>(pages.size() - 1), section.length,
                        section.heading_words, section.depth, document, std::move(section.anchor),
                        section.size, section.digest});
  }
}

Index::Index(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::~Index() = default;
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;

base::Result<Index> Index::open(const std::string& path,
                                const std::vector<meta::OtherSite>& others) {
  auto state = std::make_unique<State>();
  std::vector<SiteDatabase> sites;
  auto own = open_site_database(path);
  if (!own) return tl::unexpected(own.error());
  sites.push_back(std::move(*own));
  for (const meta::OtherSite& other : others) {
    auto site = open_site_database(other.place);
    if (site) {
      sites.push_back(std::move(*site));
      state->others.push_back(other);
    } else {
      state->unreachable.emplace_back(other.name, site.error().message);
    }
  }
  try {
    state->add_sites(std::move(sites));
  } catch (const Xapian::Error& error) {
    return base::fail("cannot read the search index: " + error.get_msg(), "build the site again");
  }
  return Index(std::move(state));
}

const std::vector<meta::OtherSite>& Index::others() const {
  return state_->others;
}
const std::vector<std::pair<std::string, std::string>>& Index::unreachable() const {
  return state_->unreachable;
}
std::string Index::failure() const {
  return state_->failure;
}

const std::vector<PageEntry>& Index::pages() const {
  return state_->pages;
}
const std::vector<SectionEntry>& Index::sections() const {
  return state_->sections;
}
const Gazetteer& Index::gazetteer() const {
  return state_->gazetteer;
}

std::vector<std::string> Index::languages() const {
  std::set<std::string> out;
  for (const PageEntry& page : state_->pages) out.insert(page.language);
  return {out.begin(), out.end()};
}

const Analyser& Index::analyser(std::string_view language) const {
  auto found = state_->analysers.find(language);
  if (found == state_->analysers.end())
    found = state_->analysers.emplace(std::string(language), Analyser(language)).first;
  return found->second;
}

const Dictionary& Index::dictionary(std::string_view from, std::string_view to) const {
  std::pair<std::string, std::string> key(from, to);
  auto found = state_->dictionaries.find(key);
  if (found == state_->dictionaries.end())
    found = state_->dictionaries.emplace(std::move(key), Dictionary(*this, from, to)).first;
  return found->second;
}

void Index::trim() const {
  if (state_->kept_postings > kMostPostings || state_->postings.size() > kMostForms) {
    state_->postings.clear();
    state_->kept_postings = 0;
  }
  if (state_->forms.size() > kMostForms) state_->forms.clear();
  if (state_->kept_text > kMostText) {
    state_->texts.clear();
    state_->kept_text = 0;
  }
}

const std::vector<Posting>& Index::postings(std::string_view language, Field field,
                                            std::string_view text) const {
  static const std::vector<Posting> kNothing;
  std::string term = term_of(language, field, text);
  if (term.size() > kLongestStoredTerm) return kNothing;
  auto found = state_->postings.find(term);
  if (found == state_->postings.end()) {
    std::vector<Posting> read = state_->read_postings(term);
    state_->kept_postings += read.size();
    found = state_->postings.emplace(std::move(term), std::move(read)).first;
  }
  return found->second;
}

const std::vector<std::string>& Index::forms(std::string_view language, Relation relation,
                                             std::string_view key) const {
  return state_->synonyms(key_of(language, static_cast<char>(relation), key));
}

const std::vector<std::string>& Index::forms_of_system(std::string_view language,
                                                       std::string_view system) const {
  return state_->synonyms(key_of(language, kSystemRelation, system));
}

const std::vector<std::string>& Index::lemmas(std::string_view language,
                                              std::string_view form) const {
  return state_->synonyms(key_of(language, kLemmasOfForm, form));
}

const std::vector<std::string>& Index::roots(std::string_view language,
                                             std::string_view form) const {
  return state_->synonyms(key_of(language, kRootsOfForm, form));
}

std::vector<std::string> Index::parts(std::string_view language, std::string_view form) const {
  const std::vector<std::string>& found = state_->synonyms(key_of(language, kPartsOfForm, form));
  std::vector<std::string> out;
  if (found.empty()) return out;
  for (std::string_view part : base::split(found.front(), '+')) out.emplace_back(part);
  return out;
}

std::size_t Index::frequency(std::string_view language, std::string_view word) const {
  const State::Terms& terms = state_->terms_of(language, Field::word);
  auto at = std::lower_bound(terms.texts.begin(), terms.texts.end(), word);
  if (at == terms.texts.end() || *at != word) return 0;
  return terms.frequencies[static_cast<std::size_t>(at - terms.texts.begin())];
}

bool Index::has_word(std::string_view language, std::string_view word) const {
  return frequency(language, word) > 0;
}

std::vector<std::string> Index::with_prefix(std::string_view language, Field field,
                                            std::string_view prefix, std::size_t limit) const {
  const State::Terms& terms = state_->terms_of(language, field);
  using Counted = std::pair<std::uint32_t, const std::string*>;
  std::vector<Counted> found;
  for (auto at = std::lower_bound(terms.texts.begin(), terms.texts.end(), prefix);
       at != terms.texts.end() && at->starts_with(prefix); ++at)
    found.emplace_back(terms.frequencies[static_cast<std::size_t>(at - terms.texts.begin())], &*at);
  // Pointers into the table are in the order of its texts.
  auto more = [](const Counted& a, const Counted& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  if (found.size() > limit) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(limit), found.end(),
                     more);
    found.resize(limit);
  }
  std::sort(found.begin(), found.end(), more);
  std::vector<std::string> out;
  for (const auto& [count, text] : found) out.push_back(*text);
  return out;
}

std::vector<std::string> Index::with_folded_prefix(std::string_view language,
                                                   std::string_view prefix,
                                                   std::size_t limit) const {
  std::vector<std::string> out;
  std::string begin = key_of(language, static_cast<char>(Relation::folded), prefix);
  for (const std::string& key : state_->synonym_keys(begin)) {
    if (out.size() >= limit) break;
    const std::vector<std::string>& forms = state_->synonyms(key);
    out.insert(out.end(), forms.begin(), forms.end());
  }
  if (out.size() > limit) out.resize(limit);
  return out;
}

const std::vector<std::string>& Index::terms(std::string_view language, Field field) const {
  return state_->terms_of(language, field).texts;
}

const std::vector<std::uint32_t>& Index::twins(std::string_view language) const {
  auto found = state_->twins.find(language);
  if (found != state_->twins.end()) return found->second;
  std::unordered_map<std::string_view, std::uint32_t> by_twin;
  for (std::uint32_t i = 0; i < state_->pages.size(); ++i)
    if (state_->pages[i].language == language) by_twin.emplace(state_->pages[i].twin, i);
  std::vector<std::uint32_t> out;
  for (const PageEntry& page : state_->pages) {
    auto twin = by_twin.find(page.twin);
    out.push_back(twin == by_twin.end() ? kNoTwin : twin->second);
  }
  return state_->twins.emplace(std::string(language), std::move(out)).first->second;
}

const std::vector<FacetValue>& Index::facet(std::string_view language, Field field) const {
  auto [found, added] =
      state_->facets.try_emplace({std::string(language), field}, std::vector<FacetValue>());
  if (!added) return found->second;
  for (const std::string& name : terms(language, field)) {
    FacetValue value{name, {}};
    for (const Posting& posting : postings(language, field, value.name))
      value.pages.push_back(state_->sections[posting.section].page);
    std::sort(value.pages.begin(), value.pages.end());
    value.pages.erase(std::unique(value.pages.begin(), value.pages.end()), value.pages.end());
    found->second.push_back(std::move(value));
  }
  return found->second;
}

std::vector<std::pair<std::string, std::vector<std::string>>> Index::relation(
    std::string_view language, char letter) const {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  std::string prefix = key_of(language, letter, "");
  for (const std::string& key : state_->synonym_keys(prefix))
    out.emplace_back(key.substr(prefix.size()), state_->read_synonyms(key));
  return out;
}

const SectionText& Index::text(std::uint32_t section) const {
  static const SectionText kNothing;
  const PageEntry& page = state_->pages[state_->sections[section].page];
  auto [found, added] = state_->texts.try_emplace(page.first_section);
  std::vector<SectionText>& texts = found->second;
  if (added)
    texts = state_->guarded(std::vector<SectionText>(), [&](auto& out) {
      std::string data =
          state_->database.get_document(state_->sections[page.first_section].document).get_data();
      StoredTexts stored;
      base::from_archive(data, stored);
      state_->kept_text += data.size();
      out = std::move(stored.sections);
    });
  std::size_t place = section - page.first_section;
  return place < texts.size() ? texts[place] : kNothing;
}

}  // namespace kbuild::search
