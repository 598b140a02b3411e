// The ledger's file; see ledger.h. It consists of pieces, each with its length and digest before
// it: the last has all but the rows of pages, and the number of these, the others some rows each.
// Pieces are read and written side by side, and of a large site never all held at once.
#include "build/ledger.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "base/format.h"
#include "base/jobs.h"
#include "base/text.h"

namespace kbuild::build {

namespace {

/// Of pages of usual length some 600 kB.
constexpr std::size_t kRowsInPiece = 64;
/// Pieces that are made side by side.
constexpr std::size_t kTogether = 8;
/// What is collected before it is written.
constexpr std::size_t kMostWaiting = 16u << 20;
/// Decimal digits of a piece's length, and hexadecimal ones of its digest.
constexpr std::size_t kLengthDigits = 10;
constexpr std::size_t kDigestDigits = 32;
constexpr std::size_t kHead = kLengthDigits + kDigestDigits;

/// The packed part of a row.
struct Packed {
  using DescribesOthers = void;
  PageRow& row;
};
template <class Archive>
void describe(Archive& a, Packed& x) {
  a(x.row.facts, x.row.places, x.row.claims, x.row.snippets, x.row.code);
}

struct Row {
  std::string path;
  PageRow row;
};
struct RowOfPath {
  const std::string& path;
  PageRow& row;
};

std::vector<Row> read_rows(std::string_view piece) {
  std::vector<Row> rows;
  base::ArchiveReader reader(piece);
  while (!reader.damaged && !reader.at_end()) {
    Row& row = rows.emplace_back();
    reader(row.path, row.row);
  }
  return rows;
}

/// Room for the path of a row, its stamps and digests.
constexpr std::size_t kRowHead = 512;

std::string write_rows(std::span<RowOfPath> rows) {
  std::vector<std::string> packed(rows.size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    PageRow& row = rows[i].row;
    if (row.packed.empty()) row.packed = packed[i] = base::to_archive(Packed{row});
    size += kRowHead + row.packed.size();
    for (const ShownPage& shown : row.shown) size += kRowHead + shown.slice.size();
  }
  // A text that grows takes several times the memory of one that has its size from the begin.
  base::ArchiveWriter writer;
  writer.bytes.reserve(size);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string_view path = rows[i].path;
    writer(path, rows[i].row);
    if (!packed[i].empty()) rows[i].row.packed = {};
  }
  return std::move(writer.bytes);
}

/// The pieces of a file; nothing where one is damaged.
std::optional<std::vector<std::string_view>> split(std::string_view bytes) {
  std::vector<std::string_view> pieces;
  while (!bytes.empty()) {
    auto length = base::parse_integer(bytes.substr(0, kLengthDigits));
    if (!length || *length < 0 || bytes.size() < kHead + static_cast<std::uint64_t>(*length))
      return std::nullopt;
    std::string_view piece = bytes.substr(kHead, static_cast<std::size_t>(*length));
    if (bytes.substr(kLengthDigits, kDigestDigits) != base::digest(piece).hex())
      return std::nullopt;
    pieces.push_back(piece);
    bytes.remove_prefix(kHead + piece.size());
  }
  return pieces;
}

}  // namespace

void unpack(PageRow& row) {
  if (row.packed.empty()) return;
  // The ledger's digest vouches for the bytes.
  base::ArchiveReader reader(row.packed);
  Packed packed{row};
  reader(packed);
  row.packed = {};
}

Ledger load_ledger(const base::Disk& disk, const std::string& path, const base::Digest& key) {
  Ledger empty, ledger;
  empty.key = key;
  auto bytes = disk.read(path);
  if (!bytes) return empty;
  ledger.bytes = std::make_shared<const std::string>(std::move(*bytes));
  auto pieces = split(*ledger.bytes);
  if (!pieces || pieces->empty()) return empty;
  std::uint64_t count = 0;
  base::ArchiveReader rest(pieces->back());
  rest(ledger, count);
  if (rest.damaged || !rest.at_end() || ledger.key != key) return empty;
  pieces->pop_back();
  std::vector<std::vector<Row>> rows(pieces->size());
  base::for_each_index(rows.size(), 0, [&](std::size_t i) { rows[i] = read_rows((*pieces)[i]); });
  for (std::vector<Row>& some : rows)
    for (Row& row : some)
      ledger.pages.emplace_hint(ledger.pages.end(), std::move(row.path), std::move(row.row));
  return ledger.pages.size() == count ? std::move(ledger) : std::move(empty);
}

std::string LedgerFile::aside() const {
  return path_ + ".new";
}

base::Result<void> LedgerFile::add(std::string piece) {
  waiting_bytes_ += kHead + piece.size();
  waiting_.push_back(std::move(piece));
  return waiting_bytes_ < kMostWaiting ? base::Result<void>{} : flush();
}

std::string LedgerFile::take() {
  std::string bytes;
  bytes.reserve(std::exchange(waiting_bytes_, 0));
  for (const std::string& piece : std::exchange(waiting_, {})) {
    bytes += base::format("{:0{}}{}", piece.size(), kLengthDigits, base::digest(piece).hex());
    bytes += piece;
  }
  return bytes;
}

base::Result<void> LedgerFile::flush() {
  if (!begun_ && disk_.status(aside()).kind != base::FileKind::absent)
    if (auto removed = disk_.remove(aside()); !removed) return removed;
  begun_ = true;
  return disk_.append(aside(), take());
}

base::Result<void> LedgerFile::add_rows(std::map<std::string, PageRow>& pages) {
  std::vector<RowOfPath> rows;
  for (auto& [name, row] : pages) rows.push_back({name, row});
  count_ = rows.size();
  std::span<RowOfPath> rest(rows);
  while (!rest.empty()) {
    std::span<RowOfPath> some = rest.first(std::min(rest.size(), kTogether * kRowsInPiece));
    rest = rest.subspan(some.size());
    std::vector<std::string> pieces((some.size() + kRowsInPiece - 1) / kRowsInPiece);
    base::for_each_index(pieces.size(), 0, [&](std::size_t i) {
      std::span<RowOfPath> mine = some.subspan(i * kRowsInPiece);
      pieces[i] = write_rows(mine.first(std::min(mine.size(), kRowsInPiece)));
    });
    for (std::string& piece : pieces)
      if (auto added = add(std::move(piece)); !added) return added;
  }
  return {};
}

base::Result<void> LedgerFile::finish(Ledger& ledger) {
  base::ArchiveWriter rest;
  rest(ledger, count_);
  if (auto added = add(std::move(rest.bytes)); !added) return added;
  if (!begun_) return disk_.write(path_, take());
  if (auto flushed = flush(); !flushed) return flushed;
  return disk_.rename(aside(), path_);
}

base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger) {
  LedgerFile file(disk, path);
  if (auto added = file.add_rows(ledger.pages); !added) return added;
  return file.finish(ledger);
}

}  // namespace kbuild::build
