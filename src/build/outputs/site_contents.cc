// Reads a site's list and compares it with the directory; see site_contents.h.
#include "build/outputs/site_contents.h"

#include <algorithm>
#include <iterator>

#include "base/bounds.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"

namespace kbuild::build {

namespace {

constexpr std::string_view kForm = "kbuild site 1 ";
constexpr std::uint64_t kMaxBytes = 512u << 20;

/// Names of files may hold line feeds.
std::string one_line(std::string_view path) {
  std::string out;
  for (char c : path) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || c == '%')
      out += base::format("%{:02x}", byte);
    else
      out += c;
  }
  return out;
}

/// Walks the directories in which the list has files, and no others.
class Inspection {
 public:
  Inspection(const base::Disk& disk, const std::string& root, SiteContents& contents)
      : disk_(disk), root_(root), contents_(contents), seen_(contents.manifest.size()) {}

  /// `prefix`: "" or ending in '/'.
  base::Result<void> walk(const std::string& prefix, int depth) {
    auto entries = disk_.entries(prefix.empty() ? root_ : root_ + "/" + prefix);
    if (!entries) return tl::unexpected(entries.error());
    for (const base::DirectoryEntry& entry : *entries) {
      std::string path = prefix + entry.name;
      if (path == kMarkerName || is_listed(path, entry.kind)) continue;
      if (entry.kind == base::FileKind::directory && depth < base::kMaxDirectoryDepth &&
          has_listed_below(path + "/")) {
        if (auto done = walk(path + "/", depth + 1); !done) return done;
        continue;
      }
      contents_.foreign.push_back(std::move(path));
    }
    return {};
  }

  void finish() {
    for (std::size_t i = 0; i < seen_.size(); ++i)
      if (!seen_[i]) contents_.missing.push_back(contents_.manifest[i]);
    std::sort(contents_.foreign.begin(), contents_.foreign.end());
  }

 private:
  bool is_listed(const std::string& path, base::FileKind kind) {
    if (kind != base::FileKind::file) return false;
    const auto& manifest = contents_.manifest;
    auto found = std::lower_bound(manifest.begin(), manifest.end(), path);
    if (found == manifest.end() || *found != path) return false;
    seen_[static_cast<std::size_t>(found - manifest.begin())] = true;
    return true;
  }

  bool has_listed_below(const std::string& prefix) const {
    const auto& manifest = contents_.manifest;
    auto found = std::lower_bound(manifest.begin(), manifest.end(), prefix);
    return found != manifest.end() && found->starts_with(prefix);
  }

  const base::Disk& disk_;
  const std::string& root_;
  SiteContents& contents_;
  /// By place in the list.
  std::vector<bool> seen_;
};

}  // namespace

std::string marker_text(const std::vector<std::string>& manifest) {
  std::string lines;
  for (const std::string& path : manifest) lines += one_line(path) + "\n";
  return std::string(kForm) + base::digest(lines).hex() + "\n" + lines;
}

std::optional<std::vector<std::string>> parse_marker(std::string_view text) {
  std::size_t end = text.find('\n');
  if (!text.starts_with(kForm) || end == text.npos) return std::nullopt;
  std::string_view lines = text.substr(end + 1);
  if (text.substr(kForm.size(), end - kForm.size()) != base::digest(lines).hex())
    return std::nullopt;
  std::vector<std::string> manifest;
  for (std::string_view line : base::split_lines(lines)) {
    std::string path = base::decode_percent(line);
    if (!base::is_beneath(path)) return std::nullopt;
    manifest.push_back(std::move(path));
  }
  std::sort(manifest.begin(), manifest.end());
  return manifest;
}

base::Result<SiteContents> inspect_site(const base::Disk& disk, const std::string& directory,
                                        const std::vector<std::string>& vouched) {
  SiteContents contents;
  const std::string marker = directory + "/" + std::string(kMarkerName);
  if (disk.kind(marker) == base::FileKind::file) {
    auto text = disk.read(marker, kMaxBytes);
    if (!text) return tl::unexpected(text.error());
    if (auto manifest = parse_marker(*text)) {
      contents.manifest = std::move(*manifest);
      contents.marked = true;
    }
  }
  if (!contents.marked) contents.manifest = vouched;
  Inspection inspection(disk, directory, contents);
  if (auto done = inspection.walk("", 0); !done) return tl::unexpected(done.error());
  inspection.finish();
  return contents;
}

}  // namespace kbuild::build
