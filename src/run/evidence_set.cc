// Reads a directory of evidence and compares its files with its indexes; see evidence_set.h.
#include "run/evidence_set.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/jobs.h"
#include "base/path.h"

namespace kbuild::run {

namespace {

using base::format;

constexpr std::string_view kRestoreIt = "restore the file, as from version control";

enum class Signatures : std::uint8_t { judged, left_alone };

bool is_regular(const base::Disk& disk, const std::string& path) {
  return disk.status(path).kind == base::FileKind::file;
}

/// Reads the files of one directory, and finds out what is missing.
class Reader {
 public:
  Reader(const base::Disk& disk, const std::string& directory) : disk_(disk) {
    if (directory.empty() || disk.status(directory).kind != base::FileKind::directory) return;
    auto names = disk.list(directory);
    if (!names) {
      add({directory, 1, names.error().message, names.error().hint});
      return;
    }
    for (const std::string& name : *names) {
      std::string path = base::join_path(directory, name);
      if (name.ends_with(".jsonl"))
        read_file(path);
      else if (name.ends_with(".index"))
        read_index_of(path);
    }
    for (const auto& [path, index] : indexes_) seek_earlier(path, index);
  }

  EvidenceSet finish(const std::string& signers_file, Signatures signatures) {
    auto signers = disk_.real_path(signers_file);
    std::vector<std::pair<std::string, EvidenceFile*>> files;
    for (auto& [path, file] : files_) files.emplace_back(path, &file);
    set_.files.resize(files.size());
    // Each signature costs a few processes.
    base::for_each_index(files.size(), 0, [&](std::size_t i) {
      auto& [path, file] = files[i];
      set_.files[i] = {path, file->records.size(), {}};
      std::string signature = signature_path(path);
      if (signatures == Signatures::judged && file->index && is_regular(disk_, signature))
        set_.files[i].signature = judge(file->index_text, signature, signers ? *signers : "");
    });
    for (std::size_t i = 0; i < files.size(); ++i) take_records(*files[i].second, set_.files[i]);
    std::erase_if(set_.files, [](const EvidenceFileState& file) {
      return file.signature.state == SignatureState::wrong;
    });
    std::set<std::string> seen;
    std::erase_if(set_.records,
                  [&](const RunRecord& record) { return !seen.insert(to_json(record)).second; });
    sort_by_time(set_.records);
    std::stable_sort(set_.faults.begin(), set_.faults.end(),
                     [](const auto& a, const auto& b) { return a.path < b.path; });
    return std::move(set_);
  }

 private:
  void add(EvidenceFault fault) {
    if (faulty_.insert(fault.path).second) set_.faults.push_back(std::move(fault));
  }

  void read_file(const std::string& path) {
    auto file = read_evidence_file(disk_, path);
    if (file) {
      files_.emplace(path, std::move(*file));
      return;
    }
    // The fault may be the index's.
    add(std::move(file.error()));
    faulty_.insert(path);
  }

  /// An index alone: with its file there, its fault was found as the file's.
  void read_index_of(const std::string& path) {
    std::string own = evidence_path(path);
    bool alone = !is_regular(disk_, own);
    auto index = read_index(disk_, path);
    if (alone && !index)
      return add({path, 1, "this is no index of evidence", std::string(kRestoreIt)});
    if (!index) return;
    if (alone && index->records > 0) {
      add({path, 1, format("the evidence '{}' is missing", base::file_name(own)),
           std::string(kRestoreIt)});
      faulty_.insert(own);
    }
    indexes_.emplace_back(path, std::move(*index));
  }

  /// The files that were there before an index's own.
  void seek_earlier(const std::string& path, const EvidenceIndex& index) {
    for (const EarlierEvidence& one : index.after) {
      std::string earlier = base::join_path(base::parent_path(path), one.file);
      auto found = files_.find(earlier);
      bool same = found != files_.end() && found->second.digests.size() >= one.records &&
                  found->second.last_of(one.records) == one.last;
      if (!same && !faulty_.contains(earlier))
        add({path, 1, format("the evidence '{}' that was there before is missing", one.file),
             "restore it with its index; if it was removed on purpose, take its name out here"});
    }
  }

  Signature judge(const std::string& text, const std::string& file,
                  const std::string& signers_file) const {
    auto real = disk_.real_path(file);
    return real ? check_signature(text, *real, signers_file) : Signature{SignatureState::wrong, ""};
  }

  void take_records(EvidenceFile& file, const EvidenceFileState& state) {
    if (state.signature.state == SignatureState::wrong)
      return add({signature_path(state.path), 1,
                  format("this is no signature of '{}'", index_path(state.path)),
                  "restore both files, or remove the signature: the evidence is unsigned then"});
    for (RunRecord& record : file.records) {
      if (state.signature.state == SignatureState::valid) record.signer = state.signature.signer;
      set_.records.push_back(std::move(record));
    }
  }

  const base::Disk& disk_;
  std::map<std::string, EvidenceFile> files_;
  std::vector<std::pair<std::string, EvidenceIndex>> indexes_;
  std::set<std::string> faulty_;
  EvidenceSet set_;
};

}  // namespace

EvidenceSet read_evidence_set(const base::Disk& disk, const std::string& directory,
                              const std::string& signers_file) {
  return Reader(disk, directory).finish(signers_file, Signatures::judged);
}

base::Result<std::vector<RunRecord>> read_all_evidence(const base::Disk& disk,
                                                       const std::string& directory) {
  EvidenceSet set = Reader(disk, directory).finish("", Signatures::left_alone);
  if (!set.faults.empty()) return tl::unexpected(to_error(set.faults.front()));
  return std::move(set.records);
}

}  // namespace kbuild::run
