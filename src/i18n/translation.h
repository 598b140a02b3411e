// Differences between a translation and its original: counts, positions in the navigation, blocks
// of the original that changed since, and terms not translated as agreed. Only texts are compared;
// which pages belong together is known by the site index.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doc/tree.h"
#include "search/language/analyser.h"
#include "site/index.h"
#include "site/navigation.h"

namespace kbuild::i18n {

/// Rows of all tables of a page.
std::size_t count_table_rows(const doc::Document& document);

/// The words of a page without code, which contains names that aren't translated.
std::string prose_of(const doc::Document& document);

/// For each page of a navigation, by key, the page above it; "" at the top level.
std::map<site::PageId, std::string> pages_above(const site::SiteIndex& index,
                                                const site::Navigation& navigation);

/// A block of the original (text between blank lines, or a code block) that an older version of it
/// lacks.
struct ChangedBlock {
  /// 1-based, in the current text.
  std::uint32_t line = 0;
  /// Its first words.
  std::string begin;
};
/// Blocks that differ only in white space, or in a few letters of the same number of words, count
/// as unchanged.
std::vector<ChangedBlock> changed_blocks(std::string_view now, std::string_view before);
/// The text of a file when another was last committed; nullopt if git fails or the file isn't in
/// that commit's history.
std::optional<std::string> text_when_committed(const std::string& file, const std::string& other);

/// Finds terms in texts of one language in any inflection. Not shared between threads.
class TermFinder {
 public:
  TermFinder(const std::vector<meta::Term>& terms, const std::string& language);
  /// The indexes of the terms that occur in the text.
  std::vector<std::size_t> find(std::string_view text);

 private:
  using Keys = std::vector<std::string>;
  const Keys& keys_of(const std::string& form);
  /// The keys of a form without those of the parts of a compound: a term doesn't match its parts,
  /// but the part of a compound may match a term.
  Keys own_keys_of(const std::string& form) const;
  bool occurs_at(const std::vector<const Keys*>& text, std::size_t at,
                 const std::vector<Keys>& term);

  std::string language_;
  search::Analyser analyser_;
  std::map<std::string, Keys, std::less<>> seen_;
  /// By term, the keys of each word; empty if the language has no such term.
  std::vector<std::vector<Keys>> terms_;
};

}  // namespace kbuild::i18n
