// Finds statements on lines of their own and runs templates; see statements.h. A replaced part of
// a line splits the line into pieces, so that the rest keeps its place.
#include "read/mkdocs/statements.h"

#include <algorithm>
#include <optional>

#include "base/bounds.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "macros/template.h"
#include "meta/typed.h"
#include "read/front_matter.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

constexpr std::size_t kMaxLines = 1'000'000;
constexpr std::size_t kMaxStatementLength = 40;

/// A part of a line with something else in its place.
struct Change {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view put;
};

/// The line with its changes, which are in order, as pieces.
void add_changed(const InputLine& line, const std::vector<Change>& changes,
                 std::vector<InputLine>& out) {
  std::size_t first = out.size(), at = 0;
  auto add = [&](std::string_view text, Origin origin) {
    if (text.empty()) return;
    InputLine piece{text, origin};
    piece.continues = true;
    piece.follows = out.size() > first;
    out.push_back(piece);
  };
  auto add_own = [&](std::size_t end) {
    Origin origin = line.origin == kNowhere ? kNowhere : line.origin + static_cast<Origin>(at);
    add(line.text.substr(at, end - at), origin);
  };
  for (const Change& change : changes) {
    add_own(change.begin);
    add(change.put, kNowhere);
    at = change.end;
  }
  add_own(line.text.size());
  if (out.size() == first) out.push_back({{}, line.origin});
  out[first].indent = line.indent;
  out[first].follows = line.follows;
  out.back().continues = line.continues;
}

/// Opens or ends a fenced code block; "" outside of one.
void follow_fence(std::string_view line, std::string& fence) {
  std::string_view bare = base::trim_left(line);
  std::size_t size = 0;
  while (size < bare.size() && (bare[0] == '`' || bare[0] == '~') && bare[size] == bare[0]) ++size;
  if (fence.empty() && size >= 3)
    fence = std::string(size, bare[0]);
  else if (!fence.empty() && bare.starts_with(fence) && base::trim(bare.substr(size)).empty())
    fence.clear();
}

/// {% name "path" key="value" key=value %}
struct Statement {
  std::string_view name;
  std::string path;
  std::map<std::string, std::string, std::less<>> options;
  std::size_t indent = 0;
  /// Lines that it takes.
  std::size_t lines = 0;

  bool is(std::string_view key, bool otherwise) const {
    auto found = options.find(key);
    return found == options.end() ? otherwise : found->second == "true";
  }
  std::string_view option(std::string_view key) const {
    auto found = options.find(key);
    return found == options.end() ? std::string_view{} : std::string_view(found->second);
  }
};

/// A word in quotes with "\n" and "\"" resolved, or up to a blank; moves `text` behind it.
std::string take_value(std::string_view& text) {
  std::string out;
  char quote = !text.empty() && (text[0] == '"' || text[0] == '\'') ? text[0] : '\0';
  std::size_t at = quote ? 1 : 0;
  for (; at < text.size() && (quote ? text[at] != quote : !base::is_space(text[at])); ++at) {
    if (quote && text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      out += text[at] == 'n' ? '\n' : text[at];
    } else {
      out += text[at];
    }
  }
  text.remove_prefix(std::min(text.size(), at + (quote ? 1 : 0)));
  return out;
}

std::optional<Statement> read_statement(Page& page, const std::vector<InputLine>& lines,
                                        std::size_t at) {
  std::string_view first = base::trim_left(lines[at].text);
  if (!first.starts_with("{%")) return std::nullopt;
  Statement statement;
  statement.indent = lines[at].text.size() - first.size();
  std::string joined;
  std::size_t end = joined.npos;
  while (at + statement.lines < lines.size() && statement.lines < kMaxStatementLength &&
         end == joined.npos) {
    std::size_t searched = joined.size();
    joined += std::string(lines[at + statement.lines++].text) + "\n";
    end = joined.find("%}", searched);
  }
  if (end == joined.npos || !base::trim(joined.substr(end + 2)).empty()) return std::nullopt;
  std::string_view inside = page.keep(joined.substr(0, end));
  inside = base::trim(inside.substr(inside.find("{%") + 2));
  if (inside.starts_with('-')) inside = base::trim_left(inside.substr(1));
  if (inside.ends_with('-')) inside = base::trim_right(inside.substr(0, inside.size() - 1));
  std::size_t name = 0;
  while (name < inside.size() && !base::is_space(inside[name])) ++name;
  statement.name = inside.substr(0, name);
  if (statement.name != "include" && statement.name != "include-markdown") return std::nullopt;
  inside = base::trim_left(inside.substr(name));
  statement.path = take_value(inside);
  for (inside = base::trim_left(inside); !inside.empty(); inside = base::trim_left(inside)) {
    std::size_t equals = inside.find('=');
    if (equals == inside.npos) break;
    std::string key(base::trim(inside.substr(0, equals)));
    inside = base::trim_left(inside.substr(equals + 1));
    statement.options[key] = take_value(inside);
  }
  return statement;
}

/// A target that names a file relative to the page.
bool is_relative(std::string_view target) {
  return !target.empty() && target.find(':') == target.npos && target[0] != '#' &&
         target[0] != '/' && target[0] != '<' && target[0] != '{' && target[0] != '?';
}

class Runner {
 public:
  explicit Runner(Page& page) : page_(page), inclusions_(page) {}

  std::vector<InputLine> run(const std::vector<InputLine>& lines) {
    std::vector<InputLine> out;
    for (std::size_t i = 0; i < lines.size();) {
      bool candidate = lines[i].text.find("{%") != std::string_view::npos;
      auto statement = candidate ? read_statement(page_, lines, i) : std::nullopt;
      if (!statement) {
        out.push_back(lines[i++]);
        continue;
      }
      include(*statement, lines[i], out);
      i += statement->lines;
    }
    return out;
  }

 private:
  void include(const Statement& statement, const InputLine& line, std::vector<InputLine>& out) {
    source::Span where = line_span(page_, line);
    auto file = inclusions_.open(statement.path, where);
    if (!file) return;
    auto range = part_of(*file, statement, where);
    if (!range) return;
    std::string_view text = page_.sources.text(*file);
    Origin base = page_.origins.add(*file, text.size());
    std::vector<InputLine> lines =
        cut_lines(text.substr(range->first, range->second - range->first),
                  base == kNowhere ? kNowhere : base + static_cast<Origin>(range->first));
    if (lines.size() > 1 && lines.back().text.empty()) lines.pop_back();
    if (statement.name == "include-markdown") lines = fit(lines, *file, statement);
    inclusions_.enter(*file);
    lines = run(lines);
    inclusions_.leave();
    if (!inclusions_.allows(lines.size(), where)) return;
    for (InputLine& added : lines) {
      if (!added.follows) added.indent += statement.indent + line.indent;
      out.push_back(added);
    }
  }

  /// The text between the marks of the statement; without marks, all after the front matter.
  std::optional<std::pair<std::size_t, std::size_t>> part_of(source::FileId file,
                                                             const Statement& statement,
                                                             source::Span where) {
    std::string_view text = page_.sources.text(file);
    std::string_view start = statement.option("start"), end = statement.option("end");
    std::size_t from = read_front_matter(page_.sources, file, Dialect::mkdocs).body_begin;
    std::size_t to = text.size();
    if (!start.empty()) {
      std::size_t found = text.find(start);
      if (found == text.npos) return missing(start, statement, where);
      from = found + start.size();
    }
    if (!end.empty()) {
      to = text.find(end, std::min(from, text.size()));
      if (to == text.npos) return missing(end, statement, where);
    }
    return std::pair{std::min(from, to), to};
  }
  std::nullopt_t missing(std::string_view mark, const Statement& statement, source::Span where) {
    page_.report("KB0104"_code, where, {std::string(mark), statement.path});
    return std::nullopt;
  }

  /// Headings moved down, and relative targets as this page would write them.
  std::vector<InputLine> fit(const std::vector<InputLine>& lines, source::FileId file,
                             const Statement& statement) {
    std::string here(base::parent_path(page_.sources.path(page_.file)));
    std::string there(base::parent_path(page_.sources.path(file)));
    bool move = here != there && statement.is("rewrite-relative-urls", true);
    auto offset = base::parse_integer(statement.option("heading-offset")).value_or(0);
    std::vector<InputLine> out;
    std::string fence;
    for (const InputLine& line : lines) {
      bool outside = fence.empty();
      follow_fence(line.text, fence);
      std::vector<Change> changes;
      if (outside && fence.empty()) {
        if (line.text.starts_with('#') && offset > 0)
          changes.push_back(
              {0, 0,
               page_.keep(
                   std::string(std::min<std::size_t>(6, static_cast<std::size_t>(offset)), '#'))});
        if (move) find_targets(line.text, here, there, changes);
      }
      if (changes.empty())
        out.push_back(line);
      else
        add_changed(line, changes, out);
    }
    return out;
  }

  void find_targets(std::string_view line, const std::string& here, const std::string& there,
                    std::vector<Change>& changes) {
    auto change = [&](std::size_t begin, std::string_view stops) {
      constexpr std::size_t kMaxTarget = 1'000;
      if (!changes.empty() && changes.back().end > begin) return;
      std::string_view target = line.substr(begin, kMaxTarget);
      target = target.substr(0, target.find_first_of(stops));
      std::size_t end = begin + target.size();
      if (!is_relative(target)) return;
      std::string moved =
          base::relative_path(here, base::normalise_path(base::join_path(there, target)));
      changes.push_back({begin, end, page_.keep(std::move(moved))});
    };
    if (line.starts_with('['))
      if (std::size_t colon = line.find("]: "); colon != line.npos && line.find("](") == line.npos)
        change(colon + 3, " \t");
    for (std::size_t at = 0; at < line.size(); ++at) {
      std::string_view rest = line.substr(at);
      if (rest.starts_with("](")) change(at + 2, ") \t");
      if (rest.starts_with(" src=\"")) change(at + 6, "\"");
      if (rest.starts_with(" href=\"")) change(at + 7, "\"");
    }
  }

  Page& page_;
  Inclusions inclusions_;
};

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

/// The site's values, which pages share: each thread keeps the last.
const base::Json& site_values(const Page& page) {
  struct Last {
    std::string text;
    base::Json values = base::Json::object();
  };
  thread_local Last last;
  auto found = page.options.definitions.find("macros:values");
  bool none = found == page.options.definitions.end();
  std::string_view text = none ? std::string_view("{}") : std::string_view(found->second);
  if (last.text != text) {
    last = {std::string(text), base::Json::parse(text, nullptr, false)};
    if (!last.values.is_object()) last.values = base::Json::object();
  }
  return last.values;
}

/// Lines as one text, with the place of each.
struct Joined {
  std::string text;
  struct Start {
    std::size_t at;
    Origin origin;
  };
  std::vector<Start> starts;

  explicit Joined(const std::vector<InputLine>& lines) {
    for (const InputLine& line : lines) {
      if (!line.follows && line.indent > 0) {
        starts.push_back({text.size(), kNowhere});
        text.append(line.indent, ' ');
      }
      starts.push_back({text.size(), line.origin});
      text += line.text;
      if (!line.continues) text += '\n';
    }
    if (!text.empty()) text.pop_back();
  }
  /// Index of the line in whose text the offset lies.
  std::size_t line_of(std::size_t at) const {
    auto after = std::upper_bound(starts.begin(), starts.end(), at,
                                  [](std::size_t a, const Start& start) { return a < start.at; });
    return static_cast<std::size_t>(after - starts.begin()) - 1;
  }
  Origin origin(std::size_t at) const {
    const Start& start = starts[line_of(at)];
    return start.origin == kNowhere ? kNowhere : start.origin + static_cast<Origin>(at - start.at);
  }
};

/// Texts put one behind the other, as lines.
class LineWriter {
 public:
  void add(std::string_view text, Origin origin) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = std::min(text.find('\n', at), text.size());
      InputLine line{text.substr(at, end - at),
                     origin == kNowhere ? kNowhere : origin + static_cast<Origin>(at)};
      line.follows = open_;
      line.continues = end == text.size();
      lines_.push_back(line);
      open_ = line.continues;
      at = end + 1;
    }
  }
  std::vector<InputLine> take() {
    if (open_)
      lines_.back().continues = false;
    else
      lines_.push_back({});
    return std::move(lines_);
  }

 private:
  std::vector<InputLine> lines_;
  bool open_ = false;
};

/// The page run as a template: its own front matter comes before the values of the site, as in
/// mkdocs-macros.
std::vector<InputLine> run_template(Page& page, std::vector<InputLine> lines) {
  if (std::none_of(lines.begin(), lines.end(),
                   [](const InputLine& line) { return macros::is_template(line.text); }))
    return lines;
  base::Json values = site_values(page);
  if (page.front_matter && page.front_matter->is_mapping()) {
    base::Json own = meta::to_json(*page.front_matter);
    values.update(own);
    values["page"] = base::Json{{"meta", own}, {"title", own.value("title", base::Json(""))}};
  }
  Joined joined(lines);
  std::string_view text = page.keep(std::move(joined.text));
  source::Span start = line_span(page, lines.front());
  std::size_t literal = 2 * text.size();
  macros::Rendered rendered = macros::render(text, values, [&](std::size_t bytes) {
    // What the page itself holds is not what it multiplies.
    std::size_t free = std::min(bytes, literal);
    literal -= free;
    return page.budget.take_step(start) &&
           (bytes == free || page.budget.take_text(bytes - free, start));
  });
  for (const macros::Fault& fault : rendered.faults) {
    Origin begin = joined.origin(fault.begin);
    Origin end = joined.origin(fault.end - 1);
    page.report("KB0108"_code,
                begin == kNowhere || end == kNowhere ? start : page.span(begin, end + 1),
                {fault.what});
  }
  LineWriter out;
  for (macros::Piece& piece : rendered.pieces) {
    if (piece.begin == piece.end) out.add(page.keep(std::move(piece.made)), kNowhere);
    for (std::size_t at = piece.begin; at < piece.end;) {
      std::size_t next = joined.line_of(at) + 1;
      std::size_t end =
          next < joined.starts.size() ? std::min(joined.starts[next].at, piece.end) : piece.end;
      if (end == at) break;
      out.add(text.substr(at, end - at), joined.origin(at));
      at = end;
    }
  }
  return out.take();
}

}  // namespace

std::vector<InputLine> cut_lines(std::string_view text, Origin origin) {
  std::vector<InputLine> lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  bool returns = text.find('\r') != text.npos;
  for (std::size_t begin = 0;;) {
    std::size_t end = std::min(
        returns ? find_either(text, '\r', '\n', begin) : text.find('\n', begin), text.size());
    lines.push_back({text.substr(begin, end - begin),
                     origin == kNowhere ? kNowhere : origin + static_cast<Origin>(begin)});
    if (end == text.size()) return lines;
    lines.back().ended = text[end] == '\n';
    begin = end + (text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? 2 : 1);
  }
}

source::Span line_span(const Page& page, const InputLine& line) {
  if (line.origin == kNowhere) return page.span(kNowhere, kNowhere);
  return page.span(line.origin, line.origin + static_cast<Origin>(line.text.size()));
}

std::optional<source::FileId> Inclusions::open(std::string_view path, source::Span where) {
  std::optional<source::FileId> file;
  if (page_.inclusions_refused) return std::nullopt;
  if (!path.empty() && page_.options.include) file = page_.options.include(stack_.back(), path);
  if (!file) {
    page_.report("KB0102"_code, where, {std::string(path)});
    return std::nullopt;
  }
  // By file or, as two reads of one file may have two ids, by path.
  bool loop = std::any_of(stack_.begin(), stack_.end(), [&](source::FileId open) {
    return open == *file || page_.sources.path(open) == page_.sources.path(*file);
  });
  if (loop || stack_.size() > base::kMaxIncludeDepth) {
    page_.report("KB0103"_code, where, {std::string(path)});
    return std::nullopt;
  }
  if (!page_.budget.take_file(page_.sources.text(*file).size(), where)) {
    page_.inclusions_refused = true;
    return std::nullopt;
  }
  if (std::find(page_.included.begin(), page_.included.end(), *file) == page_.included.end())
    page_.included.push_back(*file);
  return file;
}

bool Inclusions::allows(std::size_t lines, source::Span where) {
  total_ += lines;
  if (total_ <= kMaxLines) return true;
  page_.report("KB0004"_code, where, {"text of snippets", "1,000,000 lines"});
  return false;
}

std::vector<InputLine> run_statements(Page& page, std::vector<InputLine> lines) {
  const auto& definitions = page.options.definitions;
  if (definitions.contains("plugin:include-markdown")) lines = Runner(page).run(lines);
  if (definitions.contains("plugin:macros")) lines = run_template(page, std::move(lines));
  if (page.on.inclusions) lines = FileMarks(page).put(lines);
  return lines;
}

}  // namespace kbuild::read::mkdocs
