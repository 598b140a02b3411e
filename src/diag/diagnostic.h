// Findings about content, as data. The messages of each code are in codes.def; printing is in
// print.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/span.h"

namespace kbuild::diag {

/// By effect on the reader: reads fine, reads oddly, wrong or missing content, input was dropped.
/// `unsupported` counts as a warning for the exit code.
enum class Level : std::uint8_t { style, warning, error, unsupported };

/// A diagnostic's number, written "KB0203"_code so that a search for the printed code finds where
/// it is made. tests/unit/diag checks that every code of the sources has its row in codes.def.
struct Code {
  std::uint16_t number = 0;
  auto operator<=>(const Code&) const = default;
};

namespace literals {
consteval Code operator""_code(const char* text, std::size_t size) {
  if (size != 6 || text[0] != 'K' || text[1] != 'B') throw "a code is written KBnnnn";
  std::uint16_t number = 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9') throw "a code is written KBnnnn";
    number = static_cast<std::uint16_t>(number * 10 + (text[i] - '0'));
  }
  return {number};
}
}  // namespace literals

/// Another place that explains a finding.
struct Note {
  source::Span span;
  std::string text;
};

struct Diagnostic {
  Code code;
  source::Span span;
  /// Fill {0}, {1}, ... of the code's message and hint.
  std::vector<std::string> arguments;
  std::vector<Note> notes = {};
  /// Replaces the code's hint; "" keeps it.
  std::string hint = {};
};

/// Findings one page may have: far more than anybody reads, and few enough that neither memory nor
/// reports grow with what a page's author makes up.
inline constexpr std::size_t kMaxPageFindings = 1'000;

/// A list of findings. That of a page, for_page(), keeps the first kMaxPageFindings; those beyond
/// are counted by one more, a KB0008 at the place of the first that was left out. Lists of a site,
/// which gather what pages' lists hold, keep all.
class Diagnostics {
 public:
  using List = std::vector<Diagnostic>;
  using value_type = Diagnostic;

  Diagnostics() = default;
  explicit Diagnostics(List items) : items_(std::move(items)) {}
  static Diagnostics for_page() {
    Diagnostics list;
    list.limit_ = kMaxPageFindings;
    return list;
  }

  /// Appends a finding, or counts it. A KB0008 of another list counts as those that it stands for.
  void push_back(Diagnostic found);
  void append(Diagnostics found) {
    for (Diagnostic& one : found) push_back(std::move(one));
  }
  List::iterator erase(List::iterator begin, List::iterator end) {
    return items_.erase(begin, end);
  }
  template <class Predicate>
  void erase_if(const Predicate& unwanted) {
    std::erase_if(items_, unwanted);
  }

  List::iterator begin() { return items_.begin(); }
  List::iterator end() { return items_.end(); }
  List::const_iterator begin() const { return items_.begin(); }
  List::const_iterator end() const { return items_.end(); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  Diagnostic& operator[](std::size_t index) { return items_[index]; }
  const Diagnostic& operator[](std::size_t index) const { return items_[index]; }
  const Diagnostic& front() const { return items_.front(); }
  const Diagnostic& back() const { return items_.back(); }

 private:
  List items_;
  std::size_t limit_ = static_cast<std::size_t>(-1);
  /// What the KB0008 at the end stands for; it is there where this is not 0.
  std::size_t left_out_ = 0;
};

/// A row of codes.def.
struct CodeInfo {
  Code code;
  Level level;
  /// A short name in kebab case, for waivers and documentation.
  std::string_view name;
  /// Lower case, no full stop; quotes what the author wrote and states what kbuild did or expects.
  std::string_view message;
  /// What to type next; may be empty.
  std::string_view hint;
};

/// All rows, by number.
const std::vector<CodeInfo>& code_table();
/// nullptr for an unknown code.
const CodeInfo* find_code(Code code);
/// "KB0203"; also accepts a row's name.
const CodeInfo* find_code(std::string_view code_or_name);
std::string code_text(Code code);
std::string_view level_text(Level level);

/// The message and hint with arguments filled in.
std::string message_of(const Diagnostic& diagnostic);
std::string hint_of(const Diagnostic& diagnostic);

}  // namespace kbuild::diag
