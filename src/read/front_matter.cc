// Front matter; see front_matter.h. Finds the two fences by lines, passes the range between to the
// YAML parser as a range of the page itself, so that every complaint keeps its own line and column.
#include "read/front_matter.h"

#include "base/text.h"

namespace kbuild::read {

namespace {

using namespace diag::literals;

/// If the fences are farther apart, they are horizontal rules of the body.
constexpr std::size_t kMaxSize = 1u << 20;

/// The lines of a page from its start, by offset.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  bool at_end() const { return next_ >= text_.size() || next_ > kMaxSize; }
  /// The next line without its end; at_end() must be false.
  std::string_view take() {
    begin_ = next_;
    std::size_t end = std::min(text_.find_first_of("\r\n", begin_), text_.size());
    bool crlf = text_.substr(end, 2) == "\r\n";
    next_ = std::min(end + (crlf ? 2 : 1), text_.size());
    return text_.substr(begin_, end - begin_);
  }
  std::string_view skip_blank() {
    std::string_view line;
    while (!at_end() && base::trim(line = take()).empty()) line = {};
    return line;
  }
  /// Offset of the line that take() gave last, and of the one that it will give next.
  std::size_t begin() const { return begin_; }
  std::size_t next() const { return next_; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t next_ = 0;
};

/// Where the YAML is, and where the body begins.
struct Fenced {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t body = 0;
};

bool is_fence(std::string_view line) {
  return base::trim(line) == "---";
}

std::optional<Fenced> find_dashes(std::string_view text) {
  Lines lines(text);
  if (lines.at_end() || base::trim_right(lines.take()) != "---") return std::nullopt;
  std::size_t begin = lines.next();
  while (!lines.at_end()) {
    std::string_view line = base::trim_right(lines.take());
    if (line == "---" || line == "...") return Fenced{begin, lines.begin(), lines.next()};
  }
  return std::nullopt;
}

/// `<!-- ---` ... `--- -->`; the dashes may be on lines of their own.
std::optional<Fenced> find_html_comment(std::string_view text) {
  Lines lines(text);
  std::string_view line = base::trim(lines.skip_blank());
  if (!line.starts_with("<!--")) return std::nullopt;
  line = base::trim(line.substr(4));
  if (line.empty()) line = base::trim(lines.skip_blank());
  if (line != "---") return std::nullopt;
  std::size_t begin = lines.next();
  std::optional<std::size_t> end;
  while (!lines.at_end()) {
    line = base::trim(lines.take());
    if (end && !line.empty() && line != "-->") return std::nullopt;
    if (end && line == "-->") return Fenced{begin, *end, lines.next()};
    if (line.starts_with("---") && base::trim(line.substr(3)) == "-->")
      return Fenced{begin, lines.begin(), lines.next()};
    if (line == "---") end = lines.begin();
  }
  return std::nullopt;
}

/// `.. ---`, or `..` and then an indented `---`; the comment's body is indented up to the second
/// `---`.
std::optional<Fenced> find_rst_comment(std::string_view text) {
  Lines lines(text);
  std::string_view line = base::trim_right(lines.skip_blank());
  if (line == "..") {
    line = lines.at_end() ? std::string_view() : lines.take();
    if (line.empty() || !base::is_space(line[0])) return std::nullopt;
  } else if (line.starts_with(".. ")) {
    line.remove_prefix(3);
  } else {
    return std::nullopt;
  }
  if (!is_fence(line)) return std::nullopt;
  std::size_t begin = lines.next();
  while (!lines.at_end()) {
    line = lines.take();
    if (!base::trim(line).empty() && !base::is_space(line[0])) return std::nullopt;
    if (is_fence(line)) return Fenced{begin, lines.begin(), lines.next()};
  }
  return std::nullopt;
}

std::optional<Fenced> find_fences(std::string_view text, Dialect dialect) {
  switch (dialect) {
    case Dialect::commonmark:
    case Dialect::gfm:
    case Dialect::mkdocs:
    case Dialect::myst: {
      auto found = find_dashes(text);
      return found ? found : find_html_comment(text);
    }
    case Dialect::rst: return find_rst_comment(text);
    case Dialect::mediawiki:
    case Dialect::twiki: return find_html_comment(text);
  }
  return std::nullopt;
}

/// Whether broken YAML was meant as a mapping: some line begins with a plain key and a colon. Else
/// two dashed lines with prose between them are rules of the body.
bool looks_like_mapping(std::string_view yaml) {
  for (std::string_view line : base::split_lines(yaml)) {
    line = base::trim(line);
    std::size_t end = 0;
    while (end < line.size() && (base::is_alnum(line[end]) || line[end] == '_' || line[end] == '-'))
      ++end;
    if (end > 0 && end < line.size() && line[end] == ':' &&
        (end + 1 == line.size() || base::is_space(line[end + 1])))
      return true;
  }
  return false;
}

}  // namespace

FrontMatter read_front_matter(const source::SourceStore& sources, source::FileId file,
                              Dialect dialect) {
  std::string_view text = sources.text(file);
  auto found = find_fences(text, dialect);
  if (!found) return {};
  auto offset = [](std::size_t at) { return static_cast<std::uint32_t>(at); };
  std::string_view yaml = text.substr(found->begin, found->end - found->begin);

  FrontMatter result;
  meta::ParsedYaml parsed =
      meta::parse_yaml(sources, {file, offset(found->begin), offset(found->end)});
  if (parsed.error) {
    if (!looks_like_mapping(yaml)) return {};
    result.diagnostics.push_back({"KB0006"_code, parsed.error_span, {*parsed.error}});
  } else if (parsed.value) {
    if (!parsed.value.is_mapping()) return {};
    result.value = std::move(parsed.value);
  }
  result.body_begin = offset(found->body);
  return result;
}

std::uint32_t begin_result(const source::SourceStore& sources, source::FileId file, Dialect dialect,
                           const Options& options, ReadResult& result) {
  if (options.front_matter == FrontMatterPolicy::ignore) return 0;
  FrontMatter front = read_front_matter(sources, file, dialect);
  result.front_matter = std::move(front.value);
  result.diagnostics.append(std::move(front.diagnostics));
  return front.body_begin;
}

}  // namespace kbuild::read
