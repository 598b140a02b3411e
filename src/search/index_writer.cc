// Writing the index; see index.h.
#include <xapian.h>
#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <unordered_set>

#include "base/archive.h"
#include "base/jobs.h"
#include "search/index.h"
#include "search/index_form.h"
#include "search/site_database.h"

namespace kbuild::search {

namespace {

constexpr std::string_view kVersionKey = "version";
constexpr std::string_view kNamesKey = "names";
constexpr int kOpening = Xapian::DB_CREATE_OR_OPEN | Xapian::DB_NO_SYNC;

std::string message_of(const Xapian::Error& error) {
  return "the search index refuses: " + error.get_msg() + " (" + error.get_type() + ")";
}

/// Runs an operation of Xapian; its exceptions become errors.
template <class Body>
base::Result<void> guarded(Body body) {
  try {
    body();
    return {};
  } catch (const Xapian::Error& error) {
    return base::fail(message_of(error), "remove the index directory to build it anew");
  }
}

std::string shard_path(const std::string& place, std::size_t shard) {
  return place + "/" + std::to_string(shard);
}

/// Whether the index at `path` was made by this form of it with these names.
bool fits(const std::string& path, const std::string& names) {
  try {
    for (std::size_t i = 0; i < kShards; ++i) {
      Xapian::Database database(shard_path(path, i));
      if (database.get_metadata(std::string(kVersionKey)) != kIndexVersion ||
          database.get_metadata(std::string(kNamesKey)) != names)
        return false;
    }
    return true;
  } catch (const Xapian::Error&) {
    return false;
  }
}

std::string page_term(std::string_view language, std::string_view path) {
  std::string term = "P" + std::string(language) + "/" + std::string(path);
  // Terms are bounded; a path too long is kept apart by its digest.
  if (term.size() > 220) term = term.substr(0, 180) + base::digest(path).hex();
  return term;
}

/// One of the databases. A thread that has a page for it adds the page to those that wait, and
/// writes them if no other thread is at it.
struct Shard {
  std::string place;
  Xapian::WritableDatabase database;
  bool is_open = false;
  std::mutex writing;
  std::vector<PreparedPage> waiting;
  /// Words met in this session, by language.
  std::map<std::string, std::unordered_set<std::string>> words;

  /// The database, opened at the first call.
  Xapian::WritableDatabase& opened() {
    if (!is_open) database = Xapian::WritableDatabase(place, kOpening);
    is_open = true;
    return database;
  }
  void write(const PreparedPage& page, bool fresh);
};

void Shard::write(const PreparedPage& page, bool fresh) {
  std::string unique = page_term(page.language, page.path), prefix = page.language + ":";
  if (!fresh) opened().delete_document(unique);
  auto& met = words[page.language];
  StoredTexts texts;
  for (const PreparedSection& section : page.sections) texts.sections.push_back(section.text);
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    const PreparedSection& section = page.sections[i];
    Xapian::Document document;
    document.add_boolean_term(unique);
    std::string text = prefix;
    for (const Term& term : section.terms) {
      text.resize(prefix.size());
      text += term.text;
      document.add_term(text, term.count);
      if (term.text[0] == static_cast<char>(Field::word)) met.insert(term.text.substr(1));
    }
    std::string bytes = base::to_archive(section.text);
    StoredSection stored{page.language,
                         page.path,
                         static_cast<std::uint32_t>(i),
                         section.length,
                         section.heading_words,
                         static_cast<std::uint32_t>(section.text.headings.size()),
                         section.text.anchor,
                         static_cast<std::uint32_t>(bytes.size()),
                         base::digest(bytes)};
    document.add_value(kSectionSlot, base::to_archive(stored));
    if (i == 0) {
      document.add_value(kPageSlot,
                         base::to_archive(StoredPage{page.title, page.twin, page.url, page.kind,
                                                     page.boost, page.name_words}));
      document.set_data(base::to_archive(texts));
    }
    opened().add_document(document);
  }
}

}  // namespace

struct IndexWriter::State {
  base::Disk& disk;
  std::string path;
  /// Where the databases are written: below `path`, or below a place beside it for new ones.
  std::string place;
  Gazetteer gazetteer;
  bool fresh = false;
  /// The index as it was, to tell which words are new.
  Xapian::Database before = {};
  std::array<Shard, kShards> shards = {};
  /// Over the pages that wait, and the error.
  std::mutex guard = {};
  std::optional<base::Error> error = {};

  Shard& shard_of(std::string_view language, std::string_view page) {
    return shards[base::digest(page_term(language, page)).low % kShards];
  }
  void fail(const base::Error& what) {
    std::lock_guard lock(guard);
    if (!error) error = what;
  }
  /// To be called by who holds the shard.
  void drain(Shard& shard);
  void add_relations(unsigned jobs);
};

void IndexWriter::State::drain(Shard& shard) {
  for (;;) {
    std::vector<PreparedPage> pages;
    {
      std::lock_guard lock(guard);
      pages.swap(shard.waiting);
    }
    if (pages.empty()) return;
    auto written = guarded([&] {
      for (const PreparedPage& page : pages) shard.write(page, fresh);
    });
    if (!written) fail(written.error());
  }
}

/// What is said of words that the index did not have.
void IndexWriter::State::add_relations(unsigned jobs) {
  std::map<std::string, std::vector<std::string>> words;
  for (const Shard& shard : shards)
    for (const auto& [language, met] : shard.words)
      for (const std::string& word : met)
        if (fresh || !before.term_exists(term_of(language, Field::word, word)))
          words[language].push_back(word);
  for (auto& [language, met] : words) {
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    for (const auto& [key, word] : relations_of(language, met, gazetteer, jobs))
      shards[0].opened().add_synonym(key, word);
  }
}

IndexWriter::IndexWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
IndexWriter::~IndexWriter() = default;
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;

base::Result<IndexWriter> IndexWriter::open(base::Disk& disk, const std::string& path,
                                            const meta::Names& names) {
  std::string stored_names = base::to_archive(StoredNames{names});
  bool fresh = !fits(path, stored_names);
  std::string place = fresh ? path + ".new" : path;
  if (fresh) {
    if (disk.status(place).kind != base::FileKind::absent)
      if (auto removed = disk.remove_tree(place); !removed) return tl::unexpected(removed.error());
    if (auto made = disk.make_directories(place); !made) return tl::unexpected(made.error());
    std::string stub;
    for (std::size_t i = 0; i < kShards; ++i) stub += "auto " + std::to_string(i) + "\n";
    if (auto written = disk.write(place + "/" + std::string(kStubFile), stub); !written)
      return tl::unexpected(written.error());
  }
  std::unique_ptr<State> state(new State{disk, path, place, Gazetteer(names), fresh});
  auto opened = guarded([&] {
    for (std::size_t i = 0; i < kShards; ++i) state->shards[i].place = shard_path(place, i);
    if (!fresh) {
      state->before = Xapian::Database(path);
      return;
    }
    for (Shard& shard : state->shards) {
      shard.opened().set_metadata(std::string(kVersionKey), std::string(kIndexVersion));
      shard.opened().set_metadata(std::string(kNamesKey), stored_names);
    }
  });
  if (!opened) return tl::unexpected(opened.error());
  return IndexWriter(std::move(state));
}

bool IndexWriter::is_new() const {
  return state_->fresh;
}

base::Result<void> IndexWriter::remove_page(std::string_view language, std::string_view path) {
  Shard& shard = state_->shard_of(language, path);
  std::lock_guard lock(shard.writing);
  return guarded([&] { shard.opened().delete_document(page_term(language, path)); });
}

base::Result<void> IndexWriter::replace_page(PreparedPage page) {
  {
    std::lock_guard lock(state_->guard);
    if (state_->error) return tl::unexpected(*state_->error);
    state_->shard_of(page.language, page.path).waiting.push_back(std::move(page));
  }
  for (Shard& shard : state_->shards)
    if (std::unique_lock lock(shard.writing, std::try_to_lock); lock) state_->drain(shard);
  return {};
}

base::Result<void> IndexWriter::commit(unsigned jobs) {
  State& state = *state_;
  base::for_each_index(kShards, jobs, [&](std::size_t i) { state.drain(state.shards[i]); });
  base::for_each_index(kShards, jobs, [&](std::size_t i) {
    Shard& shard = state.shards[i];
    auto written = guarded([&] {
      if (i == 0) state.add_relations(jobs);
      if (!shard.is_open) return;
      shard.database.commit();
      shard.database.close();
    });
    if (!written) state.fail(written.error());
  });
  if (state.error) return tl::unexpected(*state.error);
  if (state.place == state.path) return {};
  if (state.disk.status(state.path).kind != base::FileKind::absent)
    if (auto removed = state.disk.remove_tree(state.path); !removed) return removed;
  return state.disk.rename(state.place, state.path);
}

}  // namespace kbuild::search
