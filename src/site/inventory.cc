// Reads and writes inventories; see inventory.h. The format is that of sphinx.util.inventory: four
// header lines, then compressed lines "name domain:kind priority uri title"; "$" at the end of a
// uri means the name, as does "-" as the title.
#include "site/inventory.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/zlib.h"

namespace kbuild::site {

namespace {

using base::fail;
using base::format;
using base::Result;

constexpr std::size_t kMaxBytes = 64u << 20;
constexpr std::uint64_t kMaxFile = 16u << 20;
constexpr std::string_view kHeader = "# Sphinx inventory version 2\n";

/// Labels, terms and pages of the standard domain are text, compared ignoring case; program names
/// are exact.
bool ignores_case(std::string_view role) {
  return role == "std:label" || role == "std:term";
}

std::string one_line(std::string_view text) {
  return base::collapse_spaces(text);
}

/// The project's name and version in a header line.
std::string header_text(std::string_view text) {
  return one_line(text.empty() ? "-" : text);
}

std::string row_key(std::string_view project, std::string_view role, std::string_view name) {
  return format("{}\n{}\n{}", project, role, name);
}

bool is_number(std::string_view word) {
  return base::parse_integer(word).has_value();
}

/// Names may contain blanks: the first role that is followed by a number ends the name.
bool read_line(std::string_view line, InventoryEntry& out) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t at = 0; at < line.size();) {
    while (at < line.size() && line[at] == ' ') ++at;
    std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) words.emplace_back(at, end);
    at = end;
  }
  auto word = [&](std::size_t i) {
    return line.substr(words[i].first, words[i].second - words[i].first);
  };
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (word(i).find(':') == std::string_view::npos || !is_number(word(i + 1))) continue;
    out.name = line.substr(words[0].first, words[i - 1].second - words[0].first);
    out.role = word(i);
    // One blank follows the number; the URI of the root page is empty.
    std::string_view rest = line.substr(std::min(words[i + 1].second + 1, line.size()));
    std::size_t end = std::min(rest.find(' '), rest.size());
    out.uri = rest.substr(0, end);
    out.title = base::trim(rest.substr(end));
    if (out.uri.ends_with('$')) out.uri = out.uri.substr(0, out.uri.size() - 1) + out.name;
    if (out.title.empty() || out.title == "-") out.title = out.name;
    return true;
  }
  return false;
}

}  // namespace

std::string write_inventory(std::string_view project, std::string_view version,
                            const std::vector<InventoryEntry>& entries) {
  std::string body;
  for (const InventoryEntry& entry : entries) {
    std::string name = one_line(entry.name), title = one_line(entry.title), uri = entry.uri;
    if (!name.empty() && uri.ends_with(name)) uri = uri.substr(0, uri.size() - name.size()) + "$";
    // Sphinx gives labels and terms priority -1, so that searches find objects first.
    body += format("{} {} {} {} {}\n", name, entry.role, entry.role.starts_with("std:") ? -1 : 1,
                   uri, title.empty() || title == name ? "-" : title);
  }
  return format(
             "{}# Project: {}\n# Version: {}\n# The remainder of this file is compressed using "
             "zlib.\n",
             kHeader, header_text(project), header_text(version)) +
         base::deflate(body);
}

Result<std::vector<InventoryEntry>> read_inventory(std::string_view bytes) {
  if (!bytes.starts_with(kHeader)) return fail("it is no inventory of version 2");
  std::size_t at = 0;
  for (int line = 0; line < 4; ++line) {
    at = bytes.find('\n', at);
    if (at == bytes.npos) return fail("its header is cut off");
    ++at;
  }
  auto body = base::inflate(bytes.substr(at), kMaxBytes);
  if (!body) return tl::unexpected(body.error());
  std::vector<InventoryEntry> out;
  InventoryEntry entry;
  for (std::string_view line : base::split_lines(*body))
    if (read_line(line, entry)) out.push_back(entry);
  return out;
}

Result<Inventories> Inventories::load(const base::Disk& disk,
                                      const std::vector<meta::Inventory>& configured) {
  Inventories out;
  for (const meta::Inventory& inventory : configured) {
    std::vector<InventoryEntry> entries;
    if (!inventory.file.empty()) {
      auto bytes = disk.read(inventory.file, kMaxFile);
      if (!bytes) return tl::unexpected(bytes.error());
      auto read = read_inventory(*bytes);
      if (!read)
        return fail(format("{}: {}", inventory.file, read.error().message),
                    "save the project's objects.inv again");
      entries = std::move(*read);
    }
    out.add(inventory, entries);
  }
  return out;
}

void Inventories::add(const meta::Inventory& inventory,
                      const std::vector<InventoryEntry>& entries) {
  std::string root = inventory.url;
  if (!root.empty() && !root.ends_with('/')) root += '/';
  projects_.push_back(inventory);
  projects_.back().url = root;
  for (const InventoryEntry& entry : entries) {
    std::string name = ignores_case(entry.role) ? base::to_lower(entry.name) : entry.name;
    std::string domain = entry.role.substr(0, entry.role.find(':') + 1);
    ExternalTarget target{root + entry.uri, entry.title};
    for (std::string_view project : {std::string_view(inventory.name), std::string_view()})
      for (std::string_view role :
           {std::string_view(entry.role), std::string_view(domain), std::string_view()})
        entries_.try_emplace(row_key(project, role, name), target);
  }
}

const ExternalTarget* Inventories::find(std::string_view role, std::string_view name) const {
  auto look_up = [&](std::string_view project, std::string_view what) -> const ExternalTarget* {
    auto found = entries_.find(
        row_key(project, role, ignores_case(role) ? base::to_lower(what) : std::string(what)));
    return found == entries_.end() ? nullptr : &found->second;
  };
  if (entries_.empty()) return nullptr;
  if (const meta::Inventory* project = project_of(name))
    if (const ExternalTarget* found = look_up(project->name, name.substr(project->name.size() + 1)))
      return found;
  return look_up("", name);
}

const meta::Inventory* Inventories::project_of(std::string_view name) const {
  std::size_t colon = name.find(':');
  if (colon == name.npos) return nullptr;
  auto found = std::find_if(
      projects_.begin(), projects_.end(),
      [&](const meta::Inventory& project) { return project.name == name.substr(0, colon); });
  return found == projects_.end() ? nullptr : &*found;
}

bool Inventories::is_read(std::string_view project) const {
  return std::any_of(projects_.begin(), projects_.end(), [&](const meta::Inventory& one) {
    return one.name == project && !one.file.empty();
  });
}

}  // namespace kbuild::site
