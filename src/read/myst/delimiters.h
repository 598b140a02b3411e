// Emphasis: runs of '*', '_' and '~' in a list of inlines, and which of them belong together
// (CommonMark 0.31, "An algorithm for parsing nested emphasis and links").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doc/tree.h"
#include "source/span.h"

namespace kbuild::read::myst {

/// A run of one mark.
struct Run {
  char mark = 0;
  std::size_t count = 0;
  bool can_open = false;
  bool can_close = false;
  source::Span span = {};
  std::size_t written = 0;
  /// How many marks each end and each begin takes, in the order of matching.
  std::vector<int> closes = {};
  std::vector<int> opens = {};
};

/// A node, or a run where `run` is not negative.
struct Piece {
  doc::Inline node = {};
  int run = -1;
};

/// The pieces from `first` on as a tree; they and their runs, from `first_run` on, are taken.
doc::Inlines nest(std::vector<Piece>& pieces, std::size_t first, std::vector<Run>& runs,
                  std::size_t first_run);

}  // namespace kbuild::read::myst
