// Lexical path operations; see path.h.
#include "base/path.h"

#include <vector>

#include "base/text.h"

namespace kbuild::base {

std::string normalise_path(std::string_view path) {
  bool absolute = path.starts_with('/');
  std::vector<std::string_view> kept;
  for (std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !kept.empty() && kept.back() != "..") {
      kept.pop_back();
    } else if (part != ".." || !absolute) {
      kept.push_back(part);
    }
  }
  std::string out = absolute ? "/" : "";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i) out += '/';
    out += kept[i];
  }
  return out.empty() ? "." : out;
}

std::string join_path(std::string_view base, std::string_view path) {
  if (base.empty() || path.starts_with('/')) return normalise_path(path);
  return normalise_path(std::string(base) + "/" + std::string(path));
}

std::string_view parent_path(std::string_view path) {
  std::size_t slash = path.rfind('/');
  if (slash == path.npos) return "";
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string_view file_name(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view extension(std::string_view path) {
  std::string_view name = file_name(path);
  std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? std::string_view() : name.substr(dot);
}

std::string relative_path(std::string_view from, std::string_view to) {
  std::string a = normalise_path(from), b = normalise_path(to);
  std::vector<std::string_view> x = split(a, '/'), y = split(b, '/');
  if (a == ".") x.clear();
  if (b == ".") y.clear();
  std::size_t common = 0;
  while (common < x.size() && common < y.size() && x[common] == y[common]) ++common;
  std::string out;
  for (std::size_t i = common; i < x.size(); ++i) out += out.empty() ? ".." : "/..";
  for (std::size_t i = common; i < y.size(); ++i) {
    if (!out.empty()) out += '/';
    out += y[i];
  }
  return out.empty() ? "." : out;
}

bool stays_inside(std::string_view relative) {
  return !relative.starts_with('/') && relative != ".." && !relative.starts_with("../");
}

}  // namespace kbuild::base
