// Fields that describe a page; see docinfo.h.
#include "read/rst/docinfo.h"

#include "base/text.h"
#include "doc/plain_text.h"

namespace kbuild::read::rst {

namespace {

void add_member(meta::Value& front, std::string key, std::string value, source::Span span) {
  if (front[key]) return;
  front.kind = meta::ValueKind::mapping;
  meta::Value name, text;
  name.kind = text.kind = meta::ValueKind::scalar;
  name.scalar = std::move(key);
  text.scalar = std::move(value);
  name.span = text.span = span;
  front.members.push_back({std::move(name), std::move(text)});
}

}  // namespace

void take_fields(ReadResult& result, doc::Blocks& blocks) {
  std::size_t at = 0;
  while (at < blocks.size() && (std::holds_alternative<doc::Comment>(blocks[at].value) ||
                                std::holds_alternative<doc::Anchor>(blocks[at].value)))
    ++at;
  if (at == blocks.size()) return;
  auto* fields = std::get_if<doc::DefinitionList>(&blocks[at].value);
  if (!fields || fields->kind != doc::DefinitionKind::field) return;
  for (const doc::DefinitionItem& item : fields->items) {
    std::string key = base::to_lower(base::collapse_spaces(doc::plain_text(item.terms.front())));
    std::string value = base::collapse_spaces(doc::plain_text(item.definitions.front()));
    add_member(result.front_matter, std::move(key), std::move(value), item.span);
  }
  blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace kbuild::read::rst
