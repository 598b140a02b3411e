// Sorts and merges relations of words; see relations.h.
#include "search/index/relations.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/jobs.h"
#include "base/text.h"
#include "search/index/form.h"
#include "search/index/rows.h"
#include "search/language/analyser.h"

namespace kbuild::search {

namespace {

void add_relations(const Analyser& analyser, const Gazetteer& gazetteer, const std::string& word,
                   std::vector<RelationOfForm>& out) {
  Analysis analysis = analyser.analyse(word);
  for (Key& key : analysis.keys) {
    if (key.relation == Relation::lemma) out.push_back({word, kLemmasOfForm, key.text});
    out.push_back({std::move(key.text), static_cast<char>(key.relation), word});
  }
  for (std::string& root : analysis.roots) out.push_back({word, kRootsOfForm, std::move(root)});
  if (!analysis.parts.empty()) out.push_back({word, kPartsOfForm, base::join(analysis.parts, "+")});
  if (std::string_view system = gazetteer.system_of(word); !system.empty())
    out.push_back({std::string(system), kSystemRelation, word});
}

bool before(const RelationOfForm& a, const RelationOfForm& b) {
  auto rank = [](const RelationOfForm& r) { return rank_of(r.letter); };
  if (int order = a.text.compare(b.text)) return order < 0;
  return std::pair(rank(a), std::string_view(a.form)) <
         std::pair(rank(b), std::string_view(b.form));
}

/// The first eight bytes as a number in the order of texts.
std::uint64_t beginning_of_part(std::string_view text) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i)
    out = out << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  return out;
}

/// The relations of all pieces in their order, each once. Those that begin with the same byte are
/// sorted together; most of them differ in their beginnings, and small items are sorted sooner than
/// long ones.
std::vector<RelationOfForm> sorted(std::vector<std::vector<RelationOfForm>> pieces, unsigned jobs) {
  using Item = std::pair<std::uint64_t, RelationOfForm*>;
  std::array<std::vector<Item>, 256> buckets;
  for (auto& piece : pieces)
    for (RelationOfForm& relation : piece) {
      std::uint64_t beginning = beginning_of_part(relation.text);
      buckets[beginning >> 56].emplace_back(beginning, &relation);
    }
  base::for_each_index(buckets.size(), jobs, [&](std::size_t i) {
    std::vector<Item>& bucket = buckets[i];
    auto less = [](const Item& a, const Item& b) {
      return a.first != b.first ? a.first < b.first : before(*a.second, *b.second);
    };
    std::sort(bucket.begin(), bucket.end(), less);
    auto same = [&](const Item& a, const Item& b) { return !less(a, b); };
    bucket.erase(std::unique(bucket.begin(), bucket.end(), same), bucket.end());
  });
  std::array<std::size_t, 256> firsts{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < buckets.size(); count += buckets[i++].size()) firsts[i] = count;
  std::vector<RelationOfForm> out(count);
  base::for_each_index(buckets.size(), jobs, [&](std::size_t i) {
    std::size_t at = firsts[i];
    for (const auto& [beginning, relation] : buckets[i]) out[at++] = std::move(*relation);
  });
  return out;
}

}  // namespace

std::vector<RelationOfForm> relations_of(std::string_view language,
                                         const std::vector<std::string>& words,
                                         const Gazetteer& gazetteer, unsigned jobs) {
  // A few large pieces: each makes its own analyser.
  constexpr std::size_t kPiece = 4096;
  std::size_t pieces = (words.size() + kPiece - 1) / kPiece;
  std::vector<std::vector<RelationOfForm>> found(pieces);
  base::for_each_index(pieces, jobs, [&](std::size_t piece) {
    Analyser analyser(language);
    for (std::size_t i = piece * kPiece; i < std::min(words.size(), (piece + 1) * kPiece); ++i)
      add_relations(analyser, gazetteer, words[i], found[piece]);
    std::erase_if(found[piece], [](const RelationOfForm& r) {
      return r.text.size() > kMaxKeyLength || !fits_in_line(r.text);
    });
  });
  return sorted(std::move(found), jobs);
}

}  // namespace kbuild::search
