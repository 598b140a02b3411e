// kbuild evidence: verify says whether records of runs are as they were written, and whose word
// they are; sign signs them.
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "run/trust/findings.h"
#include "tools/git.h"

namespace kbuild::cli {

namespace {

struct VerifyArguments {
  std::vector<std::string> directories;
  std::string signers;
  std::string since;
  bool signed_only = false;
};

struct SignArguments {
  std::vector<std::string> files;
  std::string key;
};

/// Where evidence is and whose signatures count, by the arguments, else by the configuration.
struct Places {
  std::vector<std::string> directories;
  std::string signers;
};

std::optional<Places> find_places(Session& session, const VerifyArguments& arguments) {
  Places out{arguments.directories, arguments.signers};
  auto given = run::signers_of_runner(base::current_environment());
  if (out.signers.empty() && given) out.signers = *given;
  bool whose_is_known = !arguments.signers.empty() || given;
  if (!out.directories.empty() && whose_is_known) return out;
  if (!out.directories.empty() && meta::find_config(session.disk, session.config).empty())
    return out;
  SiteSession site;
  if (!open_site(session, site)) return std::nullopt;
  const meta::Config& config = site.loaded.config;
  if (!whose_is_known) out.signers = config.signers_file;
  if (out.directories.empty()) {
    if (config.evidence_directory.empty()) {
      session.fail({"the configuration names no directory of evidence",
                    "write 'snippets: {evidence: <directory>}', or name directories"});
      return std::nullopt;
    }
    out.directories.push_back(config.evidence_directory);
  }
  return out;
}

/// Files that a commit has and that are gone or differ today, as faults.
base::Result<std::vector<run::EvidenceFault>> missing_since(const Session& session,
                                                            const std::string& directory,
                                                            const std::string& revision) {
  std::string inside = session.disk.status(directory).kind == base::FileKind::directory
                           ? directory
                           : std::string(".");
  auto git = [&](std::vector<std::string> words) -> base::Result<std::string> {
    auto outcome = tools::run_git({inside, std::move(words)});
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code == 0) return std::move(outcome->output);
    return base::fail(
        base::format("git does not know what '{}' has: {}", revision,
                     base::trim(outcome->errors.substr(0, outcome->errors.find('\n')))),
        "fetch the commit; a shallow checkout lacks it");
  };
  std::vector<run::EvidenceFault> out;
  // Of a directory that is gone, the whole tree is looked through.
  std::vector<std::string> list = {"ls-tree",          "-r",    "-z", "--name-only",
                                   "--end-of-options", revision};
  if (inside == ".") list.push_back(directory);
  auto names = git(std::move(list));
  if (!names) return tl::unexpected(names.error());
  for (std::string_view name : base::split(*names, '\0')) {
    if (!name.ends_with(".jsonl")) continue;
    auto text = git({"show", "--end-of-options", base::format("{}:./{}", revision, name)});
    if (!text) return tl::unexpected(text.error());
    std::string path = inside == "." ? std::string(name) : base::join_path(directory, name);
    auto now = session.disk.read(path);
    if (auto fault = run::compare_with_earlier(path, *text, now ? *now : "", revision))
      out.push_back(std::move(*fault));
  }
  return out;
}

/// "3 files, 7 records: 2 files signed by ci@example.org, 1 unsigned"
std::string summary(const run::EvidenceSet& evidence) {
  std::map<std::string, std::size_t> by_signer;
  for (const run::EvidenceFileState& file : evidence.files) {
    const run::Signature& signature = file.signature;
    switch (signature.state) {
      case run::SignatureState::valid: ++by_signer["signed by " + signature.signer]; break;
      case run::SignatureState::stranger:
        ++by_signer["signed by an unknown key " + signature.signer];
        break;
      case run::SignatureState::unchecked: ++by_signer["signed, but not checked"]; break;
      case run::SignatureState::none:
      case run::SignatureState::wrong: ++by_signer["unsigned"]; break;
    }
  }
  auto counted = [](std::size_t count, std::string_view what) {
    return base::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  std::string out =
      counted(evidence.files.size(), "file") + ", " + counted(evidence.records.size(), "record");
  std::vector<std::string> parts;
  for (const auto& [how, count] : by_signer) parts.push_back(base::format("{} {}", count, how));
  if (!parts.empty()) out += ": " + base::join(parts, ", ");
  return out;
}

void verify(Session& session, const VerifyArguments& arguments) {
  auto places = find_places(session, arguments);
  if (!places) return;
  source::SourceStore sources;
  diag::Diagnostics findings;
  bool expects = arguments.signed_only || !places->signers.empty();
  for (const std::string& directory : places->directories) {
    run::EvidenceSet evidence = run::read_evidence_set(session.disk, directory, places->signers);
    if (!arguments.since.empty()) {
      auto missing = missing_since(session, directory, arguments.since);
      if (!missing) return session.fail(missing.error());
      std::move(missing->begin(), missing->end(), std::back_inserter(evidence.faults));
    }
    findings.append(run::evidence_findings(session.disk, sources, evidence,
                                           expects ? run::Signing::expected : run::Signing::free));
    session.print(base::format("{}: {}\n", directory, summary(evidence)));
  }
  if (arguments.signed_only)
    for (const char* code : {"KB0781", "KB0782", "KB0783"})
      session.levels.changed[diag::find_code(code)->code] = diag::Level::error;
  session.report(std::move(findings), sources);
}

void sign(Session& session, const SignArguments& arguments) {
  for (const std::string& path : arguments.files) {
    auto file = run::read_evidence_file(session.disk, path);
    if (!file) return session.fail(run::to_error(file.error()));
    if (!file->index || !file->index->next.empty())
      return session.fail({base::format("'{}' has no finished index to sign", path),
                           "let the run that writes it end; older evidence has none"});
    auto signature = run::sign(file->index_text, arguments.key);
    if (!signature) return session.fail(signature.error());
    std::string beside = run::signature_path(path);
    if (auto done = session.disk.write(beside, *signature); !done)
      return session.fail(done.error());
    session.progress("wrote " + beside);
  }
}

}  // namespace

void add_evidence(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("evidence", "records of runs: are they what was run?");
  command->require_subcommand(1);
  CLI::App* verify_command = command->add_subcommand(
      "verify", "find records that were changed, removed or made up, and say who signed them");
  auto of_verify = std::make_shared<VerifyArguments>();
  verify_command->add_option("directories", of_verify->directories,
                             "without, that of the configuration");
  verify_command->add_option("--signers", of_verify->signers,
                             "list of allowed signers in place of the configuration's");
  verify_command->add_option("--since", of_verify->since,
                             "a commit whose evidence has to be there still, as it was");
  verify_command->add_flag("--signed", of_verify->signed_only,
                           "evidence that no known signer signed is an error");
  verify_command->callback([&session, of_verify] { verify(session, *of_verify); });

  CLI::App* sign_command = command->add_subcommand("sign", "sign files of evidence");
  auto of_sign = std::make_shared<SignArguments>();
  sign_command->add_option("files", of_sign->files, "RUN.jsonl; its RUN.sig is written")
      ->required();
  sign_command->add_option("--key", of_sign->key, "private key, or public key of one in an agent")
      ->envname("KBUILD_SIGN_KEY")
      ->required();
  sign_command->callback([&session, of_sign] { sign(session, *of_sign); });
}

}  // namespace kbuild::cli
