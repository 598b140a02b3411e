// The functions behind the table of commands, one file each.
#pragma once

#include "cli/session.h"

namespace kbuild::cli {

void add_explain(CLI::App& parent, Session& session);
void add_render(CLI::App& parent, Session& session);

}  // namespace kbuild::cli
