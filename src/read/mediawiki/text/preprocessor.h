// The first phase of MediaWiki's preprocessor: cuts wiki text into a tree of templates, parameters,
// extension tags, comments and what lies between. It decides what belongs to which braces; it
// expands nothing. Follows the reference implementation's Preprocessor_Hash, which the manual's
// grammar describes only in part.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "read/mediawiki/text/text.h"

namespace kbuild::read::mediawiki {

enum class NodeKind : std::uint8_t {
  text,
  /// The '=' after an argument's name, or where one could be.
  equals,
  comment,
  /// <noinclude>, <includeonly> and <onlyinclude> tags, and what they hide.
  ignored,
  /// An extension tag such as <nowiki> or <ref> with its raw content.
  extension,
  /// {{title|arguments}}
  call,
  /// {{{name|default}}}
  parameter,
  /// A line "== x ==", whose equals signs name no argument.
  heading,
};

struct Node;

/// The text between two bars of a call: nodes, with the index of the '=' that ends an argument's
/// name.
struct Part {
  std::vector<Node> nodes;
  int equals = -1;
};

/// A piece of the text [begin, end).
struct Node {
  NodeKind kind = NodeKind::text;
  /// Of a call: it begins its line.
  bool at_line_start = false;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  /// Of an extension: its name ends here, its attributes there; content [content_begin,
  /// content_end), empty where it closes itself.
  std::uint32_t name_end = 0;
  std::uint32_t attributes_end = 0;
  std::uint32_t content_begin = 0;
  std::uint32_t content_end = 0;
  bool self_closing = false;
  /// Of a call or parameter: the title, then the arguments; of a heading: its one part.
  std::vector<Part> parts = {};
};
using Nodes = std::vector<Node>;

struct Tree {
  std::shared_ptr<const WikiText> text;
  Nodes nodes;
  /// Braces or brackets were nested deeper than the limit and stayed text.
  bool too_deep = false;
};

/// Whether the text is read as a page of its own or as a template in its caller; the inclusion tags
/// mean the opposite there.
enum class Inclusion { page, transcluded };

/// `is_extension` decides which names (lower case) are extension tags. O(size), plus one search for
/// each name of an unclosed tag.
Tree preprocess(std::shared_ptr<const WikiText> text, Inclusion inclusion,
                bool (*is_extension)(std::string_view name));

}  // namespace kbuild::read::mediawiki
