// Reads the lists of what is installed and turns their entries into claims; see installed.h.
#include "build/stages/installed.h"

#include "matrix/installed.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

constexpr std::uint64_t kMaxListBytes = 64u << 20;

}  // namespace

base::Result<std::vector<claims::Claim>> list_claims(const base::Disk& disk,
                                                     const std::string& path,
                                                     std::string_view system,
                                                     const meta::Names& names) {
  auto bytes = disk.read(path, kMaxListBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string text = source::decode_bytes(std::move(*bytes)).text;
  auto list = inventory::read_inventory(path, text);
  if (!list) return tl::unexpected(list.error());
  return matrix::claims_of(*list, path, text, system, names);
}

base::Result<std::vector<claims::Claim>> installed_claims(const base::Disk& disk,
                                                          const meta::Config& config) {
  std::vector<claims::Claim> claims;
  for (const meta::SystemName& system : config.names.systems)
    for (const std::string& path : system.installed) {
      auto of_list = list_claims(disk, path, system.name, config.names);
      if (!of_list) return of_list;
      // The configuration says whose list it is, whatever the machine calls itself.
      for (claims::Claim& claim : *of_list) claim.system = system.name;
      claims.insert(claims.end(), std::make_move_iterator(of_list->begin()),
                    std::make_move_iterator(of_list->end()));
    }
  return claims;
}

base::Result<std::vector<run::InstalledVersion>> listed_versions(const base::Disk& disk,
                                                                 const meta::Names& names,
                                                                 std::string_view system) {
  std::vector<run::InstalledVersion> out;
  const meta::SystemName* known = meta::find_system(names, system);
  if (!known) return out;
  for (const std::string& path : known->installed) {
    auto bytes = disk.read(path, kMaxListBytes);
    if (!bytes) return tl::unexpected(bytes.error());
    std::string text = source::decode_bytes(std::move(*bytes)).text;
    auto list = inventory::read_inventory(path, text);
    if (!list) return tl::unexpected(list.error());
    for (inventory::Entry& entry : list->entries)
      if (!entry.module.empty() && !entry.hidden)
        out.push_back(
            {std::move(entry.version), std::move(entry.module), std::move(entry.prerequisites)});
  }
  return out;
}

source::Span ListPlaces::span(const claims::Claim& claim) {
  auto [found, fresh] = files_.try_emplace(claim.path);
  if (fresh)
    if (auto bytes = disk_.read(claim.path, kMaxListBytes))
      found->second = sources_.add(claim.path, source::decode_bytes(std::move(*bytes)).text);
  return {found->second, claim.place.begin, claim.place.end};
}

}  // namespace kbuild::build
