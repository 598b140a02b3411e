// Matching of names; see vocabulary.h. A text is cut into words; a name is looked up by its words
// in lower case, so "Roihu-GPU", "roihu gpu" and "Roihu_GPU" are one. A last word that is not found
// is tried without the case endings of Finnish, where it has a capital.
#include "vocabulary/vocabulary.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"
#include "source/unicode.h"
#include "vocabulary/finnish.h"
#include "vocabulary/version.h"
#include "vocabulary/word_list.h"

namespace kbuild::vocabulary {

namespace {

constexpr std::size_t kMaxWords = 4;

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The highest first byte of its letters.
  unsigned char highest = 0;

  bool empty() const { return begin == end; }
  bool is_ascii() const { return highest < 0x80; }
  bool is_latin() const { return highest <= 0xc3; }
};

/// Bytes that belong to a word, by the first: letters, digits and the letters of two-byte sequences
/// (Latin, Greek, Cyrillic); quotes, dashes and signs are not among those.
constexpr auto kWordBytes = [] {
  std::array<unsigned char, 256> made{};
  for (unsigned byte = 0; byte < made.size(); ++byte)
    made[byte] = base::is_alnum(static_cast<char>(byte)) ? 1 : byte >= 0xc3 && byte <= 0xdf ? 2 : 0;
  return made;
}();

/// The first word at or behind `at`; an empty one where none is.
Word word_from(std::string_view text, std::size_t at) {
  auto count = [&] { return kWordBytes[static_cast<unsigned char>(text[at])]; };
  while (at < text.size() && count() == 0) ++at;
  Word word{at, at};
  // Most words are pure ASCII.
  while (at < text.size() && count() == 1) ++at;
  for (std::size_t bytes = 0; at < text.size() && (bytes = count()) > 0; at += bytes)
    word.highest = std::max(word.highest, static_cast<unsigned char>(text[at]));
  word.end = std::min(at, text.size());
  return word;
}

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  for (Word word = word_from(text, 0); !word.empty(); word = word_from(text, word.end))
    words.push_back(word);
  return words;
}

void append_lower(std::string& out, std::string_view text, const Word& word) {
  std::string_view written = text.substr(word.begin, word.end - word.begin);
  if (!word.is_ascii()) {
    out += source::lower_case(written);
    return;
  }
  std::size_t begin = out.size();
  out += written;
  for (std::size_t i = begin; i < out.size(); ++i) out[i] = base::to_lower(out[i]);
}

std::string lower_of(std::string_view text, const Word& word) {
  std::string lower;
  append_lower(lower, text, word);
  return lower;
}

/// Words of one name are adjacent, with a blank, a hyphen, an underscore, a dot or an apostrophe
/// between; the second may be in parentheses.
bool adjacent(std::string_view text, const Word& left, const Word& right) {
  std::string_view between = text.substr(left.end, right.begin - left.end);
  return between == " (" ||
         (between.size() == 1 && std::string_view(" -_.'").find(between[0]) != between.npos);
}

std::string key_of(std::string_view spelling) {
  std::string key;
  for (Word word = word_from(spelling, 0); !word.empty(); word = word_from(spelling, word.end)) {
    if (!key.empty()) key += ' ';
    append_lower(key, spelling, word);
  }
  return key;
}

/// Words next to a plain word that make it the name of a system.
constexpr std::string_view kBefore[] = {
    "on", "sur", "at", "cluster", "supercomputer", "calculateur", "machine", "system", "grappe"};
constexpr std::string_view kAfter[] = {
    "cluster", "clusters", "supercomputer", "supercomputers", "system",
    "systems", "machine",  "hpc",           "nodes",          "login",
    "users",   "gpu",      "klusteri",      "supertietokone"};

template <class List>
bool holds(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

const Vocabulary& Vocabulary::built_in() {
  static const Vocabulary vocabulary = [] {
    Vocabulary made;
    for (const SystemRow& row : built_in_systems())
      made.enter({std::string(row.name), NameKind::system, row.use, 0, std::string(row.part_of)},
                 row.aliases);
    for (const ProductRow& row : built_in_products())
      made.enter({std::string(row.name), NameKind::product, row.use, row.largest_major, {}},
                 row.aliases);
    return made;
  }();
  return vocabulary;
}

Vocabulary::Vocabulary(const meta::Names& names)
    : base_(&built_in()),
      offset_(static_cast<std::uint32_t>(base_->rows_.size())),
      build_suffixes_(names.knowledge.build_suffixes),
      origin_prefixes_(names.knowledge.origin_prefixes),
      module_categories_(names.knowledge.module_categories),
      placeholders_(names.knowledge.placeholders) {
  if (!names.knowledge.languages.empty()) words_ = std::make_shared<const Words>(names.knowledge);
  auto use = [](bool is_common) { return is_common ? common : NameUse::distinct; };
  for (const meta::SystemEntry& system : names.knowledge.systems)
    enter({system.name, NameKind::system, use(system.common), 0, system.part_of},
          base::join(system.aliases, "|"));
  for (const meta::ProductEntry& product : names.knowledge.products)
    enter({product.name, NameKind::product, use(product.common), product.largest_major, {}},
          base::join(product.aliases, "|"));
  for (const meta::SystemName& system : names.systems)
    enter({system.name, NameKind::system, NameUse::distinct, 0, system.part_of},
          base::join(system.aliases, "|"));
  for (const meta::ProductName& product : names.products) {
    auto known = look_up(&Vocabulary::spellings_, key_of(product.name));
    int major = known && row(*known).kind == NameKind::product ? row(*known).largest_major : 0;
    enter({product.name, NameKind::product, NameUse::distinct, major, {}},
          base::join(product.aliases, "|"));
  }
}

std::uint32_t Vocabulary::enter(Row row, std::string_view aliases) {
  auto id = static_cast<std::uint32_t>(offset_ + rows_.size());
  rows_.push_back(std::move(row));
  enter_spelling(rows_.back().name, id);
  if (aliases.empty()) return id;
  for (std::string_view alias : base::split(aliases, '|')) enter_spelling(alias, id);
  return id;
}

void Vocabulary::enter_spelling(std::string_view spelling, std::uint32_t id) {
  std::string key = key_of(spelling);
  if (key.empty()) return;
  bool fresh = spellings_.insert_or_assign(key, id).second;
  if (row(id).kind == NameKind::product) {
    std::string joined = meta::squeezed(spelling);
    filter_.add(joined);
    squeezed_.insert_or_assign(std::move(joined), id);
  }
  if (std::size_t blank = key.find(' '); blank != key.npos) {
    beginnings_.insert(key.substr(0, blank));
    auto first = look_up(&Vocabulary::spellings_, std::string_view(key).substr(0, blank));
    bool package = first && *first != id && row(*first).kind == NameKind::product;
    if (spelling.find(' ') != spelling.npos)
      hyphened_.erase(key);
    else if (fresh && package && spelling.find('-') != spelling.npos)
      hyphened_.insert(key);
  }
  enter_stem(key, id);
  for (const std::string& stem : inflection_stems(key)) enter_stem(stem, id);
}

void Vocabulary::enter_stem(const std::string& stem, std::uint32_t id) {
  stems_.try_emplace(stem, id);
  // A text may have another joint than a blank.
  filter_.add(stem.substr(0, stem.find(' ')));
}

std::uint32_t Vocabulary::add(NameKind kind, std::string_view name) {
  if (auto known = look_up(&Vocabulary::spellings_, key_of(name));
      known && row(*known).kind == kind)
    return *known;
  return enter({std::string(name), kind, NameUse::distinct, 0, {}}, {});
}

std::optional<std::uint32_t> Vocabulary::look_up(Keys Vocabulary::*keys,
                                                 std::string_view key) const {
  const Keys& own = this->*keys;
  if (auto found = own.empty() ? own.end() : own.find(key); found != own.end())
    return found->second;
  return base_ ? base_->look_up(keys, key) : std::nullopt;
}

bool Vocabulary::is_build_word(std::string_view word) const {
  std::string_view stem = word.substr(0, word.find_last_not_of("0123456789") + 1);
  return stem.empty() || holds(build_suffixes(), stem) || holds(build_suffixes_, stem) ||
         holds(build_suffixes_, word);
}

bool Vocabulary::is_origin_word(std::string_view word) const {
  return holds(origin_prefixes(), word) || holds(origin_prefixes_, word);
}

bool Vocabulary::is_module_category(std::string_view part) const {
  std::string lower = base::to_lower(part);
  return holds(module_categories(), lower) || holds(module_categories_, lower);
}

bool Vocabulary::is_placeholder(std::string_view part) const {
  std::string lower = base::to_lower(part);
  return holds(placeholders(), lower) || holds(placeholders_, lower);
}

std::optional<std::uint32_t> Vocabulary::look_up_product(std::string_view key) const {
  auto found = look_up(&Vocabulary::spellings_, key);
  if (!found) {
    std::string joined(key);
    std::erase(joined, ' ');
    found = look_up(&Vocabulary::squeezed_, joined);
  }
  return found && row(*found).kind == NameKind::product ? found : std::nullopt;
}

bool Vocabulary::begins_several(std::string_view word) const {
  return (!beginnings_.empty() && beginnings_.contains(word)) ||
         (base_ && base_->begins_several(word));
}

bool Vocabulary::needs_hyphen(std::string_view key) const {
  return hyphened_.contains(key) || (base_ && base_->needs_hyphen(key));
}

std::optional<std::uint32_t> Vocabulary::look_up_inflected(std::string_view key) const {
  for (std::string_view stem : without_case_ending(key))
    if (auto found = look_up(&Vocabulary::stems_, stem);
        found && (finnish_ || key.size() > row(*found).name.size() + 1))
      return found;
  return std::nullopt;
}

const base::PrefixFilter<4>& Vocabulary::built_in_beginnings() {
  static const base::PrefixFilter<4> beginnings = [] {
    base::PrefixFilter<4> made;
    for (const auto& [stem, id] : built_in().stems_) made.add(stem.substr(0, stem.find(' ')));
    for (const auto& [joined, id] : built_in().squeezed_) made.add(joined);
    return made;
  }();
  return beginnings;
}

bool Vocabulary::may_begin(std::string_view text, std::size_t at) const {
  return filter_.may_begin_either(built_in_beginnings(), text, at);
}

std::vector<Mention> Vocabulary::find(std::string_view text, Expectation expectation) const {
  std::vector<Mention> mentions;
  // The words from one on, in lower case, and where each of them ends.
  std::string key;
  std::array<std::size_t, kMaxWords> key_ends{};
  std::array<Word, kMaxWords + 1> ahead;
  Word before;
  // Words since the last system, up to the number that may separate two systems of a list.
  constexpr std::size_t kMaxWordGap = 2;
  std::size_t since_system = kMaxWordGap;
  const base::PrefixFilter<4>& known = built_in_beginnings();
  for (Word word = word_from(text, 0); !word.empty();) {
    auto pass = [&](std::size_t count, const Word& next) {
      before = count > 1 ? ahead[count - 1] : word;
      since_system += count;
      word = next;
    };
    if (word.is_latin() && !filter_.may_begin_either(known, text, word.begin)) {
      pass(1, word_from(text, word.end));
      continue;
    }
    bool capital = base::is_upper(text[word.begin]);
    key.clear();
    append_lower(key, text, word);
    key_ends[0] = key.size();
    std::optional<std::uint32_t> found;
    std::size_t count = 1;
    ahead[0] = word;
    ahead[1] = word_from(text, word.end);
    bool several = begins_several(key);
    while (several && count < kMaxWords && !ahead[count].empty() &&
           adjacent(text, ahead[count - 1], ahead[count])) {
      key += ' ';
      append_lower(key, text, ahead[count]);
      key_ends[count++] = key.size();
      ahead[count] = word_from(text, ahead[count - 1].end);
    }
    bool inflected = false;
    std::size_t apart = 0;
    for (; count > 0; --count) {
      std::string_view spelling = std::string_view(key).substr(0, key_ends[count - 1]);
      found = look_up(&Vocabulary::spellings_, spelling);
      // "PyTorch Triton" is not the package, and no "PyTorch" on a system of that name.
      if (found && count > 1 && text[ahead[0].end] == ' ' && needs_hyphen(spelling)) {
        found.reset();
        apart = std::max(apart, count);
      }
      if (found) break;
      if (capital && (inflected = (found = look_up_inflected(spelling)).has_value())) break;
    }
    if (!found) {
      pass(1, ahead[1]);
      continue;
    }
    const Row& name = row(*found);
    // "bwForCluster Helix" is certain, unlike "Helix" alone.
    bool longer = count > 1 && (capital || base::is_upper(text[ahead[count - 1].begin])) &&
                  key_ends[count - 1] > name.name.size();
    bool sure = name.use == NameUse::distinct || inflected || longer;
    if (!sure && capital && name.kind == NameKind::product) sure = true;
    if (!sure && capital) {
      bool after = !ahead[count].empty() && is_one_of(kAfter, lower_of(text, ahead[count]));
      bool behind = !before.empty() && is_one_of(kBefore, lower_of(text, before));
      // "Puhti, Mahti and Delta": one of a list of systems.
      sure = after || behind || since_system < kMaxWordGap;
    }
    Word last = ahead[count - 1];
    count = std::max(count, apart);
    pass(count, ahead[count]);
    if (!sure && expectation == Expectation::prose) continue;
    mentions.push_back({name.kind, *found, ahead[0].begin, last.end, sure});
    if (sure && name.kind == NameKind::system) since_system = 0;
  }
  return mentions;
}

std::optional<std::uint32_t> Vocabulary::whole(std::string_view text, NameKind kind) const {
  Word first = word_from(text, 0);
  if (first.empty() || (first.is_latin() && !may_begin(text, first.begin))) return std::nullopt;
  std::string key = key_of(text);
  auto found =
      kind == NameKind::product ? look_up_product(key) : look_up(&Vocabulary::spellings_, key);
  if (!found) found = look_up_inflected(key);
  return found && row(*found).kind == kind ? found : std::nullopt;
}

std::optional<std::uint32_t> Vocabulary::product_of_module(std::string_view module) const {
  if (std::size_t slash = module.rfind('/'); slash != module.npos)
    module = module.substr(slash + 1);
  std::vector<Word> words = words_of(module);
  if (words.empty() || words.size() > kMaxWords) return std::nullopt;
  auto joined = [&](std::size_t from, std::size_t to) -> std::optional<std::uint32_t> {
    if (words[from].is_latin() && !may_begin(module, words[from].begin)) return std::nullopt;
    std::string key = lower_of(module, words[from]);
    for (std::size_t i = from + 1; i < to; ++i) append_lower(key += ' ', module, words[i]);
    return look_up_product(key);
  };
  for (std::size_t from = 0; from < words.size(); ++from) {
    if (from > 0 && !is_origin_word(lower_of(module, words[from - 1]))) break;
    for (std::size_t to = words.size(); to > from; --to) {
      if (to < words.size() && !is_build_word(lower_of(module, words[to]))) break;
      if (auto found = joined(from, to)) return found;
    }
  }
  return std::nullopt;
}

bool Vocabulary::is_plausible(std::uint32_t product, std::string_view version) const {
  int largest = row(product).largest_major;
  if (largest == 0 || is_version_range(version)) return true;
  // "2024a" is past every bound too.
  auto major = base::parse_integer(version.substr(0, version.find_first_not_of("0123456789")));
  return !major || *major <= largest;
}

}  // namespace kbuild::vocabulary
