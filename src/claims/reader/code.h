// Code blocks as assertions read them: lines of commands without prompts, comments, and output.
#pragma once

#include "claims/reader/outline.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims::reader {

/// Sets the lines of the passages of code. They are views of the passages' texts, which must stay
/// where they are. Linear time.
void split_code(Outline& outline, const vocabulary::Vocabulary& vocabulary);

/// Whether the block is a batch script.
bool is_batch_script(const Passage& passage);

/// Has the reader read each block of code, and each other text that has code in it, in order.
template <class Reader>
void read_all_code(const Outline& outline, Reader& reader) {
  for (std::size_t i = 0; i < outline.passages.size(); ++i) {
    const Passage& passage = outline.passages[i];
    if (passage.code())
      reader.read_code(i);
    else if (!passage.table() && !passage.located.code().empty())
      reader.read_inline(i);
  }
}

}  // namespace kbuild::claims::reader
