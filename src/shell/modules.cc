// One reading of verbs and operands for all; see modules.h. Texts are split by the scanner of
// commands where they are shell, and at blanks where they may be prose.
#include "shell/modules.h"

#include <algorithm>

#include "base/text.h"
#include "shell/programs.h"
#include "shell/words.h"

namespace kbuild::shell {

namespace {

constexpr std::size_t kMaxCommand = 1000;
/// Commands of one line: each may hold as many words as fit into its bytes.
constexpr std::size_t kMaxCommands = 200;

struct VerbName {
  std::string_view name;
  ModuleVerb verb;
};
constexpr VerbName kVerbs[] = {
    {"load", ModuleVerb::load},      {"add", ModuleVerb::load},
    {"try-load", ModuleVerb::load},  {"try-add", ModuleVerb::load},
    {"swap", ModuleVerb::swap},      {"switch", ModuleVerb::swap},
    {"sw", ModuleVerb::swap},        {"unload", ModuleVerb::unload},
    {"del", ModuleVerb::unload},     {"rm", ModuleVerb::unload},
    {"remove", ModuleVerb::unload},  {"purge", ModuleVerb::purge},
    {"reset", ModuleVerb::purge},    {"restore", ModuleVerb::restore},
    {"avail", ModuleVerb::query},    {"av", ModuleVerb::query},
    {"spider", ModuleVerb::query},   {"list", ModuleVerb::query},
    {"show", ModuleVerb::query},     {"display", ModuleVerb::query},
    {"whatis", ModuleVerb::query},   {"help", ModuleVerb::query},
    {"keyword", ModuleVerb::query},  {"overview", ModuleVerb::query},
    {"ov", ModuleVerb::query},       {"use", ModuleVerb::other},
    {"unuse", ModuleVerb::other},    {"save", ModuleVerb::other},
    {"savelist", ModuleVerb::other}, {"refresh", ModuleVerb::other},
    {"update", ModuleVerb::other},
};

std::optional<ModuleVerb> find_verb(std::string_view word) {
  for (const VerbName& row : kVerbs)
    if (row.name == word) return row.verb;
  return std::nullopt;
}

/// "srun -p ": what follows belongs to the option.
bool is_value_of_option(std::string_view before) {
  std::string_view words = base::trim_right(before);
  std::size_t blank = words.find_last_of(" \t");
  std::string_view last = blank == words.npos ? words : words.substr(blank + 1);
  return last.size() > 1 && last.size() < before.size() && last.front() == '-';
}

}  // namespace

std::span<const std::string_view> ModuleCommand::usable() const {
  bool names_modules = verb == ModuleVerb::load || verb == ModuleVerb::swap;
  return names_modules ? std::span<const std::string_view>(operands)
                       : std::span<const std::string_view>();
}

std::span<const std::string_view> ModuleCommand::loaded() const {
  return verb == ModuleVerb::swap && operands.size() > 1 ? usable().last(1) : usable();
}

std::optional<ModuleCommand> module_command(std::span<const std::string_view> words) {
  if (words.size() < 2 || !is_program(words[0], ProgramClass::modules)) return std::nullopt;
  ModuleCommand command;
  bool verb_read = false;
  for (std::string_view word : words.subspan(1)) {
    // "module -t avail", and "ml -gcc", which unloads.
    if (word.starts_with('-')) continue;
    if (verb_read) {
      command.operands.push_back(word);
      continue;
    }
    verb_read = true;
    if (auto verb = find_verb(word)) {
      command.verb = *verb;
    } else if (words[0] == "ml") {
      command.verb = ModuleVerb::load;
      command.operands.push_back(word);
    } else {
      return std::nullopt;
    }
  }
  return command;
}

std::optional<ModuleCommand> module_command(const Command& command) {
  std::vector<std::string_view> words(command.words.begin(), command.words.end());
  return module_command(words);
}

std::vector<ModuleCommand> find_module_commands(std::string_view line) {
  std::vector<ModuleCommand> commands;
  for (std::size_t at = 0; at < line.size() && commands.size() < kMaxCommands;) {
    std::size_t begin = line.find('m', at);
    if (begin == line.npos) break;
    at = begin + 1;
    if (begin > 0 && (base::is_alnum(line[begin - 1]) ||
                      std::string_view("_-/.\"'").find(line[begin - 1]) != std::string_view::npos))
      continue;
    std::string_view rest = line.substr(begin, kMaxCommand);
    if (!rest.starts_with("module ") && !rest.starts_with("ml ")) continue;
    // A partition may be called "ml".
    if (rest[1] == 'l' && is_value_of_option(line.substr(0, begin))) continue;
    if (auto command = module_command(command_words(base::split_words(rest))))
      commands.push_back(std::move(*command));
  }
  return commands;
}

std::vector<std::string> loaded_modules(std::string_view commands) {
  std::vector<std::string> modules;
  if (commands.find("module") == commands.npos && commands.find("ml") == commands.npos)
    return modules;
  for (const Command& command : parse(commands)) {
    Command inner = unwrap(command);
    if (auto found = module_command(inner))
      for (std::string_view name : found->loaded()) modules.emplace_back(name);
  }
  return modules;
}

}  // namespace kbuild::shell
