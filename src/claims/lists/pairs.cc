// Items of alternating versions and systems: "2.1.2 on Puhti, 2.3 on Mahti", "Puhti: 2.1, Mahti:
// 2.3". See list.h.
#include <algorithm>

#include "base/text.h"
#include "claims/lists/list.h"

namespace kbuild::claims {

namespace {

/// Words allowed between versions and systems.
constexpr std::string_view kPlain[] = {
    "version", "versions", "on",     "in",        "at",         "and",  "only", "v",   "module",
    "versio",  "ja",       "vain",   "et",        "sur",        "de",   "la",   "the", "latest",
    "cluster", "clusters", "system", "seulement", "uniquement", "also", "too",  "both"};

/// Versions with their systems, and the start of the next group.
struct Group {
  std::vector<vocabulary::VersionMatch> versions;
  std::vector<std::uint32_t> systems;
  std::size_t end = 0;
};

/// A version or a system with its position.
struct Part {
  std::size_t begin;
  std::size_t end;
  const vocabulary::VersionMatch* version;
  const vocabulary::Mention* system;
};

/// Whether every word of the text is in a part, in a cue or in kPlain.
bool says_nothing_else(std::string_view text, std::size_t begin, const std::vector<Part>& parts) {
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(text);
  for (std::string_view word : base::split_words(text.substr(begin))) {
    auto at = static_cast<std::size_t>(word.data() - text.data());
    auto covers = [&](const auto& each) { return each.begin < at + word.size() && at < each.end; };
    if (std::any_of(parts.begin(), parts.end(), covers) ||
        std::any_of(cues.begin(), cues.end(), covers))
      continue;
    std::string plain = base::to_lower(word);
    std::erase_if(plain, [](unsigned char c) { return c >= 0x80 || !base::is_alnum(c); });
    if (!plain.empty() &&
        std::find(std::begin(kPlain), std::end(kPlain), plain) == std::end(kPlain))
      return false;
  }
  return true;
}

/// The groups from `begin` on; none if a version lacks a system or a system a version.
std::vector<Group> groups_of(std::string_view text, const std::vector<Part>& parts) {
  std::vector<Group> groups;
  if (parts.empty()) return groups;
  bool versions_first = parts.front().version != nullptr;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    bool leads = (parts[i].version != nullptr) == versions_first;
    bool turns = i > 0 && (parts[i - 1].version != nullptr) != versions_first;
    if (i == 0 || (leads && turns)) {
      if (!groups.empty()) groups.back().end = parts[i].begin;
      groups.emplace_back();
    }
    if (parts[i].version)
      groups.back().versions.push_back(*parts[i].version);
    else
      groups.back().systems.push_back(parts[i].system->id);
  }
  groups.back().end = text.size();
  bool whole = std::all_of(groups.begin(), groups.end(), [](const Group& group) {
    return !group.versions.empty() && !group.systems.empty();
  });
  return whole ? groups : std::vector<Group>();
}

}  // namespace

bool claim_located_groups(Extraction& extraction, const Passage& passage,
                          const std::vector<vocabulary::Mention>& mentions, std::size_t fewest) {
  std::string_view text = passage.text();
  if (!passage.numbered || mentions.empty()) return false;
  std::optional<std::uint32_t> product = product_of_list(extraction, passage);
  std::size_t begin = 0;
  std::vector<vocabulary::VersionMatch> versions = vocabulary::find_versions(text);
  std::vector<Part> parts;
  for (const vocabulary::Mention& mention : mentions) {
    if (mention.kind == vocabulary::NameKind::system) {
      parts.push_back({mention.begin, mention.end, nullptr, &mention});
    } else if (&mention == &mentions.front() && mention.begin < 2) {
      product = mention.id;
      begin = mention.end;
    } else {
      return false;
    }
  }
  for (const vocabulary::VersionMatch& version : versions) {
    if (version.begin < begin) continue;
    if (!version.dotted) return false;
    parts.push_back({version.begin, version.end, &version, nullptr});
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.begin < b.begin; });
  std::vector<Group> groups = groups_of(text, parts);
  if (!product || groups.size() < fewest || !says_nothing_else(text, begin, parts)) return false;
  for (const Group& group : groups)
    for (const vocabulary::VersionMatch& version : group.versions) {
      bool last = &version == &group.versions.back();
      std::size_t end = last ? std::max(group.end, version.end) : (&version + 1)->begin;
      ClaimStatus status =
          is_default_at(text, version.end, end)
              ? ClaimStatus::default_version
              : adjacent_status(extraction, passage, text.substr(version.end, end - version.end));
      extraction.add({*product, version.version, status, ClaimKind::list, "list-pairs"},
                     group.systems, passage, passage.located.place(version.begin));
    }
  return true;
}

}  // namespace kbuild::claims
