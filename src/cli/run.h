// The command line: parses it, runs the command, returns the exit code.
#pragma once

namespace kbuild::cli {

/// Runs `kbuild argv[1..]`. Exit codes: 0 clean, 1 findings, 2 usage or environment, 3 internal.
int run(int argc, char** argv);

}  // namespace kbuild::cli
