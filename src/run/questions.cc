// Derives questions from commands and modules; see questions.h.
#include "run/questions.h"

#include <algorithm>

#include "base/text.h"
#include "meta/names.h"
#include "shell/command.h"
#include "shell/programs.h"
#include "vocabulary/tables.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::run {

void add_questions(Cell& cell) {
  using enum shell::ProgramClass;
  auto add = [](std::vector<std::string>& list, std::string_view word) {
    if (std::find(list.begin(), list.end(), word) == list.end()) list.emplace_back(word);
  };
  auto look = [&](const std::string& text) {
    for (const shell::Command& command : shell::parse(text)) {
      const shell::Command inner = shell::unwrap(command);
      std::string_view program = inner.program();
      if (shell::is_program(program, compiler)) add(cell.compilers, program);
      if (shell::is_program(program, build_tool)) add(cell.compilers, "c++");
      for (const std::string& word : command.words)
        if (shell::is_program(command.program(), container) && word.ends_with(".sif"))
          add(cell.images, word);
    }
  };
  for (const PlannedStep& step : cell.steps) look(step.as_run);
  for (const CellFile& file : cell.files)
    if (file.content.starts_with("#!")) look(file.content);
  static const vocabulary::Vocabulary vocabulary{meta::Names{}};
  for (const std::string& module : cell.modules) {
    auto product = vocabulary.product_of_module(module.substr(0, module.find('/')));
    if (!product) continue;
    ProductProbe probe{
        vocabulary.name(*product), std::string(module.substr(0, module.find('/'))), {}};
    for (const vocabulary::ProductRow& row : vocabulary::built_in_products()) {
      if (row.name != probe.product) continue;
      // Names of packages have no blanks; letters and hyphens count alike there.
      probe.packages.push_back(base::replace_all(row.name, " ", "-"));
      for (std::string_view alias : base::split(row.aliases, '|'))
        if (!alias.empty()) probe.packages.push_back(base::replace_all(alias, " ", "-"));
    }
    cell.probes.push_back(std::move(probe));
  }
}

}  // namespace kbuild::run
