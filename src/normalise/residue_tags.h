// The HTML tags that TWiki authors wrote, by what becomes of them when a converter escaped them.
#pragma once

#include <optional>
#include <string_view>

#include "doc/tree.h"

namespace kbuild::normalise {

enum class ResidueTag {
  /// Only its content stays.
  dropped,
  /// Ends a line.
  line_break,
  image,
  link,
  emphasis,
  code,
  /// Code with its line ends.
  preformatted,
  /// A media file: becomes a link.
  media,
};

struct ResidueTagRow {
  std::string_view name;
  ResidueTag kind;
  doc::EmphasisKind emphasis = doc::EmphasisKind::emphasis;
};

/// nullptr for a name that is no tag but a placeholder such as \<username>.
const ResidueTagRow* find_residue_tag(std::string_view name);

/// "RED" and the like.
bool is_residue_colour(std::string_view name);

/// Text without the colour variables and tags of the table, character references decoded; line
/// breaks become line ends. `changed` tells whether there was anything.
struct DecodedCode {
  std::string text;
  bool changed = false;
};
DecodedCode decode_residue_code(std::string_view text);

/// The path behind %ATTACHURL% or %PUBURL% at the start of `text`; the own topic's files and those
/// of others (whose web and topic stay). nullopt where it begins with none.
std::optional<std::string> attachment_path(std::string_view text);

}  // namespace kbuild::normalise
