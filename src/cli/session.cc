// Output and exit codes of commands; see session.h.
#include "cli/session.h"

#include <unistd.h>

#include <algorithm>

#include "base/format.h"
#include "base/jobs.h"
#include "base/text.h"

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
  constexpr std::size_t kPiece = 128;
  std::vector<std::string> texts((diagnostics.size() + kPiece - 1) / kPiece);
  base::for_each_index(texts.size(), jobs, [&](std::size_t piece) {
    std::size_t end = std::min(diagnostics.size(), (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i)
      texts[piece] += diag::print_text(diagnostics[i], sources, colour, levels);
  });
  judge(diagnostics);
  message(base::join(texts, ""));
}

void Session::judge(const diag::Diagnostics& diagnostics) {
  for (const diag::Diagnostic& diagnostic : diagnostics)
    if (levels.of(diagnostic) == diag::Level::error) exit_code = std::max(exit_code, kFindings);
}

}  // namespace kbuild::cli
