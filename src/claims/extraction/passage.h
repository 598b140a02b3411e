// A page as a flat list of passages: headings, prose, code and tables in reading order. Each has
// its text, the source positions of the text, and the systems and product of the structure above it
// (tab, list item, heading, introduction). Extractors read passages instead of the tree.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/word.h"
#include "page/page.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims {

/// Text of inlines with the source positions of its pieces.
class LocatedText {
 public:
  /// `fallback` is used for pieces without a position.
  explicit LocatedText(source::Span fallback = {}) : fallback_(fallback) {}
  /// Appends; forced line breaks become line ends, others blanks.
  void append(const doc::Inlines& inlines);
  /// Appends all text of blocks, one paragraph or line of code a line.
  void append(const doc::Blocks& blocks);
  /// Appends text of one place.
  void append(std::string_view text, source::Span span);

  const std::string& text() const { return text_; }
  /// The source position of the byte at `offset`: an empty span.
  source::Span place(std::size_t offset) const;
  /// Inline code, as ranges of the text.
  const std::vector<std::pair<std::size_t, std::size_t>>& code() const { return code_; }

 private:
  struct Piece {
    std::size_t begin = 0;
    source::Span span;
  };
  source::Span fallback_;
  std::string text_;
  std::vector<Piece> pieces_;
  std::vector<std::pair<std::size_t, std::size_t>> code_;
};

enum class PassageKind : std::uint8_t { heading, tab, prose, code, table };

/// The systems that a passage is about by its position; empty if the structure names none.
struct Scope {
  enum class Origin : std::uint8_t {
    none,
    heading,
    container,
    tab,
    item,
    introduction,
    prompt
  } origin = Origin::none;
  std::vector<std::uint32_t> systems;
};

constexpr std::size_t kNoPassage = static_cast<std::size_t>(-1);

/// A sentence as a range of a text.
struct Sentence {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A line of code as extractors see it.
struct CodeLine {
  /// 0-based in the block.
  std::size_t number = 0;
  /// Without prompt and without the comment.
  std::string_view code;
  /// After '#', without it.
  std::string_view comment;
  /// Whether a prompt preceded it.
  bool prompted = false;
  /// The words of `code`.
  std::vector<std::string_view> words = {};
  /// Its begin in the source.
  source::Span place = {};
};

struct Passage {
  PassageKind kind = PassageKind::prose;
  LocatedText located;
  /// All names in the text if it is a place for names; those that count here; and its sentences
  /// (headings, tabs and prose).
  std::vector<vocabulary::Mention> names;
  std::vector<vocabulary::Mention> mentions;
  std::vector<Sentence> sentences;
  /// Its words (headings and prose).
  std::vector<TextWord> words;
  /// The lines of code.
  std::vector<CodeLine> lines;
  /// Whether the text has a digit; without one it has no version and no date.
  bool numbered = false;
  /// The date of a news entry and its extent in the text; see find_date.
  std::string date;
  std::size_t date_length = 0;
  Scope scope;
  /// The product in the nearest heading, tab or item.
  std::optional<std::uint32_t> product;
  /// For code and tables; `owned` keeps one alive that was written as HTML.
  const doc::Block* block = nullptr;
  std::shared_ptr<const doc::Block> owned = {};
  /// The heading above, and the paragraph that introduces code, a table or a list's items.
  std::size_t heading = kNoPassage;
  std::size_t introduction = kNoPassage;
  /// What list_begin() found, by the begin of a sentence and the place it was asked for.
  mutable std::map<std::size_t, std::map<std::size_t, std::size_t>> list_begins = {};
  /// The passage of the enclosing tab.
  std::size_t tab = kNoPassage;
  int list_depth = 0;
  bool item_begin = false;
  /// Whether the extractor of lists found versions in it.
  bool listed = false;
  std::string anchor;

  const std::string& text() const { return located.text(); }
  bool is_news() const { return !date.empty(); }
};

/// The passages of a document, without comments and hidden text; lines and dates are not set yet.
/// Keeps no reference to `vocabulary`.
std::vector<Passage> passages_of(const doc::Document& document,
                                 const vocabulary::Vocabulary& vocabulary);

/// Splits a text into sentences: at . ! ? before a blank and a capital or digit, and at line ends;
/// not in versions or after "e.g."; after 2,000 bytes at the latest. Inline code, given as ranges
/// of the text, may begin a sentence in lower case.
std::vector<Sentence> sentences_of(std::string_view text,
                                   std::span<const std::pair<std::size_t, std::size_t>> code = {});

/// Distinct systems of the mentions in [begin, end), in order.
std::vector<std::uint32_t> systems_in(const std::vector<vocabulary::Mention>& mentions,
                                      std::size_t begin, std::size_t end);

}  // namespace kbuild::claims
