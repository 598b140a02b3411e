// Whether blocks parse, by the languages' own parsers: bash -n, Python's ast in one process for all
// blocks, and the JSON and YAML parsers of this program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "page/snippet.h"

namespace kbuild::run {

enum class Parsed : std::uint8_t { unchecked, good, bad };

struct SyntaxVerdict {
  Parsed state = Parsed::unchecked;
  /// For a bad one: what the parser says, and where in the snippet's text.
  std::string message = {};
  std::size_t offset = 0;
  std::size_t length = 0;
};

struct SyntaxReport {
  /// One for each snippet, in order.
  std::vector<SyntaxVerdict> verdicts;
  /// Programs that were needed and not found ("python3"), each once.
  std::vector<std::string> absent;
};

/// Judges every snippet whose language has a parser; placeholders are replaced by words of the same length
/// first. Synopses, outputs and sessions of other languages stay unchecked. Runs bash once a block on
/// `jobs` threads.
SyntaxReport check_syntax(const std::vector<page::Snippet>& snippets, unsigned jobs);

/// The text with placeholders replaced by words of equal length.
std::string fill_placeholders(const page::Snippet& snippet);

}  // namespace kbuild::run
