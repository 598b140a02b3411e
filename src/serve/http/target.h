// What a request asks for: the path and the query of its first line (RFC 9112, 3.2.1), decoded once
// and checked, so that nobody behind has to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kbuild::serve {

struct Target {
  /// Begins with '/', without "..", doubled and trailing slashes; UTF-8 without control characters.
  std::string path;
  /// Whether the path was written with a slash at its end.
  bool slash_at_end = false;
  /// The names and values of the query in their order, UTF-8 without control characters.
  std::vector<std::pair<std::string, std::string>> parameters;
  /// The query as it was sent, without control characters.
  std::string query;

  /// The value of the first parameter of that name, or nullptr.
  const std::string* find(std::string_view name) const;
};

/// Nothing where the target is no path of this server: a whole URL, a wrong percent-encoding, a
/// control character, also an encoded one, or no UTF-8.
std::optional<Target> parse_target(std::string_view text);

}  // namespace kbuild::serve
