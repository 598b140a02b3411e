// What of a block's text a translation must keep: the code itself, without comments, texts in
// quotes and placeholders, which are translated.
#pragma once

#include <cstdint>
#include <string>

#include "page/facts.h"
#include "snippets/snippet.h"

namespace kbuild::snippets {

/// A code block of a page: where it stands, and a number that tells its code apart (0: no code).
struct CodeMark {
  std::uint64_t digest = 0;
  page::Place place;
};

/// One line for each line of code, comments and blanks dropped, quoted texts and placeholders
/// emptied; of a session its commands. "" for blocks that are no code. O(size).
std::string code_alone(const Snippet& snippet);

/// A number that tells codes apart; 0 for "".
std::uint64_t code_digest(const Snippet& snippet);

template <class Archive>
void describe(Archive& a, CodeMark& x) {
  a(x.digest, x.place);
}

}  // namespace kbuild::snippets
