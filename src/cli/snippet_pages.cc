// Reads pages for their snippets; see snippet_pages.h.
#include "cli/snippet_pages.h"

#include "base/jobs.h"
#include "base/path.h"
#include "build/corpus.h"
#include "doc/walk.h"
#include "meta/config.h"
#include "normalise/normalise.h"
#include "page/page.h"
#include "source/unicode.h"

namespace kbuild::cli {

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
                    const std::string& system, const meta::Names& names) {
  SnippetPage page{std::string(sources.path(file)), path, file, {}, linked_files(content.document)};
  page.snippets = page::extract_snippets(
      {sources, file, dialect, content, std::move(path), language, system, names});
  return page;
}

base::Result<void> read_files(Session& session, source::SourceStore& sources,
                              const std::vector<std::string>& files, const meta::Names& names,
                              SnippetCorpus& corpus) {
  for (const std::string& path : files) {
    auto text = session.disk.read(path);
    if (!text) return tl::unexpected(text.error());
    source::FileId file = sources.add(path, source::decode_bytes(std::move(*text)).text);
    read::Dialect dialect = read::detect_dialect(path, sources.text(file));
    read::Options options;
    bool wiki = dialect == read::Dialect::mediawiki || dialect == read::Dialect::twiki;
    options.trust = wiki ? read::Trust::untrusted : read::Trust::trusted;
    read::ReadResult content = read::read(sources, file, dialect, options);
    normalise::normalise(content, sources, dialect);
    corpus.pages.push_back(extract(sources, file, dialect, content,
                                   std::string(base::file_name(path)), "en", "", names));
  }
  return {};
}

base::Result<void> read_site(Session& session, source::SourceStore& sources,
                             const meta::Config& config, const meta::Names& names,
                             SnippetCorpus& corpus) {
  build::Ledger ledger;
  auto found = build::read_corpus(session.disk, sources, config, {.jobs = session.jobs}, ledger);
  if (!found) return tl::unexpected(found.error());
  for (const build::CorpusPage& row : found->pages) {
    const meta::SourceTree& tree = config.sources[row.tree];
    auto loaded = build::load_page(session.disk, sources, config, row);
    if (!loaded) return tl::unexpected(loaded.error());
    corpus.pages.push_back(extract(sources, loaded->file, loaded->dialect, loaded->content,
                                   row.source.path, row.source.language, tree.system, names));
  }
  return {};
}

}  // namespace

base::Result<SnippetCorpus> load_snippets(Session& session, source::SourceStore& sources,
                                          const std::vector<std::string>& files) {
  SnippetCorpus corpus;
  meta::Config config;
  bool configured = files.empty() || !session.config.empty();
  if (configured) {
    auto loaded = meta::load_config(session.disk, sources, session.config);
    if (!loaded) return tl::unexpected(loaded.error());
    config = std::move(loaded->config);
    corpus.evidence_directory = config.evidence_directory;
    corpus.key = config.key;
    corpus.execute = config.execute;
  }
  auto systems = run::load_profiles(
      session.disk, sources,
      config.systems_directory.empty() ? kDefaultSystems : config.systems_directory);
  if (!systems) return tl::unexpected(systems.error());
  corpus.systems = std::move(*systems);
  meta::Names names = config.names;
  for (meta::SystemName& name : run::system_names(corpus.systems))
    names.systems.push_back(std::move(name));
  auto done = files.empty() ? read_site(session, sources, config, names, corpus)
                            : read_files(session, sources, files, names, corpus);
  if (!done) return tl::unexpected(done.error());
  return corpus;
}

}  // namespace kbuild::cli
