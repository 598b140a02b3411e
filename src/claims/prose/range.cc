// Words that turn a version into a limit; see range.h.
#include "claims/prose/range.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::claims {

namespace {

/// Words after a version.
constexpr RangeRow kAfter[] = {
    {" and higher", ">="},
    {" or higher", ">="},
    {" and later", ">="},
    {" or later", ">="},
    {" and newer", ">="},
    {" or newer", ">="},
    {" and above", ">="},
    {" or above", ">="},
    {" or greater", ">="},
    {" and up", ">="},
    {" or more recent", ">="},
    {" and onwards", ">="},
    {" onwards", ">="},
    {" and greater", ">="},
    {" and earlier", "<="},
    {" or earlier", "<="},
    {" and older", "<="},
    {" or older", "<="},
    {" and below", "<="},
    {" or below", "<="},
    {" or lower", "<="},
    {" and lower", "<="},
    {" ja uude", ">="},
    {" tai uude", ">="},
    {" ja myöhem", ">="},
    {" tai myöhem", ">="},
    {" tai korkea", ">="},
    {" ja vanhem", "<="},
    {" tai vanhem", "<="},
    {" ja aiem", "<="},
    {" ou plus r", ">="},
    {" et plus r", ">="},
    {" ou sup", ">="},
    {" et sup", ">="},
    {" ou ult", ">="},
    {" et ult", ">="},
    {" ou une version ult", ">="},
    {" ou une version plus r", ">="},
    {" ou une version sup", ">="},
    {" ou version sup", ">="},
    {" ou versions sup", ">="},
    {" et les versions sup", ">="},
    {" et versions sup", ">="},
    {" et les suivantes", ">="},
    {" et suivantes", ">="},
    {" ou une version ant", "<="},
    {" et les versions ant", "<="},
    {" et versions ant", "<="},
    {" tai sitä uude", ">="},
    {" ja sitä uude", ">="},
    {" ou plus", ">="},
    {" et plus", ">="},
    {" ou ant", "<="},
    {" et ant", "<="},
};

/// Words before a product's name.
constexpr RangeRow kBefore[] = {
    {"at least", ">="},      {"minimum", ">="},      {"vähintään", ">="},
    {"au moins", ">="},      {"since", ">="},        {"starting with", ">="},
    {"starting from", ">="}, {"depuis", ">="},       {"up to and including", "<="},
    {"before", "<"},         {"older than", "<"},    {"earlier than", "<"},
    {"lower than", "<"},     {"less than", "<"},     {"prior to", "<"},
    {"newer than", ">"},     {"later than", ">"},    {"avant", "<"},
    {"à partir de", ">="},   {"À partir de", ">="},  {"antérieures à", "<"},
    {"antérieure à", "<"},   {"inférieures à", "<"}, {"inférieure à", "<"},
    {"ultérieures à", ">"},  {"supérieures à", ">"},
};

}  // namespace

std::span<const RangeRow> ranges_before() {
  return kBefore;
}

std::string_view range_after(std::string_view text, std::size_t end) {
  if (end > 0 && end <= text.size() && text[end - 1] == '+') return ">=";
  for (const RangeRow& row : kAfter)
    if (base::starts_with_ignoring_case(text.substr(std::min(end, text.size())), row.phrase))
      return row.range;
  return {};
}

std::string_view range_before(std::string_view text, std::size_t begin) {
  std::string_view head = base::trim_right(text.substr(0, begin));
  for (std::string_view filler : {" the", " version", " versions", " of", " la", " de"})
    if (head.ends_with(filler))
      head = base::trim_right(head.substr(0, head.size() - filler.size()));
  for (const RangeRow& row : kBefore) {
    if (head.size() < row.phrase.size()) continue;
    if (base::equals_ignoring_case(head.substr(head.size() - row.phrase.size()), row.phrase))
      return row.range;
  }
  return {};
}

}  // namespace kbuild::claims
