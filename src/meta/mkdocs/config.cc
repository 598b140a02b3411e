// Reads mkdocs.yml without running anything of it. One table has the treatment of each key; other
// keys are reported, because an ignored key could publish private pages. Source: MkDocs 1.6 user
// guide, "Configuration"; the manuals of Material and of each plugin.
#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/bounds.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "meta/mkdocs/config.h"
#include "meta/mkdocs/languages.h"
#include "meta/mkdocs/navigation.h"
#include "meta/mkdocs/navigation_title.h"
#include "meta/mkdocs/zensical.h"
#include "meta/typed.h"

namespace kbuild::meta {

namespace {

using base::fail;
using base::format;
using base::Result;
using Fate = KeyReport::Fate;
using namespace diag::literals;

struct KeyFate {
  std::string_view key;
  Fate fate;
  std::string_view remark;
};

/// Longest match first wins; "theme.*" matches every key below theme.
constexpr KeyFate kFates[] = {
    {"INHERIT", Fate::honoured, ""},
    {"site_name", Fate::honoured, ""},
    {"site_url", Fate::honoured, ""},
    {"site_description", Fate::honoured, ""},
    {"site_author", Fate::ignored, "no output names an author"},
    {"copyright", Fate::honoured, ""},
    {"repo_name", Fate::ignored, "the edit link carries the repository's URL"},
    {"repo_url", Fate::honoured, ""},
    {"edit_uri", Fate::honoured, ""},
    {"edit_uri_template", Fate::honoured, ""},
    {"remote_branch", Fate::ignored, "kbuild writes a site and sends it nowhere"},
    {"remote_name", Fate::ignored, "kbuild writes a site and sends it nowhere"},
    {"docs_dir", Fate::honoured, ""},
    {"site_dir", Fate::replaced, "--out, or 'out' in kbuild.yml"},
    {"use_directory_urls", Fate::replaced, "pages always have directory URLs"},
    {"strict", Fate::replaced, "kbuild build --strict"},
    {"dev_addr", Fate::replaced, "kbuild serve --port"},
    {"watch", Fate::replaced, "kbuild serve watches every source"},
    {"nav", Fate::honoured, ""},
    {"exclude_docs", Fate::honoured, ""},
    {"not_in_nav", Fate::honoured, ""},
    {"draft_docs", Fate::honoured, ""},
    {"validation", Fate::honoured, ""},
    {"validation.links", Fate::honoured,
     "absolute and unrecognized links are checked as the others"},
    {"hooks", Fate::ignored,
     "Python can't run; catalogue, what's-new, glossary, breadcrumbs and redirects are native"},
    {"extra_css", Fate::ignored, "the theme's own style is used"},
    {"extra_javascript", Fate::ignored, "no script of a source is published"},
    {"extra_templates", Fate::ignored, "Jinja templates can't run"},
    {"extra", Fate::ignored,
     "values for Jinja templates; languages come from the sources, analytics stay off"},
    {"extra.social", Fate::honoured, ""},
    {"extra.alternate", Fate::replaced,
     "the language switch follows from 'languages' and 'sources'"},
    {"extra.analytics", Fate::ignored, "a site sends nothing about its readers"},
    {"google_analytics", Fate::ignored, "a site sends nothing about its readers"},
    {"markdown_extensions", Fate::honoured, ""},
    {"plugins.search", Fate::replaced, "native search"},
    {"plugins.tags", Fate::replaced, "native tags"},
    {"plugins.section-index", Fate::replaced, "a section's index page is always its own page"},
    {"plugins.redirects", Fate::honoured, ""},
    {"plugins.git-revision-date-localized", Fate::replaced, "native dates from the history"},
    {"plugins.exclude", Fate::honoured, ""},
    {"plugins.exclude.regex", Fate::ignored, "globs are read; regular expressions are not"},
    {"plugins.include-markdown", Fate::honoured, ""},
    {"plugins.macros", Fate::honoured, ""},
    {"plugins.macros.module_name", Fate::ignored,
     "Python can't run; values of 'extra' and 'include_yaml' are put in"},
    {"plugins.literate-nav", Fate::honoured, ""},
    {"plugins.awesome-pages", Fate::honoured, ""},
    {"plugins.awesome-nav", Fate::honoured, ""},
    {"plugins.abs-to-rel", Fate::replaced, "links of the site are relative everywhere"},
    {"plugins.glightbox", Fate::ignored, "pictures are shown as the pages have them"},
    {"plugins.minify", Fate::ignored, "pages are written as they are; a server compresses them"},
    {"plugins.offline", Fate::replaced, "a site works from file://"},
    {"plugins.privacy", Fate::replaced, "a site asks nobody else for anything"},
    {"plugins.meta", Fate::ignored, "front matter stands in each page"},
    {"plugins.rss", Fate::replaced, "Atom feeds of the news"},
    {"plugins.git-authors", Fate::ignored, "no output names an author"},
    {"plugins.git-committers", Fate::ignored, "no output names an author"},
    {"plugins.git-committers-2", Fate::ignored, "no output names an author"},
    {"plugins.git-revision-date", Fate::replaced, "native dates from the history"},
    {"plugins.blog", Fate::ignored,
     "posts are pages; 'listings' in kbuild.yml show news, their archive and a feed"},
    {"plugins.social", Fate::ignored, "no pictures for previews are made"},
    {"plugins.mike", Fate::ignored, "a version is a site of its own: build each with --out"},
    {"plugins.table-reader", Fate::honoured, ""},
    {"plugins.gen-files", Fate::ignored, "Python can't run; write its pages before the build"},
    {"plugins.simple-hooks", Fate::ignored, "Python can't run; run it before the build"},
    {"plugins.mkdocs-simple-hooks", Fate::ignored, "Python can't run; run it before the build"},
    {"plugins.mkdocstrings", Fate::ignored, "Python can't run; write its pages before the build"},
    {"plugins.mkdocs-jupyter", Fate::ignored, "notebooks are published as files, not as pages"},
    {"plugins.monorepo", Fate::ignored, "each tree can be one of the 'sources' in kbuild.yml"},
    {"plugins.multirepo", Fate::ignored, "each tree can be one of the 'sources' in kbuild.yml"},
    {"plugins.mermaid2", Fate::ignored, "diagrams are shown as their code"},
    {"plugins.open-in-new-tab", Fate::ignored, "links open where the reader wants them"},
    {"plugins.with-pdf", Fate::ignored, "pages have a style for printing"},
    {"plugins.print-site", Fate::ignored, "pages have a style for printing"},
    {"plugins.external-markdown", Fate::ignored, "nothing is fetched; copy the text into the site"},
    {"plugins.markdown-exec", Fate::ignored, "code of pages can't run; write what it prints"},
    {"plugins.progress", Fate::replaced, "the build says how far it is"},
    {"plugins.exclude-search", Fate::ignored, "the search knows every page"},
    {"plugins.optimize", Fate::ignored, "pictures are published as they are"},
    {"plugins.htmlproofer", Fate::replaced, "links and anchors are always checked"},
    {"plugins.linkcheck", Fate::replaced, "links and anchors are always checked"},
    {"plugins.same-dir", Fate::replaced, "docs_dir may be the configuration's own directory"},
    {"plugins.autorefs", Fate::replaced, "labels are resolved over the whole site"},
    {"plugins.static-i18n", Fate::honoured, ""},
    {"plugins.i18n", Fate::honoured, ""},
    {"theme", Fate::replaced, "kbuild's own theme; 'theme' in kbuild.yml names another"},
    {"theme.name", Fate::replaced, "kbuild's own theme; 'theme' in kbuild.yml names another"},
    {"theme.language", Fate::honoured, ""},
    {"theme.logo", Fate::honoured, ""},
    {"theme.favicon", Fate::honoured, ""},
    {"theme.features", Fate::replaced,
     "the theme has them: copy buttons, synced tabs, section indexes, contents that follow"},
    {"theme.palette", Fate::replaced, "light, dark or as the system; colours are the theme's"},
    {"theme.font", Fate::replaced, "fonts of the reader's system, none from elsewhere"},
    {"theme.icon", Fate::replaced, "the theme's icons.yaml"},
    {"theme.custom_dir", Fate::replaced,
     "its Jinja templates can't run; a theme of kbuild can be a copy with changes"},
    {"theme.static_templates", Fate::ignored, "Jinja templates can't run"},
    {"plugins.redirects.redirect_maps", Fate::honoured, ""},
};

/// Material's own plugins may be named with the theme before them: "material/tags".
const KeyFate* find_fate(std::string_view key) {
  std::string plain = base::replace_all(key, "plugins.material/", "plugins.");
  for (const KeyFate& row : kFates)
    if (row.key == plain) return &row;
  return nullptr;
}

/// Variables that the command line does not let the configuration read, and the first one's place.
struct Refused {
  std::vector<std::string> names;
  source::Span span;
};

/// !ENV VAR, !ENV [VAR, default]: the variable's value if it may be read and is set, else the
/// default, else null.
Value resolve_environment(const Value& value, Inputs& inputs, Refused& refused) {
  if (value.tag.find("ENV") == std::string::npos) return value;
  std::vector<std::string> names = value.texts();
  std::size_t candidates =
      value.is_sequence() && names.size() > 1 ? names.size() - 1 : names.size();
  Value out;
  out.span = value.span;
  for (std::size_t i = 0; i < candidates; ++i) {
    if (!inputs.enclosure.admits_variable(names[i])) {
      if (refused.names.empty()) refused.span = value.span;
      if (std::find(refused.names.begin(), refused.names.end(), names[i]) == refused.names.end())
        refused.names.push_back(names[i]);
      continue;
    }
    const char* found = std::getenv(names[i].c_str());
    inputs.record.environment[names[i]] = found ? std::optional<std::string>(found) : std::nullopt;
    inputs.record.digest =
        base::Hasher().add(inputs.record.digest).add(names[i]).add(found ? found : "").finish();
    if (!found) continue;
    out.kind = ValueKind::scalar;
    out.scalar = found;
    return out;
  }
  if (candidates < names.size()) {
    out = value.items.back();
    out.tag.clear();
  }
  return out;
}

void resolve_all(Value& value, Inputs& inputs, Refused& refused) {
  value = resolve_environment(value, inputs, refused);
  for (Value& item : value.items) resolve_all(item, inputs, refused);
  for (auto& member : value.members) resolve_all(member.value, inputs, refused);
}

/// Members of `child` replace those of `parent`; mappings merge (MkDocs, "Configuration
/// inheritance").
Value inherit(Value parent, const Value& child) {
  if (!parent.is_mapping() || !child.is_mapping()) return child;
  for (const Member& own : child.members) {
    auto same =
        std::find_if(parent.members.begin(), parent.members.end(),
                     [&](const Member& member) { return member.key.scalar == own.key.scalar; });
    if (same == parent.members.end()) {
      parent.members.push_back(own);
    } else {
      same->value = inherit(std::move(same->value), own.value);
    }
  }
  return parent;
}

Result<ConfigFile> read_with_parents(const base::Disk& disk, source::SourceStore& sources,
                                     const std::string& path, Inputs& inputs, int depth) {
  auto file = read_config_file(disk, sources, path, inputs);
  if (file && path.ends_with(".toml")) file->value = as_mkdocs(file->value);
  if (!file || !file->value["INHERIT"]) return file;
  if (depth > 10) return fail(format("{}: INHERIT is deeper than 10 files", path));
  auto parent = read_with_parents(disk, sources,
                                  base::join_path(file->directory, file->value["INHERIT"].text()),
                                  inputs, depth + 1);
  if (!parent) return parent;
  file->value = inherit(std::move(parent->value), file->value);
  return file;
}

/// The keys below one of the top: they share its fate unless they have a row of their own, and are
/// no findings.
void report_below(const std::string& prefix, const Value& value, const KeyReport& above,
                  MkdocsConfig& config) {
  for (const auto& [name, member] : named_options(value)) {
    if (!name.is_scalar()) continue;
    std::string key = prefix + "." + name.scalar;
    const KeyFate* row = find_fate(key);
    config.keys.push_back(
        {key, row ? row->fate : above.fate, row ? std::string(row->remark) : above.remark});
  }
}

void report_keys(const Value& root, MkdocsConfig& config, diag::Diagnostics& diagnostics) {
  std::vector<Member> plugins = named_options(root["plugins"]);
  bool macros = std::any_of(plugins.begin(), plugins.end(),
                            [](const Member& plugin) { return plugin.key.scalar == "macros"; });
  auto report = [&](const std::string& key, source::Span span) {
    const KeyFate* row = find_fate(key);
    KeyReport entry{key, row ? row->fate : Fate::ignored,
                    std::string(row ? row->remark : "unknown to kbuild")};
    if (key == "extra" && macros) entry = {key, Fate::honoured, "values of {{ }} in pages"};
    if (entry.fate == Fate::ignored)
      diagnostics.push_back({"KB0903"_code, span, {key, entry.remark}});
    config.keys.push_back(entry);
    return entry;
  };
  for (const auto& [name, value] : root.members) {
    if (name.scalar != "plugins") {
      KeyReport above = report(name.scalar, name.span);
      if (name.scalar != "nav") report_below(name.scalar, value, above, config);
      continue;
    }
    for (const auto& [plugin, options] : plugins) {
      KeyReport above = report("plugins." + plugin.scalar, plugin.span);
      report_below(above.key, options, above, config);
    }
  }
}

/// "$docs_dir/parts" and "$config_dir", as the tag !relative allows them; other paths are relative
/// to the configuration's directory.
std::string base_directory(const std::string& path, const std::string& directory,
                           const SourceTree& tree) {
  constexpr std::string_view docs = "$docs_dir", config = "$config_dir";
  if (path.starts_with(docs)) return base::normalise_path(tree.path + path.substr(docs.size()));
  if (path.starts_with(config)) return base::normalise_path(directory + path.substr(config.size()));
  return base::join_path(directory, path);
}

void read_snippets_extension(const Value& extensions, const std::string& directory,
                             SourceTree& tree) {
  for (const auto& [name, options] : named_options(extensions)) {
    if (name.scalar == "markdown_include.include")
      tree.snippet_paths.push_back(base_directory(options["base_path"].text("."), directory, tree));
    if (name.scalar != "pymdownx.snippets") continue;
    std::vector<std::string> bases = options["base_path"].texts();
    if (bases.empty()) bases = {"."};
    for (const std::string& base : bases)
      tree.snippet_paths.push_back(base_directory(base, directory, tree));
    tree.appended = options["auto_append"].texts();
  }
}

void read_redirects(const Value& plugins, SourceTree& tree) {
  for (const auto& [name, options] : named_options(plugins)) {
    if (name.scalar != "redirects") continue;
    for (const auto& [from, to] : options["redirect_maps"].members)
      tree.redirects.push_back({from.scalar, to.text(), from.span});
  }
}

/// "fontawesome/brands/github" -> "github".
std::string last_part(const std::string& icon) {
  return icon.substr(icon.find_last_of("/-") + 1);
}

Appearance read_appearance(const Value& root) {
  Appearance out;
  out.copyright_html = root["copyright"].text();
  out.logo = root["theme"]["logo"].text();
  out.favicon = root["theme"]["favicon"].text();
  for (const Value& item : root["extra"]["social"].items)
    if (std::string link = item["link"].text();
        link.starts_with("https://") || link.starts_with("http://"))
      out.social.emplace_back(item["name"].text(last_part(item["icon"].text(link))), link);
  return out;
}

/// The plugin `exclude`: its globs hold for whole paths, and '*' crosses directories in them.
void read_excluded(const Value& plugins, SourceTree& tree) {
  for (const auto& [name, options] : named_options(plugins)) {
    if (name.scalar != "exclude") continue;
    for (const std::string& glob : options["glob"].texts()) {
      tree.exclude.push_back(glob);
      if (glob.starts_with('*')) tree.exclude.push_back("**/" + glob);
      if (glob.ends_with("/*")) tree.exclude.push_back(glob + "*");
    }
  }
}

/// What the plugins include-markdown, table-reader and macros need for their statements; see
/// macros.
Result<void> read_statements(const base::Disk& disk, source::SourceStore& sources,
                             const Value& root, const std::string& directory, SourceTree& tree,
                             Inputs& inputs) {
  for (const auto& [name, options] : named_options(root["plugins"])) {
    if (name.scalar == "include-markdown") {
      tree.definitions["plugin:include-markdown"] = "on";
      tree.snippet_paths.push_back(directory);
    }
    if (name.scalar == "table-reader") {
      tree.definitions["plugin:table-reader"] = "on";
      std::string data = options["data_path"].text(".");
      tree.snippet_paths.push_back(base_directory(data, directory, tree));
    }
    if (name.scalar != "macros") continue;
    tree.definitions["plugin:macros"] = "on";
    if (options["include_dir"])
      tree.snippet_paths.push_back(base_directory(options["include_dir"].text(), directory, tree));
    base::Json values = root["extra"] ? to_json(root["extra"]) : base::Json::object();
    if (!values.is_object()) values = base::Json::object();
    base::Json config = base::Json::object();
    config["extra"] = values;
    for (const auto& [key, value] : root.members)
      if (value.is_scalar()) config[key.scalar] = to_json(value);
    values["config"] = std::move(config);
    for (const Value& item : options["include_yaml"].items) {
      // A file whose keys are names, or {name: file}.
      std::vector<Member> named = item.members;
      if (item.is_scalar()) named.push_back({{}, item});
      for (const auto& [prefix, path] : named) {
        auto file =
            read_config_file(disk, sources, base::join_path(directory, path.text()), inputs);
        if (!file) return tl::unexpected(file.error());
        base::Json loaded = to_json(file->value);
        if (!prefix.scalar.empty())
          values[prefix.scalar] = std::move(loaded);
        else if (loaded.is_object())
          values.update(loaded);
      }
    }
    tree.definitions["macros:values"] = base::dump_line(values);
  }
  return {};
}

/// Lines as those of .gitignore (gitignore(5)): a pattern names a file, or a directory with all
/// below it; "!" takes back.
std::vector<std::string> lines_as_patterns(const Value& value) {
  std::vector<std::string> out;
  std::string text = value.text();
  for (std::string_view line : base::split_lines(text)) {
    line = base::trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    std::string_view sign = line.substr(0, line.starts_with('!') ? 1 : 0);
    line.remove_prefix(sign.size());
    if (line.empty()) continue;
    // A pattern with a slash inside is anchored; others match at any depth.
    bool anchored = line.substr(0, line.size() - 1).find('/') != line.npos;
    std::string pattern = std::string(sign) + (anchored ? "" : "**/") +
                          std::string(line.starts_with('/') ? line.substr(1) : line);
    if (!pattern.ends_with('/')) {
      out.push_back(pattern);
      pattern += '/';
    }
    out.push_back(pattern + "**");
  }
  return out;
}

}  // namespace

std::vector<NavigationEntry> read_navigation(const Value& value) {
  std::vector<NavigationEntry> out;
  // A section's pages may be written as one mapping, too.
  auto add = [&](const std::vector<Member>& members) {
    for (const auto& [title, target] : members) {
      NavigationEntry entry{plain_title(title.scalar), target.text(), {}, title.span};
      if (!target.is_scalar()) entry.children = read_navigation(target);
      out.push_back(std::move(entry));
    }
  };
  add(value.members);
  for (const Value& item : value.items) {
    if (item.is_scalar()) out.push_back({"", item.scalar, {}, item.span});
    add(item.members);
  }
  return out;
}

/// MkDocs' default address for editing the pages of a repository: see its manual on `edit_uri`.
std::string usual_edit_path(const std::string& repository) {
  for (std::string_view host : {"https://github.com/", "https://gitlab.com/"})
    if (repository.starts_with(host)) return "edit/master/docs/";
  return repository.starts_with("https://bitbucket.org/") ? "src/default/docs/" : "";
}

/// What the path of a page follows; "" where pages have no link for editing. A whole URL needs no
/// repository; of a template only one that ends with the path is such a beginning.
std::string edit_url(const Value& root, const std::string& repository) {
  std::string edit = root["edit_uri"] ? root["edit_uri"].text() : usual_edit_path(repository);
  std::string form = root["edit_uri_template"].text();
  bool fits = false;
  for (std::string_view end : {"{path}", "{path!q}"})
    if (form.ends_with(end) && form.find('{') == form.size() - end.size()) {
      edit = form.substr(0, form.size() - end.size());
      fits = true;
    }
  if (edit.empty()) return {};
  std::string url = edit;
  if (edit.find("://") == edit.npos) {
    if (repository.empty()) return {};
    url = repository;
    bool query = edit[0] == '?' || edit[0] == '#';
    while (!query && url.ends_with('/')) url.pop_back();
    if (!query && edit[0] != '/') url += '/';
    url += edit;
  }
  return fits || url.ends_with('/') ? url : url + "/";
}

/// The findings that `validation` silences or lowers in severity: see MkDocs' manual on the
/// setting.
std::vector<CheckLevel> check_levels(const Value& validation) {
  constexpr std::tuple<std::string_view, std::string_view, std::string_view> kRows[] = {
      {"nav", "not_found", "KB0207"},
      {"links", "not_found", "KB0201"},
      {"links", "anchors", "KB0202"}};
  std::vector<CheckLevel> levels;
  for (const auto& [group, key, code] : kRows) {
    std::string said = validation[group][key].text(validation[key].text());
    if (said == "ignore") levels.push_back({std::string(code), "off"});
    if (said == "info") levels.push_back({std::string(code), "style"});
  }
  return levels;
}

Result<MkdocsConfig> load_mkdocs(const base::Disk& disk, source::SourceStore& sources,
                                 const std::string& path, Inputs& inputs,
                                 diag::Diagnostics& diagnostics) {
  auto file = read_with_parents(disk, sources, path, inputs, 0);
  if (!file) return tl::unexpected(file.error());
  Refused refused;
  resolve_all(file->value, inputs, refused);
  if (!refused.names.empty())
    diagnostics.push_back({"KB0921"_code, refused.span, {base::join(refused.names, ",")}});
  const Value& root = file->value;
  MkdocsConfig config;
  report_keys(root, config, diagnostics);
  config.site_name = root["site_name"].text("Documentation");
  config.site_description = root["site_description"].text();
  config.site_url = root["site_url"].text();
  config.repository_url = root["repo_url"].text();
  config.appearance = read_appearance(root);
  config.checks = check_levels(root["validation"]);
  SourceTree& tree = config.tree;
  tree.path = base::join_path(file->directory, root["docs_dir"].text("docs"));
  tree.language = root["theme"]["language"].text("en");
  tree.dialect = "mkdocs";
  tree.navigation = read_navigation(root["nav"]);
  tree.exclude = lines_as_patterns(root["exclude_docs"]);
  for (std::string& pattern : lines_as_patterns(root["draft_docs"]))
    tree.exclude.push_back(std::move(pattern));
  tree.apart = lines_as_patterns(root["not_in_nav"]);
  tree.markdown_extensions = root["markdown_extensions"];
  std::string directory = file->directory.empty() ? "." : file->directory;
  read_snippets_extension(root["markdown_extensions"], directory, tree);
  read_redirects(root["plugins"], tree);
  read_excluded(root["plugins"], tree);
  if (auto done = read_statements(disk, sources, root, directory, tree, inputs); !done)
    return tl::unexpected(done.error());
  tree.edit_url = edit_url(root, config.repository_url);
  if (disk.status(tree.path).kind != base::FileKind::directory)
    return fail(format("docs_dir '{}' is not a directory", tree.path),
                format("correct docs_dir in {}", path));
  const SourceTree written = tree;
  if (auto done = lay_out_navigation(disk, sources, root["plugins"], tree, inputs); !done)
    return tl::unexpected(done.error());
  auto split = split_languages(disk, sources, root["plugins"], written, inputs);
  if (!split) return tl::unexpected(split.error());
  config.by_language = std::move(*split);
  config.site_names = names_by_language(root["plugins"], "site_name");
  config.site_descriptions = names_by_language(root["plugins"], "site_description");
  return config;
}

}  // namespace kbuild::meta
