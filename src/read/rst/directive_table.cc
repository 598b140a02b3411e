// The table of directives; see directive_table.h. Names in Finnish are docutils' own
// translations.
#include "read/rst/directive_table.h"

#include <unordered_map>

#include "base/text.h"

namespace kbuild::read::rst {

namespace {

constexpr std::string_view kCommon = "class:class name";
constexpr std::string_view kImage =
    "alt height:length width:measure scale:percent align:image target loading class:class name";
constexpr std::string_view kFigure =
    "alt height:length width:measure scale:percent align:horizontal target loading class:class "
    "name "
    "figwidth figclass:class figname";
constexpr std::string_view kCode =
    "class:class name number-lines force:flag linenos:flag dedent lineno-start:integer "
    "emphasize-lines "
    "caption copyable";
constexpr std::string_view kLiteralInclude =
    "dedent linenos:flag lineno-start:integer lineno-match:flag tab-width:count language "
    "force:flag "
    "encoding pyobject lines start-after end-before start-at end-at prepend append emphasize-lines "
    "caption "
    "class:class name diff";
constexpr std::string_view kInclude =
    "literal:flag code encoding parser tab-width:integer start-line:integer end-line:integer "
    "start-after "
    "end-before number-lines class:class name relative-images:flag relative-docs heading-offset";
constexpr std::string_view kCsv =
    "header-rows:count stub-columns:count header width:measure widths file url encoding "
    "align:horizontal "
    "class:class name delim keepspace:flag quote escape";
constexpr std::string_view kListTable =
    "header-rows:count stub-columns:count width:measure widths class:class name align:horizontal";
constexpr std::string_view kToctree =
    "maxdepth:integer name class:class caption glob:flag hidden:flag includehidden:flag numbered "
    "titlesonly:flag reversed:flag";
constexpr std::string_view kDropdown =
    "open:flag color icon animate margin name class-container:class class-title:class "
    "class-body:class "
    "class:class chevron";
constexpr std::string_view kObject =
    "noindex:flag no-index:flag noindexentry:flag no-index-entry:flag nocontentsentry:flag "
    "no-contents-entry:flag no-typesetting:flag module annotation canonical type value async:flag "
    "abstractmethod:flag classmethod:flag staticmethod:flag property:flag final:flag "
    "single-line-parameter-list:flag platform synopsis deprecated:flag default tparam-line-spec";

constexpr DirectiveRow kDirectives[] = {
    // docutils: body elements
    {"attention|huomio", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"caution|varo", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"danger|vaara", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"error|virhe", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"hint|vihje", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"important|tärkeää", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"note|huomautus", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"tip|neuvo", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"warning|varoitus", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"admonition|kehotus", 1, 0, Last::text, kCommon, Content::allowed, build_titled_admonition},
    {"topic|aihe", 1, 0, Last::text, kCommon, Content::allowed, build_topic},
    {"sidebar|sivupalkki", 0, 1, Last::text, "subtitle class:class name", Content::allowed,
     build_sidebar},
    {"line-block|rivi", 0, 0, Last::word, kCommon, Content::allowed, build_line_block},
    {"parsed-literal|tasalevyinen", 0, 0, Last::word, kCommon, Content::allowed,
     build_parsed_literal},
    {"rubric|ohje", 1, 0, Last::text, "class:class name heading-level", Content::none,
     build_rubric},
    {"epigraph|epigraafi", 0, 0, Last::word, kCommon, Content::allowed, build_quote},
    {"highlights|kohokohdat", 0, 0, Last::word, kCommon, Content::allowed, build_quote},
    {"pull-quote|lainaus", 0, 0, Last::word, kCommon, Content::allowed, build_quote},
    {"compound", 0, 0, Last::word, kCommon, Content::allowed, build_container},
    {"container", 0, 1, Last::text, "name class:class", Content::allowed, build_container},
    // kbuild's own: what the table, list or code block inside states of versions
    {"versions", 0, 0, Last::word, "system systems product date status class:class name",
     Content::allowed, build_versions},
    {"math", 0, 1, Last::text, "label name class:class nowrap:flag no-wrap:flag", Content::allowed,
     build_math},
    {"table|taulukko", 0, 1, Last::text, "align:horizontal class:class name width:measure widths",
     Content::allowed, build_table_directive},
    {"csv-table|csv-taulukko", 0, 1, Last::text, kCsv, Content::allowed, build_csv_table},
    {"list-table|flat-table", 0, 1, Last::text, kListTable, Content::allowed, build_list_table},
    {"image|kuva", 1, 0, Last::text, kImage, Content::none, build_image},
    {"figure|kaavio", 1, 0, Last::text, kFigure, Content::allowed, build_figure},
    // docutils: the page
    {"contents|sisällys", 0, 1, Last::text, "depth:count local:flag backlinks class:class",
     Content::none, build_contents},
    {"sectnum|section-numbering|kappale", 0, 0, Last::word,
     "depth:integer start:integer prefix suffix", Content::none, build_section_numbers},
    {"header", 0, 0, Last::word, "", Content::allowed, build_decoration},
    {"footer", 0, 0, Last::word, "", Content::allowed, build_decoration},
    {"target-notes", 0, 0, Last::word, kCommon, Content::none, build_target_notes},
    {"include|sisällytä", 1, 0, Last::text, kInclude, Content::none, build_include},
    {"raw|raaka", 1, 0, Last::text, "file url encoding class:class", Content::allowed, build_raw},
    {"class|rst-class|cssclass|luokka", 1, 0, Last::text, "", Content::allowed, build_class},
    {"role|rooli", 1, 0, Last::text, "class:class language format", Content::none, build_role},
    {"default-role", 0, 1, Last::word, "", Content::none, build_default_role},
    {"title", 1, 0, Last::text, "", Content::none, build_title},
    {"meta", 0, 0, Last::word, "", Content::allowed, build_meta},
    {"replace|korvaa", 0, 0, Last::word, "", Content::allowed, build_misplaced},
    {"unicode", 1, 0, Last::text, "trim:flag ltrim:flag rtrim:flag", Content::none,
     build_misplaced},
    {"date|päiväys", 0, 0, Last::word, "", Content::allowed, build_misplaced},
    // code
    {"code|code-block|sourcecode", 0, 1, Last::word, kCode, Content::allowed, build_code},
    // Cells of MyST notebooks, and diagrams of sphinxcontrib-mermaid: their source.
    {"code-cell", 0, 1, Last::text, "", Content::allowed, build_cell, Options::open},
    {"mermaid", 0, 1, Last::text, "", Content::allowed, build_cell, Options::open},
    {"literalinclude", 1, 0, Last::text, kLiteralInclude, Content::none, build_literal_include},
    {"highlight|highlightlang", 1, 0, Last::word, "linenothreshold force:flag", Content::none,
     build_highlight},
    {"doctest|testcode|testoutput", 0, 1, Last::text,
     "hide:flag no-trim-doctest-flags:flag trim-doctest-flags:flag options pyversion skipif",
     Content::allowed, build_doctest},
    {"testsetup|testcleanup", 0, 1, Last::text, "skipif", Content::allowed, build_nothing},
    // Sphinx
    {"toctree", 0, 0, Last::word, kToctree, Content::allowed, build_page_list},
    {"only", 1, 0, Last::text, "", Content::allowed, build_only},
    {"seealso", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"todo", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"versionadded", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"versionchanged", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"deprecated", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"versionremoved", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"centered", 1, 0, Last::text, "", Content::none, build_centered},
    {"hlist", 0, 0, Last::word, "columns:integer", Content::allowed, build_horizontal_list},
    {"glossary", 0, 0, Last::word, "sorted:flag", Content::allowed, build_glossary},
    {"productionlist", 0, 1, Last::text, "", Content::allowed, build_production_list},
    {"acks", 0, 0, Last::word, "", Content::allowed, build_spliced},
    {"tabularcolumns", 1, 0, Last::text, "", Content::none, build_nothing},
    {"index", 0, 1, Last::text, "name", Content::allowed, build_nothing},
    {"todolist|exerciselist|codeauthor|sectionauthor|moduleauthor|default-domain|program|"
     "js:module|c:namespace|cpp:namespace|default-literal-role|"
     "no-search|sub-list",
     0, 1, Last::text, "", Content::allowed, build_nothing, Options::open},
    {"module|py:module|currentmodule|py:currentmodule", 1, 0, Last::text, kObject, Content::allowed,
     build_module, Options::open},
    {"automodule|autoclass|autofunction|autodata|autoexception|automethod|autoattribute|"
     "autoproperty|"
     "autodecorator|autosummary",
     0, 1, Last::text, "", Content::allowed, build_autodoc, Options::open},
    {"object|function|data|exception|class-description|method|staticmethod|classmethod|attribute|"
     "property|"
     "decorator|decoratormethod|option|cmdoption|envvar|describe|confval|"
     "py:function|py:data|py:exception|py:class|py:method|py:staticmethod|py:classmethod|py:"
     "attribute|"
     "py:property|py:decorator|py:decoratormethod|py:type|c:function|c:member|c:macro|c:struct|c:"
     "union|"
     "c:enum|c:enumerator|c:type|c:var|cpp:class|cpp:struct|cpp:function|cpp:member|cpp:var|cpp:"
     "type|"
     "cpp:enum|cpp:enumerator|cpp:concept|js:function|js:method|js:class|js:data|js:attribute|"
     "rst:directive|rst:role|rst:directive:option|std:option|std:envvar",
     1, 0, Last::text, kObject, Content::allowed, build_object, Options::open},
    // sphinx-tabs and sphinx-design
    {"tabs|tab-set", 0, 0, Last::word, "sync-group class:class no-sync:flag", Content::allowed,
     build_tab_set, Options::open},
    {"tab|group-tab|tab-item", 1, 0, Last::text,
     "sync selected:flag name class-container:class class-label:class class-content:class "
     "open:flag "
     "new-set:flag",
     Content::allowed, build_tab, Options::open},
    {"code-tab", 1, 1, Last::text, kCode, Content::allowed, build_code_tab, Options::open},
    {"tab-set-code", 0, 0, Last::word, "no-sync:flag sync-group class-set:class class-item:class",
     Content::allowed, build_code_tab_set, Options::open},
    {"grid", 0, 1, Last::text, "", Content::allowed, build_grid, Options::open},
    {"grid-item", 0, 1, Last::text, "", Content::allowed, build_grid, Options::open},
    {"card-carousel", 0, 1, Last::text, "", Content::allowed, build_grid, Options::open},
    {"card|grid-item-card", 0, 1, Last::text, "", Content::allowed, build_card, Options::open},
    {"dropdown", 0, 1, Last::text, kDropdown, Content::allowed, build_dropdown, Options::open},
    {"collapse|toggle|details|spoiler", 0, 1, Last::text, "open show:flag class:class name",
     Content::allowed, build_dropdown, Options::open},
    {"button-link", 1, 0, Last::text, "", Content::allowed, build_button, Options::open},
    {"button-ref", 1, 0, Last::text, "", Content::allowed, build_button, Options::open},
    {"article-info", 0, 0, Last::word, "", Content::none, build_article_info, Options::open},
    {"div", 0, 1, Last::text, "style name class:class", Content::allowed, build_container,
     Options::open},
    // sphinx-lesson, used by training material
    {"exercise|solution|challenge|objectives|prereq|prerequisites|questions|keypoints|discussion|"
     "demo|"
     "instructor-note|callout|checklist|homework|testimonial|type-along|highlight-box|learning-"
     "goals",
     0, 1, Last::text, "class:class name label hidden:flag nonumber:flag", Content::allowed,
     build_lesson_admonition, Options::open},
};

}  // namespace

const DirectiveRow* find_row(std::string_view name) {
  static const std::unordered_map<std::string_view, const DirectiveRow*> rows = [] {
    std::unordered_map<std::string_view, const DirectiveRow*> out;
    for (const DirectiveRow& row : kDirectives)
      for (std::string_view alias : base::split(row.names, '|')) out.emplace(alias, &row);
    return out;
  }();
  auto found = rows.find(name);
  return found == rows.end() ? nullptr : found->second;
}

std::string_view canonical(const DirectiveRow& row, std::string_view name) {
  auto names = base::split(row.names, '|');
  bool translated = names.size() == 2 && name == names[1];
  for (std::string_view alias : names)
    if (alias == name) return translated ? names[0] : alias;
  return names[0];
}

std::vector<std::string_view> directive_names() {
  std::vector<std::string_view> out;
  for (const DirectiveRow& row : kDirectives)
    for (std::string_view name : base::split(row.names, '|')) out.push_back(name);
  return out;
}

}  // namespace kbuild::read::rst
