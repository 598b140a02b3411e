// Joins the lines of a page to one text, runs it as a template, and cuts what came of it into lines
// that know their places.
#include "read/mkdocs/page_template.h"

#include <algorithm>

#include "base/json.h"
#include "macros/template.h"
#include "meta/typed.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

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

}  // namespace

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

}  // namespace kbuild::read::mkdocs
