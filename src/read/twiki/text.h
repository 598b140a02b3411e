// Data that the phases of the TWiki reader exchange: text in which everything that is not plain
// markup (verbatim regions, tags, icons, twisties) has become a mark that names an object.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/budget.h"
#include "read/mapped_text.h"
#include "read/reader.h"

namespace kbuild::read::twiki {

enum class ObjectKind {
  /// <verbatim>, <pre>, %CODE{}%: text, with its language in `argument`.
  code,
  /// <literal>: HTML as written.
  literal,
  /// A tag as written.
  tag,
  /// %RED% to %ENDCOLOR%; the colour is the text.
  colour_open,
  colour_close,
  /// An icon's name, its character in `argument`.
  icon,
  /// %TOC%: depth in `argument`, title in `text`.
  contents,
  /// A twisty: its label, and "open" or "" in `argument`.
  twisty_open,
  twisty_close,
};

struct Object {
  ObjectKind kind;
  std::string text = {};
  std::string argument = {};
  source::Span span = {};
  /// Of code.
  source::Span content = {};
};

/// The state of one page's reading.
struct Page {
  const source::SourceStore& sources;
  source::FileId file;
  const Options& options;
  ReadResult& result;
  Budget budget = Budget(result.diagnostics);
  std::vector<Object> objects = {};
  /// "Web" and "Topic", derived from the path.
  std::string web = {};
  std::string topic = {};
  /// Form fields of the META lines, for %FORMFIELD%.
  std::vector<std::pair<std::string, std::string>> fields = {};
  /// Off by the preference NOAUTOLINK and inside <noautolink>.
  bool links_words = true;
  /// What was already reported as dropped.
  std::set<std::string> dropped = {};
  /// Added to the level of headings by <ho off="n">.
  int heading_offset = 0;
};

/// A mark is kMark, the object's index in decimal, kMarkEnd. No other control characters but line
/// ends and tabs are left in the text of a page.
inline constexpr char kMark = '\x01';
inline constexpr char kMarkEnd = '\x02';
/// Begins the path of an attachment, "/pub/Web/Topic/file", in place of %ATTACHURL% or %PUBURL%.
inline constexpr char kAttachment = '\x03';

std::string add_object(Page& page, Object object);
/// The object of the mark at `offset`, and the offset after the mark; nullptr if there is no mark.
const Object* find_object(const Page& page, std::string_view text, std::size_t offset,
                          std::size_t& end);

/// The parameters of a variable: "default" name="value" name=value. \" stands for a quote.
struct Parameters {
  std::string unnamed;
  std::vector<std::pair<std::string, std::string>> named;

  /// The named one, or ""; "" as name gives the unnamed.
  std::string_view get(std::string_view name) const;
  bool has(std::string_view name) const;
};
Parameters parse_parameters(std::string_view text);

/// Removes the META lines at both ends of a topic, expands all variables and extracts the regions
/// that are not TML. Bounds: 10,000 expansions, 2 MB of their values, includes 20 deep.
MappedText expand_topic(Page& page, std::uint32_t body_begin);

/// Blocks and inlines of what expand_topic() left.
doc::Blocks parse_blocks(Page& page, const MappedText& text);

}  // namespace kbuild::read::twiki
