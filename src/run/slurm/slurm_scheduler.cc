// The executor of a Slurm cluster; see scheduler.h. Speaks to the command-line clients in their
// text forms, as the JSON of 22.05 is partial and changes from version to version (sbatch(1),
// squeue(1), sacct(1)). One squeue answers for all jobs, ended ones too while the controller
// remembers them; sacct is asked about the others.
#include <time.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/slurm/scheduler.h"

namespace kbuild::run {

namespace {

/// Below the smallest MaxArraySize that sites set.
constexpr std::size_t kMaxArraySize = 500;

/// The user's environment without what would set options behind the page's back; SLURM_CONF names
/// the cluster.
std::map<std::string, std::string> scrubbed_environment() {
  std::map<std::string, std::string> out;
  for (const auto& [variable, value] : base::current_environment()) {
    std::string_view name = variable;
    bool option = name.starts_with("SBATCH_") || name.starts_with("SALLOC_") ||
                  name.starts_with("SRUN_") || name.starts_with("SQUEUE_") ||
                  name.starts_with("SACCT_") ||
                  (name.starts_with("SLURM_") && name != "SLURM_CONF");
    if (!option) out.emplace(variable, value);
  }
  out["LC_ALL"] = "C";
  // For times that scontrol prints.
  out["TZ"] = "UTC";
  return out;
}

base::Result<base::ProcessOutcome> call(std::vector<std::string> arguments) {
  base::Command command{std::move(arguments)};
  command.inherit_environment = false;
  command.environment = scrubbed_environment();
  command.timeout = 60;
  return base::run_process(command);
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> signs) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return text.find(sign) != text.npos; });
}

bool is_unreachable(std::string_view errors) {
  return has_any(errors,
                 {"Unable to contact slurm controller", "Could not establish a configuration",
                  "Socket timed out", "Zero Bytes were transmitted", "Connection refused",
                  "Transport endpoint is not connected"});
}

/// The reasons that Slurm names for limits on how many jobs a user may have.
bool is_about_queue_length(std::string_view errors) {
  return has_any(errors, {"MaxSubmitJob", "MaxSubmitPU", "MaxJobCount", "job submit limit"}) &&
         !has_any(errors, {"MaxWall", "MaxNode", "MaxCpu", "MaxTRES", "MinCpu", "MinNode"});
}

std::string first_line(std::string_view text) {
  auto lines = base::split_lines(base::trim(text));
  return lines.empty() ? std::string{} : std::string(lines.front());
}

JobPhase phase_of(std::string_view state) {
  for (std::string_view waiting : {"PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD",
                                   "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD"})
    if (state == waiting) return JobPhase::pending;
  for (std::string_view busy :
       {"RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "RESIZING", "SIGNALING", "STAGE_OUT"})
    if (state == busy) return JobPhase::running;
  return JobPhase::ended;
}

/// sacct's "1:0" is exit 1 and "0:9" signal 9, given as 137; squeue gives the status of wait(2) as
/// one number.
int exit_of(std::string_view text) {
  text = base::trim(text);
  std::size_t colon = text.find(':');
  long long first = base::parse_integer(text.substr(0, colon)).value_or(0), code = 0, signal = 0;
  if (colon == text.npos) {
    code = first >> 8;
    signal = first & 0x7f;
  } else {
    code = first;
    signal = base::parse_integer(text.substr(colon + 1)).value_or(0);
  }
  return static_cast<int>(signal ? 128 + signal : code);
}

/// "12_3" -> "12".
std::string job_of(std::string_view id) {
  return std::string(id.substr(0, id.find('_')));
}

/// " 2026-11-24T10:00:00" of UTC, or 0.
std::int64_t utc_seconds(std::string_view text) {
  std::tm time{};
  std::string word(base::trim(text));
  const char* end = ::strptime(word.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
  return end && *end == '\0' ? static_cast<std::int64_t>(::timegm(&time)) : 0;
}

std::string joined_jobs(const std::vector<std::string>& ids) {
  std::set<std::string> jobs;
  for (const std::string& id : ids) jobs.insert(job_of(id));
  return base::join(std::vector<std::string>(jobs.begin(), jobs.end()), ",");
}

class SlurmScheduler final : public Scheduler {
 public:
  std::string name() const override { return "slurm"; }
  std::size_t longest_array() const override { return kMaxArraySize; }
  WallMaker wall_maker() const override { return WallMaker::script; }

  base::Result<Submission> submit(const JobRequest& job) override {
    bool array = job.tasks > 1;
    std::vector<std::string> arguments = {
        "sbatch",
        "--parsable",
        "--export=NONE",
        "--no-requeue",
        "--kill-on-invalid-dep=yes",
        "--chdir=" + job.directory,
        "--output=" + job.directory + (array ? "/log-%a" : "/log-0"),
        "--job-name=" + job.name};
    if (array) arguments.push_back(base::format("--array=0-{}", job.tasks - 1));
    arguments.insert(arguments.end(), job.options.begin(), job.options.end());
    arguments.push_back(job.script);
    auto outcome = call(std::move(arguments));
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code != 0) {
      std::string what = base::collapse_spaces(outcome->errors);
      if (is_unreachable(what) || what.empty())
        return base::fail(base::format("sbatch cannot reach its controller: {}", what),
                          "check SLURM_CONF and sinfo");
      return Submission{{}, what, is_about_queue_length(what)};
    }
    std::string line = first_line(outcome->output);
    std::string id = line.substr(0, line.find(';'));
    Submission submission;
    for (std::size_t i = 0; i < job.tasks; ++i)
      submission.ids.push_back(array ? base::format("{}_{}", id, i) : id);
    return submission;
  }

  base::Result<std::map<std::string, JobStatus>> poll(
      const std::vector<std::string>& ids) override {
    std::map<std::string, JobStatus> out;
    if (ids.empty()) return out;
    auto outcome = call({"squeue", "-h", "-r", "-t", "all", "-j", joined_jobs(ids), "-O",
                         "JobArrayID:60|,State:30|,exit_code:20|,DerivedEC:20|,Partition:60|,"
                         "NodeList:200|,Reason:120|,RestartCnt:10"});
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code != 0 && is_unreachable(outcome->errors))
      return base::fail(first_line(outcome->errors));
    std::set<std::string, std::less<>> wanted(ids.begin(), ids.end());
    for (std::string_view line : base::split_lines(outcome->output)) {
      auto fields = base::split(line, '|');
      if (fields.size() < 8) continue;
      for (std::string_view& field : fields) field = base::trim(field);
      if (!wanted.contains(fields[0])) continue;
      out[std::string(fields[0])] = {
          phase_of(fields[1]),    std::string(fields[1]),
          exit_of(fields[2]),     exit_of(fields[3]),
          std::string(fields[5]), std::string(fields[4]),
          std::string(fields[6]), base::parse_integer(fields[7]).value_or(0)};
    }
    std::vector<std::string> forgotten;
    for (const std::string& id : ids)
      if (!out.contains(id)) forgotten.push_back(id);
    if (!forgotten.empty()) ask_accounting(forgotten, out);
    return out;
  }

  void cancel(const std::vector<std::string>& ids) override {
    if (ids.empty()) return;
    std::vector<std::string> arguments = {"scancel"};
    arguments.insert(arguments.end(), ids.begin(), ids.end());
    (void)call(std::move(arguments));
  }

  base::Result<std::vector<std::string>> find(const std::string& name) override {
    auto outcome = call({"squeue", "-h", "-r", "--me", "-t", "all", "--name=" + name, "-O",
                         "JobArrayID:60|,ArrayTaskID:20"});
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code != 0) return base::fail(first_line(outcome->errors));
    std::vector<std::pair<long long, std::string>> found;
    for (std::string_view line : base::split_lines(outcome->output)) {
      auto fields = base::split(line, '|');
      if (fields.size() == 2)
        found.emplace_back(base::parse_integer(base::trim(fields[1])).value_or(0),
                           base::trim(fields[0]));
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> ids;
    for (auto& [task, id] : found) ids.push_back(std::move(id));
    return ids;
  }

  std::int64_t up_since() override {
    auto outcome = call({"scontrol", "show", "config"});
    if (!outcome || outcome->exit_code != 0) return 0;
    for (std::string_view line : base::split_lines(outcome->output))
      if (line.starts_with("BOOT_TIME")) return utc_seconds(line.substr(line.find('=') + 1));
    return 0;
  }

  bool waits_for_broken_nodes(std::string_view reason) const override {
    return has_any(reason, {"NotAvail", "DOWN", "DRAIN", "NodeDown", "PartitionDown"});
  }

  base::Result<std::size_t> queue_length() override {
    auto outcome = call({"squeue", "-h", "-r", "--me", "-o", "%i"});
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code != 0) return base::fail(first_line(outcome->errors));
    return base::split_lines(outcome->output).size();
  }

 private:
  /// Jobs that the controller has forgotten; those that accounting does not know either have
  /// vanished.
  static void ask_accounting(const std::vector<std::string>& ids,
                             std::map<std::string, JobStatus>& out) {
    for (const std::string& id : ids)
      out[id] = JobStatus{JobPhase::ended, "VANISHED", 0, 0, "", "", ""};
    auto accounted = call({"sacct", "-n", "-P", "-X", "-j", joined_jobs(ids), "-o",
                           "JobID,State,ExitCode,DerivedExitCode,NodeList,Partition"});
    if (!accounted || accounted->exit_code != 0) return;
    for (std::string_view line : base::split_lines(accounted->output)) {
      auto fields = base::split(line, '|');
      auto at = fields.size() < 6 ? out.end() : out.find(std::string(fields[0]));
      if (at == out.end()) continue;
      // "CANCELLED by 1000".
      std::string state(fields[1].substr(0, fields[1].find(' ')));
      at->second = {phase_of(state),
                    state,
                    exit_of(fields[2]),
                    exit_of(fields[3]),
                    std::string(fields[4]),
                    std::string(fields[5]),
                    ""};
    }
  }
};

}  // namespace

std::unique_ptr<Scheduler> make_slurm_scheduler() {
  return std::make_unique<SlurmScheduler>();
}

}  // namespace kbuild::run
