// The commands of environment modules (Lmod, Tcl modules): "module load a/1", its short form "ml",
// and what each does to the modules that it names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/command.h"

namespace kbuild::shell {

enum class ModuleVerb : std::uint8_t {
  /// load, add, try-load; ml without a verb.
  load,
  /// swap, switch: the last takes the place of the first.
  swap,
  /// unload, del, rm, remove.
  unload,
  purge,
  /// restore: its operand is a collection.
  restore,
  /// avail, spider, show, ...: tells about the modules that it names.
  query,
  other,
};

struct ModuleCommand {
  ModuleVerb verb = ModuleVerb::other;
  /// The operands without options; views of what was read.
  std::vector<std::string_view> operands;

  /// Operands that name modules which users can load: those of load and swap.
  std::span<const std::string_view> usable() const;
  /// Those that are loaded afterwards: all of load, the last of swap.
  std::span<const std::string_view> loaded() const;
};

/// The command that the words of one make; nullopt where the first is neither module nor ml, and
/// where no verb of it follows ("module names").
std::optional<ModuleCommand> module_command(std::span<const std::string_view> words);
std::optional<ModuleCommand> module_command(const Command& command);

/// Commands in a line of code or of prose, wherever they begin there; each is read up to 1,000
/// bytes, and 200 of a line.
std::vector<ModuleCommand> find_module_commands(std::string_view line);

/// What the commands of a shell text load, in order, each as written ("a/1").
std::vector<std::string> loaded_modules(std::string_view commands);

}  // namespace kbuild::shell
