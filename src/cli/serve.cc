// kbuild serve: builds and serves the site, and rebuilds it on every change of a source.
#include <CLI/CLI.hpp>
#include <csignal>
#include <memory>
#include <thread>

#include "base/format.h"
#include "base/path.h"
#include "base/process.h"
#include "base/watch.h"
#include "build/outputs/site_place.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "serve/http/server.h"
#include "serve/search_service.h"
#include "tools/tool.h"

namespace kbuild::cli {

namespace {

volatile std::sig_atomic_t stop_requested = 0;

constexpr int kWait = 200;
/// Milliseconds after which unreachable sites are tried again.
constexpr int kRetry = 60'000;

struct ServeArguments {
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

void run_serve(Session& session, const ServeArguments& arguments) {
  SiteSession site;
  if (!open_site(session, site)) return;
  const BuildArguments building{.command = "kbuild serve"};
  run_build(session, building);
  if (session.exit_code == kUsage) return;
  const meta::Config& config = site.loaded.config;
  serve::SearchService service(config, session.disk, site.options);
  auto refresh = [&] {
    for (const std::string& missed : service.refresh())
      session.message("search leaves out " + missed + "\n");
  };
  refresh();
  serve::ServerOptions options;
  options.directory = build::site_directory(config, session.out);
  options.port = arguments.port;
  options.search = [&](const serve::SearchRequest& request) { return service.answer(request); };
  options.search_page = [&](const serve::SearchRequest& request, const std::string& url,
                            std::string html) {
    return service.fill_page(request, url, std::move(html));
  };
  auto server = serve::Server::open(std::move(options));
  if (!server) return session.fail(server.error());
  auto watcher = base::Watcher::open(watched(config));
  if (!watcher) return session.fail(watcher.error());
  std::string address = base::format("http://127.0.0.1:{}/", (*server)->port());
  session.message("serving " + address + " (Ctrl-C ends it)\n");
  std::jthread listening([&] { (*server)->run(); });
  if (arguments.open)
    (void)base::run_process({.arguments = {tools::find_tool("xdg-open"), address}});
  std::signal(SIGINT, [](int) { stop_requested = 1; });
  std::signal(SIGTERM, [](int) { stop_requested = 1; });
  for (int waited = 0; !stop_requested;) {
    if (!watcher->wait(kWait)) {
      waited += kWait;
      if (waited < kRetry || !service.misses_sites()) continue;
      waited = 0;
      (void)service.refresh();
      continue;
    }
    run_build(session, building);
    refresh();
    (*server)->reload();
  }
  (*server)->stop();
  session.exit_code = kClean;
}

}  // namespace

void add_serve(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("serve", "serve the site, rebuilding on every change");
  auto arguments = std::make_shared<ServeArguments>();
  command->add_option("--port", arguments->port, "0: any free port")->check(CLI::Range(0, 65535));
  command->add_flag("--open", arguments->open, "open a browser");
  command->callback([&session, arguments] { run_serve(session, *arguments); });
}

}  // namespace kbuild::cli
