// The names of directives, in alphabetical order; see directive_names.h.
#include "read/directive_names.h"

#include <algorithm>
#include <iterator>

namespace kbuild::read {

namespace {

constexpr std::string_view kNames[] = {
    "acks", "admonition", "aihe", "article-info", "attention", "attribute", "autoattribute",
    "autoclass", "autodata", "autodecorator", "autoexception", "autofunction", "automethod",
    "automodule", "autoproperty", "autosummary", "button-link", "button-ref", "c:enum",
    "c:enumerator", "c:function", "c:macro", "c:member", "c:namespace", "c:struct", "c:type",
    "c:union", "c:var", "callout", "card", "card-carousel", "caution", "centered", "challenge",
    "checklist", "class", "class-description", "classmethod", "cmdoption", "code", "code-block",
    "code-tab", "codeauthor", "collapse", "compound", "confval", "container", "contents",
    "cpp:class", "cpp:concept", "cpp:enum", "cpp:enumerator", "cpp:function", "cpp:member",
    "cpp:namespace", "cpp:struct", "cpp:type", "cpp:var", "cssclass", "csv-table", "csv-taulukko",
    "currentmodule", "danger", "data", "date", "decorator", "decoratormethod", "default-domain",
    "default-literal-role", "default-role", "demo", "deprecated", "describe", "details",
    "discussion", "div", "doctest", "dropdown", "envvar", "epigraafi", "epigraph", "error",
    "exception", "exercise", "exerciselist", "figure", "flat-table", "footer", "function",
    "glossary", "grid", "grid-item", "grid-item-card", "group-tab", "header", "highlight",
    "highlight-box", "highlightlang", "highlights", "hint", "hlist", "homework", "huomautus",
    "huomio", "image", "important", "include", "index", "instructor-note", "js:attribute",
    "js:class", "js:data", "js:function", "js:method", "js:module", "kaavio", "kappale", "kehotus",
    "keypoints", "kohokohdat", "korvaa", "kuva", "lainaus", "learning-goals", "line-block",
    "list-table", "literalinclude", "luokka", "math", "meta", "method", "module", "moduleauthor",
    "neuvo", "no-search", "note", "object", "objectives", "ohje", "only", "option",
    "parsed-literal", "prereq", "prerequisites", "productionlist", "program", "property",
    "pull-quote", "py:attribute", "py:class", "py:classmethod", "py:currentmodule", "py:data",
    "py:decorator", "py:decoratormethod", "py:exception", "py:function", "py:method", "py:module",
    "py:property", "py:staticmethod", "py:type", "päiväys", "questions", "raaka", "raw", "replace",
    "rivi", "role", "rooli", "rst-class", "rst:directive", "rst:directive:option", "rst:role",
    "rubric", "section-numbering", "sectionauthor", "sectnum", "seealso", "sidebar", "sisällys",
    "sisällytä", "sivupalkki", "solution", "sourcecode", "spoiler", "staticmethod", "std:envvar",
    "std:option", "sub-list", "tab", "tab-item", "tab-set", "tab-set-code", "table", "tabs",
    "tabularcolumns", "target-notes", "tasalevyinen", "taulukko", "testcleanup", "testcode",
    "testimonial", "testoutput", "testsetup", "tip", "title", "toctree", "todo", "todolist",
    "toggle", "topic", "type-along", "tärkeää", "unicode", "vaara", "varo", "varoitus",
    "versionadded", "versionchanged", "versionremoved", "vihje", "virhe", "warning",
};

}  // namespace

bool is_directive_name(std::string_view name) {
  return std::binary_search(std::begin(kNames), std::end(kNames), name);
}

std::size_t directive_name_count() { return std::size(kNames); }

}  // namespace kbuild::read
