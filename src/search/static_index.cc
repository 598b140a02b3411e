// The static index; see static_index.h. Form of a shard: a line for each text,
//   <length of the beginning shared with the line before, one digit><rest> TAB <letter><data> TAB
//   ...
// where the letter is a Field's or a Relation's, or X for translations: the language, and word and
// percent in turn. A field's data are its postings: for each section the distance from the last,
// doubled, plus one where a count above one follows. A relation's data are its forms, separated by
// blanks. Numbers are written like those of source maps, five bits a digit, lowest first.
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

constexpr std::size_t kShardSize = 6 * 1024;
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::array kFields = {Field::word,        Field::heading, Field::title,
                                Field::other_title, Field::file,    Field::code,
                                Field::version,     Field::pair,    Field::system};
constexpr std::array kRelations = {
    'Z', 'B', 'C', 'D', 'F', kSystemRelation, kLemmasOfForm, kPartsOfForm, kRootsOfForm};

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
  /// Adds a file named by its content and returns the name. Another content of the same name takes
  /// the next one.
  std::string add_file(const std::string& text) {
    std::string content = base::dump_line(Json(text)), salted = content;
    base::Digest digest = base::digest(content);
    for (;; salted += ' ') {
      std::string name = name_of(base::digest(salted));
      auto [known, added] = names_.emplace(name, digest);
      if (!added && known->second != digest) continue;
      if (added) files_.push_back({language_ + "/" + name + ".js", script(name, content)});
      return name;
    }
  }

  void add_pages(Json& meta) {
    std::string sections, pages, names;
    Json priors = Json::object();
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      const PageEntry& page = *pages_[p];
      add_number(pages, page.section_count);
      for (std::uint32_t count : page.name_words) add_number(pages, count);
      if (double prior = prior_of(page, options_.weights); prior != 1)
        priors[std::to_string(p)] = prior;
      Json fragment = {
          {"url", options_.url_of(page)}, {"title", page.title}, {"sections", Json::array()}};
      for (std::uint32_t s = page.first_section; s < page.first_section + page.section_count; ++s) {
        const SectionEntry& section = index_.sections()[s];
        add_number(sections, section.length);
        add_number(sections, section.heading_words);
        add_number(sections, section.depth);
        SectionText text = index_.text(s);
        fragment["sections"].push_back({text.anchor, text.headings, text.body, text.code});
      }
      names += add_file(base::dump_line(fragment));
    }
    meta["sections"] = sections;
    meta["pages"] = pages;
    meta["priors"] = priors;
    add_facets(meta);
    meta["fragments"] = names;
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
        std::vector<Posting> postings = index_.postings(language_, field, text);
        std::sort(postings.begin(), postings.end(),
                  [](const Posting& a, const Posting& b) { return a.section < b.section; });
        if (field == Field::word) frequency_[text] = postings.size();
        std::string data(1, static_cast<char>(field));
        std::uint32_t last = 0;
        for (const Posting& posting : postings) {
          std::uint32_t section = posting.section - first_section_;
          add_number(data, (section - last) * 2 + (posting.count > 1 ? 1 : 0));
          if (posting.count > 1) add_number(data, posting.count);
          last = section;
        }
        lines_[text] += "\t" + data;
      }
  }

  void collect_relations() {
    for (char letter : kRelations)
      for (auto& [key, forms] : index_.relation(language_, letter)) {
        // Words that are gone leave their relations behind until the index is built anew.
        bool of_form = letter == kLemmasOfForm || letter == kPartsOfForm || letter == kRootsOfForm;
        if (of_form && !frequency_.contains(key)) continue;
        if (!of_form)
          std::erase_if(forms, [&](const std::string& form) { return !frequency_.contains(form); });
        if (!forms.empty() && fits_in_line(key))
          lines_[key] += "\t" + std::string(1, letter) + base::join(forms, " ");
      }
    for (const auto& [word, count] : frequency_) {
      std::string& line = lines_[word];
      if (line.find("\tP") != line.npos) continue;
      auto parts = split_by_vocabulary(word, [&](const std::string& half) {
        auto found = frequency_.find(half);
        return found == frequency_.end() ? 0 : found->second;
      });
      if (!parts.empty()) line += "\tP" + base::join(parts, "+");
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
        std::string& line = lines_[key];
        line += "\tX" + other;
        for (const Translation& word : words)
          line += base::format(" {} {}", word.word, word.percent);
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

  static std::size_t shared_beginning(std::string_view a, std::string_view b) {
    std::size_t length = 0, limit = std::min({a.size(), b.size(), std::size_t{63}});
    while (length < limit && a[length] == b[length]) ++length;
    // Not within a code point.
    while (length > 0 && length < b.size() &&
           (static_cast<unsigned char>(b[length]) & 0xc0) == 0x80)
      --length;
    return length;
  }

  /// [first text, name, first text, name, ...]
  Json write_shards() {
    Json table = Json::array();
    std::string shard, before;
    auto finish = [&] {
      if (!shard.empty()) table.push_back(add_file(shard));
      shard.clear();
      before.clear();
    };
    for (const auto& [text, data] : lines_) {
      if (shard.size() > kShardSize) finish();
      if (shard.empty()) table.push_back(text);
      std::size_t shared = utf16_safe(shared_beginning(before, text), text);
      shard += kDigits[base::count_code_points(std::string_view(text).substr(0, shared))];
      shard += text.substr(shared) + data + "\n";
      before = text;
    }
    finish();
    return table;
  }

  /// The reader counts in UTF-16: beginnings with characters outside the basic plane are not
  /// shared.
  static std::size_t utf16_safe(std::size_t length, std::string_view text) {
    auto four_bytes = [](char c) { return static_cast<unsigned char>(c) >= 0xf0; };
    return std::any_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length), four_bytes)
               ? 0
               : length;
  }

  /// First letter -> file of "<shared><rest> <sections>" lines.
  Json write_words() {
    std::map<std::string, std::string> lists;
    std::string letter, before;
    for (const std::string& word : index_.words(language_)) {
      auto found = frequency_.find(word);
      if (found == frequency_.end()) continue;
      std::string first = word.substr(0, base::decode_utf8(word, 0).length);
      if (first != letter) before.clear();
      letter = first;
      std::size_t shared = utf16_safe(shared_beginning(before, word), word);
      std::string& list = lists[letter];
      list += kDigits[base::count_code_points(std::string_view(word).substr(0, shared))];
      list += word.substr(shared) + " ";
      add_number(list, static_cast<std::uint32_t>(found->second));
      list += "\n";
      before = word;
    }
    Json table = Json::object();
    for (const auto& [first, list] : lists) table[first] = add_file(list);
    return table;
  }

  const Index& index_;
  std::string language_;
  const StaticOptions& options_;
  std::vector<const PageEntry*> pages_;
  std::uint32_t first_section_ = 0;
  std::map<std::string, std::string> lines_;
  std::unordered_map<std::string, std::size_t> frequency_;
  std::vector<StaticFile> files_;
  std::map<std::string, base::Digest> names_;
};

}  // namespace

std::vector<StaticFile> make_static_index(const Index& index, std::string_view language,
                                          const StaticOptions& options) {
  return Exporter(index, language, options).run();
}

}  // namespace kbuild::search
