// Reads the options of interpreters; see interpreter.h.
#include "run/units/interpreter.h"

#include <string_view>

#include "base/text.h"
#include "shell/programs.h"

namespace kbuild::run {

ProgramText program_text(const shell::Command& command) {
  using From = ProgramText::From;
  bool of_shell = shell::is_program(command.program(), shell::ProgramClass::shell);
  bool of_python = shell::is_program(command.program(), shell::ProgramClass::python);
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    std::string_view word = command.words[i];
    if (word == "-" || word.starts_with("/dev/stdin") || word.starts_with("/dev/fd/") ||
        word.starts_with("/proc/self/fd/"))
      return {From::input, i};
    if (!word.starts_with('-') && !(of_shell && word.starts_with('+'))) return {From::file, i};
    if (base::is_any_of(word, {"--version", "-V", "--help", "-h", "-version"})) return {};
    if (of_python && word == "-m") return {From::module, i + 1};
    bool single = !word.starts_with("--");
    bool code = of_shell || of_python ? single && word.find('c') != word.npos
                                      : base::is_any_of(word, {"--eval", "--execute", "--print"}) ||
                                            (single && word.find_first_of("eEnp") != word.npos);
    if (code) return {From::option, i + 1};
    if (of_shell && single && word.find('s') != word.npos) return {From::input, i};
    // Options whose value is the next word.
    bool value = of_python ? word == "-W" || word == "-X"
                           : of_shell && (word.ends_with('o') || word.ends_with('O') ||
                                          word == "--rcfile" || word == "--init-file");
    i += value;
  }
  return {From::input, 0};
}

}  // namespace kbuild::run
