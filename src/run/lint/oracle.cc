// Starts, asks and ends the controller; see oracle.h. slurm.conf(5) of Slurm 22.05: nodes of
// State=CLOUD are schedulable before they exist, if programs to start them are configured;
// auth/none suffices for a controller that is only queried; EnforcePartLimits makes limits refuse a
// job at once.
#include "run/lint/oracle.h"

#include <pwd.h>
#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/format.h"
#include "base/path.h"
#include "base/port.h"
#include "base/process.h"
#include "base/text.h"
#include "run/lint/lint.h"
#include "run/slurm/private_cluster.h"
#include "tools/tool.h"

namespace kbuild::run {

namespace {

using namespace diag::literals;

/// Until a controller that was started answers.
constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::milliseconds kPause{100};
constexpr long long kManyNodes = 2048;
constexpr long long kManyCores = 4096;
constexpr long long kMuchMemory = 64ll << 20;

std::string make_temporary_directory() {
  std::string path = "/tmp/kbuild-oracle.XXXXXX";
  return ::mkdtemp(path.data()) ? path : "";
}

std::string host_name() {
  utsname names{};
  std::string name = ::uname(&names) == 0 ? names.nodename : "localhost";
  return name.substr(0, name.find('.'));
}

/// The name of this process's user; its number where it has none.
std::string user_name() {
  const passwd* entry = ::getpwuid(::geteuid());
  return entry ? entry->pw_name : std::to_string(::geteuid());
}

std::map<std::string, std::string> client_environment(const std::string& directory) {
  return {{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
          {"HOME", directory},
          {"LC_ALL", "C"},
          {"SLURM_CONF", directory + "/slurm.conf"}};
}

std::string node_line(const std::string& name, const NodeType& type, const Partition& partition,
                      long long count) {
  long long cores = type.cores > 0 ? type.cores : kManyCores;
  std::vector<std::string> gres;
  if (type.gpus > 0)
    gres.push_back(
        base::format("gpu{}{}:{}", type.gpu_type.empty() ? "" : ":", type.gpu_type, type.gpus));
  long long disk = partition.local_disk > 0   ? partition.local_disk
                   : partition.local_disk < 0 ? 0
                                              : type.local_disk;
  if (disk > 0) gres.push_back(base::format("nvme:{}", disk));
  return base::format(
      "NodeName={}n[1-{}] CPUs={} Sockets=1 CoresPerSocket={} ThreadsPerCore={} RealMemory={}{}{} "
      "State=CLOUD\n",
      name, count, cores * type.threads_per_core, cores, type.threads_per_core,
      type.memory > 0 ? type.memory : kMuchMemory,
      gres.empty() ? "" : " Gres=", base::join(gres, ","));
}

/// The lines of one partition and of its nodes.
std::string partition_lines(const SystemProfile& system, const Partition& partition,
                            std::size_t number) {
  std::string out;
  std::vector<std::string> names;
  long long count =
      std::clamp(partition.max_nodes > 0 ? partition.max_nodes : kManyNodes, 1ll, kManyNodes);
  std::vector<const NodeType*> types = system.types_of(partition);
  NodeType unknown;
  if (types.empty()) types.push_back(&unknown);
  for (std::size_t i = 0; i < types.size(); ++i) {
    std::string name = base::format("p{}t{}", number, i);
    out += node_line(name, *types[i], partition, count);
    names.push_back(base::format("{}n[1-{}]", name, count));
  }
  out += base::format("PartitionName={} Nodes={} State=UP", partition.name, base::join(names, ","));
  if (partition.time > 0) out += base::format(" MaxTime={}", (partition.time + 59) / 60);
  if (partition.min_nodes > 1) out += base::format(" MinNodes={}", partition.min_nodes);
  if (partition.max_nodes > 0) out += base::format(" MaxNodes={}", partition.max_nodes);
  if (partition.max_cores > 0 && partition.max_nodes == 1)
    out += base::format(" MaxCPUsPerNode={}", partition.max_cores);
  if (partition.memory > 0) out += base::format(" MaxMemPerNode={}", partition.memory);
  if (partition.exclusive) out += " OverSubscribe=EXCLUSIVE";
  return out + "\n";
}

/// Words of controllers about what profiles do not describe.
bool is_beyond_profiles(std::string_view message) {
  for (std::string_view word : {"feature", "reservation", "dependency", "license", "qos", "account",
                                "node name", "burst buffer", "Requested cluster"})
    if (message.find(word) != message.npos) return true;
  return false;
}

}  // namespace

std::string oracle_configuration(const SystemProfile& system, const std::string& directory,
                                 const std::string& host, const std::string& user, int port) {
  std::string text =
      base::format(kPrivateController, fmt::arg("host", host), fmt::arg("port", port),
                   fmt::arg("user", user), fmt::arg("directory", directory));
  text += R"(ClusterName=kbuildoracle
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
DefMemPerCPU=1
GresTypes=gpu,nvme
JobAcctGatherType=jobacct_gather/none
ResumeProgram=/bin/true
SuspendProgram=/bin/true
SuspendTime=86400
MaxArraySize=1000000
TreeWidth=65533
)";
  for (std::size_t i = 0; i < system.partitions.size(); ++i)
    text += partition_lines(system, system.partitions[i], i);
  if (!system.partitions.empty())
    return text + "PartitionName=kbuild_any Nodes=ALL Default=YES State=UP\n";
  Partition anything;
  anything.name = "kbuild_any";
  text += partition_lines(system, anything, 0);
  text.pop_back();
  return text + " Default=YES\n";
}

std::string cluster_name() {
  if (tools::find_tool("sbatch").empty() || tools::find_tool("scontrol").empty()) return {};
  base::Command command{{tools::find_tool("scontrol"), "show", "config"}};
  command.inherit_environment = false;
  command.environment = tools::slurm_environment();
  command.timeout = 20;
  auto outcome = base::run_process(command);
  if (!outcome || outcome->exit_code != 0) return {};
  for (std::string_view line : base::split_lines(outcome->output))
    if (std::size_t equals = line.find('=');
        equals != line.npos && base::trim(line.substr(0, equals)) == "ClusterName")
      return std::string(base::trim(line.substr(equals + 1)));
  return {};
}

std::unique_ptr<Oracle> Oracle::of_cluster(base::Disk& disk) {
  std::unique_ptr<Oracle> oracle(new Oracle(disk));
  oracle->environment_ = tools::slurm_environment();
  return oracle;
}

base::Result<std::unique_ptr<Oracle>> Oracle::start(base::Disk& disk, const SystemProfile& system) {
  std::string daemon = tools::find_tool("slurmctld");
  if (daemon.empty() || tools::find_tool("sbatch").empty())
    return base::fail("Slurm is not installed here, so its sbatch cannot be asked",
                      "install slurm-wlm");
  std::unique_ptr<Oracle> oracle(new Oracle(disk));
  oracle->complete_ = system.complete;
  oracle->has_limits_ = !system.partitions.empty();
  std::string& d = oracle->directory_;
  d = make_temporary_directory();
  auto port = base::find_free_port();
  if (d.empty()) return base::fail("no temporary directory can be made in /tmp");
  if (!port) return tl::unexpected(port.error());
  oracle->environment_ = client_environment(d);
  std::string text = oracle_configuration(system, d, host_name(), user_name(), *port);
  bool written = disk.write(d + "/slurm.conf", text) &&
                 disk.write(d + "/cgroup.conf", "CgroupAutomount=no\n") &&
                 disk.make_directories(d + "/state");
  if (!written) return base::fail(base::format("nothing can be written to '{}'", d));
  // The daemon keeps inherited streams open, so they go to a file. The watchdog ends it with this
  // process.
  base::Command command{
      {tools::find_tool("bash"), "--norc", "-c",
       base::format(
           "'{0}' -c -i > '{1}/out' 2>&1 < /dev/null || exit 1\n"
           "(while kill -0 {2} && [ -e '{1}/slurm.conf' ]; do sleep 1; done\n"
           " kill $(cat '{1}/slurmctld.pid'); rm -rf '{1}') > /dev/null 2>&1 < /dev/null &\n",
           daemon, d, ::getpid())}};
  command.inherit_environment = false;
  command.environment = oracle->environment_;
  command.timeout = 20;
  auto started = base::run_process(command);
  if (!started) return tl::unexpected(started.error());
  using Clock = std::chrono::steady_clock;
  for (auto end = Clock::now() + kPatience; Clock::now() < end && started->exit_code == 0;) {
    auto answer = oracle->judge("#!/bin/sh\n:\n");
    if (answer && answer->verdict == OracleVerdict::accepted) return oracle;
    std::this_thread::sleep_for(kPause);
  }
  auto words = disk.read(d + "/out");
  return base::fail(
      "slurmctld does not start",
      words ? std::string(base::trim(words->substr(0, words->find('\n')))) : std::string());
}

Oracle::~Oracle() {
  if (directory_.empty()) return;
  auto pid = disk_.read(directory_ + "/slurmctld.pid");
  auto number = pid ? base::parse_integer(base::trim(*pid)) : std::nullopt;
  if (number && *number > 1) ::kill(static_cast<pid_t>(*number), SIGTERM);
  // While it ends it still writes there.
  for (int i = 0; i < 50 && !disk_.remove_tree(directory_); ++i)
    std::this_thread::sleep_for(kPause);
}

base::Result<OracleAnswer> Oracle::judge(std::string_view script) const {
  base::Command command{{tools::find_tool("sbatch"), "--test-only"}};
  command.directory = directory_;
  command.input = script;
  command.inherit_environment = false;
  command.environment = environment_;
  command.timeout = 20;
  auto outcome = base::run_process(command);
  if (!outcome) return tl::unexpected(outcome.error());
  if (outcome->exit_code == 0) return OracleAnswer{};
  constexpr std::string_view kLimits = "allocation failure: ";
  std::string words = base::collapse_spaces(outcome->errors);
  for (std::string_view sign :
       {"Unable to contact slurm controller", "Socket timed out", "Connection refused"})
    if (words.find(sign) != words.npos) return base::fail(words);
  std::size_t at = words.find(kLimits);
  if (at == words.npos) return OracleAnswer{OracleVerdict::refused_by_sbatch, words};
  std::string message = words.substr(at + kLimits.size());
  // No system takes such an array.
  if (message.find("array specification") != message.npos)
    return OracleAnswer{OracleVerdict::refused_by_sbatch, message};
  bool unknown_partition = !complete_ && message.find("partition") != message.npos;
  bool beyond = !has_limits_ || unknown_partition || is_beyond_profiles(message);
  return OracleAnswer{beyond ? OracleVerdict::not_judged : OracleVerdict::refused_by_limits,
                      message};
}

bool is_refused_here(const BatchHeader& header, const SystemProfile* system) {
  if (header.refused()) return true;
  if (!system) return false;
  for (const BatchFault& fault : judge_header(header, *system)) {
    // Limits a job, which sites enforce by other means than partitions and nodes.
    bool by_site = fault.code == "KB0828"_code ||
                   (fault.code == "KB0825"_code && fault.arguments[3] == "a job");
    const diag::CodeInfo* info = diag::find_code(fault.code);
    if (!by_site && info && info->level == diag::Level::error) return true;
  }
  return false;
}

}  // namespace kbuild::run
