// The table of extensions; see mkdocs_options.h.
#include "read/mkdocs_options.h"

#include <string_view>

namespace kbuild::read::mkdocs {

namespace {

struct Row {
  /// Without "markdown.extensions.".
  std::string_view name;
  bool Extensions::*member;
};

constexpr Row kRows[] = {
    {"abbr", &Extensions::abbr},
    {"admonition", &Extensions::admonition},
    {"attr_list", &Extensions::attr_list},
    {"def_list", &Extensions::def_list},
    {"fenced_code", &Extensions::fences},
    {"footnotes", &Extensions::footnotes},
    {"md_in_html", &Extensions::md_in_html},
    {"nl2br", &Extensions::nl2br},
    {"sane_lists", &Extensions::sane_lists},
    {"smarty", &Extensions::smarty},
    {"tables", &Extensions::tables},
    {"toc", &Extensions::toc},
    {"pymdownx.arithmatex", &Extensions::arithmatex},
    {"pymdownx.blocks.admonition", &Extensions::blocks_admonition},
    {"pymdownx.blocks.caption", &Extensions::blocks_caption},
    {"pymdownx.blocks.definition", &Extensions::blocks_definition},
    {"pymdownx.blocks.details", &Extensions::blocks_details},
    {"pymdownx.blocks.html", &Extensions::blocks_html},
    {"pymdownx.blocks.tab", &Extensions::blocks_tab},
    {"pymdownx.caret", &Extensions::caret},
    {"pymdownx.critic", &Extensions::critic},
    {"pymdownx.details", &Extensions::details},
    {"pymdownx.emoji", &Extensions::emoji},
    {"pymdownx.inlinehilite", &Extensions::inlinehilite},
    {"pymdownx.keys", &Extensions::keys},
    {"pymdownx.mark", &Extensions::mark},
    {"pymdownx.snippets", &Extensions::snippets},
    {"pymdownx.superfences", &Extensions::fences},
    {"pymdownx.tabbed", &Extensions::tabbed},
    {"pymdownx.tasklist", &Extensions::tasklist},
    {"pymdownx.tilde", &Extensions::tilde},
};

/// Extensions that stand for several.
struct Bundle {
  std::string_view name;
  std::string_view member;
};
constexpr Bundle kBundles[] = {
    {"extra", "abbr"},
    {"extra", "attr_list"},
    {"extra", "def_list"},
    {"extra", "fenced_code"},
    {"extra", "footnotes"},
    {"extra", "md_in_html"},
    {"extra", "tables"},
    {"pymdownx.extra", "pymdownx.superfences"},
    {"pymdownx.extra", "footnotes"},
    {"pymdownx.extra", "attr_list"},
    {"pymdownx.extra", "def_list"},
    {"pymdownx.extra", "tables"},
    {"pymdownx.extra", "abbr"},
    {"pymdownx.extra", "md_in_html"},
};

void turn_on(Extensions& extensions, std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name) extensions.*row.member = true;
  for (const Bundle& bundle : kBundles)
    if (bundle.name == name) turn_on(extensions, bundle.member);
}

void read_one(Extensions& extensions, std::string_view name, const meta::Value& settings) {
  constexpr std::string_view prefix = "markdown.extensions.";
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  turn_on(extensions, name);
  if (name == "toc" && settings.is_mapping()) {
    const meta::Value& slugify = settings["slugify"];
    std::string how = slugify.tag + slugify.text();
    extensions.unicode_slugs = how.find("slugs.") != how.npos || how.find("unicode") != how.npos;
  }
}

}  // namespace

Extensions read_extensions(const meta::Value* configuration) {
  if (!configuration || !*configuration) return {};
  Extensions extensions;
  for (const Row& row : kRows) extensions.*row.member = false;
  for (std::string_view always : {"toc", "tables", "fenced_code"}) turn_on(extensions, always);
  for (const meta::Value& item : configuration->items) {
    if (item.is_scalar()) read_one(extensions, item.scalar, {});
    for (const auto& [key, settings] : item.members) read_one(extensions, key.scalar, settings);
  }
  for (const auto& [key, settings] : configuration->members)
    read_one(extensions, key.scalar, settings);
  return extensions;
}

}  // namespace kbuild::read::mkdocs
