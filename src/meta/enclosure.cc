// Compares paths with every link resolved; see enclosure.h.
#include "meta/enclosure.h"

#include <algorithm>
#include <cstdlib>

#include "base/format.h"
#include "base/path.h"

namespace kbuild::meta {

Enclosure::Enclosure(const base::Disk& disk, const std::string& config_path,
                     const Permissions& permissions)
    : disk_(disk), environment_(permissions.environment) {
  std::string own(base::parent_path(config_path));
  own = base::resolve_links(disk, own.empty() ? "." : own);
  repository_ = own;
  for (std::string at = own;;) {
    if (disk.status(base::join_path(at, ".git")).kind != base::FileKind::absent) {
      repository_ = at;
      break;
    }
    std::string parent(base::parent_path(at));
    if (parent == at || parent.empty()) break;
    at = std::move(parent);
  }
  std::string above(base::parent_path(repository_));
  const char* home = std::getenv("HOME");
  bool is_home = home && *home && base::is_within(above, base::resolve_links(disk, home));
  if (permissions.neighbours == Neighbours::open && repository_ != own && above != "/" && !is_home)
    neighbourhood_ = std::move(above);
  for (const std::string& path : permissions.read)
    allowed_.push_back(base::resolve_links(disk, path));
}

base::Result<void> Enclosure::admit(std::string_view what, const std::string& path) const {
  const std::string real = base::resolve_links(disk_, path.empty() ? "." : path);
  if (std::any_of(allowed_.begin(), allowed_.end(),
                  [&](const std::string& root) { return base::is_within(root, real); }))
    return {};
  bool secret = base::has_part(real, ".git");
  if (!secret && base::is_within(repository_, real)) return {};
  if (!neighbourhood_.empty() && base::is_within(neighbourhood_, real) &&
      real.find("/.", neighbourhood_.size()) == real.npos)
    return {};
  std::string place = path;
  if (disk_.status(path).kind != base::FileKind::directory) place = base::parent_path(path);
  // A link within the repository: what has to be named is where it leads.
  if (auto named = disk_.real_path(place.empty() ? "." : place);
      !secret && named && base::is_within(repository_, *named))
    place = base::parent_path(real);
  return base::fail(
      secret ? base::format("{} '{}' lies inside of .git, which may hold access keys", what, path)
             : base::format("{} '{}' lies outside of the repository '{}'", what, path, repository_),
      base::format("kbuild --allow-read {} lets the configuration read it", place));
}

bool Enclosure::admits_variable(std::string_view name) const {
  return std::find(environment_.begin(), environment_.end(), name) != environment_.end();
}

}  // namespace kbuild::meta
