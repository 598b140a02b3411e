// Reads decisions and applies them to a site's claims; see decisions.h.
#include "build/stages/decisions.h"

#include <iterator>
#include <set>
#include <string_view>
#include <tuple>

#include "base/path.h"
#include "base/text.h"
#include "matrix/weigh.h"
#include "source/unicode.h"

namespace kbuild::build {

base::Result<SiteDecisions> read_decisions(const base::Disk& disk, source::SourceStore& sources,
                                           const meta::Config& config) {
  constexpr std::uint64_t kMaxBytes = 16u << 20;
  SiteDecisions out;
  if (disk.status(config.decisions).kind == base::FileKind::absent) return out;
  auto bytes = disk.read(config.decisions, kMaxBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  source::FileId file = sources.add(config.decisions, source::decode_bytes(std::move(*bytes)).text);
  out.decisions = matrix::read_decisions(sources, file, out.diagnostics);
  out.is_whole = out.diagnostics.empty();
  return out;
}

namespace {

/// A text that one page includes and that is a page itself says the same once.
void drop_included_again(std::vector<claims::Claim>& claims) {
  using Key = std::tuple<std::string, std::uint32_t, std::string, std::string, std::string,
                         std::string, claims::ClaimStatus>;
  auto key = [](const claims::Claim& claim, const std::string& file) {
    return Key{file,          claim.line,   claim.language, claim.product,
               claim.version, claim.system, claim.status};
  };
  std::set<std::string_view> included;
  for (const claims::Claim& claim : claims)
    if (!claim.file.empty()) included.insert(claim.file);
  std::set<Key> own;
  for (const claims::Claim& claim : claims)
    if (claim.file.empty() && included.contains(claim.path)) own.insert(key(claim, claim.path));
  std::erase_if(claims, [&](const claims::Claim& claim) {
    return !claim.file.empty() && own.contains(key(claim, claim.file));
  });
}

}  // namespace

std::vector<claims::Claim> gather_claims(const meta::Config& config, const Corpus& corpus,
                                         std::vector<claims::Claim> installed) {
  std::vector<claims::Claim> all;
  for (const CorpusPage& page : corpus.pages) {
    std::vector<claims::Claim> claims;
    if (page.row->facts.draft || !base::from_archive(page.row->claims, claims)) continue;
    const std::string& mount = config.sources[page.tree].mount;
    for (claims::Claim& claim : claims) {
      if (!mount.empty()) {
        claim.path = base::join_path(mount, claim.path);
        if (!claim.file.empty()) claim.file = base::join_path(mount, claim.file);
      }
      all.push_back(std::move(claim));
    }
  }
  drop_included_again(all);
  std::move(installed.begin(), installed.end(), std::back_inserter(all));
  return all;
}

matrix::DecidedClaims decide_claims(const meta::Config& config, const meta::Names& names,
                                    const SiteDecisions& site, std::vector<claims::Claim> claims) {
  const matrix::Decisions& decisions = site.decisions;
  matrix::Anchors anchors = matrix::anchors_of(claims, names);
  for (const matrix::DecidedWord& product : decisions.products) anchors.add(product.word);
  matrix::WeighPolicy policy;
  for (const meta::SourceTree& tree : config.sources)
    if (!tree.system.empty()) policy.sources.push_back(tree.system);
  std::size_t waiting = matrix::weigh(claims, names, anchors, policy);
  if (!site.is_whole)
    std::erase_if(claims,
                  [](const claims::Claim& claim) { return claim.basis == claims::Basis::read; });
  matrix::DecidedClaims decided = matrix::apply(decisions, std::move(claims));
  // What a maintainer wrote may be another name of a system.
  for (claims::Claim& claim : decided.claims)
    if (claim.basis == claims::Basis::declared)
      if (const meta::SystemName* system = meta::find_system(names, claim.system))
        claim.system = system->name;
  if (names.systems.empty() && policy.sources.empty()) decided.waiting_for_systems = waiting;
  return decided;
}

}  // namespace kbuild::build
