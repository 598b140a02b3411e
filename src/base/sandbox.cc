// What a sandbox shows to its child, and the choice of the walls; see sandbox.h. How they are made
// is in base/enclosure.cc.
#include "base/sandbox.h"

#include <unistd.h>

#include <algorithm>
#include <optional>

#include "base/enclosure.h"

namespace kbuild::base {

namespace {

constexpr const char* kBubblewrap = "/usr/bin/bwrap";

/// What programs need of the system. Of /etc only what the loader, the names of users and hosts,
/// and Debian's alternatives need; nothing there is private.
constexpr const char* kSystemPaths[] = {"/usr",
                                        "/bin",
                                        "/sbin",
                                        "/lib",
                                        "/lib32",
                                        "/lib64",
                                        "/libx32",
                                        "/etc/ld.so.cache",
                                        "/etc/ld.so.conf",
                                        "/etc/ld.so.conf.d",
                                        "/etc/alternatives",
                                        "/etc/localtime",
                                        "/etc/nsswitch.conf",
                                        "/etc/hosts"};
/// What a program that reaches the network needs as well.
constexpr const char* kNetworkPaths[] = {"/etc/resolv.conf", "/etc/ssl", "/etc/pki",
                                         "/etc/ca-certificates", "/etc/services"};

bool works(const WallMethod& method) {
  Command trial{{"/bin/sh", "-c", ":"}};
  trial.inherit_environment = false;
  trial.timeout = 10;
  trial.sandbox = Sandbox{};
  auto outcome = run_behind(trial, method);
  return outcome && outcome->exit_code == 0;
}

/// Those of namespaces, the best first; limits_only where none works.
WallMethod try_namespaces() {
  const bool root = ::geteuid() == 0;
  for (bool user_namespace : {true, false}) {
    if (!user_namespace && !root) continue;
    for (SandboxKind kind : {SandboxKind::bubblewrap, SandboxKind::namespaces})
      if (WallMethod method{kind, user_namespace}; works(method)) return method;
  }
  return {SandboxKind::limits_only, false};
}

}  // namespace

const WallMethod& wall_method_here() {
  static const WallMethod method = [] {
    WallMethod spaces = try_namespaces();
    WallMethod landlock{SandboxKind::landlock, false};
    return spaces.kind == SandboxKind::limits_only && works(landlock) ? landlock : spaces;
  }();
  return method;
}

const WallMethod& quick_method_here() {
  static const WallMethod method = [] {
    WallMethod landlock{SandboxKind::landlock, false};
    return works(landlock) ? landlock : try_namespaces();
  }();
  return method;
}

const Walls& walls_here() {
  static const Walls walls = [] {
    SandboxKind kind = wall_method_here().kind;
    bool spaces = kind == SandboxKind::bubblewrap || kind == SandboxKind::namespaces;
    bool landlock = kind == SandboxKind::landlock;
    return Walls{kind, spaces || landlock, spaces || landlock, spaces};
  }();
  return walls;
}

std::string_view sandbox_name(SandboxKind kind) {
  switch (kind) {
    case SandboxKind::bubblewrap: return "bubblewrap";
    case SandboxKind::namespaces: return "namespaces";
    case SandboxKind::landlock: return "landlock";
    case SandboxKind::limits_only: break;
  }
  return "limits only";
}

std::vector<std::string> wall_words(const Walls& walls) {
  std::vector<std::string> words = {std::string(sandbox_name(walls.kind))};
  if (walls.files) words.emplace_back("files");
  if (walls.network) words.emplace_back("network");
  if (walls.processes) words.emplace_back("processes");
  return words;
}

std::vector<SeenPath> seen_paths(const Sandbox& sandbox) {
  std::vector<SeenPath> paths;
  for (const char* path : kSystemPaths) paths.push_back({SeenPath::As::readable, path});
  if (sandbox.network == Network::host)
    for (const char* path : kNetworkPaths) paths.push_back({SeenPath::As::readable, path});
  for (const std::string& path : sandbox.readable) paths.push_back({SeenPath::As::readable, path});
  for (const std::string& path : sandbox.devices) paths.push_back({SeenPath::As::device, path});
  for (const std::string& path : sandbox.writable) paths.push_back({SeenPath::As::writable, path});
  return paths;
}

std::vector<std::string> bubblewrap_call(const Sandbox& sandbox, std::string_view directory) {
  std::vector<std::string> call = {
      kBubblewrap,     "--unshare-user", "--disable-userns",  "--uid",      "1000", "--gid", "1000",
      "--unshare-pid", "--unshare-ipc",  "--die-with-parent", "--cap-drop", "ALL"};
  auto add = [&](std::initializer_list<std::string_view> words) {
    call.insert(call.end(), words.begin(), words.end());
  };
  if (sandbox.network == Network::none)
    add({"--unshare-net", "--unshare-uts", "--hostname", "localhost"});
  const std::string size = std::to_string(sandbox.limits.temporary);
  add({"--proc", "/proc", "--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm", "--size", size,
       "--perms", "1777", "--tmpfs", "/tmp"});
  for (const char* part : kProcParts) add({"--ro-bind-try", part, part});
  for (const SeenPath& seen : seen_paths(sandbox))
    add({seen.as == SeenPath::As::readable ? "--ro-bind-try"
         : seen.as == SeenPath::As::device ? "--dev-bind-try"
                                           : "--bind",
         seen.path, seen.path});
  add({"--remount-ro", "/dev", "--remount-ro", "/", "--chdir",
       directory.empty() ? std::string_view("/tmp") : directory});
  return call;
}

}  // namespace kbuild::base
