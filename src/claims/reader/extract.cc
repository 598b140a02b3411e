// The stages of reading claims, and the table of assertions; see extract.h.
#include "claims/reader/extract.h"

#include <iterator>

#include "claims/reader/code.h"
#include "claims/reader/declared.h"
#include "claims/reader/place.h"
#include "claims/reader/reconcile.h"
#include "claims/reader/state.h"

namespace kbuild::claims::reader {

namespace {

using Assert = Assertions (*)(const Outline&, const Subject&, diag::Diagnostics&);
/// One for each form of text.
constexpr Assert kForms[] = {assert_front_matter, assert_tables,   assert_lists, assert_listings,
                             assert_loads,        assert_installs, assert_prose};

}  // namespace

}  // namespace kbuild::claims::reader

namespace kbuild::claims {

namespace {

using namespace diag::literals;

meta::ClaimsPolicy policy_of(const page::Page& page, diag::Diagnostics& diagnostics) {
  const meta::Value& value = page.content.front_matter["claims"];
  if (!value) return page.claims;
  auto policy = meta::claims_policy(value);
  if (!policy) diagnostics.push_back({"KB0631"_code, value.span, {value.text()}});
  return policy.value_or(page.claims);
}

bool is_declared(const Claim& claim) {
  return claim.kind == ClaimKind::explicit_statement || claim.kind == ClaimKind::front_matter;
}

}  // namespace

std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics) {
  if (page.content.front_matter["draft"].boolean().value_or(false)) return {};
  using namespace reader;
  meta::ClaimsPolicy policy = policy_of(page, diagnostics);
  Outline outline = outline_of(page);
  Subject subject = subject_of(outline);
  name_labels(outline, subject.vocabulary);
  name_states(outline, subject.vocabulary);
  split_code(outline, subject.vocabulary);
  Assertions assertions;
  for (Assert assert_form : kForms) {
    Assertions made = assert_form(outline, subject, diagnostics);
    std::move(made.begin(), made.end(), std::back_inserter(assertions));
  }
  declare(assertions, outline, subject, diagnostics);
  place(assertions, outline, subject);
  std::vector<Claim> claims = reconcile(std::move(assertions), outline, subject);
  if (is_stale(outline, subject.vocabulary))
    policy = std::max(policy, meta::ClaimsPolicy::declared);
  if (policy == meta::ClaimsPolicy::read) return claims;
  if (policy == meta::ClaimsPolicy::off)
    std::erase_if(claims, [](const Claim& claim) { return !is_declared(claim); });
  for (Claim& claim : claims) claim.withheld = !is_declared(claim);
  return claims;
}

}  // namespace kbuild::claims
