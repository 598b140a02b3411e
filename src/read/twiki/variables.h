// The variables that every TWiki and Foswiki has, with what they mean on a page that no wiki
// serves.
#pragma once

#include <string_view>

namespace kbuild::read::twiki {

enum class VariableKind {
  /// Markup that replaces it.
  text,
  icon,
  colour,
  colour_end,
  /// For an editor, a plug-in's style or an include: nothing is shown.
  silent,
  /// Asks the running wiki (a search, a user, the time): dropped and reported.
  dynamic,
  web,
  topic,
  attachment_url,
  publication_url,
  script_url,
  contents,
  include,
  /// %IF{}%.
  condition,
  icon_by_name,
  space_out,
  make_text,
  form_field,
  twisty,
  twisty_end,
  /// The content of its parameter.
  unwrapped,
};

struct Variable {
  std::string_view name;
  VariableKind kind;
  /// Text, name of an icon or colour.
  std::string_view value = {};
  /// An icon's character.
  std::string_view character = {};
};

/// nullptr for an unknown one.
const Variable* find_variable(std::string_view name);
/// The known name nearest to `name`, or "".
std::string_view nearest_variable(std::string_view name);
/// The character of an icon of %ICON{}%, or "".
std::string_view icon_character(std::string_view name);

}  // namespace kbuild::read::twiki
