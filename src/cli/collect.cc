// kbuild collect: prints the script that lists what is installed on a system. The script is
// collect.sh beside this file, which CMake makes a header of; inventory/collected.h reads its list.
#include <CLI/CLI.hpp>

#include "cli/collect_script.h"
#include "cli/commands.h"

namespace kbuild::cli {

void add_collect(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand(
      "collect", "print a shell script that lists what is installed on a system");
  command->callback([&session] { session.print(kCollectScript); });
}

}  // namespace kbuild::cli
