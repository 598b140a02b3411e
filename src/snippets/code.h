// The part of a block that a translation must keep: the code without comments, quoted texts and
// placeholders, which are translated.
#pragma once

#include <cstdint>
#include <string>

#include "page/facts.h"
#include "snippets/snippet.h"

namespace kbuild::snippets {

/// A code block of a page: its place, and a number that identifies its code (0: no code).
struct CodeMark {
  std::uint64_t digest = 0;
  page::Place place;
};

/// One line for each line of code, without comments and blank lines, with quoted texts and
/// placeholders emptied; for a session only its commands. "" for blocks that aren't code. O(size).
std::string code_alone(const Snippet& snippet);

/// A number that identifies the code; 0 for "".
std::uint64_t code_digest(const Snippet& snippet);

template <class Archive>
void describe(Archive& a, CodeMark& x) {
  a(x.digest, x.place);
}

}  // namespace kbuild::snippets
