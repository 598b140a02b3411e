// The parts of a shell text that other programs read: bodies of here-documents, and quoted strings
// of several lines (a program for awk or Python, a script for ssh).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kbuild::shell {

struct Embedded {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// A body with its last line's end, without the line of the end word; else a string's inside.
  bool here_document = false;
};

/// In order, disjoint. What has no end is left out: a shell may read it otherwise. O(size).
std::vector<Embedded> embedded_texts(std::string_view text);

}  // namespace kbuild::shell
