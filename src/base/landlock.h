// Landlock (landlock(7)): the kernel's walls that need no privilege and no namespace. A process may
// only narrow what it may do itself, so this is called in a child between fork and exec.
#pragma once

#include <cstddef>

namespace kbuild::base {

/// The ABI of the running kernel; 0 where it has no Landlock or it is disabled.
int landlock_abi();

/// Paths as arrays that end with nullptr.
struct LandlockRules {
  /// May be read and executed, with all below them.
  const char* const* readable = nullptr;
  /// May be written as well.
  const char* const* writable = nullptr;
  /// Device nodes and the like: may be read and written, but nothing made.
  const char* const* devices = nullptr;
  /// Whether TCP is refused, as far as the ABI knows it (4 and later).
  enum class Tcp { allowed, refused } tcp = Tcp::refused;
};

/// Confines the calling thread; paths that cannot be opened are left out. Makes system calls only,
/// so it may be called in a child of vfork. Needs no_new_privs. Returns 0 or an errno.
int enter_landlock(const LandlockRules& rules, int abi) noexcept;

}  // namespace kbuild::base
