// One module a line, as `module --terse avail` and `module --terse spider` of Lmod and Environment
// Modules print them, with paths of trees, names of directories and aliases between; and plain
// lists of names.
#include "base/format.h"
#include "base/text.h"
#include "inventory/formats.h"
#include "inventory/module_name.h"

namespace kbuild::inventory::terse {

namespace {

enum class LineKind { nothing, module, other };

struct TerseLine {
  LineKind kind = LineKind::other;
  std::string_view module = {};
  /// "default:latest" of "git/2.9.5(default:latest)".
  std::string_view tags = {};
};

TerseLine read_line(std::string_view line) {
  line = base::trim(line);
  if (line.empty() || line[0] == '#') return {LineKind::nothing};
  // The path of a tree; a directory's name; an alias, "torch(@pytorch/2.7.1)".
  bool is_path = line[0] == '/' && line.back() == ':';
  if (is_path) return {LineKind::nothing};
  if (line.back() == '/' && is_module_name(line.substr(0, line.size() - 1)))
    return {LineKind::nothing};
  std::size_t mark = line.find_first_of("(<");
  TerseLine result{LineKind::module, base::trim_right(line.substr(0, mark))};
  if (!is_module_name(result.module)) return {};
  if (mark == line.npos) return result;
  std::string_view rest = line.substr(mark);
  if (rest.back() != ')' && rest.back() != '>') return {};
  if (rest.starts_with("(@")) return {LineKind::nothing};
  if (rest.find(' ') != rest.npos) return {};
  result.tags = rest.substr(1, rest.find_first_of(")>") - 1);
  return result;
}

bool has_tag(std::string_view tags, std::string_view tag) {
  for (std::string_view each : base::split(tags, ':'))
    if (each == tag) return true;
  return false;
}

}  // namespace

bool matches(const Text& text) {
  bool any = false;
  for (const Line& line : text.lines) {
    TerseLine read = read_line(line.text);
    if (read.kind == LineKind::other) return false;
    // A file of single words may be anything.
    any |= read.kind == LineKind::module && read.module.find('/') != read.module.npos;
    any |= line.text.starts_with('/');
  }
  return any;
}

base::Result<Inventory> read(const Text& text) {
  Collector list;
  for (const Line& line : text.lines) {
    TerseLine read = read_line(line.text);
    if (read.kind == LineKind::other)
      return base::fail(
          base::format("line {} is no module: '{}'", line.number, line.text.substr(0, 80)));
    if (read.kind == LineKind::nothing) continue;
    Entry& entry = list.add_module(read.module, line, read.module);
    entry.is_default |= has_tag(read.tags, "default") || has_tag(read.tags, "D");
  }
  return list.finish("names of modules, one a line");
}

}  // namespace kbuild::inventory::terse
