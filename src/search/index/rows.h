// The index of one language as text: a row for each text that is looked up, in the order of their
// bytes, cut into blocks of about two kilobytes. The database and the files for plain hosts carry
// the same blocks, so that both answer alike and an edit touches few of them.
//
// A row's data are entries separated by TAB: a letter and its data. The letter is that of a Field,
// of a Relation or one of form.h. The entry of a field has its postings: for each section the
// distance from the last, doubled, plus one if a count above one follows. The entry of a relation
// has its forms, separated by blanks, each as the length of the prefix that it shares with the
// row's text, and the rest. Forms found by Voikko may begin otherwise and so be in any block: if
// their rows have few postings, these are inlined, as "=" and the postings of Field::word, then "|"
// and the entry for each other field. Compounds may be in any block, too: the row of a part has the
// merged postings of all its compounds, written likewise. Texts of fields other than words (code,
// versions and the like) begin with "!", so that words are close together.
//
// In a block a row is a line, its text written like a form after the text of the row before.
// Numbers are written like those of source maps, five bits a digit, lowest first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/prepare.h"

namespace kbuild::search {

/// No row.
constexpr std::uint32_t kNone = 0xffffffff;

struct Row {
  std::string text;
  std::string data;
  /// Whether it or the row before it differs from that in its block.
  bool changed = false;
};
/// Sorted by text.
using Rows = std::vector<Row>;

struct Posting {
  std::uint32_t section = 0;
  std::uint32_t count = 0;
};

/// Whether the texts of a field are words.
bool is_of_words(Field field);
/// Whether an entry of this letter holds a field's postings.
bool is_field(char letter);
/// The text of the row that has a field's text.
std::string row_text(Field field, std::string_view text);
/// Whether a row may have this text.
bool fits_in_line(std::string_view text);

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr auto kDigitValues = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();
/// Damaged digits count as 0.
inline std::uint8_t value_of(char digit) {
  return kDigitValues[static_cast<unsigned char>(digit)];
}

void add_number(std::string& out, std::uint32_t value);
/// The number that begins at `at`, which moves behind it.
inline std::uint32_t read_number(std::string_view digits, std::size_t& at) {
  std::uint32_t value = 0;
  for (unsigned shift = 0; at < digits.size(); shift += 5) {
    std::uint8_t digit = value_of(digits[at++]);
    if (shift < 32) value |= static_cast<std::uint32_t>(digit & 31) << shift;
    if (digit < 32) break;
  }
  return value;
}

/// Adds to postings that end with section `last`, which becomes `section`.
void add_posting(std::string& postings, std::uint32_t& last, Posting posting);
template <class Body>
void for_each_posting(std::string_view postings, Body body) {
  std::uint32_t section = 0;
  for (std::size_t at = 0; at < postings.size();) {
    std::uint32_t number = read_number(postings, at);
    section += number >> 1;
    body(Posting{section, number & 1 ? read_number(postings, at) : 1});
  }
}
std::uint32_t count_postings(std::string_view postings);

/// What follows the letter; empty where the row has no such entry.
std::string_view entry_of(std::string_view data, char letter);
/// Calls body(entry) for each, its letter included.
template <class Body>
void for_each_entry(std::string_view data, Body body) {
  for (std::size_t at = 0; at < data.size();) {
    std::size_t end = std::min(data.find('\t', at), data.size());
    body(data.substr(at, end - at));
    at = end + 1;
  }
}
/// Takes out how the vocabulary splits the word, which is the last of the entries.
void drop_split(Row& row);
constexpr std::size_t kLetterCount = 21;
/// Entries in the order in which a row has them, below kLetterCount.
std::size_t rank_of(char letter);
char letter_at(std::size_t rank);

std::string write_forms(std::string_view text, const std::vector<std::string>& forms);
/// Without inlined postings.
std::vector<std::string> read_forms(std::string_view text, std::string_view forms);

/// Where the row is, or where it would be.
Rows::const_iterator lower_row(const Rows& rows, std::string_view text);
/// Null if there is none.
const Row* find_row(const Rows& rows, std::string_view text);

struct Block {
  /// Comes after all texts of the blocks before, and not after any of its own.
  std::string first;
  std::string content;
  std::size_t rows = 0;
};
/// Where blocks end depends on the texts near there, so that most stay as they are when a row
/// changes. Data of unchanged rows are reused from `old`.
std::vector<Block> cut_blocks(const Rows& rows, const std::vector<Block>& old = {});
/// The rows of one block's content.
Rows read_rows(std::string_view content);
/// The rows of all blocks; sets the number of rows of each block.
Rows read_blocks(std::vector<Block>& blocks, unsigned jobs);

/// `text` as the length of what it shares with `before`, one digit, and the rest.
void add_rest(std::string& out, std::string_view before, std::string_view text);

}  // namespace kbuild::search
