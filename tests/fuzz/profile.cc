// The profile of a system.
#include "run/slurm/profile.h"

#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  source::SourceStore sources;
  auto profile = run::parse_profile(sources, sources.add("system.yaml", std::string(bytes)));
  if (!profile) return;
  for (const run::Partition& partition : profile->partitions) {
    require(profile->partition(partition.name) != nullptr);
    (void)profile->types_of(partition);
  }
  require(run::find_profile({*profile}, profile->name) != nullptr);
}

}  // namespace kbuild::fuzz
