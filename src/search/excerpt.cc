// Excerpts; see excerpt.h.
#include "search/excerpt.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "search/tokens.h"
#include "search/versions.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kLength = 200;
constexpr std::size_t kBefore = 60;

/// Text is searched a piece of whole lines at a time, until all groups are found together.
constexpr std::size_t kPiece = 2000;

using Groups = Excerpts::Groups;

int find_group(const Groups& groups, TokenKind kind, const std::string& text) {
  const auto& forms = groups[static_cast<std::size_t>(kind)];
  auto found = forms.find(text);
  return found == forms.end() ? -1 : static_cast<int>(found->second);
}

/// The number of the group that a token answers, or -1.
int group_of(const Groups& groups, const Token& token) {
  if (token.kind != TokenKind::version) return find_group(groups, token.kind, token.text);
  for (const std::string& version : version_chain(token.text))
    if (int group = find_group(groups, TokenKind::version, version); group >= 0) return group;
  return -1;
}

struct Hit {
  std::uint32_t begin, end;
  int group;
};

void find_hits(std::string_view text, std::size_t offset, const Plan& plan, const Groups& groups,
               std::vector<Hit>& hits) {
  auto shift = static_cast<std::uint32_t>(offset);
  for (const Token& token : tokenise(text, plan.language)) {
    int group = group_of(groups, token);
    if (group < 0) continue;
    if (!hits.empty() && token.begin + shift < hits.back().end) {
      hits.back().end = std::max(hits.back().end, token.end + shift);
      continue;
    }
    hits.push_back({token.begin + shift, token.end + shift, group});
  }
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

namespace {

/// What the texts of a field are in a text; nothing for those that stand in none.
std::optional<TokenKind> kind_of(Field field) {
  switch (field) {
    case Field::word: return TokenKind::word;
    case Field::code: return TokenKind::code;
    case Field::version: return TokenKind::version;
    default: return std::nullopt;
  }
}

}  // namespace

Excerpts::Excerpts(const Plan& plan) : plan_(plan) {
  for (std::size_t g = 0; g < plan.groups.size(); ++g)
    for (const Alternative& alternative : plan.groups[g].alternatives)
      for (const auto& set : alternative.sets)
        for (const std::string& text : set)
          if (auto kind = kind_of(alternative.field))
            groups_[static_cast<std::size_t>(*kind)].emplace(text, g);
}

Excerpt Excerpts::of(const SectionText& text) const {
  Excerpt best;
  std::size_t best_groups = 0;
  for (const std::string* source : {&text.body, &text.code}) {
    std::vector<Hit> hits;
    std::size_t best_hit = 0, groups = 0, looked_at = 0;
    for (std::size_t at = 0; at < source->size() && (groups < plan_.groups.size() ||
                                                     at < hits[best_hit].begin + kLength);) {
      std::size_t end = source->find('\n', std::min(source->size(), at + kPiece));
      end = end == source->npos ? source->size() : end + 1;
      find_hits(std::string_view(*source).substr(at, end - at), at, plan_, groups_, hits);
      // The last hits of a piece may stand near the first of the next.
      std::size_t first = looked_at;
      for (std::size_t i = first; i < hits.size(); ++i) {
        if (hits[i].begin + kLength < end) looked_at = i + 1;
        if (std::size_t count = groups_from(hits, i); count > groups) {
          groups = count;
          best_hit = i;
        }
      }
      at = end;
    }
    if (groups > best_groups) {
      best_groups = groups;
      best = cut(*source, hits[best_hit].begin, hits);
    }
    if (best_groups == plan_.groups.size()) break;
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
