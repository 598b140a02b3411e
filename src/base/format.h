// Wrapper of fmt: formatting to strings.
#pragma once

#include <fmt/format.h>

namespace kbuild::base {

using fmt::format;

}  // namespace kbuild::base
