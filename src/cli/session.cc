// Output of commands; see session.h.
#include "cli/session.h"

#include <unistd.h>

#include "base/format.h"

namespace kbuild::cli {

void Session::stage(std::string_view verb, std::size_t done, std::size_t total) const {
  if (quiet) return;
  if (::isatty(STDERR_FILENO) != 0) {
    message(base::format("\r\x1b[K{} {}/{}", verb, done, total));
  } else if (done == total) {
    message(base::format("{} {}/{}\n", verb, done, total));
  }
}

void Session::end_stages() const {
  if (!quiet && ::isatty(STDERR_FILENO) != 0) message("\r\x1b[K");
}

void Session::progress(std::string_view text) const {
  if (!quiet) message(std::string(text) + "\n");
}

void Session::fail(const base::Error& error) {
  message("kbuild: " + error.message + "\n");
  if (!error.hint.empty()) message("  hint: " + error.hint + "\n");
  exit_code = kUsage;
}

void Session::report(diag::Diagnostics diagnostics, const source::SourceStore& sources) {
  diag::sort(diagnostics, sources);
  auto colour = ::isatty(STDERR_FILENO) != 0 ? diag::Colour::always : diag::Colour::never;
  std::string text;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    text += diag::print_text(diagnostic, sources, colour, levels);
    if (levels.of(diagnostic) == diag::Level::error) exit_code = std::max(exit_code, kFindings);
  }
  message(text);
}

}  // namespace kbuild::cli
