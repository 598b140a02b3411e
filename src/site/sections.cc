// Pairs sections of a translation and its original; see sections.h.
#include "site/sections.h"

#include <algorithm>
#include <map>

namespace kbuild::site {

namespace {

using page::HeadingFact;
using Headings = std::vector<HeadingFact>;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// For each heading of the translation, the one of the original with the same unit or anchor, else
/// kNone.
std::vector<std::size_t> named_partners(const Headings& original, const Headings& translation) {
  std::map<std::string_view, std::size_t> by_unit, by_id;
  for (std::size_t i = 0; i < original.size(); ++i) {
    if (!original[i].unit.empty()) by_unit.emplace(original[i].unit, i);
    if (!original[i].id.empty()) by_id.emplace(original[i].id, i);
  }
  std::vector<std::size_t> partners;
  for (const HeadingFact& heading : translation) {
    auto unit = by_unit.find(heading.unit), id = by_id.find(heading.id);
    partners.push_back(unit != by_unit.end() ? unit->second
                       : id != by_id.end()   ? id->second
                                             : kNone);
  }
  return partners;
}

/// Positions of headings [begin, end).
struct Range {
  std::size_t begin = 0, end = 0;
};

/// Sibling sections, each with all of its subsections.
std::vector<Range> siblings(const Headings& headings, Range range) {
  std::vector<Range> out;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (out.empty() || headings[i].level <= headings[out.back().begin].level) out.push_back({i, i});
    out.back().end = i + 1;
  }
  return out;
}

/// Finds for each heading of a translation the one of the original.
class Pairing {
 public:
  Pairing(const Headings& original, const Headings& translation)
      : original_(original),
        translation_(translation),
        named_(named_partners(original, translation)),
        partners_(translation.size(), kNone) {
    pair_below({0, original.size()}, {0, translation.size()});
    for (std::size_t j = 0; j < translation.size(); ++j)
      if (partners_[j] == kNone && named_[j] != kNone)
        pair_sections(section_at(original, named_[j]), section_at(translation, j));
  }

  const std::vector<std::size_t>& partners() const { return partners_; }

 private:
  static Range section_at(const Headings& headings, std::size_t i) {
    return siblings(headings, {i, headings.size()}).front();
  }

  void pair_sections(Range a, Range b) {
    partners_[b.begin] = a.begin;
    pair_below({a.begin + 1, a.end}, {b.begin + 1, b.end});
  }

  /// Siblings paired by name divide the rows into gaps, which are paired by order.
  void pair_below(Range a, Range b) {
    std::vector<Range> left = siblings(original_, a), right = siblings(translation_, b);
    std::size_t i = 0, j = 0;
    for (std::size_t k = 0; k <= right.size(); ++k) {
      std::size_t partner = left.size();
      if (k < right.size()) {
        std::size_t named = named_[right[k].begin];
        partner = i;
        while (partner < left.size() && left[partner].begin != named) ++partner;
        if (partner == left.size()) continue;
      }
      pair_by_order(left, {i, partner}, right, {j, k});
      if (k < right.size()) pair_sections(left[partner], right[k]);
      i = partner + 1;
      j = k + 1;
    }
  }

  void pair_by_order(const std::vector<Range>& left, Range a, const std::vector<Range>& right,
                     Range b) {
    if (a.end - a.begin != b.end - b.begin) return;
    std::size_t count = a.end - a.begin;
    for (std::size_t k = 0; k < count; ++k)
      if (original_[left[a.begin + k].begin].level != translation_[right[b.begin + k].begin].level)
        return;
    for (std::size_t k = 0; k < count; ++k) pair_sections(left[a.begin + k], right[b.begin + k]);
  }

  const Headings &original_, &translation_;
  std::vector<std::size_t> named_, partners_;
};

}  // namespace

PageId original_of(const SiteIndex& index, PageId page) {
  const std::string& first = index.config().languages.front();
  const auto& languages = index.languages();
  auto place = std::find(languages.begin(), languages.end(), first);
  if (place == languages.end() || index.pages()[page].language == first ||
      index.pages()[page].is_fallback())
    return kNoPage;
  PageId original = index.translations(page)[static_cast<std::size_t>(place - languages.begin())];
  return original == kNoPage || index.pages()[original].is_fallback() ? kNoPage : original;
}

std::vector<Alias> section_aliases(const page::PageFacts& original,
                                   const page::PageFacts& translation) {
  Pairing pairing(original.headings, translation.headings);
  std::vector<Alias> aliases;
  for (std::size_t j = 0; j < translation.headings.size(); ++j) {
    if (pairing.partners()[j] == kNone) continue;
    const std::string& own = translation.headings[j].id;
    const std::string& other = original.headings[pairing.partners()[j]].id;
    if (!own.empty() && !other.empty() &&
        !std::binary_search(translation.ids.begin(), translation.ids.end(), other))
      aliases.emplace_back(own, other);
  }
  return aliases;
}

}  // namespace kbuild::site
