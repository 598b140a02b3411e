// Evidence that was edited by hand: each way to change, remove, move or add a record or a file is
// named with its place, and evidence from before there were digests is shown as what it is.
#include <doctest/doctest.h>

#include <functional>
#include <map>

#include "base/disk.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/text.h"
#include "run/trust/evidence_set.h"
#include "whole/work_directory.h"

using namespace kbuild;

namespace {

run::RunRecord record(const std::string& unit, std::int64_t started) {
  run::RunRecord r;
  r.unit = unit;
  r.system = "local";
  r.verdict = run::Verdict::fail;
  r.level = run::Level::ran_job;
  r.started = started;
  return r;
}

/// The files of a disk, which are copied as those of several machines are.
struct Files {
  std::map<std::string, std::string> files;

  void append(const std::string& path, const run::RunRecord& added) {
    base::MemoryDisk disk;
    disk.files = files;
    REQUIRE(run::EvidenceWriter(disk, path).append(added));
    files = disk.files;
  }
  base::Result<std::vector<run::RunRecord>> read() const {
    base::MemoryDisk disk;
    disk.files = files;
    return run::read_all_evidence(disk, "/e");
  }
};

/// The files of three runs: of two records, of one, and of three.
Files evidence() {
  Files disk;
  std::int64_t time = 1'000;
  for (auto [file, count] : {std::pair{"1", 2}, {"2", 1}, {"3", 3}})
    for (int i = 0; i < count; ++i)
      disk.append("/e/local/" + std::string(file) + ".jsonl",
                  record(std::string(file) + "-" + std::to_string(i), ++time));
  return disk;
}

std::vector<std::string> lines_of(const Files& disk, const std::string& path) {
  std::vector<std::string> out;
  for (std::string_view line : base::split_lines(disk.files.at(path))) out.emplace_back(line);
  return out;
}

void set_lines(Files& disk, const std::string& path, const std::vector<std::string>& lines) {
  disk.files[path] = base::join(lines, "\n") + "\n";
}

/// A line whose verdict is another, its own digest made anew as a careful hand would.
std::string forged(std::string line) {
  line = base::replace_all(line, "\"verdict\":\"fail\"", "\"verdict\":\"pass\"");
  std::size_t field = line.rfind(",\"sha256\":\"");
  REQUIRE(field != line.npos);
  std::string body = line.substr(0, field) + "}";
  return line.substr(0, field) + ",\"sha256\":\"" + base::sha256_hex(body) + "\"}";
}

std::string without_digest(const std::string& line) {
  return line.substr(0, line.rfind(",\"sha256\":\"")) + "}";
}

struct Edit {
  const char* what;
  std::function<void(Files&)> make;
  /// Where it shows.
  std::string place;
};

const std::string kOne = "/e/local/1.jsonl", kTwo = "/e/local/2.jsonl", kThree = "/e/local/3.jsonl";

std::vector<Edit> edits() {
  auto replace = [](const std::string& path, std::size_t line, auto change) {
    return [=](Files& disk) {
      auto lines = lines_of(disk, path);
      lines[line] = change(lines[line]);
      set_lines(disk, path, lines);
    };
  };
  auto to_pass = [](const std::string& line) {
    return base::replace_all(line, "\"verdict\":\"fail\"", "\"verdict\":\"pass\"");
  };
  return {
      {"first line", replace(kThree, 0, to_pass), kThree + ":1:"},
      {"last line", replace(kThree, 2, to_pass), kThree + ":3:"},
      {"the only line", replace(kTwo, 0, to_pass), kTwo + ":1:"},
      {"last line with its digest", replace(kThree, 2, forged), kThree + ":3:"},
      {"the only line with its digest", replace(kTwo, 0, forged), kTwo + ":1:"},
      {"first line with its digest", replace(kThree, 0, forged), kThree + ":2:"},
      {"a digest taken out", replace(kThree, 2, without_digest), kThree + ":3:"},
      {"a digest taken out of the only line", replace(kTwo, 0, without_digest), kTwo + ":1:"},
      {"last line removed",
       [](Files& disk) {
         auto lines = lines_of(disk, kThree);
         lines.pop_back();
         set_lines(disk, kThree, lines);
       },
       kThree + ":2:"},
      {"all lines removed", [](Files& disk) { disk.files[kThree] = ""; }, kThree + ":1:"},
      {"lines moved",
       [](Files& disk) {
         auto lines = lines_of(disk, kThree);
         std::swap(lines[0], lines[1]);
         set_lines(disk, kThree, lines);
       },
       kThree + ":1:"},
      {"a line said twice",
       [](Files& disk) { disk.files[kThree] += lines_of(disk, kThree).back() + "\n"; },
       kThree + ":4:"},
      {"a line of another file",
       [](Files& disk) { disk.files[kThree] += lines_of(disk, kTwo)[0] + "\n"; }, kThree + ":4:"},
      {"a line that nobody ran",
       [](Files& disk) {
         std::string line = lines_of(disk, kThree).back();
         line = base::replace_all(line, line.substr(line.find("\"previous\":\""), 12 + 64),
                                  "\"previous\":\"" + base::sha256_hex(line));
         disk.files[kThree] += forged(line) + "\n";
       },
       kThree + ":4:"},
      {"a file removed", [](Files& disk) { disk.files.erase(kThree); }, "/e/local/3.index:1:"},
      {"an index removed", [](Files& disk) { disk.files.erase("/e/local/3.index"); },
       kThree + ":1:"},
      {"a file removed with its index",
       [](Files& disk) {
         disk.files.erase(kOne);
         disk.files.erase("/e/local/1.index");
       },
       "/e/local/2.index:1:"},
      {"a file begun anew with its index",
       [](Files& disk) {
         Files other;
         other.append(kOne, record("made up", 5));
         disk.files[kOne] = other.files[kOne];
         disk.files["/e/local/1.index"] = other.files["/e/local/1.index"];
       },
       "/e/local/2.index:1:"},
      {"a file that nobody ran",
       [](Files& disk) {
         Files other;
         other.append(kOne, record("made up", 5));
         disk.files["/e/local/4.jsonl"] = other.files[kOne];
       },
       "/e/local/4.jsonl:1:"},
      {"an index that is none", [](Files& disk) { disk.files["/e/local/3.index"] = "[]"; },
       "/e/local/3.index:1:"},
      {"an index with a path",
       [](Files& disk) {
         disk.files["/e/local/3.index"] =
             base::replace_all(disk.files["/e/local/3.index"], "\"2.jsonl\"", "\"../../x.jsonl\"");
       },
       "/e/local/3.index:1:"},
      {"an index of fewer records",
       [](Files& disk) {
         disk.files["/e/local/3.index"] =
             base::replace_all(disk.files["/e/local/3.index"], "\"records\":3", "\"records\":2");
       },
       kThree + ":2:"},
  };
}

}  // namespace

TEST_CASE("whatever is edited by hand is named with its file and line") {
  REQUIRE(evidence().read().value().size() == 6);
  for (const Edit& edit : edits()) {
    CAPTURE(edit.what);
    Files disk = evidence();
    edit.make(disk);
    auto read = disk.read();
    REQUIRE(!read);
    CAPTURE(read.error().message);
    CHECK(read.error().message.starts_with(edit.place));
    CHECK(!read.error().hint.empty());
  }
}

TEST_CASE("files of runs side by side merge by copying, and the next run follows both") {
  Files one = evidence(), other = evidence();
  one.append("/e/local/4a.jsonl", record("a", 9'000));
  other.append("/e/local/4b.jsonl", record("b", 9'000));
  for (const auto& [path, text] : other.files) one.files[path] = text;
  REQUIRE(one.read().value().size() == 8);
  one.append("/e/local/5.jsonl", record("c", 9'500));
  REQUIRE(one.read());
  for (std::string file : {"4a", "4b"}) {
    Files less = one;
    less.files.erase("/e/local/" + file + ".jsonl");
    less.files.erase("/e/local/" + file + ".index");
    CHECK(!less.read());
  }
}

TEST_CASE("a run that was killed at any write leaves evidence that is read and goes on") {
  // What is on the disk after each write of a record, and within the append.
  Files before = evidence(), after = evidence();
  after.append(kThree, record("4", 9'000));
  std::string index = before.files["/e/local/3.index"], line = lines_of(after, kThree)[3];
  std::string announced =
      base::replace_all(index, "\"next\":\"\"", "\"next\":\"" + base::sha256_hex(line) + "\"");
  REQUIRE(announced != index);
  struct State {
    std::string index, evidence;
    std::size_t records;
  };
  const std::string lines = before.files[kThree];
  for (const State& state : {State{announced, lines, 6},
                             {announced, lines + line.substr(0, 9), 6},
                             {announced, lines + line + "\n", 7},
                             {after.files["/e/local/3.index"], lines + line + "\n", 7}}) {
    Files disk = before;
    disk.files["/e/local/3.index"] = state.index;
    disk.files[kThree] = state.evidence;
    CHECK(disk.read().value().size() == state.records);
    disk.append(kThree, record("5", 9'001));
    CHECK(disk.read().value().size() == state.records + 1);
    CHECK(disk.files["/e/local/3.index"].find("\"next\":\"\"") != std::string::npos);
  }
  Files first;
  first.files["/e/local/1.index"] = "{\"after\":[],\"last\":\"" + std::string(64, '0') +
                                    "\",\"next\":\"ab\",\"records\":0,\"v\":1}";
  CHECK(first.read());
}

TEST_CASE("evidence without digests is read, continued, and held once a later run follows it") {
  Files old = evidence();
  std::vector<std::string> lines;
  std::string previous(64, '0');
  for (std::string line : lines_of(old, kThree)) {
    std::size_t at = line.find("\"previous\":\"") + 12;
    line = without_digest(line.replace(at, 64, previous));
    previous = base::sha256_hex(line);
    lines.push_back(line);
  }
  Files disk;
  set_lines(disk, kThree, lines);
  auto read = disk.read();
  REQUIRE(read);
  CHECK(read->size() == 3);
  CHECK(read->back().sha256.empty());
  disk.append("/e/local/4.jsonl", record("new", 9'000));
  CHECK(disk.read().value().back().sha256.size() == 64);
  Files changed = disk;
  lines.back() = base::replace_all(lines.back(), "\"fail\"", "\"pass\"");
  set_lines(changed, kThree, lines);
  CHECK(!changed.read());
  disk.append(kThree, record("more", 9'001));
  CHECK(disk.read().value().size() == 5);
}

TEST_CASE("faults are found all at once, and what an index cannot show a commit does") {
  Files edited = evidence();
  edited.files.erase(kTwo);
  auto lines = lines_of(edited, kThree);
  lines[1] = base::replace_all(lines[1], "\"verdict\":\"fail\"", "\"verdict\":\"pass\"");
  set_lines(edited, kThree, lines);
  base::MemoryDisk disk;
  disk.files = edited.files;
  run::EvidenceSet set = run::read_evidence_set(disk, "/e");
  REQUIRE(set.faults.size() == 2);
  CHECK(set.faults[0].path == "/e/local/2.index");
  CHECK(set.faults[1].path == kThree);
  CHECK(set.faults[1].line == 2);

  // The newest file with its index gone: nothing here tells of it.
  Files less = evidence();
  std::string before = less.files[kThree];
  less.files.erase(kThree);
  less.files.erase("/e/local/3.index");
  CHECK(less.read());
  auto fault = run::compare_with_earlier(kThree, before, "", "HEAD");
  REQUIRE(fault);
  CHECK(fault->line == 1);
  std::string more = before + "{}\n";
  CHECK_FALSE(run::compare_with_earlier(kThree, before, more, "HEAD"));
  CHECK(run::compare_with_earlier(kThree, more, before, "HEAD")->line == 3);
}

namespace {

/// A site with one unit whose run is recorded, and the program.
struct Site {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
  std::string path = work.path + "/evidence/local/1.jsonl";

  explicit Site(const std::string& more = "") {
    write("kbuild.yml",
          "site: {name: T}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"
          "snippets: {execute: true, evidence: evidence" +
              more + "}\n");
    write("docs/index.md", "# Home\n\n<!-- kb: unit=hello -->\n```bash\necho hello\n```\n");
    add("1");
  }
  void write(const std::string& name, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + name, text));
  }
  std::string read(const std::string& name) const {
    return disk->read(work.path + "/" + name).value_or("");
  }
  void add(const std::string& run) {
    run::RunRecord made = record("hello", 1'795'000'000);
    made.page = "docs/index.md";
    made.verdict = run::Verdict::pass;
    REQUIRE(
        run::EvidenceWriter(*disk, work.path + "/evidence/local/" + run + ".jsonl").append(made));
  }
  struct Answer {
    int code;
    std::string output, errors;
  };
  Answer command(std::vector<std::string> arguments,
                 const std::map<std::string, std::string>& more = {}) const {
    base::Command command{.arguments = std::move(arguments), .directory = work.path};
    command.inherit_environment = false;
    command.environment = more;
    const auto here = base::current_environment();
    for (const char* name : {"PATH", "HOME"})
      if (auto found = here.find(name); found != here.end())
        command.environment.insert({name, found->second});
    auto done = base::run_process(command);
    REQUIRE(done);
    return {done->exit_code, done->output, done->errors};
  }
  Answer kbuild(std::vector<std::string> arguments,
                const std::map<std::string, std::string>& more = {}) const {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    return command(std::move(arguments), more);
  }
  /// A key, and the line of a list that names its owner.
  void make_key(const std::string& name) {
    REQUIRE(command({"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", work.path + "/" + name})
                .code == 0);
    write(name + ".signers",
          name + "@example.org namespaces=\"kbuild-evidence\" " + read(name + ".pub"));
  }
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a site shows no run where evidence was edited, and says that nothing is signed") {
  Site site;
  CHECK(site.kbuild({"--out", "site", "build"}).code <= 1);
  CHECK(has(site.read("site/runs/hello/index.html"), "unsigned"));
  CHECK(has(site.read("site/index.html"), "kb-run-"));
  auto verified = site.kbuild({"evidence", "verify"});
  CHECK(verified.code == 0);
  CHECK(has(verified.output, "1 file, 1 record: 1 unsigned"));
  site.write("evidence/local/1.jsonl",
             base::replace_all(site.read("evidence/local/1.jsonl"), "\"output\":\"\"",
                               "\"output\":\"TAMPERED all green\""));
  for (const char* command : {"build", "check"}) {
    auto answer = site.kbuild({"--out", "site", command});
    CHECK(answer.code == 1);
    CHECK(has(answer.errors,
              "evidence/local/1.jsonl:1:1: error: this record of evidence was changed"));
  }
  CHECK_FALSE(has(site.read("site/index.html"), "kb-run-"));
  CHECK(site.read("site/runs/hello/index.html").empty());
  CHECK(site.kbuild({"evidence", "verify"}).code == 1);
}

TEST_CASE("a signature says whose word evidence is, by the list of whoever asks") {
  Site site(", signers: ci.signers");
  site.make_key("ci");
  site.make_key("mallory");
  auto verify = [&](std::vector<std::string> more = {},
                    const std::map<std::string, std::string>& environment = {}) {
    more.insert(more.begin(), {"evidence", "verify"});
    return site.kbuild(more, environment);
  };
  auto unsigned_one = verify();
  CHECK(unsigned_one.code == 0);
  CHECK(has(unsigned_one.errors, "KB0783"));
  CHECK(verify({"--signed"}).code == 1);

  REQUIRE(site.kbuild({"evidence", "sign", "--key", "ci", "evidence/local/1.jsonl"}).code == 0);
  auto signed_one = verify({"--signed"});
  CHECK(signed_one.code == 0);
  CHECK(has(signed_one.output, "1 signed by ci@example.org"));
  CHECK(site.kbuild({"--out", "site", "build"}).code <= 1);
  CHECK(has(site.read("site/runs/hello/index.html"), "ci@example.org"));

  // The list of a pull request proves nothing; the runner's counts, whatever the repository says.
  std::map<std::string, std::string> request = {{"GITHUB_EVENT_NAME", "pull_request"}};
  CHECK(has(verify({}, request).output, "unknown key"));
  CHECK(has(verify({"--signers", "ci.signers"}, request).output, "signed by ci@example.org"));
  CHECK(has(verify({}, {{"KBUILD_SIGNERS", "mallory.signers"}}).output, "unknown key"));
  CHECK(verify({"--signed", "--signers", "mallory.signers"}).code == 1);

  // Somebody else's signature, and one of an earlier state.
  std::string of_ci = site.read("evidence/local/1.sig");
  REQUIRE(site.kbuild({"evidence", "sign", "--key", "mallory", "evidence/local/1.jsonl"}).code ==
          0);
  auto foreign = verify();
  CHECK(has(foreign.errors, "evidence/local/1.sig:1:1: warning"));
  CHECK(has(foreign.errors, "KB0781"));
  CHECK(verify({"--signed"}).code == 1);
  CHECK(site.kbuild({"--out", "site", "build"}).code <= 1);
  CHECK_FALSE(has(site.read("site/runs/hello/index.html"), "ci@example.org"));
  site.add("1");
  CHECK_MESSAGE(site.read("evidence/local/1.sig").empty(), "what is appended is not signed");
  site.write("evidence/local/1.sig", of_ci);
  auto old = verify();
  CHECK(old.code == 1);
  CHECK(has(old.errors, "evidence/local/1.sig:1:1: error: this is no signature of"));
}

TEST_CASE("evidence that a commit has is missed, also where the newest files are gone") {
  Site site;
  for (std::vector<std::string> words :
       {std::vector<std::string>{"init", "-q"},
        {"add", "."},
        {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "t"}}) {
    words.insert(words.begin(), "git");
    REQUIRE(site.command(words).code == 0);
  }
  CHECK(site.kbuild({"evidence", "verify", "--since", "HEAD"}).code == 0);
  site.add("2");
  CHECK(site.kbuild({"evidence", "verify", "--since", "HEAD"}).code == 0);
  CHECK(site.kbuild({"evidence", "verify", "--since", "no-such-commit"}).code == 2);
  CHECK(site.kbuild({"evidence", "verify", "--since=--name-status"}).code == 2);
  REQUIRE(site.disk->remove_tree(site.work.path + "/evidence"));
  CHECK(site.kbuild({"evidence", "verify"}).code == 0);
  auto answer = site.kbuild({"evidence", "verify", "--since", "HEAD"});
  CHECK(answer.code == 1);
  CHECK(
      has(answer.errors, "evidence/local/1.jsonl:1:1: error: evidence that 'HEAD' has is missing"));
}
