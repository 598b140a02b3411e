// Reads the lists of installed modules and turns their lines into claims; see installed.h.
#include "build/stages/installed.h"

#include <set>

#include "base/format.h"
#include "base/text.h"
#include "matrix/import.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

constexpr std::uint64_t kMaxListBytes = 64u << 20;

}  // namespace

base::Result<std::vector<claims::Claim>> installed_claims(const base::Disk& disk,
                                                          source::SourceStore& sources,
                                                          const meta::Config& config) {
  std::vector<claims::Claim> claims;
  for (const meta::SystemName& system : config.names.systems)
    for (const std::string& path : system.installed) {
      auto bytes = disk.read(path, kMaxListBytes);
      if (!bytes) return tl::unexpected(bytes.error());
      source::FileId file = sources.add(path, source::decode_bytes(std::move(*bytes)).text);
      auto format = matrix::detect_list(path, sources.text(file));
      if (!format)
        return base::fail(
            base::format("'{}' is no list of what is installed on {}", path, system.name),
            "write it with `module --terse spider`");
      for (claims::Claim& claim :
           matrix::import_list(sources, file, *format, system.name, config.names))
        claims.push_back(std::move(claim));
    }
  return claims;
}

source::Span ListPlaces::span(const claims::Claim& claim) {
  auto [found, fresh] = files_.try_emplace(claim.path);
  if (fresh)
    if (auto bytes = disk_.read(claim.path, kMaxListBytes))
      found->second = sources_.add(claim.path, source::decode_bytes(std::move(*bytes)).text);
  return {found->second, claim.place.begin, claim.place.end};
}

void join_installed(std::vector<claims::Claim>& claims, std::vector<claims::Claim> installed) {
  std::set<std::string> named;
  for (const claims::Claim& claim : claims) named.insert(base::to_lower(claim.product));
  for (claims::Claim& claim : installed)
    if (named.contains(base::to_lower(claim.product))) claims.push_back(std::move(claim));
}

}  // namespace kbuild::build
