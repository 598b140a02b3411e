// Parallelism: a plain loop over indices. Results go into pre-sized slots, so that output never
// depends on which thread ran what.
#pragma once

#include <cstddef>
#include <functional>

namespace kbuild::base {

/// Calls body(i) once for each i < count on at most `jobs` threads (0: one per processor) and
/// returns when all are done. An exception of a body is rethrown here after the others have ended.
void for_each_index(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& body);

}  // namespace kbuild::base
