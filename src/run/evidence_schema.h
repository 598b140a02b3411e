// The format of an evidence line as a JSON Schema, for validators.
#pragma once

#include <string>

namespace kbuild::run {

/// JSON Schema 2020-12 of one line.
std::string evidence_schema();

}  // namespace kbuild::run
