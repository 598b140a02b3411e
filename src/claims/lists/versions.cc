// The versions of one item or field of a list, with adjacent remarks and modules. See list.h.
#include <algorithm>

#include "base/text.h"
#include "claims/lists/list.h"
#include "claims/prose/sentence.h"

namespace kbuild::claims {

namespace {

/// Maximum length of a sentence that introduces a list by its colon, in bytes.
constexpr std::size_t kMaxIntroductionLength = 120;

/// Whether a text has only numbers and separators: then "20, 22, 24" are versions.
bool is_number_list(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_digit(c) || c == ',' || c == ' ' || c == '.' || c == '`';
  });
}

/// "3.14.3 (Python 3.14.3, PDAL 2.10.0)": the parenthesis describes the version before it.
bool in_parentheses(std::string_view before) {
  std::size_t open = before.rfind('('), close = before.rfind(')');
  return open != before.npos && (close == before.npos || close < open) &&
         !base::trim(before.substr(0, open)).empty();
}

bool begins_with_state(std::string_view text) {
  std::string lower = base::to_lower(base::trim_left(text));
  // "2.1, which is no longer available".
  for (std::string_view relative : {"which is ", "which are ", "which was ", "qui est ",
                                    "qui n'est ", "joka on ", "joka ", "now "})
    if (lower.starts_with(relative)) {
      lower.erase(0, relative.size());
      break;
    }
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(lower))
    if (cue.begin == 0 && cue.cue != vocabulary::Cue::available) return true;
  for (std::string_view word : {"default", "oletus", "par d"})
    if (lower.starts_with(word)) return true;
  return false;
}

/// "2.2.0 (module load pytorch/2.2.0)".
std::string adjacent_module(const vocabulary::Vocabulary& vocabulary, std::string_view text,
                            std::uint32_t product) {
  for (std::string_view word : base::split_words(text)) {
    while (!word.empty() && (word.front() == '(' || word.front() == '`')) word.remove_prefix(1);
    if (word.find('/') == word.npos) continue;
    auto module = parse_module(word, vocabulary);
    if (module && module->product == product && !module->release.empty()) return module->text;
  }
  return {};
}

bool follows_other_name(std::string_view text, const std::vector<vocabulary::Mention>& mentions,
                        std::size_t at, std::optional<std::uint32_t> own) {
  for (const vocabulary::Mention& mention : mentions)
    if (mention.kind == vocabulary::NameKind::product && mention.id != own && mention.end <= at &&
        at - mention.end <= 10 && text.substr(mention.end, at - mention.end).find(',') == text.npos)
      return true;
  return false;
}

/// "PyTorch 2.1 and torchvision 0.16": joined products are listed as well.
bool is_joined(std::string_view between) {
  between = base::trim(between);
  while (!between.empty() && (between.front() == '`' || between.front() == '*'))
    between.remove_prefix(1);
  while (!between.empty() && (between.back() == '`' || between.back() == '*'))
    between.remove_suffix(1);
  between = base::trim(between);
  return between == "and" || between == "et" || between == "ja" || between == "&";
}

/// Separators, a remark in parentheses, or a build suffix may be between two versions of a list.
bool is_listed(std::string_view text, std::size_t from, std::size_t to) {
  std::string_view between = text.substr(from, to - from);
  return between.find(',') != between.npos || between.find(" and ") != between.npos ||
         between.find(" ja ") != between.npos || between.find(" et ") != between.npos ||
         between.find('/') != between.npos || between.find('\n') != between.npos;
}

/// "Puhti (retired): ": a label's status applies to all of the item.
ClaimStatus status_of_label(std::string_view label) {
  std::size_t open = label.find('('), close = label.rfind(')');
  if (open == label.npos || close == label.npos || close < open) return ClaimStatus::available;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(label.substr(open, close - open))) {
    if (cue.cue == vocabulary::Cue::removed) return ClaimStatus::removed;
    if (cue.cue == vocabulary::Cue::deprecated) return ClaimStatus::deprecated;
  }
  return ClaimStatus::available;
}

/// Whether a sentence in lower case introduces the contents of a module, environment or container.
bool introduces_contents(std::string_view lower) {
  auto has = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return lower.find(word) != lower.npos; });
  };
  return has({"module", "environment", "container", "image", "stack", "bundle", "moduul",
              "ympäristö", "kontti", "environnement", "conteneur"}) &&
         has({" contain", " includ", " holds", " provides", " comes with", " ships with",
              " bundles", " has ", "sisält", " contien", " comprend", " inclut", " inclue",
              " fournit"});
}

}  // namespace

bool is_default_at(std::string_view text, std::size_t begin, std::size_t end) {
  std::string rest = base::to_lower(base::trim(text.substr(begin, end - begin)));
  if (rest.find("(d)") != std::string::npos || rest.starts_with("(default") ||
      rest.starts_with("(oletus") || rest.starts_with("default") || rest.ends_with(", default") ||
      rest.ends_with(", oletus"))
    return true;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(rest))
    if (cue.cue == vocabulary::Cue::default_version) return true;
  return false;
}

/// The status in a remark after a version, else in the introduction.
ClaimStatus adjacent_status(const Extraction& extraction, const Passage& passage,
                            std::string_view text) {
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(text)) {
    switch (cue.cue) {
      case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
      case vocabulary::Cue::removed: return ClaimStatus::removed;
      case vocabulary::Cue::unavailable: return ClaimStatus::unavailable;
      case vocabulary::Cue::limited: return ClaimStatus::limited;
      default: break;
    }
  }
  bool below_term = passage.list_depth > 0 && passage.introduction != kNoPassage &&
                    extraction.passages[passage.introduction].item_begin;
  return passage.item_begin || below_term ? extraction.introduction_status(passage)
                                          : ClaimStatus::available;
}

bool lists_versions(const Extraction& extraction, std::size_t index) {
  if (index == kNoPassage) return false;
  const std::string& text = extraction.passages[index].text();
  // Versions below a system's name, perhaps with a remark: "Sampo (out of service)".
  std::string_view name = std::string_view(text).substr(0, text.find(" ("));
  if (extraction.vocabulary.whole(name, vocabulary::NameKind::system)) return true;
  std::string lower = base::to_lower(text);
  bool versions = lower.find("version") != lower.npos || lower.find("versio") != lower.npos ||
                  lower.find("module") != lower.npos || lower.find("moduul") != lower.npos ||
                  lower.find("release") != lower.npos;
  // "Versions of PyTorch:" introduces versions, "The environment contains:" contents.
  bool introduces = base::trim_right(text).ends_with(':') && text.size() <= kMaxIntroductionLength;
  bool available = introduces && introduces_contents(lower);
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(text)) {
    if (cue.cue == vocabulary::Cue::available || cue.cue == vocabulary::Cue::default_version ||
        (versions &&
         (cue.cue == vocabulary::Cue::removed || cue.cue == vocabulary::Cue::deprecated)))
      available = true;
    if (cue.cue == vocabulary::Cue::future || cue.cue == vocabulary::Cue::required) return false;
  }
  bool heading = extraction.passages[index].kind == PassageKind::heading;
  return available || ((heading || introduces) && versions);
}

std::optional<std::uint32_t> product_of_list(const Extraction& extraction, const Passage& passage) {
  std::optional<std::uint32_t> over = extraction.product_above(passage);
  if (!passage.item_begin || !lists_versions(extraction, passage.introduction)) return over;
  std::optional<std::uint32_t> named;
  for (const vocabulary::Mention& mention : extraction.passages[passage.introduction].mentions) {
    if (mention.kind != vocabulary::NameKind::product || named == mention.id) continue;
    if (named || mention.id == over) return over;
    named = mention.id;
  }
  return named ? named : over;
}

bool claim_listed(Extraction& extraction, const Passage& passage,
                  const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                  const std::vector<std::uint32_t>& systems, std::string_view rule,
                  std::optional<std::uint32_t> subject) {
  std::string_view text = std::string_view(passage.text()).substr(0, back_reference_begin(passage));
  std::optional<std::uint32_t> own = subject ? subject : product_of_list(extraction, passage);
  std::vector<BoundVersion> bound =
      bind_versions(text, mentions, begin, text.size(), std::nullopt, extraction.vocabulary);
  std::vector<vocabulary::VersionMatch> matches = vocabulary::find_versions(text);
  // "PyTorch (2.1, 2.3)": parentheses contain remarks, except right after the name.
  auto is_remark = [&](const vocabulary::VersionMatch& match) {
    std::string_view before = text.substr(begin, match.begin - begin);
    if (!in_parentheses(before)) return false;
    if (bound.empty()) return true;
    before = base::trim_right(text.substr(0, begin + before.rfind('(')));
    return std::none_of(mentions.begin(), mentions.end(), [&](const vocabulary::Mention& mention) {
      return mention.kind == vocabulary::NameKind::product &&
             mention.begin == bound.front().begin && mention.end == before.size();
    });
  };
  std::erase_if(matches, [&](const vocabulary::VersionMatch& match) {
    return match.begin < begin || is_remark(match) ||
           (!match.dotted && !is_number_list(base::trim(text.substr(begin))));
  });
  // "2.8.0: `tool/2.8`": the module's number isn't another version.
  auto in_module = [&](const vocabulary::VersionMatch& match) {
    return match.begin > 0 && text[match.begin - 1] == '/';
  };
  if (!matches.empty() && !in_module(matches.front())) std::erase_if(matches, in_module);
  bool any = false, others = false;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const vocabulary::VersionMatch& match = matches[i];
    auto owner = std::find_if(bound.begin(), bound.end(), [&](const BoundVersion& b) {
      return !b.version.empty() && b.begin <= match.begin && match.end <= b.end;
    });
    std::optional<std::uint32_t> product =
        owner != bound.end() ? std::optional(owner->product) : own;
    // If an item names several products, it is about the first: "PyTorch 2.1 with CUDA 12.1".
    if (owner != bound.end() && owner->product != bound.front().product &&
        !(any && is_joined(text.substr(matches[i - 1].end, owner->begin - matches[i - 1].end))))
      continue;
    // After a version of other software, the product of the next version is unclear.
    if (owner != bound.end()) others = owner->product != own;
    if (owner == bound.end() && others) continue;
    // "2.9.0+": this version and later ones.
    if (owner != bound.end() && !owner->range.empty() && text[match.end - 1] != '+') continue;
    if (!product || (owner == bound.end() && follows_other_name(text, mentions, match.begin, own)))
      continue;
    if (owner == bound.end() && any && !is_listed(text, matches[i - 1].end, match.begin)) break;
    std::size_t next = i + 1 < matches.size() ? matches[i + 1].begin : text.size();
    std::size_t end = std::min(text.find_first_of(",;\n", match.end), next);
    // "2.4.1 (module load tool/2.4.1), default": the remark belongs to the version.
    if (end < next && begins_with_state(text.substr(end + 1))) end = next;
    ClaimStatus status =
        is_default_at(text, match.end, end)
            ? ClaimStatus::default_version
            : adjacent_status(extraction, passage, text.substr(match.end, end - match.end));
    if (status == ClaimStatus::available) status = status_of_label(text.substr(0, begin));
    Draft draft{*product, match.version, status, ClaimKind::list, rule};
    draft.module =
        adjacent_module(extraction.vocabulary, text.substr(match.end, next - match.end), *product);
    extraction.add(draft, systems, passage, passage.located.place(match.begin));
    any = true;
  }
  return any;
}

}  // namespace kbuild::claims
