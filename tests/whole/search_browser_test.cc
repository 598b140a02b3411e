// Searching built sites in a real Chromium: the box of the seeds' site answers in both languages,
// and over a whole guide the browser's reader finds what the index finds, over HTTP and from the
// disk, with few bytes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

#include "base/disk.h"
#include "base/json.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "served_site.h"
#include "support/browser.h"
#include "support/json_lines.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;
using base::Json;

namespace {

/// A site of tests/sites, built once and served on a free port.
struct BuiltSite {
  test::WorkDirectory work;
  std::string config;
  std::optional<test::ServedDirectory> server;
  std::string address, file_address;

  explicit BuiltSite(const std::string& name)
      : config(KBUILD_ROOT "/tests/sites/" + name + "/kbuild.yml") {
    run({"--out", work.path + "/site", "-q", "build"});
    server.emplace(work.path + "/site");
    address = server->address;
    file_address = "file://" + work.path + "/site/";
  }

  std::string run(std::vector<std::string> arguments) {
    std::vector<std::string> all = {KBUILD_PROGRAM, "--config", config, "--allow-read",
                                    test::shared_path("")};
    all.insert(all.end(), arguments.begin(), arguments.end());
    auto outcome = base::run_process(
        {.arguments = all, .directory = work.path, .timeout = 600, .output_limit = 256u << 20});
    REQUIRE(outcome);
    INFO(outcome->errors);
    REQUIRE(outcome->exit_code <= 1);
    return outcome->output;
  }
};

/// The engine is loaded when the box gets the focus, which a script cannot give to a page that has
/// none itself.
void start_engine(test::Browser& browser) {
  browser.click("#kb-search-input");
  REQUIRE(browser.wait_for("window.kbSearch && window.kbSearch.search"));
}

using Rows = std::map<std::string, std::vector<std::string>>;

/// The site's address of a page of the guide; English lies at the root.
std::string address_of(const std::string& language, const std::string& path) {
  std::string stem = path.substr(0, path.size() - base::extension(path).size());
  std::string_view name = base::file_name(stem);
  if (name == "index" || name == "README") stem = std::string(base::parent_path(stem));
  return (language == "en" ? "" : language + "/") + stem + (stem.empty() ? "" : "/");
}

Rows rows_of_index(BuiltSite& site, const std::string& queries) {
  Rows out;
  for (const Json& line : test::json_lines(site.run({"search", "--batch", queries})))
    for (const Json& result : line["results"])
      out[line["id"]].push_back(address_of(result["lang"], result["path"]));
  return out;
}

Rows rows_of_browser(test::Browser& browser, const std::vector<Json>& queries) {
  Rows out;
  for (const Json& query : queries) {
    Json options = {{"limit", 10},
                    {"target", query.value("target_lang", query["lang"].get<std::string>())}};
    Json urls = browser.await("const r = await kbSearch.search(" + query["query"].dump() + "," +
                              query["lang"].dump() + "," + options.dump() +
                              "); return r.pages.map(p => p.url);");
    out[query["id"]] = urls.get<std::vector<std::string>>();
  }
  return out;
}

/// Mean over queries of 1 / rank of the first page that answers.
double mean_reciprocal_rank(const Rows& rows, const std::vector<Json>& gold) {
  double sum = 0;
  for (const Json& query : gold) {
    std::set<std::string> answers;
    for (int grade : {2, 1})
      if (answers.empty())
        for (const Json& page : query["relevant"])
          if (page["grade"] == grade) answers.insert(address_of(page["lang"], page["path"]));
    auto found = rows.find(query["id"]);
    if (found == rows.end()) continue;
    for (std::size_t i = 0; i < found->second.size(); ++i)
      if (answers.contains(found->second[i])) {
        sum += 1.0 / static_cast<double>(i + 1);
        break;
      }
  }
  return sum / static_cast<double>(gold.size());
}

double overlap(const Rows& a, const Rows& b) {
  double sum = 0;
  for (const auto& [id, rows] : a) {
    auto other = b.find(id);
    if (other == b.end()) continue;
    std::set<std::string> there(other->second.begin(), other->second.end());
    auto both = std::count_if(rows.begin(), rows.end(),
                              [&](const std::string& r) { return there.contains(r); });
    sum += static_cast<double>(both) /
           static_cast<double>(std::max(rows.size(), other->second.size()));
  }
  return sum / static_cast<double>(a.size());
}

/// What one query in the box of a fresh page loads, as gzip sends it: {first, more}; `first` are
/// the engine, the box and the index's tables, which the next query has already.
Json loaded_bytes(test::Browser& browser, const std::string& query) {
  return browser.await(R"(
    performance.setResourceTimingBufferSize(4000);
    const input = document.querySelector('#kb-search-input'), status = document.querySelector('.kb-search-status');
    input.value = )" + Json(query).dump() +
                       R"(; input.focus();
    const begin = performance.now();
    input.dispatchEvent(new Event('input'));
    for (let i = 0; i < 400 && !status.textContent.trim(); ++i) await new Promise(done => setTimeout(done, 5));
    const time = performance.now() - begin;
    const names = performance.getEntriesByType('resource').map(e => e.name).filter(n => /search/.test(n) && n.endsWith('.js'));
    const size = async name => {
      const body = (await fetch(name)).body.pipeThrough(new CompressionStream('gzip'));
      return (await new Response(body).arrayBuffer()).byteLength;
    };
    let first = 0, more = 0;
    for (const name of new Set(names)) {
      const bytes = await size(name);
      if (/assets|index\.js|answers\.js/.test(name)) first += bytes; else more += bytes;
    }
    return {first, more, time};)");
}

double part(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

}  // namespace

TEST_CASE("the box of the seeds' site answers 'pytorch 2.7 lumi' in both languages") {
  if (!test::have_shared("seeds")) return;
  auto browser = test::Browser::start();
  if (!browser) return;
  BuiltSite site("seeds");
  for (std::string language : {"en", "fi"}) {
    INFO(language);
    browser->open(site.address + (language == "en" ? "matrix/" : "fi/matrix/"));
    browser->click("#kb-search-input");
    browser->type("#kb-search-input", "pytorch 2.7 lumi");
    REQUIRE(browser->wait_for("document.querySelector('.kb-search-answer')"));
    std::string answer =
        browser->script("return document.querySelector('.kb-search-answer').textContent");
    CHECK(answer.find("2.7.1") != answer.npos);
    CHECK(answer.find("LUMI") != answer.npos);
    CHECK(answer.find("module load pytorch/2.7") != answer.npos);
    CHECK(browser->script(
              "return document.querySelector('#kb-search-input').getAttribute('aria-expanded')") ==
          "true");
    // Down and Enter open the first option, which is the answer.
    browser->type("#kb-search-input", "\uE015");
    CHECK(browser->script(
              "return document.querySelector('.kb-search-answer').getAttribute('aria-selected')") ==
          "true");
    CHECK(
        browser->script(
            "return "
            "document.querySelector('#kb-search-input').getAttribute('aria-activedescendant') === "
            "document.querySelector('.kb-search-answer').id") == true);
    browser->type("#kb-search-input", "\uE007");
    CHECK(browser->wait_for("location.hash === '#available'"));
    CHECK(browser->script("return document.getElementById('available') !== null") == true);
    for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
  }
}

TEST_CASE("the browser's reader finds what the index finds, over HTTP and from the disk") {
  if (!test::have_shared("corpora/csc") || !test::have_shared("search")) return;
  auto browser = test::Browser::start();
  if (!browser) return;
  BuiltSite site("csc");
  std::string queries_path = test::shared_path("search/queries-open.jsonl");
  auto disk = base::make_real_disk();
  std::vector<Json> queries = test::json_lines(*disk->read(queries_path));
  std::vector<Json> gold =
      test::json_lines(*disk->read(test::shared_path("search/gold-open.jsonl")));
  Rows index = rows_of_index(site, queries_path);
  double expected = mean_reciprocal_rank(index, gold);
  for (const std::string& address : {site.address, site.file_address + "index.html"}) {
    browser->open(address);
    start_engine(*browser);
    Rows found = rows_of_browser(*browser, queries);
    double rank = mean_reciprocal_rank(found, gold), same = overlap(index, found);
    std::printf("search from %.4s: MRR %.3f (index %.3f), overlap@10 %.3f\n", address.c_str(), rank,
                expected, same);
    CHECK(std::abs(rank - expected) <= 0.01);
    CHECK(same >= 0.95);
    for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
  }
  std::vector<double> cold, warm, times;
  for (std::size_t i = 0; i < queries.size(); i += 3) {
    if (queries[i].contains("target_lang")) continue;
    browser->open(site.address + (queries[i]["lang"] == "fi" ? "fi/" : ""));
    Json loaded = loaded_bytes(*browser, queries[i]["query"]);
    cold.push_back(loaded["first"].get<double>() + loaded["more"].get<double>());
    warm.push_back(loaded["more"]);
    times.push_back(loaded["time"]);
  }
  std::printf(
      "search in the box, gzip: first query %.1f kB (p95 %.1f), each further %.1f kB (p95 %.1f), "
      "%.0f ms\n",
      part(cold, .5) / 1e3, part(cold, .95) / 1e3, part(warm, .5) / 1e3, part(warm, .95) / 1e3,
      part(times, .5));
  CHECK(part(cold, .5) <= 62e3);
  CHECK(part(warm, .5) <= 15e3);
  CHECK(part(warm, .95) <= 25e3);
}
