// Makes the files of the static index and their names; see static_index.h.
#include "search/static_index.h"

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <unordered_map>

#include "base/archive.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/json.h"
#include "base/text.h"
#include "search/index/static_form.h"
#include "search/query/rank.h"

namespace kbuild::search {

namespace {

using base::Json;

/// A page of more bytes has several text files: a query shows few sections of a page, and half of
/// all sections have less than 500 bytes.
constexpr std::size_t kTextSize = 1800;
/// The reader writes depths into three bits.
constexpr std::uint32_t kMaxDepth = 7;
constexpr std::string_view kNameDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The first digits of a digest; the reader knows their number.
constexpr int kNameLength = 5;
std::string name_of(base::Digest digest) {
  std::string name;
  for (int i = 0; i < kNameLength; ++i) name += kNameDigits[(digest.low >> (6 * i)) & 63];
  return name;
}

Headings headings_of(std::string_view language, const LanguageIndex& index) {
  Headings out;
  out.language = language;
  out.sites.push_back({&index.rows, 0});
  for (const StoredPage& page : index.pages) {
    Headings::Page& added = out.pages.emplace_back(page.translation_key, out.section_count);
    for (const StoredSection& section : page.sections) added.anchors.push_back(section.anchor);
    out.section_count += static_cast<std::uint32_t>(page.sections.size());
  }
  return out;
}

class Exporter {
 public:
  Exporter(IndexWriter& writer, const std::string& language, const StaticOptions& options)
      : writer_(writer),
        language_(language),
        options_(options),
        pages_(writer.language(language).pages),
        rows_(writer.language(language).rows) {
    for (std::uint32_t p = 0; p < pages_.size(); ++p)
      page_of_.insert(page_of_.end(), pages_[p].sections.size(), p);
  }

  void run(const StaticSink& put) {
    Json meta;
    meta["language"] = language_;
    meta["weights"] = Json::object();
    for (const WeightRow& row : kWeightRows)
      meta["weights"][std::string(row.name)] = options_.weights.*row.member;
    meta["systems"] = Json::array();
    for (const auto& [stem, name] : writer_.gazetteer().stems())
      meta["systems"].push_back({stem, name});
    add_pages(meta);
    add_facets(meta);
    add_translations(meta);
    meta["shards"] = add_blocks(writer_.blocks(language_));
    meta["words"] = add_words();
    base::for_each_index(waiting_.size(), options_.jobs, [&](std::size_t i) {
      const Waiting& file = waiting_[i];
      put({file.path, file.text ? script_of(file.text()) : ""});
    });
    put({language_ + "/index.js", "kb(" + base::dump_line(meta) + ")"});
  }

 private:
  /// A file that is written when all are known, on many threads.
  struct Waiting {
    std::string path;
    /// Empty where the file is there already.
    std::function<std::string()> text;
  };
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
  bool has(const std::string& path) const { return options_.has && options_.has(path); }
  template <class Text>
  void add_waiting(std::string_view name, Text text) {
    std::string path = base::format("{}/{}.js", language_, name);
    bool known = has(path);
    waiting_.push_back({std::move(path), {}});
    if (!known) waiting_.back().text = std::move(text);
  }
  /// Adds a file named by what its text is made from, and returns the name.
  template <class Text>
  std::string add_file(const base::Digest& from, Text text) {
    auto [name, is_new] = name_for(base::Hasher().add(from).add(kStaticForm).finish());
    if (is_new) add_waiting(name, std::move(text));
    return name;
  }
  std::string add_file(std::string text) {
    base::Digest from = base::digest(text);
    return add_file(from, [text = std::move(text)] { return text; });
  }

  /// The texts of a page, in a file for each of the sections that `begins` names and those that
  /// follow it. The first file has the name that is returned, the others their number behind it.
  std::string add_texts(const StoredPage& page, const std::vector<std::uint32_t>& begins) {
    base::Hasher from;
    from.add(page.url).add(page.title).add(page.digest);
    auto [name, is_new] = name_for(from.add(std::uint64_t{kTextSize}).add(kStaticForm).finish());
    for (std::size_t i = 0; is_new && i < begins.size(); ++i) {
      std::uint32_t end =
          i + 1 < begins.size() ? begins[i + 1] : static_cast<std::uint32_t>(page.sections.size());
      add_waiting(i == 0 ? name : name + std::to_string(i), [this, &page, begin = begins[i], end] {
        StoredTexts stored;
        base::from_archive(writer_.texts(language_, page), stored);
        return packed_texts(page, stored, begin, end);
      });
    }
    return name;
  }

  void add_pages(Json& meta) {
    std::string lengths, shapes, pages, names;
    Json priors = Json::object();
    std::string links;
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      const StoredPage& page = pages_[p];
      add_number(pages, static_cast<std::uint32_t>(page.sections.size()));
      for (std::uint32_t count : page.name_words) add_number(pages, count);
      if (double prior = prior_of(page.kind, page.boost, options_.weights); prior != 1)
        priors[std::to_string(p)] = prior;
      links += static_cast<char>('0' + std::min(page.links, 9u));
      std::vector<std::uint32_t> begins = {0};
      std::size_t size = 0;
      for (std::uint32_t s = 0; s < page.sections.size(); ++s) {
        const StoredSection& section = page.sections[s];
        add_number(lengths, code_of_length(section.length));
        add_number(shapes, section.heading_words << 3 | std::min(section.depth, kMaxDepth));
        if (size > 0 && size + section.size > kTextSize) {
          begins.push_back(s);
          size = 0;
        }
        size += section.size;
      }
      add_number(pages, static_cast<std::uint32_t>(begins.size() - 1));
      for (std::size_t i = 1; i < begins.size(); ++i) add_number(pages, begins[i] - begins[i - 1]);
      names += add_texts(page, begins);
    }
    meta["lengths"] = lengths;
    meta["shapes"] = shapes;
    meta["pages"] = pages;
    meta["priors"] = priors;
    meta["links"] = links;
    meta["texts"] = names;
  }

  /// The pages that each filter would leave; those of no kind listed are manuals.
  void add_facets(Json& meta) {
    meta["facets"] = {
        {"system", Json::object()}, {"product", Json::object()}, {"kind", Json::object()}};
    for (const auto& [name, field] :
         {std::pair{"system", Field::system}, {"product", Field::product}})
      for (auto row = lower_row(rows_, "!"); row != rows_.end() && row->text[0] == '!'; ++row) {
        std::string_view postings = entry_of(row->data, static_cast<char>(field));
        if (postings.empty()) continue;
        std::vector<std::uint32_t> pages;
        for_each_posting(postings, [&](Posting posting) {
          std::uint32_t page = page_of_[posting.section];
          if (pages.empty() || pages.back() != page) pages.push_back(page);
        });
        meta["facets"][name][row->text.substr(1)] = distances(pages);
      }
    std::map<std::string, std::vector<std::uint32_t>> kinds;
    for (std::uint32_t p = 0; p < pages_.size(); ++p)
      if (pages_[p].kind != PageKind::manual)
        kinds[std::string(kind_name(pages_[p].kind))].push_back(p);
    for (const auto& [kind, pages] : kinds) meta["facets"]["kind"][kind] = distances(pages);
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

  /// The dictionary of each other language, and which page there is the translation of each page
  /// here.
  void add_translations(Json& meta) {
    meta["twins"] = Json::object();
    meta["translations"] = Json::object();
    for (const std::string& other : writer_.languages()) {
      if (other == language_ || writer_.language(other).pages.empty()) continue;
      Rows rows;
      Dictionary dictionary(headings_of(language_, writer_.language(language_)),
                            headings_of(other, writer_.language(other)));
      for (const auto& [key, words] : dictionary.all()) {
        if (!fits_in_line(key)) continue;
        std::string data = "X";
        for (const Translation& word : words)
          data += base::format("{}{} {}", data.size() > 1 ? " " : "", word.word, word.percent);
        rows.push_back({key, std::move(data)});
      }
      meta["translations"][other] = add_blocks(translations_.emplace_back(cut_blocks(rows)));
      std::unordered_map<std::string_view, std::uint32_t> places;
      std::uint32_t count = 0;
      for (const StoredPage& page : writer_.language(other).pages)
        places.emplace(page.translation_key, ++count);
      std::string translations;
      for (const StoredPage& page : pages_) {
        auto found = places.find(page.translation_key);
        add_number(translations, found == places.end() ? 0 : found->second);
      }
      meta["twins"][other] = add_file(translations);
    }
  }

  /// The first texts of blocks, a line each and written like those of rows, and the blocks' names.
  Json add_blocks(const std::vector<Block>& blocks) {
    std::string firsts, names;
    std::string_view before;
    for (const Block& block : blocks) {
      if (!names.empty()) firsts += '\n';
      add_rest(firsts, before, block.first);
      names += add_file(base::digest(block.content),
                        [this, &block] { return packed_block(block.content, language_); });
      before = block.first;
    }
    return {{"firsts", firsts}, {"names", names}};
  }

  /// First letter -> file of "<shared><rest> <sections>" lines.
  Json add_words() {
    std::map<std::string, std::string> lists;
    std::string_view letter, before;
    const std::vector<std::uint32_t>& known = writer_.language(language_).frequencies;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      constexpr char kWord = static_cast<char>(Field::word);
      std::uint32_t count =
          known.empty() ? count_postings(entry_of(rows_[i].data, kWord)) : known[i];
      if (count == 0) continue;
      std::string_view text = rows_[i].text,
                       first = text.substr(0, base::decode_utf8(text, 0).length);
      if (first != letter) before = {};
      letter = first;
      std::string& list = lists[std::string(letter)];
      add_rest(list, before, text);
      list += ' ';
      add_number(list, count);
      list += '\n';
      before = text;
    }
    Json table = Json::object();
    for (const auto& [first, list] : lists) table[first] = add_file(list);
    return table;
  }

  IndexWriter& writer_;
  const std::string& language_;
  const StaticOptions& options_;
  const std::vector<StoredPage>& pages_;
  const Rows& rows_;
  /// By section.
  std::vector<std::uint32_t> page_of_;
  std::vector<Waiting> waiting_;
  /// Blocks of translations, where files wait for them.
  std::list<std::vector<Block>> translations_;
  std::map<std::string, base::Digest> names_;
};

}  // namespace

void make_static_index(IndexWriter& writer, const std::string& language,
                       const StaticOptions& options, const StaticSink& put) {
  Exporter(writer, language, options).run(put);
}

}  // namespace kbuild::search
