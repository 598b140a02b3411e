// Wrapper of nlohmann-json. Objects keep their order, so that output is deterministic.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

// Compiled once, in json.cc, instead of in each file that includes this one.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace kbuild::base {

using Json = nlohmann::ordered_json;

/// One line of JSON; bytes that are not UTF-8 become U+FFFD instead of an exception.
std::string dump_line(const Json& value);

}  // namespace kbuild::base
