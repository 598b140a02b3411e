// Looks at paths character by character and part by part; see file_names.h. Names that Windows
// reserves: Microsoft, "Naming Files, Paths, and Namespaces".
#include "build/ledger/file_names.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

// What Linux, macOS and Windows hold in one part, and what tar and most servers take as a whole.
constexpr std::size_t kMaxPart = 255;
constexpr std::size_t kMaxPath = 1000;

constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul"};
constexpr std::string_view kNumberedDevices[] = {"com", "lpt"};

/// Controls, and marks that turn the direction of the text around a name.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029 ||
         (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool is_device(std::string_view part) {
  std::string stem = base::to_lower(part.substr(0, part.find('.')));
  if (std::find(std::begin(kDevices), std::end(kDevices), stem) != std::end(kDevices)) return true;
  return stem.size() == 4 && stem[3] >= '1' && stem[3] <= '9' &&
         std::find(std::begin(kNumberedDevices), std::end(kNumberedDevices), stem.substr(0, 3)) !=
             std::end(kNumberedDevices);
}

}  // namespace

std::string fault_of_path(std::string_view path) {
  if (!base::is_valid_utf8(path)) return "is not UTF-8";
  for (std::size_t at = 0; at < path.size();) {
    auto [c, length] = base::decode_utf8(path, at);
    if (is_control(c))
      return base::format("holds the control character U+{:04X}", static_cast<std::uint32_t>(c));
    at += length;
  }
  if (path.size() > kMaxPath) return base::format("makes a path of more than {} bytes", kMaxPath);
  for (std::string_view part : base::split(path, '/'))
    if (part.size() > kMaxPart) return base::format("is longer than {} bytes", kMaxPart);
  return "";
}

std::string windows_fault_of_path(std::string_view path) {
  for (std::string_view part : base::split(path, '/')) {
    if (is_device(part)) return base::format("is that of a device, '{}'", part);
    if (part.ends_with('.')) return "ends with a dot";
    if (part.ends_with(' ')) return "ends with a blank";
  }
  return "";
}

std::string printable_path(std::string_view path) {
  std::string out;
  for (std::size_t at = 0; at < path.size();) {
    auto [c, length] = base::decode_utf8(path, at);
    std::string_view bytes = path.substr(at, length);
    bool shown = !is_control(c) && base::is_valid_utf8(bytes);
    out += shown ? bytes : "?";
    at += std::max<std::size_t>(1, length);
  }
  return out;
}

std::string fold_path(std::string_view path) {
  bool ascii = std::all_of(path.begin(), path.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return ascii ? base::to_lower(path) : source::fold_case(path);
}

}  // namespace kbuild::build
