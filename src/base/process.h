// Running other programs, bounded in time and output. The only place of the program that spawns.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sandbox.h"

namespace kbuild::base {

struct Command {
  /// Program (by find_program()) and arguments; no shell.
  std::vector<std::string> arguments;
  std::string directory = {};
  std::string input = {};
  /// Where not inherited, exactly these variables are set.
  bool inherit_environment = true;
  std::map<std::string, std::string> environment = {};
  /// Seconds until the whole process group is killed; 0: no limit.
  double timeout = 60;
  /// Limit of bytes of each stream; what exceeds it is read and dropped.
  std::size_t output_limit = 16u << 20;
  /// Asked about once a second; once true, the process group is killed.
  std::function<bool()> cancelled = {};
  /// Walls around the program, as far as this machine has them (walls_here()); who depends on one
  /// asks before. `directory` must be something that the child sees; without one it starts in /tmp.
  std::optional<Sandbox> sandbox = {};
};

struct ProcessOutcome {
  /// Exit code, or 128 + signal.
  int exit_code = 0;
  bool timed_out = false;
  bool output_truncated = false;
  std::string output;
  std::string errors;
  double seconds = 0;
};

/// Runs the command in a process group of its own and waits for it. Errors: the program can't be
/// started; a non-zero exit is an outcome.
Result<ProcessOutcome> run_process(const Command& command);

/// The variables of this process.
std::map<std::string, std::string> current_environment();

/// Where the system's programs are, for PATH.
constexpr std::string_view kSystemPath =
    "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/// Where the program lies on PATH, else in the system's directories; "" if nowhere. Directories of
/// PATH that are relative, writable by everybody, below the working directory or in a checkout or
/// site (.git, kbuild.yml, mkdocs.yml there or above) are passed over, so that no repository gives
/// a program. A name with a slash is taken where it is absolute.
std::string find_program(const std::string& name);

}  // namespace kbuild::base
