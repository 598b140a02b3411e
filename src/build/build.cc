// The driver of a build; see build.h. Stages in order: state, pages, other outputs, search index,
// commit, ledger. From the first change of the site or of the index until all is done there is no
// ledger, so that a killed build is done again from the start.
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
    auto theme_files = take_snapshot(disk_, theme_path);
    if (!theme_files) return tl::unexpected(theme_files.error());
    theme_files_ = std::move(*theme_files);
    auto theme = render::Theme::load(disk_, theme_path);
    if (!theme) return tl::unexpected(theme.error());
    auto made = make_state(disk_, sources_, config_, options_.state);
    if (!made) return tl::unexpected(made.error());
    auto state = std::make_shared<State>(std::move(*made));
    report_.remains = state;
    state_ = state.get();
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
    Ledger& ledger = state->ledger;
    // Of a site that this ledger does not describe, by its place or its state, nothing can be kept.
    known_ = options_.freshness == Freshness::incremental && ledger.site == report_.out &&
             has_site() && ledger.site_stamp == stamp_of(disk_.status(report_.out));
    if (!known_ && has_site() && !holds_a_site())
      return base::fail(
          format("'{}' holds files that are no site, and a build would remove them", report_.out),
          "name another directory with --out, or empty this one");
    if (!known_) {
      ledger.outputs.clear();
      ledger.lag.reset();
    }
    std::vector<std::pair<std::string, FileStamp>> history_files;
    for (std::size_t i = 0; i < config_.sources.size(); ++i)
      state->histories.push_back(read_history(disk_, config_.sources[i].path,
                                              format("{}/dates.{}", state->directory, i),
                                              history_files));
    auto writer = SiteWriter::open(disk_, report_.out, ledger.lag ? &*ledger.lag : nullptr);
    if (!writer) return tl::unexpected(writer.error());
    writer_ = &*writer;
    old_outputs_ = std::move(ledger.outputs);
    ledger.outputs.clear();
    if (auto done = render_pages(); !done) return tl::unexpected(done.error());
    if (auto done = write_others(); !done) return tl::unexpected(done.error());
    if (auto done = forget(); !done) return tl::unexpected(done.error());
    if (options_.search == Search::with) {
      auto searched = update_search(disk_, sources_, *state_, options_.state.jobs);
      if (!searched) return tl::unexpected(searched.error());
      report_.indexed = searched->replaced;
      if (auto done = write_search(); !done) return tl::unexpected(done.error());
    }
    if (auto done = commit(); !done) return tl::unexpected(done.error());
    std::sort(report_.explanations.begin(), report_.explanations.end());
    report_.diagnostics = findings(disk_, sources_, *state_);
    fill_receipt();
    report_.receipt.files.insert(report_.receipt.files.end(), history_files.begin(),
                                 history_files.end());
    return std::move(report_);
  }

 private:
  /// A site of an earlier build, or nothing that could be lost.
  bool holds_a_site() const {
    auto files = disk_.list(report_.out);
    return files && (files->empty() ||
                     (disk_.status(report_.out + "/404.html").kind == base::FileKind::file &&
                      disk_.status(report_.out + "/assets").kind == base::FileKind::directory));
  }

  bool has_site() const { return disk_.status(report_.out).kind == base::FileKind::directory; }

  /// Renders the pages whose input changed, in parallel; errors of any thread fail the build.
  Result<void> render_pages() {
    const auto& pages = state_->index->pages();
    for (const std::string& language : state_->languages) {
      sites_[language] = site_model(*state_, language);
      site_digests_[language] = site_digest(sites_[language]);
    }
    std::vector<PageId> shown;
    for (PageId id = 0; id < pages.size(); ++id)
      if (state_->builds(pages[id].language)) shown.push_back(id);
    report_.pages = shown.size();
    ProgressCounter counter(options_.state.progress, "render", shown.size());
    base::for_each_index(shown.size(), options_.state.jobs, [&](std::size_t i) {
      render_one(shown[i]);
      counter.step();
    });
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

  void render_one(PageId id) {
    const site::SitePage& page = state_->index->pages()[id];
    CorpusPage& content = state_->content_of(id);
    Slice slice = slice_of(*state_, *theme_, id);
    base::Hasher input;
    input.add(content.row->source).add(content.row->reading).add(slice_digest(*state_, id, slice));
    input.add(theme_->digest())
        .add(site_digests_.at(page.language))
        .add(config_.sources[content.tree].edit_url);
    for (const IncludedFile& file : content.row->included) input.add(file.digest);
    put_markdown(id, content);
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

  /// The page's source beside its HTML, for readers that are programs.
  void put_markdown(PageId id, const CorpusPage& content) {
    if (!has_markdown_twin(*state_, id)) return;
    std::string path = state_->index->pages()[id].url + "index.md";
    OutputRow row{content.row->source, {}};
    const OutputRow* old = find_old(path);
    if (old && old->input == row.input) return keep(path, *old);
    if (auto copied = writer_->copy(content.source.file, path); !copied)
      return fail(copied.error());
    std::lock_guard lock(guard_);
    state_->ledger.outputs[path] = row;
    ++report_.written;
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
      if (!state_->builds(config_.sources[asset.tree].language) || !state_->publishes(asset))
        continue;
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
    base::Digest input = site_files_input();
    if (!keep_all(state_->ledger.site_files, input)) {
      std::vector<OutputFile> files = site_files(*state_, *theme_);
      if (options_.now != 0) {
        feed_ = matrix_feed(disk_, *state_, options_.now);
        if (!feed_.file.bytes.empty()) files.push_back(std::move(feed_.file));
      }
      for (const OutputFile& file : files)
        put(file.path, {input, {}}, file.bytes, find_old(file.path), "");
    }
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

  /// Everything that a file made of the whole site can show: prose is not among it.
  base::Digest site_files_input() const {
    base::Hasher hasher;
    hasher.add(config_.inputs.digest)
        .add(base::digest_of(theme_files_))
        .add(base::digest_of(state_->watched));
    hasher.add(base::digest_of(state_->watched_files))
        .add(static_cast<std::uint64_t>(options_.now != 0));
    for (const std::string& language : state_->languages) hasher.add(language);
    for (const CorpusPage& page : state_->corpus.pages) {
      hasher.add(page.key).add(page.row->facts_digest).add(page.row->claims).add(page.row->reading);
      if (page.source.origin) hasher.add(page.source.origin->pages[page.source.part].timestamp);
    }
    for (const auto& [key, page] : state_->evidence.pages)
      for (const Badge& badge : page.badges)
        hasher.add(key).add(badge.unit).add(run::standing_name(badge.standing));
    for (const History& history : state_->histories)
      hasher.add(history.head).add(history.repository);
    return hasher.finish();
  }

  /// Keeps all files that were made from `input`, if the last build made them; notes that this one
  /// will have.
  bool keep_all(base::Digest& last, const base::Digest& input) {
    bool same = !old_outputs_.empty() && last == input;
    last = input;
    if (same)
      for (const auto& [path, row] : old_outputs_)
        if (row.input == input) keep(path, row);
    return same;
  }

  /// The search index for plain hosts; made again where any page of the index changed.
  Result<void> write_search() {
    base::Digest input = base::digest_of(state_->ledger.searched);
    if (keep_all(state_->ledger.static_search, input)) return {};
    auto files =
        static_search(*state_, [&](const std::string& path) { return find_old(path) != nullptr; });
    if (!files) return tl::unexpected(files.error());
    for (const search::StaticFile& file : *files) {
      const OutputRow* old = find_old(file.path);
      if (file.content.empty() && old) {
        keep(file.path, {input, old->output});
      } else {
        put(file.path, {input, {}}, file.content, old, "");
      }
    }
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

  /// Takes back what says that the site and the index are finished.
  Result<void> forget() {
    if (auto removed = disk_.remove(state_->directory + "/receipt"); !removed) return removed;
    return disk_.remove(state_->ledger_path);
  }

  Result<void> commit() {
    Ledger& ledger = state_->ledger;
    std::vector<std::string> removed;
    for (const auto& [path, row] : old_outputs_)
      if (!ledger.outputs.contains(path)) removed.push_back(path);
    report_.removed = removed.size();
    bool unchanged =
        writer_->has_site() && !old_outputs_.empty() && report_.written == 0 && removed.empty();
    if (auto done = unchanged ? writer_->abandon() : writer_->commit(kept_, removed); !done)
      return done;
    ledger.lag.reset();
    // Of an unknown site nobody can say which of its files the new one lacks.
    if (known_ && writer_->lag()) ledger.lag = *writer_->lag();
    ledger.site = report_.out;
    ledger.site_stamp = stamp_of(disk_.status(report_.out));
    if (!feed_.history.empty())
      if (auto kept = disk_.write(feed_.history_path, feed_.history); !kept) return kept;
    return save_ledger(disk_, state_->ledger_path, ledger);
  }

  void fill_receipt() {
    Receipt& receipt = report_.receipt;
    receipt.out = report_.out;
    receipt.out_stamp = state_->ledger.site_stamp;
    receipt.pages = report_.pages;
    receipt.trees = std::move(state_->corpus.trees);
    for (Snapshot& tree : state_->watched) receipt.trees.push_back(std::move(tree));
    receipt.trees.push_back(std::move(theme_files_));
    for (const auto& [path, status] : config_.inputs.files)
      receipt.files.emplace_back(path, stamp_of(status));
    receipt.environment = config_.inputs.environment;
    receipt.expires = state_->evidence.expires;
    std::map<std::string, FileStamp> beside;
    for (const auto& [key, row] : state_->ledger.pages) {
      for (const IncludedFile& file : row.included) beside[file.path] = file.stamp;
      for (const std::string& path : row.missed) beside[path] = {};
    }
    receipt.files.insert(receipt.files.end(), beside.begin(), beside.end());
    for (const auto& files : {state_->watched_files, state_->corpus.beside})
      receipt.files.insert(receipt.files.end(), files.begin(), files.end());
  }

  base::Disk& disk_;
  source::SourceStore& sources_;
  const meta::Config& config_;
  const BuildOptions& options_;
  State* state_ = nullptr;
  const render::Theme* theme_ = nullptr;
  SiteWriter* writer_ = nullptr;
  Snapshot theme_files_;
  std::map<std::string, render::SiteModel> sites_;
  std::map<std::string, base::Digest> site_digests_;
  std::map<std::string, OutputRow> old_outputs_;
  std::vector<std::string> kept_;
  BuildReport report_;
  MatrixFeed feed_;
  /// Whether the ledger describes the site that is there.
  bool known_ = false;
  std::mutex guard_;
  std::optional<base::Error> error_;
};

}  // namespace

std::string receipt_path(const base::Disk& disk, const std::string& config_path) {
  return ".kbuild/" + meta::state_key(disk, config_path) + "/receipt";
}

base::Digest build_request(const base::Disk& disk, const std::string& config_path,
                           const BuildOptions& options) {
  base::Hasher hasher;
  hasher.add(program_digest(disk)).add(config_path).add(options.out).add(options.themes);
  hasher.add(static_cast<std::uint64_t>(options.search))
      .add(static_cast<std::uint64_t>(options.state.syntax));
  hasher.add(static_cast<std::uint64_t>(options.now != 0));
  for (const std::string& language : options.state.languages) hasher.add(language);
  return hasher.finish();
}

Result<BuildReport> build_site(base::Disk& disk, source::SourceStore& sources,
                               const meta::Config& config, const BuildOptions& options) {
  return Build(disk, sources, config, options).run();
}

}  // namespace kbuild::build
