// kbuild serve: builds, serves, and builds again on every change of a source.
#include <CLI/CLI.hpp>
#include <csignal>
#include <memory>
#include <mutex>
#include <thread>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/process.h"
#include "base/watch.h"
#include "build/search_stage.h"
#include "cli/commands.h"
#include "cli/search_page.h"
#include "cli/site_search.h"
#include "cli/site_session.h"
#include "serve/server.h"

namespace kbuild::cli {

namespace {

volatile std::sig_atomic_t stop_requested = 0;

struct Arguments {
  int port = 8000;
  bool open = false;
};

std::vector<std::string> watched(const meta::Config& config) {
  std::vector<std::string> out = {config.directory.empty() ? "." : config.directory};
  for (const meta::SourceTree& tree : config.sources) {
    out.push_back(tree.path);
    out.insert(out.end(), tree.snippet_paths.begin(), tree.snippet_paths.end());
  }
  return out;
}

/// Answers queries from the index on disk; opened anew after each build. One query at a time: an
/// open index belongs to one thread, and a query takes milliseconds.
class Answerer {
 public:
  Answerer(const meta::Config& config, const base::Disk& disk, const build::StateOptions& options)
      : config_(config), disk_(disk), options_(options) {}

  void refresh() {
    std::lock_guard lock(guard_);
    sources_ = std::make_unique<source::SourceStore>();
    state_.reset();
    index_.reset();
    auto state = build::make_state(disk_, *sources_, config_, options_);
    if (!state) return;
    state_ = std::make_unique<build::State>(std::move(*state));
    if (auto index = search::Index::open(build::search_path(*state_)))
      index_ = std::make_unique<search::Index>(std::move(*index));
  }

  std::string answer(const serve::SearchRequest& request) {
    std::lock_guard lock(guard_);
    if (!index_) return "{\"results\":[]}";
    search::Query query =
        query_of(request, request.language.empty() ? config_.languages.front() : request.language);
    return base::dump_line(to_json(*state_, find_answers(*state_, *index_, query), query));
  }

  /// The search page of a language, at its URL. On it, "lang" is the language of the pages wanted.
  std::string fill_page(const serve::SearchRequest& request, const std::string& url,
                        std::string html) {
    std::lock_guard lock(guard_);
    if (!index_) return html;
    std::string language = config_.languages.front();
    for (const std::string& one : config_.languages)
      if (state_->index->language_prefix(one) + "search/" == url) language = one;
    search::Query query = query_of(request, language);
    query.target = request.language;
    query.limit = kOnPage;
    return fill_search_page(std::move(html), url, *state_, find_answers(*state_, *index_, query),
                            query);
  }

 private:
  static constexpr std::size_t kOnPage = 20;

  static search::Query query_of(const serve::SearchRequest& request, std::string language) {
    search::Query query;
    query.text = request.text;
    query.language = std::move(language);
    query.target = request.target;
    query.system = request.system;
    query.product = request.product;
    query.kind = request.kind;
    query.other_languages = search::OtherLanguages::add;
    query.facets = search::CountFacets::yes;
    return query;
  }

  const meta::Config& config_;
  const base::Disk& disk_;
  build::StateOptions options_;
  std::mutex guard_;
  std::unique_ptr<source::SourceStore> sources_;
  std::unique_ptr<build::State> state_;
  std::unique_ptr<search::Index> index_;
};

void run_serve(Session& session, const Arguments& arguments) {
  SiteSession site;
  if (!open_site(session, site)) return;
  run_build(session, {});
  if (session.exit_code == kUsage) return;
  const meta::Config& config = site.loaded.config;
  Answerer answerer(config, session.disk, site.options);
  answerer.refresh();
  serve::ServerOptions options;
  options.directory = !session.out.empty()  ? session.out
                      : !config.out.empty() ? config.out
                                            : ".kbuild/" + config.key + "/site";
  options.port = arguments.port;
  options.search = [&](const serve::SearchRequest& request) { return answerer.answer(request); };
  options.search_page = [&](const serve::SearchRequest& request, const std::string& url,
                            std::string html) {
    return answerer.fill_page(request, url, std::move(html));
  };
  auto server = serve::Server::open(std::move(options));
  if (!server) return session.fail(server.error());
  auto watcher = base::Watcher::open(watched(config));
  if (!watcher) return session.fail(watcher.error());
  std::string address = base::format("http://127.0.0.1:{}/", (*server)->port());
  session.message("serving " + address + " (Ctrl-C ends it)\n");
  std::jthread listening([&] { (*server)->run(); });
  if (arguments.open) (void)base::run_process({.arguments = {"xdg-open", address}});
  std::signal(SIGINT, [](int) { stop_requested = 1; });
  std::signal(SIGTERM, [](int) { stop_requested = 1; });
  while (!stop_requested) {
    if (!watcher->wait(200)) continue;
    run_build(session, {});
    answerer.refresh();
    (*server)->reload();
  }
  (*server)->stop();
  session.exit_code = kClean;
}

}  // namespace

void add_serve(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("serve", "serve the site, rebuilding on every change");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--port", arguments->port, "0: any free port")->check(CLI::Range(0, 65535));
  command->add_flag("--open", arguments->open, "open a browser");
  command->callback([&session, arguments] { run_serve(session, *arguments); });
}

}  // namespace kbuild::cli
