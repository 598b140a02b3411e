// JSON Lines, as kbuild's commands and the suites write them.
#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/text.h"

namespace kbuild::test {

/// One value a line; blank lines are none. Throws where a line is not JSON.
inline std::vector<base::Json> json_lines(std::string_view text) {
  std::vector<base::Json> rows;
  for (std::string_view line : base::split_lines(text))
    if (!base::trim(line).empty()) rows.push_back(base::Json::parse(line));
  return rows;
}

}  // namespace kbuild::test
