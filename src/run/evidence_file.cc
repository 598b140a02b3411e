// Writes evidence files, and checks what is read of them; see evidence_file.h.
#include "run/evidence_file.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

using base::format;
using base::Json;
using Read = tl::expected<EvidenceFile, EvidenceFault>;
using Fault = tl::unexpected<EvidenceFault>;

constexpr std::string_view kOwnDigest = ",\"sha256\":\"";
constexpr std::string_view kRestore = "restore the file, as from version control";
/// A file that a run is writing may change between its index and itself.
constexpr int kReadings = 3;

std::string_view whole_lines(std::string_view text) {
  return text.substr(0, text.rfind('\n') + 1);
}

/// The line's chain field, or "".
std::string previous_of(std::string_view line) {
  Json object = Json::parse(line, nullptr, false);
  auto field = object.find("previous");
  return field != object.end() && field->is_string() ? field->get<std::string>() : std::string{};
}

/// A line with the digest of what it was without it, as its last field.
std::string with_own_digest(std::string line) {
  std::string digest = base::sha256_hex(line);
  line.pop_back();
  return line + std::string(kOwnDigest) + digest + "\"}";
}

/// The line's own digest, or "" where it has none; an error where it is that of another line.
base::Result<std::string> own_digest(std::string_view line) {
  std::size_t field = line.rfind(kOwnDigest);
  if (field == line.npos) return std::string{};
  std::string own = base::sha256_hex(std::string(line.substr(0, field)) + "}");
  if (line.substr(field + kOwnDigest.size()) != own + "\"}") return base::fail("");
  return own;
}

Fault fault(const std::string& path, std::size_t line, std::string message,
            std::string_view hint = kRestore) {
  return Fault({path, line, std::move(message), std::string(hint)});
}

Fault unreadable(const std::string& path, const base::Error& error) {
  return fault(path, 1, error.message, error.hint.empty() ? kRestore : error.hint);
}

/// The lines of a file, each by itself and after the one before it.
Read read_lines(const base::Disk& disk, const std::string& path) {
  auto text = disk.read(path);
  if (!text) return unreadable(path, text.error());
  EvidenceFile file;
  std::string_view whole = whole_lines(*text);
  file.whole = whole.size();
  for (std::string_view line : base::split_lines(whole)) {
    std::size_t number = file.digests.size() + 1;
    auto record = from_json(line);
    if (!record) return fault(path, number, "this is no evidence record");
    auto own = own_digest(line);
    if (!own) return fault(path, number, "this record of evidence was changed");
    if (previous_of(line) != file.last_of(file.digests.size()))
      return fault(path, number, "the chain of evidence is broken here",
                   "a line was changed, removed or moved; restore the file");
    if (own->empty() && !file.records.empty() && !file.records.back().sha256.empty())
      return fault(path, number, "this record of evidence has lost its digest");
    record->sha256 = std::move(*own);
    file.digests.push_back(base::sha256_hex(line));
    file.records.push_back(std::move(*record));
  }
  return file;
}

/// Whether file and index belong together.
tl::expected<void, EvidenceFault> compare(const EvidenceFile& file, const std::string& path) {
  std::size_t lines = file.digests.size();
  if (!file.index) {
    auto sealed = std::find_if(file.records.begin(), file.records.end(),
                               [](const RunRecord& record) { return !record.sha256.empty(); });
    if (sealed == file.records.end()) return {};
    return fault(path, static_cast<std::size_t>(sealed - file.records.begin()) + 1,
                 format("evidence with digests has no index '{}'", index_path(path)),
                 "copy it along with its evidence; if nobody ran this, remove the file");
  }
  const EvidenceIndex& index = *file.index;
  if (lines == index.records + 1 && !index.next.empty() && file.last_of(lines) == index.next)
    return {};
  if (lines < index.records)
    return fault(path, std::max<std::size_t>(lines, 1),
                 format("evidence ends after {} of its {} records", lines, index.records));
  if (file.last_of(index.records) != index.last)
    return fault(path, std::max<std::size_t>(index.records, 1),
                 format("this is not the record of evidence that '{}' names", index_path(path)));
  if (lines == index.records) return {};
  return fault(path, index.records + 1,
               format("this record of evidence is not counted in '{}'", index_path(path)));
}

Read read_once(const base::Disk& disk, const std::string& path) {
  std::optional<EvidenceIndex> index;
  std::string beside = index_path(path), index_text;
  if (disk.status(beside).kind == base::FileKind::file) {
    auto text = disk.read(beside);
    if (!text) return unreadable(beside, text.error());
    index = parse_index(*text);
    if (!index) return fault(beside, 1, "this is no index of evidence");
    index_text = std::move(*text);
  }
  auto file = read_lines(disk, path);
  if (!file) return file;
  file->index = std::move(index);
  file->index_text = std::move(index_text);
  if (auto done = compare(*file, path); !done) return Fault(done.error());
  return file;
}

bool is_file(const base::Disk& disk, const std::string& path) {
  return disk.status(path).kind == base::FileKind::file;
}

/// The files beside `path` that no other's index names.
base::Result<std::vector<EarlierEvidence>> earlier_files(const base::Disk& disk,
                                                         const std::string& path) {
  std::vector<EarlierEvidence> out;
  std::string directory(base::parent_path(path));
  if (disk.status(directory).kind != base::FileKind::directory) return out;
  auto names = disk.list(directory);
  if (!names) return tl::unexpected(names.error());
  std::set<std::string> named;
  for (const std::string& name : *names) {
    std::string full = base::join_path(directory, name);
    if (!name.ends_with(".jsonl") || name.find('/') != name.npos || full == path) continue;
    auto file = read_evidence_file(disk, full);
    if (!file) return tl::unexpected(to_error(file.error()));
    std::size_t lines = file->digests.size();
    if (lines > 0) out.push_back({name, lines, file->last_of(lines)});
    if (file->index)
      for (const EarlierEvidence& one : file->index->after) named.insert(one.file);
  }
  std::erase_if(out, [&](const EarlierEvidence& one) { return named.contains(one.file); });
  return out;
}

}  // namespace

base::Error to_error(const EvidenceFault& fault) {
  return {format("{}:{}: {}", fault.path, fault.line, fault.message), fault.hint};
}

Read read_evidence_file(const base::Disk& disk, const std::string& path) {
  Read file = read_once(disk, path);
  for (int i = 1; !file && i < kReadings; ++i) file = read_once(disk, path);
  return file;
}

base::Result<std::vector<RunRecord>> read_evidence(const base::Disk& disk,
                                                   const std::string& path) {
  Read file = read_evidence_file(disk, path);
  if (!file) return tl::unexpected(to_error(file.error()));
  return std::move(file->records);
}

std::optional<EvidenceFault> compare_with_earlier(const std::string& path,
                                                  std::string_view earlier_text,
                                                  std::string_view text, std::string_view earlier) {
  std::size_t number = 0;
  std::vector<std::string_view> now = base::split_lines(whole_lines(text));
  for (std::string_view line : base::split_lines(whole_lines(earlier_text))) {
    if (number == now.size())
      return EvidenceFault{path, std::max<std::size_t>(number, 1),
                           format("evidence that '{}' has is missing from here on", earlier),
                           std::string(kRestore)};
    if (now[number++] != line)
      return EvidenceFault{path, number,
                           format("this record of evidence is another than '{}' has", earlier),
                           std::string(kRestore)};
  }
  return std::nullopt;
}

base::Result<void> EvidenceWriter::open() {
  EvidenceIndex index{0, no_record(), "", {}};
  bool there = is_file(disk_, path_), indexed = is_file(disk_, index_path(path_));
  if (there) {
    Read file = read_evidence_file(disk_, path_);
    if (!file) return tl::unexpected(to_error(file.error()));
    auto text = disk_.read(path_);
    if (!text) return tl::unexpected(text.error());
    if (file->whole < text->size())
      if (auto done = disk_.write(path_, whole_lines(*text)); !done) return done;
    index.records = file->digests.size();
    index.last = file->last_of(index.records);
  }
  if (indexed) {
    auto known = read_index(disk_, index_path(path_));
    if (!known) return tl::unexpected(known.error());
    index.after = std::move(known->after);
  } else {
    auto earlier = earlier_files(disk_, path_);
    if (!earlier) return tl::unexpected(earlier.error());
    index.after = std::move(*earlier);
  }
  if (std::string signature = signature_path(path_); is_file(disk_, signature))
    if (auto done = disk_.remove(signature); !done) return done;
  index_ = std::move(index);
  return {};
}

base::Result<void> EvidenceWriter::append(const RunRecord& record) {
  if (!index_)
    if (auto done = open(); !done) return done;
  Json object = Json::parse(to_json(record));
  object["previous"] = index_->last;
  std::string line = with_own_digest(base::dump_line(object));
  // The index announces the record first, so that whoever reads meanwhile, or after a run that was
  // killed here, takes the file with it and without it.
  index_->next = base::sha256_hex(line);
  if (auto done = write_index(disk_, index_path(path_), *index_); !done) return done;
  if (auto done = disk_.append(path_, line + "\n"); !done) return done;
  *index_ = {index_->records + 1, index_->next, "", std::move(index_->after)};
  // If this fails, the announcement stands, and the record with it.
  (void)write_index(disk_, index_path(path_), *index_);
  return {};
}

}  // namespace kbuild::run
