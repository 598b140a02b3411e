// The words among the rows of a language: data that depend on all of them, namely the halves into
// which a word is split and the postings of forms that are inlined in a row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/jobs.h"
#include "search/index/rows.h"

namespace kbuild::search {

/// Rows that a thread takes at a time.
constexpr std::size_t kRun = 4096;

/// Calls body(begin, end) for each run of kRun below `size`, in parallel.
template <class Body>
void for_each_run(std::size_t size, unsigned jobs, Body body) {
  base::for_each_index((size + kRun - 1) / kRun, jobs, [&](std::size_t run) {
    body(run * kRun, std::min(size, (run + 1) * kRun));
  });
}

/// Calls body(i) for each i below `size`, in parallel.
template <class Body>
void for_each_in_runs(std::size_t size, unsigned jobs, Body body) {
  for_each_run(size, jobs, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

/// Words by their texts. The rows stay where they are as long as this lives; their texts do not
/// change.
class RowWords {
 public:
  RowWords(Rows& rows, unsigned jobs);

  /// Indexed words that no dictionary has are split into two others: of all splits the one whose
  /// rarer half is the most frequent (search/query/plan.h).
  void split();

  /// By row: how many sections have it as a word.
  std::vector<std::uint32_t> take_frequencies() { return std::move(frequency_); }

  /// The data of a row with the postings of its forms and compounds inlined; nullopt if nothing is
  /// to be added.
  std::optional<std::string> inlined(const Row& row) const;

 private:
  /// Of no row.
  static constexpr std::uint32_t kNone = 0xffffffff;
  /// A place of the table: a word's row and the higher half of its hash.
  struct Place {
    std::uint32_t hash = 0;
    std::uint32_t row = kNone;
  };

  /// The row of a word; kNone where no section has it.
  std::uint32_t find(std::string_view word) const;
  std::vector<std::uint32_t> beginnings_of(std::string_view text) const;
  void set_split(Row& row, const std::vector<std::uint32_t>& beginnings) const;
  std::string with_postings(const std::string& text, std::string_view forms) const;
  /// The postings of all words merged, field by field.
  std::string of_compounds(const std::vector<std::string>& words) const;
  /// The entries of a word for fields of words, if they are small.
  std::string few_of(std::string_view word) const;

  Rows& rows_;
  unsigned jobs_;
  std::vector<std::uint32_t> frequency_;
  /// A power of two of places, half of them free at least.
  std::vector<Place> places_;
};

}  // namespace kbuild::search
