// Variables of a shell text whose values are certain, to see what "$CMD" runs.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kbuild::run {

class ShellVariables {
 public:
  /// `text` is all that is run: a variable that it assigns twice, or names in any other way than
  /// NAME=, $NAME and ${NAME}, has no certain value.
  explicit ShellVariables(std::string_view text);

  /// A value with expansions of its own is not kept.
  void assign(const std::string& name, std::string_view value);
  /// The word with the variables that are certain replaced, once.
  std::string resolve(std::string_view word) const;

 private:
  struct Uses {
    int assigned = 0;
    bool other = false;
  };
  std::map<std::string, Uses, std::less<>> uses_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace kbuild::run
