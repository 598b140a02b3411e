// The list that the script of `kbuild collect` writes (src/cli/collect.sh): what each tool of a
// system said, joined to one inventory. The tools' own forms are read by their readers (formats.h).
//
//   {"schema": "kbuild-list/1", "system": "LUMI", "date": "2026-11-24", "tools": [
//     {"tool": "lmod-defaults", "command": "...", "status": 0, "lines": ["gcc/13.2.0"]}]}
//
// A line is a text as the tool printed it, or, of a tool that answers in JSON, one of its objects.
// A tool that failed has a status other than 0 and an `error`; one that was asked in place of
// another names that in `instead_of`.
#pragma once

#include "inventory/formats.h"

namespace kbuild::inventory::collected {

bool matches(const Text& text);

/// Joins what the tools say: a module that several list is one entry; what Lmod lists as default is
/// so; packages of EasyBuild and Spack that are modules, too, are those modules. What a module
/// brings with it (Lmod's extensions) is hidden, with the module as what to load. Errors: the list
/// lacks what a tool should have said, so that it says nothing of what is not there; a tool that
/// is not known; lines that are none of that tool's. Linear time.
base::Result<Inventory> read(const Text& text);

}  // namespace kbuild::inventory::collected
