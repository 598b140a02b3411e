// git, to read the history of the pages. A checkout's own configuration can name programs (file
// system monitors, filters, pagers), so git is given a repository made for the call: the objects,
// references and index of the real one without its configuration, hooks and attributes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/process.h"

namespace kbuild::tools {

/// Where git keeps what belongs to a checkout; all paths absolute. Sources:
/// gitrepository-layout(5), git-worktree(1).
struct Checkout {
  /// The directory that holds `.git`.
  std::string root;
  /// HEAD and index.
  std::string own;
  /// Objects and references.
  std::string common;
  /// Other stores of objects that this one borrows from.
  std::vector<std::string> alternates;
};

/// The checkout that a directory lies in.
std::optional<Checkout> find_checkout(const std::string& directory);

struct GitCall {
  /// Any directory of a checkout; git runs there, so relative paths of files start from it.
  std::string directory;
  /// The command and its arguments, after git's own options.
  std::vector<std::string> words;
  double timeout = 30;
  std::size_t output_limit = 64u << 20;
};

/// Errors: no git, no checkout. A process has failed if its exit code isn't 0; it neither fetches
/// what a partial clone lacks nor writes anything.
base::Result<base::ProcessOutcome> run_git(const GitCall& call);

}  // namespace kbuild::tools
