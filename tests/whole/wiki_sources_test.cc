// Wikis as sources beside Markdown: an export of MediaWiki and the topics of a TWiki, each with
// fifty pages that the test writes, with templates, includes, attachments and links in all
// directions.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diag/print.h"
#include "memory_site.h"
#include "meta/load/load.h"

using namespace kbuild;
using base::format;

namespace {

constexpr int kWikiPages = 50;

int next(int i) {
  return (i % kWikiPages) + 1;
}

std::string export_page(const std::string& title, int name_space, const std::string& text) {
  return format(
      "  <page>\n    <title>{}</title>\n    <ns>{}</ns>\n    <revision>\n      "
      "<timestamp>2026-01-02T03:04:05Z</timestamp>\n"
      "      <model>wikitext</model>\n      <text xml:space=\"preserve\">{}</text>\n    "
      "</revision>\n  </page>\n",
      base::escape_html(title), name_space, base::escape_html(text));
}

/// Articles "Queue 1" to "Queue 50" of which some are subpages and help pages, templates, a
/// redirect and a main page.
std::string export_title(int i) {
  if (i % 10 == 0) return format("Help:Queue {}", i);
  if (i % 7 == 0) return format("Queue {}/Limits", i);
  return format("Queue {}", i);
}

std::string wiki_export() {
  std::string out =
      "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.11/\" version=\"0.11\" "
      "xml:lang=\"en\">\n"
      "  "
      "<siteinfo><sitename>Wiki</sitename><base>https://wiki.example.org/wiki/Main_Page</base></"
      "siteinfo>\n";
  out +=
      export_page("Main Page", 0, format("Start with [[{}]] or [[Old queue]].\n", export_title(1)));
  out +=
      export_page("Template:Limit", 10,
                  "at most '''{{{1|one}}} hours''', see [[{{{page}}}]]<noinclude>docs</noinclude>");
  out += export_page("Template:Box", 10, "{{Limit|{{{hours}}}|page={{{page}}}}}");
  out += export_page("Old queue", 0, "#REDIRECT [[Queue 1]]");
  out += export_page("Talk:Queue 1", 1, "[[Nowhere at all]]");
  out += export_page("Module:Code", 828, "return [[ no wiki text ]]");
  for (int i = 1; i <= kWikiPages; ++i) {
    std::string text =
        format("Jobs run {{{{Limit|{}|page={}}}}}.\n\n== Use ==\n", i, export_title(next(i)));
    text += format("{{{{Box|hours={}|page=Main Page}}}}\n\n", i);
    text += format("See [[{}|the guide]], [[Ops.TopicNo{}|the topic]] and [[{}#Use]].\n\n",
                   format("Guide {}", i), i, export_title(next(next(i))));
    text += format("[[File:Plot {}.png|thumb|A plot]]\n\n", i % 5);
    if (i % 7 == 0) text += "[[../|up]]\n";
    out += export_page(export_title(i), i % 10 == 0 ? 12 : 0, text);
    if (i % 7 == 0) out += export_page(format("Queue {}", i), 0, "[[/Limits]]");
  }
  return out + "</mediawiki>\n";
}

void write_wiki(std::map<std::string, std::string>& files) {
  files["wiki/export.xml"] = wiki_export();
  for (int i = 0; i < 5; ++i) files[format("wiki/images/{}/Plot_{}.png", i, i)] = "png";
}

void write_topics(std::map<std::string, std::string>& files) {
  std::string topics =
      "%META:TOPICINFO{author=\"Owner\" date=\"1700000000\" format=\"1.1\" version=\"1.3\"}%\n";
  files["twiki/data/Ops/WebHome.txt"] = topics + "---+ Operations\n\nTopicNo1 and Net.WebHome\n";
  files["twiki/data/Net/WebHome.txt"] = topics + "---+ Networks\n\n[[Ops.WebHome][operations]]\n";
  files["twiki/data/Ops/Common.txt"] =
      topics + "%STARTSECTION{\"contact\"}%Ask %HELP% or see TopicNo2.%ENDSECTION{\"contact\"}%\n";
  files["twiki/data/Ops/Common.txt,v"] = "history";
  for (int i = 1; i <= kWikiPages; ++i) {
    std::string text = topics + format("---+ Topic {}\n\n", i);
    text += format("   * TopicNo{}\n   * [[Net.WebHome][the other web]]\n   * [[Queue {}]]\n\n",
                   next(i), i % 10 == 0 || i % 7 == 0 ? 1 : i);
    text += "%INCLUDE{\"Common\" section=\"contact\"}%\n\n";
    text += format(
        "[[Guide{}][guide]], [[%ATTACHURL%/log{}.txt][log]] and PyTorch is a product.\n\n", i, i);
    text += "%META:FILEATTACHMENT{name=\"log" + std::to_string(i) + ".txt\" size=\"3\"}%\n";
    files[format("twiki/data/Ops/TopicNo{}.txt", i)] = text;
    files[format("twiki/pub/Ops/TopicNo{}/log{}.txt", i, i)] = "log";
  }
}

void write_guides(std::map<std::string, std::string>& files) {
  for (int i = 1; i <= kWikiPages; ++i)
    files[format("docs/guide-{}.md", i)] = format(
        "# Guide {}\n\n[next](guide-{}.md), [main](wiki/index.wiki), "
        "[topic](twiki/Ops/TopicNo{}.txt)\n",
        i, next(i), i);
  files["docs/index.md"] = "# Start\n\n[first](guide-1.md)\n";
}

void write_site(test::MemorySite& site) {
  auto& files = site.disk.files;
  files["kbuild.yml"] =
      "site: {name: Wikis}\nlanguages: [en, fi]\nsources:\n  - {path: docs, lang: en}\n"
      "  - {path: wiki, lang: en, mount: wiki}\n  - {path: twiki, lang: en, mount: twiki, dialect: "
      "twiki,\n     variables: {HELP: the help desk}}\n";
  write_wiki(files);
  write_topics(files);
  write_guides(files);
}

std::string printed(const build::BuildReport& report) {
  std::string out;
  for (const diag::Diagnostic& diagnostic : report.diagnostics) {
    out += diag::code_text(diagnostic.code);
    for (const std::string& argument : diagnostic.arguments) out += " '" + argument + "'";
    out += "\n";
  }
  return out;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("an export of MediaWiki and a folder of TWiki topics are sources beside Markdown") {
  test::MemorySite site;
  write_site(site);
  auto report = site.build();
  CHECK(printed(report) == "");
  auto output = site.output();
  int articles = 0, topics = 0;
  for (const auto& [path, html] : output) {
    if (!path.ends_with("/index.html") || path.starts_with("fi/")) continue;
    articles += path.starts_with("wiki/");
    topics += path.starts_with("twiki/Ops/TopicNo");
    INFO(path);
    CHECK(!has(html, "class=\"missing"));
  }
  CHECK(articles >= kWikiPages);
  CHECK(topics == kWikiPages);

  SUBCASE("templates of the export are expanded, and are no pages") {
    const std::string& html = output["wiki/Queue_3/index.html"];
    CHECK(has(html, "at most <strong>3 hours</strong>, see <a href=\"../Queue_4/\""));
    CHECK(!has(html, "docs"));
    CHECK(has(html, "<title>Queue 3"));
    for (const char* path : {"wiki/Template/Limit/index.html", "wiki/Talk/Queue_1/index.html",
                             "wiki/Module/Code/index.html"})
      CHECK(!output.contains(path));
  }
  SUBCASE("the main page is the wiki's index, and redirects lead on") {
    CHECK(has(output["wiki/index.html"], "href=\"Queue_1/\">Old queue</a>"));
    CHECK(has(output["wiki/Old_queue/index.html"],
              "http-equiv=\"refresh\" content=\"0; url=../Queue_1/\""));
  }
  SUBCASE("links lead across the sources") {
    CHECK(has(output["wiki/Queue_3/index.html"], "href=\"../../guide-3/\""));
    CHECK(has(output["wiki/Queue_3/index.html"], "href=\"../../twiki/Ops/TopicNo3/\""));
    CHECK(has(output["twiki/Ops/TopicNo3/index.html"], "href=\"../../../wiki/Queue_3/\""));
    CHECK(has(output["twiki/Ops/TopicNo3/index.html"], "href=\"../../../guide-3/\""));
    CHECK(has(output["twiki/Ops/TopicNo3/index.html"], "href=\"../../Net/WebHome/\""));
    CHECK(has(output["guide-3/index.html"], "href=\"../twiki/Ops/TopicNo3/\""));
    CHECK(has(output["guide-3/index.html"], "href=\"../wiki/\""));
  }
  SUBCASE("subpages, files and attachments are found") {
    CHECK(has(output["wiki/Queue_7/Limits/index.html"], "href=\"../\""));
    CHECK(has(output["wiki/Queue_7/index.html"], "href=\"Limits/\""));
    CHECK(has(output["wiki/Queue_3/index.html"], "src=\"../images/3/Plot_3.png\""));
    CHECK(has(output["twiki/Ops/TopicNo3/index.html"], "href=\"../../pub/Ops/TopicNo3/log3.txt\""));
    CHECK(output.contains("twiki/pub/Ops/TopicNo3/log3.txt"));
    CHECK(!output.contains("twiki/data/Ops/Common.txt,v"));
  }
  SUBCASE("what an include brings along is shown, and a product's name is no link") {
    const std::string& html = output["twiki/Ops/TopicNo3/index.html"];
    CHECK(has(html, "Ask the help desk or see <a"));
    CHECK(has(html, "and PyTorch is a product."));
  }
}

TEST_CASE("findings in an export are at its lines") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "languages: [en]\nsources:\n  - {path: wiki, lang: en}\n";
  site.disk.files["wiki/export.xml"] = "<mediawiki>\n" +
                                       export_page("A", 0, "a < b & c\n\n\"x\" [[Nowhere]]\n") +
                                       export_page("B", 0, "[[A]]") + "</mediawiki>\n";
  source::SourceStore sources;
  auto loaded = meta::load_config(site.disk, sources, "kbuild.yml");
  REQUIRE(loaded);
  build::BuildOptions options;
  options.out = "out";
  options.themes = "themes";
  options.search = build::Search::without;
  auto report = build::build_site(site.disk, sources, loaded->config, options);
  REQUIRE(report);
  REQUIRE(report->diagnostics.size() == 1);
  const diag::Diagnostic& found = report->diagnostics[0];
  CHECK(diag::code_text(found.code) == "KB0201");
  CHECK(sources.path(found.span.file) == "wiki/export.xml");
  CHECK(sources.text(found.span) == "[[Nowhere]]");
  CHECK(sources.begin(found.span).line == 10);
}

TEST_CASE("a change in an export is built as a clean build would") {
  test::MemorySite site;
  write_site(site);
  site.build();
  auto& text = site.disk.files["wiki/export.xml"];
  text = base::replace_all(text, "at most", "no more than");
  auto again = site.build();
  CHECK(printed(again) == "");
  test::MemorySite clean;
  clean.take_sources(site);
  clean.build();
  CHECK(site.output() == clean.output());
  CHECK(has(site.output()["wiki/Queue_3/index.html"], "no more than <strong>3 hours"));
  auto idle = site.build();
  CHECK(idle.read == 0);
  CHECK(idle.rendered == 0);
}

TEST_CASE("a template that appears is used") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "languages: [en]\nsources:\n  - {path: wiki, lang: en}\n";
  site.disk.files["wiki/A.wiki"] = "{{Mine}}\n";
  auto first = site.build();
  CHECK(printed(first) == "KB0401 'Template:Mine'\n");
  site.disk.files["wiki/Template/Mine.wiki"] = "Here it is.";
  CHECK(printed(site.build()) == "");
  CHECK(has(site.output()["A/index.html"], "Here it is."));
}

TEST_CASE("pages of Translate are twins") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "languages: [en, fi]\nsources:\n  - {path: wiki, lang: en}\n";
  site.disk.files["wiki/export.xml"] =
      "<mediawiki>\n" +
      export_page("Batch jobs", 0,
                  "<languages/>\n<translate>\n== Use == <!--T:1-->\n\n<!--T:2-->\nSee "
                  "[[Special:MyLanguage/Nodes|nodes]].\n</translate>\n") +
      export_page("Batch jobs/en", 0,
                  "<languages/>\n== Use ==\n\nSee [[Special:MyLanguage/Nodes|nodes]].\n") +
      export_page("Batch jobs/fi", 0,
                  "<languages/>\n== Käyttö ==\n\nKatso [[Special:MyLanguage/Nodes|solmut]].\n") +
      export_page("Translations:Batch jobs/Page display title/fi", 1198, "Eräajot") +
      export_page("Nodes", 0, "[[Batch jobs]]") + export_page("Nodes/fi", 0, "[[Batch jobs/fi]]") +
      "</mediawiki>\n";
  auto report = site.build();
  CHECK(printed(report) == "");
  auto output = site.output();
  CHECK(has(output["Batch_jobs/index.html"], "href=\"../Nodes/\">nodes"));
  CHECK(has(output["fi/Batch_jobs/index.html"], "href=\"../Nodes/\">solmut"));
  CHECK(has(output["fi/Batch_jobs/index.html"], "<title>Eräajot"));
  CHECK(has(output["Batch_jobs/index.html"], "hreflang=\"fi\""));
  CHECK(!output.contains("Batch_jobs/en/index.html"));
  CHECK(!output.contains("Batch_jobs/fi/index.html"));
}

TEST_CASE("files named by their language are twins, below the page or beside it") {
  const std::string translated = "<languages/>\n<translate>\n== Use == <!--T:1-->\n</translate>\n";
  test::MemorySite site;
  auto& files = site.disk.files;
  files["kbuild.yml"] =
      "languages: [en, fr]\nsources:\n  - {path: wiki, lang: en, dialect: mediawiki}\n";
  files["wiki/Batch jobs.txt"] = translated + "[[Nodes/fr]], [[Batch jobs/en#Use|copy]]";
  files["wiki/Batch jobs_en.txt"] = "== Use ==\n";
  files["wiki/Batch jobs_fr.txt"] = "== Usage ==\n[[Nodes/fr|nœuds]], [[Old/fr]]\n";
  files["wiki/Nodes.txt"] = "[[Batch jobs/fr#Usage]]\n";
  files["wiki/Nodes/fr.txt"] = "Texte\n";
  files["wiki/Only_en.txt"] = "Text\n";
  files["wiki/Only_fr.txt"] = "Texte\n";
  files["wiki/Old_fr.txt"] = "#REDIRECTION [[Nodes/fr]]\n";
  files["wiki/Old.txt"] = "#REDIRECT [[Nodes]]\n";
  files["wiki/Notes_de.txt"] = "Not a language of the site\n";
  CHECK(printed(site.build()) == "");
  auto output = site.output();
  CHECK(has(output["fr/Batch jobs/index.html"], "<title>Batch jobs"));
  CHECK(has(output["fr/Batch jobs/index.html"], "Aller au contenu"));
  CHECK(has(output["fr/Batch jobs/index.html"], "href=\"../Nodes/\">nœuds"));
  CHECK(has(output["Batch jobs/index.html"], "href=\"#Use\">copy"));
  CHECK(has(output["Batch jobs/index.html"], "href=\"../fr/Nodes/\""));
  CHECK(has(output["fr/Only_en/index.html"], "<title>Only"));
  CHECK(output.contains("Notes_de/index.html"));
  for (const char* path : {"Batch jobs_en/index.html", "Batch jobs_fr/index.html",
                           "Nodes/fr/index.html", "fr/Old_fr/index.html"})
    CHECK_MESSAGE(!output.contains(path), path);
}

TEST_CASE("links to sections of other pages lead to them in each way to write them") {
  test::MemorySite site;
  auto& files = site.disk.files;
  files["kbuild.yml"] = "languages: [en]\nsources:\n  - {path: wiki, lang: en}\n";
  files["wiki/What is it?.wiki"] = "== Use it & learn ==\n== N\u0153uds ==\n== Why? ==\n";
  files["wiki/A&B.wiki"] = "== C ==\n";
  files["wiki/Start.wiki"] =
      "[[What is it?#Use it & learn|1]] [[What_is_it?#Use_it_&_learn|2]] "
      "[[what is it%3F#N.C5.93uds|3]] [[What is it?#Why.3F|4]] [[A&amp;B#C|5]] [[A&B#D|6]]\n";
  CHECK(printed(site.build()) == "KB0202 'A&B.wiki' 'D' 'C'\n");
  std::string html = site.output()["Start/index.html"];
  const std::string place = "href=\"../What%20is%20it%3F/#";
  CHECK(has(html, place + "Use_it_&amp;_learn\">1"));
  CHECK(has(html, place + "Use_it_&amp;_learn\">2"));
  CHECK(has(html, place + "N%C5%93uds\">3"));
  CHECK(has(html, place + "Why?\">4"));
  CHECK(has(html, "href=\"../A&amp;B/#C\">5"));
}
