// Claims from headings and tab labels that name a version: "PyTorch 2.7.1 + CUDA 11.8",
// "pytorch/2.1 (default)". If the code below installs the product, the claim is that readers can
// install it.
#include <algorithm>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "shell/modules.h"

namespace kbuild::claims {

namespace {

/// Headings about the software in general, not about installations.
constexpr std::string_view kAboutSoftware[] = {
    "new in",        "what's new",  "changes",   "migrat", "upgrad",
    "release notes", "differences", "muutokset", "uutta",  "nouveaut"};

/// Words allowed before the product's name.
constexpr std::string_view kBeforeProduct[] = {
    "installing", "using", "loading",  "running", "install",  "use",      "load",
    "run",        "the",   "building", "about",   "utiliser", "installer"};

bool begins_with_product(std::string_view before) {
  for (std::string_view word : base::split_words(before)) {
    std::string lower = base::to_lower(word);
    bool number = !lower.empty() && base::is_digit(lower[0]);
    if (!number && std::find(std::begin(kBeforeProduct), std::end(kBeforeProduct), lower) ==
                       std::end(kBeforeProduct))
      return false;
  }
  return true;
}

ClaimStatus status_of_heading(std::string_view text) {
  std::string lower = base::to_lower(text);
  if (lower.find("(default)") != lower.npos || lower.find("(oletus)") != lower.npos)
    return ClaimStatus::default_version;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(text)) {
    switch (cue.cue) {
      case vocabulary::Cue::default_version: return ClaimStatus::default_version;
      case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
      case vocabulary::Cue::removed: return ClaimStatus::removed;
      case vocabulary::Cue::limited: return ClaimStatus::limited;
      case vocabulary::Cue::unavailable: return ClaimStatus::unavailable;
      default: break;
    }
  }
  return ClaimStatus::available;
}

/// "Version 5.1.1", "Versions 4.5.1 to 5.0.4" below a heading about versions: versions of the
/// page's product.
bool is_version_section(const Extraction& extraction, const Passage& passage) {
  if (!base::starts_with_ignoring_case(passage.text(), "versio") || passage.heading == kNoPassage)
    return false;
  std::string above = base::to_lower(extraction.passages[passage.heading].text());
  bool about = std::any_of(std::begin(kAboutSoftware), std::end(kAboutSoftware),
                           [&](std::string_view word) { return above.find(word) != above.npos; });
  return !about && above.find("versio") != above.npos;
}

/// Whether code in the section or tab installs packages.
bool installs(const Extraction& extraction, std::size_t index) {
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::code || (passage.heading != index && passage.tab != index))
      continue;
    for (const CodeLine& line : passage.lines)
      if (is_install_command(line.words)) return true;
  }
  return false;
}

/// The module of the product that code in the section or tab loads; for an installation, the module
/// that it needs.
std::string module_below(const Extraction& extraction, std::size_t index, std::uint32_t product) {
  std::string needed;
  for (const Passage& passage : extraction.passages) {
    if (passage.kind != PassageKind::code || (passage.heading != index && passage.tab != index))
      continue;
    for (const CodeLine& line : passage.lines)
      for (const shell::ModuleCommand& command : shell::find_module_commands(line.code)) {
        if (command.usable().empty()) continue;
        auto module = parse_module(command.usable().back(), extraction.vocabulary);
        if (module && module->product == product) return module->text;
      }
    if (needed.empty()) needed = module_before_install(passage, extraction.vocabulary);
  }
  return needed;
}

/// The status that the first words of a section give to its version: "Removed in 2023.".
std::optional<ClaimStatus> state_below(const Passage& passage) {
  if (passage.sentences.empty()) return std::nullopt;
  Sentence first = passage.sentences.front();
  std::string lower = base::to_lower(
      base::trim(std::string_view(passage.text()).substr(first.begin, first.end - first.begin)));
  for (std::string_view word : {"default ", "default.", "oletus", "par défaut"})
    if (lower.starts_with(word)) return ClaimStatus::default_version;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(lower)) {
    if (cue.begin > 0) continue;
    if (cue.cue == vocabulary::Cue::removed) return ClaimStatus::removed;
    if (cue.cue == vocabulary::Cue::deprecated) return ClaimStatus::deprecated;
    if (cue.cue == vocabulary::Cue::default_version) return ClaimStatus::default_version;
  }
  return std::nullopt;
}

/// Sections headed by versions of the page's product that begin with a status.
void claim_states_of_sections(Extraction& extraction) {
  for (std::size_t index = 0; index + 1 < extraction.passages.size(); ++index) {
    const Passage& heading = extraction.passages[index];
    const Passage& below = extraction.passages[index + 1];
    if (heading.kind != PassageKind::heading || !heading.numbered || heading.is_news() ||
        below.kind != PassageKind::prose || below.item_begin)
      continue;
    std::string version = single_version(heading.text());
    auto product = version.empty() ? std::nullopt : extraction.product_above(below);
    auto status = product ? state_below(below) : std::nullopt;
    Extraction::Where where = extraction.where(below);
    if (!status || !where.sure || where.systems.empty()) continue;
    extraction.add({*product, version, *status, ClaimKind::heading, "heading-state"}, where.systems,
                   below, below.located.place(0));
  }
}

}  // namespace

std::string single_version(std::string_view text) {
  text = base::trim(text);
  for (std::string_view word : {"version ", "release ", "versio "})
    if (base::starts_with_ignoring_case(text, word))
      text = base::trim_left(text.substr(word.size()));
  vocabulary::VersionMatch match = vocabulary::match_version(text, 0);
  return match.dotted && match.end == text.size() ? match.version : std::string();
}

void extract_headings(Extraction& extraction) {
  claim_states_of_sections(extraction);
  for (std::size_t index = 0; index < extraction.passages.size(); ++index) {
    const Passage& passage = extraction.passages[index];
    if (passage.kind != PassageKind::heading && passage.kind != PassageKind::tab) continue;
    if (passage.is_news()) continue;
    const std::string& text = passage.text();
    std::string lower = base::to_lower(text);
    bool about = std::any_of(std::begin(kAboutSoftware), std::end(kAboutSoftware),
                             [&](std::string_view word) { return lower.find(word) != lower.npos; });
    if (about) continue;
    bool section = is_version_section(extraction, passage);
    std::vector<BoundVersion> bound = bind_versions(
        text, passage.mentions, 0, text.size(),
        section ? extraction.product_above(passage) : std::nullopt, extraction.vocabulary);
    if (bound.empty() || bound.front().version.empty() || !bound.front().range.empty()) continue;
    const BoundVersion& first = bound.front();
    if (!begins_with_product(std::string_view(text).substr(0, first.begin))) continue;
    std::vector<std::uint32_t> systems = systems_in(passage.mentions, 0, text.size());
    Extraction::Where where = extraction.where(passage);
    if (systems.empty() && !where.sure) continue;
    ClaimKind kind = passage.kind == PassageKind::tab ? ClaimKind::tab : ClaimKind::heading;
    if (installs(extraction, index)) kind = ClaimKind::user_install;
    // "TensorFlow 2.x" above commands that install a specific version.
    if (kind == ClaimKind::user_install && first.version.ends_with(".x")) continue;
    ClaimStatus status = status_of_heading(text);
    if (status == ClaimStatus::available) status = extraction.heading_status(passage);
    Draft draft{first.product,
                first.version,
                status,
                kind,
                passage.kind == PassageKind::tab ? "tab-label" : "heading",
                module_below(extraction, index, first.product)};
    extraction.add(draft, systems.empty() ? where.systems : systems, passage,
                   passage.located.place(first.begin));
    if (!section) continue;
    // Both ends of "4.5.1 to 5.0.4".
    for (const vocabulary::VersionMatch& match : vocabulary::find_versions(text)) {
      if (!match.dotted || match.begin < first.end) continue;
      draft.version = match.version;
      extraction.add(draft, systems.empty() ? where.systems : systems, passage,
                     passage.located.place(match.begin));
    }
  }
}

}  // namespace kbuild::claims
