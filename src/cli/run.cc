// The table of commands and the global options; see run.h.
#include "cli/run.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "cli/commands.h"
#include "cli/site_session.h"
#include "run/consent.h"

namespace kbuild::cli {

namespace {

constexpr AddCommand kCommands[] = {
    add_build,   add_evidence, add_check,    add_render, add_search,     add_schema,
    add_i18n,    add_serve,    add_snippets, add_matrix, add_test,       add_explain,
    add_profile, add_collect,  add_init,     add_man,    add_completion,
};

void add_global_options(CLI::App& app, Session& session) {
  app.add_option("--config", session.config,
                 "configuration (kbuild.yml, mkdocs.yml, zensical.toml or conf.py)")
      ->each([&session](const std::string&) {
        if (!run::is_for_a_pull_request(base::current_environment()))
          session.permissions.neighbours = meta::Neighbours::open;
      });
  app.add_option("--allow-read", session.permissions.read,
                 "a directory outside of its repository that the configuration may read")
      ->allow_extra_args(false);
  app.add_option("--allow-env", session.permissions.environment,
                 "an environment variable that the configuration may read")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--lang", session.languages, "languages to work on, such as fi,en")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--jobs", session.jobs, "threads; 0 is one per processor");
  app.add_option("--out", session.out, "directory of the site");
  app.add_option("--machine", session.machine,
                 "profiles of this machine, in place of those in ~/.config/kbuild/systems");
  app.add_flag("-q,--quiet", session.quiet, "no progress");
  app.add_flag("-v,--verbose", session.verbose, "say what is done");
  app.set_version_flag("--version", "kbuild " KBUILD_VERSION);
}

/// Ends the process without destructors, which saves time. Leak checkers need them, so builds with
/// such a checker run them.
void leave([[maybe_unused]] int exit_code) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(KBUILD_COVERAGE)
  std::fflush(nullptr);
  std::_Exit(exit_code);
#endif
}

/// C libraries abort where they get no memory, and so does what nothing catches.
void end_at_abort(int) {
  constexpr std::string_view kText = "kbuild: internal error: the program gave up\n";
  (void)!::write(STDERR_FILENO, kText.data(), kText.size());
  ::_exit(kInternal);
}

}  // namespace

int run(int argc, char** argv) {
  std::signal(SIGABRT, end_at_abort);
  auto disk = base::make_real_disk();
  auto clock = base::make_system_clock();
  Session session{*disk, *clock};
  try {
    CLI::App app("Compiles the manuals of supercomputers: reads, checks, runs and publishes them.",
                 "kbuild");
    app.fallthrough();
    app.require_subcommand(0, 1);
    add_global_options(app, session);
    for (AddCommand add : kCommands) add(app, session);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? kClean : kUsage;
    }
    if (app.get_subcommands().empty()) run_build(session, {});
    if (!session.keep_alive.empty()) leave(session.exit_code);
    return session.exit_code;
  } catch (const std::bad_alloc&) {
    session.fail({"there is not enough memory", "give the process more, or use fewer --jobs"});
    return session.exit_code;
  } catch (const std::exception& bug) {
    session.message(std::string("kbuild: internal error: ") + bug.what() + "\n");
    return kInternal;
  }
}

}  // namespace kbuild::cli
