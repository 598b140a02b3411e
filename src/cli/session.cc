// Output of commands; see session.h.
#include "cli/session.h"

#include <unistd.h>

namespace kbuild::cli {

void Session::progress(std::string_view text) const {
  if (quiet) return;
  bool terminal = ::isatty(STDERR_FILENO) != 0;
  message(terminal ? "\r\x1b[K" : "");
  message(text);
  message("\n");
}

void Session::fail(const base::Error& error) {
  message("kbuild: " + error.message + "\n");
  if (!error.hint.empty()) message("  hint: " + error.hint + "\n");
  exit_code = kUsage;
}

void Session::report(diag::Diagnostics diagnostics, const source::SourceStore& sources) {
  diag::sort(diagnostics, sources);
  auto colour = ::isatty(STDERR_FILENO) != 0 ? diag::Colour::always : diag::Colour::never;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    message(diag::print_text(diagnostic, sources, colour, levels));
    if (levels.of(diagnostic) == diag::Level::error) exit_code = std::max(exit_code, kFindings);
  }
}

}  // namespace kbuild::cli
