// Findings as the ledger and the receipt keep them; see kept_findings.h.
#include "build/ledger/kept_findings.h"

#include <map>

#include "source/unicode.h"

namespace kbuild::build {

namespace {

/// An export of a wiki is the longest of files.
constexpr std::uint64_t kMaxSourceBytes = 512u << 20;

KeptFinding::Place keep(source::Span span, const source::SourceStore& sources) {
  return {std::string(sources.path(span.file)), span.begin, span.end};
}

}  // namespace

std::vector<KeptFinding> keep_findings(const diag::Diagnostics& diagnostics,
                                       const source::SourceStore& sources) {
  std::vector<KeptFinding> out;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    KeptFinding kept{diagnostic.code.number,
                     keep(diagnostic.span, sources),
                     diagnostic.arguments,
                     {},
                     diagnostic.hint};
    for (const diag::Note& note : diagnostic.notes)
      kept.notes.emplace_back(keep(note.span, sources), note.text);
    out.push_back(std::move(kept));
  }
  return out;
}

diag::Diagnostics restore_findings(const base::Disk& disk, source::SourceStore& sources,
                                   const std::vector<KeptFinding>& findings) {
  std::map<std::string, source::FileId> files;
  auto span = [&](const KeptFinding::Place& place) -> source::Span {
    if (place.path.empty()) return {};
    auto [found, fresh] = files.try_emplace(place.path);
    if (fresh)
      if (auto bytes = disk.read(place.path, kMaxSourceBytes))
        found->second = sources.add(place.path, source::decode_bytes(std::move(*bytes)).text);
    return {found->second, place.begin, place.end};
  };
  diag::Diagnostics out;
  for (const KeptFinding& kept : findings) {
    diag::Diagnostic diagnostic{{kept.code}, span(kept.place), kept.arguments, {}, kept.hint};
    for (const auto& [place, text] : kept.notes) diagnostic.notes.push_back({span(place), text});
    out.push_back(std::move(diagnostic));
  }
  return out;
}

}  // namespace kbuild::build
