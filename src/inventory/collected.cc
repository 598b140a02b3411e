// Reads what each tool said with the reader of its form, puts entries on their lines, and joins
// them; see collected.h.
#include "inventory/collected.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "inventory/module_name.h"

namespace kbuild::inventory::collected {

namespace {

using base::Json;

constexpr std::string_view kSchema = "kbuild-list/1";

/// What the entries of a tool are.
enum class Role {
  modules,
  /// Modules that others list, which are the default of their name.
  defaults,
  /// Packages that may have modules.
  packages,
  /// What stands in environments and containers of its own.
  separate,
};

struct Tool {
  std::string_view name;
  std::string_view form;
  Role role;
  /// What stands around one of its objects in its form of JSON; empty: its lines are texts.
  std::string_view before = {};
  std::string_view after = {};
};

constexpr Tool kTools[] = {
    {"lmod-spider-json", "lmod-spider-json", Role::modules, R"({"":{"":)", "}}"},
    {"lmod-spider-terse", "terse", Role::modules},
    {"lmod-defaults", "terse", Role::defaults},
    {"modules-json", "modules-json", Role::modules, R"({"":{"":)", "}}"},
    {"modules-terse", "terse", Role::modules},
    {"easybuild", "easybuild", Role::packages},
    {"spack", "packages-json", Role::packages, "[", "]"},
    {"conda", "packages-json", Role::separate, "[", "]"},
    {"pip", "packages-json", Role::separate, "[", "]"},
    {"apptainer", "container-json", Role::separate, R"({"data":{"attributes":{"labels":)", "}}}"},
    {"uenv", "uenv", Role::separate},
};

/// Where a line of a tool lies in the list.
struct Extent {
  std::size_t begin = 0, end = 0;
  std::uint32_t line = 1;
};

/// Values of tools are flat; what writes JSON again goes down by recursion.
constexpr std::size_t kMaxDepth = 32;

/// The elements of all arrays `lines` of the tools, in the list's order. The list is JSON without
/// faults, whose parser gives no places. Nothing where it is nested deeper than kMaxDepth.
std::optional<std::vector<Extent>> find_lines(const Text& text) {
  std::vector<Extent> result;
  std::string_view json = text.whole, name;
  // The list is an object (1) with an array (2) of objects (3) with an array (4) of lines (5).
  std::size_t depth = 0, line = 0;
  bool in_lines = false;
  auto add = [&](std::size_t begin, std::size_t end) {
    while (line + 1 < text.lines.size() && text.lines[line + 1].begin <= begin) ++line;
    result.push_back({begin, end, text.lines[line].number});
  };
  for (std::size_t i = 0; i < json.size(); ++i) {
    std::size_t begin = i;
    char c = json[i];
    if (c == '"') {
      while (++i < json.size() && json[i] != '"')
        if (json[i] == '\\') ++i;
      if (depth == 3) name = json.substr(begin + 1, i - begin - 1);
      if (depth == 4 && in_lines) add(begin, i + 1);
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return std::nullopt;
      if (depth == 4) in_lines = c == '[' && name == "lines";
      if (depth == 5 && in_lines) add(begin, begin);
    } else if (c == '}' || c == ']') {
      if (depth == 5 && in_lines) result.back().end = i + 1;
      --depth;
    }
  }
  return result;
}

const Tool* find_tool(std::string_view name) {
  auto found = std::find_if(std::begin(kTools), std::end(kTools),
                            [&](const Tool& tool) { return tool.name == name; });
  return found == std::end(kTools) ? nullptr : found;
}

/// What of a package and a module of one version is the same: "pytorch 2.7.1".
std::string identity(std::string_view product, std::string_view version) {
  return base::to_lower(product) + ' ' + base::to_lower(version);
}

class Joiner {
 public:
  Joiner(const Text& text, std::vector<Extent> extents)
      : text_(text), extents_(std::move(extents)) {}

  /// Passes over what a tool said before it failed.
  void pass_over(const Json& lines) { next_ += lines.size(); }

  /// Adds what a tool said. `lines` follow those of the tools before.
  base::Result<void> add(const Tool& tool, const Json& lines) {
    Extent all = next_ < extents_.size() ? extents_[next_] : Extent{};
    std::size_t first = next_;
    next_ += lines.size();
    if (lines.empty()) return {};
    if (tool.before.empty()) {
      std::string texts;
      for (const Json& line : lines) {
        if (!line.is_string()) return odd(tool, all, "has a line that is no text");
        // A line of several would shift those below it.
        texts += base::replace_all(line.get<std::string>(), "\n", " ") + "\n";
      }
      auto read = read_form(tool.form, tool.name, texts);
      if (!read) return odd(tool, all, read.error().message);
      for (Entry& entry : read->entries) take(tool, std::move(entry), first + entry.line - 1);
      return {};
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string one =
          std::string(tool.before) + base::dump_line(lines[i]) + std::string(tool.after);
      auto read = read_form(tool.form, tool.name, one);
      if (!read) return odd(tool, extent(first + i), read.error().message);
      for (Entry& entry : read->entries) {
        if (tool.form == "lmod-spider-json") take_extensions(lines[i], entry, first + i);
        take(tool, std::move(entry), first + i);
      }
    }
    return {};
  }

  base::Result<Inventory> finish() {
    for (Entry& entry : packages_)
      if (!modules_.contains(identity(entry.product, entry.version))) list_.add(std::move(entry));
    for (Entry& entry : list_.inventory().entries)
      entry.is_default |= defaults_.contains(entry.module);
    return list_.finish("a list of `kbuild collect`");
  }

 private:
  Extent extent(std::size_t index) const {
    return index < extents_.size() ? extents_[index] : Extent{};
  }

  tl::unexpected<base::Error> odd(const Tool& tool, const Extent& at, std::string_view why) const {
    return base::fail(
        base::format("has at line {} what is not of '{}': {}", at.line, tool.name, why),
        "write the list again with the script of `kbuild collect`");
  }

  /// Puts an entry on its line of the list: on its name there, else on the whole line.
  void place(Entry& entry, std::size_t index) const {
    Extent at = extent(index);
    std::string_view name = entry.module.empty() ? entry.product : entry.module;
    std::size_t found = text_.whole.substr(at.begin, at.end - at.begin).find(name);
    bool is_there = found != std::string_view::npos;
    entry.line = at.line;
    entry.begin = static_cast<std::uint32_t>(is_there ? at.begin + found : at.begin);
    entry.end = static_cast<std::uint32_t>(is_there ? entry.begin + name.size() : at.end);
  }

  void take(const Tool& tool, Entry entry, std::size_t index) {
    if (tool.role == Role::defaults) {
      defaults_.insert(entry.module);
      return;
    }
    place(entry, index);
    if (tool.role == Role::packages) {
      packages_.push_back(std::move(entry));
      return;
    }
    if (tool.role == Role::modules) know_module(entry);
    join(std::move(entry));
  }

  /// Adds an entry, or what it needs to be loaded to the one that is there.
  void join(Entry entry) {
    std::vector<std::string> needs = std::exchange(entry.prerequisites, {});
    Entry& added = list_.add(std::move(entry));
    if (needs.empty()) list_.need(added, {});
    for (std::string& each : needs) list_.need(added, std::move(each));
  }

  /// Remembers a module's version, also without what follows it: 2024.4 of 2024.4-foss-2023b.
  void know_module(const Entry& module) {
    constexpr int kParts = 8;
    std::string_view version = module.version;
    modules_.insert(identity(module.product, version));
    std::size_t hyphen = 0;
    for (int i = 0; i < kParts; ++i) {
      hyphen = version.find('-', hyphen + 1);
      if (hyphen == version.npos) return;
      modules_.insert(identity(module.product, version.substr(0, hyphen)));
    }
  }

  void take_extensions(const Json& line, const Entry& module, std::size_t index) {
    auto provides = line.find("provides");
    if (provides == line.end() || !provides->is_array()) return;
    for (const Json& each : *provides) {
      if (!each.is_string() || !is_module_name(each.get_ref<const std::string&>())) continue;
      ModuleName name = split_module(each.get_ref<const std::string&>());
      Entry entry{.product = name.product, .version = name.version, .hidden = true};
      if (module.prerequisites.empty()) entry.prerequisites = {module.module};
      for (const std::string& before : module.prerequisites)
        entry.prerequisites.push_back(before + ' ' + module.module);
      place(entry, index);
      join(std::move(entry));
    }
  }

  const Text& text_;
  std::vector<Extent> extents_;
  /// Of extents_: the first of the next tool.
  std::size_t next_ = 0;
  Collector list_;
  std::vector<Entry> packages_;
  std::unordered_set<std::string> modules_, defaults_;
};

bool is_date(std::string_view date) {
  if (date.size() != 10) return false;
  for (std::size_t i = 0; i < date.size(); ++i)
    if (i == 4 || i == 7 ? date[i] != '-' : !base::is_digit(date[i])) return false;
  return true;
}

bool is_well_formed(const Json& tool) {
  return tool.is_object() && tool.contains("lines") && tool["lines"].is_array() &&
         tool.contains("status") && tool["status"].is_number_integer();
}

}  // namespace

bool matches(const Text& text) {
  return text.json && member_text(*text.json, "schema").starts_with("kbuild-list/");
}

base::Result<Inventory> read(const Text& text) {
  const std::string hint = "write the list again with the script of `kbuild collect`";
  if (!text.json || member_text(*text.json, "schema") != kSchema)
    return base::fail(base::format("is not of the schema {}", kSchema), hint);
  const Json& list = *text.json;
  std::string date = member_text(list, "date");
  if (!is_date(date)) return base::fail("has no date YYYY-MM-DD", hint);
  if (!list.contains("tools") || !list["tools"].is_array())
    return base::fail("has no array `tools`", hint);
  const Json& tools = list["tools"];
  std::unordered_set<std::string> replaced;
  for (const Json& each : tools) {
    if (!is_well_formed(each)) return base::fail("has a tool without `status` and `lines`", hint);
    if (each["status"] == 0) replaced.insert(member_text(each, "instead_of"));
  }
  auto extents = find_lines(text);
  if (!extents) return base::fail("is nested too deep", hint);
  Joiner joiner(text, std::move(*extents));
  for (const Json& each : tools) {
    std::string name = member_text(each, "tool");
    if (each["status"] != 0 && !replaced.contains(name))
      return base::fail(base::format("is not whole: {} {}", name, member_text(each, "error")),
                        hint);
    const Tool* tool = find_tool(name);
    if (!tool) return base::fail(base::format("has the unknown tool '{}'", name), hint);
    if (each["status"] != 0) {
      joiner.pass_over(each["lines"]);
    } else if (auto added = joiner.add(*tool, each["lines"]); !added) {
      return tl::unexpected(added.error());
    }
  }
  auto result = joiner.finish();
  if (!result) return result;
  result->system = member_text(list, "system");
  result->date = std::move(date);
  return result;
}

}  // namespace kbuild::inventory::collected
