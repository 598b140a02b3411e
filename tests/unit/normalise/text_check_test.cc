// Text as text: mojibake with its repair, invisible characters, and no alarm on sound text.
#include "normalise/text_check.h"

#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/path.h"
#include "source/unicode.h"
#include "support/skip.h"

using namespace kbuild;

namespace {

std::vector<std::string> findings(std::string_view text) {
  source::SourceStore sources;
  std::vector<std::string> out;
  for (const auto& diagnostic :
       normalise::check_text(sources, sources.add("x.md", std::string(text))))
    out.push_back(diag::code_text(diagnostic.code) + " " + diagnostic.arguments.back());
  return out;
}

}  // namespace

TEST_CASE("text read in the wrong encoding is repaired") {
  using Found = std::vector<std::string>;
  CHECK(findings("le fran√ßais d'aujourd'hui") == Found{"KB0002 ç"});
  CHECK(findings("√âcole") == Found{"KB0002 É"});
  CHECK(findings("das KÃ¼rzel und Ã¶ffnen") == Found{"KB0002 ü", "KB0002 ö"});
  CHECK(findings("itâ€™s and â€œquotedâ€\u009d") ==
        Found{"KB0002 ’", "KB0002 “", "KB0002 ”", "KB0005 U+009D (control character)"});
  CHECK(findings("it‚Äôs") == Found{"KB0002 ’"});
}

TEST_CASE("sound text raises no alarm") {
  for (std::string_view text :
       {"Työn määrä: äänestää, yö, öinen, ÄÄNEKOSKI, pöytä",
        "d’être, l’école, «élan», « été », Noël, œuvre, Où ça?",
        "„Äußerst“ größer, ‚Ähnliches‘, Übung, STRAßE",
        "“smart” ‘quotes’ – dash — dash… €5 ™ © ® ±5 µs", "5 Å–10 Å, ≈±5 %, √∂, ≤≥, ∑∏",
        "IRMÃO SÃO “Å” „Ä“", "Škoda, Łódź, Příliš žluťoučký, Ñandú", "日本語のテキスト",
        "Ελληνικά και Кириллица", "emoji 👩‍💻 and 🏳️‍🌈"}) {
    CAPTURE(text);
    CHECK(findings(text).empty());
  }
}

TEST_CASE("invisible characters are named, at their place") {
  source::SourceStore sources;
  auto file = sources.add("x.md", "ab\ncd\u200bef \u202egh\u202c\n");
  auto found = normalise::check_text(sources, file);
  REQUIRE(found.size() == 3);
  CHECK(sources.begin(found[0].span) == source::Position{2, 3});
  CHECK(found[0].arguments[0] == "U+200B (zero width space)");
  CHECK(found[1].arguments[0] == "U+202E (direction override)");
}

TEST_CASE("real pages: the damaged seed is found, the guides raise no false alarm") {
  auto disk = base::make_real_disk();
  if (!test::have_shared("corpora") || !test::have_shared("seeds")) return;
  std::string shared = test::shared_path("");
  auto files = disk->list(shared + "corpora");
  REQUIRE(files);
  int alarms = 0;
  for (const std::string& path : *files) {
    auto text = disk->read(shared + "corpora/" + path);
    std::string_view suffix = base::extension(path);
    if (!text || (suffix != ".md" && suffix != ".rst")) continue;
    source::SourceStore sources;
    auto file = sources.add(path, source::decode_bytes(*text).text);
    for (const auto& diagnostic : normalise::check_text(sources, file)) {
      if (diag::code_text(diagnostic.code) != "KB0002") continue;
      ++alarms;
      MESSAGE(path << ":" << sources.begin(diagnostic.span).line << " "
                   << diag::message_of(diagnostic));
    }
  }
  CHECK(alarms <= 1);
  auto seeds = disk->list(shared + "seeds");
  REQUIRE(seeds);
  for (const std::string& path : *seeds) {
    auto text = disk->read(shared + "seeds/" + path);
    REQUIRE(text);
    auto found = findings(*text);
    if (!path.starts_with("001")) continue;
    CHECK(found.size() >= 1);
    CHECK(found[0].starts_with("KB0002 "));
  }
}
