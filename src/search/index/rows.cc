// Writes and reads rows, their entries and blocks; see rows.h for the format.
#include "search/index/rows.h"

#include <algorithm>
#include <iterator>

#include "base/hash.h"
#include "base/jobs.h"
#include "base/text.h"
#include "search/index/form.h"
#include "search/language/analyser.h"
#include "source/letter_boundary.h"

namespace kbuild::search {

namespace {

/// A block ends after the first row beyond this size that one of kEndings ends at.
constexpr std::size_t kBlockSize = 1800;
constexpr std::uint64_t kEndings = 16;
/// The entries of a row in their order.
constexpr std::string_view kLetters = "whtnfcvpsdZBCDFSLPRMV";
static_assert(kLetters.size() == kLetterCount);

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  std::size_t length = 0, limit = std::min({a.size(), b.size(), std::size_t{63}});
  while (length < limit && a[length] == b[length]) ++length;
  length = source::letter_boundary(b, length);
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

std::size_t count_lines(std::string_view content) {
  auto ends = static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n'));
  return ends + (content.empty() || content.back() == '\n' ? 0 : 1);
}

/// Reads the rows of a block to `rows`, which has a place for each of its lines; the number of
/// those that are rows.
std::size_t read_lines(std::string_view content, Row* rows) {
  Row* next = rows;
  for (std::size_t at = 0; at < content.size();) {
    std::size_t end = std::min(content.find('\n', at), content.size());
    std::string_view line = content.substr(at, end - at);
    at = end + 1;
    std::size_t tab = line.find('\t');
    if (tab == line.npos || tab == 0) continue;
    std::string_view before = next == rows ? std::string_view() : (next - 1)->text;
    next->text = beginning_of(before, value_of(line[0]));
    next->text += line.substr(1, tab - 1);
    next->data = line.substr(tab + 1);
    ++next;
  }
  return static_cast<std::size_t>(next - rows);
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
  return std::none_of(text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; });
}

void add_number(std::string& out, std::uint32_t value) {
  for (; value >= 32; value >>= 5) out += kDigits[(value & 31) | 32];
  out += kDigits[value];
}

void add_posting(std::string& postings, std::uint32_t& last, Posting posting) {
  bool many = posting.count > 1;
  add_number(postings, (posting.section - last) * 2 + (many ? 1 : 0));
  if (many) add_number(postings, posting.count);
  last = posting.section;
}

std::uint32_t count_postings(std::string_view postings) {
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < postings.size(); ++count)
    if (read_number(postings, at) & 1) read_number(postings, at);
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

bool is_field(char letter) {
  return rank_of(letter) < rank_of(static_cast<char>(Relation::stem));
}

void drop_split(Row& row) {
  std::string_view split = entry_of(row.data, kPartsByVocabulary);
  if (split.empty()) return;
  row.data.resize(row.data.size() - std::min(row.data.size(), split.size() + 2));
  row.changed = true;
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

namespace {

bool ends_block(const Row& row) {
  return base::digest(row.text).low % kEndings == 0;
}

/// The block of `old` that equals the rows from `begin` on; null: none.
const Block* same_block(const Rows& rows, std::size_t begin, const std::vector<Block>& old,
                        std::size_t& at) {
  if (rows[begin].changed) return nullptr;
  // A block's first row is written as it is, after the digit for nothing shared.
  auto first_of = [](const Block& block) {
    return std::string_view(block.content).substr(1, block.content.find('\t') - 1);
  };
  while (at < old.size() && first_of(old[at]) < rows[begin].text) ++at;
  if (at == old.size() || first_of(old[at]) != rows[begin].text) return nullptr;
  std::size_t end = begin + old[at].rows;
  if (end > rows.size()) return nullptr;
  for (std::size_t i = begin; i < end; ++i)
    if (rows[i].changed) return nullptr;
  // The last block ends where the rows end.
  bool whole = old[at].content.size() > kBlockSize && ends_block(rows[end - 1]);
  return whole || end == rows.size() ? &old[at] : nullptr;
}

}  // namespace

std::vector<Block> cut_blocks(const Rows& rows, const std::vector<Block>& old) {
  std::vector<Block> out;
  std::size_t next_old = 0;
  for (std::size_t begin = 0; begin < rows.size(); begin += out.back().rows) {
    Block& block = out.emplace_back();
    block.first = begin == 0 ? rows[0].text : separator(rows[begin - 1].text, rows[begin].text);
    if (const Block* same = same_block(rows, begin, old, next_old)) {
      block.content = same->content;
      block.rows = same->rows;
      continue;
    }
    std::string_view before;
    for (std::size_t i = begin; i < rows.size(); ++i) {
      const Row& row = rows[i];
      if (i > begin) block.content += '\n';
      add_rest(block.content, before, row.text);
      block.content += '\t';
      block.content += row.data;
      before = row.text;
      ++block.rows;
      if (block.content.size() > kBlockSize && ends_block(row)) break;
    }
  }
  return out;
}

Rows read_rows(std::string_view content) {
  Rows rows(count_lines(content));
  rows.resize(read_lines(content, rows.data()));
  return rows;
}

Rows read_blocks(std::vector<Block>& blocks, unsigned jobs) {
  // Each block gets its place at once: rows that move are as dear as rows that are read.
  std::vector<std::size_t> begins;
  std::size_t lines = 0, read = 0;
  for (const Block& block : blocks) {
    begins.push_back(lines);
    lines += count_lines(block.content);
  }
  Rows rows(lines);
  base::for_each_index(blocks.size(), jobs, [&](std::size_t i) {
    blocks[i].rows = read_lines(blocks[i].content, rows.data() + begins[i]);
  });
  for (const Block& block : blocks) read += block.rows;
  if (read < lines) std::erase_if(rows, [](const Row& row) { return row.text.empty(); });
  return rows;
}

}  // namespace kbuild::search
