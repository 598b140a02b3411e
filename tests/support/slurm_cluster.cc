// Starts and ends the daemons; see slurm_cluster.h. What Slurm 22.05 needs for this: one port and
// one spool directory a node, config_overrides so that nodes may claim more than the machine has, a
// character device for each fake GPU (links to /dev/null serve), EnforcePartLimits so that limits
// refuse jobs at once, and the cgroup plugin by name, because looking for it fails in a chroot
// without /sys/fs/cgroup.
#include "support/slurm_cluster.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/slurm/private_cluster.h"
#include "support/skip.h"

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
  std::string text =
      base::format(run::kPrivateController, fmt::arg("host", host), fmt::arg("directory", d),
                   fmt::arg("user", user), fmt::arg("port", ports[0]));
  text += base::format(R"(ClusterName=kbuildtest
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={d}/munge.socket
CredType=cred/munge
SlurmdSpoolDir={d}/spool-%n
SlurmdPidFile={d}/slurmd-%n.pid
SlurmdLogFile={d}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
DefMemPerCPU=1500
GresTypes=gpu
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
ReturnToService=2
KillWait=1
CompleteWait=0
MaxArraySize=600
MinJobAge=3600
InactiveLimit=0
MessageTimeout=10
SlurmctldTimeout=30
SlurmdTimeout=10
LaunchParameters=disable_send_gids
PropagateResourceLimits=NONE
SlurmdParameters=config_overrides
NodeName=kb1 NodeAddr=127.0.0.1 Port={port1} NodeHostName={host} CPUs=32 RealMemory=64000 State=UNKNOWN
NodeName=kb2 NodeAddr=127.0.0.1 Port={port2} NodeHostName={host} CPUs=32 RealMemory=64000 Gres=gpu:fake:2 State=UNKNOWN
PartitionName=main Nodes=kb1,kb2 Default=YES MaxTime=2-00:00:00 State=UP
PartitionName=short Nodes=kb1 MaxTime=0:10:00 State=UP
PartitionName=gpu Nodes=kb2 MaxTime=0:10:00 State=UP
PartitionName=closed Nodes=kb1 MaxTime=1:00:00 State=DOWN
)",
                       fmt::arg("host", host), fmt::arg("d", d), fmt::arg("user", user),
                       fmt::arg("port1", ports[1]), fmt::arg("port2", ports[2]));
  return text;
}

/// Whether the process was started with this cluster's configuration: daemons, job steps and what
/// jobs run.
bool belongs(const std::string& pid, const std::string& configuration) {
  std::ifstream file("/proc/" + pid + "/environ", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  std::string variables = '\0' + text.str() + '\0';
  return variables.find(std::string(1, '\0') + "SLURM_CONF=" + configuration + '\0') !=
         std::string::npos;
}

/// "slurmd -c -N kb1" and "slurmstepd: [12.batch]" are told apart by SLURMD_NODENAME and by
/// arguments.
std::string command_line(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/cmdline", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  std::string line = text.str();
  for (char& c : line)
    if (c == '\0') c = ' ';
  return line;
}

std::vector<pid_t> processes_of(const std::string& configuration) {
  std::vector<pid_t> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::string name = entry.path().filename();
    if (!std::isdigit(static_cast<unsigned char>(name[0]))) continue;
    auto pid = static_cast<pid_t>(std::atoi(name.c_str()));
    if (pid != ::getpid() && pid != ::getppid() && belongs(name, configuration)) out.push_back(pid);
  }
  return out;
}

}  // namespace

SlurmCluster* SlurmCluster::instance() {
  static std::unique_ptr<SlurmCluster> cluster;
  static std::string obstacle;
  static bool tried = false;
  if (!std::exchange(tried, true)) {
    for (const char* name : {"munged", "slurmctld", "slurmd", "sbatch"})
      if (program(name).empty())
        obstacle = base::format("'{}' is not installed, so no private Slurm cluster", name);
    if (obstacle.empty()) cluster.reset(new SlurmCluster);
    if (cluster && !cluster->start()) {
      cluster.reset();
      obstacle = "the private Slurm cluster does not come up here";
    }
  }
  return test::can_run(cluster != nullptr, obstacle) ? cluster.get() : nullptr;
}

SlurmCluster::~SlurmCluster() {
  if (watchdog_pipe_ >= 0) ::close(watchdog_pipe_);
  if (watchdog_ > 0) ::waitpid(watchdog_, nullptr, 0);
}

bool SlurmCluster::start() {
  char pattern[] = "/tmp/kbslurm.XXXXXX";
  if (!::mkdtemp(pattern)) return false;
  directory_ = pattern;
  ::chmod(directory_.c_str(), 0755);
  configuration_ = directory_ + "/slurm.conf";
  start_watchdog();
  if (!write_files()) return false;
  ::setenv("SLURM_CONF", configuration_.c_str(), 1);
  if (!start_daemons()) return false;
  return wait_for_node("kb1", {"idle"}) && wait_for_node("kb2", {"idle"});
}

/// A child that waits for the end of a pipe which only this process holds, then kills what is left.
void SlurmCluster::start_watchdog() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  watchdog_ = ::fork();
  if (watchdog_ != 0) {
    ::close(ends[0]);
    watchdog_pipe_ = ends[1];
    return;
  }
  ::close(ends[1]);
  ::setsid();
  char byte;
  while (::read(ends[0], &byte, 1) > 0) {
  }
  for (int i = 0; i < 50; ++i) {
    std::vector<pid_t> left = processes_of(configuration_);
    for (pid_t pid : left) ::kill(pid, SIGKILL);
    if (left.empty()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  std::error_code error;
  if (!std::getenv("KBUILD_KEEP_CLUSTER")) std::filesystem::remove_all(directory_, error);
  ::_exit(0);
}

bool SlurmCluster::write_files() {
  auto disk = base::make_real_disk();
  std::string host, user;
  call({"hostname", "-s"}, &host);
  call({"id", "-un"}, &user);
  std::vector<int> ports = free_ports(3);
  if (ports.size() < 3) return false;
  configuration_text_ =
      cluster_text(directory_, std::string(base::trim(host)), std::string(base::trim(user)), ports);
  bool written =
      disk->write(configuration_, configuration_text_).has_value() &&
      disk->write(directory_ + "/cgroup.conf", "CgroupAutomount=no\nCgroupPlugin=cgroup/v1\n")
          .has_value() &&
      disk->write(
              directory_ + "/gres.conf",
              "AutoDetect=off\nNodeName=kb2 Name=gpu Type=fake File=" + directory_ + "/gpu[0-1]\n")
          .has_value() &&
      disk->write(directory_ + "/munge.key",
                  std::string(64, 'k') + std::to_string(::getpid()) + std::string(128, 'b'))
          .has_value() &&
      disk->make_directories(directory_ + "/state").has_value();
  for (int i = 0; i < 2; ++i)
    written =
        ::symlink("/dev/null", (directory_ + "/gpu" + std::to_string(i)).c_str()) == 0 && written;
  return written && ::chmod((directory_ + "/munge.key").c_str(), 0600) == 0;
}

bool SlurmCluster::start_daemons() {
  std::string log = directory_ + "/daemons.log";
  std::string munged = base::format(
      "{0} --force --key-file={1}/munge.key --socket={1}/munge.socket --pid-file={1}/munged.pid "
      "--log-file={1}/munged.log --seed-file={1}/munge.seed --num-threads=2",
      program("munged"), directory_);
  return start_daemon(munged, log) && start_daemon(program("slurmctld") + " -c -i", log) &&
         start_slurmd(kNodes[0]) && start_slurmd(kNodes[1]);
}

bool SlurmCluster::start_slurmd(const std::string& name) {
  auto disk = base::make_real_disk();
  if (!disk->make_directories(directory_ + "/spool-" + name)) return false;
  return start_daemon(program("slurmd") + " -c -N " + name, directory_ + "/daemons.log");
}

bool SlurmCluster::control(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "scontrol");
  return call(std::move(arguments));
}

std::vector<std::string> SlurmCluster::queue() {
  std::string text;
  call({"squeue", "-h", "-r", "-o", "%i"}, &text);
  std::vector<std::string> ids;
  for (std::string_view line : base::split_lines(text)) ids.emplace_back(line);
  return ids;
}

bool SlurmCluster::wait_for_node(const std::string& name,
                                 const std::vector<std::string_view>& states) {
  using Clock = std::chrono::steady_clock;
  for (auto end = Clock::now() + std::chrono::seconds(40); Clock::now() < end;) {
    std::string text;
    call({"sinfo", "-h", "-N", "-n", name, "-p", "main", "-o", "%T"}, &text);
    if (std::ranges::find(states, base::trim(text)) != states.end()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

void SlurmCluster::kill_node(const std::string& name) {
  std::vector<pid_t> lost;
  for (pid_t pid : processes_of(configuration_)) {
    std::string id = std::to_string(pid), line = command_line(id);
    bool daemon =
        line.find("slurmd") != std::string::npos && line.find("-N " + name) != std::string::npos;
    std::ifstream file("/proc/" + id + "/environ", std::ios::binary);
    std::stringstream variables;
    variables << file.rdbuf();
    bool works_there = variables.str().find("SLURMD_NODENAME=" + name) != std::string::npos;
    bool step = line.find("slurmstepd") != std::string::npos;
    if (daemon || works_there || step) lost.push_back(pid);
  }
  // Power goes for all at once: nobody may still tell how another one ended.
  for (int signal : {SIGSTOP, SIGKILL})
    for (pid_t pid : lost) ::kill(pid, signal);
}

void SlurmCluster::start_node(const std::string& name) {
  start_slurmd(name);
  if (!wait_for_node(name, {"idle"})) set_node(name, "RESUME");
  wait_for_node(name, {"idle"});
}

void SlurmCluster::kill_controller() {
  for (pid_t pid : processes_of(configuration_))
    if (command_line(std::to_string(pid)).find("slurmctld") != std::string::npos)
      ::kill(pid, SIGKILL);
}

bool SlurmCluster::start_controller() {
  // A controller that forgot its newest jobs would give their numbers again, and a node that still
  // ends such a job would end the new one with it.
  first_job_ += 1000;
  std::ofstream(configuration_) << configuration_text_
                                << "FirstJobId=" + std::to_string(first_job_) + "\n";
  // What was killed may hold its port for a moment.
  for (int i = 0; i < 5; ++i) {
    if (start_daemon(program("slurmctld") + " -i", directory_ + "/daemons.log") &&
        wait_until_answered()) {
      for (const char* name : kNodes)
        if (!wait_for_node(name, {"idle", "mixed", "completing"})) set_node(name, "RESUME");
      return true;
    }
  }
  return false;
}

bool SlurmCluster::wait_until_answered() {
  for (int i = 0; i < 100; ++i) {
    if (call({"sinfo", "-h"})) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return false;
}

void SlurmCluster::set_node(const std::string& name, const std::string& state) {
  control({"update", "NodeName=" + name, "State=" + state, "Reason=test"});
}

}  // namespace kbuild::support
