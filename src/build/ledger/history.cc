// Dates from git; see history.h. HEAD is read from the repository's files, so that an unchanged
// history costs no process. Source: gitrepository-layout(5), git-log(1).
#include "build/ledger/history.h"

#include "base/archive.h"
#include "base/path.h"
#include "base/text.h"
#include "tools/git.h"

namespace kbuild::build {

namespace {

constexpr double kSeconds = 120;
constexpr std::size_t kOutputBytes = 512u << 20;

class Repository {
 public:
  Repository(const base::Disk& disk, std::vector<std::pair<std::string, FileStamp>>& watched)
      : disk_(disk), watched_(watched) {}

  /// Finds the repository that holds a directory (given by its real path).
  bool find(std::string directory) {
    while (!directory.empty()) {
      std::string git = directory + "/.git";
      base::FileStatus status = disk_.status(git);
      if (status.kind == base::FileKind::absent) {
        std::string above(base::parent_path(directory));
        // The root is above itself.
        if (above == directory) return false;
        directory = std::move(above);
        continue;
      }
      root_ = directory;
      own_ = git;
      if (status.kind == base::FileKind::file) {
        std::string text = read(git);
        if (!text.starts_with("gitdir: ")) return false;
        own_ = base::join_path(directory, base::trim(std::string_view(text).substr(8)));
      }
      common_ = own_;
      if (std::string common = read(own_ + "/commondir"); !common.empty())
        common_ = base::join_path(own_, base::trim(common));
      return true;
    }
    return false;
  }

  /// The commit that HEAD names; "" in an empty repository.
  std::string head() {
    std::string text(base::trim(read(own_ + "/HEAD")));
    if (!text.starts_with("ref: ")) return text;
    std::string name(base::trim(std::string_view(text).substr(5)));
    if (std::string loose(base::trim(read(common_ + "/" + name))); !loose.empty()) return loose;
    std::string packed = read(common_ + "/packed-refs");
    for (std::string_view line : base::split_lines(packed))
      if (line.ends_with(" " + name)) return std::string(line.substr(0, line.find(' ')));
    return "";
  }

  bool is_shallow() { return !read(common_ + "/shallow").empty(); }
  const std::string& root() const { return root_; }

 private:
  std::string read(const std::string& path) {
    FileStamp stamp = stamp_of(disk_.status(path));
    watched_.emplace_back(path, stamp);
    return disk_.read(path, 64u << 20).value_or("");
  }

  const base::Disk& disk_;
  std::vector<std::pair<std::string, FileStamp>>& watched_;
  std::string root_, own_, common_;
};

/// The output of `git log -z --format=%x01%cs --name-only`: a date, then the files of its commit,
/// newest first.
std::map<std::string, std::string> parse_log(std::string_view log, std::string_view prefix) {
  std::map<std::string, std::string> dates;
  std::string date;
  for (std::string_view token : base::split(log, '\0')) {
    while (token.starts_with('\n')) token.remove_prefix(1);
    if (token.starts_with('\x01')) {
      date = token.substr(1, 10);
    } else if (token.starts_with(prefix) && !date.empty()) {
      dates.try_emplace(std::string(token.substr(prefix.size())), date);
    }
  }
  return dates;
}

}  // namespace

History read_history(base::Disk& disk, const std::string& directory, const std::string& cache,
                     std::vector<std::pair<std::string, FileStamp>>& watched) {
  auto real = disk.real_path(directory);
  Repository repository(disk, watched);
  if (!real || !repository.find(*real)) return {};
  History now;
  now.head = repository.head();
  now.repository = repository.root();
  now.prefix =
      real->size() > now.repository.size() ? real->substr(now.repository.size() + 1) + "/" : "";
  if (now.head.empty() || repository.is_shallow()) return {};
  History kept;
  if (auto bytes = disk.read(cache); bytes && base::from_sealed_archive(*bytes, kept))
    if (kept.head == now.head && kept.repository == now.repository && kept.prefix == now.prefix)
      return kept;
  auto log = tools::run_git({.directory = now.repository,
                             .words = {"log", "-z", "--format=%x01%cs", "--name-only",
                                       "--no-renames", "--diff-filter=AMT", "--end-of-options",
                                       now.head, "--", now.prefix.empty() ? "." : now.prefix},
                             .timeout = kSeconds,
                             .output_limit = kOutputBytes});
  if (!log || log->exit_code != 0 || log->output_truncated || log->timed_out) return {};
  now.dates = parse_log(log->output, now.prefix);
  (void)disk.write(cache, base::to_sealed_archive(now));
  return now;
}

}  // namespace kbuild::build
