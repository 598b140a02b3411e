// Counts findings by their content; see baseline.h.
#include "diag/baseline.h"

#include <map>
#include <tuple>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"

namespace kbuild::diag {

namespace {

using base::Json;
/// Path, code, message.
using Key = std::tuple<std::string, std::string, std::string>;

Key key_of(const Diagnostic& d, const source::SourceStore& sources) {
  return {std::string(sources.path(d.span.file)), code_text(d.code), message_of(d)};
}

}  // namespace

std::string print_baseline(const Diagnostics& diagnostics, const source::SourceStore& sources) {
  std::map<Key, int> counts;
  for (const Diagnostic& d : diagnostics) ++counts[key_of(d, sources)];
  std::string out;
  for (const auto& [key, count] : counts) {
    Json row;
    row["path"] = std::get<0>(key);
    row["code"] = std::get<1>(key);
    row["message"] = std::get<2>(key);
    row["count"] = count;
    out += base::dump_line(row) + "\n";
  }
  return out;
}

base::Result<Diagnostics> subtract_baseline(Diagnostics diagnostics, std::string_view baseline,
                                            const source::SourceStore& sources) {
  std::map<Key, int> known;
  int number = 0;
  for (std::string_view line : base::split_lines(baseline)) {
    ++number;
    if (base::trim(line).empty()) continue;
    Json row = Json::parse(line, nullptr, false);
    bool sound = row.is_object() && row.contains("path") && row["path"].is_string() &&
                 row.contains("code") && row["code"].is_string() && row.contains("message") &&
                 row["message"].is_string() && row.contains("count") &&
                 row["count"].is_number_integer();
    if (!sound)
      return base::fail(base::format("line {} of the baseline is none that kbuild writes", number));
    known[{row["path"], row["code"], row["message"]}] += row["count"].get<int>();
  }
  diagnostics.erase_if([&](const Diagnostic& d) {
    auto at = known.find(key_of(d, sources));
    return at != known.end() && at->second-- > 0;
  });
  return diagnostics;
}

}  // namespace kbuild::diag
