// Lays out jobs and reads their results; see job.h.
#include "run/job.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "run/page_place.h"
#include "run/slurm/walls.h"
#include "run/watch.h"
#include "shell/words.h"

namespace kbuild::run {

namespace {

std::string step_file(std::size_t i) {
  return base::format("step-{}.sh", i + 1);
}

/// Facts about the machine, collected before a page or a profile could replace the commands used
/// for it.
constexpr std::string_view kFacts = R"sh(
{
  printf 'node\t%s\n' "${SLURMD_NODENAME:-$(hostname 2>/dev/null || uname -n)}"
  if type -P nvidia-smi >/dev/null; then
    kb_cuda=$(nvidia-smi 2>/dev/null | sed -n 's/.*CUDA Version: \([0-9.]*\).*/\1/p' | head -n 1)
    nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null |
      while IFS= read -r kb_line; do printf 'gpu\t%s, CUDA %s\n' "$kb_line" "$kb_cuda"; done
  elif type -P rocm-smi >/dev/null; then
    kb_rocm=$(cat /opt/rocm/.info/version 2>/dev/null)
    kb_driver=$(cat /sys/module/amdgpu/version 2>/dev/null)
    rocm-smi --showproductname --csv 2>/dev/null | sed -n '2,$p' |
      while IFS=, read -r kb_card kb_series kb_rest; do
        [ -n "$kb_card" ] && printf 'gpu\t%s, %s, , ROCm %s\n' "$kb_series" "$kb_driver" "$kb_rocm"
      done
  fi
} > "$KB/facts" 2>/dev/null </dev/null
)sh";

/// A job that the batch system starts a second time finds the place as the first start did.
constexpr std::string_view kFreshPlace = R"sh(
cd "$KB" || exit 125
rm -rf work home tmp results facts limit watched out-* err-*
mkdir home tmp && cp -R files work && cd work || exit 125
export HOME="$KB/home" TMPDIR="$KB/tmp"
)sh";

/// Most bytes of any file that a step writes.
constexpr std::uint64_t kMaxFileBytes = 4ull << 30;
/// Of longer outputs, head and tail of this many bytes are kept.
constexpr std::size_t kMaxOutputBytes = 1u << 20;

constexpr std::string_view kFunctions = R"sh(
kb_step=0 kb_failed=0 kb_began=$EPOCHREALTIME
kb_end() {
  printf '%s\t%s\t%s\t%s\t%s\n' "$kb_step" "$1" "$kb_began" "$EPOCHREALTIME" "$kb_failed" >> "$KB/results"
}
kb_leave() {
  kb_status=$?
  trap - ERR DEBUG
  kb_compare
  [ "$kb_step" = 0 ] || kb_end "$kb_status"
}
trap kb_leave EXIT
)sh";

std::string wrapper(const Cell& cell, const Execution& execution, const std::string& directory) {
  std::string out =
      "# Runs the steps of " + base::replace_all(cell.unit, "\n", " ") + " in one shell.\n";
  out += "KB=" + shell::quote(directory) + "\n";
  out += kFreshPlace;
  // kbuild's own arrays must not be visible to the page.
  out += "unset ${!SLURM_ARRAY_@}\n";
  // sbatch --export=NONE would make every srun of the page start with an empty environment.
  out += base::format("ulimit -c 0\nulimit -f {}\nexport SLURM_EXPORT_ENV=ALL\n",
                      kMaxFileBytes / 1024);
  out += kFacts;
  for (const auto& [name, value] : execution.environment)
    out += "export " + name + "=" + shell::quote(value) + "\n";
  if (!execution.prelude.empty()) out += ". \"$KB/prelude.sh\"\n";
  out += cell.prologue + begin_watching() + std::string(kFunctions);
  for (std::size_t i = 0; i < cell.steps.size(); ++i) {
    // A step ends at its first failing command, whose line the ERR trap notes; a step that is
    // expected to fail does so in a subshell, so that the next one can follow.
    out += base::format(
        "kb_step={0} kb_failed=0 kb_began=$EPOCHREALTIME\nprintf '%s\\tbegin\\n' {0} >> "
        "\"$KB/results\"\n{1}",
        i + 1, watch_step(i + 1));
    std::string call = base::format(
        ". \"$KB/{0}\" > \"$KB/out-{1}\" 2> \"$KB/err-{1}\" < /dev/null", step_file(i), i + 1);
    if (cell.steps[i].expected_exit == 0)
      out += "trap 'kb_failed=${kb_failed/#0/$LINENO}' ERR\ntrap \"$kb_debug\" DEBUG\nset -eET\n" +
             call + "\nkb_status=$?\nset +eET; trap - ERR DEBUG\n";
    else
      out += "( set -eT; trap \"$kb_debug\" DEBUG; " + call + " )\nkb_status=$?\n";
    out += look_after_step();
    out += base::format(
        "kb_end \"$kb_status\"; kb_step=0\n[ \"$kb_status\" = {} ] || exit \"$kb_status\"\n",
        cell.steps[i].expected_exit);
  }
  out += look_at_images(cell);
  return out;
}

double seconds_between(std::string_view begin, std::string_view end) {
  auto micros = [](std::string_view text) {
    std::string digits;
    for (char c : text)
      if (base::is_digit(c)) digits += c;
    return base::parse_integer(digits).value_or(0);
  };
  return static_cast<double>(micros(end) - micros(begin)) / 1e6;
}

/// Runs each cell under a time limit of its own, then shortens outputs that are too long to be
/// recorded.
std::string task_script(const std::string& directory, const std::vector<JobPart>& cells,
                        const std::optional<base::Sandbox>& walls) {
  std::string out = R"sh(# Runs each cell under a time limit of its own.
kb_exit=0
kb_cell() {
  local began=$SECONDS status file
  [ -z "${kb_words-}" ] || printf '%s\n' "$kb_words" > "$3"
  timeout --kill-after=10 "$2" "${kb_wall[@]}" bash --norc --noprofile "$1/cell.sh" < /dev/null
  status=$?
  # Programs may end with these codes by themselves.
  [ $status = 124 ] || [ $status = 137 ] && [ $((SECONDS - began)) -ge "$2" ] &&
    rm -rf "$1/limit" && echo timeout > "$1/limit"
  [ $status = 0 ] || kb_exit=$status
)sh";
  // What the cell left may be links to anywhere.
  out += base::format(
      "  find \"$1\" -maxdepth 1 -type f \\( -name 'out-*' -o -name 'err-*' \\) -size +{0}c | "
      "while IFS= "
      "read -r file; do\n"
      "    rm -rf \"$file.cut\"\n"
      "    {{ head -c {1} \"$file\"; printf '\\n[left out]\\n'; tail -c {1} \"$file\"; }} > "
      "\"$file.cut\"\n"
      "    mv \"$file.cut\" \"$file\"\n  done\n}}\n",
      kMaxOutputBytes, kMaxOutputBytes / 2);
  for (const JobPart& cell : cells) {
    if (walls) out += cell.starts_tasks ? no_wall_lines() : wall_lines(*walls, cell.directory);
    out += base::format("kb_cell {} {} {}\n", shell::quote(cell.directory), cell.seconds,
                        shell::quote(wall_file(directory, cell.directory)));
  }
  return out + "exit $kb_exit\n";
}

bool takes_line_marks(std::string_view name) {
  std::string_view suffix = base::extension(name);
  for (std::string_view known : {".c", ".cc", ".cpp", ".cxx", ".cu", ".h", ".hpp", ".hip"})
    if (suffix == known) return true;
  return false;
}

/// Programs may leave anything here: links, which could lead to what they cannot read themselves,
/// pipes, devices and long files are not read.
std::string read_or_empty(const base::Disk& disk, const std::string& directory,
                          const std::string& name) {
  auto place = disk.real_path(directory), path = disk.real_path(directory + "/" + name);
  if (!place || !path || *path != *place + "/" + name) return {};
  auto text = disk.read(*path, 64u << 20);
  return text ? std::move(*text) : std::string{};
}

}  // namespace

base::Result<void> remove_cell(base::Disk& disk, const std::string& directory) {
  if (disk.status(directory).kind != base::FileKind::directory) return {};
  if (auto done = disk.remove_tree(directory)) return done;
  // Caches of programs are often directories without write permission.
  (void)base::run_process({{"chmod", "-R", "u+rwX", directory}});
  return disk.remove_tree(directory);
}

base::Result<void> write_cell(base::Disk& disk, const Cell& cell, const Execution& execution,
                              const std::string& directory) {
  if (auto done = remove_cell(disk, directory); !done) return done;
  if (auto done = disk.make_directories(directory + "/files"); !done) return done;
  std::vector<std::pair<std::string, std::string>> files;
  std::string programs;
  for (const auto& [name, content, line] : cell.files) {
    if (!base::stays_inside(base::normalise_path(name)))
      return base::fail(base::format("'{}' would lie outside its directory", name));
    bool plain = cell.page.find_first_of("\"\\\n") == cell.page.npos;
    std::string mark = line > 0 && plain && takes_line_marks(name)
                           ? base::format("#line {} \"{}\"\n", line, cell.page)
                           : "";
    files.emplace_back("files/" + name, mark + content + (content.ends_with('\n') ? "" : "\n"));
    if (content.starts_with("#!")) programs += " " + shell::quote(directory + "/files/" + name);
  }
  for (std::size_t i = 0; i < cell.steps.size(); ++i)
    files.emplace_back(step_file(i), cell.steps[i].as_run);
  if (!execution.prelude.empty()) files.emplace_back("prelude.sh", execution.prelude);
  std::string text = wrapper(cell, execution, directory);
  // The disk knows no modes: the wrapper makes scripts executable.
  if (!programs.empty()) text = "chmod +x" + programs + "\n" + text;
  files.emplace_back("cell.sh", std::move(text));
  files.emplace_back("watch.sh", watch_script(cell, directory));
  for (const auto& [name, content] : files)
    if (auto done = disk.write(directory + "/" + name, content); !done) return done;
  return {};
}

base::Result<void> write_job(base::Disk& disk, const std::string& directory,
                             const std::vector<std::vector<JobPart>>& tasks,
                             const std::optional<base::Sandbox>& walls) {
  std::string out = "#!/bin/bash\n";
  if (tasks.size() == 1)
    out += task_script(directory, tasks.front(), walls);
  else
    out += "exec bash --norc --noprofile " + shell::quote(directory) +
           "/task-\"$SLURM_ARRAY_TASK_ID\".sh\n";
  for (std::size_t i = 0; tasks.size() > 1 && i < tasks.size(); ++i)
    if (auto done = disk.write(base::format("{}/task-{}.sh", directory, i),
                               task_script(directory, tasks[i], walls));
        !done)
      return done;
  return disk.write(directory + "/job.sh", out);
}

std::string wall_file(std::string_view job_directory, std::string_view cell_directory) {
  return base::format("{}/walls-{}", job_directory, base::file_name(cell_directory));
}

CellResult read_result(const base::Disk& disk, const Cell& cell, const std::string& directory) {
  CellResult result;
  result.steps.resize(cell.steps.size());
  std::string results = read_or_empty(disk, directory, "results");
  for (std::string_view line : base::split_lines(results)) {
    auto fields = base::split(line, '\t');
    auto number = base::parse_integer(fields[0]);
    if (!number || *number < 1 || *number > static_cast<long long>(cell.steps.size())) continue;
    StepResult& step = result.steps[static_cast<std::size_t>(*number - 1)];
    step.started = true;
    if (fields.size() < 5) continue;
    step.ended = true;
    step.exit_code = static_cast<int>(base::parse_integer(fields[1]).value_or(-1));
    step.seconds = seconds_between(fields[2], fields[3]);
    step.failing_line = static_cast<std::uint32_t>(base::parse_integer(fields[4]).value_or(0));
  }
  for (std::size_t i = 0; i < result.steps.size(); ++i) {
    result.steps[i].output = read_or_empty(disk, directory, base::format("out-{}", i + 1));
    result.steps[i].errors = read_or_empty(disk, directory, base::format("err-{}", i + 1));
  }
  std::string facts = read_or_empty(disk, directory, "facts");
  for (std::string_view line : base::split_lines(facts)) {
    std::size_t tab = line.find('\t');
    if (tab == line.npos) continue;
    std::string_view value = line.substr(tab + 1);
    if (line.substr(0, tab) == "node") result.node = value;
    if (line.substr(0, tab) != "gpu") continue;
    std::vector<std::string> parts;
    for (std::string_view part : base::split(value, ',')) parts.emplace_back(base::trim(part));
    parts.resize(4);
    result.gpus.push_back({parts[0], parts[1], parts[2], parts[3]});
  }
  result.watched = read_watched(read_or_empty(disk, directory, "watched"), cell);
  result.timed_out = disk.status(directory + "/limit").kind == base::FileKind::file;
  return result;
}

namespace {

bool tells_of_memory(std::string_view text) {
  for (std::string_view sign : {"oom-kill", "xceeded job memory limit", "Out Of Memory",
                                "out of memory (oom)", "oom_kill", "exceeded memory limit"})
    if (text.find(sign) != text.npos) return true;
  return false;
}

bool ran_out_of_memory(const CellResult& result, const JobStatus& status) {
  if (status.state == "OUT_OF_MEMORY") return true;
  bool all_ended = !result.steps.empty() && result.steps.back().ended;
  if (!all_ended && tells_of_memory(result.log)) return true;
  return std::any_of(result.steps.begin(), result.steps.end(),
                     [](const StepResult& step) { return tells_of_memory(step.errors); });
}

/// The last line of a program's complaint, without what a terminal would obey.
std::string last_line(std::string_view text) {
  auto lines = base::split_lines(base::trim(text));
  std::string out;
  if (lines.empty()) return out;
  for (char c : base::trim(lines.back()).substr(0, 200)) {
    auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) out += c;
  }
  return out;
}

struct Judgement {
  Verdict verdict;
  std::string reason;
  std::uint32_t line = 0;
};

/// The verdict if the scheduler's state alone decides it.
std::optional<Judgement> judge_state(const CellResult& result, const JobStatus& status) {
  bool began = std::any_of(result.steps.begin(), result.steps.end(),
                           [](const StepResult& s) { return s.started; });
  if (base::is_any_of(status.state,
                      {"NODE_FAIL", "BOOT_FAIL", "PREEMPTED", "REVOKED", "LAUNCH_FAILED"}))
    return Judgement{Verdict::infra, "the job ended in state " + status.state};
  if (ran_out_of_memory(result, status)) return Judgement{Verdict::oom, "it ran out of memory"};
  if (result.timed_out || base::is_any_of(status.state, {"TIMEOUT", "DEADLINE"}))
    return Judgement{Verdict::timeout, "it was still running when its time was over"};
  if (status.state == "VANISHED" && !began)
    return Judgement{Verdict::infra, "the scheduler lost the job"};
  if (status.state == "CANCELLED" && !status.waited_for.empty())
    return Judgement{Verdict::pending_too_long,
                     base::format("it did not start in time ({})", status.waited_for)};
  if (status.state == "CANCELLED") return Judgement{Verdict::infra, "the job was cancelled"};
  if (!began) {
    std::string why = last_line(result.log);
    return Judgement{Verdict::infra,
                     base::format("the job ended in state {} before its first step{}{}",
                                  status.state, why.empty() ? "" : ": ", why)};
  }
  return std::nullopt;
}

/// The reason of a failed step: the page's line and the end of its error output.
Judgement judge_failure(const Cell& cell, const PlannedStep& step, const StepResult& result) {
  std::uint32_t line = step.line;
  if (result.failing_line > 0 && !step.included) line += result.failing_line - 1;
  if (auto place = find_page_line(cell, result.errors))
    line = *place;
  else if (auto shown = find_page_line(cell, result.output))
    line = *shown;
  std::string why = last_line(result.errors.empty() ? result.output : result.errors);
  std::string text = base::format("line {}: exit code {}{}{}", line, result.exit_code,
                                  why.empty() ? "" : ": ", why);
  return {step.compiles ? Verdict::compile_error : Verdict::fail, std::move(text), line};
}

/// What failed in a step although its shell went on: what a shell itself handles (`||`) is not
/// among it, except for launches, as the batch system counts those.
std::optional<Judgement> judge_unseen(const Cell& cell, std::size_t step,
                                      const CellResult& result) {
  const PlannedStep& planned = cell.steps[step];
  if (planned.expected_exit != 0) return std::nullopt;
  for (const UnseenFailure& failure : result.watched.failures) {
    if (failure.step != step + 1) continue;
    std::uint32_t line = planned.line;
    for (const CellFile& file : cell.files)
      if (file.line > 0 && failure.line > 0 &&
          base::file_name(file.name) == base::file_name(failure.script))
        line = file.line + failure.line - 1;
    return Judgement{Verdict::fail,
                     base::format("line {}: '{}' ended with {}, though the script went on", line,
                                  failure.command, failure.exit_code),
                     line};
  }
  return std::nullopt;
}

Judgement judge_steps(const Cell& cell, const CellResult& result, const JobStatus& status) {
  for (std::size_t i = 0; i < cell.steps.size(); ++i) {
    const PlannedStep& step = cell.steps[i];
    const StepResult& done = result.steps[i];
    if (!done.ended)
      return {Verdict::fail, base::format("line {}: the job ended before this step did", step.line),
              step.line};
    if (done.exit_code != step.expected_exit) return judge_failure(cell, step, done);
    if (auto unseen = judge_unseen(cell, i, result)) return *unseen;
    if (auto difference = mismatch(step.expected, done.output))
      return {Verdict::output_mismatch, base::format("line {}: {}", step.line, *difference),
              step.line};
  }
  bool expects_failure = std::any_of(cell.steps.begin(), cell.steps.end(),
                                     [](const PlannedStep& s) { return s.expected_exit != 0; });
  if (status.derived_exit_code != 0 && !expects_failure)
    return {Verdict::fail, base::format("a job step ended with {}, though the job says {}",
                                        status.derived_exit_code, status.state)};
  if (status.exit_code != 0 && status.state != "VANISHED" && status.state != "COMPLETED")
    return {Verdict::fail, base::format("the job ended in state {} with exit code {}", status.state,
                                        status.exit_code)};
  return {Verdict::pass, ""};
}

}  // namespace

void judge(const Cell& cell, const CellResult& result, const JobStatus& status,
           std::string_view executor, RunRecord& record) {
  auto by_state = judge_state(result, status);
  Judgement judgement = by_state ? *by_state : judge_steps(cell, result, status);
  if (!cell.xfail.empty() && judgement.verdict == Verdict::pass)
    judgement = {Verdict::fail, "it passes, though its author expects a failure: " + cell.xfail};
  else if (!cell.xfail.empty() && base::is_any_of(verdict_name(judgement.verdict),
                                                  {"fail", "compile-error", "output-mismatch"}))
    judgement = {Verdict::xfail, "fails as its author expects: " + cell.xfail};
  record.verdict = judgement.verdict;
  record.reason = judgement.reason;
  record.failed_line = judgement.line;
  record.gpus_asked = cell.gpus;
  record.gpus = cell.gpus > 0 ? result.gpus : std::vector<GpuRecord>{};
  record.node = result.node.empty() ? status.node : result.node;
  record.loaded = result.watched.loaded;
  record.changes = cell.changes;
  record.level = Level::linted;
  bool compiled = false;
  for (std::size_t i = 0; i < cell.steps.size(); ++i) {
    const StepResult& done = result.steps[i];
    if (!done.started) break;
    compiled |=
        cell.steps[i].compiles && done.ended && done.exit_code == cell.steps[i].expected_exit;
    record.seconds += done.seconds;
    StepRecord step{cell.steps[i].name, cell.steps[i].line,       done.exit_code,
                    done.seconds,       cell.steps[i].as_written, ""};
    if (cell.steps[i].as_run != cell.steps[i].as_written) step.as_run = cell.steps[i].as_run;
    record.steps.push_back(std::move(step));
    auto difference = mismatch(cell.steps[i].shown, done.output);
    if (difference && mismatch(cell.steps[i].shown, done.output + done.errors))
      record.differences.push_back({cell.steps[i].line, *difference});
  }
  if (compiled) record.level = Level::compiled;
  if (record.verdict != Verdict::pass) return;
  // A GPU job is one in which a real device reported its name; a fake resource only tests the code
  // path.
  bool real_gpu = cell.gpus > 0 && !record.gpus.empty();
  record.level = real_gpu ? Level::ran_gpu : runs_here(executor) ? Level::ran_cpu : Level::ran_job;
}

}  // namespace kbuild::run
