// The passes that turn expanded wiki text into marked-up text, in the order in which MediaWiki runs
// them. Each takes the text of the one before; see context.h for the marks. Every pass is
// linear.
#pragma once

#include "doc/tree.h"
#include "read/mediawiki/text/context.h"

namespace kbuild::read::mediawiki {

/// HTML tags that may stay become marks, all other '<' text (MediaWiki's Sanitizer).
WikiText mark_html(const WikiText& text, Context& context);
/// "{|" tables.
WikiText mark_tables(const WikiText& text, Context& context);
/// "----" rules, "__TOC__" and other switches, "== headings ==".
WikiText mark_lines(const WikiText& text, Context& context);
/// [[page links]], [[File:images]], categories.
WikiText mark_page_links(const WikiText& text, Context& context);
/// ''italic'' and '''bold'''.
WikiText mark_quotes(const WikiText& text, Context& context);
/// [http://url text], bare URLs, ISBN, RFC and PMID.
WikiText mark_urls(const WikiText& text, Context& context);
WikiText mark_bracketed_urls(const WikiText& text, Context& context);
/// Paragraphs, lists and preformatted lines; the last pass.
WikiText mark_blocks(const WikiText& text, Context& context);

/// The tree of fully marked-up text, by the rules by which browsers read HTML.
doc::Blocks build_tree(const WikiText& text, Context& context);

/// Attributes as MediaWiki reads them from the inside of a tag or the line of a table: the last of
/// a repeated name counts, what is no attribute is skipped. Only those that are safe at `element`
/// stay.
std::vector<html::HtmlAttribute> read_tag_attributes(std::string_view text,
                                                     std::string_view element, Context& context,
                                                     Range range);
/// The same without a filter, for extension tags.
std::vector<html::HtmlAttribute> split_attributes(std::string_view text);

/// Length of the protocol ("https://", "mailto:", "//") that text begins with; 0 where it has none.
std::size_t protocol_length(std::string_view text);
/// One past the last byte of the URL whose protocol ends at `at`.
std::size_t url_end(std::string_view text, std::size_t at);

/// Appends an image or figure for [[File:...]] with the options that follow the title.
void append_file(WikiText& out, const Title& title, const WikiText& options, Context& context,
                 Range range);

}  // namespace kbuild::read::mediawiki
