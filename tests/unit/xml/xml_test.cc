// Reading wiki exports, and the XML that kbuild writes.
#include <doctest/doctest.h>

#include "xml/wiki_export.h"
#include "xml/write.h"

namespace kbuild::xml {

namespace {

constexpr std::string_view kExport = R"(<?xml version="1.0"?>
<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">
  <siteinfo><sitename>x</sitename><base>https://wiki.example.org/wiki/P%C3%A4%C3%A4sivu_1</base></siteinfo>
  <page><title>Queues</title><ns>0</ns>
    <revision><timestamp>2025-01-02T00:00:00Z</timestamp><text>new &lt;b&gt; &amp;amp;
 &#x20AC; line</text></revision>
    <revision><timestamp>2024-01-02T00:00:00Z</timestamp><text>old</text></revision></page>
  <page><title>Template:Note</title><ns>10</ns><redirect title="Template:Hint"/>
    <revision><model>wikitext</model><text>#REDIRECT [[Template:Hint]]</text></revision></page>
  <page><title>Module:X</title><ns>828</ns><revision><model>Scribunto</model><text>x</text></revision></page>
  <page><title>Empty</title><ns>0</ns></page>
</mediawiki>)";

}  // namespace

TEST_CASE("an export gives the newest revision of each page of wiki text") {
  auto read = read_wiki_export(kExport);
  REQUIRE(read);
  const auto& pages = read->pages;
  CHECK(read->main_page == "Pääsivu 1");
  REQUIRE(pages.size() == 2);
  CHECK(pages[0].title == "Queues");
  CHECK(pages[0].text == "new <b> &amp;\n € line");
  CHECK(pages[0].timestamp == "2025-01-02T00:00:00Z");
  CHECK(pages[1].name_space == 10);
  CHECK(pages[1].redirect == "Template:Hint");
}

TEST_CASE("each byte of a page has its place in the export") {
  auto read = read_wiki_export(kExport);
  REQUIRE(read);
  const WikiPage& page = read->pages[0];
  auto at = [&](std::string_view part) {
    return kExport.substr(export_offset(kExport, page, page.text.find(part)), 4);
  };
  CHECK(at("new") == "new ");
  CHECK(at("<b") == "&lt;");
  CHECK(at("> ") == "&gt;");
  CHECK(at("&amp;") == "&amp");
  CHECK(at("€") == "&#x2");
  CHECK(at("line") == "line");
  CHECK(kExport.substr(export_offset(kExport, page, page.text.size()), 7) == "</text>");
  CHECK(kExport.substr(export_offset(kExport, page, 10'000), 7) == "</text>");
}

TEST_CASE("an export is told from other XML by its first element") {
  CHECK(is_wiki_export(kExport));
  CHECK(is_wiki_export("<!-- x --><mediawiki>"));
  CHECK(!is_wiki_export("<feed><mediawiki>"));
  CHECK(!is_wiki_export("<mediawikix>"));
  CHECK(!is_wiki_export(""));
}

TEST_CASE("what is no export is refused with a reason") {
  auto broken = read_wiki_export("<mediawiki><page>");
  REQUIRE(!broken);
  CHECK(broken.error().message.starts_with("not XML at byte"));
  auto other = read_wiki_export("<html></html>");
  REQUIRE(!other);
  CHECK(other.error().message == "the XML is not a MediaWiki export");
  CHECK(!read_wiki_export(""));
}

TEST_CASE("entities of a document type do not grow") {
  auto pages = read_wiki_export(
      "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><mediawiki><page><title>t</title>"
      "<revision><text>&b;</text></revision></page></mediawiki>");
  REQUIRE(pages);
  CHECK(pages->pages.at(0).text == "&b;");
}

TEST_CASE("a sitemap names pages and their languages") {
  CHECK(write_sitemap(
            {{"https://x.example/a?b&c", "2026-01-02", {{"fi", "https://x.example/fi/a"}}}}) ==
        R"(<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <url>
    <loc>https://x.example/a?b&amp;c</loc>
    <lastmod>2026-01-02</lastmod>
    <xhtml:link rel="alternate" hreflang="fi" href="https://x.example/fi/a" />
  </url>
</urlset>
)");
}

TEST_CASE("a feed escapes HTML content") {
  AtomFeed feed{
      "News", "https://x.example/", "https://x.example/feed.xml", "2026-01-02T00:00:00Z", "C", "en",
      {}};
  feed.entries.push_back({"https://x.example/1", "A < B", "2026-01-02T00:00:00Z", "s", "<p>x</p>"});
  std::string xml = write_atom(feed);
  CHECK(xml.find("<title>A &lt; B</title>") != std::string::npos);
  CHECK(xml.find("<content type=\"html\">&lt;p&gt;x&lt;/p&gt;</content>") != std::string::npos);
  CHECK(xml.find("<link rel=\"self\" href=\"https://x.example/feed.xml\" />") != std::string::npos);
}

TEST_CASE("test results count outcomes and lose what XML forbids") {
  TestSuite suite{"s", "", {}};
  suite.cases.push_back({"c", "ok", TestOutcome::passed, 0.25});
  suite.cases.push_back(
      {"c", "bad", TestOutcome::failed, 0.5, "exit 1", "\x1b[31mred\x01\xff", "a.md", 3});
  suite.cases.push_back({"c", "skip", TestOutcome::skipped, 0, "no GPU"});
  CHECK(write_junit({suite}) == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="s" tests="3" failures="1" errors="0" skipped="1" time="0.750">
    <testcase classname="c" name="ok" time="0.250" />
    <testcase classname="c" name="bad" time="0.500" file="a.md" line="3">
      <failure message="exit 1">[31mred)"
                                "\uFFFD"
                                R"(</failure>
    </testcase>
    <testcase classname="c" name="skip" time="0.000">
      <skipped message="no GPU"></skipped>
    </testcase>
  </testsuite>
</testsuites>
)");
}

}  // namespace kbuild::xml
