// Makes claims of assertions; see reconcile.h.
#include "claims/reader/reconcile.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/path.h"
#include "base/text.h"
#include "claims/reader/state.h"

namespace kbuild::claims::reader {

namespace {

/// The path of an included file from the root of the page's source.
std::string path_of_included(const page::Page& page, source::FileId file) {
  std::string_view root = page.sources.path(page.file), path = page.sources.path(file);
  // The page's path as it is printed is that of the root and its own.
  if (!root.ends_with(page.path)) return std::string(path);
  root.remove_suffix(page.path.size());
  // A root above the working directory and one below it have no way between them.
  if (root.starts_with('/') != path.starts_with('/')) return std::string(path);
  return base::relative_path(root, path);
}

Claim claim_of(const Assertion& assertion, const Outline& outline, const Subject& subject) {
  const page::Page& page = outline.page;
  Claim claim;
  claim.product = assertion.product;
  claim.version = assertion.version;
  claim.status = assertion.status;
  claim.kind = assertion.kind;
  claim.module = assertion.module;
  claim.date = assertion.date;
  claim.language = page.language;
  claim.path = page.path;
  if (assertion.place.file != page.file) claim.file = path_of_included(page, assertion.place.file);
  claim.rule = assertion.rule;
  if (assertion.passage != kNone) {
    claim.anchor = outline.anchor(assertion.passage);
    claim.section = outline.section(assertion.passage);
    claim.block = outline.passages[assertion.passage].block;
    claim.withheld =
        assertion.kind != ClaimKind::explicit_statement && is_former(outline, assertion.passage);
  }
  claim.subject = assertion.product == subject.product;
  claim.placed = assertion.placed;
  claim.place = page::to_place(page, assertion.place);
  claim.line = page.sources.line_number(assertion.place.file, assertion.place.begin);
  std::string_view excerpt = base::trim(assertion.excerpt);
  if (excerpt.empty()) excerpt = base::trim(page.sources.line(assertion.place.file, claim.line));
  claim.excerpt = shortened(excerpt);
  return claim;
}

}  // namespace

std::vector<Claim> reconcile(Assertions assertions, const Outline& outline,
                             const Subject& subject) {
  apply_legends(assertions, outline, subject.vocabulary.words());
  std::vector<Claim> claims;
  using Key = std::tuple<std::string, std::string, std::string, ClaimStatus, ClaimKind,
                         std::uint32_t, std::uint32_t>;
  std::set<Key> seen;
  // A sentence that is an entry of a list says no more than the entry.
  std::set<std::tuple<std::size_t, std::string, std::string>> listed;
  for (Assertion& assertion : assertions) {
    if (!assertion.place.file || assertion.product.empty()) continue;
    if (assertion.rule.starts_with("list-"))
      listed.insert({assertion.passage, assertion.product, assertion.version});
    if (assertion.rule.starts_with("sentence") &&
        listed.contains({assertion.passage, assertion.product, assertion.version}))
      continue;
    Claim claim = claim_of(assertion, outline, subject);
    if (claim.excerpt.empty()) continue;
    if (assertion.systems.empty()) assertion.systems.emplace_back();
    for (const std::string& system : assertion.systems) {
      claim.system = system;
      if (seen.insert({claim.product, claim.version, system, claim.status, claim.kind, claim.block,
                       claim.line})
              .second)
        claims.push_back(claim);
    }
  }
  std::stable_sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return std::tie(a.place.file, a.place.begin) < std::tie(b.place.file, b.place.begin);
  });
  return claims;
}

}  // namespace kbuild::claims::reader
