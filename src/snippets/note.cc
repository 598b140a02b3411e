// Finds note marks at the ends of lines; see note.h.
#include "snippets/note.h"

#include <optional>

#include "base/text.h"

namespace kbuild::snippets {

namespace {

struct Mark {
  std::size_t number = 0;
  /// Where the line ends without the mark.
  std::size_t end = 0;
};

constexpr std::string_view kCommentSigns[] = {"#", "//", "--", "%", "!", ";"};

/// The mark at the end of the line. "(1)!" includes its comment sign.
std::optional<Mark> find_mark(std::string_view line) {
  std::string_view rest = base::trim_right(line);
  bool takes_sign = rest.ends_with('!');
  if (takes_sign) rest.remove_suffix(1);
  std::size_t open = rest.rfind('(');
  if (open == rest.npos || !rest.ends_with(')')) return std::nullopt;
  std::string_view digits = rest.substr(open + 1, rest.size() - open - 2);
  auto number = digits.size() < 3 ? base::parse_integer(digits) : std::nullopt;
  if (!number || *number < 1) return std::nullopt;
  std::string_view before = rest.substr(0, open);
  // "f(1)" is a call.
  if (before.empty() || base::is_alnum(before.back()) || before.back() == '_') return std::nullopt;
  bool in_comment = false;
  for (std::string_view sign : kCommentSigns) in_comment |= before.find(sign) != before.npos;
  if (!in_comment) return std::nullopt;
  before = base::trim_right(before);
  for (std::string_view sign : kCommentSigns)
    if (takes_sign && before.ends_with(sign)) {
      before.remove_suffix(sign.size());
      break;
    }
  return Mark{static_cast<std::size_t>(*number), base::trim_right(before).size()};
}

}  // namespace

std::string drop_note_marks(std::string_view text, std::size_t notes) {
  std::string out;
  bool first = false;
  for (std::size_t at = 0; notes > 0 && at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (auto mark = find_mark(line)) {
      if (mark->number > notes) return std::string(text);
      first |= mark->number == 1;
      line = line.substr(0, mark->end);
    }
    out.append(line);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return first ? out : std::string(text);
}

}  // namespace kbuild::snippets
