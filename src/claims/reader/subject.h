// What a page is about: its product, its systems, and the names that it defines.
#pragma once

#include <string>
#include <vector>

#include "claims/reader/outline.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims::reader {

struct Subject {
  vocabulary::Vocabulary vocabulary;
  /// The software that the page is about, by front matter, title, file name or first sentence;
  /// empty if none.
  std::string product = {};
  /// The systems of the front matter, else of the title, else the source's default.
  std::vector<std::string> systems = {};
};

Subject subject_of(const Outline& outline);

/// The product that the block declares, else that of the nearest label above the passage, else the
/// page's; empty if none.
std::string product_above(const Outline& outline, const Subject& subject, std::size_t passage);

}  // namespace kbuild::claims::reader
