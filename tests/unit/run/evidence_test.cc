// Evidence lines: round trip, chain, ageing, redaction; and the matchers of expected output.
#include "run/evidence.h"

#include <doctest/doctest.h>

#include "base/json.h"
#include "base/text.h"
#include "run/evidence_schema.h"
#include "run/evidence_set.h"
#include "run/units/expectation.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

RunRecord record() {
  RunRecord r;
  r.unit = "page:unit";
  r.key = "k";
  r.system = "Mahti";
  r.version = "2.7";
  r.verdict = Verdict::pass;
  r.level = Level::ran_gpu;
  r.gpus = {{"NVIDIA A100", "550", "40 GiB", "CUDA 12"}};
  r.steps = {{"line 3", 3, 0, 1.5, "module load x", ":"}};
  r.modules = {"pytorch/2.7"};
  r.differences = {{4, "line 1 is 'a', not 'b'"}};
  r.loaded = {{"module", "pytorch/2.7.1", "", true}, {"product", "PyTorch", "2.7.0", false}};
  r.started = 1'795'000'000;
  r.seconds = 42;
  return r;
}

struct MatchCase {
  const char* kind;
  const char* expected;
  const char* output;
  bool same;
};
constexpr MatchCase kMatches[] = {
    {"exact", "a\nb", "a \nb\n\n", true},
    {"exact", "a\nb", "a\nc", false},
    {"exact", "a", "a\nb", false},
    {"lines", "a\nc", "a\nb\nc", true},
    {"lines", "c\na", "a\nb\nc", false},
    {"contains", "ample", "one example here", true},
    {"contains", "ample", "none", false},
    {"ellipsis", "a ... c\n...\nz", "a b c\n1\n2\nz", true},
    {"ellipsis", "...\nz", "z", true},
    {"ellipsis", "...\nz", "z\ny", false},
    {"ellipsis", "a...b...c", "axxbxxc", true},
    {"ellipsis", "a...b", "axc", false},
    {"regex", "^loss: [0-9]+\\.[0-9]+$", "start\nloss: 0.31", true},
    {"regex", "^loss: [^0-9]+$", "loss: 0.31", false},
    {"regex", "ab*c?d", "xxabbbd", true},
    {"regex", "^a$", "ab", false},
    {"float:1e-2", "x = 1.000 s", "x = 1.005 s", true},
    {"float:1e-4", "x = 1.000 s", "x = 1.005 s", false},
    {"float", "1.5ms", "1.5s", false},
    {"none", "a", "b", true},
};

}  // namespace

TEST_CASE("a record survives its JSON") {
  auto back = from_json(to_json(record()));
  REQUIRE(back);
  CHECK(to_json(*back) == to_json(record()));
  CHECK_FALSE(from_json("{}"));
  CHECK_FALSE(from_json("not json"));
}

TEST_CASE("numbers that do not fit their field are none") {
  auto read = from_json(R"({"v": 1, "verdict": "pass", "level": "ran-gpu", "exit": 1e300,
      "line": -1, "started_seconds": 1e19, "failed_line": 7, "seconds": 1.5})");
  REQUIRE(read);
  CHECK(read->exit_code == 0);
  CHECK(read->line == 0);
  CHECK(read->started == 0);
  CHECK(read->failed_line == 7);
  CHECK(read->seconds == 1.5);
}

TEST_CASE("the chain shows a changed, removed or moved line") {
  base::MemoryDisk disk;
  {
    EvidenceWriter writer(disk, "e.jsonl");
    REQUIRE(writer.append(record()));
    REQUIRE(writer.append(record()));
  }
  // Another process goes on with the same file.
  EvidenceWriter writer(disk, "e.jsonl");
  REQUIRE(writer.append(record()));
  REQUIRE(read_evidence(disk, "e.jsonl").value().size() == 3);
  std::string good = disk.files["e.jsonl"];
  auto lines = base::split_lines(good);
  disk.files["e.jsonl"] = base::replace_all(good, "\"seconds\":42.0", "\"seconds\":41.0");
  CHECK_FALSE(read_evidence(disk, "e.jsonl"));
  disk.files["e.jsonl"] = std::string(lines[0]) + "\n" + std::string(lines[2]) + "\n";
  CHECK_FALSE(read_evidence(disk, "e.jsonl"));
  CHECK_FALSE(EvidenceWriter(disk, "e.jsonl").append(record()));
  disk.files["e.jsonl"] = good;
  CHECK(read_evidence(disk, "e.jsonl"));
}

TEST_CASE("a pass grows stale, a failure stays one") {
  RunRecord r = record();
  CHECK(verdict_at(r, r.started + 29 * 86400, 30) == Verdict::pass);
  CHECK(verdict_at(r, r.started + 31 * 86400, 30) == Verdict::stale);
  r.verdict = Verdict::fail;
  CHECK(verdict_at(r, r.started + 31 * 86400, 30) == Verdict::fail);
}

TEST_CASE("a badge says level, place, version, date and time") {
  CHECK(badge_text(record()) == "ran-gpu, Mahti NVIDIA A100, 2.7.1, 2026-11-18, 42 s");
}

TEST_CASE("a badge says a version only where it was loaded to the end and nothing was replaced") {
  const std::string without = "ran-gpu, Mahti NVIDIA A100, 2026-11-18, 42 s";
  RunRecord r = record();
  r.loaded.front().at_end = false;
  CHECK(badge_text(r) == without);
  r.loaded = {{"module", "pytorch/2.6", "", true}};
  CHECK(badge_text(r) == without);
  r.loaded = {{"module", "pytorch/2.7", "", true}, {"module", "python/2.7", "", true}};
  CHECK(proved_version(r) == "2.7");
  // Its own program says otherwise.
  r.loaded.front().version = "2.5.1";
  CHECK(badge_text(r) == without);
  r.loaded.front().version = "2.7.1";
  CHECK(proved_version(r) == "2.7.1");
  r.changes = {{"substituted", 3, "module load x", ":", "no modules here"}};
  CHECK(badge_text(r) == without);
}

TEST_CASE("secrets, addresses and private words are hidden") {
  CHECK(redact("token=abc123 x", {}) == "token=[redacted] x");
  CHECK(redact("export HF_TOKEN: \"abc\"", {}) == "export HF_TOKEN: \"[redacted]\"");
  CHECK(redact("use hf_ABCDEFGHIJKLMNOP now", {}) == "use [redacted] now");
  CHECK(redact("mail a.b@c.org now", {}) == "mail [redacted] now");
  CHECK(redact("in /users/someone/x", {"/users/someone"}) == "in [redacted]/x");
  CHECK(redact("tokens are words", {}) == "tokens are words");
  CHECK(redact("AWS_SECRET_ACCESS_KEY=a/b+c d", {}) == "AWS_SECRET_ACCESS_KEY=[redacted] d");
  CHECK(redact("Authorization: Bearer abcdefghijklmnop", {}) == "Authorization: [redacted]");
  CHECK(redact("git clone https://me:pw@host/x", {}) == "git clone https://[redacted]@host/x");
  CHECK(redact("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb", {}) ==
        "a\n[redacted]\nb");
  CHECK(redact("tokenizer: BertTokenizer", {}) == "tokenizer: BertTokenizer");
}

TEST_CASE("redaction is linear in hostile output") {
  std::string dotted, quoted;
  for (int i = 0; i < 200'000; ++i) dotted += "a.";
  for (int i = 0; i < 50'000; ++i) quoted += "token \"";
  CHECK(redact(dotted, {}) == dotted);
  CHECK(redact(quoted, {}).size() > 0);
}

TEST_CASE("long output keeps its head and its tail") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + "\n";
  std::string kept = head_and_tail(text, 100);
  CHECK(kept.size() < 160);
  CHECK(kept.starts_with("0\n1\n"));
  CHECK(kept.ends_with("999\n"));
}

TEST_CASE("expected output is matched in seven ways") {
  for (const MatchCase& c : kMatches) {
    CAPTURE(c.kind);
    CAPTURE(c.expected);
    auto expectation = parse_expectation(c.kind, c.expected);
    REQUIRE(expectation);
    CHECK(mismatch(*expectation, c.output).has_value() != c.same);
  }
  CHECK_FALSE(parse_expectation("float:x", ""));
  CHECK_FALSE(parse_expectation("soundslike", ""));
  CHECK(mismatch(*parse_expectation("exact", "a\nb"), "a\nc") == "line 2 is 'c', not 'b'");
}

TEST_CASE("patterns are linear in hostile input") {
  std::string line(20000, 'a');
  CHECK_FALSE(find_pattern("a*a*a*a*a*a*a*b", line));
}

TEST_CASE("the schema names exactly the fields that a line has") {
  base::Json schema = base::Json::parse(run::evidence_schema());
  base::MemoryDisk disk;
  run::EvidenceWriter writer(disk, "/e.jsonl");
  REQUIRE(writer.append({}).has_value());
  base::Json line = base::Json::parse(disk.files.at("/e.jsonl"));
  CHECK(line.size() == schema["properties"].size());
  for (const auto& [name, value] : line.items()) {
    CAPTURE(name);
    REQUIRE(schema["properties"].contains(name));
    std::string type = schema["properties"][name]["type"];
    bool fits = type == "string"    ? value.is_string()
                : type == "integer" ? value.is_number_integer()
                : type == "number"  ? value.is_number()
                : type == "array"   ? value.is_array()
                                    : value.is_boolean();
    CHECK(fits);
  }
}

TEST_CASE("a line that was not written whole is left out, and dropped by the next writer") {
  base::MemoryDisk disk;
  run::RunRecord record;
  record.unit = "a";
  REQUIRE(run::EvidenceWriter(disk, "/e.jsonl").append(record).has_value());
  disk.files["/e.jsonl"] += "{\"v\":1,\"unit\":\"torn";
  CHECK(run::read_evidence(disk, "/e.jsonl").value().size() == 1);
  REQUIRE(run::EvidenceWriter(disk, "/e.jsonl").append(record).has_value());
  CHECK(run::read_evidence(disk, "/e.jsonl").value().size() == 2);
}

TEST_CASE("files of several CI jobs merge by copying, and copies count once") {
  base::MemoryDisk disk;
  run::RunRecord record;
  record.unit = "late";
  record.started = 20;
  REQUIRE(run::EvidenceWriter(disk, "/e/lumi/one.jsonl").append(record).has_value());
  record.unit = "early";
  record.started = 10;
  REQUIRE(run::EvidenceWriter(disk, "/e/mahti/two.jsonl").append(record).has_value());
  disk.files["/e/lumi/copy.jsonl"] = disk.files["/e/lumi/one.jsonl"];
  disk.files["/e/lumi/copy.index"] = disk.files["/e/lumi/one.index"];
  auto all = run::read_all_evidence(disk, "/e").value();
  REQUIRE(all.size() == 2);
  CHECK(all[0].unit == "early");
}

TEST_CASE("a badge is green for a fresh pass of the same text alone") {
  run::RunRecord record;
  record.verdict = run::Verdict::pass;
  record.level = run::Level::ran_job;
  record.digest = "d";
  record.started = 1000;
  auto name = [&](const std::string& digest, std::int64_t now) {
    return run::standing_name(run::standing_of(record, digest, now, 30));
  };
  CHECK(name("d", 2000) == "proved");
  CHECK(name("other", 2000) == "outdated");
  CHECK(name("d", 1000 + 31 * 86400) == "outdated");
  record.changes = {{"stubbed", 3, "wget x", ":", ""}};
  CHECK(name("d", 2000) == "changed");
  CHECK(name("other", 2000) == "outdated");
  record.changes.clear();
  record.level = run::Level::linted;
  CHECK(name("d", 2000) == "unproved");
  record.level = run::Level::ran_job;
  record.gpus_asked = 1;
  CHECK(name("d", 2000) == "unproved");
  record.gpus.push_back({"NVIDIA A100", "550", "40 GiB", "CUDA 12.4"});
  CHECK(name("d", 2000) == "proved");
  record.verdict = run::Verdict::oom;
  CHECK(name("d", 2000) == "failed");
  record.verdict = run::Verdict::infra;
  CHECK(name("d", 2000) == "unproved");
}
