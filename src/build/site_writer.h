// The output directory as a transaction: files are staged beside it, unchanged ones linked over,
// and the two directories swapped in one step. Killed at any moment, the site is the old or the new
// one, whole.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"

namespace kbuild::build {

class SiteWriter {
 public:
  /// Removes what a killed build staged.
  static base::Result<SiteWriter> open(base::Disk& disk, std::string directory);

  /// Whether the directory holds a site already.
  bool has_site() const { return has_site_; }
  /// Stages a file; safe from many threads for different paths.
  base::Result<void> put(const std::string& path, std::string_view content);
  /// Stages a copy of a file of the sources.
  base::Result<void> copy(const std::string& from, const std::string& path);
  /// Makes the staged files and `kept` (paths of the present site) the site; everything else goes.
  base::Result<void> commit(const std::vector<std::string>& kept);
  /// Leaves the site as it is.
  base::Result<void> abandon();

 private:
  SiteWriter(base::Disk& disk, std::string directory, std::string stage, bool has_site)
      : disk_(&disk),
        directory_(std::move(directory)),
        stage_(std::move(stage)),
        has_site_(has_site) {}

  base::Disk* disk_;
  std::string directory_;
  std::string stage_;
  bool has_site_;
};

}  // namespace kbuild::build
