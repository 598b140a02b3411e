// What parts a translation from its original: counts of what both should have, their places in the
// navigation, blocks of the original that changed since, and terms that are not translated as
// agreed. Text alone; which pages belong together is the site's.
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

/// The words of a page without code, which names partitions and queues in every language.
std::string prose_of(const doc::Document& document);

/// The page above each page of a navigation by its key, "" for those at the top.
std::map<site::PageId, std::string> pages_above(const site::SiteIndex& index,
                                                const site::Navigation& navigation);

/// A block of the original (what stands between blank lines, or a block of code) that an older text
/// of it lacks.
struct ChangedBlock {
  /// 1-based, of the text as it is now.
  std::uint32_t line = 0;
  /// Its first words.
  std::string begin;
};
/// Blocks that differ only in white space, or in a few letters of words that are as many as before,
/// are not changed.
std::vector<ChangedBlock> changed_blocks(std::string_view now, std::string_view before);
/// The text of a file as it was when another was last committed; nullopt where git cannot tell or
/// the other's last commit is not in its history.
std::optional<std::string> text_when_committed(const std::string& file, const std::string& other);

/// Finds terms in texts of one language in any inflection. Not shared between threads.
class TermFinder {
 public:
  TermFinder(const std::vector<meta::Term>& terms, const std::string& language);
  /// The indexes of the terms that stand in the text.
  std::vector<std::size_t> find(std::string_view text);

 private:
  using Keys = std::vector<std::string>;
  const Keys& keys_of(const std::string& form);
  /// Without those of the parts of a compound: a term is not its parts, but may be one.
  Keys own_keys_of(const std::string& form) const;
  bool occurs_at(const std::vector<const Keys*>& text, std::size_t at,
                 const std::vector<Keys>& term);

  std::string language_;
  search::Analyser analyser_;
  std::map<std::string, Keys, std::less<>> seen_;
  /// By index, the keys of each word; empty where the language has no such term.
  std::vector<std::vector<Keys>> terms_;
};

}  // namespace kbuild::i18n
