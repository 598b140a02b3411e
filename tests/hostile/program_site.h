// A directory with sources, and the program run in it.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/process.h"
#include "whole/work_directory.h"

namespace kbuild::test {

struct ProgramSite {
  WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  void write(const std::string& path, std::string_view text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }
  std::string read(const std::string& path) {
    return disk->read(work.path + "/" + path).value_or("");
  }
  bool has(const std::string& path) {
    return disk->status(work.path + "/" + path).kind != base::FileKind::absent;
  }
  base::ProcessOutcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto outcome =
        base::run_process({.arguments = arguments, .directory = work.path, .timeout = 120});
    REQUIRE(outcome);
    CHECK_FALSE(outcome->timed_out);
    return std::move(*outcome);
  }
  /// Builds into "site"; what was said.
  std::string build(std::vector<std::string> options = {}) {
    options.insert(options.end(), {"--out", "site", "-q", "build", "--no-search"});
    base::ProcessOutcome outcome = run(std::move(options));
    INFO(outcome.errors);
    CHECK(outcome.exit_code <= 1);
    return outcome.errors;
  }
};

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace kbuild::test
