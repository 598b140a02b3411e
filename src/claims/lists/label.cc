// The beginnings of list items: systems and a colon, "Versions:", a product and its version. See
// list.h.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "claims/lists/list.h"

namespace kbuild::claims {

namespace {

/// Words for the kind of versions in a field.
constexpr std::string_view kVersionKinds[] = {
    "available", "installed", "current", "latest", "newest", "other", "older", "default",
    "recommended", "supported", "stable", "all", "module",
    // Finnish
    "saatavilla", "olevat", "asennetut", "asennettu", "uusin", "muut", "tuetut", "oletus",
    // French
    "disponibles", "disponible", "par", "autres", "installées", "installée", "défaut"};
constexpr std::string_view kVersionWords[] = {"version", "versions", "version(s)", "versio",
                                              "versiot", "releases", "release"};

/// First letters of words in headings above software, and above requirements.
constexpr std::string_view kSoftware[] = {"software", "application", "package",  "framework",
                                          "librar",   "logiciel",    "biblioth", "ohjelmisto",
                                          "ohjelmat", "sovellu",     "kirjasto"};
constexpr std::string_view kNeeds[] = {"requir", "need",   "prerequisit", "depend", "compatib",
                                       "minim",  "vaati",  "requis",      "build",  "compil",
                                       "change", "differ", "new",         "example"};

}  // namespace

std::size_t after_label(std::string_view text, const std::vector<vocabulary::Mention>& mentions) {
  std::size_t at = 0;
  for (std::string_view word : {"On ", "In ", "For ", "Sur "})
    if (text.starts_with(word)) at = word.size();
  bool any = false;
  for (const vocabulary::Mention& mention : mentions) {
    std::string_view between =
        mention.begin >= at ? text.substr(at, mention.begin - at) : std::string_view();
    bool joined = between.empty() || between == ", " || between == " and " || between == " ja " ||
                  between == "/" || between == " / " || between == " & " || between == ", and " ||
                  between == " et ";
    if (mention.kind != vocabulary::NameKind::system || !joined) break;
    at = mention.end;
    any = true;
  }
  if (!any) return 0;
  // "Mahti (retired): 1.8".
  if (text.substr(at).starts_with(" ("))
    if (std::size_t close = text.find("):", at); close < at + kMaxLabelLength) at = close + 1;
  for (std::string_view mark : {":", " :", " - ", " – ", " — "})
    if (text.substr(at).starts_with(mark) && at + mark.size() < text.size())
      return at + mark.size();
  return 0;
}

bool is_version_label(std::string_view text) {
  bool version = false;
  for (std::string_view word : base::split_words(text)) {
    while (!word.empty() && (word.back() == ':' || word.back() == '*')) word.remove_suffix(1);
    while (!word.empty() && word.front() == '*') word.remove_prefix(1);
    std::string lower = base::to_lower(word);
    bool names = std::find(std::begin(kVersionWords), std::end(kVersionWords), lower) !=
                 std::end(kVersionWords);
    bool describes = std::find(std::begin(kVersionKinds), std::end(kVersionKinds), lower) !=
                     std::end(kVersionKinds);
    if (!names && !describes) return false;
    version = version || names;
  }
  return version;
}

bool is_release_with_noun(std::string_view head, std::size_t end) {
  std::string rest = base::to_lower(base::trim(head.substr(end)));
  for (std::string_view word : {"module", "modules", "version", "release", "-versio", "moduulit"})
    if (rest == word) return true;
  return false;
}

std::optional<std::uint32_t> subject_of(std::string_view text,
                                        const std::vector<vocabulary::Mention>& mentions) {
  auto other = [&](const vocabulary::Mention& mention) {
    return mention.kind == vocabulary::NameKind::product && mention.id != mentions.front().id;
  };
  std::vector<vocabulary::VersionMatch> versions = vocabulary::find_versions(text);
  if (versions.empty() || std::any_of(mentions.begin(), mentions.end(), other)) return {};
  std::size_t begin = mentions.front().end, end = versions.front().begin;
  bool plain =
      begin <= end && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                  text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) {
                                    return base::is_lower(c) || base::is_space(c) || c == '-' ||
                                           c == '*' || c == '`';
                                  });
  return plain ? std::optional(mentions.front().id) : std::nullopt;
}

vocabulary::VersionMatch field_value(const Passage& passage) {
  if (passage.mentions.empty() || passage.mentions[0].kind != vocabulary::NameKind::product ||
      passage.mentions[0].begin > 1)
    return {};
  std::string_view text = passage.text();
  std::size_t at = passage.mentions[0].end;
  auto skip_marks = [&] { at = std::min(text.find_first_not_of("`* ", at), text.size()); };
  skip_marks();
  if (!text.substr(at).starts_with(':')) return {};
  ++at;
  skip_marks();
  vocabulary::VersionMatch value = vocabulary::match_version(text, at);
  if (!value.dotted) return {};
  at = value.end;
  skip_marks();
  return at == text.size() || text[at] == '(' ? value : vocabulary::VersionMatch();
}

bool is_pair(std::string_view text, const vocabulary::Mention& product) {
  std::size_t at = text.find_first_not_of("`* ", product.end);
  if (at == text.npos) return false;
  vocabulary::VersionMatch version = vocabulary::match_version(text, at);
  std::string_view rest = base::trim(text.substr(version.end));
  return version.dotted && (rest.empty() || rest.front() == '(');
}

bool is_located_pair(std::string_view text, const std::vector<vocabulary::Mention>& mentions) {
  constexpr std::string_view kPlain[] = {
      "version", "versions", "on", "and", "only",    "v",      "versio",    "ja",         "vain",
      "et",      "sur",      "de", "la",  "default", "latest", "seulement", "uniquement", "the"};
  bool versioned = false;
  std::set<std::uint32_t> products, systems;
  std::vector<std::pair<std::size_t, std::size_t>> known;
  for (const vocabulary::Mention& mention : mentions) {
    (mention.kind == vocabulary::NameKind::product ? products : systems).insert(mention.id);
    known.emplace_back(mention.begin, mention.end);
  }
  for (const vocabulary::VersionMatch& match : vocabulary::find_versions(text)) {
    versioned = versioned || match.dotted;
    known.emplace_back(match.begin, match.end);
  }
  if (!versioned || products.size() != 1 || systems.empty()) return false;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(text))
    known.emplace_back(cue.begin, cue.end);
  for (std::string_view word : base::split_words(text)) {
    auto at = static_cast<std::size_t>(word.data() - text.data());
    bool covered = std::any_of(known.begin(), known.end(), [&](const auto& each) {
      return each.first < at + word.size() && at < each.second;
    });
    std::string plain = base::to_lower(word);
    std::erase_if(plain, [](unsigned char c) { return c >= 0x80 || !base::is_alnum(c); });
    if (!covered && !plain.empty() &&
        std::find(std::begin(kPlain), std::end(kPlain), plain) == std::end(kPlain))
      return false;
  }
  return true;
}

bool is_below_software(const Extraction& extraction, const Passage& passage) {
  Extraction::Where where = extraction.where(passage);
  if (!where.sure || where.systems.empty()) return false;
  auto says = [&](std::size_t index, const auto& words) {
    std::string lower = base::to_lower(extraction.passages[index].text());
    for (std::string_view word : base::split_words(lower))
      for (std::string_view each : words)
        if (word.starts_with(each)) return true;
    return false;
  };
  if (passage.introduction != kNoPassage && says(passage.introduction, kNeeds)) return false;
  bool software = false;
  for (std::size_t at = passage.heading; at != kNoPassage; at = extraction.passages[at].heading) {
    if (says(at, kNeeds)) return false;
    // Below a heading that is only a system's name, items are its software.
    software = software || says(at, kSoftware) ||
               extraction.vocabulary.whole(base::trim(extraction.passages[at].text()),
                                           vocabulary::NameKind::system);
  }
  return software;
}

}  // namespace kbuild::claims
