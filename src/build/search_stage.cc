// The search stage; see search_stage.h.
#include "build/search_stage.h"

#include <mutex>

#include "base/jobs.h"
#include "base/path.h"
#include "search/index.h"

namespace kbuild::build {

namespace {

using base::Result;
using site::PageId;

/// A page's path in the index: unique in its language, and its path itself for a tree at the site's
/// root.
std::string path_of(const State& state, const site::SitePage& page) {
  const std::string& mount = state.config->sources[page.tree].mount;
  return mount.empty() ? page.path : base::join_path(mount, page.path);
}

base::Digest input_of(const State& state, PageId id, const std::string& navigation_title) {
  const site::SitePage& page = state.index->pages()[id];
  const PageRow& row = *state.content_of(id).row;
  base::Hasher hasher;
  hasher.add(row.source).add(row.reading).add(page.key).add(page.url).add(navigation_title);
  for (const IncludedFile& file : row.included) hasher.add(file.digest);
  return hasher.finish();
}

struct Wanted {
  PageId id;
  std::string key;
  std::string navigation_title;
  base::Digest input;
};

Result<search::PreparedPage> prepare_page(const base::Disk& disk, source::SourceStore& sources,
                                          const State& state, const Wanted& wanted) {
  const site::SitePage& page = state.index->pages()[wanted.id];
  const meta::SourceTree& tree = state.config->sources[page.tree];
  const CorpusPage& content = state.content_of(wanted.id);
  std::unique_ptr<LoadedPage> again;
  auto loaded = loaded_page(disk, sources, *state.config, content, again);
  if (!loaded) return tl::unexpected(loaded.error());
  page::Page view{
      sources,       (*loaded)->file, (*loaded)->dialect, (*loaded)->content, path_of(state, page),
      page.language, tree.system,     state.config->names};
  search::PreparedPage prepared =
      search::prepare(search::make_documents(view, {wanted.navigation_title, page.key}));
  prepared.url = page.url;
  return prepared;
}

}  // namespace

std::string search_path(const State& state) {
  return state.directory + "/search";
}

Result<SearchReport> update_search(base::Disk& disk, source::SourceStore& sources, State& state,
                                   unsigned jobs) {
  std::map<std::string, base::Digest> old = std::move(state.ledger.searched);
  state.ledger.searched.clear();
  bool exists = disk.status(search_path(state)).kind != base::FileKind::absent;
  if (!exists) old.clear();
  if (exists && old.empty()) {
    // A build that was killed left an index of which nobody knows what it holds.
    if (auto removed = disk.remove_tree(search_path(state)); !removed)
      return tl::unexpected(removed.error());
    exists = false;
  }
  std::vector<Wanted> stale;
  const auto& pages = state.index->pages();
  for (PageId id = 0; id < pages.size(); ++id) {
    if (pages[id].is_fallback()) continue;
    Wanted wanted{id,
                  pages[id].language + "/" + path_of(state, pages[id]),
                  std::string(state.navigation(pages[id].language).title_of(id)),
                  {}};
    wanted.input = input_of(state, id, wanted.navigation_title);
    state.ledger.searched[wanted.key] = wanted.input;
    auto before = old.find(wanted.key);
    bool same = before != old.end() && before->second == wanted.input;
    if (before != old.end()) old.erase(before);
    if (!same) stale.push_back(std::move(wanted));
  }
  SearchReport report{stale.size(), old.size()};
  if (stale.empty() && old.empty()) return report;
  auto writer = search::IndexWriter::open(disk, search_path(state), state.config->names);
  if (!writer) return tl::unexpected(writer.error());
  if (writer->is_new() && exists) {
    // The index has another form: it wants every page, whatever the ledger says.
    state.ledger.searched.clear();
    if (auto removed = disk.remove_tree(search_path(state)); !removed)
      return tl::unexpected(removed.error());
    return update_search(disk, sources, state, jobs);
  }
  std::mutex guard;
  std::optional<base::Error> error;
  base::for_each_index(stale.size(), jobs, [&](std::size_t i) {
    auto page = prepare_page(disk, sources, state, stale[i]);
    auto done = page ? writer->replace_page(std::move(*page)) : tl::unexpected(page.error());
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
  if (auto done = writer->commit(jobs); !done) return tl::unexpected(done.error());
  return report;
}

Result<std::vector<search::StaticFile>> static_search(
    const State& state, const std::function<bool(const std::string& path)>& has) {
  auto index = search::Index::open(search_path(state));
  if (!index) return tl::unexpected(index.error());
  std::map<std::string, std::string> urls;
  for (const site::SitePage& page : state.index->pages())
    if (!page.is_fallback()) urls[page.language + "/" + path_of(state, page)] = page.url;
  search::StaticOptions options;
  options.url_of = [&](const search::PageEntry& page) {
    return urls[page.language + "/" + page.path];
  };
  constexpr std::string_view kDirectory = "search-index/";
  options.has = [&](const std::string& path) { return has(std::string(kDirectory) + path); };
  std::vector<search::StaticFile> out;
  for (const std::string& language : state.languages)
    for (search::StaticFile& file : search::make_static_index(*index, language, options)) {
      file.path.insert(0, kDirectory);
      out.push_back(std::move(file));
    }
  return out;
}

}  // namespace kbuild::build
