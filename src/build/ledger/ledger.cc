// The ledger's files; see ledger.h. One has the rows of pages, and another one everything else,
// with the number of the rows and their digest. Both consist of pieces, each with its length and
// digest before it. Pieces of rows are read and written in parallel, and those of a large site are
// never all in memory at once.
#include "build/ledger/ledger.h"

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
/// Pieces that are made side by side. Few, because each batch is written from the memory of the one
/// before.
constexpr std::size_t kTogether = 4;
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

/// Room for a piece's head, and the rows.
std::string write_rows(std::span<RowOfPath> rows) {
  std::vector<std::string> packed(rows.size());
  std::size_t size = kHead;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    PageRow& row = rows[i].row;
    if (row.packed.empty()) row.packed = packed[i] = base::to_archive(Packed{row});
    size += kRowHead + row.packed.size();
    for (const ShownPage& shown : row.shown) size += kRowHead + shown.slice.size();
  }
  // A text that grows takes several times the memory of one that has its size from the begin.
  base::ArchiveWriter writer;
  writer.bytes.reserve(size);
  writer.bytes.assign(kHead, ' ');
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string_view path = rows[i].path;
    writer(path, rows[i].row);
    if (!packed[i].empty()) rows[i].row.packed = {};
  }
  return std::move(writer.bytes);
}

struct Piece {
  std::string_view bytes;
  base::Digest digest;
};

/// The pieces of a file; nothing where one is damaged.
std::optional<std::vector<Piece>> split(std::string_view bytes) {
  std::vector<Piece> pieces;
  while (!bytes.empty()) {
    auto length = base::parse_integer(bytes.substr(0, kLengthDigits));
    if (!length || *length < 0 || bytes.size() < kHead + static_cast<std::uint64_t>(*length))
      return std::nullopt;
    std::string_view piece = bytes.substr(kHead, static_cast<std::size_t>(*length));
    const base::Digest digest = base::digest(piece);
    if (bytes.substr(kLengthDigits, kDigestDigits) != digest.hex()) return std::nullopt;
    pieces.push_back({piece, digest});
    bytes.remove_prefix(kHead + piece.size());
  }
  return pieces;
}

/// A file of pieces, which takes the place of `path` when it is finished.
class PieceFile {
 public:
  PieceFile(base::Disk& disk, std::string path) : disk_(disk), path_(std::move(path)) {}

  /// `piece` begins with room for its head.
  base::Result<void> add(std::string piece) {
    if (!begun_ && disk_.kind(aside()) != base::FileKind::absent)
      if (auto removed = disk_.remove(aside()); !removed) return removed;
    begun_ = true;
    std::string_view bytes = std::string_view(piece).substr(kHead);
    const base::Digest digest = base::digest(bytes);
    hasher_.add(digest);
    piece.replace(0, kHead, base::format("{:0{}}{}", bytes.size(), kLengthDigits, digest.hex()));
    return disk_.append(aside(), piece, base::Flush::later);
  }

  base::Result<void> finish() {
    return begun_ ? disk_.rename(aside(), path_) : disk_.write(path_, "");
  }

  /// Of the pieces that are written.
  base::Digest digest() { return hasher_.finish(); }

 private:
  std::string aside() const { return path_ + ".new"; }

  base::Disk& disk_;
  std::string path_;
  base::Hasher hasher_;
  bool begun_ = false;
};

}  // namespace

std::string rows_path(const std::string& path) {
  return path + ".rows";
}

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
  auto file = disk.read(path);
  auto rest = file ? split(*file) : std::nullopt;
  if (!rest || rest->size() != 1) return empty;
  SavedRows saved;
  base::ArchiveReader reader(rest->front().bytes);
  reader(ledger, saved);
  if (reader.damaged || !reader.at_end() || ledger.key != key) return empty;
  auto bytes = disk.read(rows_path(path));
  if (!bytes) return empty;
  ledger.bytes = std::make_shared<const std::string>(std::move(*bytes));
  auto pieces = split(*ledger.bytes);
  if (!pieces) return empty;
  base::Hasher hasher;
  for (const Piece& piece : *pieces) hasher.add(piece.digest);
  if (hasher.finish() != saved.digest) return empty;
  std::vector<std::vector<Row>> rows(pieces->size());
  base::for_each_index(rows.size(), 0,
                       [&](std::size_t i) { rows[i] = read_rows((*pieces)[i].bytes); });
  for (std::vector<Row>& some : rows)
    for (Row& row : some)
      ledger.pages.emplace_hint(ledger.pages.end(), std::move(row.path), std::move(row.row));
  return ledger.pages.size() == saved.count ? std::move(ledger) : std::move(empty);
}

std::optional<RecordedSite> load_recorded_site(const base::Disk& disk, const std::string& path) {
  auto file = disk.read(path);
  auto pieces = file ? split(*file) : std::nullopt;
  if (!pieces || pieces->size() != 1) return std::nullopt;
  RecordedSite site;
  base::ArchiveReader reader(pieces->front().bytes);
  reader(site);
  return reader.damaged ? std::nullopt : std::optional(std::move(site));
}

base::Result<SavedRows> save_rows(base::Disk& disk, const std::string& path,
                                  std::map<std::string, PageRow>& pages) {
  std::vector<RowOfPath> rows;
  for (auto& [name, row] : pages) rows.push_back({name, row});
  PieceFile file(disk, rows_path(path));
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
      if (auto added = file.add(std::move(piece)); !added) return tl::unexpected(added.error());
  }
  if (auto done = file.finish(); !done) return tl::unexpected(done.error());
  return SavedRows{rows.size(), file.digest()};
}

base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger,
                               SavedRows rows) {
  base::ArchiveWriter writer;
  writer.bytes.assign(kHead, ' ');
  writer(ledger, rows);
  PieceFile file(disk, path);
  if (auto added = file.add(std::move(writer.bytes)); !added) return added;
  return file.finish();
}

base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger) {
  auto rows = save_rows(disk, path, ledger.pages);
  if (!rows) return tl::unexpected(rows.error());
  return save_ledger(disk, path, ledger, *rows);
}

}  // namespace kbuild::build
