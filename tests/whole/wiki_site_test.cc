// The raw wiki of a national centre as a site in its two languages: what its readers would see of
// the wiki's machinery. Every page is crawled; markup counts where it is neither in code nor what
// the page itself shows between <nowiki> tags.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "base/disk.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/process.h"
#include "base/text.h"
#include "html/entities.h"
#include "html/token.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

const std::string kWiki = test::shared_path("corpora/alliance-wiki");

struct SitePage {
  std::set<std::string> ids;
  std::vector<std::string> links;
  /// Of the article, without code and formulas.
  std::string text;
};

SitePage read_site_page(const std::string& html) {
  SitePage page;
  html::HtmlTokeniser tokens(html);
  html::HtmlToken token;
  int article = 0, hidden = 0;
  while (tokens.next(token)) {
    bool start = token.kind == html::HtmlKind::start_tag,
         end = token.kind == html::HtmlKind::end_tag;
    if (start || end) {
      int step = start ? 1 : -1;
      if (token.name == "article") article += step;
      for (const char* name : {"code", "pre", "math", "script", "style"})
        if (token.name == name) hidden += step;
      page.text += ' ';
    }
    if (token.kind == html::HtmlKind::text && article > 0 && hidden == 0) page.text += token.raw;
    if (!start) continue;
    for (const html::HtmlAttribute& attribute : token.attributes) {
      if (attribute.name == "id") page.ids.insert(attribute.value);
      if (attribute.name == "href" && token.name == "a") page.links.push_back(attribute.value);
    }
  }
  page.text = html::decode_references(page.text, html::ReferenceRule::lenient);
  return page;
}

/// What the sources show of markup on purpose: between <nowiki> tags, and with references for '<'.
std::string shown_as_written(const base::Disk& disk) {
  std::string out;
  auto files = disk.list(kWiki);
  REQUIRE(files);
  auto add = [&](const std::string& text, std::size_t begin, std::size_t end) {
    out += html::decode_references(text.substr(begin, end - begin), html::ReferenceRule::lenient);
    out += '\n';
  };
  for (const std::string& file : *files) {
    std::string text = *disk.read(kWiki + "/" + file);
    for (std::size_t at = 0; (at = text.find("<nowiki>", at)) != text.npos; ++at)
      add(text, at, std::min(text.find("</nowiki>", at), text.size()));
    for (std::size_t at = 0; (at = text.find("&lt;", at)) != text.npos; ++at)
      add(text, at, text.find('\n', at));
  }
  return out;
}

/// An anchor as any of MediaWiki's ways of writing it names it.
std::string folded(std::string_view fragment) {
  std::string percent;
  for (std::size_t i = 0; i < fragment.size(); ++i) {
    bool dotted = fragment[i] == '.' && i + 2 < fragment.size() && base::is_hex(fragment[i + 1]) &&
                  base::is_hex(fragment[i + 2]);
    percent += dotted ? '%' : fragment[i];
  }
  std::string text = base::replace_all(base::decode_percent(percent), "_", " ");
  return std::string(base::trim(base::collapse_spaces(text)));
}

/// The page that a link of `from` leads to: "" where it leaves the site.
std::string page_of_link(const std::string& from, const std::string& link) {
  std::string path = base::decode_percent(link.substr(0, link.find_first_of("?#")));
  if (link.find(':') < link.find('/') || link.starts_with("//")) return "";
  if (path.empty()) return from;
  path = base::join_path(base::parent_path(from), path);
  return path == "." ? "index.html" : base::join_path(path, "index.html");
}

/// Marks of Translate, calls of templates and parameters of style ("titlestyle =") in a text.
std::vector<std::string> machinery_in(std::string_view text) {
  std::vector<std::string> out;
  for (std::string_view mark : {"<!--T:", "<translate", "</translate", "<tvar", "</tvar",
                                "<languages", "</languages", "{{"})
    if (text.find(mark) != text.npos) out.emplace_back(mark);
  for (std::string_view word : {"style", "class", "color", "colour"})
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      std::size_t begin = at, end = at + word.size();
      while (begin > 0 && text[begin - 1] >= 'a' && text[begin - 1] <= 'z') --begin;
      if (begin == at || (begin > 0 && base::is_name_byte(text[begin - 1]))) continue;
      if (end < text.size() && text[end] == ' ') ++end;
      if (end < text.size() && (text[end] == ':' || text[end] == '='))
        out.emplace_back(text.substr(begin, end + 1 - begin));
    }
  return out;
}

}  // namespace

TEST_CASE("the site of a raw wiki shows nothing of the wiki's machinery") {
  if (!test::have_shared("corpora/alliance-wiki")) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "site: {name: Wiki}\nlanguages: [en, fr]\nsources:\n  - {path: " + kWiki +
                          ", lang: en, dialect: mediawiki}\nout: site\n"));
  auto done = base::run_process({.arguments = {KBUILD_PROGRAM, "--allow-read",
                                               test::shared_path(""), "-q", "build", "--no-search"},
                                 .directory = work.path,
                                 .timeout = 300});
  REQUIRE(done);
  REQUIRE(done->exit_code <= 1);

  std::map<std::string, SitePage> pages;
  auto files = disk->list(work.path + "/site");
  REQUIRE(files);
  for (const std::string& file : *files) {
    if (!file.ends_with(".html")) continue;
    std::string html = *disk->read(work.path + "/site/" + file);
    CAPTURE(file);
    pages.emplace(file, read_site_page(html));
    bool redirect = html.find("http-equiv=\"refresh\"") != html.npos;
    if (file.starts_with("fr/") && !redirect) CHECK(html.find("Aller au contenu") != html.npos);
  }
  CHECK(pages.size() > 400);
  int french = 0;
  for (const auto& [path, page] : pages) french += path.starts_with("fr/");
  CHECK(french > 150);
  for (const auto& [path, page] : pages) {
    CAPTURE(path);
    CHECK(!path.ends_with("_fr/index.html"));
  }

  SUBCASE("links to sections that exist lead to them") {
    int links = 0;
    for (const auto& [path, page] : pages)
      for (const std::string& link : page.links) {
        std::size_t hash = link.find('#');
        auto target = pages.find(page_of_link(path, link));
        if (hash == link.npos || hash + 1 == link.size() || target == pages.end()) continue;
        std::string fragment = link.substr(hash + 1);
        ++links;
        if (target->second.ids.contains(fragment) ||
            target->second.ids.contains(base::decode_percent(fragment)))
          continue;
        CAPTURE(path);
        CAPTURE(link);
        for (const std::string& id : target->second.ids) CHECK(folded(id) != folded(fragment));
      }
    CHECK(links > 3000);
  }
  SUBCASE("no mark of Translate, style parameter or call of a template is text") {
    std::string written = shown_as_written(*disk);
    for (const auto& [path, page] : pages)
      for (const std::string& found : machinery_in(page.text)) {
        CAPTURE(path);
        CHECK_MESSAGE(written.find(found) != written.npos, found);
      }
  }
}
