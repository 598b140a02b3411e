// Answers the searches of `kbuild serve`: holds the state of the site after the last build, open
// indexes, and a cache of recent answers. HTTP is left to serve/http.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "build/stages/state.h"
#include "serve/http/server.h"

namespace kbuild::serve {

class SearchService {
 public:
  SearchService(const meta::Config& config, const base::Disk& disk,
                const build::StateOptions& options);
  ~SearchService();

  /// Loads the current state of the site; call it after each build. Queries in progress are
  /// answered from the previous state. Returns a message for each other site that couldn't be
  /// reached.
  std::vector<std::string> refresh();
  /// Whether another site couldn't be reached at the last refresh.
  bool misses_sites() const;

  /// The answer of /api/search. May be called from many threads, as fill_page may.
  std::string answer(const serve::SearchRequest& request);
  /// The search page of a language at its URL. For it, "lang" is the language of the wanted pages.
  std::string fill_page(const serve::SearchRequest& request, const std::string& url,
                        std::string html);

 private:
  class Snapshot;
  std::shared_ptr<Snapshot> current() const;

  const meta::Config& config_;
  const base::Disk& disk_;
  build::StateOptions options_;
  mutable std::mutex guard_;
  std::shared_ptr<Snapshot> snapshot_;
};

}  // namespace kbuild::serve
