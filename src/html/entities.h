// Character references of HTML: named, decimal and hexadecimal. The names are cmark-gfm's table of
// HTML5.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::html {

/// The decoded reference at a '&', in UTF-8, and its length in the source.
struct CharacterReference {
  std::string text;
  std::size_t length = 0;
};

/// Whether a reference must end in ';' (Markdown), or as browsers read it in attribute values: a
/// number ends at the first other character, and the oldest names need no ';' where no letter,
/// digit or '=' follows. `wiki` is strict, and numbers that no XML text may hold are no references
/// (MediaWiki's Sanitizer).
enum class ReferenceRule { strict, lenient, wiki };

/// The reference that begins at `text[offset]`, which is '&'; nullopt if there is none. Numbers
/// that name no character (0, surrogates, past U+10FFFF) give U+FFFD, and those of the C1 range
/// what Windows-1252 has there, as the HTML standard demands.
std::optional<CharacterReference> read_reference(std::string_view text, std::size_t offset,
                                                 ReferenceRule rule);

/// The text with every reference decoded.
std::string decode_references(std::string_view text, ReferenceRule rule);

}  // namespace kbuild::html
