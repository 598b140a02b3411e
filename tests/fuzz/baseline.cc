// A file of known findings.
#include "diag/baseline.h"

#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  source::SourceStore sources;
  auto rest = diag::subtract_baseline({}, bytes, sources);
  require(!rest || rest->empty());
}

}  // namespace kbuild::fuzz
