// The readers: one total function per dialect from a source text to a document. Reading never
// fails; what is wrong, doubted or dropped is a diagnostic. The table of readers is in
// read/readers/readers.cc.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "doc/tree.h"
#include "meta/value.h"
#include "source/store.h"

namespace kbuild::read {

enum class Dialect : std::uint8_t { commonmark, gfm, mkdocs, myst, rst, mediawiki, twiki };

/// Whether raw HTML is kept as written or passed through the allow-list of html/sanitise.h.
enum class Trust : std::uint8_t { trusted, untrusted };
/// Wikis are written by anyone; other pages by those who keep the repository.
constexpr Trust default_trust(Dialect dialect) {
  bool wiki = dialect == Dialect::mediawiki || dialect == Dialect::twiki;
  return wiki ? Trust::untrusted : Trust::trusted;
}

enum class FrontMatterPolicy : std::uint8_t { read, ignore };

/// Input of a reader besides its text. All members may be empty.
struct Options {
  Trust trust = Trust::trusted;
  FrontMatterPolicy front_matter = FrontMatterPolicy::read;
  /// GFM extensions by cmark-gfm's names ("table", "strikethrough", "autolink", "tagfilter",
  /// "tasklist", "footnotes"); nullopt: all for gfm, none for commonmark.
  std::optional<std::vector<std::string>> extensions = {};
  /// A file named by an include, literalinclude, snippet, %INCLUDE% or similar: `target` as
  /// written, to be resolved against the including file `from`. nullopt: absent or outside the
  /// root. The callee adds the text to the store; readers bound depth themselves.
  std::function<std::optional<source::FileId>(source::FileId from, std::string_view target)>
      include = {};
  /// Wiki text of a page or template by full title ("Template:Note"), for transclusion.
  std::function<std::optional<std::string>(std::string_view title)> article = {};
  /// A wiki page's full title, where its file's name is not it.
  std::string title = {};
  /// Text put before and after an RST page (rst_prolog, rst_epilog), and appended to a Markdown
  /// page (auto- appended glossaries).
  std::string prolog = {};
  std::string epilog = {};
  /// Names of things that the configuration defines: substitutions, extlinks ("name" -> "url %s"),
  /// wiki variables, meanings of a wiki's templates. Keys are "substitution:x", "extlink:x",
  /// "variable:X", "interwiki:x", "template:X" (see read/mediawiki/templates.cc for its values),
  /// "setting:x" (settings of a conf.py), "myst-substitution:x".
  std::map<std::string, std::string> definitions = {};
  /// Markdown extensions of Python-Markdown and pymdownx that a mkdocs.yml leaves out or sets: the
  /// value of `markdown_extensions`; null: all that kbuild knows are on.
  const meta::Value* markdown_extensions = nullptr;
  /// Language of generated words and of directive names ("en", "fi").
  std::string language = "en";
};

struct ReadResult {
  /// A mapping, or null where the page has none.
  meta::Value front_matter;
  doc::Document document;
  diag::Diagnostics diagnostics = diag::Diagnostics::for_page();
  /// Texts that were included, directly or not, in order of first use.
  std::vector<source::FileId> included;
};

}  // namespace kbuild::read
