// Landlock by its system calls, which Debian 12's C library does not wrap; see landlock.h. Numbers
// and structures are those of linux/landlock.h up to ABI 6; what an older kernel does not know is
// left out of the set of handled accesses.
#include "base/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace kbuild::base {

namespace {

constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kVersionFlag = 1, kPathBeneath = 1;

constexpr std::uint64_t kExecute = 1u << 0, kWriteFile = 1u << 1, kReadFile = 1u << 2,
                        kReadDirectory = 1u << 3, kTruncate = 1u << 14, kDeviceControl = 1u << 15;
/// All accesses to files by ABI; from ABI 5 on control of devices is among them.
constexpr std::uint64_t kFileAccesses[] = {(1u << 13) - 1, (1u << 14) - 1, (1u << 15) - 1,
                                           (1u << 15) - 1, (1u << 16) - 1, (1u << 16) - 1};
constexpr std::uint64_t kBothTcp = 3, kBothScopes = 3;
/// Those that make sense for a path that is no directory.
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceControl;

struct RulesetAttributes {
  std::uint64_t files = 0, network = 0, scopes = 0;
};
struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};

int allow(int ruleset, const char* const* paths, std::uint64_t accesses) noexcept {
  for (; paths && *paths; ++paths) {
    int path = ::open(*paths, O_PATH | O_CLOEXEC);
    if (path < 0) continue;
    struct stat status {};
    bool directory = ::fstat(path, &status) == 0 && S_ISDIR(status.st_mode);
    PathAttributes rule{directory ? accesses : accesses & kOfFiles, path};
    long done = ::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0);
    int error = errno;
    ::close(path);
    if (done != 0) return error;
  }
  return 0;
}

}  // namespace

int landlock_abi() {
  long abi = ::syscall(kCreateRuleset, nullptr, 0, kVersionFlag);
  return abi > 0 ? static_cast<int>(abi) : 0;
}

int enter_landlock(const LandlockRules& rules, int abi) noexcept {
  if (abi < 1) return ENOSYS;
  std::uint64_t files = kFileAccesses[(abi < 6 ? abi : 6) - 1];
  RulesetAttributes attributes{files, 0, 0};
  if (abi >= 4 && rules.tcp == LandlockRules::Tcp::refused) attributes.network = kBothTcp;
  if (abi >= 6) attributes.scopes = kBothScopes;
  // A kernel takes a longer structure than it knows, if the rest is zero.
  auto ruleset = static_cast<int>(::syscall(kCreateRuleset, &attributes, sizeof attributes, 0));
  if (ruleset < 0) return errno;
  int error = allow(ruleset, rules.readable, files & (kExecute | kReadFile | kReadDirectory));
  if (error == 0) error = allow(ruleset, rules.writable, files);
  if (error == 0)
    error = allow(ruleset, rules.devices,
                  files & (kReadFile | kWriteFile | kReadDirectory | kTruncate | kDeviceControl));
  if (error == 0 && ::syscall(kRestrictSelf, ruleset, 0) != 0) error = errno;
  ::close(ruleset);
  return error;
}

}  // namespace kbuild::base
