// Addresses and names of files as an attacker chooses them: schemes that run code in redirects and
// links of a configuration, and names that are markup, queries, anchors or no text at all.
#include <filesystem>
#include <fstream>

#include "base/percent.h"
#include "base/text.h"
#include "html/address.h"
#include "program_site.h"

using namespace kbuild;
using html::AddressUse;
using test::contains;
using test::ProgramSite;

namespace {

const std::string kActive[] = {
    "javascript:kb()",
    "JaVaScRiPt:kb()",
    " javascript:kb()",
    "\x01javascript:kb()",
    "java\tscript:kb()",
    "java\nscript:kb()",
    std::string("javascript\0:kb()", 16),
    "javascript://x/%0akb()//",
    "vbscript:kb()",
    "data:text/html,<b>",
    "DATA:image/svg+xml,<svg/>",
    "blob:https://x.org/1",
    "filesystem:https://x/y",
    "\xc2\xa0javascript:kb()",
    "java\\script:kb()",
};

void make_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  REQUIRE(std::filesystem::exists(path));
}

}  // namespace

TEST_CASE("addresses that run code are refused, however they are written") {
  for (const std::string& url : kActive) {
    CAPTURE(url);
    for (AddressUse use : {AddressUse::link, AddressUse::stranger, AddressUse::web})
      CHECK_FALSE(html::is_safe_url(url, use));
  }
  CHECK_FALSE(html::is_safe_url("data:text/html,x", AddressUse::media));
  CHECK(html::is_safe_url("data:image/png;base64,AA", AddressUse::media));
  for (const char* url :
       {"https://x.org/a:b", "a/b:c", "#javascript:x", "?x=javascript:y", "//x.org", "", "apps/"})
    for (AddressUse use :
         {AddressUse::link, AddressUse::media, AddressUse::stranger, AddressUse::web})
      CHECK(html::is_safe_url(url, use));
  CHECK(html::is_safe_url("vscode://file/x", AddressUse::link));
  CHECK_FALSE(html::is_safe_url("vscode://file/x", AddressUse::stranger));
  CHECK_FALSE(html::is_safe_url("ftp://x.org/", AddressUse::web));
}

TEST_CASE("paths and addresses are percent-encoded by what they mean") {
  CHECK(base::encode_path("q?x#y%2e/a b\n<svg>\"'") == "q%3Fx%23y%252e/a%20b%0A%3Csvg%3E%22%27");
  CHECK(base::encode_path("javascript:x/") == "javascript%3Ax/");
  CHECK(base::encode_path("apps/pytorch-2.7_x/") == "apps/pytorch-2.7_x/");
  CHECK(base::encode_url("https://x.org/a b?c=%20&d#e") == "https://x.org/a%20b?c=%20&d#e");
  for (const char* path : {"a%41/b c", "\xc3\xa4/:?#"})
    CHECK(base::decode_percent(base::encode_path(path)) == path);
}

TEST_CASE("a redirect never leads to a script") {
  ProgramSite site;
  site.write("docs/index.md", "# Guide\n");
  site.write("mkdocs.yml",
             "site_name: x\nplugins: [{redirects: {redirect_maps: {a.md: "
             "'javascript://x/%0aalert(document.domain)//', b.md: 'JAVASCRIPT://x', c.md: "
             "'data://x', d.md: 'https://x.org/a b\"><svg onload=kb()>'}}}]\n");
  std::string said = site.build();
  CHECK(contains(said, "KB0922"));
  for (const char* name : {"a", "b", "c"}) CHECK_FALSE(site.has(std::string("site/") + name));
  std::string page = site.read("site/d/index.html");
  CHECK(contains(page, "https://x.org/a%20b%22%3E%3Csvg%20onload=kb()%3E"));
  CHECK_FALSE(contains(page, "<svg"));
  CHECK(contains(page, "Content-Security-Policy"));
}

TEST_CASE("links that a configuration gives never run a script") {
  ProgramSite site;
  site.write("docs/index.md", "# Guide\n");
  site.write("docs/other.md", "# Other\n");
  site.write("kbuild.yml",
             "site: {name: x, url: 'javascript://x/', repository: 'javascript:kb()'}\n"
             "sources: [{path: docs, lang: en, edit: 'javascript://x/%0akb()//', navigation: "
             "[index.md, Evil: 'javascript://x/%0akb()', other.md]}]\n");
  std::string said = site.build();
  CHECK(contains(said, "KB0922"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(site.work.path + "/site"))
    if (entry.is_regular_file() && entry.path().extension() != ".js")
      CHECK_FALSE(contains(base::to_lower(*site.disk->read(entry.path().native())), "javascript:"));
}

TEST_CASE(
    "names of files that mean something in an address are encoded wherever they are written") {
  ProgramSite site;
  site.write("kbuild.yml",
             "site: {name: x, url: 'https://docs.example.org/'}\nsources: [{path: docs, lang: "
             "en}]\n");
  site.write("docs/index.md", "# Guide\n\n[q](q%3Fx%23y%252e.md)\n");
  site.write("docs/q?x#y%2e.md", "# Odd\n\nText.\n");
  site.write("docs/<svg onload=kb()>.md", "# Markup\n");
  site.write("docs/javascript:kb().md", "# Scheme\n");
  site.write("docs/a\"b'c.md", "# Quotes\n");
  site.build();
  CHECK(site.has("site/q?x#y%2e/index.html"));
  const std::string encoded = "q%3Fx%23y%252e/";
  for (const std::string file : {"site/index.html", "site/sitemap.xml", "site/llms.txt"}) {
    CAPTURE(file);
    std::string text = site.read(file);
    CHECK(contains(text, encoded));
    CHECK_FALSE(contains(text, "q?x"));
    CHECK_FALSE(contains(text, "<svg onload"));
    CHECK_FALSE(contains(text, "javascript:"));
  }
  CHECK(contains(site.read("site/q?x#y%2e/index.html"),
                 "rel=\"canonical\" href=\"https://docs.example.org/" + encoded));
}

TEST_CASE("a name that no site can hold leaves its file out, and every file of the site is text") {
  ProgramSite site;
  site.write("kbuild.yml",
             "site: {name: x, url: 'https://x.org/'}\nsources: [{path: docs, lang: "
             "en}]\n");
  site.write("docs/index.md", "# Guide\n");
  const std::string docs = site.work.path + "/docs/";
  make_file(docs + "bad\xff\xfe.md", "# Bytes\n");
  make_file(docs + "pic\xc3.png", "x");
  make_file(docs + "line\nfeed.md", "# Line\n");
  make_file(docs + "escape\x1b[31m.md", "# Escape\n");
  make_file(docs +
                "turned\xe2\x80\xae"
                "dm.md",
            "# Turned\n");
  std::string said = site.build();
  CHECK(contains(said, "KB0040"));
  CHECK(contains(said, "is not UTF-8"));
  CHECK(contains(said, "U+000A"));
  CHECK(contains(said, "U+001B"));
  CHECK(contains(said, "U+202E"));
  CHECK_FALSE(contains(said, "\x1b[31m"));
  CHECK(base::is_valid_utf8(said));
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(site.work.path + "/site")) {
    CAPTURE(entry.path().native());
    CHECK(base::is_valid_utf8(entry.path().native()));
    if (entry.is_regular_file() && entry.path().extension() != ".inv")
      CHECK(base::is_valid_utf8(*site.disk->read(entry.path().native())));
  }
}

TEST_CASE("names that other computers cannot hold or tell apart are reported") {
  ProgramSite site;
  site.write("kbuild.yml", "sources: [{path: docs, lang: en}]\n");
  for (const char* name : {"index.md", "Case.md", "case.md", "CON.md", "lpt1.txt", "dot./x.md"})
    site.write(std::string("docs/") + name, "# Page\n");
  std::string said = site.build();
  CHECK(contains(said, "KB0042"));
  CHECK(contains(said, "'Case.md'"));
  CHECK(contains(said, "KB0041"));
  CHECK(contains(said, "'CON.md'"));
  CHECK(contains(said, "'lpt1.txt'"));
  CHECK(contains(said, "ends with a dot"));
  CHECK(site.has("site/Case/index.html"));
  CHECK(site.has("site/case/index.html"));
}
