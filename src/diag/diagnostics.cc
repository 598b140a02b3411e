// Bounds the findings of a page; see diagnostic.h.
#include "base/text.h"
#include "diag/diagnostic.h"

namespace kbuild::diag {

using namespace literals;

void Diagnostics::push_back(Diagnostic found) {
  if (items_.size() < limit_) return items_.push_back(std::move(found));
  bool is_count = found.code == "KB0008"_code;
  std::size_t stands_for = 1;
  if (is_count && !found.arguments.empty())
    stands_for = static_cast<std::size_t>(base::parse_integer(found.arguments[0]).value_or(1));
  if (left_out_ == 0) items_.push_back({"KB0008"_code, found.span, {}});
  left_out_ += stands_for;
  items_.back().arguments = {std::to_string(left_out_)};
}

}  // namespace kbuild::diag
