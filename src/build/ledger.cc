// The ledger's file; see ledger.h. It consists of pieces, each with its length and digest before
// it: the first has all but the rows of pages, and the number of these, the others some rows each.
// Pieces are read and written side by side, and of a large site never all held at once.
#include "build/ledger.h"

#include <algorithm>
#include <optional>
#include <span>

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
constexpr std::size_t kBufferBytes = 16u << 20;
/// Decimal digits of a piece's length, and hexadecimal ones of its digest.
constexpr std::size_t kLengthDigits = 10;
constexpr std::size_t kDigestDigits = 32;

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

std::string write_rows(std::span<RowOfPath> rows) {
  base::ArchiveWriter writer;
  for (RowOfPath& each : rows) {
    std::string path = each.path;
    bool packed = !each.row.packed.empty();
    if (!packed) each.row.packed = base::to_archive(Packed{each.row});
    writer(path, each.row);
    if (!packed) each.row.packed = std::string();
  }
  return std::move(writer.bytes);
}

/// The pieces of a file; nothing where one is damaged.
std::optional<std::vector<std::string_view>> split(std::string_view bytes) {
  std::vector<std::string_view> pieces;
  while (!bytes.empty()) {
    constexpr std::size_t kHead = kLengthDigits + kDigestDigits;
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

/// A file of pieces, which takes the place of `path` when it is finished.
class PieceFile {
 public:
  PieceFile(base::Disk& disk, const std::string& path) : disk_(disk), path_(path) {}

  base::Result<void> add(std::string_view piece) {
    buffer_ += base::format("{:0{}}{}", piece.size(), kLengthDigits, base::digest(piece).hex());
    buffer_ += piece;
    return buffer_.size() < kBufferBytes ? base::Result<void>{} : flush();
  }

  base::Result<void> finish() {
    if (!begun_) return disk_.write(path_, buffer_);
    if (auto flushed = flush(); !flushed) return flushed;
    return disk_.rename(aside(), path_);
  }

 private:
  std::string aside() const { return path_ + ".new"; }
  base::Result<void> flush() {
    if (!begun_ && disk_.status(aside()).kind != base::FileKind::absent)
      if (auto removed = disk_.remove(aside()); !removed) return removed;
    begun_ = true;
    auto appended = disk_.append(aside(), buffer_);
    buffer_.clear();
    return appended;
  }

  base::Disk& disk_;
  std::string path_;
  std::string buffer_;
  bool begun_ = false;
};

}  // namespace

void unpack(PageRow& row) {
  if (row.packed.empty()) return;
  // The ledger's digest vouches for the bytes.
  base::ArchiveReader reader(row.packed);
  Packed packed{row};
  reader(packed);
  row.packed.clear();
}

Ledger load_ledger(const base::Disk& disk, const std::string& path, const base::Digest& key) {
  Ledger empty, ledger;
  empty.key = key;
  auto bytes = disk.read(path);
  auto pieces = bytes ? split(*bytes) : std::nullopt;
  if (!pieces || pieces->empty()) return empty;
  std::uint64_t count = 0;
  base::ArchiveReader head(pieces->front());
  head(ledger, count);
  if (head.damaged || !head.at_end() || ledger.key != key) return empty;
  pieces->erase(pieces->begin());
  std::vector<std::vector<Row>> rows(pieces->size());
  base::for_each_index(rows.size(), 0, [&](std::size_t i) { rows[i] = read_rows((*pieces)[i]); });
  for (std::vector<Row>& some : rows)
    for (Row& row : some)
      ledger.pages.emplace_hint(ledger.pages.end(), std::move(row.path), std::move(row.row));
  return ledger.pages.size() == count ? std::move(ledger) : std::move(empty);
}

base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger) {
  std::vector<RowOfPath> rows;
  for (auto& [name, row] : ledger.pages) rows.push_back({name, row});
  base::ArchiveWriter head;
  std::uint64_t count = rows.size();
  head(ledger, count);
  PieceFile file(disk, path);
  if (auto added = file.add(head.bytes); !added) return added;
  std::span<RowOfPath> rest(rows);
  while (!rest.empty()) {
    std::span<RowOfPath> some = rest.first(std::min(rest.size(), kTogether * kRowsInPiece));
    rest = rest.subspan(some.size());
    std::vector<std::string> pieces((some.size() + kRowsInPiece - 1) / kRowsInPiece);
    base::for_each_index(pieces.size(), 0, [&](std::size_t i) {
      std::span<RowOfPath> mine = some.subspan(i * kRowsInPiece);
      pieces[i] = write_rows(mine.first(std::min(mine.size(), kRowsInPiece)));
    });
    for (const std::string& piece : pieces)
      if (auto added = file.add(piece); !added) return added;
  }
  return file.finish();
}

}  // namespace kbuild::build
