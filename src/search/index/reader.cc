// Reads the index: loads pages and blocks from Xapian's metadata, decodes postings on demand and
// caches them up to fixed bounds; see index.h.
#include <xapian.h>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/archive.h"
#include "base/text.h"
#include "base/text_hash.h"
#include "search/index/form.h"
#include "search/index/index.h"
#include "search/index/site_database.h"

namespace kbuild::search {

namespace {

/// Numbers of cached postings and forms; a hundred megabytes at most.
constexpr std::size_t kMaxCachedPostings = 4'000'000;
constexpr std::size_t kMaxCachedForms = 300'000;
/// Bytes of cached texts and tokens.
constexpr std::size_t kMaxCachedTextBytes = 48u << 20;

std::string key_of(std::string_view language, char letter, std::string_view text) {
  std::string key;
  key.reserve(language.size() + text.size() + 2);
  key += language;
  key += ':';
  key += letter;
  key += text;
  return key;
}

}  // namespace

struct Index::State {
  std::vector<SiteDatabase> sites;
  std::vector<PageEntry> pages;
  std::vector<SectionEntry> sections;
  std::vector<std::string> languages;
  /// The first of the sections that a site has of a language.
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> first_sections;
  Gazetteer gazetteer;
  std::vector<meta::OtherSite> others;
  std::vector<std::pair<std::string, std::string>> unreachable;
  mutable std::string failure;
  std::map<std::string, Analyser, std::less<>> analysers;
  /// The data of one site for a language.
  struct SiteRows {
    std::uint32_t first_section = 0;
    Rows rows;
  };
  std::map<std::string, std::vector<SiteRows>, std::less<>> rows;
  /// All texts of a field, and how many sections have each.
  struct Terms {
    std::vector<std::string> texts;
    std::vector<std::uint32_t> frequencies;
  };
  std::map<std::string, Terms, std::less<>> terms;
  /// Cached data by language, letter and text.
  std::unordered_map<std::string, std::vector<Posting>> postings;
  using TermsByText =
      std::unordered_map<std::string, TermPostings, base::TextHash, std::equal_to<>>;
  /// By the language and the field, then by the text.
  std::map<std::string, std::map<Field, TermsByText>, std::less<>> found_terms;
  std::size_t found_count = 0;
  std::unordered_map<std::string, Analysis> analyses;
  std::map<std::string, RankTables, std::less<>> rank_tables;
  std::unordered_map<std::string, std::vector<std::string>> forms;
  std::size_t cached_postings = 0;
  /// Of pages, by their first section.
  std::unordered_map<std::uint32_t, std::vector<SectionText>> texts;
  std::unordered_map<std::uint32_t, TextTokens> tokens;
  std::size_t cached_text = 0;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> translations;
  std::map<std::pair<std::string, std::string>, Dictionary> dictionaries;
  std::map<std::pair<std::string, Field>, std::vector<FacetValue>> facets;

  /// The result of `body`, which reads a database; its partial result if that fails.
  template <class T, class Body>
  T guarded(T out, Body body) const {
    try {
      body(out);
    } catch (const Xapian::Error& error) {
      failure = error.get_type() + std::string(": ") + error.get_msg();
    }
    return out;
  }

  const std::vector<SiteRows>& rows_of(std::string_view language) {
    auto found = rows.find(language);
    if (found != rows.end()) return found->second;
    std::vector<SiteRows> all;
    for (std::uint32_t i = 0; i < sites.size(); ++i) {
      auto first = first_sections.find({std::string(language), i});
      if (first == first_sections.end()) continue;
      all.push_back(
          {first->second, guarded(Rows(), [&](Rows& out) { out = sites[i].rows(language); })});
    }
    return rows.emplace(std::string(language), std::move(all)).first->second;
  }
  /// Calls body(site, entry) for each entry of a text.
  template <class Body>
  void for_each_site(std::string_view language, char letter, std::string_view text, Body body) {
    for (const SiteRows& site : rows_of(language))
      if (const Row* row = find_row(site.rows, text))
        if (std::string_view entry = entry_of(row->data, letter); !entry.empty()) body(site, entry);
  }

  const std::vector<std::string>& forms_of(std::string_view language, char letter,
                                           std::string_view text) {
    std::string key = key_of(language, letter, text);
    auto found = forms.find(key);
    if (found != forms.end()) return found->second;
    std::vector<std::string> read;
    for_each_site(language, letter, text, [&](const SiteRows&, std::string_view entry) {
      for (std::string& form : read_forms(text, entry)) read.push_back(std::move(form));
    });
    std::sort(read.begin(), read.end());
    read.erase(std::unique(read.begin(), read.end()), read.end());
    return forms.emplace(std::move(key), std::move(read)).first->second;
  }
  void add_postings(const SiteRows& site, std::string_view entry, std::vector<Posting>& out) const {
    for_each_posting(entry, [&](Posting posting) {
      if (posting.section + site.first_section < sections.size())
        out.push_back({posting.section + site.first_section, posting.count});
    });
  }
  std::vector<Posting> read_postings(std::string_view language, Field field,
                                     std::string_view text) {
    if (is_of_words(field) && text.starts_with(kCompoundMark))
      return read_compounds(language, field, text.substr(1));
    std::vector<Posting> out;
    for_each_site(
        language, static_cast<char>(field), row_text(field, text),
        [&](const SiteRows& site, std::string_view entry) { add_postings(site, entry, out); });
    return out;
  }
  /// The merged postings of the compounds of a part: the postings of Field::word, then after a "|"
  /// the letter and the postings of each other field.
  std::vector<Posting> read_compounds(std::string_view language, Field field,
                                      std::string_view part) {
    std::vector<Posting> out;
    for_each_site(language, kCompoundsOfPart, part,
                  [&](const SiteRows& site, std::string_view entry) {
                    std::vector<std::string_view> fields = base::split(entry, '|');
                    if (field == Field::word) return add_postings(site, fields.front(), out);
                    for (std::size_t i = 1; i < fields.size(); ++i)
                      if (fields[i].starts_with(static_cast<char>(field)))
                        add_postings(site, fields[i].substr(1), out);
                  });
    return out;
  }
  const Terms& terms_of(std::string_view language, Field field) {
    char letter = static_cast<char>(field);
    std::string key = key_of(language, letter, "");
    auto found = terms.find(key);
    if (found != terms.end()) return found->second;
    std::map<std::string, std::uint32_t> counts;
    std::size_t mark = row_text(field, "").size();
    for (const SiteRows& site : rows_of(language))
      for (const Row& row : site.rows)
        if (std::string_view entry = entry_of(row.data, letter); !entry.empty())
          counts.try_emplace(counts.end(), row.text.substr(mark), 0)->second +=
              count_postings(entry);
    Terms read;
    for (auto& [text, count] : counts) {
      read.texts.push_back(text);
      read.frequencies.push_back(count);
    }
    return terms.emplace(std::move(key), std::move(read)).first->second;
  }
  Headings headings(std::string_view language) {
    Headings out;
    out.language = language;
    out.section_count = static_cast<std::uint32_t>(sections.size());
    for (const SiteRows& site : rows_of(language))
      out.sites.push_back({&site.rows, site.first_section});
    for (const PageEntry& page : pages) {
      if (page.language != language) continue;
      Headings::Page& added =
          out.pages.emplace_back(Headings::Page{page.translation_key, page.first_section, {}});
      for (std::uint32_t i = 0; i < page.section_count; ++i)
        added.anchors.push_back(sections[page.first_section + i].anchor);
    }
    return out;
  }
  void add_pages();
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

/// Numbers the pages of all sites consecutively; the first site is one's own.
void Index::State::add_pages() {
  std::set<std::string> named;
  meta::Names names;
  for (const SiteDatabase& site : sites) {
    add_names(names, site.names);
    for (const auto& [language, more] : site.pages) named.insert(language);
  }
  gazetteer = Gazetteer(names);
  for (const std::string& language : named)
    for (std::uint32_t i = 0; i < sites.size(); ++i) {
      auto found = sites[i].pages.find(language);
      if (found == sites[i].pages.end()) continue;
      first_sections[{language, i}] = static_cast<std::uint32_t>(sections.size());
      for (StoredPage& page : found->second) {
        // A page and its translations are of one site.
        std::string translation_key =
            i == 0 ? std::move(page.translation_key) : others[i - 1].url + page.translation_key;
        auto first = static_cast<std::uint32_t>(sections.size());
        auto number = static_cast<std::uint32_t>(pages.size());
        std::uint32_t length = 0;
        for (StoredSection& section : page.sections) {
          length += section.length;
          sections.push_back({number, section.length, section.heading_words, section.depth,
                              std::move(section.anchor)});
        }
        pages.push_back({language, std::move(page.path), std::move(page.title),
                         std::move(translation_key), std::move(page.url), i, page.kind, page.boost,
                         page.links, page.name_words, first,
                         static_cast<std::uint32_t>(page.sections.size()), length});
      }
      sites[i].pages.erase(found);
    }
  for (const PageEntry& page : pages)
    if (languages.empty() || languages.back() != page.language) languages.push_back(page.language);
}

Index::Index(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::~Index() = default;
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;

base::Result<Index> Index::open(const std::string& path,
                                const std::vector<meta::OtherSite>& others) {
  auto state = std::make_unique<State>();
  auto own = open_site_database(path);
  if (!own) return tl::unexpected(own.error());
  state->sites.push_back(std::move(*own));
  for (const meta::OtherSite& other : others) {
    auto site = open_site_database(other.place);
    if (site) {
      state->sites.push_back(std::move(*site));
      state->others.push_back(other);
    } else {
      state->unreachable.emplace_back(other.name, site.error().message);
    }
  }
  state->add_pages();
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

const std::vector<std::string>& Index::languages() const {
  return state_->languages;
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
    found = state_->dictionaries
                .emplace(std::move(key), Dictionary(state_->headings(from), state_->headings(to)))
                .first;
  return found->second;
}

void Index::trim() const {
  if (state_->cached_postings > kMaxCachedPostings ||
      state_->postings.size() + state_->found_count > kMaxCachedForms) {
    state_->postings.clear();
    state_->found_terms.clear();
    state_->found_count = 0;
    state_->cached_postings = 0;
  }
  if (state_->forms.size() > kMaxCachedForms) state_->forms.clear();
  if (state_->analyses.size() > kMaxCachedForms) state_->analyses.clear();
  if (state_->cached_text > kMaxCachedTextBytes) {
    state_->texts.clear();
    state_->tokens.clear();
    state_->cached_text = 0;
  }
}

const std::vector<Posting>& Index::postings(std::string_view language, Field field,
                                            std::string_view text) const {
  std::string term = key_of(language, static_cast<char>(field), text);
  auto found = state_->postings.find(term);
  if (found == state_->postings.end()) {
    std::vector<Posting> read = state_->read_postings(language, field, text);
    state_->cached_postings += read.size();
    found = state_->postings.emplace(std::move(term), std::move(read)).first;
  }
  return found->second;
}

const TermPostings& Index::term(std::string_view language, Field field,
                                std::string_view text) const {
  auto of_language = state_->found_terms.find(language);
  if (of_language == state_->found_terms.end())
    of_language = state_->found_terms.try_emplace(std::string(language)).first;
  State::TermsByText& terms = of_language->second[field];
  if (auto known = terms.find(text); known != terms.end()) return known->second;
  TermPostings& term = terms[std::string(text)];
  ++state_->found_count;
  term.sections = state_->read_postings(language, field, text);
  state_->cached_postings += term.sections.size();
  if (field != Field::word || term.sections.empty()) return term;
  for (const Posting& posting : state_->read_postings(language, Field::heading, text))
    term.headings.push_back(posting.section);
  for (std::size_t n = 0; n < kNameFields.size(); ++n)
    for (const Posting& posting : state_->read_postings(language, kNameFields[n], text))
      term.pages_named[n].push_back(state_->sections[posting.section].page);
  return term;
}

const RankTables& Index::rank_tables(std::string_view language, const Weights& weights) const {
  auto found = state_->rank_tables.find(language);
  if (found == state_->rank_tables.end())
    found = state_->rank_tables.emplace(std::string(language), RankTables()).first;
  RankTables& tables = found->second;
  if (tables.sections_of_page.empty() || tables.weights != weights)
    tables = make_rank_tables(state_->pages, state_->sections, language, weights);
  return tables;
}

const Analysis& Index::analysis(std::string_view language, const std::string& word) const {
  auto [found, added] = state_->analyses.try_emplace(key_of(language, ' ', word));
  if (added) found->second = analyser(language).analyse(word);
  return found->second;
}

const std::vector<std::string>& Index::forms(std::string_view language, Relation relation,
                                             std::string_view key) const {
  return state_->forms_of(language, static_cast<char>(relation), key);
}

const std::vector<std::string>& Index::forms_of_system(std::string_view language,
                                                       std::string_view system) const {
  return state_->forms_of(language, kSystemRelation, system);
}

const std::vector<std::string>& Index::lemmas(std::string_view language,
                                              std::string_view form) const {
  return state_->forms_of(language, kLemmasOfForm, form);
}

const std::vector<std::string>& Index::roots(std::string_view language,
                                             std::string_view form) const {
  return state_->forms_of(language, kRootsOfForm, form);
}

std::vector<std::string> Index::parts(std::string_view language, std::string_view form) const {
  std::vector<std::string> out;
  for (char letter : {kPartsOfForm, kPartsByVocabulary})
    state_->for_each_site(language, letter, form, [&](const auto&, std::string_view entry) {
      if (!out.empty()) return;
      for (std::string_view part : base::split(entry, '+')) out.emplace_back(part);
    });
  return out;
}

std::size_t Index::frequency(std::string_view language, std::string_view word) const {
  const State::Terms& terms = state_->terms_of(language, Field::word);
  auto at = std::lower_bound(terms.texts.begin(), terms.texts.end(), word);
  if (at == terms.texts.end() || *at != word) return 0;
  return terms.frequencies[static_cast<std::size_t>(at - terms.texts.begin())];
}

bool Index::has_word(std::string_view language, std::string_view word) const {
  bool has = false;
  state_->for_each_site(language, static_cast<char>(Field::word), word,
                        [&](const auto&, std::string_view) { has = true; });
  return has;
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
  constexpr char kFolded = static_cast<char>(Relation::folded);
  std::set<std::string> keys;
  for (const State::SiteRows& site : state_->rows_of(language))
    for (auto at = lower_row(site.rows, prefix);
         at != site.rows.end() && at->text.starts_with(prefix); ++at)
      if (!entry_of(at->data, kFolded).empty()) keys.insert(at->text);
  std::vector<std::string> out;
  for (const std::string& key : keys) {
    if (out.size() >= limit) break;
    const std::vector<std::string>& forms = state_->forms_of(language, kFolded, key);
    out.insert(out.end(), forms.begin(), forms.end());
  }
  if (out.size() > limit) out.resize(limit);
  return out;
}

const std::vector<std::string>& Index::terms(std::string_view language, Field field) const {
  return state_->terms_of(language, field).texts;
}

const std::vector<std::uint32_t>& Index::translations(std::string_view language) const {
  auto found = state_->translations.find(language);
  if (found != state_->translations.end()) return found->second;
  std::unordered_map<std::string_view, std::uint32_t> by_key;
  for (std::uint32_t i = 0; i < state_->pages.size(); ++i)
    if (state_->pages[i].language == language) by_key.emplace(state_->pages[i].translation_key, i);
  std::vector<std::uint32_t> out;
  for (const PageEntry& page : state_->pages) {
    auto translation = by_key.find(page.translation_key);
    out.push_back(translation == by_key.end() ? kNoTranslation : translation->second);
  }
  return state_->translations.emplace(std::string(language), std::move(out)).first->second;
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

const SectionText& Index::text(std::uint32_t section) const {
  static const SectionText kNothing;
  const PageEntry& page = state_->pages[state_->sections[section].page];
  auto [found, added] = state_->texts.try_emplace(page.first_section);
  std::vector<SectionText>& texts = found->second;
  if (added)
    texts = state_->guarded(std::vector<SectionText>(), [&](auto& out) {
      std::string data =
          state_->sites[page.site].database.get_metadata(texts_key(page.language, page.path));
      StoredTexts stored;
      base::from_archive(data, stored);
      state_->cached_text += data.size();
      out = std::move(stored.sections);
    });
  std::size_t place = section - page.first_section;
  return place < texts.size() ? texts[place] : kNothing;
}

const TextTokens& Index::tokens(std::uint32_t section) const {
  auto [found, added] = state_->tokens.try_emplace(section);
  TextTokens& tokens = found->second;
  if (!added) return tokens;
  const SectionText& stored = text(section);
  const std::string& language = state_->pages[state_->sections[section].page].language;
  tokens = {place_tokens(stored.body, language), place_tokens(stored.code, language)};
  state_->cached_text += (tokens.body.size() + tokens.code.size()) * sizeof(PlacedToken);
  return tokens;
}

}  // namespace kbuild::search
