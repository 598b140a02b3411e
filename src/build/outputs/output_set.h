// The files of a site against those of the last build: a file that was made from the same input
// stays unread, one with the same bytes unwritten. Safe from many threads for different paths.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/ledger/ledger.h"
#include "build/outputs/site_writer.h"

namespace kbuild::build {

class OutputSet {
 public:
  /// `rows` are those of the last build and become those of this one.
  OutputSet(std::map<std::string, OutputRow>& rows, SiteWriter& writer)
      : rows_(rows), writer_(writer), is_new_(rows.empty()) {}

  /// The file's row in the last build, or of this one where it was made already.
  std::optional<OutputRow> find(const std::string& path) const;
  /// Whether the file was made from this input before; it stays then.
  bool keep(const std::string& path, const base::Digest& input);
  /// Keeps all files that were made from this input.
  void keep_all(const base::Digest& input);
  /// Keeps all files that the build has not spoken of, but those that were made from `but`.
  void keep_rest(const base::Digest& but);
  /// Keeps a file whose bytes are those of the last build, for another input.
  void adopt(const std::string& path, const base::Digest& input);
  /// Stages the bytes, unless the site has them already.
  void put(const std::string& path, const base::Digest& input, std::string_view bytes);
  /// Stages a copy of a file of the sources.
  void copy(const std::string& from, const std::string& path, const base::Digest& input);

  /// Removes what the build did not speak of and swaps the site, or leaves it where nothing
  /// changed.
  base::Result<void> commit();

  /// Whether there is nothing of an earlier build.
  bool is_new() const { return is_new_; }
  std::size_t written() const { return written_; }
  std::size_t removed() const { return removed_; }
  /// The first failure of any thread.
  base::Result<void> result() const;

 private:
  void note(const std::string& path, const OutputRow& row, const base::Result<void>& written);

  std::map<std::string, OutputRow>& rows_;
  SiteWriter& writer_;
  const bool is_new_;
  std::size_t written_ = 0;
  std::size_t removed_ = 0;
  mutable std::mutex guard_;
  std::optional<base::Error> error_;
};

}  // namespace kbuild::build
