// The names of systems and products that a page may mention, and where a text mentions them: by any
// alias, in any case of Finnish ("LUMIin", "Puhdissa", "Altaaseen"), with a possessive ("LUMI's")
// or a tail
// ("PyTorch-versiossa"). Configured names come first; below them lies a built-in table of
// well-known systems and software, so that pages of centres without a configuration are read as
// well.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/prefix_filter.h"
#include "base/text_hash.h"
#include "meta/names.h"
#include "vocabulary/tables.h"
#include "vocabulary/words.h"

namespace kbuild::vocabulary {

enum class NameKind : std::uint8_t { system, product };

/// How sure a match must be. Names that are also plain words ("Delta", "Julia") count in prose only
/// with a capital and a noun such as "cluster" next to them; where a name is expected (a table's
/// header, a tab) any spelling counts.
enum class Expectation : std::uint8_t { prose, name };

/// A name in a text.
struct Mention {
  NameKind kind = NameKind::system;
  /// Row of the vocabulary; see Vocabulary::name.
  std::uint32_t id = 0;
  std::size_t begin = 0;
  /// After the name's own word, with its case ending: "LUMIin".
  std::size_t end = 0;
  /// Whether it counts in prose, where a plain word is no name.
  bool sure = true;
};

class Vocabulary {
 public:
  explicit Vocabulary(const meta::Names& names);

  /// Mentions in order, none overlapping; of two that begin at one place the longer ("Roihu-GPU").
  std::vector<Mention> find(std::string_view text,
                            Expectation expectation = Expectation::prose) const;
  /// The name of this kind that the whole of `text` is, except for case endings; nullopt if there
  /// is none.
  std::optional<std::uint32_t> whole(std::string_view text, NameKind kind) const;
  /// The product that a module, package or image is named after: "PyTorch", "python-pytorch",
  /// "py-torch", "pytorch-gpu", "lang/PyTorch"; nullopt if there is none. Only the affixes of
  /// src/knowledge/products.yaml are left out: "SciPy-bundle" is not SciPy.
  std::optional<std::uint32_t> product_of_module(std::string_view module) const;

  /// Whether a part of a module's name is a subject that module trees are divided by ("lang"), or
  /// stands for a name that the reader puts there ("newmodule").
  bool is_module_category(std::string_view part) const;
  bool is_placeholder(std::string_view part) const;

  /// The words of the program and of the site.
  const Words& words() const { return words_ ? *words_ : Words::built_in(); }
  /// The name as shown.
  const std::string& name(std::uint32_t id) const { return row(id).name; }
  /// The system that `id` is a part of; empty where it is a whole system.
  const std::string& part_of(std::uint32_t id) const { return row(id).part_of; }
  /// False for a version whose first part is larger than this product has reached: "24.03" is a
  /// container's tag.
  bool is_plausible(std::uint32_t product, std::string_view version) const;
  /// Enters a name that a page defines ("the Zaratan cluster"); an existing one keeps its row.
  std::uint32_t add(NameKind kind, std::string_view name);
  /// Whether texts are Finnish: elsewhere one letter behind a name ("Argon") is no case ending.
  void set_finnish(bool finnish) { finnish_ = finnish; }

 private:
  struct Row {
    std::string name;
    NameKind kind = NameKind::system;
    NameUse use = NameUse::distinct;
    int largest_major = 0;
    std::string part_of = {};
  };
  using Keys = std::unordered_map<std::string, std::uint32_t, base::TextHash, std::equal_to<>>;

  Vocabulary() = default;
  static const Vocabulary& built_in();
  static const base::PrefixFilter<4>& built_in_beginnings();
  /// False where no spelling and no stem begins with the word at `at`, which has no letters but
  /// those of ASCII and of Latin-1.
  bool may_begin(std::string_view text, std::size_t at) const;
  const Row& row(std::uint32_t id) const {
    return id < offset_ ? base_->row(id) : rows_[id - offset_];
  }
  std::uint32_t enter(Row row, std::string_view aliases);
  void enter_spelling(std::string_view spelling, std::uint32_t id);
  void enter_stem(const std::string& stem, std::uint32_t id);
  /// "cuda12", "gcc8", "2": how a product was built or packed, perhaps with digits.
  bool is_build_word(std::string_view word) const;
  bool is_origin_word(std::string_view word) const;
  std::optional<std::uint32_t> look_up_product(std::string_view key) const;
  std::optional<std::uint32_t> look_up(Keys Vocabulary::*keys, std::string_view key) const;
  bool begins_several(std::string_view word) const;
  /// Whether a name is a package's that must be written with its hyphens: "pytorch-triton" is not
  /// "PyTorch Triton".
  bool needs_hyphen(std::string_view key) const;
  std::optional<std::uint32_t> look_up_inflected(std::string_view key) const;

  /// What this vocabulary adds to; null for the built-in one. Rows below `offset_` are the base's.
  const Vocabulary* base_ = nullptr;
  /// Null where the site adds no words.
  std::shared_ptr<const Words> words_;
  std::uint32_t offset_ = 0;
  /// What a site adds to the lists of words of the same names.
  std::vector<std::string> build_suffixes_;
  std::vector<std::string> origin_prefixes_;
  std::vector<std::string> module_categories_;
  std::vector<std::string> placeholders_;
  std::vector<Row> rows_;
  /// Spellings, and the stems of Finnish inflection, as lower-case words joined by blanks.
  Keys spellings_;
  Keys stems_;
  /// Spellings of products without blanks.
  Keys squeezed_;
  /// First words of spellings and stems of several words: other words cannot begin a name.
  std::unordered_set<std::string, base::TextHash, std::equal_to<>> beginnings_;
  /// Spellings that begin with the name of another product and are written with a hyphen.
  std::unordered_set<std::string, base::TextHash, std::equal_to<>> hyphened_;
  /// Of all stems and spellings.
  base::PrefixFilter<3> filter_;
  bool finnish_ = true;
};

}  // namespace kbuild::vocabulary
