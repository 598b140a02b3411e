// Stores receipts and compares them with the files of today; see receipt.h.
#include "build/ledger/receipt.h"

#include <algorithm>
#include <cstdlib>

namespace kbuild::build {

namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;

bool still_holds(const base::Disk& disk, const Receipt& receipt, std::vector<Snapshot>& snapshots) {
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
           if (!now) return false;
           snapshots.push_back(std::move(*now));
           return snapshots.back() == tree;
         });
}

}  // namespace

std::optional<Receipt> find_receipt(const base::Disk& disk, const std::string& path,
                                    const base::Digest& request, std::int64_t now,
                                    std::vector<Snapshot>& snapshots) {
  auto bytes = disk.read(path, kMaxBytes);
  Receipt receipt;
  if (!bytes || !base::from_sealed_archive(*bytes, receipt) || receipt.request != request)
    return std::nullopt;
  bool expired = receipt.expires != 0 && now >= receipt.expires;
  if (expired || !still_holds(disk, receipt, snapshots)) return std::nullopt;
  return receipt;
}

base::Result<void> save_receipt(base::Disk& disk, const std::string& path, const Receipt& receipt) {
  return disk.write(path, base::to_sealed_archive(receipt));
}

}  // namespace kbuild::build
