// Reads pages for their snippets; see snippet_pages.h.
#include "build/stages/snippet_pages.h"

#include <algorithm>

#include "base/archive.h"
#include "base/path.h"
#include "build/stages/installed.h"
#include "build/stages/site_matrix.h"
#include "build/stages/state.h"
#include "doc/walk.h"
#include "meta/config.h"
#include "meta/load/load.h"
#include "normalise/normalise.h"
#include "page/page.h"
#include "read/readers/readers.h"
#include "run/plan.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

constexpr const char* kDefaultSystems = "snippets/systems";

std::vector<std::string> linked_files(const doc::Document& document) {
  std::vector<std::string> names;
  doc::walk(document.blocks, {{}, [&](const doc::Inline& node) {
                                if (const auto* link = std::get_if<doc::Link>(&node.value))
                                  names.emplace_back(base::file_name(link->target));
                                return doc::Descend::into;
                              }});
  return names;
}

SnippetPage extract(const source::SourceStore& sources, source::FileId file, read::Dialect dialect,
                    const read::ReadResult& content, std::string path, const std::string& language,
                    const std::string& system, const meta::Names& names,
                    const std::vector<meta::BlockNote>& notes) {
  SnippetPage page{std::string(sources.path(file)), path, {}, linked_files(content.document), {}};
  page.snippets = snippets::extract_snippets(
      {sources, file, dialect, content, std::move(path), language, system, names, &notes});
  return page;
}

base::Result<void> read_files(const SnippetSource& from, source::SourceStore& sources,
                              const std::vector<std::string>& files, const meta::Names& names,
                              SnippetCorpus& corpus) {
  for (const std::string& path : files) {
    auto text = from.disk.read(path);
    if (!text) return tl::unexpected(text.error());
    source::FileId file = sources.add(path, source::decode_bytes(std::move(*text)).text);
    read::Dialect dialect = read::detect_dialect(path, sources.text(file));
    read::Options options;
    options.trust = read::default_trust(dialect);
    read::ReadResult content = read::read(sources, file, dialect, options);
    normalise::normalise(content, sources, dialect);
    corpus.pages.push_back(extract(sources, file, dialect, content,
                                   std::string(base::file_name(path)), "en", "", names, {}));
  }
  return {};
}

base::Result<void> read_site(const SnippetSource& from, source::SourceStore& sources,
                             const meta::Config& config, const meta::Names& names,
                             SnippetCorpus& corpus) {
  Ledger ledger;
  auto found = read_corpus(from.disk, sources, config, {.jobs = from.jobs}, ledger);
  if (!found) return tl::unexpected(found.error());
  for (const CorpusPage& row : found->pages) {
    std::unique_ptr<LoadedPage> again;
    auto loaded = loaded_page(from.disk, sources, config, row, again);
    if (!loaded) return tl::unexpected(loaded.error());
    corpus.pages.push_back(extract(sources, (*loaded)->file, (*loaded)->dialect, (*loaded)->content,
                                   row.source.path, row.source.language,
                                   config.sources[row.tree].system, names, config.block_notes));
  }
  return {};
}

base::Result<void> recall_site(const SnippetSource& from, source::SourceStore& sources,
                               const meta::Config& config, SnippetCorpus& corpus) {
  CorpusOptions options;
  options.jobs = from.jobs;
  options.checks.systems = corpus.systems;
  base::Hasher hasher;
  for (const run::SystemProfile& system : corpus.systems) hasher.add(system.revision);
  options.checks_digest = hasher.finish();
  std::string path = ".kbuild/" + config.key + "/ledger.snippets";
  Ledger ledger = load_ledger(from.disk, path, program_digest(from.disk));
  std::size_t known = ledger.pages.size();
  auto found = read_corpus(from.disk, sources, config, options, ledger);
  if (!found) return tl::unexpected(found.error());
  unpack_rows(*found, from.jobs);
  bool changed = known != ledger.pages.size(), several = false;
  for (CorpusPage& row : found->pages) {
    changed |= !row.reason.empty();
    SnippetPage page{row.source.file, row.source.path, {}, {}, {}};
    if (row.source.origin) {
      const std::string& root = config.sources[row.tree].path;
      page.path = base::join_path(root, row.source.path);
    }
    if (!base::from_archive(row.row->snippets, page.snippets)) continue;
    for (const page::LinkFact& link : row.row->facts.links)
      page.linked.emplace_back(base::file_name(link.target));
    for (const snippets::Snippet& snippet : page.snippets)
      several |= run::claims_versions(snippet.version);
    page.source = row.source;
    corpus.pages.push_back(std::move(page));
  }
  if (several) {
    auto installed = installed_claims(from.disk, config);
    if (!installed) return tl::unexpected(installed.error());
    auto decisions = read_decisions(from.disk, sources, config);
    if (!decisions) return tl::unexpected(decisions.error());
    corpus.matrix =
        make_site_matrix({config, *found, corpus.systems, *decisions, std::move(*installed)});
  }
  return changed ? save_ledger(from.disk, path, ledger) : base::Result<void>{};
}

struct Setup {
  SnippetCorpus corpus;
  meta::Config config;
  /// Of the configuration and of the systems.
  meta::Names names;
};

base::Result<Setup> set_up(const SnippetSource& from, source::SourceStore& sources,
                           bool configured) {
  Setup out;
  if (configured) {
    auto loaded = meta::load_config(from.disk, sources, from.config, from.permissions);
    if (!loaded) return tl::unexpected(loaded.error());
    out.config = std::move(loaded->config);
    out.corpus.diagnostics = std::move(loaded->diagnostics);
    out.corpus.checks = out.config.checks;
    out.corpus.evidence_directory = out.config.evidence_directory;
    out.corpus.key = out.config.key;
    out.corpus.execute = out.config.execute;
    out.corpus.expiry_days = out.config.expiry_days;
  }
  const std::string& directory = out.config.systems_directory;
  auto profiles = run::load_profiles(
      from.disk, sources, {directory.empty() ? kDefaultSystems : directory, from.machine_profiles});
  if (!profiles) return tl::unexpected(profiles.error());
  out.corpus.systems = std::move(profiles->systems);
  for (diag::Diagnostic& ignored : profiles->ignored)
    out.corpus.diagnostics.push_back(std::move(ignored));
  out.names = run::with_systems(out.config.names, out.corpus.systems);
  return out;
}

}  // namespace

base::Result<SnippetCorpus> load_snippets(const SnippetSource& from, source::SourceStore& sources,
                                          const std::vector<std::string>& files) {
  auto setup = set_up(from, sources, files.empty() || !from.config.empty());
  if (!setup) return tl::unexpected(setup.error());
  auto done = files.empty() ? read_site(from, sources, setup->config, setup->names, setup->corpus)
                            : read_files(from, sources, files, setup->names, setup->corpus);
  if (!done) return tl::unexpected(done.error());
  return std::move(setup->corpus);
}

base::Result<SnippetCorpus> recall_snippets(const SnippetSource& from,
                                            source::SourceStore& sources) {
  auto setup = set_up(from, sources, true);
  if (!setup) return tl::unexpected(setup.error());
  auto done = recall_site(from, sources, setup->config, setup->corpus);
  if (!done) return tl::unexpected(done.error());
  return std::move(setup->corpus);
}

source::FileId add_page(const SnippetSource& from, source::SourceStore& sources,
                        const SnippetPage& page) {
  const PageFile& source = page.source;
  std::string text = source.origin ? source.origin->pages[source.part].text
                                   : from.disk.read(source.file).value_or("");
  return sources.add(page.path, source::decode_bytes(std::move(text)).text);
}

}  // namespace kbuild::build
