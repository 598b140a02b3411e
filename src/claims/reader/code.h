// Lines of code blocks as assertions read them: commands without prompts, comments, and output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/reader/outline.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims::reader {

/// Views of the passage's text.
struct CodeLine {
  std::string_view text;
  /// Without prompt and comment.
  std::string_view code;
  /// After '#', without it.
  std::string_view comment;
  /// Whether a prompt preceded it.
  bool prompted = false;
  /// Whether it is a command, by its prompt or its first word; else output, or a file's content.
  bool command = false;
  /// Whether the output below the command reports that it failed.
  bool failed = false;
  source::Span place = {};
  /// The systems that its comment names, or a comment line above it within the same paragraph.
  std::vector<std::string> systems = {};
};

/// The lines of a passage of code. Linear time.
std::vector<CodeLine> code_lines(const Outline& outline, const Passage& passage,
                                 const vocabulary::Vocabulary& vocabulary);

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
