// Receipts; see receipt.h.
#include "build/receipt.h"

#include <algorithm>
#include <cstdlib>

#include "source/unicode.h"

namespace kbuild::build {

namespace {

constexpr std::uint64_t kMaximumBytes = 64u << 20;
/// An export of a wiki is the longest of files.
constexpr std::uint64_t kMaximumSourceBytes = 512u << 20;

bool still_holds(const base::Disk& disk, const Receipt& receipt) {
  base::FileStatus out = disk.status(receipt.out);
  if (out.kind != base::FileKind::directory || stamp_of(out) != receipt.out_stamp) return false;
  for (const auto& [name, value] : receipt.environment) {
    const char* now = std::getenv(name.c_str());
    if (now ? value != std::string(now) : value.has_value()) return false;
  }
  auto same = [&](const auto& file) { return stamp_of(disk.status(file.first)) == file.second; };
  return std::all_of(receipt.files.begin(), receipt.files.end(), same) &&
         std::all_of(receipt.trees.begin(), receipt.trees.end(), [&](const Snapshot& tree) {
           auto now = take_snapshot(disk, tree.root);
           return now && *now == tree;
         });
}

KeptFinding::Place keep(source::Span span, const source::SourceStore& sources) {
  return {std::string(sources.path(span.file)), span.begin, span.end};
}

}  // namespace

std::optional<Receipt> find_receipt(const base::Disk& disk, const std::string& path,
                                    const base::Digest& request, std::int64_t now) {
  auto bytes = disk.read(path, kMaximumBytes);
  Receipt receipt;
  if (!bytes || !base::from_archive(*bytes, receipt) || receipt.request != request)
    return std::nullopt;
  bool expired = receipt.expires != 0 && now >= receipt.expires;
  if (expired || !still_holds(disk, receipt)) return std::nullopt;
  return receipt;
}

base::Result<void> save_receipt(base::Disk& disk, const std::string& path, const Receipt& receipt) {
  return disk.write(path, base::to_archive(receipt));
}

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
      if (auto bytes = disk.read(place.path, kMaximumSourceBytes))
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
