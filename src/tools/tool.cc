// The table of programs, and their calls behind walls; see tool.h.
#include "tools/tool.h"

#include <algorithm>
#include <filesystem>

#include "base/enclosure.h"
#include "base/path.h"

namespace kbuild::tools {

namespace {

constexpr std::string_view kTools[] = {"bash",   "c++",      "cc",        "git",        "python3",
                                       "sbatch", "scontrol", "slurmctld", "ssh-keygen", "xdg-open"};

constexpr std::uint64_t kFileSize = 64u << 20, kTemporary = 128u << 20;
constexpr std::uint64_t kProcesses = 64, kOpenFiles = 256;

/// What a program outside the system's directories needs of its own installation. Its whole prefix
/// is not shown: that of ~/.local/bin holds more than programs.
std::vector<std::string> installation_of(const std::string& program) {
  std::vector<std::string> out;
  std::error_code absent;
  for (const std::string& path : {program, std::filesystem::canonical(program, absent).string()}) {
    if (path.empty() || path.starts_with("/usr/") || path.starts_with("/bin/")) continue;
    std::filesystem::path prefix = std::filesystem::path(path).parent_path().parent_path();
    for (const char* part : {"bin", "lib", "lib64", "libexec", "include", "share"})
      out.push_back((prefix / part).string());
    out.push_back(std::filesystem::path(path).parent_path().string());
  }
  return out;
}

}  // namespace

std::string find_tool(std::string_view name) {
  bool known = std::find(std::begin(kTools), std::end(kTools), name) != std::end(kTools);
  return known ? base::find_program(std::string(name)) : "";
}

bool can_hide_files() {
  return base::quick_method_here().kind != base::SandboxKind::limits_only;
}

std::map<std::string, std::string> plain_environment() {
  return {{"PATH", std::string(base::kSystemPath)}, {"LC_ALL", "C"}};
}

std::map<std::string, std::string> slurm_environment() {
  std::map<std::string, std::string> out = plain_environment(), all = base::current_environment();
  for (const char* name : {"HOME", "USER", "LOGNAME", "SLURM_CONF"})
    if (auto found = all.find(name); found != all.end()) out.insert(*found);
  return out;
}

base::Result<base::ProcessOutcome> run_tool(const ToolCall& call) {
  base::Command command;
  command.arguments = {call.program};
  command.arguments.insert(command.arguments.end(), call.arguments.begin(), call.arguments.end());
  command.input = call.input;
  command.directory = call.directory;
  command.inherit_environment = false;
  command.environment = plain_environment();
  for (const auto& [name, value] : call.environment) command.environment[name] = value;
  command.timeout = call.timeout;
  command.output_limit = call.output_limit;
  command.sandbox.emplace();
  command.sandbox->readable = installation_of(call.program);
  command.sandbox->readable.insert(command.sandbox->readable.end(), call.readable.begin(),
                                   call.readable.end());
  command.sandbox->limits = {call.memory, static_cast<std::uint64_t>(call.timeout) + 1,
                             kFileSize,   kProcesses,
                             kOpenFiles,  kTemporary};
  return base::run_behind(command, base::quick_method_here());
}

}  // namespace kbuild::tools
