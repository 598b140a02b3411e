// Ids of headings, by the rule of the program that defines the dialect.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "doc/tree.h"

namespace kbuild::doc {

enum class SlugStyle {
  /// NFKD to ASCII, lower case, words and hyphens (Python-Markdown toc.slugify); "_1" on
  /// repetition.
  python_markdown,
  /// The same without the step to ASCII (toc.slugify_unicode, pymdownx.slugs).
  unicode,
  /// The same with capitals kept (pymdownx.slugs without a case).
  unicode_cased,
  /// docutils nodes.make_id: lower case, runs of other characters one hyphen; "id1", "id2" on
  /// repetition.
  docutils,
  /// MediaWiki: blanks become underscores, letter case kept; "_2" on repetition.
  mediawiki,
  /// Foswiki: accents and punctuation dropped, blanks become underscores.
  foswiki,
  /// GitHub: lower case, blanks become hyphens; "-1" on repetition.
  github,
};

/// `separator` is put between words in the styles of Python-Markdown (toc.separator).
std::string make_slug(std::string_view text, SlugStyle style, std::string_view separator = "-");

/// Gives every heading without an id one, unique among all ids of the document. Ids set by the
/// author stay.
void assign_heading_ids(Document& document, SlugStyle style, std::string_view separator = "-");

/// All ids of the document, of blocks, items, cells, tabs and inlines.
std::set<std::string> collect_ids(const Document& document);

}  // namespace kbuild::doc
