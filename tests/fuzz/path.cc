// Paths and addresses that a page or a configuration names. What stays inside, by the function that
// is asked before anything is written, does so as well when it is joined to a directory.
#include "base/path.h"

#include "base/percent.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  const std::string path = base::normalise_path(bytes);
  require(base::normalise_path(path) == path);
  if (base::stays_inside(path)) {
    const std::string joined = base::join_path("/site", path);
    require(joined == "/site" || joined.starts_with("/site/"));
    require(("/" + path + "/").find("/../") == std::string::npos);
    require(base::join_path("/site", base::relative_path("/site", joined)) == joined);
  }
  (void)base::parent_path(bytes);
  (void)base::extension(bytes);
  require(base::decode_percent(bytes).size() <= bytes.size());
}

}  // namespace kbuild::fuzz
