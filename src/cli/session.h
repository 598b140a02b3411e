// What every command shares: the global options, disk and clock, and the two output streams.
// Results go to standard output, messages to standard error.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/disk.h"
#include "diag/diagnostic.h"
#include "diag/print.h"
#include "meta/enclosure.h"

namespace CLI {
class App;
}

namespace kbuild::cli {

constexpr int kClean = 0;
constexpr int kFindings = 1;
constexpr int kUsage = 2;
constexpr int kInternal = 3;

struct Session {
  base::Disk& disk;
  base::Clock& clock;

  /// --config; empty: kbuild.yml in the working directory, else mkdocs.yml, zensical.toml or
  /// conf.py.
  std::string config = {};
  /// --allow-read and --allow-env.
  meta::Permissions permissions = {};
  /// --lang; empty: all languages of the configuration.
  std::vector<std::string> languages = {};
  /// --jobs; 0: one per processor.
  unsigned jobs = 0;
  /// --out; empty: as the configuration says.
  std::string out = {};
  /// --machine: the directory of this machine's profiles; empty: those of its configuration.
  std::string machine = {};
  bool quiet = false;
  bool verbose = false;
  /// As changed by the configuration.
  diag::Levels levels = {};
  /// Set by the command that ran.
  int exit_code = kClean;
  /// Large objects that are left to the end of the process instead of being destroyed.
  std::vector<std::shared_ptr<void>> keep_alive = {};

  void print(std::string_view text) const { std::fwrite(text.data(), 1, text.size(), stdout); }
  void message(std::string_view text) const { std::fwrite(text.data(), 1, text.size(), stderr); }
  /// Progress of a stage of work: on a terminal a line that is rewritten in place, elsewhere a line
  /// for each finished stage, nothing with --quiet. `verb` is what was done: "read", "render".
  void stage(std::string_view verb, std::size_t done, std::size_t total) const;
  /// Clears the progress line on a terminal.
  void end_stages() const;
  /// A line about progress; nothing with --quiet.
  void progress(std::string_view text) const;
  /// Prints the error with its hint and sets exit code 2.
  void fail(const base::Error& error);
  /// Prints sorted diagnostics as text to standard error and sets exit code 1 where one is an
  /// error.
  void report(diag::Diagnostics diagnostics, const source::SourceStore& sources);
  /// Sets exit code 1 where one is an error.
  void judge(const diag::Diagnostics& diagnostics);
};

/// A subcommand: adds itself with its options to the parser; its callback runs it and sets
/// Session::exit_code. The table of commands is in run.cc.
using AddCommand = void (*)(CLI::App& parent, Session& session);

}  // namespace kbuild::cli
