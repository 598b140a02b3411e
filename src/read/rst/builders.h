// The builders behind the table of directives: each appends the blocks of one directive. A builder
// that finds its directive wrong calls BlockParser::refuse() and appends nothing else.
#pragma once

#include "doc/tree.h"
#include "read/rst/blocks.h"
#include "read/rst/directives.h"

namespace kbuild::read::rst {

using Builder = void (*)(BlockParser&, const DirectiveCall&, doc::Blocks&);

/// Adds the classes and the name that the options `class` and `name` give; a name is a target.
void add_common(BlockParser& parser, const DirectiveCall& call, doc::Block& block);
/// "a  b" or "a, b" as class names.
std::string class_names(std::string_view text);
/// False, and a diagnostic, where the directive has no content.
bool require_content(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out);
/// A number with a unit in CSS ("10" is "10px"); "" for any other text.
std::string css_length(std::string_view text);
/// The argument with its markup, over several lines.
doc::Inlines argument_inlines(BlockParser& parser, const DirectiveCall& call);
/// An option's value with its markup.
doc::Inlines option_inlines(BlockParser& parser, const DirectiveCall& call,
                            std::string_view option);
/// Appends `block` with the call's span and common options.
void append(BlockParser& parser, const DirectiveCall& call, decltype(doc::Block::value) value,
            std::string_view classes, doc::Blocks& out);
/// The word of a page's language.
std::string_view word(const Page& page, std::string_view english, std::string_view finnish);

/// A character by its code ("0xA9", "U+00A9", "&#xA9;", "x2014", "8212"), other text as it is;
/// docutils' unicode_code.
std::string unicode_text(std::string_view word);
/// One or more names of programming languages as CodeBlock has them.
std::string code_language(std::string_view written);

// build_body.cc
void build_admonition(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_titled_admonition(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_lesson_admonition(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_dropdown(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_version_note(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_topic(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_sidebar(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_rubric(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_centered(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_quote(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_container(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_versions(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_line_block(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_parsed_literal(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_math(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_spliced(BlockParser&, const DirectiveCall&, doc::Blocks&);

// build_code.cc
void build_code(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_cell(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_doctest(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_literal_include(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_highlight(BlockParser&, const DirectiveCall&, doc::Blocks&);

// build_media.cc
void build_image(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_figure(BlockParser&, const DirectiveCall&, doc::Blocks&);
/// The image of a call, perhaps in a link.
doc::Inline make_image(BlockParser& parser, const DirectiveCall& call);

// build_tables.cc
void build_table_directive(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_csv_table(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_list_table(BlockParser&, const DirectiveCall&, doc::Blocks&);

// build_page.cc
void build_include(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_raw(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_class(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_role(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_default_role(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_contents(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_section_numbers(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_decoration(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_title(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_meta(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_nothing(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_misplaced(BlockParser&, const DirectiveCall&, doc::Blocks&);

// build_sphinx.cc
void build_page_list(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_only(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_glossary(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_production_list(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_horizontal_list(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_target_notes(BlockParser&, const DirectiveCall&, doc::Blocks&);

// build_objects.cc
void build_object(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_module(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_autodoc(BlockParser&, const DirectiveCall&, doc::Blocks&);

// build_design.cc
void build_tab(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_code_tab(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_tab_set(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_code_tab_set(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_grid(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_card(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_article_info(BlockParser&, const DirectiveCall&, doc::Blocks&);
void build_button(BlockParser&, const DirectiveCall&, doc::Blocks&);

}  // namespace kbuild::read::rst
