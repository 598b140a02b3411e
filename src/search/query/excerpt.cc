// Chooses the window of a section's text with the most words of the query; see excerpt.h.
#include "search/query/excerpt.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "search/language/tokens.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kLength = 200;
constexpr std::size_t kBefore = 60;
constexpr std::size_t kFilterBits = 1 << 14;

struct Hit {
  std::uint32_t begin, end;
  int group;
};

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

namespace {

/// The kind of tokens of a field; nullopt for fields that are not in texts.
std::optional<TokenKind> kind_of(Field field) {
  switch (field) {
    case Field::word: return TokenKind::word;
    case Field::code: return TokenKind::code;
    case Field::version: return TokenKind::version;
    default: return std::nullopt;
  }
}

}  // namespace

Excerpts::Excerpts(const Index& index, const Plan& plan)
    : group_count_(plan.groups.size()), filter_(kFilterBits / 64) {
  auto add = [&](TokenKind kind, std::string_view text, std::size_t group) {
    std::uint64_t digest = digest_of(kind, text);
    groups_.emplace(digest, static_cast<int>(group));
    filter_[digest % kFilterBits / 64] |= std::uint64_t{1} << digest % 64;
  };
  // Parts whose compounds are there.
  std::set<std::string_view> parts;
  for (std::size_t g = 0; g < plan.groups.size(); ++g)
    for (const Alternative& alternative : plan.groups[g].alternatives) {
      auto kind = kind_of(alternative.field);
      if (!kind) continue;
      for (const auto& set : alternative.sets)
        for (const std::string& text : set) {
          if (alternative.field != Field::word || !text.starts_with(kCompoundMark)) {
            add(*kind, text, g);
            continue;
          }
          if (!parts.insert(text).second) continue;
          for (const std::string& compound :
               index.forms(plan.language, Relation::part, std::string_view(text).substr(1)))
            add(*kind, compound, g);
        }
    }
}

int Excerpts::group_of(std::uint64_t digest) const {
  if (!(filter_[digest % kFilterBits / 64] >> digest % 64 & 1)) return -1;
  auto found = groups_.find(digest);
  return found == groups_.end() ? -1 : found->second;
}

Excerpt Excerpts::of(const SectionText& text, const TextTokens& tokens) const {
  Excerpt best;
  std::size_t best_groups = 0;
  for (const auto& [source, placed] :
       {std::pair(&text.body, &tokens.body), {&text.code, &tokens.code}}) {
    std::vector<Hit> hits;
    for (const PlacedToken& token : *placed) {
      int group = group_of(token.digest());
      if (group < 0) continue;
      if (!hits.empty() && token.begin < hits.back().end)
        hits.back().end = std::max(hits.back().end, token.end());
      else
        hits.push_back({token.begin, token.end(), group});
    }
    std::size_t best_hit = 0, groups = 0;
    for (std::size_t i = 0; i < hits.size() && groups < group_count_; ++i)
      if (std::size_t count = groups_from(hits, i); count > groups) {
        groups = count;
        best_hit = i;
      }
    if (groups > best_groups) {
      best_groups = groups;
      best = cut(*source, hits[best_hit].begin, hits);
    }
    if (best_groups == group_count_) break;
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
