// Queries over a small index of two languages: completions, spelling, compounds, translations,
// filters.
#include <doctest/doctest.h>

#include <algorithm>

#include "search/index/dictionary.h"
#include "small_index.h"
#include "support/skip.h"

using namespace kbuild;
using test::section;
using test::SmallIndex;
using test::top;

namespace {

/// Whether Finnish words are taken apart here.
bool have_finnish() {
  return test::can_run(search::have_voikko(), "Voikko or its Finnish dictionary is not installed");
}

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

TEST_CASE(
    "a verb that no heading has is translated like its noun, and one that a heading has is not") {
  if (!have_finnish()) return;
  SmallIndex index({{top("en", "wait.md", "Queueing", "How long it takes.")},
                    {top("fi", "wait.md", "Jonotus", "Kuinka kauan se kestää.")},
                    {top("en", "move.md", "Moving", "From there to here.")},
                    {top("fi", "move.md", "Siirtäminen", "Sieltä tänne.")},
                    {top("en", "shift.md", "Transfer", "Again.")},
                    {top("fi", "shift.md", "Siirto", "Taas.")}});
  const search::Dictionary& dictionary = index.index->dictionary("fi", "en");
  REQUIRE(dictionary.of("jonottaa").size() == 1);
  CHECK(dictionary.of("jonottaa")[0].word == "queueing");
  for (const search::Translation& one : dictionary.of("siirtää")) CHECK(one.word != "transfer");
}

TEST_CASE("a faint translation of one dictionary form counts for nothing beside a clear one") {
  if (!have_finnish()) return;
  // "alusta" is a platform, but also "from a ship", and ships are many things here.
  std::vector<std::vector<search::SearchDocument>> pages = {{top("en", "0.md", "Platform", "One.")},
                                                            {top("fi", "0.md", "Alusta", "Yksi.")}};
  std::vector<std::string> names = {"anchor", "bridge", "cabin", "deck", "engine"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string path = names[i] + ".md";
    pages.push_back({top("en", path, names[i], "Two.")});
    pages.push_back({top("fi", path, "Alus", "Kaksi.")});
  }
  SmallIndex index(pages);
  search::Query query;
  query.text = "alusta";
  query.language = "fi";
  query.target = "en";
  bool has_platform = false;
  for (const search::Group& group : search::search(*index.index, query).plan.groups) {
    has_platform = has_platform || group.text == "platform";
    CHECK(std::find(names.begin(), names.end(), group.text) == names.end());
  }
  CHECK(has_platform);
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

TEST_CASE("a system that a section is about need not be in the title of its page") {
  auto about = [](std::string path, std::string title, std::string body) {
    auto page = top("en", std::move(path), std::move(title), std::move(body));
    page.systems = {"Puhti"};
    return page;
  };
  SmallIndex index({{about("chess.md", "Chess", "Chess is installed on Puhti.")},
                    {about("games.md", "Games that run on many nodes",
                           "On Puhti, chess and go: chess on Puhti takes few nodes.")},
                    {top("en", "other.md", "Other things", "Nothing of the kind.")}});
  CHECK(index.first("chess") == "chess.md");
  CHECK(index.first("chess puhti") == "chess.md");
}

TEST_CASE("a noun of doing finds its verb, and a verb its noun") {
  if (!have_finnish()) return;
  SmallIndex index({{top("fi", "keys.md", "Avainten luominen", "Luo ensin avain.")},
                    {top("fi", "move.md", "Siirto", "Siirron jälkeen tiedosto on perillä.")},
                    {top("fi", "user.md", "Käyttäjät", "Käyttäjä saa tunnuksen.")},
                    {top("fi", "use.md", "Ohje", "Levyä käytetään näin.")}});
  CHECK(index.first("luonti", "fi") == "keys.md");
  CHECK(index.first("siirtäminen", "fi") == "move.md");
  CHECK(index.first("siirtää", "fi") == "move.md");
  // Who does it is somebody, not the doing.
  CHECK(index.first("käyttäjä", "fi") == "user.md");
  CHECK(index.ask("käyttäjä", "fi").total == 1);
}

TEST_CASE("the parts of a compound are the words that it is made of, not what those come from") {
  if (!have_finnish()) return;
  search::Analyser analyser("fi");
  auto parts = [&](std::string_view word) {
    std::string out;
    for (const std::string& part : analyser.analyse(word).parts) out += part + " ";
    return out;
  };
  CHECK(parts("tietokantapalvelut") == "tieto kanta palvelu ");
  CHECK(parts("varmuuskopiointityökalu") == "varmuus kopiointi työ kalu ");
  // Of two readings the plainer one.
  CHECK(parts("palomuurisääntö") == "palo muuri sääntö ");
  auto holds = [&](std::string_view word, std::string part) {
    auto keys = analyser.analyse(word).keys;
    return std::find(keys.begin(), keys.end(), search::Key{search::Relation::part, part}) !=
           keys.end();
  };
  CHECK(holds("aineistonhallintasuunnitelma", "aineistonhallinta"));
  CHECK(holds("aineistonhallintasuunnitelma", "hallita"));
}

TEST_CASE("a compound of three parts is looked for as two words that are known") {
  if (!have_finnish()) return;
  SmallIndex index({{top("fi", "scattered.md", "Tieto", "Tieto on kanta. Palvelu on hyvä.")},
                    {top("fi", "together.md", "Tietokannat", "Tietokanta on oma palvelunsa.")}});
  CHECK(index.first("tietokantapalvelu", "fi") == "together.md");
  CHECK(index.ask("tietokantapalvelu", "fi").total == 2);
}

TEST_CASE("what the compounds of a part say is one to look up, and an excerpt marks each of them") {
  if (!have_finnish()) return;
  auto documents = top("fi", "a.md", "Ohje", "Levykiintiö on pieni. Toinen levykiintiö on suuri.");
  SmallIndex small({{documents, section(documents, "s", "Levypalvelin", "Se on nopea.")},
                    {top("fi", "b.md", "Muu", "Tästä ei puhuta.")}});
  const search::TermPostings& term =
      small.index->term("fi", search::Field::word, search::compounds_of("levy"));
  REQUIRE(term.sections.size() == 2);
  CHECK(term.sections[0].count == 2);
  CHECK(term.sections[1].count == 1);
  CHECK(term.headings == std::vector<std::uint32_t>{1});
  CHECK(small.index->term("fi", search::Field::word, search::compounds_of("muu")).sections.empty());
  search::Results found = small.ask("levy", "fi");
  REQUIRE(found.pages.size() == 1);
  REQUIRE(!found.pages[0].sections.empty());
  for (const search::SectionResult& result : found.pages[0].sections)
    if (result.anchor.empty()) CHECK(result.excerpt.highlights.size() == 2);
}

TEST_CASE("a page that opens a directory answers to the directory's name") {
  SmallIndex index({{top("en", "quantum/overview.md", "Overview", "What there is.")},
                    {top("en", "quantum/job.md", "A first job on a quantum computer",
                         "How a quantum job runs.")},
                    {top("en", "overview.md", "Overview", "All of it.")}});
  CHECK(index.ask("overview").total == 2);
  CHECK(index.ask("quantum").total == 2);
}

TEST_CASE("versions are found in texts as readers ask for them, and nothing like them is") {
  struct Row {
    std::string_view text, query;
    bool found;
  };
  constexpr Row kRows[] = {
      {"PyTorch 2.7 is there", "2.7", true},     {"PyTorch 2.7.1 is there", "2.7", true},
      {"module load pytorch/2.7", "v2.7", true}, {"pytorch-2.7.1.sif", "2.7.1", true},
      {"PyTorch 2.71 is there", "2.7", false},   {"PyTorch 12.7 is there", "2.7", false},
      {"PyTorch 2.17 is there", "2.7", false},   {"PyTorch 2.70 is there", "2.7", false},
      {"PyTorch 0.2.7 is there", "2.7", false},  {"files of 2.7 GB", "2.7", false},
      {"PyTorch 2.7 is there", "12.7", false},   {"PyTorch 2.7 is there", "2.71", false},
      {"PyTorch 2.1 is there", "2.10", false},   {"PyTorch 2.10 is there", "2.1", false},
      {"PyTorch 2.7.1 is there", "7.1", false},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CAPTURE(row.query);
    SmallIndex index({{top("en", "a.md", "Software", std::string(row.text))}});
    CHECK((index.ask(std::string(row.query)).total == 1) == row.found);
  }
}
