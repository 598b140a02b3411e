// Lines of code blocks as extractors of claims see them: commands without prompts, the rest as
// output. Internal to src/page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The lines of a passage of code; views of its text.
std::vector<CodeLine> code_lines(const Passage& passage);

/// The words of a command up to the end of it (";", "&&", "|"), quotes taken off.
std::vector<std::string_view> command_words(std::span<const std::string_view> command);

/// What follows "module load", "ml" and their like on a line, each command's words; `verb` is
/// "load", "avail", ...
struct ModuleCommand {
  std::string_view verb;
  std::vector<std::string_view> words;
};
std::vector<ModuleCommand> module_commands(std::string_view code);

/// Images of software environments that a command starts or a job's header asks for: "uenv start
/// gromacs/2024.1:v1",
/// "#SBATCH --uenv=gromacs/2024.1:v1". Each as "name/version", perhaps with ":tag".
std::vector<std::string_view> environment_images(std::string_view code);

/// Whether a line that a command has printed says that it failed: "Unable to find: tool/1.13".
bool is_error_message(std::string_view line);
/// Whether the words of a line install packages: pip, conda, mamba, uv.
bool is_install_command(std::span<const std::string_view> words);

/// The module of Python or Conda that a block loads before it installs packages:
/// "miniforge3/25.3.1"; "" where it does not install, or loads none before.
std::string module_before_install(const Passage& code, const vocabulary::Vocabulary& vocabulary);

}  // namespace kbuild::claims
