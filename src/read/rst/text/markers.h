// Markers of list items: bullets, enumerators, field names and options at the begin of a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doc/tree.h"

namespace kbuild::read::rst {

/// An enumerator such as "(iv) ".
struct Enumerator {
  enum class Format : std::uint8_t {
    parentheses,
    right_parenthesis,
    period
  } format = Format::period;
  doc::ListStyle style = doc::ListStyle::decimal;
  /// "#": counts on.
  bool automatic = false;
  long long ordinal = 1;
  /// Bytes up to the item's text.
  std::size_t size = 0;
};

/// Bytes of the marker of a line and the blanks after it; 0 where the line does not begin with it.
std::size_t bullet_size(std::string_view line);
std::size_t field_marker_size(std::string_view line);
std::size_t option_marker_size(std::string_view line);
/// Of a line block.
std::size_t line_bar_size(std::string_view line);
/// Reads an enumerator; a letter that may be of several sequences is taken as the `expected` one.
bool parse_enumerator(std::string_view line, std::optional<doc::ListStyle> expected,
                      Enumerator& out);
/// The marker with which the next item must begin, "" where the sequence ends. "#. " may be written
/// instead.
std::string next_enumerator(const Enumerator& enumerator);
/// The text between a field's colons.
std::string_view field_name(std::string_view line, std::size_t marker_size);
/// The options that an option list's line begins with, each with its argument emphasised.
std::vector<doc::Inlines> option_terms(std::string_view line);

}  // namespace kbuild::read::rst
