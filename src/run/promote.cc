// Replaces lines of a page; see promote.h. The prefix of the block's first line, blanks or the
// marks of a quotation, is repeated on every new line.
#include "run/promote.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

constexpr std::size_t kMaxLines = 400;
constexpr std::size_t kMaxBytes = 64u << 10;

/// Lines without their ends; an empty text has none.
std::vector<std::string_view> lines_of(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::vector<std::string_view> lines;
  if (!text.empty()) lines = base::split(text, '\n');
  for (std::string_view& line : lines) line = base::trim_right(line);
  return lines;
}

/// Which of the block's lines show output: from the first up to the end.
base::Result<std::size_t> first_output_line(const snippets::Snippet& shown) {
  if (shown.role == snippets::Role::output) return 0;
  std::size_t prompts = 0, after = 0;
  for (const snippets::SessionPart& part : shown.session) {
    if (part.prompt.empty()) continue;
    ++prompts;
    after = part.line + 1 +
            static_cast<std::size_t>(std::count(part.command.begin(), part.command.end(), '\n'));
  }
  if (prompts != 1) return base::fail("the outputs of several commands cannot be told apart");
  return after;
}

bool is_text(std::string_view output) {
  return std::none_of(output.begin(), output.end(), [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
  });
}

}  // namespace

base::Result<std::string> put_output(std::string_view page, const snippets::Snippet& shown,
                                     std::string_view output) {
  auto first = first_output_line(shown);
  if (!first) return tl::unexpected(first.error());
  if (shown.content_line == 0) return base::fail("the block is included from another file");
  std::vector<std::string_view> wanted = lines_of(output), old = lines_of(shown.text);
  if (wanted.size() > kMaxLines || output.size() > kMaxBytes)
    return base::fail("the output is too long for a page");
  if (!is_text(output)) return base::fail("the output is no plain text");
  std::vector<std::string_view> lines = base::split(page, '\n');
  std::size_t begin = shown.content_line - 1;
  if (begin + old.size() > lines.size()) return base::fail("the page has changed meanwhile");
  std::string_view ending = !lines.empty() && lines[0].ends_with('\r') ? "\r" : "";
  std::string prefix;
  for (std::size_t i = 0; i < old.size(); ++i) {
    std::string_view line = base::trim_right(lines[begin + i]);
    if (i == 0 && line.ends_with(old[0])) prefix = line.substr(0, line.size() - old[0].size());
    if (line != base::trim_right(prefix + std::string(old[i])))
      return base::fail(
          base::format("line {} does not stand on the page as it is read", shown.content_line + i));
  }
  if (prefix.find_first_not_of(" \t>") != prefix.npos)
    return base::fail("the block does not begin on a line of its own");
  std::size_t from = begin + std::min(*first, old.size()), to = begin + old.size();
  std::string out;
  auto add = [&](std::string_view line) {
    out += line;
    out += '\n';
  };
  for (std::size_t i = 0; i < from; ++i) add(lines[i]);
  for (std::string_view line : wanted)
    add(std::string(base::trim_right(prefix + std::string(line))).append(ending));
  for (std::size_t i = to; i < lines.size(); ++i) add(lines[i]);
  out.pop_back();
  return out;
}

}  // namespace kbuild::run
