// Looks names up in the table, whose rows are src/knowledge/programs.yaml; see programs.h.
#include "shell/programs.h"

#include <unordered_map>

#include "base/text.h"

namespace kbuild::shell {

namespace {

/// The name without the version behind it; "" where none is.
std::string_view without_version(std::string_view name) {
  // A dot ends a sentence, not a version.
  if (name.ends_with('.')) return {};
  std::size_t end = name.size();
  while (end > 0 && (base::is_digit(name[end - 1]) || name[end - 1] == '.')) --end;
  if (end == name.size() || end < 3) return {};
  return name.substr(0, name[end - 1] == '-' ? end - 1 : end);
}

const ProgramClass* find(std::string_view program) {
  static const auto table = [] {
    std::unordered_map<std::string_view, ProgramClass> made;
    for (const ProgramRow& row : known_programs())
      for (std::string_view name : base::split_words(row.names)) made.emplace(name, row.classes);
    return made;
  }();
  auto at = table.find(program);
  return at == table.end() ? nullptr : &at->second;
}

bool has_any(ProgramClass classes, ProgramClass wanted) {
  return (static_cast<std::uint32_t>(classes) & static_cast<std::uint32_t>(wanted)) != 0;
}

const ProgramClass* classes_of(std::string_view program) {
  if (const ProgramClass* classes = find(program)) return classes;
  const ProgramClass* stem = find(without_version(program));
  constexpr ProgramClass kVersioned =
      ProgramClass::python | ProgramClass::compiler | ProgramClass::pip;
  return stem && has_any(*stem, kVersioned) ? stem : nullptr;
}

}  // namespace

bool is_well_known(std::string_view program) {
  return classes_of(program) != nullptr;
}

bool is_program(std::string_view program, ProgramClass classes) {
  const ProgramClass* found = classes_of(program);
  return found && has_any(*found, classes);
}

}  // namespace kbuild::shell
