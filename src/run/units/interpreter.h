// Where an interpreter's call has its program: in an option, in a file, on its input.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shell/command.h"

namespace kbuild::run {

/// How an interpreter gets its program; `nothing` where it only tells its version.
struct ProgramText {
  enum class From : std::uint8_t { nothing, option, module, input, file } from = From::nothing;
  /// Of the code, the module or the file.
  std::size_t word = 0;
};

/// Of a call of a shell, of Python or of another interpreter of programs.h. A call without any
/// program reads its input.
ProgramText program_text(const shell::Command& command);

}  // namespace kbuild::run
