// What authors declare of a table, list or code block: "{.versions system=LUMI}" on a line of its
// own above or right below it, or behind the fence of a code block. The attributes go to the block,
// in HTML's spelling (data-system); what they mean is read in claims.
#include "base/text.h"
#include "read/mkdocs/text/attributes.h"
#include "read/mkdocs/tree.h"

namespace kbuild::read::mkdocs {

using namespace diag::literals;

namespace {

constexpr std::string_view kClass = "versions";

bool can_declare(const doc::Block& block) {
  return std::holds_alternative<doc::Table>(block.value) ||
         std::holds_alternative<doc::List>(block.value) ||
         std::holds_alternative<doc::DefinitionList>(block.value) ||
         std::holds_alternative<doc::CodeBlock>(block.value) ||
         std::holds_alternative<doc::Container>(block.value);
}

/// A paragraph that is nothing but the attributes; see TreeBuilder::add.
bool is_declaration(const doc::Block& block) {
  const auto* paragraph = std::get_if<doc::Paragraph>(&block.value);
  return paragraph && paragraph->children.empty() && block.attributes.has_class(kClass);
}

/// Right below a list, Python-Markdown gives the attributes to what the last item ends with.
void take_from_last_item(doc::Block& block) {
  auto* list = std::get_if<doc::List>(&block.value);
  if (!list || list->items.empty()) return;
  doc::ListItem& last = list->items.back();
  auto take = [&](doc::Attributes& from) {
    if (!from.has_class(kClass)) return;
    block.attributes.merge(from);
    from = {};
  };
  take(last.attributes);
  if (!last.children.empty() && std::holds_alternative<doc::Paragraph>(last.children.back().value))
    take(last.children.back().attributes);
}

/// "system" is no attribute of HTML, "data-system" is.
void spell_as_html(doc::Attributes& attributes) {
  if (!attributes.has_class(kClass)) return;
  for (auto& [key, value] : attributes.items)
    if (key != "class" && key != "id" && !key.starts_with("data-")) key = "data-" + key;
}

}  // namespace

std::optional<doc::Attributes> version_statement(const Lines& text) {
  if (text.size() != 1 || !base::trim_left(text[0]).starts_with('{')) return std::nullopt;
  std::optional<TrailingList> list = find_trailing_list(base::trim(text[0]));
  if (!list || list->begin != 0 || !list->attributes.has_class(kClass)) return std::nullopt;
  return std::move(list->attributes);
}

void attach_versions(Page& page, doc::Blocks& blocks) {
  for (doc::Block& block : blocks) take_from_last_item(block);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!is_declaration(blocks[i])) continue;
    if (i + 1 < blocks.size() && can_declare(blocks[i + 1]))
      blocks[i + 1].attributes.merge(blocks[i].attributes);
    else if (i > 0 && can_declare(blocks[i - 1]))
      blocks[i - 1].attributes.merge(blocks[i].attributes);
    else
      page.report("KB0640"_code, blocks[i].span);
  }
  std::erase_if(blocks, is_declaration);
  for (doc::Block& block : blocks) spell_as_html(block.attributes);
}

}  // namespace kbuild::read::mkdocs
