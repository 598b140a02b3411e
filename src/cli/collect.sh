#!/bin/sh
# Lists what is installed on this system, for kbuild. Needs a POSIX shell, awk, sed, and the tools that it asks:
# Lmod or Environment Modules, EasyBuild's directories, Spack, conda, pip, Apptainer and uenv, as far as they are here.
#
#   sh collect.sh -s LUMI -o lists/lumi.json
#
# Exit status: 0 the list is whole; 1 a tool failed or nothing was found; 2 the arguments are wrong. A list that is
# not whole is no list of what is missing: with -o it goes to FILE.partial, and FILE stays as it is.
set -u
LC_ALL=C
export LC_ALL

usage() {
  cat <<'HELP'
usage: sh collect.sh [options]
  -s NAME     the system's name (default: LMOD_SYSTEM_NAME, or the name of this machine without login and digits)
  -o FILE     write the list to FILE (default: standard output)
  -e DIR      a directory of software that EasyBuild installed (default: those beside the trees of modules)
  -p DIR      an environment of conda or Python, or a directory of environments
  -c DIR      a directory of containers, *.sif
  -t SECONDS  how long one command may take (default: 900)
-e, -p and -c can be given several times.
HELP
}

system=
output=
limit=900
software=
environments=
containers=
newline='
'
while getopts s:o:e:p:c:t:h option; do
  case $option in
    s) system=$OPTARG ;;
    o) output=$OPTARG ;;
    e) software=$software$OPTARG$newline ;;
    p) environments=$environments$OPTARG$newline ;;
    c) containers=$containers$OPTARG$newline ;;
    t) limit=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [ $# -gt 0 ]; then usage >&2; exit 2; fi
case $limit in
  '' | *[!0-9]*) usage >&2; exit 2 ;;
esac

case $system in
  *[![:print:]]*) usage >&2; exit 2 ;;
esac

say() { printf 'collect: %s\n' "$*" >&2; }

if [ -n "$output" ] && { [ -L "$output" ] || { [ -e "$output" ] && [ ! -f "$output" ]; }; }; then
  say "'$output' is no plain file"
  exit 2
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/kbuild-collect.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
: >"$work/tools"
failed=0

# Functions of awk that make text of any bytes the inside of a JSON string.
awk_clean='
BEGIN { for (byte = 1; byte < 32; ++byte) code[sprintf("%c", byte)] = byte }
# The bytes of the character of UTF-8 that text begins with; 0 where it begins with none.
function width(text) {
  if (text ~ /^[ -~]/) return 1
  if (text ~ /^[\302-\337][\200-\277]/) return 2
  if (text ~ /^\340[\240-\277][\200-\277]/ || text ~ /^\355[\200-\237][\200-\277]/) return 3
  if (text ~ /^[\341-\354\356\357][\200-\277][\200-\277]/) return 3
  if (text ~ /^\360[\220-\277][\200-\277][\200-\277]/ || text ~ /^\364[\200-\217][\200-\277][\200-\277]/) return 4
  if (text ~ /^[\361-\363][\200-\277][\200-\277][\200-\277]/) return 4
  return 0
}
function clean(text,    result, at, next_width, character) {
  if (text !~ /[^ -~]/) return text
  for (at = 1; at <= length(text); at += next_width ? next_width : 1) {
    character = substr(text, at, 1)
    next_width = width(substr(text, at, 4))
    if (next_width) result = result substr(text, at, next_width)
    else result = result (character in code ? sprintf("\\u%04x", code[character]) : "\\ufffd")
  }
  return result
}
'

# Lines of text as JSON strings, one a line.
strings() {
  tr -d '\000' | awk "$awk_clean"'
    { sub(/[ \t\r]+$/, "") }
    $0 != "" { gsub(/[\\"]/, "\\\\&"); print "\"" clean($0) "\"" }'
}

# records DEPTH KEYS: reads JSON and prints its objects at that depth, one a line, sorted, each with those of its
# members that KEYS names, in their order; objects with none of them are left out. Fails if the text is no whole JSON.
records() {
  tr -d '\000' | awk -v record_depth="$1" -v keys="$2" "$awk_clean"'
    # Between two quotes lies either a string or what is between strings.
    BEGIN { RS = "\""; count = split(keys, wanted, " "); for (k in wanted) place[wanted[k]] = k }
    in_string {
      text = text $0
      if (match($0, /\\+$/) && RLENGTH % 2) { text = text "\""; next }
      if (text !~ /\\\\/) gsub(/\\\//, "/", text)
      in_string = 0
      if (capturing) value = value "\"" clean(text) "\""
      else name = text
      next
    }
    {
      between = $0
      gsub(/[ \t\r\n]+/, "", between)
      for (at = 1; at <= length(between); ++at) step(substr(between, at, 1))
      in_string = 1
      text = ""
    }
    function step(character) {
      if (character ~ /[{[]/) {
        if (capturing) value = value character
        kind[++depth] = character
        seen = 1
        if (depth == record_depth && character == "{") { split("", member); recording = 1 }
      } else if (character ~ /[]}]/) {
        if (depth == 0 || (kind[depth] == "{") != (character == "}")) broken = 1
        if (depth == record_depth && recording) { keep(); put(); recording = 0 }
        --depth
        if (capturing) value = value character
      } else if (depth == record_depth && recording && character == ":") {
        capturing = name in place
        value = ""
      } else if (depth == record_depth && recording && character == ",") {
        keep()
      } else if (depth == 0 || character !~ /[-+.:,0-9A-Za-z]/) {
        broken = 1
      } else if (capturing) {
        value = value character
      }
    }
    function keep() {
      if (capturing) member[place[name]] = value
      capturing = 0
    }
    function put(    k, line) {
      for (k = 1; k <= count; ++k)
        if (k in member) line = line (line == "" ? "" : ", ") "\"" wanted[k] "\": " member[k]
      if (line != "") print "{" line "}"
    }
    END { if (broken || depth || !seen) exit 1 }' >"$work/unsorted" && sort -u "$work/unsorted"
}

# limited COMMAND...: its output to $work/out, its errors to $work/err; no longer than the limit where `timeout` is.
limited() {
  if command -v timeout >/dev/null 2>&1; then set -- timeout -k 5 "$limit" "$@"; fi
  "$@" </dev/null >"$work/out" 2>"$work/err"
}

# Adds a tool with the lines of $work/lines to the list. MEMBERS are further members of its object.
add() { # tool command status error members
  {
    printf '{"tool": "%s",%s "command": %s, "status": %d' "$1" "$5" "$(printf '%s\n' "$2" | strings)" "$3"
    if [ -n "$4" ]; then printf ', "error": %s' "$(printf '%s\n' "$4" | strings)"; fi
    printf ',\n "lines": [\n'
    sed -e 's/^/  /' -e '$!s/$/,/' "$work/lines"
    printf ' ]}\n'
  } >>"$work/tools"
}

# why STATUS FILE: what went wrong with a command, by its status and the last line that it said.
why() {
  case $1 in
    124 | 137) printf 'took longer than %d seconds' "$limit" ;;
    *) printf 'ended with status %d: %s' "$1" "$(tr -d '\000' <"$2" | sed '/^[[:space:]]*$/d' | tail -n 1 | cut -c 1-200)" ;;
  esac
}

# ask TOOL STREAM SHAPE MEMBERS COMMAND...: runs a command and adds what it says on that stream (out or err), made into
# lines by the function SHAPE. Returns whether that went well.
ask() {
  tool=$1 stream=$2 shape=$3 members=$4
  shift 4
  limited "$@"
  status=$?
  error=
  : >"$work/lines"
  if [ $status -ne 0 ]; then
    error=$(why $status "$work/err")
  elif ! "$shape" <"$work/$stream" >"$work/lines"; then
    status=1 error="printed something that is not what was expected: $(tr -d '\000' <"$work/$stream" | head -n 1 | cut -c 1-200)"
    : >"$work/lines"
  elif [ ! -s "$work/lines" ] && [ "$tool" != spack ] && [ "$tool" != uenv ]; then
    status=1 error="listed nothing: $(tail -n 1 "$work/err" | cut -c 1-200)"
  fi
  add "$tool" "$*" $status "$error" "$members"
  if [ $status -ne 0 ]; then say "$tool: $error"; fi
  return $status
}

# Shapes of what the tools print, which `ask` calls by name.
# Of Lmod's sort keys only those that mark a default are kept.
# shellcheck disable=SC2317
spider_records() { records 3 "fullName hidden parentAA provides wV" | sed 's/, "wV": "[^^"][^"]*"//'; }
# Names that stand for modules, and directories of them, are none.
# shellcheck disable=SC2317
avail_records() { records 3 "name type symbols tags" | grep -vE '"type": "(alias|directory|symbol)"'; }
# shellcheck disable=SC2317
package_records() { records 2 "name version"; }
# shellcheck disable=SC2317
images() { sed '1{/^uenv  *arch/d;}' | strings; }
label_records() {
  records 4 "org.opencontainers.image.title org.opencontainers.image.version org.label-schema.name \
    org.label-schema.version name version Name Version"
}

# From cron there is no login: what /etc/profile sets for the module tool is asked of a login shell.
borrow_login() {
  command -v bash >/dev/null 2>&1 || return 0
  limited bash --posix -lc 'export -p'
  grep -E '^export (LMOD_[A-Za-z0-9_]*|MODULE[A-Za-z0-9_]*)=".*"$' "$work/out" >"$work/login"
  # shellcheck source=/dev/null
  . "$work/login"
}

# Whether there is a command of this name or path.
have() { command -v "$1" >/dev/null 2>&1; }

collect_lmod() {
  spider=${LMOD_CMD%/*}/spider
  ask lmod-spider-json out spider_records '' "$spider" -o spider-json "${MODULEPATH:-}" ||
    ask lmod-spider-terse err strings ' "instead_of": "lmod-spider-json",' "$LMOD_CMD" sh -t spider || failed=1
  ask lmod-defaults err strings '' "$LMOD_CMD" sh -t -d avail || failed=1
}

# Lists the modules of Environment Modules, whose command is $1.
collect_modules() {
  if ask modules-json err avail_records '' "$1" sh avail --all --json; then
    : >"$work/queue"
    queue_beneath "$1" "${MODULEPATH:-}" ''
    collect_beneath "$1"
  else
    ask modules-terse err strings ' "instead_of": "modules-json",' "$1" sh avail -t || failed=1
  fi
}

# Environment Modules list what MODULEPATH reaches at once. For modules of the last listing that extend it, puts the
# directories that `show` names on the queue, with the modules to load before as they are in JSON.
queue_beneath() { # command modulepath before
  records 3 "name pathname" <"$work/err" | sed 's/^{"name": "\(.*\)", "pathname": "\(.*\)"}$/\1 \2/' >"$work/files"
  while read -r module file; do
    grep -qE 'MODULEPATH|module[[:space:]]+use' "$file" 2>/dev/null || continue
    limited env MODULEPATH="$2" "$1" sh show "$module"
    sed -nE 's/^(pre|ap)pend-path[[:space:]].*MODULEPATH[[:space:]]+//p; s/^module[[:space:]]+use[[:space:]]//p' "$work/err" |
      awk '{ gsub(/[: \t]+/, "\n"); print }' | sed -n '/^\//p' | while IFS= read -r directory; do
        # What is there already, and a user's own, is not beneath the module.
        case :${MODULEPATH:-}: in *":$directory:"*) continue ;; esac
        case $directory in "${HOME:-/nowhere}"/*) continue ;; esac
        case ,$3, in *",\"$module\","*) continue ;; esac
        printf '%s %s\n' "${3:+$3,}\"$module\"" "$directory"
      done >>"$work/queue"
  done <"$work/files"
}

# Lists the directories of the queue, each once with the same modules before it.
collect_beneath() { # command
  : >"$work/done"
  while read -r before directory <"$work/queue"; do
    sed 1d "$work/queue" >"$work/rest" && mv "$work/rest" "$work/queue"
    if [ ! -d "$directory" ] || grep -qxF "$before $directory" "$work/done"; then continue; fi
    printf '%s %s\n' "$before" "$directory" >>"$work/done"
    if [ "$(wc -l <"$work/done")" -gt 1000 ]; then
      missing modules-json "$directory" 'is behind more than 1000 directories of modules'
      return
    fi
    limited env MODULEPATH="$directory" "$1" sh avail --all --json
    status=$?
    # A directory may be there for modules to come.
    if [ $status -eq 0 ] && [ "$(tr -d ' \n' <"$work/err")" = '{}' ]; then continue; fi
    if [ $status -eq 0 ] && avail_records <"$work/err" >"$work/records"; then
      awk -v before="$before" '{ sub(/}$/, ""); print $0 ", \"parentAA\": [[" before "]]}" }' "$work/records" >"$work/lines"
      add modules-json "MODULEPATH=$directory $1 sh avail --all --json" 0 '' ''
      queue_beneath "$1" "$directory" "$before"
    else
      missing modules-json "$directory" "cannot be listed: $(why $status "$work/err")"
    fi
  done
}

collect_module_tool() {
  if [ -z "${LMOD_CMD:-}${MODULES_CMD:-}${MODULESHOME:-}" ]; then borrow_login; fi
  if have "${LMOD_CMD:-}"; then
    collect_lmod
  elif have "${MODULES_CMD:-}"; then
    collect_modules "$MODULES_CMD"
  elif have "${MODULESHOME:-}/libexec/modulecmd.tcl"; then
    collect_modules "$MODULESHOME/libexec/modulecmd.tcl"
  elif have "${MODULESHOME:-}/bin/modulecmd"; then
    collect_modules "$MODULESHOME/bin/modulecmd"
  elif [ -n "${LMOD_CMD:-}${MODULES_CMD:-}${MODULESHOME:-}" ]; then
    missing modules-json "${LMOD_CMD:-${MODULES_CMD:-$MODULESHOME}}" 'is set as the module tool, but is not there'
  fi
}

# missing TOOL PLACE WHY: a place that was named has nothing to list.
missing() {
  : >"$work/lines"
  add "$1" "$2" 1 "$2: $3" ''
  say "$1: $2: $3"
  failed=1
}

# The directories of software beside the trees of modules: PREFIX/modules/all has PREFIX/software.
software_beside_modules() {
  printf '%s\n' "${MODULEPATH:-}" | tr ':' '\n' | sed -n 's|/modules/.*$|/software|p' | sort -u |
    while IFS= read -r directory; do
      for recipe in "$directory"/*/*/easybuild/*.eb; do
        if [ -e "$recipe" ]; then printf '%s\n' "$directory"; break; fi
      done
    done
}

collect_easybuild() {
  [ -n "$software" ] || software=$(software_beside_modules)
  printf '%s\n' "$software" | sed '/^$/d' >"$work/places"
  while IFS= read -r directory; do
    for recipe in "$directory"/*/*/easybuild/*.eb; do
      if [ -e "$recipe" ]; then printf '%s\n' "${recipe##*/}"; fi
    done | strings | sort -u >"$work/lines"
    if [ -s "$work/lines" ]; then
      add easybuild "$directory/*/*/easybuild/*.eb" 0 '' ''
    else
      missing easybuild "$directory" 'has no */*/easybuild/*.eb'
    fi
  done <"$work/places"
}

collect_spack() {
  spack=${SPACK_ROOT:+$SPACK_ROOT/bin/}spack
  if have "$spack"; then ask spack out package_records '' "$spack" find --json || failed=1; fi
}

# Lists the environment in a directory; false where there is none.
collect_environment() {
  if [ -d "$1/conda-meta" ]; then
    for conda in "$1/bin/conda" "${CONDA_EXE:-conda}" mamba micromamba; do
      have "$conda" && break
    done
    ask conda out package_records '' "$conda" list --json -p "$1" || failed=1
  elif [ -x "$1/bin/python" ]; then
    ask pip out package_records '' "$1/bin/python" -m pip --disable-pip-version-check list --format=json || failed=1
  else
    return 1
  fi
}

collect_environments() {
  printf '%s\n' "$environments" | sed '/^$/d' >"$work/places"
  while IFS= read -r place; do
    found=
    for directory in "$place" "$place"/*/ "$place"/envs/*/; do
      if collect_environment "${directory%/}"; then found=1; fi
    done
    [ -n "$found" ] || missing conda "$place" 'has no environment of conda or Python'
  done <"$work/places"
}

# Lists the containers in a directory that labels name; one without labels says nothing.
collect_containers() {
  apptainer=apptainer
  have apptainer || apptainer=singularity
  printf '%s\n' "$containers" | sed '/^$/d' >"$work/places"
  while IFS= read -r directory; do
    find "$directory" -name '*.sif' 2>/dev/null | sort >"$work/images"
    if [ ! -s "$work/images" ]; then missing apptainer "$directory" 'has no *.sif'; continue; fi
    : >"$work/labels"
    error=
    while IFS= read -r image; do
      limited "$apptainer" inspect --json "$image"
      status=$?
      if [ $status -ne 0 ]; then
        error="$image: $(why $status "$work/err")"
      elif ! label_records <"$work/out" >>"$work/labels" || ! grep -q labels "$work/out"; then
        error="$image: $apptainer printed no labels in JSON"
      fi
    done <"$work/images"
    # Those whose labels give both a name and a version.
    grep -E 'title": .*image\.version|schema\.name": .*schema\.version|"name": .*"version"|"Name": .*"Version"' \
      "$work/labels" | sort -u >"$work/lines"
    if [ -n "$error" ]; then say "apptainer: $error"; failed=1; fi
    add apptainer "$apptainer inspect --json $directory/*.sif" "${error:+1}" "$error" ''
  done <"$work/places"
}

collect_module_tool
collect_easybuild
collect_spack
collect_environments
collect_containers
if have uenv; then ask uenv out images '' uenv image ls || failed=1; fi

if [ ! -s "$work/tools" ]; then
  say 'found neither modules nor any other software; name directories by -e, -p or -c'
  exit 1
fi
# A tool that the older list has, and that is not found today, has rather been lost than its software removed.
if [ -n "$output" ] && [ -f "$output" ]; then
  sed -n '/"instead_of"/d; s/^{"tool": "\([a-z-]*\)".*/\1/p' "$output" | sort -u >"$work/before"
  while IFS= read -r tool; do
    if ! grep -q "^{\"tool\": \"$tool\"" "$work/tools"; then
      say "$tool: is in $output, but was not found today; remove $output if that is right"
      failed=1
    fi
  done <"$work/before"
fi
if [ -z "$system" ]; then system=${LMOD_SYSTEM_NAME:-}; fi
if [ -z "$system" ]; then
  machine=$(uname -n | sed 's/\..*//')
  system=$(printf '%s\n' "$machine" | sed 's/[-_]*login[-_a-z0-9]*$//; s/[0-9]*$//')
  system=${system:-$machine}
fi
{
  printf '{\n"schema": "kbuild-list/1",\n"system": %s,\n"date": "%s",\n"tools": [\n' \
    "$(printf '%s\n' "$system" | strings)" "$(date +%Y-%m-%d)"
  sed '$!s/^ \]}$/ ]},/' "$work/tools"
  printf ']\n}\n'
} >"$work/list"

if [ -z "$output" ]; then
  cat "$work/list" || exit 1
else
  target=$output
  if [ $failed -ne 0 ]; then target=$output.partial; fi
  # Moved within its directory, so that no reader sees half of it.
  cp "$work/list" "$target.new" && mv "$target.new" "$target" || exit 1
  if [ $failed -ne 0 ]; then say "the list is not whole: it is in $target, and $output is as it was"; fi
fi
exit $failed
