// Who has to agree before what pages say is run: the repository, by its configuration, and whoever
// runs kbuild, on the command line or in the environment. A pull request of a fork is never run,
// as its text comes from people who may not write to the repository.
#pragma once

#include <map>
#include <string>

#include "base/disk.h"
#include "base/result.h"

namespace kbuild::run {

enum class Agreement : std::uint8_t { withheld, given };

struct ConsentRequest {
  /// `snippets.execute` of the configuration.
  Agreement repository = Agreement::withheld;
  /// `--allow-execute`; KBUILD_ALLOW_EXECUTE=1 in `environment` counts as much.
  Agreement runner = Agreement::withheld;
  /// Of this process, by which services of continuous integration tell what started them.
  std::map<std::string, std::string> environment;
};

/// Reads the file that GitHub describes its event in, where the environment names one. Services
/// other than GitHub (and those that use its variables) and GitLab are not recognised. Errors say
/// who did not agree and what to type; an event that does not show whose text it brings counts as
/// that of a fork.
base::Result<void> ask_consent(const base::Disk& disk, const ConsentRequest& request);

/// Whether a service of continuous integration may run this for a pull request, of a fork or not:
/// whatever is no event of the repository's own branches.
bool is_for_a_pull_request(const std::map<std::string, std::string>& environment);

}  // namespace kbuild::run
