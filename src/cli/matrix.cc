// kbuild matrix: the versions that pages claim for systems, of files named or of the whole configuration.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/json.h"
#include "base/path.h"
#include "cli/commands.h"
#include "matrix/export.h"
#include "normalise/normalise.h"
#include "page/claim.h"
#include "page/vocabulary_cues.h"
#include "source/unicode.h"

namespace kbuild::cli {

namespace {

struct Arguments {
  std::vector<std::string> from;
  std::string default_system;
  std::string product;
  std::string system;
  std::string format = "table";
  bool all = false;
};

/// Claims of one page as it stands in its file; `path` is what the claims show.
std::vector<page::Claim> claims_of_file(Session& session, source::SourceStore& sources, const std::string& path,
                                        const Arguments& arguments, diag::Diagnostics& diagnostics) {
  auto bytes = session.disk.read(path);
  if (!bytes) {
    session.fail(bytes.error());
    return {};
  }
  source::FileId file = sources.add(path, source::decode_bytes(std::move(*bytes)).text);
  read::Dialect dialect = read::detect_dialect(path, sources.text(file));
  read::Options options;
  options.include = [&](source::FileId from, std::string_view target) -> std::optional<source::FileId> {
    std::string beside = base::join_path(base::parent_path(sources.path(from)), target);
    auto text = session.disk.read(beside);
    if (!text) return std::nullopt;
    return sources.add(beside, source::decode_bytes(std::move(*text)).text);
  };
  read::ReadResult result = read::read(sources, file, dialect, options);
  normalise::normalise(result, sources, dialect);
  meta::Names names;
  page::Page page{sources, file, dialect, result, path, std::string(page::guess_prose_language(sources.text(file))), arguments.default_system, names};
  return page::extract_claims(page, diagnostics);
}

std::string in_format(const matrix::Matrix& matrix, const matrix::Selection& selection, const std::string& format) {
  if (format == "jsonl") return matrix::to_json_lines(matrix, selection);
  if (format == "json") return matrix::to_json(matrix);
  if (format == "csv") return matrix::to_csv(matrix, selection);
  return matrix::to_table(matrix, selection);
}

void run_matrix(Session& session, const Arguments& arguments) {
  source::SourceStore sources;
  diag::Diagnostics diagnostics;
  std::vector<page::Claim> claims;
  for (const std::string& path : arguments.from) {
    std::vector<page::Claim> found = claims_of_file(session, sources, path, arguments, diagnostics);
    claims.insert(claims.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  matrix::Selection selection{arguments.product, arguments.system,
                              arguments.all ? matrix::Selection::Claims::all : matrix::Selection::Claims::standing};
  session.print(in_format(matrix::merge(std::move(claims)), selection, arguments.format));
  session.report(std::move(diagnostics), sources);
}

}  // namespace

void add_matrix(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("matrix", "versions that pages claim for systems");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--from", arguments->from, "files to read instead of the configuration's pages");
  command->add_option("--default-system", arguments->default_system, "the system of pages that name none");
  command->add_option("--product", arguments->product, "this product alone");
  command->add_option("--system", arguments->system, "this system alone");
  command->add_option("--format", arguments->format, "table, json, jsonl, csv")->check(CLI::IsMember({"table", "json", "jsonl", "csv"}));
  command->add_flag("--all", arguments->all, "also claims that are superseded or contradict");
  command->callback([&session, arguments] { run_matrix(session, *arguments); });
}

}  // namespace kbuild::cli
