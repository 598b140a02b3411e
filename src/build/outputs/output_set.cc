// Decides which files of the site stay, change or are removed; see output_set.h.
#include "build/outputs/output_set.h"

namespace kbuild::build {

using base::Result;
using Fate = OutputRow::Fate;

std::optional<OutputRow> OutputSet::find(const std::string& path) const {
  std::lock_guard lock(guard_);
  auto found = rows_.find(path);
  return found == rows_.end() ? std::nullopt : std::optional(found->second);
}

bool OutputSet::keep(const std::string& path, const base::Digest& input) {
  std::lock_guard lock(guard_);
  auto found = rows_.find(path);
  if (found == rows_.end() || found->second.input != input) return false;
  if (found->second.fate == Fate::old) found->second.fate = Fate::kept;
  return true;
}

void OutputSet::keep_all(const base::Digest& input) {
  std::lock_guard lock(guard_);
  for (auto& [path, row] : rows_)
    if (row.input == input && row.fate == Fate::old) row.fate = Fate::kept;
}

void OutputSet::keep_rest(const base::Digest& but) {
  std::lock_guard lock(guard_);
  for (auto& [path, row] : rows_)
    if (row.input != but && row.fate == Fate::old) row.fate = Fate::kept;
}

void OutputSet::adopt(const std::string& path, const base::Digest& input) {
  std::lock_guard lock(guard_);
  OutputRow& row = rows_.at(path);
  row.input = input;
  row.fate = Fate::kept;
}

void OutputSet::note(const std::string& path, const OutputRow& row, const Result<void>& written) {
  std::lock_guard lock(guard_);
  if (!written && !error_) error_ = written.error();
  rows_[path] = row;
  ++written_;
}

void OutputSet::put(const std::string& path, const base::Digest& input, std::string_view bytes) {
  OutputRow row{input, base::digest(bytes), Fate::staged};
  if (auto old = find(path); old && old->output == row.output) return adopt(path, input);
  note(path, row, writer_.put(path, bytes));
}

void OutputSet::copy(const std::string& from, const std::string& path, const base::Digest& input) {
  note(path, {input, {}, Fate::staged}, writer_.copy(from, path));
}

Result<void> OutputSet::commit() {
  removed_ = std::erase_if(rows_, [](const auto& row) { return row.second.fate == Fate::old; });
  if (writer_.has_site() && !is_new_ && written_ == 0 && removed_ == 0) return {};
  std::vector<std::string> manifest;
  manifest.reserve(rows_.size());
  for (const auto& [path, row] : rows_) manifest.push_back(path);
  return writer_.commit(manifest);
}

Result<void> OutputSet::result() const {
  return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
}

}  // namespace kbuild::build
