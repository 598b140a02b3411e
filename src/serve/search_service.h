// What `kbuild serve` answers searches with: the site as it was last built, indexes that are opened
// once, and the answers given lately.
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

  /// Takes the site as it is now; to be called after each build. Questions that are being answered
  /// meanwhile are answered from the site before. Tells each other site that was not reached, and
  /// why.
  std::vector<std::string> refresh();
  /// Whether another site was not reached at the last refresh.
  bool misses_sites() const;

  /// The answer of /api/search. May be called from many threads, as fill_page may.
  std::string answer(const serve::SearchRequest& request);
  /// The search page of a language, at its URL. On it, "lang" is the language of the pages wanted.
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
