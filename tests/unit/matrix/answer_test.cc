// Views, changes, contradictions, imports and printed forms of a small matrix.
#include <doctest/doctest.h>

#include "base/json.h"
#include "matrix/conflicts.h"
#include "matrix/export.h"
#include "matrix/view.h"
#include "weighed.h"

using namespace kbuild;
using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;

namespace {

struct Where {
  std::string path = "apps/pytorch.md";
  std::string language = "en";
};

Claim answer_claim(std::string version, std::string system, ClaimStatus status, ClaimKind kind,
                   std::string module = {}, const Where& where = {}) {
  Claim made;
  made.product = "PyTorch";
  made.version = std::move(version);
  made.system = std::move(system);
  made.status = status;
  made.kind = kind;
  made.module = std::move(module);
  made.path = where.path;
  made.language = where.language;
  made.line = 7;
  made.excerpt = "says, \"so\"";
  return made;
}

std::vector<Claim> small() {
  return {
      answer_claim("2.7.1", "LUMI", ClaimStatus::default_version, ClaimKind::table, "pytorch/2.7"),
      answer_claim("2.6.0", "LUMI", ClaimStatus::unavailable, ClaimKind::table, "pytorch/2.6"),
      answer_claim("2.6.0", "Puhti", ClaimStatus::default_version, ClaimKind::table, "pytorch/2.6"),
      answer_claim("2.5.1", "Puhti", ClaimStatus::deprecated, ClaimKind::table, "pytorch/2.5")};
}

std::vector<int> codes(const std::vector<Claim>& claims, const meta::Names* names = nullptr) {
  std::vector<int> out;
  matrix::MergeOptions options;
  options.names = names;
  options.original_language = "en";
  options.originals = {{{"fi", "apps/pytorch.md"}, "apps/pytorch.md"}};
  for (const auto& finding : matrix::find_conflicts(test::merged(claims, options), names,
                                                    [](const Claim&) { return source::Span{}; }))
    out.push_back(finding.code.number);
  return out;
}

}  // namespace

TEST_CASE("changes between two builds") {
  auto now = small();
  now[1].status = ClaimStatus::available;
  now.push_back(answer_claim("2.8.0", "LUMI", ClaimStatus::available, ClaimKind::table));
  auto changes = matrix::changes_between(test::merged(small()), test::merged(now));
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].id == "pytorch/2.6.0/lumi");
  CHECK(changes[0].before == "unavailable");
  CHECK(changes[0].after == "available");
  CHECK(changes[1].before.empty());
}

TEST_CASE("contradictions, each with its code") {
  CHECK(codes(small()).empty());
  auto with = [](Claim extra) {
    auto claims = small();
    claims.push_back(std::move(extra));
    return claims;
  };
  CHECK(codes(with(answer_claim("2.7.1", "LUMI", ClaimStatus::removed, ClaimKind::list, "",
                                {"apps/other.md", "en"}))) == std::vector<int>{601});
  CHECK(codes(with(answer_claim("2.5.1", "Puhti", ClaimStatus::available, ClaimKind::table,
                                "pytorch/2.5", {"apps/pytorch.md", "fi"}))) ==
        std::vector<int>{603});
  CHECK(codes(with(answer_claim("2.5.1", "Puhti", ClaimStatus::default_version, ClaimKind::table,
                                "", {"apps/other.md", "en"}))) == std::vector<int>{604});
  CHECK(codes(with(answer_claim("2.6", "LUMI", ClaimStatus::available, ClaimKind::sbatch,
                                "pytorch/2.6"))) == std::vector<int>{605});
  CHECK(codes(with(answer_claim("1.2", "LUMI", ClaimStatus::available, ClaimKind::module_load,
                                "pytorch/1.2"))) == std::vector<int>{606});
  CHECK(codes(with(answer_claim("2.5", "Puhti", ClaimStatus::available, ClaimKind::module_load,
                                "pytorch/2.5"))) == std::vector<int>{609});
  // A list of modules of LUMI that lacks what the page offers there, and has what the page denies.
  CHECK(codes(with(answer_claim("2.7.2", "LUMI", ClaimStatus::available, ClaimKind::imported,
                                "pytorch/2.7.2", {"lumi.txt", ""}))) == std::vector<int>{613});
  CHECK(codes(with(answer_claim("2.6.0", "LUMI", ClaimStatus::available, ClaimKind::imported,
                                "pytorch/2.6", {"lumi.txt", ""}))) == std::vector<int>{613, 615});
  meta::Names names;
  names.systems.push_back({"LUMI", {}, "", "2026-01-01"});
  CHECK(codes(small(), &names) == std::vector<int>{610});
  // What one part lacks the whole may have; that is a contradiction where both speak of the part.
  names.systems = {{"Sampo", {"Sampo-CPU", "Sampo-GPU"}}};
  Claim part = answer_claim("2.7.1", "Sampo", ClaimStatus::unavailable, ClaimKind::list);
  part.excerpt = "Sampo-GPU: not available";
  Claim whole = answer_claim("2.7.1", "Sampo", ClaimStatus::available, ClaimKind::front_matter);
  CHECK(codes({part, whole}, &names).empty());
  whole.excerpt = "- sampo-gpu";
  CHECK(codes({part, whole}, &names) == std::vector<int>{601});
}

TEST_CASE("printed forms") {
  matrix::Matrix matrix = test::merged(small());
  std::string lines = matrix::to_json_lines(matrix, {"pytorch", "lumi"});
  auto first = base::Json::parse(lines.substr(0, lines.find('\n')));
  CHECK(first["version"] == "2.7.1");
  CHECK(first["status"] == "default");
  CHECK(first["state"] == "read");
  CHECK(first["line"] == 7);
  CHECK(matrix::to_csv(matrix, {"", "Puhti"})
            .find("PyTorch,2.6.0,Puhti,default,pytorch/2.6,read,read,,table,,en,apps/"
                  "pytorch.md,7\r\n") != std::string::npos);
  std::string table = matrix::to_table(matrix, {});
  CHECK(table.find("  2.6.0  no       default  pytorch/2.6\n") != std::string::npos);
  auto json = base::Json::parse(matrix::to_json(matrix));
  CHECK(json["cells"].size() == 4);
  auto schema = base::Json::parse(matrix::matrix_schema());
  for (const auto& [key, value] : json["cells"][0].items())
    CHECK(schema["properties"]["cells"]["items"]["properties"].contains(key));
  for (const auto& [key, value] : json["cells"][0]["claims"][0].items())
    CHECK(schema["properties"]["cells"]["items"]["properties"]["claims"]["items"]["properties"]
              .contains(key));
}
