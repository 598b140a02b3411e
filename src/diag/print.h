// Prints diagnostics in formats for people and programs.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/levels.h"
#include "source/store.h"

namespace kbuild::diag {

/// Sorts by (path, offset, code, arguments) and drops exact repetitions.
void sort(Diagnostics& diagnostics, const source::SourceStore& sources);

enum class Colour { never, always };

/// path:line:column: level: message [KBnnnn], the source line (cut to 100 columns around the
/// place), a caret line, notes with their places, and the hint.
std::string print_text(const Diagnostic& diagnostic, const source::SourceStore& sources,
                       Colour colour, const Levels& levels = {});
/// One JSON object on one line: {path, line, column, end_line, end_column, level, code, message,
/// notes, hint}.
std::string print_json(const Diagnostic& diagnostic, const source::SourceStore& sources,
                       const Levels& levels = {});
/// A GitHub workflow command.
std::string print_github(const Diagnostic& diagnostic, const source::SourceStore& sources,
                         const Levels& levels = {});
/// One SARIF 2.1.0 log with all of them (OASIS SARIF 2.1.0, section 3.13).
std::string print_sarif(const Diagnostics& diagnostics, const source::SourceStore& sources,
                        const Levels& levels = {});

}  // namespace kbuild::diag
