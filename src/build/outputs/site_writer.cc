// Stages files, links unchanged ones, and swaps the directories; see site_writer.h.
#include "build/outputs/site_writer.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <random>

#include "base/format.h"
#include "base/path.h"

namespace kbuild::build {

namespace {

using base::Disk;
using base::fail;
using base::FileKind;
using base::format;
using base::Result;
using Paths = std::vector<std::string>;

constexpr std::string_view kStageSuffix = ".new";

/// "out/.site" of "out/site".
std::string hidden_path(std::string_view directory) {
  std::string parent(base::parent_path(directory));
  if (!parent.empty() && !parent.ends_with('/')) parent += '/';
  return parent + "." + std::string(base::file_name(directory));
}

std::string spare_path(std::string_view directory) {
  return hidden_path(directory) + ".old";
}

/// A name that no other build has, wherever it runs.
std::string stage_path(std::string_view directory) {
  std::random_device random;
  return format("{}.{:08x}{:08x}{}", hidden_path(directory), random(), random(), kStageSuffix);
}

/// Whether an entry next to the site is the stage of a build, or a stage on its way to the site on
/// a file system that can't swap directories (see Disk::exchange()). An older form had no digits.
bool is_stage_name(std::string_view name, std::string_view site_name) {
  constexpr std::size_t kDigits = 16;
  constexpr std::string_view kHex = "0123456789abcdef";
  bool moving = name.starts_with("..");
  if (moving) name.remove_prefix(1);
  if (!name.starts_with('.')) return false;
  name.remove_prefix(1);
  if (!name.starts_with(site_name)) return false;
  name.remove_prefix(site_name.size());
  if (name == kStageSuffix) return true;
  bool random = name.starts_with('.') && name.size() > kDigits &&
                name.substr(1, kDigits).find_first_not_of(kHex) == name.npos;
  if (!random) return false;
  name.remove_prefix(kDigits + 1);
  return moving ? name.starts_with(kStageSuffix) : name == kStageSuffix;
}

/// Moves somebody else's file or directory from one site to the other.
Result<void> move_on(Disk& disk, const std::string& from, const std::string& to,
                     const std::string& path) {
  const std::string source = from + "/" + path, target = to + "/" + path;
  for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1)) {
    const std::string above = to + "/" + path.substr(0, slash);
    if (FileKind kind = disk.kind(above); kind != FileKind::directory && kind != FileKind::absent)
      return fail(format("'{}' can't be moved below '{}', which is no directory", source, above),
                  "delete or move one of the two");
  }
  if (disk.kind(target) != FileKind::absent)
    return fail(format("'{}' is not of a build and would replace '{}'", source, target),
                "keep one of the two, and delete or move the other");
  if (std::string above(base::parent_path(target)); disk.kind(above) == FileKind::absent)
    if (auto made = disk.make_directories(above); !made) return made;
  return disk.rename(source, target);
}

/// What builds before there were lists left: nothing hidden was part of it.
bool is_old_site(const Disk& disk, const std::string& directory) {
  auto entries = disk.entries(directory);
  return entries && disk.kind(directory + "/404.html") == FileKind::file &&
         disk.kind(directory + "/assets") == FileKind::directory &&
         std::none_of(entries->begin(), entries->end(),
                      [](const auto& entry) { return entry.name.starts_with('.'); });
}

/// Removes the spare. Killed meanwhile, it leaves a stage: what is left of a spare without its list
/// would look like files of somebody else.
Result<void> remove_spare(Disk& disk, const std::string& directory) {
  const std::string stage = stage_path(directory);
  if (auto moved = disk.rename(spare_path(directory), stage); !moved) return moved;
  return disk.remove_tree(stage);
}

/// Moves on what is not of a build from a site that was swapped out. Errors also: nothing tells
/// what is and what is not.
Result<void> rescue(Disk& disk, const std::string& place, const SiteContents& contents,
                    const std::string& directory) {
  if (!contents.marked && !contents.foreign.empty() && !is_old_site(disk, place))
    return fail(format("'{}' holds files that no build made, such as '{}'", place,
                       contents.foreign.front()),
                "move them away: kbuild keeps the site before the last change there");
  if (contents.marked)
    for (const std::string& path : contents.foreign)
      if (auto moved = move_on(disk, place, directory, path); !moved) return moved;
  return {};
}

Result<void> remove_leftovers(Disk& disk, const std::string& directory) {
  std::string parent(base::parent_path(directory));
  if (parent.empty()) parent = ".";
  if (disk.kind(parent) == FileKind::absent) return {};
  auto entries = disk.entries(parent);
  if (!entries) return tl::unexpected(entries.error());
  for (const base::DirectoryEntry& entry : *entries) {
    if (entry.kind != FileKind::directory || !is_stage_name(entry.name, base::file_name(directory)))
      continue;
    const std::string place = base::join_path(parent, entry.name);
    auto contents = inspect_site(disk, place);
    if (!contents) return tl::unexpected(contents.error());
    bool whole = contents->marked && contents->missing.empty();
    if (whole && disk.kind(directory) == FileKind::absent) {
      if (auto moved = disk.rename(place, directory); !moved) return moved;
      continue;
    }
    if (contents->marked)
      if (auto done = rescue(disk, place, *contents, directory); !done) return done;
    if (auto removed = disk.remove_tree(place); !removed) return removed;
  }
  return {};
}

/// The paths of `a` that `b` lacks; both sorted.
Paths without(const Paths& a, const Paths& b) {
  Paths out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

bool contains(const Paths& sorted, std::string_view path) {
  return std::binary_search(sorted.begin(), sorted.end(), path);
}

/// Whether the file `path`, or the directory, has the place of a file of the list or of a directory
/// of one.
bool is_in_the_way(const Paths& manifest, const std::string& path) {
  if (contains(manifest, path)) return true;
  auto below = std::lower_bound(manifest.begin(), manifest.end(), path + "/");
  if (below != manifest.end() && below->starts_with(path + "/")) return true;
  for (std::string_view above = base::parent_path(path); !above.empty();
       above = base::parent_path(above))
    if (contains(manifest, above)) return true;
  return false;
}

}  // namespace

std::string site_lock_path(std::string_view directory) {
  return hidden_path(directory) + ".lock";
}

Result<FoundSite> find_site(Disk& disk, const std::string& directory, const Paths& vouched) {
  if (auto done = remove_leftovers(disk, directory); !done) return tl::unexpected(done.error());
  FoundSite found;
  found.exists = disk.kind(directory) == FileKind::directory;
  if (found.exists) {
    auto contents = inspect_site(disk, directory, vouched);
    if (!contents) return tl::unexpected(contents.error());
    found.contents = std::move(*contents);
  }
  const std::string spare = spare_path(directory);
  FileKind kind = disk.kind(spare);
  if (kind == FileKind::absent) return found;
  if (kind != FileKind::directory)
    return fail(format("'{}' is no directory", spare),
                "move it away: kbuild keeps the site before the last change there");
  auto contents = inspect_site(disk, spare);
  if (!contents) return tl::unexpected(contents.error());
  found.has_spare =
      found.exists && contents->marked && contents->missing.empty() && contents->foreign.empty();
  if (found.has_spare) {
    found.spare_manifest = std::move(contents->manifest);
    return found;
  }
  if (auto done = rescue(disk, spare, *contents, directory); !done)
    return tl::unexpected(done.error());
  if (auto removed = remove_spare(disk, directory); !removed)
    return tl::unexpected(removed.error());
  // What was moved on from there is now in the site.
  for (std::string& path : contents->foreign)
    if (contents->marked) found.contents.foreign.push_back(std::move(path));
  std::sort(found.contents.foreign.begin(), found.contents.foreign.end());
  return found;
}

SiteWriter::SiteWriter(Disk& disk, std::string directory, FoundSite found)
    : disk_(&disk),
      directory_(std::move(directory)),
      stage_(stage_path(directory_)),
      spare_(spare_path(directory_)),
      found_(std::move(found)) {}

SiteWriter::~SiteWriter() {
  if (!shared_ || !shared_->begun) return;
  try {
    (void)disk_->remove_tree(stage_);
  } catch (const std::exception&) {
    // The next build removes it.
  }
}

Result<SiteWriter> SiteWriter::open(Disk& disk, std::string directory, FoundSite found,
                                    const Paths* stale_in_spare) {
  SiteWriter writer(disk, std::move(directory), std::move(found));
  if (writer.found_.has_spare && !stale_in_spare) {
    writer.found_.has_spare = false;
    if (auto removed = remove_spare(disk, writer.directory_); !removed)
      return tl::unexpected(removed.error());
  }
  if (writer.found_.has_spare)
    writer.stale_in_spare_ = *stale_in_spare;
  else
    writer.found_.spare_manifest.clear();
  std::sort(writer.stale_in_spare_.begin(), writer.stale_in_spare_.end());
  return writer;
}

/// Before the first change the spare is renamed and loses its list: what a killed build leaves is a
/// stage, which is never reused.
Result<void> SiteWriter::begin() {
  std::lock_guard lock(shared_->guard);
  if (shared_->begun) return {};
  if (!found_.has_spare) {
    shared_->begun = true;
    return disk_->make_directories(stage_);
  }
  if (auto moved = disk_->rename(spare_, stage_); !moved) return moved;
  shared_->begun = true;
  return disk_->remove(stage_ + "/" + std::string(kMarkerName));
}

/// The spare may have a directory where a file is to be written, or a file in place of a directory.
Result<void> SiteWriter::make_way(const std::string& path) {
  if (disk_->kind(stage_ + "/" + path) == FileKind::directory)
    return disk_->remove_tree(stage_ + "/" + path);
  for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1)) {
    std::string above = stage_ + "/" + path.substr(0, slash);
    FileKind kind = disk_->kind(above);
    if (kind != FileKind::directory && kind != FileKind::absent) return disk_->remove(above);
  }
  return {};
}

template <class Stage>
Result<void> SiteWriter::stage(const std::string& path, const Stage& write) {
  if (!base::is_beneath(path) || path == kMarkerName)
    return fail(format("'{}' is no path of a file within a site; nothing was written", path),
                "see the redirects, mounts, languages and file names that lead there");
  if (auto begun = begin(); !begun) return begun;
  {
    std::lock_guard lock(shared_->guard);
    shared_->staged.insert(path);
  }
  const std::string place = stage_ + "/" + path;
  // A new stage has no links. The spare has none either when the build begins: they would not be
  // on its list.
  if (!found_.has_spare) return write(place, base::Target::is_new);
  // The spare's files may be the site's, too: they are replaced, never written to.
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
  if (disk_->kind(stage_ + "/" + path) == FileKind::file)
    if (auto removed = disk_->remove(stage_ + "/" + path); !removed) return removed;
  for (std::string_view above = base::parent_path(path); !above.empty();
       above = base::parent_path(above))
    if (!disk_->remove(stage_ + "/" + std::string(above))) break;
  return {};
}

/// Gives the stage the site's file.
Result<void> SiteWriter::take_over(const std::string& path) {
  const std::string from = directory_ + "/" + path, to = stage_ + "/" + path;
  if (!found_.has_spare) return disk_->link(from, to);
  if (auto freed = make_way(path); !freed) return freed;
  if (auto removed = disk_->remove(to); !removed) return removed;
  return disk_->link(from, to);
}

/// Makes the stage hold what the list says, and nothing else.
Result<void> SiteWriter::complete(const Paths& manifest) {
  for (const std::string& path : without(found_.spare_manifest, manifest))
    if (auto done = drop(path); !done) return done;
  for (const std::string& path : manifest) {
    bool there = contains(found_.spare_manifest, path) && !contains(stale_in_spare_, path);
    if (there || shared_->staged.contains(path)) continue;
    if (auto done = take_over(path); !done) return done;
  }
  return {};
}

Result<void> SiteWriter::write_marker(const Paths& manifest) {
  const std::string name = "/" + std::string(kMarkerName);
  if (found_.contents.marked && found_.contents.manifest == manifest)
    return disk_->link(directory_ + name, stage_ + name);
  return disk_->write(stage_ + name, marker_text(manifest));
}

Result<void> SiteWriter::commit(const Paths& manifest) {
  const Paths& foreign = found_.contents.foreign;
  for (const std::string& path : foreign)
    if (is_in_the_way(manifest, path))
      return fail(format("'{}/{}' was not made by a build, and the site has that path now",
                         directory_, path),
                  "move it away, or rename the page");
  if (auto begun = begin(); !begun) return begun;
  if (auto done = complete(manifest); !done) return done;
  if (auto written = write_marker(manifest); !written) return written;
  if (!found_.exists) {
    if (auto moved = disk_->rename(stage_, directory_); !moved) return moved;
    shared_->begun = false;
    found_.has_spare = false;
    return {};
  }
  // From the exchange on the list tells what in the old directory is not of a build.
  if (!found_.contents.marked)
    if (auto written = disk_->write(directory_ + "/" + std::string(kMarkerName),
                                    marker_text(found_.contents.manifest));
        !written)
      return written;
  if (auto swapped = disk_->exchange(stage_, directory_); !swapped) return swapped;
  shared_->begun = false;
  for (const std::string& path : foreign)
    if (auto moved = move_on(*disk_, stage_, directory_, path); !moved) return moved;
  stale_in_spare_.assign(shared_->staged.begin(), shared_->staged.end());
  Paths removed = without(found_.contents.manifest, manifest);
  stale_in_spare_.insert(stale_in_spare_.end(), removed.begin(), removed.end());
  found_.has_spare = true;
  return disk_->rename(stage_, spare_);
}

}  // namespace kbuild::build
