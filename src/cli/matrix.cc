// kbuild matrix: prints the versions that pages claim for systems, of the named files (pages and
// lists of installed modules) or of the whole configuration; contradictions go to standard error.
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "base/path.h"
#include "build/stages/installed.h"
#include "claims/claim.h"
#include "claims/reader/extract.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "cli/terminal.h"
#include "inventory/inventory.h"
#include "matrix/conflicts.h"
#include "matrix/export.h"
#include "matrix/weigh.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "source/unicode.h"
#include "vocabulary/words.h"

namespace kbuild::cli {

namespace {

struct MatrixArguments {
  std::vector<std::string> from;
  std::vector<std::string> installed;
  std::string default_system;
  std::string product;
  std::string system;
  std::string format = "table";
  bool all = false;
};

std::string in_format(const matrix::Matrix& matrix, const MatrixArguments& arguments) {
  using Claims = matrix::Selection::Claims;
  matrix::Selection selection{arguments.product, arguments.system,
                              arguments.all            ? Claims::all
                              : arguments.from.empty() ? Claims::standing
                                                       : Claims::candidates};
  if (arguments.format == "jsonl") return matrix::to_json_lines(matrix, selection);
  if (arguments.format == "json") return matrix::to_json(matrix);
  if (arguments.format == "csv") return matrix::to_csv(matrix, selection);
  return visible_lines(matrix::to_table(matrix, selection));
}

/// Reads claims of files on disk; claims show the path as given.
class FileReader {
 public:
  FileReader(Session& session, source::SourceStore& sources, const MatrixArguments& arguments,
             const meta::Names& names = {})
      : session_(session),
        sources_(sources),
        arguments_(arguments),
        names_(names),
        lists_(session.disk, sources) {}

  std::vector<claims::Claim> claims;
  diag::Diagnostics diagnostics;

  /// "Puhti=list.json" is a list of Puhti; without a name it is of the default system.
  void read_list(const std::string& argument) {
    std::size_t equals = argument.find('=');
    bool named = equals != argument.npos && equals > 0 &&
                 argument.substr(0, equals).find('/') == argument.npos &&
                 session_.disk.status(argument).kind == base::FileKind::absent;
    if (named) return add_list(argument.substr(equals + 1), argument.substr(0, equals));
    add_list(argument, arguments_.default_system);
  }

  /// A page, or a list if the file has the form of one.
  void read(const std::string& path) {
    auto bytes = session_.disk.read(path);
    if (!bytes) return session_.fail(bytes.error());
    std::string text = source::decode_bytes(std::move(*bytes)).text;
    if (is_list(path, text)) return add_list(path, arguments_.default_system);
    source::FileId file = sources_.add(path, std::move(text));
    files_[path] = {file};
    add(claims_of_page(path, file));
  }

  source::Span span(const claims::Claim& claim) {
    if (claim.kind == claims::ClaimKind::imported) return lists_.span(claim);
    auto files = files_.find(claim.path);
    if (files == files_.end() || claim.place.file >= files->second.size()) return {};
    return {files->second[claim.place.file], claim.place.begin, claim.place.end};
  }

 private:
  static bool is_list(std::string_view path, std::string_view text) {
    std::string_view suffix = base::extension(path);
    bool is_data = suffix == ".json" || suffix == ".yaml" || suffix == ".yml";
    bool is_text = suffix.empty() || suffix == ".txt" || suffix == ".list";
    return is_data || (is_text && inventory::is_inventory(path, text));
  }

  void add(std::vector<claims::Claim> found) {
    claims.insert(claims.end(), std::make_move_iterator(found.begin()),
                  std::make_move_iterator(found.end()));
  }

  void add_list(const std::string& path, std::string_view system) {
    auto found = build::list_claims(session_.disk, path, system, names_);
    found ? add(std::move(*found)) : session_.fail(found.error());
  }

  std::vector<claims::Claim> claims_of_page(const std::string& path, source::FileId file) {
    read::Dialect dialect = read::detect_dialect(path, sources_.text(file));
    read::Options options;
    options.include = [&](source::FileId from,
                          std::string_view target) -> std::optional<source::FileId> {
      std::string beside = base::join_path(base::parent_path(sources_.path(from)), target);
      auto text = session_.disk.read(beside);
      if (!text) return std::nullopt;
      return sources_.add(beside, source::decode_bytes(std::move(*text)).text);
    };
    read::ReadResult result = read::read(sources_, file, dialect, options);
    normalise::normalise(result, sources_, dialect);
    std::string language(vocabulary::guess_prose_language(sources_.text(file)));
    page::Page page{sources_, file, dialect, result, path, language, arguments_.default_system,
                    names_};
    files_[path].insert(files_[path].end(), result.included.begin(), result.included.end());
    return claims::extract_claims(page, diagnostics);
  }

  Session& session_;
  source::SourceStore& sources_;
  const MatrixArguments& arguments_;
  meta::Names names_;
  build::ListPlaces lists_;
  /// By path: the page's file, then those it includes, as page::Place counts them.
  std::map<std::string, std::vector<source::FileId>> files_;
};

void run_files(Session& session, const MatrixArguments& arguments) {
  source::SourceStore sources;
  FileReader reader(session, sources, arguments);
  for (const std::string& path : arguments.from) reader.read(path);
  for (const std::string& path : arguments.installed) reader.read_list(path);
  meta::Names names;
  matrix::weigh(reader.claims, names, matrix::anchors_of(reader.claims, names),
                {matrix::WeighPolicy::Systems::any, {}});
  matrix::Matrix matrix = matrix::merge(std::move(reader.claims));
  session.print(in_format(matrix, arguments));
  diag::Diagnostics found = matrix::find_conflicts(
      matrix, nullptr, [&](const claims::Claim& claim) { return reader.span(claim); });
  found.append(std::move(reader.diagnostics));
  session.report(std::move(found), sources);
}

void run_site(Session& session, const MatrixArguments& arguments) {
  auto lock = lock_state(session, "kbuild matrix");
  if (!lock) return;
  SiteSession site;
  if (!open_site(session, site)) return;
  meta::Config& config = site.loaded.config;
  for (meta::SourceTree& tree : config.sources)
    if (tree.system.empty()) tree.system = arguments.default_system;
  FileReader lists(session, site.sources, arguments, config.names);
  for (const std::string& path : arguments.installed) lists.read_list(path);
  auto state = build::open_state(session.disk, site.sources, config, site.options);
  if (!state) return session.fail(state.error());
  if (auto done = build::complete(session.disk, *state, std::move(lists.claims)); !done)
    return session.fail(done.error());
  if (auto saved = build::save_ledger(session.disk, state->ledger_path, state->ledger); !saved)
    return session.fail(saved.error());
  session.print(in_format(state->matrix, arguments));
  diag::Diagnostics found = build::matrix_findings(session.disk, site.sources, *state);
  found.append(std::move(state->decisions.diagnostics));
  session.report(drop_silenced(std::move(found), config.checks), site.sources);
}

void run_matrix(Session& session, const MatrixArguments& arguments) {
  arguments.from.empty() ? run_site(session, arguments) : run_files(session, arguments);
}

}  // namespace

void add_matrix(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("matrix", "versions that pages claim for systems");
  auto arguments = std::make_shared<MatrixArguments>();
  command->add_option("--from", arguments->from,
                      "pages and module lists to read instead of the configuration's pages");
  command->add_option("--installed", arguments->installed,
                      "lists of installed modules to hold the pages against: FILE or SYSTEM=FILE");
  command->add_option("--default-system", arguments->default_system,
                      "the system of pages that name none");
  command->add_option("--product", arguments->product, "this product alone");
  command->add_option("--system", arguments->system, "this system alone");
  command->add_option("--format", arguments->format, "table, json, jsonl, csv")
      ->check(CLI::IsMember({"table", "json", "jsonl", "csv"}));
  command->add_flag("--all", arguments->all,
                    "also candidates, and claims that are superseded or contradict");
  add_review(*command, session);
  command->callback([&session, arguments, command] {
    if (command->get_subcommands().empty()) run_matrix(session, *arguments);
  });
}

}  // namespace kbuild::cli
