// What questions are answered from: the cells of the matrix by product, the lists of systems, and
// what a question may call products and systems. It is made once for a site; the browser reads the
// same table (build/outputs/answers.cc).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "matrix/matrix.h"
#include "meta/knowledge.h"

namespace kbuild::answer {

constexpr std::uint32_t kNone = 0xffffffff;
/// No name and no phrase of the table has more tokens.
constexpr std::size_t kMaxTokensOfName = 5;

struct Answer {
  std::string product;
  /// The version of the cell, or the asked one where the answer is that it is not there; empty if
  /// only the presence of the product is known or was asked for.
  std::string version;
  std::string system;
  claims::ClaimStatus status = claims::ClaimStatus::available;
  matrix::CellState state = matrix::CellState::read;
  std::string module = {};
  /// The page to open, and the place on it.
  std::string path = {};
  std::string anchor = {};
  std::string language = {};
  /// The file and line that say so: of the page, of what it includes, or of a list.
  std::string file = {};
  std::uint32_t line = 0;
  /// ISO date of the claim; empty if it has none.
  std::string date = {};
  matrix::Proof proof = matrix::Proof::unproven;
  /// The run that proves or refutes it, and its date.
  std::string run = {};
  std::string run_date = {};
  matrix::ListAge list = matrix::ListAge::none;
  std::string list_date = {};
  /// Since when the system is out of service; empty while in service.
  std::string retired = {};
  /// Whether the list of the system lacks what was asked for, and no page names it either.
  bool denied = false;
};

struct System {
  std::string name;
  /// The system that it is a part of, or kNone.
  std::uint32_t part_of = kNone;
  matrix::ListAge list = matrix::ListAge::none;
  std::string list_date = {};
  std::string retired = {};
};

struct Row {
  /// kNone where the page names none.
  std::uint32_t system = kNone;
  /// What the module is loaded by where that is not the version: "4.5" of "r-env/4.5".
  std::string loaded_as = {};
  Answer answer;
};

/// A version that the list of a system has and does not offer: nothing is said of it.
struct Hidden {
  std::uint32_t system = kNone;
  std::string version;
};

struct Product {
  std::string name;
  /// The newest version first.
  std::vector<Row> rows = {};
  std::vector<Hidden> hidden = {};
};

/// What a word or phrase of a question means.
struct Meaning {
  enum class Kind : std::uint8_t { word, product, system };
  Kind kind = Kind::word;
  /// Of a product or system.
  std::uint32_t id = 0;
  meta::WordClass word_class = meta::WordClass::question;
};

struct Table {
  std::vector<System> systems;
  std::vector<Product> products;
  /// By key_of() the spelling.
  std::unordered_map<std::string, Meaning> spellings;
  /// Beginnings of words: "asenn" of "asennettu".
  std::vector<std::pair<std::string, Meaning>> beginnings;
  /// What Finnish case endings are added to, the longest first; none for a site without Finnish.
  std::vector<std::pair<std::string, Meaning>> stems;
};

/// Products are those of the matrix and of `names`; all that are well known where a system has a
/// list, since it can say that they are not there.
Table make_table(const matrix::Matrix& matrix, const meta::Names& names,
                 const std::vector<std::string>& languages);

}  // namespace kbuild::answer
