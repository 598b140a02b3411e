// The code blocks of a page, classified: language, role, file name, system, version, prompts,
// placeholders. Found by a walk over the tree; what the blocks mean together is in run/unit.h, what
// is wrong with them in run/lint.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "page/page.h"

namespace kbuild::snippets {

enum class Role : std::uint8_t {
  /// Shell text that is meant to be a file: shebang, batch directives or a script's name.
  script,
  /// A piece to type or to paste: shell commands, lines of a larger program.
  fragment,
  /// Prompts, mostly with what they answered.
  session,
  /// A program that can stand alone.
  source,
  build_file,
  config,
  data,
  output,
  pseudo_code,
};

/// How a block came by its file name; the order is that of trust.
enum class NameSource : std::uint8_t { none, annotation, title, label, heading, prose };

/// A part that readers replace, as written ("<project>", "&lt;name&gt;", "/path/to/x").
struct Placeholder {
  std::string text;
  /// Byte offset in Snippet::text.
  std::uint32_t offset = 0;
  bool operator==(const Placeholder&) const = default;
};

/// One prompt of a session with its command (continuation lines joined by line ends) and its
/// answer.
struct SessionPart {
  std::string prompt;
  std::string command;
  std::string output;
  /// 0-based line of the prompt in Snippet::text.
  std::uint32_t line = 0;
};

struct Snippet {
  /// The block with its fences or directive, and its content alone (in another file for an
  /// include).
  source::Span block = {};
  source::Span content = {};
  /// 1-based line of the block's begin.
  std::uint32_t line = 0;
  /// That of the content's first line; 0 where the content stands in another file than the block.
  std::uint32_t content_line = 0;
  std::string text = {};
  /// As the author labelled it ("" for none), and as kbuild reads it: canonical names ("bash",
  /// "console", "python", "cpp", "cmake", "yaml", "text", ...).
  std::string declared = {};
  std::string language = {};
  Role role = Role::fragment;
  std::string file_name = {};
  NameSource name_source = NameSource::none;
  /// Whether the block is only a part of the file it names ("in your `train.py`, initialise like
  /// this").
  bool part_of_file = false;
  /// Name of a known system, or "".
  std::string system = {};
  /// Version of the page's product that the block is about, or "".
  std::string version = {};
  /// What `module load` names, in order.
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

/// SHA-256 of a block's text, and the titles above it as a note beside the page names them.
std::string text_digest(std::string_view text);
std::string heading_path(const std::vector<std::string>& headings);

/// All published code blocks in document order. Blocks inside comments are not published.
std::vector<Snippet> extract_snippets(const page::Page& page);

/// Where `length` bytes from `offset` of the snippet's text stand in its file. Where the reader
/// changed the line (entities, markup), the line as a whole.
source::Span locate(const source::SourceStore& sources, const Snippet& snippet, std::size_t offset,
                    std::size_t length);
/// Byte offset of a 0-based line of the text, clamped to its end.
std::size_t line_offset(std::string_view text, std::size_t line);

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
/// Spans are left out: the ledger keeps what a block says, its line says where.
template <class Archive>
void describe(Archive& a, Snippet& s) {
  a.without(s.block, s.content)(s.line, s.content_line, s.text, s.declared, s.language, s.role,
                                s.file_name, s.name_source, s.part_of_file, s.system, s.version,
                                s.modules, s.placeholders, s.session, s.headings, s.section, s.tab,
                                s.tab_set, s.annotations, s.introduction);
}

}  // namespace kbuild::snippets
