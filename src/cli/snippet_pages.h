// The pages that `snippets` and `test` work on: files named on the command line, or all of a
// configuration.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "page/snippet.h"
#include "run/profile.h"

namespace kbuild::cli {

/// One page's snippets, with where it came from.
struct SnippetPage {
  /// As diagnostics print it.
  std::string path;
  /// Relative to its source's root; unit ids begin with it.
  std::string key;
  source::FileId file;
  std::vector<page::Snippet> snippets;
  /// Names of the files that the page links to.
  std::vector<std::string> linked;
};

struct SnippetCorpus {
  std::vector<SnippetPage> pages;
  std::vector<run::SystemProfile> systems;
  /// From the configuration; "" and false without one.
  std::string evidence_directory;
  std::string key;
  bool execute = false;
};

/// Reads `files`, or without any the pages of the session's configuration. Profiles come from the
/// configuration's directory, else from snippets/systems. Errors: unreadable files, no
/// configuration, a broken profile.
base::Result<SnippetCorpus> load_snippets(Session& session, source::SourceStore& sources,
                                          const std::vector<std::string>& files);

}  // namespace kbuild::cli
