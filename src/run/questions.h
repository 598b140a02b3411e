// What a run asks of the machine, beside what the page has it do: versions by the programs'
// own word, digests of images.
#pragma once

#include "run/plan.h"

namespace kbuild::run {

/// Sets probes, compilers and images of a cell from its modules, steps and scripts.
void add_questions(Cell& cell);

}  // namespace kbuild::run
