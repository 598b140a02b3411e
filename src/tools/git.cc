// Runs git on a repository without its configuration; see git.h. Model: git-new-workdir of git's
// contrib, which shares the parts of a repository by links in the same way.
#include "tools/git.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "tools/tool.h"

namespace kbuild::tools {

namespace {

namespace fs = std::filesystem;

/// Makes the repository in TMPDIR, then becomes git. Arguments: the directories of Checkout::own
/// and Checkout::common, the format of objects, the work tree, git, its words.
constexpr std::string_view kScript = R"sh(
set -eu
own=$1 common=$2 format=$3 tree=$4 git=$5
shift 5
export GIT_DIR="$TMPDIR/repository" GIT_WORK_TREE="$tree"
mkdir "$GIT_DIR"
for part in objects refs packed-refs shallow; do
  [ ! -e "$common/$part" ] || ln -s "$common/$part" "$GIT_DIR/$part"
done
[ ! -e "$own/index" ] || ln -s "$own/index" "$GIT_DIR/index"
cat "$own/HEAD" > "$GIT_DIR/HEAD"
printf '[core]\nrepositoryformatversion = 1\nbare = false\nfilemode = false\nfsmonitor = false
packedGitLimit = 1g\n[extensions]\nobjectformat = %s\n' "$format" > "$GIT_DIR/config"
exec "$git" --no-pager "$@"
)sh";

std::string read_file(const fs::path& path) {
  constexpr std::uintmax_t kMost = 1u << 20;
  std::error_code unread;
  if (!fs::is_regular_file(path, unread) || fs::file_size(path, unread) > kMost) return "";
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The path on a line, seen from a directory; "" if it leads nowhere.
std::string resolve(const fs::path& from, std::string_view line) {
  std::error_code absent;
  fs::path real = fs::canonical(from / std::string(base::trim(line)), absent);
  return absent ? "" : real.string();
}

std::vector<std::string> alternates_of(const std::string& common) {
  constexpr std::size_t kMost = 16;
  std::vector<std::string> found;
  std::string text = read_file(common + "/objects/info/alternates");
  for (std::string_view line : base::split_lines(text))
    if (std::string path = resolve(common + "/objects", line);
        !path.empty() && !line.starts_with('#') && found.size() < kMost)
      found.push_back(std::move(path));
  return found;
}

/// A `.git` that is a file must be answered by the repository that it names (worktrees), or that
/// must belong to a checkout around (submodules); else any repository of this user could be read.
bool belongs(const std::string& git, const std::string& own, const std::string& common) {
  bool inside = own == git || own.find("/.git/modules/") != own.npos;
  if (!inside && resolve(own, read_file(own + "/gitdir")) != git) return false;
  return own == common || own.starts_with(common + "/worktrees/");
}

bool is_repository(const std::string& own, const std::string& common) {
  std::error_code absent;
  return !own.empty() && !common.empty() && fs::is_regular_file(own + "/HEAD", absent) &&
         fs::is_directory(common + "/objects", absent);
}

}  // namespace

std::optional<Checkout> find_checkout(const std::string& directory) {
  std::error_code absent;
  fs::path at = fs::canonical(directory, absent);
  if (absent) return std::nullopt;
  for (;; at = at.parent_path()) {
    fs::path git = at / ".git";
    if (fs::exists(git, absent)) {
      Checkout out{at.string(), git.string(), "", {}};
      if (std::string text = read_file(git); text.starts_with("gitdir: "))
        out.own = resolve(at, std::string_view(text).substr(8));
      std::string common = read_file(out.own + "/commondir");
      out.common = common.empty() ? out.own : resolve(out.own, common);
      if (!is_repository(out.own, out.common) || !belongs(git, out.own, out.common))
        return std::nullopt;
      out.alternates = alternates_of(out.common);
      return out;
    }
    if (at == at.parent_path()) return std::nullopt;
  }
}

base::Result<base::ProcessOutcome> run_git(const GitCall& call) {
  std::string git = find_tool("git");
  if (git.empty()) return base::fail("git is not installed", "install git");
  auto checkout = find_checkout(call.directory);
  if (!checkout) return base::fail(base::format("'{}' is in no checkout of git", call.directory));
  std::string configuration = base::to_lower(read_file(checkout->common + "/config"));
  std::erase_if(configuration, base::is_space);
  bool sha256 = configuration.find("objectformat=sha256") != std::string::npos;
  ToolCall tool;
  tool.program = find_tool("bash");
  tool.arguments = {"--norc",
                    "--noprofile",
                    "-c",
                    std::string(kScript),
                    "bash",
                    checkout->own,
                    checkout->common,
                    sha256 ? "sha256" : "sha1",
                    checkout->root,
                    git};
  tool.arguments.insert(tool.arguments.end(), call.words.begin(), call.words.end());
  tool.directory = fs::canonical(call.directory).string();
  tool.readable = {checkout->root, checkout->own, checkout->common};
  tool.readable.insert(tool.readable.end(), checkout->alternates.begin(),
                       checkout->alternates.end());
  tool.environment = {{"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_CONFIG_GLOBAL", "/dev/null"},
                      {"GIT_OPTIONAL_LOCKS", "0"},  {"GIT_TERMINAL_PROMPT", "0"},
                      {"GIT_NO_LAZY_FETCH", "1"},   {"GIT_ALLOW_PROTOCOL", "none"},
                      {"GIT_ATTR_NOSYSTEM", "1"}};
  // Those that are written relative would be sought beside the links.
  tool.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = base::join(checkout->alternates, ":");
  tool.timeout = call.timeout;
  tool.output_limit = call.output_limit;
  // Packs are mapped into memory.
  tool.memory = 16ull << 30;
  return run_tool(tool);
}

}  // namespace kbuild::tools
