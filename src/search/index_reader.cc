// Reading the index; see index.h.
#include <xapian.h>
#include <algorithm>
#include <map>
#include <set>

#include "base/archive.h"
#include "base/text.h"
#include "search/index.h"
#include "search/index_form.h"

namespace kbuild::search {

struct Index::State {
  Xapian::Database database;
  std::vector<PageEntry> pages;
  std::vector<SectionEntry> sections;
  /// Section by Xapian's document id; kNone where no document has it.
  std::vector<std::uint32_t> section_of_document;
  Gazetteer gazetteer;
  std::map<std::string, Analyser, std::less<>> analysers;
  std::map<std::string, std::vector<std::string>, std::less<>> words;
  std::map<std::pair<std::string, std::string>, Dictionary> dictionaries;
};

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

struct Row {
  StoredSection section;
  std::uint32_t document = 0;
};

std::vector<Row> read_rows(const Xapian::Database& database) {
  std::vector<Row> rows;
  rows.reserve(database.get_doccount());
  auto end = database.valuestream_end(kSectionSlot);
  for (auto at = database.valuestream_begin(kSectionSlot); at != end; ++at) {
    Row row;
    row.document = at.get_docid();
    if (base::from_archive(*at, row.section)) rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.section.language, a.section.path, a.section.ordinal) <
           std::tie(b.section.language, b.section.path, b.section.ordinal);
  });
  return rows;
}

std::map<std::uint32_t, StoredPage> read_pages(const Xapian::Database& database) {
  std::map<std::uint32_t, StoredPage> pages;
  auto end = database.valuestream_end(kPageSlot);
  for (auto at = database.valuestream_begin(kPageSlot); at != end; ++at)
    base::from_archive(*at, pages[at.get_docid()]);
  return pages;
}

}  // namespace

Index::Index(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::~Index() = default;
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;

base::Result<Index> Index::open(const std::string& path) {
  auto state = std::make_unique<State>();
  try {
    state->database = Xapian::Database(path);
    if (state->database.get_metadata("version") != kIndexVersion)
      return base::fail("the search index is of another version", "build the site again");
    StoredNames names;
    base::from_archive(state->database.get_metadata("names"), names);
    state->gazetteer = Gazetteer(names.names);
    std::map<std::uint32_t, StoredPage> stored_pages = read_pages(state->database);
    state->section_of_document.assign(state->database.get_lastdocid() + 1, kNone);
    for (Row& row : read_rows(state->database)) {
      StoredSection& section = row.section;
      if (section.ordinal == 0) {
        StoredPage& page = stored_pages[row.document];
        auto first = static_cast<std::uint32_t>(state->sections.size());
        state->pages.push_back({std::move(section.language), std::move(section.path),
                                std::move(page.title), std::move(page.twin), page.kind, page.boost,
                                page.name_words, first, 0, 0});
      }
      if (state->pages.empty()) continue;
      PageEntry& page = state->pages.back();
      ++page.section_count;
      page.length += section.length;
      state->section_of_document[row.document] = static_cast<std::uint32_t>(state->sections.size());
      state->sections.push_back({static_cast<std::uint32_t>(state->pages.size() - 1),
                                 section.length, section.heading_words, section.depth, row.document,
                                 std::move(section.anchor)});
    }
  } catch (const Xapian::Error& error) {
    return base::fail("cannot read the search index: " + error.get_msg(), "build the site again");
  }
  return Index(std::move(state));
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
  std::vector<Posting> out;
  std::string term = term_of(language, field, text);
  if (term.size() > kLongestStoredTerm) return out;
  auto end = state_->database.postlist_end(term);
  for (auto at = state_->database.postlist_begin(term); at != end; ++at) {
    std::uint32_t section = state_->section_of_document[*at];
    if (section != kNone) out.push_back({section, at.get_wdf()});
  }
  return out;
}

std::vector<std::string> Index::forms(std::string_view language, Relation relation,
                                      std::string_view key) const {
  std::string stored = key_of(language, static_cast<char>(relation), key);
  return {state_->database.synonyms_begin(stored), state_->database.synonyms_end(stored)};
}

std::vector<std::string> Index::forms_of_system(std::string_view language,
                                                std::string_view system) const {
  std::string stored = key_of(language, kSystemRelation, system);
  return {state_->database.synonyms_begin(stored), state_->database.synonyms_end(stored)};
}

std::vector<std::string> Index::lemmas(std::string_view language, std::string_view form) const {
  std::string stored = key_of(language, kLemmasOfForm, form);
  return {state_->database.synonyms_begin(stored), state_->database.synonyms_end(stored)};
}

std::vector<std::string> Index::parts(std::string_view language, std::string_view form) const {
  std::string stored = key_of(language, kPartsOfForm, form);
  auto at = state_->database.synonyms_begin(stored);
  if (at == state_->database.synonyms_end(stored)) return {};
  std::string joined = *at;
  std::vector<std::string> out;
  for (std::string_view part : base::split(joined, '+')) out.emplace_back(part);
  return out;
}

std::size_t Index::frequency(std::string_view language, std::string_view word) const {
  std::string term = term_of(language, Field::word, word);
  return term.size() <= kLongestStoredTerm ? state_->database.get_termfreq(term) : 0;
}

bool Index::has_word(std::string_view language, std::string_view word) const {
  std::string term = term_of(language, Field::word, word);
  return term.size() <= kLongestStoredTerm && state_->database.term_exists(term);
}

std::vector<std::string> Index::with_prefix(std::string_view language, Field field,
                                            std::string_view prefix, std::size_t limit) const {
  std::string begin = term_of(language, field, prefix);
  if (begin.size() > kLongestStoredTerm) return {};
  std::size_t skip = language.size() + 2;
  std::vector<std::pair<Xapian::doccount, std::string>> found;
  auto end = state_->database.allterms_end(begin);
  for (auto at = state_->database.allterms_begin(begin); at != end; ++at)
    found.emplace_back(at.get_termfreq(), (*at).substr(skip));
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
  auto end = state_->database.synonym_keys_end(begin);
  for (auto at = state_->database.synonym_keys_begin(begin); at != end && out.size() < limit; ++at)
    out.insert(out.end(), state_->database.synonyms_begin(*at), state_->database.synonyms_end(*at));
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
  std::vector<std::string> out;
  std::string prefix = term_of(language, field, "");
  auto end = state_->database.allterms_end(prefix);
  for (auto at = state_->database.allterms_begin(prefix); at != end; ++at)
    out.push_back((*at).substr(prefix.size()));
  return out;
}

std::vector<std::pair<std::string, std::vector<std::string>>> Index::relation(
    std::string_view language, char letter) const {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  std::string prefix = key_of(language, letter, "");
  auto end = state_->database.synonym_keys_end(prefix);
  for (auto at = state_->database.synonym_keys_begin(prefix); at != end; ++at)
    out.emplace_back((*at).substr(prefix.size()),
                     std::vector<std::string>(state_->database.synonyms_begin(*at),
                                              state_->database.synonyms_end(*at)));
  return out;
}

SectionText Index::text(std::uint32_t section) const {
  SectionText text;
  base::from_archive(state_->database.get_document(state_->sections[section].document).get_data(),
                     text);
  return text;
}

}  // namespace kbuild::search
