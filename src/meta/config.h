// The configuration of a site: kbuild.yml, and a mkdocs.yml or conf.py where a source has one or
// takes its place. Reading never guesses: each key of the files is honoured, replaced by a native
// feature, or reported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/hash.h"
#include "diag/diagnostic.h"
#include "meta/block_note.h"
#include "meta/claims_policy.h"
#include "meta/names.h"
#include "meta/other_site.h"
#include "meta/value.h"

namespace kbuild::meta {

/// A text with a value per language; "" is the value for all others.
struct Localised {
  std::map<std::string, std::string> values;
  /// The language's value, else the general one, else the first, else "".
  std::string in(std::string_view language) const;
  bool empty() const { return values.empty(); }
};

/// An entry of an explicit navigation.
struct NavigationEntry {
  /// Empty: the page's own title.
  std::string title;
  /// A page's path relative to its source's root, or a URL; empty for a section without a page.
  std::string target;
  std::vector<NavigationEntry> children;
  source::Span span;
};

struct Redirect {
  /// Page path as MkDocs writes it ("old/page.md"), relative to the source's root.
  std::string from;
  /// Page path with an optional #anchor, or a URL.
  std::string to;
  source::Span span;
};

/// A page that shows a list of others below its own text.
struct Listing {
  /// Relative to the source's root.
  std::string page;
  /// "catalog", "discipline", "availability", "licence", "web", "news", "glossary", "tags".
  std::string kind;
  /// Glob patterns of the pages whose dated headings are news.
  std::vector<std::string> from;
};

/// One thing's name by language.
using Term = std::map<std::string, std::string>;

/// A value of the catalogue (a discipline, a system, a licence) as it is shown; their order is the
/// configuration's.
struct CatalogName {
  std::string name;
  Localised title;
  Localised description;
};

/// The definition of a tree whose Markdown is MyST; its value names extensions.
inline constexpr std::string_view kMystSetting = "setting:myst_enable_extensions";

/// One tree of pages in one language.
struct SourceTree {
  /// Directory of the pages, absolute or relative to the working directory.
  std::string path;
  std::string language = "en";
  /// "auto" or a dialect's name.
  std::string dialect = "auto";
  /// Whose texts these are: raw HTML of untrusted ones is sanitised, and their pages run no script.
  /// by_dialect: wikis are untrusted, other sources trusted.
  enum class Trust : std::uint8_t { by_dialect, trusted, untrusted } trust = Trust::by_dialect;
  /// Where the tree hangs in the site's URL space, without slashes at its ends; "" is the root.
  std::string mount;
  /// The system of pages that name none.
  std::string system;
  /// Glob patterns of paths to take (empty: every page suffix) and to leave out.
  std::vector<std::string> include;
  /// One that begins with "!" includes what earlier ones left out.
  std::vector<std::string> exclude;
  /// Likewise of pages that need not be in the navigation or linked.
  std::vector<std::string> apart;
  /// Suffixes of pages; empty: every one that a reader is known for.
  std::vector<std::string> suffixes;
  /// Of the files that are no pages all are published, or those that pages refer to and those below
  /// a directory of `published`; a Sphinx tree also holds programs.
  enum class Assets : std::uint8_t { all, referred } assets = Assets::all;
  std::vector<std::string> published;
  /// The page whose page lists make the navigation, without its suffix.
  std::string root = "index";
  /// Explicit navigation; empty: from the tree.
  std::vector<NavigationEntry> navigation;
  std::vector<Redirect> redirects;
  std::vector<Listing> listings;
  /// Directories in which snippets and includes are looked up, in addition to the page's own.
  std::vector<std::string> snippet_paths;
  /// Files whose text is appended to every page (glossaries).
  std::vector<std::string> appended;
  /// markdown_extensions of the mkdocs.yml; null: all that kbuild knows.
  Value markdown_extensions;
  /// Prefix of the URL where a page can be edited; its path is appended.
  std::string edit_url;
  /// rst_prolog and rst_epilog; extlinks, substitutions and settings, templates, interwiki prefixes
  /// and variables of wikis (read::Options::definitions).
  std::string prolog;
  std::string epilog;
  std::map<std::string, std::string> definitions;
};

/// Names and addresses of another project's pages and objects: an objects.inv as Sphinx writes it.
struct Inventory {
  /// As references name it before a colon: "python".
  std::string name;
  /// Where the project's pages begin.
  std::string url;
  /// A local file; empty: there is none, and references to the project stay unresolved.
  std::string file;
  source::Span span;
};

/// The treatment of a key of a configuration file, for `kbuild build -v`.
struct KeyReport {
  std::string key;
  enum class Fate { honoured, replaced, ignored } fate = Fate::honoured;
  /// The native feature that replaces it, or why it is ignored.
  std::string remark;
};

/// A check's level changed by the configuration; "off" silences it.
struct CheckLevel {
  std::string code;
  std::string level;
};

/// Text that the maintainers put around every page.
struct Appearance {
  /// HTML of the foot line.
  std::string copyright_html;
  /// Files of the sources, relative to the root of the first tree; empty: the theme's own.
  std::string logo;
  std::string favicon;
  /// (name, URL) of the maintainers' other places.
  std::vector<std::pair<std::string, std::string>> social;
};

/// The input of a configuration, to detect changes.
struct ConfigInputs {
  /// Files with their state before they were read.
  std::vector<std::pair<std::string, base::FileStatus>> files;
  /// Environment variables that the files ask for, with their values; none: not set.
  std::map<std::string, std::optional<std::string>> environment;
  /// Of all that was read.
  base::Digest digest;
};

struct Config {
  /// The file, as given, and its directory.
  std::string path;
  std::string directory;
  /// Names the state directory .kbuild/<key>.
  std::string key;
  Localised site_name;
  Localised site_description;
  /// Absolute URL of the published site, ending in '/'; may be empty.
  std::string site_url;
  std::string repository_url;
  Appearance appearance;
  /// First is the default; it lives at '/'.
  std::vector<std::string> languages;
  std::vector<SourceTree> sources;
  Names names;
  /// Of pages whose front matter says nothing.
  ClaimsPolicy claims = ClaimsPolicy::read;
  /// The file of what maintainers decided about claims, which may be absent.
  std::string decisions;
  std::vector<Inventory> inventories;
  std::vector<CatalogName> catalog;
  /// Agreed translations of terms.
  std::vector<Term> terms;
  /// Sites that `kbuild search` and `kbuild serve` search as well.
  std::vector<OtherSite> others;
  std::string theme = "default";
  /// Output directory; empty: .kbuild/<key>/site.
  std::string out;
  /// Directories with snippets' system profiles and evidence.
  std::string systems_directory;
  std::string evidence_directory;
  /// Whose signatures of evidence count: a list of ssh-keygen's; "" without one.
  std::string signers_file;
  std::vector<BlockNote> block_notes;
  /// Days for which a pass proves something.
  int expiry_days = 30;
  /// Whether `kbuild test` may run the code of pages.
  bool execute = false;
  /// Whether a build judges code blocks by bash and Python, too, as `kbuild check` always does.
  bool check_syntax = false;
  std::vector<CheckLevel> checks;
  /// Phrases, lower case, that the site's authors leave in pages for themselves.
  std::vector<std::string> authoring_notes;
  std::vector<KeyReport> keys;
  ConfigInputs inputs;
};

/// JSON Schema (2020-12) of kbuild.yml.
std::string config_schema();

/// True where the glob matches the whole path: '*' and '?' stay within a part, "**" crosses parts.
bool matches_glob(std::string_view pattern, std::string_view path);

/// Whether SourceTree::exclude leaves a file of the tree out: the last pattern that matches
/// decides.
bool is_excluded(const SourceTree& tree, std::string_view path);
/// Whether SourceTree::apart names the page, decided likewise.
bool is_apart(const SourceTree& tree, std::string_view path);

}  // namespace kbuild::meta
