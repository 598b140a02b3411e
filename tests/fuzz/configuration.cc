// A configuration file, whose name is the target's: kbuild.yml, mkdocs.yml or conf.py. Whatever it
// says, loading gives a configuration with findings that can be printed, or an error.
#include <string>

#include "diag/print.h"
#include "meta/load/load.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  const std::string name = KBUILD_FUZZ_TARGET;
  base::MemoryDisk disk;
  disk.files["docs/index.md"] = disk.files["docs/fi/index.md"] = disk.files["index.rst"] = "x\n";
  // Files that the configuration can take in, itself among them.
  disk.files["base.yml"] = disk.files["docs/.pages"] = bytes.substr(bytes.size() / 2);
  disk.files["mkdocs.yml"] = disk.files["conf.py"] = bytes.substr(0, bytes.size() / 2);
  disk.files[name] = bytes;
  source::SourceStore sources;
  auto loaded = meta::load_config(disk, sources, name);
  if (!loaded) return;
  for (const diag::Diagnostic& diagnostic : loaded->diagnostics)
    (void)diag::print_text(diagnostic, sources, diag::Colour::never);
}

}  // namespace kbuild::fuzz
