// Writing the index; see index.h.
#include <xapian.h>
#include <algorithm>
#include <unordered_set>

#include "base/archive.h"
#include "search/index.h"
#include "search/index_form.h"
#include "search/site_database.h"

namespace kbuild::search {

struct IndexWriter::State {
  base::Disk& disk;
  std::string path;
  /// Where the database is written: `path`, or a place beside it for a new one.
  std::string place;
  Xapian::WritableDatabase database;
  Gazetteer gazetteer;
  bool fresh = false;
  /// Words met in this session, by language: true where the index did not have them.
  std::map<std::string, std::unordered_map<std::string, bool>> words;

  void note_word(const std::string& language, const std::string& word) {
    auto [entry, first] = words[language].try_emplace(word, true);
    if (first && !fresh)
      entry->second = !database.term_exists(term_of(language, Field::word, word));
  }
  void add_relations(const std::string& language, std::vector<std::string> new_words,
                     unsigned jobs);
};

namespace {

constexpr std::string_view kVersionKey = "version";
constexpr std::string_view kNamesKey = "names";

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

/// Whether the database at `path` was made by this form of the index with these names.
bool fits(const std::string& path, const std::string& names) {
  try {
    Xapian::Database database(path);
    return database.get_metadata(std::string(kVersionKey)) == kIndexVersion &&
           database.get_metadata(std::string(kNamesKey)) == names;
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

}  // namespace

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
  }
  auto state = std::make_unique<State>(State{disk, path, place, {}, Gazetteer(names), fresh, {}});
  auto opened = guarded([&] {
    state->database = Xapian::WritableDatabase(place, Xapian::DB_CREATE_OR_OPEN);
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
  return guarded([&] { state_->database.delete_document(page_term(language, path)); });
}

base::Result<void> IndexWriter::replace_page(const PreparedPage& page) {
  return guarded([&] {
    std::string unique = page_term(page.language, page.path);
    if (!state_->fresh) state_->database.delete_document(unique);
    std::string prefix = page.language + ":";
    for (std::size_t i = 0; i < page.sections.size(); ++i) {
      const PreparedSection& section = page.sections[i];
      Xapian::Document document;
      document.add_boolean_term(unique);
      for (const Term& term : section.terms) {
        document.add_term(prefix + term.text, term.count);
        if (term.text[0] == static_cast<char>(Field::word))
          state_->note_word(page.language, term.text.substr(1));
      }
      std::string text = base::to_archive(section.text);
      StoredSection stored{page.language,
                           page.path,
                           static_cast<std::uint32_t>(i),
                           section.length,
                           section.heading_words,
                           static_cast<std::uint32_t>(section.text.headings.size()),
                           section.text.anchor,
                           static_cast<std::uint32_t>(text.size()),
                           base::digest(text)};
      document.add_value(kSectionSlot, base::to_archive(stored));
      if (i == 0)
        document.add_value(kPageSlot,
                           base::to_archive(StoredPage{page.title, page.twin, page.url, page.kind,
                                                       page.boost, page.name_words}));
      document.set_data(text);
      state_->database.add_document(document);
    }
  });
}

void IndexWriter::State::add_relations(const std::string& language,
                                       std::vector<std::string> new_words, unsigned jobs) {
  std::sort(new_words.begin(), new_words.end());
  for (const auto& [key, word] : relations_of(language, new_words, gazetteer, jobs))
    database.add_synonym(key, word);
}

base::Result<void> IndexWriter::commit(unsigned jobs) {
  auto written = guarded([&] {
    for (auto& [language, words] : state_->words) {
      std::vector<std::string> new_words;
      for (const auto& [word, is_new] : words)
        if (is_new) new_words.push_back(word);
      state_->add_relations(language, std::move(new_words), jobs);
    }
    state_->database.commit();
    state_->database.close();
  });
  if (!written || state_->place == state_->path) return written;
  if (state_->disk.status(state_->path).kind != base::FileKind::absent)
    if (auto removed = state_->disk.remove_tree(state_->path); !removed) return removed;
  return state_->disk.rename(state_->place, state_->path);
}

}  // namespace kbuild::search
