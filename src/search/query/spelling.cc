// Finds known words within a small edit distance; see spelling.h.
#include "search/query/spelling.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kMinLetters = 4;
constexpr std::size_t kTwoEditsFrom = 6;
constexpr std::size_t kMaxSuggestions = 3;

std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) {
    auto [c, length] = base::decode_utf8(text, at);
    out += c;
    at += length;
  }
  return out;
}

/// Optimal string alignment over code points, with `b` or with the beginning of `b` that is
/// nearest; limit + 1 where it exceeds the limit.
class Distance {
 public:
  std::size_t operator()(const std::u32string& a, const std::u32string& b, std::size_t limit,
                         Compare compare) {
    bool whole = compare == Compare::whole;
    if (a.size() > b.size() + limit || (whole && b.size() > a.size() + limit)) return limit + 1;
    before_.assign(a.size() + 1, 0);
    last_.resize(a.size() + 1);
    now_.resize(a.size() + 1);
    for (std::size_t i = 0; i <= a.size(); ++i) last_[i] = i;
    std::size_t nearest = limit + 1;
    for (std::size_t j = 1; j <= std::min(b.size(), a.size() + limit); ++j) {
      now_[0] = j;
      for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
        now_[i] = std::min({last_[i] + 1, now_[i - 1] + 1, last_[i - 1] + cost});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          now_[i] = std::min(now_[i], before_[i - 2] + 1);
      }
      std::swap(before_, last_);
      std::swap(last_, now_);
      nearest = std::min(nearest, last_[a.size()]);
    }
    return std::min(whole ? last_[a.size()] : nearest, limit + 1);
  }

 private:
  std::vector<std::size_t> before_, last_, now_;
};

}  // namespace

std::vector<Suggestion> suggest(const Index& index, std::string_view language,
                                std::string_view word, Compare compare) {
  std::u32string typed = code_points(word);
  std::size_t letters = typed.size();
  if (letters < kMinLetters) return {};
  std::size_t limit = letters >= kTwoEditsFrom ? 2 : 1;
  const std::vector<std::string>& words = index.terms(language, Field::word);
  std::string first(word.substr(0, base::decode_utf8(word, 0).length));
  struct Candidate {
    const std::string* word;
    std::size_t distance;
  };
  std::vector<Candidate> candidates;
  Distance distance_of;
  for (auto at = std::lower_bound(words.begin(), words.end(), first);
       at != words.end() && at->starts_with(first); ++at) {
    // Letters beyond ASCII have two bytes.
    if (at->size() + limit * 2 < word.size()) continue;
    if (compare == Compare::whole && word.size() + limit * 2 < at->size()) continue;
    std::size_t distance = distance_of(typed, code_points(*at), limit, compare);
    if (distance > limit) continue;
    if (distance < limit) {
      limit = distance;
      candidates.clear();
    }
    candidates.push_back({&*at, distance});
  }
  std::vector<std::pair<std::size_t, Suggestion>> ranked;
  for (const Candidate& candidate : candidates)
    ranked.push_back(
        {index.frequency(language, *candidate.word), {*candidate.word, candidate.distance}});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Suggestion> out;
  for (auto& [count, suggestion] : ranked)
    if (out.size() < kMaxSuggestions) out.push_back(std::move(suggestion));
  return out;
}

}  // namespace kbuild::search
