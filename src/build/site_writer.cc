// The output transaction; see site_writer.h.
#include "build/site_writer.h"

#include "base/path.h"

namespace kbuild::build {

using base::Result;

Result<SiteWriter> SiteWriter::open(base::Disk& disk, std::string directory) {
  std::string parent(base::parent_path(directory));
  std::string stage =
      (parent.empty() ? "" : parent + "/") + "." + std::string(base::file_name(directory)) + ".new";
  if (auto removed = disk.remove_tree(stage); !removed) return tl::unexpected(removed.error());
  bool has_site = disk.status(directory).kind == base::FileKind::directory;
  return SiteWriter(disk, std::move(directory), std::move(stage), has_site);
}

Result<void> SiteWriter::put(const std::string& path, std::string_view content) {
  return disk_->write(stage_ + "/" + path, content);
}

Result<void> SiteWriter::copy(const std::string& from, const std::string& path) {
  return disk_->copy(from, stage_ + "/" + path);
}

Result<void> SiteWriter::commit(const std::vector<std::string>& kept) {
  if (auto made = disk_->make_directories(stage_); !made) return made;
  for (const std::string& path : kept)
    if (auto linked = disk_->link(directory_ + "/" + path, stage_ + "/" + path); !linked)
      return linked;
  if (!has_site_) return disk_->rename(stage_, directory_);
  if (auto swapped = disk_->exchange(stage_, directory_); !swapped) return swapped;
  return disk_->remove_tree(stage_);
}

Result<void> SiteWriter::abandon() {
  return disk_->remove_tree(stage_);
}

}  // namespace kbuild::build
