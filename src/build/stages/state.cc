// Makes the state of a build: from the configuration to pages, index, navigation and matrix; see
// state.h.
#include "build/stages/state.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/clock.h"
#include "base/format.h"
#include "base/jobs.h"
#include "base/path.h"
#include "base/text.h"
#include "build/stages/installed.h"
#include "build/stages/site_matrix.h"
#include "diag/print.h"
#include "matrix/conflicts.h"
#include "read/mkdocs/text/options.h"
#include "run/evidence_findings.h"

namespace kbuild::build {

namespace {

using base::fail;
using base::format;
using base::Result;
using namespace diag::literals;

Result<std::vector<std::string>> chosen_languages(const meta::Config& config,
                                                  const std::vector<std::string>& wanted) {
  for (const std::string& language : wanted)
    if (std::find(config.languages.begin(), config.languages.end(), language) ==
        config.languages.end())
      return fail(format("the configuration has no language '{}'", language),
                  format("it has {}", base::join(config.languages, ", ")));
  std::vector<std::string> chosen;
  for (const std::string& language : config.languages)
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), language) != wanted.end())
      chosen.push_back(language);
  return chosen;
}

/// What the page checks need of the configuration: phrases, and profiles of systems with the files
/// that they come from.
Result<void> load_checks(const base::Disk& disk, source::SourceStore& sources,
                         const meta::Config& config,
                         const std::vector<std::string>& machine_profiles, CorpusOptions& options,
                         State& state) {
  base::Hasher hasher;
  hasher.add(static_cast<std::uint64_t>(options.checks.syntax));
  options.checks.authoring_notes = config.authoring_notes;
  hasher.add(config.authoring_notes.size());
  for (const std::string& phrase : config.authoring_notes) hasher.add(phrase);
  if (!config.systems_directory.empty()) {
    run::ProfileDirectories directories{config.systems_directory, machine_profiles};
    auto profiles = run::load_profiles(disk, sources, directories);
    if (!profiles) return tl::unexpected(profiles.error());
    options.checks.systems = std::move(profiles->systems);
    for (diag::Diagnostic& ignored : profiles->ignored)
      state.diagnostics.push_back(std::move(ignored));
    directories.machine.push_back(directories.repository);
    for (const std::string& directory : directories.machine) {
      auto snapshot = take_snapshot(disk, directory);
      if (!snapshot) continue;
      for (const auto& [path, stamp] : snapshot->files)
        if (auto text = disk.read(directory + "/" + path)) hasher.add(path).add(*text);
      state.watched.push_back(std::move(*snapshot));
    }
  }
  options.checks_digest = hasher.finish();
  return {};
}

/// Runs prove cells of the matrix; the first one makes the directory.
void watch_evidence(const base::Disk& disk, const std::string& directory, State& state) {
  if (auto files = take_snapshot(disk, directory)) {
    state.watched.push_back(std::move(*files));
  } else {
    state.watched_files.emplace_back(directory, stamp_of(disk.status(directory)));
  }
}

/// Kinds of files that readers reach only through a page; others are requested by programs.
constexpr std::string_view kForReaders[] = {".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp",
                                            ".pdf", ".zip", ".gz",   ".csv", ".mp4", ".pptx"};

/// Published files that nothing links to, one finding for each tree.
void check_assets(const State& state, diag::Diagnostics& out) {
  constexpr std::size_t kNamed = 5;
  std::set<std::string> included;
  for (const CorpusPage& page : state.corpus.pages)
    for (const IncludedFile& file : page.row->included) included.insert(file.path);
  const meta::Appearance& appearance = state.config->appearance;
  std::map<std::uint32_t, std::vector<std::string>> unused;
  for (const site::Asset& asset : state.index->assets()) {
    const meta::SourceTree& tree = state.config->sources[asset.tree];
    bool known = std::find(std::begin(kForReaders), std::end(kForReaders),
                           base::to_lower(base::extension(asset.path))) != std::end(kForReaders);
    if (!known || state.referred.contains(&asset) || asset.path == appearance.logo ||
        asset.path == appearance.favicon || tree.assets != meta::SourceTree::Assets::all ||
        included.contains(base::join_path(tree.path, asset.path)))
      continue;
    unused[asset.tree].push_back(asset.path);
  }
  for (auto& [tree, paths] : unused) {
    std::string count = std::to_string(paths.size());
    if (paths.size() > kNamed) {
      paths.resize(kNamed);
      paths.push_back("...");
    }
    out.push_back(
        {"KB0210"_code, {}, {state.config->sources[tree].path, count, base::join(paths, ", ")}});
  }
}

}  // namespace

base::Digest program_digest(const base::Disk& disk) {
  auto path = disk.real_path("/proc/self/exe");
  base::FileStatus status = disk.status(path ? *path : "");
  return base::Hasher()
      .add(KBUILD_VERSION)
      .add(status.size)
      .add(static_cast<std::uint64_t>(status.modified))
      .finish();
}

std::string state_directory(const meta::Config& config) {
  return ".kbuild/" + config.key;
}

const CorpusPage& State::content_of(site::PageId page) const {
  const site::SitePage& shown = index->pages()[page];
  return corpus.pages[corpus_of[shown.is_fallback() ? shown.original : page]];
}
CorpusPage& State::content_of(site::PageId page) {
  return const_cast<CorpusPage&>(std::as_const(*this).content_of(page));
}

const site::Navigation& State::navigation(std::string_view language) const {
  auto at = std::find(languages.begin(), languages.end(), language);
  return navigations[at == languages.end() ? 0 : static_cast<std::size_t>(at - languages.begin())];
}

bool State::publishes(const site::Asset& asset) const {
  const meta::SourceTree& tree = config->sources[asset.tree];
  if (tree.assets == meta::SourceTree::Assets::all || referred.contains(&asset)) return true;
  return std::any_of(tree.published.begin(), tree.published.end(), [&](const std::string& folder) {
    return asset.path.starts_with(folder + "/");
  });
}

bool State::builds(const std::string& language) const {
  return std::find(languages.begin(), languages.end(), language) != languages.end();
}

bool has_markdown_copy(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".markdown");
}

std::string State::evidence_directory() const {
  return config->evidence_directory.empty() ? directory + "/evidence" : config->evidence_directory;
}

std::string State::date_of(site::PageId page) const {
  constexpr std::size_t kLength = 10;
  const site::SitePage& shown = index->pages()[page];
  if (!shown.facts->date.empty()) return shown.facts->date;
  if (shown.tree >= histories.size()) return "";
  const PageFile& source = content_of(page).source;
  if (source.origin) return source.origin->pages[source.part].timestamp.substr(0, kLength);
  auto found = histories[shown.tree].dates.find(source.file_in_tree);
  return found == histories[shown.tree].dates.end() ? "" : found->second;
}

Result<State> open_state(const base::Disk& disk, source::SourceStore& sources,
                         const meta::Config& config, const StateOptions& options) {
  State state;
  state.config = &config;
  state.jobs = options.jobs;
  state.now = options.now != 0 ? options.now : base::site_time(*base::make_system_clock());
  auto languages = chosen_languages(config, options.languages);
  if (!languages) return tl::unexpected(languages.error());
  state.languages = std::move(*languages);
  state.directory = state_directory(config);
  CorpusOptions reading;
  reading.checks.syntax = config.check_syntax ? check::Syntax::checked : options.syntax;
  reading.jobs = options.jobs;
  reading.progress = options.progress;
  reading.snapshots = options.snapshots;
  for (const meta::Inventory& inventory : config.inventories)
    if (!inventory.file.empty())
      state.watched_files.emplace_back(inventory.file, stamp_of(disk.status(inventory.file)));
  for (const meta::SystemName& system : config.names.systems)
    for (const std::string& list : system.installed)
      state.watched_files.emplace_back(list, stamp_of(disk.status(list)));
  state.watched_files.emplace_back(config.decisions, stamp_of(disk.status(config.decisions)));
  auto decisions = build::read_decisions(disk, sources, config);
  if (!decisions) return tl::unexpected(decisions.error());
  state.decisions = std::move(*decisions);
  watch_evidence(disk, state.evidence_directory(), state);
  state.signers_file = options.signers.value_or(config.signers_file);
  if (!state.signers_file.empty())
    state.watched_files.emplace_back(state.signers_file, stamp_of(disk.status(state.signers_file)));
  if (auto loaded = load_checks(disk, sources, config, options.machine_profiles, reading, state);
      !loaded)
    return tl::unexpected(loaded.error());
  // Checking with and without the parsers of code gives different rows, so that each has a ledger
  // of its own.
  state.ledger_path =
      state.directory +
      (reading.checks.syntax == check::Syntax::checked ? "/ledger.syntax" : "/ledger");
  state.ledger = load_ledger(disk, state.ledger_path, program_digest(disk));
  auto corpus = read_corpus(disk, sources, config, reading, state.ledger);
  if (!corpus) return tl::unexpected(corpus.error());
  state.corpus = std::move(*corpus);
  state.systems = std::move(reading.checks.systems);
  return state;
}

namespace {

/// By page: how many others of its language link to it.
void count_links(State& state) {
  const auto& pages = state.index->pages();
  std::vector<std::uint32_t> counts(pages.size());
  std::vector<site::PageId> targets;
  for (site::PageId id = 0; id < pages.size(); ++id) {
    if (pages[id].is_fallback()) continue;
    targets.clear();
    for (const site::ResolvedLink& link : state.checked[id].links)
      if (link.page != site::kNoPage && link.page != id &&
          pages[link.page].language == pages[id].language)
        targets.push_back(link.page);
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (site::PageId target : targets) ++counts[target];
  }
  // Three links suffice to prefer a page; one that all pages link to (contact, say) is not
  // preferred further.
  constexpr std::uint32_t kMaxLinkRank = 2;
  for (std::uint32_t count : counts)
    state.links.push_back(std::min<std::uint32_t>(std::bit_width(count + 1) - 1, kMaxLinkRank));
}

}  // namespace

namespace {

Result<void> complete_matrix(const base::Disk& disk, State& state,
                             std::vector<claims::Claim> listed) {
  const meta::Config& config = *state.config;
  run::EvidenceSet evidence =
      run::read_evidence_set(disk, state.evidence_directory(), state.signers_file);
  if (!evidence.faults.empty()) evidence.records.clear();
  auto installed = installed_claims(disk, config);
  if (!installed) return tl::unexpected(installed.error());
  std::move(listed.begin(), listed.end(), std::back_inserter(*installed));
  state.matrix = make_site_matrix({config, state.corpus, state.systems, state.decisions,
                                   std::move(*installed), evidence.records, state.now});
  state.evidence = match_evidence(std::move(evidence), config, state.systems, state.corpus,
                                  state.matrix, state.now);
  return {};
}

Result<void> complete_index(const base::Disk& disk, State& state) {
  const meta::Config& config = *state.config;
  auto inventories = site::Inventories::load(disk, config.inventories);
  if (!inventories) return tl::unexpected(inventories.error());
  std::vector<site::InputPage> inputs, redirects;
  for (std::size_t i = 0; i < state.corpus.pages.size(); ++i) {
    const CorpusPage& page = state.corpus.pages[i];
    if (page.row->facts.draft) continue;
    site::InputPage input{page.tree, page.source.path, page.source.original, page.source.language,
                          &page.row->facts};
    if (!page.row->facts.redirect.empty()) {
      redirects.push_back(std::move(input));
      state.redirects_of.push_back(i);
      continue;
    }
    inputs.push_back(std::move(input));
    state.corpus_of.push_back(i);
  }
  state.index = std::make_unique<site::SiteIndex>(config, state.languages, inputs, redirects,
                                                  state.corpus.assets, std::move(*inventories));
  for (const meta::SourceTree& tree : config.sources)
    for (diag::Diagnostic& diagnostic : read::mkdocs::check_extensions(tree.markdown_extensions))
      state.diagnostics.push_back(std::move(diagnostic));
  for (const std::string& language : state.languages)
    state.navigations.emplace_back(*state.index, language, state.diagnostics);
  return {};
}

}  // namespace

Result<void> complete(const base::Disk& disk, State& state, std::vector<claims::Claim> installed) {
  unpack_rows(state.corpus, state.jobs);
  // Neither reads what the other writes.
  std::array<Result<void>, 2> done;
  base::for_each_index(done.size(), state.jobs, [&](std::size_t i) {
    done[i] =
        i == 0 ? complete_index(disk, state) : complete_matrix(disk, state, std::move(installed));
  });
  for (Result<void>& part : done)
    if (!part) return std::move(part);
  state.diagnostics.append(state.decisions.diagnostics);
  state.checked.resize(state.index->pages().size());
  base::for_each_index(state.checked.size(), state.jobs, [&](std::size_t i) {
    auto id = static_cast<site::PageId>(i);
    check::CheckedPage& checked = state.checked[i];
    checked.page = id;
    checked.places = &state.content_of(id).row->places;
    checked.code = &state.content_of(id).row->code;
    for (const page::LinkFact& link : state.index->pages()[i].facts->links)
      checked.links.push_back(site::resolve(*state.index, id, link));
  });
  for (const check::CheckedPage& checked : state.checked)
    for (const site::ResolvedLink& link : checked.links)
      if (link.asset) state.referred.insert(link.asset);
  count_links(state);
  return {};
}

Result<State> make_state(const base::Disk& disk, source::SourceStore& sources,
                         const meta::Config& config, const StateOptions& options) {
  auto state = open_state(disk, sources, config, options);
  if (!state) return state;
  if (auto done = complete(disk, *state); !done) return tl::unexpected(done.error());
  return state;
}

diag::Diagnostics page_findings(const base::Disk& disk, source::SourceStore& sources,
                                const State& state) {
  diag::Diagnostics out = state.corpus.diagnostics;
  for (const CorpusPage& page : state.corpus.pages) {
    if (page.row->diagnostics.empty()) continue;
    for (diag::Diagnostic& diagnostic : restore_diagnostics(disk, sources, page))
      out.push_back(std::move(diagnostic));
  }
  return out;
}

diag::Diagnostics site_findings(const base::Disk& disk, source::SourceStore& sources,
                                const State& state) {
  diag::Diagnostics out = state.diagnostics;
  std::map<const CorpusPage*, PlaceFinder> finders;
  auto locate = [&](site::PageId id, const page::Place& place) {
    const CorpusPage& page = state.content_of(id);
    auto found = finders.try_emplace(&page, disk, sources, page).first;
    return found->second.span(place);
  };
  for (diag::Diagnostic& diagnostic :
       check::check_site({*state.index, state.navigations, state.checked, locate}))
    out.push_back(std::move(diagnostic));
  check_assets(state, out);
  for (const site::SiteRedirect& redirect : state.index->redirects()) {
    if (redirect.target != site::kNoPage) continue;
    const CorpusPage& page = state.corpus.pages[state.redirects_of[redirect.input]];
    out.push_back({"KB0208"_code,
                   PlaceFinder(disk, sources, page).span(page.row->places.title),
                   {page.source.path, page.row->facts.redirect}});
  }
  for (diag::Diagnostic& diagnostic : matrix_findings(disk, sources, state))
    out.push_back(std::move(diagnostic));
  out.append(run::evidence_findings(
      disk, sources, state.evidence.read,
      state.signers_file.empty() ? run::Signing::free : run::Signing::expected));
  return out;
}

diag::Diagnostics matrix_findings(const base::Disk& disk, source::SourceStore& sources,
                                  const State& state) {
  ListPlaces lists(disk, sources);
  std::map<const CorpusPage*, PlaceFinder> finders;
  auto place_of = [&](const claims::Claim& claim) -> source::Span {
    if (claim.kind == claims::ClaimKind::imported) return lists.span(claim);
    site::PageId id = state.index->find_path(claim.language, claim.path);
    if (id == site::kNoPage || state.index->pages()[id].is_fallback()) return {};
    const CorpusPage& page = state.content_of(id);
    return finders.try_emplace(&page, disk, sources, page).first->second.span(claim.place);
  };
  return matrix::find_conflicts(state.matrix, &state.config->names, place_of);
}

diag::Diagnostics findings(const base::Disk& disk, source::SourceStore& sources,
                           const State& state) {
  diag::Diagnostics out = page_findings(disk, sources, state);
  for (diag::Diagnostic& diagnostic : site_findings(disk, sources, state))
    out.push_back(std::move(diagnostic));
  diag::sort(out, sources);
  return out;
}

}  // namespace kbuild::build
