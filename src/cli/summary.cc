// Counts and orders findings for people; see summary.h.
#include "cli/summary.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/terminal.h"

namespace kbuild::cli {

namespace {

constexpr std::size_t kCodes = 15;
constexpr std::size_t kPlaces = 3;
constexpr std::size_t kKeys = 8;

/// As rows are ordered: errors first.
int weight(diag::Level level) {
  switch (level) {
    case diag::Level::error: return 3;
    case diag::Level::unsupported: return 2;
    case diag::Level::warning: return 1;
    case diag::Level::style: return 0;
  }
  return 0;
}

struct Row {
  diag::Code code;
  diag::Level level;
  std::size_t count = 0;
  std::string first;
};

std::string place_of(const diag::Diagnostic& finding, const source::SourceStore& sources) {
  if (!finding.span) return "";
  return visible(base::format("{}:{}", sources.path(finding.span.file),
                              sources.line_number(finding.span.file, finding.span.begin)));
}

std::vector<Row> rows_of(const diag::Diagnostics& diagnostics, const source::SourceStore& sources,
                         const diag::Levels& levels) {
  std::map<diag::Code, Row> by_code;
  for (const diag::Diagnostic& finding : diagnostics) {
    Row& row = by_code[finding.code];
    if (row.count++ == 0) {
      row.code = finding.code;
      row.level = levels.of(finding);
      row.first = place_of(finding, sources);
    }
  }
  std::vector<Row> rows;
  for (auto& [code, row] : by_code) rows.push_back(std::move(row));
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    if (a.level != b.level) return weight(a.level) > weight(b.level);
    return a.count > b.count;
  });
  return rows;
}

std::string code_rows(const std::vector<Row>& rows) {
  std::string out;
  for (std::size_t i = 0; i < std::min(rows.size(), kCodes); ++i) {
    const diag::CodeInfo* info = diag::find_code(rows[i].code);
    out += base::format("  {:<6}  {:<11} {:>5}  {:<28} {}\n", diag::code_text(rows[i].code),
                        diag::level_text(rows[i].level), rows[i].count, info ? info->name : "",
                        rows[i].first);
  }
  if (rows.size() > kCodes) out += base::format("  and {} more codes\n", rows.size() - kCodes);
  return out;
}

/// The files with the most errors, then the most findings.
std::string worst_files(const diag::Diagnostics& diagnostics, const source::SourceStore& sources,
                        const diag::Levels& levels) {
  struct Count {
    std::size_t errors = 0, all = 0;
  };
  std::map<std::string, Count> counts;
  for (const diag::Diagnostic& finding : diagnostics) {
    if (!finding.span) continue;
    Count& count = counts[std::string(sources.path(finding.span.file))];
    ++count.all;
    if (levels.of(finding) == diag::Level::error) ++count.errors;
  }
  std::vector<std::pair<std::string, Count>> files(counts.begin(), counts.end());
  std::stable_sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
    if (a.second.errors != b.second.errors) return a.second.errors > b.second.errors;
    return a.second.all > b.second.all;
  });
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(files.size(), kPlaces); ++i)
    named.push_back(base::format("{} ({})", visible(files[i].first), files[i].second.all));
  return named.empty() ? "" : "most are in: " + base::join(named, ", ") + "\n";
}

std::string totals(const diag::Diagnostics& diagnostics, const diag::Levels& levels,
                   const Summary& summary) {
  std::map<int, std::pair<diag::Level, std::size_t>, std::greater<>> counts;
  for (const diag::Diagnostic& finding : diagnostics) {
    diag::Level level = levels.of(finding);
    auto& [named, count] = counts[weight(level)];
    named = level;
    ++count;
  }
  std::vector<std::string> parts;
  for (const auto& [order, count] : counts)
    parts.push_back(base::format("{} {}", count.second, diag::level_text(count.first)));
  std::string out = base::format("{}: {}", summary.known == 0 ? "findings" : "new findings",
                                 parts.empty() ? "none" : base::join(parts, ", "));
  if (summary.known != 0)
    out += base::format("; {} known by {}", summary.known, visible(summary.baseline));
  return out + "\n";
}

}  // namespace

std::vector<meta::KeyReport> changed_keys(const std::vector<meta::KeyReport>& keys) {
  using Fate = meta::KeyReport::Fate;
  std::set<std::pair<std::string, Fate>> fates, told;
  for (const meta::KeyReport& key : keys) fates.emplace(key.key, key.fate);
  auto lies_below = [&](const meta::KeyReport& key) {
    std::string above = key.key;
    for (std::size_t dot = above.rfind('.'); dot != above.npos; dot = above.rfind('.')) {
      above.resize(dot);
      if (fates.contains({above, key.fate})) return true;
    }
    return false;
  };
  std::vector<meta::KeyReport> out;
  for (const meta::KeyReport& key : keys)
    if (key.fate != Fate::honoured && !lies_below(key) && told.emplace(key.key, key.fate).second)
      out.push_back(key);
  return out;
}

std::vector<std::string> keys_not_honoured(const std::vector<meta::KeyReport>& keys) {
  std::vector<std::string> names;
  for (const meta::KeyReport& key : changed_keys(keys))
    if (key.fate == meta::KeyReport::Fate::ignored) names.push_back(key.key);
  return names;
}

std::string summary_text(const diag::Diagnostics& diagnostics, const source::SourceStore& sources,
                         const diag::Levels& levels, const Summary& summary, Rows rows) {
  std::string out;
  if (!diagnostics.empty() || summary.known != 0) out += totals(diagnostics, levels, summary);
  if (rows == Rows::codes) {
    out += code_rows(rows_of(diagnostics, sources, levels));
    out += worst_files(diagnostics, sources, levels);
    out += "`kbuild build --all` prints each, `kbuild explain CODE` explains\n";
  }
  if (!summary.not_honoured.empty()) {
    std::vector<std::string> keys(
        summary.not_honoured.begin(),
        summary.not_honoured.begin() +
            static_cast<std::ptrdiff_t>(std::min(kKeys, summary.not_honoured.size())));
    if (keys.size() < summary.not_honoured.size())
      keys.push_back(base::format("and {} more", summary.not_honoured.size() - keys.size()));
    out += "not honoured: " + visible(base::join(keys, ", ")) + "; `kbuild -v` says why\n";
  }
  out += base::format("languages: {}; time: {:.1f} s\n", base::join(summary.languages, ", "),
                      summary.seconds);
  return out;
}

}  // namespace kbuild::cli
