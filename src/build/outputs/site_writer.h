// The output directory as a transaction: files are staged next to it and the two directories
// swapped in one step. Killed at any moment, the site is the old or the new one, whole. The site
// that was swapped out stays as a spare: the next build brings it up to date by the few files in
// which it is stale and stages its own changes there, so that a commit costs as much as what
// changed.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"

namespace kbuild::build {

class SiteWriter {
 public:
  /// Removes what a killed build staged. `stale_in_spare`: paths in which the spare differs from
  /// the site; null: there is no spare that can be trusted.
  static base::Result<SiteWriter> open(base::Disk& disk, std::string directory,
                                       const std::vector<std::string>* stale_in_spare);

  /// Whether the directory holds a site already.
  bool has_site() const { return has_site_; }
  /// Stages a file; safe from many threads for different paths.
  base::Result<void> put(const std::string& path, std::string_view content);
  /// Stages a copy of a file of the sources.
  base::Result<void> copy(const std::string& from, const std::string& path);
  /// Makes the staged files and `kept` the site; `removed` goes. Both are paths of the present
  /// site, which they make up together with those that were newly staged; if there is a spare,
  /// `kept` is ignored. The swapped out site becomes the spare, which is then stale in what
  /// stale_in_spare() lists.
  base::Result<void> commit(const std::vector<std::string>& kept,
                            const std::vector<std::string>& removed);
  /// Null where there is no spare.
  const std::vector<std::string>* stale_in_spare() const {
    return has_spare_ ? &stale_in_spare_ : nullptr;
  }
  /// Leaves the site and its spare as they are. Nothing may have been staged.
  base::Result<void> abandon();

 private:
  SiteWriter(base::Disk& disk, std::string directory, std::string stage, std::string spare)
      : disk_(&disk),
        directory_(std::move(directory)),
        stage_(std::move(stage)),
        spare_(std::move(spare)) {}
  base::Result<void> begin();
  base::Result<void> make_way(const std::string& path);
  base::Result<void> catch_up();
  base::Result<void> drop(const std::string& path);
  template <class Stage>
  base::Result<void> stage(const std::string& path, const Stage& write);

  struct Shared {
    std::mutex guard;
    bool begun = false;
    std::set<std::string> staged;
  };

  base::Disk* disk_;
  std::string directory_;
  std::string stage_;
  std::string spare_;
  bool has_site_ = false;
  bool has_spare_ = false;
  std::vector<std::string> stale_in_spare_;
  /// Behind a pointer, since a mutex can't be moved.
  std::unique_ptr<Shared> shared_ = std::make_unique<Shared>();
};

}  // namespace kbuild::build
