// Relations of words; see relations.h.
#include "search/relations.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/jobs.h"
#include "base/text.h"
#include "search/analyser.h"
#include "search/index_form.h"
#include "search/rows.h"

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
      return r.text.size() > kLongestKey || !fits_in_line(r.text);
    });
  });
  std::vector<RelationOfForm> all;
  for (auto& piece : found) std::move(piece.begin(), piece.end(), std::back_inserter(all));
  std::sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end(),
                        [](const RelationOfForm& a, const RelationOfForm& b) {
                          return !before(a, b) && !before(b, a);
                        }),
            all.end());
  return all;
}

}  // namespace kbuild::search
