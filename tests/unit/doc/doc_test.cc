// Attributes, walks, plain text, ids and dumps of trees.
#include <doctest/doctest.h>

#include "doc/anchors.h"
#include "doc/dump.h"
#include "doc/plain_text.h"
#include "doc/walk.h"

using namespace kbuild::doc;

namespace {

Inlines words(std::string text) {
  return {Inline{Text{std::move(text)}}};
}
Block heading(int level, std::string text) {
  return {Heading{level, words(std::move(text))}};
}

}  // namespace

TEST_CASE("classes are a set, other attributes are replaced") {
  Attributes attributes;
  attributes.add_class("a b");
  attributes.add_class("b c");
  CHECK(attributes.get("class") == "a b c");
  Attributes other;
  other.set("id", "x");
  other.add_class("d");
  attributes.merge(other);
  CHECK(attributes.id() == "x");
  CHECK(attributes.has_class("d"));
  attributes.erase("id");
  CHECK(attributes.id().empty());
}

TEST_CASE("slugs follow each program's rule") {
  CHECK(make_slug("Ääni & GPU-osiot (v2.7)", SlugStyle::python_markdown) == "aani-gpu-osiot-v27");
  CHECK(make_slug("Ääni & kuva", SlugStyle::unicode) == "ääni-kuva");
  CHECK(make_slug("2. Käyttö: näin!", SlugStyle::docutils) == "kaytto-nain");
  CHECK(make_slug("Running jobs  now", SlugStyle::mediawiki) == "Running_jobs_now");
  CHECK(make_slug("What's new?", SlugStyle::github) == "whats-new");
}

TEST_CASE("headings get unique ids, beside those that stand") {
  Document document;
  document.blocks = {heading(1, "Usage"), heading(2, "Usage"), heading(2, "!?"),
                     heading(2, "Usage")};
  document.blocks[3].attributes.set("id", "usage_1");
  assign_heading_ids(document, SlugStyle::python_markdown);
  CHECK(document.blocks[0].attributes.id() == "usage");
  CHECK(document.blocks[1].attributes.id() == "usage_2");
  CHECK(document.blocks[2].attributes.id() == "_1");
  CHECK(document.blocks[3].attributes.id() == "usage_1");
}

TEST_CASE("walks meet nodes in document order and can change them") {
  Document document;
  List list;
  list.items.push_back({{Block{Paragraph{words("one")}}}, {}, {}, {}});
  list.items.push_back({{Block{Paragraph{words("two")}}}, {}, {}, {}});
  document.blocks = {heading(1, "Title"), Block{std::move(list)}};
  std::string seen;
  Visitor visitor;
  visitor.inline_node = [&](const Inline& node) {
    if (const auto* text = std::get_if<Text>(&node.value)) seen += text->text + " ";
    return Descend::into;
  };
  walk(document.blocks, visitor);
  CHECK(seen == "Title one two ");
  rewrite_inlines(document.blocks, [](Inlines& inlines) { inlines.push_back(Inline{Text{"!"}}); });
  CHECK(plain_text(document.blocks) == "Title!\none!\ntwo!\n");
}

TEST_CASE("a dump shows structure and attributes, not places") {
  Document document;
  document.blocks = {Block{Paragraph{{Inline{Emphasis{EmphasisKind::strong, words("a \"b\"")}}}}}};
  document.blocks[0].attributes.set("id", "p");
  CHECK(dump(document) == "paragraph strong(\"a \\\"b\\\"\") {id=\"p\"}\n");
}
