// The form of the index on disk, shared by its writer and its reader (index.h): the blocks of each
// language's rows (rows.h), the table of its pages and the texts of each are metadata of the
// database. Texts are no documents, because Xapian would compress these, which takes longer than
// all else that it does here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "meta/names.h"
#include "search/index/prepare.h"

namespace kbuild::search {

/// To be raised with every change of what is stored or of how text is analysed.
constexpr std::string_view kIndexVersion = "13";
/// Letters of entries (rows.h) besides those of fields and relations. Forms that name a system; of
/// a form its lemmas, what it is derived from, its compound's parts by the dictionary or by the
/// vocabulary (one text, joined by '+').
constexpr char kSystemRelation = 'S';
constexpr char kLemmasOfForm = 'L';
constexpr char kRootsOfForm = 'R';
constexpr char kPartsOfForm = 'P';
constexpr char kPartsByVocabulary = 'V';
/// The merged word postings of all compounds with this part (rows.h).
constexpr char kCompoundsOfPart = 'M';
/// Keys of the database's metadata.
constexpr std::string_view kVersionKey = "version";
constexpr std::string_view kNamesKey = "names";
constexpr std::string_view kPagesKey = "pages:";
constexpr std::string_view kBlockKey = "block:";
constexpr std::string_view kTextsKey = "texts:";
/// Xapian takes 245 bytes after escaping of zero bytes.
constexpr std::size_t kMaxKeyLength = 240;

/// Bytes of the shorter half where a word is split by the vocabulary, in the index and in a query
/// alike.
constexpr std::size_t kMinHalfLength = 3;

struct StoredSection {
  std::uint32_t length = 0;
  std::uint32_t heading_words = 0;
  std::uint32_t depth = 0;
  std::string anchor;
  /// Bytes of its text.
  std::uint32_t size = 0;
};
template <class Archive>
void describe(Archive& a, StoredSection& s) {
  a(s.length, s.heading_words, s.depth, s.anchor, s.size);
}

struct StoredPage {
  std::string path;
  std::string title;
  std::string translation_key;
  std::string url;
  PageKind kind = PageKind::manual;
  std::uint32_t boost = 100;
  std::uint32_t links = 0;
  NameWords name_words = {};
  /// Of its texts.
  base::Digest digest;
  std::vector<StoredSection> sections;
};
template <class Archive>
void describe(Archive& a, StoredPage& p) {
  a(p.path, p.title, p.translation_key, p.url, p.kind, p.boost, p.links, p.name_words, p.digest,
    p.sections);
}

/// The pages of one language, by path; sections are numbered through all of them.
struct StoredPages {
  std::vector<StoredPage> pages;
};
template <class Archive>
void describe(Archive& a, StoredPages& p) {
  a(p.pages);
}

/// The sections of a page.
struct StoredTexts {
  std::vector<SectionText> sections;
};
template <class Archive>
void describe(Archive& a, StoredTexts& t) {
  a(t.sections);
}

struct StoredNames {
  using DescribesOthers = void;
  meta::Names names;
};
template <class Archive>
void describe(Archive& a, StoredNames& n) {
  std::vector<std::pair<std::string, std::vector<std::string>>> systems, products;
  for (const meta::SystemName& s : n.names.systems) systems.emplace_back(s.name, s.aliases);
  for (const meta::ProductName& p : n.names.products) products.emplace_back(p.name, p.aliases);
  a(systems, products);
  if constexpr (Archive::reading) {
    n.names = {};
    for (auto& [name, aliases] : systems) n.names.systems.push_back({name, aliases});
    for (auto& [name, aliases] : products) n.names.products.push_back({name, aliases});
  }
}

inline std::string pages_key(std::string_view language) {
  return std::string(kPagesKey) + std::string(language);
}
/// "block:en:gpu"
inline std::string block_key(std::string_view language, std::string_view first) {
  return std::string(kBlockKey) + std::string(language) + ":" + std::string(first);
}
/// Keys are bounded: a path is replaced by its digest.
inline std::string texts_key(std::string_view language, std::string_view path) {
  return std::string(kTextsKey) + std::string(language) + ":" + base::digest(path).hex();
}

}  // namespace kbuild::search
