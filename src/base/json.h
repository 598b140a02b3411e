// The door of nlohmann-json. Objects keep their order, so that output is deterministic.
#pragma once

#include <nlohmann/json.hpp>

namespace kbuild::base {

using Json = nlohmann::ordered_json;

/// One line of JSON; bytes that are not UTF-8 become U+FFFD instead of an exception.
inline std::string dump_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace kbuild::base
