// Reads the status in remarks, status columns and legends; see status.h.
#include "claims/tables/status.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::claims {

namespace {

bool is_quoted(std::string_view text, std::size_t at, std::size_t size) {
  if (at == 0 || at + size >= text.size()) return false;
  std::string_view before = text.substr(0, at), after = text.substr(at + size);
  for (std::string_view quote : {"\"", "'", "`", "“", "”", "« "})
    if (before.ends_with(quote)) return true;
  if (before.ends_with('(') && after.starts_with(')')) return true;
  return after.starts_with("\"") || base::trim_right(before).ends_with("with") ||
         base::trim_right(before).ends_with("by");
}

/// Whether a remark consists of a cue, perhaps with a date: "poistettu 1.3.2023", "removed in
/// 2021".
bool is_whole_note(std::string_view text, const vocabulary::CueMatch& cue) {
  constexpr std::size_t kMaxDateLength = 14;
  text = base::trim_right(text);
  if (cue.begin != text.find_first_not_of(" *_`") || text.size() - cue.end > kMaxDateLength)
    return false;
  std::string_view rest = base::trim(text.substr(cue.end));
  return rest.empty() || std::any_of(rest.begin(), rest.end(), base::is_digit);
}

}  // namespace

bool is_about_default(std::string_view header) {
  return header.find("default") != header.npos || header.find("oletus") != header.npos ||
         header.find("faut") != header.npos;
}

bool says_default(std::string_view text) {
  if (base::to_lower(text).find("(d)") != std::string::npos) return true;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(text))
    if (cue.cue == vocabulary::Cue::default_version) return true;
  // "(cu121), default".
  for (std::string_view part : base::split(text, ','))
    if (read_mark(base::trim(part), false).meaning == Mark::Meaning::default_version) return true;
  return false;
}

std::optional<ClaimStatus> status_of_cell(std::string_view text, Role role, std::string_view header,
                                          bool crosses_deny) {
  if (base::trim(text).empty()) return std::nullopt;
  Mark mark = read_mark(text, crosses_deny);
  if (mark.meaning == Mark::Meaning::default_version) return ClaimStatus::default_version;
  if (role == Role::status && mark.meaning == Mark::Meaning::positive) {
    // "Default: X" or "Available: yes".
    return is_about_default(header) ? ClaimStatus::default_version : ClaimStatus::available;
  }
  // "Removed: 2021-09".
  if (role == Role::status && mark.meaning != Mark::Meaning::negative)
    for (const vocabulary::CueMatch& cue : vocabulary::find_cues(header)) {
      bool dated = mark.meaning == Mark::Meaning::positive ||
                   std::any_of(text.begin(), text.end(), base::is_digit);
      if (cue.begin == 0 && dated && cue.cue == vocabulary::Cue::removed)
        return ClaimStatus::removed;
      if (cue.begin == 0 && dated && cue.cue == vocabulary::Cue::deprecated)
        return ClaimStatus::deprecated;
    }
  if (role == Role::status && mark.meaning == Mark::Meaning::negative) {
    if (header.find("availab") != header.npos || header.find("saatav") != header.npos)
      return ClaimStatus::unavailable;
    return std::nullopt;
  }
  // "newest, default".
  for (std::string_view part : base::split(text, ','))
    if (read_mark(base::trim(part), false).meaning == Mark::Meaning::default_version)
      return ClaimStatus::default_version;
  std::string lower = base::to_lower(base::trim(text));
  if (role == Role::status &&
      (lower == "no longer" || lower == "ei enää" || lower == "not any more"))
    return ClaimStatus::removed;
  if (role == Role::status && (lower == "testing" || lower == "test" || lower == "testi"))
    return ClaimStatus::limited;
  if (lower.starts_with("default") || lower.starts_with("oletus") || lower.starts_with("par d"))
    return ClaimStatus::default_version;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(text)) {
    switch (cue.cue) {
      case vocabulary::Cue::default_version: return ClaimStatus::default_version;
      case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
      case vocabulary::Cue::removed:
        return role == Role::status || is_whole_note(text, cue)
                   ? std::optional(ClaimStatus::removed)
                   : std::nullopt;
      // "CPU version" next to a module only describes it.
      case vocabulary::Cue::limited:
        if (base::starts_with_ignoring_case(text.substr(cue.begin), "cpu") &&
            !(role == Role::status && lower.starts_with("cpu") && lower.ends_with("only")))
          break;
        return ClaimStatus::limited;
      case vocabulary::Cue::unavailable:
        return role == Role::status ? std::optional(ClaimStatus::unavailable) : std::nullopt;
      default: break;
    }
  }
  return std::nullopt;
}

ClaimStatus status_after(std::string_view text, std::string_view version) {
  std::size_t at = text.find(version);
  if (at == text.npos) return ClaimStatus::available;
  std::string_view rest = text.substr(at + version.size());
  for (const vocabulary::CueMatch& cue :
       vocabulary::find_cues(rest.substr(0, rest.find_first_of(",;\n")))) {
    switch (cue.cue) {
      case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
      case vocabulary::Cue::limited: return ClaimStatus::limited;
      case vocabulary::Cue::removed: return ClaimStatus::removed;
      case vocabulary::Cue::unavailable: return ClaimStatus::unavailable;
      default: break;
    }
  }
  return ClaimStatus::available;
}

std::optional<ClaimStatus> legend_of(const Extraction& extraction, std::string_view sign) {
  constexpr std::size_t kMaxSignLength = 8;
  sign = base::trim(sign);
  if (sign.empty() || sign.size() > kMaxSignLength ||
      std::any_of(sign.begin(), sign.end(), [](char c) { return base::is_alnum(c); }))
    return std::nullopt;
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::prose) continue;
    std::string_view text = passage.text();
    for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign, at + 1)) {
      std::string_view rest = base::trim_left(text.substr(at + sign.size()));
      bool explains = rest.starts_with('=') || rest.starts_with(':') ||
                      rest.starts_with("means ") || rest.starts_with("tarkoittaa ") ||
                      rest.starts_with("signifie ");
      if (!explains) continue;
      std::vector<vocabulary::CueMatch> cues =
          vocabulary::find_cues(rest.substr(0, rest.find_first_of(".;\n")));
      if (cues.empty()) continue;
      switch (cues.front().cue) {
        case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
        case vocabulary::Cue::limited: return ClaimStatus::limited;
        case vocabulary::Cue::removed: return ClaimStatus::removed;
        case vocabulary::Cue::unavailable: return ClaimStatus::unavailable;
        case vocabulary::Cue::default_version: return ClaimStatus::default_version;
        case vocabulary::Cue::available: return ClaimStatus::available;
        default: break;
      }
    }
  }
  return std::nullopt;
}

ClaimStatus meaning_of_sign(const Extraction& extraction, std::string_view sign) {
  bool parenthesised = sign.find('(') != sign.npos;
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::prose) continue;
    const std::string& text = passage.text();
    for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign, at + 1)) {
      if (!is_quoted(text, at, sign.size()) && !(parenthesised && at == 0) &&
          base::trim_left(text).find(sign) != 0)
        continue;
      for (const vocabulary::CueMatch& cue :
           vocabulary::find_cues(std::string_view(text).substr(at))) {
        switch (cue.cue) {
          case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
          case vocabulary::Cue::limited: return ClaimStatus::limited;
          case vocabulary::Cue::removed: return ClaimStatus::removed;
          case vocabulary::Cue::unavailable: return ClaimStatus::unavailable;
          case vocabulary::Cue::default_version: return ClaimStatus::default_version;
          default: break;
        }
      }
    }
  }
  return parenthesised ? ClaimStatus::deprecated : ClaimStatus::available;
}

}  // namespace kbuild::claims
