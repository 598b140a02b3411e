// The elements that occur in marked-up text, with the properties that building a tree needs.
#pragma once

#include <cstdint>
#include <string_view>

namespace kbuild::read::mediawiki {

/// Properties of an element that the algorithm uses; bits.
enum Trait : std::uint16_t {
  kFormatting = 1,
  kSpecialTag = 2,
  /// Its start tag ends a <p>, its end tag closes what is inside.
  kBlock = 4,
  kHeading = 8,
  kEmpty = 16,
  kScopeEnd = 32,
  /// Its end is implied by others.
  kImplied = 64,
  kTablePart = 128,
  /// Text does not belong directly into it.
  kFosters = 256,
};

/// A row of the table of elements.
struct Info {
  std::string_view name;
  std::uint16_t traits;
};

/// A row without traits for unknown names.
const Info& find_info(std::string_view name);

}  // namespace kbuild::read::mediawiki
