// Rows and blocks; see rows.h.
#include "search/rows.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/text.h"
#include "search/index_form.h"

namespace kbuild::search {

namespace {

/// A block ends after the first row beyond this size that one of kEndings ends at.
constexpr std::size_t kBlockSize = 1800;
constexpr std::uint64_t kEndings = 16;
/// The entries of a row in their order.
constexpr std::string_view kLetters = "whtnfcvpsdZBCDFSLPRV";
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr auto kValues = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

std::uint8_t value_of(char digit) {
  return kValues[static_cast<unsigned char>(digit)];
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  std::size_t length = 0, limit = std::min({a.size(), b.size(), std::size_t{63}});
  while (length < limit && a[length] == b[length]) ++length;
  // Not within a code point.
  while (length > 0 && length < b.size() && (static_cast<unsigned char>(b[length]) & 0xc0) == 0x80)
    --length;
  // The browser counts in UTF-16: beginnings with characters outside the basic plane are not
  // shared.
  auto four_bytes = [](char c) { return static_cast<unsigned char>(c) >= 0xf0; };
  return std::any_of(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(length), four_bytes)
             ? 0
             : length;
}

/// The first `count` code points.
std::string_view beginning_of(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; count > 0 && end < text.size(); --count) end += base::decode_utf8(text, end).length;
  return text.substr(0, end);
}

/// The shortest beginning of `text` that comes after `before`.
std::string_view separator(std::string_view before, std::string_view text) {
  std::size_t end = shared_beginning(before, text);
  if (end < text.size()) end += base::decode_utf8(text, end).length;
  return text.substr(0, end);
}

}  // namespace

bool is_of_words(Field field) {
  return field == Field::word || field == Field::heading || field == Field::title ||
         field == Field::other_title || field == Field::file;
}

std::string row_text(Field field, std::string_view text) {
  return is_of_words(field) ? std::string(text) : "!" + std::string(text);
}

bool fits_in_line(std::string_view text) {
  return text.find_first_of("\t\n") == text.npos;
}

void add_number(std::string& out, std::uint32_t value) {
  for (; value >= 32; value >>= 5) out += kDigits[(value & 31) | 32];
  out += kDigits[value];
}

std::uint32_t read_number(std::string_view digits, std::size_t& at) {
  std::uint32_t value = 0;
  for (unsigned shift = 0; at < digits.size(); shift += 5) {
    std::uint8_t digit = value_of(digits[at++]);
    if (shift < 32) value |= static_cast<std::uint32_t>(digit & 31) << shift;
    if (digit < 32) break;
  }
  return value;
}

void add_posting(std::string& postings, std::uint32_t& last, Posting posting) {
  bool many = posting.count > 1;
  add_number(postings, (posting.section - last) * 2 + (many ? 1 : 0));
  if (many) add_number(postings, posting.count);
  last = posting.section;
}

std::uint32_t count_postings(std::string_view postings) {
  std::uint32_t count = 0;
  for_each_posting(postings, [&](Posting) { ++count; });
  return count;
}

std::string_view entry_of(std::string_view data, char letter) {
  std::string_view found;
  for (std::size_t at = 0; at < data.size();) {
    std::size_t end = std::min(data.find('\t', at), data.size());
    if (data[at] == letter) return data.substr(at + 1, end - at - 1);
    at = end + 1;
  }
  return found;
}

std::size_t rank_of(char letter) {
  return kLetters.find(letter);
}

char letter_at(std::size_t rank) {
  return kLetters[rank];
}

void add_rest(std::string& out, std::string_view before, std::string_view text) {
  std::size_t shared = shared_beginning(before, text);
  out += kDigits[base::count_code_points(text.substr(0, shared))];
  out += text.substr(shared);
}

std::string write_forms(std::string_view text, const std::vector<std::string>& forms) {
  std::string out;
  for (const std::string& form : forms) {
    if (!out.empty()) out += ' ';
    add_rest(out, text, form);
  }
  return out;
}

std::vector<std::string> read_forms(std::string_view text, std::string_view forms) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < forms.size();) {
    std::size_t end = std::min(forms.find(' ', at), forms.size());
    std::string_view form = forms.substr(at, end - at);
    form = form.substr(0, form.find('='));
    if (!form.empty()) {
      std::string& whole = out.emplace_back(beginning_of(text, value_of(form[0])));
      whole += form.substr(1);
    }
    at = end + 1;
  }
  return out;
}

Rows::const_iterator lower_row(const Rows& rows, std::string_view text) {
  return std::lower_bound(
      rows.begin(), rows.end(), text,
      [](const Row& row, std::string_view wanted) { return row.text < wanted; });
}

const Row* find_row(const Rows& rows, std::string_view text) {
  auto at = lower_row(rows, text);
  return at != rows.end() && at->text == text ? &*at : nullptr;
}

std::vector<Block> cut_blocks(const Rows& rows) {
  std::vector<Block> out;
  bool ended = true;
  std::string_view before;
  for (const Row& row : rows) {
    if (ended)
      out.push_back({std::string(out.empty() ? row.text : separator(before, row.text)), {}});
    std::string& content = out.back().content;
    if (!ended) content += '\n';
    add_rest(content, ended ? std::string_view() : before, row.text);
    content += '\t';
    content += row.data;
    before = row.text;
    ended = content.size() > kBlockSize && base::digest(row.text).low % kEndings == 0;
  }
  return out;
}

void read_block(std::string_view content, Rows& rows) {
  std::string before;
  for (std::size_t at = 0; at < content.size();) {
    std::size_t end = std::min(content.find('\n', at), content.size());
    std::string_view line = content.substr(at, end - at);
    at = end + 1;
    std::size_t tab = line.find('\t');
    if (tab == line.npos || tab == 0) continue;
    Row& row = rows.emplace_back();
    row.text = beginning_of(before, value_of(line[0]));
    row.text += line.substr(1, tab - 1);
    row.data = line.substr(tab + 1);
    before = row.text;
  }
}

}  // namespace kbuild::search
