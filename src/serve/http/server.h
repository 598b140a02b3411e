// An HTTP server for one site: its files, an API for search, and a channel that tells browsers to
// reload. Wraps cpp-httplib. Header, body, time and number of connections are limited.
// The program loads this directory as a module on demand (serve/module.h): loading the libraries of
// HTTP takes a quarter of the time of a build in which nothing changed.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace kbuild::serve {

struct SearchRequest {
  std::string text;
  std::string language;
  std::string system;
  std::string product;
  std::string kind;
  /// Language of the wanted pages, if it differs from that of the words.
  std::string target;
  /// Name of the wanted other site.
  std::string site;
  /// Whether words are taken as typed.
  bool literal = false;
  /// Whether pages in other languages are wanted even if there are many results.
  bool others = false;
};

struct ServerOptions {
  /// Directory of the site; may be replaced while serving.
  std::string directory;
  std::string host = "127.0.0.1";
  /// 0: any free port.
  int port = 8000;
  /// Answers /api/search as JSON; called from many threads.
  std::function<std::string(const SearchRequest&)> search = {};
  /// The search page at `url` ("fi/search/") including results, for readers without scripts.
  std::function<std::string(const SearchRequest&, const std::string& url, std::string html)>
      search_page = {};
};

class Server {
 public:
  /// Binds the port; an error if it is taken.
  static base::Result<std::unique_ptr<Server>> open(ServerOptions options);
  virtual ~Server() = default;

  virtual int port() const = 0;
  /// Serves until stop() is called from another thread.
  virtual void run() = 0;
  virtual void stop() = 0;
  /// Tells every open page that the site has changed.
  virtual void reload() = 0;
};

/// Server::open() under a name that dlsym finds.
extern "C" void kbuild_open_server(ServerOptions& options,
                                   base::Result<std::unique_ptr<Server>>& opened);

}  // namespace kbuild::serve
