// Names of policies; see claims_policy.h.
#include "meta/claims_policy.h"

namespace kbuild::meta {

std::optional<ClaimsPolicy> claims_policy(const Value& value) {
  if (value.text() == "off") return ClaimsPolicy::off;
  if (value.text() == "declared") return ClaimsPolicy::declared;
  if (value.text() == "read") return ClaimsPolicy::read;
  auto infers = value.boolean();
  if (!infers) return std::nullopt;
  return *infers ? ClaimsPolicy::read : ClaimsPolicy::off;
}

}  // namespace kbuild::meta
