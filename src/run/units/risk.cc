// Reads commands as a shell would split them and knows programs by name; see risk.h.
#include "run/units/risk.h"

#include <algorithm>
#include <initializer_list>

#include "base/format.h"
#include "base/text.h"
#include "shell/command.h"
#include "shell/programs.h"

namespace kbuild::run {

namespace {

bool in_list(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What `sh -c` and `eval` run, or "".
std::string text_to_run(const shell::Command& command) {
  const std::vector<std::string>& words = command.words;
  if (command.program() == "eval" && !words.empty())
    return base::join({words.begin() + 1, words.end()}, " ");
  if (!shell::is_program(command.program(), shell::ProgramClass::shell)) return {};
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

/// Only arguments.
bool any_word(const shell::Command& command, bool (*fits)(std::string_view)) {
  return !command.words.empty() &&
         std::any_of(command.words.begin() + 1, command.words.end(), fits);
}

/// The command that `find ... -exec` runs.
std::string text_of_exec(const shell::Command& command) {
  for (std::size_t i = 1; command.program() == "find" && i < command.words.size(); ++i)
    if (base::is_any_of(command.words[i], {"-exec", "-execdir", "-ok"}))
      return base::join({command.words.begin() + static_cast<long>(i) + 1, command.words.end()},
                        " ") +
             " " + command.words[1];
  return {};
}

RiskFound risk_of(const shell::Command& command, const std::vector<std::string>& stubs) {
  using enum shell::ProgramClass;
  shell::Command inner = shell::unwrap(command);
  std::string_view program = inner.program();
  // "/bin/rm" and "env rm" are not the function that replaces "rm".
  if (!command.words.empty() && in_list(stubs, command.words.front())) return {};
  if (base::is_any_of(command.program(), {"srun", "salloc"}))
    for (const std::string& word : command.words)
      if (word == "--pty") return {Risk::person, "it opens an interactive shell"};
  if (shell::is_program(program, interactive))
    return {Risk::person, base::format("'{}' waits for a person", program)};
  if (shell::is_program(program, submits))
    return {Risk::person, base::format("'{}' starts a job that the plan does not count", program)};
  if (shell::is_program(program, administers))
    return {Risk::person, base::format("'{}' is not for tests", program)};
  std::string_view verb =
      inner.words.size() > 1 ? std::string_view(inner.words[1]) : std::string_view{};
  if (program == "rm" && any_word(inner, is_outside))
    return {Risk::person, "it deletes files outside its directory"};
  if (program == "find" && in_list(inner.words, "-delete") && is_outside(verb))
    return {Risk::person, "it deletes files outside its directory"};
  bool changes_operands = shell::is_program(program, changes);
  bool makes_last = shell::is_program(program, copies) && is_elsewhere(inner.words.back());
  if ((changes_operands && any_word(inner, is_elsewhere)) || makes_last ||
      std::any_of(command.writes.begin(), command.writes.end(), is_elsewhere))
    return {Risk::person, "it changes files outside its directory"};
  if (shell::is_program(program, transfer))
    return {Risk::network, base::format("'{}' needs the network", program)};
  if ((shell::is_program(program, pip | conda) &&
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
  for (const shell::Command& command : shell::parse(commands)) {
    note(risk_of(command, stubs));
    shell::Command plain = shell::unwrap(command);
    if (base::is_any_of(plain.program(), {"cd", "pushd"}))
      moved_out = any_word(plain, is_elsewhere);
    else if (moved_out && shell::is_program(plain.program(), shell::ProgramClass::removes))
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
