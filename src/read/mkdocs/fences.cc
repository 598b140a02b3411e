// Fenced code; see fences.h. The rules are those of pymdownx/superfences.py and
// highlight.py.
#include "read/mkdocs/fences.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "read/directive_names.h"
#include "read/mkdocs/text/attributes.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

bool is_language_char(char c) {
  return base::is_alnum(c) || c == '_' || c == '#' || c == '.' || c == '+' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The opening line of a fence.
struct Opening {
  char character = '`';
  std::size_t length = 0;
  doc::CodeBlock code;
  /// Of its lines, those to highlight, as written.
  std::string highlighted;
  doc::Attributes attributes;
};

/// "1 3-5" as line numbers, of a range those up to `lines` and its first; false where it is
/// something else.
bool read_line_numbers(std::string_view text, std::size_t lines, std::vector<std::uint32_t>& out) {
  constexpr long long kMaxNumberedLines = 100'000;
  for (std::string_view part : base::split_words(text)) {
    std::size_t dash = part.find('-');
    auto first = base::parse_integer(part.substr(0, dash));
    auto last = dash == part.npos ? first : base::parse_integer(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last > kMaxNumberedLines) return false;
    long long end = std::min(*last, std::max(*first, static_cast<long long>(lines)));
    for (long long line = *first; line <= end; ++line)
      out.push_back(static_cast<std::uint32_t>(line));
    if (out.size() > kMaxNumberedLines) return false;
  }
  return !out.empty();
}

/// One of the options of highlighting; false if key or value is unknown.
bool apply_option(std::string_view key, std::string_view value, Opening& opening) {
  doc::CodeBlock& code = opening.code;
  if (key == "title") {
    code.title = value;
    return true;
  }
  if (key == "hl_lines") {
    std::vector<std::uint32_t> numbers;
    if (!opening.highlighted.empty()) opening.highlighted += ' ';
    opening.highlighted += value;
    return read_line_numbers(value, 0, numbers);
  }
  if (key != "linenums") return false;
  std::vector<std::string_view> numbers = base::split_words(value);
  auto first = numbers.empty() ? std::nullopt : base::parse_integer(numbers[0]);
  if (!first || *first < 0 || *first > 1'000'000'000) return false;
  // 0 turns numbers off.
  code.first_line_number.reset();
  if (*first > 0) code.first_line_number = static_cast<int>(*first);
  return true;
}

/// key="value" pairs up to the line's end, all known.
bool read_options(std::string_view text, Opening& opening) {
  for (text = base::trim_left(text); !text.empty(); text = base::trim_left(text)) {
    std::size_t end = 0;
    while (end < text.size() && (base::is_alnum(text[end]) || text[end] == '_')) ++end;
    if (end == 0 || !base::is_alpha(text[0]) || end + 1 >= text.size() || text[end] != '=')
      return false;
    char quote = text[end + 1];
    if (quote != '"' && quote != '\'') return false;
    std::size_t close = text.find(quote, end + 2);
    while (close != text.npos && close + 1 < text.size() && !base::is_space(text[close + 1]))
      close = text.find(quote, close + 1);
    if (close == text.npos) return false;
    if (!apply_option(text.substr(0, end), text.substr(end + 2, close - end - 2), opening))
      return false;
    text.remove_prefix(close + 1);
  }
  return true;
}

/// The text between braces: classes (the first is the language, where none is given before), an id,
/// options and other attributes.
void read_braces(std::string_view text, Opening& opening) {
  doc::Attributes all = read_attribute_words(base::replace_all(text, "\t", "    "));
  std::vector<std::string_view> classes = base::split_words(all.get("class"));
  if (opening.code.language.empty() && !classes.empty()) {
    opening.code.language = base::to_lower(classes.front());
    classes.erase(classes.begin());
  }
  for (std::string_view name : classes) opening.attributes.add_class(name);
  for (const auto& [key, value] : all.items)
    if (key != "class" && !apply_option(key, value, opening)) {
      bool name_ok = std::all_of(key.begin(), key.end(), [](char c) {
        return base::is_alnum(c) || c == '-' || c == '_' || c == ':';
      });
      if (name_ok) opening.attributes.set(key, value);
    }
}

std::optional<Opening> read_opening(std::string_view line, const Extensions& on) {
  Opening opening;
  if (on.linenums) opening.code.first_line_number = 1;
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  opening.character = line[0];
  while (opening.length < line.size() && line[opening.length] == opening.character)
    ++opening.length;
  if (opening.length < 3) return std::nullopt;
  std::string_view rest = base::trim(line.substr(opening.length));
  if (!rest.starts_with('{')) {
    if (rest.starts_with('.')) rest.remove_prefix(1);
    std::size_t end = 0;
    while (end < rest.size() && is_language_char(rest[end])) ++end;
    bool is_language = end == rest.size() || base::is_space(rest[end]);
    if (is_language) {
      opening.code.language = base::to_lower(rest.substr(0, end));
      rest = base::trim_left(rest.substr(end));
    }
  }
  if (rest.starts_with('{')) {
    if (!rest.ends_with('}')) return std::nullopt;
    read_braces(rest.substr(1, rest.size() - 2), opening);
    return opening;
  }
  if (!read_options(rest, opening)) return std::nullopt;
  return opening;
}

class FenceExtractor {
 public:
  FenceExtractor(Page& page, const MappedText& input)
      : page_(page), input_(input), lines_(split(input.text())) {}

  MappedText run() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (open_) {
        follow(i);
      } else {
        try_open(i);
      }
    }
    copy_up_to(lines_.size());
    return std::move(out_);
  }

 private:
  /// Length of the prefix of blanks and quote marks, at most `limit`.
  static std::size_t prefix_of(std::string_view line, std::size_t limit) {
    std::size_t length = 0;
    while (length < line.size() && length < limit && (line[length] == ' ' || line[length] == '>'))
      ++length;
    return length;
  }

  void try_open(std::size_t number) {
    std::string_view line = lines_[number];
    std::size_t length = prefix_of(line, line.size());
    if (line.size() < length + 3) return;
    open_ = read_opening(line.substr(length), page_.on);
    if (!open_) return;
    report_directive(line.substr(length));
    if (open_->code.language.empty()) open_->code.language = page_.on.default_language;
    prefix_ = line.substr(0, length);
    quotes_ = static_cast<std::size_t>(std::count(prefix_.begin(), prefix_.end(), '>'));
    first_ = number;
    blank_seen_ = false;
  }

  /// "```{note}" is a directive in MyST, the Markdown of Sphinx, and code here: that is reported.
  void report_directive(std::string_view opening) {
    std::string_view rest = base::trim(opening.substr(open_->length));
    std::size_t close = rest.find('}');
    if (!rest.starts_with('{') || close == rest.npos) return;
    std::string_view name = rest.substr(1, close - 1);
    if (is_directive_name(name))
      page_.diagnostics.push_back(
          {"KB0340"_code,
           page_.span(input_.begin_of(opening), input_.end_of(opening)),
           {std::string(name), ""},
           {},
           "write 'dialect: myst' for the source in kbuild.yml, or name its conf.py in 'sphinx'"});
  }

  void follow(std::size_t number) {
    std::string_view line = lines_[number];
    std::size_t length = prefix_of(line, prefix_.size());
    std::string_view content = line.substr(length), prefix = line.substr(0, length);
    auto level = static_cast<std::size_t>(std::count(prefix.begin(), prefix.end(), '>'));
    if (level > quotes_) {
      open_.reset();
    } else if (is_blank(content) && (quotes_ > 0 || is_blank(line))) {
      blank_seen_ = true;
    } else if (length < prefix_.size() || (quotes_ > 0 && blank_seen_ && level < quotes_)) {
      open_.reset();
    } else if (closes(content)) {
      store(number);
    } else {
      blank_seen_ = false;
    }
  }

  bool closes(std::string_view content) const {
    std::size_t length = 0;
    while (length < content.size() && content[length] == open_->character) ++length;
    return length == open_->length && is_blank(content.substr(length));
  }

  std::size_t offset_of(std::size_t number) const {
    return number < lines_.size()
               ? static_cast<std::size_t>(lines_[number].data() - input_.text().data())
               : input_.size();
  }
  std::string_view content_of(std::size_t number) const {
    return lines_[number].substr(prefix_of(lines_[number], prefix_.size()));
  }

  /// The line as its author wrote it, with its tabs, where they were widened behind its begin.
  std::string_view as_written(std::string_view line) const {
    source::Span span = page_.span(input_.begin_of(line), input_.end_of(line));
    std::string_view source = span ? page_.sources.text(span) : std::string_view{};
    return source.find('\t') == source.npos ? line : source;
  }

  void store(std::size_t last) {
    std::size_t begin = first_ + 1, end = last;
    while (begin < end && is_blank(content_of(begin))) ++begin;
    while (end > begin && is_blank(content_of(end - 1))) --end;
    doc::CodeBlock& code = open_->code;
    read_line_numbers(open_->highlighted, end - begin, code.highlighted);
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin) code.text += '\n';
      code.text += as_written(content_of(i));
    }
    if (begin < end)
      code.content =
          page_.span(input_.begin_of(content_of(begin)), input_.end_of(content_of(end - 1)));

    StashItem item;
    std::size_t whole = offset_of(first_);
    item.source = input_.text().substr(whole, offset_of(last) + lines_[last].size() - whole);
    item.column = prefix_.size();
    Origin origin = input_.begin_of(lines_[first_].substr(prefix_.size()));
    item.block.span = page_.span(origin, input_.end_of(base::trim_right(lines_[last])));
    item.block.attributes = std::move(open_->attributes);
    item.block.value = std::move(code);
    open_.reset();

    copy_up_to(first_);
    out_.append(input_, whole, whole + prefix_.size());
    out_.append(page_.stash_block(std::move(item)), origin);
    out_.append("\n");
    copied_ = last + 1;
  }

  /// Copies the lines before `number` that were not copied yet.
  void copy_up_to(std::size_t number) {
    out_.append(input_, offset_of(copied_), offset_of(number));
    copied_ = number;
  }

  Page& page_;
  const MappedText& input_;
  Lines lines_;
  MappedText out_;
  std::size_t copied_ = 0;
  std::optional<Opening> open_;
  std::string prefix_;
  std::size_t quotes_ = 0;
  std::size_t first_ = 0;
  bool blank_seen_ = false;
};

}  // namespace

MappedText extract_fences(Page& page, const MappedText& input) {
  return FenceExtractor(page, input).run();
}

}  // namespace kbuild::read::mkdocs
