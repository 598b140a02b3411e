// Reads questions about versions: "which pytorch is newer than 2.6 on mahti?". A question is one
// only if all of its words are known: names, versions, and the words that such questions are made
// of. Whatever else is asked stays without an answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/table.h"

namespace kbuild::answer {

/// A version that is asked for, or a bound of one.
struct Asked {
  enum class Relation : unsigned char { is, at_least, newer, at_most, older };
  Relation relation = Relation::is;
  /// In small letters, without a leading "v".
  std::string version;
};

struct Question {
  std::uint32_t product = 0;
  /// Each once, in order of mention.
  std::vector<std::uint32_t> systems = {};
  std::vector<Asked> versions = {};
  bool latest = false;
  bool default_version = false;
};

/// nullopt for what is no question about versions of one product of the table. `unknown` are words
/// that the search finds on no page: these may be names with a typing error. Linear in the text
/// and the table.
std::optional<Question> read_question(const Table& table, std::string_view text,
                                      const std::vector<std::string>& unknown);

/// Whether an asked version names one of a product: "2.7" names 2.7.1 and 2.7-cpu, "2024" 2024R2.
bool names_version(std::string_view asked, std::string_view version);
/// Whether a version is as asked.
bool fits(const Asked& asked, std::string_view version);

}  // namespace kbuild::answer
