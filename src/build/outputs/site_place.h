// Where a site may be written: a directory of its own, which holds nothing that the build reads and
// that no source would take for pages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "build/outputs/site_contents.h"
#include "meta/config.h"

namespace kbuild::build {

/// The site's directory, normalised: `asked` for, else of the configuration, else
/// <state directory>/site.
std::string site_directory(const meta::Config& config, std::string_view asked);

/// Who names the site's directory: whoever runs the build may name any, a configuration one below
/// the working directory.
enum class NamedBy : std::uint8_t { configuration, command_line };

/// Errors: a configuration leaves the working directory, the directory is a link or a file, it is
/// or holds the working directory, the home directory, the configuration, a source, the state or
/// another directory that is read, or it lies in a source that would publish it.
base::Result<void> check_site_place(const base::Disk& disk, const meta::Config& config,
                                    const std::string& directory, NamedBy named_by);

/// A site without a list of its own (kMarkerName) that is plainly of a build: the ledger at
/// `ledger_path` records its files. Else nothing.
std::optional<SiteContents> adopt_site(const base::Disk& disk, const std::string& directory,
                                       const std::string& ledger_path);

}  // namespace kbuild::build
