// What reading one page may take, of everything that a few bytes of a page can multiply: files that
// include each other, templates that call each other. What grows with the page itself needs no
// bound here; readers are linear in it. Depth is bounded where readers descend (base/bounds.h), and
// findings where they are gathered (diag/diagnostic.h).
#pragma once

#include <cstddef>
#include <string_view>

#include "diag/diagnostic.h"
#include "source/span.h"

namespace kbuild::read {

/// Files that a page includes, each counted as often as it is included.
inline constexpr std::size_t kMaxIncludedFiles = 1'000;
/// Bytes of these files.
inline constexpr std::size_t kMaxIncludedBytes = 16u << 20;
/// Calls, parameters and tags that are expanded, again in each expansion of what holds them. The
/// limit of MediaWiki's preprocessor to its nodes.
inline constexpr std::size_t kMaxSteps = 1'000'000;
/// Bytes that expansions put into the page. The limit of MediaWiki to a page's text.
inline constexpr std::size_t kMaxExpandedBytes = 2u << 20;

/// The budget of one page. Each reader makes one for a page and asks it before it does what it
/// bounds; where the answer is no, the reader leaves that out or shows it as written, and reads on.
/// The first no is a KB0007.
class Budget {
 public:
  /// `diagnostics` must outlive the budget.
  explicit Budget(diag::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// False once a file was refused; then look for no further ones.
  bool can_take_files() const { return !files_refused_; }
  /// Takes an included file of that size; `at` is the place that includes it. False, and nothing
  /// is taken, where it is too much: then leave it out.
  bool take_file(std::size_t bytes, source::Span at);
  /// Takes a step; where it is one too many, the markup at `at` is to be shown as written.
  bool take_step(source::Span at);
  /// Takes text that an expansion made; where it is too much, leave it out. All further text is
  /// refused, too.
  bool take_text(std::size_t bytes, source::Span at);

 private:
  bool refuse(std::string_view what, std::string_view consequence, source::Span at);

  diag::Diagnostics& diagnostics_;
  std::size_t files_ = 0;
  std::size_t file_bytes_ = 0;
  std::size_t steps_ = 0;
  std::size_t text_bytes_ = 0;
  bool files_refused_ = false;
  bool reported_ = false;
};

}  // namespace kbuild::read
