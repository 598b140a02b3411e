// Signatures of evidence by ssh-keygen(1): each signs an index (evidence_index.h), and by its
// digests the records that it counts. Keys and lists of signers are files of OpenSSH. A signature
// says whose word the records are, not that they are true.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"

namespace kbuild::run {

/// What signatures of evidence are made for, so that none of another purpose passes for one:
/// `namespaces="kbuild-evidence"` in a list of signers.
constexpr const char* kSignatureNamespace = "kbuild-evidence";

enum class SignatureState : std::uint8_t {
  /// There is no signature.
  none,
  /// Made by a signer of the list.
  valid,
  /// Made by a key that the list does not have, or not any more.
  stranger,
  /// Not one of this text.
  wrong,
  /// There is no ssh-keygen here.
  unchecked,
};

struct Signature {
  SignatureState state = SignatureState::none;
  /// The principal of the list; of a stranger the key's fingerprint.
  std::string signer;
};

/// Judges the signature in a file of the machine by a list of allowed signers (ssh-keygen(1),
/// ALLOWED SIGNERS); without a list everybody is a stranger.
Signature check_signature(const std::string& text, const std::string& signature_file,
                          const std::string& signers_file);

/// The list of signers that whoever runs this chose in place of the configuration's: what
/// KBUILD_SIGNERS names; "", which knows nobody, where this runs for a pull request, whose own list
/// proves nothing; else nullopt.
std::optional<std::string> signers_of_runner(const std::map<std::string, std::string>& environment);

/// Signs with a private key's file, or with the agent where the file is a public key. Errors: no
/// ssh-keygen, or what it says.
base::Result<std::string> sign(const std::string& text, const std::string& key_file);

}  // namespace kbuild::run
