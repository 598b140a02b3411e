// Merging of claims as pages about a product make them, each naming its system.
#pragma once

#include <utility>
#include <vector>

#include "matrix/matrix.h"
#include "matrix/weigh.h"

namespace kbuild::test {

inline matrix::Matrix merged(std::vector<claims::Claim> claims,
                             const matrix::MergeOptions& options = {}) {
  for (claims::Claim& claim : claims) claim.subject = claim.placed = true;
  meta::Names names;
  matrix::weigh(claims, names, {}, {matrix::WeighPolicy::Systems::any, {}});
  return matrix::merge(std::move(claims), options);
}

}  // namespace kbuild::test
