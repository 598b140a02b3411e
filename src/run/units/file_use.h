// The files that a snippet's commands make, fetch and need.
#pragma once

#include <string>
#include <vector>

#include "snippets/snippet.h"

namespace kbuild::run {

/// A file that a command names.
struct FileUse {
  std::string name;
  /// Byte offset in Snippet::text.
  std::size_t offset = 0;
  /// Whether a reader who lacks the file is stuck: a program or script by a relative name. Absolute
  /// paths, example paths and data are only matched with files of the page.
  bool demanded = false;
  /// Whether sbatch gets it.
  bool is_batch = false;
};

struct FileUses {
  std::vector<FileUse> wanted;
  /// Files, directories and environments that the commands make.
  std::vector<std::string> made;
  /// First parts of paths and names of environments that the commands use.
  std::vector<std::string> used;
  /// A clone, download or unpacking, after which unknown files may be there.
  bool fetches = false;
  /// Loads modules or activates an environment.
  bool sets_environment = false;
  /// Needs an active virtual environment.
  bool needs_environment = false;
};

/// Looks at shell text (of any role) and at CMake files.
FileUses find_file_uses(const snippets::Snippet& snippet);

}  // namespace kbuild::run
