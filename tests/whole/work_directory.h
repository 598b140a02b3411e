// A directory of its own for a test that runs the program, removed at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace kbuild::test {

struct WorkDirectory {
  WorkDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-test-XXXXXX").native();
    path = ::mkdtemp(pattern.data());
  }
  ~WorkDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  std::string path;
};

}  // namespace kbuild::test
