// Asks git for differences; see changed.h.
#include "cli/changed.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "tools/git.h"

namespace kbuild::cli {

namespace {

constexpr auto kLastLine = std::numeric_limits<std::uint32_t>::max();

/// "@@ -12,3 +14,0 @@": lines of the new file; after a removal, the lines around it.
std::optional<std::pair<std::uint32_t, std::uint32_t>> lines_of_hunk(std::string_view line) {
  if (!line.starts_with("@@ -")) return std::nullopt;
  std::size_t plus = line.find(" +"), end = line.find(" @@", 4);
  if (plus == line.npos || end == line.npos || end < plus) return std::nullopt;
  std::string_view range = line.substr(plus + 2, end - plus - 2);
  std::size_t comma = range.find(',');
  auto first = base::parse_integer(range.substr(0, comma));
  auto count = comma == range.npos ? 1 : base::parse_integer(range.substr(comma + 1));
  if (!first || !count || *first < 0 || *count < 0 || *first + *count >= kLastLine)
    return std::nullopt;
  auto begin = static_cast<std::uint32_t>(*first), lines = static_cast<std::uint32_t>(*count);
  return lines == 0 ? std::pair(begin, begin + 1) : std::pair(begin, begin + lines - 1);
}

}  // namespace

base::Result<std::set<std::string>> changed_files(const base::Disk& disk,
                                                  const std::string& revision) {
  auto run = tools::run_git(
      {.directory = ".",
       .words = {"diff", "--name-only", "--relative", "-z", "--end-of-options", revision, "--"}});
  if (!run || run->exit_code != 0)
    return base::fail(base::format("git knows no revision '{}' here", revision),
                      run ? std::string(base::trim(run->errors)) : run.error().message);
  std::set<std::string> out;
  for (std::string_view path : base::split(run->output, '\0'))
    if (auto real = disk.real_path(std::string(path)); real && !path.empty()) out.insert(*real);
  return out;
}

bool ChangedLines::touches(const std::string& path, std::uint32_t first, std::uint32_t last) const {
  auto real = disk.real_path(path);
  auto file = real ? lines.find(*real) : lines.end();
  return file != lines.end() &&
         std::any_of(file->second.begin(), file->second.end(),
                     [&](const auto& hunk) { return hunk.first <= last && first <= hunk.second; });
}

base::Result<ChangedLines> changed_lines(const base::Disk& disk, const std::string& revision,
                                         const std::vector<std::string>& pages) {
  auto files = changed_files(disk, revision);
  if (!files) return tl::unexpected(files.error());
  ChangedLines out{disk};
  std::set<std::string> of_pages;
  for (const std::string& page : pages) {
    auto real = disk.real_path(page);
    if (!real || !files->contains(*real) || !of_pages.insert(*real).second) continue;
    auto run = tools::run_git({.directory = ".",
                               .words = {"diff", "-U0", "--no-color", "--no-ext-diff",
                                         "--end-of-options", revision, "--", *real}});
    auto& hunks = out.lines[*real];
    if (run && run->exit_code == 0)
      for (std::string_view line : base::split_lines(run->output))
        if (auto hunk = lines_of_hunk(line)) hunks.push_back(*hunk);
    // What git shows otherwise, such as a file for a binary one, counts as changed whole.
    if (hunks.empty()) hunks.emplace_back(1, kLastLine);
  }
  out.other_files = of_pages.size() < files->size();
  return out;
}

}  // namespace kbuild::cli
