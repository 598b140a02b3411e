// What a terminal shows, as HTML.
#include "render/html/terminal.h"

#include <doctest/doctest.h>

#include "base/text.h"

using kbuild::render::terminal_html;

TEST_CASE("text is escaped, and keeps its lines and tabs") {
  CHECK(terminal_html("a <b> & \"c\"\n\tx\n") == "a &lt;b&gt; &amp; &quot;c&quot;\n\tx\n");
  CHECK(terminal_html("").empty());
  CHECK(terminal_html("no end") == "no end");
}

TEST_CASE("colours and weights become spans that end with their line") {
  CHECK(terminal_html("\x1b[31mred\x1b[0m plain") == "<span class=\"kb-fg-1\">red</span> plain");
  CHECK(terminal_html("\x1b[1;38;5;10mx\x1b[22my") ==
        "<span class=\"kb-bold kb-fg-10\">x</span><span class=\"kb-fg-10\">y</span>");
  CHECK(terminal_html("\x1b[41;97ma\nb\x1b[m") ==
        "<span class=\"kb-fg-15 kb-bg-1\">a</span>\n<span class=\"kb-fg-15 kb-bg-1\">b</span>");
  CHECK(terminal_html("\x1b[38;2;1;2;3mrgb\x1b[39;49m") == "rgb");
  CHECK(terminal_html("\x1b[38:5:1mcolons") == "<span class=\"kb-fg-1\">colons</span>");
  CHECK(terminal_html("\x1b[999999999999m\x1b[;mx") == "x");
}

TEST_CASE("what only moves the cursor or names a window is left out") {
  CHECK(terminal_html("\x1b[2J\x1b[1;1Hx\x1b[K") == "x");
  CHECK(terminal_html("\x1b]0;title\x07x\x1b]8;;http://e.org\x1b\\y") == "xy");
  CHECK(terminal_html("a\x08\x07"
                      "b\x1b(Bc") == "abBc");
  CHECK(terminal_html("cut \x1b[3") == "cut ");
  CHECK(terminal_html("cut \x1b") == "cut ");
  CHECK(terminal_html("\x1b]0;no end\nx") == "0;no end\nx");
}

TEST_CASE("of a line that is written over its last state stays") {
  CHECK(terminal_html(" 10 %\r 50 %\r100 %\ndone\r\n") == "100 %\ndone\n");
}

TEST_CASE("nothing of an output becomes a tag or an attribute") {
  std::string html = terminal_html("\x1b[31\"><script>alert(1)</script>\x1b[0m");
  CHECK(html.find("<script") == std::string::npos);
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "\x1b[3" + std::to_string(i % 8) + "mx\r";
  CHECK(terminal_html(many).size() < 200);
}
