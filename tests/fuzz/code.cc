// A code block: its language, colours, commands, batch header, and the risk of running it.
#include "highlight/highlight.h"
#include "math/math.h"
#include "run/slurm/sbatch_header.h"
#include "run/units/cmake_syntax.h"
#include "run/units/risk.h"
#include "shell/modules.h"
#include "snippets/language.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  (void)snippets::guess_language(bytes);
  for (std::string_view language :
       {"bash", "python", "cpp", "fortran", "cmake", "yaml", "json", "html", "console", "diff"})
    (void)highlight::highlight(bytes, language);
  (void)math::to_mathml(bytes, math::MathStyle::display);
  for (const shell::Command& command : shell::parse(bytes)) {
    require(command.offset <= bytes.size() && command.words.size() == command.offsets.size());
    (void)shell::unwrap(command);
  }
  (void)shell::loaded_modules(bytes);
  (void)run::find_risk(bytes);
  run::BatchHeader header = run::parse_batch_header(bytes);
  for (const run::BatchOption& option : header.options)
    require(option.offset + option.length <= bytes.size());
  for (const run::BatchFault& fault : header.faults)
    require(fault.offset + fault.length <= bytes.size());
  (void)run::resources_of(header);
  if (auto fault = run::check_cmake(bytes)) require(fault->offset <= bytes.size());
}

}  // namespace kbuild::fuzz
