// Finding the block of a note; see block_note.h.
#include "meta/block_note.h"

namespace kbuild::meta {

namespace {
constexpr std::size_t kMinDigits = 8;
}

bool fits(const BlockNote& note, std::string_view page, std::string_view headings,
          std::string_view digest) {
  if (note.page != page || note.digest.size() < kMinDigits || !digest.starts_with(note.digest))
    return false;
  bool ends = headings.ends_with(note.heading);
  std::string_view before = ends ? headings.substr(0, headings.size() - note.heading.size()) : "";
  return note.heading.empty() || (ends && (before.empty() || before.ends_with(" > ")));
}

}  // namespace kbuild::meta
