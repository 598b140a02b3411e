// Files that are no pages: too large, not text, or too many of them.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "base/disk.h"
#include "base/process.h"
#include "base/text.h"
#include "whole/work_directory.h"

using namespace kbuild;

namespace {

struct FilesProject {
  FilesProject() {
    write("kbuild.yml", "languages: [en]\nsources: [{path: docs, lang: en}]\nout: site\n");
    write("docs/index.md", "# Hello\n");
  }
  void write(const std::string& path, std::string_view text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }
  std::string read(const std::string& path) {
    return disk->read(work.path + "/" + path).value_or("");
  }
  /// A file of that size without content.
  void make_sparse(const std::string& path, std::uint64_t size) {
    write(path, "");
    std::filesystem::resize_file(work.path + "/" + path, size);
  }
  base::ProcessOutcome run(const std::string& command) {
    auto done = base::run_process(
        {.arguments = {KBUILD_PROGRAM, "-q", command}, .directory = work.path, .timeout = 0});
    REQUIRE(done);
    return *done;
  }

  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
};

}  // namespace

TEST_CASE("a page above 64 MB is an error that names it, and the site stays") {
  FilesProject project;
  REQUIRE(project.run("build").exit_code == 0);
  const std::string before = project.read("site/index.html");
  REQUIRE(before.find("Hello") != std::string::npos);
  for (std::uint64_t size : {(64ull << 20) + 1, 2'100'000'000ull, 5'000'000'000ull}) {
    CAPTURE(size);
    project.make_sparse("docs/large.md", size);
    for (const char* command : {"build", "check"}) {
      base::ProcessOutcome done = project.run(command);
      CHECK(done.exit_code == 2);
      CHECK(done.errors.find("docs/large.md") != std::string::npos);
      CHECK(done.errors.find("64 MB") != std::string::npos);
    }
    CHECK(project.read("site/index.html") == before);
    CHECK(project.read("site/large/index.html") == "");
  }
  std::filesystem::remove(project.work.path + "/docs/large.md");
  CHECK(project.run("build").exit_code == 0);
}

TEST_CASE("a file of that size that pages include is missing, with a finding") {
  FilesProject project;
  project.write("docs/index.md", "# Hello\n\n--8<-- \"large.txt\"\n");
  project.make_sparse("docs/large.txt", 2'100'000'000ull);
  base::ProcessOutcome done = project.run("check");
  CHECK(done.exit_code == 1);
  CHECK((done.output + done.errors).find("KB0102") != std::string::npos);
}

TEST_CASE("bytes that are no text have few findings, and files that their size allows") {
  FilesProject project;
  std::string bytes;
  std::uint32_t state = 1;
  for (int i = 0; i < 1'000'000; ++i) {
    state = state * 1'664'525u + 1'013'904'223u;
    bytes += static_cast<char>(state >> 24);
  }
  project.write("docs/noise.md", bytes);
  base::ProcessOutcome done = project.run("build");
  CHECK(done.exit_code <= 1);
  CHECK(base::split_lines(done.output + done.errors).size() < 20'000);
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(project.work.path + "/site"))
    files += entry.is_regular_file();
  // Most are parts of the search index, which holds the words.
  CHECK(files < 2'000);
}

TEST_CASE("a page of a large directory is not larger than one of a small directory") {
  FilesProject project;
  for (int i = 0; i < 2'000; ++i) {
    std::string name = std::to_string(10'000 + i);
    project.write("docs/many/" + name + ".md", "# Page " + name + "\n");
    if (i < 500) project.write("docs/few/" + name + ".md", "# Page " + name + "\n");
  }
  REQUIRE(project.run("build").exit_code == 0);
  const std::string few = project.read("site/few/10250/index.html");
  const std::string many = project.read("site/many/11000/index.html");
  CHECK(few.size() > 0);
  CHECK(many.size() < few.size());
  // Its neighbours are shown, and those beyond are one step away.
  CHECK(many.find("Page 10999") != std::string::npos);
  CHECK(many.find("Page 11001") != std::string::npos);
  CHECK(many.find("…") != std::string::npos);
  CHECK(project.read("site/many/11999/index.html").find("Page 11998") != std::string::npos);
}
