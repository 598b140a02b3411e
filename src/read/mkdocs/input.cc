// Snippets and normalisation; see input.h. Rules: pymdownx/snippets.py and
// markdown/preprocessors.py (NormalizeWhitespace).
#include "read/mkdocs/input.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "read/mkdocs/statements.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

bool is_blank_or_tab(char c) {
  return c == ' ' || c == '\t';
}

/// "--8<--": at least one hyphen on each side. Returns its length, or 0.
std::size_t scissors(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text[at] == '-') ++at;
  if (at == 0 || text.substr(at, 2) != "8<") return 0;
  std::size_t end = at + 2;
  while (end < text.size() && text[end] == '-') ++end;
  return end == at + 2 ? 0 : end;
}

/// A line that is a snippet marker.
struct Marker {
  std::size_t space = 0;
  /// Offset of a ';' that escapes it, or npos.
  std::size_t escape = std::string_view::npos;
  /// The quoted path; empty for the marker of a block.
  std::string_view path;
  bool single = false;
};

std::optional<Marker> read_marker(std::string_view line) {
  Marker marker;
  while (marker.space < line.size() && is_blank_or_tab(line[marker.space])) ++marker.space;
  std::size_t at = marker.space;
  if (at < line.size() && line[at] == ';') marker.escape = at;
  while (at < line.size() && line[at] == ';') ++at;
  std::size_t length = scissors(line.substr(at));
  if (length == 0) return std::nullopt;
  std::string_view rest = line.substr(at + length);
  if (rest.empty()) return marker;
  if (!is_blank_or_tab(rest[0])) return std::nullopt;
  while (!rest.empty() && is_blank_or_tab(rest[0])) rest.remove_prefix(1);
  if (rest.size() < 3 || (rest[0] != '"' && rest[0] != '\'') || rest.back() != rest[0])
    return std::nullopt;
  marker.single = true;
  marker.path = base::trim(rest.substr(1, rest.size() - 2));
  return marker;
}

/// "--8<-- [start: name]" anywhere on a line.
struct Section {
  std::size_t escape = std::string_view::npos;
  bool start = false;
  std::string_view name;
};

std::optional<Section> read_section(std::string_view line) {
  std::size_t cut = line.find("8<");
  if (cut == line.npos || cut == 0 || line[cut - 1] != '-') return std::nullopt;
  std::size_t begin = cut;
  while (begin > 0 && line[begin - 1] == '-') --begin;
  Section section;
  std::size_t escape = begin;
  while (escape > 0 && line[escape - 1] == ';') --escape;
  if (escape != begin) section.escape = escape;
  std::size_t length = scissors(line.substr(begin));
  if (length == 0) return std::nullopt;
  std::string_view rest = line.substr(begin + length);
  auto skip = [&] {
    while (!rest.empty() && is_blank_or_tab(rest[0])) rest.remove_prefix(1);
  };
  if (rest.empty() || !is_blank_or_tab(rest[0])) return std::nullopt;
  skip();
  if (!rest.starts_with('[')) return std::nullopt;
  rest.remove_prefix(1);
  skip();
  if (base::starts_with_ignoring_case(rest, "start")) {
    section.start = true;
    rest.remove_prefix(5);
  } else if (base::starts_with_ignoring_case(rest, "end")) {
    rest.remove_prefix(3);
  } else {
    return std::nullopt;
  }
  skip();
  if (!rest.starts_with(':')) return std::nullopt;
  rest.remove_prefix(1);
  skip();
  std::size_t end = 0;
  while (end < rest.size() && (base::is_alnum(rest[end]) || rest[end] == '-' || rest[end] == '_'))
    ++end;
  if (end == 0 || !base::is_alpha(rest[0])) return std::nullopt;
  section.name = rest.substr(0, end);
  rest.remove_prefix(end);
  skip();
  if (!rest.starts_with(']')) return std::nullopt;
  return section;
}

/// A range of lines, 1-based; 0 stands for "not given", negative numbers count from the end.
struct Range {
  long long start = 0;
  long long end = 0;
};

/// "path", "path:4", "path:4:6", "path::6", "path:1:2,8:9", "path:section".
struct Request {
  std::string_view path;
  std::string_view section;
  std::vector<Range> ranges;
};

/// Reads "[-]digits" or nothing; false if there is none.
bool read_number(std::string_view& text, long long& number) {
  std::size_t end = text.starts_with('-') ? 1 : 0, first = end;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  if (end > first)
    number = base::parse_integer(text.substr(0, std::min<std::size_t>(end, 12))).value_or(0);
  bool ok = end == 0 || end > first;
  text.remove_prefix(end);
  return ok;
}

/// The part behind the path's ':' as ranges; false if it is not well formed.
bool read_ranges(std::string_view text, std::vector<Range>& ranges) {
  for (bool more = true; more;) {
    Range range;
    if (!read_number(text, range.start)) return false;
    bool open = false;
    if (text.starts_with(':')) {
      text.remove_prefix(1);
      open = true;
      if (!read_number(text, range.end)) return false;
    }
    if (!open && range.start == 0) return false;
    ranges.push_back(range);
    more = text.starts_with(',');
    if (more) text.remove_prefix(1);
  }
  return text.empty();
}

Request read_request(std::string_view text) {
  Request request;
  for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    if (read_ranges(text.substr(colon + 1), request.ranges)) {
      request.path = base::trim(text.substr(0, colon));
      return request;
    }
    request.ranges.clear();
  }
  std::size_t colon = text.rfind(':');
  if (colon != text.npos && colon + 1 < text.size() && base::is_alpha(text[colon + 1])) {
    std::string_view name = text.substr(colon + 1);
    if (std::all_of(name.begin(), name.end(),
                    [](char c) { return base::is_alnum(c) || c == '-' || c == '_'; })) {
      request.section = name;
      text = text.substr(0, colon);
    }
  }
  request.path = base::trim(text);
  return request;
}

class Assembler {
 public:
  explicit Assembler(Page& page) : page_(page), inclusions_(page) {}

  std::vector<InputLine> run(std::uint32_t body_begin) {
    std::string_view text = page_.sources.text(page_.file);
    Origin base = page_.origins.add(page_.file, text.size());
    std::vector<InputLine> lines =
        cut_lines(text.substr(std::min<std::size_t>(body_begin, text.size())),
                  base == kNowhere ? kNowhere : base + body_begin);
    lines = run_statements(page_, std::move(lines));
    if (page_.on.snippets) lines = expand(lines, Markers::drop);
    // A glossary has been read already.
    if (!page_.options.epilog.empty() && !page_.abbreviations.glossary()) {
      lines.push_back({});
      std::vector<InputLine> epilog = cut_lines(page_.options.epilog, kNowhere);
      if (page_.on.snippets) epilog = expand(epilog, Markers::drop);
      lines.insert(lines.end(), epilog.begin(), epilog.end());
    }
    return lines;
  }

 private:
  /// Section markers in lines of a section that was asked for were dealt with there.
  enum class Markers { drop, keep };

  std::vector<InputLine> expand(const std::vector<InputLine>& lines, Markers markers) {
    std::vector<InputLine> out;
    out.reserve(lines.size());
    bool block = false;
    for (const InputLine& line : lines) {
      if (line.text.find("8<") == line.text.npos && !block) {
        out.push_back(line);
        continue;
      }
      std::optional<Marker> marker = read_marker(line.text);
      if (marker && marker->escape != std::string_view::npos) {
        out.push_back(line);
        out.back().skip = marker->escape;
      } else if (marker && !marker->single) {
        block = !block;
      } else if (marker && !block) {
        include(line, marker->space, marker->path, out);
      } else if (block && !marker) {
        std::size_t space = 0;
        while (space < line.text.size() && is_blank_or_tab(line.text[space])) ++space;
        std::string_view path = base::trim(line.text);
        if (path.empty())
          out.push_back({});
        else
          include(line, space, path, out);
      } else if (!block) {
        std::optional<Section> section;
        if (markers == Markers::drop) section = read_section(line.text);
        if (!section) out.push_back(line);
        if (section && section->escape != std::string_view::npos) {
          out.push_back(line);
          out.back().skip = section->escape;
        }
      }
    }
    return out;
  }

  void include(const InputLine& line, std::size_t space, std::string_view path,
               std::vector<InputLine>& out) {
    if (path.starts_with(';')) return;
    source::Span where = line_span(page_, line);
    if (base::starts_with_ignoring_case(path, "http://") ||
        base::starts_with_ignoring_case(path, "https://")) {
      page_.report("KB0101"_code, where, {std::string(path)});
      return;
    }
    Request request = read_request(path);
    auto file = inclusions_.open(request.path, where);
    if (!file) return;
    std::string_view text = page_.sources.text(*file);
    std::vector<InputLine> lines =
        choose(cut_lines(text, page_.origins.add(*file, text.size())), request);
    if (lines.empty() && !request.section.empty())
      page_.report("KB0104"_code, where, {std::string(request.section), std::string(request.path)});
    inclusions_.enter(*file);
    lines = expand(lines, request.section.empty() ? Markers::drop : Markers::keep);
    inclusions_.leave();
    if (!inclusions_.allows(lines.size(), where)) return;
    std::size_t indent = 0;
    for (char c : line.text.substr(0, space)) indent += c == '\t' ? kTab - indent % kTab : 1;
    for (InputLine& added : lines) {
      if (!added.follows) added.indent += indent + line.indent;
      out.push_back(added);
    }
  }

  std::vector<InputLine> choose(std::vector<InputLine> lines, const Request& request) const {
    if (!request.section.empty()) {
      std::vector<InputLine> section = section_of(lines, request.section);
      if (page_.on.dedent_subsections) dedent(section);
      return section;
    }
    // The last line end of a whole file begins an empty line, which parts it from what follows.
    if (request.ranges.empty()) return lines;
    std::vector<InputLine> out;
    auto count = static_cast<long long>(lines.size());
    auto absolute = [&](long long number) {
      return number < 0 ? std::max(count + number + 1, 1LL) : number;
    };
    for (const Range& range : request.ranges) {
      long long first = range.start == 0 ? 1 : absolute(range.start);
      long long last = range.end == 0 ? count : std::min(absolute(range.end), count);
      for (long long i = first; i <= last; ++i)
        out.push_back(lines[static_cast<std::size_t>(i - 1)]);
    }
    if (out.size() > 1 && out.back().text.empty()) out.pop_back();
    return out;
  }

  /// Takes off the blanks that all lines but blank ones begin with.
  static void dedent(std::vector<InputLine>& lines) {
    std::size_t common = std::string_view::npos;
    for (const InputLine& line : lines)
      if (!is_blank(line.text)) common = std::min(common, indentation(line.text));
    for (InputLine& line : lines) {
      std::size_t cut = std::min(common, line.text.size());
      line.text.remove_prefix(cut);
      if (line.origin != kNowhere) line.origin += static_cast<Origin>(cut);
      if (line.skip != std::string_view::npos) line.skip -= std::min(cut, line.skip);
    }
  }

  static std::vector<InputLine> section_of(const std::vector<InputLine>& lines,
                                           std::string_view name) {
    std::vector<InputLine> out;
    bool inside = false;
    for (const InputLine& line : lines) {
      std::optional<Section> mark = read_section(line.text);
      if (mark && inside && mark->escape != std::string_view::npos) {
        out.push_back(line);
        out.back().skip = mark->escape;
      } else if (mark && mark->name == name) {
        if (!mark->start) break;
        inside = true;
      } else if (inside && !mark) {
        out.push_back(line);
      }
    }
    return out;
  }

  Page& page_;
  Inclusions inclusions_;
};

/// No tabs, and none of the bytes that placeholders are made of.
bool is_plain(std::string_view line) {
  return line.find('\t') == line.npos && line.find('\x02') == line.npos &&
         line.find('\x03') == line.npos;
}

/// Appends a line with its tabs as blanks up to the next fourth column and without the control
/// bytes that placeholders are made of.
void append_line(MappedText& out, std::string_view line, Origin origin, std::size_t column) {
  constexpr std::string_view special("\t\x02\x03", 3);
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = std::min(line.find_first_of(special, begin), line.size());
    out.append(line.substr(begin, end - begin),
               origin == kNowhere ? kNowhere : origin + static_cast<Origin>(begin));
    column += base::count_code_points(line.substr(begin, end - begin));
    if (end < line.size() && line[end] == '\t') {
      std::size_t width = kTab - column % kTab;
      // The first blank has the place of the tab, so that places in the text stay close.
      out.append(" ", origin == kNowhere ? kNowhere : origin + static_cast<Origin>(end));
      out.append(std::string(width - 1, ' '));
      column += width;
    }
    begin = end + 1;
  }
}

}  // namespace

MappedText assemble_input(Page& page, std::uint32_t body_begin) {
  std::vector<InputLine> lines = Assembler(page).run(body_begin);
  MappedText out;
  out.reserve(page.sources.text(page.file).size() + page.options.epilog.size() + 2);
  std::size_t column = 0;
  for (const InputLine& line : lines) {
    bool piece = line.follows || line.continues;
    bool blank = is_blank(line.text) && !piece;
    if (line.ended && line.indent == 0 && line.skip == std::string_view::npos && !piece &&
        (!blank || line.text.empty()) && is_plain(line.text)) {
      // With its end, so that most of a page is copied in long pieces.
      out.append({line.text.data(), line.text.size() + 1}, line.origin);
      continue;
    }
    if (!blank) {
      out.append(std::string(line.indent, ' '));
      column = line.follows ? column : line.indent;
      if (line.skip == std::string_view::npos) {
        append_line(out, line.text, line.origin, column);
      } else {
        append_line(out, line.text.substr(0, line.skip), line.origin, column);
        append_line(
            out, line.text.substr(line.skip + 1),
            line.origin == kNowhere ? kNowhere : line.origin + static_cast<Origin>(line.skip + 1),
            column + line.skip);
      }
      column += base::count_code_points(line.text);
    }
    if (line.continues) continue;
    Origin end =
        line.origin == kNowhere ? kNowhere : line.origin + static_cast<Origin>(line.text.size());
    out.append("\n", end);
  }
  out.append("\n");
  return out;
}

}  // namespace kbuild::read::mkdocs
