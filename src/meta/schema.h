// The keys of kbuild.yml as one table, from which validation and the JSON Schema are made.
#pragma once

#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "meta/value.h"

namespace kbuild::meta {

enum class KeyType {
  text,
  localised,
  boolean,
  text_list,
  text_mapping,
  text_mapping_list,
  mapping,
  mapping_list,
  navigation,
  any
};

struct KeyRow {
  /// "site.name"; members of a mapping_list's items are "sources[].path".
  std::string_view path;
  KeyType type;
  std::string_view description;
};

const std::vector<KeyRow>& config_keys();

/// An error for each unknown key (with the nearest known one) and each value of a wrong type.
diag::Diagnostics validate(const Value& root, const std::vector<KeyRow>& keys);
/// JSON Schema 2020-12 of the table.
std::string json_schema(const std::vector<KeyRow>& keys, std::string_view title);

}  // namespace kbuild::meta
