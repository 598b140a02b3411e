// TCP ports of this machine for programs that kbuild starts.
#pragma once

#include "base/result.h"

namespace kbuild::base {

/// A free port of the loopback interface. Errors: there is none.
Result<int> find_free_port();

}  // namespace kbuild::base
