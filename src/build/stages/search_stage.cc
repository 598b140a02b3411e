// Adds changed pages to the search index and removes deleted ones; see search_stage.h.
#include "build/stages/search_stage.h"

#include <mutex>

#include "base/jobs.h"
#include "base/path.h"
#include "base/percent.h"
#include "search/index/index.h"

namespace kbuild::build {

namespace {

using base::Result;
using site::PageId;

/// A page as the index knows it.
struct IndexedPage {
  const CorpusPage* content = nullptr;
  /// Unique in its language, and the page's path itself for a tree at the site's root.
  std::string path;
  std::string language;
  std::string url;
  /// Of site::SitePage.
  std::string key;
  std::string listed_title;
  std::uint32_t links = 0;
  /// The ledger's name for it.
  std::string name() const { return language + "/" + path; }
};

IndexedPage indexed(const State& state, const CorpusPage& content, const std::string& language,
                    const std::string& url, const std::string& key, std::string_view title,
                    std::uint32_t links) {
  const std::string& mount = state.config->sources[content.tree].mount;
  const std::string& path = content.source.path;
  return {&content, mount.empty() ? path : base::join_path(mount, path),
          language, url,
          key,      std::string(title),
          links};
}

/// All pages with a text of their own, by the site or, where that was not folded in this run, as
/// the last build left them.
std::vector<IndexedPage> indexed_pages(const State& state) {
  std::vector<IndexedPage> out;
  if (!state.index) {
    for (const CorpusPage& page : state.corpus.pages)
      for (const ShownPage& shown : page.row->shown)
        if (shown.language == page.source.language)
          out.push_back(indexed(state, page, shown.language, shown.url, shown.key,
                                shown.listed_title, shown.links));
    return out;
  }
  const auto& pages = state.index->pages();
  for (PageId id = 0; id < pages.size(); ++id)
    if (const site::SitePage& page = pages[id]; !page.is_fallback())
      out.push_back(indexed(state, state.content_of(id), page.language, page.url, page.key,
                            state.navigation(page.language).title_of(id), state.links[id]));
  return out;
}

base::Digest input_of(const IndexedPage& page) {
  const PageRow& row = *page.content->row;
  base::Hasher hasher;
  hasher.add(row.source).add(row.reading).add(page.key).add(page.url).add(page.listed_title);
  hasher.add(static_cast<std::uint64_t>(page.links));
  for (const IncludedFile& file : row.included) hasher.add(file.digest);
  return hasher.finish();
}

Result<search::PreparedPage> prepare_page(const base::Disk& disk, source::SourceStore& sources,
                                          const State& state, const IndexedPage& page) {
  const meta::SourceTree& tree = state.config->sources[page.content->tree];
  std::unique_ptr<LoadedPage> again;
  auto loaded = loaded_page(disk, sources, *state.config, *page.content, again);
  if (!loaded) return tl::unexpected(loaded.error());
  page::Page view{sources,   (*loaded)->file, (*loaded)->dialect, (*loaded)->content,
                  page.path, page.language,   tree.system,        state.config->names};
  search::PreparedPage prepared =
      search::prepare(search::make_documents(view, {page.listed_title, page.key}));
  prepared.url = base::encode_path(page.url);
  prepared.links = page.links;
  return prepared;
}

/// The files of the index with their stamps: who else writes to one changes its stamp. The lock of
/// the database is changed by every writer that opens it.
std::vector<std::pair<std::string, FileStamp>> index_files(const base::Disk& disk,
                                                           const std::string& path) {
  std::vector<std::pair<std::string, FileStamp>> out;
  auto entries = disk.entries(path);
  if (!entries) return out;
  for (const base::DirectoryEntry& entry : *entries) {
    std::string file = base::join_path(path, entry.name);
    if (entry.name != "flintlock") out.emplace_back(file, stamp_of(disk.status(file)));
  }
  return out;
}

}  // namespace

std::string search_path(const meta::Config& config) {
  return state_directory(config) + "/search";
}

EarlyIndex open_early(base::Disk& disk, const meta::Config& config, unsigned jobs) {
  std::string path = search_path(config);
  if (disk.status(path).kind == base::FileKind::absent) return {};
  return std::async(std::launch::async, [&disk, &config, jobs, path] {
    auto writer = search::IndexWriter::open(disk, path, config.names, jobs);
    if (writer)
      if (auto read = writer->read_all(); !read)
        return base::Result<search::IndexWriter>(tl::unexpected(read.error()));
    return writer;
  });
}

Result<SearchReport> update_search(base::Disk& disk, source::SourceStore& sources, State& state,
                                   unsigned jobs, EarlyIndex early) {
  std::map<std::string, base::Digest> old = std::move(state.ledger.searched);
  state.ledger.searched.clear();
  const std::string path = search_path(*state.config);
  bool exists = disk.kind(path) != base::FileKind::absent;
  bool known = exists && state.ledger.index_files == index_files(disk, path);
  if (!known) old.clear();
  if (exists && old.empty()) {
    early = {};
    // The content of an index that a killed build left, or that somebody else wrote to, is unknown.
    if (auto removed = disk.remove_tree(path); !removed) return tl::unexpected(removed.error());
    exists = false;
  }
  std::vector<IndexedPage> stale;
  for (IndexedPage& page : indexed_pages(state)) {
    const base::Digest input = input_of(page);
    state.ledger.searched[page.name()] = input;
    auto before = old.find(page.name());
    bool same = before != old.end() && before->second == input;
    if (before != old.end()) old.erase(before);
    if (!same) stale.push_back(std::move(page));
  }
  SearchReport report{stale.size(), old.size(), {}};
  if (stale.empty() && old.empty()) return report;
  auto writer = early.valid() ? early.get()
                              : search::IndexWriter::open(disk, path, state.config->names, jobs);
  if (!writer) return tl::unexpected(writer.error());
  if (writer->is_new() && exists) {
    // The index has another format: it needs every page, whatever the ledger says.
    state.ledger.searched.clear();
    if (auto removed = disk.remove_tree(path); !removed) return tl::unexpected(removed.error());
    return update_search(disk, sources, state, jobs);
  }
  std::mutex guard;
  std::optional<base::Error> error;
  base::for_each_index(stale.size(), jobs, [&](std::size_t i) {
    auto page = prepare_page(disk, sources, state, stale[i]);
    auto done = !page                    ? tl::unexpected(page.error())
                : page->sections.empty() ? writer->remove_page(stale[i].language, stale[i].path)
                                         : writer->replace_page(std::move(*page));
    if (done) return;
    std::lock_guard lock(guard);
    error = done.error();
  });
  if (error) return tl::unexpected(*error);
  for (const auto& [key, digest] : old) {
    std::size_t slash = key.find('/');
    if (auto done = writer->remove_page(key.substr(0, slash), key.substr(slash + 1)); !done)
      return tl::unexpected(done.error());
  }
  if (auto done = writer->commit(); !done) return tl::unexpected(done.error());
  state.ledger.index_files = index_files(disk, path);
  report.writer = std::move(*writer);
  return report;
}

Result<void> static_search(base::Disk& disk, const State& state, SearchReport report, unsigned jobs,
                           const std::function<bool(const std::string& path)>& has,
                           const search::StaticSink& put) {
  if (!report.writer) {
    auto writer =
        search::IndexWriter::open(disk, search_path(*state.config), state.config->names, jobs);
    if (!writer) return tl::unexpected(writer.error());
    report.writer = std::move(*writer);
  }
  search::StaticOptions options;
  options.jobs = jobs;
  constexpr std::string_view kDirectory = "search-index/";
  options.has = [&](const std::string& path) { return has(std::string(kDirectory) + path); };
  base::for_each_index(state.languages.size(), jobs, [&](std::size_t i) {
    search::make_static_index(*report.writer, state.languages[i], options,
                              [&](const search::StaticFile& file) {
                                put({std::string(kDirectory) + file.path, file.content});
                              });
  });
  return {};
}

}  // namespace kbuild::build
