// One pass over the rows; see label_table.h.
#include "cli/label_table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "run/reach.h"

namespace kbuild::cli {

void LabelTable::count(Row& row, run::Level reached, run::Level possible) {
  ++row.blocks;
  ++row.reached[static_cast<std::size_t>(reached)];
  ++row.possible[static_cast<std::size_t>(possible)];
}

void LabelTable::add(std::string_view label, run::Level reached, run::Level possible) {
  std::string name = label.empty() ? "(none)" : base::replace_all(label, "|", "\\|");
  count(rows_[name], reached, possible);
  count(all_, reached, possible);
}

std::string LabelTable::print(std::string_view label, const Row& row) {
  std::string out = base::format("| {} | {} |", label, row.blocks);
  for (std::size_t n : row.reached) out += base::format(" {} |", n);
  for (std::size_t n : row.possible) out += base::format(" {} |", n);
  return out + "\n";
}

std::string LabelTable::markdown() const {
  std::string head = "| label | blocks |", rule = "|---|--:|";
  for (bool reached : {true, false})
    for (std::size_t i = 0; i < kLevels; ++i) {
      auto level = static_cast<run::Level>(i);
      head += base::format(" {}: {} |", reached ? "reached" : "possible",
                           reached ? run::level_name(level) : run::possible_name(level));
      rule += "--:|";
    }
  std::vector<const std::pair<const std::string, Row>*> sorted;
  for (const auto& entry : rows_) sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return a->second.blocks > b->second.blocks;
  });
  std::string out = head + "\n" + rule + "\n";
  for (const auto* entry : sorted) out += print(entry->first, entry->second);
  return out + print("all", all_);
}

}  // namespace kbuild::cli
