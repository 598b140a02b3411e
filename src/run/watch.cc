// The watching file and its reader; see watch.h. Failures are noted by a trap on ERR, which has the
// shell's own rules: what a script handles itself (`||`, `if`) is no failure. Changes are seen by a
// trap on DEBUG, which compares the variables of the tools before each command and costs a
// comparison while nothing changes; what counts is what the tools list then.
#include "run/watch.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "shell/command.h"
#include "shell/modules.h"
#include "shell/programs.h"
#include "shell/words.h"

namespace kbuild::run {

namespace {

constexpr std::size_t kMaxWatchedLines = 10'000;

/// Functions of the watching, for the shell of the steps and for those of scripts. `kb_list` runs
/// in a subshell, so that tools which export what they know change nothing here.
constexpr std::string_view kWatchFunctions = R"sh(
kb_noted=0
kb_note() {
  kb_noted=$((kb_noted + 1))
  [ "$kb_noted" -gt 500 ] || printf '%s\n' "$1" >> "$KB_WATCHED" 2>/dev/null || :
}
kb_clean() { kb_text=${1//[$'\t\n']/ }; kb_text=${kb_text:0:500}; }
kb_failed_command() {
  case $3 in "$KB_DIRECTORY"/*|[!/]*|"") ;; *) return 0 ;; esac
  kb_clean "$4"
  kb_note "failed"$'\t'"${KB_STEP:-0}"$'\t'"$1"$'\t'"$2"$'\t'"$3"$'\t'"$kb_text"
}
kb_list() (
  trap - ERR DEBUG
  set +eux
  kb_id="${KB_STEP:-0}"$'\t'"$1"
  printf 'look\t%s\n' "$kb_id"
  if type module >/dev/null 2>&1; then
    module -t list 2>&1 </dev/null | while IFS= read -r kb_line || [ -n "$kb_line" ]; do
      printf 'module\t%s\t%s\n' "$kb_id" "$kb_line"
    done
  fi
  if [ -n "${SPACK_LOADED_HASHES-}" ] && type spack >/dev/null 2>&1; then
    spack find --loaded --format '{name}@{version}' 2>/dev/null </dev/null |
      while IFS= read -r kb_line || [ -n "$kb_line" ]; do printf 'spack\t%s\t%s\n' "$kb_id" "$kb_line"; done
  fi
  [ ! -d "${CONDA_PREFIX-}/conda-meta" ] || printf 'conda\t%s\t%s\n' "$kb_id" "$CONDA_PREFIX"
  [ ! -f "${VIRTUAL_ENV-}/pyvenv.cfg" ] || printf 'venv\t%s\t%s\n' "$kb_id" "$VIRTUAL_ENV"
  kb_ask "$kb_id"
)
kb_look() {
  export KB_SEEN=$1
  kb_list "$BASHPID" >> "$KB_WATCHED" 2>/dev/null || :
}
kb_check() {
  # A tool that is still at work has told only a part.
  case ${FUNCNAME[1]-main} in
    main) ;;
    source) case ${BASH_SOURCE[1]} in "$KB_DIRECTORY"/*) ;; *) return 0 ;; esac ;;
    *) return 0 ;;
  esac
  kb_compare
}
kb_compare() {
  kb_state="${LOADEDMODULES-}|${SPACK_LOADED_HASHES-}|${CONDA_PREFIX-}|${VIRTUAL_ENV-}"
  [ "$kb_state" = "${KB_SEEN-|||}" ] || kb_look "$kb_state"
}
kb_debug='kb_last=$_; kb_check; : "$kb_last"'
if ! declare -F kb_launch >/dev/null && { declare -F srun || type -P srun; } >/dev/null; then
  if declare -F srun >/dev/null; then
    eval "kb_launch() $(declare -f srun | tail -n +2)"
  else
    kb_launch() { command srun "$@"; }
  fi
  srun() {
    kb_launch "$@" || {
      local kb_status=$?
      printf 'failed\t%s\t%s\t%s\t%s\tsrun %s\n' "${KB_STEP:-0}" "$kb_status" \
        "${BASH_LINENO[0]-0}" "${BASH_SOURCE[1]-}" "${*//[$'\t\n']/ }" \
        >> "$KB_WATCHED" 2>/dev/null
      return "$kb_status"
    }
  }
  export -f kb_launch srun
fi
)sh";

/// In shells of scripts alone: those of the page, not those of the system's own programs.
constexpr std::string_view kWatchTraps = R"sh(
case $0 in
  "$KB_DIRECTORY"/cell.sh) ;;
  *)
    set -E
    trap 'kb_failed_command "$?" "$LINENO" "${BASH_SOURCE[0]-}" "$BASH_COMMAND"' ERR
    trap "$kb_debug" DEBUG
    # A shell may end in the middle of a function, or with what changes a module.
    trap 'trap - ERR DEBUG; kb_compare' EXIT
    ;;
esac
)sh";

/// Versions of what the unit is about, as the programs in the search path of now say them.
std::string ask_function(const Cell& cell) {
  std::string out = "kb_ask() {\n  :\n";
  base::Json probes = base::Json::array();
  for (const ProductProbe& probe : cell.probes)
    probes.push_back(base::Json::array({probe.product, probe.packages}));
  // Texts and lists of JSON are those of Python; files of the page must not replace its library.
  if (!probes.empty())
    out +=
        "  timeout 60 python3 - \"$1\" 2>/dev/null <<'KB_END'\nimport sys\nsys.path.pop(0)\n"
        "from importlib.metadata import version\nfor product, names in " +
        base::dump_line(probes) + R"py(:
    for name in names:
        try:
            print("product", sys.argv[1], product, version(name), sep="\t")
            break
        except Exception:
            pass
KB_END
)py";
  for (const std::string& compiler : cell.compilers) {
    std::string name = shell::quote(compiler);
    out += base::format(
        "  kb_said=$({0} --version 2>/dev/null </dev/null) && "
        "printf 'compiler\\t%s\\t%s\\t%s\\n' \"$1\" {0} \"${{kb_said%%$'\\n'*}}\"\n",
        name);
  }
  return out + "  :\n}\n";
}

}  // namespace

std::string watch_script(const Cell& cell, const std::string& directory) {
  std::string out = "# Watches what loads software in the unit; written by kbuild.\n";
  out += "[ -z \"${KB_BASH_ENV-}\" ] || . \"$KB_BASH_ENV\"\n";
  out +=
      "KB_DIRECTORY=" + shell::quote(directory) + "\nexport KB_WATCHED=\"$KB_DIRECTORY/watched\"\n";
  // Programs of the system that are scripts of bash are not the page's.
  out += "case $0 in \"$KB_DIRECTORY\"/*|[!/]*) ;; *) return 0 ;; esac\n";
  out += kWatchFunctions;
  out += ask_function(cell);
  out += kWatchTraps;
  return out;
}

std::string begin_watching() {
  return "export KB_BASH_ENV=\"${BASH_ENV-}\" BASH_ENV=\"$KB/watch.sh\" KB_STEP=0\n"
         "KB_BASH_ENV= . \"$KB/watch.sh\"\n";
}

std::string watch_step(std::size_t number) {
  return base::format("export KB_STEP={}\n", number);
}

std::string look_after_step() {
  return "kb_check\n";
}

std::string look_at_images(const Cell& cell) {
  std::string out;
  for (const std::string& image : cell.images)
    out += base::format(
        "[ ! -f {0} ] || printf 'container\\t%s\\t0\\t%s\\t%s\\n' \"$KB_STEP\" {0} "
        "\"$(timeout 120 sha256sum < {0} | cut -d ' ' -f 1)\" >> \"$KB/watched\"\n",
        shell::quote(image));
  return out;
}

namespace {

/// Whether the failure of a command means that something was not loaded.
bool loads_software(const shell::Command& command, int exit_code) {
  using enum shell::ProgramClass;
  std::string_view program = command.program();
  if (program == "srun" || shell::is_program(program, sources)) return true;
  if (program == "module" || program == "ml") {
    auto module = shell::module_command(command);
    // Whoever asks for what is not there is told so, and no more.
    bool asks = module && module->verb == shell::ModuleVerb::query;
    return exit_code == 127 || !asks;
  }
  bool verb =
      command.words.size() > 1 && base::is_any_of(command.words[1], {"activate", "load", "env"});
  return verb && (program == "spack" || shell::is_program(program, conda));
}

/// A script's line with those that a backslash joins to it; `number` is 1-based.
std::string logical_line(std::string_view text, std::uint32_t number) {
  auto lines = base::split_lines(text);
  std::string out;
  for (std::size_t i = number; i >= 1 && i <= lines.size(); ++i) {
    out += std::string(lines[i - 1]) + "\n";
    if (!lines[i - 1].ends_with('\\')) break;
  }
  return out;
}

/// Whether it is a load that failed; then it gets the load's own words. A shell names the innermost
/// command of a function, so that a failing `module load` is seen by the line that it stands on.
bool is_failed_load(const Cell& cell, UnseenFailure& failure) {
  auto first_load = [&](std::string_view text) {
    for (const shell::Command& command : shell::parse(text))
      if (loads_software(command, failure.exit_code)) {
        failure.command = base::join(command.words, " ");
        return true;
      }
    return false;
  };
  if (first_load(failure.command)) return true;
  for (const CellFile& file : cell.files) {
    if (base::file_name(file.name) != base::file_name(failure.script)) continue;
    std::string line = logical_line(file.content, failure.line);
    return line.find(failure.command) == line.npos && first_load(line);
  }
  return false;
}

/// What `module -t list` prints around the names.
bool is_module_name(std::string_view line) {
  return !line.empty() && line.find(' ') == line.npos && !line.ends_with(':') &&
         !line.starts_with('(');
}

/// Gathers the looks of all shells: what the last look of any of them saw was there to the end.
class Looks {
 public:
  void begin(const std::string& shell) { last_[shell].clear(); }
  void add(const std::string& shell, LoadedSoftware one) {
    std::size_t at = 0;
    while (at < all_.size() && !(all_[at].kind == one.kind && all_[at].name == one.name &&
                                 all_[at].version == one.version))
      ++at;
    if (at == all_.size()) all_.push_back(std::move(one));
    last_[shell].insert(at);
  }
  std::vector<LoadedSoftware> finish() && {
    for (const auto& [shell, seen] : last_)
      for (std::size_t at : seen) all_[at].at_end = true;
    return std::move(all_);
  }

 private:
  std::vector<LoadedSoftware> all_;
  std::map<std::string, std::set<std::size_t>> last_;
};

/// A module says what its product's own program says, where that can be asked.
void confirm_modules(const Cell& cell, std::vector<LoadedSoftware>& loaded) {
  for (LoadedSoftware& module : loaded) {
    if (module.kind != "module") continue;
    for (const ProductProbe& probe : cell.probes)
      for (const LoadedSoftware& product : loaded)
        if (product.kind == "product" && product.name == probe.product && product.at_end &&
            std::string_view(module.name).substr(0, module.name.find('/')) == probe.module)
          module.version = product.version;
  }
}

}  // namespace

Watched read_watched(std::string_view text, const Cell& cell) {
  Watched out;
  Looks looks;
  std::size_t count = 0;
  for (std::string_view line : base::split_lines(text)) {
    if (++count > kMaxWatchedLines) break;
    auto fields = base::split(line, '\t');
    if (fields.size() < 3) continue;
    std::string_view kind = fields[0];
    if (kind == "failed" && fields.size() >= 6) {
      UnseenFailure failure;
      failure.step = static_cast<std::size_t>(
          std::clamp<long long>(base::parse_integer(fields[1]).value_or(0), 0, 1'000'000));
      failure.exit_code = static_cast<int>(base::parse_integer(fields[2]).value_or(-1));
      failure.line = static_cast<std::uint32_t>(
          std::clamp<long long>(base::parse_integer(fields[3]).value_or(0), 0, 10'000'000));
      failure.script = fields[4];
      failure.command = fields[5];
      if (is_failed_load(cell, failure)) out.failures.push_back(std::move(failure));
      continue;
    }
    std::string shell = std::string(fields[1]) + "\t" + std::string(fields[2]);
    if (kind == "look") looks.begin(shell);
    if (fields.size() < 4) continue;
    std::string name(base::trim(fields[3]));
    std::string version(fields.size() > 4 ? base::trim(fields[4]) : "");
    bool known = base::is_any_of(
        kind, {"module", "spack", "conda", "venv", "product", "compiler", "container"});
    if (!known || name.empty() || (kind == "module" && !is_module_name(name))) continue;
    looks.add(shell, {std::string(kind), std::move(name), std::move(version), false});
  }
  out.loaded = std::move(looks).finish();
  confirm_modules(cell, out.loaded);
  return out;
}

}  // namespace kbuild::run
