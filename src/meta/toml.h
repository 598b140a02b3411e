// TOML as the values that YAML has, so that what reads one reads the other.
#pragma once

#include "meta/value.h"

namespace kbuild::meta {

/// Reads a text as TOML; spans refer to it. Dates become texts. Bounds are those of parse_yaml().
ParsedYaml parse_toml(const source::SourceStore& sources, source::FileId file);

}  // namespace kbuild::meta
