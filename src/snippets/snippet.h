// The code blocks of a page with language, role, file name, system, version, prompts and
// placeholders. Grouping blocks into units is left to run/units, finding errors in them to
// run/lint.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "page/page.h"

namespace kbuild::snippets {

enum class Role : std::uint8_t {
  /// Shell text meant to be a file: shebang, batch directives or a script's name.
  script,
  /// Something to type or paste: shell commands, lines of a larger program.
  fragment,
  /// Prompts, mostly with output.
  session,
  /// A complete program.
  source,
  build_file,
  config,
  data,
  output,
  pseudo_code,
};

/// Where a file name comes from, in order of increasing trust.
enum class NameSource : std::uint8_t { none, annotation, title, label, heading, prose };

/// Text that readers replace, as written ("<project>", "&lt;name&gt;", "/path/to/x").
struct Placeholder {
  std::string text;
  /// Byte offset in Snippet::text.
  std::uint32_t offset = 0;
  bool operator==(const Placeholder&) const = default;
};

/// A prompt of a session with its command (continuation lines joined by line ends) and output.
struct SessionPart {
  std::string prompt;
  std::string command;
  std::string output;
  /// 0-based line of the prompt in Snippet::text.
  std::uint32_t line = 0;
};

struct Snippet {
  /// The block with its fences or directive, and its content (for an include, in another file).
  source::Span block = {};
  source::Span content = {};
  /// 1-based line of the block's beginning.
  std::uint32_t line = 0;
  /// 1-based line of the content's beginning; 0 if the content is in another file.
  std::uint32_t content_line = 0;
  std::string text = {};
  /// The author's label ("" if none), and the language that kbuild determined, as a canonical name
  /// ("bash", "console", "python", "cpp", "cmake", "yaml", "text", ...).
  std::string declared = {};
  std::string language = {};
  Role role = Role::fragment;
  std::string file_name = {};
  NameSource name_source = NameSource::none;
  /// Whether the page offers to copy the block.
  bool may_be_copied = true;
  /// Whether the block is only a part of its file ("in your `train.py`, initialise like this").
  bool part_of_file = false;
  /// Name of a known system, or "".
  std::string system = {};
  /// Version of the page's product that the block is about, or "".
  std::string version = {};
  /// The modules of `module load` commands, in order.
  std::vector<std::string> modules = {};
  std::vector<Placeholder> placeholders = {};
  std::vector<SessionPart> session = {};
  /// Titles of the headings above, outermost first; `section` numbers the innermost on the page.
  std::vector<std::string> headings = {};
  std::uint32_t section = 0;
  /// Label of the innermost tab; `tab_set` numbers its set on the page, 0 for none.
  std::string tab = {};
  std::uint32_t tab_set = 0;
  /// Keys of `kb:` comments before the block.
  std::map<std::string, std::string> annotations = {};
  /// The paragraph just before, as text.
  std::string introduction = {};
};

/// SHA-256 of a block's text, and the titles above a block joined to a path: notes about a page
/// identify its blocks by both.
std::string text_digest(std::string_view text);
std::string heading_path(const std::vector<std::string>& headings);

/// All published code blocks in document order. Blocks inside comments are not published.
std::vector<Snippet> extract_snippets(const page::Page& page);

/// The place in its file of `length` bytes from `offset` of the text. If the reader changed the
/// line (entities, markup), the whole line.
source::Span locate(const source::SourceStore& sources, const Snippet& snippet, std::size_t offset,
                    std::size_t length);
/// Byte offset of a 0-based line of the text, clamped to its end.
std::size_t line_offset(std::string_view text, std::size_t line);
/// The line of the text in which a byte lies, without its end; the last one for offsets past it.
std::string_view line_around(std::string_view text, std::size_t offset);

/// "script", "fragment", "session", "source", "build-file", "config", "data", "output",
/// "pseudo-code".
std::string_view role_name(Role role);

template <class Archive>
void describe(Archive& a, Placeholder& p) {
  a(p.text, p.offset);
}
template <class Archive>
void describe(Archive& a, SessionPart& p) {
  a(p.prompt, p.command, p.output, p.line);
}
/// Without spans: the ledger stores a block's content and its line.
template <class Archive>
void describe(Archive& a, Snippet& s) {
  a.without(s.block, s.content)(
      s.line, s.content_line, s.text, s.declared, s.language, s.role, s.file_name, s.name_source,
      s.may_be_copied, s.part_of_file, s.system, s.version, s.modules, s.placeholders, s.session,
      s.headings, s.section, s.tab, s.tab_set, s.annotations, s.introduction);
}

}  // namespace kbuild::snippets
