// See claim_sentence.h.
#include "page/claim_sentence.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::page {

namespace {

void sort_by_place(std::vector<BoundVersion>& bound) {
  std::stable_sort(bound.begin(), bound.end(),
                   [](const BoundVersion& a, const BoundVersion& b) { return a.begin < b.begin; });
}

}  // namespace

void bind_bare_code(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                    std::vector<BoundVersion>& bound) {
  if (!product) return;
  for (auto [begin, end] : passage.placed.code()) {
    if (begin < sentence.begin || begin >= sentence.end) continue;
    std::string_view code = std::string_view(passage.text()).substr(begin, end - begin);
    VersionMatch match = match_version(code, 0);
    if (!match.dotted || match.end != code.size()) continue;
    bool taken = std::any_of(bound.begin(), bound.end(), [&, from = begin](const BoundVersion& b) {
      return b.begin <= from && from < b.end;
    });
    bool other = std::any_of(passage.mentions.begin(), passage.mentions.end(),
                             [&, from = begin](const Mention& mention) {
                               return mention.kind == NameKind::product && mention.id != product &&
                                      mention.begin >= sentence.begin && mention.begin < from;
                             });
    // "TCL `8.5`" has an owner that no table knows.
    std::vector<std::string_view> before = base::split_words(
        std::string_view(passage.text()).substr(sentence.begin, begin - sentence.begin));
    bool owned = !before.empty() && !base::is_lower(before.back()[0]) &&
                 base::is_alnum(before.back().back());
    if (!taken && !other && !owned) bound.push_back({*product, match.version, {}, begin, end});
  }
  sort_by_place(bound);
}

void bind_placed(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                 std::vector<BoundVersion>& bound) {
  constexpr std::size_t kLongestJoint = 12;
  if (!product) return;
  bool other =
      std::any_of(passage.mentions.begin(), passage.mentions.end(), [&](const Mention& mention) {
        return mention.kind == NameKind::product && mention.id != product &&
               mention.begin >= sentence.begin && mention.begin < sentence.end;
      });
  if (other) return;
  std::string_view text = std::string_view(passage.text()).substr(0, sentence.end);
  std::vector<BoundVersion> placed;
  for (const VersionMatch& match : find_versions(text.substr(sentence.begin))) {
    std::size_t begin = sentence.begin + match.begin, end = sentence.begin + match.end;
    bool taken = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& b) {
      return !b.version.empty() && b.begin <= begin && begin < b.end;
    });
    std::string_view rest = text.substr(end);
    bool on = rest.starts_with(" on ") || rest.starts_with(" sur ") || rest.starts_with(" (on ");
    bool system =
        std::any_of(passage.mentions.begin(), passage.mentions.end(), [&](const Mention& mention) {
          return mention.kind == NameKind::system && mention.begin > end &&
                 mention.begin - end <= kLongestJoint;
        });
    bool chosen = false;
    for (std::string_view phrase : {"oletuksena on ", "oletus on ", "default is ", "faut est "})
      chosen = chosen || text.substr(0, begin).ends_with(phrase);
    if (match.dotted && !taken && ((on && system) || chosen))
      placed.push_back({*product, match.version, {}, begin, end});
  }
  bound.insert(bound.end(), placed.begin(), placed.end());
  sort_by_place(bound);
}

std::vector<VersionMatch> named_versions(const Passage& passage, Sentence sentence) {
  std::vector<VersionMatch> named;
  std::string_view text =
      std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
  std::size_t word = text.find("ersio");
  if (passage.mentions.empty() || word == text.npos) return named;
  for (std::string_view copula : {" is ", " are ", " est ", " sont ", " on ", " ovat "}) {
    std::size_t at = text.find(copula, word);
    if (at == text.npos) continue;
    bool placed =
        std::any_of(passage.mentions.begin(), passage.mentions.end(), [&](const Mention& mention) {
          return mention.kind == NameKind::system && mention.begin >= sentence.begin &&
                 mention.end <= sentence.begin + at + 1;
        });
    if (!placed) continue;
    std::size_t next = at + copula.size();
    for (VersionMatch match = match_version(text, next); match.dotted;
         match = match_version(text, next)) {
      next = match.end;
      match.begin += sentence.begin;
      match.end += sentence.begin;
      named.push_back(std::move(match));
      for (std::string_view joint : {", and ", ", ", " and ", " et ", " ja "})
        if (text.substr(next).starts_with(joint)) {
          next += joint.size();
          break;
        }
    }
    if (!named.empty()) return named;
  }
  return named;
}

void bind_named(const Passage& passage, Sentence sentence, const std::vector<VersionMatch>& named,
                std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound) {
  if (named.empty()) return;
  for (const Mention& mention : passage.mentions)
    if (mention.kind == NameKind::product && mention.begin >= sentence.begin &&
        mention.begin < named.front().begin) {
      if (product && product != mention.id) return;
      product = mention.id;
    }
  if (!product) return;
  for (const VersionMatch& match : named)
    if (std::none_of(bound.begin(), bound.end(), [&](const BoundVersion& b) {
          return b.begin <= match.begin && match.begin < b.end;
        }))
      bound.push_back({*product, match.version, {}, match.begin, match.end});
  sort_by_place(bound);
}

}  // namespace kbuild::page
