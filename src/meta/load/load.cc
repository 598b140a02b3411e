// Loads kbuild.yml and what it refers to; see load.h.
#include "meta/load/load.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "diag/levels.h"
#include "html/address.h"
#include "html/sanitise.h"
#include "meta/input.h"
#include "meta/mkdocs/config.h"
#include "meta/mkdocs/navigation.h"
#include "meta/schema.h"
#include "meta/sphinx/config.h"
#include "source/unicode.h"

namespace kbuild::meta {

namespace {

using base::fail;
using base::format;
using base::Result;
using namespace diag::literals;

Localised read_localised(const Value& value) {
  Localised out;
  if (value.is_scalar()) out.values[""] = value.scalar;
  for (const auto& [language, text] : value.members) out.values[language.scalar] = text.text();
  return out;
}

/// A number of days from 1 to ten years; `otherwise`, with a finding, where it is something else.
int read_days(const Value& value, std::string_view key, int otherwise,
              diag::Diagnostics& diagnostics) {
  constexpr long long kMaxDays = 3650;
  if (!value) return otherwise;
  auto days = value.integer();
  if (days && *days > 0 && *days <= kMaxDays) return static_cast<int>(*days);
  diagnostics.push_back(
      {"KB0902"_code, value.span, {std::string(key), "a number of days from 1 to 3650"}});
  return otherwise;
}

Names read_names(const Value& root, const std::string& directory, diag::Diagnostics& diagnostics) {
  Names names;
  for (const Value& item : root["systems"].items) {
    names.systems.push_back({item["name"].text(),
                             item["aliases"].texts(),
                             item["part_of"].text(),
                             item["retired"].text(),
                             {},
                             item["commands"].texts()});
    for (const std::string& list : item["installed"].texts())
      names.systems.back().installed.push_back(base::join_path(directory, list));
    int& max_age = names.systems.back().max_age;
    max_age = read_days(item["max_age"], "systems[].max_age", max_age, diagnostics);
  }
  for (const Value& item : root["products"].items)
    names.products.push_back({item["name"].text(), item["aliases"].texts()});
  const Value& keys = root["front_matter"];
  for (auto [key, name] : {std::pair("systems", &names.catalog.systems),
                           {"web", &names.catalog.web},
                           {"disciplines", &names.catalog.disciplines},
                           {"licence", &names.catalog.licence}})
    *name = keys[key].text(*name);
  return names;
}

/// Agreed translations; for a language that the site does not have nothing would be compared.
std::vector<Term> read_terms(const Value& list, const std::vector<std::string>& languages,
                             diag::Diagnostics& diagnostics) {
  std::vector<Term> terms;
  for (const Value& item : list.items) {
    Term& term = terms.emplace_back();
    for (const auto& [language, text] : item.members) {
      term[language.scalar] = text.text();
      if (std::find(languages.begin(), languages.end(), language.scalar) != languages.end() ||
          languages.empty())
        continue;
      std::vector<std::string_view> known(languages.begin(), languages.end());
      diagnostics.push_back(
          {"KB0901"_code,
           language.span,
           {"terms[]." + language.scalar, std::string(base::nearest(language.scalar, known))}});
    }
  }
  return terms;
}

/// Settings of a conf.py for the site and for other projects; those set already stay.
void merge_sphinx(SphinxConfig& sphinx, Config& config) {
  for (KeyReport& key : sphinx.keys) config.keys.push_back(std::move(key));
  if (config.site_name.empty() && !sphinx.site_name.empty())
    config.site_name.values[""] = sphinx.site_name;
  if (config.site_url.empty()) config.site_url = sphinx.site_url;
  if (config.repository_url.empty()) config.repository_url = sphinx.repository_url;
  for (Inventory& inventory : sphinx.inventories) {
    // Relative paths start at the directory of conf.py.
    if (!inventory.file.empty()) inventory.file = base::join_path(sphinx.tree.path, inventory.file);
    auto same = std::find_if(config.inventories.begin(), config.inventories.end(),
                             [&](const Inventory& known) { return known.name == inventory.name; });
    if (same == config.inventories.end()) {
      config.inventories.push_back(std::move(inventory));
    } else if (same->url.empty()) {
      same->url = inventory.url;
    }
  }
}

SourceTree::Trust read_trust(const Value& value, diag::Diagnostics& diagnostics) {
  if (!value) return SourceTree::Trust::by_dialect;
  if (value.text() == "trusted") return SourceTree::Trust::trusted;
  if (value.text() != "untrusted")
    diagnostics.push_back({"KB0902"_code, value.span, {"sources[].trust", "trusted or untrusted"}});
  return SourceTree::Trust::untrusted;
}

/// Whether a name can be a part of every address and path of the site.
bool is_plain(std::string_view name) {
  return base::is_valid_utf8(name) && std::all_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
         });
}

/// Languages are directories of the site: "en", "pt-BR".
bool is_language(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return base::is_alnum(c) || c == '-' || c == '_';
  });
}

/// A source of kbuild.yml; settings of its mkdocs.yml or conf.py are overridden by those of
/// kbuild.yml.
Result<SourceTree> read_source(const base::Disk& disk, source::SourceStore& sources,
                               const Value& item, LoadedConfig& loaded, Inputs& inputs) {
  const std::string& directory = loaded.config.directory;
  SourceTree tree;
  if (item["mkdocs"]) {
    auto mkdocs = load_mkdocs(disk, sources, base::join_path(directory, item["mkdocs"].text()),
                              inputs, loaded.diagnostics);
    if (!mkdocs) return tl::unexpected(mkdocs.error());
    tree = std::move(mkdocs->tree);
    for (KeyReport& key : mkdocs->keys) loaded.config.keys.push_back(std::move(key));
    std::string language = item["lang"].text("en");
    if (loaded.config.site_name.empty()) loaded.config.site_name.values[""] = mkdocs->site_name;
    loaded.config.site_description.values.try_emplace(language, mkdocs->site_description);
    if (loaded.config.sources.empty()) {
      loaded.config.appearance = std::move(mkdocs->appearance);
      if (item["trust"] && item["trust"].text() != "trusted")
        loaded.config.appearance.copyright_html =
            html::sanitise_html(loaded.config.appearance.copyright_html).html;
    }
    if (loaded.config.site_url.empty()) loaded.config.site_url = mkdocs->site_url;
    if (loaded.config.repository_url.empty()) loaded.config.repository_url = mkdocs->repository_url;
  }
  if (item["sphinx"]) {
    auto sphinx = load_sphinx(disk, sources, base::join_path(directory, item["sphinx"].text()),
                              inputs, loaded.diagnostics);
    if (!sphinx) return tl::unexpected(sphinx.error());
    tree = sphinx->tree;
    merge_sphinx(*sphinx, loaded.config);
  }
  if (item["path"]) tree.path = base::join_path(directory, item["path"].text());
  if (item["lang"] || !item["sphinx"]) tree.language = item["lang"].text("en");
  tree.dialect = item["dialect"].text("auto");
  tree.trust = read_trust(item["trust"], loaded.diagnostics);
  tree.mount = std::string(base::normalise_path(item["mount"].text()));
  if (tree.mount == ".") tree.mount.clear();
  if (!tree.mount.empty() && (!base::is_beneath(tree.mount) || !is_plain(tree.mount))) {
    loaded.diagnostics.push_back({"KB0920"_code,
                                  item["mount"].span,
                                  {item["mount"].text(), "the source is put at the site's root"}});
    tree.mount.clear();
  }
  tree.system = item["system"].text();
  if (item["root"]) tree.root = item["root"].text();
  if (item["include"]) tree.include = item["include"].texts();
  if (item["exclude"]) tree.exclude = item["exclude"].texts();
  if (item["navigation"]) tree.navigation = read_navigation(item["navigation"]);
  for (const std::string& path : item["snippets"].texts())
    tree.snippet_paths.push_back(base::join_path(directory, path));
  for (const auto& [key, prefix] : {std::pair("templates", "template:"),
                                    {"interwiki", "interwiki:"},
                                    {"variables", "variable:"}})
    for (const auto& [name, value] : item[key].members)
      tree.definitions[prefix + name.scalar] = value.text();
  for (const Value& listing : item["listings"].items)
    tree.listings.push_back({base::normalise_path(listing["page"].text()), listing["show"].text(),
                             listing["from"].texts()});
  if (item["edit"]) tree.edit_url = item["edit"].text();
  if (disk.status(tree.path).kind != base::FileKind::directory)
    return fail(format("source '{}' is not a directory", tree.path),
                format("correct 'path' of the source in {}", loaded.config.path));
  return tree;
}

/// A level for a diagnostic; one that does not exist would silently do nothing.
void read_check(const Value& item, LoadedConfig& loaded) {
  CheckLevel check{item["code"].text(), item["level"].text()};
  if (!diag::find_code(check.code))
    loaded.diagnostics.push_back(
        {"KB0902"_code, item.span, {"checks[].code", "the number or name of a diagnostic"}});
  auto level = diag::find_level(check.level);
  if (check.level != "off" && (!level || level == diag::Level::unsupported))
    loaded.diagnostics.push_back(
        {"KB0902"_code, item.span, {"checks[].level", "off, style, warning or error"}});
  loaded.config.checks.push_back(std::move(check));
}

OtherSite read_other_site(const Value& item, const std::string& directory) {
  OtherSite site{item["name"].text(), item["url"].text(), item["index"].text()};
  if (!site.url.ends_with('/')) site.url += '/';
  if (site.place.find("://") == site.place.npos)
    site.place = base::join_path(directory, site.place);
  return site;
}

Result<void> read_kbuild(const base::Disk& disk, source::SourceStore& sources, LoadedConfig& loaded,
                         Inputs& inputs) {
  Config& config = loaded.config;
  auto file = read_config_file(disk, sources, config.path, inputs);
  if (!file) return tl::unexpected(file.error());
  const Value& root = file->value;
  for (diag::Diagnostic& diagnostic : validate(root, config_keys()))
    loaded.diagnostics.push_back(std::move(diagnostic));
  config.site_name = read_localised(root["site"]["name"]);
  config.site_description = read_localised(root["site"]["description"]);
  config.site_url = root["site"]["url"].text();
  config.repository_url = root["site"]["repository"].text();
  config.languages = root["languages"].texts();
  config.names = read_names(root, config.directory, loaded.diagnostics);
  for (const std::string& path : root["knowledge"].texts()) {
    auto known = read_config_file(disk, sources, base::join_path(config.directory, path), inputs);
    if (!known) return tl::unexpected(known.error());
    read_knowledge(known->value, Examples::optional, config.names.knowledge, loaded.diagnostics);
  }
  if (const Value& claims = root["claims"]) {
    auto policy = claims_policy(claims);
    if (!policy) loaded.diagnostics.push_back({"KB0631"_code, claims.span, {claims.text()}});
    config.claims = policy.value_or(ClaimsPolicy::read);
  }
  config.terms = read_terms(root["terms"], config.languages, loaded.diagnostics);
  for (const Value& item : root["inventories"].items) {
    std::string inventory = item["file"].text();
    config.inventories.push_back(
        {item["name"].text(), item["url"].text(),
         inventory.empty() ? "" : base::join_path(config.directory, inventory), item.span});
  }
  for (const Value& item : root["search"]["others"].items)
    config.others.push_back(read_other_site(item, config.directory));
  for (const Value& item : root["catalog"].items)
    config.catalog.push_back(
        {item["name"].text(), read_localised(item["title"]), read_localised(item["description"])});
  config.theme = root["theme"].text("default");
  config.out = root["out"].text();
  const Value& snippets = root["snippets"];
  config.execute = snippets["execute"].boolean().value_or(false);
  config.check_syntax = snippets["syntax"].boolean().value_or(false);
  config.expiry_days =
      read_days(snippets["expiry"], "snippets.expiry", config.expiry_days, loaded.diagnostics);
  if (snippets["systems"])
    config.systems_directory = base::join_path(config.directory, snippets["systems"].text());
  if (snippets["evidence"])
    config.evidence_directory = base::join_path(config.directory, snippets["evidence"].text());
  if (snippets["signers"])
    config.signers_file = base::join_path(config.directory, snippets["signers"].text());
  if (snippets["annotations"]) {
    auto notes = read_config_file(
        disk, sources, base::join_path(config.directory, snippets["annotations"].text()), inputs);
    if (!notes) return tl::unexpected(notes.error());
    for (const Value& item : notes->value.items)
      config.block_notes.push_back({item["page"].text(), item["heading"].text(),
                                    item["digest"].text(), item["kb"].text(), item.span});
  }
  for (const Value& item : root["checks"].items) read_check(item, loaded);
  for (const std::string& phrase : root["authoring_notes"].texts())
    if (std::string_view trimmed = base::trim(phrase); !trimmed.empty())
      config.authoring_notes.push_back(source::lower_case(trimmed));
  for (const Value& item : root["sources"].items) {
    auto tree = read_source(disk, sources, item, loaded, inputs);
    if (!tree) return tl::unexpected(tree.error());
    config.sources.push_back(std::move(*tree));
  }
  return {};
}

Result<void> read_plain_mkdocs(const base::Disk& disk, source::SourceStore& sources,
                               LoadedConfig& loaded, Inputs& inputs) {
  Config& config = loaded.config;
  auto mkdocs = load_mkdocs(disk, sources, config.path, inputs, loaded.diagnostics);
  if (!mkdocs) return tl::unexpected(mkdocs.error());
  config.site_name.values = std::move(mkdocs->site_names);
  config.site_name.values[""] = mkdocs->site_name;
  config.site_description.values = std::move(mkdocs->site_descriptions);
  config.site_description.values[""] = mkdocs->site_description;
  config.site_url = mkdocs->site_url;
  config.repository_url = mkdocs->repository_url;
  config.appearance = std::move(mkdocs->appearance);
  config.checks = std::move(mkdocs->checks);
  config.keys = std::move(mkdocs->keys);
  config.sources = std::move(mkdocs->by_language);
  if (config.sources.empty()) config.sources.push_back(std::move(mkdocs->tree));
  return {};
}

/// Drops addresses that could run a script in a reader's browser or leave the web, wherever a
/// configuration gives them.
void check_addresses(Config& config, diag::Diagnostics& diagnostics) {
  auto check = [&](std::string_view key, std::string& url, source::Span span) {
    if (html::is_safe_url(url, html::AddressUse::web)) {
      url = base::encode_url(url);
      return true;
    }
    diagnostics.push_back({"KB0922"_code, span, {std::string(key), url}});
    url.clear();
    return false;
  };
  check("site.url", config.site_url, {});
  check("site.repository", config.repository_url, {});
  for (auto& [name, url] : config.appearance.social) check("extra.social", url, {});
  for (Inventory& inventory : config.inventories)
    check("inventories", inventory.url, inventory.span);
  for (OtherSite& site : config.others) check("search.others", site.url, {});
  for (SourceTree& tree : config.sources) {
    check("edit", tree.edit_url, {});
    std::erase_if(tree.redirects, [&](Redirect& redirect) {
      bool inside = base::is_beneath(base::join_path(tree.mount, redirect.from));
      if (!inside)
        diagnostics.push_back(
            {"KB0920"_code, redirect.span, {redirect.from, "the redirect is left out"}});
      std::string written = redirect.to;
      bool leads = check("redirects", redirect.to, redirect.span);
      // Paths of pages are looked up as they are written.
      redirect.to = std::move(written);
      return !inside || !leads;
    });
  }
}

Result<void> read_plain_sphinx(const base::Disk& disk, source::SourceStore& sources,
                               LoadedConfig& loaded, Inputs& inputs) {
  auto sphinx = load_sphinx(disk, sources, loaded.config.path, inputs, loaded.diagnostics);
  if (!sphinx) return tl::unexpected(sphinx.error());
  merge_sphinx(*sphinx, loaded.config);
  if (loaded.config.site_name.empty()) loaded.config.site_name.values[""] = "Documentation";
  loaded.config.sources.push_back(std::move(sphinx->tree));
  return {};
}

}  // namespace

std::string find_config(const base::Disk& disk, const std::string& path) {
  if (!path.empty()) return path;
  for (const char* name : {"kbuild.yml", "mkdocs.yml", "zensical.toml", "conf.py"})
    if (disk.status(name).kind == base::FileKind::file) return name;
  return "";
}

std::string state_key(const base::Disk& disk, const std::string& path) {
  auto real = disk.real_path(path);
  const std::string& file = real ? *real : path;
  std::string_view folder = base::file_name(base::parent_path(file));
  return format("{}-{:.8}", folder.empty() ? "site" : folder, base::digest(file).hex());
}

Result<void> check_places(const Config& config, const Enclosure& enclosure) {
  std::vector<std::pair<std::string_view, std::string>> places;
  for (const SourceTree& tree : config.sources) {
    places.emplace_back("source", tree.path);
    for (const std::string& root : tree.snippet_paths) {
      places.emplace_back("directory of snippets", root);
      for (const std::string& name : tree.appended)
        places.emplace_back("appended file", base::join_path(root, name));
    }
  }
  for (const Inventory& inventory : config.inventories)
    if (!inventory.file.empty()) places.emplace_back("inventory", inventory.file);
  for (const SystemName& system : config.names.systems)
    for (const std::string& list : system.installed)
      places.emplace_back("list of what is installed", list);
  for (const OtherSite& site : config.others)
    if (site.place.find("://") == site.place.npos) places.emplace_back("search index", site.place);
  places.emplace_back("file of decisions", config.decisions);
  if (!config.systems_directory.empty())
    places.emplace_back("directory of systems", config.systems_directory);
  if (!config.evidence_directory.empty())
    places.emplace_back("directory of evidence", config.evidence_directory);
  if (!config.signers_file.empty()) places.emplace_back("list of signers", config.signers_file);
  // Without a slash it is the name of a theme that comes with the program.
  if (config.theme.find('/') != config.theme.npos || config.theme == "..")
    places.emplace_back("theme", base::join_path(config.directory, config.theme));
  for (const auto& [what, path] : places)
    if (auto admitted = enclosure.admit(what, path); !admitted) return admitted;
  return {};
}

Result<LoadedConfig> load_config(const base::Disk& disk, source::SourceStore& sources,
                                 const std::string& path, const Permissions& permissions) {
  LoadedConfig loaded;
  Config& config = loaded.config;
  config.path = find_config(disk, path);
  if (config.path.empty())
    return fail(
        "there is no kbuild.yml, mkdocs.yml, zensical.toml or conf.py here",
        "name one with --config, or write a kbuild.yml (`kbuild schema config` prints its keys)");
  config.directory = base::parent_path(config.path);
  config.decisions = base::join_path(config.directory, "claims.yml");
  config.systems_directory = base::join_path(config.directory, "snippets/systems");
  const Enclosure enclosure(disk, config.path, permissions);
  Inputs inputs{enclosure, config.inputs};
  bool mkdocs =
           base::file_name(config.path).starts_with("mkdocs") || config.path.ends_with(".toml"),
       sphinx = config.path.ends_with(".py");
  auto done = mkdocs   ? read_plain_mkdocs(disk, sources, loaded, inputs)
              : sphinx ? read_plain_sphinx(disk, sources, loaded, inputs)
                       : read_kbuild(disk, sources, loaded, inputs);
  if (!done) return tl::unexpected(done.error());
  if (auto admitted = check_places(config, enclosure); !admitted)
    return tl::unexpected(admitted.error());
  check_addresses(config, loaded.diagnostics);
  if (config.languages.empty())
    for (const SourceTree& tree : config.sources)
      if (std::find(config.languages.begin(), config.languages.end(), tree.language) ==
          config.languages.end())
        config.languages.push_back(tree.language);
  if (config.languages.empty())
    return fail(format("{} names no sources", config.path), "add 'sources:' with a 'path'");
  for (const std::string& language : config.languages)
    if (!is_language(language))
      return fail(format("'{}' is no name of a language", language),
                  "write a tag such as en, fi or pt-BR");
  for (const SourceTree& tree : config.sources)
    if (std::find(config.languages.begin(), config.languages.end(), tree.language) ==
        config.languages.end())
      return fail(format("source '{}' is in '{}', which 'languages' does not name", tree.path,
                         tree.language));
  if (!config.site_url.empty() && !config.site_url.ends_with('/')) config.site_url += '/';
  config.key = state_key(disk, config.path);
  return loaded;
}

}  // namespace kbuild::meta
