// Hostile wiki text: what tries to run something in a reader's browser, in both wikis, parsed by a
// real Chromium; and what tries to take time or memory, read within bounds.
#include <doctest/doctest.h>

#include <fstream>
#include <functional>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "served_site.h"
#include "source/unicode.h"
#include "support/browser.h"
#include "support/growth.h"
#include "support/repeat.h"
#include "work_directory.h"

using namespace kbuild;
using namespace std::string_literals;

namespace {

using test::repeat;

/// Each calls kb(), loads something, or changes the page around it where it is let through.
const std::string kVectors[] = {
    // Scripts.
    "<script>kb()</script>",
    "<SCRIPT>kb()</SCRIPT>",
    "<ScRiPt type=\"text/javascript\">kb()</sCrIpT>",
    "<script src=\"data:text/javascript,kb()\"></script>",
    "<script src=//example.invalid/x.js></script>",
    "<script/kb src=data:,kb()></script>",
    "<script\n>kb()</script\n>",
    "<script\t>kb()</script>",
    "<<script>kb()//<</script>",
    "<script>kb()",
    "<script <b>>kb()</script>",
    "<scr<script>ipt>kb()</scr</script>ipt>",
    "<scr\x01ipt>kb()</scr\x01ipt>",
    "</script><script>kb()</script>",
    "<nowiki><script>kb()</script></nowiki><script>kb()</script>",
    "<pre><script>kb()</script></pre>",
    "<pre></pre><script>kb()</script>",
    "<verbatim><script>kb()</script></verbatim><script>kb()</script>",
    "<literal><script>kb()</script></literal>",
    "<html><body><script>kb()</script></body></html>",
    "<noscript><p title=\"</noscript><img src=x onerror=kb()>\"></noscript>",
    "<xss><script>kb()</script></xss>",
    "&lt;script&gt;kb()&lt;/script&gt;<script>kb()</script>",
    "<script type=module>kb()</script>",
    "<script type=\"text/x-mathjax-config\">kb()</script>",
    // Handlers.
    "<img src=x onerror=kb()>",
    "<img src=x onerror=\"kb()\">",
    "<img src=x ONERROR='kb()'>",
    "<img src=x onerror\n=\nkb()>",
    "<img/src=x/onerror=kb()>",
    "<img src=\"x\"onerror=\"kb()\">",
    "<img \"\"\"><script>kb()</script>\">",
    "<img src=x:x onerror=kb() //",
    "<b onmouseover=kb()>b</b>",
    "<span onclick=\"kb()\">x</span>",
    "<div onpointerenter='kb()'>x</div>",
    "<p onfocus=kb() tabindex=0 autofocus>x</p>",
    "<body onload=kb()>",
    "<input onfocus=kb() autofocus>",
    "<select onfocus=kb() autofocus></select>",
    "<textarea onfocus=kb() autofocus></textarea>",
    "<keygen onfocus=kb() autofocus>",
    "<details open ontoggle=kb()>x</details>",
    "<video><source onerror=kb()></video>",
    "<video src=x onerror=kb()></video>",
    "<audio src=x onerror=kb()></audio>",
    "<marquee onstart=kb()>x</marquee>",
    "<table onmouseover=kb()><tr onclick=kb()><td onclick=kb()>x</td></tr></table>",
    "<font color=red onclick=kb()>x</font>",
    "<br onclick=kb()>",
    "<hr onclick=kb()/>",
    "<b/onclick=kb()>x</b>",
    "<b \nonclick=kb()>x</b>",
    "<b \x0conclick=kb()>x</b>",
    "<b title=\"`\" onclick=kb() x=\"`\">x</b>",
    "<b title='\"' onclick='kb()'>x</b>",
    "<b title=a\"onclick=kb()>x</b>",
    "<b style=\"animation:x\" onanimationstart=\"kb()\">x</b>",
    "<abbr title=\"x\" onmouseenter=kb()>x</abbr>",
    "<ref name=\"x\" onclick=\"kb()\">x</ref>",
    // URLs that run.
    "<a href=\"javascript:kb()\">x</a>",
    "<a href=JaVaScRiPt:kb()>x</a>",
    "<a href=\" javascript:kb()\">x</a>",
    "<a href=\"\x01javascript:kb()\">x</a>",
    "<a href=\"java\tscript:kb()\">x</a>",
    "<a href=\"java\nscript:kb()\">x</a>",
    "<a href=\"java&#9;script:kb()\">x</a>",
    "<a href=\"java&#x0A;script:kb()\">x</a>",
    "<a href=\"java&NewLine;script:kb()\">x</a>",
    "<a href=\"java&Tab;script:kb()\">x</a>",
    "<a href=\"&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;kb()\">x</a>",
    "<a href=\"&#x6A;&#x61;&#x76;&#x61;&#x73;&#x63;&#x72;&#x69;&#x70;&#x74;&#x3A;kb()\">x</a>",
    "<a href=\"&#0000106avascript:kb()\">x</a>",
    "<a href=\"&#x6Aavascript&colon;kb()\">x</a>",
    "<a href=\"javascript&#58;kb()\">x</a>",
    "<a href=\"vbscript:kb()\">x</a>",
    "<a href=\"data:text/html,<script>kb()</script>\">x</a>",
    "<a href=\"data:text/html;base64,PHNjcmlwdD5rYigpPC9zY3JpcHQ+\">x</a>",
    "<a href='DATA:image/svg+xml,<svg onload=kb()>'>x</a>",
    "<a href=\"javascript://%0Akb()\">x</a>",
    "<a href=javascript&#x3a;kb()>x</a>",
    "<img src=\"javascript:kb()\">",
    "<img src=\"data:text/html,<script>kb()</script>\">",
    "<img dynsrc=javascript:kb() lowsrc=javascript:kb()>",
    "<img srcset=\"x 1x, javascript:kb() 2x\">",
    "<form action=javascript:kb()><input type=submit></form>",
    "<button formaction=javascript:kb()>x</button>",
    "<iframe src=javascript:kb()></iframe>",
    "<iframe srcdoc=\"<script>parent.kb()</script>\"></iframe>",
    "<object data=javascript:kb()></object>",
    "<embed src=javascript:kb()>",
    "<applet code=javascript:kb()></applet>",
    "<base href=\"javascript:kb()//\">",
    "<meta http-equiv=refresh content=\"0;url=javascript:kb()\">",
    "<link rel=stylesheet href=javascript:kb()>",
    "<table background=javascript:kb()><tr><td background=javascript:kb()>x</td></tr></table>",
    "<blockquote cite=javascript:kb()>x</blockquote>",
    "<q cite=\"javascript:kb()\">x</q>",
    "<isindex type=image src=1 onerror=kb()>",
    "<frameset><frame src=javascript:kb()></frameset>",
    // Wiki links to such URLs.
    "[javascript:kb() x]",
    "[[javascript:kb()|x]]",
    "[[javascript:kb()][x]]",
    "[[JAVASCRIPT:kb()][x]]",
    "[[&#106;avascript:kb()][x]]",
    "[[java%0Ascript:kb()][x]]",
    "[[%6aavascript:kb()][x]]",
    "[[data:text/html,<script>kb()</script>][x]]",
    "[[vbscript:kb()][x]]",
    "[data:text/html;base64,PHNjcmlwdD5rYigpPC9zY3JpcHQ+ x]",
    "javascript:kb() data:text/html,kb()",
    "[http://example.invalid/\"onclick=\"kb() x]",
    "[http://example.invalid/'onclick='kb() x]",
    "[http://example.invalid/><script>kb()</script> x]",
    "http://example.invalid/\"onclick=kb()//",
    "[[http://example.invalid/\"onclick=\"kb()][x]]",
    "[[Page\" onclick=\"kb()|x]]",
    "[[Page\" onclick=\"kb()][x]]",
    "[[File:x.png|link=javascript:kb()]]",
    "[[File:x.png|link=data:text/html,kb()|x]]",
    "[[File:x.png|alt=\"onerror=\"kb()|thumb|<script>kb()</script>]]",
    "[[File:\"onerror=\"kb().png]]",
    "[[Media:javascript:kb()]]",
    "<gallery>\nx.png|link=javascript:kb()|<img src=x onerror=kb()>\n</gallery>",
    "<imagemap>\nFile:x.png\ndefault [javascript:kb() x]\n</imagemap>",
    "%ATTACHURL%/\"onclick=\"kb()",
    "<a href=\"%ATTACHURL%/x\" onclick=kb()>x</a>",
    // Styles.
    "<style>@import 'javascript:kb()';body{background:url(javascript:kb())}</style>",
    "<div style=\"background:url(javascript:kb())\">x</div>",
    "<div style=\"width:expression(kb())\">x</div>",
    "<div style=\"width:e/**/xpression(kb())\">x</div>",
    "<div style=\"width:\\65xpression(kb())\">x</div>",
    "<div style=\"-moz-binding:url(//example.invalid/x)\">x</div>",
    "<div style=\"behavior:url(x.htc)\">x</div>",
    "<div style=\"background:u\\72l(javascript:kb())\">x</div>",
    "<div style=\"background:&#117;rl(//example.invalid/x)\">x</div>",
    "<div style=\"background-image:image-set('//example.invalid/x' 1x)\">x</div>",
    "<div style=\"position:fixed;top:0;left:0;width:100%;height:100%\">x</div>",
    "{| style=\"background:url(javascript:kb())\" onclick=\"kb()\"\n| onclick=kb() | x\n|}",
    "{| class=\"x\" onmouseover=\"kb()\"\n|- onclick=kb()\n! onclick=kb() | x\n|}",
    "| <b onclick=kb()>x</b> | <img src=x onerror=kb()> |",
    "<templatestyles src=\"javascript:kb()\"/>",
    // SVG, MathML and other content.
    "<svg onload=kb()>",
    "<svg><script>kb()</script></svg>",
    "<svg><script href=data:,kb() /></svg>",
    "<svg><a xlink:href=\"javascript:kb()\"><text>x</text></a></svg>",
    "<svg><animate onbegin=kb() attributeName=x></svg>",
    "<svg><animate attributeName=href values=javascript:kb() /><a id=x>x</a></svg>",
    "<svg><use href=\"data:image/svg+xml,<svg id='x' "
    "xmlns='http://www.w3.org/2000/svg'><script>kb()</script></svg>#x\"/></svg>",
    "<svg><foreignObject><iframe "
    "srcdoc='<script>parent.kb()</script>'></iframe></foreignObject></svg>",
    "<svg><style><img src=x onerror=kb()></style></svg>",
    "<math href=\"javascript:kb()\">x</math>",
    "<math><maction actiontype=\"statusline#http://x\" "
    "xlink:href=\"javascript:kb()\">x</maction></math>",
    "<math><mtext><table><mglyph><style><img src=x "
    "onerror=kb()></style></mglyph></table></mtext></math>",
    "<math>\\href{javascript:kb()}{x}</math>",
    "<math>\\unicode{<img src=x onerror=kb()>}</math>",
    "<math></math><script>kb()</script>",
    "<template><script>kb()</script></template>",
    "<xml><x:script xmlns:x=\"http://www.w3.org/1999/xhtml\">kb()</x:script></xml>",
    "<?xml version=\"1.0\"?><?xml-stylesheet href=\"javascript:kb()\"?>",
    "<![CDATA[<script>kb()</script>]]>",
    "<!--[if gte IE 4]><script>kb()</script><![endif]-->",
    // Malformed tags and mutations.
    "<!--<img src=\"--><img src=x onerror=kb()//\">",
    "<!--><img src=x onerror=kb()>-->",
    "<!-- --!><img src=x onerror=kb()>-->",
    "<comment><img src=\"</comment><img src=x onerror=kb()//\">",
    "<title><img src=\"</title><img src=x onerror=kb()//\">",
    "<style><img src=\"</style><img src=x onerror=kb()//\">",
    "<textarea><img src=\"</textarea><img src=x onerror=kb()//\">",
    "<p id=\"</p><img src=x onerror=kb()>\">x</p>",
    "<a title=\"</a><img src=x onerror=kb()>\">x</a>",
    "<img alt=\"<\" src=x title=\">\" onerror=kb()>",
    "<b <script>kb()</script>>x</b>",
    "<\x00script>kb()</script>"s,
    "<script\xc2\xa0>kb()</script>",
    "\xef\xbc\x9cscript\xef\xbc\x9ekb()\xef\xbc\x9c/script\xef\xbc\x9e",
    "+ADw-script+AD4-kb()+ADw-/script+AD4-",
    "\xc0\xbcscript\xc0\xbekb()\xc0\xbc/script\xc0\xbe",
    "<a href=\"x\" href=\"javascript:kb()\">x</a>",
    "<a\nhref\n=\n\"javascript:kb()\"\n>x</a>",
    "<a href=`javascript:kb()`>x</a>",
    "</section></div></body><script>kb()</script>",
    "</p></section><img src=x onerror=kb()><section>",
    "<plaintext>",
    "<xmp><img src=x onerror=kb()></xmp><img src=x onerror=kb()>",
    "<listing>&lt;img src=x onerror=kb()&gt;</listing>",
    "<noembed><img src=x onerror=kb()></noembed>",
    // Through templates, parameters, extensions and variables.
    "{{#tag:script|kb()}}",
    "{{#tag:img|x|src=x|onerror=kb()}}",
    "{{#tag:pre|x|onclick=kb()}}",
    "{{#if:1|<script>kb()</script>}}",
    "{{Missing|<script>kb()</script>|a=<img src=x onerror=kb()>}}",
    "{{<script>kb()</script>}}",
    "{{Note|<img src=x onerror=kb()>|title=<script>kb()</script>}}",
    "{{File|name=<script>kb()</script>|lang=\"><script>kb()</script>|contents=<script>kb()</"
    "script>}}",
    "{{Command|<script>kb()</script>|prompt=\"><script>kb()</script>}}",
    "{{DISPLAYTITLE:<script>kb()</script>}}",
    "<syntaxhighlight lang=\"&quot;&gt;&lt;script&gt;kb()&lt;/script&gt;\">x</syntaxhighlight>",
    "<syntaxhighlight lang='\" onclick=\"kb()'>x</syntaxhighlight>",
    "<source lang=\"bash\" onclick=\"kb()\" style=\"background:url(javascript:kb())\">x</source>",
    "<poem style=\"background:url(javascript:kb())\" onclick=kb()>x</poem>",
    "<tabber>\"><script>kb()</script>=<script>kb()</script></tabber>",
    "<ref name=\"&quot;&gt;&lt;script&gt;kb()&lt;/script&gt;\">x</ref><references/>",
    "%INCLUDE{\"javascript:kb()\"}%",
    "   * Set EVIL = <script>kb()</script>\n\n%EVIL%",
    "%<script>kb()</script>%",
    "%TWISTY{showlink=\"<script>kb()</script>\"}%x%ENDTWISTY%",
    "%ICON{\"x\" onclick=kb()}%",
    "%MAKETEXT{\"<img src=x onerror=kb()>\"}%",
    "%CODE{\"\\\"><script>kb()</script>\"}%x%ENDCODE%",
    "---+ <script>kb()</script>",
    "== <img src=x onerror=kb()> ==",
    "#A\"onclick=\"kb()\n[[#A\"onclick=\"kb()]]",
    "   $ <script>kb()</script>: <img src=x onerror=kb()>",
    "; <script>kb()</script> : <img src=x onerror=kb()>",
    "%TOC{title=\"<script>kb()</script>\"}%\n---++ x",
    "%META:FIELD{name=\"x\" value=\"<script>kb()</script>\"}%\n%FORMFIELD{\"x\"}%",
};

read::ReadResult read_page(source::SourceStore& sources, read::Dialect dialect,
                           const std::string& text) {
  source::FileId file = sources.add("Page", source::decode_bytes(text).text);
  read::Options options;
  options.trust = read::Trust::untrusted;
  options.article = [](std::string_view title) -> std::optional<std::string> {
    if (title == "Template:Bomb")
      return "{{Bomb2}}{{Bomb2}}{{Bomb2}}{{Bomb2}}{{Bomb2}}{{Bomb2}}{{Bomb2}}{{Bomb2}}";
    if (title.starts_with("Template:Bomb") && title.size() < 20) {
      std::string deeper(title.substr(9));
      return base::replace_all("{{x}}{{x}}{{x}}{{x}}{{x}}{{x}}{{x}}{{x}}", "x", deeper + "2");
    }
    if (title.starts_with("Template:Bomb")) return std::string(1000, 'x');
    if (title == "Template:Loop") return "a {{Loop}} {{Back}}";
    if (title == "Template:Back") return "b {{Loop}}";
    return std::nullopt;
  };
  int includes = 0;
  options.include = [&sources, file, includes](
                        source::FileId, std::string_view) mutable -> std::optional<source::FileId> {
    return ++includes < 1000 ? std::optional(file) : std::nullopt;
  };
  read::ReadResult result = read::read(sources, file, dialect, options);
  normalise::normalise(result, sources, dialect);
  return result;
}

std::string render_page(read::Dialect dialect, const std::string& text) {
  source::SourceStore sources;
  render::HtmlOptions options;
  options.purpose = render::Purpose::site;
  options.permalinks = true;
  return render::to_html(read_page(sources, dialect, text).document, options);
}

constexpr read::Dialect kWikis[] = {read::Dialect::mediawiki, read::Dialect::twiki};

/// Runs in the page: what in it could run, one line each.
constexpr const char* kWalk = R"JS(
  const found = [];
  const forbidden = ['script', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'base', 'meta', 'link', 'style',
                     'form', 'template', 'animate', 'set', 'foreignobject', 'use', 'plaintext', 'xmp', 'noscript',
                     'textarea', 'select', 'button'];
  const urls = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcset', 'poster', 'background', 'cite',
                'ping', 'longdesc', 'dynsrc', 'lowsrc', 'srcdoc', 'code', 'values', 'to', 'from'];
  const bad = value => {
    // What browsers drop before they read the scheme.
    const text = value.replace(/[\u0000-\u0020\u007f-\u00a0]+/g, '').toLowerCase();
    if (/^(javascript|vbscript|data|livescript|mocha|blob|filesystem):/.test(text)) return true;
    try { return ['javascript:', 'vbscript:', 'data:'].includes(new URL(value, 'https://x.invalid/').protocol); }
    catch (error) { return false; }
  };
  const walk = (section, root) => {
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName.toLowerCase();
      const say = what => found.push(section + ': ' + what + ' in ' + element.outerHTML.slice(0, 200));
      if (forbidden.includes(name)) say(name);
      for (const attribute of element.attributes) {
        const key = attribute.name.toLowerCase();
        if (key.startsWith('on')) say(key);
        if (urls.includes(key) && bad(attribute.value)) say(key);
        if (key === 'style' && /url|image|expression|import|binding|behavior|\\|@|fixed/i.test(attribute.value)) say(key);
      }
      if (element.content) walk(section, element.content);
    }
  };
  const sections = [...document.querySelectorAll('body > section')];
  sections.forEach((section, i) => walk(section.id, section));
  // The server's own script reloads the page.
  for (const element of document.body.children)
    if (element.localName !== 'section' && element.getAttribute('src') !== '/api/reload.js') found.push('outside of its section: ' + element.outerHTML.slice(0, 200));
  return {found: found, sections: sections.length, hits: window.hits};
)JS";

/// Makes a text that has the part so many times.
std::function<std::string(std::size_t)> repeated(std::string before, std::string part = "",
                                                 std::string after = "") {
  return [=](std::size_t times) { return before + repeat(part, times) + after; };
}

}  // namespace

TEST_CASE("nothing that a wiki's page holds runs in a browser") {
  CHECK(std::size(kVectors) >= 150);
  auto browser = test::Browser::start();
  if (!browser) return;
  for (read::Dialect dialect : kWikis) {
    test::WorkDirectory work;
    std::string html =
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>x</title><link rel=\"icon\" "
        "href=\"data:,\"><script>"
        "window.hits=0;window.kb=function(){++window.hits};"
        "window.alert=window.confirm=window.prompt=window.kb;</script></head><body>\n";
    int number = 0;
    for (const std::string& vector : kVectors) {
      html += base::format("<section id=\"v{}\">{}</section>\n", number++,
                           render_page(dialect, vector + "\n\nafter\n"));
      html += base::format("<section id=\"v{}\">{}</section>\n", number++,
                           render_page(dialect, "before " + vector + " after\n\n   * x " + vector +
                                                    "\n* x " + vector));
    }
    html += "</body></html>\n";
    std::ofstream(work.path + "/index.html") << html;
    test::ServedDirectory served(work.path);
    browser->open(served.address);
    auto seen = browser->script(kWalk);
    INFO(std::string(read::dialect_name(dialect)));
    CHECK(seen["sections"] == number);
    CHECK(seen["hits"] == 0);
    for (const auto& finding : seen["found"]) FAIL_CHECK(finding.get<std::string>());
  }
}

TEST_CASE("wiki text that wants time or memory gets neither") {
  struct Bomb {
    read::Dialect dialect;
    /// The text that repeats something so many times; what is not repeated (0) must be bounded.
    std::size_t times;
    std::function<std::string(std::size_t)> text;
    /// A code that says so, or 0.
    int code;
  };
  const Bomb bombs[] = {
      {read::Dialect::mediawiki, 0, repeated("{{Bomb}}"), 402},
      {read::Dialect::mediawiki, 0, repeated("{{Loop}}"), 403},
      {read::Dialect::mediawiki, 1000,
       [](std::size_t times) { return repeat("{|\n|\n", times) + "x\n" + repeat("|}\n", times); },
       3},
      {read::Dialect::mediawiki, 1000, repeated("", "<table><tr><td>", "x"), 3},
      {read::Dialect::mediawiki, 50'000, repeated("", "{{"), 0},
      {read::Dialect::mediawiki, 50'000, repeated("", "[["), 0},
      {read::Dialect::mediawiki, 50'000, repeated("", "''x"), 0},
      {read::Dialect::mediawiki, 50'000, repeated("", "<div>"), 3},
      {read::Dialect::mediawiki, 50'000, repeated("", "*", " x"), 3},
      {read::Dialect::mediawiki, 20'000, repeated("", "<ref>"), 0},
      {read::Dialect::mediawiki, 5'000, repeated("", "{{#expr:1+"), 0},
      {read::Dialect::mediawiki, 50'000, repeated("{{#expr:", "(", "}}"), 0},
      {read::Dialect::mediawiki, 5'000, repeated("", "{{#if:1|"), 0},
      {read::Dialect::mediawiki, 50'000, repeated("", "<!--"), 0},
      {read::Dialect::mediawiki, 0, repeated("{{padleft:|" + repeat("9", 18) + "|x}}"), 0},
      {read::Dialect::mediawiki, 0,
       repeated("{{#replace:" + repeat("a", 10'000) + "|a|" + repeat("b", 10'000) + "}}"), 0},
      {read::Dialect::twiki, 0, repeated("%INCLUDE{\"Page\"}% x"), 504},
      {read::Dialect::twiki, 0,
       repeated("   * Set A = %B%%B%%B%%B%%B%%B%%B%%B%\n   * Set B = %C%%C%%C%%C%%C%%C%%C%%C%\n"
                "   * Set C = %D%%D%%D%%D%%D%%D%%D%%D%\n   * Set D = %E%%E%%E%%E%%E%%E%%E%%E%\n"
                "   * Set E = %F%%F%%F%%F%%F%%F%%F%%F%\n   * Set F = xxxxxxxx\n\n%A%"),
       505},
      {read::Dialect::twiki, 0, repeated("   * Set A = %A%\n\n%A%"), 505},
      {read::Dialect::twiki, 1000, repeated("", "<table><tr><td>", "x"), 0},
      {read::Dialect::twiki, 1000, repeated("", "%TWISTY{}%", "x"), 0},
      {read::Dialect::twiki, 1000, repeated("", "   ", "* x"), 0},
      {read::Dialect::twiki, 20'000, repeated("", "<verbatim>"), 506},
      {read::Dialect::twiki, 50'000, repeated("", "[["), 0},
      {read::Dialect::twiki, 50'000, repeated("", "*a "), 0},
      {read::Dialect::twiki, 50'000, repeated("", "%A{"), 0},
      {read::Dialect::twiki, 50'000, repeated("", "| a ", "|"), 0},
      {read::Dialect::twiki, 20'000, repeated("", "%CODE{}%"), 0},
  };
  for (const Bomb& bomb : bombs) {
    std::string text = bomb.text(bomb.times);
    INFO(std::string(read::dialect_name(bomb.dialect)) << ": " << text.substr(0, 60));
    source::SourceStore sources;
    read::ReadResult result = read_page(sources, bomb.dialect, text);
    CHECK(render::to_html(result.document, {}).size() < 20u << 20);
    if (bomb.times > 0)
      CHECK(test::grows_linearly(bomb.times / 8, [&](std::size_t times) {
        source::SourceStore others;
        render::to_html(read_page(others, bomb.dialect, bomb.text(times)).document, {});
      }));
    bool said = bomb.code == 0;
    for (const diag::Diagnostic& diagnostic : result.diagnostics)
      said |= diagnostic.code.number == bomb.code;
    CHECK(said);
  }
}
