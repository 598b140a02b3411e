// What scontrol prints of partitions and, after an empty line, of nodes. The profile that is made
// of it can be read.
#include "run/slurm/profile.h"
#include "run/slurm/profile_import.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  std::size_t middle = std::min(bytes.find("\n\n"), bytes.size());
  auto text = run::import_profile({.name = "Demo",
                                   .partitions = bytes.substr(0, middle),
                                   .nodes = bytes.substr(middle),
                                   .title = "Slurm",
                                   .url = "https://example.org/",
                                   .date = "2026-01-01"});
  if (!text) return;
  source::SourceStore sources;
  require(run::parse_profile(sources, sources.add("demo.yaml", *text)).has_value());
}

}  // namespace kbuild::fuzz
