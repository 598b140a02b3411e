// What module tools print for people: `module avail` in columns (Lmod, Environment Modules),
// `module avail --long`, and `module spider` of everything, of one product and of one module.
#include <algorithm>
#include <span>

#include "base/format.h"
#include "base/text.h"
#include "inventory/formats.h"
#include "inventory/module_name.h"

namespace kbuild::inventory::printed {

namespace {

/// The title of "------ /appl/modules ------"; empty for other lines and for a rule without one.
std::string_view title_of(std::string_view line) {
  line = base::trim(line);
  if (line.size() < 5 || line.front() != '-' || line.back() != '-') return {};
  std::size_t begin = line.find_first_not_of("- "), end = line.find_last_not_of("- ");
  if (begin == line.npos || line[begin - 1] != ' ') return {};
  return line.substr(begin, end + 1 - begin);
}

bool is_rule(std::string_view line) {
  line = base::trim(line);
  return !line.empty() && line.find_first_not_of('-') == line.npos;
}

/// "user@login:~> module avail", as copied with its output.
bool is_prompt(std::string_view line) {
  return line.find("module av") != line.npos || line.find("ml av") != line.npos ||
         line.find("module spider") != line.npos || line.find("ml spider") != line.npos;
}

/// The index of the first line that is neither blank nor the command that printed the list.
std::size_t first_line(const Text& text) {
  std::size_t at = 0;
  auto is_blank = [&] { return base::trim(text.lines[at].text).empty(); };
  while (at < text.lines.size() && is_blank()) ++at;
  if (at < text.lines.size() && is_prompt(text.lines[at].text)) ++at;
  while (at < text.lines.size() && is_blank()) ++at;
  return at;
}

base::Result<Inventory> odd_line(const Line& line) {
  return base::fail(base::format("line {} is no row of modules: '{}'", line.number,
                                 base::trim(line.text).substr(0, 80)));
}

/// What a mark behind a module's name says: "(D)", "(g,E,D)", "(default)", "(default:latest)".
bool marks_default(std::string_view mark) {
  auto is_end = [](char c) { return c == ',' || c == ':' || c == '(' || c == ')'; };
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= mark.size(); ++i) {
    if (i < mark.size() && !is_end(mark[i])) continue;
    std::string_view part = base::trim(mark.substr(begin, i - begin));
    if (part == "D" || part == "default") return true;
    begin = i + 1;
  }
  return false;
}

/// Reads the columns of one section of `module avail`.
class Rows {
 public:
  explicit Rows(Collector& list) : list_(list) {}

  void begin_section(std::string_view title) {
    extensions_ = title.find("module extensions") != title.npos;
    aliases_ = title.find("Aliases") != title.npos;
    last_ = std::string_view::npos;
  }

  /// False where the line is no row. Aliases and names of extensions without a version are passed
  /// over.
  bool read(const Line& line) {
    if (is_rule(line.text) || aliases_ || extensions_ || line.text.find(" -> ") != line.text.npos)
      return true;
    for (std::string_view word : base::split_words(line.text)) {
      std::size_t mark = word.find_first_of("(<");
      if (mark != 0 && !read_module(word.substr(0, mark), line)) return false;
      if (mark != word.npos && !read_mark(word.substr(mark))) return false;
    }
    return true;
  }

 private:
  bool read_module(std::string_view word, const Line& line) {
    if (!is_module_name(word)) return false;
    Entry& entry = list_.add_module(word, line, word);
    last_ = static_cast<std::size_t>(&entry - list_.inventory().entries.data());
    return true;
  }

  /// `module overview` has numbers here: it counts versions and does not name them.
  bool read_mark(std::string_view mark) {
    if (last_ == std::string_view::npos) return false;
    if (mark.size() > 2 && base::is_all(mark.substr(1, mark.size() - 2), base::is_digit))
      return false;
    if (marks_default(mark)) list_.inventory().entries[last_].is_default = true;
    return true;
  }

  Collector& list_;
  bool extensions_ = false;
  bool aliases_ = false;
  /// The module that a mark belongs to.
  std::size_t last_ = std::string_view::npos;
};

/// The columns of "git/2.9.5    default    2026/11/23 23:57:49": a name, tags or none, day, time.
bool is_long_row(const std::vector<std::string_view>& words) {
  auto is_time = [](std::string_view word, char separator) {
    return std::count(word.begin(), word.end(), separator) == 2 &&
           base::is_all(word, [&](char c) { return base::is_digit(c) || c == separator; });
  };
  return words.size() >= 3 && is_time(words[words.size() - 2], '/') && is_time(words.back(), ':');
}

/// Adds "gcc/11.3.0, gcc/12.3.0 (E)" and returns false where something else stands there. An
/// extension is installed but cannot be loaded by its own name.
bool read_versions(Collector& list, const Line& line, std::string_view versions) {
  for (std::string_view each : base::split(versions, ',')) {
    std::vector<std::string_view> words = base::split_words(each);
    if (words.empty()) continue;
    if (!is_module_name(words[0]) || words.size() > 2) return false;
    bool is_extension = words.size() == 2 && words[1] == "(E)";
    if (words.size() == 2 && !words[1].starts_with('(')) return false;
    ModuleName name = split_module(words[0]);
    if (!is_extension) {
      list.add_module(words[0], line, words[0]);
      continue;
    }
    auto begin = line.begin + static_cast<std::uint32_t>(words[0].data() - line.text.data());
    list.add({.product = std::move(name.product),
              .version = std::move(name.version),
              .hidden = name.hidden,
              .line = line.number,
              .begin = begin,
              .end = begin + static_cast<std::uint32_t>(words[0].size())});
  }
  return true;
}

/// Reads `module spider NAME`, whose title line is at `at`: the versions of a product, or the
/// modules to load before a module.
base::Result<Inventory> read_spider_of_one(const Text& text, std::size_t at) {
  Collector list;
  const Line& title = text.lines[at];
  std::string_view name = base::trim(title.text.substr(title.text.find(':') + 1));
  if (!name.empty() && !read_versions(list, title, name)) return odd_line(title);
  enum class Part { none, versions, prerequisites } part = Part::none;
  for (const Line& line : std::span(text.lines).subspan(at + 2)) {
    std::string_view row = base::trim(line.text);
    if (is_rule(row)) break;
    if (row.empty()) continue;
    if (row == "Versions:" && name.empty()) {
      part = Part::versions;
    } else if (row.starts_with("You will need to load")) {
      part = Part::prerequisites;
    } else if (row.ends_with(':') || row.starts_with("before the")) {
      part = row.ends_with(':') ? Part::none : part;
    } else if (part == Part::versions) {
      if (!read_versions(list, line, row)) return odd_line(line);
    } else if (part == Part::prerequisites && !list.empty()) {
      std::vector<std::string_view> modules = base::split_words(row);
      if (!std::all_of(modules.begin(), modules.end(), is_module_name)) continue;
      list.need(list.inventory().entries.front(), base::collapse_spaces(row));
    }
  }
  return list.finish("`module spider` of one name");
}

}  // namespace

bool matches_avail(const Text& text) {
  std::size_t at = first_line(text);
  return at < text.lines.size() && !title_of(text.lines[at].text).empty();
}

base::Result<Inventory> read_avail(const Text& text) {
  Collector list;
  Rows rows(list);
  bool in_section = false;
  for (const Line& line : text.lines) {
    // A blank line ends a section; a legend and advice may follow.
    if (base::trim(line.text).empty()) {
      in_section = false;
    } else if (std::string_view title = title_of(line.text); !title.empty()) {
      rows.begin_section(title);
      in_section = true;
    } else if (in_section && !rows.read(line)) {
      return odd_line(line);
    }
  }
  return list.finish("`module avail`");
}

bool matches_long(const Text& text) {
  std::size_t at = first_line(text);
  return at < text.lines.size() && text.lines[at].text.starts_with("- Package/Alias");
}

base::Result<Inventory> read_long(const Text& text) {
  Collector list;
  for (std::size_t i = first_line(text) + 1; i < text.lines.size(); ++i) {
    const Line& line = text.lines[i];
    std::vector<std::string_view> words = base::split_words(line.text);
    bool is_path = words.size() == 1 && words[0].starts_with('/') && words[0].ends_with(':');
    if (words.empty() || is_path || line.text.find(" -> ") != line.text.npos) continue;
    if (!is_long_row(words) || !is_module_name(words[0])) return odd_line(line);
    Entry& entry = list.add_module(words[0], line, words[0]);
    for (std::size_t tag = 1; tag + 2 < words.size(); ++tag)
      entry.is_default |= marks_default(words[tag]);
  }
  return list.finish("`module avail --long`");
}

bool matches_spider(const Text& text) {
  std::size_t at = first_line(text);
  if (at + 2 >= text.lines.size() || !is_rule(text.lines[at].text) ||
      !is_rule(text.lines[at + 2].text))
    return false;
  std::string_view title = text.lines[at + 1].text;
  return title.starts_with("The following is a list of the modules") ||
         (title.starts_with("  ") && title.find(':') != title.npos);
}

base::Result<Inventory> read_spider(const Text& text) {
  std::size_t at = first_line(text) + 1;
  if (text.lines[at].text.starts_with("  ")) return read_spider_of_one(text, at);
  Collector list;
  bool continues = false;
  for (const Line& line : std::span(text.lines).subspan(at + 2)) {
    if (is_rule(line.text)) return list.finish("`module spider`");
    // "  cmake: cmake/3.9.6, cmake/3.26.5"; what is indented further describes it.
    bool is_entry = line.text.starts_with("  ") && line.text.size() > 2 && line.text[2] != ' ';
    if (!is_entry && !continues) continue;
    std::size_t colon = continues ? line.text.npos : line.text.find(": ");
    if (!continues && colon == line.text.npos) return odd_line(line);
    std::string_view versions = continues ? line.text : line.text.substr(colon + 2);
    if (base::trim(versions).ends_with("..."))
      return base::fail(base::format("leaves versions out in line {} ('...')", line.number),
                        "write the list with `kbuild collect` or `module --terse spider`");
    if (!read_versions(list, line, versions)) return odd_line(line);
    continues = base::trim(versions).ends_with(',');
  }
  return base::fail("is cut off: `module spider` ends with a line of hyphens");
}

}  // namespace kbuild::inventory::printed
