// Compares what a page has with what is run; see changes.h.
#include "run/changes.h"

#include <algorithm>

#include "base/text.h"
#include "shell/command.h"
#include "shell/words.h"

namespace kbuild::run {

namespace {

std::string_view changed_by(const snippets::Snippet& s, const std::string& key) {
  auto at = s.annotations.find(key);
  return at == s.annotations.end() ? std::string_view{} : at->second;
}

/// Functions that shell lines define: "srun() {".
std::vector<std::string> defined_functions(std::string_view text) {
  std::vector<std::string> names;
  for (std::string_view line : base::split_lines(text)) {
    line = base::trim(line);
    std::size_t end = line.find("()");
    if (end == line.npos) continue;
    std::string_view name = base::trim(line.substr(0, end));
    if (name.starts_with("function ")) name = base::trim(name.substr(9));
    if (shell::is_command_name(name)) names.emplace_back(name);
  }
  return names;
}

}  // namespace

void add_replacements(const std::vector<Replacement>& replaced, std::uint32_t line, Cell& cell) {
  auto known = [&](const Replacement& one) {
    return std::any_of(cell.changes.begin(), cell.changes.end(), [&](const ChangedCommand& other) {
      return other.line == line && other.as_written == one.as_written;
    });
  };
  for (const Replacement& one : replaced)
    if (!one.as_meant && one.as_written != one.as_run && !known(one))
      cell.changes.push_back({"substituted", line, one.as_written, one.as_run, one.why});
}

void add_author_changes(const snippets::Snippet& s, Cell& cell) {
  std::uint32_t line = s.content_line ? s.content_line : s.line;
  for (std::string_view name : base::split(changed_by(s, "stub"), ','))
    if (shell::is_command_name(name))
      cell.changes.push_back({"stubbed", line, std::string(name), ":", "stubbed by its author"});
  for (std::string_view pair : base::split(changed_by(s, "set"), ',')) {
    std::size_t equals = pair.find('=');
    if (equals == pair.npos || equals == 0) continue;
    std::string_view from = pair.substr(0, equals);
    bool placeholder = std::any_of(s.placeholders.begin(), s.placeholders.end(),
                                   [&](const snippets::Placeholder& p) { return p.text == from; });
    if (!placeholder && s.text.find(from) != std::string::npos)
      cell.changes.push_back({"substituted", line, std::string(from),
                              std::string(pair.substr(equals + 1)), "set by its author"});
  }
}

void add_stubs(const Execution& execution, Cell& cell) {
  std::vector<std::string> functions = defined_functions(execution.prelude);
  auto look = [&](const std::string& text, std::uint32_t line) {
    for (const shell::Command& command : shell::parse(text))
      for (std::string& name : functions)
        if (!name.empty() && command.program() == name) {
          cell.changes.push_back({"stubbed", line, name, name + "()", "a function of the profile"});
          name.clear();
        }
  };
  for (const PlannedStep& step : cell.steps) look(step.as_run, step.line);
  for (const CellFile& file : cell.files)
    if (file.content.starts_with("#!")) look(file.content, file.line);
}

}  // namespace kbuild::run
