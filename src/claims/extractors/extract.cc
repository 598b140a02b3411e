// The table of extractors; see extract.h.
#include "claims/extractors/extract.h"

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

namespace {

using namespace diag::literals;

struct ExtractorRow {
  std::string_view name;
  void (*extract)(Extraction&);
};

/// In the order in which they run: sources of more trust first. News come after tables, which say
/// what "all systems" are.
constexpr ExtractorRow kExtractors[] = {
    {"front-matter", extract_front_matter},
    {"tables", extract_tables},
    {"lists", extract_lists},
    {"console", extract_console},
    {"module-loads", extract_module_loads},
    {"containers", extract_containers},
    {"user-installs", extract_user_installs},
    {"headings", extract_headings},
    {"news", extract_news},
    {"prose", extract_prose},
    {"defaults", extract_defaults},
    {"constraints", extract_constraints},
    {"named-modules", extract_named_modules},
};

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
  meta::ClaimsPolicy policy = policy_of(page, diagnostics);
  Extraction extraction(page, diagnostics);
  for (const ExtractorRow& row : kExtractors) row.extract(extraction);
  std::vector<Claim> claims = extraction.take();
  if (policy == meta::ClaimsPolicy::read) return claims;
  if (policy == meta::ClaimsPolicy::off)
    std::erase_if(claims, [](const Claim& claim) { return !is_declared(claim); });
  for (Claim& claim : claims) claim.withheld = !is_declared(claim);
  return claims;
}

}  // namespace kbuild::claims
