// The driver of a build; see build.h. Stages in order: state, pages, other outputs, search index,
// commit, ledger. The ledger is written last, so that a killed build is only done again.
#include "build/build.h"

#include <algorithm>
#include <mutex>

#include "base/format.h"
#include "base/jobs.h"
#include "base/path.h"
#include "build/compose.h"
#include "build/matrix_feed.h"
#include "build/outputs.h"
#include "build/search_stage.h"
#include "build/site_writer.h"

namespace kbuild::build {

namespace {

using base::format;
using base::Result;
using site::PageId;

class Build {
 public:
  Build(base::Disk& disk, source::SourceStore& sources, const meta::Config& config,
        const BuildOptions& options)
      : disk_(disk), sources_(sources), config_(config), options_(options) {}

  Result<BuildReport> run() {
    std::string theme_path = config_.theme.find('/') == config_.theme.npos
                                 ? base::join_path(options_.themes, config_.theme)
                                 : base::join_path(config_.directory, config_.theme);
    auto theme = render::Theme::load(disk_, theme_path);
    if (!theme) return tl::unexpected(theme.error());
    auto state = make_state(disk_, sources_, config_, options_.state);
    if (!state) return tl::unexpected(state.error());
    state_ = &*state;
    theme_ = &*theme;
    report_.out = !options_.out.empty()  ? options_.out
                  : !config_.out.empty() ? config_.out
                                         : state->directory + "/site";
    for (const CorpusPage& page : state->corpus.pages)
      if (!page.reason.empty()) {
        ++report_.read;
        std::string path = base::join_path(config_.sources[page.tree].path, page.source.path);
        report_.explanations.push_back(format("{}: read, {}", path, page.reason));
      }
    auto writer = SiteWriter::open(disk_, report_.out);
    if (!writer) return tl::unexpected(writer.error());
    writer_ = &*writer;
    if (!writer->has_site() || options_.freshness == Freshness::clean)
      state->ledger.outputs.clear();
    old_outputs_ = std::move(state->ledger.outputs);
    if (auto done = render_pages(); !done) return tl::unexpected(done.error());
    if (auto done = write_others(); !done) return tl::unexpected(done.error());
    if (options_.search == Search::with) {
      auto searched = update_search(disk_, sources_, *state_, options_.state.jobs);
      if (!searched) return tl::unexpected(searched.error());
      report_.indexed = searched->replaced;
      if (auto done = write_search(); !done) return tl::unexpected(done.error());
    }
    if (auto done = commit(); !done) return tl::unexpected(done.error());
    std::sort(report_.explanations.begin(), report_.explanations.end());
    report_.diagnostics = findings(disk_, sources_, *state_);
    return std::move(report_);
  }

 private:
  bool is_built(const std::string& language) const {
    return std::find(state_->languages.begin(), state_->languages.end(), language) !=
           state_->languages.end();
  }

  /// Renders the pages whose input changed, in parallel; errors of any thread fail the build.
  Result<void> render_pages() {
    const auto& pages = state_->index->pages();
    for (const std::string& language : state_->languages)
      sites_[language] = site_model(*state_, language);
    std::vector<PageId> shown;
    for (PageId id = 0; id < pages.size(); ++id)
      if (is_built(pages[id].language)) shown.push_back(id);
    report_.pages = shown.size();
    base::for_each_index(shown.size(), options_.state.jobs,
                         [&](std::size_t i) { render_one(shown[i]); });
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

  void render_one(PageId id) {
    const site::SitePage& page = state_->index->pages()[id];
    CorpusPage& content = state_->content_of(id);
    Slice slice = slice_of(*state_, id);
    base::Hasher input;
    input.add(content.row->source).add(slice_digest(*state_, id, slice)).add(theme_->digest());
    for (const IncludedFile& file : content.row->included) input.add(file.digest);
    std::string path = page.url + "index.html";
    OutputRow row{input.finish(), {}};
    const OutputRow* old = find_old(path);
    if (old && old->input == row.input) return keep(path, *old);
    std::string reason = !old                      ? "it is new"
                         : !content.reason.empty() ? "its source changed"
                                                   : "what it shows of the site changed";
    std::unique_ptr<LoadedPage> again;
    auto loaded = loaded_page(disk_, sources_, config_, content, again);
    if (!loaded) return fail(loaded.error());
    std::string html = render::render_page(*theme_, sites_.at(page.language),
                                           compose(*state_, *theme_, id, slice, **loaded));
    put(path, row, html, old, format("{}: rendered, {}", path, reason));
    std::lock_guard lock(guard_);
    ++report_.rendered;
  }

  const OutputRow* find_old(const std::string& path) const {
    auto found = old_outputs_.find(path);
    return found == old_outputs_.end() ? nullptr : &found->second;
  }

  void fail(const base::Error& error) {
    std::lock_guard lock(guard_);
    if (!error_) error_ = error;
  }

  void keep(const std::string& path, const OutputRow& row) {
    std::lock_guard lock(guard_);
    state_->ledger.outputs[path] = row;
    kept_.push_back(path);
  }

  /// Stages the bytes, unless the site has them already.
  void put(const std::string& path, OutputRow row, const std::string& bytes, const OutputRow* old,
           std::string explanation) {
    row.output = base::digest(bytes);
    bool same = old && old->output == row.output;
    if (!same)
      if (auto written = writer_->put(path, bytes); !written) return fail(written.error());
    std::lock_guard lock(guard_);
    state_->ledger.outputs[path] = row;
    if (same) {
      kept_.push_back(path);
    } else {
      ++report_.written;
    }
    if (!explanation.empty()) report_.explanations.push_back(std::move(explanation));
  }

  /// Assets of the sources and the theme, and the files that are made of the whole site.
  Result<void> write_others() {
    for (const site::Asset& asset : state_->index->assets()) {
      if (!is_built(config_.sources[asset.tree].language) || !state_->publishes(asset)) continue;
      const FileStamp& stamp = state_->ledger.assets.at(format("{}/{}", asset.tree, asset.path));
      OutputRow row{base::digest_of(stamp), {}};
      const OutputRow* old = find_old(asset.url);
      if (old && old->input == row.input) {
        keep(asset.url, *old);
        continue;
      }
      std::string from = base::join_path(config_.sources[asset.tree].path, asset.path);
      if (auto copied = writer_->copy(from, asset.url); !copied) return copied;
      state_->ledger.outputs[asset.url] = row;
      ++report_.written;
    }
    std::vector<OutputFile> files = site_files(*state_, *theme_);
    if (options_.now != 0) {
      feed_ = matrix_feed(disk_, *state_, options_.now);
      if (!feed_.file.bytes.empty()) files.push_back(feed_.file);
    }
    for (OutputFile& file : files) {
      OutputRow row{base::digest(file.bytes), {}};
      put(file.path, row, file.bytes, find_old(file.path), "");
    }
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

  /// The search index for plain hosts; made again where any page of the index changed.
  Result<void> write_search() {
    constexpr std::string_view kDirectory = "search-index/";
    base::Digest input = base::digest_of(state_->ledger.searched);
    auto begin = old_outputs_.lower_bound(std::string(kDirectory)), at = begin;
    while (at != old_outputs_.end() && at->first.starts_with(kDirectory) &&
           at->second.input == input)
      ++at;
    if (at != begin && (at == old_outputs_.end() || !at->first.starts_with(kDirectory))) {
      for (auto row = begin; row != at; ++row) keep(row->first, row->second);
      return {};
    }
    auto files = static_search(*state_);
    if (!files) return tl::unexpected(files.error());
    for (const search::StaticFile& file : *files)
      put(file.path, {input, {}}, file.content, find_old(file.path), "");
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

  Result<void> commit() {
    for (const auto& [path, row] : old_outputs_)
      if (!state_->ledger.outputs.contains(path)) ++report_.removed;
    bool unchanged = writer_->has_site() && report_.written == 0 && report_.removed == 0;
    if (auto done = unchanged ? writer_->abandon() : writer_->commit(kept_); !done) return done;
    if (!feed_.history.empty())
      if (auto kept = disk_.write(feed_.history_path, feed_.history); !kept) return kept;
    return save_ledger(disk_, state_->ledger_path, state_->ledger);
  }

  base::Disk& disk_;
  source::SourceStore& sources_;
  const meta::Config& config_;
  const BuildOptions& options_;
  State* state_ = nullptr;
  const render::Theme* theme_ = nullptr;
  SiteWriter* writer_ = nullptr;
  std::map<std::string, render::SiteModel> sites_;
  std::map<std::string, OutputRow> old_outputs_;
  std::vector<std::string> kept_;
  BuildReport report_;
  MatrixFeed feed_;
  std::mutex guard_;
  std::optional<base::Error> error_;
};

}  // namespace

Result<BuildReport> build_site(base::Disk& disk, source::SourceStore& sources,
                               const meta::Config& config, const BuildOptions& options) {
  return Build(disk, sources, config, options).run();
}

}  // namespace kbuild::build
