// Versions: what is one, what release it names, and their order.
#include "vocabulary/version.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace kbuild::vocabulary;

namespace {

std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> out;
  for (const VersionMatch& match : find_versions(text)) out.push_back(match.version);
  return out;
}
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("versions are found in running text") {
  CHECK(found("Solver 2.7.1 and v1.10, then 0.2.2. is old") == Texts{"2.7.1", "1.10", "0.2.2"});
  CHECK(found("series 1.7.x up to 1.11.x") == Texts{"1.7.x", "1.11.x"});
  CHECK(found("tool==2.0.1+rocm5.4.2, tool=1.14.0a0+git36449ea") ==
        Texts{"2.0.1", "1.14.0a0+git36449ea"});
  CHECK(found("2.1.2-foss-2023a").front() == "2.1.2");
  CHECK(found("3.0.0rc2 (3.1.0.post1)") == Texts{"3.0.0rc2", "3.1.0.post1"});
  CHECK(found("2.7.10a, 22.04lts and 5.0-beta.1") == Texts{"2.7.10a", "22.04lts", "5.0-beta.1"});
}

TEST_CASE("dates, sizes, multiples and parts of words are no versions") {
  CHECK(found("on 8.7.2025 and 26.06.2025").empty());
  CHECK(found("2.5GB, 1.5x faster, 10.5% of it, models of 1.5b").empty());
  CHECK(found("py3.9 sm_8.0 a.2.1 ä1.2").empty());
}

TEST_CASE("releases by a product's own scheme are found in any text") {
  CHECK(found("Solver 29Sep2021, R2024b and 2021R2") == Texts{"29Sep2021", "R2024b", "2021R2"});
  CHECK(found("Solver 16-C.01, 5.4.4 pl2 and v09 E.01") == Texts{"16.C.01", "5.4.4pl2", "09.E.01"});
}

TEST_CASE("a version without a dot is marked as such") {
  auto matches = find_versions("version 24 or 2024.1");
  REQUIRE(matches.size() == 2);
  CHECK(!matches[0].dotted);
  CHECK(matches[1].dotted);
}

TEST_CASE("the release of a module's or pin's version text") {
  CHECK(release_of("2.1.2-foss-2023a-CUDA-12.1.1") == "2.1.2");
  CHECK(release_of("2.0.1+cu118") == "2.0.1");
  CHECK(release_of("v1.13") == "1.13");
  CHECK(release_of("2026R1") == "2026R1");
  CHECK(release_of("5.9.0-RC1-egl-mpi") == "5.9.0-RC1");
  CHECK(release_of("3.10-24.04") == "3.10-24.04");
  CHECK(release_of("2.4.1-20240611") == "2.4.1-20240611");
  CHECK(release_of("8.2.0-2.31.1") == "8.2.0");
  CHECK(release_of("1.2-24.13") == "1.2");
  CHECK(release_of("latest").empty());
  CHECK(release_of("").empty());
}

TEST_CASE("order is by parts, not by letters") {
  Texts sorted{"2.0.0rc1", "2.0.0",  "2.2",    "2.7",    "2.7.1",
               "2.9",      "2.10.0", "2024R1", "2024R2", "nightly"};
  Texts shuffled = sorted;
  std::reverse(shuffled.begin(), shuffled.end());
  std::sort(shuffled.begin(), shuffled.end(),
            [](const std::string& a, const std::string& b) { return compare_versions(a, b) < 0; });
  CHECK(shuffled == sorted);
  CHECK(compare_versions("2.7", "2.7") == 0);
  CHECK(compare_versions("1.7.1", "<1.8") < 0);
}

TEST_CASE("a short version names its whole series, a range what it holds") {
  CHECK(version_names("2.7", "2.7.1"));
  CHECK(version_names("2.7", "2.7"));
  CHECK(!version_names("2.7", "2.70"));
  CHECK(!version_names("2.7.1", "2.7"));
  CHECK(version_names("7.0.10", "7.0.10-35"));
  CHECK(version_names("2019", "2019_update5"));
  CHECK(version_names("1.7.x", "1.7.1"));
  CHECK(version_names("<2.3", "2.2.9"));
  CHECK(!version_names("<2.3", "2.3.1"));
  CHECK(version_names(">=2.3", "2.10"));
  CHECK(version_names("<=2.2", "2.2.2"));
  CHECK(!version_names(">2.2", "2.2.2"));
  CHECK(!version_names("", "2.2"));
}
