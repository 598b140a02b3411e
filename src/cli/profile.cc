// kbuild profile: writes the profile of a system, from its own Slurm or from lists made there.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/commands.h"
#include "run/slurm/profile_import.h"
#include "tools/tool.h"

namespace kbuild::cli {

namespace {

struct ProfileArguments {
  std::string name;
  std::string partitions;
  std::string nodes;
  std::string url;
};

/// The file, else the output of this machine's scontrol.
base::Result<std::string> read_list(const Session& session, const std::string& file,
                                    const std::string& what) {
  if (!file.empty()) return session.disk.read(file);
  base::Command command{{tools::find_tool("scontrol"), "show", what, "-o"}};
  command.inherit_environment = false;
  command.environment = tools::slurm_environment();
  auto run = base::run_process(command);
  if (!run) return tl::unexpected(run.error());
  if (run->exit_code == 0) return std::move(run->output);
  return base::fail(base::format("scontrol does not tell its {}s: {}", what,
                                 base::trim(run->errors.substr(0, run->errors.find('\n')))),
                    base::format("run it where Slurm is, or give --{}s FILE", what));
}

void run_profile(Session& session, const ProfileArguments& arguments) {
  auto partitions = read_list(session, arguments.partitions, "partition");
  if (!partitions) return session.fail(partitions.error());
  auto nodes = read_list(session, arguments.nodes, "node");
  if (!nodes) return session.fail(nodes.error());
  auto profile = run::import_profile({arguments.name, *partitions, *nodes,
                                      "scontrol show partition, scontrol show node", arguments.url,
                                      base::format_date(session.clock.now())});
  if (!profile) return session.fail(profile.error());
  session.print(*profile);
}

}  // namespace

void add_profile(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("profile", "the profile of a system, from its Slurm");
  auto arguments = std::make_shared<ProfileArguments>();
  command->add_option("name", arguments->name, "what pages call the system")->required();
  command->add_option("--partitions", arguments->partitions,
                      "output of 'scontrol show partition -o'");
  command->add_option("--nodes", arguments->nodes, "output of 'scontrol show node -o'");
  command->add_option("--url", arguments->url, "where the figures can be looked up");
  command->callback([&session, arguments] { run_profile(session, *arguments); });
}

}  // namespace kbuild::cli
