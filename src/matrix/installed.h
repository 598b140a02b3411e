// What lists of a system say is installed there, as claims that pages are held against.
#pragma once

#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "inventory/inventory.h"
#include "meta/names.h"

namespace kbuild::matrix {

/// A claim of the kind `imported` for each entry, at its place in the list; hidden ones say so.
/// `path` and `text` are the list's. A list that names no system is of `system`. A product is named
/// as the configuration or the built-in vocabulary names it where its whole name is a known
/// spelling, else as the list writes it; a version loses its toolchain or flavour ("2.1.2" of
/// "2.1.2-foss-2023a"), nothing else ("7.0.10-35", "2019_update5", "develop").
std::vector<claims::Claim> claims_of(const inventory::Inventory& list, std::string_view path,
                                     std::string_view text, std::string_view system,
                                     const meta::Names& names);

}  // namespace kbuild::matrix
