// Words and phrases of manuals by class: states of versions, headers of tables, nouns for systems,
// marks in cells. They are rows of src/knowledge/lang/*.yaml, of all languages at once, since pages
// mix them; a site's own files add to them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/prefix_filter.h"
#include "meta/knowledge.h"
#include "vocabulary/tables.h"

namespace kbuild::vocabulary {

/// A set of classes of words.
class WordSet {
 public:
  constexpr WordSet() = default;
  constexpr WordSet(WordClass one) : bits_(bit(one)) {}
  constexpr WordSet(std::initializer_list<WordClass> several) {
    for (WordClass one : several) bits_ |= bit(one);
  }
  constexpr bool contains(WordClass one) const { return (bits_ & bit(one)) != 0; }
  constexpr WordSet operator|(WordSet other) const {
    other.bits_ |= bits_;
    return other;
  }

 private:
  static constexpr std::uint64_t bit(WordClass one) {
    return std::uint64_t{1} << static_cast<unsigned>(one);
  }
  std::uint64_t bits_ = 0;
};

/// States of versions, and what says that the state is not of now or not of here.
inline constexpr WordSet kStateWords = {
    WordClass::available,  WordClass::default_version, WordClass::limited,
    WordClass::deprecated, WordClass::unavailable,     WordClass::removed,
    WordClass::future,     WordClass::recommended,     WordClass::required,
    WordClass::exception,  WordClass::everywhere};
/// Words beside a version that say which others are meant: "or newer".
inline constexpr WordSet kBoundWords = {WordClass::or_newer, WordClass::newer_than,
                                        WordClass::or_older, WordClass::older_than};
/// Headers of columns.
inline constexpr WordSet kHeaderWords = {
    WordClass::header_version, WordClass::header_system,   WordClass::header_module,
    WordClass::header_status,  WordClass::header_software, WordClass::header_default,
    WordClass::header_date,    WordClass::header_notes,    WordClass::header_other};
/// Cells that are a mark.
inline constexpr WordSet kMarks = {WordClass::yes, WordClass::no, WordClass::ditto};

struct WordMatch {
  WordClass word_class = WordClass::available;
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Words {
 public:
  /// Those of the program.
  static const Words& built_in();
  /// Those of the program and of a site.
  explicit Words(const meta::Knowledge& site);
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  /// Phrases of the classes in a text of any case, in order; of overlapping ones the longer, so
  /// that "not available" is not "available", and of equal ones that of the first class. Linear in
  /// the text.
  std::vector<WordMatch> find(std::string_view text, WordSet classes) const {
    return first(text, classes, text.size());
  }
  /// Whether find() finds any.
  bool has(std::string_view text, WordSet classes) const {
    return !first(text, classes, 1).empty();
  }
  /// The class that the whole text is of, except for blanks, a colon or a full stop around it; the
  /// first of several.
  std::optional<WordClass> whole(std::string_view text, WordSet classes) const;
  bool is(std::string_view text, WordSet classes) const { return whole(text, classes).has_value(); }

 private:
  Words() = default;
  void add(std::string_view phrase, WordClass word_class);
  bool may_begin(std::string_view text, std::size_t at) const {
    return beginnings_.may_begin(text, at) || (base_ && base_->may_begin(text, at));
  }
  /// What find() finds, up to `most`.
  std::vector<WordMatch> first(std::string_view text, WordSet classes, std::size_t most) const;
  /// The longest phrase of the classes at `at` of a text in small letters; empty where none is.
  WordMatch longest(std::string_view lower_text, std::size_t at, WordSet classes) const;

  /// The phrases of a site, which its rows refer to; they stay in place.
  std::deque<std::string> own_;
  /// What these add to; null for those of the program.
  const Words* base_ = nullptr;
  /// Of the phrases that may begin with the two bytes.
  static constexpr std::size_t bucket(char first, char second) {
    return (static_cast<unsigned char>(first) & 31u) << 5 |
           (static_cast<unsigned char>(second) & 31u);
  }
  /// By bucket, so that few are compared at a word.
  std::array<std::vector<WordRow>, 1024> rows_;
  /// Of all phrases: most words of a text begin none.
  base::PrefixFilter<3> beginnings_;
};

/// The language of a text by its frequent short words; "en" where there are too few.
std::string_view guess_prose_language(std::string_view text);

}  // namespace kbuild::vocabulary
