// Footnotes for addresses; see target_notes.h. docutils' TargetNotes is the model; it orders the
// notes by their targets, which are in the order of their indexes.
#include "read/rst/target_notes.h"

#include <map>

#include "base/text.h"
#include "doc/walk.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

namespace {

/// Addresses by the index of their first target.
using Addresses = std::map<long long, std::string>;

Addresses collect(const doc::Blocks& blocks) {
  std::map<std::string, long long> first;
  doc::Visitor visitor;
  visitor.inline_node = [&](const doc::Inline& node) {
    const auto* link = std::get_if<doc::Link>(&node.value);
    if (!link || !node.attributes.has(kNotedKey)) return doc::Descend::into;
    long long index = base::parse_integer(node.attributes.get(kNotedKey)).value_or(0);
    auto [found, fresh] = first.try_emplace(link->target, index);
    if (!fresh) found->second = std::min(found->second, index);
    return doc::Descend::into;
  };
  doc::walk(blocks, visitor);
  Addresses out;
  for (const auto& [address, index] : first) out[index] = address;
  return out;
}

doc::Block make_note(const std::string& address, const std::string& label) {
  doc::Link link{doc::LinkKind::target, address, "", plain_inlines(address)};
  doc::Paragraph paragraph;
  paragraph.children.push_back({std::move(link), {}, {}});
  doc::FootnoteDefinition definition{doc::NoteKind::footnote, label};
  definition.children.push_back({std::move(paragraph), {}, {}});
  doc::Block block{std::move(definition), {}, {}};
  block.attributes.set("data-label", label);
  return block;
}

}  // namespace

void write_target_notes(doc::Blocks& blocks, long long number) {
  std::map<std::string, std::string> labels;
  doc::Blocks notes;
  for (const auto& [index, address] : collect(blocks)) {
    labels[address] = std::to_string(number++);
    notes.push_back(make_note(address, labels[address]));
  }
  doc::rewrite_inlines(blocks, [&](doc::Inlines& list) {
    doc::Inlines out;
    for (doc::Inline& node : list) {
      const auto* link = std::get_if<doc::Link>(&node.value);
      bool noted = link && node.attributes.has(kNotedKey);
      std::string label = noted ? labels[link->target] : "";
      node.attributes.erase(kNotedKey);
      out.push_back(std::move(node));
      if (!noted) continue;
      out.push_back({doc::Text{" "}, {}, {}});
      out.push_back({doc::NoteReference{doc::NoteKind::footnote, label}, {}, {}});
    }
    list = std::move(out);
  });
  bool placed = false;
  doc::rewrite_blocks(blocks, [&](doc::Blocks& list) {
    for (std::size_t i = 0; i < list.size() && !placed; ++i) {
      if (!list[i].attributes.has_class("target-notes")) continue;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), notes.begin(), notes.end());
      placed = true;
    }
  });
}

}  // namespace kbuild::read::rst
