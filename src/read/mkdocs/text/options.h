// Extensions of Python-Markdown and pymdownx that are on for a page, with their settings.
#pragma once

#include <cstdint>
#include <string>

#include "diag/diagnostic.h"
#include "meta/value.h"
#include "read/reader.h"

namespace kbuild::read::mkdocs {

/// Whether marks of an edit are shown, or the text after or before it.
enum class CriticMode : std::uint8_t { view, accept, reject };

/// One member for each extension that changes how text is read. On by default are those that MkDocs
/// or the guides of Material turn on; off by default are those that change ordinary prose.
struct Extensions {
  bool abbr = true;
  bool admonition = true;
  bool attr_list = true;
  bool def_list = true;
  bool fences = true;
  bool footnotes = true;
  bool md_in_html = true;
  bool tables = true;
  bool toc = true;
  bool arithmatex = true;
  bool blocks_admonition = true;
  bool blocks_caption = true;
  bool blocks_definition = true;
  bool blocks_details = true;
  bool blocks_html = true;
  bool blocks_tab = true;
  bool caret = true;
  bool critic = true;
  CriticMode critic_mode = CriticMode::view;
  bool details = true;
  bool emoji = true;
  bool inlinehilite = true;
  bool keys = true;
  bool mark = true;
  bool nl2br = false;
  bool sane_lists = false;
  /// Columns by which a nested list is indented: four, except with mdx_truly_sane_lists.
  std::size_t list_indent = 4;
  bool smarty = false;
  bool snippets = true;
  /// {!path!} of markdown-include.
  bool inclusions = false;
  bool tabbed = true;
  bool tasklist = true;
  bool tilde = true;
  bool betterem = false;
  bool magiclink = false;
  bool saneheaders = false;
  bool smartsymbols = false;

  // ---- Settings, under the names that the extensions give them

  /// toc.slugify: letters outside ASCII stay; pymdownx.slugs with "case: none": capitals too.
  bool unicode_slugs = false;
  bool cased_slugs = false;
  /// Levels that markdown-include moves headings of included files down.
  std::size_t heading_offset = 0;
  int toc_baselevel = 1;
  /// Levels that a table of contents shows; 0: not said.
  int toc_top = 0;
  int toc_bottom = 0;
  std::string toc_marker = "[TOC]";
  /// Between the words of a heading's id.
  std::string toc_separator = "-";
  std::string toc_title = {};
  /// false where `permalink` says so; MkDocs' own default counts as not set.
  bool permalinks = true;
  bool smart_dashes = true;
  bool smart_quotes = true;
  bool smart_ellipses = true;
  bool smart_dollar = true;
  /// betterem.smart_enable: marks glued to words mark nothing.
  bool smart_stars = false;
  bool smart_underscores = true;
  bool disable_indented_code_blocks = false;
  bool preserve_tabs = false;
  bool dedent_subsections = false;
  /// pymdownx.highlight: every block numbered; the language of blocks that name none.
  bool linenums = false;
  std::string default_language = {};
  // pymdownx.smartsymbols
  bool trademark = true;
  bool copyright = true;
  bool registered = true;
  bool plusminus = true;
  bool arrows = true;
  bool notequal = true;
  bool fractions = true;
  bool ordinal_numbers = true;
  bool care_of = true;
  // pymdownx.magiclink
  bool hide_protocol = false;
  bool repo_url_shorthand = false;
  bool social_url_shorthand = false;
  bool normalize_issue_symbols = false;
  std::string magiclink_provider = "github";
  std::string magiclink_user = {};
  std::string magiclink_repo = {};
  /// pymdownx.blocks.caption: text before "{}", the number, by type; "" by language.
  std::string figure_prefix = {};
  std::string table_prefix = {};
};

/// What `markdown_extensions` of a mkdocs.yml names, on top of what MkDocs itself turns on (toc,
/// tables, fenced_code); null: the defaults above.
Extensions read_extensions(const meta::Value* configuration);

/// Reports the extensions and settings of `markdown_extensions` that change what is read but are
/// not supported.
diag::Diagnostics check_extensions(const meta::Value& configuration);

}  // namespace kbuild::read::mkdocs
