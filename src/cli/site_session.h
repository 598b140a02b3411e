// What the commands for whole sites share: the loaded configuration and the location of themes.
#pragma once

#include <optional>

#include "build/build.h"
#include "build/stages/snippet_pages.h"
#include "cli/session.h"
#include "meta/load/load.h"

namespace kbuild::cli {

struct SiteSession {
  source::SourceStore sources;
  meta::LoadedConfig loaded;
  build::StateOptions options;
};

/// Locks the state of the session's configuration, which one process at a time writes: a build,
/// `search`, `check`, `matrix` and, as long as it reads pages, `test`. Waits for the others, since
/// none of them takes long. Held until the result is destroyed. nullopt after a
/// failure (reported). `command` is what others are told: "kbuild build".
std::optional<base::FileLock> lock_state(Session& session, std::string_view command);
/// How long processes wait for each other, and how that is told.
base::LockRequest lock_request(const Session& session, std::string_view command);

/// Loads the session's configuration. On failure reports it, sets the exit code and returns false.
bool open_site(Session& session, SiteSession& site);

/// Sets the levels of findings that the configuration's `checks` give.
void change_levels(Session& session, const std::vector<meta::CheckLevel>& checks);

/// Drops findings that the configuration's `checks` silence.
diag::Diagnostics drop_silenced(diag::Diagnostics diagnostics,
                                const std::vector<meta::CheckLevel>& checks);

/// The directories of this machine's profiles; none of them lies in the site's tree unless
/// --machine names it.
std::vector<std::string> machine_profiles(const Session& session);

/// The snippets of the session's configuration.
build::SnippetSource snippet_source(Session& session);

/// The directory of themes: installed (../share/kbuild/themes) or in the program's source tree.
std::string find_themes(const base::Disk& disk);

/// The file of known findings beside a configuration, which a build sets aside.
inline constexpr std::string_view kBaselineName = "kbuild-baseline.jsonl";

/// Takes away what the text of a baseline knows; without one, writes all that is found to `path` as
/// known. How much that is, or nullopt after a failure (reported).
std::optional<std::size_t> set_known_aside(Session& session, const std::string& path,
                                           std::optional<std::string_view> baseline,
                                           const source::SourceStore& sources,
                                           diag::Diagnostics& diagnostics);

/// Builds and reports; shared by `build` and `serve`, which is then the `command` that others see.
struct BuildArguments {
  bool strict = false;
  bool clean = false;
  bool explain = false;
  bool no_search = false;
  /// Print each finding, however many there are.
  bool all = false;
  /// Known findings; empty: kBaselineName beside the configuration, if it is there.
  std::string baseline = {};
  bool update_baseline = false;
  std::string_view command = "kbuild build";
};
void run_build(Session& session, const BuildArguments& arguments);

}  // namespace kbuild::cli
