// The function that libFuzzer calls with each input; it hands on those of bounded length.
#include <cstddef>
#include <cstdint>

#include "target.h"

namespace {

constexpr std::size_t kMaximumInput = 1 << 16;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size <= kMaximumInput) kbuild::fuzz::try_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
