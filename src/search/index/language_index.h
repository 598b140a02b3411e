// The pages and rows of one language while they are brought up to date: pages are added and
// removed, sections get new numbers, and only new words are analysed. The result depends on the
// pages only, not on the order of edits.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "search/index/form.h"
#include "search/index/rows.h"
#include "search/language/gazetteer.h"

namespace kbuild::search {

/// A page as the index takes it.
struct NewPage {
  StoredPage page;
  /// The terms of its sections, packed.
  std::string terms;
};

/// `digest` is left to the caller.
NewPage pack(const PreparedPage& page);

struct LanguageIndex {
  std::string language;
  /// Sorted by path.
  std::vector<StoredPage> pages;
  Rows rows;
  /// By row: how many sections have it as a word. Empty where nothing was brought up to date.
  std::vector<std::uint32_t> frequencies = {};

  /// Takes out the pages of these paths, and those that `added` replaces.
  void update(std::vector<NewPage> added, const std::set<std::string>& removed,
              const Gazetteer& gazetteer, unsigned jobs);
};

}  // namespace kbuild::search
