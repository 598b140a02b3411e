// The table of extensions; see options.h.
#include "read/mkdocs/text/options.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

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
    {"markdown_include.include", &Extensions::inclusions},
    {"mdx_truly_sane_lists", &Extensions::sane_lists},
    {"nl2br", &Extensions::nl2br},
    {"sane_lists", &Extensions::sane_lists},
    {"smarty", &Extensions::smarty},
    {"tables", &Extensions::tables},
    {"toc", &Extensions::toc},
    {"pymdownx.arithmatex", &Extensions::arithmatex},
    {"pymdownx.betterem", &Extensions::betterem},
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
    {"pymdownx.magiclink", &Extensions::magiclink},
    {"pymdownx.mark", &Extensions::mark},
    {"pymdownx.saneheaders", &Extensions::saneheaders},
    {"pymdownx.smartsymbols", &Extensions::smartsymbols},
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
    {"pymdownx.extra", "pymdownx.betterem"},
    {"pymdownx.extra", "pymdownx.superfences"},
    {"pymdownx.extra", "footnotes"},
    {"pymdownx.extra", "attr_list"},
    {"pymdownx.extra", "def_list"},
    {"pymdownx.extra", "tables"},
    {"pymdownx.extra", "abbr"},
    {"pymdownx.extra", "md_in_html"},
};

/// Settings that are yes or no.
struct Flag {
  std::string_view extension;
  std::string_view name;
  bool Extensions::*member;
};
constexpr Flag kFlags[] = {
    {"mdx_truly_sane_lists", "truly_sane", &Extensions::sane_lists},
    {"smarty", "smart_dashes", &Extensions::smart_dashes},
    {"smarty", "smart_quotes", &Extensions::smart_quotes},
    {"smarty", "smart_ellipses", &Extensions::smart_ellipses},
    {"pymdownx.arithmatex", "smart_dollar", &Extensions::smart_dollar},
    {"pymdownx.highlight", "linenums", &Extensions::linenums},
    {"pymdownx.magiclink", "hide_protocol", &Extensions::hide_protocol},
    {"pymdownx.magiclink", "repo_url_shorthand", &Extensions::repo_url_shorthand},
    {"pymdownx.magiclink", "social_url_shorthand", &Extensions::social_url_shorthand},
    {"pymdownx.magiclink", "normalize_issue_symbols", &Extensions::normalize_issue_symbols},
    {"pymdownx.smartsymbols", "arrows", &Extensions::arrows},
    {"pymdownx.smartsymbols", "care_of", &Extensions::care_of},
    {"pymdownx.smartsymbols", "copyright", &Extensions::copyright},
    {"pymdownx.smartsymbols", "fractions", &Extensions::fractions},
    {"pymdownx.smartsymbols", "notequal", &Extensions::notequal},
    {"pymdownx.smartsymbols", "ordinal_numbers", &Extensions::ordinal_numbers},
    {"pymdownx.smartsymbols", "plusminus", &Extensions::plusminus},
    {"pymdownx.smartsymbols", "registered", &Extensions::registered},
    {"pymdownx.smartsymbols", "trademark", &Extensions::trademark},
    {"pymdownx.snippets", "dedent_subsections", &Extensions::dedent_subsections},
    {"pymdownx.superfences", "disable_indented_code_blocks",
     &Extensions::disable_indented_code_blocks},
    {"pymdownx.superfences", "preserve_tabs", &Extensions::preserve_tabs},
};

/// Settings that are words or numbers.
struct Setting {
  std::string_view extension;
  std::string_view name;
  void (*apply)(Extensions&, const meta::Value&);
};

/// "3": down to that level; "2-4": these.
void set_toc_depth(Extensions& on, const meta::Value& value) {
  std::string text = value.text();
  std::size_t dash = text.find('-');
  auto level = [](std::string_view part, int otherwise) {
    auto number = base::parse_integer(base::trim(part));
    return number && *number >= 1 && *number <= 6 ? static_cast<int>(*number) : otherwise;
  };
  if (dash != text.npos) on.toc_top = level(text.substr(0, dash), 1);
  on.toc_bottom = level(dash == text.npos ? text : text.substr(dash + 1), 6);
}

void set_slugify(Extensions& on, const meta::Value& value) {
  std::string how = value.tag + value.text();
  on.unicode_slugs = how.find("slugs.") != how.npos || how.find("unicode") != how.npos;
  // pymdownx.slugs.slugify keeps capitals unless its arguments name a case.
  bool made = how.find("slugs.slugify") != how.npos;
  std::string wish = value["kwds"]["case"].text();
  on.cased_slugs = made && (wish.empty() || wish == "none");
}

void set_caption_types(Extensions& on, const meta::Value& value) {
  for (const meta::Value& type : value.items) {
    std::string prefix = type["prefix"].text();
    std::size_t number = prefix.find("{}");
    if (number == prefix.npos) continue;
    if (type["name"].text() == "figure-caption") on.figure_prefix = prefix;
    if (type["name"].text() == "table-caption") on.table_prefix = prefix;
  }
}

constexpr Setting kSettings[] = {
    {"markdown_include.include", "headingOffset",
     [](Extensions& on, const meta::Value& value) {
       on.heading_offset =
           static_cast<std::size_t>(std::clamp(value.integer().value_or(0), 0LL, 5LL));
     }},
    {"mdx_truly_sane_lists", "nested_indent",
     [](Extensions& on, const meta::Value& value) {
       on.list_indent = static_cast<std::size_t>(std::clamp(value.integer().value_or(2), 1LL, 8LL));
     }},
    {"pymdownx.betterem", "smart_enable",
     [](Extensions& on, const meta::Value& value) {
       std::string which = value.text();
       on.smart_stars = which == "all" || which == "asterisk";
       on.smart_underscores = which == "all" || which == "underscore";
     }},
    {"pymdownx.blocks.caption", "types", set_caption_types},
    {"pymdownx.critic", "mode",
     [](Extensions& on, const meta::Value& value) {
       std::string mode = value.text();
       on.critic_mode = mode == "accept"   ? CriticMode::accept
                        : mode == "reject" ? CriticMode::reject
                                           : CriticMode::view;
     }},
    {"pymdownx.highlight", "default_lang",
     [](Extensions& on, const meta::Value& value) { on.default_language = value.text(); }},
    {"pymdownx.magiclink", "provider",
     [](Extensions& on, const meta::Value& value) { on.magiclink_provider = value.text(); }},
    {"pymdownx.magiclink", "repo",
     [](Extensions& on, const meta::Value& value) { on.magiclink_repo = value.text(); }},
    {"pymdownx.magiclink", "user",
     [](Extensions& on, const meta::Value& value) { on.magiclink_user = value.text(); }},
    {"toc", "baselevel",
     [](Extensions& on, const meta::Value& value) {
       on.toc_baselevel =
           static_cast<int>(std::clamp(base::parse_integer(value.text()).value_or(1), 1LL, 6LL));
     }},
    {"toc", "marker",
     [](Extensions& on, const meta::Value& value) { on.toc_marker = value.text(); }},
    {"toc", "permalink",
     [](Extensions& on, const meta::Value& value) {
       on.permalinks = value.boolean().value_or(true);
     }},
    {"toc", "separator",
     [](Extensions& on, const meta::Value& value) { on.toc_separator = value.text("-"); }},
    {"toc", "slugify", set_slugify},
    {"toc", "title", [](Extensions& on, const meta::Value& value) { on.toc_title = value.text(); }},
    {"toc", "toc_depth", set_toc_depth},
};

/// Extensions and settings that change only how a page looks, or ask for what kbuild always does; a
/// name without a setting stands for all settings of its extension.
constexpr std::string_view kMatterless[] = {
    "codehilite",
    "footnotes",
    "markdown_include.include.base_path",
    "markdown_include.include.encoding",
    "markdown_include.include.throwException",
    "meta",
    "pymdownx.arithmatex.generic",
    "pymdownx.arithmatex.preview",
    "pymdownx.b64",
    "pymdownx.blocks.tab.alternate_style",
    "pymdownx.blocks.tab.combine_header_slug",
    "pymdownx.blocks.tab.separator",
    "pymdownx.blocks.tab.slugify",
    "pymdownx.critic.raw_view",
    "pymdownx.emoji.emoji_generator",
    "pymdownx.emoji.emoji_index",
    "pymdownx.highlight.anchor_linenums",
    "pymdownx.highlight.css_class",
    "pymdownx.highlight.guess_lang",
    "pymdownx.highlight.line_anchors",
    "pymdownx.highlight.line_spans",
    "pymdownx.highlight.linenums_style",
    "pymdownx.highlight.noclasses",
    "pymdownx.highlight.pygments_lang_class",
    "pymdownx.highlight.pygments_style",
    "pymdownx.highlight.use_pygments",
    "pymdownx.inlinehilite",
    "pymdownx.keys",
    "pymdownx.smartsymbols",
    "pymdownx.snippets.auto_append",
    "pymdownx.snippets.base_path",
    "pymdownx.snippets.check_paths",
    "pymdownx.snippets.encoding",
    "pymdownx.snippets.restrict_base_path",
    "pymdownx.superfences.css_class",
    "pymdownx.superfences.custom_fences",
    "pymdownx.superfences.relaxed_headers",
    "pymdownx.tabbed",
    "pymdownx.tasklist",
    "tables",
    "toc.anchorlink",
    "toc.anchorlink_class",
    "toc.permalink_class",
    "toc.permalink_leading",
    "toc.permalink_title",
    "toc.title_class",
    "toc.toc_class",
};

template <class Table, class Match>
auto find_row(const Table& table, Match match) {
  return std::find_if(std::begin(table), std::end(table), match);
}

bool matters_not(std::string_view name) {
  return find_row(kMatterless, [&](std::string_view row) { return row == name; }) !=
         std::end(kMatterless);
}

void turn_on(Extensions& extensions, std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name) extensions.*row.member = true;
  for (const Bundle& bundle : kBundles)
    if (bundle.name == name) turn_on(extensions, bundle.member);
}

std::string_view short_name(std::string_view name) {
  constexpr std::string_view prefix = "markdown.extensions.";
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return name;
}

void read_settings(Extensions& extensions, std::string_view name, const meta::Value& settings) {
  for (const Flag& row : kFlags)
    if (row.extension == name)
      if (auto value = settings[row.name].boolean()) extensions.*row.member = *value;
  for (const Setting& row : kSettings)
    if (row.extension == name && settings[row.name]) row.apply(extensions, settings[row.name]);
}

/// Settings of a bundle's extensions are below their names.
void read_one(Extensions& extensions, std::string_view name, const meta::Value& settings) {
  name = short_name(name);
  turn_on(extensions, name);
  if (name == "mdx_truly_sane_lists") extensions.list_indent = 2;
  if (!settings.is_mapping()) return;
  read_settings(extensions, name, settings);
  for (const Bundle& bundle : kBundles)
    if (bundle.name == name)
      for (const auto& [part, inner] : settings.members)
        if (short_name(part.scalar) == bundle.member)
          read_settings(extensions, bundle.member, inner);
}

/// Calls `take` with each extension's name and settings.
template <class Take>
void for_each_extension(const meta::Value& configuration, Take take) {
  for (const meta::Value& item : configuration.items) {
    if (item.is_scalar()) take(item, meta::Value());
    for (const auto& [key, settings] : item.members) take(key, settings);
  }
  for (const auto& [key, settings] : configuration.members) take(key, settings);
}

}  // namespace

Extensions read_extensions(const meta::Value* configuration) {
  if (!configuration || !*configuration) return {};
  Extensions extensions;
  for (const Row& row : kRows) extensions.*row.member = false;
  for (std::string_view always : {"toc", "tables", "fenced_code"}) turn_on(extensions, always);
  for_each_extension(*configuration, [&](const meta::Value& name, const meta::Value& settings) {
    read_one(extensions, name.scalar, settings);
  });
  return extensions;
}

diag::Diagnostics check_extensions(const meta::Value& configuration) {
  using namespace diag::literals;
  diag::Diagnostics out;
  for_each_extension(configuration, [&](const meta::Value& key, const meta::Value& settings) {
    std::string name(short_name(key.scalar));
    bool bundle = find_row(kBundles, [&](const Bundle& row) { return row.name == name; }) !=
                  std::end(kBundles);
    bool known = bundle || find_row(kRows, [&](const Row& row) { return row.name == name; }) !=
                               std::end(kRows);
    bool alone = matters_not(name) || name == "pymdownx.highlight";
    if (!known && !alone) {
      out.push_back({"KB0903"_code,
                     key.span,
                     {"markdown_extensions." + name, "the extension is unknown to kbuild"}});
      return;
    }
    if (bundle || matters_not(name)) return;
    for (const auto& [setting, value] : settings.members) {
      std::string_view wish = setting.scalar;
      bool honoured = find_row(kFlags,
                               [&](const Flag& row) {
                                 return row.extension == name && row.name == wish;
                               }) != std::end(kFlags) ||
                      find_row(kSettings, [&](const Setting& row) {
                        return row.extension == name && row.name == wish;
                      }) != std::end(kSettings);
      std::string full = name + "." + setting.scalar;
      if (!honoured && !matters_not(full))
        out.push_back(
            {"KB0903"_code, setting.span, {full, "pages are read by the extension's default"}});
    }
  });
  return out;
}

}  // namespace kbuild::read::mkdocs
