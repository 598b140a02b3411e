// Rules out most places of a text as the begin of one of many words, by a few bytes and one table
// lookup. The others still have to be looked up: letters count in either case, and bytes that are
// equal in their last five bits count as one.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.h"

namespace kbuild::base {

/// Of `Bytes` bytes three make a table of 4 KB and four one of 128 KB, which lets less pass.
template <std::size_t Bytes>
class PrefixFilter {
 public:
  PrefixFilter() = default;
  /// Enters every word of a range.
  template <class Range>
  explicit PrefixFilter(const Range& words) {
    for (std::string_view word : words) add(word);
  }

  /// Enters a word; one of fewer bytes passes whatever follows it.
  void add(std::string_view word) {
    word = word.substr(0, Bytes);
    std::size_t open = kBits * (Bytes - word.size()), begin = index(word, 0);
    for (std::size_t rest = 0; rest < (std::size_t{1} << open); ++rest) bits_.set(begin | rest);
    // For two bytes, the table has the least distance from the begin of a window that ends with
    // them to the begin of a word. A short word may be followed by any bytes.
    for (std::size_t i = 0; i + 1 < Bytes; ++i) {
      std::size_t any = i >= word.size() ? kPairs : i + 1 >= word.size() ? kPairs >> kBits : 1;
      std::size_t pair = begin >> (kBits * (Bytes - 2 - i)) & (kPairs - 1) & ~(any - 1);
      for (std::size_t rest = 0; rest < any; ++rest)
        steps_[pair | rest] =
            std::min<std::uint8_t>(steps_[pair | rest], static_cast<std::uint8_t>(Bytes - 2 - i));
    }
  }
  /// False where no word begins at `at`. White space and the end of the text are equal.
  bool may_begin(std::string_view text, std::size_t at) const { return bits_[index(text, at)]; }
  /// The same for this filter and one of more bytes, at the same place.
  template <std::size_t More>
  bool may_begin_either(const PrefixFilter<More>& other, std::string_view text,
                        std::size_t at) const {
    static_assert(More > Bytes);
    std::size_t seen = PrefixFilter<More>::index(text, at);
    return other.bits_[seen] || bits_[seen >> ((More - Bytes) * kBits)];
  }
  /// The next offset from `at` on at which one may begin; else npos.
  std::size_t find(std::string_view text, std::size_t at) const {
    while (at + Bytes <= text.size()) {
      // The last two bytes of the window give the distance to the next possible begin.
      std::size_t pair = kFolded[static_cast<unsigned char>(text[at + Bytes - 2])] << kBits |
                         kFolded[static_cast<unsigned char>(text[at + Bytes - 1])];
      std::size_t step = steps_[pair];
      if (step == 0 && bits_[index(text, at)]) return at;
      at += std::max<std::size_t>(step, 1);
    }
    for (; at < text.size(); ++at)
      if (may_begin(text, at)) return at;
    return text.npos;
  }

 private:
  template <std::size_t Less>
  friend class PrefixFilter;
  static constexpr std::size_t kBits = 5;
  static constexpr std::size_t kSize = std::size_t{1} << (Bytes * kBits);

  static constexpr auto kFolded = [] {
    std::array<std::uint8_t, 256> made{};
    for (unsigned byte = 0; byte < made.size(); ++byte)
      made[byte] = is_space(static_cast<char>(byte)) ? 0 : byte & 31u;
    return made;
  }();

  static constexpr std::size_t folded(std::string_view text, std::size_t at) {
    return at < text.size() ? kFolded[static_cast<unsigned char>(text[at])] : 0;
  }
  static constexpr std::size_t index(std::string_view text, std::size_t at) {
    std::size_t made = 0;
    if (at + Bytes <= text.size())
      for (std::size_t i = at; i < at + Bytes; ++i)
        made = made << kBits | kFolded[static_cast<unsigned char>(text[i])];
    else
      for (std::size_t i = at; i < at + Bytes; ++i) made = made << kBits | folded(text, i);
    return made;
  }

  static constexpr std::size_t kPairs = std::size_t{1} << (2 * kBits);

  std::bitset<kSize> bits_;
  /// By the last two bytes of a window: how far on a word may begin.
  std::array<std::uint8_t, kPairs> steps_ = [] {
    std::array<std::uint8_t, kPairs> made{};
    made.fill(Bytes - 1);
    return made;
  }();
};

}  // namespace kbuild::base
