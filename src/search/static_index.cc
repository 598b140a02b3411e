// The static index; see static_index.h. Form of a shard: a line for each text,
//   <length of the beginning shared with the line before, one digit><rest> TAB <letter><data> TAB
//   ...
// where the letter is a Field's or a Relation's, or X for translations: the language, and word and
// percent in turn. Texts of fields that no word has (code, versions and the like) begin with "!",
// so that words stand close together. A field's data are its postings: for each section the
// distance from the last, doubled, plus one where a count above one follows. A relation's data are
// its forms, separated by blanks, each as the length of the beginning that it shares with the key
// and the rest; a form that stands inside a compound's relation brings its postings along ("=")
// where these are few and all there is of it, because such forms are spread over all shards.
// Numbers are written like those of source maps, five bits a digit, lowest first.
#include "search/static_index.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "base/format.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "search/index_form.h"
#include "search/plan.h"
#include "search/rank.h"

namespace kbuild::search {

namespace {

using base::Json;

/// Smaller shards cost a file and a row of the table each, larger ones bytes at every look-up.
constexpr std::size_t kShardSize = 3 * 1024;
/// A page of more bytes has several text files.
constexpr std::size_t kTextSize = 6 * 1024;
/// Most digits of postings that stand beside a form.
constexpr std::size_t kFewPostings = 6;
/// The reader writes depths into three bits.
constexpr std::uint32_t kMostDepth = 7;
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::array kFields = {Field::word,        Field::heading, Field::title,
                                Field::other_title, Field::file,    Field::code,
                                Field::version,     Field::pair,    Field::system};
constexpr std::array kRelations = {
    'Z', 'B', 'C', 'D', 'F', kSystemRelation, kLemmasOfForm, kPartsOfForm, kRootsOfForm};

/// Fields whose texts are words.
bool is_of_words(Field field) {
  return field == Field::word || field == Field::heading || field == Field::title ||
         field == Field::other_title || field == Field::file;
}

void add_number(std::string& out, std::uint32_t value) {
  for (; value >= 32; value >>= 5) out += kDigits[(value & 31) | 32];
  out += kDigits[value];
}

/// The first digits of a digest; the reader knows their number.
constexpr int kNameLength = 5;
std::string name_of(base::Digest digest) {
  std::string name;
  for (int i = 0; i < kNameLength; ++i) name += kDigits[(digest.low >> (6 * i)) & 63];
  return name;
}

bool fits_in_line(std::string_view text) {
  return text.find_first_of("\t\n") == text.npos;
}

/// A template literal: tabs and line ends stand as they are.
std::string literal_of(std::string_view text) {
  std::string out = "`";
  for (char c : text) {
    if (c == '`' || c == '\\' || c == '$') out += '\\';
    out += c == '\r' ? ' ' : c;
  }
  return out + "`";
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  std::size_t length = 0, limit = std::min({a.size(), b.size(), std::size_t{63}});
  while (length < limit && a[length] == b[length]) ++length;
  // Not within a code point.
  while (length > 0 && length < b.size() && (static_cast<unsigned char>(b[length]) & 0xc0) == 0x80)
    --length;
  // The reader counts in UTF-16: beginnings with characters outside the basic plane are not shared.
  auto four_bytes = [](char c) { return static_cast<unsigned char>(c) >= 0xf0; };
  return std::any_of(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(length), four_bytes)
             ? 0
             : length;
}

/// `text` as the length of what it shares with `before`, one digit, and the rest.
void add_rest(std::string& out, std::string_view before, std::string_view text) {
  std::size_t shared = shared_beginning(before, text);
  out += kDigits[base::count_code_points(text.substr(0, shared))];
  out += text.substr(shared);
}

/// The shortest beginning of `text` that comes after `before`.
std::string_view separator(std::string_view before, std::string_view text) {
  std::size_t end = shared_beginning(before, text);
  if (end < text.size()) end += base::decode_utf8(text, end).length;
  return text.substr(0, end);
}

class Exporter {
 public:
  Exporter(const Index& index, std::string_view language, const StaticOptions& options)
      : index_(index), language_(language), options_(options) {
    for (std::uint32_t i = 0; i < index.pages().size(); ++i)
      if (index.pages()[i].language == language) pages_.push_back(&index.pages()[i]);
    if (!pages_.empty()) first_section_ = pages_.front()->first_section;
  }

  std::vector<StaticFile> run() {
    Json meta;
    meta["language"] = language_;
    meta["weights"] = Json::object();
    for (const WeightRow& row : kWeightRows)
      meta["weights"][std::string(row.name)] = options_.weights.*row.member;
    meta["systems"] = Json::array();
    for (const auto& [stem, name] : index_.gazetteer().stems())
      meta["systems"].push_back({stem, name});
    add_pages(meta);
    collect_terms();
    collect_relations();
    add_translations(meta);
    meta["shards"] = write_shards();
    meta["words"] = write_words();
    files_.push_back({language_ + "/index.js", script("index", base::dump_line(meta))});
    return std::move(files_);
  }

 private:
  std::string script(std::string_view name, std::string_view content) const {
    return base::format("kbSearch.put({},{});\n",
                        base::dump_line(language_ + "/" + std::string(name)), content);
  }
  struct Name {
    std::string name;
    bool is_new;
  };
  /// A name for a content that has this digest. Another content of the same name takes the next
  /// one.
  Name name_for(const base::Digest& digest) {
    for (std::uint64_t salt = 0;; ++salt) {
      base::Digest salted = salt ? base::Hasher().add(digest).add(salt).finish() : digest;
      std::string name = name_of(salted);
      auto [known, added] = names_.emplace(name, digest);
      if (added || known->second == digest) return {std::move(name), added};
    }
  }
  /// Adds a file named by its content and returns the name; `content` is made where it is wanted.
  std::string add_file(const base::Digest& digest, const std::function<std::string()>& content) {
    auto [name, is_new] = name_for(digest);
    if (!is_new) return name;
    std::string path = language_ + "/" + name + ".js";
    bool known = options_.has && options_.has(path);
    files_.push_back({path, known ? "" : script(name, content())});
    return name;
  }
  std::string add_file(const std::string& text) {
    return add_file(base::digest(text), [&] { return literal_of(text); });
  }

  /// The texts of a page, in a file for each of the sections that `begins` names and those that
  /// follow it. The first file has the name that is returned, the others their number behind it.
  std::string add_texts(const PageEntry& page, const std::vector<std::uint32_t>& begins) {
    std::string url = options_.url_of(page);
    std::uint32_t end = page.first_section + page.section_count;
    base::Hasher hasher;
    hasher.add(url).add(page.title);
    for (std::uint32_t s = page.first_section; s < end; ++s)
      hasher.add(index_.sections()[s].digest);
    auto [name, is_new] = name_for(hasher.finish());
    for (std::size_t i = 0; is_new && i < begins.size(); ++i) {
      std::string own = i == 0 ? name : name + std::to_string(i);
      std::string path = language_ + "/" + own + ".js";
      std::string content;
      if (!options_.has || !options_.has(path)) {
        Json out = {{"url", url}, {"title", page.title}, {"sections", Json::array()}};
        for (std::uint32_t s = begins[i]; s < (i + 1 < begins.size() ? begins[i + 1] : end); ++s) {
          const SectionText& text = index_.text(s);
          out["sections"].push_back({text.anchor, text.headings, text.body, text.code});
        }
        content = script(own, base::dump_line(out));
      }
      files_.push_back({std::move(path), std::move(content)});
    }
    return name;
  }

  void add_pages(Json& meta) {
    std::string lengths, shapes, pages, names;
    Json priors = Json::object();
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      const PageEntry& page = *pages_[p];
      add_number(pages, page.section_count);
      for (std::uint32_t count : page.name_words) add_number(pages, count);
      if (double prior = prior_of(page, options_.weights); prior != 1)
        priors[std::to_string(p)] = prior;
      std::uint32_t end = page.first_section + page.section_count;
      std::vector<std::uint32_t> begins = {page.first_section};
      std::size_t size = 0;
      for (std::uint32_t s = page.first_section; s < end; ++s) {
        const SectionEntry& section = index_.sections()[s];
        add_number(lengths, section.length);
        add_number(shapes, section.heading_words << 3 | std::min(section.depth, kMostDepth));
        if (size > 0 && size + section.size > kTextSize) {
          begins.push_back(s);
          size = 0;
        }
        size += section.size;
      }
      add_number(pages, static_cast<std::uint32_t>(begins.size() - 1));
      for (std::size_t i = 1; i < begins.size(); ++i) add_number(pages, begins[i] - begins[i - 1]);
      index_.trim();
      names += add_texts(page, begins);
    }
    meta["lengths"] = lengths;
    meta["shapes"] = shapes;
    meta["pages"] = pages;
    meta["priors"] = priors;
    meta["texts"] = names;
    add_facets(meta);
  }

  void add_line(std::string text, std::string data) {
    lines_.push_back({std::move(text), std::move(data)});
  }

  /// The pages that each filter would leave; those of no kind listed are manuals.
  void add_facets(Json& meta) {
    meta["facets"] = {
        {"system", Json::object()}, {"product", Json::object()}, {"kind", Json::object()}};
    for (const auto& [name, field] :
         {std::pair{"system", Field::system}, {"product", Field::product}})
      for (const FacetValue& value : index_.facet(language_, field)) {
        std::vector<std::uint32_t> pages;
        for (std::uint32_t page : value.pages) pages.push_back(page - first_page());
        meta["facets"][name][value.name] = distances(pages);
      }
    std::map<std::string, std::vector<std::uint32_t>> kinds;
    for (std::uint32_t p = 0; p < pages_.size(); ++p)
      if (pages_[p]->kind != PageKind::manual)
        kinds[std::string(kind_name(pages_[p]->kind))].push_back(p);
    for (const auto& [kind, pages] : kinds) meta["facets"]["kind"][kind] = distances(pages);
  }
  std::uint32_t first_page() const {
    return static_cast<std::uint32_t>(pages_.front() - index_.pages().data());
  }
  static std::string distances(const std::vector<std::uint32_t>& sorted) {
    std::string out;
    std::uint32_t last = 0;
    for (std::uint32_t number : sorted) {
      add_number(out, number - last);
      last = number;
    }
    return out;
  }

  void collect_terms() {
    for (Field field : kFields)
      for (const std::string& text : index_.terms(language_, field)) {
        if (!fits_in_line(text)) continue;
        const std::vector<Posting>& postings = index_.postings(language_, field, text);
        std::string data(1, static_cast<char>(field));
        std::uint32_t last = 0;
        for (const Posting& posting : postings) {
          std::uint32_t section = posting.section - first_section_;
          add_number(data, (section - last) * 2 + (posting.count > 1 ? 1 : 0));
          if (posting.count > 1) add_number(data, posting.count);
          last = section;
        }
        if (field == Field::word) {
          sorted_words_.push_back(text);
          words_[text] = {postings.size(), data.size() <= kFewPostings + 1 ? data.substr(1) : ""};
        } else if (is_of_words(field)) {
          if (auto word = words_.find(text); word != words_.end()) word->second.few.clear();
        }
        add_line(is_of_words(field) ? text : "!" + text, std::move(data));
      }
  }

  void collect_relations() {
    std::unordered_map<std::string, bool> has_parts;
    for (char letter : kRelations)
      for (auto& [key, forms] : index_.relation(language_, letter)) {
        // Words that are gone leave their relations behind until the index is built anew.
        bool of_form = letter == kLemmasOfForm || letter == kPartsOfForm || letter == kRootsOfForm;
        if (of_form && !words_.contains(key)) continue;
        if (!of_form)
          std::erase_if(forms, [&](const std::string& form) { return !words_.contains(form); });
        if (forms.empty() || !fits_in_line(key)) continue;
        std::string data(1, letter);
        if (letter == kPartsOfForm) {
          data += base::join(forms, " ");
          has_parts[key] = true;
        } else {
          for (const std::string& form : forms) {
            if (data.size() > 1) data += ' ';
            add_rest(data, key, form);
            if (letter != static_cast<char>(Relation::part)) continue;
            if (const std::string& few = words_.at(form).few; !few.empty()) data += "=" + few;
          }
        }
        add_line(key, std::move(data));
      }
    for (const std::string& word : sorted_words_) {
      if (has_parts.contains(word)) continue;
      auto parts = split_by_vocabulary(word, [&](const std::string& half) {
        auto found = words_.find(half);
        return found == words_.end() ? 0 : found->second.frequency;
      });
      if (!parts.empty()) add_line(word, "P" + base::join(parts, "+"));
    }
  }

  /// The dictionary of each other language, and which page there is the translation of each page
  /// here.
  void add_translations(Json& meta) {
    meta["twins"] = Json::object();
    for (const std::string& other : index_.languages()) {
      if (other == language_) continue;
      for (const auto& [key, words] : index_.dictionary(language_, other).all()) {
        if (!fits_in_line(key)) continue;
        std::string data = "X" + other;
        for (const Translation& word : words)
          data += base::format(" {} {}", word.word, word.percent);
        add_line(key, std::move(data));
      }
      std::unordered_map<std::string_view, std::uint32_t> places;
      std::uint32_t count = 0;
      for (const PageEntry& page : index_.pages())
        if (page.language == other) places.emplace(page.twin, ++count);
      std::string twins;
      for (const PageEntry* page : pages_) {
        auto found = places.find(page->twin);
        add_number(twins, found == places.end() ? 0 : found->second);
      }
      meta["twins"][other] = add_file(twins);
    }
  }

  /// [beginning of the first text, name, beginning, name, ...]; each beginning comes after all
  /// texts of the shards before.
  Json write_shards() {
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const Line& a, const Line& b) { return a.text < b.text; });
    Json table = Json::array();
    std::string shard;
    std::string_view before;
    auto finish = [&] {
      if (!shard.empty()) table.push_back(add_file(shard));
      shard.clear();
    };
    for (const auto& [text, data] : lines_) {
      if (shard.empty() || text != before) {
        if (shard.size() > kShardSize) finish();
        if (shard.empty()) {
          table.push_back(std::string(table.empty() ? text : separator(before, text)));
          before = {};
        } else {
          shard += '\n';
        }
        add_rest(shard, before, text);
        before = text;
      }
      shard += '\t';
      shard += data;
    }
    finish();
    return table;
  }

  /// First letter -> file of "<shared><rest> <sections>" lines.
  Json write_words() {
    std::map<std::string, std::string> lists;
    std::string letter, before;
    for (const std::string& word : sorted_words_) {
      std::string first = word.substr(0, base::decode_utf8(word, 0).length);
      if (first != letter) before.clear();
      letter = first;
      std::string& list = lists[letter];
      add_rest(list, before, word);
      list += ' ';
      add_number(list, static_cast<std::uint32_t>(words_.at(word).frequency));
      list += '\n';
      before = word;
    }
    Json table = Json::object();
    for (const auto& [first, list] : lists) table[first] = add_file(list);
    return table;
  }

  struct Line {
    std::string text;
    /// The letter and what it says.
    std::string data;
  };
  struct Word {
    std::size_t frequency = 0;
    /// Its postings where they are few and it has no others; else empty.
    std::string few;
  };

  const Index& index_;
  std::string language_;
  const StaticOptions& options_;
  std::vector<const PageEntry*> pages_;
  std::uint32_t first_section_ = 0;
  std::vector<Line> lines_;
  std::vector<std::string> sorted_words_;
  std::unordered_map<std::string, Word> words_;
  std::vector<StaticFile> files_;
  std::map<std::string, base::Digest> names_;
};

}  // namespace

std::vector<StaticFile> make_static_index(const Index& index, std::string_view language,
                                          const StaticOptions& options) {
  return Exporter(index, language, options).run();
}

}  // namespace kbuild::search
