// Applies changed pages to the rows of a language; see language_index.h.
#include "search/index/language_index.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/jobs.h"
#include "base/text_hash.h"
#include "search/index/relations.h"
#include "search/index/row_words.h"
#include "search/language/analyser.h"

namespace kbuild::search {

namespace {

/// Most occurrences that are gathered at a time, if more than one bucket has them.
constexpr std::size_t kMaxGathered = 3u << 20;

/// One text of one field in one section. A large site has millions.
struct Occurrence {
  /// The field's letter and the text, after a byte with their length.
  const char* packed;
  Posting posting;
  std::string_view term() const { return {packed, static_cast<unsigned char>(packed[-1])}; }
};

/// Postings of one text of one field.
struct FieldEntry {
  std::string text;
  char letter;
  std::string postings;
};

template <class Body>
void for_each_term(std::string_view packed, std::uint32_t section, Body body) {
  for (std::size_t at = 0; at < packed.size();) {
    auto size = static_cast<unsigned char>(packed[at++]);
    if (size == 0) {
      ++section;
      continue;
    }
    const char* term = packed.data() + at;
    at += size;
    std::uint32_t count = read_number(packed, at);
    body(Occurrence{term, {section, count}});
  }
}

Field field_of(std::string_view term) {
  return static_cast<Field>(term[0]);
}

/// Terms fall into buckets in the order of their rows' texts: "!" comes before all words.
constexpr std::size_t kBuckets = 512;
std::size_t bucket_of(std::string_view term) {
  auto first = static_cast<unsigned char>(term.size() > 1 ? term[1] : 0);
  return is_of_words(field_of(term)) ? 256u + first : first;
}

std::vector<FieldEntry> gather_bucket(std::span<const Occurrence> occurrences) {
  struct Found {
    std::string postings;
    std::uint32_t last = 0;
  };
  std::unordered_map<std::string_view, Found, base::TextHash> found;
  for (const Occurrence& occurrence : occurrences) {
    Found& entry = found[occurrence.term()];
    add_posting(entry.postings, entry.last, occurrence.posting);
  }
  std::vector<FieldEntry> out;
  out.reserve(found.size());
  for (auto& [term, entry] : found)
    out.push_back({row_text(field_of(term), term.substr(1)), term[0], std::move(entry.postings)});
  std::sort(out.begin(), out.end(), [](const FieldEntry& a, const FieldEntry& b) {
    int order = a.text.compare(b.text);
    return order != 0 ? order < 0 : rank_of(a.letter) < rank_of(b.letter);
  });
  return out;
}

/// The postings of pages that begin at the given sections, by text and by order of entries.
std::vector<FieldEntry> gather(const std::vector<std::pair<std::uint32_t, const NewPage*>>& pages,
                               unsigned jobs) {
  auto for_each_occurrence = [&](auto body) {
    for (const auto& [first, page] : pages) for_each_term(page->terms, first, body);
  };
  std::vector<std::size_t> sizes(kBuckets);
  for_each_occurrence([&](const Occurrence& found) { ++sizes[bucket_of(found.term())]; });
  std::vector<FieldEntry> out;
  // The terms are scanned once for each group of buckets that fits the bound on memory.
  for (std::size_t begin = 0, end = 0; begin < kBuckets; begin = end) {
    std::vector<std::vector<Occurrence>> buckets;
    for (std::size_t size = 0; end < kBuckets && (size == 0 || size + sizes[end] < kMaxGathered);
         size += sizes[end++])
      buckets.emplace_back().reserve(sizes[end]);
    for_each_occurrence([&](const Occurrence& found) {
      std::size_t bucket = bucket_of(found.term());
      if (bucket >= begin && bucket < end) buckets[bucket - begin].push_back(found);
    });
    std::vector<std::vector<FieldEntry>> gathered(buckets.size());
    base::for_each_index(buckets.size(), jobs, [&](std::size_t i) {
      gathered[i] = gather_bucket(std::exchange(buckets[i], {}));
    });
    std::size_t count = out.size();
    for (const auto& entries : gathered) count += entries.size();
    out.reserve(count);
    for (auto& entries : gathered)
      std::move(entries.begin(), entries.end(), std::back_inserter(out));
  }
  return out;
}

/// The new numbers of old sections; kNone for removed ones.
struct Renumbering {
  std::vector<std::uint32_t> numbers;
  /// From here on all sections stay at the same distance from each other.
  std::size_t steady = 0;

  explicit Renumbering(std::vector<std::uint32_t> all)
      : numbers(std::move(all)), steady(numbers.size()) {
    while (steady > 0 && numbers[steady - 1] != kNone &&
           (steady == numbers.size() || numbers[steady - 1] + 1 == numbers[steady]))
      --steady;
  }
  std::uint32_t of(std::uint32_t section) const {
    return section < numbers.size() ? numbers[section] : kNone;
  }
};

/// Postings with new numbers of sections, without those that have none; nothing where they stay as
/// they are. Digits are only rewritten where a distance differs.
std::optional<std::string> renumbered(std::string_view postings, const Renumbering& numbers) {
  std::optional<std::string> out;
  std::uint32_t section = 0, last = 0;
  for (std::size_t at = 0; at < postings.size();) {
    std::size_t begin = at;
    std::uint32_t distance = read_number(postings, at);
    section += distance >> 1;
    std::uint32_t count = distance & 1 ? read_number(postings, at) : 1;
    std::uint32_t number = numbers.of(section);
    bool same = number != kNone && number - last == distance >> 1;
    if (!same && !out) out.emplace(postings.substr(0, begin));
    if (number == kNone) continue;
    if (!same)
      add_posting(*out, last, {number, count});
    else if (out)
      *out += postings.substr(begin, at - begin);
    last = number;
    if (section >= numbers.steady) {
      if (out) *out += postings.substr(at);
      break;
    }
  }
  return out;
}

void renumber(Row& row, const Renumbering& numbers) {
  std::optional<std::string> data;
  std::size_t begin = 0;
  for_each_entry(row.data, [&](std::string_view entry) {
    std::size_t at = begin;
    begin += entry.size() + 1;
    auto changed = is_field(entry[0]) ? renumbered(entry.substr(1), numbers) : std::nullopt;
    if (!changed && !data) return;
    if (!data) data = row.data.substr(0, at == 0 ? 0 : at - 1);
    if (changed && changed->empty()) return;
    if (!data->empty()) *data += '\t';
    *data += entry[0];
    *data += changed ? std::string_view(*changed) : entry.substr(1);
  });
  if (!data) return;
  row.data = std::move(*data);
  row.changed = true;
}

/// Postings of both, which have no section in common.
std::string merged(std::string_view a, std::string_view b) {
  std::vector<Posting> all;
  for (std::string_view postings : {a, b})
    for_each_posting(postings, [&](Posting posting) { all.push_back(posting); });
  std::sort(all.begin(), all.end(),
            [](const Posting& x, const Posting& y) { return x.section < y.section; });
  std::string out;
  std::uint32_t last = 0;
  for (const Posting& posting : all) add_posting(out, last, posting);
  return out;
}

/// A sorted run of changes, taken from its front.
template <class T>
class Queue {
 public:
  explicit Queue(std::span<T> items) : items_(items) {}
  const std::string* text() const { return at_ < items_.size() ? &items_[at_].text : nullptr; }
  bool is_at(std::string_view text) const {
    return at_ < items_.size() && items_[at_].text == text;
  }
  T take() { return std::move(items_[at_++]); }

 private:
  std::span<T> items_;
  std::size_t at_ = 0;
};

/// The entries of one row while they change, in their order.
class Entries {
 public:
  explicit Entries(std::string_view text) : text_(text) {}
  void read(std::string_view data) {
    for_each_entry(data, [&](std::string_view entry) {
      entries_[rank_of(entry[0])] = std::string(entry.substr(1));
    });
  }
  void add(FieldEntry entry) {
    std::string& here = entries_[rank_of(entry.letter)];
    here = here.empty() ? std::move(entry.postings) : merged(here, entry.postings);
  }
  void change(const RelationOfForm& relation, bool adds) {
    std::size_t rank = rank_of(relation.letter);
    if (relation.letter == kPartsOfForm) {
      entries_[rank] = adds ? relation.form : "";
      return;
    }
    auto [found, first] = forms_.try_emplace(rank);
    std::vector<std::string>& forms = found->second;
    if (first) forms = read_forms(text_, entries_[rank]);
    auto at = std::lower_bound(forms.begin(), forms.end(), relation.form);
    bool there = at != forms.end() && *at == relation.form;
    if (adds && !there) forms.insert(at, relation.form);
    if (!adds && there) forms.erase(at);
  }
  std::string data() {
    for (const auto& [rank, forms] : forms_) entries_[rank] = write_forms(text_, forms);
    if (entries_[rank_of(static_cast<char>(Relation::part))].empty())
      entries_[rank_of(kCompoundsOfPart)].clear();
    std::string out;
    for (std::size_t rank = 0; rank < kLetterCount; ++rank) {
      if (entries_[rank].empty()) continue;
      if (!out.empty()) out += '\t';
      out += letter_at(rank);
      out += entries_[rank];
    }
    return out;
  }

 private:
  std::string_view text_;
  std::array<std::string, kLetterCount> entries_;
  /// Of the relations that change, by rank.
  std::map<std::size_t, std::vector<std::string>> forms_;
};

/// A row is written after the one before it, so that the next one changes, too.
void drop_empty(Rows& rows) {
  bool gone = false;
  for (Row& row : rows) {
    row.changed |= gone;
    gone = row.data.empty();
  }
  std::erase_if(rows, [](const Row& row) { return row.data.empty(); });
}

/// Changes to rows, each sorted by text.
struct Changes {
  std::span<FieldEntry> fields;
  std::span<RelationOfForm> added, removed;
};

/// Changes cut at some texts, so that none is in two pieces.
std::vector<Changes> cut(const Changes& whole) {
  std::vector<Changes> pieces;
  Changes rest = whole;
  auto take = [](auto& from, const std::string& text) {
    auto at = std::partition_point(from.begin(), from.end(),
                                   [&](const auto& change) { return change.text < text; });
    auto front = from.first(static_cast<std::size_t>(at - from.begin()));
    from = from.subspan(front.size());
    return front;
  };
  for (std::size_t at = kRun; at < whole.fields.size(); at += kRun) {
    const std::string& text = whole.fields[at].text;
    pieces.push_back({take(rest.fields, text), take(rest.added, text), take(rest.removed, text)});
  }
  pieces.push_back(rest);
  return pieces;
}

struct Merged {
  /// Rows of texts that had none.
  Rows fresh;
  bool emptied = false;
};

/// Puts changes into the rows of their texts.
Merged merge_into(Rows& rows, const Changes& changes) {
  Merged out;
  Queue<FieldEntry> field(changes.fields);
  Queue<RelationOfForm> more(changes.added), less(changes.removed);
  for (;;) {
    const std::string* first = nullptr;
    for (const std::string* text : {field.text(), more.text(), less.text()})
      if (text && (!first || *text < *first)) first = text;
    if (!first) return out;
    const std::string text = *first;
    auto known = rows.begin() + (lower_row(rows, text) - rows.cbegin());
    bool is_known = known != rows.end() && known->text == text;
    Entries entries(text);
    if (is_known) entries.read(known->data);
    while (field.is_at(text)) entries.add(field.take());
    while (less.is_at(text)) entries.change(less.take(), false);
    while (more.is_at(text)) entries.change(more.take(), true);
    if (is_known) {
      known->data = entries.data();
      known->changed = true;
      out.emptied |= known->data.empty();
    } else if (std::string data = entries.data(); !data.empty()) {
      out.fresh.push_back({text, std::move(data), true});
    }
  }
}

/// Applies changes to the rows of their texts, and adds and removes rows as needed; `emptied`:
/// whether some rows are to be removed already.
void merge(Rows& rows, const Changes& changes, bool emptied, unsigned jobs) {
  std::vector<Changes> pieces = cut(changes);
  std::vector<Merged> merged(pieces.size());
  base::for_each_index(pieces.size(), jobs,
                       [&](std::size_t i) { merged[i] = merge_into(rows, pieces[i]); });
  Rows fresh;
  std::size_t count = 0;
  for (const Merged& piece : merged) count += piece.fresh.size();
  fresh.reserve(count);
  for (Merged& piece : merged) {
    std::move(piece.fresh.begin(), piece.fresh.end(), std::back_inserter(fresh));
    emptied |= piece.emptied;
  }
  if (emptied) drop_empty(rows);
  if (fresh.empty()) return;
  if (rows.empty()) {
    rows = std::move(fresh);
    return;
  }
  auto by_text = [](const Row& a, const Row& b) { return a.text < b.text; };
  Rows all;
  all.reserve(rows.size() + fresh.size());
  std::merge(std::move_iterator(rows.begin()), std::move_iterator(rows.end()),
             std::move_iterator(fresh.begin()), std::move_iterator(fresh.end()),
             std::back_inserter(all), by_text);
  rows = std::move(all);
}

}  // namespace

NewPage pack(const PreparedPage& page) {
  NewPage out;
  StoredPage& stored = out.page;
  stored.path = page.path;
  stored.title = page.title;
  stored.translation_key = page.translation_key;
  stored.url = page.url;
  stored.kind = page.kind;
  stored.boost = page.boost;
  stored.links = page.links;
  stored.name_words = page.name_words;
  for (const PreparedSection& section : page.sections) {
    const SectionText& text = section.text;
    stored.sections.push_back({section.length, section.heading_words,
                               static_cast<std::uint32_t>(text.headings.size()), text.anchor,
                               static_cast<std::uint32_t>(text.body.size() + text.code.size())});
    for (const Term& term : section.terms) {
      if (term.text.size() > 255 || !fits_in_line(term.text)) continue;
      out.terms += static_cast<char>(term.text.size());
      out.terms += term.text;
      add_number(out.terms, term.count);
    }
    out.terms += '\0';
  }
  return out;
}

void LanguageIndex::update(std::vector<NewPage> added, const std::set<std::string>& removed,
                           const Gazetteer& gazetteer, unsigned jobs) {
  std::sort(added.begin(), added.end(),
            [](const NewPage& a, const NewPage& b) { return a.page.path < b.page.path; });
  // The new number of each old section, and the first of each new page.
  std::vector<std::uint32_t> numbers;
  std::vector<std::pair<std::uint32_t, const NewPage*>> firsts;
  std::vector<StoredPage> merged_pages;
  std::uint32_t next = 0;
  auto next_added = added.begin();
  auto add_until = [&](const std::string* path) {
    for (; next_added != added.end() && (!path || next_added->page.path <= *path); ++next_added) {
      firsts.emplace_back(next, &*next_added);
      next += static_cast<std::uint32_t>(next_added->page.sections.size());
      merged_pages.push_back(next_added->page);
    }
  };
  for (StoredPage& page : pages) {
    add_until(&page.path);
    bool replaced = !merged_pages.empty() && merged_pages.back().path == page.path;
    bool stays = !replaced && !removed.contains(page.path);
    for (std::size_t i = 0; i < page.sections.size(); ++i)
      numbers.push_back(stays ? next++ : kNone);
    if (stays) merged_pages.push_back(std::move(page));
  }
  add_until(nullptr);
  pages = std::move(merged_pages);
  const Renumbering renumbering(std::move(numbers));

  std::vector<FieldEntry> fields = gather(firsts, jobs);
  constexpr char kWord = static_cast<char>(Field::word);
  std::vector<std::string> new_words, gone_words;
  for (const FieldEntry& field : fields) {
    if (field.letter != kWord) continue;
    const Row* row = find_row(rows, field.text);
    if (!row || entry_of(row->data, kWord).empty()) new_words.push_back(field.text);
  }
  std::vector<std::uint8_t> gone(rows.size());
  std::atomic<bool> emptied = false;
  for_each_in_runs(rows.size(), jobs, [&](std::size_t i) {
    bool was_word = !entry_of(rows[i].data, kWord).empty();
    renumber(rows[i], renumbering);
    gone[i] = was_word && entry_of(rows[i].data, kWord).empty();
    if (gone[i]) drop_split(rows[i]);
    if (rows[i].data.empty()) emptied = true;
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!gone[i]) continue;
    auto comes = std::lower_bound(
        fields.begin(), fields.end(), rows[i].text,
        [](const FieldEntry& field, const std::string& text) { return field.text < text; });
    if (comes == fields.end() || comes->text != rows[i].text || comes->letter != kWord)
      gone_words.push_back(rows[i].text);
  }
  auto more = relations_of(language, new_words, gazetteer, jobs);
  auto less = relations_of(language, gone_words, gazetteer, jobs);
  merge(rows, {fields, more, less}, emptied, jobs);
  RowWords words(rows, jobs);
  words.split();
  // Few rows change where few did above, and each reads others as they were.
  std::vector<std::vector<std::pair<std::size_t, std::string>>> inlined(rows.size() / kRun + 1);
  for_each_run(rows.size(), jobs, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (auto data = words.inlined(rows[i]))
        inlined[begin / kRun].emplace_back(i, std::move(*data));
  });
  for (auto& some : inlined)
    for (auto& [i, data] : some) rows[i] = {std::move(rows[i].text), std::move(data), true};
  frequencies = words.take_frequencies();
}

}  // namespace kbuild::search
