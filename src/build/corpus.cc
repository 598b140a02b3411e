// Reading the sources; see corpus.h.
#include "build/corpus.h"

#include <algorithm>
#include <atomic>

#include "base/format.h"
#include "base/jobs.h"
#include "base/path.h"
#include "base/text.h"
#include "normalise/normalise.h"
#include "page/claim.h"
#include "page/snippet.h"
#include "page/snippet_code.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

using base::Result;
using meta::Config;
using meta::SourceTree;

constexpr std::uint64_t kMaximumPageBytes = 16u << 20;
/// Trees of this much source text are kept between reading and rendering; a tree takes some fifteen times its
/// text. What exceeds it is read again.
constexpr std::uint64_t kKeptSourceBytes = 24u << 20;

bool is_page_suffix(std::string_view path) {
  for (std::string_view suffix : {".md", ".markdown", ".rst", ".mediawiki", ".wiki", ".twiki"})
    if (path.ends_with(suffix)) return true;
  return false;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return meta::matches_glob(pattern, path); });
}

/// `include` names pages whatever their suffix; without it every file with a page's suffix is one.
bool is_page(const SourceTree& tree, std::string_view path) {
  return tree.include.empty() ? is_page_suffix(path) : matches_any(tree.include, path);
}

/// Finds an included file beside the including one or in a snippet directory, never outside those roots.
class Includes {
 public:
  Includes(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree)
      : disk_(disk), sources_(sources), tree_(tree) {}

  std::optional<source::FileId> find(source::FileId from, std::string_view target) {
    if (target.empty() || target.find('\0') != target.npos) return std::nullopt;
    std::string here(base::parent_path(sources_.path(from)));
    // A leading slash means the source's root, as in Sphinx.
    if (target.starts_with('/')) return open(tree_.path, std::string(target.substr(1)), tree_.path);
    if (auto found = open(here, std::string(target), tree_.path)) return found;
    for (const std::string& root : tree_.snippet_paths)
      if (auto found = open(root, std::string(target), root)) return found;
    return open(tree_.path, std::string(target), tree_.path);
  }

  /// The page that a page's whole text is the path of: a symbolic link that Git wrote out as a file, as it does
  /// where links are not kept.
  std::optional<source::FileId> follow(source::FileId from) {
    constexpr std::size_t kLongestPath = 1000;
    std::string_view target = sources_.text(from);
    bool plain = std::all_of(target.begin(), target.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
    if (!plain || target.size() > kLongestPath || !is_page_suffix(target)) return std::nullopt;
    return open(std::string(base::parent_path(sources_.path(from))), std::string(target), tree_.path);
  }

 private:
  std::optional<source::FileId> open(const std::string& directory, const std::string& target,
                                     const std::string& root) {
    std::string path = base::join_path(directory, target);
    auto real = disk_.real_path(path), real_root = disk_.real_path(root);
    if (!real || !real_root || !(*real + "/").starts_with(*real_root + "/")) return std::nullopt;
    auto text = disk_.read(path, kMaximumPageBytes);
    if (!text) return std::nullopt;
    return sources_.add(path, source::decode_bytes(std::move(*text)).text);
  }

  const base::Disk& disk_;
  source::SourceStore& sources_;
  const SourceTree& tree_;
};

std::string appended_text(const base::Disk& disk, const SourceTree& tree) {
  std::string out;
  for (const std::string& name : tree.appended)
    for (const std::string& root : tree.snippet_paths)
      if (auto text = disk.read(base::join_path(root, name), kMaximumPageBytes)) {
        out += "\n\n" + *text;
        break;
      }
  return out;
}

LoadedPage read_text(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree,
                     const std::string& path, const std::string& epilog, std::string bytes) {
  LoadedPage page;
  source::DecodedText decoded = source::decode_bytes(std::move(bytes));
  page.file = sources.add(base::join_path(tree.path, path), std::move(decoded.text));
  page.dialect = tree.dialect == "auto"
                     ? read::detect_dialect(path, sources.text(page.file))
                     : read::find_dialect(tree.dialect).value_or(read::Dialect::mkdocs);
  Includes includes(disk, sources, tree);
  read::Options options;
  bool wiki = page.dialect == read::Dialect::mediawiki || page.dialect == read::Dialect::twiki;
  options.trust = wiki ? read::Trust::untrusted : read::Trust::trusted;
  options.include = [&](source::FileId from, std::string_view target) { return includes.find(from, target); };
  options.article = [&](std::string_view title) -> std::optional<std::string> {
    for (const char* suffix : {".mediawiki", ".wiki"})
      if (auto file = includes.find(page.file, base::replace_all(title, ":", "/") + suffix))
        return std::string(sources.text(*file));
    return std::nullopt;
  };
  options.language = tree.language;
  options.prolog = tree.prolog;
  options.epilog = tree.epilog + epilog;
  options.definitions = tree.definitions;
  if (tree.markdown_extensions) options.markdown_extensions = &tree.markdown_extensions;
  using namespace diag::literals;
  constexpr int kMostLinks = 10;
  source::FileId shown = page.file;
  std::vector<source::FileId> links;
  while (auto target = links.size() < kMostLinks ? includes.follow(shown) : std::nullopt)
    links.push_back(shown = *target);
  page.content = read::read(sources, shown, page.dialect, options);
  if (!links.empty()) {
    auto whole = static_cast<std::uint32_t>(sources.text(page.file).size());
    page.content.diagnostics.push_back(
        {"KB0107"_code, {page.file, 0, whole}, {std::string(sources.text(page.file))}});
    page.content.included.insert(page.content.included.begin(), links.begin(), links.end());
  }
  if (decoded.encoding != "UTF-8")
    page.content.diagnostics.push_back({"KB0001"_code, {page.file, 0, 0}, {decoded.encoding}});
  normalise::normalise(page.content, sources, page.dialect);
  return page;
}

StoredDiagnostic store(const page::Page& page, const diag::Diagnostic& diagnostic) {
  StoredDiagnostic out{diagnostic.code.number, page::to_place(page, diagnostic.span), diagnostic.arguments, {},
                       diagnostic.hint};
  for (const diag::Note& note : diagnostic.notes)
    out.notes.push_back({page::to_place(page, note.span), note.text});
  return out;
}

class Reader {
 public:
  Reader(const base::Disk& disk, source::SourceStore& sources, const Config& config,
         const check::PageCheckOptions& checks)
      : disk_(disk), sources_(sources), config_(config), checks_(checks), names_(config.names) {
    for (meta::SystemName& name : run::system_names(checks.systems)) names_.systems.push_back(std::move(name));
    for (const SourceTree& tree : config.sources) epilogs_.push_back(appended_text(disk, tree));
  }

  /// Brings the page's row up to date. Runs on many threads, each with rows of its own.
  void update(CorpusPage& page) {
    const SourceTree& tree = config_.sources[page.tree];
    std::string full = base::join_path(tree.path, page.path);
    FileStamp stamp = stamp_of(disk_.status(full));
    PageRow& row = *page.row;
    bool known = row.stamp == stamp && stamp.size > 0;
    if (known && !stale_include(row).has_value()) return;
    auto bytes = disk_.read(full, kMaximumPageBytes);
    base::Digest digest = bytes ? base::digest(*bytes) : base::Digest{};
    bool first = row.source == base::Digest{};
    std::optional<std::string> include = stale_include(row);
    row.stamp = stamp;
    if (!first && digest == row.source && !include) return;
    page.reason = first ? "it is new" : include ? "its included file '" + *include + "' changed" : "its text changed";
    row.source = digest;
    read_row(page, bytes ? std::move(*bytes) : std::string());
  }

 private:
  /// The path of an included file that changed since the row was made.
  std::optional<std::string> stale_include(PageRow& row) {
    for (IncludedFile& file : row.included) {
      FileStamp stamp = stamp_of(disk_.status(file.path));
      if (stamp == file.stamp) continue;
      auto bytes = disk_.read(file.path, kMaximumPageBytes);
      if (!bytes || base::digest(*bytes) != file.digest) return file.path;
      file.stamp = stamp;
    }
    return std::nullopt;
  }

  void read_row(CorpusPage& page, std::string bytes) {
    const SourceTree& tree = config_.sources[page.tree];
    std::uint64_t size = bytes.size();
    auto loaded = std::make_unique<LoadedPage>(
        read_text(disk_, sources_, tree, page.path, epilogs_[page.tree], std::move(bytes)));
    page::Page view{sources_,      loaded->file, loaded->dialect, loaded->content, page.path,
                    tree.language, tree.system,  names_};
    PageRow& row = *page.row;
    page::ExtractedFacts extracted = page::extract_facts(view);
    row.facts = std::move(extracted.facts);
    row.places = std::move(extracted.places);
    row.facts_digest = base::digest_of(row.facts);
    diag::Diagnostics found = std::move(loaded->content.diagnostics);
    row.claims = base::to_archive(page::extract_claims(view, found));
    std::vector<page::Snippet> snippets = page::extract_snippets(view);
    row.snippets = base::to_archive(snippets);
    row.code.clear();
    for (const page::Snippet& snippet : snippets)
      row.code.push_back({page::code_digest(snippet), page::to_place(view, snippet.block)});
    for (diag::Diagnostic& diagnostic : check::check_page(view, snippets, checks_)) found.push_back(std::move(diagnostic));
    row.diagnostics.clear();
    for (const diag::Diagnostic& diagnostic : found) row.diagnostics.push_back(store(view, diagnostic));
    row.included.clear();
    for (source::FileId file : loaded->content.included) {
      std::string path(sources_.path(file));
      auto text = disk_.read(path, kMaximumPageBytes);
      row.included.push_back({path, stamp_of(disk_.status(path)), text ? base::digest(*text) : base::Digest{}});
    }
    if ((kept_ += size) <= kKeptSourceBytes) page.loaded = std::move(loaded);
  }

  const base::Disk& disk_;
  source::SourceStore& sources_;
  const Config& config_;
  const check::PageCheckOptions& checks_;
  meta::Names names_;
  std::vector<std::string> epilogs_;
  std::atomic<std::uint64_t> kept_ = 0;
};

}  // namespace

Result<Corpus> read_corpus(const base::Disk& disk, source::SourceStore& sources, const Config& config,
                           const check::PageCheckOptions& checks, unsigned jobs, Ledger& ledger) {
  Corpus corpus;
  std::map<std::string, FileStamp> assets;
  for (std::uint32_t i = 0; i < config.sources.size(); ++i) {
    const SourceTree& tree = config.sources[i];
    auto files = disk.list(tree.path);
    if (!files) return tl::unexpected(files.error());
    std::vector<std::string>& others = corpus.assets.emplace_back();
    for (std::string& path : *files) {
      if (matches_any(tree.exclude, path)) continue;
      std::string key = base::format("{}/{}", i, path);
      if (is_page(tree, path)) {
        corpus.pages.push_back({i, std::move(path), std::move(key), nullptr, "", nullptr});
      } else if (tree.include.empty()) {
        assets[key] = stamp_of(disk.status(base::join_path(tree.path, path)));
        others.push_back(std::move(path));
      }
    }
  }
  corpus.changed = assets != ledger.assets || corpus.pages.size() != ledger.pages.size();
  ledger.assets = std::move(assets);
  std::map<std::string, PageRow> rows;
  for (CorpusPage& page : corpus.pages) {
    auto old = ledger.pages.find(page.key);
    rows.emplace(page.key, old == ledger.pages.end() ? PageRow{} : std::move(old->second));
  }
  ledger.pages = std::move(rows);
  for (CorpusPage& page : corpus.pages) page.row = &ledger.pages.at(page.key);
  Reader reader(disk, sources, config, checks);
  base::for_each_index(corpus.pages.size(), jobs, [&](std::size_t i) { reader.update(corpus.pages[i]); });
  for (const CorpusPage& page : corpus.pages) corpus.changed |= !page.reason.empty();
  return corpus;
}

Result<LoadedPage> load_page(const base::Disk& disk, source::SourceStore& sources, const Config& config,
                             std::uint32_t tree, const std::string& path) {
  const SourceTree& source = config.sources[tree];
  auto bytes = disk.read(base::join_path(source.path, path), kMaximumPageBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  return read_text(disk, sources, source, path, appended_text(disk, source), std::move(*bytes));
}

source::Span PlaceFinder::span(const page::Place& place) {
  auto [found, fresh] = files_.try_emplace(place.file);
  if (fresh) {
    const auto& included = page_.row->included;
    std::string path = base::join_path(config_.sources[page_.tree].path, page_.path);
    if (place.file > 0 && place.file <= included.size()) path = included[place.file - 1].path;
    if (place.file == 0 && page_.loaded) {
      found->second = page_.loaded->file;
    } else if (auto bytes = disk_.read(path, kMaximumPageBytes)) {
      found->second = sources_.add(path, source::decode_bytes(std::move(*bytes)).text);
    }
  }
  return {found->second, place.begin, place.end};
}

diag::Diagnostics restore_diagnostics(const base::Disk& disk, source::SourceStore& sources,
                                      const Config& config, const CorpusPage& page) {
  diag::Diagnostics out;
  PlaceFinder places(disk, sources, config, page);
  for (const StoredDiagnostic& stored : page.row->diagnostics) {
    diag::Diagnostic diagnostic{{stored.code}, places.span(stored.place), stored.arguments, {}, stored.hint};
    for (const StoredDiagnostic::StoredNote& note : stored.notes)
      diagnostic.notes.push_back({places.span(note.place), note.text});
    out.push_back(std::move(diagnostic));
  }
  return out;
}

}  // namespace kbuild::build
