// A zensical.toml: the keys of a mkdocs.yml in the table [project].
#pragma once

#include "meta/value.h"

namespace kbuild::meta {

/// The settings of a zensical.toml as those of a mkdocs.yml.
Value as_mkdocs(const Value& zensical);

}  // namespace kbuild::meta
