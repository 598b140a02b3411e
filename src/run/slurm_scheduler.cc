// The executor of a Slurm cluster; see scheduler.h. Speaks to the command-line clients in their
// text forms, as the JSON of 22.05 is partial and changes from version to version (sbatch(1),
// squeue(1), scontrol(1)).
#include <algorithm>

#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/scheduler.h"

namespace kbuild::run {

namespace {

/// The user's environment without what would set options behind the page's back; SLURM_CONF names
/// the cluster.
std::map<std::string, std::string> scrubbed_environment() {
  std::map<std::string, std::string> out;
  for (const auto& [variable, value] : base::current_environment()) {
    std::string_view name = variable;
    bool option = name.starts_with("SBATCH_") || name.starts_with("SALLOC_") ||
                  name.starts_with("SRUN_") || (name.starts_with("SLURM_") && name != "SLURM_CONF");
    if (!option) out.emplace(variable, value);
  }
  out["LC_ALL"] = "C";
  return out;
}

base::Result<base::ProcessOutcome> call(std::vector<std::string> arguments) {
  base::Command command{std::move(arguments)};
  command.inherit_environment = false;
  command.environment = scrubbed_environment();
  command.timeout = 60;
  return base::run_process(command);
}

bool is_unreachable(std::string_view errors) {
  for (std::string_view sign :
       {"Unable to contact slurm controller", "Could not establish a configuration",
        "Socket timed out", "Zero Bytes were transmitted", "Connection refused"})
    if (errors.find(sign) != errors.npos) return true;
  return false;
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

/// "1:0" is exit 1; "0:9" is signal 9, given as 137.
int exit_of(std::string_view pair) {
  std::size_t colon = pair.find(':');
  auto code = base::parse_integer(pair.substr(0, colon)).value_or(0);
  auto signal = colon == pair.npos ? 0 : base::parse_integer(pair.substr(colon + 1)).value_or(0);
  return static_cast<int>(signal ? 128 + signal : code);
}

/// The value of "Key=value" in scontrol's one-line output.
std::string field(std::string_view line, std::string_view key) {
  std::string wanted = " " + std::string(key) + "=";
  std::size_t at = line.find(wanted);
  if (at == line.npos) return {};
  std::string_view rest = line.substr(at + wanted.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

class SlurmScheduler final : public Scheduler {
 public:
  std::string name() const override { return "slurm"; }

  base::Result<Submission> submit(const JobRequest& job) override {
    std::vector<std::string> arguments = {"sbatch",
                                          "--parsable",
                                          "--export=NONE",
                                          "--no-requeue",
                                          "--kill-on-invalid-dep=yes",
                                          "--chdir=" + job.directory,
                                          "--output=" + job.directory + "/log",
                                          "--job-name=" + job.name};
    arguments.insert(arguments.end(), job.options.begin(), job.options.end());
    arguments.push_back(job.script);
    auto outcome = call(std::move(arguments));
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code != 0) {
      std::string what = base::collapse_spaces(outcome->errors);
      if (is_unreachable(what) || what.empty())
        return base::fail(base::format("sbatch cannot reach its controller: {}", what),
                          "check SLURM_CONF and sinfo");
      return Submission{"", what};
    }
    std::string line = first_line(outcome->output);
    return Submission{line.substr(0, line.find(';')), ""};
  }

  base::Result<std::map<std::string, JobStatus>> poll(
      const std::vector<std::string>& ids) override {
    std::map<std::string, JobStatus> out;
    if (ids.empty()) return out;
    auto outcome =
        call({"squeue", "-h", "-t", "all", "-j", base::join(ids, ","), "-o", "%i|%T|%r|%P|%N"});
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->exit_code != 0 && is_unreachable(outcome->errors))
      return base::fail(first_line(outcome->errors));
    for (std::string_view line : base::split_lines(outcome->output)) {
      auto fields = base::split(line, '|');
      if (fields.size() < 5) continue;
      JobStatus status{phase_of(fields[1]),    std::string(fields[1]), 0, 0, std::string(fields[4]),
                       std::string(fields[3]), std::string(fields[2])};
      out[std::string(fields[0])] = std::move(status);
    }
    for (const std::string& id : ids) {
      auto at = out.find(id);
      if (at != out.end() && at->second.phase != JobPhase::ended) continue;
      out[id] = look_up(id);
    }
    return out;
  }

  void cancel(const std::vector<std::string>& ids) override {
    if (ids.empty()) return;
    std::vector<std::string> arguments = {"scancel"};
    arguments.insert(arguments.end(), ids.begin(), ids.end());
    (void)call(std::move(arguments));
  }

  base::Result<std::size_t> queue_length() override {
    auto outcome = call({"squeue", "-h", "--me", "-o", "%i"});
    if (!outcome) return tl::unexpected(outcome.error());
    return base::split_lines(outcome->output).size();
  }

 private:
  /// An ended job: from the controller while it remembers the job, then from accounting, else
  /// vanished.
  static JobStatus look_up(const std::string& id) {
    JobStatus status{JobPhase::ended, "VANISHED", 0, 0, "", "", ""};
    auto shown = call({"scontrol", "show", "job", "-d", "-o", id});
    if (shown && shown->exit_code == 0 && shown->output.find("JobState=") != std::string::npos) {
      std::string line = " " + shown->output;
      status.state = field(line, "JobState");
      status.phase = phase_of(status.state);
      status.exit_code = exit_of(field(line, "ExitCode"));
      status.derived_exit_code = exit_of(field(line, "DerivedExitCode"));
      status.node = field(line, "NodeList");
      status.partition = field(line, "Partition");
      status.reason = field(line, "Reason");
      return status;
    }
    auto accounted = call({"sacct", "-n", "-P", "-X", "-j", id, "-o",
                           "State,ExitCode,DerivedExitCode,NodeList,Partition"});
    if (!accounted || accounted->exit_code != 0) return status;
    auto fields = base::split(first_line(accounted->output), '|');
    if (fields.size() < 5) return status;
    status.state = fields[0].substr(0, fields[0].find(' '));
    status.phase = phase_of(status.state);
    status.exit_code = exit_of(fields[1]);
    status.derived_exit_code = exit_of(fields[2]);
    status.node = fields[3];
    status.partition = fields[4];
    return status;
  }
};

}  // namespace

std::unique_ptr<Scheduler> make_slurm_scheduler() {
  return std::make_unique<SlurmScheduler>();
}

}  // namespace kbuild::run
