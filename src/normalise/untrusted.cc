// Cleans the attributes of all nodes; see untrusted.h.
#include "normalise/untrusted.h"

#include "doc/walk.h"
#include "html/sanitise.h"

namespace kbuild::normalise {

namespace {

void clean_attributes(doc::Attributes& attributes) {
  std::erase_if(attributes.items, [](auto& item) {
    html::HtmlAttribute attribute{item.first, item.second};
    bool kept = html::sanitise_attribute(attribute);
    item.second = std::move(attribute.value);
    return !kept;
  });
}

void clean_table(doc::Table& table) {
  for (doc::TableRow& row : table.rows) {
    clean_attributes(row.attributes);
    for (doc::TableCell& cell : row.cells) clean_attributes(cell.attributes);
  }
}

void clean_block(doc::Block& block) {
  clean_attributes(block.attributes);
  // Parts of blocks that have attributes of their own.
  if (auto* list = std::get_if<doc::List>(&block.value))
    for (doc::ListItem& item : list->items) clean_attributes(item.attributes);
  if (auto* list = std::get_if<doc::DefinitionList>(&block.value))
    for (doc::DefinitionItem& item : list->items) clean_attributes(item.attributes);
  if (auto* table = std::get_if<doc::Table>(&block.value)) clean_table(*table);
  if (auto* set = std::get_if<doc::TabSet>(&block.value))
    for (doc::Tab& tab : set->tabs) clean_attributes(tab.attributes);
}

}  // namespace

void clean_untrusted(doc::Document& document) {
  doc::MutableVisitor visitor;
  visitor.block = [](doc::Block& block) {
    clean_block(block);
    return doc::Descend::into;
  };
  visitor.inline_node = [](doc::Inline& node) {
    clean_attributes(node.attributes);
    return doc::Descend::into;
  };
  doc::walk(document.blocks, visitor);
}

}  // namespace kbuild::normalise
