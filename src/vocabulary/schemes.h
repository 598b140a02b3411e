// Releases that are written by the scheme of one product: the table stands beside the products, in
// products.cc; its patterns are explained in tables.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kbuild::vocabulary {

/// Whether small letters may stand for the capitals of a scheme, as in a query.
enum class Capitals : std::uint8_t { needed, ignored };

struct SchemeMatch {
  /// Where the match ends; where it was sought where there is none.
  std::size_t end = 0;
  /// The release: "16.C.01" for "16-C.01", "5.4.4pl2" for "5.4.4 pl2".
  std::string release;
};

/// The release by the scheme of some product that begins at `at`: "29Sep2021", "R2024b", "16-C.01".
SchemeMatch match_scheme(std::string_view text, std::size_t at,
                         Capitals capitals = Capitals::needed);

/// The release that the version of a product's module names by the product's own scheme: "16.C.02"
/// for "g16_c.02" of Gaussian; "" where there is none.
std::string release_by_module_scheme(std::string_view product, std::string_view version);

}  // namespace kbuild::vocabulary
