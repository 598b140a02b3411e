// How a test says that it cannot run on this machine: always with one line "SKIPPED: <why>", which
// ./dev test collects and prints at its end.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::test {

/// Prints "SKIPPED: <why>".
void say_skipped(std::string_view why);

/// True where the test can run; false, said to be skipped, where `possible` is false.
bool can_run(bool possible, std::string_view why);

/// The path of `name` in the directory of corpora, seeds and suites beside the project.
std::string shared_path(std::string_view name);

/// True where that directory has `name`; false, said to be skipped, where it has not.
bool have_shared(std::string_view name);

}  // namespace kbuild::test
