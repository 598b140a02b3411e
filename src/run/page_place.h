// The line of a page that an error output refers to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "run/plan.h"

namespace kbuild::run {

/// The first place that a compiler, CMake or bash names in a file of the cell, else the innermost
/// frame of a Python traceback there, as the page's line.
std::optional<std::uint32_t> find_page_line(const Cell& cell, std::string_view errors);

}  // namespace kbuild::run
