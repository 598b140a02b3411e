// Joins the lines of a page to one text, runs it as a template, and cuts what came of it into lines
// that know their places.
#include "read/mkdocs/page_template.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "macros/template.h"
#include "meta/typed.h"
#include "read/mkdocs/data_files.h"

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

/// A page's template: where its parts are, and what it may open.
class PageTemplate {
 public:
  PageTemplate(Page& page, const std::vector<InputLine>& lines)
      : page_(page),
        inclusions_(page),
        joined_(lines),
        start_(line_span(page, lines.front())),
        own_bytes_(2 * joined_.text.size()) {
    text_ = page.keep(std::move(joined_.text));
  }

  std::vector<InputLine> run() {
    const auto& definitions = page_.options.definitions;
    bool all = definitions.contains("plugin:macros");
    macros::Host host;
    host.take = [this](std::size_t bytes) { return take(bytes); };
    host.enter = [this](std::string_view path, macros::Absence absence, macros::Range at) {
      return enter(path, absence, at);
    };
    host.leave = [this] { inclusions_.leave(); };
    host.call = [this](std::string_view name, const macros::Arguments& given, macros::Range at) {
      source::Span where = span(at.begin, at.end);
      return read_data(page_, name, given, where,
                       [&](std::string_view path) { return inclusions_.open(path, where); });
    };
    if (definitions.contains("plugin:table-reader"))
      host.functions.assign(std::begin(kDataFunctions), std::end(kDataFunctions));
    macros::Marks marks = all ? macros::Marks::all : macros::Marks::functions_of_host;
    macros::Rendered rendered = macros::render(text_, marks, values(), host);
    for (const macros::Fault& fault : rendered.faults)
      page_.report("KB0108"_code, span(fault.begin, fault.end), {fault.what});
    return lines_of(rendered.pieces, all ? Indent::no : Indent::yes);
  }

 private:
  /// Whether text that stands alone on a line moves all its lines as far to the right.
  enum class Indent { no, yes };

  base::Json values() const {
    base::Json values = site_values(page_);
    if (page_.front_matter && page_.front_matter->is_mapping()) {
      base::Json own = meta::to_json(*page_.front_matter);
      values.update(own);
      values["page"] = base::Json{{"meta", own}, {"title", own.value("title", base::Json(""))}};
    }
    return values;
  }

  bool take(std::size_t bytes) {
    // What the page itself holds is not what it multiplies.
    std::size_t free = std::min(bytes, own_bytes_);
    own_bytes_ -= free;
    return page_.budget.take_step(start_) &&
           (bytes == free || page_.budget.take_text(bytes - free, start_));
  }

  std::optional<std::string_view> enter(std::string_view path, macros::Absence absence,
                                        macros::Range at) {
    if (absence == macros::Absence::is_fine && !inclusions_.has(path)) return std::nullopt;
    auto file = inclusions_.open(path, span(at.begin, at.end));
    if (!file) return std::nullopt;
    inclusions_.enter(*file);
    return page_.sources.text(*file);
  }

  source::Span span(std::size_t from, std::size_t to) const {
    Origin begin = joined_.origin(from), end = joined_.origin(to - 1);
    return begin == kNowhere || end == kNowhere ? start_ : page_.span(begin, end + 1);
  }

  std::vector<InputLine> lines_of(std::vector<macros::Piece>& pieces, Indent indent) {
    LineWriter out;
    std::size_t column = 0;
    for (macros::Piece& piece : pieces) {
      if (piece.begin == piece.end) {
        if (indent == Indent::yes)
          piece.made = base::replace_all(piece.made, "\n", "\n" + std::string(column, ' '));
        out.add(page_.keep(std::move(piece.made)), kNowhere);
        column = 0;
        continue;
      }
      std::string_view last = text_.substr(piece.begin, piece.end - piece.begin);
      last.remove_prefix(last.rfind('\n') + 1);
      column = base::trim(last).empty() ? last.size() : 0;
      for (std::size_t at = piece.begin; at < piece.end;) {
        std::size_t next = joined_.line_of(at) + 1;
        std::size_t end =
            next < joined_.starts.size() ? std::min(joined_.starts[next].at, piece.end) : piece.end;
        if (end == at) break;
        out.add(text_.substr(at, end - at), joined_.origin(at));
        at = end;
      }
    }
    return out.take();
  }

  Page& page_;
  Inclusions inclusions_;
  Joined joined_;
  std::string_view text_;
  source::Span start_;
  std::size_t own_bytes_;
};

}  // namespace

std::vector<InputLine> run_template(Page& page, std::vector<InputLine> lines) {
  bool none = std::none_of(lines.begin(), lines.end(),
                           [](const InputLine& line) { return macros::is_template(line.text); });
  return none ? lines : PageTemplate(page, lines).run();
}

}  // namespace kbuild::read::mkdocs
