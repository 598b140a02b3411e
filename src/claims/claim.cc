// The names of states and kinds of claims; see claim.h.
#include "claims/claim.h"

#include "base/text.h"

namespace kbuild::claims {

namespace {

struct StatusRow {
  ClaimStatus status;
  std::string_view text;
  std::string_view finnish;
};
constexpr StatusRow kStatuses[] = {
    {ClaimStatus::available, "available", "saatavilla"},
    {ClaimStatus::default_version, "default", "oletus"},
    {ClaimStatus::limited, "limited", "rajoitettu"},
    {ClaimStatus::deprecated, "deprecated", "vanhentunut"},
    {ClaimStatus::unavailable, "unavailable", "ei saatavilla"},
    {ClaimStatus::removed, "removed", "poistettu"},
};

struct KindRow {
  ClaimKind kind;
  std::string_view text;
};
constexpr KindRow kKinds[] = {
    {ClaimKind::news, "news"},
    {ClaimKind::prose, "prose"},
    {ClaimKind::constraint, "constraint"},
    {ClaimKind::user_install, "user-install"},
    {ClaimKind::heading, "heading"},
    {ClaimKind::tab, "tab"},
    {ClaimKind::include, "include"},
    {ClaimKind::module_load, "module-load"},
    {ClaimKind::sbatch, "sbatch"},
    {ClaimKind::container, "container"},
    {ClaimKind::console, "console"},
    {ClaimKind::front_matter, "front-matter"},
    {ClaimKind::list, "list"},
    {ClaimKind::table, "table"},
    {ClaimKind::imported, "imported"},
    {ClaimKind::explicit_statement, "explicit"},
};

}  // namespace

std::string_view status_text(ClaimStatus status) {
  for (const StatusRow& row : kStatuses)
    if (row.status == status) return row.text;
  return "";
}

bool parse_status(std::string_view word, ClaimStatus& status) {
  for (const StatusRow& row : kStatuses) {
    if (!base::equals_ignoring_case(word, row.text) &&
        !base::equals_ignoring_case(word, row.finnish))
      continue;
    status = row.status;
    return true;
  }
  return false;
}

std::string_view kind_text(ClaimKind kind) {
  for (const KindRow& row : kKinds)
    if (row.kind == kind) return row.text;
  return "";
}

base::Digest claims_digest(const std::vector<Claim>& claims) {
  base::ArchiveWriter writer;
  for (Claim claim : claims) {
    claim.place = {};
    claim.line = 0;
    describe(writer, claim);
  }
  return base::digest(writer.bytes);
}

}  // namespace kbuild::claims
