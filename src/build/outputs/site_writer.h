// The output directory as a transaction, and the one gate for writing to it: files are staged next
// to it and the two directories swapped in one step. Killed at any moment, the site is the old or
// the new one, whole. The site that was swapped out stays as a spare: the next build brings it up
// to date by the few files in which it is stale and stages its own changes there, so that a commit
// costs as much as what changed. What somebody else put into the site moves on to the new one: only
// files that a site's own list names are ever removed.
//
// Of a site "out/site", next to it lie ".site.lock", ".site.old" (the spare) and, while a build
// works, ".site.<random>.new" (the stage). A stage gets its list last, so that one without a list
// holds nothing but files of builds.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "build/outputs/site_contents.h"

namespace kbuild::build {

/// The file whose lock a build of the site in `directory` holds.
std::string site_lock_path(std::string_view directory);

/// What stands in the site's directory when a build begins. Whoever calls holds the lock.
struct FoundSite {
  /// Whether the directory exists.
  bool exists = false;
  SiteContents contents;
  /// Whether the spare is a whole site with its own list, and nothing else.
  bool has_spare = false;
  /// Of the spare.
  std::vector<std::string> spare_manifest;
};

/// Removes what dead builds left next to the site, and puts back what they had not moved on of
/// other people's files. Then looks through the site and the spare; `vouched` as in inspect_site().
/// Errors: something stands in the way that no build made.
base::Result<FoundSite> find_site(base::Disk& disk, const std::string& directory,
                                  const std::vector<std::string>& vouched);

class SiteWriter {
 public:
  /// `stale_in_spare`: paths in which the spare differs from the site; null: it can't be trusted
  /// and goes.
  static base::Result<SiteWriter> open(base::Disk& disk, std::string directory, FoundSite found,
                                       const std::vector<std::string>* stale_in_spare);
  /// Removes the stage of a build that did not come to its end.
  ~SiteWriter();
  SiteWriter(SiteWriter&&) noexcept = default;
  SiteWriter& operator=(SiteWriter&&) = delete;

  /// Whether the directory holds a site with its own list already.
  bool has_site() const { return found_.exists && found_.contents.marked; }
  /// Stages a file; safe from many threads for different paths. Errors: the path leaves the site
  /// (base::is_beneath), is that of the site's list, or the disk refuses.
  base::Result<void> put(const std::string& path, std::string_view content);
  /// Stages a copy of a file of the sources.
  base::Result<void> copy(const std::string& from, const std::string& path);
  /// Makes the site that of `manifest`, sorted: the staged files, and for the others those of the
  /// present site. The swapped out site becomes the spare, which is then stale in what
  /// stale_in_spare() lists. Errors also: somebody else's file stands where one of the site is to
  /// be.
  base::Result<void> commit(const std::vector<std::string>& manifest);
  /// Null where there is no spare.
  const std::vector<std::string>* stale_in_spare() const {
    return found_.has_spare ? &stale_in_spare_ : nullptr;
  }
  /// What somebody else put into the site, which stays there.
  const std::vector<std::string>& foreign() const { return found_.contents.foreign; }

 private:
  SiteWriter(base::Disk& disk, std::string directory, FoundSite found);
  base::Result<void> begin();
  base::Result<void> make_way(const std::string& path);
  base::Result<void> complete(const std::vector<std::string>& manifest);
  base::Result<void> take_over(const std::string& path);
  base::Result<void> drop(const std::string& path);
  base::Result<void> write_marker(const std::vector<std::string>& manifest);
  template <class Stage>
  base::Result<void> stage(const std::string& path, const Stage& write);

  struct Shared {
    std::mutex guard;
    /// Whether the stage exists and holds nothing that could be lost.
    bool begun = false;
    std::set<std::string> staged;
  };

  base::Disk* disk_;
  std::string directory_;
  std::string stage_;
  std::string spare_;
  FoundSite found_;
  std::vector<std::string> stale_in_spare_;
  /// Behind a pointer, since a mutex can't be moved.
  std::unique_ptr<Shared> shared_ = std::make_unique<Shared>();
};

}  // namespace kbuild::build
