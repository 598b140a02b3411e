// Puts faults and signatures of evidence into words; see evidence_findings.h.
#include "run/evidence_findings.h"

#include <algorithm>
#include <map>

namespace kbuild::run {

namespace {

using namespace diag::literals;

}  // namespace

diag::Diagnostics evidence_findings(const base::Disk& disk, source::SourceStore& sources,
                                    const EvidenceSet& evidence, Signing signing) {
  std::map<std::string, source::FileId> files;
  auto place = [&](const std::string& path, std::size_t line) -> source::Span {
    auto [at, fresh] = files.try_emplace(path);
    if (fresh) {
      auto text = disk.read(path);
      at->second = sources.add(path, text ? std::move(*text) : std::string());
    }
    std::uint32_t begin = sources.line_begin(at->second, static_cast<std::uint32_t>(line));
    return {at->second, begin, begin};
  };
  diag::Diagnostics out;
  for (const EvidenceFault& fault : evidence.faults)
    out.push_back({"KB0780"_code, place(fault.path, fault.line), {fault.message, fault.hint}});
  if (signing == Signing::free) return out;
  std::vector<const EvidenceFileState*> unsigned_files;
  for (const EvidenceFileState& file : evidence.files) {
    switch (file.signature.state) {
      case SignatureState::valid:
      case SignatureState::wrong: break;
      case SignatureState::stranger:
        out.push_back(
            {"KB0781"_code, place(signature_path(file.path), 1), {file.signature.signer}});
        break;
      case SignatureState::unchecked:
        out.push_back({"KB0782"_code, place(signature_path(file.path), 1), {}});
        break;
      case SignatureState::none: unsigned_files.push_back(&file); break;
    }
  }
  // Evidence from before anybody signed would give a finding each.
  if (!unsigned_files.empty())
    out.push_back({"KB0783"_code,
                   place(unsigned_files.front()->path, 1),
                   {std::to_string(unsigned_files.size()), std::to_string(evidence.files.size())}});
  return out;
}

}  // namespace kbuild::run
