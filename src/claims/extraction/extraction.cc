// Determines what a page is about and makes its claims; see extraction.h. Claims of one page are
// reconciled in reconcile.cc, its systems found in systems.cc.
#include "claims/extraction/extraction.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/extraction/names.h"
#include "claims/extraction/reading.h"
#include "claims/extraction/scope.h"
#include "page/front_matter_keys.h"

namespace kbuild::claims {

namespace {

constexpr std::size_t kMaxExcerptLength = 200;
/// Maximum length of a sentence that introduces versions, in bytes.
constexpr std::size_t kMaxIntroductionLength = 200;
/// Maximum length of an item that names the system of its subitems, in bytes.
constexpr std::size_t kMaxParentLength = 60;

/// Whether two names have more than one letter and differ only in case and punctuation.
bool same_letters(std::string_view a, std::string_view b) {
  auto letters = [](std::string_view text) {
    std::string out;
    for (char c : text)
      if (base::is_alnum(c)) out += base::to_lower(c);
    return out;
  };
  return letters(a).size() > 1 && letters(a) == letters(b);
}

/// The sentence of prose at a place, without markup; "" for code or if there is none.
std::string sentence_at(const Passage& passage, source::Span place) {
  if (passage.kind == PassageKind::code || passage.kind == PassageKind::table) return {};
  Sentence best;
  for (Sentence sentence : passage.sentences) {
    source::Span begin = passage.located.place(sentence.begin);
    if (begin.file == place.file && begin.begin <= place.begin) best = sentence;
  }
  std::string_view text =
      std::string_view(passage.text()).substr(best.begin, best.end - best.begin);
  return base::collapse_spaces(base::trim(text));
}

/// A file's name without the language at its end: "gromacs-fr".
std::string_view without_language(std::string_view stem) {
  if (stem.size() < 4 || std::string_view("-_.").find(stem[stem.size() - 3]) == stem.npos)
    return stem;
  for (std::string_view language : {"de", "en", "es", "fi", "fr", "it", "nl", "no", "sv"})
    if (stem.ends_with(language)) return stem.substr(0, stem.size() - 3);
  return stem;
}

/// The status that a heading, or the sentence before a list, gives to the versions that follow.
ClaimStatus status_of_list(std::string_view text) {
  if (text.size() > kMaxIntroductionLength) return ClaimStatus::available;
  std::string lower = base::to_lower(text);
  bool lists = lower.find("versio") != lower.npos || lower.find("modul") != lower.npos;
  for (const vocabulary::CueMatch& cue : vocabulary::find_cues(lower)) {
    // "Toolchain 2018 (deprecated):"
    bool beside =
        cue.begin > 0 && ((lower[cue.begin - 1] == '(' && lower.substr(cue.end, 1) == ")") ||
                          (lower[cue.begin - 1] == '[' && lower.substr(cue.end, 1) == "]"));
    if (!lists && !beside) continue;
    if (cue.cue == vocabulary::Cue::removed) return ClaimStatus::removed;
    if (cue.cue == vocabulary::Cue::deprecated) return ClaimStatus::deprecated;
  }
  return ClaimStatus::available;
}

/// The status that the last sentence before a list gives to the list. A status of a version named
/// in that sentence doesn't count: "Version 1.8 was removed. Please use these:".
ClaimStatus status_of_introduction(const Passage& introduction) {
  if (introduction.sentences.empty()) return status_of_list(introduction.text());
  Sentence last = introduction.sentences.back();
  std::string_view text =
      std::string_view(introduction.text()).substr(last.begin, last.end - last.begin);
  for (const vocabulary::VersionMatch& match : vocabulary::find_versions(text))
    if (match.dotted) return ClaimStatus::available;
  return status_of_list(text);
}

/// Whether an introduction says that the list holds on all systems of the page.
bool speaks_of_everywhere(std::string_view text) {
  if (text.size() > kMaxIntroductionLength) return false;
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(text);
  return vocabulary::has_cue(cues, vocabulary::Cue::everywhere) &&
         !vocabulary::has_cue(cues, vocabulary::Cue::exception);
}

}  // namespace

Extraction::Extraction(const page::Page& of, diag::Diagnostics& faults)
    : page(of), vocabulary(of.names), diagnostics(faults) {
  if (!page.default_system.empty())
    vocabulary.add(vocabulary::NameKind::system, page.default_system);
  const std::string name = page::stated_product(page.content.front_matter);
  if (!name.empty()) vocabulary.add(vocabulary::NameKind::product, name);
  for (const std::string& system : page::stated_systems(page).texts())
    vocabulary.add(vocabulary::NameKind::system, system);
  vocabulary.set_finnish(page.language.empty() || page.language == "fi");
  read_passages();
  define_named_systems();
  find_product();
  find_systems();
  for (Passage& passage : passages) {
    find_date(passage);
    if (passage.kind == PassageKind::code) read_code(passage);
  }
}

void Extraction::read_passages() {
  passages = passages_of(page.content.document, vocabulary);
  known_names_ = vocabulary.size();
}

std::vector<vocabulary::Mention> Extraction::names_in(const Passage& passage) const {
  if (vocabulary.size() == known_names_) return passage.names;
  return vocabulary.find(passage.text(), vocabulary::Expectation::name);
}

void Extraction::find_product() {
  const meta::Value& matter = page.content.front_matter;
  std::string name = page::stated_product(matter);
  if (!name.empty()) {
    product = vocabulary.add(vocabulary::NameKind::product, name);
    return;
  }
  auto first_product = [&](std::string_view text) {
    for (const vocabulary::Mention& mention : vocabulary.find(text, vocabulary::Expectation::name))
      if (mention.kind == vocabulary::NameKind::product && !product) product = mention.id;
  };
  first_product(matter["title"].text());
  for (const Passage& passage : passages) {
    if (passage.kind != PassageKind::heading) continue;
    first_product(passage.text());
    break;
  }
  std::string_view stem = base::file_name(page.path);
  stem.remove_suffix(base::extension(page.path).size());
  if (!product) product = vocabulary.product_of_module(stem);
  if (!product) product = vocabulary.product_of_module(without_language(stem));
  // If the page's file is named like its title, the title is software, even if unknown.
  for (const Passage& passage : passages) {
    if (product || passage.kind != PassageKind::heading) continue;
    std::string_view title = base::trim(passage.text());
    bool system = vocabulary.whole(title, vocabulary::NameKind::system).has_value();
    if (system) break;
    std::string software = software_of_title(*this, title);
    bool known =
        software.empty() || !vocabulary.find(software, vocabulary::Expectation::name).empty();
    if (software.empty() && same_letters(title, stem)) software = title;
    if (software.empty()) break;
    product = vocabulary.add(vocabulary::NameKind::product, software);
    product_guessed = !known;
    if (known) break;
    // Read again, now that the vocabulary knows the product.
    read_passages();
    find_prompts();
    apply_system_fields(passages, vocabulary);
    apply_logins();
    break;
  }
  // Wiki pages often have no title in their text but a defining sentence, "GROMACS is a package",
  // perhaps after a box and a heading such as "Description".
  std::size_t headings = 0, read = 0;
  for (const Passage& passage : passages) {
    headings += passage.kind == PassageKind::heading;
    if (product || headings > 1 || read > 1) break;
    if (passage.kind != PassageKind::prose || base::trim(passage.text()).empty()) continue;
    ++read;
    // "PyTorch on our clusters": a paragraph before any heading.
    bool first = headings == 0;
    for (const vocabulary::Mention& mention : passage.mentions) {
      if (mention.kind != vocabulary::NameKind::product || mention.begin != 0) continue;
      std::string_view rest = std::string_view(passage.text()).substr(mention.end);
      if (defines(rest) ||
          (first && begins_with_any(rest, {" on ", " sur ", " at ", " in ", " for ", " (", "."})))
        product = mention.id;
    }
  }
  // A page without a heading is about the product that its first sentence calls available.
  bool headed = !passages.empty() && passages.front().kind == PassageKind::heading;
  if (product || headed) return;
  for (const Passage& passage : passages) {
    if (passage.kind != PassageKind::prose || base::trim(passage.text()).empty()) continue;
    std::size_t end = passage.sentences.front().end;
    std::vector<vocabulary::CueMatch> cues =
        vocabulary::find_cues(std::string_view(passage.text()).substr(0, end));
    bool offers = vocabulary::has_cue(cues, vocabulary::Cue::available);
    for (const vocabulary::Mention& mention : passage.mentions)
      if (offers && mention.kind == vocabulary::NameKind::product && mention.end <= end && !product)
        product = mention.id;
    break;
  }
}

Extraction::Where Extraction::where(const Passage& passage) const {
  if (!passage.scope.systems.empty()) return {passage.scope.systems, true};
  // "2.1 and 2.4 are available on both clusters:" before a list.
  bool introduced = page_systems.empty() && all_systems.size() > 1 &&
                    passage.introduction != kNoPassage &&
                    (passage.item_begin || passage.kind != PassageKind::prose);
  if (introduced && speaks_of_everywhere(passages[passage.introduction].text()))
    return {all_systems, true};
  return {page_systems, together || page_systems.size() <= 1};
}

std::optional<std::uint32_t> Extraction::product_above(const Passage& passage) const {
  if (passage.product || product || passage.introduction == kNoPassage ||
      passage.kind != PassageKind::table)
    return passage.product ? passage.product : product;
  // "The versions of PyTorch that we have:" before a table, on a page about many products.
  std::optional<std::uint32_t> named;
  for (const vocabulary::Mention& mention : passages[passage.introduction].mentions) {
    if (mention.kind != vocabulary::NameKind::product || named == mention.id) continue;
    if (named) return std::nullopt;
    named = mention.id;
  }
  return named;
}

bool Extraction::is_subject(const Passage& passage, std::uint32_t of) const {
  if (product || passage.heading == kNoPassage) return product == of;
  return vocabulary.whole(base::trim(passages[passage.heading].text()),
                          vocabulary::NameKind::product) == of;
}

bool Extraction::lists(std::uint32_t of) const {
  return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
    return is_listing(claim.kind) && !claim.version.empty() && claim.product == vocabulary.name(of);
  });
}

bool Extraction::is_own_module(std::string_view name) const {
  constexpr std::size_t kMinWordLength = 4;
  if (!product) return false;
  // Whether one name is one of the words of a longer one.
  auto is_part = [](std::string_view part, std::string_view whole) {
    if (part.size() < kMinWordLength || part.size() == whole.size()) return false;
    for (std::size_t at = 0; at + part.size() <= whole.size(); ++at) {
      bool begins = at == 0 || whole[at - 1] == ' ' || whole[at - 1] == '-';
      std::size_t end = at + part.size();
      bool ends = end == whole.size() || whole[end] == ' ' || whole[end] == '-';
      if (begins && ends && base::equals_ignoring_case(whole.substr(at, part.size()), part))
        return true;
    }
    return false;
  };
  // "espresso" on a page about Quantum ESPRESSO, "apptainer-fmriprep" on one about fMRIPrep.
  const std::string& own = vocabulary.name(*product);
  return is_part(name, own) || is_part(own, name);
}

std::map<std::string, std::string> Extraction::newest_listed(std::uint32_t of) const {
  std::map<std::string, std::string> newest;
  for (const Claim& claim : claims_) {
    bool there = claim.status == ClaimStatus::available || claim.status == ClaimStatus::limited;
    if (!is_listing(claim.kind) || !there || claim.system.empty() || claim.version.empty() ||
        claim.product != vocabulary.name(of))
      continue;
    std::string& version = newest[claim.system];
    if (version.empty() || vocabulary::compare_versions(version, claim.version) < 0)
      version = claim.version;
  }
  for (const Claim& claim : claims_)
    if (claim.status == ClaimStatus::default_version && claim.product == vocabulary.name(of))
      newest.erase(claim.system);
  return newest;
}

std::vector<std::uint32_t> Extraction::everywhere(std::uint32_t of,
                                                  std::string_view version) const {
  std::vector<std::uint32_t> listed;
  for (std::uint32_t system : all_systems) {
    bool has = std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
      bool usable =
          claim.status != ClaimStatus::unavailable && claim.status != ClaimStatus::removed;
      return usable && claim.kind >= ClaimKind::list && claim.product == vocabulary.name(of) &&
             claim.system == vocabulary.name(system) &&
             vocabulary::version_names(version, claim.version);
    });
    if (has) listed.push_back(system);
  }
  return listed.empty() ? all_systems : listed;
}

bool Extraction::says(std::uint32_t of, std::string_view version,
                      const std::vector<std::uint32_t>& systems) const {
  auto states = [&](std::string_view system) {
    return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
      return claim.system == system && claim.product == vocabulary.name(of) &&
             vocabulary::version_names(version, claim.version);
    });
  };
  if (systems.empty()) return states({});
  return std::all_of(systems.begin(), systems.end(),
                     [&](std::uint32_t system) { return states(vocabulary.name(system)); });
}

ClaimStatus Extraction::introduction_status(const Passage& passage) const {
  // "Sampo (decommissioned)" as the parent item.
  if (passage.introduction != kNoPassage && passages[passage.introduction].item_begin &&
      passages[passage.introduction].text().size() <= kMaxParentLength)
    for (const vocabulary::CueMatch& cue :
         vocabulary::find_cues(passages[passage.introduction].text())) {
      if (cue.cue == vocabulary::Cue::removed) return ClaimStatus::removed;
      if (cue.cue == vocabulary::Cue::deprecated) return ClaimStatus::deprecated;
    }
  ClaimStatus status = passage.introduction != kNoPassage
                           ? status_of_introduction(passages[passage.introduction])
                           : ClaimStatus::available;
  return status == ClaimStatus::available ? heading_status(passage) : status;
}

ClaimStatus Extraction::heading_status(const Passage& passage) const {
  for (std::size_t heading = passage.heading; heading != kNoPassage;
       heading = passages[heading].heading) {
    if (ClaimStatus status = status_of_list(passages[heading].text());
        status != ClaimStatus::available)
      return status;
    // "[DEPRECATED]" as a paragraph of its own right after the heading.
    std::string_view below = heading + 1 < passages.size()
                                 ? base::trim(passages[heading + 1].text())
                                 : std::string_view();
    if (ClaimStatus status = status_of_list(below); below.starts_with('[') &&
                                                    below.find(']') + 1 == below.size() &&
                                                    status != ClaimStatus::available)
      return status;
  }
  return ClaimStatus::available;
}

void Extraction::add(const Draft& draft, const std::vector<std::uint32_t>& systems,
                     const Passage& passage, source::Span place) {
  if (systems.empty()) return add_for(draft, {}, passage, place);
  for (std::uint32_t system : systems) add_for(draft, vocabulary.name(system), passage, place);
}

void Extraction::add_for(const Draft& draft, std::string system, const Passage& passage,
                         source::Span place) {
  if (!draft.excerpt.empty()) return add_at(draft, std::move(system), passage.anchor, place);
  Draft quoted = draft;
  quoted.excerpt = sentence_at(passage, place);
  add_at(quoted, std::move(system), passage.anchor, place);
}

void Extraction::add_at(const Draft& draft, std::string system, std::string_view anchor,
                        source::Span place) {
  bool known = draft.product_name.empty();
  if (!place.file) return;
  bool plausible = !known || vocabulary.is_plausible(draft.product, draft.version);
  // A module or image is there even if its tag isn't a plausible version ("pytorch/24.03").
  bool module_or_image = draft.product == product && draft.kind >= ClaimKind::module_load &&
                         draft.kind <= ClaimKind::container;
  if (!plausible && !module_or_image) return;
  Claim claim;
  claim.product = known ? vocabulary.name(draft.product) : draft.product_name;
  claim.version = plausible ? draft.version : std::string();
  claim.system = std::move(system);
  claim.status = draft.status;
  claim.kind = draft.kind;
  claim.module = draft.module;
  claim.date = draft.date;
  claim.language = page.language;
  claim.path = page.path;
  claim.rule = draft.rule;
  claim.anchor = anchor;
  claim.place = page::to_place(page, place);
  claim.line = page.sources.begin(place).line;
  if (claim.place.file > 0) {
    // Relative to the root that the page's own path is relative to.
    std::string_view own = page.sources.path(page.file), file = page.sources.path(place.file);
    std::size_t root = own.ends_with(page.path) ? own.size() - page.path.size() : 0;
    claim.file = file.substr(file.starts_with(own.substr(0, root)) ? root : 0);
  }
  std::string_view line = base::trim(draft.excerpt);
  if (line.empty()) line = base::trim(page.sources.line(place.file, claim.line));
  std::size_t size = std::min(line.size(), kMaxExcerptLength);
  while (size < line.size() && size > 0 && (static_cast<unsigned char>(line[size]) & 0xc0) == 0x80)
    --size;
  claim.excerpt = line.substr(0, size);
  claim.subject = known && draft.product == product && !product_guessed;
  claim.placed = !claim.system.empty() &&
                 (claim.kind >= ClaimKind::console || claim.system == page.default_system ||
                  claim.excerpt.find(claim.system) != std::string::npos);
  if (claim.excerpt.empty()) return;
  claims_.push_back(std::move(claim));
}

void Extraction::read_code(Passage& passage) const {
  passage.lines = code_lines(passage);
  const auto& code = std::get<doc::CodeBlock>(passage.block->value);
  source::Span content = code.content ? code.content : passage.block->span;
  if (!content) return;
  std::uint32_t first = page.sources.begin(content).line;
  for (CodeLine& line : passage.lines) {
    std::uint32_t at =
        page.sources.line_begin(content.file, first + static_cast<std::uint32_t>(line.number));
    line.place = {content.file, at, at};
  }
}

}  // namespace kbuild::claims
