// A page as a flat list of passages in reading order: headings, labels of tabs, terms, items,
// paragraphs, code and tables. Each knows its text with source positions, the passage that it
// stands below, and the sentence that introduces it. Assertions are made from passages; what a
// label means for those below is in place.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "claims/reader/text.h"
#include "page/page.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims::reader {

enum class PassageKind : std::uint8_t {
  heading,
  /// The label of a tab, the title of a box, the term of a definition.
  tab,
  title,
  term,
  /// The first paragraph of a list's item.
  item,
  paragraph,
  code,
  table
};

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// What `{.versions system=LUMI}` says of a table, a list or a listing, as written; see declared.h.
struct Declaration {
  std::vector<std::string> systems = {};
  std::string product = {};
  std::string date = {};
  std::string status = {};
  std::vector<std::string> unknown_keys = {};
  source::Span span = {};
};

/// A line of code, as views of its passage's text.
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

struct Passage {
  PassageKind kind = PassageKind::paragraph;
  LocatedText located;
  /// The item, term, tab, title or heading that it stands below; headings are below others of a
  /// higher level.
  std::size_t parent = kNone;
  /// The paragraph right before a table, code or a list.
  std::size_t introduction = kNone;
  /// The table, list or listing, from 1 in the order of the page; 0 for others. Nested lists belong
  /// to the outermost.
  std::uint32_t block = 0;
  /// Depth of nested lists; 0 outside of lists.
  int depth = 0;
  /// For code and tables; `owned` keeps one alive that was written as HTML.
  const doc::Block* node = nullptr;
  std::shared_ptr<const doc::Block> owned = {};
  std::shared_ptr<const Declaration> declared = {};
  /// Of headings: the id, and the ISO date that they bear.
  std::string anchor = {};
  std::string date = {};
  /// The systems and products that it names, as the vocabulary spells them, in order. Set by
  /// name_labels() for short labels and for introductions.
  std::vector<std::string> systems = {};
  std::vector<std::string> products = {};
  /// Of code; see code.h.
  std::vector<CodeLine> lines = {};
  /// Of labels: the state that it gives to all below it ("Old versions (deprecated)"). Set by
  /// name_states().
  std::optional<ClaimStatus> state = {};

  const std::string& text() const { return located.text(); }
  /// Of labels: whether what stands below is of the past ("Before 2023"). Set by name_states().
  bool former = false;
  /// Whether it says what stands below it is about.
  bool is_label() const;
  const doc::Table* table() const;
  const doc::CodeBlock* code() const;
};

struct Outline {
  const page::Page& page;
  std::vector<Passage> passages;

  /// The headings above, joined by " > "; the id of the nearest; the date of the nearest dated one.
  std::string section(std::size_t passage) const;
  std::string anchor(std::size_t passage) const;
  std::string date(std::size_t passage) const;
};

/// The passages of the page, without comments and hidden text. Linear time.
Outline outline_of(const page::Page& page);

/// Sets the systems and products of labels and introductions.
void name_labels(Outline& outline, const vocabulary::Vocabulary& vocabulary);

}  // namespace kbuild::claims::reader
