// A list of what is installed on a system, in each of its formats. Claims have places in the list.
#include "matrix/import.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  using matrix::ListFormat;
  (void)matrix::detect_list("avail.txt", bytes);
  source::SourceStore sources;
  source::FileId file = sources.add("avail.txt", std::string(bytes));
  const std::uint32_t lines = sources.position(file, static_cast<std::uint32_t>(bytes.size())).line;
  for (ListFormat format :
       {ListFormat::terse, ListFormat::spider_json, ListFormat::easyconfigs, ListFormat::yaml})
    for (const claims::Claim& claim : matrix::import_list(sources, file, format, "Demo"))
      require(claim.line <= lines);
}

}  // namespace kbuild::fuzz
