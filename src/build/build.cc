// The driver of a build; see build.h. Stages in order: state, pages and other outputs in parallel
// with the search index, commit, ledger. From the first change of the site or of the index until
// all is done there is no ledger, so that a killed build is done again from the start.
#include "build/build.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <mutex>

#include "base/format.h"
#include "base/jobs.h"
#include "base/path.h"
#include "build/outputs/matrix_feed.h"
#include "build/outputs/output_set.h"
#include "build/outputs/outputs.h"
#include "build/outputs/site_place.h"
#include "build/outputs/site_writer.h"
#include "build/stages/compose.h"
#include "build/stages/search_stage.h"
#include "meta/load/load.h"

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
    report_.out = site_directory(config_, options_.out);
    if (auto allowed =
            check_site_place(disk_, config_, report_.out,
                             options_.out.empty() ? NamedBy::configuration : NamedBy::command_line);
        !allowed)
      return tl::unexpected(allowed.error());
    auto locked = disk_.lock(site_lock_path(report_.out), options_.lock);
    if (!locked) return tl::unexpected(locked.error());
    lock_ = std::move(*locked);
    found_early_ =
        std::async(std::launch::async, [this] { return find_site(disk_, report_.out, {}); });
    if (options_.search == Search::with && options_.freshness == Freshness::incremental)
      index_ = open_early(disk_, config_, options_.state.jobs);
    if (auto opened = open(); !opened) return tl::unexpected(opened.error());
    Ledger& ledger = state_->ledger;
    auto writer = SiteWriter::open(disk_, report_.out, std::move(found_),
                                   ledger.stale_in_spare ? &*ledger.stale_in_spare : nullptr);
    if (!writer) return tl::unexpected(writer.error());
    OutputSet outputs(ledger.outputs, *writer);
    outputs_ = &outputs;
    const base::Digest site = site_digest();
    const base::Digest public_digest =
        base::Hasher().add(site).add(base::digest_of(ledger.assets)).finish();
    bool expired = ledger.expires != 0 && state_->now >= ledger.expires;
    // Where the site is what it was, all that is to do follows from the edited texts.
    bool folded = !known_ || outputs.is_new() || expired || ledger.public_digest != public_digest;
    if (auto done = folded ? fold_site() : Result<void>(); !done)
      return tl::unexpected(done.error());
    bool with_search = options_.search == Search::with;
    // The index holds pages of languages that this build leaves out, too.
    if (with_search && !state_->index && state_->languages.size() < config_.languages.size())
      if (auto done = complete(disk_, *state_); !done) return tl::unexpected(done.error());
    if (auto done = forget(); !done) return tl::unexpected(done.error());
    if (!folded) outputs.keep_rest(ledger.static_search);
    // Neither needs the other, and each has parts that only one thread can do.
    Result<void> searched;
    Result<SavedRows> rows;
    base::for_each_index(with_search ? 2 : 1, options_.state.jobs, [&](std::size_t part) {
      if (part == 1) {
        searched = search();
        return;
      }
      write_pages(folded, site);
      collect_findings(folded);
      rows = save_rows(disk_, state_->ledger_path, ledger.pages);
    });
    if (error_) return tl::unexpected(*error_);
    if (!searched) return tl::unexpected(searched.error());
    if (!rows) return tl::unexpected(rows.error());
    if (auto done = outputs.result(); !done) return tl::unexpected(done.error());
    ledger.public_digest = public_digest;
    if (folded) ledger.expires = state_->evidence.expires;
    if (auto done = commit(*writer, *rows); !done) return tl::unexpected(done.error());
    std::sort(report_.explanations.begin(), report_.explanations.end());
    fill_receipt();
    return std::move(report_);
  }

 private:
  /// Theme, sources, ledger and history; what was read of the pages.
  Result<void> open() {
    std::string theme_path = config_.theme.find('/') == config_.theme.npos
                                 ? base::join_path(options_.themes, config_.theme)
                                 : base::join_path(config_.directory, config_.theme);
    auto theme_files = take_snapshot(disk_, theme_path);
    if (!theme_files) return tl::unexpected(theme_files.error());
    theme_files_ = std::move(*theme_files);
    auto theme = render::Theme::load(disk_, theme_path);
    if (!theme) return tl::unexpected(theme.error());
    theme_.emplace(std::move(*theme));
    auto opened = open_state(disk_, sources_, config_, options_.state);
    if (!opened) return tl::unexpected(opened.error());
    auto state = std::make_shared<State>(std::move(*opened));
    report_.remains = state;
    state_ = state.get();
    for (const CorpusPage& page : state->corpus.pages)
      if (!page.reason.empty()) {
        ++report_.read;
        std::string path = base::join_path(config_.sources[page.tree].path, page.source.path);
        report_.explanations.push_back(format("{}: read, {}", path, page.reason));
      }
    Ledger& ledger = state->ledger;
    if (auto found = look_at_site(); !found) return found;
    // If the ledger describes another site, or another state of it, nothing can be reused.
    known_ = options_.freshness == Freshness::incremental && ledger.site == report_.out &&
             is_recorded() && ledger.site_stamp == stamp_of(disk_.status(report_.out));
    if (!known_) {
      ledger.outputs.clear();
      ledger.stale_in_spare.reset();
    }
    for (std::size_t i = 0; i < config_.sources.size(); ++i)
      state->histories.push_back(read_history(disk_, config_.sources[i].path,
                                              format("{}/dates.{}", state->directory, i),
                                              history_files_));
    return {};
  }

  /// What stands in the place of the site, which a build may replace.
  Result<void> look_at_site() {
    auto found = found_early_.get();
    if (!found) return tl::unexpected(found.error());
    found_ = std::move(*found);
    if (!found_.exists || found_.contents.marked) return {};
    if (auto adopted = adopt_site(disk_, report_.out, state_->ledger_path)) {
      found_.contents = std::move(*adopted);
      return {};
    }
    // An empty directory, or a new checkout for a branch of pages.
    const std::vector<std::string>& foreign = found_.contents.foreign;
    if (foreign.empty() || foreign == std::vector<std::string>{".git"}) return {};
    return base::fail(
        format("'{}' holds files that no build made, such as '{}'", report_.out, foreign.front()),
        "name another directory with --out, or empty this one");
  }

  /// Whether the site holds the files that the ledger records.
  bool is_recorded() const {
    const SiteContents& contents = found_.contents;
    return found_.exists && contents.missing.empty() &&
           std::equal(contents.manifest.begin(), contents.manifest.end(),
                      state_->ledger.outputs.begin(), state_->ledger.outputs.end(),
                      [](const auto& path, const auto& row) { return path == row.first; });
  }

  /// Of everything that files made from the whole site can show; prose is not included.
  base::Digest site_digest() const {
    base::Hasher hasher;
    hasher.add(config_.inputs.digest)
        .add(base::digest_of(config_.inputs.environment))
        .add(base::digest_of(theme_files_))
        .add(base::digest_of(state_->watched))
        .add(base::digest_of(state_->watched_files))
        .add(static_cast<std::uint64_t>(options_.now != 0));
    for (const std::string& language : state_->languages) hasher.add(language);
    for (const CorpusPage& page : state_->corpus.pages) {
      hasher.add(page.key).add(page.row->public_digest).add(page.row->reading);
      // An export's pages move when any of them is edited.
      if (page.source.origin) hasher.add(page.source.origin->digest);
    }
    for (const History& history : state_->histories)
      hasher.add(history.head).add(history.repository);
    return hasher.finish();
  }

  /// Everything that the pages show of the site, and each page's part of it.
  Result<void> fold_site() {
    if (auto done = complete(disk_, *state_); !done) return done;
    const auto& pages = state_->index->pages();
    for (CorpusPage& page : state_->corpus.pages) page.row->shown.clear();
    // A row is shared by a page and its fallbacks: each thread gets a place of its own in it.
    std::vector<std::pair<PageId, std::size_t>> shown;
    for (PageId id = 0; id < pages.size(); ++id) {
      if (!state_->builds(pages[id].language)) continue;
      std::vector<ShownPage>& places = state_->content_of(id).row->shown;
      shown.emplace_back(id, places.size());
      const site::SitePage& page = pages[id];
      std::string title(state_->navigation(page.language).title_of(id));
      places.push_back(
          {page.url, page.language, page.key, std::move(title), state_->links[id], "", {}});
    }
    base::for_each_index(shown.size(), options_.state.jobs, [&](std::size_t i) {
      auto [id, place] = shown[i];
      ShownPage& page = state_->content_of(id).row->shown[place];
      page.slice = base::to_archive(slice_of(*state_, *theme_, id));
      page.slice_digest = base::digest(page.slice);
    });
    auto& models = state_->ledger.models;
    models.clear();
    for (const std::string& language : state_->languages)
      models[language] = base::to_archive(site_model(*state_, language));
    return {};
  }

  /// All files of the site but those of its search index.
  void write_pages(bool folded, const base::Digest& site) {
    render_pages();
    if (!folded) return;
    copy_assets();
    write_site_files(site);
  }

  /// Renders the pages whose input changed, in parallel.
  void render_pages() {
    for (const auto& [language, archive] : state_->ledger.models) {
      base::from_archive(archive, models_[language]);
      model_digests_[language] = base::digest(archive);
    }
    std::vector<std::pair<const CorpusPage*, const ShownPage*>> shown;
    for (const CorpusPage& page : state_->corpus.pages)
      for (const ShownPage& place : page.row->shown) shown.emplace_back(&page, &place);
    report_.pages = shown.size();
    ProgressCounter counter(options_.state.progress, "render", shown.size());
    base::for_each_index(shown.size(), options_.state.jobs, [&](std::size_t i) {
      auto [page, place] = shown[i];
      if (auto done = render_one(*page, *place); !done) {
        std::lock_guard lock(guard_);
        if (!error_) error_ = done.error();
      }
      counter.step();
    });
  }

  Result<void> render_one(const CorpusPage& page, const ShownPage& shown) {
    bool own = shown.language == page.source.language;
    // The page's source is published next to its HTML, for programs that read it.
    if (std::string copy = shown.url + "index.md"; own && has_markdown_copy(page.source.path))
      if (!outputs_->keep(copy, page.row->source))
        outputs_->copy(page.source.file, copy, page.row->source);
    base::Hasher hasher;
    hasher.add(page.row->source)
        .add(page.row->reading)
        .add(shown.slice_digest)
        .add(theme_->digest())
        .add(model_digests_.at(shown.language))
        .add(config_.sources[page.tree].edit_url);
    for (const IncludedFile& file : page.row->included) hasher.add(file.digest);
    const base::Digest input = hasher.finish();
    std::string path = shown.url + "index.html";
    if (outputs_->keep(path, input)) return {};
    std::string reason = !outputs_->find(path)  ? "it is new"
                         : !page.reason.empty() ? "its source changed"
                                                : "what it shows of the site changed";
    std::unique_ptr<LoadedPage> again;
    auto loaded = loaded_page(disk_, sources_, config_, page, again);
    if (!loaded) return tl::unexpected(loaded.error());
    Slice slice;
    base::from_archive(shown.slice, slice);
    {
      // A page and its fallbacks share the row.
      std::lock_guard lock(guard_);
      unpack(*page.row);
    }
    outputs_->put(path, input,
                  render::render_page(*theme_, models_.at(shown.language),
                                      compose(config_, *theme_, slice, page.row->facts, **loaded)));
    std::lock_guard lock(guard_);
    ++report_.rendered;
    report_.explanations.push_back(format("{}: rendered, {}", path, reason));
    return {};
  }

  /// Assets of the sources; of those with one place the last.
  void copy_assets() {
    std::map<std::string_view, const site::Asset*> by_place;
    for (const site::Asset& asset : state_->index->assets())
      if (state_->builds(config_.sources[asset.tree].language) && state_->publishes(asset))
        by_place[asset.url] = &asset;
    std::vector<const site::Asset*> assets;
    for (const auto& [place, asset] : by_place) assets.push_back(asset);
    base::for_each_index(assets.size(), options_.state.jobs, [&](std::size_t i) {
      const site::Asset& asset = *assets[i];
      base::Digest input =
          base::digest_of(state_->ledger.assets.at(format("{}/{}", asset.tree, asset.path)));
      std::string from = base::join_path(config_.sources[asset.tree].path, asset.path);
      if (!outputs_->keep(asset.url, input)) outputs_->copy(from, asset.url, input);
    });
  }

  /// The matrix, the theme's assets, and the other files that are made of the whole site.
  void write_site_files(const base::Digest& site) {
    const base::Digest matrix = base::digest_of(state_->matrix);
    write_matrix(*state_, *theme_, matrix, *outputs_);
    if (options_.now != 0) write_feed(matrix);
    base::Hasher hasher;
    // The answers of the search box are made of the matrix, which time changes, too.
    hasher.add(site).add(matrix);
    for (const run::RunRecord& record : state_->evidence.records)
      hasher.add(run::to_json(record)).add(record.signer);
    for (const auto& [key, page] : state_->evidence.pages)
      for (const Badge& badge : page.badges)
        hasher.add(key).add(badge.unit).add(run::standing_name(badge.standing));
    const base::Digest input = hasher.finish();
    bool same = !outputs_->is_new() && state_->ledger.site_files == input;
    state_->ledger.site_files = input;
    if (same) return outputs_->keep_all(input);
    std::vector<OutputFile> files = site_files(*state_, *theme_);
    base::for_each_index(files.size(), options_.state.jobs, [&](std::size_t i) {
      outputs_->put(files[i].path, input, files[i].bytes);
    });
  }

  /// Of what changed in the matrix since the last build: nothing where it is the same.
  void write_feed(const base::Digest& matrix) {
    base::Hasher hasher;
    hasher.add(matrix).add(config_.site_url).add(state_->languages.front());
    hasher.add(newest_date(*state_));
    const base::Digest input = hasher.finish();
    if (outputs_->keep("matrix.xml", input)) return;
    feed_ = matrix_feed(disk_, *state_, options_.now);
    if (!feed_.file.bytes.empty()) outputs_->put("matrix.xml", input, feed_.file.bytes);
  }

  /// The search index, and its form for plain hosts; that is made again where any page of the index
  /// changed.
  Result<void> search() {
    auto searched = update_search(disk_, sources_, *state_, options_.state.jobs, std::move(index_));
    if (!searched) return tl::unexpected(searched.error());
    report_.indexed = searched->replaced;
    base::Digest input = base::digest_of(state_->ledger.searched);
    bool same = !outputs_->is_new() && state_->ledger.static_search == input;
    state_->ledger.static_search = input;
    if (same) {
      outputs_->keep_all(input);
      return {};
    }
    auto has = [&](const std::string& path) { return outputs_->find(path).has_value(); };
    auto put = [&](const search::StaticFile& file) {
      if (file.content.empty() && has(file.path))
        outputs_->adopt(file.path, input);
      else
        outputs_->put(file.path, input, file.content);
    };
    auto done = static_search(disk_, *state_, std::move(*searched), options_.state.jobs, has, put);
    if (!done) return done;
    return outputs_->result();
  }

  /// Removes the records of a finished site and index.
  Result<void> forget() {
    if (auto removed = disk_.remove(state_->directory + "/receipt"); !removed) return removed;
    return disk_.remove(state_->ledger_path);
  }

  Result<void> commit(SiteWriter& writer, SavedRows rows) {
    Ledger& ledger = state_->ledger;
    if (auto done = outputs_->commit(); !done) return done;
    report_.written = outputs_->written();
    report_.removed = outputs_->removed();
    name_foreign(writer.foreign());
    ledger.stale_in_spare.reset();
    // Without a ledger of the old site, the files that only it has are unknown.
    if (known_ && writer.stale_in_spare()) ledger.stale_in_spare = *writer.stale_in_spare();
    ledger.site = report_.out;
    ledger.site_stamp = stamp_of(disk_.status(report_.out));
    if (!feed_.history.empty())
      if (auto kept = disk_.write(feed_.history_path, feed_.history); !kept) return kept;
    return save_ledger(disk_, state_->ledger_path, ledger, rows);
  }

  /// What was not named by an earlier build.
  void name_foreign(const std::vector<std::string>& foreign) {
    std::vector<std::string>& told = state_->ledger.foreign;
    std::set_difference(foreign.begin(), foreign.end(), told.begin(), told.end(),
                        std::back_inserter(report_.kept));
    told = foreign;
  }

  void collect_findings(bool folded) {
    if (folded)
      state_->ledger.findings =
          make_cached_findings(site_findings(disk_, sources_, *state_), sources_);
    report_.diagnostics = page_findings(disk_, sources_, *state_);
    for (diag::Diagnostic& found : restore_findings(disk_, sources_, state_->ledger.findings))
      report_.diagnostics.push_back(std::move(found));
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
    receipt.expires = state_->ledger.expires;
    std::map<std::string, FileStamp> beside;
    for (const auto& [key, row] : state_->ledger.pages) {
      for (const IncludedFile& file : row.included) beside[file.path] = file.stamp;
      for (const std::string& path : row.missed) beside[path] = {};
    }
    receipt.files.insert(receipt.files.end(), beside.begin(), beside.end());
    std::vector<std::pair<std::string, FileStamp>> made;
    for (const std::string& path : {state_->ledger_path, rows_path(state_->ledger_path)})
      made.emplace_back(path, stamp_of(disk_.status(path)));
    for (const auto& files : {state_->watched_files, state_->corpus.beside, history_files_, made,
                              state_->ledger.index_files})
      receipt.files.insert(receipt.files.end(), files.begin(), files.end());
  }

  base::Disk& disk_;
  source::SourceStore& sources_;
  const meta::Config& config_;
  const BuildOptions& options_;
  State* state_ = nullptr;
  std::optional<render::Theme> theme_;
  OutputSet* outputs_ = nullptr;
  /// Of the site. Stands before what works in other threads, and so outlives it.
  base::FileLock lock_;
  EarlyIndex index_;
  FoundSite found_;
  std::future<Result<FoundSite>> found_early_;
  Snapshot theme_files_;
  std::vector<std::pair<std::string, FileStamp>> history_files_;
  /// By language.
  std::map<std::string, render::SiteModel> models_;
  std::map<std::string, base::Digest> model_digests_;
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
  hasher.add(options.state.signers ? "signers " + *options.state.signers : "");
  return hasher.finish();
}

Result<BuildReport> build_site(base::Disk& disk, source::SourceStore& sources,
                               const meta::Config& config, const BuildOptions& options) {
  return Build(disk, sources, config, options).run();
}

}  // namespace kbuild::build
