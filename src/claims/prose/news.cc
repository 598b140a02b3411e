// Claims from dated lines: "8.7.2025 PyTorch 2.7.1 installed to Puhti and Mahti, and made the
// default version". Each describes its day; what later lines or tables supersede is decided by
// matrix.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "claims/extraction/extraction.h"
#include "claims/extraction/reading.h"
#include "vocabulary/dates.h"

namespace kbuild::claims {

namespace {

/// The status in the cues of a news sentence; nullopt if it has none or is an announcement.
std::optional<ClaimStatus> status_of(const std::vector<vocabulary::CueMatch>& cues) {
  std::optional<ClaimStatus> status;
  auto raise = [&](ClaimStatus to) {
    if (!status || *status == ClaimStatus::available) status = to;
  };
  for (const vocabulary::CueMatch& cue : cues) {
    switch (cue.cue) {
      case vocabulary::Cue::future:
      case vocabulary::Cue::required: return std::nullopt;
      case vocabulary::Cue::available:
        if (!status) status = ClaimStatus::available;
        break;
      case vocabulary::Cue::default_version: raise(ClaimStatus::default_version); break;
      case vocabulary::Cue::removed: raise(ClaimStatus::removed); break;
      case vocabulary::Cue::deprecated: raise(ClaimStatus::deprecated); break;
      case vocabulary::Cue::unavailable: raise(ClaimStatus::unavailable); break;
      case vocabulary::Cue::limited: raise(ClaimStatus::limited); break;
      default: break;
    }
  }
  return status;
}

/// "2022-10-03: suppression de PyTorch 1.4.0": status by the noun at the beginning.
std::optional<ClaimStatus> status_of_noun(std::string_view text) {
  struct Row {
    std::string_view phrase;
    ClaimStatus status;
  };
  constexpr Row kRows[] = {{"installation of ", ClaimStatus::available},
                           {"update to ", ClaimStatus::available},
                           {"upgrade to ", ClaimStatus::available},
                           {"new version ", ClaimStatus::available},
                           {"removal of ", ClaimStatus::removed},
                           {"installation d", ClaimStatus::available},
                           {"ajout d", ClaimStatus::available},
                           {"mise à disposition d", ClaimStatus::available},
                           {"mise à jour ", ClaimStatus::available},
                           {"nouvelle version ", ClaimStatus::available},
                           {"suppression d", ClaimStatus::removed},
                           {"retrait d", ClaimStatus::removed},
                           {"désinstallation d", ClaimStatus::removed}};
  while (!text.empty() && (base::is_punctuation(text[0]) || base::is_space(text[0])))
    text.remove_prefix(1);
  for (const Row& row : kRows)
    if (base::starts_with_ignoring_case(text, row.phrase)) return row.status;
  return std::nullopt;
}

/// `carried` has the systems of the previous sentence of the entry; receives those of this one.
void claim_sentence(Extraction& extraction, const Passage& passage, Sentence sentence,
                    const std::string& date, std::vector<std::uint32_t>& carried) {
  std::vector<std::uint32_t> systems = systems_in(passage.mentions, sentence.begin, sentence.end);
  const std::vector<std::uint32_t> before =
      std::exchange(carried, systems.empty() ? carried : systems);
  const std::string& text = passage.text();
  // "1.8 removed from Mahti; TensorFlow 2.7 removed from LUMI": two entries.
  auto whole = [&](std::size_t begin, std::size_t end) {
    bool system = false, product = false;
    for (const vocabulary::Mention& mention : passage.mentions)
      if (mention.begin >= begin && mention.end <= end)
        (mention.kind == vocabulary::NameKind::system ? system : product) = true;
    return system && product;
  };
  std::size_t separator = text.find("; ", sentence.begin);
  if (separator < sentence.end && whole(sentence.begin, separator) &&
      whole(separator, sentence.end)) {
    claim_sentence(extraction, passage, {sentence.begin, separator}, date, carried);
    return claim_sentence(extraction, passage, {separator + 2, sentence.end}, date, carried);
  }
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(
      std::string_view(text).substr(sentence.begin, sentence.end - sentence.begin));
  std::optional<ClaimStatus> status = status_of(cues);
  if (!status)
    status = status_of_noun(
        std::string_view(text).substr(sentence.begin, sentence.end - sentence.begin));
  if (!status) return;
  std::vector<BoundVersion> bound = bind_versions(
      text, passage.mentions, sentence.begin, sentence.end, std::nullopt, extraction.vocabulary);
  if (bound.empty()) return;
  for (const vocabulary::CueMatch& cue : cues)
    if (cue.cue == vocabulary::Cue::everywhere)
      systems = extraction.everywhere(bound.front().product, bound.front().version);
  if (systems.empty()) {
    Extraction::Where where = extraction.where(passage);
    if (!where.sure && before.empty()) return;
    systems = where.sure && !where.systems.empty() ? where.systems : before;
  }
  // The sentence is about the first product: "PyTorch 2.5.1 with ROCm 6.2 added to LUMI".
  std::uint32_t product = bound.front().product;
  const BoundVersion* chosen = chosen_default(
      std::string_view(text).substr(sentence.begin, sentence.end - sentence.begin), cues, bound);
  bool any = false;
  for (const BoundVersion& version : bound) {
    if (version.product != product || version.version.empty() || !version.range.empty()) continue;
    any = true;
    Draft draft{product,
                version.version,
                status_by_choice(*status, chosen, version),
                ClaimKind::news,
                "news-line",
                version.module,
                date};
    extraction.add(draft, systems, passage, passage.located.place(version.begin));
  }
  bool arrived =
      *status == ClaimStatus::available && extraction.product == product && bound.size() == 1;
  if (!any && arrived && bound.front().version.empty())
    extraction.add({product, {}, *status, ClaimKind::news, "news-line", {}, date}, systems, passage,
                   passage.located.place(bound.front().begin));
}

/// Each line of a paragraph may have a date.
struct Entry {
  std::string date;
  Sentence range;
};

std::vector<Entry> entries_of(const Passage& passage) {
  std::vector<Entry> entries;
  const std::string& text = passage.text();
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::size_t at = begin, length = 0;
    while (at < end && std::string_view(" *([_").find(text[at]) != std::string_view::npos) ++at;
    std::string date = vocabulary::parse_date(std::string_view(text).substr(at, end - at), length);
    if (!date.empty())
      entries.push_back({date, {at + length, end}});
    else if (!entries.empty())
      entries.back().range.end = end;
    begin = end + 1;
  }
  return entries;
}

/// "PyTorch 2.4.0, 21.8.2024": a heading may have the date anywhere.
std::string date_within(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool begins =
        base::is_alnum(text[at]) && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(');
    std::size_t length = 0;
    if (!begins) continue;
    if (std::string date = vocabulary::parse_date(text.substr(at), length); !date.empty())
      return date;
  }
  return {};
}

}  // namespace

void find_date(Passage& passage) {
  if (passage.kind != PassageKind::prose && passage.kind != PassageKind::heading) return;
  if (!passage.numbered) return;
  std::string_view text = passage.text();
  std::size_t at = 0;
  while (at < text.size() && std::string_view(" *([_").find(text[at]) != std::string_view::npos)
    ++at;
  passage.date = vocabulary::parse_date(text.substr(at), passage.date_length);
  passage.date_length += at;
  if (passage.date.empty() && passage.kind == PassageKind::heading)
    passage.date = date_within(text);
}

bool is_below_news(const Extraction& extraction, const Passage& passage) {
  return passage.heading != kNoPassage && extraction.passages[passage.heading].is_news();
}

void extract_news(Extraction& extraction) {
  for (std::size_t i = 0; i < extraction.passages.size(); ++i) {
    const Passage& passage = extraction.passages[i];
    if (!passage.is_news()) {
      // A heading that is only a date ("## 2025-07-08") dates its section.
      if (passage.kind != PassageKind::prose || !is_below_news(extraction, passage)) continue;
      std::vector<std::uint32_t> carried;
      for (Sentence sentence : passage.sentences)
        claim_sentence(extraction, passage, sentence, extraction.passages[passage.heading].date,
                       carried);
      continue;
    }
    std::vector<Entry> entries = entries_of(passage);
    if (entries.empty()) entries.push_back({passage.date, {0, passage.text().size()}});
    for (const Entry& entry : entries) {
      std::string_view body = std::string_view(passage.text()).substr(0, entry.range.end);
      std::vector<std::uint32_t> carried;
      for (Sentence sentence : sentences_of(body))
        if (sentence.end > entry.range.begin)
          claim_sentence(extraction, passage,
                         {std::max(sentence.begin, entry.range.begin), sentence.end}, entry.date,
                         carried);
    }
  }
}

}  // namespace kbuild::claims
