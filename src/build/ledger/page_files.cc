// Lists a tree's pages and other files, those inside exports and TWiki installations included; see
// page_files.h.
#include "build/ledger/page_files.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "build/ledger/file_names.h"
#include "html/svg.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

using meta::SourceTree;
using namespace diag::literals;

constexpr std::uint64_t kMaxExportBytes = 512u << 20;
constexpr std::uint64_t kMaxSvgBytes = 64u << 20;
/// Of files that browsers run code of when they are opened, or that pages may load as code.
constexpr std::string_view kActiveSuffixes[] = {
    ".html", ".htm", ".xhtml", ".xht", ".shtml", ".mhtml", ".mht", ".xml", ".xsl", ".xslt",
    ".svgz", ".js",  ".mjs",   ".cjs", ".wasm",  ".swf",   ".hta", ".rdf", ".vml"};
constexpr std::string_view kTopics = "data/";
constexpr std::string_view kAttachments = "pub/";

bool matches_any(const std::vector<std::string>& patterns, std::string_view path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return meta::matches_glob(pattern, path); });
}

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](std::string_view suffix) { return path.ends_with(suffix); });
}

bool is_wiki_file(std::string_view path) {
  return ends_with_any(path, {".mediawiki", ".wiki"});
}

/// A template of a wiki, by the folder named as its namespace.
bool is_template(std::string_view path) {
  std::string_view directory = base::parent_path(path);
  bool below = directory == "Template" || directory.starts_with("Template/") ||
               directory.ends_with("/Template") || directory.find("/Template/") != directory.npos;
  return below && is_wiki_file(path);
}

/// MediaWiki's namespaces whose pages are for readers: articles, those about the wiki, help,
/// categories, and what a wiki adds itself. Odd numbers are discussions; 828 and 1198 hold scripts
/// and units of translation.
bool is_for_readers(int name_space) {
  if (name_space == 0 || name_space == 4 || name_space == 12 || name_space == 14) return true;
  return name_space >= 100 && name_space % 2 == 0 && name_space != 828 && name_space != 1198;
}

/// "Help:Batch jobs" as a path; nullopt where a part of it cannot be a file's name.
std::optional<std::string> path_of_title(std::string_view title) {
  std::string path = base::replace_all(base::replace_all(title, " ", "_"), ":", "/");
  if (path.find('\0') != path.npos) return std::nullopt;
  for (std::string_view part : base::split(path, '/'))
    if (part.empty() || part.starts_with('.')) return std::nullopt;
  if (!fault_of_path(path).empty()) return std::nullopt;
  return path;
}

class Lister {
 public:
  Lister(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree,
         const std::vector<std::string>& languages, diag::Diagnostics& diagnostics)
      : disk_(disk),
        sources_(sources),
        tree_(tree),
        languages_(languages),
        diagnostics_(diagnostics) {}

  TreeFiles list(const Snapshot& snapshot) {
    const auto& files = snapshot.files;
    // An installation of TWiki has topics below data/ and their attachments below pub/.
    auto is_topic = [](const std::string& path) {
      return path.starts_with(kTopics) && path.ends_with(".txt");
    };
    bool installation = tree_.dialect == "twiki" &&
                        std::any_of(files.begin(), files.end(),
                                    [&](const auto& file) { return is_topic(file.first); });
    for (const auto& [path, stamp] : files) {
      if (meta::is_excluded(tree_, path) || !is_named_well(path)) continue;
      if (installation) {
        if (is_topic(path)) add(path.substr(kTopics.size()), path, stamp);
        if (path.starts_with(kAttachments) && !path.ends_with(",v")) add_asset(path, stamp);
      } else if (path.ends_with(".xml") && (tree_.include.empty() || is_page(tree_, path)) &&
                 add_export(path, stamp)) {
        continue;
      } else if (is_page(tree_, path)) {
        if (!is_template(path)) add(path, path, stamp);
      } else if (tree_.include.empty()) {
        add_asset(path, stamp);
      }
    }
    pair_languages();
    return std::move(out_);
  }

 private:
  /// A finding about a file, which is shown by its name alone.
  void report(diag::Code code, const std::string& path, std::vector<std::string> arguments) {
    std::string name = base::join_path(tree_.path, printable_path(path));
    diagnostics_.push_back({code, {sources_.add(std::move(name), ""), 0, 0}, std::move(arguments)});
  }

  /// False for files whose names no site can hold; those that some computers can't are reported.
  bool is_named_well(const std::string& path) {
    if (std::string fault = fault_of_path(path); !fault.empty()) {
      report("KB0040"_code, path, {fault});
      return false;
    }
    if (std::string fault = windows_fault_of_path(path); !fault.empty())
      report("KB0041"_code, path, {fault});
    auto [first, fresh] = folded_.try_emplace(fold_path(path), path);
    if (!fresh) report("KB0042"_code, path, {first->second});
    return true;
  }

  /// Files that a browser would run as pages of the site are published for trusted authors alone.
  void add_asset(const std::string& path, const FileStamp& stamp) {
    bool wiki = tree_.dialect == "mediawiki" || tree_.dialect == "twiki";
    bool untrusted = tree_.trust == SourceTree::Trust::untrusted ||
                     (wiki && tree_.trust == SourceTree::Trust::by_dialect);
    if (untrusted && is_active(path)) {
      report("KB0043"_code, path, {std::string(base::file_name(path))});
      return;
    }
    out_.assets.emplace_back(path, stamp);
  }

  bool is_active(const std::string& path) const {
    std::string suffix = base::to_lower(base::extension(path));
    if (suffix == ".svg") {
      auto bytes = disk_.read(base::join_path(tree_.path, path), kMaxSvgBytes);
      return !bytes || !html::is_passive_svg(*bytes);
    }
    return std::find(std::begin(kActiveSuffixes), std::end(kActiveSuffixes), suffix) !=
           std::end(kActiveSuffixes);
  }

  void add(std::string path, const std::string& file, const FileStamp& stamp) {
    PageFile page;
    page.path = std::move(path);
    page.file = base::join_path(tree_.path, file);
    page.file_in_tree = file;
    page.stamp = stamp;
    out_.pages.push_back(std::move(page));
  }

  /// False where the file is other XML.
  bool add_export(const std::string& path, const FileStamp& stamp) {
    if (tree_.dialect != "auto" && tree_.dialect != "mediawiki") return false;
    auto origin = std::make_shared<ExportFile>();
    origin->path = base::join_path(tree_.path, path);
    auto bytes = disk_.read(origin->path, kMaxExportBytes);
    if (!bytes || !xml::is_wiki_export(*bytes)) return false;
    origin->stamp = stamp;
    origin->digest = base::digest(*bytes);
    origin->file = sources_.add(origin->path, source::decode_bytes(std::move(*bytes)).text);
    auto read = xml::read_wiki_export(sources_.text(origin->file));
    if (!read) {
      diagnostics_.push_back({"KB0410"_code, {origin->file, 0, 0}, {read.error().message}});
      return true;
    }
    origin->pages = std::move(read->pages);
    for (std::size_t i = 0; i < origin->pages.size(); ++i)
      origin->by_title.emplace(origin->pages[i].title, i);
    add_pages_of(origin, path, read->main_page);
    return true;
  }

  void add_pages_of(const std::shared_ptr<const ExportFile>& origin, const std::string& file,
                    const std::string& main_page) {
    for (std::size_t i = 0; i < origin->pages.size(); ++i) {
      const xml::WikiPage& wiki = origin->pages[i];
      if (!is_for_readers(wiki.name_space) || is_copy(*origin, wiki.title)) continue;
      auto stem =
          wiki.title == main_page ? std::optional<std::string>("index") : path_of_title(wiki.title);
      // A subpage of the main page is one of the index: "Main Page/fi".
      if (stem && !main_page.empty() && wiki.title.starts_with(main_page + "/"))
        stem = path_of_title("index" + wiki.title.substr(main_page.size()));
      if (!stem) continue;
      PageFile page;
      page.path = base::join_path(base::parent_path(file), *stem + ".wiki");
      page.file = origin->path;
      page.file_in_tree = file;
      page.stamp = origin->stamp;
      page.origin = origin;
      page.part = i;
      out_.pages.push_back(std::move(page));
    }
  }

  /// Translate keeps a copy of each page as a subpage in the page's own language.
  bool is_copy(const ExportFile& origin, const std::string& title) const {
    if (!title.ends_with("/" + tree_.language)) return false;
    auto page = origin.by_title.find(title.substr(0, title.size() - tree_.language.size() - 1));
    return page != origin.by_title.end() &&
           origin.pages[page->second].text.find("<translate") != std::string::npos;
  }

  bool is_of_wiki(const PageFile& page) const {
    return is_wiki_file(page.path) || tree_.dialect == "mediawiki";
  }

  /// "Page/fi.wiki" and "Page_fi.wiki" next to "Page.wiki" are the same page in Finnish. Where the
  /// site has several languages, a copy in the tree's own ("Page_en.wiki") is no page.
  void pair_languages() {
    std::set<std::string> paths;
    for (const PageFile& page : out_.pages) paths.insert(page.path);
    std::erase_if(out_.pages, [&](PageFile& page) {
      page.language = tree_.language;
      page.original = page.path;
      if (!is_of_wiki(page)) return false;
      auto [original, language] = read_subpage(page.path);
      if (language.empty()) return false;
      if (language == tree_.language) return is_copy_of(paths, original);
      // Where only the copy of the original was kept, it stands for it.
      std::string_view suffix = base::extension(original);
      std::string copy = base::format(
          "{}_{}{}", std::string_view(original).substr(0, original.size() - suffix.size()),
          tree_.language, suffix);
      if (!paths.contains(original)) original = std::move(copy);
      if (!paths.contains(original)) return false;
      page.language = std::move(language);
      page.original = std::move(original);
      return false;
    });
  }

  struct Subpage {
    std::string original;
    /// "" where the path names none of the site's languages.
    std::string language;
  };
  Subpage read_subpage(std::string_view path) const {
    std::string_view suffix = base::extension(path);
    std::string_view stem = path.substr(0, path.size() - suffix.size());
    std::size_t mark = stem.find_last_of("/_");
    if (languages_.size() < 2 || mark == stem.npos || mark == 0) return {};
    std::string_view last = stem.substr(mark + 1);
    if (std::find(languages_.begin(), languages_.end(), last) == languages_.end()) return {};
    return {std::string(stem.substr(0, mark)) + std::string(suffix), std::string(last)};
  }

  bool is_copy_of(const std::set<std::string>& paths, const std::string& original) const {
    if (!paths.contains(original)) return false;
    auto bytes = disk_.read(base::join_path(tree_.path, original));
    return bytes && bytes->find("<translate") != std::string::npos;
  }

  const base::Disk& disk_;
  source::SourceStore& sources_;
  const SourceTree& tree_;
  const std::vector<std::string>& languages_;
  diag::Diagnostics& diagnostics_;
  TreeFiles out_;
  /// Paths by themselves without letter case.
  std::map<std::string, std::string> folded_;
};

}  // namespace

bool is_page(const SourceTree& tree, std::string_view path) {
  if (!tree.include.empty() && !matches_any(tree.include, path)) return false;
  if (!tree.include.empty() && tree.suffixes.empty()) return true;
  if (!tree.suffixes.empty())
    return std::any_of(tree.suffixes.begin(), tree.suffixes.end(),
                       [&](const std::string& suffix) { return path.ends_with(suffix); });
  bool wiki = tree.dialect == "mediawiki" || tree.dialect == "twiki";
  // MkDocs publishes notebooks as files.
  if (tree.dialect == "auto" && ends_with_any(path, {".mdx", ".ipynb"})) return true;
  return ends_with_any(path, {".md", ".markdown", ".rst", ".mediawiki", ".wiki", ".twiki"}) ||
         (wiki && path.ends_with(".txt"));
}

TreeFiles list_tree(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree,
                    const Snapshot& snapshot, const std::vector<std::string>& languages,
                    diag::Diagnostics& diagnostics) {
  return Lister(disk, sources, tree, languages, diagnostics).list(snapshot);
}

}  // namespace kbuild::build
