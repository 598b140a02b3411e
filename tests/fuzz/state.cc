// Files of the state directory: a ledger, a row of one, a receipt, a history. Digests keep damage
// from the archives, so these are tried without them as well. What can be read is written so that
// it reads the same.
#include "build/ledger/history.h"
#include "build/ledger/ledger.h"
#include "build/ledger/receipt.h"
#include "claims/claim.h"
#include "snippets/snippet.h"
#include "target.h"

namespace kbuild::fuzz {

namespace {

template <class T>
void try_archive(std::string_view bytes) {
  T value;
  if (!base::from_archive(bytes, value)) return;
  const std::string written = base::to_archive(value);
  T again;
  require(base::from_archive(written, again) && base::to_archive(again) == written);
}

}  // namespace

void try_input(std::string_view bytes) {
  try_archive<build::Ledger>(bytes);
  try_archive<build::Receipt>(bytes);
  try_archive<build::History>(bytes);
  try_archive<page::PageFacts>(bytes);
  try_archive<std::vector<claims::Claim>>(bytes);
  try_archive<std::vector<snippets::Snippet>>(bytes);
  build::PageRow row;
  if (base::from_archive(bytes, row)) build::unpack(row);
  row = {};
  row.packed = bytes;
  build::unpack(row);

  base::MemoryDisk disk;
  disk.files["ledger"] = disk.files["ledger.rows"] = disk.files["receipt"] = bytes;
  (void)build::load_ledger(disk, "ledger", {});
  std::vector<build::Snapshot> snapshots;
  (void)build::find_receipt(disk, "receipt", {}, 0, snapshots);
}

}  // namespace kbuild::fuzz
