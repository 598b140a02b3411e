// Findings as the ledger and the receipt store them; see cached_findings.h.
#include "build/ledger/cached_findings.h"

#include <map>

#include "source/unicode.h"

namespace kbuild::build {

namespace {

/// The longest files are exports of wikis.
constexpr std::uint64_t kMaxSourceBytes = 512u << 20;

CachedFinding::Place keep(source::Span span, const source::SourceStore& sources) {
  return {std::string(sources.path(span.file)), span.begin, span.end};
}

}  // namespace

std::vector<CachedFinding> make_cached_findings(const diag::Diagnostics& diagnostics,
                                                const source::SourceStore& sources) {
  std::vector<CachedFinding> out;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    CachedFinding cached{diagnostic.code.number,
                         keep(diagnostic.span, sources),
                         diagnostic.arguments,
                         {},
                         diagnostic.hint};
    for (const diag::Note& note : diagnostic.notes)
      cached.notes.emplace_back(keep(note.span, sources), note.text);
    out.push_back(std::move(cached));
  }
  return out;
}

diag::Diagnostics restore_findings(const base::Disk& disk, source::SourceStore& sources,
                                   const std::vector<CachedFinding>& findings) {
  std::map<std::string, source::FileId> files;
  auto span = [&](const CachedFinding::Place& place) -> source::Span {
    if (place.path.empty()) return {};
    auto [found, fresh] = files.try_emplace(place.path);
    if (fresh)
      if (auto bytes = disk.read(place.path, kMaxSourceBytes))
        found->second = sources.add(place.path, source::decode_bytes(std::move(*bytes)).text);
    return {found->second, place.begin, place.end};
  };
  diag::Diagnostics out;
  for (const CachedFinding& cached : findings) {
    diag::Diagnostic diagnostic{
        {cached.code}, span(cached.place), cached.arguments, {}, cached.hint};
    for (const auto& [place, text] : cached.notes) diagnostic.notes.push_back({span(place), text});
    out.push_back(std::move(diagnostic));
  }
  return out;
}

}  // namespace kbuild::build
