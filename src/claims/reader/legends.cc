// Finds what the legend of a table says of a mark: 'versions marked "(X)" are deprecated',
// "* limited support".
#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "claims/reader/reconcile.h"
#include "claims/reader/state.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

namespace {

/// Different signs of one page that are explained.
constexpr std::size_t kMaxSigns = 8;
/// Legends are short: nothing is sought behind so many bytes of a paragraph.
constexpr std::size_t kMaxLegendLength = 1000;

/// The first state of a text that says more than that something is there.
std::optional<ClaimStatus> telling_state(std::string_view text, const vocabulary::Words& words) {
  for (const auto& match :
       words.find(text, {vocabulary::WordClass::deprecated, vocabulary::WordClass::limited,
                         vocabulary::WordClass::removed, vocabulary::WordClass::unavailable,
                         vocabulary::WordClass::default_version}))
    return status_of(match.word_class);
  return std::nullopt;
}

/// Whether the sign stands for itself at `at`: quoted, in parentheses, or before its meaning.
bool is_explained(std::string_view text, std::size_t at, std::string_view sign) {
  if (sign.front() == '(') return true;
  std::string_view before = text.substr(0, at), after = text.substr(at + sign.size());
  for (std::string_view quote : {"\"", "'", "`", "“"})
    if (before.ends_with(quote)) return true;
  std::string_view rest = base::trim_left(after);
  bool means = rest.starts_with('=') || rest.starts_with(':') || rest.starts_with("- ");
  return means || base::trim(before).empty();
}

std::optional<ClaimStatus> legend_in(std::string_view text, std::string_view sign,
                                     const vocabulary::Words& words) {
  text = text.substr(0, kMaxLegendLength);
  for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign, at + 1)) {
    if (!is_explained(text, at, sign)) continue;
    // The sentence of the sign, else what follows in the paragraph.
    for (const Range& sentence : sentences_of(text))
      if (sentence.begin <= at && at < sentence.end)
        if (auto status = telling_state(sentence.of(text), words)) return status;
    return telling_state(text.substr(at), words);
  }
  return std::nullopt;
}

}  // namespace

void apply_legends(Assertions& assertions, const Outline& outline, const vocabulary::Words& words) {
  std::map<std::string, std::optional<ClaimStatus>> legends;
  for (const Assertion& each : assertions)
    if (!each.sign.empty() && legends.size() < kMaxSigns)
      legends.emplace(base::to_lower(base::trim(each.sign)), std::nullopt);
  if (legends.empty()) return;
  for (const Passage& passage : outline.passages) {
    if (passage.kind == PassageKind::table || passage.kind == PassageKind::code) continue;
    std::string text = base::to_lower(std::string_view(passage.text()).substr(0, kMaxLegendLength));
    for (auto& [sign, status] : legends)
      if (!status) status = legend_in(text, sign, words);
  }
  for (Assertion& each : assertions) {
    auto legend =
        each.sign.empty() ? legends.end() : legends.find(base::to_lower(base::trim(each.sign)));
    if (legend == legends.end()) continue;
    // A mark in parentheses that nothing explains is a yes with a doubt.
    bool doubtful = each.sign.front() == '(' && each.status == ClaimStatus::available;
    if (legend->second && each.status != ClaimStatus::default_version)
      each.status = *legend->second;
    else if (doubtful)
      each.status = ClaimStatus::limited;
  }
}

}  // namespace kbuild::claims::reader
