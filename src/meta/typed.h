// YAML as typed values, as a program that loads it sees them.
#pragma once

#include "base/json.h"
#include "meta/value.h"

namespace kbuild::meta {

/// Numbers, booleans and null by YAML's rules. A number that would be shown otherwise than it is
/// written ("4.10") stays text: the author means what stands there.
base::Json to_json(const Value& value);

}  // namespace kbuild::meta
