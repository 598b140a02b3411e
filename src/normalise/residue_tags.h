// The HTML tags that TWiki authors wrote and converters escaped, with what they become.
#pragma once

#include <optional>
#include <string_view>

#include "doc/tree.h"

namespace kbuild::normalise {

enum class ResidueTag {
  /// Only its content is kept.
  dropped,
  /// Becomes a line end.
  line_break,
  image,
  link,
  emphasis,
  code,
  /// Becomes code with its line ends.
  preformatted,
  /// A media file: becomes a link.
  media,
};

struct ResidueTagRow {
  std::string_view name;
  ResidueTag kind;
  doc::EmphasisKind emphasis = doc::EmphasisKind::emphasis;
};

/// nullptr for a name that isn't a tag but a placeholder such as \<username>.
const ResidueTagRow* find_residue_tag(std::string_view name);

/// Whether it is a colour variable: "RED" etc.
bool is_residue_colour(std::string_view name);

/// Text without the colour variables and tags of the table, with character references decoded and
/// line breaks as line ends. `changed`: whether there were any.
struct DecodedCode {
  std::string text;
  bool changed = false;
};
DecodedCode decode_residue_code(std::string_view text);

/// The path after %ATTACHURL% or %PUBURL% at the start of `text`; for files of other topics it
/// includes web and topic. nullopt if the text begins otherwise.
std::optional<std::string> attachment_path(std::string_view text);

}  // namespace kbuild::normalise
