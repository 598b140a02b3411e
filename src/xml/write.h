// The XML files that a site and its tests give to other programs. Text may hold anything;
// characters that XML does not allow are left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kbuild::xml {

struct SitemapEntry {
  /// Absolute URL.
  std::string location;
  /// W3C date or time; "" leaves it out.
  std::string modified = {};
  /// (language, absolute URL) of all versions of the page, its own among them.
  std::vector<std::pair<std::string, std::string>> alternates = {};
};
/// sitemaps.org 0.9 with Google's xhtml:link for languages.
std::string write_sitemap(const std::vector<SitemapEntry>& entries);

/// An index of sitemaps, by their absolute URLs.
std::string write_sitemap_index(const std::vector<std::string>& locations);

struct AtomEntry {
  /// Absolute URL that also serves as id.
  std::string link;
  std::string title;
  /// RFC 3339.
  std::string updated;
  /// Plain text; "" leaves it out.
  std::string summary = {};
  /// HTML; "" leaves it out.
  std::string content = {};
};
struct AtomFeed {
  std::string title;
  /// The page of the feed, and the feed itself; absolute URLs.
  std::string link;
  std::string self;
  std::string updated;
  std::string author = {};
  std::string language = {};
  std::vector<AtomEntry> entries = {};
};
/// RFC 4287.
std::string write_atom(const AtomFeed& feed);

enum class TestOutcome { passed, failed, error, skipped };

struct TestCase {
  std::string class_name;
  std::string name;
  TestOutcome outcome = TestOutcome::passed;
  double seconds = 0;
  /// The reason in one line, and in full.
  std::string message = {};
  std::string details = {};
  std::string file = {};
  int line = 0;
};
struct TestSuite {
  std::string name;
  /// ISO 8601; "" leaves it out.
  std::string timestamp = {};
  std::vector<TestCase> cases = {};
};
/// JUnit's format as GitLab, GitHub actions and Jenkins read it.
std::string write_junit(const std::vector<TestSuite>& suites);

}  // namespace kbuild::xml
