// Binds lists of versions after a colon, a place or a separator; see binding.h.
#include <algorithm>

#include "base/text.h"
#include "claims/prose/binding.h"
#include "claims/prose/range.h"

namespace kbuild::claims {

namespace {

constexpr std::string_view kConjunctions[] = {"and", "or", "ja", "tai", "sekä", "et", "ou"};

bool is_taken(const std::vector<BoundVersion>& found, std::size_t at) {
  return std::any_of(found.begin(), found.end(), [&](const BoundVersion& bound) {
    return !bound.version.empty() && bound.begin <= at && at < bound.end;
  });
}

/// The last product in [begin, end).
const vocabulary::Mention* last_product(const std::vector<vocabulary::Mention>& mentions,
                                        std::size_t begin, std::size_t end) {
  const vocabulary::Mention* last = nullptr;
  for (const vocabulary::Mention& mention : mentions)
    if (mention.kind == vocabulary::NameKind::product && mention.begin >= begin &&
        mention.end <= end)
      last = &mention;
  return last;
}

std::size_t past(std::string_view text, std::size_t at, std::string_view any) {
  while (at < text.size() && any.find(text[at]) != any.npos) ++at;
  return at;
}

std::string word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() &&
         (base::is_alpha(text[end]) || static_cast<unsigned char>(text[end]) >= 0x80))
    ++end;
  return base::to_lower(text.substr(at, end - at));
}

/// Skips a remark of one or two words on a list element: " (anaconda)" at `at`.
std::size_t skip_note(std::string_view text, std::size_t at) {
  constexpr std::size_t kMaxNoteLength = 24;
  if (!text.substr(std::min(at, text.size())).starts_with(" (")) return at;
  std::size_t close = text.find(')', at);
  if (close == text.npos || close - at > kMaxNoteLength) return at;
  std::string_view note = text.substr(at + 2, close - at - 2);
  bool plain = !note.empty() && std::all_of(note.begin(), note.end(), [](char c) {
    return base::is_alpha(c) || c == ' ' || c == '-';
  });
  return plain ? close + 1 : at;
}

}  // namespace

std::vector<vocabulary::VersionMatch> versions_listed_after(std::string_view text, std::size_t at) {
  std::vector<vocabulary::VersionMatch> listed;
  for (;;) {
    std::size_t before = past(text, skip_note(text, at), "`*) "), next = before;
    if (next < text.size() && (text[next] == ',' || text[next] == '/' || text[next] == '&')) ++next;
    next = past(text, next, " ");
    std::string word = word_at(text, next);
    if (std::find(std::begin(kConjunctions), std::end(kConjunctions), word) !=
        std::end(kConjunctions))
      next += word.size();
    if (next == before) return listed;
    next = past(text, next, " `*(");
    vocabulary::VersionMatch match = vocabulary::match_version(text, next);
    if (match.end == next || !match.dotted) return listed;
    at = match.end;
    listed.push_back(std::move(match));
  }
}

bool is_list_separator(std::string_view between) {
  for (std::size_t at = past(between, 0, "`*),;/&( "); at < between.size();
       at = past(between, at, "`*),;/&( ")) {
    std::string word = word_at(between, at);
    if (std::find(std::begin(kConjunctions), std::end(kConjunctions), word) ==
        std::end(kConjunctions))
      return false;
    at += word.size();
  }
  return true;
}

void bind_colon_list(std::vector<BoundVersion>& found, std::string_view text,
                     const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                     std::size_t end, std::optional<std::uint32_t> implied) {
  text = text.substr(0, end);
  for (std::size_t colon = text.find(": ", begin); colon != text.npos;
       colon = text.find(": ", colon + 1)) {
    std::size_t number = past(text, colon + 1, " `*");
    vocabulary::VersionMatch first = vocabulary::match_version(text, number);
    if (!first.dotted || is_taken(found, number)) continue;
    const vocabulary::Mention* owner = last_product(mentions, begin, colon);
    bool alone = owner && last_product(mentions, begin, owner->begin) == nullptr;
    bool versions = text.substr(begin, colon - begin).find("ersion") != text.npos;
    std::optional<std::uint32_t> product = alone                ? std::optional(owner->id)
                                           : !owner && versions ? implied
                                                                : std::nullopt;
    if (!product) continue;
    found.push_back(
        {*product, first.version, std::string(range_after(text, first.end)), number, first.end});
    for (const vocabulary::VersionMatch& match : versions_listed_after(text, first.end))
      found.push_back({*product, match.version, std::string(range_after(text, match.end)),
                       match.begin, match.end});
  }
}

void bind_located_list(std::vector<BoundVersion>& found, std::string_view text,
                       const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                       std::size_t end, std::optional<std::uint32_t> implied) {
  text = text.substr(0, end);
  for (const vocabulary::Mention& place : mentions) {
    bool opens = place.kind == vocabulary::NameKind::system && place.begin >= begin &&
                 place.end < end && text.substr(place.end).starts_with(" (");
    if (!opens) continue;
    const vocabulary::Mention* owner = last_product(mentions, begin, place.begin);
    // "On Puhti (2.1) and Mahti (2.2) PyTorch is available."
    if (!owner) owner = last_product(mentions, begin, end);
    vocabulary::VersionMatch first = vocabulary::match_version(text, place.end + 2);
    bool alone = owner && last_product(mentions, begin, owner->begin) == nullptr;
    std::optional<std::uint32_t> product = alone    ? std::optional(owner->id)
                                           : !owner ? implied
                                                    : std::nullopt;
    if (!product || !first.dotted || is_taken(found, first.begin)) continue;
    found.push_back({*product, first.version, {}, first.begin, first.end});
    for (const vocabulary::VersionMatch& match : versions_listed_after(text, first.end))
      found.push_back({*product, match.version, {}, match.begin, match.end});
  }
}

void bind_marked_versions(std::vector<BoundVersion>& found, std::string_view text,
                          const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                          std::size_t end, std::optional<std::uint32_t> implied) {
  text = text.substr(0, end);
  // "PyTorch 2.4 is there, but 2.1 no longer works": the number after the separator is of the same
  // product.
  std::size_t separators = std::min(text.find(',', begin), text.find(';', begin));
  for (std::string_view separator :
       {", but ", "; ", ", mutta ", ", mais ", ", while ", ", whereas "})
    for (std::size_t at = text.find(separator, separators); at != text.npos;
         at = text.find(separator, at + 1)) {
      vocabulary::VersionMatch match = vocabulary::match_version(text, at + separator.size());
      const vocabulary::Mention* owner = last_product(mentions, begin, at);
      bool verb = match.dotted && match.end + 2 < end && text[match.end] == ' ' &&
                  base::is_lower(text[match.end + 1]);
      if (verb && owner && !is_taken(found, match.begin))
        found.push_back({owner->id, match.version, {}, match.begin, match.end});
    }
  for (std::size_t at = text.find(" v", begin); at != text.npos; at = text.find(" v", at + 1)) {
    vocabulary::VersionMatch match = vocabulary::match_version(text, at + 1);
    if (!match.dotted || is_taken(found, match.begin)) continue;
    const vocabulary::Mention* owner = last_product(mentions, begin, at);
    std::optional<std::uint32_t> product = owner ? std::optional(owner->id) : implied;
    if (product)
      found.push_back({*product, match.version, std::string(range_after(text, match.end)),
                       match.begin, match.end});
  }
}

void fold_modules(std::vector<BoundVersion>& found, std::string_view text) {
  // Text attached to a slash and a version is a module name.
  auto is_module = [&](const BoundVersion& bound) {
    std::string_view written = text.substr(bound.begin, bound.end - bound.begin);
    return !bound.version.empty() && written.find('/') != written.npos &&
           written.find(' ') == written.npos;
  };
  auto module_around = [&](const BoundVersion& bound) {
    auto belongs = [](char c) {
      return base::is_alnum(c) || std::string_view("/._-+").find(c) != std::string_view::npos;
    };
    std::size_t begin = bound.begin, end = bound.end;
    while (begin > 0 && belongs(text[begin - 1])) --begin;
    while (end < text.size() && belongs(text[end])) ++end;
    while (end > bound.end && !base::is_alnum(text[end - 1])) --end;
    return std::string(text.substr(begin, end - begin));
  };
  std::vector<bool> folded(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!is_module(found[i])) continue;
    for (BoundVersion& other : found) {
      bool holds = other.product == found[i].product && other.range.empty() &&
                   !other.version.empty() && !is_module(other) &&
                   vocabulary::version_names(found[i].version, other.version);
      if (!holds) continue;
      folded[i] = true;
      if (other.module.empty()) other.module = module_around(found[i]);
    }
  }
  // "PyTorch/1.4.0-foss-2020a-Python-3.8.2": a build dependency isn't claimed.
  auto is_suffix = [&](const BoundVersion& bound) {
    return std::any_of(found.begin(), found.end(), [&](const BoundVersion& module) {
      return is_module(module) && module.end < bound.begin && text[bound.begin - 1] == '-' &&
             text.substr(module.end, bound.begin - module.end).find_first_of(" ,;()`*\n") ==
                 text.npos;
    });
  };
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!is_module(found[i]) && is_suffix(found[i])) folded[i] = true;
  std::vector<BoundVersion> kept;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (folded[i]) continue;
    if (is_module(found[i])) found[i].module = module_around(found[i]);
    kept.push_back(std::move(found[i]));
  }
  found = std::move(kept);
}

}  // namespace kbuild::claims
