// An HTTP server for one site on this machine: its files, an API for search, and a channel that
// tells browsers to reload. One thread of events (Boost.Asio) serves all connections within the
// bounds of limits.h; searches run on a few threads beside it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "serve/http/limits.h"

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
  /// The address to listen on; with "localhost" and the loopback's addresses the only name of the
  /// server: requests to another are refused.
  std::string host = "127.0.0.1";
  /// 0: any free port.
  int port = 8000;
  /// Answers /api/search as JSON; called from many threads.
  std::function<std::string(const SearchRequest&)> search = {};
  /// The search page at `url` ("fi/search/") including results, for readers without scripts.
  std::function<std::string(const SearchRequest&, const std::string& url, std::string html)>
      search_page = {};
  Limits limits = {};
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

}  // namespace kbuild::serve
