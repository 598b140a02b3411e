// Reads the sources: decides by stamps and digests which pages to read again, reads these in
// parallel, and reuses the ledger's rows of all others; see corpus.h.
#include "build/stages/corpus.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>

#include "base/format.h"
#include "base/jobs.h"
#include "base/path.h"
#include "base/text.h"
#include "claims/claim.h"
#include "claims/reader/extract.h"
#include "normalise/normalise.h"
#include "normalise/untrusted.h"
#include "read/readers/readers.h"
#include "snippets/code.h"
#include "snippets/snippet.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

using base::Result;
using namespace diag::literals;
using meta::Config;
using meta::SourceTree;

/// A larger file is no page that a person wrote, and costs the memory of many.
constexpr std::uint64_t kMaxPageBytes = 64u << 20;
/// Trees of this much source text are cached between reading and rendering; a tree takes some
/// fifteen times its text. What exceeds it is read again.
constexpr std::uint64_t kMaxCachedSourceBytes = 8u << 20;

/// Finds an included file next to the including one or in a snippet directory, never outside those
/// roots. Records the paths at which a missing file would be found.
class Includes {
 public:
  Includes(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree)
      : disk_(disk), sources_(sources), tree_(tree) {}

  std::optional<source::FileId> find(source::FileId from, std::string_view target) {
    if (target.empty() || target.find('\0') != target.npos) return std::nullopt;
    return search(from, std::string(target));
  }

  /// The page that a page's whole text is the path of: a symbolic link that Git wrote out as a
  /// file, as it does on systems without links.
  std::optional<source::FileId> follow(source::FileId from) {
    constexpr std::size_t kMaxPathLength = 1000;
    std::string_view target = sources_.text(from);
    bool plain = std::all_of(target.begin(), target.end(),
                             [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
    if (!plain || target.size() > kMaxPathLength || !is_page(tree_, target)) return std::nullopt;
    return open(std::string(base::parent_path(sources_.path(from))), std::string(target),
                tree_.path);
  }

  /// Paths that were tried and hold nothing.
  std::vector<std::string> take_missed() { return {missed_.begin(), missed_.end()}; }

 private:
  static constexpr std::size_t kMaxMissed = 10000;

  std::optional<source::FileId> search(source::FileId from, const std::string& target) {
    // A leading slash means the source's root, as in Sphinx.
    if (target.starts_with('/')) return open(tree_.path, target.substr(1), tree_.path);
    std::string here(base::parent_path(sources_.path(from)));
    if (auto found = open(here, target, tree_.path)) return found;
    for (const std::string& root : tree_.snippet_paths)
      if (auto found = open(root, target, root)) return found;
    if (auto found = open(tree_.path, target, tree_.path)) return found;
    // Paths of MkDocs's plugin are relative to the including file, and may leave the pages' tree.
    if (tree_.definitions.contains("plugin:include-markdown"))
      for (const std::string& root : tree_.snippet_paths)
        if (auto found = open(here, target, root)) return found;
    // The topics of a TWiki installation.
    bool wiki = tree_.dialect == "twiki";
    return wiki ? open(base::join_path(tree_.path, "data"), target, tree_.path) : std::nullopt;
  }

  std::optional<source::FileId> open(const std::string& directory, const std::string& target,
                                     const std::string& root) {
    std::string path = base::join_path(directory, target);
    auto real = disk_.real_path(path);
    if (!real) {
      // A link that leads nowhere is there.
      bool absent = disk_.status(path).kind == base::FileKind::absent;
      if (absent && missed_.size() < kMaxMissed) missed_.insert(std::move(path));
      return std::nullopt;
    }
    if (!(*real + "/").starts_with(real_root(root) + "/")) return std::nullopt;
    // A checkout's own data may hold the key that it was fetched with.
    if (base::has_part(*real, ".git")) return std::nullopt;
    auto text = disk_.read(path, kMaxPageBytes);
    if (!text) return std::nullopt;
    return sources_.add(path, source::decode_bytes(std::move(*text)).text);
  }

  const std::string& real_root(const std::string& root) {
    auto [found, fresh] = real_roots_.try_emplace(root);
    // A root that does not exist holds nothing: no path begins with a zero byte.
    if (fresh) found->second = disk_.real_path(root).value_or(std::string(1, '\0'));
    return found->second;
  }

  const base::Disk& disk_;
  source::SourceStore& sources_;
  const SourceTree& tree_;
  std::map<std::string, std::string> real_roots_;
  std::set<std::string> missed_;
};

std::string appended_text(const base::Disk& disk, const SourceTree& tree) {
  std::string out;
  for (const std::string& name : tree.appended)
    for (const std::string& root : tree.snippet_paths)
      if (auto text = disk.read(base::join_path(root, name), kMaxPageBytes)) {
        out += "\n\n" + *text;
        break;
      }
  return out;
}

/// Wiki text by title: from the page's own export, else from files: "Template:Note" is
/// Template/Note.wiki. What was found becomes one of the page's included files.
std::optional<std::string> find_article(const source::SourceStore& sources, const PageFile& page,
                                        Includes& includes, source::FileId from,
                                        std::string_view title, std::vector<source::FileId>& used) {
  if (page.origin) {
    used.push_back(page.origin->file);
    if (auto found = page.origin->by_title.find(title); found != page.origin->by_title.end())
      return page.origin->pages[found->second].text;
  }
  std::string path = base::replace_all(title, ":", "/");
  // Subpages lie in folders below those of the wiki's namespaces.
  auto levels = std::count(page.path.begin(), page.path.end(), '/');
  std::string up;
  for (std::ptrdiff_t level = 0; level <= levels; ++level, up += "../")
    for (const std::string& name : {path, base::replace_all(path, " ", "_")})
      for (const char* suffix : {".mediawiki", ".wiki"})
        if (auto file = includes.find(from, up + name + suffix)) {
          used.push_back(*file);
          return std::string(sources.text(*file));
        }
  return std::nullopt;
}

read::Trust trust_of(SourceTree::Trust told, read::Dialect dialect) {
  if (told == SourceTree::Trust::trusted) return read::Trust::trusted;
  if (told == SourceTree::Trust::untrusted) return read::Trust::untrusted;
  return read::default_trust(dialect);
}

/// A page's text in the store.
struct PageText {
  source::FileId file;
  /// As it was found.
  std::string encoding = "UTF-8";
};

PageText add_text(source::SourceStore& sources, const SourceTree& tree, const PageFile& source,
                  std::string bytes) {
  source::DecodedText decoded = source::decode_bytes(std::move(bytes));
  std::string name = source.origin ? base::join_path(tree.path, source.path) : source.file;
  return {sources.add(std::move(name), std::move(decoded.text)), std::move(decoded.encoding)};
}

/// In a tree of Sphinx with MyST's parser Markdown is MyST.
read::Dialect dialect_of(const SourceTree& tree, const PageFile& page, std::string_view text) {
  if (tree.dialect != "auto")
    return read::find_dialect(tree.dialect).value_or(read::Dialect::mkdocs);
  read::Dialect found = read::detect_dialect(page.path, text);
  bool myst =
      found == read::Dialect::mkdocs && tree.definitions.contains(std::string(meta::kMystSetting));
  return myst ? read::Dialect::myst : found;
}

LoadedPage read_text(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree,
                     const PageFile& source, const std::string& epilog, const PageText& text) {
  LoadedPage page;
  page.file = text.file;
  page.dialect = dialect_of(tree, source, sources.text(page.file));
  Includes includes(disk, sources, tree);
  read::Options options;
  options.trust = page.trust = trust_of(tree.trust, page.dialect);
  options.include = [&](source::FileId from, std::string_view target) {
    return includes.find(from, target);
  };
  std::vector<source::FileId> articles;
  options.article = [&](std::string_view title) {
    return find_article(sources, source, includes, page.file, title, articles);
  };
  if (source.origin) {
    options.title = source.origin->pages[source.part].title;
  } else if (source.original != source.path) {
    // A subpage named by its language has the title of the page above it.
    std::string_view above = base::file_name(source.original);
    above.remove_suffix(base::extension(above).size());
    if (std::string own = "_" + tree.language; above.ends_with(own))
      above.remove_suffix(own.size());
    options.title = base::format("{}/{}", above, source.language);
  }
  options.language = source.language;
  options.prolog = tree.prolog;
  options.epilog = tree.epilog + epilog;
  options.definitions = tree.definitions;
  if (tree.markdown_extensions) options.markdown_extensions = &tree.markdown_extensions;
  constexpr int kMaxLinks = 10;
  source::FileId shown = page.file;
  std::vector<source::FileId> links;
  while (auto target = links.size() < kMaxLinks ? includes.follow(shown) : std::nullopt)
    links.push_back(shown = *target);
  page.content = read::read(sources, shown, page.dialect, options);
  auto& included = page.content.included;
  for (source::FileId file : articles) {
    bool known = std::any_of(included.begin(), included.end(), [&](source::FileId other) {
      return sources.path(other) == sources.path(file);
    });
    if (!known) included.push_back(file);
  }
  if (!links.empty()) {
    auto whole = static_cast<std::uint32_t>(sources.text(page.file).size());
    page.content.diagnostics.push_back(
        {"KB0107"_code, {page.file, 0, whole}, {std::string(sources.text(page.file))}});
    page.content.included.insert(page.content.included.begin(), links.begin(), links.end());
  }
  if (text.encoding != "UTF-8")
    page.content.diagnostics.push_back({"KB0001"_code, {page.file, 0, 0}, {text.encoding}});
  normalise::normalise(page.content, sources, page.dialect);
  if (page.trust == read::Trust::untrusted) normalise::clean_untrusted(page.content.document);
  page.missed = includes.take_missed();
  return page;
}

Result<std::string> bytes_of(const base::Disk& disk, const PageFile& page) {
  if (page.origin) return page.origin->pages[page.part].text;
  if (page.stamp.size > kMaxPageBytes)
    return base::fail(base::format("'{}' is larger than 64 MB", page.file),
                      "split it, or leave it out of the source with `exclude`");
  return disk.read(page.file, kMaxPageBytes);
}

StoredDiagnostic store(const page::Page& page, const diag::Diagnostic& diagnostic) {
  StoredDiagnostic out{diagnostic.code.number,
                       page::to_place(page, diagnostic.span),
                       diagnostic.arguments,
                       {},
                       diagnostic.hint};
  for (const diag::Note& note : diagnostic.notes)
    out.notes.push_back({page::to_place(page, note.span), note.text});
  return out;
}

void add_value(base::Hasher& hasher, const meta::Value& value) {
  hasher.add(static_cast<std::uint64_t>(value.kind)).add(value.scalar).add(value.tag);
  hasher.add(value.items.size()).add(value.members.size());
  for (const meta::Value& item : value.items) add_value(hasher, item);
  for (const auto& [name, member] : value.members) {
    add_value(hasher, name);
    add_value(hasher, member);
  }
}

void add_texts(base::Hasher& hasher, const std::vector<std::string>& texts) {
  hasher.add(texts.size());
  for (const std::string& text : texts) hasher.add(text);
}

/// Everything of the configuration that decides how a tree's pages are read.
base::Digest reading_digest(const SourceTree& tree, const meta::Names& names,
                            const std::string& epilog, const base::Digest& checks,
                            meta::ClaimsPolicy claims) {
  base::Hasher hasher;
  hasher.add(checks)
      .add(static_cast<std::uint64_t>(claims))
      .add(epilog)
      .add(tree.path)
      .add(tree.language)
      .add(tree.dialect)
      .add(static_cast<std::uint64_t>(tree.trust))
      .add(tree.system);
  hasher.add(tree.prolog).add(tree.epilog);
  add_texts(hasher, tree.snippet_paths);
  add_value(hasher, tree.markdown_extensions);
  for (const auto& [name, definition] : tree.definitions) hasher.add(name).add(definition);
  for (const meta::SystemName& system : names.systems) {
    hasher.add(system.name).add(system.part_of).add(system.retired);
    add_texts(hasher, system.aliases);
    add_texts(hasher, system.commands);
  }
  for (const meta::ProductName& product : names.products) {
    hasher.add(product.name);
    add_texts(hasher, product.aliases);
  }
  hasher.add(names.catalog.systems);
  return hasher.finish();
}

/// Digest of a page's public facts: those that other pages and the site use. Line numbers of
/// snippets are not included.
base::Digest public_digest_of(const PageRow& row, std::vector<snippets::Snippet> snippets) {
  for (snippets::Snippet& snippet : snippets) snippet.line = snippet.content_line = 0;
  base::Hasher hasher;
  hasher.add(base::digest_of(row.facts)).add(row.claims).add(base::digest_of(snippets));
  return hasher.finish();
}

/// Where the checks of the site may have found something on a page.
std::vector<page::Place> places_of(const PageRow& row) {
  std::vector<page::Place> out = row.places.links;
  out.push_back(row.places.title);
  for (const snippets::CodeMark& mark : row.code) out.push_back(mark.place);
  std::vector<claims::Claim> claims;
  base::from_archive(row.claims, claims);
  for (const claims::Claim& claim : claims) out.push_back(claim.place);
  return out;
}

/// New places of the findings of a page that was read again.
class Moves {
 public:
  /// False where the rows can't be compared place by place.
  bool add(const CorpusPage& page) {
    unpack(*page.before);
    std::vector<page::Place> from = places_of(*page.before), to = places_of(*page.row);
    if (page.source.origin || from.size() != to.size()) return false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      CachedFinding::Place target = kept(page, *page.row, to[i]);
      auto [found, fresh] = moves_.try_emplace(key_of(kept(page, *page.before, from[i])), target);
      if (!fresh && key_of(found->second) != key_of(target)) return false;
    }
    files_.insert(page.source.file);
    for (const IncludedFile& file : page.before->included) files_.insert(file.path);
    return true;
  }

  /// False if the place is of such a page but was not compared.
  bool follow(CachedFinding::Place& place) const {
    auto found = moves_.find(key_of(place));
    if (found == moves_.end()) return !files_.contains(place.path);
    place = found->second;
    return true;
  }

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t>;
  static Key key_of(const CachedFinding::Place& place) {
    return {place.path, place.begin, place.end};
  }
  static CachedFinding::Place kept(const CorpusPage& page, const PageRow& row,
                                   const page::Place& place) {
    bool inside = place.file > 0 && place.file <= row.included.size();
    return {inside ? row.included[place.file - 1].path : page.source.file, place.begin, place.end};
  }

  std::map<Key, CachedFinding::Place> moves_;
  std::set<std::string> files_;
};

/// Moves the ledger's findings along with the places of its rows; if one cannot be moved, the next
/// build checks the whole site.
void move_findings(const std::vector<CorpusPage>& pages, Ledger& ledger) {
  Moves moves;
  bool known = true;
  for (const CorpusPage& page : pages)
    if (page.before && page.before->public_digest == page.row->public_digest)
      known &= moves.add(page);
  for (CachedFinding& finding : ledger.findings) {
    known &= moves.follow(finding.place);
    for (auto& [place, text] : finding.notes) known &= moves.follow(place);
  }
  if (!known) ledger.public_digest = {};
}

class Reader {
 public:
  Reader(const base::Disk& disk, source::SourceStore& sources, const Config& config,
         const CorpusOptions& options)
      : disk_(disk),
        sources_(sources),
        config_(config),
        checks_(options.checks),
        names_(run::with_systems(config.names, checks_.systems)) {
    for (const SourceTree& tree : config.sources) {
      epilogs_.push_back(appended_text(disk, tree));
      readings_.push_back(
          reading_digest(tree, names_, epilogs_.back(), options.checks_digest, config.claims));
    }
  }

  /// The text appended to the pages, by tree; the reader must not be used afterwards.
  std::map<std::uint32_t, std::string> take_appended() {
    std::map<std::uint32_t, std::string> out;
    for (std::uint32_t i = 0; i < epilogs_.size(); ++i)
      if (!epilogs_[i].empty()) out[i] = std::move(epilogs_[i]);
    return out;
  }

  /// Brings the page's row up to date. Runs on many threads, each with its own rows. Errors: the
  /// file is unreadable or too large.
  Result<void> update(CorpusPage& page) {
    const PageFile& source = page.source;
    PageRow& row = *page.row;
    base::Digest wanted = reading_of(page);
    bool first = row.source == base::Digest{};
    std::optional<std::string> include = first ? std::nullopt : stale_include(row);
    bool reading = row.reading != wanted;
    if (row.stamp == source.stamp && source.stamp.size > 0 && !include && !reading) return {};
    auto bytes = bytes_of(disk_, source);
    if (!bytes) return tl::unexpected(bytes.error());
    base::Digest digest = base::digest(*bytes);
    row.stamp = source.stamp;
    if (!first && digest == row.source && !include && !reading) return {};
    page.reason = first     ? "it is new"
                  : include ? "its included file '" + *include + "' changed"
                  : reading ? "the configuration of its source changed"
                            : "its text changed";
    if (!first) page.before = std::make_unique<PageRow>(row);
    row.packed = {};
    row.source = digest;
    row.reading = wanted;
    read_row(page, std::move(*bytes));
    return {};
  }

 private:
  /// How the page is read: options of its tree, and files next to it that set its language and its
  /// title.
  base::Digest reading_of(const CorpusPage& page) const {
    const PageFile& source = page.source;
    base::Hasher hasher;
    hasher.add(readings_[page.tree]).add(source.language).add(source.original);
    if (source.origin) hasher.add(source.origin->pages[source.part].title);
    for (const meta::BlockNote& note : config_.block_notes)
      if (note.page == source.path) hasher.add(note.heading).add(note.digest).add(note.keys);
    return hasher.finish();
  }

  /// The path of an included file that changed since the row was made.
  std::optional<std::string> stale_include(PageRow& row) {
    for (IncludedFile& file : row.included) {
      FileStamp stamp = stamp_of(disk_.status(file.path));
      if (stamp == file.stamp) continue;
      auto bytes = disk_.read(file.path, kMaxPageBytes);
      if (!bytes || base::digest(*bytes) != file.digest) return file.path;
      file.stamp = stamp;
    }
    for (const std::string& path : row.missed)
      if (disk_.status(path).kind != base::FileKind::absent) return path;
    return std::nullopt;
  }

  void read_row(CorpusPage& page, std::string bytes) {
    const SourceTree& tree = config_.sources[page.tree];
    std::uint64_t size = bytes.size();
    PageText text = add_text(sources_, tree, page.source, std::move(bytes));
    page.text = text.file;
    auto loaded = std::make_unique<LoadedPage>(
        read_text(disk_, sources_, tree, page.source, epilogs_[page.tree], text));
    page::Page view{sources_,        loaded->file,     loaded->dialect,
                    loaded->content, page.source.path, page.source.language,
                    tree.system,     names_,           &config_.block_notes,
                    config_.claims};
    PageRow& row = *page.row;
    page::ExtractedFacts extracted = page::extract_facts(view);
    row.facts = std::move(extracted.facts);
    row.places = std::move(extracted.places);
    diag::Diagnostics found = std::move(loaded->content.diagnostics);
    row.claims = base::to_archive(claims::extract_claims(view, found));
    std::vector<snippets::Snippet> snippets = snippets::extract_snippets(view);
    row.snippets = base::to_archive(snippets);
    row.code.clear();
    for (const snippets::Snippet& snippet : snippets)
      row.code.push_back({snippets::code_digest(snippet), page::to_place(view, snippet.block)});
    row.public_digest = public_digest_of(row, snippets);
    found.append(check::check_page(view, snippets, checks_));
    row.diagnostics.clear();
    for (const diag::Diagnostic& diagnostic : found)
      row.diagnostics.push_back(store(view, diagnostic));
    row.included.clear();
    for (source::FileId file : loaded->content.included) {
      std::string path(sources_.path(file));
      if (const ExportFile* origin = page.source.origin.get(); origin && origin->path == path) {
        row.included.push_back({path, origin->stamp, origin->digest});
        continue;
      }
      FileStamp stamp = stamp_of(disk_.status(path));
      auto content = disk_.read(path, kMaxPageBytes);
      row.included.push_back({path, stamp, content ? base::digest(*content) : base::Digest{}});
    }
    row.missed = std::move(loaded->missed);
    if ((cached_bytes_ += size) <= kMaxCachedSourceBytes) page.loaded = std::move(loaded);
  }

  const base::Disk& disk_;
  source::SourceStore& sources_;
  const Config& config_;
  const check::PageCheckOptions& checks_;
  meta::Names names_;
  /// By tree: what is appended to its pages, and how they are read.
  std::vector<std::string> epilogs_;
  std::vector<base::Digest> readings_;
  std::atomic<std::uint64_t> cached_bytes_ = 0;
};

/// Notes next to the pages whose block was changed or removed.
diag::Diagnostics unused_notes(const Config& config, const std::vector<CorpusPage>& pages) {
  diag::Diagnostics out;
  std::vector<bool> used(config.block_notes.size());
  for (const CorpusPage& page : pages) {
    bool named = std::any_of(config.block_notes.begin(), config.block_notes.end(),
                             [&](const auto& note) { return note.page == page.source.path; });
    std::vector<snippets::Snippet> snippets;
    if (named) unpack(*page.row);
    if (!named || !base::from_archive(page.row->snippets, snippets)) continue;
    for (const snippets::Snippet& snippet : snippets)
      for (std::size_t i = 0; i < used.size(); ++i)
        used[i] = used[i] || meta::fits(config.block_notes[i], page.source.path,
                                        snippets::heading_path(snippet.headings),
                                        snippets::text_digest(snippet.text));
  }
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i])
      out.push_back({"KB0709"_code,
                     config.block_notes[i].span,
                     {config.block_notes[i].page, config.block_notes[i].digest}});
  return out;
}

}  // namespace

Result<Corpus> read_corpus(const base::Disk& disk, source::SourceStore& sources,
                           const Config& config, const CorpusOptions& options, Ledger& ledger) {
  Corpus corpus;
  std::map<std::string, FileStamp> assets;
  for (const SourceTree& tree : config.sources) {
    auto known = std::find_if(options.snapshots.begin(), options.snapshots.end(),
                              [&](const Snapshot& snapshot) { return snapshot.root == tree.path; });
    auto snapshot = known != options.snapshots.end() ? Result<Snapshot>(*known)
                                                     : take_snapshot(disk, tree.path);
    if (!snapshot) return tl::unexpected(snapshot.error());
    corpus.trees.push_back(std::move(*snapshot));
    for (const std::string& name : tree.appended)
      for (const std::string& root : tree.snippet_paths) {
        std::string path = base::join_path(root, name);
        FileStamp stamp = stamp_of(disk.status(path));
        corpus.beside.emplace_back(std::move(path), stamp);
      }
  }
  for (std::uint32_t i = 0; i < config.sources.size(); ++i) {
    TreeFiles files = list_tree(disk, sources, config.sources[i], corpus.trees[i], config.languages,
                                corpus.diagnostics);
    for (PageFile& page : files.pages) {
      std::string key = base::format("{}/{}", i, page.path);
      CorpusPage& entry = corpus.pages.emplace_back();
      entry.tree = i;
      entry.source = std::move(page);
      entry.key = std::move(key);
    }
    std::vector<std::string>& others = corpus.assets.emplace_back();
    for (auto& [path, stamp] : files.assets) {
      assets[base::format("{}/{}", i, path)] = stamp;
      others.push_back(std::move(path));
    }
  }
  ledger.assets = std::move(assets);
  std::map<std::string, PageRow> rows;
  for (CorpusPage& page : corpus.pages) {
    auto old = ledger.pages.find(page.key);
    rows.emplace(page.key, old == ledger.pages.end() ? PageRow{} : std::move(old->second));
  }
  ledger.pages = std::move(rows);
  for (CorpusPage& page : corpus.pages) page.row = &ledger.pages.at(page.key);
  Reader reader(disk, sources, config, options);
  ProgressCounter counter(options.progress, "read", corpus.pages.size());
  std::vector<Result<void>> read(corpus.pages.size());
  base::for_each_index(corpus.pages.size(), options.jobs, [&](std::size_t i) {
    read[i] = reader.update(corpus.pages[i]);
    counter.step();
  });
  for (const Result<void>& page : read)
    if (!page) return tl::unexpected(page.error());
  for (diag::Diagnostic& diagnostic : unused_notes(config, corpus.pages))
    corpus.diagnostics.push_back(std::move(diagnostic));
  corpus.appended = reader.take_appended();
  move_findings(corpus.pages, ledger);
  return corpus;
}

void unpack_rows(const Corpus& corpus, unsigned jobs) {
  base::for_each_index(corpus.pages.size(), jobs,
                       [&](std::size_t i) { unpack(*corpus.pages[i].row); });
}

Result<LoadedPage> load_page(const base::Disk& disk, source::SourceStore& sources,
                             const Config& config, const CorpusPage& page) {
  const SourceTree& tree = config.sources[page.tree];
  PageText text{page.text};
  if (!text.file) {
    auto bytes = bytes_of(disk, page.source);
    if (!bytes) return tl::unexpected(bytes.error());
    text = add_text(sources, tree, page.source, std::move(*bytes));
  }
  return read_text(disk, sources, tree, page.source, appended_text(disk, tree), text);
}

Result<const LoadedPage*> loaded_page(const base::Disk& disk, source::SourceStore& sources,
                                      const Config& config, const CorpusPage& page,
                                      std::unique_ptr<LoadedPage>& again) {
  if (page.loaded) return page.loaded.get();
  auto read = load_page(disk, sources, config, page);
  if (!read) return tl::unexpected(read.error());
  again = std::make_unique<LoadedPage>(std::move(*read));
  return again.get();
}

source::Span PlaceFinder::span(const page::Place& place) {
  const PageFile& page = page_.source;
  if (place.file == 0 && page.origin) {
    const xml::WikiPage& wiki = page.origin->pages[page.part];
    std::string_view text = sources_.text(page.origin->file);
    std::size_t begin = xml::export_offset(text, wiki, place.begin),
                end = xml::export_offset(text, wiki, place.end);
    return {page.origin->file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  auto [found, fresh] = files_.try_emplace(place.file);
  if (fresh) {
    const auto& included = page_.row->included;
    std::string path = page.file;
    if (place.file > 0 && place.file <= included.size()) path = included[place.file - 1].path;
    if (place.file == 0 && page_.text) {
      found->second = page_.text;
    } else if (auto bytes = disk_.read(path, kMaxPageBytes)) {
      found->second = sources_.add(path, source::decode_bytes(std::move(*bytes)).text);
    }
  }
  return {found->second, place.begin, place.end};
}

diag::Diagnostics restore_diagnostics(const base::Disk& disk, source::SourceStore& sources,
                                      const CorpusPage& page) {
  diag::Diagnostics out;
  PlaceFinder places(disk, sources, page);
  for (const StoredDiagnostic& stored : page.row->diagnostics) {
    diag::Diagnostic diagnostic{
        {stored.code}, places.span(stored.place), stored.arguments, {}, stored.hint};
    for (const StoredDiagnostic::StoredNote& note : stored.notes)
      diagnostic.notes.push_back({places.span(note.place), note.text});
    out.push_back(std::move(diagnostic));
  }
  return out;
}

}  // namespace kbuild::build
