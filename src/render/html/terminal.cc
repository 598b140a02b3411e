// Walks over control sequences (ECMA-48, 5.4 and 8.3.117); see terminal.h.
#include "render/html/terminal.h"

#include <optional>
#include <vector>

#include "base/text.h"

namespace kbuild::render {

namespace {

constexpr char kEscape = '\x1b', kBell = '\x07';

/// What the next characters look like.
struct Look {
  bool bold = false, faint = false, italic = false, underline = false;
  std::optional<int> colour, background;

  bool operator==(const Look&) const = default;

  std::string classes() const {
    std::string out;
    auto add = [&](bool is_on, const std::string& name) {
      if (is_on) out += (out.empty() ? "kb-" : " kb-") + name;
    };
    add(bold, "bold");
    add(faint, "faint");
    add(italic, "italic");
    add(underline, "underline");
    add(colour.has_value(), "fg-" + std::to_string(colour.value_or(0)));
    add(background.has_value(), "bg-" + std::to_string(background.value_or(0)));
    return out;
  }
};

/// Applies one of the numbers of a sequence that ends in 'm'; returns how many of those after it
/// belong to it.
std::size_t apply(const std::vector<int>& numbers, std::size_t at, Look& look) {
  int number = numbers[at];
  auto within = [&](int first) { return number >= first && number < first + 8; };
  if (number == 0) look = {};
  if (number == 1) look.bold = true;
  if (number == 2) look.faint = true;
  if (number == 3) look.italic = true;
  if (number == 4) look.underline = true;
  if (number == 22) look.bold = look.faint = false;
  if (number == 23) look.italic = false;
  if (number == 24) look.underline = false;
  if (within(30)) look.colour = number - 30;
  if (within(90)) look.colour = number - 90 + 8;
  if (within(40)) look.background = number - 40;
  if (within(100)) look.background = number - 100 + 8;
  if (number == 39) look.colour.reset();
  if (number == 49) look.background.reset();
  if (number != 38 && number != 48) return 0;
  // 38;5;N is a colour of 256, of which the first 16 have names; 38;2;R;G;B is any.
  std::size_t left = numbers.size() - at - 1;
  if (left >= 2 && numbers[at + 1] == 5) {
    std::optional<int> colour;
    if (int index = numbers[at + 2]; index >= 0 && index < 16) colour = index;
    (number == 38 ? look.colour : look.background) = colour;
    return 2;
  }
  return left >= 4 && numbers[at + 1] == 2 ? 4 : left;
}

/// Reads a sequence that begins at `at` with the escape character, and returns where it ends.
std::size_t read_sequence(std::string_view text, std::size_t at, Look& look) {
  std::size_t from = at + 1;
  if (from >= text.size()) return text.size();
  char kind = text[from];
  // Titles and links end in a bell or in escape and backslash.
  if (kind == ']' || kind == 'P' || kind == '^' || kind == '_') {
    for (std::size_t i = from + 1; i < text.size() && text[i] != '\n'; ++i) {
      if (text[i] == kBell) return i + 1;
      if (text[i] == kEscape) return i + 1 < text.size() && text[i + 1] == '\\' ? i + 2 : i;
    }
    return from + 1;
  }
  if (kind != '[') return from + 1;
  std::size_t end = from + 1;
  while (end < text.size() && text[end] >= 0x20 && text[end] <= 0x3f) ++end;
  if (end == text.size() || text[end] < 0x40 || text[end] > 0x7e) return end;
  std::string_view parameters = text.substr(from + 1, end - from - 1);
  if (text[end] == 'm' && parameters.find_first_not_of("0123456789;:") == parameters.npos) {
    constexpr long long kMost = 255;
    std::vector<int> numbers;
    const std::string parted = base::replace_all(parameters, ":", ";");
    for (std::string_view word : base::split(parted, ';')) {
      auto number = base::parse_integer(word.empty() ? "0" : word);
      numbers.push_back(number && *number <= kMost ? static_cast<int>(*number) : -1);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) i += apply(numbers, i, look);
  }
  return end + 1;
}

/// One line, without its end; the look goes on in the next one.
void write_line(std::string_view line, Look& look, std::string& out) {
  std::string shown, piece;
  Look written;
  auto flush = [&] {
    if (piece.empty()) return;
    std::string classes = written.classes();
    std::string text = base::escape_html(piece);
    shown += classes.empty() ? text : "<span class=\"" + classes + "\">" + text + "</span>";
    piece.clear();
  };
  for (std::size_t at = 0; at < line.size();) {
    char c = line[at];
    if (c == kEscape) {
      at = read_sequence(line, at, look);
      continue;
    }
    ++at;
    if (c == '\r' && at < line.size()) {
      shown.clear();
      piece.clear();
      continue;
    }
    bool control = (c >= 0 && c < 0x20 && c != '\t') || c == 0x7f;
    if (control) continue;
    if (!(look == written)) flush();
    written = look;
    piece += c;
  }
  flush();
  out += shown;
}

}  // namespace

std::string terminal_html(std::string_view text) {
  std::string out;
  Look look;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    write_line(text.substr(at, end - at), look, out);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace kbuild::render
