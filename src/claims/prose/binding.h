// Rules of bind_versions for versions that stand apart from their product's name. Internal to
// src/page.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The versions that go on a list after the one that ends at `at`: ", 1.10 and 2.0".
std::vector<vocabulary::VersionMatch> versions_listed_after(std::string_view text, std::size_t at);
/// Whether nothing but separators and joining words stands between two versions.
bool is_list_separator(std::string_view between);

/// "Three builds of PyTorch are kept on Puhti: 1.8 and 2.0.1": the list behind a colon belongs to
/// the one product before it, or to the implied one where the word "version" stands there instead.
void bind_colon_list(std::vector<BoundVersion>& found, std::string_view text,
                     const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                     std::size_t end, std::optional<std::uint32_t> implied);
/// "several modules of PyTorch on LUMI (2.1, 2.3 and 2.4)".
void bind_located_list(std::vector<BoundVersion>& found, std::string_view text,
                       const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                       std::size_t end, std::optional<std::uint32_t> implied);
/// "whereas Mahti still runs v1.10.2": a number with a "v" needs no other word.
void bind_marked_versions(std::vector<BoundVersion>& found, std::string_view text,
                          const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                          std::size_t end, std::optional<std::uint32_t> implied);

/// "2.7.1 is available in the `pytorch/2.7` module": the module's name is of the version that it
/// names, not of another one.
void fold_modules(std::vector<BoundVersion>& found, std::string_view text);

}  // namespace kbuild::claims
