// Running programs by clone and exec; see process.h.
#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/enclosure.h"
#include "base/format.h"
#include "base/text.h"

extern char** environ;

namespace kbuild::base {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// Seconds after a process group was killed, in which what it wrote is still read.
constexpr double kPatience = 2;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  void close_read() { close_end(read_end); }
  void close_write() { close_end(write_end); }
  ~Pipe() {
    close_read();
    close_write();
  }

 private:
  static void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

std::vector<std::string> environment_of(const Command& command, const Enclosure* enclosure) {
  std::map<std::string, std::string> variables;
  if (command.inherit_environment) variables = current_environment();
  for (const auto& [name, value] : command.environment) variables[name] = value;
  if (enclosure) {
    variables["TMPDIR"] = enclosure->temporary();
    if (!command.environment.contains("HOME")) variables["HOME"] = enclosure->temporary();
  }
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& text : strings) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// All that a child needs until it is the program; it shares this process's memory so long.
struct Start {
  const Command& command;
  const Enclosure* enclosure;
  const char* program;
  char* const* argv;
  char* const* envp;
  /// The child's standard streams.
  int streams[3];
  /// For the errno of a program that could not be started.
  int report;
  pid_t parent;
};

int become(const Start& start) noexcept {
  for (int stream = 0; stream < 3; ++stream)
    if (::dup2(start.streams[stream], stream) < 0) return errno;
  ::signal(SIGPIPE, SIG_DFL);
  if (start.enclosure) {
    if (int error = start.enclosure->enter(); error != 0) return error;
  } else {
    ::setpgid(0, 0);
    const std::string& directory = start.command.directory;
    if (!directory.empty() && ::chdir(directory.c_str()) != 0) return errno;
  }
  // If this program is killed, nothing else would end the child. From a process space of its own
  // the parent is not seen.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (pid_t parent = ::getppid(); parent != 0 && parent != start.parent) return ESRCH;
  ::execve(start.program, start.argv, start.envp);
  return errno;
}

__attribute__((no_sanitize_address)) int child_main(void* argument) {
  const Start& start = *static_cast<const Start*>(argument);
  int error = become(start);
  (void)!::write(start.report, &error, sizeof error);
  ::_exit(127);
}

/// A copy of this program's address space would cost more than most of the programs it starts: the
/// child borrows it, and this thread waits until it has become the program.
pid_t start_child(const Start& start) {
  constexpr std::size_t kStack = 256u << 10;
  auto stack = std::make_unique_for_overwrite<char[]>(kStack);
  int flags = CLONE_VM | CLONE_VFORK | SIGCHLD;
  if (start.enclosure) flags |= start.enclosure->clone_flags();
  return ::clone(child_main, stack.get() + kStack, flags, const_cast<Start*>(&start));
}

/// Moves what is readable into `kept`, up to the limit. False at the end of the stream.
bool drain(int descriptor, std::string& kept, std::size_t limit, bool& truncated) {
  char buffer[1 << 16];
  ssize_t got = ::read(descriptor, buffer, sizeof buffer);
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  if (got == 0) return false;
  std::size_t room = kept.size() < limit ? limit - kept.size() : 0;
  std::size_t take = std::min(room, static_cast<std::size_t>(got));
  truncated |= take < static_cast<std::size_t>(got);
  kept.append(buffer, take);
  return true;
}

bool is_program(const std::string& path) {
  std::error_code absent;
  return std::filesystem::is_regular_file(path, absent) && ::access(path.c_str(), X_OK) == 0;
}

bool is_inside(const std::filesystem::path& path, const std::filesystem::path& directory) {
  auto rest = std::mismatch(directory.begin(), directory.end(), path.begin(), path.end());
  return rest.first == directory.end();
}

/// Whether the programs of a directory of PATH may be taken: not where anyone can put them, nor
/// from a checkout or the tree of a site, nor below the working directory.
bool is_safe_place(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code absent;
  fs::path real = fs::canonical(directory, absent);
  if (absent) return false;
  const char* home = std::getenv("HOME");
  fs::path here = fs::current_path(absent);
  if (!absent && is_inside(real, here) && !is_inside(home ? home : "/", here)) return false;
  for (fs::path at = real;; at = at.parent_path()) {
    fs::perms mode = fs::status(at, absent).permissions();
    bool open = (mode & fs::perms::others_write) != fs::perms::none;
    bool sticky = (mode & fs::perms::sticky_bit) != fs::perms::none;
    if (absent || (open && (!sticky || at == real))) return false;
    for (const char* mark : {".git", "kbuild.yml", "mkdocs.yml"})
      if (fs::exists(at / mark, absent)) return false;
    if (at == at.parent_path()) return true;
  }
}

}  // namespace

std::map<std::string, std::string> current_environment() {
  std::map<std::string, std::string> variables;
  for (char** at = environ; *at; ++at) {
    std::string_view entry = *at;
    std::size_t equals = entry.find('=');
    if (equals != entry.npos)
      variables[std::string(entry.substr(0, equals))] = entry.substr(equals + 1);
  }
  return variables;
}

std::string find_program(const std::string& name) {
  if (name.find('/') != name.npos) return name.starts_with('/') && is_program(name) ? name : "";
  const char* variable = std::getenv("PATH");
  std::string path = format("{}:{}", variable ? variable : "", kSystemPath);
  for (std::string_view directory : split(path, ':')) {
    std::string candidate = format("{}/{}", directory, name);
    if (!directory.starts_with('/') || !is_program(candidate)) continue;
    std::vector<std::string_view> system = split(kSystemPath, ':');
    bool of_system = std::find(system.begin(), system.end(), directory) != system.end();
    if (of_system || is_safe_place(std::string(directory))) return candidate;
  }
  return "";
}

Result<ProcessOutcome> run_process(const Command& command) {
  return run_behind(command, command.sandbox ? wall_method_here() : WallMethod{});
}

Result<ProcessOutcome> run_behind(const Command& command, const WallMethod& method) {
  std::string program = command.arguments.empty() ? "" : find_program(command.arguments[0]);
  if (program.empty())
    return fail(format("cannot run '{}': no such program",
                       command.arguments.empty() ? "" : command.arguments[0]));
  std::unique_ptr<Enclosure> enclosure;
  if (command.sandbox) {
    auto made = Enclosure::prepare(*command.sandbox, method, command.directory);
    if (!made) return tl::unexpected(made.error());
    enclosure = std::move(*made);
  }
  std::vector<std::string> arguments = command.arguments;
  if (enclosure && !enclosure->prefix().empty()) {
    arguments[0] = program;
    program = enclosure->prefix()[0];
    arguments.insert(arguments.begin(), enclosure->prefix().begin(), enclosure->prefix().end());
  }
  std::vector<std::string> environment = environment_of(command, enclosure.get());
  std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
  Pipe in, out, err, started;
  if (!in.open() || !out.open() || !err.open() || !started.open())
    return fail(format("cannot run '{}': {}", program, std::strerror(errno)));
  auto begin = SteadyClock::now();
  const Start start{command,           enclosure.get(), program.c_str(),
                    argv.data(),       envp.data(),     {in.read_end, out.write_end, err.write_end},
                    started.write_end, ::getpid()};
  pid_t child = start_child(start);
  if (child < 0) return fail(format("cannot run '{}': {}", program, std::strerror(errno)));
  if (!enclosure) ::setpgid(child, child);
  in.close_read();
  out.close_write();
  err.close_write();
  started.close_write();

  struct sigaction ignore {
  }, previous{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &previous);
  ::fcntl(in.write_end, F_SETFL, O_NONBLOCK);
  ProcessOutcome outcome;
  std::string_view pending = command.input;
  if (pending.empty()) in.close_write();
  bool out_open = true, err_open = true;
  double killed = 0;
  while (out_open || err_open) {
    double elapsed = std::chrono::duration<double>(SteadyClock::now() - begin).count();
    bool late = command.timeout > 0 && elapsed >= command.timeout && !outcome.timed_out;
    outcome.timed_out |= late;
    if (late || (command.cancelled && command.cancelled())) {
      ::kill(-child, SIGKILL);
      if (killed == 0) killed = elapsed;
    }
    // A process that left the group outlives it and may keep the pipes open forever.
    if (killed > 0 && elapsed > killed + kPatience) break;
    pollfd polls[3] = {{out_open ? out.read_end : -1, POLLIN, 0},
                       {err_open ? err.read_end : -1, POLLIN, 0},
                       {pending.empty() ? -1 : in.write_end, POLLOUT, 0}};
    int wait = command.timeout > 0 && !outcome.timed_out
                   ? static_cast<int>((command.timeout - elapsed) * 1000) + 1
                   : 1000;
    if (::poll(polls, 3, std::min(wait, 1000)) < 0 && errno != EINTR) break;
    if (polls[0].revents)
      out_open =
          drain(out.read_end, outcome.output, command.output_limit, outcome.output_truncated);
    if (polls[1].revents)
      err_open =
          drain(err.read_end, outcome.errors, command.output_limit, outcome.output_truncated);
    if (polls[2].revents) {
      ssize_t wrote = ::write(in.write_end, pending.data(), pending.size());
      if (wrote > 0) pending.remove_prefix(static_cast<std::size_t>(wrote));
      if (wrote < 0 && errno != EAGAIN && errno != EINTR) pending = {};
      if (pending.empty()) in.close_write();
    }
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ::sigaction(SIGPIPE, &previous, nullptr);
  int error = 0;
  if (::read(started.read_end, &error, sizeof error) == sizeof error)
    return fail(format("cannot run '{}': {}", program, std::strerror(error)));
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.seconds = std::chrono::duration<double>(SteadyClock::now() - begin).count();
  return outcome;
}

}  // namespace kbuild::base
