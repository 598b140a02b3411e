// What the parts of the MyST reader share while they read one page.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "read/myst/node.h"
#include "read/myst/syntax.h"
#include "read/rst/text/page.h"

namespace kbuild::read::myst {

/// [label]: target "title"
struct Reference {
  std::string target;
  std::string title;
};

/// [^label]: text
struct Footnote {
  Nodes blocks;
  rst::Span span = {};
  bool referred = false;
};

struct Context {
  rst::Page& page;
  Syntax syntax;
  /// By label, see normalise_label().
  std::unordered_map<std::string, Reference> references = {};
  std::map<std::string, Footnote, std::less<>> footnotes = {};
  /// Labels of footnotes in the order in which text refers to them.
  std::vector<std::string> footnote_order = {};
  /// The levels of the headings around the current place, as written.
  std::vector<int> levels = {};
  /// Ids of headings by the anchors that links may name.
  std::map<std::string, std::string, std::less<>> anchors = {};
  /// Values of {{ name }}.
  std::map<std::string, std::string, std::less<>> substitutions = {};
  /// The names being substituted, outermost first.
  std::vector<std::string> substituting = {};
};

}  // namespace kbuild::read::myst
