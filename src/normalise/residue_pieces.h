// The pieces that a line of inlines with residue is cut into and rebuilt from; see
// residue_inlines.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/token.h"
#include "normalise/residue.h"

namespace kbuild::normalise {

/// A piece of the line once its tags are known.
struct Piece {
  enum Kind { text, node, open, close, colour_open, colour_close } kind = text;
  std::string name = {};
  std::vector<html::HtmlAttribute> attributes = {};
  std::optional<doc::Inline> inline_node = {};
  source::Span span = {};
};

/// The inlines of a parent as pieces; nullopt if they have no residue.
std::optional<std::vector<Piece>> cut_residue(const ResiduePage& page, doc::Inlines nodes);

/// The value of an attribute, or "".
std::string_view attribute(const std::vector<html::HtmlAttribute>& attributes,
                           std::string_view name);
/// Whether the path has the suffix of an image.
bool is_image_path(std::string_view path);

}  // namespace kbuild::normalise
