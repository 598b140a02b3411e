// Puts files in the place of marks, where the rest of a mark's line stays around them.
#include "read/mkdocs/file_marks.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace kbuild::read::mkdocs {

namespace {

/// {!path!} of markdown-include, which may be within a line, and {!path!lines=1 3 8-10}.
class FileMarks {
 public:
  explicit FileMarks(Page& page) : page_(page), inclusions_(page) {}

  std::vector<InputLine> put(const std::vector<InputLine>& lines) {
    std::vector<InputLine> out;
    for (const InputLine& line : lines) {
      if (auto mark = find(line.text))
        put_in(*mark, line, out);
      else
        out.push_back(line);
    }
    return out;
  }

 private:
  struct Mark {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view path;
    /// "1 3 8-10", or "" for all.
    std::string_view lines;
  };

  static std::optional<Mark> find(std::string_view line) {
    std::size_t begin = line.find("{!");
    std::size_t close = begin == line.npos ? begin : line.find('!', begin + 2);
    std::size_t end = close == line.npos ? close : line.find('}', close);
    if (end == line.npos) return std::nullopt;
    std::string_view options = base::trim(line.substr(close + 1, end - close - 1));
    if (options.starts_with("lines="))
      options.remove_prefix(6);
    else if (!options.empty())
      return std::nullopt;
    std::string_view path = base::trim(line.substr(begin + 2, close - begin - 2));
    if (path.empty()) return std::nullopt;
    return Mark{begin, end + 1, path, options};
  }

  /// The rest of the line is joined to the file's first and last lines.
  void put_in(const Mark& mark, const InputLine& line, std::vector<InputLine>& out) {
    source::Span where = line_span(page_, line);
    auto file = inclusions_.open(mark.path, where);
    std::vector<InputLine> included;
    if (file) {
      std::string_view text = page_.sources.text(*file);
      included = chosen(cut_lines(text, page_.origins.add(*file, text.size())), mark.lines);
      inclusions_.enter(*file);
      included = put(included);
      inclusions_.leave();
      if (!inclusions_.allows(included.size(), where)) included.clear();
    }
    for (InputLine& added : included)
      if (added.text.starts_with('#') && !added.follows && page_.on.heading_offset > 0)
        added.text =
            page_.keep(std::string(page_.on.heading_offset, '#') + std::string(added.text));
    add_piece(line, 0, mark.begin, out);
    out.insert(out.end(), included.begin(), included.end());
    if (!out.empty() && mark.end < line.text.size()) out.back().continues = true;
    add_piece(line, mark.end, line.text.size(), out);
    if (included.empty() && mark.begin == 0 && mark.end == line.text.size()) out.push_back({});
  }

  static void add_piece(const InputLine& line, std::size_t begin, std::size_t end,
                        std::vector<InputLine>& out) {
    if (begin == end) return;
    InputLine piece = line;
    piece.text = line.text.substr(begin, end - begin);
    if (line.origin != kNowhere) piece.origin = line.origin + static_cast<Origin>(begin);
    piece.ended = piece.ended && end == line.text.size();
    piece.continues = end < line.text.size() || line.continues;
    piece.follows = begin > 0 || line.follows;
    out.push_back(piece);
  }

  /// The selected lines of a file; its last line end begins no further line.
  static std::vector<InputLine> chosen(std::vector<InputLine> lines, std::string_view wish) {
    if (lines.size() > 1 && lines.back().text.empty()) lines.pop_back();
    if (wish.empty()) return lines;
    std::vector<InputLine> out;
    for (std::string_view part : base::split_words(wish)) {
      std::size_t dash = part.find('-', 1);
      auto first = base::parse_integer(part.substr(0, dash));
      auto last = dash == part.npos ? first : base::parse_integer(part.substr(dash + 1));
      if (!first || !last) continue;
      for (long long i = std::max(*first, 1LL);
           i <= std::min(*last, static_cast<long long>(lines.size())); ++i)
        out.push_back(lines[static_cast<std::size_t>(i - 1)]);
    }
    return out;
  }

  Page& page_;
  Inclusions inclusions_;
};

}  // namespace

std::vector<InputLine> put_marked_files(Page& page, const std::vector<InputLine>& lines) {
  return FileMarks(page).put(lines);
}

}  // namespace kbuild::read::mkdocs
