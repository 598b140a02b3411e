// The ledger's file; see ledger.h. It consists of pieces, each with its length and digest before
// it: the first has all but the rows of pages, and the number of these, the others some rows each.
// Pieces are read and written side by side, and of a large site never all held at once.
#include "build/ledger.h"

#include <algorithm>
#include <span>

#include "base/format.h"
#include "base/jobs.h"
#include "base/text.h"

namespace kbuild::build {

namespace {

/// Bytes of rows in a piece, about.
constexpr std::size_t kPieceBytes = 1u << 20;
/// What is collected before it is written.
constexpr std::size_t kBufferBytes = 32u << 20;
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

void fill_packed(PageRow& row) {
  if (row.packed.empty()) row.packed = base::to_archive(Packed{row});
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

std::size_t size_of(const PageRow& row) {
  std::size_t size = row.packed.size();
  for (const ShownPage& shown : row.shown) size += shown.slice.size();
  return size;
}

std::string write_rows(std::span<RowOfPath> rows) {
  base::ArchiveWriter writer;
  writer.bytes.reserve(kPieceBytes * 5 / 4);
  for (RowOfPath& row : rows) {
    std::string path = row.path;
    writer(path, row.row);
  }
  return std::move(writer.bytes);
}

std::vector<std::span<RowOfPath>> cut(std::span<RowOfPath> rows) {
  std::vector<std::span<RowOfPath>> pieces;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    for (std::size_t size = 0; end < rows.size() && size < kPieceBytes; ++end)
      size += size_of(rows[end].row);
    pieces.push_back(rows.subspan(begin, end - begin));
  }
  return pieces;
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
  base::for_each_index(rows.size(), 0, [&](std::size_t i) { fill_packed(rows[i].row); });
  base::ArchiveWriter head;
  std::uint64_t count = rows.size();
  head(ledger, count);
  PieceFile file(disk, path);
  if (auto added = file.add(head.bytes); !added) return added;
  std::vector<std::span<RowOfPath>> pieces = cut(rows);
  constexpr std::size_t kTogether = 16;
  for (std::size_t first = 0; first < pieces.size(); first += kTogether) {
    std::vector<std::string> written(std::min(kTogether, pieces.size() - first));
    base::for_each_index(written.size(), 0,
                         [&](std::size_t i) { written[i] = write_rows(pieces[first + i]); });
    for (const std::string& piece : written)
      if (auto added = file.add(piece); !added) return added;
  }
  return file.finish();
}

}  // namespace kbuild::build
