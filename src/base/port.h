// TCP ports of this machine for programs that kbuild starts.
#pragma once

#include "base/result.h"

namespace kbuild::base {

/// A port of the loopback interface that nobody listens on now. Errors: the machine gives none.
Result<int> find_free_port();

}  // namespace kbuild::base
