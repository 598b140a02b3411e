// Whether a text is a Dockerfile or a definition of an Apptainer image as far as names of
// instructions and sections go. Nothing is built, and commands within are not read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::run {

struct ContainerFault {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 1;
};

/// The first unknown instruction of a text with a FROM; a piece without one is not judged. O(size).
std::optional<ContainerFault> check_dockerfile(std::string_view text);

/// The first unknown section, or bootstrap agent, of a text with a Bootstrap line; a piece without
/// one is not judged. O(size).
std::optional<ContainerFault> check_definition(std::string_view text);

}  // namespace kbuild::run
