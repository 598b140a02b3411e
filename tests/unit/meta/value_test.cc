// YAML that is read without its parser, held against what the parser makes of it.
#include "meta/value.h"

#include <doctest/doctest.h>

#include "meta/plain_yaml.h"

using namespace kbuild;

namespace {

/// With the parser alone: behind a directive nothing is plain.
constexpr std::string_view kDirective = "%YAML 1.2\n---\n";

std::string shown(const meta::Value& value, std::size_t shift) {
  std::string out = std::to_string(static_cast<int>(value.kind)) + value.tag + "@" +
                    std::to_string(value.span.begin - shift) + "-" +
                    std::to_string(value.span.end - shift) + (value.quoted ? "q" : "") + "<" +
                    value.scalar + ">";
  for (const meta::Value& item : value.items) out += "\n- " + shown(item, shift);
  for (const auto& [key, member] : value.members)
    out += "\n" + shown(key, shift) + ": {" + shown(member, shift) + "}";
  return out;
}

meta::ParsedYaml parse(std::string text) {
  source::SourceStore sources;
  auto size = static_cast<std::uint32_t>(text.size());
  source::FileId file = sources.add("a.yaml", std::move(text));
  return meta::parse_yaml(sources, {file, 0, size});
}

bool is_plain(std::string_view text) {
  return meta::read_plain_yaml(text, {0, 0, static_cast<std::uint32_t>(text.size())}).has_value();
}

void check_equal(const std::string& text) {
  CAPTURE(text);
  meta::ParsedYaml plain = parse(text), full = parse(std::string(kDirective) + text);
  CHECK(plain.error.has_value() == full.error.has_value());
  if (plain.error || full.error) return;
  CHECK(shown(plain.value, 0) == shown(full.value, kDirective.size()));
}

}  // namespace

TEST_CASE("plain YAML reads as the parser reads it") {
  for (std::string_view text : {"a: b\n",
                                "a: b",
                                "a: b\r\n\r\nc: d\r\n",
                                "a: b\r\n\r\nc: d\r\n",
                                "a: b c  \nd:   e's\n",
                                "tags:\n  - One\n  - Two words\n",
                                "tags:\n- One\n- Two\nb: c\n",
                                "a:\n  b:\n    c: d\n  e: f\ng: h\n",
                                "- a\n- b: c\n  d: e\n- f:\n    - g\n    - h\n",
                                "nav:\n  - A title: a.md\n  - Part:\n    - x.md\n",
                                "# remark\na: 1\n\n  # another\nb: true\n",
                                "\"a\": \"b: c\"\n'd': 'e'\n",
                                "a: \"\"\n",
                                "a: x\na: y\n",
                                "  a: b\n  c: d\n",
                                "ä: 1\nb: Säkylä ja \u2026\nc: x\n",
                                "a: ä\nb: \"ö\"\n",
                                "a/b.md: http://x/y\n",
                                "a:\n- b: c\n- d\n",
                                "a: 10:30\n",
                                "a: x-y_z (w) [v] {u}, t & s * r\n"}) {
    CAPTURE(text);
    CHECK(is_plain(text));
    check_equal(std::string(text));
  }
}

TEST_CASE("YAML with more marks is left to the parser") {
  for (std::string_view text : {"a:\n",
                                "a: ~\n",
                                "a: null\n",
                                "a: [b, c]\n",
                                "a: {b: c}\n",
                                "a: b # remark\n",
                                "a: |\n  text\n\nb: c\n",
                                "a: b\n  c\n",
                                "a: &x b\nc: *x\n",
                                "a: !ENV [X, y]\nb: c\n",
                                "a: \"b\\n\"\n",
                                "a: 'it''s'\n",
                                "a: b: c\n",
                                "a:\tb\n",
                                "- - a\n",
                                "-\n  a: b\n",
                                "a: b\n---\nc: d\n",
                                "a: \"b\n  c\"\n",
                                "a : b\n",
                                "? a\n: b\n",
                                "just text\n",
                                "a\n b: c\n",
                                "<<: b\n",
                                "a: \"b\" c\n",
                                "a: 'b\n",
                                "a:\n    b: c\n  d: e\n",
                                "a:\n  - b\n  c: d\n",
                                "- a\nb: c\n",
                                "a: b\n- c\n",
                                "a: @b\n",
                                "  a: b\nc: d\n",
                                "a: >-\n  b\n# remark\nc: *d\n",
                                "a: [b,\nc]\n",
                                "a: \"b\nc: d\"\n"}) {
    CAPTURE(text);
    CHECK(!is_plain(text));
    check_equal(std::string(text));
  }
}
