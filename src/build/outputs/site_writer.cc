// Stages files, links unchanged ones, and swaps the directories; see site_writer.h.
#include "build/outputs/site_writer.h"

#include "base/path.h"

namespace kbuild::build {

using base::FileKind;
using base::Result;

Result<SiteWriter> SiteWriter::open(base::Disk& disk, std::string directory,
                                    const std::vector<std::string>* stale_in_spare) {
  std::string parent(base::parent_path(directory));
  std::string hidden =
      (parent.empty() ? "" : parent + "/") + "." + std::string(base::file_name(directory));
  SiteWriter writer(disk, std::move(directory), hidden + ".new", hidden + ".old");
  if (disk.status(writer.stage_).kind != FileKind::absent)
    if (auto removed = disk.remove_tree(writer.stage_); !removed)
      return tl::unexpected(removed.error());
  writer.has_site_ = disk.status(writer.directory_).kind == FileKind::directory;
  bool spare = disk.status(writer.spare_).kind == FileKind::directory;
  writer.has_spare_ = spare && stale_in_spare && writer.has_site_;
  if (writer.has_spare_) {
    writer.stale_in_spare_ = *stale_in_spare;
  } else if (spare) {
    if (auto removed = disk.remove_tree(writer.spare_); !removed)
      return tl::unexpected(removed.error());
  }
  return writer;
}

/// Before the first change the spare is renamed: a killed build leaves a stage, which is never
/// reused.
Result<void> SiteWriter::begin() {
  std::lock_guard lock(shared_->guard);
  if (shared_->begun) return {};
  shared_->begun = true;
  return has_spare_ ? disk_->rename(spare_, stage_) : disk_->make_directories(stage_);
}

/// The spare may have a directory where a file is to be written, or a file in place of a directory.
Result<void> SiteWriter::make_way(const std::string& path) {
  if (disk_->status(stage_ + "/" + path).kind == FileKind::directory)
    return disk_->remove_tree(stage_ + "/" + path);
  for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1)) {
    std::string above = stage_ + "/" + path.substr(0, slash);
    if (disk_->status(above).kind == FileKind::file) return disk_->remove(above);
  }
  return {};
}

template <class Stage>
Result<void> SiteWriter::stage(const std::string& path, const Stage& write) {
  if (auto begun = begin(); !begun) return begun;
  {
    std::lock_guard lock(shared_->guard);
    shared_->staged.insert(path);
  }
  const std::string place = stage_ + "/" + path;
  // The spare's files may be the site's, too: they are replaced, never written to.
  if (!has_spare_) return write(place, base::Target::is_new);
  if (auto written = write(place, base::Target::may_exist)) return written;
  if (auto freed = make_way(path); !freed) return freed;
  return write(place, base::Target::may_exist);
}

Result<void> SiteWriter::put(const std::string& path, std::string_view content) {
  return stage(path, [&](const std::string& to, base::Target target) {
    return disk_->write(to, content, target);
  });
}

Result<void> SiteWriter::copy(const std::string& from, const std::string& path) {
  return stage(path, [&](const std::string& to, base::Target target) {
    return disk_->copy(from, to, target);
  });
}

/// Removes a file and the directories that it leaves empty.
Result<void> SiteWriter::drop(const std::string& path) {
  if (disk_->status(stage_ + "/" + path).kind == FileKind::file)
    if (auto removed = disk_->remove(stage_ + "/" + path); !removed) return removed;
  for (std::string_view above = base::parent_path(path); !above.empty();
       above = base::parent_path(above))
    if (!disk_->remove(stage_ + "/" + std::string(above))) break;
  return {};
}

/// Makes the stage, which was the spare, equal to the site where nothing was staged.
Result<void> SiteWriter::catch_up() {
  for (const std::string& path : stale_in_spare_) {
    if (shared_->staged.contains(path)) continue;
    if (disk_->status(directory_ + "/" + path).kind != FileKind::file) {
      if (auto dropped = drop(path); !dropped) return dropped;
      continue;
    }
    if (auto freed = make_way(path); !freed) return freed;
    if (auto removed = disk_->remove(stage_ + "/" + path); !removed) return removed;
    if (auto linked = disk_->link(directory_ + "/" + path, stage_ + "/" + path); !linked)
      return linked;
  }
  return {};
}

Result<void> SiteWriter::commit(const std::vector<std::string>& kept,
                                const std::vector<std::string>& removed) {
  if (auto begun = begin(); !begun) return begun;
  if (has_spare_) {
    if (auto done = catch_up(); !done) return done;
    for (const std::string& path : removed)
      if (auto done = drop(path); !done) return done;
  } else {
    for (const std::string& path : kept)
      if (auto linked = disk_->link(directory_ + "/" + path, stage_ + "/" + path); !linked)
        return linked;
  }
  has_spare_ = has_site_;
  if (!has_site_) return disk_->rename(stage_, directory_);
  stale_in_spare_.assign(shared_->staged.begin(), shared_->staged.end());
  stale_in_spare_.insert(stale_in_spare_.end(), removed.begin(), removed.end());
  if (auto swapped = disk_->exchange(stage_, directory_); !swapped) return swapped;
  return disk_->rename(stage_, spare_);
}

Result<void> SiteWriter::abandon() {
  return shared_->begun ? disk_->remove_tree(stage_) : Result<void>();
}

}  // namespace kbuild::build
