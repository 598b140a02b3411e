// Tokenises search documents and counts their terms; see prepare.h.
#include "search/index/prepare.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "base/path.h"
#include "base/text.h"
#include "base/text_hash.h"
#include "search/language/stop_words.h"
#include "search/language/tokens.h"
#include "search/language/versions.h"

namespace kbuild::search {

namespace {

/// Longest term in bytes that the index takes, with its language and field.
constexpr std::size_t kMaxTermLength = 200;
/// How many mentions in the text a code token or version in a heading counts as.
constexpr std::uint32_t kInHeading = 3;

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), base::is_digit);
}

/// "17" in "PostgreSQL 17"; years are no versions.
bool is_bare_version(std::string_view word) {
  if (word.size() > 4 || !is_number(word)) return false;
  return word.size() < 4 || !(word.starts_with("19") || word.starts_with("20"));
}

/// Terms with their counts, in the order of their first mention: a table of places that grows with
/// them.
class Counts {
 public:
  Counts() : places_(kFirstSize) {}

  /// Whether the term is new.
  bool add(std::string_view text, std::uint32_t count) {
    std::size_t hash = base::TextHash()(text);
    std::size_t at = hash & (places_.size() - 1);
    for (; places_[at].term != 0; at = (at + 1) & (places_.size() - 1)) {
      Term& term = terms_[places_[at].term - 1];
      if (places_[at].hash != hash || term.text != text) continue;
      term.count += count;
      return false;
    }
    terms_.push_back({std::string(text), count});
    places_[at] = {hash, static_cast<std::uint32_t>(terms_.size())};
    if (terms_.size() * 2 > places_.size()) grow();
    return true;
  }
  std::vector<Term> take() { return std::move(terms_); }

 private:
  static constexpr std::size_t kFirstSize = 256;
  struct Place {
    std::size_t hash = 0;
    /// Its number plus one; 0: free.
    std::uint32_t term = 0;
  };

  void grow() {
    std::vector<Place> larger(places_.size() * 2);
    for (const Place& place : places_) {
      if (place.term == 0) continue;
      std::size_t at = place.hash & (larger.size() - 1);
      while (larger[at].term != 0) at = (at + 1) & (larger.size() - 1);
      larger[at] = place;
    }
    places_ = std::move(larger);
  }

  std::vector<Term> terms_;
  std::vector<Place> places_;
};

/// Counts the terms of one section.
class Collector {
 public:
  explicit Collector(std::string_view language) : language_(language) {}

  void add(std::string_view text, Field where) {
    std::string name;
    std::size_t line_end = 0, previous_end = 0;
    std::uint32_t weight = where == Field::word ? 1 : kInHeading;
    for (const Token& token : tokenise(text, language_)) {
      if (token.begin >= line_end) {
        name.clear();
        line_end = std::min(text.find('\n', token.begin), text.size());
      }
      switch (token.kind) {
        case TokenKind::word: {
          bool adjacent = token.begin <= previous_end + 1;
          bool stop = is_stop_word(token.text, language_);
          add_word(token.text, where, stop);
          // "PostgreSQL 17" is a version of the whole word, not of "sql".
          if (token.begin < previous_end) break;
          if (adjacent && !name.empty() && is_bare_version(token.text))
            add_pair(name, token.text, weight);
          if (!stop && !is_number(token.text)) name = token.text;
          previous_end = token.end;
          break;
        }
        case TokenKind::code:
          for (const std::string& code : code_chain(token.text))
            add_term(Field::code, code, weight);
          break;
        case TokenKind::version:
          for (const std::string& version : version_chain(token.text))
            add_term(Field::version, version, weight);
          ++length_;
          break;
      }
    }
  }

  void add_facet(Field field, std::string_view name) { add_term(field, name, 1); }
  /// Distinct words so far that are no stop words.
  std::uint32_t words_of(Field where) const {
    auto found = distinct_.find(where);
    return found == distinct_.end() ? 0 : found->second;
  }

  void finish(PreparedSection& section) {
    section.length = rounded_length(length_);
    section.heading_words = words_of(Field::heading);
    section.terms = counts_.take();
  }

 private:
  void add_word(std::string_view word, Field where, bool stop) {
    ++length_;
    if (where == Field::word && stop) return;
    add_term(Field::word, word, 1);
    if (where != Field::word && add_term(where, word, 1) && !stop) ++distinct_[where];
  }

  void add_pair(std::string_view name, std::string_view version, std::uint32_t weight) {
    add_term(Field::pair, std::string(name) + "@" + std::string(version), weight);
  }

  /// Whether it is new to this section.
  bool add_term(Field field, std::string_view text, std::uint32_t weight) {
    if (text.size() > kMaxTermLength) return false;
    key_.assign(1, static_cast<char>(field));
    key_ += text;
    return counts_.add(key_, weight);
  }

  std::string language_;
  std::string key_;
  Counts counts_;
  std::uint32_t length_ = 0;
  std::map<Field, std::uint32_t> distinct_;
};

/// Names of files that do not describe the content; that of their directory does.
constexpr std::array<std::string_view, 5> kOpenings = {"index", "README", "overview",
                                                       "introduction", "intro"};

/// "ssh-keys" of "computing/ssh-keys.md", "computing" of "computing/index.md".
std::string_view file_name_of(std::string_view path) {
  std::string_view name = base::file_name(path);
  name.remove_suffix(base::extension(name).size());
  bool opening = std::find(kOpenings.begin(), kOpenings.end(), name) != kOpenings.end();
  std::string_view directory = base::file_name(base::parent_path(path));
  return opening && (name == "index" || name == "README" || !directory.empty()) ? directory : name;
}

PreparedSection prepare_section(const SearchDocument& document, PreparedPage& page) {
  Collector collector(document.language);
  bool top = document.headings.empty();
  if (top) {
    collector.add(document.title, Field::title);
    for (const std::string& title : document.other_titles) collector.add(title, Field::other_title);
    collector.add(base::replace_all(file_name_of(document.path), "_", " "), Field::file);
    for (std::size_t i = 0; i < kNameFields.size(); ++i)
      page.name_words[i] = collector.words_of(kNameFields[i]);
  } else {
    collector.add(document.headings.back(), Field::heading);
  }
  collector.add(document.body, Field::word);
  collector.add(document.code, Field::word);
  for (const std::string& system : document.systems) collector.add_facet(Field::system, system);
  for (const std::string& product : document.products) collector.add_facet(Field::product, product);
  PreparedSection section;
  section.text = {document.anchor, document.headings, document.body, document.code};
  collector.finish(section);
  return section;
}

/// How often a length can be halved before it has three binary digits.
std::uint32_t halvings(std::uint32_t words) {
  return words < 8 ? 0 : static_cast<std::uint32_t>(std::bit_width(words)) - 3;
}

}  // namespace

std::uint32_t rounded_length(std::uint32_t words) {
  std::uint32_t shift = halvings(words);
  return shift == 0 ? words : (words + (1u << (shift - 1))) >> shift << shift;
}

std::uint32_t code_of_length(std::uint32_t rounded) {
  std::uint32_t shift = halvings(rounded);
  return 4 * shift + (rounded >> shift);
}

PreparedPage prepare(const std::vector<SearchDocument>& documents) {
  PreparedPage page;
  if (documents.empty()) return page;
  const SearchDocument& top = documents.front();
  page.language = top.language;
  page.path = top.path;
  page.title = top.title;
  page.translation_key = top.translation_key;
  page.kind = top.kind;
  page.boost = top.boost;
  for (const SearchDocument& document : documents)
    page.sections.push_back(prepare_section(document, page));
  return page;
}

}  // namespace kbuild::search
