// Names of claim statuses and kinds; digest of claims. See claim.h.
#include "claims/claim.h"

#include "base/text.h"

namespace kbuild::claims {

namespace {

struct StatusRow {
  ClaimStatus status;
  /// In files and options, and in statements of authors.
  std::string_view name;
  std::string_view finnish_name;
  /// In sentences, where these differ from the names.
  std::string_view english = {};
  std::string_view finnish = {};
};
constexpr StatusRow kStatuses[] = {
    {ClaimStatus::available, "available", "saatavilla"},
    {ClaimStatus::default_version, "default", "oletus"},
    {ClaimStatus::limited, "limited", "rajoitettu", "available with limits",
     "saatavilla rajoituksin"},
    {ClaimStatus::deprecated, "deprecated", "vanhentunut"},
    {ClaimStatus::unavailable, "unavailable", "ei saatavilla", "not available"},
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
    if (row.status == status) return row.name;
  return "";
}

std::string_view status_phrase(ClaimStatus status, std::string_view language) {
  for (const StatusRow& row : kStatuses) {
    if (row.status != status) continue;
    if (language == "fi") return row.finnish.empty() ? row.finnish_name : row.finnish;
    return row.english.empty() ? row.name : row.english;
  }
  return "";
}

bool parse_status(std::string_view word, ClaimStatus& status) {
  for (const StatusRow& row : kStatuses) {
    if (!base::equals_ignoring_case(word, row.name) &&
        !base::equals_ignoring_case(word, row.finnish_name))
      continue;
    status = row.status;
    return true;
  }
  return false;
}

std::string product_key(std::string_view name) {
  std::string key = base::to_lower(name);
  std::erase_if(key, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  return key;
}

std::string_view basis_text(Basis basis) {
  switch (basis) {
    case Basis::candidate: return "candidate";
    case Basis::read: return "read";
    case Basis::declared: return "declared";
    case Basis::installed: return "installed";
  }
  return "";
}

std::string_view kind_text(ClaimKind kind) {
  for (const KindRow& row : kKinds)
    if (row.kind == kind) return row.text;
  return "";
}

}  // namespace kbuild::claims
