// The forms of lists and what their readers share. To add a form, write its two functions and a row
// in formats.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "base/text_hash.h"
#include "inventory/inventory.h"

namespace kbuild::inventory {

/// A line of a list without its end.
struct Line {
  std::string_view text;
  /// Its first byte in the list.
  std::uint32_t begin = 0;
  /// 1-based.
  std::uint32_t number = 0;
};

/// A list's text, cut up once for all readers.
struct Text {
  std::string_view path;
  std::string_view whole;
  std::vector<Line> lines;
  /// Of a text that begins as JSON does; null where it is broken.
  std::optional<base::Json> json;
};

/// A form of list. Errors of `read` say what is wrong where; the caller names the file.
struct Form {
  /// In kebab case, as a collected list names its parts: "lmod-spider-json".
  std::string_view name;
  /// What it is, in messages: "`module --terse avail`".
  std::string_view what;
  /// Whether the text is of this form, by its first lines or members.
  bool (*matches)(const Text& text);
  base::Result<Inventory> (*read)(const Text& text);
};

/// All forms, in the order in which they are tried.
std::span<const Form> forms();

/// Gathers entries. One that comes again, as from a second module tree, is joined to the first.
class Collector {
 public:
  /// Names are split by split_module; `at` is where the entry's text begins in the list's.
  Entry& add_module(std::string_view module, const Line& line, std::string_view at);
  Entry& add(Entry entry);
  /// Gives an entry a set of modules to load before it; an empty one says that it needs none.
  void need(Entry& entry, std::string prerequisites);
  bool empty() const { return inventory_.entries.empty(); }
  /// Errors: nothing was added, or more than a list can hold.
  base::Result<Inventory> finish(std::string_view expected);

  Inventory& inventory() { return inventory_; }

 private:
  Inventory inventory_;
  std::unordered_map<std::string, std::size_t, base::TextHash, std::equal_to<>> known_;
  /// By entry: whether it is there without loading anything.
  std::vector<bool> at_once_;
};

/// Finds texts of a JSON document again, whose parser gives no places. Asked in the document's
/// order, all questions together take linear time.
class Places {
 public:
  explicit Places(const Text& text)
      : text_(text), escapes_(text.whole.find("\\/") != std::string_view::npos) {}
  /// The line of the string `value` at or behind the last one found, and its bytes; the last place
  /// where it is not there.
  void place(std::string_view value, Entry& entry);

 private:
  const Text& text_;
  /// Whether the document writes "gcc\/13.2.0", as Lmod does.
  bool escapes_;
  std::size_t cursor_ = 0;
  std::size_t line_ = 0;
  bool lost_ = false;
};

/// The string member of a JSON object; empty where there is none.
std::string member_text(const base::Json& object, const char* key);

Text cut_up(std::string_view path, std::string_view text);

// The readers' functions, by file.
namespace terse {
bool matches(const Text& text);
base::Result<Inventory> read(const Text& text);
}  // namespace terse
namespace printed {
bool matches_avail(const Text& text);
base::Result<Inventory> read_avail(const Text& text);
bool matches_spider(const Text& text);
base::Result<Inventory> read_spider(const Text& text);
bool matches_long(const Text& text);
base::Result<Inventory> read_long(const Text& text);
}  // namespace printed
namespace module_json {
bool matches_spider(const Text& text);
base::Result<Inventory> read_spider(const Text& text);
bool matches_software_page(const Text& text);
base::Result<Inventory> read_software_page(const Text& text);
bool matches_avail(const Text& text);
base::Result<Inventory> read_avail(const Text& text);
}  // namespace module_json
namespace packages {
bool matches_json(const Text& text);
base::Result<Inventory> read_json(const Text& text);
bool matches_container(const Text& text);
base::Result<Inventory> read_container(const Text& text);
bool matches_easybuild(const Text& text);
base::Result<Inventory> read_easybuild(const Text& text);
bool matches_uenv(const Text& text);
base::Result<Inventory> read_uenv(const Text& text);
}  // namespace packages
namespace yaml {
bool matches(const Text& text);
base::Result<Inventory> read(const Text& text);
}  // namespace yaml

}  // namespace kbuild::inventory
