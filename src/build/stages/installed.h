// Versions that the configuration's lists report as installed on systems, as claims with which the
// claims of pages are compared.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/disk.h"
#include "claims/claim.h"
#include "meta/config.h"
#include "source/store.h"

namespace kbuild::build {

/// The claims of all lists, at places of files that are added to `sources`. Errors: a list is
/// unreadable, or of no form that matrix::detect_list knows.
base::Result<std::vector<claims::Claim>> installed_claims(const base::Disk& disk,
                                                          source::SourceStore& sources,
                                                          const meta::Config& config);

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

/// Appends those about products that `claims` name: a list holds thousands that no page speaks of.
void join_installed(std::vector<claims::Claim>& claims, std::vector<claims::Claim> installed);

}  // namespace kbuild::build
