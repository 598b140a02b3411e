// What lists report as installed on systems, as claims with which the claims of pages are compared.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "claims/claim.h"
#include "meta/config.h"
#include "run/plan.h"
#include "source/store.h"

namespace kbuild::build {

/// The claims of one list; of `system` if it names none itself. Errors: it is unreadable, or no
/// list that inventory::read_inventory knows.
base::Result<std::vector<claims::Claim>> list_claims(const base::Disk& disk,
                                                     const std::string& path,
                                                     std::string_view system,
                                                     const meta::Names& names);

/// The claims of all lists of the configuration. Errors as list_claims.
base::Result<std::vector<claims::Claim>> installed_claims(const base::Disk& disk,
                                                          const meta::Config& config);

/// What a system's lists say can be loaded, in their order; none where no list is of the system.
/// Errors as list_claims.
base::Result<std::vector<run::InstalledVersion>> listed_versions(const base::Disk& disk,
                                                                 const meta::Names& names,
                                                                 std::string_view system);

/// Places of claims of lists, in files that are added to the store when first asked for.
class ListPlaces {
 public:
  ListPlaces(const base::Disk& disk, source::SourceStore& sources)
      : disk_(disk), sources_(sources) {}
  source::Span span(const claims::Claim& claim);

 private:
  const base::Disk& disk_;
  source::SourceStore& sources_;
  std::map<std::string, source::FileId> files_;
};

}  // namespace kbuild::build
