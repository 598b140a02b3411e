// Calls ssh-keygen; see evidence_signature.h.
#include "run/evidence_signature.h"

#include "base/format.h"
#include "base/text.h"
#include "run/consent.h"
#include "tools/tool.h"

namespace kbuild::run {

namespace {

/// Signing may ask an agent, which may ask a person.
constexpr double kSignTimeout = 120;

/// ssh-keygen with the text on its input, among the files of a signature; nullopt where it fails.
std::optional<std::string> ask(const std::string& program, const std::string& text,
                               std::vector<std::string> arguments,
                               const std::string& signature_file, const std::string& signers_file) {
  tools::ToolCall call{.program = program, .arguments = {"-Y"}, .input = text};
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  call.arguments.insert(call.arguments.end(), {"-s", signature_file});
  call.readable = {signature_file};
  if (!signers_file.empty()) {
    call.arguments.insert(call.arguments.end(), {"-f", signers_file});
    call.readable.push_back(signers_file);
  }
  auto outcome = tools::run_tool(call);
  if (!outcome || outcome->exit_code != 0) return std::nullopt;
  return std::move(outcome->output);
}

/// The last word of "Good "x" signature with ED25519 key SHA256:...".
std::string fingerprint(std::string_view answer) {
  std::vector<std::string_view> words = base::split_words(answer);
  return words.empty() ? std::string() : std::string(words.back());
}

}  // namespace

Signature check_signature(const std::string& text, const std::string& signature_file,
                          const std::string& signers_file) {
  std::string program = tools::find_tool("ssh-keygen");
  if (program.empty()) return {SignatureState::unchecked, ""};
  auto made =
      ask(program, text, {"check-novalidate", "-n", kSignatureNamespace}, signature_file, "");
  if (!made) return {SignatureState::wrong, ""};
  Signature stranger{SignatureState::stranger, fingerprint(*made)};
  if (signers_file.empty()) return stranger;
  auto principals = ask(program, "", {"find-principals"}, signature_file, signers_file);
  if (!principals) return stranger;
  for (std::string_view line : base::split_lines(*principals)) {
    // A line of the list may name several, separated by commas.
    std::string name(base::trim(line.substr(0, line.find(','))));
    if (!name.empty() && ask(program, text, {"verify", "-n", kSignatureNamespace, "-I", name},
                             signature_file, signers_file))
      return {SignatureState::valid, name};
  }
  return stranger;
}

std::optional<std::string> signers_of_runner(
    const std::map<std::string, std::string>& environment) {
  if (auto given = environment.find("KBUILD_SIGNERS"); given != environment.end())
    return given->second;
  if (is_for_a_pull_request(environment)) return "";
  return std::nullopt;
}

base::Result<std::string> sign(const std::string& text, const std::string& key_file) {
  std::string program = tools::find_tool("ssh-keygen");
  if (program.empty())
    return base::fail("there is no ssh-keygen to sign with", "install the client of OpenSSH");
  base::Command command{{program, "-Y", "sign", "-n", kSignatureNamespace, "-f", key_file}};
  command.input = text;
  command.timeout = kSignTimeout;
  auto outcome = base::run_process(command);
  if (!outcome) return tl::unexpected(outcome.error());
  if (outcome->exit_code == 0 && outcome->output.starts_with("-----BEGIN SSH SIGNATURE-----"))
    return std::move(outcome->output);
  std::string_view errors = base::trim(outcome->errors);
  return base::fail(
      base::format("ssh-keygen does not sign with '{}': {}", key_file,
                   errors.substr(errors.rfind('\n') == errors.npos ? 0 : errors.rfind('\n') + 1)),
      "give a private key without a passphrase, or a public key whose private one an agent has");
}

}  // namespace kbuild::run
