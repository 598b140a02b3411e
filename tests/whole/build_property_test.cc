// Properties of builds: after any edits an incremental build gives the bytes of a clean one, and
// two threads give the bytes of one.
#include <doctest/doctest.h>

#include <random>

#include "base/format.h"
#include "memory_site.h"

using namespace kbuild;

namespace {

constexpr const char* kPropertyConfig =
    "site: {name: Test, url: 'https://example.org/'}\n"
    "languages: [en, fi]\n"
    "sources:\n"
    "- {path: en, lang: en, snippets: [parts]}\n"
    "- {path: fi, lang: fi, snippets: [parts]}\n";

/// Makes and changes pages at random; a seed gives the same script everywhere.
class Editor {
 public:
  Editor(base::MemoryDisk& disk, unsigned seed) : disk_(disk), random_(seed) {
    (void)disk_.write("kbuild.yml", kPropertyConfig);
    (void)disk_.write("parts/note.md", "A shared *note*.\n");
    // A source directory must exist, whatever is deleted.
    (void)disk_.write("en/keep.md", "# Keep\n");
    (void)disk_.write("fi/keep.md", "# Pidä\n");
    for (int i = 0; i < 8; ++i) write_page(any_page());
  }

  /// One random change; returns what it was.
  std::string edit() {
    switch (pick(8)) {
      case 0: return write_page(any_page());
      case 1: {
        std::string path = any_page();
        (void)disk_.remove(path);
        return "delete " + path;
      }
      case 2: {
        std::string from = any_page(), to = any_page();
        if (disk_.status(from).kind != base::FileKind::file || from == to) return "nothing";
        (void)disk_.rename(from, to);
        return "move " + from + " to " + to;
      }
      case 3: {
        (void)disk_.write("parts/note.md", base::format("A shared note, {}.\n", pick(100)));
        return "change the include";
      }
      case 4: {
        std::string path = base::format("en/img/{}.png", pick(3));
        (void)disk_.write(path, base::format("{}", pick(100)));
        return "change asset " + path;
      }
      case 5: {
        std::string path = any_page();
        auto text = disk_.read(path, 1 << 20);
        if (text) (void)disk_.write(path, *text + base::format("\nMore prose {}.\n", pick(100)));
        return "prose in " + path;
      }
      case 6: {
        std::string path = any_page();
        auto text = disk_.read(path, 1 << 20);
        std::size_t title = text ? text->find("\n\n") : std::string::npos;
        if (title == std::string::npos) return "nothing";
        text->insert(title, base::format("\n\nWords {} above the links.", pick(100)));
        (void)disk_.write(path, *text);
        return "prose above the links of " + path;
      }
      default: {
        std::string path = any_page();
        auto text = disk_.read(path, 1 << 20);
        if (text) (void)disk_.write(path, *text);
        return "touch " + path;
      }
    }
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

  std::string any_page() {
    static const char* kNames[] = {"index", "a", "b", "apps/index", "apps/c", "apps/d"};
    return base::format("{}/{}.{}", pick(2) ? "en" : "fi", kNames[pick(6)], pick(5) ? "md" : "rst");
  }

  std::string write_page(const std::string& path) {
    std::string text =
        path.ends_with(".rst")
            ? base::format(
                  "Title {0}\n=======\n\nSee :doc:`a` and `x <b.md>`_.\n\nPart {1}\n------\n",
                  pick(9), pick(4))
            : base::format(
                  "# Title {}\n\n[a](a.md) [b](b.md#part-{}) [c](apps/c.md) ![i](img/{}.png)\n\n"
                  "## Part {}\n\n--8<-- \"note.md\"\n",
                  pick(9), pick(4), pick(4), pick(4));
    (void)disk_.write(path, text);
    return "write " + path;
  }

  base::MemoryDisk& disk_;
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("after any edits an incremental build equals a clean one, byte for byte") {
  for (unsigned seed = 1; seed <= 120; ++seed) {
    test::MemorySite site;
    Editor editor(site.disk, seed);
    site.build();
    std::string script;
    for (int step = 0; step < 4; ++step) {
      script += editor.edit() + "; ";
      site.build(1 + seed % 2);
      test::MemorySite clean;
      clean.take_sources(site);
      clean.build(2);
      INFO("seed " << seed << ": " << script);
      REQUIRE((site.output() == clean.output()));
      REQUIRE(site.findings == clean.findings);
    }
  }
}

TEST_CASE("one thread and two give the same bytes and the same findings") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    test::MemorySite one;
    Editor editor(one.disk, seed);
    test::MemorySite two;
    two.take_sources(one);
    build::BuildReport first = one.build(1), second = two.build(2);
    INFO("seed " << seed);
    CHECK((one.output() == two.output()));
    REQUIRE(first.diagnostics.size() == second.diagnostics.size());
    for (std::size_t i = 0; i < first.diagnostics.size(); ++i) {
      CHECK(first.diagnostics[i].code == second.diagnostics[i].code);
      CHECK(first.diagnostics[i].arguments == second.diagnostics[i].arguments);
    }
  }
}
