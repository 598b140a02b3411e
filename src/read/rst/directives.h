// Directives: how a directive's lines are split into arguments, options and content, and the table
// of builders.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doc/tree.h"
#include "read/rst/blocks.h"

namespace kbuild::read::rst {

struct DirectiveOption {
  std::string name;
  /// Its lines, joined; "" for a flag.
  std::string value;
};

/// A directive as written.
struct DirectiveCall {
  /// Canonical, and as the author wrote it.
  std::string_view name;
  std::string_view written;
  std::vector<std::string> arguments;
  /// The lines of the arguments, for text with markup.
  Lines argument_lines;
  std::vector<DirectiveOption> options;
  Lines content;
  /// All lines, the marker included.
  LineView whole;
  Span span;

  bool has(std::string_view option) const { return find(option) != nullptr; }
  /// The option's value; "" where it is absent.
  std::string_view get(std::string_view option) const;
  std::optional<long long> number(std::string_view option) const;
  const DirectiveOption* find(std::string_view option) const;
  /// The first argument, or "".
  std::string_view argument() const {
    return arguments.empty() ? std::string_view() : arguments[0];
  }
};

/// Runs the directive `written` whose lines after the "::" are `body`; `whole` are all its lines.
void run_directive(BlockParser& parser, std::string_view written, Lines body, LineView whole,
                   doc::Blocks& out);

/// A directive that another markup has parted.
struct DirectiveParts {
  std::string_view written;
  /// What follows the name on its line.
  Line argument;
  std::vector<DirectiveOption> options;
  Lines content;
  LineView whole;
};
void run_directive(BlockParser& parser, DirectiveParts parts, doc::Blocks& out);
/// Whether a directive may have options; false where there is no such directive.
bool takes_options(std::string_view written);

/// The inlines of a directive inside a substitution definition (image, replace, unicode, date);
/// none if it is wrong, which has been reported. The blocks of any other directive are appended to
/// `out`: they stand where they are written.
std::optional<Substitution> run_substitution(BlockParser& parser, std::string_view written,
                                             Lines body, LineView whole, doc::Blocks& out);

}  // namespace kbuild::read::rst
