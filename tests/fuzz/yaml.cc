// YAML: front matter, configurations, profiles and lists are all read by one parser. Values have
// places in the text.
#include <string>

#include "meta/value.h"
#include "target.h"

namespace kbuild::fuzz {

namespace {

void visit(const source::SourceStore& sources, const meta::Value& value, std::size_t size) {
  require(value.span.begin <= value.span.end && value.span.end <= size);
  (void)sources.begin(value.span);
  (void)value.text();
  (void)value.boolean();
  (void)value.integer();
  (void)value.texts();
  for (const meta::Value& item : value.items) visit(sources, item, size);
  for (const meta::Member& member : value.members) {
    visit(sources, member.key, size);
    visit(sources, member.value, size);
  }
}

}  // namespace

void try_input(std::string_view bytes) {
  source::SourceStore sources;
  auto size = static_cast<std::uint32_t>(bytes.size());
  source::FileId file = sources.add("input.yaml", std::string(bytes));
  // As a whole file, and as the front matter of a page that begins earlier.
  for (source::Span range : {source::Span{file, 0, size}, source::Span{file, size / 2, size}}) {
    meta::ParsedYaml parsed = meta::parse_yaml(sources, range);
    require(!parsed.error || parsed.error_span.end <= size);
    visit(sources, parsed.value, size);
  }
}

}  // namespace kbuild::fuzz
