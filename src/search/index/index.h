// Wrapper of Xapian: the index of a site on disk. Forms are stored as written, with the keys that
// they share (search/language/analyser.h); no positions, because phrases are checked on the stored
// text. Postings are kept in blocks (rows.h) under the database's metadata, not as terms of its
// documents: the ranking is this program's own and reads each list as a whole, and so the same
// bytes serve a browser. Changed pages are replaced in one commit; readers see the index as it was
// before or after it. Files are not forced to the disk: an index damaged by a power cut is built
// again.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/disk.h"
#include "base/hash.h"
#include "base/result.h"
#include "meta/names.h"
#include "meta/other_site.h"
#include "search/index/dictionary.h"
#include "search/index/language_index.h"
#include "search/index/placed_tokens.h"
#include "search/index/prepare.h"
#include "search/index/rank_tables.h"
#include "search/language/analyser.h"
#include "search/language/gazetteer.h"

namespace kbuild::search {

class IndexWriter {
 public:
  /// Opens the index at `path`. If there is none, or one of another version or with other names, a
  /// new one is built next to it and replaces it at commit; is_new() is then true, and every page
  /// has to be added. Works on `jobs` threads (0: one per processor).
  static base::Result<IndexWriter> open(base::Disk& disk, const std::string& path,
                                        const meta::Names& names, unsigned jobs = 0);
  ~IndexWriter();
  IndexWriter(IndexWriter&&) noexcept;
  IndexWriter& operator=(IndexWriter&&) noexcept;

  bool is_new() const;
  /// Replaces all sections of a page; the key is "<language>/<path>". May be called from many
  /// threads; an error may be reported by a later call.
  base::Result<void> replace_page(PreparedPage page);
  base::Result<void> remove_page(std::string_view language, std::string_view path);
  /// Analyses the words that are new and makes everything visible at once. The writer takes no more
  /// pages afterwards.
  base::Result<void> commit();

  /// Reads the data of all languages. Errors: the database is damaged.
  base::Result<void> read_all();

  // The data of the index, read on first use, from any thread; of a writer that was given pages,
  // after commit().

  std::vector<std::string> languages();
  const LanguageIndex& language(const std::string& name);
  /// Of its rows.
  const std::vector<Block>& blocks(const std::string& language);
  /// The sections of a page, as StoredTexts; empty where the database fails.
  std::string texts(const std::string& language, const StoredPage& page);
  const Gazetteer& gazetteer() const;

 private:
  struct State;
  explicit IndexWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct PageEntry {
  std::string language;
  std::string path;
  std::string title;
  std::string translation_key;
  /// Relative to its site's root.
  std::string url = {};
  /// 0: one's own; else the other site's place in Index::others(), plus one.
  std::uint32_t site = 0;
  PageKind kind = PageKind::manual;
  std::uint32_t boost = 100;
  /// As PreparedPage has it.
  std::uint32_t links = 0;
  NameWords name_words = {};
  /// Its sections are [first_section, first_section + section_count), top first.
  std::uint32_t first_section = 0;
  std::uint32_t section_count = 0;
  std::uint32_t length = 0;
};

struct SectionEntry {
  std::uint32_t page = 0;
  std::uint32_t length = 0;
  std::uint32_t heading_words = 0;
  /// Number of headings above and including its own; 0 for the top.
  std::uint32_t depth = 0;
  std::string anchor;
};

constexpr std::uint32_t kNoTranslation = 0xffffffff;

/// A system or product, and the pages with a section about it, in order.
struct FacetValue {
  std::string name;
  std::vector<std::uint32_t> pages;
};

/// Postings of a text of a field; of a word also in headings (sections) and in pages' names (pages,
/// in the order of kNameFields).
struct TermPostings {
  std::vector<Posting> sections;
  std::vector<std::uint32_t> headings;
  std::array<std::vector<std::uint32_t>, kNameFields.size()> pages_named;
};

/// Prefix of a part, for looking up all compounds that have it: no word begins with it.
constexpr char kCompoundMark = '+';
inline std::string compounds_of(std::string_view part) {
  return kCompoundMark + std::string(part);
}

/// An index opened for reading, perhaps with those of other sites, as one; with the tables of its
/// pages (ordered by language, site and path) in memory. Not shared between threads.
class Index {
 public:
  /// Errors: no index at `path`. Another site that cannot be opened is left out and named among
  /// unreachable().
  static base::Result<Index> open(const std::string& path,
                                  const std::vector<meta::OtherSite>& others = {});
  ~Index();
  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;

  const std::vector<PageEntry>& pages() const;
  const std::vector<SectionEntry>& sections() const;
  /// The sites that were opened, and those that were not: name and reason.
  const std::vector<meta::OtherSite>& others() const;
  const std::vector<std::pair<std::string, std::string>>& unreachable() const;
  /// Why an answer since the opening is incomplete: a server went away, or the index was rewritten
  /// meanwhile; empty as long as nothing failed. Opening it again helps.
  std::string failure() const;
  /// The languages that have pages.
  const std::vector<std::string>& languages() const;
  const Gazetteer& gazetteer() const;
  const Analyser& analyser(std::string_view language) const;
  /// Made at the first call and cached.
  const Dictionary& dictionary(std::string_view from, std::string_view to) const;

  /// Clears the caches if they have grown large. References returned by the functions below are
  /// valid until then.
  void trim() const;
  /// In order of sections; empty for an unknown term.
  const std::vector<Posting>& postings(std::string_view language, Field field,
                                       std::string_view text) const;
  /// Of Field::word also for compounds_of(a part).
  const TermPostings& term(std::string_view language, Field field, std::string_view text) const;
  /// Cached for the weights of the last call.
  const RankTables& rank_tables(std::string_view language, const Weights& weights) const;
  /// The forms that have a key.
  const std::vector<std::string>& forms(std::string_view language, Relation relation,
                                        std::string_view key) const;
  /// The dictionary forms of a known form, and the parts of its compound in order; empty where it
  /// has none.
  const std::vector<std::string>& lemmas(std::string_view language, std::string_view form) const;
  std::vector<std::string> parts(std::string_view language, std::string_view form) const;
  /// What a known form is derived from; empty where it is not.
  const std::vector<std::string>& roots(std::string_view language, std::string_view form) const;
  /// The forms that name a system.
  const std::vector<std::string>& forms_of_system(std::string_view language,
                                                  std::string_view system) const;
  bool has_word(std::string_view language, std::string_view word) const;
  /// Number of sections.
  std::size_t frequency(std::string_view language, std::string_view word) const;
  /// Texts of a field that begin so, by bytes: the `limit` ones that most sections have, ties by
  /// bytes.
  std::vector<std::string> with_prefix(std::string_view language, Field field,
                                       std::string_view prefix, std::size_t limit) const;
  /// Forms that begin so when their diacritics are left out, at most `limit`.
  std::vector<std::string> with_folded_prefix(std::string_view language, std::string_view prefix,
                                              std::size_t limit) const;
  /// All texts of a field, sorted by bytes. Read once and cached, as by the functions for single
  /// words.
  const std::vector<std::string>& terms(std::string_view language, Field field) const;
  /// For each page its translation in this language, which may be itself; else kNoTranslation.
  const std::vector<std::uint32_t>& translations(std::string_view language) const;
  /// The values of a facet's field, and the pages that have each. Read once and cached.
  const std::vector<FacetValue>& facet(std::string_view language, Field field) const;
  const SectionText& text(std::uint32_t section) const;
  const TextTokens& tokens(std::uint32_t section) const;
  /// The analysis of a word that is not in the index.
  const Analysis& analysis(std::string_view language, const std::string& word) const;

 private:
  struct State;
  explicit Index(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace kbuild::search
