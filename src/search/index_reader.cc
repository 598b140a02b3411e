// Reading the index; see index.h.
#include <xapian.h>
#include <algorithm>
#include <map>
#include <set>

#include "base/archive.h"
#include "base/text.h"
#include "search/index.h"
#include "search/index_form.h"
#include "search/site_database.h"

namespace kbuild::search {

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
  std::map<std::string, std::vector<std::string>, std::less<>> words;
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

  std::vector<std::string> synonyms(const std::string& key) const {
    return guarded(std::vector<std::string>(), [&](auto& out) {
      out.assign(database.synonyms_begin(key), database.synonyms_end(key));
      auto more = relations.find(key);
      if (more == relations.end()) return;
      out.insert(out.end(), more->second.begin(), more->second.end());
      std::sort(out.begin(), out.end());
      out.erase(std::unique(out.begin(), out.end()), out.end());
    });
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

constexpr std::uint32_t kNone = 0xffffffff;

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
/// databases in turn: the first of each, then the second of each.
void Index::State::add_sites(std::vector<SiteDatabase> sites) {
  auto count = static_cast<std::uint32_t>(sites.size());
  struct Row {
    std::uint32_t site;
    SectionRow* row;
  };
  std::vector<Row> rows;
  meta::Names names;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 0) {
      database = sites[0].database;
    } else {
      database.add_database(sites[i].database);
    }
    add_names(names, sites[i].names);
    for (SectionRow& row : sites[i].rows) rows.push_back({i, &row});
    for (auto& [key, forms] : sites[i].relations) {
      std::vector<std::string>& all = relations[key];
      all.insert(all.end(), forms.begin(), forms.end());
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
    std::uint32_t document = (row->document - 1) * count + site + 1;
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

std::vector<Posting> Index::postings(std::string_view language, Field field,
                                     std::string_view text) const {
  return state_->guarded(std::vector<Posting>(), [&](auto& out) {
    std::string term = term_of(language, field, text);
    if (term.size() > kLongestStoredTerm) return;
    auto end = state_->database.postlist_end(term);
    for (auto at = state_->database.postlist_begin(term); at != end; ++at) {
      std::uint32_t section =
          *at < state_->section_of_document.size() ? state_->section_of_document[*at] : kNone;
      if (section != kNone) out.push_back({section, at.get_wdf()});
    }
  });
}

std::vector<std::string> Index::forms(std::string_view language, Relation relation,
                                      std::string_view key) const {
  return state_->synonyms(key_of(language, static_cast<char>(relation), key));
}

std::vector<std::string> Index::forms_of_system(std::string_view language,
                                                std::string_view system) const {
  return state_->synonyms(key_of(language, kSystemRelation, system));
}

std::vector<std::string> Index::lemmas(std::string_view language, std::string_view form) const {
  return state_->synonyms(key_of(language, kLemmasOfForm, form));
}

std::vector<std::string> Index::roots(std::string_view language, std::string_view form) const {
  return state_->synonyms(key_of(language, kRootsOfForm, form));
}

std::vector<std::string> Index::parts(std::string_view language, std::string_view form) const {
  std::vector<std::string> out, found = state_->synonyms(key_of(language, kPartsOfForm, form));
  if (found.empty()) return out;
  for (std::string_view part : base::split(found.front(), '+')) out.emplace_back(part);
  return out;
}

std::size_t Index::frequency(std::string_view language, std::string_view word) const {
  return state_->guarded(std::size_t{0}, [&](std::size_t& out) {
    std::string term = term_of(language, Field::word, word);
    if (term.size() <= kLongestStoredTerm) out = state_->database.get_termfreq(term);
  });
}

bool Index::has_word(std::string_view language, std::string_view word) const {
  return state_->guarded(false, [&](bool& out) {
    std::string term = term_of(language, Field::word, word);
    out = term.size() <= kLongestStoredTerm && state_->database.term_exists(term);
  });
}

std::vector<std::string> Index::with_prefix(std::string_view language, Field field,
                                            std::string_view prefix, std::size_t limit) const {
  std::string begin = term_of(language, field, prefix);
  if (begin.size() > kLongestStoredTerm) return {};
  std::size_t skip = language.size() + 2;
  using Counted = std::pair<Xapian::doccount, std::string>;
  auto found = state_->guarded(std::vector<Counted>(), [&](auto& out) {
    auto end = state_->database.allterms_end(begin);
    for (auto at = state_->database.allterms_begin(begin); at != end; ++at)
      out.emplace_back(at.get_termfreq(), (*at).substr(skip));
  });
  auto more = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  if (found.size() > limit) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(limit), found.end(),
                     more);
    found.resize(limit);
  }
  std::sort(found.begin(), found.end(), more);
  std::vector<std::string> out;
  for (auto& [count, text] : found) out.push_back(std::move(text));
  return out;
}

std::vector<std::string> Index::with_folded_prefix(std::string_view language,
                                                   std::string_view prefix,
                                                   std::size_t limit) const {
  std::vector<std::string> out;
  std::string begin = key_of(language, static_cast<char>(Relation::folded), prefix);
  for (const std::string& key : state_->synonym_keys(begin)) {
    if (out.size() >= limit) break;
    std::vector<std::string> forms = state_->synonyms(key);
    out.insert(out.end(), forms.begin(), forms.end());
  }
  if (out.size() > limit) out.resize(limit);
  return out;
}

const std::vector<std::string>& Index::words(std::string_view language) const {
  auto found = state_->words.find(language);
  if (found == state_->words.end())
    found = state_->words.emplace(std::string(language), terms(language, Field::word)).first;
  return found->second;
}

std::vector<std::string> Index::terms(std::string_view language, Field field) const {
  return state_->guarded(std::vector<std::string>(), [&](auto& out) {
    std::string prefix = term_of(language, field, "");
    auto end = state_->database.allterms_end(prefix);
    for (auto at = state_->database.allterms_begin(prefix); at != end; ++at)
      out.push_back((*at).substr(prefix.size()));
  });
}

const std::vector<FacetValue>& Index::facet(std::string_view language, Field field) const {
  auto [found, added] =
      state_->facets.try_emplace({std::string(language), field}, std::vector<FacetValue>());
  if (!added) return found->second;
  for (std::string& name : terms(language, field)) {
    FacetValue value{std::move(name), {}};
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
    out.emplace_back(key.substr(prefix.size()), state_->synonyms(key));
  return out;
}

SectionText Index::text(std::uint32_t section) const {
  return state_->guarded(SectionText(), [&](SectionText& out) {
    base::from_archive(state_->database.get_document(state_->sections[section].document).get_data(),
                       out);
  });
}

}  // namespace kbuild::search
