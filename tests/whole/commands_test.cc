// What the commands print, and the exit code that scripts go by: 0 clean, 1 findings that are
// errors, 2 a request that cannot be met, which says why on standard error.
#include <doctest/doctest.h>
#include <unistd.h>

#include <memory>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/service.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;
using base::Json;

namespace {

/// A small site and the program in its directory.
struct CommandSite {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  CommandSite() {
    write("kbuild.yml",
          "site: {name: Guide}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"
          "systems: [{name: Puhti}, {name: LUMI}]\nproducts: [{name: PyTorch}]\n");
    write("docs/index.md", "# Guide\n\nSee [quotas](disk.md).\n");
    write("docs/disk.md", "# Disk quotas\n\nEach project has a quota on Puhti.\n");
  }
  void write(const std::string& path, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }
  std::string read(const std::string& path) {
    return disk->read(work.path + "/" + path).value_or("");
  }
  base::ProcessOutcome run(std::vector<std::string> arguments, const std::string& input = "") {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto outcome =
        base::run_process({.arguments = arguments, .directory = work.path, .input = input});
    REQUIRE(outcome);
    CAPTURE(outcome->errors);
    CHECK_FALSE(outcome->timed_out);
    return std::move(*outcome);
  }
  /// Standard error of a request that must be refused with nothing on standard output.
  std::string refusal(std::vector<std::string> arguments) {
    base::ProcessOutcome outcome = run(std::move(arguments));
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.output == "");
    return outcome.errors;
  }
};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("commands: what cannot be met is refused with code 2 and says why") {
  CommandSite site;
  CHECK(contains(site.refusal({"explain", "KB9999"}), "there is no diagnostic 'KB9999'"));
  CHECK(contains(site.refusal({"schema", "nothing"}),
                 "kbuild has config, frontmatter, matrix, evidence"));
  CHECK(contains(site.refusal({"render", "absent.md"}), "absent.md"));
  CHECK(contains(site.refusal({"render", "--from", "klingon", "docs/disk.md"}),
                 "there is no dialect 'klingon'"));
  CHECK(contains(site.refusal({"profile", "Puhti", "--partitions", "absent.txt"}), "absent.txt"));
  CHECK(contains(site.refusal({"search"}), "there is nothing to search for"));
  CHECK(contains(site.refusal({"search", "--batch", "absent.jsonl"}), "absent.jsonl"));
  CHECK(contains(site.refusal({"check", "--baseline", "absent.txt"}), "absent.txt"));
  CHECK(contains(site.refusal({"check", "--changed-since", "HEAD"}),
                 "git knows no revision 'HEAD' here"));
  CHECK(contains(site.refusal({"check", "--update-baseline"}), "--baseline"));
  CHECK(contains(site.refusal({"--config", "absent.yml", "build"}), "absent.yml"));
  CHECK(contains(site.refusal({"--config", "absent.yml", "check"}), "absent.yml"));
  CHECK(contains(site.refusal({"--config", "absent.yml", "serve"}), "absent.yml"));
  CHECK(contains(site.refusal({"serve", "--port", "65536"}), "--port"));
  CHECK(contains(site.refusal({"build", "--no-such-option"}), "--no-such-option"));
  CHECK(contains(site.refusal({"no-such-command"}), "no-such-command"));
  site.write("queries.jsonl", "{\"query\": \"quota\"}\nno query\n");
  base::ProcessOutcome stopped = site.run({"search", "--batch", "queries.jsonl"});
  CHECK(stopped.exit_code == 2);
  CHECK(contains(stopped.errors, "'queries.jsonl' has a line that is no query"));
}

TEST_CASE("commands: profiles lie beside the configuration, wherever a command starts") {
  CommandSite site;
  site.write("guide/kbuild.yml",
             "site: {name: Guide}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n");
  site.write("guide/snippets/systems/aava.yaml",
             "name: Aava\nsources:\n  own: {title: an invented system, date: \"2026-01-01\"}\n"
             "partitions:\n  - {name: small, source: own, time: 3-00:00:00}\n");
  site.write("guide/docs/index.md",
             "# Jobs on Aava\n\n```bash\n#!/bin/bash\n#SBATCH --partition=small\n"
             "#SBATCH --time=4-00:00:00\nsrun ./a.out\n```\n");
  for (const char* command : {"check", "snippets", "build"}) {
    CAPTURE(command);
    base::ProcessOutcome outcome = site.run({"--config", "guide/kbuild.yml", command});
    CHECK(contains(outcome.output + outcome.errors, "KB0821"));
  }
}

TEST_CASE("commands: render gives HTML, text and JSON, and a file's name tells its dialect") {
  CommandSite site;
  CHECK(site.run({"render", "--from", "gfm"}, "*a*\n").output == "<p><em>a</em></p>\n");
  CHECK(site.run({"render", "--from", "gfm", "--to", "text"}, "*a* **b**\n").output == "a b\n");
  CHECK(contains(site.run({"render", "docs/disk.md"}).output, "Disk quotas</h1>"));
  site.write("wrong.rst", "Title\n=====\n\n:nosuchrole:`x`\n");
  base::ProcessOutcome shown = site.run({"render", "wrong.rst"});
  // Findings go to standard error and are no reason to fail.
  CHECK(shown.exit_code == 0);
  CHECK(contains(shown.errors, "wrong.rst:"));
  Json json = Json::parse(site.run({"render", "--to", "json", "wrong.rst"}).output, nullptr, false);
  REQUIRE(json.is_object());
  CHECK(contains(json["text"], "Title"));
  CHECK(contains(json["html"], "<h1"));
  CHECK_FALSE(json["diagnostics"].empty());
}

TEST_CASE("commands: render --batch answers each line, those that are wrong as well") {
  CommandSite site;
  site.write("pages.json", R"({"Template:Hi": "from a file"})");
  const std::string requests =
      R"({"id": 1, "from": "gfm", "input": "~~a~~"})"
      "\n\n"
      R"({"id": 2, "from": "gfm", "ext": "table", "input": "~~a~~"})"
      "\nno JSON\n"
      R"({"id": 4, "from": "klingon", "input": "x"})"
      "\n"
      R"({"id": 5, "from": "rst", "entry": "a/b.rst", "input": ".. include:: /c.rst", "files": {"c.rst": "beside"}})"
      "\n"
      R"({"id": 6, "from": "mediawiki", "input": "{{Hi}}", "articles": {"Template:Hi": "in line"}})"
      "\n"
      R"({"id": 7, "from": "mediawiki", "input": "{{Hi}}", "articles": "pages.json"})"
      "\n";
  base::ProcessOutcome outcome = site.run({"render", "--batch"}, requests);
  CHECK(outcome.exit_code == 0);
  std::vector<Json> answers;
  for (std::string_view line : base::split_lines(outcome.output))
    answers.push_back(Json::parse(line, nullptr, false));
  REQUIRE(answers.size() == 7);
  CHECK(answers[0]["html"] == "<p><del>a</del></p>\n");
  CHECK(answers[1]["html"] == "<p>~~a~~</p>\n");
  CHECK(answers[2]["id"] == nullptr);
  CHECK(answers[2]["err"] == "not a JSON object with a string 'input'");
  CHECK(answers[3]["id"] == 4);
  CHECK(answers[3]["err"] == "there is no dialect 'klingon'");
  CHECK(contains(answers[4]["html"], "beside"));
  CHECK(contains(answers[5]["html"], "in line"));
  CHECK(contains(answers[6]["html"], "from a file"));
}

TEST_CASE("commands: explain and schema tell about the program itself") {
  CommandSite site;
  std::string by_code = site.run({"explain", "KB0201"}).output;
  CHECK(by_code.starts_with("KB0201 "));
  CHECK(contains(by_code, "diagnostics/KB0201.md"));
  std::string_view name = base::split_words(by_code)[1];
  CHECK(site.run({"explain", std::string(name)}).output == by_code);
  for (const char* schema : {"config", "frontmatter", "matrix", "evidence"}) {
    Json json = Json::parse(site.run({"schema", schema}).output, nullptr, false);
    REQUIRE(json.is_object());
    CHECK(json.contains("$schema"));
  }
}

TEST_CASE("commands: check prints in every format, and knows what a baseline has") {
  CommandSite site;
  CHECK(site.run({"check"}).exit_code == 0);
  site.write("docs/index.md", "# Guide\n\nSee [quotas](nowhere.md).\n");
  base::ProcessOutcome text = site.run({"check"});
  CHECK(text.exit_code == 1);
  CHECK(contains(text.errors, "docs/index.md:3:"));
  base::ProcessOutcome json = site.run({"check", "--format", "json"});
  CHECK(json.exit_code == 1);
  REQUIRE(base::split_lines(json.output).size() == 1);
  std::string code = Json::parse(json.output)["code"];
  CHECK(contains(site.run({"check", "--format", "github"}).output, "::error file="));
  CHECK(Json::parse(site.run({"check", "--format", "sarif"}).output)["runs"][0]["results"].size() ==
        1);
  CHECK(site.run({"check", "--baseline", "known.jsonl", "--update-baseline"}).exit_code == 0);
  CHECK(contains(site.read("known.jsonl"), code));
  CHECK(site.run({"check", "--baseline", "known.jsonl"}).exit_code == 0);
  site.write("docs/disk.md", "# Disk quotas\n\nSee [more](gone.md).\n");
  base::ProcessOutcome again = site.run({"check", "--baseline", "known.jsonl"});
  CHECK(again.exit_code == 1);
  CHECK(contains(again.errors, "gone.md"));
  CHECK_FALSE(contains(again.errors, "nowhere.md"));
  site.write("broken.jsonl", "no baseline\n");
  CHECK(site.run({"check", "--baseline", "broken.jsonl"}).exit_code == 2);
}

TEST_CASE("commands: check --changed-since looks at changed files alone") {
  CommandSite site;
  site.write("docs/index.md", "# Guide\n\nSee [quotas](nowhere.md).\n");
  auto git = [&](std::vector<std::string> arguments) {
    std::vector<std::string> all = {"git", "-c", "user.name=A", "-c", "user.email=a@example.org"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    auto done = base::run_process({.arguments = all, .directory = site.work.path});
    REQUIRE(done);
    REQUIRE(done->exit_code == 0);
  };
  git({"init", "-q"});
  git({"add", "docs", "kbuild.yml"});
  git({"commit", "-q", "-m", "first"});
  CHECK(site.run({"check"}).exit_code == 1);
  CHECK(site.run({"check", "--changed-since", "HEAD"}).exit_code == 0);
  site.write("docs/disk.md", "# Disk quotas\n\nSee [more](gone.md).\n");
  base::ProcessOutcome changed = site.run({"check", "--changed-since", "HEAD"});
  CHECK(changed.exit_code == 1);
  CHECK(contains(changed.errors, "gone.md"));
  CHECK_FALSE(contains(changed.errors, "nowhere.md"));
}

TEST_CASE("commands: check --oracle puts batch scripts before sbatch") {
  CommandSite site;
  if (!test::can_run(!base::find_program("sbatch").empty(), "Slurm is not installed")) return;
  site.write(
      "docs/job.md",
      "# Jobs\n\n```bash\n#!/bin/bash\n#SBATCH --time=00:10:00\n#SBATCH --ntasks=1\n"
      "srun hostname\n```\n\n```bash\n#!/bin/bash\n#SBATCH --time=soon\nsrun hostname\n```\n");
  base::ProcessOutcome asked = site.run({"check", "--oracle"});
  CAPTURE(asked.errors);
  CHECK(contains(asked.errors, "sbatch judged 2 batch scripts, 2 of them as kbuild does"));
  CHECK_FALSE(contains(asked.errors, "KB0832"));
}

TEST_CASE("commands: matrix shows claims of files in every format, chosen by product and system") {
  CommandSite site;
  site.write("a.md",
             "# PyTorch\n\n| Version | Module | Puhti | LUMI |\n|---|---|---|---|\n"
             "| 2.7 | `pytorch/2.7` | X | |\n| 2.6 | `pytorch/2.6` | X | X |\n");
  base::ProcessOutcome lines = site.run({"matrix", "--from", "a.md", "--format", "jsonl"});
  CHECK(lines.exit_code == 0);
  std::size_t all = base::split_lines(lines.output).size();
  CHECK(all >= 3);
  for (std::string_view line : base::split_lines(lines.output))
    CHECK(Json::parse(line, nullptr, false).is_object());
  std::string lumi =
      site.run({"matrix", "--from", "a.md", "--format", "jsonl", "--system", "LUMI"}).output;
  CHECK(base::split_lines(lumi).size() >= 1);
  CHECK(base::split_lines(lumi).size() < all);
  CHECK_FALSE(contains(lumi, "Puhti"));
  CHECK(site.run({"matrix", "--from", "a.md", "--format", "jsonl", "--product", "NAMD"}).output ==
        "");
  CHECK(Json::parse(site.run({"matrix", "--from", "a.md", "--format", "json"}).output).is_object());
  CHECK(
      base::split_lines(site.run({"matrix", "--from", "a.md", "--format", "csv"}).output).size() ==
      all + 1);
  CHECK(contains(site.run({"matrix", "--from", "a.md"}).output, "2.7"));
  CHECK(contains(site.run({"matrix", "--from", "absent.md"}).errors, "absent.md"));
  CHECK(site.run({"matrix", "--from", "absent.md"}).exit_code == 2);
}

TEST_CASE("commands: snippets lists blocks as a table and as JSON Lines") {
  CommandSite site;
  site.write("docs/run.md", "# Run\n\n```python\nprint(1)\n```\n\n```bash\nmodule load gcc\n```\n");
  base::ProcessOutcome table = site.run({"snippets"});
  CHECK(table.exit_code == 0);
  CHECK(contains(table.output, "python"));
  CHECK(contains(table.errors, "2 blocks in "));
  std::string lines = site.run({"snippets", "--format", "jsonl", "--from", "docs/run.md"}).output;
  REQUIRE(base::split_lines(lines).size() == 2);
  Json first = Json::parse(base::split_lines(lines)[0]);
  CHECK(first["line"] == 3);
  CHECK(first["language"] == "python");
  CHECK(first["heading"] == "Run");
  std::string labels = site.run({"snippets", "--format", "labels", "--from", "docs/run.md"}).output;
  CHECK(labels.starts_with("| label | blocks | reached: none |"));
  CHECK(contains(labels, "\n| bash | 1 |"));
  CHECK(
      contains(labels, "\n| all | 2 | 0 | 0 | 2 | 0 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 1 | 0 | 0 |\n"));
  CHECK(site.run({"snippets", "--from", "absent.md"}).exit_code == 2);
}

TEST_CASE("commands: build --strict fails on warnings, --explain says why, -v tells the keys") {
  CommandSite site;
  base::ProcessOutcome first = site.run({"build", "--explain"});
  CHECK(first.exit_code == 0);
  CHECK(contains(first.errors, "docs/disk.md: read, it is new"));
  CHECK(contains(first.errors, "2 pages in "));
  CHECK(site.run({"-q", "build", "--strict"}).exit_code == 0);
  base::ProcessOutcome again = site.run({"build"});
  CHECK(contains(again.errors, " 0 read, 0 rendered, 0 files written"));
  CHECK(contains(site.run({"build", "--clean", "--no-search"}).errors, " 2 rendered"));
  site.write("mkdocs.yml", "site_name: Other\ndocs_dir: docs\nno_such_key: 1\n");
  base::ProcessOutcome keys = site.run({"--config", "mkdocs.yml", "-v", "--out", "other", "build"});
  CHECK(contains(keys.errors, "site_name"));
  CHECK(contains(keys.errors, "honoured"));
}

TEST_CASE("commands: build counts many findings, and prints few or all when asked") {
  CommandSite site;
  site.write("docs/disk.md", "# Disk quotas\n\n[a](absent.md)\n");
  base::ProcessOutcome few = site.run({"build"});
  CHECK(few.exit_code == 1);
  CHECK(contains(few.errors, "docs/disk.md:3:1: error: "));
  CHECK(contains(few.errors, "findings: 1 error\n"));
  std::string links;
  for (int i = 0; i < 20; ++i) links += "[a](absent" + std::to_string(i) + ".md)\n\n";
  site.write("docs/disk.md", "# Disk quotas\n\n" + links);
  for (int i = 0; i < 2; ++i) {  // made, then told again from the receipt
    base::ProcessOutcome many = site.run({"build"});
    CHECK(many.exit_code == 1);
    CHECK_FALSE(contains(many.errors, "docs/disk.md:3:1: error: "));
    CHECK(contains(many.errors, "findings: 20 error\n"));
    CHECK(contains(many.errors, "KB0201  error          20"));
    CHECK(contains(many.errors, "docs/disk.md:3\n"));
    CHECK(contains(many.errors, "most are in: docs/disk.md (20)\n"));
    CHECK(contains(many.errors, "languages: en; time: "));
    CHECK(base::split_lines(many.errors).size() < 15);
  }
  CHECK(contains(site.run({"build", "--all"}).errors, "docs/disk.md:3:1: error: "));
}

TEST_CASE("commands: build fails only for what the baseline does not know") {
  CommandSite site;
  site.write("docs/disk.md", "# Disk quotas\n\n[a](absent.md)\n");
  CHECK(site.run({"build", "--update-baseline"}).exit_code == 0);
  CHECK(contains(site.read("kbuild-baseline.jsonl"), "KB0201"));
  for (int i = 0; i < 2; ++i) {
    base::ProcessOutcome known = site.run({"build"});
    CHECK(known.exit_code == 0);
    CHECK(contains(known.errors, "new findings: none; 1 known by kbuild-baseline.jsonl\n"));
  }
  site.write("docs/disk.md", "# Disk quotas\n\n[a](absent.md), [b](gone.md)\n");
  base::ProcessOutcome added = site.run({"build"});
  CHECK(added.exit_code == 1);
  CHECK(contains(added.errors, "gone.md"));
  CHECK_FALSE(contains(added.errors, "'absent.md'"));
  site.write("kbuild-baseline.jsonl", "");
  CHECK(contains(site.run({"build"}).errors, "absent.md"));
  site.write("kbuild-baseline.jsonl", "[]\n");
  CHECK(contains(site.refusal({"build"}), "line 1 of the baseline"));
  CHECK(contains(site.refusal({"build", "--baseline", "none.jsonl"}), "none.jsonl"));
}

TEST_CASE("commands: search answers in every format") {
  CommandSite site;
  CHECK(contains(site.run({"search", "quota"}).output, "Disk quotas  (en/disk.md)"));
  CHECK(site.run({"search", "xyzzyq"}).output == "nothing found\n");
  Json json = Json::parse(site.run({"search", "--format", "json", "quota"}).output, nullptr, false);
  REQUIRE(json.is_object());
  std::string lines = site.run({"search", "--format", "jsonl", "quota"}).output;
  REQUIRE(base::split_lines(lines).size() >= 1);
  CHECK(contains(lines, "disk.md"));
  CHECK(contains(site.run({"search", "--literal", "quotta"}).output, "nothing found"));
  site.write("queries.jsonl", "{\"id\": 7, \"query\": \"quota\", \"lang\": \"en\"}\n\n");
  Json answer =
      Json::parse(site.run({"search", "--batch", "queries.jsonl"}).output, nullptr, false);
  REQUIRE(answer.is_object());
  CHECK(answer["id"] == 7);
  CHECK(answer["results"].size() >= 1);
}

TEST_CASE("commands: serve shows what a source says now") {
  CommandSite site;
  int port = test::free_port();
  test::Service server({KBUILD_PROGRAM, "serve", "--port", std::to_string(port)}, site.work.path);
  REQUIRE(server.wait_for_port(port, 60));
  CHECK(contains(test::http_get(port, "/disk/").body, "Each project has a quota"));
  CHECK(test::http_get(port, "/absent/").status == 404);
  CHECK(test::http_get(port, "/../kbuild.yml").status != 200);
  // The program watches the sources from before it listens; it builds again within its own time.
  site.write("docs/disk.md", "# Disk quotas\n\nQuotas are gone.\n");
  bool seen = false;
  for (int i = 0; i < 600 && !seen; ++i) {
    seen = contains(test::http_get(port, "/disk/").body, "Quotas are gone.");
    if (!seen) ::usleep(100'000);
  }
  CHECK(seen);
}
