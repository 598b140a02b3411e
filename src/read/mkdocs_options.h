// Which extensions of Python-Markdown and pymdownx a page is read with.
#pragma once

#include "meta/value.h"
#include "read/reader.h"

namespace kbuild::read::mkdocs {

/// One member for each extension that changes how text is read. Those on by default are what MkDocs
/// turns on itself and what guides for Material tell authors to turn on; those off by default
/// change ordinary prose, so a configuration has to ask for them.
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
  bool details = true;
  bool emoji = true;
  bool inlinehilite = true;
  bool keys = true;
  bool mark = true;
  bool nl2br = false;
  bool sane_lists = false;
  bool smarty = false;
  bool snippets = true;
  bool tabbed = true;
  bool tasklist = true;
  bool tilde = true;
  /// Slugs of headings keep letters outside ASCII.
  bool unicode_slugs = false;
};

/// What `markdown_extensions` of a mkdocs.yml names, on top of what MkDocs itself turns on (toc,
/// tables, fenced_code); null: the defaults above.
Extensions read_extensions(const meta::Value* configuration);

}  // namespace kbuild::read::mkdocs
