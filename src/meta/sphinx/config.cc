// Reads the literals of a Sphinx conf.py without running it. One table has the treatment of each
// name; names not in the table and computed values are reported. Source: Sphinx 7 manual,
// "Configuration"; the manuals of the extensions.
#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "meta/sphinx/config.h"
#include "meta/sphinx/python_literals.h"
#include "source/unicode.h"

namespace kbuild::meta {

namespace {

using base::format;
using base::Result;
using Fate = KeyReport::Fate;
using namespace diag::literals;

struct NameFate {
  /// A name; "latex_*" is every name that begins so.
  std::string_view name;
  Fate fate;
  std::string_view remark;
};

constexpr NameFate kFates[] = {
    {"project", Fate::honoured, ""},
    {"html_title", Fate::honoured, ""},
    {"html_baseurl", Fate::honoured, ""},
    {"html_context", Fate::honoured, ""},
    {"master_doc", Fate::honoured, ""},
    {"root_doc", Fate::honoured, ""},
    {"source_suffix", Fate::honoured, ""},
    {"exclude_patterns", Fate::honoured, ""},
    {"include_patterns", Fate::honoured, ""},
    {"rst_prolog", Fate::honoured, ""},
    {"rst_epilog", Fate::honoured, ""},
    {"version", Fate::honoured, ""},
    {"release", Fate::honoured, ""},
    {"language", Fate::honoured, ""},
    {"default_role", Fate::honoured, ""},
    {"highlight_language", Fate::honoured, ""},
    {"add_module_names", Fate::honoured, ""},
    {"numfig", Fate::honoured, ""},
    {"numfig_format", Fate::honoured, ""},
    {"extlinks", Fate::honoured, ""},
    {"intersphinx_mapping", Fate::honoured, ""},
    {"extensions", Fate::honoured, ""},
    {"numfig_secnum_depth", Fate::ignored, "figures are numbered page by page"},
    {"html_static_path", Fate::honoured, ""},
    {"html_extra_path", Fate::ignored, "its files keep the way to them in their addresses"},
    {"html_sidebars", Fate::replaced, "kbuild's own theme"},
    {"html_additional_pages", Fate::ignored, "templates of Jinja can't run"},
    {"templates_path", Fate::ignored, "templates of Jinja can't run"},
    {"nitpicky", Fate::replaced, "every link is checked; 'checks' sets levels"},
    {"nitpick_ignore*", Fate::replaced, "'checks' sets levels"},
    {"suppress_warnings", Fate::replaced, "'checks' sets levels"},
    {"exclude_trees", Fate::replaced, "'exclude' of the source"},
    {"myst_enable_extensions", Fate::honoured, ""},
    {"myst_heading_anchors", Fate::honoured, ""},
    {"myst_substitutions", Fate::honoured, ""},
    {"myst_dmath_*", Fate::honoured, ""},
    {"myst_title_to_header", Fate::honoured, ""},
    {"myst_all_links_external", Fate::honoured, ""},
    {"myst_footnote_transition", Fate::replaced, "a rule always stands above the notes"},
    {"myst_update_mathjax", Fate::replaced, "formulas are MathML"},
    {"myst_*", Fate::ignored, "kbuild does not know it"},
    {"autodoc_*", Fate::ignored, "Python modules are not imported"},
    {"autosummary_*", Fate::ignored, "Python modules are not imported"},
    {"napoleon_*", Fate::ignored, "Python modules are not imported"},
    {"intersphinx_*", Fate::replaced, "inventories are files, named in 'inventories'"},
    {"autosectionlabel_*", Fate::replaced, "every title is a label"},
    {"todo_*", Fate::replaced, "notes of kind 'todo' are always shown"},
    {"mathjax*", Fate::replaced, "formulas are MathML"},
    {"copybutton_*", Fate::replaced, "every code block has a copy button"},
    {"sphinx_tabs_*", Fate::replaced, "tabs are native"},
    {"html_*", Fate::replaced, "kbuild's own theme; 'theme' in kbuild.yml names another"},
    {"pygments_*", Fate::replaced, "kbuild's own highlighter"},
    {"locale_dirs", Fate::replaced, "one tree of pages a language"},
    {"gettext_*", Fate::replaced, "one tree of pages a language"},
    {"linkcheck_*", Fate::replaced, "links inside the site are always checked, others never"},
    {"htmlhelp_*", Fate::replaced, "only HTML is made"},
    {"latex_*", Fate::replaced, "only HTML is made"},
    {"man_*", Fate::replaced, "only HTML is made"},
    {"texinfo_*", Fate::replaced, "only HTML is made"},
    {"epub_*", Fate::replaced, "only HTML is made"},
    {"applehelp_*", Fate::replaced, "only HTML is made"},
    {"devhelp_*", Fate::replaced, "only HTML is made"},
    {"qthelp_*", Fate::replaced, "only HTML is made"},
    {"author", Fate::replaced, "no output names an author"},
    {"copyright", Fate::replaced, "write it on a page"},
    {"project_copyright", Fate::replaced, "write it on a page"},
    {"today*", Fate::ignored, "a page that changes every day can't be built twice alike"},
    {"show_authors", Fate::replaced, "no output names an author"},
    {"add_function_parentheses", Fate::replaced, "roles show what is written"},
    {"add_module_names", Fate::replaced, "objects show what is written"},
    {"smartquotes*", Fate::replaced, "quotes and dashes stay as written"},
    {"needs_sphinx", Fate::replaced, "no Sphinx runs"},
    {"primary_domain", Fate::replaced, "names without a domain are Python's"},
    {"trim_footnote_reference_space", Fate::ignored, "blanks before a reference stay as written"},
};

/// Extensions that pages may use, and their replacements; all others are reported.
constexpr NameFate kExtensions[] = {
    {"sphinx.ext.intersphinx", Fate::honoured, ""},
    {"sphinx.ext.extlinks", Fate::honoured, ""},
    {"sphinx.ext.todo", Fate::honoured, ""},
    {"sphinx.ext.doctest", Fate::honoured, ""},
    {"sphinx.ext.autosectionlabel", Fate::replaced, "every title is a label"},
    {"sphinx.ext.mathjax", Fate::replaced, "formulas are MathML"},
    {"sphinx.ext.imgmath", Fate::replaced, "formulas are MathML"},
    {"sphinx.ext.githubpages", Fate::replaced, "the site is files alone"},
    {"sphinx.ext.autodoc", Fate::ignored,
     "Python modules are not imported; their descriptions are left out"},
    {"sphinx.ext.autosummary", Fate::ignored,
     "Python modules are not imported; their descriptions are left out"},
    {"sphinx.ext.napoleon", Fate::ignored, "Python modules are not imported"},
    {"sphinx.ext.viewcode", Fate::ignored, "Python modules are not imported"},
    {"sphinx_tabs.tabs", Fate::honoured, ""},
    {"sphinx_design", Fate::honoured, ""},
    {"sphinx_panels", Fate::replaced, "the directives of sphinx-design"},
    {"sphinx_lesson*", Fate::honoured, ""},
    {"sphinx_togglebutton", Fate::replaced, "notes of class 'dropdown' open and close"},
    {"sphinx_toolbox.collapse", Fate::honoured, ""},
    {"sphinx_copybutton", Fate::replaced, "every code block has a copy button"},
    {"sphinx_rtd_theme*", Fate::replaced, "kbuild's own theme"},
    {"sphinx_gitstamp", Fate::replaced, "dates from the history"},
    {"sphinx_last_updated_by_git", Fate::replaced, "dates from the history"},
    {"sphinx_sitemap", Fate::replaced, "a sitemap is always written"},
    {"notfound.extension", Fate::replaced, "a page for missing addresses is always written"},
    {"myst_parser", Fate::honoured, ""},
    {"myst_nb", Fate::replaced,
     "notebooks are shown with the outputs that they hold; nothing runs"},
    {"nbsphinx", Fate::replaced,
     "notebooks are shown with the outputs that they hold; nothing runs"},
    {"recommonmark", Fate::replaced, "Markdown is read as MkDocs reads it"},
};

template <std::size_t size>
const NameFate* find_fate(const NameFate (&table)[size], std::string_view name) {
  for (const NameFate& row : table) {
    bool prefix = row.name.ends_with('*');
    if (prefix ? name.starts_with(row.name.substr(0, row.name.size() - 1)) : name == row.name)
      return &row;
  }
  return nullptr;
}

class SphinxReader {
 public:
  SphinxReader(const PythonNames& names, diag::Diagnostics& diagnostics)
      : names_(names), conf_(names.values), diagnostics_(diagnostics) {}

  SphinxConfig run(const std::string& directory) {
    report_names();
    report_extensions();
    config_.site_name = conf_["html_title"].text(conf_["project"].text());
    config_.site_url = conf_["html_baseurl"].text();
    meta::SourceTree& tree = config_.tree;
    tree.path = directory.empty() ? "." : directory;
    tree.language = base::split(conf_["language"].text("en"), '_').front();
    tree.dialect = "auto";
    tree.root = conf_["root_doc"].text(conf_["master_doc"].text("index"));
    tree.prolog = conf_["rst_prolog"].text();
    tree.epilog = conf_["rst_epilog"].text();
    tree.assets = SourceTree::Assets::referred;
    for (const char* name : {"html_static_path", "html_extra_path"})
      for (const std::string& path : conf_[name].texts())
        tree.published.push_back(base::normalise_path(path));
    read_suffixes();
    read_patterns();
    read_links();
    read_settings();
    read_inventories();
    read_edit_link();
    return std::move(config_);
  }

 private:
  void report(const std::string& key, const NameFate* row, source::Span span) {
    KeyReport entry{key, row ? row->fate : Fate::ignored,
                    std::string(row ? row->remark : "unknown to kbuild")};
    if (entry.fate == Fate::ignored)
      diagnostics_.push_back({"KB0903"_code, span, {key, entry.remark}});
    config_.keys.push_back(std::move(entry));
  }

  void report_names() {
    for (const auto& [name, value] : conf_.members) {
      if (!find_fate(kFates, name.scalar) && is_helper(name.scalar)) continue;
      report(name.scalar, find_fate(kFates, name.scalar), name.span);
    }
    for (const auto& [name, span] : names_.computed) {
      const NameFate* row = find_fate(kFates, name);
      if (!row || row->fate != Fate::honoured) continue;
      NameFate computed{row->name, Fate::ignored,
                        "it is computed, and kbuild does not run conf.py"};
      report(name, &computed, span);
    }
  }

  /// A name that serves the file itself: Sphinx's own and its extensions' names have an underscore
  /// inside.
  static bool is_helper(std::string_view name) {
    return name.starts_with('_') || name.find('_') == name.npos;
  }

  void report_extensions() {
    for (const Value& extension : conf_["extensions"].items)
      report("extensions." + extension.scalar, find_fate(kExtensions, extension.scalar),
             extension.span);
  }

  /// '.rst', ['.rst', '.md'] or {'.rst': 'restructuredtext'}.
  void read_suffixes() {
    const Value& value = conf_["source_suffix"];
    config_.tree.suffixes = value.texts();
    for (const auto& member : value.members) config_.tree.suffixes.push_back(member.key.scalar);
    if (config_.tree.suffixes.empty()) config_.tree.suffixes = {".rst"};
    // These extensions add the suffix.
    for (const std::string& extension : conf_["extensions"].texts())
      if (extension == "myst_parser" || extension == "myst_nb" || extension == "recommonmark")
        config_.tree.suffixes.emplace_back(".md");
    for (const std::string& extension : conf_["extensions"].texts())
      if (extension == "myst_nb" || extension == "nbsphinx")
        config_.tree.suffixes.emplace_back(".ipynb");
  }

  /// Sphinx's patterns: "**" crosses slashes anywhere, and a directory's name means all below it.
  static std::string as_glob(std::string pattern) {
    while (pattern.ends_with('/')) pattern.pop_back();
    if (pattern.starts_with("./")) pattern.erase(0, 2);
    for (std::size_t at = pattern.find("**"); at != pattern.npos; at = pattern.find("**", at + 3)) {
      if (at + 2 < pattern.size() && pattern[at + 2] != '/') pattern.insert(at + 2, "/*");
      if (at > 0 && pattern[at - 1] != '/') pattern.insert(at++, "*/");
    }
    return pattern;
  }

  void read_patterns() {
    SourceTree& tree = config_.tree;
    for (const std::string& pattern : conf_["include_patterns"].texts()) {
      if (pattern.empty()) continue;
      tree.include.push_back(as_glob(pattern));
      tree.include.push_back(as_glob(pattern) + "/**");
    }
    for (const std::string& pattern : conf_["exclude_patterns"].texts()) {
      if (pattern.empty()) continue;
      tree.exclude.push_back(as_glob(pattern));
      tree.exclude.push_back(as_glob(pattern) + "/**");
    }
  }

  void read_links() {
    auto& definitions = config_.tree.definitions;
    for (const auto& [name, value] : conf_["extlinks"].members) {
      std::vector<std::string> parts = value.texts();
      if (parts.empty()) continue;
      std::string& out = definitions["extlink:" + name.scalar];
      out = parts[0];
      if (parts.size() > 1 && !parts[1].empty()) out += "|" + parts[1];
    }
  }

  void read_settings() {
    auto& definitions = config_.tree.definitions;
    for (const char* name : {"version", "release"})
      if (conf_[name]) definitions[format("substitution:{}", name)] = conf_[name].text();
    read_myst();
    for (const char* name : {"default_role", "highlight_language"})
      if (conf_[name]) definitions[format("setting:{}", name)] = conf_[name].text();
    if (!conf_["add_module_names"].boolean().value_or(true))
      definitions["setting:add_module_names"] = "false";
    if (conf_["numfig"].boolean().value_or(false)) definitions["setting:numfig"] = "true";
    for (const auto& [kind, form] : conf_["numfig_format"].members)
      definitions["setting:numfig_format:" + kind.scalar] = form.text();
  }

  /// Markdown is MyST where its parser is loaded; its settings go to read/myst/syntax.cc.
  void read_myst() {
    std::vector<std::string> extensions = conf_["extensions"].texts();
    auto loads = [&](std::string_view name) {
      return std::find(extensions.begin(), extensions.end(), name) != extensions.end();
    };
    if (!loads("myst_parser") && !loads("myst_nb")) return;
    auto& definitions = config_.tree.definitions;
    definitions[std::string(kMystSetting)] =
        base::join(conf_["myst_enable_extensions"].texts(), " ");
    for (const char* name :
         {"heading_anchors", "dmath_allow_labels", "dmath_allow_space", "dmath_allow_digits",
          "dmath_double_inline", "title_to_header", "all_links_external"})
      if (const Value& value = conf_[format("myst_{}", name)])
        definitions[format("setting:myst_{}", name)] = value.text();
    for (const auto& [name, value] : conf_["myst_substitutions"].members)
      definitions["myst-substitution:" + name.scalar] = value.text();
  }

  /// {'python': ('https://docs.python.org/3', None)}; a local file may replace None.
  void read_inventories() {
    for (const auto& [name, value] : conf_["intersphinx_mapping"].members) {
      if (value.items.empty()) continue;
      Inventory inventory{name.scalar, value.items[0].text(), "", name.span};
      std::vector<Value> places(value.items.begin() + 1, value.items.end());
      if (places.size() == 1 && places[0].is_sequence()) places = places[0].items;
      for (const Value& place : places)
        if (place.is_scalar() && place.scalar.find("://") == std::string::npos)
          inventory.file = place.scalar;
      config_.inventories.push_back(std::move(inventory));
    }
  }

  /// The links "Edit on GitHub" and similar of the theme of Read the Docs.
  void read_edit_link() {
    const Value& context = conf_["html_context"];
    struct Host {
      std::string_view name;
      std::string_view url;
      std::string_view edit;
    };
    constexpr Host kHosts[] = {{"github", "https://github.com", "edit"},
                               {"gitlab", "https://gitlab.com", "-/edit"},
                               {"bitbucket", "https://bitbucket.org", "src"}};
    for (const Host& host : kHosts) {
      std::string key(host.name);
      std::string user = context[key + "_user"].text(), repository = context[key + "_repo"].text();
      if (user.empty() || repository.empty()) continue;
      std::string root = context[key + "_host"].text();
      config_.repository_url = format(
          "{}/{}/{}", root.empty() ? std::string(host.url) : "https://" + root, user, repository);
      std::string path = context["conf_py_path"].text("/");
      config_.tree.edit_url =
          format("{}/{}/{}{}", config_.repository_url, host.edit,
                 context[key + "_version"].text("main"), path.starts_with('/') ? path : "/" + path);
      if (!config_.tree.edit_url.ends_with('/')) config_.tree.edit_url += '/';
    }
  }

  const PythonNames& names_;
  const Value& conf_;
  diag::Diagnostics& diagnostics_;
  SphinxConfig config_;
};

/// Texts in place of the files that hold them. A file that can't be read, or lies outside of the
/// tree, makes its name computed.
void read_texts_of_files(const base::Disk& disk, const std::string& directory, PythonNames& names,
                         Inputs& inputs) {
  for (auto& [name, value] : names.values.members) {
    if (value.tag != kFileText) continue;
    std::string path = base::join_path(directory, value.scalar);
    auto root = disk.real_path(directory.empty() ? "." : directory), real = disk.real_path(path);
    bool inside = root && real && real->starts_with(*root + "/");
    auto text = inside ? read_input(disk, path, 4u << 20, inputs) : base::fail("outside");
    if (!text) {
      names.computed.emplace_back(name.scalar, name.span);
      continue;
    }
    value.scalar = source::decode_bytes(std::move(*text)).text;
    value.quoted = true;
    value.tag.clear();
  }
  std::erase_if(names.values.members,
                [](const Member& member) { return member.value.tag == kFileText; });
}

}  // namespace

Result<SphinxConfig> load_sphinx(const base::Disk& disk, source::SourceStore& sources,
                                 const std::string& path, Inputs& inputs,
                                 diag::Diagnostics& diagnostics) {
  auto text = read_input(disk, path, 4u << 20, inputs);
  if (!text) return tl::unexpected(text.error());
  source::FileId file = sources.add(path, source::decode_bytes(std::move(*text)).text);
  PythonNames names = read_python_names(sources, file);
  read_texts_of_files(disk, std::string(base::parent_path(path)), names, inputs);
  return SphinxReader(names, diagnostics).run(std::string(base::parent_path(path)));
}

}  // namespace kbuild::meta
