// Reads commands as a shell would split them and knows programs by name; see risk.h. Where a reader
// may take a text in two ways (whether a word is an option's value), both are judged.
#include "run/units/risk.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "run/units/interpreter.h"
#include "run/units/python_risk.h"
#include "run/units/shell_variables.h"
#include "shell/command.h"
#include "shell/programs.h"
#include "shell/words.h"
#include "snippets/label.h"

namespace kbuild::run {

namespace {

using shell::Command;
using shell::is_program;

/// Deeper nesting of shells in shells is not followed.
constexpr int kDepth = 6;
/// Words that are judged in all, each as often as it may belong to a command.
constexpr std::size_t kMaxWords = 1'000'000;

bool in_list(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Variables that name the unit's own directory, its home and its /tmp.
constexpr std::string_view kOwnPlaces[] = {"~/",
                                           "$HOME/",
                                           "${HOME}/",
                                           "$TMPDIR/",
                                           "${TMPDIR}/",
                                           "$PWD/",
                                           "${PWD}/",
                                           "$SLURM_SUBMIT_DIR/",
                                           "${SLURM_SUBMIT_DIR}/"};

/// What follows the name of an own place, or the word.
std::string_view below_own_place(std::string_view word) {
  for (std::string_view place : kOwnPlaces)
    if (word.starts_with(place)) return word.substr(place.size());
  return word;
}

/// Of a relative path.
bool climbs_out(std::string_view path) {
  return !path.starts_with('/') && !base::stays_inside(base::normalise_path(path));
}

/// Targets that no deletion may have.
bool is_outside(std::string_view word) {
  std::string_view rest = below_own_place(word);
  return rest.starts_with('/') || rest.starts_with('~') || rest.starts_with('$') ||
         rest.starts_with('`') || (!rest.starts_with('-') && climbs_out(rest));
}

bool any_word(const Command& command, bool (*fits)(std::string_view)) {
  return !command.words.empty() &&
         std::any_of(command.words.begin() + 1, command.words.end(), fits);
}

std::string joined_from(const Command& command, std::size_t at) {
  at = std::min(at, command.words.size());
  return base::join({command.words.begin() + static_cast<long>(at), command.words.end()}, " ");
}

Command from_word(const Command& command, std::size_t at) {
  Command out = command;
  out.words.erase(out.words.begin(), out.words.begin() + static_cast<long>(at));
  out.offsets.clear();
  return out;
}

bool expands(std::string_view text) {
  return text.find_first_of("$`") != text.npos;
}

/// Whether the shell finds out the program when it runs: by a variable, a substitution or a
/// pattern.
bool is_unknown_program(std::string_view word) {
  if (base::is_any_of(word, {"[", "[[", "]]", "{", "}"})) return false;
  // The last part of "$HOME/bin/program" is its name.
  if (expands(base::file_name(word)) || word.find_first_of("*?[") != word.npos) return true;
  for (std::size_t at = word.find('{'); at != word.npos; at = word.find('{', at + 1))
    if (at == 0 || word[at - 1] != '$') return true;
  return false;
}

/// Programs that run what their arguments say, beside the wrappers of the table: every word may
/// begin a command.
bool runs_its_words(std::string_view program) {
  return base::is_any_of(program, {"parallel", "watch", "flock", "busybox", "script", "chroot",
                                   "unshare", "strace", "ltrace", "valgrind", "gdb", "ncu",
                                   "rocprof", "omniperf", "entr", "coproc", "function", "bwrap"});
}

/// Options of launchers whose value is the next word in every one of them.
bool takes_value(std::string_view option) {
  return base::is_any_of(option, {"-n", "-N", "-c", "-np", "-p", "-A", "-t", "-G", "-J", "-w", "-x",
                                  "-o", "-e", "-m", "-B"});
}

bool wraps(std::string_view program) {
  using enum shell::ProgramClass;
  if (program.ends_with("_wrapper")) program.remove_suffix(8);
  return is_program(program, prefix | launcher | wrapper | operand_wrapper | container);
}

class ShellJudge {
 public:
  ShellJudge(std::string_view whole, const std::vector<std::string>& stubs)
      : whole_(whole), stubs_(stubs), variables_(whole) {}

  void read(std::string_view text, int depth = 0) {
    if (depth > kDepth) return note(Risk::person, "shells are nested too deep to be judged");
    read(shell::read_script(text), depth);
  }
  RiskFound finish() { return std::move(worst_); }

 private:
  void note(Risk risk, std::string reason) {
    if (risk > worst_.risk) worst_ = {risk, std::move(reason)};
  }
  void note(RiskFound found) { note(found.risk, std::move(found.reason)); }

  void read(const shell::Script& script, int depth) {
    if (script.unclear_line)
      note(Risk::person, "a quote, substitution or here-document has no end that kbuild can find");
    for (const Command& command : script.commands) judge_whole(command, depth);
  }

  void judge_whole(const Command& command, int depth);
  void judge(const Command& command, int depth);
  void judge_writes(const Command& command);
  void judge_program(const Command& command, int depth);
  void judge_interpreter(const Command& command, int depth);
  void judge_text(const Command& language_of, std::string_view text, int depth);
  void judge_written(const std::string& name, int depth);
  void judge_tool(const Command& command, int depth);
  void move_to(const Command& command);
  void remember(const Command& command);
  std::string resolve(std::string_view word) const { return variables_.resolve(word); }

  std::string_view whole_;
  const std::vector<std::string>& stubs_;
  RiskFound worst_;
  ShellVariables variables_;
  /// Words that are still judged; nested wrappers have many readings.
  std::size_t budget_ = kMaxWords;
  /// Files that the commands wrote, with their text where it is known.
  std::map<std::string, std::optional<std::string>> written_;
  /// Whether the last `cd` left the unit's directory, and how far below it is.
  bool moved_out_ = false;
  int below_ = 0;
};

void ShellJudge::judge_whole(const Command& command, int depth) {
  for (const auto& [name, value] : command.assignments) variables_.assign(name, value);
  if (command.here_document && !command.here_literal)
    read(shell::read_expansions(*command.here_document), depth);
  judge_writes(command);
  if (!command.words.empty() && !in_list(stubs_, command.words.front())) {
    Command resolved = command;
    std::string first = resolve(command.words.front());
    if (first != command.words.front()) {
      std::vector<std::string> words;
      for (std::string_view word : base::split_words(first)) words.emplace_back(word);
      words.insert(words.end(), command.words.begin() + 1, command.words.end());
      resolved.words = std::move(words);
    }
    judge(resolved, depth);
    Command known = resolved;
    for (std::string& word : known.words) word = resolve(word);
    if (known.words != resolved.words) judge(known, depth);
  }
  remember(command);
}

/// The command, and what it wraps: an option may or may not take the next word.
void ShellJudge::judge(const Command& command, int depth) {
  if (command.words.empty()) return;
  if (command.words.size() > budget_)
    return note(Risk::person, "its commands are wrapped too often to be judged");
  budget_ -= command.words.size();
  std::string_view program = command.program();
  judge_program(command, depth);
  bool every = runs_its_words(program);
  if (!every && !wraps(program)) return;
  bool runs_container =
      is_program(program, shell::ProgramClass::container) || program.ends_with("_wrapper");
  int operands = is_program(program, shell::ProgramClass::operand_wrapper) ? 1
                 : runs_container                                          ? 2
                                                                           : 0;
  bool after_option = false;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& word = command.words[i];
    bool option = word.starts_with('-');
    if (!option && shell::assigned_length(word) == 0) {
      if (word.find(' ') != word.npos) read(word, depth + 1);
      Command inner = from_word(command, i);
      // "srun -c $CORES program".
      bool value = after_option && is_program(program, shell::ProgramClass::launcher) &&
                   takes_value(command.words[i - 1]) && expands(word);
      if ((operands <= 0 || every) && !value) {
        // Operands that another command writes are not known.
        bool unknown = program == "xargs" &&
                       (is_program(inner.program(), shell::ProgramClass::changes |
                                                        shell::ProgramClass::interpreter));
        if (unknown) note(Risk::person, "which files it changes is only known when it runs");
        judge(inner, depth);
      }
      if (!every && !after_option && operands-- <= 0) return;
    }
    after_option = option;
  }
}

void ShellJudge::judge_writes(const Command& command) {
  for (const std::string& written : command.writes) {
    std::string target = resolve(written);
    if (target.starts_with("/dev/tcp/") || target.starts_with("/dev/udp/"))
      note(Risk::network, "it opens a connection");
    else if (is_path_elsewhere(target) || climbs_out(target) ||
             (moved_out_ && !target.starts_with('/')))
      note(Risk::person, "it changes files outside its directory");
  }
  for (const std::string& read : command.reads)
    if (read.starts_with("/dev/tcp/") || read.starts_with("/dev/udp/"))
      note(Risk::network, "it opens a connection");
}

void ShellJudge::judge_program(const Command& command, int depth) {
  using enum shell::ProgramClass;
  std::string_view program = command.program();
  if (is_unknown_program(command.words.front()))
    return note(Risk::person,
                base::format("what '{}' runs is only known then", command.words.front()));
  if (base::is_any_of(program, {"srun", "salloc"}) && in_list(command.words, "--pty"))
    return note(Risk::person, "it opens an interactive shell");
  if (is_program(program, interactive))
    return note(Risk::person, base::format("'{}' waits for a person", program));
  if (is_program(program, submits))
    return note(Risk::person,
                base::format("'{}' starts a job that the plan does not count", program));
  if (is_program(program, administers))
    return note(Risk::person, base::format("'{}' is not for tests", program));
  bool unknown_place = moved_out_ && is_program(program, changes);
  bool deletes = is_program(program, removes) && !is_program(program, copies);
  if (deletes && any_word(command, is_outside))
    return note(Risk::person, "it deletes files outside its directory");
  bool makes_last = is_program(program, copies) && command.words.size() > 1 &&
                    (is_path_elsewhere(command.words.back()) || climbs_out(command.words.back()));
  if ((is_program(program, changes) && any_word(command, is_path_elsewhere)) || makes_last ||
      unknown_place)
    return note(Risk::person, "it changes files outside its directory");
  if (is_program(program, transfer))
    return note(Risk::network, base::format("'{}' needs the network", program));
  std::string_view verb =
      command.words.size() > 1 ? std::string_view(command.words[1]) : std::string_view{};
  if ((is_program(program, pip | conda) &&
       base::is_any_of(verb, {"install", "create", "update"})) ||
      (program == "git" && base::is_any_of(verb, {"clone", "pull", "push", "fetch"})))
    return note(Risk::network, base::format("'{} {}' needs the network", program, verb));
  if (is_program(program, interpreter | sources) && !is_program(program, submits))
    judge_interpreter(command, depth);
  if (command.words.front().find('/') != std::string::npos)
    judge_written(command.words.front(), depth);
  judge_tool(command, depth);
}

/// A text that an interpreter is given.
void ShellJudge::judge_text(const Command& command, std::string_view text, int depth) {
  using enum shell::ProgramClass;
  if (is_program(command.program(), shell | sources))
    read(text, depth + 1);
  else if (is_program(command.program(), python))
    note(find_python_risk(text));
  else
    note(Risk::person, base::format("code of '{}' in a command is not judged", command.program()));
}

void ShellJudge::judge_interpreter(const Command& command, int depth) {
  using From = ProgramText::From;
  std::string_view program = command.program();
  bool reads_file = is_program(program, shell::ProgramClass::sources);
  ProgramText text = program_text(command);
  if (command.process_substitution && text.from != From::option && text.from != From::module)
    return note(Risk::person, base::format("'{}' runs what another command writes", program));
  switch (text.from) {
    case From::nothing: return;
    case From::option:
      if (text.word < command.words.size() && !reads_file)
        judge_text(command, command.words[text.word], depth);
      return;
    case From::module:
      // "python -m pip install".
      if (text.word < command.words.size() && !command.words[text.word].empty())
        judge(from_word(command, text.word), depth);
      return;
    case From::input:
      if (command.here_document) return judge_text(command, *command.here_document, depth);
      if (command.fed || !command.reads.empty())
        return note(Risk::person, base::format("'{}' runs what another command writes", program));
      if (!reads_file && !base::is_any_of(program, {"java", "torchrun", "accelerate", "deepspeed"}))
        note(Risk::person, base::format("'{}' waits for a person", program));
      return;
    case From::file: return judge_written(command.words[text.word], depth);
  }
}

/// A file that is run, if the commands before wrote it.
void ShellJudge::judge_written(const std::string& name, int depth) {
  auto at = written_.find(base::normalise_path(resolve(name)));
  if (at == written_.end()) return;
  std::optional<std::string> text = at->second;
  if (!text)
    return note(Risk::person, base::format("'{}' is written by the commands that run it", name));
  if (depth >= kDepth) return note(Risk::person, "shells are nested too deep to be judged");
  // Such a file may run itself.
  std::string path = at->first;
  written_.erase(at);
  if (snippets::language_of_file(path) == "python" || text->starts_with("#!/usr/bin/env python") ||
      text->starts_with("#!/usr/bin/python"))
    note(find_python_risk(*text));
  else
    read(*text, depth + 1);
  written_[path] = std::move(text);
}

/// Programs with options of their own that delete, or run others.
void ShellJudge::judge_tool(const Command& command, int depth) {
  std::string_view program = command.program();
  const std::vector<std::string>& words = command.words;
  auto has = [&](std::initializer_list<std::string_view> parts) {
    return std::any_of(words.begin() + 1, words.end(), [&](const std::string& word) {
      return std::any_of(parts.begin(), parts.end(),
                         [&](std::string_view part) { return word.find(part) != word.npos; });
    });
  };
  auto refuse = [&] {
    note(Risk::person, base::format("what '{}' starts is not judged", program));
  };
  if (program == "eval") {
    std::string text = joined_from(command, 1);
    if (expands(text))
      note(Risk::person, "'eval' runs a text that is only known then");
    else
      read(text, depth + 1);
  } else if (program == "trap" && words.size() > 2) {
    read(words[1], depth + 1);
  } else if (program == "alias") {
    for (std::size_t i = 1; i < words.size(); ++i)
      read(std::string_view(words[i]).substr(words[i].find('=') + 1), depth + 1);
  } else if (program == "find") {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "-delete" && is_outside(words[1]))
        note(Risk::person, "it deletes files outside its directory");
      if (!words[i].starts_with("-exec") && !words[i].starts_with("-ok")) continue;
      Command inner = from_word(command, i + 1);
      auto end = std::find_if(inner.words.begin(), inner.words.end(),
                              [](const std::string& word) { return word == ";" || word == "+"; });
      inner.words.erase(end, inner.words.end());
      // What it finds lies below its first operand.
      inner.words.push_back(words[1]);
      bool of_shell = is_program(inner.program(), shell::ProgramClass::shell);
      if (of_shell && is_outside(words[1]))
        note(Risk::person, "which files it changes is only known when it runs");
      judge(inner, depth);
    }
  } else if (base::is_any_of(program, {"awk", "gawk", "mawk"})) {
    if (has({"system(", "system (", "|\"", "| \"", "\"|", "\" |", "> \"/", ">\"/"})) refuse();
  } else if (program == "sed") {
    bool in_place = has({"-i", "--in-place"}) && any_word(command, is_path_elsewhere);
    if (in_place) note(Risk::person, "it changes files outside its directory");
    for (const std::string& word : words) {
      // "s/a/b/e" and "1e command" run what comes of them.
      std::size_t last = word.size() > 3 && word[0] == 's' ? word.rfind(word[1]) : word.npos;
      std::size_t digits = word.find_first_not_of("0123456789$,");
      bool runs = (last != word.npos && word.find_first_of("ew", last) != word.npos) ||
                  (digits != word.npos && std::string_view(word).substr(digits).starts_with("e "));
      if (runs) refuse();
    }
  } else if (is_program(program, shell::ProgramClass::unpacks)) {
    if (has({"checkpoint-action", "to-command", "use-compress-program"})) refuse();
    for (std::size_t i = 2; i < words.size(); ++i)
      if (base::is_any_of(words[i - 1], {"-C", "-d", "--directory"}) && is_path_elsewhere(words[i]))
        note(Risk::person, "it changes files outside its directory");
  } else if (program == "git") {
    if (has({"!", "core.", "alias."})) refuse();
  } else if (program == "cmake") {
    if (has({"-E"}) && any_word(command, is_outside))
      note(Risk::person, "it changes files outside its directory");
  } else if (base::is_any_of(program, {"php", "lua", "tclsh", "expect"})) {
    refuse();
  }
}

void ShellJudge::move_to(const Command& command) {
  if (command.words.size() < 2 || command.words[1] == "~" || command.words[1] == "$HOME") {
    moved_out_ = false;
    below_ = 0;
    return;
  }
  std::string to = resolve(command.words.back());
  std::string_view rest = below_own_place(to);
  if (to == "$SLURM_SUBMIT_DIR" || to == "$TMPDIR" || to == "$PWD") return;
  if (is_path_elsewhere(to) || rest.starts_with('$') || rest.starts_with('`') || rest == "-") {
    moved_out_ = true;
    return;
  }
  if (to.starts_with("/tmp") || rest.size() < to.size()) {
    moved_out_ = false;
    below_ = 0;
  }
  const std::string path = base::normalise_path(rest);
  for (std::string_view part : base::split(path, '/'))
    below_ += part == ".." ? -1 : part == "." || part.empty() ? 0 : 1;
  // A `cd` within (...) ends there, which is not followed.
  bool subshells = whole_.find('(') != whole_.npos && rest.find("..") != rest.npos;
  if (below_ < 0 || subshells) moved_out_ = true;
}

/// Where the command goes, and the files that it writes.
void ShellJudge::remember(const Command& command) {
  Command plain = shell::unwrap(command);
  std::string_view program = plain.program();
  if (base::is_any_of(program, {"cd", "pushd"})) move_to(plain);
  bool copies_input =
      command.here_document && ((program == "cat" && plain.words.size() == 1) || program == "tee");
  auto write = [&](const std::string& name, std::optional<std::string> text) {
    written_[base::normalise_path(resolve(name))] = std::move(text);
  };
  std::optional<std::string> text =
      copies_input ? command.here_document : std::optional<std::string>{};
  for (const std::string& name : command.writes) write(name, text);
  if (program == "tee")
    for (std::size_t i = 1; i < plain.words.size(); ++i) write(plain.words[i], text);
  bool copies = is_program(program, shell::ProgramClass::copies) && plain.words.size() > 2;
  if (!copies) return;
  auto source = written_.find(base::normalise_path(resolve(plain.words[plain.words.size() - 2])));
  if (source != written_.end()) write(plain.words.back(), source->second);
}

}  // namespace

bool is_path_elsewhere(std::string_view path) {
  for (std::string_view own :
       {"/tmp/", "/dev/null", "/dev/std", "/dev/shm/", "/dev/fd/", "/dev/tty"})
    if (path.starts_with(own)) return path.find("/..") != path.npos;
  return path.starts_with('/') && path != "/tmp";
}

RiskFound find_risk(std::string_view commands, const std::vector<std::string>& stubs) {
  ShellJudge judge(commands, stubs);
  judge.read(commands);
  return judge.finish();
}

RiskFound find_file_risk(std::string_view name, std::string_view content,
                         const std::vector<std::string>& stubs) {
  std::string_view first = content.substr(0, content.find('\n'));
  std::string_view language = snippets::language_of_file(name);
  if (first.starts_with("#!")) {
    std::vector<std::string_view> words = base::split_words(first.substr(2));
    std::string_view program = words.empty() ? "" : base::file_name(words.back());
    for (std::string_view word : words)
      if (is_program(base::file_name(word), shell::ProgramClass::interpreter))
        program = base::file_name(word);
    if (is_program(program, shell::ProgramClass::python))
      language = "python";
    else if (is_program(program, shell::ProgramClass::shell))
      language = "bash";
    else
      language = "";
  }
  if (language == "python") return find_python_risk(content);
  if (language == "bash" || language == "tcsh") return find_risk(content, stubs);
  return {};
}

}  // namespace kbuild::run
