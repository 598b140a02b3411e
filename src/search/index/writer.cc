// Writes the index: collects changed pages by language, stores their rows and texts in Xapian's
// metadata, and commits once; see index.h.
#include <xapian.h>
#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/archive.h"
#include "base/jobs.h"
#include "search/index/index.h"
#include "search/index/language_index.h"

namespace kbuild::search {

namespace {

/// Bytes of texts of added pages that are cached for the files of the index; others are read back.
constexpr std::size_t kMaxCachedTexts = 16u << 20;
constexpr int kOpening = Xapian::DB_CREATE_OR_OPEN | Xapian::DB_NO_SYNC;

/// Runs an operation of Xapian; its exceptions become errors.
template <class Body>
base::Result<void> guarded(Body body) {
  try {
    body();
    return {};
  } catch (const Xapian::Error& error) {
    return base::fail(
        "the search index refuses: " + error.get_msg() + " (" + error.get_type() + ")",
        "remove the index directory to build it anew");
  }
}

/// Whether the index at `path` was made by this form of it with these names.
bool fits(const std::string& path, const std::string& names) {
  try {
    Xapian::Database database(path);
    return database.get_metadata(std::string(kVersionKey)) == kIndexVersion &&
           database.get_metadata(std::string(kNamesKey)) == names;
  } catch (const Xapian::Error&) {
    return false;
  }
}

}  // namespace

struct IndexWriter::State {
  base::Disk& disk;
  std::string path;
  /// Where the database is written: `path`, or a path next to it for a new one.
  std::string place;
  Gazetteer gazetteer;
  bool fresh = false;
  unsigned jobs = 0;
  Xapian::WritableDatabase database = {};
  /// The index as it is after the commit.
  std::optional<Xapian::Database> reader = {};

  struct Language {
    LanguageIndex index;
    /// Blocks as they are stored.
    std::vector<Block> blocks;
    std::vector<NewPage> added;
    std::set<std::string> removed;
    /// Texts of added pages, by path, as far as they are cached.
    std::unordered_map<std::string, std::string> texts;
  };
  std::size_t cached_texts = 0;
  std::map<std::string, Language, std::less<>> languages = {};

  struct Waiting {
    std::string language;
    NewPage page;
    std::string texts;
  };
  /// A thread with a page adds it to the waiting ones, and writes these unless another thread is
  /// writing.
  std::vector<Waiting> waiting = {};
  std::mutex writing = {};
  /// Over `waiting` and the error.
  std::mutex guard = {};
  std::optional<base::Error> error = {};

  Xapian::Database& stored() { return reader ? *reader : database; }
  /// The data of a language in the database, read at the first call. Only for the writing thread.
  Language& language(const std::string& name);
  void write(Waiting& page);
  void drain();
  void store(const std::string& name, Language& language);
};

IndexWriter::State::Language& IndexWriter::State::language(const std::string& name) {
  auto [found, added] = languages.try_emplace(name);
  Language& language = found->second;
  if (!added) return language;
  language.index.language = name;
  if (fresh) return language;
  StoredPages pages;
  base::from_archive(stored().get_metadata(pages_key(name)), pages);
  language.index.pages = std::move(pages.pages);
  std::string prefix = block_key(name, "");
  auto end = stored().metadata_keys_end(prefix);
  for (auto at = stored().metadata_keys_begin(prefix); at != end; ++at)
    language.blocks.push_back({(*at).substr(prefix.size()), stored().get_metadata(*at)});
  language.index.rows = read_blocks(language.blocks, jobs);
  return language;
}

void IndexWriter::State::write(Waiting& page) {
  Language& here = language(page.language);
  const std::string& name = page.page.page.path;
  database.set_metadata(texts_key(page.language, name), page.texts);
  if (cached_texts < kMaxCachedTexts) {
    cached_texts += page.texts.size();
    here.texts[name] = std::move(page.texts);
  }
  here.added.push_back(std::move(page.page));
}

void IndexWriter::State::drain() {
  for (;;) {
    std::vector<Waiting> pages;
    {
      std::lock_guard lock(guard);
      pages.swap(waiting);
    }
    if (pages.empty()) return;
    auto written = guarded([&] {
      for (Waiting& page : pages) write(page);
    });
    if (written) continue;
    std::lock_guard lock(guard);
    if (!error) error = written.error();
  }
}

/// Writes the pages of a language and the blocks that differ.
void IndexWriter::State::store(const std::string& name, Language& language) {
  std::vector<Block> blocks = cut_blocks(language.index.rows, language.blocks);
  auto old = language.blocks.begin();
  auto key = [&](const Block& block) { return block_key(name, block.first); };
  for (const Block& block : blocks) {
    for (; old != language.blocks.end() && old->first < block.first; ++old)
      database.set_metadata(key(*old), "");
    bool same = old != language.blocks.end() && old->first == block.first;
    if (!same || old->content != block.content) database.set_metadata(key(block), block.content);
    if (same) ++old;
  }
  for (; old != language.blocks.end(); ++old) database.set_metadata(key(*old), "");
  language.blocks = std::move(blocks);
  for (Row& row : language.index.rows) row.changed = false;
  StoredPages pages{std::move(language.index.pages)};
  database.set_metadata(pages_key(name), base::to_archive(pages));
  language.index.pages = std::move(pages.pages);
}

IndexWriter::IndexWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
IndexWriter::~IndexWriter() = default;
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;

base::Result<IndexWriter> IndexWriter::open(base::Disk& disk, const std::string& path,
                                            const meta::Names& names, unsigned jobs) {
  std::string stored_names = base::to_archive(StoredNames{names});
  bool fresh = !fits(path, stored_names);
  std::string place = fresh ? path + ".new" : path;
  if (fresh) {
    if (disk.status(place).kind != base::FileKind::absent)
      if (auto removed = disk.remove_tree(place); !removed) return tl::unexpected(removed.error());
    if (auto made = disk.make_directories(place); !made) return tl::unexpected(made.error());
  }
  std::unique_ptr<State> state(new State{disk, path, place, Gazetteer(names), fresh, jobs});
  auto opened = guarded([&] {
    state->database = Xapian::WritableDatabase(place, kOpening);
    if (!fresh) return;
    state->database.set_metadata(std::string(kVersionKey), std::string(kIndexVersion));
    state->database.set_metadata(std::string(kNamesKey), stored_names);
  });
  if (!opened) return tl::unexpected(opened.error());
  return IndexWriter(std::move(state));
}

bool IndexWriter::is_new() const {
  return state_->fresh;
}

base::Result<void> IndexWriter::remove_page(std::string_view language, std::string_view path) {
  State& state = *state_;
  std::lock_guard lock(state.writing);
  return guarded([&] {
    state.database.set_metadata(texts_key(language, path), "");
    state.language(std::string(language)).removed.emplace(path);
  });
}

base::Result<void> IndexWriter::replace_page(PreparedPage page) {
  State& state = *state_;
  StoredTexts texts;
  NewPage packed = pack(page);
  for (PreparedSection& section : page.sections) texts.sections.push_back(std::move(section.text));
  std::string data = base::to_archive(texts);
  packed.page.digest = base::digest(data);
  {
    std::lock_guard lock(state.guard);
    if (state.error) return tl::unexpected(*state.error);
    state.waiting.push_back({std::move(page.language), std::move(packed), std::move(data)});
  }
  if (std::unique_lock lock(state.writing, std::try_to_lock); lock) state.drain();
  return {};
}

base::Result<void> IndexWriter::commit() {
  State& state = *state_;
  state.drain();
  if (state.error) return tl::unexpected(*state.error);
  auto written = guarded([&] {
    for (auto& [name, language] : state.languages) {
      language.index.update(std::move(language.added), language.removed, state.gazetteer,
                            state.jobs);
      state.store(name, language);
    }
    state.database.commit();
    state.database.close();
  });
  if (!written) return written;
  if (state.place != state.path) {
    if (state.disk.status(state.path).kind != base::FileKind::absent)
      if (auto removed = state.disk.remove_tree(state.path); !removed) return removed;
    if (auto moved = state.disk.rename(state.place, state.path); !moved) return moved;
  }
  return guarded([&] { state.reader.emplace(state.path); });
}

base::Result<void> IndexWriter::read_all() {
  return guarded([&] {
    for (const std::string& name : languages()) language(name);
  });
}

std::vector<std::string> IndexWriter::languages() {
  std::lock_guard lock(state_->guard);
  std::vector<std::string> out;
  std::string prefix(kPagesKey);
  auto end = state_->stored().metadata_keys_end(prefix);
  for (auto at = state_->stored().metadata_keys_begin(prefix); at != end; ++at)
    out.push_back((*at).substr(prefix.size()));
  return out;
}

const LanguageIndex& IndexWriter::language(const std::string& name) {
  std::lock_guard lock(state_->guard);
  return state_->language(name).index;
}
const std::vector<Block>& IndexWriter::blocks(const std::string& language) {
  std::lock_guard lock(state_->guard);
  return state_->language(language).blocks;
}
const Gazetteer& IndexWriter::gazetteer() const {
  return state_->gazetteer;
}

std::string IndexWriter::texts(const std::string& language, const StoredPage& page) {
  std::lock_guard lock(state_->guard);
  State::Language& here = state_->language(language);
  if (auto added = here.texts.find(page.path); added != here.texts.end()) return added->second;
  std::string data;
  (void)guarded([&] { data = state_->stored().get_metadata(texts_key(language, page.path)); });
  return data;
}

}  // namespace kbuild::search
