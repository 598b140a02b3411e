// The table of directives: arguments, options, content and builder of each.
#pragma once

#include <string_view>
#include <vector>

#include "read/rst/builders.h"

namespace kbuild::read::rst {

enum class Content : std::uint8_t { none, allowed };
/// Whether the last argument may hold blanks.
enum class Last : std::uint8_t { word, text };
/// Whether an option that the table does not name is an error, as in docutils, or is passed over.
enum class Options : std::uint8_t { strict, open };

struct DirectiveRow {
  /// Separated by '|'; of two, the second is another word for the first, which is canonical.
  std::string_view names;
  int required;
  int optional;
  Last last;
  /// Names separated by blanks; after a ':' the type of the value, see check_value().
  std::string_view options;
  Content content;
  Builder build;
  Options strictness = Options::strict;
};

/// By name in lower case, in English or Finnish; nullptr where none.
const DirectiveRow* find_row(std::string_view name);
/// The name that builders know: the first of a row of two, else the name itself.
std::string_view canonical(const DirectiveRow& row, std::string_view name);
/// A directive's lines, split by the rules of its row.
struct ParsedDirective {
  /// nullptr: there is no such directive.
  const DirectiveRow* row = nullptr;
  DirectiveCall call;
  /// Why it is wrong, or "".
  std::string fault;
};
ParsedDirective parse_directive(BlockParser& parser, std::string_view written, Lines body,
                                LineView whole);

/// Every name of the table.
std::vector<std::string_view> directive_names();

}  // namespace kbuild::read::rst
