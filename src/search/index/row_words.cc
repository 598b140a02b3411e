// Derives halves of compounds and postings of forms from all rows of a language; see row_words.h.
#include "search/index/row_words.h"

#include <array>
#include <bit>
#include <span>

#include "base/text_hash.h"
#include "search/index/form.h"
#include "search/language/analyser.h"

namespace kbuild::search {

namespace {

/// Limit of bytes of inlined postings of a form. It includes all but the most frequent forms, so
/// that a browser that asks for a Finnish word need not load a block for each of its forms.
constexpr std::size_t kFewPostings = 60;
/// Most compounds of a part that count, in the order of their texts.
constexpr std::size_t kMaxCompounds = 200;

std::uint32_t upper_half(std::size_t hash) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(hash) >> 32);
}

}  // namespace

RowWords::RowWords(Rows& rows, unsigned jobs) : rows_(rows), jobs_(jobs), frequency_(rows.size()) {
  std::vector<std::size_t> hashes(rows.size());
  for_each_in_runs(rows.size(), jobs, [&](std::size_t i) {
    frequency_[i] = count_postings(entry_of(rows[i].data, static_cast<char>(Field::word)));
    if (frequency_[i] != 0) hashes[i] = base::TextHash()(rows[i].text);
  });
  places_.resize(std::bit_ceil(2 * rows.size() + 1));
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (frequency_[i] == 0) continue;
    std::size_t at = hashes[i] & (places_.size() - 1);
    while (places_[at].row != kNone) at = (at + 1) & (places_.size() - 1);
    places_[at] = {upper_half(hashes[i]), i};
  }
}

std::uint32_t RowWords::find(std::string_view word) const {
  std::size_t hash = base::TextHash()(word);
  for (std::size_t at = hash & (places_.size() - 1); places_[at].row != kNone;
       at = (at + 1) & (places_.size() - 1))
    if (places_[at].hash == upper_half(hash) && rows_[places_[at].row].text == word)
      return places_[at].row;
  return kNone;
}

void RowWords::split() {
  for_each_run(rows_.size(), jobs_, [&](std::size_t begin, std::size_t end) {
    // The words that the present one begins with, shortest first.
    std::vector<std::uint32_t> beginnings = beginnings_of(rows_[begin].text);
    for (std::size_t i = begin; i < end; ++i) {
      if (frequency_[i] == 0) continue;
      Row& row = rows_[i];
      while (!beginnings.empty() && !row.text.starts_with(rows_[beginnings.back()].text))
        beginnings.pop_back();
      set_split(row, beginnings);
      beginnings.push_back(static_cast<std::uint32_t>(i));
    }
  });
}

std::optional<std::string> RowWords::inlined(const Row& row) const {
  std::optional<std::string> data;
  auto replace = [&](std::string_view entry, const std::string& with) {
    if (entry == with) return;
    const std::string& old = data ? *data : row.data;
    auto place = static_cast<std::size_t>(entry.data() - old.data());
    data = old.substr(0, place) + with + old.substr(place + entry.size());
  };
  for (Relation relation : {Relation::lemma, Relation::root}) {
    std::string_view forms = entry_of(data ? *data : row.data, static_cast<char>(relation));
    if (!forms.empty()) replace(forms, with_postings(row.text, forms));
  }
  constexpr char kPart = static_cast<char>(Relation::part);
  if (std::string_view forms = entry_of(data ? *data : row.data, kPart); !forms.empty()) {
    std::string all = of_compounds(read_forms(row.text, forms));
    std::string_view old = entry_of(data ? *data : row.data, kCompoundsOfPart);
    if (!old.empty()) {
      replace(old, all);
    } else if (!all.empty()) {
      if (!data) data = row.data;
      std::string entry = std::string("\t") + kCompoundsOfPart + all;
      std::string_view split = entry_of(*data, kPartsByVocabulary);
      data->insert(split.empty() ? data->size() : data->size() - split.size() - 2, entry);
    }
  }
  return data;
}

std::vector<std::uint32_t> RowWords::beginnings_of(std::string_view text) const {
  std::vector<std::uint32_t> out;
  for (std::size_t size = 1; size < text.size(); ++size)
    if (std::uint32_t word = find(text.substr(0, size)); word != kNone) out.push_back(word);
  return out;
}

void RowWords::set_split(Row& row, const std::vector<std::uint32_t>& beginnings) const {
  std::string split;
  std::uint32_t most = 1;
  // A word of the dictionary is a compound only by the dictionary's analysis.
  if (entry_of(row.data, kLemmasOfForm).empty())
    for (std::uint32_t left : beginnings) {
      std::size_t size = rows_[left].text.size();
      if (size < kMinHalfLength || size + kMinHalfLength > row.text.size()) continue;
      if (frequency_[left] <= most) continue;
      std::uint32_t right = find(std::string_view(row.text).substr(size));
      if (right == kNone) continue;
      std::uint32_t count = std::min(frequency_[left], frequency_[right]);
      if (count <= most) continue;
      most = count;
      split = rows_[left].text + "+" + rows_[right].text;
    }
  if (split == entry_of(row.data, kPartsByVocabulary)) return;
  drop_split(row);
  if (!split.empty()) row.data += std::string("\t") + kPartsByVocabulary + split;
  row.changed = true;
}

std::string RowWords::with_postings(const std::string& text, std::string_view forms) const {
  std::string out;
  for (const std::string& form : read_forms(text, forms)) {
    if (!out.empty()) out += ' ';
    add_rest(out, text, form);
    if (std::string few = few_of(form); !few.empty()) out += "=" + few;
  }
  return out;
}

std::string RowWords::of_compounds(const std::vector<std::string>& words) const {
  std::array<std::vector<Posting>, kLetterCount> fields;
  for (const std::string& word : std::span(words).first(std::min(words.size(), kMaxCompounds))) {
    std::uint32_t found = find(word);
    if (found == kNone) continue;
    for_each_entry(rows_[found].data, [&](std::string_view entry) {
      if (!is_field(entry[0]) || !is_of_words(static_cast<Field>(entry[0]))) return;
      auto& field = fields[rank_of(entry[0])];
      for_each_posting(entry.substr(1), [&](Posting posting) { field.push_back(posting); });
    });
  }
  std::string out;
  for (std::size_t rank = 0; rank < fields.size(); ++rank) {
    auto& field = fields[rank];
    if (field.empty()) continue;
    if (static_cast<Field>(letter_at(rank)) != Field::word) {
      out += '|';
      out += letter_at(rank);
    }
    std::sort(field.begin(), field.end(),
              [](const Posting& a, const Posting& b) { return a.section < b.section; });
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < field.size();) {
      Posting sum{field[i].section, 0};
      for (; i < field.size() && field[i].section == sum.section; ++i) sum.count += field[i].count;
      add_posting(out, last, sum);
    }
  }
  return out;
}

std::string RowWords::few_of(std::string_view word) const {
  std::uint32_t found = find(word);
  if (found == kNone) return {};
  std::string few;
  for_each_entry(rows_[found].data, [&](std::string_view entry) {
    auto field = static_cast<Field>(entry[0]);
    if (!is_of_words(field)) return;
    if (field != Field::word) few += '|';
    few += field == Field::word ? entry.substr(1) : entry;
  });
  return few.size() > kFewPostings ? "" : few;
}

}  // namespace kbuild::search
