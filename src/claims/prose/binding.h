// Rules of bind_versions for versions that aren't next to their product's name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The versions that continue the list after the one that ends at `at`: ", 1.10 and 2.0".
std::vector<vocabulary::VersionMatch> versions_listed_after(std::string_view text, std::size_t at);
/// Whether the text between two versions consists of separators and conjunctions.
bool is_list_separator(std::string_view between);

/// "Three builds of PyTorch are kept on Puhti: 1.8 and 2.0.1": binds the list after a colon to the
/// only product before it, or to the implied one if the word "version" occurs instead.
void bind_colon_list(std::vector<BoundVersion>& found, std::string_view text,
                     const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                     std::size_t end, std::optional<std::uint32_t> implied);
/// Binds versions in parentheses after a place: "several modules of PyTorch on LUMI (2.1, 2.3 and
/// 2.4)".
void bind_located_list(std::vector<BoundVersion>& found, std::string_view text,
                       const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                       std::size_t end, std::optional<std::uint32_t> implied);
/// Binds a number with a "v", which needs no other word: "whereas Mahti still runs v1.10.2".
void bind_marked_versions(std::vector<BoundVersion>& found, std::string_view text,
                          const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                          std::size_t end, std::optional<std::uint32_t> implied);

/// "2.7.1 is available in the `pytorch/2.7` module": makes the module's name an attribute of the
/// version instead of another version.
void fold_modules(std::vector<BoundVersion>& found, std::string_view text);

}  // namespace kbuild::claims
