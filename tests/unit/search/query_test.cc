// Queries over a small index of two languages: completions, spelling, compounds, translations,
// filters.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "search/dictionary.h"
#include "search/query.h"

using namespace kbuild;

namespace {

search::SearchDocument top(std::string language, std::string path, std::string title,
                           std::string body) {
  search::SearchDocument document;
  document.language = std::move(language);
  document.path = std::move(path);
  document.twin = document.path;
  document.title = std::move(title);
  document.body = std::move(body);
  return document;
}

search::SearchDocument section(search::SearchDocument document, std::string anchor,
                               std::string heading, std::string body) {
  document.anchor = std::move(anchor);
  document.headings = {std::move(heading)};
  document.body = std::move(body);
  return document;
}

/// An index in a directory of its own.
struct SmallIndex {
  std::string path;
  std::optional<search::Index> index;

  explicit SmallIndex(const std::vector<std::vector<search::SearchDocument>>& pages) {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-index-XXXXXX").native();
    path = ::mkdtemp(pattern.data());
    auto disk = base::make_real_disk();
    meta::Names names;
    names.systems = {{"Puhti"}, {"Mahti"}};
    auto writer = search::IndexWriter::open(*disk, path + "/index", names);
    REQUIRE(writer);
    for (const auto& page : pages) REQUIRE(writer->replace_page(search::prepare(page)));
    REQUIRE(writer->commit(1));
    auto opened = search::Index::open(path + "/index");
    REQUIRE(opened);
    index.emplace(std::move(*opened));
  }
  ~SmallIndex() {
    index.reset();
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  search::Results ask(std::string text, std::string language = "en",
                      std::string target = "") const {
    search::Query query;
    query.text = std::move(text);
    query.language = std::move(language);
    query.target = std::move(target);
    query.facets = search::CountFacets::yes;
    return search::search(*index, query);
  }
  std::string first(std::string text, std::string language = "en", std::string target = "") const {
    auto results = ask(std::move(text), std::move(language), std::move(target));
    return results.pages.empty() ? "" : results.pages[0].path;
  }
};

std::vector<std::vector<search::SearchDocument>> manual() {
  auto quota = top("en", "disk.md", "Disk quotas", "Each project has a quota on Puhti.");
  quota.systems = {"Puhti"};
  auto jobs = top("en", "faq/jobs.md", "Batch jobs",
                  "Why does a batch job wait? Set OMP_NUM_THREADS in the script.");
  jobs.kind = search::PageKind::faq;
  jobs.systems = {"Mahti"};
  auto levy = top("fi", "disk.md", "Levyjen kiintiöt", "Jokaisella projektilla on oma tila.");
  auto tyot = top("fi", "faq/jobs.md", "Eräajot", "Miksi ajo odottaa?");
  return {{quota, section(quota, "more", "Increasing a quota", "Ask for more space.")},
          {jobs, section(jobs, "fail", "Failing jobs", "Look at the output.")},
          {top("en", "network.md", "Network policies", "Which ports are open, and to whom.")},
          {top("en", "python.md", "Python", "pytorch 2.7 and 2.71 are different versions.")},
          {levy, section(levy, "more", "Kiintiön kasvattaminen", "Pyydä lisää tilaa.")},
          {tyot, section(tyot, "fail", "Epäonnistuvat ajot", "Katso tulostetta.")}};
}

}  // namespace

TEST_CASE("the last word may be a beginning, and counts like the word it becomes") {
  SmallIndex index(manual());
  CHECK(index.first("quo") == "disk.md");
  CHECK(index.first("batch jo") == "faq/jobs.md");
  CHECK(index.first("netw") == "network.md");
  CHECK(index.first("OMP_NUM") == "faq/jobs.md");
  // Only the last one.
  CHECK(index.ask("netw quota").plan.groups[0].alternatives.empty());
}

TEST_CASE("an unknown word is replaced by one that is spelt alike, also while it is typed") {
  SmallIndex index(manual());
  CHECK(index.first("qouta") == "disk.md");
  auto results = index.ask("netwrok");
  REQUIRE(results.plan.corrections.size() == 1);
  CHECK(results.plan.corrections[0].used == "network");
  CHECK(index.first("polcie") == "network.md");
  search::Query literal;
  literal.text = "netwrok";
  literal.language = "en";
  literal.spelling = search::Spelling::literal;
  CHECK(search::search(*index.index, literal).pages.empty());
}

TEST_CASE("a version is found, one that only looks like it is not") {
  SmallIndex index(manual());
  CHECK(index.first("2.7") == "python.md");
  CHECK(index.ask("7.1").pages.empty());
  CHECK(index.ask("12.7").pages.empty());
}

TEST_CASE("headings of translations pair words") {
  SmallIndex index(manual());
  const search::Dictionary& dictionary = index.index->dictionary("en", "fi");
  const auto& words = dictionary.of("quota");
  REQUIRE(!words.empty());
  CHECK(words[0].word.starts_with("kiinti"));
  CHECK(dictionary.of("network").empty());
  CHECK(index.first("quotas", "en", "fi") == "disk.md");
  CHECK(index.first("eräajo", "fi", "en") == "faq/jobs.md");
}

TEST_CASE("filters leave pages, and facets count what they would leave") {
  SmallIndex index(manual());
  auto all = index.ask("quota batch");
  CHECK(all.total == 2);
  REQUIRE(all.facets.systems.size() == 2);
  CHECK(all.facets.systems[0].second == 1);
  search::Query query;
  query.text = "quota batch";
  query.language = "en";
  query.system = "Mahti";
  auto mahti = search::search(*index.index, query);
  REQUIRE(mahti.pages.size() == 1);
  CHECK(mahti.pages[0].path == "faq/jobs.md");
  query.system.clear();
  query.kind = "faq";
  CHECK(search::search(*index.index, query).total == 1);
  query.product = "PyTorch";
  CHECK(search::search(*index.index, query).pages.empty());
}
