// Compares translations by the versions of their originals; see translations.h.
#include "matrix/translations.h"

#include <algorithm>
#include <iterator>

namespace kbuild::matrix {

using claims::Basis;
using claims::Claim;

namespace {

/// What the pages of the original language say of one product and system, on one path.
struct Original {
  /// Of the lines that list one version: the first, and the statuses of all.
  struct Stated {
    const Claim* first = nullptr;
    std::set<claims::ClaimStatus> statuses = {};
  };
  Entries lines = {};
  std::map<std::string_view, Stated> stated = {};
  /// Versions named in passing, without the end of "2.7.x".
  std::set<std::string_view> said = {};

  void state(Entry* entry) {
    lines.push_back(entry);
    Stated& line = stated[entry->claim.version];
    if (!line.first) line.first = &entry->claim;
    line.statuses.insert(entry->claim.status);
  }

  void say(std::string_view version) {
    if (version.ends_with(".x") || version.ends_with(".*")) version.remove_suffix(2);
    said.insert(version);
  }

  /// Whether the version, or a series that it is of, is named in passing.
  bool is_said(std::string_view version) const {
    for (std::size_t end = 0; end < version.size(); ++end) {
      end = std::min(version.find_first_of(".-_", end), version.size());
      if (end > 0 && said.contains(version.substr(0, end))) return true;
    }
    return false;
  }
};

/// One line of a translation against what the original states, and says in passing.
void compare(const Claim& claim, const Original& original, StaleTranslation& out) {
  auto line = original.stated.find(claim.version);
  if (line != original.stated.end()) {
    if (!line->second.statuses.contains(claim.status))
      out.differences.push_back({{claim}, {*line->second.first}});
  } else if (!original.is_said(claim.version)) {
    out.differences.push_back({{claim}, {}});
  }
}

}  // namespace

void compare_translations(MergeContext& context, const Entries& translations,
                          const Entries& published, const Entries& candidates) {
  std::map<PageName, Entries> pages;
  std::map<std::string_view, Original> originals;
  for (Entry* entry : translations) {
    const Claim& claim = entry->claim;
    if (claim.basis < Basis::read || !is_list(claim) || !claim.date.empty()) continue;
    PageName page{claim.language, claim.path};
    const std::string& original = context.options.originals.at(page);
    // An original that lists no versions of the product may say them in words.
    if (!context.listing_pages.contains({entry->product, original})) continue;
    pages[std::move(page)].push_back(entry);
    originals.try_emplace(original);
  }
  auto original_of = [&](const Entry& entry) -> Original* {
    const Claim& claim = entry.claim;
    if (claim.language != context.options.original_language || !is_single(claim.version))
      return nullptr;
    auto found = originals.find(claim.path);
    return found == originals.end() ? nullptr : &found->second;
  };
  if (pages.empty()) return;
  for (Entry* entry : published)
    if (Original* original = original_of(*entry);
        original && is_list(entry->claim) && entry->claim.date.empty())
      original->state(entry);
  for (const Entry* entry : candidates)
    if (Original* original = original_of(*entry)) original->say(entry->claim.version);

  for (const auto& [page, entries] : pages) {
    const Original& original = originals.at(context.options.originals.at(page));
    StaleTranslation found{entries.front()->claim, {}};
    std::set<std::string_view> here;
    for (const Entry* entry : entries) {
      compare(entry->claim, original, found);
      here.insert(entry->claim.version);
    }
    for (const Entry* entry : original.lines)
      if (!here.contains(entry->claim.version)) found.differences.push_back({{}, {entry->claim}});
    if (found.differences.empty()) continue;
    auto [stale, fresh] = context.stale.try_emplace(page, std::move(found));
    if (fresh) continue;
    std::move(found.differences.begin(), found.differences.end(),
              std::back_inserter(stale->second.differences));
  }
}

}  // namespace kbuild::matrix
