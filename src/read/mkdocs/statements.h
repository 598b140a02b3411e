// Lines of a page before they are one text, and extensions that insert into them: MkDocs' plugins
// include-markdown and macros, for known values, and the extension markdown-include.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "read/mkdocs/inline/page.h"

namespace kbuild::read::mkdocs {

struct InputLine {
  std::string_view text;
  Origin origin = kNowhere;
  /// Blanks put before it: the indentation of the line that it replaces.
  std::size_t indent = 0;
  /// A ';' to leave out, as an offset into `text`; npos: none.
  std::size_t skip = std::string_view::npos;
  /// A '\n' follows the text.
  bool ended = false;
  /// One of several pieces of a line: the line continues in the next piece, or continues the one
  /// before.
  bool continues = false;
  bool follows = false;
};

/// The text's lines; "\r" and "\r\n" end one, too. Text after the last line end is a line.
std::vector<InputLine> cut_lines(std::string_view text, Origin origin);

/// Place of the line in its file.
source::Span line_span(const Page& page, const InputLine& line);

/// The stack of files being included into a page: 20 deep and a million lines at most.
class Inclusions {
 public:
  explicit Inclusions(Page& page) : page_(page), stack_{page.file} {}

  /// The file that the innermost text means by `path`, noted as one of the page's. None, with a
  /// finding at `where`, for a file that is absent, includes itself or lies too deep.
  std::optional<source::FileId> open(std::string_view path, source::Span where);
  /// Whether there is such a file.
  bool has(std::string_view path) const;
  /// False, with a finding, where the page gets too many lines by these.
  bool allows(std::size_t lines, source::Span where);
  void enter(source::FileId file) { stack_.push_back(file); }
  void leave() { stack_.pop_back(); }

 private:
  Page& page_;
  std::vector<source::FileId> stack_;
  std::size_t total_ = 0;
};

/// What the page's definitions and extensions switch on: the statements of include-markdown, then
/// the page as a template of macros, then the marks of markdown-include.
std::vector<InputLine> run_statements(Page& page, std::vector<InputLine> lines);

}  // namespace kbuild::read::mkdocs
