// The table of readers: reads a text as a named dialect, and determines the dialect of a file.
#pragma once

#include <optional>
#include <string_view>

#include "read/reader.h"

namespace kbuild::read {

/// Reads a whole text as `dialect`. Any bytes are read; the text is UTF-8 (see
/// source::decode_bytes). Bounds: nesting 100, include depth 20, table cells 100,000.
ReadResult read(const source::SourceStore& sources, source::FileId file, Dialect dialect,
                const Options& options);

/// "commonmark", "gfm", "mkdocs", "myst", "rst", "mediawiki", "twiki".
std::string_view dialect_name(Dialect dialect);
std::optional<Dialect> find_dialect(std::string_view name);
/// By suffix (.md .rst .mediawiki .wiki .twiki .xml), else by content. Markdown is `mkdocs`.
Dialect detect_dialect(std::string_view path, std::string_view text);

}  // namespace kbuild::read
