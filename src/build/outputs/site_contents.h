// What stands in a site's directory: files that a build put there, and files of somebody else. Each
// site carries its own list of the former, the file ".kbuild-site", which makes it known as a site
// without any state beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"

namespace kbuild::build {

/// The file with the list, in the site's directory.
inline constexpr std::string_view kMarkerName = ".kbuild-site";

/// The list as the file holds it: the form and the digest of what follows, then a path a line.
std::string marker_text(const std::vector<std::string>& manifest);
/// The paths, sorted; nullopt where the text is no such list, or a damaged one.
std::optional<std::vector<std::string>> parse_marker(std::string_view text);

struct SiteContents {
  /// Whether the directory has a list of its own.
  bool marked = false;
  /// Files that a build put there, sorted; by the directory's own list or what was said to be it.
  std::vector<std::string> manifest;
  /// Those of them that are not there any more.
  std::vector<std::string> missing;
  /// What nobody lists, sorted: files, links, and directories without a listed file as a whole.
  std::vector<std::string> foreign;
};

/// Looks through a directory. `vouched`: what a build is known to have put there, for a directory
/// without a list. Errors: it can't be read.
base::Result<SiteContents> inspect_site(const base::Disk& disk, const std::string& directory,
                                        const std::vector<std::string>& vouched = {});

}  // namespace kbuild::build
