// Annotations: comments that begin with "kb:" and hold key=value pairs for the block after them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::snippets {

/// The pairs of `kb: unit=ddp file=train.py skip="too long"`, with or without the comment's
/// delimiters ("<!--", "-->", ".."). A key without "=" has the value "true". nullopt if the comment
/// isn't an annotation.
std::optional<std::map<std::string, std::string>> parse_annotation(std::string_view comment);

}  // namespace kbuild::snippets
