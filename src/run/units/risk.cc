// Reads commands as a shell would split them and knows programs by name; see risk.h.
#include "run/units/risk.h"

#include <algorithm>
#include <initializer_list>

#include "base/format.h"
#include "base/text.h"
#include "run/units/shell.h"

namespace kbuild::run {

namespace {

bool in_list(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What `sh -c` and `eval` run, or "".
std::string text_to_run(const ShellCommand& command) {
  const std::vector<std::string>& words = command.words;
  if (command.program() == "eval" && !words.empty())
    return base::join({words.begin() + 1, words.end()}, " ");
  if (!base::is_any_of(command.program(), {"sh", "bash", "dash", "zsh", "ksh"})) return {};
  for (std::size_t i = 1; i + 1 < words.size(); ++i)
    if (words[i].starts_with('-') && !words[i].starts_with("--") && words[i].ends_with('c'))
      return words[i + 1];
  return {};
}

/// Deeper nesting of shells in shells is not followed.
constexpr int kShellDepth = 4;

/// Targets that no deletion may have.
bool is_outside(std::string_view word) {
  return word.starts_with('/') || word.starts_with('~') || word.starts_with('$') ||
         word.starts_with("..");
}

/// A path of the machine; its own HOME and TMPDIR are below the unit's directory.
bool is_elsewhere(std::string_view word) {
  for (std::string_view own :
       {"/tmp/", "/dev/null", "/dev/std", "/dev/shm/", "/dev/fd/", "/dev/tty"})
    if (word.starts_with(own)) return false;
  return word.starts_with('/') && word != "/tmp";
}

/// Arguments alone.
bool any_word(const ShellCommand& command, bool (*fits)(std::string_view)) {
  return !command.words.empty() &&
         std::any_of(command.words.begin() + 1, command.words.end(), fits);
}

/// What `find ... -exec` runs.
std::string text_of_exec(const ShellCommand& command) {
  for (std::size_t i = 1; command.program() == "find" && i < command.words.size(); ++i)
    if (base::is_any_of(command.words[i], {"-exec", "-execdir", "-ok"}))
      return base::join({command.words.begin() + static_cast<long>(i) + 1, command.words.end()},
                        " ") +
             " " + command.words[1];
  return {};
}

RiskFound risk_of(const ShellCommand& command, const std::vector<std::string>& stubs) {
  ShellCommand inner = unwrap(command);
  std::string_view program = inner.program();
  // "/bin/rm" and "env rm" are not the function that replaces "rm".
  if (!command.words.empty() && in_list(stubs, command.words.front())) return {};
  if (base::is_any_of(command.program(), {"srun", "salloc"}))
    for (const std::string& word : command.words)
      if (word == "--pty") return {Risk::person, "it opens an interactive shell"};
  if (base::is_any_of(program, {"vim", "vi", "nano", "emacs", "ssh", "salloc", "sinteractive",
                                "screen", "tmux", "passwd"}))
    return {Risk::person, base::format("'{}' waits for a person", program)};
  if (program == "sbatch")
    return {Risk::person, "'sbatch' starts a job that the plan does not count"};
  if (base::is_any_of(program, {"sudo", "su", "reboot", "shutdown", "scancel", "scontrol", "mkfs",
                                "dd", "pkill", "killall", "crontab", "at", "batch", "systemctl",
                                "mount", "umount", "shred"}))
    return {Risk::person, base::format("'{}' is not for tests", program)};
  std::string_view verb =
      inner.words.size() > 1 ? std::string_view(inner.words[1]) : std::string_view{};
  if (program == "rm" && any_word(inner, is_outside))
    return {Risk::person, "it deletes files outside its directory"};
  if (program == "find" && in_list(inner.words, "-delete") && is_outside(verb))
    return {Risk::person, "it deletes files outside its directory"};
  bool changes = base::is_any_of(program, {"chmod", "chown", "chgrp", "mv", "truncate", "unlink",
                                           "rmdir", "tee", "touch", "mkdir"});
  bool makes_last =
      base::is_any_of(program, {"cp", "ln", "install"}) && is_elsewhere(inner.words.back());
  if ((changes && any_word(inner, is_elsewhere)) || makes_last ||
      std::any_of(command.writes.begin(), command.writes.end(), is_elsewhere))
    return {Risk::person, "it changes files outside its directory"};
  if (base::is_any_of(program, {"wget", "curl", "scp", "rsync", "sftp"}))
    return {Risk::network, base::format("'{}' needs the network", program)};
  if ((base::is_any_of(program, {"pip", "pip3", "conda", "mamba"}) &&
       base::is_any_of(verb, {"install", "create", "update"})) ||
      (program == "git" && base::is_any_of(verb, {"clone", "pull", "push", "fetch"})))
    return {Risk::network, base::format("'{} {}' needs the network", program, verb)};
  return {};
}

RiskFound find_risk(std::string_view commands, const std::vector<std::string>& stubs, int depth) {
  RiskFound worst;
  /// Whether the last `cd` left the unit's directory.
  bool moved_out = false;
  auto note = [&](RiskFound found) {
    if (found.risk > worst.risk) worst = std::move(found);
  };
  for (const ShellCommand& command : parse_shell(commands)) {
    note(risk_of(command, stubs));
    ShellCommand plain = unwrap(command);
    if (base::is_any_of(plain.program(), {"cd", "pushd"}))
      moved_out = any_word(plain, is_elsewhere);
    else if (moved_out &&
             base::is_any_of(plain.program(), {"rm", "mv", "rmdir", "unlink", "truncate"}))
      note({Risk::person, "it changes files outside its directory"});
    if (depth >= kShellDepth) continue;
    std::string inner = text_to_run(plain);
    if (inner.empty()) inner = text_of_exec(plain);
    if (!inner.empty()) note(find_risk(inner, stubs, depth + 1));
  }
  return worst;
}

}  // namespace

RiskFound find_risk(std::string_view commands, const std::vector<std::string>& stubs) {
  return find_risk(commands, stubs, 0);
}

}  // namespace kbuild::run
