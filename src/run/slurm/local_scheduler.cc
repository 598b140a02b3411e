// The executor of this machine, behind walls or in a container; see scheduler.h.
#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/slurm/scheduler.h"
#include "run/slurm/walls.h"

namespace kbuild::run {

namespace {

/// The only variables that a job inherits.
std::map<std::string, std::string> job_environment() {
  return {{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
          {"HOME", "/tmp"},
          {"LANG", "C.UTF-8"},
          {"TERM", "dumb"},
          {"USER", "user"}};
}

/// What runs the job's script, apart from its bounds.
using MakeCommand = std::function<base::Command(const JobRequest&)>;

class LocalScheduler final : public Scheduler {
 public:
  LocalScheduler(std::string name, std::function<bool()> cancelled, MakeCommand make,
                 std::vector<std::string> walls)
      : name_(std::move(name)),
        cancelled_(std::move(cancelled)),
        make_(std::move(make)),
        walls_(std::move(walls)) {}

  std::string name() const override { return name_; }

  base::Result<Submission> submit(const JobRequest& job) override {
    base::Command command = make_(job);
    command.directory = job.directory;
    command.inherit_environment = false;
    command.timeout = static_cast<double>(job.seconds) + 30;
    command.cancelled = cancelled_;
    auto outcome = base::run_process(command);
    if (!outcome) return tl::unexpected(outcome.error());
    JobStatus status;
    status.phase = JobPhase::ended;
    status.exit_code = outcome->exit_code;
    status.state = outcome->timed_out        ? "TIMEOUT"
                   : outcome->exit_code == 0 ? "COMPLETED"
                                             : "FAILED";
    status.walls = walls_;
    if (cancelled_ && cancelled_()) status.state = "CANCELLED";
    std::string id = base::format("local-{}", done_.size() + 1);
    done_[id] = status;
    if (!outcome->errors.empty() || !outcome->output.empty())
      (void)base::make_real_disk()->write(job.directory + "/log-0",
                                          outcome->output + outcome->errors);
    return Submission{{id}};
  }

  base::Result<std::map<std::string, JobStatus>> poll(
      const std::vector<std::string>& ids) override {
    std::map<std::string, JobStatus> out;
    for (const std::string& id : ids) {
      auto at = done_.find(id);
      out[id] =
          at != done_.end() ? at->second : JobStatus{JobPhase::ended, "VANISHED", 0, 0, "", "", ""};
    }
    return out;
  }

  void cancel(const std::vector<std::string>&) override {}
  base::Result<std::vector<std::string>> find(const std::string&) override {
    return std::vector<std::string>{};
  }
  base::Result<std::size_t> queue_length() override { return std::size_t{0}; }
  std::size_t longest_array() const override { return 1; }

 private:
  std::string name_;
  std::function<bool()> cancelled_;
  MakeCommand make_;
  /// As wall_words_here() names them.
  std::vector<std::string> walls_;
  std::map<std::string, JobStatus> done_;
};

/// Apptainer's own variables; what units see is what the image and their script set.
std::map<std::string, std::string> container_environment() {
  std::map<std::string, std::string> out = job_environment();
  const auto own = base::current_environment();
  for (const char* name : {"HOME", "USER", "TMPDIR", "APPTAINER_CACHEDIR", "APPTAINER_TMPDIR",
                           "SINGULARITY_CACHEDIR", "SINGULARITY_TMPDIR"})
    if (auto at = own.find(name); at != own.end()) out[name] = at->second;
  return out;
}

base::Command container_call(const Container& container, const JobRequest& job) {
  std::string read_only = base::format("{0}:{0}:ro", job.directory);
  std::vector<std::string> words = {container.program, "exec",   "--containall", "--no-home",
                                    "--cleanenv",      "--net",  "--network",    "none",
                                    "--bind",          read_only};
  for (const std::string& directory : job.unit_directories)
    words.insert(words.end(), {"--bind", directory});
  if (container.gpus) words.emplace_back("--nv");
  words.insert(words.end(), {"--pwd", job.directory, container.image, "bash", "--norc",
                             "--noprofile", job.script});
  base::Command command{std::move(words)};
  command.environment = container_environment();
  return command;
}

}  // namespace

bool runs_here(std::string_view executor) {
  return base::is_any_of(executor, {"local", "apptainer"});
}

std::unique_ptr<Scheduler> make_local_scheduler(std::function<bool()> cancelled,
                                                base::Sandbox walls) {
  std::vector<std::string> words = wall_words_here(walls);
  MakeCommand make = [walls = std::move(walls)](const JobRequest& job) {
    base::Command command{{"bash", "--norc", "--noprofile", job.script}};
    command.environment = job_environment();
    command.sandbox = walls;
    command.sandbox->readable.push_back(job.directory);
    command.sandbox->writable.insert(command.sandbox->writable.end(), job.unit_directories.begin(),
                                     job.unit_directories.end());
    return command;
  };
  return std::make_unique<LocalScheduler>("local", std::move(cancelled), std::move(make),
                                          std::move(words));
}

base::Result<Container> find_container(const base::Disk& disk, const std::string& image) {
  Container out;
  for (const char* name : {"apptainer", "singularity"})
    if (out.program.empty()) out.program = base::find_program(name);
  if (out.program.empty())
    return base::fail("neither apptainer nor singularity is on PATH",
                      "install Apptainer, or run units with --executor local");
  if (image.find("://") != image.npos && !image.starts_with('-')) {
    out.image = image;
    return out;
  }
  auto real = disk.real_path(image);
  if (!real || image.starts_with('-'))
    return base::fail(base::format("the image '{}' is no file here", image),
                      "name a .sif file or a URI such as docker://debian:12");
  out.image = *real;
  if (disk.status(*real).kind != base::FileKind::file) return out;
  // Images are larger than what is worth reading into memory.
  auto digest = base::run_process({.arguments = {"sha256sum", "--", *real}, .timeout = 600});
  if (digest && digest->exit_code == 0) out.digest = digest->output.substr(0, 64);
  return out;
}

std::unique_ptr<Scheduler> make_container_scheduler(std::function<bool()> cancelled,
                                                    Container container) {
  MakeCommand make = [container = std::move(container)](const JobRequest& job) {
    return container_call(container, job);
  };
  return std::make_unique<LocalScheduler>(
      "apptainer", std::move(cancelled), std::move(make),
      std::vector<std::string>{"apptainer", "files", "network", "processes"});
}

}  // namespace kbuild::run
