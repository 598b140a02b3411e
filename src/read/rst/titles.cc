// Titles for cross references; see titles.h.
#include "read/rst/titles.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

namespace {

bool uses_numbers(const doc::Blocks& blocks) {
  bool found = false;
  doc::Visitor visitor;
  visitor.inline_node = [&](const doc::Inline& node) {
    const auto* link = std::get_if<doc::Link>(&node.value);
    found = found || (link && link->kind == doc::LinkKind::number);
    return doc::Descend::into;
  };
  doc::walk(blocks, visitor);
  return found;
}

doc::Inlines* caption_of(doc::Figure& figure) {
  if (figure.caption.empty()) return nullptr;
  auto* paragraph = std::get_if<doc::Paragraph>(&figure.caption.front().value);
  return paragraph ? &paragraph->children : nullptr;
}

}  // namespace

CaptionTitles::CaptionTitles(doc::Blocks& blocks, const Page& page)
    : page_(page), number_captions_(setting(page, "numfig") == "true" || uses_numbers(blocks)) {
  doc::rewrite_blocks(blocks, [&](doc::Blocks& list) { visit(list); });
}

std::string CaptionTitles::pattern(std::string_view kind, std::string_view english,
                                   std::string_view finnish) const {
  std::string_view configured = setting(page_, "numfig_format:" + std::string(kind));
  if (configured.find("%s") != configured.npos) return std::string(configured);
  return std::string(word(page_, english, finnish));
}

CaptionTitles::Entry CaptionTitles::describe(doc::Block& block) {
  Entry entry;
  doc::Inlines* caption = nullptr;
  if (auto* heading = std::get_if<doc::Heading>(&block.value)) {
    entry.title = heading->children;
  } else if (auto* figure = std::get_if<doc::Figure>(&block.value)) {
    caption = caption_of(*figure);
    if (caption) entry = {*caption, pattern("figure", "Fig. %s", "Kuva %s"), ++figures_};
  } else if (auto* table = std::get_if<doc::Table>(&block.value)) {
    caption = table->caption.empty() ? nullptr : &table->caption;
    if (caption) entry = {*caption, pattern("table", "Table %s", "Taulukko %s"), ++tables_};
  } else if (auto* code = std::get_if<doc::CodeBlock>(&block.value)) {
    if (!code->title.empty())
      entry = {plain_inlines(code->title), pattern("code-block", "Listing %s", "Listaus %s"),
               ++listings_};
  } else if (auto* admonition = std::get_if<doc::Admonition>(&block.value)) {
    if (admonition->title) entry.title = *admonition->title;
  } else if (auto* container = std::get_if<doc::Container>(&block.value)) {
    if (container->title) entry.title = *container->title;
  }
  if (number_captions_ && entry.number > 0)
    block.attributes.set(
        "data-number", base::replace_all(entry.number_pattern, "%s", std::to_string(entry.number)));
  if (caption && number_captions_) {
    doc::Inline number{
        doc::Group{plain_inlines(std::string(block.attributes.get("data-number")) + " ")}, {}, {}};
    number.attributes.add_class("caption-number");
    caption->insert(caption->begin(), std::move(number));
  }
  return entry;
}

void CaptionTitles::visit(doc::Blocks& blocks) {
  std::vector<std::string> labels;
  for (doc::Block& block : blocks) {
    if (std::holds_alternative<doc::Anchor>(block.value)) {
      labels.emplace_back(block.attributes.id());
      continue;
    }
    if (std::holds_alternative<doc::Comment>(block.value)) continue;
    if (const auto* set = std::get_if<doc::TabSet>(&block.value))
      for (const doc::Tab& tab : set->tabs)
        if (!tab.attributes.id().empty())
          entries_[std::string(tab.attributes.id())] = {tab.label, "", 0};
    Entry entry = describe(block);
    if (!block.attributes.id().empty()) labels.emplace_back(block.attributes.id());
    if (!entry.title.empty())
      for (const std::string& label : labels) entries_[label] = entry;
    labels.clear();
  }
}

const doc::Inlines* CaptionTitles::find(std::string_view id) const {
  auto found = entries_.find(id);
  return found == entries_.end() || found->second.title.empty() ? nullptr : &found->second.title;
}

std::string CaptionTitles::numbered(std::string_view id, std::string_view pattern) const {
  auto found = entries_.find(id);
  if (found == entries_.end() || found->second.number == 0) return "";
  const Entry& entry = found->second;
  std::string number = std::to_string(entry.number);
  std::string out = base::replace_all(
      pattern.empty() ? std::string_view(entry.number_pattern) : pattern, "%s", number);
  out = base::replace_all(out, "{number}", number);
  return base::replace_all(out, "{name}", doc::plain_text(entry.title));
}

}  // namespace kbuild::read::rst
