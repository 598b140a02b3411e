// Finds the statements of include-markdown, each on lines of its own, and puts the text of their
// files in their place. A replaced part of a line splits the line into pieces, so that the rest
// keeps its place.
#include "read/mkdocs/include_markdown.h"

#include <algorithm>
#include <optional>

#include "base/path.h"
#include "base/text.h"
#include "read/front_matter.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

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

class StatementRunner {
 public:
  explicit StatementRunner(Page& page) : page_(page), inclusions_(page) {}

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

}  // namespace

std::vector<InputLine> include_markdown(Page& page, const std::vector<InputLine>& lines) {
  return StatementRunner(page).run(lines);
}

}  // namespace kbuild::read::mkdocs
