// An HTTP server for one site: its files, an API for search, and a channel that tells browsers to
// reload. The door of cpp-httplib. Bounded: header, body, time and number of connections.
//
// The program loads this directory as a module when it serves (cli/server_module.h): the libraries
// that HTTP brings along take a quarter of the time that a build takes where nothing changed.
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
  /// Language of the pages wanted, where it is not that of the words.
  std::string target;
  /// Name of the other site wanted.
  std::string site;
  /// Whether words are taken as typed.
  bool literal = false;
  /// Whether pages in other languages are wanted although many are found.
  bool others = false;
};

struct ServerOptions {
  /// Directory of the site; may be swapped for another while serving.
  std::string directory;
  std::string host = "127.0.0.1";
  /// 0: any free port.
  int port = 8000;
  /// Answers /api/search as JSON; called from many threads.
  std::function<std::string(const SearchRequest&)> search = {};
  /// The search page at `url` ("fi/search/") with the results in it, for readers without scripts.
  std::function<std::string(const SearchRequest&, const std::string& url, std::string html)>
      search_page = {};
};

class Server {
 public:
  /// Binds the port; errors where it is taken.
  static base::Result<std::unique_ptr<Server>> open(ServerOptions options);
  virtual ~Server() = default;

  virtual int port() const = 0;
  /// Serves until stop() is called from another thread.
  virtual void run() = 0;
  virtual void stop() = 0;
  /// Tells every open page that the site has changed.
  virtual void reload() = 0;
};

/// Server::open() for who loads the server as a module, by this name.
extern "C" void kbuild_open_server(ServerOptions& options,
                                   base::Result<std::unique_ptr<Server>>& opened);

}  // namespace kbuild::serve
