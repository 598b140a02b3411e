// Excerpts; see excerpt.h.
#include "search/excerpt.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "search/tokens.h"
#include "search/versions.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kLength = 200;
constexpr std::size_t kBefore = 60;

/// The groups of a plan that a token answers.
class Matcher {
 public:
  explicit Matcher(const Plan& plan) {
    for (std::size_t g = 0; g < plan.groups.size(); ++g)
      for (const Alternative& alternative : plan.groups[g].alternatives)
        for (const auto& set : alternative.sets)
          for (const std::string& text : set)
            by_text_.emplace(static_cast<char>(alternative.field) + text, g);
  }
  /// The group's number, or -1.
  int group_of(const Token& token) const {
    switch (token.kind) {
      case TokenKind::word: return find(Field::word, token.text);
      case TokenKind::code: return find(Field::code, token.text);
      case TokenKind::version:
        for (const std::string& version : version_chain(token.text))
          if (int group = find(Field::version, version); group >= 0) return group;
        return -1;
    }
    return -1;
  }

 private:
  int find(Field field, const std::string& text) const {
    auto found = by_text_.find(static_cast<char>(field) + text);
    return found == by_text_.end() ? -1 : static_cast<int>(found->second);
  }
  std::unordered_map<std::string, std::size_t> by_text_;
};

struct Hit {
  std::uint32_t begin, end;
  int group;
};

std::vector<Hit> find_hits(std::string_view text, const Plan& plan, const Matcher& matcher) {
  std::vector<Hit> hits;
  for (const Token& token : tokenise(text, plan.language)) {
    int group = matcher.group_of(token);
    if (group < 0) continue;
    if (!hits.empty() && token.begin < hits.back().end) {
      hits.back().end = std::max(hits.back().end, token.end);
      continue;
    }
    hits.push_back({token.begin, token.end, group});
  }
  return hits;
}

/// Distinct groups within kLength of hit `first`.
std::size_t groups_from(const std::vector<Hit>& hits, std::size_t first) {
  std::uint64_t seen = 0;
  for (std::size_t i = first;
       i < hits.size() && hits[i].end - hits[first].begin < kLength - kBefore; ++i)
    seen |= std::uint64_t{1} << (hits[i].group % 64);
  return static_cast<std::size_t>(__builtin_popcountll(seen));
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// The window of `text` that begins near `around`, at a word, and ends at one.
Excerpt cut(std::string_view text, std::size_t around, const std::vector<Hit>& hits) {
  std::size_t begin = around > kBefore ? around - kBefore : 0;
  std::size_t line = text.rfind('\n', around == 0 ? 0 : around - 1);
  if (line != text.npos && line >= begin && line < around) {
    begin = line + 1;
  } else if (begin > 0) {
    while (begin < around && !base::is_space(text[begin])) ++begin;
    while (begin < around && base::is_space(text[begin])) ++begin;
  }
  std::size_t end = std::min(text.size(), begin + kLength);
  if (end < text.size()) {
    std::size_t back = end;
    while (back > begin + kLength / 2 && !base::is_space(text[back])) --back;
    if (back > begin + kLength / 2) end = back;
    while (end > begin && is_continuation(text[end])) --end;
  }
  while (end > begin && base::is_space(text[end - 1])) --end;
  Excerpt out;
  out.text = std::string(text.substr(begin, end - begin));
  std::replace(out.text.begin(), out.text.end(), '\n', ' ');
  for (const Hit& hit : hits)
    if (hit.begin >= begin && hit.end <= end)
      out.highlights.emplace_back(static_cast<std::uint32_t>(hit.begin - begin),
                                  static_cast<std::uint32_t>(hit.end - begin));
  return out;
}

bool follows_each_other(std::string_view text, const std::vector<std::string>& words,
                        std::string_view language) {
  std::vector<std::string> found;
  std::uint32_t last_end = 0;
  for (Token& token : tokenise(text, language)) {
    bool piece = token.kind == TokenKind::code || token.end <= last_end;
    if (piece) continue;
    last_end = token.end;
    found.push_back(std::move(token.text));
  }
  return std::search(found.begin(), found.end(), words.begin(), words.end()) != found.end();
}

}  // namespace

Excerpt make_excerpt(const SectionText& text, const Plan& plan) {
  Matcher matcher(plan);
  Excerpt best;
  std::size_t best_groups = 0;
  for (const std::string* source : {&text.body, &text.code}) {
    std::vector<Hit> hits = find_hits(*source, plan, matcher);
    std::size_t best_hit = 0, groups = 0;
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (std::size_t count = groups_from(hits, i); count > groups) {
        groups = count;
        best_hit = i;
      }
    if (groups > best_groups) {
      best_groups = groups;
      best = cut(*source, hits[best_hit].begin, hits);
    }
  }
  return best_groups > 0 ? best : cut(text.body.empty() ? text.code : text.body, 0, {});
}

bool has_phrase(const SectionText& text, std::string_view title,
                const std::vector<std::string>& words, std::string_view language) {
  if (follows_each_other(text.headings.empty() ? title : text.headings.back(), words, language))
    return true;
  return follows_each_other(text.body, words, language) ||
         follows_each_other(text.code, words, language);
}

}  // namespace kbuild::search
