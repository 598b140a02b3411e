// TeX mathematics as MathML, which browsers set without script or fonts from elsewhere. The subset
// of manuals: scripts, fractions, roots, Greek, relations, functions, text, accents, fences,
// matrices, aligned rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kbuild::math {

enum class MathStyle : std::uint8_t { within_text, display };

/// A <math> element that holds the TeX as its annotation; nullopt where the TeX has a command or a
/// form that is not in the subset, is not balanced, or nests deeper than 50.
std::optional<std::string> to_mathml(std::string_view tex, MathStyle style);

}  // namespace kbuild::math
