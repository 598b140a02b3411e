// Writes XML with pugixml; see write.h.
#include "xml/write.h"

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::xml {

namespace {

/// Without the controls and the two non-characters that XML 1.0 forbids; bytes that are no UTF-8
/// become U+FFFD.
std::string allowed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    auto c = base::decode_utf8(text, at);
    bool keep = (c.value >= 0x20 || c.value == '\t' || c.value == '\n' || c.value == '\r') &&
                c.value != 0xFFFE && c.value != 0xFFFF;
    if (keep) base::append_utf8(out, c.value);
    at += std::max<std::size_t>(c.length, 1);
  }
  return out;
}

pugi::xml_node add(pugi::xml_node parent, const char* name) {
  return parent.append_child(name);
}

pugi::xml_node add_text(pugi::xml_node parent, const char* name, std::string_view text) {
  pugi::xml_node child = parent.append_child(name);
  child.text().set(allowed(text).c_str());
  return child;
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(allowed(value).c_str());
}

void set_unless_empty(pugi::xml_node node, const char* name, std::string_view value) {
  if (!value.empty()) set(node, name, value);
}

std::string print(pugi::xml_document& document) {
  pugi::xml_node declaration = document.prepend_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  std::ostringstream out;
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

void add_link(pugi::xml_node parent, std::string_view relation, std::string_view target) {
  pugi::xml_node link = add(parent, "link");
  set(link, "rel", relation);
  set(link, "href", target);
}

long count(const TestSuite& suite, TestOutcome outcome) {
  return std::count_if(suite.cases.begin(), suite.cases.end(),
                       [&](const TestCase& test) { return test.outcome == outcome; });
}

void add_case(pugi::xml_node parent, const TestCase& test) {
  pugi::xml_node node = add(parent, "testcase");
  set(node, "classname", test.class_name);
  set(node, "name", test.name);
  set(node, "time", base::format("{:.3f}", test.seconds));
  set_unless_empty(node, "file", test.file);
  if (test.line > 0) set(node, "line", std::to_string(test.line));
  if (test.outcome == TestOutcome::passed) {
    if (!test.details.empty()) add_text(node, "system-out", test.details);
    return;
  }
  const char* kind = test.outcome == TestOutcome::failed  ? "failure"
                     : test.outcome == TestOutcome::error ? "error"
                                                          : "skipped";
  pugi::xml_node reason = add_text(node, kind, test.details);
  set_unless_empty(reason, "message", test.message);
}

}  // namespace

std::string write_sitemap(const std::vector<SitemapEntry>& entries) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("urlset");
  set(root, "xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");
  set(root, "xmlns:xhtml", "http://www.w3.org/1999/xhtml");
  for (const SitemapEntry& entry : entries) {
    pugi::xml_node url = add(root, "url");
    add_text(url, "loc", entry.location);
    if (!entry.modified.empty()) add_text(url, "lastmod", entry.modified);
    for (const auto& [language, target] : entry.alternates) {
      pugi::xml_node link = add(url, "xhtml:link");
      set(link, "rel", "alternate");
      set(link, "hreflang", language);
      set(link, "href", target);
    }
  }
  return print(document);
}

std::string write_sitemap_index(const std::vector<std::string>& locations) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("sitemapindex");
  set(root, "xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");
  for (const std::string& location : locations) add_text(add(root, "sitemap"), "loc", location);
  return print(document);
}

std::string write_atom(const AtomFeed& feed) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("feed");
  set(root, "xmlns", "http://www.w3.org/2005/Atom");
  set_unless_empty(root, "xml:lang", feed.language);
  add_text(root, "id", feed.self);
  add_text(root, "title", feed.title);
  add_link(root, "alternate", feed.link);
  add_link(root, "self", feed.self);
  add_text(root, "updated", feed.updated);
  if (!feed.author.empty()) add_text(add(root, "author"), "name", feed.author);
  for (const AtomEntry& entry : feed.entries) {
    pugi::xml_node node = add(root, "entry");
    add_text(node, "id", entry.link);
    add_text(node, "title", entry.title);
    add_link(node, "alternate", entry.link);
    add_text(node, "updated", entry.updated);
    if (!entry.summary.empty()) add_text(node, "summary", entry.summary);
    if (!entry.content.empty()) set(add_text(node, "content", entry.content), "type", "html");
  }
  return print(document);
}

std::string write_junit(const std::vector<TestSuite>& suites) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  for (const TestSuite& suite : suites) {
    pugi::xml_node node = add(root, "testsuite");
    double seconds = 0;
    for (const TestCase& test : suite.cases) seconds += test.seconds;
    set(node, "name", suite.name);
    set(node, "tests", std::to_string(suite.cases.size()));
    set(node, "failures", std::to_string(count(suite, TestOutcome::failed)));
    set(node, "errors", std::to_string(count(suite, TestOutcome::error)));
    set(node, "skipped", std::to_string(count(suite, TestOutcome::skipped)));
    set(node, "time", base::format("{:.3f}", seconds));
    set_unless_empty(node, "timestamp", suite.timestamp);
    for (const TestCase& test : suite.cases) add_case(node, test);
  }
  return print(document);
}

}  // namespace kbuild::xml
