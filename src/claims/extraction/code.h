// Lines of code blocks as the extractors see them: commands without prompts, everything else as
// output. What the commands claim is left to the extractors.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The lines of a passage of code; views of its text.
std::vector<CodeLine> code_lines(const Passage& passage);

/// Whether the code may hold images of software environments: it names a tool that mounts them.
bool may_name_image(std::string_view code);
/// Software environments that a command starts or a job's header requests, as "name/version",
/// perhaps with ":tag": "uenv start gromacs/2024.1:v1", "#SBATCH --uenv=gromacs/2024.1:v1".
std::vector<std::string_view> environment_images(std::string_view code);

/// Whether a line of output reports an error: "Unable to find: tool/1.13".
bool is_error_message(std::string_view line);
/// Whether the words of a line install packages: pip, conda, mamba, uv.
bool is_install_command(std::span<const std::string_view> words);

/// The module of Python or Conda that a block loads before it installs packages:
/// "miniforge3/25.3.1"; "" if it installs nothing or loads none before.
std::string module_before_install(const Passage& code, const vocabulary::Vocabulary& vocabulary);

}  // namespace kbuild::claims
