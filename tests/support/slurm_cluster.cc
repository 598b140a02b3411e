// Starts and ends the daemons; see slurm_cluster.h. What Slurm 22.05 needs for this: one port and
// one spool directory a node, config_overrides so that nodes may claim more than the machine has, a
// character device for each fake GPU (links to /dev/null serve), EnforcePartLimits so that limits
// refuse jobs at once, and the cgroup plugin by name, because looking for it fails in a chroot
// without /sys/fs/cgroup.
#include "support/slurm_cluster.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"

namespace kbuild::support {

namespace {

constexpr const char* kNodes[] = {"kb1", "kb2"};

/// Four TCP ports that are free now.
std::vector<int> free_ports(std::size_t count) {
  std::vector<int> ports, sockets;
  while (ports.size() < count) {
    int s = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(s, reinterpret_cast<sockaddr*>(&address), size) != 0) break;
    ::getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
    ports.push_back(ntohs(address.sin_port));
    sockets.push_back(s);
  }
  for (int s : sockets) ::close(s);
  return ports;
}

std::string program(const std::string& name) {
  for (const char* folder : {"/usr/sbin/", "/sbin/", "/usr/bin/"})
    if (std::string path = folder + name; ::access(path.c_str(), X_OK) == 0) return path;
  return {};
}

bool call(std::vector<std::string> arguments, std::string* output = nullptr) {
  base::Command command{std::move(arguments)};
  command.timeout = 20;
  auto outcome = base::run_process(command);
  if (output && outcome) *output = outcome->output + outcome->errors;
  return outcome && outcome->exit_code == 0;
}

/// Slurm's daemons keep our pipes open when they go into the background, so their streams go to a
/// file.
bool start_daemon(const std::string& command, const std::string& log) {
  return call({"sh", "-c", command + " >> '" + log + "' 2>&1 < /dev/null"});
}

std::string cluster_text(const std::string& d, const std::string& host, const std::string& user,
                         const std::vector<int>& ports) {
  std::string text = base::format(R"(ClusterName=kbuildtest
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={d}/munge.socket
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/spool-%n
SlurmctldPidFile={d}/slurmctld.pid
SlurmdPidFile={d}/slurmd-%n.pid
SlurmctldLogFile={d}/slurmctld.log
SlurmdLogFile={d}/slurmd-%n.log
MailProg=/bin/true
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=500
GresTypes=gpu
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
ReturnToService=2
KillWait=2
EnforcePartLimits=ALL
MinJobAge=3600
InactiveLimit=0
MessageTimeout=10
SlurmctldTimeout=30
SlurmdTimeout=30
LaunchParameters=disable_send_gids
PropagateResourceLimits=NONE
SlurmdParameters=config_overrides
NodeName=kb1 NodeAddr=127.0.0.1 Port={port1} NodeHostName={host} CPUs=8 RealMemory=16000 State=UNKNOWN
NodeName=kb2 NodeAddr=127.0.0.1 Port={port2} NodeHostName={host} CPUs=8 RealMemory=16000 Gres=gpu:fake:2 State=UNKNOWN
PartitionName=main Nodes=kb1,kb2 Default=YES MaxTime=2-00:00:00 State=UP
PartitionName=short Nodes=kb1 MaxTime=0:10:00 State=UP
PartitionName=gpu Nodes=kb2 MaxTime=0:10:00 State=UP
PartitionName=closed Nodes=kb1 MaxTime=1:00:00 State=DOWN
)",
                                  fmt::arg("host", host), fmt::arg("d", d), fmt::arg("user", user),
                                  fmt::arg("control", ports[0]), fmt::arg("port1", ports[1]),
                                  fmt::arg("port2", ports[2]));
  return text;
}

}  // namespace

SlurmCluster* SlurmCluster::instance() {
  static std::unique_ptr<SlurmCluster> cluster;
  static bool tried = false;
  if (tried) return cluster.get();
  tried = true;
  for (const char* name : {"munged", "slurmctld", "slurmd", "sbatch"})
    if (program(name).empty()) {
      std::printf("skipped: '%s' is not installed, so no private Slurm cluster\n", name);
      return nullptr;
    }
  std::unique_ptr<SlurmCluster> started(new SlurmCluster);
  if (!started->start()) {
    std::printf("skipped: the private Slurm cluster does not come up here\n");
    return nullptr;
  }
  cluster = std::move(started);
  return cluster.get();
}

SlurmCluster::~SlurmCluster() {
  stop();
}

bool SlurmCluster::start() {
  char pattern[] = "/tmp/kbslurm.XXXXXX";
  if (!::mkdtemp(pattern)) return false;
  directory_ = pattern;
  ::chmod(directory_.c_str(), 0755);
  configuration_ = directory_ + "/slurm.conf";
  auto disk = base::make_real_disk();
  std::string host, user;
  call({"hostname", "-s"}, &host);
  call({"id", "-un"}, &user);
  std::vector<int> ports = free_ports(3);
  if (ports.size() < 3) return false;
  std::string text =
      cluster_text(directory_, std::string(base::trim(host)), std::string(base::trim(user)), ports);
  bool written =
      disk->write(configuration_, text).has_value() &&
      disk->write(directory_ + "/cgroup.conf", "CgroupAutomount=no\nCgroupPlugin=cgroup/v1\n")
          .has_value() &&
      disk->write(
              directory_ + "/gres.conf",
              "AutoDetect=off\nNodeName=kb2 Name=gpu Type=fake File=" + directory_ + "/gpu[0-1]\n")
          .has_value() &&
      disk->write(directory_ + "/munge.key",
                  std::string(64, 'k') + std::to_string(::getpid()) + std::string(128, 'b'))
          .has_value();
  if (!written || !disk->make_directories(directory_ + "/state")) return false;
  for (int i = 0; i < 2; ++i)
    if (::symlink("/dev/null", (directory_ + "/gpu" + std::to_string(i)).c_str()) != 0)
      return false;
  ::setenv("SLURM_CONF", configuration_.c_str(), 1);
  std::string log = directory_ + "/daemons.log";
  call({"chmod", "600", directory_ + "/munge.key"});
  std::string munged = base::format(
      "{0} --force --key-file={1}/munge.key --socket={1}/munge.socket --pid-file={1}/munged.pid "
      "--log-file={1}/munged.log --seed-file={1}/munge.seed --num-threads=2",
      program("munged"), directory_);
  if (!start_daemon(munged, log) || !start_daemon(program("slurmctld") + " -c -i", log))
    return false;
  for (const char* node : kNodes)
    if (!start_node(node)) return false;
  for (int i = 0; i < 100; ++i) {
    std::string idle;
    call({"sinfo", "-h", "-N", "-p", "main", "-o", "%T"}, &idle);
    if (base::split_lines(idle).size() == 2 && idle.find("idle") != std::string::npos &&
        base::replace_all(idle, "idle\n", "").empty())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

bool SlurmCluster::start_node(const std::string& name) {
  auto disk = base::make_real_disk();
  if (!disk->make_directories(directory_ + "/spool-" + name)) return false;
  return start_daemon(program("slurmd") + " -c -N " + name, directory_ + "/daemons.log");
}

void SlurmCluster::fail_node(const std::string& name) {
  call({"scontrol", "update", "NodeName=" + name, "State=DOWN", "Reason=test"});
}

void SlurmCluster::revive_node(const std::string& name) {
  call({"scontrol", "update", "NodeName=" + name, "State=RESUME"});
}

void SlurmCluster::stop() {
  if (directory_.empty()) return;
  auto disk = base::make_real_disk();
  std::string user;
  call({"id", "-un"}, &user);
  call({"scancel", "-u", std::string(base::trim(user))});
  for (int i = 0; i < 40; ++i) {
    std::string left;
    call({"squeue", "-h", "-o", "%T"}, &left);
    if (base::trim(left).empty()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::vector<pid_t> daemons;
  for (const char* name : {"slurmctld.pid", "slurmd-kb1.pid", "slurmd-kb2.pid", "munged.pid"})
    if (auto text = disk->read(directory_ + "/" + name))
      if (auto pid = base::parse_integer(base::trim(*text)))
        daemons.push_back(static_cast<pid_t>(*pid));
  for (pid_t pid : daemons) ::kill(pid, SIGTERM);
  for (pid_t pid : daemons) {
    for (int i = 0; i < 50 && ::kill(pid, 0) == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (::kill(pid, 0) == 0) ::kill(pid, SIGKILL);
  }
  if (!std::getenv("KBUILD_KEEP_CLUSTER")) (void)disk->remove_tree(directory_);
}

}  // namespace kbuild::support
