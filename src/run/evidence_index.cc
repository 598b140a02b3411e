// Reads and writes indexes of evidence; see evidence_index.h.
#include "run/evidence_index.h"

#include "base/format.h"
#include "base/json.h"

namespace kbuild::run {

namespace {

using base::Json;

constexpr std::string_view kEvidence = ".jsonl", kIndex = ".index", kSignature = ".sig";

/// Absent or no text: nothing.
std::string string_of(const Json& object, const char* key) {
  auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string{};
}

bool is_count(const Json& object, const char* key) {
  auto at = object.find(key);
  return at != object.end() && at->is_number_unsigned();
}

std::string with_ending(std::string_view path, std::string_view old_end, std::string_view end) {
  if (path.ends_with(old_end)) path.remove_suffix(old_end.size());
  return std::string(path) + std::string(end);
}

}  // namespace

const std::string& no_record() {
  static const std::string zeros(64, '0');
  return zeros;
}

std::string index_path(std::string_view evidence_path) {
  return with_ending(evidence_path, kEvidence, kIndex);
}

std::string evidence_path(std::string_view index_path) {
  return with_ending(index_path, kIndex, kEvidence);
}

std::string signature_path(std::string_view evidence_path) {
  return with_ending(evidence_path, kEvidence, kSignature);
}

std::optional<EvidenceIndex> parse_index(std::string_view text) {
  Json in = Json::parse(text, nullptr, false);
  if (!in.is_object() || !is_count(in, "records")) return std::nullopt;
  EvidenceIndex index{
      in["records"].get<std::size_t>(), string_of(in, "last"), string_of(in, "next"), {}};
  for (const Json& one : in.value("after", Json::array())) {
    if (!one.is_object() || !is_count(one, "records")) return std::nullopt;
    EarlierEvidence earlier{string_of(one, "file"), one["records"].get<std::size_t>(),
                            string_of(one, "last")};
    if (earlier.file.empty() || earlier.file.find('/') != std::string::npos || earlier.records == 0)
      return std::nullopt;
    index.after.push_back(std::move(earlier));
  }
  return index;
}

base::Result<EvidenceIndex> read_index(const base::Disk& disk, const std::string& path) {
  auto text = disk.read(path);
  if (!text) return tl::unexpected(text.error());
  if (auto index = parse_index(*text)) return std::move(*index);
  return base::fail(base::format("{}:1: this is no index of evidence", path),
                    "restore the file, as from version control");
}

base::Result<void> write_index(base::Disk& disk, const std::string& path,
                               const EvidenceIndex& index) {
  Json out = {{"v", 1},
              {"records", index.records},
              {"last", index.last},
              {"next", index.next},
              {"after", Json::array()}};
  for (const EarlierEvidence& earlier : index.after)
    out["after"].push_back(
        {{"file", earlier.file}, {"records", earlier.records}, {"last", earlier.last}});
  return disk.write(path, base::dump_line(out) + "\n");
}

}  // namespace kbuild::run
