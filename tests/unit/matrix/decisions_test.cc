// Decisions: the file read and written, and what they do to claims.
#include "matrix/decisions.h"

#include <doctest/doctest.h>

#include "base/text.h"

using namespace kbuild;
using claims::Basis;
using claims::Claim;
using claims::ClaimKind;
using matrix::Decisions;
using matrix::Verdict;

namespace {

Claim said(std::string text, std::string version, std::string system) {
  Claim claim;
  claim.product = "Frobnix";
  claim.version = std::move(version);
  claim.system = std::move(system);
  claim.kind = ClaimKind::table;
  claim.path = "apps/frobnix.md";
  claim.language = "en";
  claim.section = "Frobnix > Versions";
  claim.excerpt = std::move(text);
  return claim;
}

struct Read {
  source::SourceStore sources;
  diag::Diagnostics faults;
  Decisions decisions;
  explicit Read(std::string text) {
    source::FileId file = sources.add("claims.yml", std::move(text));
    decisions = matrix::read_decisions(sources, file, faults);
  }
  std::vector<int> codes() const {
    std::vector<int> out;
    for (const diag::Diagnostic& fault : faults) out.push_back(fault.code.number);
    return out;
  }
  std::size_t line(std::size_t fault) const {
    return sources.position(faults[fault].span.file, faults[fault].span.begin).line;
  }
};

/// "Frobnix 1.2 on LUMI: declared".
std::vector<std::string> told(const std::vector<Claim>& claims) {
  std::vector<std::string> out;
  for (const Claim& claim : claims)
    out.push_back(claim.product + " " + claim.version + " on " + claim.system + ": " +
                  (claim.basis == Basis::declared ? "declared"
                   : claim.basis == Basis::read   ? "read"
                                                  : "candidate"));
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("what is accepted is declared, and what is rejected vanishes") {
  Claim good = said("1.2 | yes", "1.2", "LUMI"), bad = said("1.3 | no", "1.3", "LUMI"),
        read = said("1.4 | yes", "1.4", "LUMI"), open = said("1.5 | ?", "1.5", "LUMI");
  read.basis = Basis::read;
  Decisions decisions;
  decisions.decide(good, Verdict::accept);
  decisions.decide(bad, Verdict::reject);
  decisions.decide(read, Verdict::reject);
  auto decided = matrix::apply(decisions, {good, bad, read, open});
  CHECK(told(decided.claims) ==
        Lines{"Frobnix 1.2 on LUMI: declared", "Frobnix 1.5 on LUMI: candidate"});
  CHECK(decided.diagnostics.empty());
}

TEST_CASE("an accepted row of several versions and systems is multiplied out") {
  Claim row = said("1.2, 1.3 | iris, aion", "1.2, 1.3", "Iris, Aion");
  Decisions decisions;
  decisions.decide(row, Verdict::accept);
  CHECK(told(matrix::apply(decisions, {row}).claims) ==
        Lines{"Frobnix 1.2 on Iris: declared", "Frobnix 1.2 on Aion: declared",
              "Frobnix 1.3 on Iris: declared", "Frobnix 1.3 on Aion: declared"});
}

TEST_CASE("a decision says what its texts lack; without a system nothing is published") {
  Claim row = said("1.2 | default", "1.2", "");
  Decisions decisions;
  decisions.decide(row, Verdict::accept, {"LUMI", "Frobnix Plus"});
  CHECK(told(matrix::apply(decisions, {row}).claims) ==
        Lines{"Frobnix Plus 1.2 on LUMI: declared"});
  Decisions silent;
  silent.decide(row, Verdict::accept);
  auto decided = matrix::apply(silent, {row});
  CHECK(told(decided.claims) == Lines{"Frobnix 1.2 on : candidate"});
  REQUIRE(decided.diagnostics.size() == 1);
  CHECK(decided.diagnostics[0].code.number == 630);
}

TEST_CASE("a text that changes is open again, and its decision is told") {
  Claim before = said("1.2 | yes", "1.2", "LUMI"), after = said("1.2 | limited", "1.2", "LUMI");
  Decisions decisions;
  decisions.decide(before, Verdict::accept);
  Claim spaced = before;
  spaced.excerpt = "1.2  |\tyes";
  CHECK(told(matrix::apply(decisions, {spaced}).claims) == Lines{"Frobnix 1.2 on LUMI: declared"});
  auto decided = matrix::apply(decisions, {after});
  CHECK(told(decided.claims) == Lines{"Frobnix 1.2 on LUMI: candidate"});
  REQUIRE(decided.diagnostics.size() == 1);
  CHECK(decided.diagnostics[0].code.number == 626);
  CHECK(decided.used.decisions.empty());
  // The same words below another heading, on another page or in another language are others.
  for (auto member : {&Claim::section, &Claim::path, &Claim::language}) {
    Claim elsewhere = before;
    elsewhere.*member = "other";
    CHECK(told(matrix::apply(decisions, {elsewhere}).claims) ==
          Lines{"Frobnix 1.2 on LUMI: candidate"});
  }
}

TEST_CASE("an accepted text that is read otherwise than before is open again") {
  Claim seen = said("1.2 (CUDA 12.1) | yes", "1.2", "LUMI"), misread = seen;
  misread.version = "12.1";
  Decisions decisions;
  decisions.decide(seen, Verdict::accept);
  CHECK(told(matrix::apply(decisions, {misread}).claims) ==
        Lines{"Frobnix 12.1 on LUMI: candidate"});
}

TEST_CASE("words that are no products or systems claim nothing; lists and declarations stay") {
  Claim junk = said("192.0.2.1", "192.0.2.1", "LUMI"), host = said("1.2", "1.2", "SSH"),
        listed = junk, declared = junk;
  listed.basis = Basis::installed;
  declared.basis = Basis::declared;
  Decisions decisions;
  decisions.not_products = {{"frobnix"}};
  decisions.not_systems = {{"ssh"}, {"Telnet"}};
  auto decided = matrix::apply(decisions, {junk, listed, declared});
  CHECK(decided.claims.size() == 2);
  CHECK(decided.diagnostics.size() == 2);  // No claim names SSH or Telnet.
  CHECK(matrix::apply(decisions, {host}).claims.empty());
}

TEST_CASE("of two decisions that contradict each other the rejection counts") {
  Claim row = said("1.2 | yes", "1.2", "LUMI");
  Decisions decisions;
  decisions.decide(row, Verdict::accept);
  Decisions other;
  other.decide(row, Verdict::reject);
  decisions.decisions.push_back(other.decisions.front());
  auto decided = matrix::apply(decisions, {row});
  CHECK(decided.claims.empty());
  REQUIRE(decided.diagnostics.size() == 1);
  CHECK(decided.diagnostics[0].code.number == 629);
  // Deciding anew takes the earlier word back.
  decisions.decide(row, Verdict::accept);
  CHECK(told(matrix::apply(decisions, {row}).claims) == Lines{"Frobnix 1.2 on LUMI: declared"});
}

TEST_CASE("the file is sorted, and reads as it was written") {
  Decisions decisions;
  decisions.decide(said("1.3 | \"quoted\"\t\\ \x07", "1.3", "LUMI"), Verdict::accept, {"LUMI", ""});
  decisions.decide(said("1.2 | yes: {a} # b", "1.10", "LUMI"), Verdict::reject);
  decisions.decide(said("1.1", "1.1", "LUMI"), Verdict::reject);
  decisions.decisions[0].note = "seen on the machine";
  decisions.not_products = {{"zeta"}, {"IP Address"}, {"zeta"}};
  decisions.products = {{"Frobnix"}};
  std::string text = matrix::write_decisions(decisions);
  Read again(text);
  CHECK(again.faults.empty());
  CHECK(matrix::write_decisions(again.decisions) == text);
  CHECK(text.find("1.1") < text.find("1.2 | yes"));
  CHECK(again.decisions.not_products.size() == 2);
  REQUIRE(again.decisions.decisions.size() == 2);
  CHECK(again.decisions.decisions[0].note == "seen on the machine");
  CHECK(again.decisions.decisions[1].texts[1].version == "1.10");
}

TEST_CASE("what the file says wrongly is told at its line, and the rest counts") {
  CHECK(Read("decisions: [").codes() == std::vector{625});
  CHECK(Read("").codes().empty());
  Read read(
      "not_products: SSH\n"
      "decisions:\n"
      "  - {page: a.md, decide: maybe, claims: [{text: x}]}\n"
      "  - {page: a.md, decide: accept, claims: [{txt: x}, {text: y}]}\n"
      "  - {decide: accept, claims: [{text: x}]}\n"
      "  - {page: a.md, decide: accept}\n"
      "  - {page: a.md, decide: accept, means: {sytem: LUMI}, claims: [{text: x}]}\n"
      "  - 7\n");
  CHECK(read.codes() == std::vector{628, 628, 628, 628, 628, 628, 628});
  for (std::size_t i = 1; i < 7; ++i) CHECK(read.line(i) == i + 2);
  REQUIRE(read.decisions.decisions.size() == 1);
  CHECK(read.decisions.decisions[0].texts[0].text == "y");
}
