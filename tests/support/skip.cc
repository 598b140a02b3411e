// See skip.h. Nothing else in tests/ prints such a line.
#include "support/skip.h"

#include <cstdio>
#include <filesystem>

namespace kbuild::test {

void say_skipped(std::string_view why) {
  std::printf("SKIPPED: %.*s\n", static_cast<int>(why.size()), why.data());
}

bool can_run(bool possible, std::string_view why) {
  if (!possible) say_skipped(why);
  return possible;
}

std::string shared_path(std::string_view name) {
  return KBUILD_ROOT "/../shared/" + std::string(name);
}

bool have_shared(std::string_view name) {
  std::error_code none;
  return can_run(std::filesystem::exists(shared_path(name), none),
                 "../shared/" + std::string(name) + " is absent");
}

}  // namespace kbuild::test
