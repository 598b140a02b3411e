// What a configuration may read. A configuration comes with the pages, so that on a pull request a
// stranger writes it: it reads its own repository, and only the command line gives it more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"

namespace kbuild::meta {

/// Whether a configuration may read what lies beside its repository.
enum class Neighbours : std::uint8_t { closed, open };

/// What the command line allows beyond the repository.
struct Permissions {
  /// Directories and files (--allow-read), absolute or relative to the working directory.
  std::vector<std::string> read = {};
  /// Names of environment variables (--allow-env).
  std::vector<std::string> environment = {};
  /// For a configuration that the command line names and that lies below the top of its repository,
  /// such as that of a test site: directories beside the repository, but none that is hidden.
  Neighbours neighbours = Neighbours::closed;
  bool operator==(const Permissions&) const = default;
};

class Enclosure {
 public:
  /// The repository of a configuration is the nearest directory at or above its own that holds
  /// ".git"; without one, its own directory.
  Enclosure(const base::Disk& disk, const std::string& config_path, const Permissions& permissions);

  /// An error, with what to type, where the file or directory lies outside once links are resolved,
  /// or inside of a ".git", which may hold access keys. `what` names it: "source", "INHERIT".
  base::Result<void> admit(std::string_view what, const std::string& path) const;
  bool admits_variable(std::string_view name) const;

 private:
  const base::Disk& disk_;
  std::string repository_;
  /// Empty, or the directory in which the repository lies.
  std::string neighbourhood_;
  std::vector<std::string> allowed_;
  std::vector<std::string> environment_;
};

}  // namespace kbuild::meta
