// Finds names of files and line numbers in error outputs; see page_place.h.
#include "run/page_place.h"

#include "base/path.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

std::optional<std::uint32_t> leading_number(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  auto number = end > 0 && end < 9 ? base::parse_integer(text.substr(0, end)) : std::nullopt;
  return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

/// The number after `name` and `between`, where the name begins a path's last part.
std::optional<std::uint32_t> number_after(std::string_view line, std::string_view name,
                                          std::string_view between) {
  for (std::size_t at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    bool whole = at == 0 || line[at - 1] == '/' || line[at - 1] == ' ' || line[at - 1] == '"';
    std::string_view rest = line.substr(at + name.size());
    if (whole && rest.starts_with(between))
      if (auto number = leading_number(rest.substr(between.size()))) return number;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> find_page_line(const Cell& cell, std::string_view errors) {
  std::optional<std::uint32_t> innermost;
  for (std::string_view line : base::split_lines(errors)) {
    // By #line, a compiler already speaks of the page.
    if (line.find("error") != line.npos && !cell.page.empty())
      if (auto number = number_after(line, cell.page, ":")) return number;
    for (const CellFile& file : cell.files) {
      if (file.line == 0) continue;
      std::string_view name = base::file_name(file.name);
      for (std::string_view between : {":", ": line "}) {
        bool warns = line.find("warning") != line.npos || line.find("Warning") != line.npos;
        auto number = warns ? std::nullopt : number_after(line, name, between);
        if (number && *number > 0) return file.line + *number - 1;
      }
      if (auto number = number_after(line, name, "\", line "); number && *number > 0)
        innermost = file.line + *number - 1;
    }
  }
  return innermost;
}

}  // namespace kbuild::run
