// How far the blocks of a site got, and how far they could get, by the labels that authors gave.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "run/units/unit.h"

namespace kbuild::cli {

/// Counts blocks, and prints them as a table in Markdown.
class LabelTable {
 public:
  /// A block with its label, "" where it has none.
  void add(std::string_view label, run::Level reached, run::Level possible);

  /// A row for each label, the most frequent first, and one for all blocks. The columns count the
  /// levels reached, then those possible.
  std::string markdown() const;

 private:
  static constexpr std::size_t kLevels = static_cast<std::size_t>(run::Level::ran_gpu) + 1;
  struct Row {
    std::size_t blocks = 0;
    std::array<std::size_t, kLevels> reached = {};
    std::array<std::size_t, kLevels> possible = {};
  };
  static void count(Row& row, run::Level reached, run::Level possible);
  static std::string print(std::string_view label, const Row& row);

  std::map<std::string, Row, std::less<>> rows_;
  Row all_;
};

}  // namespace kbuild::cli
