// What of HTML is active is found however it is written.
#include "html/active_content.h"

#include <doctest/doctest.h>

using namespace kbuild;

namespace {

html::ActiveContent active_in(std::string_view html) {
  html::ActiveContent out;
  html::add_active_content(html, out);
  return out;
}

}  // namespace

TEST_CASE("handlers and styles are found in any place of a tag") {
  for (std::string_view tag :
       {"<p onclick=\"f()\">", "<p title=\"a > b\" onclick=\"f()\">", "<p title='<' ONCLICK='f()'>",
        "<p/onclick=f()>", "<p title=\"x\"onclick=\"f()\">", "<p\nonclick=\"f()\">",
        "x < y <b>on</b> <p onclick=\"f()\">"})
    CHECK_MESSAGE(active_in(tag).handlers.size() == 1, tag);
  CHECK(active_in("<span class=\"a\" style=\"color: red\">").styles.size() == 1);
  CHECK(active_in("<p title=\"on style\">on style</p>").styles.empty());
}

TEST_CASE("elements that load something are found") {
  CHECK(active_in("<p><IMG src=\"https://a.example/b.png\">").media_hosts.size() == 1);
  CHECK(active_in("<iframe></iframe>").frames);
  CHECK(active_in("<style>p { color: red }</style>").sheets.size() == 1);
  CHECK(active_in("<p>a</p><script>f()</script>").scripts.size() == 1);
}
