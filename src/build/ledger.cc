// The ledger's file: a digest of the rest, then one archive; see ledger.h.
#include "build/ledger.h"

#include "base/jobs.h"

namespace kbuild::build {

namespace {

constexpr std::size_t kDigestLength = 32;

/// The packed part of a row.
struct Packed {
  using DescribesOthers = void;
  PageRow& row;
};
template <class Archive>
void describe(Archive& a, Packed& x) {
  a(x.row.facts, x.row.places, x.row.claims, x.row.snippets, x.row.code);
}

void fill_packed(PageRow& row) {
  if (row.packed.empty()) row.packed = base::to_archive(Packed{row});
}

}  // namespace

void unpack(PageRow& row) {
  if (row.packed.empty()) return;
  // The ledger's digest vouches for the bytes.
  base::ArchiveReader reader(row.packed);
  Packed packed{row};
  reader(packed);
  row.packed.clear();
}

void pack(PageRow& row) {
  fill_packed(row);
  row.facts = {};
  row.places = {};
  row.claims = row.snippets = std::string();
  row.code = {};
}

Ledger load_ledger(const base::Disk& disk, const std::string& path, const base::Digest& key) {
  Ledger empty, ledger;
  empty.key = key;
  auto bytes = disk.read(path);
  if (!bytes || bytes->size() < kDigestLength) return empty;
  std::string_view body = std::string_view(*bytes).substr(kDigestLength);
  if (bytes->compare(0, kDigestLength, base::digest(body).hex()) != 0) return empty;
  if (!base::from_archive(body, ledger) || ledger.key != key) return empty;
  return ledger;
}

base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger) {
  std::vector<PageRow*> rows;
  for (auto& [key, row] : ledger.pages) rows.push_back(&row);
  base::for_each_index(rows.size(), 0, [&](std::size_t i) { fill_packed(*rows[i]); });
  // Growing by doubling would take as much again, of a large site hundreds of megabytes.
  std::size_t size = kDigestLength;
  for (const auto& [key, row] : ledger.pages) {
    size += row.packed.size();
    for (const ShownPage& shown : row.shown) size += shown.slice.size();
  }
  base::ArchiveWriter writer;
  writer.bytes.reserve(size + size / 2);
  writer.bytes.assign(kDigestLength, ' ');
  writer(ledger);
  std::string digest = base::digest(std::string_view(writer.bytes).substr(kDigestLength)).hex();
  writer.bytes.replace(0, kDigestLength, digest);
  return disk.write(path, writer.bytes);
}

}  // namespace kbuild::build
