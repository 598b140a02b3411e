// Which syntax extensions of MyST are on: those of conf.py and of a page's front matter.
#pragma once

#include <string>
#include <string_view>

#include "meta/value.h"
#include "read/reader.h"

namespace kbuild::read::myst {

/// The names of myst_enable_extensions, and what other settings of MyST say.
struct Syntax {
  bool amsmath = false;
  bool attrs_block = false;
  bool attrs_inline = false;
  bool colon_fence = false;
  bool deflist = false;
  bool dollarmath = false;
  bool fieldlist = false;
  bool html_admonition = false;
  bool html_image = false;
  bool linkify = false;
  bool replacements = false;
  bool smartquotes = false;
  bool strikethrough = false;
  bool substitution = false;
  bool tasklist = false;

  /// Levels of headings whose anchors links may name (myst_heading_anchors); 0: none.
  int heading_anchors = 0;
  bool footnote_rule = true;
  bool math_labels = true;
  bool math_spaces = true;
  bool math_digits = true;
  bool math_double_inline = false;
  bool title_to_header = false;
  bool all_links_external = false;
};

/// Settings are definitions "setting:myst_..." (see meta/sphinx/config.cc). Where a configuration
/// does not say what is on, everything is. The mapping `myst` of the front matter goes first.
Syntax read_syntax(const Options& options, const meta::Value& front_matter);

}  // namespace kbuild::read::myst
