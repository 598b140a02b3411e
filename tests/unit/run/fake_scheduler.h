// A scheduler in memory that does what a test tells it: answers, refusals, lost jobs, silence.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/text.h"
#include "run/slurm/scheduler.h"

/// What one job does.
struct FakeJob {
  /// One for each poll; the last stays.
  std::vector<kbuild::run::JobStatus> statuses;
  /// The lines that the wrapper would have left in the result file of each cell of the job.
  std::string results = {};
  std::string refusal = {};
  std::map<std::string, std::string> files = {};
  bool queue_is_full = false;
  /// The job is taken, and the caller does not hear of it.
  bool answer_is_lost = false;
};

inline kbuild::run::JobStatus ended(std::string state, int exit_code = 0, int derived = 0) {
  return {kbuild::run::JobPhase::ended, std::move(state), exit_code, derived, "node1", "main", ""};
}
inline kbuild::run::JobStatus busy(kbuild::run::JobPhase phase) {
  return {phase, phase == kbuild::run::JobPhase::pending ? "PENDING" : "RUNNING", 0, 0, "", "main",
          ""};
}

class FakeScheduler final : public kbuild::run::Scheduler {
 public:
  explicit FakeScheduler(kbuild::base::Disk& disk) : disk_(disk) {}

  /// Jobs in the order of submission; past their end, the last again.
  std::vector<FakeJob> script;
  /// Errors of the next polls.
  std::deque<std::string> poll_errors;
  std::size_t foreign_jobs = 0;
  std::vector<kbuild::run::JobRequest> submitted;
  std::vector<std::string> cancelled;
  std::size_t most_at_once = 0;
  std::size_t array_limit = 1;
  std::int64_t boot_time = 0;

  std::string name() const override { return "fake"; }

  kbuild::base::Result<kbuild::run::Submission> submit(
      const kbuild::run::JobRequest& job) override {
    FakeJob fake = script[std::min(submitted.size(), script.size() - 1)];
    submitted.push_back(job);
    if (!fake.refusal.empty()) return kbuild::run::Submission{{}, fake.refusal, fake.queue_is_full};
    kbuild::run::Submission taken;
    for (std::size_t task = 0; task < job.tasks; ++task) {
      for (const std::string& cell : cells_of(job, task)) {
        if (!fake.results.empty()) (void)disk_.write(cell + "/results", fake.results);
        for (const auto& [name, content] : fake.files)
          (void)disk_.write(cell + "/" + name, content);
      }
      std::string id =
          std::to_string(submitted.size()) + (job.tasks > 1 ? "_" + std::to_string(task) : "");
      jobs_[id] = {fake.statuses, 0};
      names_[job.name].push_back(id);
      ++running_;
      taken.ids.push_back(id);
    }
    most_at_once = std::max(most_at_once, running_);
    if (fake.answer_is_lost) return kbuild::base::fail("Socket timed out");
    return taken;
  }
  kbuild::base::Result<std::vector<std::string>> find(const std::string& name) override {
    return names_[name];
  }
  std::size_t longest_array() const override { return array_limit; }
  std::int64_t up_since() override { return boot_time; }
  bool waits_for_broken_nodes(std::string_view reason) const override {
    return reason == "drained";
  }

  kbuild::base::Result<std::map<std::string, kbuild::run::JobStatus>> poll(
      const std::vector<std::string>& ids) override {
    if (!poll_errors.empty()) {
      std::string error = poll_errors.front();
      poll_errors.pop_front();
      return kbuild::base::fail(error);
    }
    std::map<std::string, kbuild::run::JobStatus> out;
    for (const std::string& id : ids) {
      auto job = jobs_.find(id);
      if (job == jobs_.end()) {
        out[id] = ended("VANISHED");
        continue;
      }
      auto& [statuses, at] = job->second;
      out[id] = statuses[std::min(at++, statuses.size() - 1)];
      if (out[id].phase == kbuild::run::JobPhase::ended && running_ > 0) --running_;
    }
    return out;
  }

  void cancel(const std::vector<std::string>& ids) override {
    for (const std::string& id : ids) {
      cancelled.push_back(id);
      jobs_[id] = {{ended("CANCELLED")}, 0};
    }
  }

  kbuild::base::Result<std::size_t> queue_length() override { return running_ + foreign_jobs; }

 private:
  /// The directories that the script of a task runs.
  std::vector<std::string> cells_of(const kbuild::run::JobRequest& job, std::size_t task) const {
    std::string path =
        job.tasks > 1 ? job.directory + "/task-" + std::to_string(task) + ".sh" : job.script;
    std::vector<std::string> cells;
    std::string text = disk_.read(path).value_or("");
    for (std::string_view line : kbuild::base::split_lines(text))
      if (line.starts_with("kb_cell '")) cells.emplace_back(line.substr(9, line.find('\'', 9) - 9));
    return cells;
  }

  kbuild::base::Disk& disk_;
  std::map<std::string, std::vector<std::string>> names_;
  std::map<std::string, std::pair<std::vector<kbuild::run::JobStatus>, std::size_t>> jobs_;
  std::size_t running_ = 0;
};
