// The store of source texts; see store.h. Line starts are found at a text's first use.
#include "source/store.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::source {

struct SourceStore::Entry {
  std::string path;
  std::string text;
  mutable std::once_flag indexed;
  mutable std::vector<std::uint32_t> line_starts;

  const std::vector<std::uint32_t>& lines() const {
    std::call_once(indexed, [this] {
      line_starts.push_back(0);
      const std::string_view all = text;
      const bool plain = all.find('\r') == all.npos;
      for (std::size_t i = 0; i < all.size(); ++i) {
        i = plain ? all.find('\n', i) : all.find_first_of("\r\n", i);
        if (i == all.npos) break;
        // The end of a line on Windows counts once, at its second byte.
        if (all[i] == '\r' && i + 1 < all.size() && all[i + 1] == '\n') continue;
        line_starts.push_back(static_cast<std::uint32_t>(i + 1));
      }
    });
    return line_starts;
  }
};

SourceStore::SourceStore() = default;
SourceStore::~SourceStore() = default;

FileId SourceStore::add(std::string path, std::string text) {
  std::lock_guard lock(guard_);
  Entry& entry = entries_.emplace_back();
  entry.path = std::move(path);
  entry.text = std::move(text);
  return {static_cast<std::uint32_t>(entries_.size())};
}

const SourceStore::Entry* SourceStore::find(FileId file) const {
  std::lock_guard lock(guard_);
  return file.value == 0 || file.value > entries_.size() ? nullptr : &entries_[file.value - 1];
}

std::string_view SourceStore::path(FileId file) const {
  const Entry* entry = find(file);
  return entry ? std::string_view(entry->path) : std::string_view();
}

std::string_view SourceStore::text(FileId file) const {
  const Entry* entry = find(file);
  return entry ? std::string_view(entry->text) : std::string_view();
}

std::string_view SourceStore::text(Span span) const {
  std::string_view all = text(span.file);
  if (span.begin >= all.size() || span.end <= span.begin) return {};
  return all.substr(span.begin, span.end - span.begin);
}

Position SourceStore::position(FileId file, std::uint32_t offset) const {
  const Entry* entry = find(file);
  if (!entry) return {};
  const auto& starts = entry->lines();
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(entry->text.size()));
  auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  std::uint32_t begin = *(after - 1);
  std::string_view before = std::string_view(entry->text).substr(begin, offset - begin);
  return {static_cast<std::uint32_t>(after - starts.begin()),
          static_cast<std::uint32_t>(base::count_code_points(before) + 1)};
}

std::uint32_t SourceStore::line_number(FileId file, std::uint32_t offset) const {
  const Entry* entry = find(file);
  if (!entry) return 0;
  const auto& starts = entry->lines();
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(entry->text.size()));
  auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  return static_cast<std::uint32_t>(after - starts.begin());
}

std::uint32_t SourceStore::line_begin(FileId file, std::uint32_t number) const {
  const Entry* entry = find(file);
  if (!entry || number == 0) return 0;
  const auto& starts = entry->lines();
  return number <= starts.size() ? starts[number - 1]
                                 : static_cast<std::uint32_t>(entry->text.size());
}

std::string_view SourceStore::line(FileId file, std::uint32_t number) const {
  const Entry* entry = find(file);
  if (!entry || number == 0 || number > entry->lines().size()) return {};
  std::uint32_t begin = line_begin(file, number);
  std::string_view line = std::string_view(entry->text).substr(begin);
  return line.substr(0, line.find_first_of("\r\n"));
}

}  // namespace kbuild::source
