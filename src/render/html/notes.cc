// What is known only after a look at the whole page: footnotes, citations and the list of headings.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "render/html/markup.h"
#include "render/html/writer.h"

namespace kbuild::render {

namespace {

// "fnref:x" for the first reference to a note, "fnref2:x" for the second, as Python-Markdown writes
// them.
std::string reference_id(std::string_view label, int ordinal) {
  return ordinal <= 1 ? base::format("fnref:{}", label)
                      : base::format("fnref{}:{}", ordinal, label);
}

}  // namespace

void HtmlWriter::collect(const doc::Document& document) {
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (const auto* definition = std::get_if<doc::FootnoteDefinition>(&block.value)) {
      auto& notes = definition->kind == doc::NoteKind::footnote ? footnotes_ : citations_;
      Note& note = notes[definition->label];
      if (note.definition) return doc::Descend::into;
      note.definition = definition;
      note.shown = block.attributes.get("data-label");
      note.id = block.attributes.id();
      note.number = definition->number;
      auto& order =
          definition->kind == doc::NoteKind::footnote ? definition_order_ : citation_order_;
      order.push_back(definition->label);
    } else if (const auto* heading = std::get_if<doc::Heading>(&block.value)) {
      headings_.push_back({&block, heading->level});
    }
    return doc::Descend::into;
  };
  visitor.inline_node = [&](const doc::Inline& node) {
    if (const auto* reference = std::get_if<doc::NoteReference>(&node.value))
      if (reference->kind == doc::NoteKind::footnote) ++footnotes_[reference->label].references;
    return doc::Descend::into;
  };
  doc::walk(document.blocks, visitor);
}

void HtmlWriter::note_reference(const doc::NoteReference& node) {
  if (node.kind == doc::NoteKind::citation) {
    out_ += "<a class=\"citation-reference\" href=\"#cite:";
    append_url(out_, node.label);
    out_ += "\">[";
    text(node.label);
    out_ += "]</a>";
    return;
  }
  auto found = footnotes_.find(node.label);
  if (found == footnotes_.end() || !found->second.definition) {
    out_ += "<sup class=\"footnote-ref\">";
    text(node.label);
    out_ += "</sup>";
    return;
  }
  Note& note = found->second;
  if (note.number == 0 && note.shown.empty()) {
    note_order_.push_back(node.label);
    note.number = static_cast<int>(note_order_.size());
  }
  out_ += "<sup";
  append_attribute(out_, "id", reference_id(node.label, ++note.references_written));
  out_ += "><a class=\"footnote-ref\" href=\"#fn:";
  append_url(out_, node.label);
  out_ += "\">";
  text(note.shown.empty() ? std::to_string(note.number) : base::format("[{}]", note.shown));
  out_ += "</a></sup>";
}

void HtmlWriter::notes() {
  if (!citation_order_.empty()) {
    fresh_line();
    out_ += "<div class=\"citation-list\">\n";
    for (const std::string& label : citation_order_) citation(citations_[label]);
    out_ += "</div>\n";
  }
  if (definition_order_.empty()) return;
  fresh_line();
  out_ += "<div class=\"footnote\">\n<hr />\n<ol>\n";
  // Notes with labels or numbers of their own are in the order in which they are written.
  const Note& first = footnotes_[definition_order_.front()];
  if (!first.shown.empty() || first.definition->number != 0) note_order_ = definition_order_;
  // A note may refer to further notes, which are then numbered and written in their turn; notes
  // that nothing refers to come last.
  std::size_t unreferenced = 0;
  for (std::size_t i = 0; i < definition_order_.size(); ++i) {
    if (i == note_order_.size()) {
      while (footnotes_[definition_order_[unreferenced]].number != 0) ++unreferenced;
      note_order_.push_back(definition_order_[unreferenced]);
      footnotes_[note_order_[i]].number = static_cast<int>(i + 1);
    }
    footnote(footnotes_[note_order_[i]]);
  }
  out_ += "</ol>\n</div>\n";
}

// The links back are put into the last paragraph if there is one.
void HtmlWriter::footnote(const Note& note) {
  const doc::FootnoteDefinition& definition = *note.definition;
  out_ += "<li";
  append_attribute(out_, "id", "fn:" + definition.label);
  if (!note.shown.empty()) {
    out_ += " style=\"list-style: none\"><span class=\"label\"";
    if (!note.id.empty()) append_attribute(out_, "id", note.id);
    out_ += ">[";
    text(note.shown);
    out_ += "]</span";
  }
  out_ += ">\n";
  blocks(definition.children);
  constexpr std::string_view kParagraphEnd = "</p>\n";
  bool inside = !definition.children.empty() && out_.ends_with(kParagraphEnd) &&
                std::holds_alternative<doc::Paragraph>(definition.children.back().value);
  if (inside)
    out_.resize(out_.size() - kParagraphEnd.size());
  else
    out_ += "<p>";
  for (int i = 1; i <= std::max(note.references, 1); ++i) {
    if (inside || i > 1) out_ += "&#160;";
    out_ += "<a class=\"footnote-backref\"";
    append_attribute(out_, "href", "#" + reference_id(definition.label, i));
    append_attribute(
        out_, "title",
        word("footnote.back", "Back to the text") +
            base::format(" ({})", note.shown.empty() ? std::to_string(note.number) : note.shown));
    out_ += ">&#8617;</a>";
  }
  out_ += kParagraphEnd;
  out_ += "</li>\n";
}

void HtmlWriter::citation(const Note& note) {
  out_ += "<div class=\"citation\" role=\"doc-biblioentry\"";
  append_attribute(out_, "id", "cite:" + note.definition->label);
  out_ += ">\n<span class=\"label\"";
  if (!note.id.empty()) append_attribute(out_, "id", note.id);
  out_ += ">[";
  text(note.shown.empty() ? note.definition->label : note.shown);
  out_ += "]</span>\n";
  blocks(note.definition->children);
  out_ += "</div>\n";
}

void HtmlWriter::table_of_contents(const doc::TableOfContents& node, const Attributes& attributes) {
  std::size_t begin = 0;
  int above = 0;
  if (node.local && headings_written_ > 0) {
    begin = headings_written_;
    above = headings_[begin - 1].level;
  }
  std::vector<const HeadingEntry*> shown;
  int lowest = 7;
  for (std::size_t i = begin; i < headings_.size() && headings_[i].level > above; ++i) {
    const Attributes& marks = headings_[i].block->attributes;
    if (marks.id().empty() || marks.has_class("no-toc")) continue;
    shown.push_back(&headings_[i]);
    lowest = std::min(lowest, headings_[i].level);
  }

  // Contents of nothing would be a box with a title.
  if (shown.empty()) return;
  fresh_line();
  open("div", "toc", attributes);
  out_ += '\n';
  if (!node.title.empty()) {
    out_ += "<p class=\"topic-title\">";
    inlines(node.title);
    out_ += "</p>\n";
  }
  // A heading that skips levels hangs one step below the one above it.
  std::vector<int> open_levels;
  for (const HeadingEntry* entry : shown) {
    if (entry->level >= lowest + node.depth) continue;
    while (!open_levels.empty() && open_levels.back() > entry->level) {
      if (open_levels.size() == 1) break;
      out_ += "</li>\n</ul>\n";
      open_levels.pop_back();
    }
    if (open_levels.empty() || open_levels.back() < entry->level) {
      fresh_line();
      out_ += "<ul>\n";
      open_levels.push_back(entry->level);
    } else {
      out_ += "</li>\n";
    }
    open_levels.back() = entry->level;
    out_ += "<li><a href=\"#";
    append_url(out_, entry->block->attributes.id());
    out_ += "\">";
    text(doc::plain_text(std::get<doc::Heading>(entry->block->value).children));
    out_ += "</a>";
  }
  for (; !open_levels.empty(); open_levels.pop_back()) out_ += "</li>\n</ul>\n";
  out_ += "</div>\n";
}

}  // namespace kbuild::render
