// The form of the index on disk, shared by its writer and its reader (index.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "meta/names.h"
#include "search/prepare.h"

namespace kbuild::search {

/// To be raised with every change of what is stored or of how text is analysed.
constexpr std::string_view kIndexVersion = "6";
constexpr std::uint32_t kSectionSlot = 0;
constexpr std::uint32_t kPageSlot = 1;
/// The index is as many databases, in directories "0", "1", ..., so that as many threads can write
/// it; a stub file beside them makes them one for readers. A page has its place by its key; what is
/// said of words stands in the first.
constexpr std::size_t kShards = 2;
constexpr std::string_view kStubFile = "XAPIANDB";
/// Beside the letters of Relation: forms that name a system; and of a form, its lemmas and its
/// compound's parts (one text, joined by '+'), and what it is derived from.
constexpr char kSystemRelation = 'S';
constexpr char kLemmasOfForm = 'L';
constexpr char kPartsOfForm = 'P';
constexpr char kRootsOfForm = 'R';
/// Xapian takes 245 bytes after escaping of zero bytes.
constexpr std::size_t kLongestStoredTerm = 240;

struct StoredSection {
  std::string language;
  std::string path;
  std::uint32_t ordinal = 0;
  std::uint32_t length = 0;
  std::uint32_t heading_words = 0;
  std::uint32_t depth = 0;
  std::string anchor;
  /// Bytes of its SectionText as stored, and their digest.
  std::uint32_t size = 0;
  base::Digest digest;
};
template <class Archive>
void describe(Archive& a, StoredSection& s) {
  a(s.language, s.path, s.ordinal, s.length, s.heading_words, s.depth, s.anchor, s.size, s.digest);
}

/// The sections of a page as its first document keeps them: together they are smaller.
struct StoredTexts {
  std::vector<SectionText> sections;
};
template <class Archive>
void describe(Archive& a, StoredTexts& t) {
  a(t.sections);
}

struct StoredPage {
  std::string title;
  std::string twin;
  std::string url;
  PageKind kind = PageKind::manual;
  std::uint32_t boost = 100;
  NameWords name_words = {};
};
template <class Archive>
void describe(Archive& a, StoredPage& p) {
  a(p.title, p.twin, p.url, p.kind, p.boost, p.name_words[0], p.name_words[1], p.name_words[2]);
}

struct StoredNames {
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

inline std::string key_of(std::string_view language, char letter, std::string_view text) {
  std::string key;
  key.reserve(language.size() + text.size() + 2);
  key += language;
  key += ':';
  key += letter;
  key += text;
  return key;
}
inline std::string term_of(std::string_view language, Field field, std::string_view text) {
  return key_of(language, static_cast<char>(field), text);
}

}  // namespace kbuild::search
