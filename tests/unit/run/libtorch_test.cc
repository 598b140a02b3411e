// A page's LibTorch program, configured, compiled and run as the page says: on this machine, and as
// a job of a private Slurm cluster. Slow; skipped by name where LibTorch is not installed.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/format.h"
#include "read/readers/readers.h"
#include "run/evidence_file.h"
#include "run/runner.h"
#include "support/skip.h"
#include "support/slurm_cluster.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

constexpr const char* kPage = R"(# Tensors in C++

## LibTorch

### Environment

```bash
module load gcc libtorch
virtualenv --clear ~/env && source ~/env/bin/activate
pip install torch
```

### A program of two files

**File:** `tensor.cpp`

```cpp
#include <torch/torch.h>
#include <iostream>

int main() {
  torch::Tensor ones = torch::ones({2, 2});
  std::cout << "sum " << ones.sum().item<float>() << std::endl;
}
```

**File:** `CMakeLists.txt`

```cmake
cmake_minimum_required(VERSION 3.18)
project(tensor)
find_package(Torch REQUIRED)
add_executable(tensor tensor.cpp)
target_link_libraries(tensor "${TORCH_LIBRARIES}")
set_property(TARGET tensor PROPERTY CXX_STANDARD 17)
```

Build and run:

```bash
cmake -B build -S . -DCMAKE_PREFIX_PATH=$VIRTUAL_ENV
cmake --build build
```

```bash
build/tensor
```

<!-- kb: expect=exact -->
```text
sum 4
```
)";

bool has_libtorch() {
  for (const char* path :
       {"/usr/include/torch/csrc/api/include/torch/torch.h", "/usr/include/torch/torch.h"})
    if (::access(path, R_OK) == 0) return true;
  test::say_skipped("LibTorch (libtorch-dev) is not installed");
  return false;
}

SystemProfile profile(const std::string& executor) {
  SystemProfile p;
  p.name = executor;
  p.execution.executor = executor;
  p.execution.environment["CC"] = "gcc";
  p.execution.substitutions = {
      {"module load *", ":", "no modules here"},
      {"virtualenv * && source */activate", "export VIRTUAL_ENV=/usr", "system packages"},
      {"pip install *", ":", "system packages"}};
  return p;
}

RunRecord run_page(const std::string& executor, Scheduler& scheduler,
                   std::vector<Replacement>& replaced) {
  source::SourceStore sources;
  source::FileId file = sources.add("page.md", kPage);
  read::ReadResult content = read::read(sources, file, read::Dialect::mkdocs, {});
  meta::Names names;
  auto snippets = snippets::extract_snippets(
      {sources, file, read::Dialect::mkdocs, content, "page.md", "en", "", names});
  UnitTable units = group_units(snippets, "page.md");
  SyntaxReport syntax = check_syntax(snippets, {}, 1);
  SystemProfile p = profile(executor);
  std::vector<Cell> cells = plan_cells({"page.md", snippets, units, syntax, p, executor, ""});
  std::erase_if(cells, [](const Cell& cell) { return cell.unit != "page:tensor"; });
  REQUIRE(cells.size() == 1);
  for (const std::string& obstacle : cells[0].obstacles) MESSAGE(obstacle);
  REQUIRE(cells[0].obstacles.empty());
  for (const PlannedStep& step : cells[0].steps)
    replaced.insert(replaced.end(), step.replaced.begin(), step.replaced.end());
  char pattern[] = "/tmp/kbtorch.XXXXXX";
  RunnerOptions options;
  options.work_directory = ::mkdtemp(pattern);
  options.evidence_file = options.work_directory + "/evidence.jsonl";
  options.sleep = [](double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  };
  auto disk = base::make_real_disk();
  auto clock = base::make_system_clock();
  auto outcomes = run_cells(*disk, *clock, scheduler, p.execution, cells, options);
  if (!outcomes) FAIL(outcomes.error().message);
  CHECK(read_evidence(*disk, options.evidence_file).has_value());
  (void)disk->remove_tree(options.work_directory);
  return outcomes->at(0).record;
}

}  // namespace

TEST_CASE("libtorch: a page's program is compiled and run here") {
  if (!has_libtorch()) return;
  std::vector<Replacement> replaced;
  auto scheduler = make_local_scheduler({});
  RunRecord record = run_page("local", *scheduler, replaced);
  CAPTURE(record.reason);
  CHECK(record.verdict == Verdict::pass);
  CHECK(record.level == Level::ran_cpu);
  CHECK(record.steps.size() == 3);
  CHECK(replaced.size() == 3);
  CHECK(record.output.find("sum 4") != std::string::npos);
}

TEST_CASE("libtorch: a page's program is compiled and run as a Slurm job") {
  if (!has_libtorch() || !support::SlurmCluster::instance()) return;
  std::vector<Replacement> replaced;
  auto scheduler = make_slurm_scheduler();
  RunRecord record = run_page("slurm", *scheduler, replaced);
  CAPTURE(record.reason);
  CHECK(record.verdict == Verdict::pass);
  CHECK(record.level == Level::ran_job);
  CHECK(record.state == "COMPLETED");
}
