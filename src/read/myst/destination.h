// The parts of links and of their definitions: labels, destinations and titles (CommonMark 0.31,
// sections 4.7 and 6.3), and attributes in braces.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doc/tree.h"

namespace kbuild::read::myst {

/// A part that was read: its text without escapes, and where it ends.
struct Part {
  std::string text;
  std::size_t end = 0;
};

/// What labels are compared by: case folded, white space collapsed.
std::string normalise_label(std::string_view label);
/// Backslash escapes and character references resolved.
std::string unescape_all(std::string_view text);
/// "<...>" or up to white space, with balanced parentheses. Nothing where none begins at `at`, and
/// for addresses that run scripts.
std::optional<Part> read_destination(std::string_view text, std::size_t at);
/// A title in quotes or parentheses at `at`.
std::optional<Part> read_title(std::string_view text, std::size_t at);
/// The ']' of the label whose '[' is at `at`; npos where there is none, or a '[' comes first.
std::size_t label_end(std::string_view text, std::size_t at);

struct LinkDefinition {
  std::string label;
  std::string target;
  std::string title;
  /// The end of the definition's last line.
  std::size_t end = 0;
};
/// A definition that begins the text.
std::optional<LinkDefinition> read_definition(std::string_view text);

struct AttributeList {
  doc::Attributes attributes;
  std::size_t end = 0;
};
/// "{#id .class key=value}" at `at`. Keys that hold scripts are left out.
std::optional<AttributeList> read_attributes(std::string_view text, std::size_t at);

}  // namespace kbuild::read::myst
