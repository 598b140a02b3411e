// A claim among those that are merged, and what merging asks of each.
#pragma once

#include <string>
#include <vector>

#include "claims/claim.h"
#include "meta/names.h"

namespace kbuild::matrix {

/// A claim with its names folded for comparing, the product's by claims::product_key(), and the
/// version that it was found to mean.
struct Entry {
  claims::Claim claim;
  std::string product;
  std::string system;
  std::string version;
};
using Entries = std::vector<Entry*>;

/// Whether the text states versions itself, so that it is complete for its product and system.
bool is_list(const claims::Claim& claim);

/// Whether the text uses a version, and says of it no more than that.
bool is_use(claims::ClaimKind kind);

/// Whether the text is one version: neither empty nor a range.
bool is_single(const std::string& version);

/// The part of a system that a claim's text names first, where the configuration has the part as
/// another name of the whole: "Roihu-GPU" for Roihu; else empty.
std::string part_named(const claims::Claim& claim, const meta::Names* names);

}  // namespace kbuild::matrix
