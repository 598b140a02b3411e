// YAML as people write it by hand: one key or item a line, no more marks than quotes.
#pragma once

#include <optional>
#include <string_view>

#include "meta/value.h"

namespace kbuild::meta {

/// Reads what stands at `range` as `text`, without the parser of YAML, which takes a hundred times
/// as long, and with the same result: block mappings and sequences of plain or quoted texts of one
/// line. nullopt for all else, whether it is YAML or not.
std::optional<Value> read_plain_yaml(std::string_view text, source::Span range);

}  // namespace kbuild::meta
