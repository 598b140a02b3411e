// A site says something else when a proof grows old, although no file changed.
#include <doctest/doctest.h>

#include "base/clock.h"
#include "memory_site.h"
#include "run/evidence_file.h"

using namespace kbuild;

namespace {

constexpr std::int64_t kDay = 86400;

/// A page with one unit, which passed `age` seconds ago and is proved for ten days.
void prove(test::MemorySite& site, std::int64_t age) {
  (void)site.disk.write("kbuild.yml",
                        "languages: [en]\nsources: [{path: docs, lang: en}]\n"
                        "snippets: {evidence: evidence, expiry: 10}\n");
  (void)site.disk.write("docs/index.md",
                        "# Hello\n\n<!-- kb: unit=hello -->\n```bash\necho hello\n```\n");
  run::RunRecord record;
  record.unit = "hello";
  record.page = "index.md";
  record.system = record.executor = "local";
  record.verdict = run::Verdict::pass;
  record.level = run::Level::ran_cpu;
  record.started = base::make_system_clock()->now() - age;
  run::EvidenceWriter writer(site.disk, "evidence/local/1.jsonl");
  REQUIRE(writer.append(record));
}

}  // namespace

TEST_CASE("a badge that expires makes the next build more than a look at the receipt") {
  test::MemorySite site;
  prove(site, kDay);
  build::Receipt receipt = site.build().receipt;
  CHECK(site.output()["index.html"].find("kb-run-") != std::string::npos);
  const std::int64_t end = base::make_system_clock()->now() + 9 * kDay;
  CHECK(receipt.expires > end - 60);
  CHECK(receipt.expires < end + 60);
  REQUIRE(build::save_receipt(site.disk, "receipt", receipt));
  std::vector<build::Snapshot> taken;
  CHECK(build::find_receipt(site.disk, "receipt", receipt.request, receipt.expires - 1, taken));
  CHECK_FALSE(build::find_receipt(site.disk, "receipt", receipt.request, receipt.expires, taken));
}

TEST_CASE("a build after the badge's end looks at the whole site again") {
  test::MemorySite site;
  prove(site, kDay);
  const std::int64_t end = site.build().receipt.expires;
  site.now = end - 1;
  CHECK(site.build().receipt.expires == end);
  site.now = end;
  CHECK(site.build().receipt.expires == 0);
}

TEST_CASE("a site without proofs holds until a file changes") {
  test::MemorySite site;
  (void)site.disk.write("kbuild.yml", "languages: [en]\nsources: [{path: docs, lang: en}]\n");
  (void)site.disk.write("docs/index.md", "# Hello\n");
  CHECK(site.build().receipt.expires == 0);
}
