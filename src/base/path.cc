// Lexical path operations; see path.h.
#include "base/path.h"

#include <algorithm>

namespace kbuild::base {

namespace {

/// Whether nothing is left to resolve: no empty part, no ".", no "..", no slash at the end.
bool is_normal(std::string_view path) {
  std::size_t begin = path.starts_with('/') ? 1 : 0;
  while (begin <= path.size()) {
    std::size_t end = std::min(path.find('/', begin), path.size());
    std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

/// `path` as normalise_path() gives it: a part of it where that is enough, else in `kept`.
std::string_view normal_view(std::string_view path, std::string& kept) {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (!is_normal(path)) path = kept = normalise_path(path);
  return path;
}

}  // namespace

std::string normalise_path(std::string_view path) {
  if (is_normal(path)) return std::string(path);
  const std::string_view root = path.starts_with('/') ? "/" : "";
  std::string out(root);
  out.reserve(path.size());
  for (std::size_t begin = 0; begin < path.size();) {
    std::size_t end = std::min(path.find('/', begin), path.size());
    std::string_view part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      std::size_t slash = out.rfind('/');
      std::size_t last = slash == out.npos ? 0 : slash + 1;
      if (out.size() > root.size() && std::string_view(out).substr(last) != "..") {
        out.resize(last > root.size() ? last - 1 : root.size());
        continue;
      }
      if (!root.empty()) continue;
    }
    if (out.size() > root.size()) out += '/';
    out += part;
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
  std::string from_buffer, to_buffer;
  std::string_view a = normal_view(from, from_buffer), b = normal_view(to, to_buffer);
  if (a == ".") a = {};
  if (b == ".") b = {};
  // The common prefix of both, up to a slash or to the end of either.
  std::size_t same = 0, common = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same])
    if (a[same++] == '/') common = same;
  bool a_ends = same == a.size() && (same == b.size() || b[same] == '/' || same == 0);
  bool b_ends = same == b.size() && (same == a.size() || a[same] == '/');
  if (a_ends || b_ends) common = same;
  std::string_view up = a.substr(common), down = b.substr(common);
  if (common == same && up.starts_with('/')) up.remove_prefix(1);
  if (common == same && down.starts_with('/')) down.remove_prefix(1);
  std::string out;
  if (!up.empty()) {
    out = "..";
    for (char c : up)
      if (c == '/') out += "/..";
  }
  if (!out.empty() && !down.empty()) out += '/';
  out += down;
  return out.empty() ? "." : out;
}

bool has_part(std::string_view path, std::string_view name) {
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin) == name) return true;
    begin = end + 1;
  }
  return false;
}

bool stays_inside(std::string_view relative) {
  return !relative.starts_with('/') && relative != ".." && !relative.starts_with("../");
}

bool is_within(std::string_view outer, std::string_view inner) {
  if (outer == "/" || outer == inner) return true;
  if (outer == ".") return stays_inside(inner);
  return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '/';
}

bool is_beneath(std::string_view path) {
  return !path.empty() && !path.starts_with('/') && path.find('\0') == path.npos && is_normal(path);
}

}  // namespace kbuild::base
