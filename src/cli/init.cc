// kbuild init: looks at a directory of pages, proposes a kbuild.yml for it with the systems that
// the pages are about, and writes it if told so. Then it builds, and sets today's findings aside as
// the baseline. What counts as a system is build/stages' part.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "build/stages/system_names.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "meta/load/load.h"
#include "read/readers/readers.h"

namespace kbuild::cli {

namespace {

struct InitArguments {
  std::string directory = ".";
  bool yes = false;
};

/// What a directory holds: lines for `sources`, and the configuration that reads the same pages.
struct Found {
  std::string what;
  std::string name;
  std::vector<std::string> sources;
  std::vector<meta::LoadedConfig> configs;
};

bool is_file(const Session& session, const std::string& path) {
  return session.disk.status(path).kind == base::FileKind::file;
}

/// "fi" of "mkdocs_fi.yml"; "" if it is no name of that form.
std::string language_of(std::string_view name) {
  for (std::string_view end : {".yml", ".yaml"})
    for (std::string_view begin : {"mkdocs_", "mkdocs-", "mkdocs."})
      if (name.size() == begin.size() + 2 + end.size() && name.starts_with(begin) &&
          name.ends_with(end) && base::is_lower(name[begin.size()]) &&
          base::is_lower(name[begin.size() + 1]))
        return std::string(name.substr(begin.size(), 2));
  return "";
}

/// Reads one file of another generator; false after a failure, which is reported.
bool add_config(Session& session, source::SourceStore& sources, const std::string& path,
                const std::string& language, Found& found) {
  auto loaded = meta::load_config(session.disk, sources, path, session.permissions);
  if (!loaded) return session.fail(loaded.error()), false;
  if (!language.empty()) {
    for (meta::SourceTree& tree : loaded->config.sources) tree.language = language;
    loaded->config.languages = {language};
  }
  found.configs.push_back(std::move(*loaded));
  return true;
}

bool find_mkdocs(Session& session, source::SourceStore& sources, const std::string& directory,
                 Found& found) {
  for (std::string name : {"mkdocs.yml", "mkdocs.yaml", "zensical.toml"}) {
    if (!is_file(session, base::join_path(directory, name))) continue;
    found.what = name;
    if (!add_config(session, sources, base::join_path(directory, name), "", found)) return false;
    const auto& languages = found.configs.back().config.languages;
    // One file with languages by suffix or folder is told better by that file itself.
    found.sources.push_back(base::format("{{mkdocs: {}, lang: {}}}", name, languages.front()));
    break;
  }
  if (found.sources.empty()) return true;
  auto entries = session.disk.entries(directory);
  if (!entries) return session.fail(entries.error()), false;
  for (const base::DirectoryEntry& entry : *entries) {
    std::string language = language_of(entry.name);
    if (language.empty()) continue;
    if (!add_config(session, sources, base::join_path(directory, entry.name), language, found))
      return false;
    found.sources.push_back(base::format("{{mkdocs: {}, lang: {}}}", entry.name, language));
  }
  return true;
}

bool find_sphinx(Session& session, source::SourceStore& sources, const std::string& directory,
                 Found& found) {
  for (std::string name :
       {"conf.py", "docs/conf.py", "doc/conf.py", "source/conf.py", "docs/source/conf.py"}) {
    if (!is_file(session, base::join_path(directory, name))) continue;
    found.what = name;
    found.sources.push_back(base::format("{{sphinx: {}}}", name));
    return add_config(session, sources, base::join_path(directory, name), "", found);
  }
  return true;
}

/// The dialect of a wiki's pages, whose suffix is that of any text: what most of the first ones
/// look like; "" where pages have a suffix of their own.
std::string wiki_dialect(const Session& session, const std::string& directory) {
  constexpr std::size_t kLooked = 20;
  constexpr std::uint64_t kMaxBytes = 1u << 20;
  auto files = session.disk.list(directory);
  if (!files) return "";
  std::size_t looked = 0, mediawiki = 0, twiki = 0;
  for (const std::string& file : *files) {
    if (file.ends_with(".md") || file.ends_with(".rst")) return "";
    if (looked == kLooked || !file.ends_with(".txt")) continue;
    ++looked;
    auto text = session.disk.read(base::join_path(directory, file), kMaxBytes);
    if (!text) continue;
    read::Dialect dialect = read::detect_dialect(file, *text);
    mediawiki += dialect == read::Dialect::mediawiki ? 1 : 0;
    twiki += dialect == read::Dialect::twiki ? 1 : 0;
  }
  if (mediawiki + twiki == 0) return "";
  return mediawiki >= twiki ? "mediawiki" : "twiki";
}

/// Pages without a configuration: those of docs/ if there are any, else of the directory.
void find_pages(const Session& session, const std::string& directory, Found& found) {
  bool zensical = is_file(session, base::join_path(directory, "zensical.toml"));
  std::string docs = base::join_path(directory, "docs");
  bool has_docs = session.disk.status(docs).kind == base::FileKind::directory;
  found.what = zensical ? "zensical.toml" : has_docs ? "pages in docs" : "pages";
  meta::LoadedConfig& loaded = found.configs.emplace_back();
  meta::SourceTree& tree = loaded.config.sources.emplace_back();
  tree.path = has_docs ? docs : directory;
  std::string dialect = zensical ? "mkdocs" : wiki_dialect(session, tree.path);
  if (!dialect.empty()) tree.dialect = dialect;
  loaded.config.languages = {"en"};
  loaded.config.directory = directory;
  found.sources.push_back(base::format("{{path: {}, lang: en{}}}", has_docs ? "docs" : ".",
                                       dialect.empty() ? "" : ", dialect: " + dialect));
}

std::string configuration_of(const Found& found,
                             const std::vector<build::ProposedSystem>& systems) {
  auto quoted = [](const std::string& text) { return base::dump_line(base::Json(text)); };
  std::string out = "# Proposed by `kbuild init`; `kbuild schema config` prints every key.\n";
  if (!found.name.empty()) out += "site: {name: " + quoted(found.name) + "}\n";
  out += "sources:\n";
  // Pages of a site with one system mean it where they name none.
  std::string only = systems.size() == 1 ? ", system: " + quoted(systems[0].name) + "}" : "}";
  for (const std::string& line : found.sources)
    out += "  - " + line.substr(0, line.size() - 1) + only + "\n";
  out +=
      "# Only these systems get versions of software; add `aliases`, `retired`, and `installed`, "
      "a list\n# that `kbuild collect` makes there.\n";
  if (systems.empty()) return out + "# systems:\n#   - {name: NAME}\n";
  out += "systems:\n";
  for (const build::ProposedSystem& system : systems)
    out +=
        base::format("  - {{name: {}}}  # {} pages, {} in headings, tables or prompts; {}\n",
                     quoted(system.name), system.pages, system.outstanding, visible(system.first));
  out +=
      "# Products are known by their modules and pages; name others here.\n"
      "# products:\n#   - {name: NAME, aliases: [MODULE]}\n";
  if (systems.size() == 1)
    out += "# Take `system` out of the sources if their pages are about other systems, too.\n";
  return out;
}

bool is_agreed(const Session& session, const InitArguments& arguments, const std::string& files) {
  if (arguments.yes) return true;
  if (::isatty(STDIN_FILENO) == 0) {
    session.message("kbuild: nothing is written; --yes writes " + files + "\n");
    return false;
  }
  session.print(base::format("write {}? [y/N] ", files));
  std::fflush(stdout);
  std::string answer;
  return std::getline(std::cin, answer) && base::equals_ignoring_case(base::trim(answer), "y");
}

/// Whether the site is that of the working directory: paths of findings are told from there, so
/// the baseline is made there.
bool is_here(const InitArguments& arguments) {
  return base::normalise_path(arguments.directory) == base::normalise_path(".");
}

/// .gitignore with the directory that builds keep their state in; nullopt where it has that, or
/// where this is no repository.
std::optional<std::string> extended_gitignore(const Session& session) {
  if (session.disk.kind(".git") == base::FileKind::absent) return std::nullopt;
  std::string text;
  if (session.disk.kind(".gitignore") != base::FileKind::absent) {
    auto old = session.disk.read(".gitignore");
    if (!old) return std::nullopt;
    text = std::move(*old);
  }
  for (std::string_view line : base::split_lines(text))
    if (base::trim(line) == ".kbuild/" || base::trim(line) == ".kbuild") return std::nullopt;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text + ".kbuild/\n";
}

/// What becomes of the other generator's configuration: the keys that don't stay what they are.
void tell_keys(const Session& session, const Found& found) {
  constexpr std::size_t kShown = 6;
  using Fate = meta::KeyReport::Fate;
  std::size_t kept = 0;
  std::vector<meta::KeyReport> all;
  for (const meta::LoadedConfig& loaded : found.configs)
    for (const meta::KeyReport& key : loaded.config.keys) {
      if (key.fate == Fate::honoured) ++kept;
      all.push_back(key);
    }
  std::vector<std::string> lost, replaced;
  for (const meta::KeyReport& key : changed_keys(all)) {
    bool is_lost = key.fate == Fate::ignored;
    (is_lost ? lost : replaced)
        .push_back(base::format("  {:<8}  {:<32} {}", is_lost ? "lost" : "replaced",
                                visible(key.key), visible(key.remark)));
  }
  if (kept + lost.size() + replaced.size() == 0) return;
  session.progress(base::format("keys of {}: {} kept, {} replaced, {} lost", found.what, kept,
                                replaced.size(), lost.size()));
  std::vector<std::string> rows = std::move(lost);
  rows.insert(rows.end(), replaced.begin(), replaced.end());
  for (std::size_t i = 0; i < std::min(rows.size(), kShown); ++i) session.progress(rows[i]);
  if (rows.size() > kShown)
    session.progress(base::format("  and {} more: kbuild -v", rows.size() - kShown));
}

void run_init(Session& session, const InitArguments& arguments) {
  const std::string path = base::join_path(arguments.directory, "kbuild.yml");
  if (session.disk.kind(path) != base::FileKind::absent)
    return session.fail({base::format("there is a {}", path), "edit it: init overwrites nothing"});
  source::SourceStore sources;
  Found found;
  if (!find_mkdocs(session, sources, arguments.directory, found) ||
      (found.sources.empty() && !find_sphinx(session, sources, arguments.directory, found)))
    return;
  if (found.sources.empty()) {
    find_pages(session, arguments.directory, found);
    auto real = session.disk.real_path(arguments.directory);
    if (real) found.name = base::file_name(*real);
  }
  std::vector<build::ProposedSystem> systems;
  std::size_t pages = 0;
  for (const meta::LoadedConfig& loaded : found.configs) {
    build::Ledger ledger;
    auto corpus =
        build::read_corpus(session.disk, sources, loaded.config, {.jobs = session.jobs}, ledger);
    if (!corpus) return session.fail(corpus.error());
    pages += corpus->pages.size();
    for (build::ProposedSystem& system :
         build::propose_systems(session.disk, sources, loaded.config, *corpus))
      if (std::none_of(systems.begin(), systems.end(), [&](const build::ProposedSystem& known) {
            return base::equals_ignoring_case(known.name, system.name);
          }))
        systems.push_back(std::move(system));
  }
  if (pages == 0)
    return session.fail({base::format("no pages are in '{}'", arguments.directory),
                         "name the directory that holds them"});
  session.progress(base::format("{}: {} page{}, {} system{}", found.what, pages,
                                pages == 1 ? "" : "s", systems.size(),
                                systems.size() == 1 ? "" : "s"));
  tell_keys(session, found);
  std::string text = configuration_of(found, systems);
  session.print(text);
  const bool here = is_here(arguments);
  std::optional<std::string> gitignore;
  if (here) gitignore = extended_gitignore(session);
  std::string files = path;
  if (here) files += base::format(", {} (today's findings)", kBaselineName);
  if (gitignore) files += ", .gitignore (a line '.kbuild/')";
  if (!is_agreed(session, arguments, files)) return;
  if (auto written = session.disk.write(path, text, base::Target::is_new); !written)
    return session.fail(written.error());
  if (gitignore)
    if (auto written = session.disk.write(".gitignore", *gitignore); !written)
      return session.fail(written.error());
  session.progress(base::format("written: {}", files));
  if (here) run_build(session, {.update_baseline = true});
  session.progress("`kbuild matrix review` asks about versions that pages are unclear about");
}

}  // namespace

void add_init(CLI::App& parent, Session& session) {
  CLI::App* command =
      parent.add_subcommand("init", "propose a kbuild.yml for a directory of pages");
  auto arguments = std::make_shared<InitArguments>();
  command->add_option("directory", arguments->directory, "where the pages are; here without");
  command->add_flag("--yes", arguments->yes, "write without asking");
  command->callback([&session, arguments] { run_init(session, *arguments); });
}

}  // namespace kbuild::cli
