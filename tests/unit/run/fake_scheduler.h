// A scheduler in memory that does what a test tells it: answers, refusals, lost jobs, silence.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/disk.h"
#include "run/scheduler.h"

/// What one job does.
struct FakeJob {
  /// One for each poll; the last stays.
  std::vector<kbuild::run::JobStatus> statuses;
  /// The lines that the wrapper would have left in the result file of the job's first cell.
  std::string results = {};
  std::string refusal = {};
  std::map<std::string, std::string> files = {};
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

  std::string name() const override { return "fake"; }

  kbuild::base::Result<kbuild::run::Submission> submit(
      const kbuild::run::JobRequest& job) override {
    FakeJob fake = script[std::min(submitted.size(), script.size() - 1)];
    submitted.push_back(job);
    if (!fake.refusal.empty()) return kbuild::run::Submission{"", fake.refusal};
    if (!fake.results.empty()) (void)disk_.write(job.directory + "/results", fake.results);
    for (const auto& [name, content] : fake.files)
      (void)disk_.write(job.directory + "/" + name, content);
    std::string id = std::to_string(submitted.size());
    jobs_[id] = {std::move(fake.statuses), 0};
    ++running_;
    most_at_once = std::max(most_at_once, running_);
    return kbuild::run::Submission{id, ""};
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
  kbuild::base::Disk& disk_;
  std::map<std::string, std::pair<std::vector<kbuild::run::JobStatus>, std::size_t>> jobs_;
  std::size_t running_ = 0;
};
