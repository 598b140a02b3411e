// The programs that kbuild runs by itself: parsers, compilers, git, Slurm's. A page or repository
// never names one: they come from the table in tool.cc, or from the machine's own configuration,
// and from directories that the repository has no part in. What judges text of pages runs behind
// walls (base/sandbox.h): nothing is inherited, no network, nothing but a vanishing directory is
// writable, memory, time and files are bounded.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"

namespace kbuild::tools {

/// Absolute path of a program of the table; "" for others, and where it is not installed.
std::string find_tool(std::string_view name);

/// A call of a program that only reads and judges.
struct ToolCall {
  /// Absolute path, by find_tool() or base::find_program().
  std::string program;
  std::vector<std::string> arguments = {};
  std::string input = {};
  /// Beside the program's own installation; absolute paths.
  std::vector<std::string> readable = {};
  /// One of `readable`; empty: an empty directory.
  std::string directory = {};
  /// Beside PATH, HOME, TMPDIR and LC_ALL=C.
  std::map<std::string, std::string> environment = {};
  /// Seconds of the clock and of each process's processor time.
  double timeout = 30;
  std::size_t output_limit = 16u << 20;
  /// Bytes of address space a process.
  std::uint64_t memory = 4ull << 30;
};

/// Whether calls can be kept from reading files that nobody named. Where they can't (old kernels
/// without namespaces), nothing may be run that follows names of files in a page.
bool can_hide_files();

/// As base::run_process(), by the walls that cost least.
base::Result<base::ProcessOutcome> run_tool(const ToolCall& call);

/// Variables for a child that is given none of this process's: PATH, LC_ALL=C.
std::map<std::string, std::string> plain_environment();

/// The same for programs that talk to this machine's Slurm: with the user's name and home, and
/// SLURM_CONF, but none of the defaults that Slurm would take from variables.
std::map<std::string, std::string> slurm_environment();

}  // namespace kbuild::tools
