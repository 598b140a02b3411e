// The one table of well-known programs: what they are and how they treat their arguments. Each
// use asks for the classes that it needs; whoever learns of a program adds it to
// src/knowledge/programs.yaml, once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kbuild::shell {

/// A program may be of several classes.
enum class ProgramClass : std::uint32_t {
  /// Reserved words of POSIX shells, which stand where a program may.
  keyword = 1u << 0,
  /// Those of bash alone.
  bash_keyword = 1u << 1,
  builtin = 1u << 2,
  /// Also a word of English or of other languages: alone it does not show that a line is a command.
  ambiguous = 1u << 3,
  /// module, ml.
  modules = 1u << 4,
  /// Commands of batch systems, and those of them that start a job of its own.
  batch = 1u << 5,
  submits = 1u << 6,
  /// Runs the rest of its line; mostly stands without options (sudo, time).
  prefix = 1u << 7,
  /// Starts processes of one program (mpirun, srun).
  launcher = 1u << 8,
  /// Runs the rest of its line after options of its own (env, numactl).
  wrapper = 1u << 9,
  /// The same after one operand (timeout 5, taskset 0x1).
  operand_wrapper = 1u << 10,
  /// exec and run of a container's image.
  container = 1u << 11,
  compiler = 1u << 12,
  build_tool = 1u << 13,
  /// Runs the file that it is given.
  interpreter = 1u << 14,
  python = 1u << 15,
  shell = 1u << 16,
  /// Reads a script into the running shell.
  sources = 1u << 17,
  pip = 1u << 18,
  conda = 1u << 19,
  /// Install packages of Python; pip and conda are among them.
  python_packages = 1u << 20,
  editor = 1u << 21,
  /// Waits for a person; editors are among them.
  interactive = 1u << 22,
  /// Gets or puts files over the network.
  transfer = 1u << 23,
  unpacks = 1u << 24,
  /// Makes its last operand from the others.
  copies = 1u << 25,
  /// Makes what its operands name.
  creates = 1u << 26,
  /// Takes away what its operands name.
  removes = 1u << 27,
  /// Changes what its operands name; those that create or remove are among them.
  changes = 1u << 28,
  /// Needs none of the files that its operands name.
  only_names = 1u << 29,
  /// Acts on the machine or on the jobs of others.
  administers = 1u << 30,
  /// Typed right after a prompt's "$"; no variable is named so.
  never_variable = 1u << 31,
};

constexpr ProgramClass operator|(ProgramClass a, ProgramClass b) {
  return static_cast<ProgramClass>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/// The classes as src/knowledge/programs.yaml writes them, in the order of their bits.
inline constexpr std::string_view kProgramClassNames[] = {
    "keyword",     "bash_keyword",  "builtin",         "ambiguous", "modules",         "batch",
    "submits",     "prefix",        "launcher",        "wrapper",   "operand_wrapper", "container",
    "compiler",    "build_tool",    "interpreter",     "python",    "shell",           "sources",
    "pip",         "conda",         "python_packages", "editor",    "interactive",     "transfer",
    "unpacks",     "copies",        "creates",         "removes",   "changes",         "only_names",
    "administers", "never_variable"};

/// Programs of the same classes; their names are separated by blanks.
struct ProgramRow {
  ProgramClass classes;
  std::string_view names;
};
/// The rows of src/knowledge/programs.yaml, in the table that the build makes of it.
std::span<const ProgramRow> known_programs();

/// Whether the table has the name, without a path. A version behind Python, pip or a compiler
/// ("python3.11", "gcc-12") is no part of the name.
bool is_well_known(std::string_view program);

/// Whether the program is of any of the classes.
bool is_program(std::string_view program, ProgramClass classes);

}  // namespace kbuild::shell
