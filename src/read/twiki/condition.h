// Conditions of %IF{"..."}%, as far as they can be told without a running wiki.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::read::twiki {

/// What a condition may ask for; nullopt where nobody knows.
struct ConditionFacts {
  std::function<std::optional<std::string>(const std::string& name)> value;
  std::function<bool(const std::string& topic)> has_topic;
};

/// Whether the condition holds; nullopt where it asks for what only a running wiki knows, or is
/// malformed. Nesting is bounded.
std::optional<bool> evaluate_condition(std::string_view text, const ConditionFacts& facts);

}  // namespace kbuild::read::twiki
