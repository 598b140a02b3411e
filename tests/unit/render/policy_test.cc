// Content security policies: what each kind of content adds, and themes that would need more.
#include "render/policy.h"

#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/hash.h"
#include "render/theme.h"

using namespace kbuild;

namespace {

std::string policy_of(std::string_view html) {
  html::ActiveContent content;
  html::add_active_content(html, content);
  return render::content_policy(content);
}

bool has_part(const std::string& policy, const std::string& part) {
  return policy.find(part) != policy.npos;
}

}  // namespace

TEST_CASE("a page without active content runs the site's own files alone") {
  std::string policy =
      policy_of("<p onx>text</p><img src=\"x.png\"><a href=\"https://x.org\">x</a>");
  CHECK(has_part(policy, "script-src 'self'; style-src 'self'; "));
  CHECK(has_part(policy, "frame-src 'none'; object-src 'none'; "));
  CHECK(has_part(policy, "base-uri 'none'"));
  CHECK_FALSE(has_part(policy, "sha256-"));
  CHECK_FALSE(has_part(policy, "connect-src"));
}

TEST_CASE("what an author wrote is named by digest or host") {
  std::string policy = policy_of(
      "<script>a &lt;\r\nb</script><style>p{}</style><p style=\"color: &quot;x&quot;\" "
      "onclick='f()'>x</p><script src=\"https://CDN.example:8443/a.js?x\"></script>"
      "<link rel=stylesheet href=//css.example/x.css><iframe src=\"https://video.example/1\">"
      "</iframe><img src=\"http://old.example/x.png\"><form action=\"https://find.example/\">");
  auto digest = [](std::string_view text) { return "'sha256-" + base::sha256_base64(text) + "'"; };
  CHECK(
      has_part(policy, "script-src 'self' " + digest("a &lt;\nb") + " https://cdn.example:8443;"));
  CHECK(has_part(policy, "script-src-attr 'unsafe-hashes' " + digest("f()")));
  CHECK(has_part(policy, "style-src 'self' " + digest("p{}") + " https://css.example;"));
  CHECK(has_part(policy, "style-src-attr 'unsafe-hashes' " + digest("color: \"x\"")));
  CHECK(has_part(policy, "frame-src 'self' https://video.example;"));
  CHECK(has_part(policy, "img-src 'self' data: https: http://old.example;"));
  CHECK(has_part(policy, "form-action 'self' https://find.example;"));
}

TEST_CASE("no content makes a policy wide or breaks out of its attribute") {
  std::string odd;
  for (int i = 0; i < 3000; ++i) odd += "<p style=\"width: " + std::to_string(i) + "px\">x</p>";
  odd +=
      "<script src=\"https://x.org';script-src *;'\"></script><iframe src=\"https://a b\">"
      "</iframe><script src='https://x.org\"><b>'></script><script src=\"data:,x\"></script>";
  std::string policy = policy_of(odd);
  for (const char* part : {"unsafe-inline", "unsafe-eval", "*", "\"", "<", "data:,x"})
    CHECK_FALSE(has_part(policy, part));
  CHECK(policy.size() < 100000);
}

TEST_CASE("a theme with code in a template is refused") {
  for (const char* part : {"<script>x()</script>", "<p onclick=\"x()\">", "<p style=\"color:red\">",
                           "<style>p{}</style>"}) {
    CAPTURE(part);
    base::MemoryDisk disk;
    disk.files["t/templates/page.html"] = std::string("<p>{{NAME}}</p>") + part;
    disk.files["t/i18n/en.yaml"] = "greeting: Hello\n";
    auto theme = render::Theme::load(disk, "t");
    REQUIRE_FALSE(theme);
    CHECK(theme.error().message.find("page.html") != std::string::npos);
    disk.files["t/templates/page.html"] =
        "<p>{{NAME}}</p><script type=\"application/ld+json\">{{DATA:none}}</script>";
    CHECK(render::Theme::load(disk, "t"));
  }
}
