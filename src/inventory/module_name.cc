// Splits names of modules; see module_name.h.
#include "inventory/module_name.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::inventory {

namespace {

constexpr std::size_t kMaxModuleName = 255;

bool looks_like_version(std::string_view part) {
  if (part.starts_with('v') || part.starts_with('V')) part.remove_prefix(1);
  return !part.empty() && base::is_digit(part[0]);
}

/// "com" and "org" tell the publishers of OpenFOAM apart; the product stands before them.
bool is_group(std::string_view part) {
  return looks_like_version(part) || part == "com" || part == "org";
}

/// The width of a processor's words, behind the compiler that a module is built with:
/// "openmpi/mlnx/gcc/64/2.1.2".
bool is_word_width(std::string_view part) {
  return part == "32" || part == "64";
}

/// "6_1_0-avx2" as "6.1.0-avx2"; others as they are.
std::string with_dots(std::string_view version) {
  std::string dotted(version);
  for (std::size_t i = 0; i + 1 < dotted.size(); ++i) {
    if (base::is_digit(dotted[i])) continue;
    if (i == 0 || dotted[i] != '_' || !base::is_digit(dotted[i + 1])) break;
    dotted[i] = '.';
  }
  return dotted;
}

std::string_view without_product(std::string_view version, std::string_view product) {
  if (version.size() < product.size() + 2 || !base::starts_with_ignoring_case(version, product))
    return version;
  std::string_view rest = version.substr(product.size());
  bool joined = rest[0] == '-' || rest[0] == '_';
  return joined && looks_like_version(rest.substr(1)) ? rest.substr(1) : version;
}

}  // namespace

ModuleName split_module(std::string_view module) {
  ModuleName name;
  std::vector<std::string_view> parts = base::split(module, '/');
  for (std::string_view& part : parts)
    if (part.size() > 1 && part[0] == '.') {
      part.remove_prefix(1);
      name.hidden = true;
    }
  std::size_t product = parts.size() < 2 ? 0 : parts.size() - 2;
  bool built_for = product > 1 && is_word_width(parts[product]);
  while (product > 0 && is_group(parts[product])) --product;
  if (built_for) product = 0;
  name.product = parts[product];
  std::string_view last = parts.back();
  if (product + 1 == parts.size() || last == "default") return name;
  // A flavour behind the version: "pytorch/2.7/gpu" is 2.7-gpu.
  std::string_view before = parts[parts.size() - 2];
  if (parts.size() - 2 > product && looks_like_version(before) && !looks_like_version(last) &&
      !built_for)
    name.version = std::string(before) + "-";
  name.version += with_dots(without_product(last, name.product));
  return name;
}

bool is_module_name(std::string_view text) {
  if (text.empty() || text.size() > kMaxModuleName) return false;
  if (!base::is_alnum(text[0]) && text[0] != '.' && text[0] != '_') return false;
  if (text.back() == '/' || text.find("//") != text.npos) return false;
  bool has_name = false;
  for (char c : text) {
    if (!base::is_alnum(c) && std::string_view("._+-/=~@%").find(c) == std::string_view::npos)
      return false;
    has_name |= base::is_alnum(c);
  }
  return has_name;
}

}  // namespace kbuild::inventory
