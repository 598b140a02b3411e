// Whether blocks parse, by the languages' own parsers: bash -n, Python's compiler and tomllib in
// one process for all blocks, the compilers of C, C++ and Fortran without making code, and this
// program's parsers of JSON, YAML and CMake.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "run/slurm/profile.h"
#include "snippets/snippet.h"

namespace kbuild::run {

enum class Parsed : std::uint8_t { unchecked, good, bad };

/// A name that a program uses and does not define, with its place in the snippet's text.
struct FreeName {
  std::string name;
  std::size_t offset = 0;
};

/// What names a Python program defines, imports and uses.
struct PythonNames {
  std::vector<FreeName> free;
  std::vector<std::string> defined;
  /// Modules that `import x` and `import x as y` name.
  std::vector<std::string> modules;
  /// Whether names may come from elsewhere: a star import, exec, globals().
  bool open = false;
};

struct SyntaxVerdict {
  Parsed state = Parsed::unchecked;
  /// For a bad one: the parser's message, and its place in the snippet's text.
  std::string message = {};
  std::size_t offset = 0;
  std::size_t length = 0;
  /// For a good one in Python.
  PythonNames names = {};
};

struct SyntaxReport {
  /// One for each snippet, in order.
  std::vector<SyntaxVerdict> verdicts;
  /// Why blocks of a language stayed unchecked ("'python3' is not installed"), each once.
  std::vector<std::string> unable;
};

/// Compilers of C, C++ and Fortran with their options, as shell words.
struct Compilers {
  std::string c = "cc -std=gnu17";
  std::string cpp = "c++ -std=gnu++17";
  std::string fortran = "gfortran";
};
/// Those that this machine's own profile names; a repository's has none (run/slurm/profile.h).
Compilers local_compilers(const std::vector<SystemProfile>& systems);

/// Judges every snippet whose language has a parser, plain commands of a shell by shell/plain.h
/// alone; placeholders are replaced by words of the same length first. Synopses, outputs and
/// sessions of other languages stay unchecked, as does C and C++ that includes what is not
/// installed here. All programs run behind walls (tools/tool.h); a compiler, which reads the files
/// that a block names, only where these hide files. Compilers run once a block on `jobs` threads,
/// the other parsers once for all blocks.
SyntaxReport check_syntax(const std::vector<snippets::Snippet>& snippets,
                          const Compilers& compilers, unsigned jobs);

/// The text with placeholders replaced by words of equal length, and what was left out by blanks.
std::string fill_placeholders(const snippets::Snippet& snippet);

}  // namespace kbuild::run
