// Footnotes of wiki pages; see cite.h.
#include "read/mediawiki/cite.h"

#include "base/text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

/// The footnote of a name, made where it is new; anonymous ones are always new.
std::size_t find_note(Footnotes& all, const std::string& group, const std::string& name) {
  std::pair key{group, name};
  if (auto found = all.named.find(key); !name.empty() && found != all.named.end())
    return found->second;
  all.notes.push_back({});
  all.notes.back().name = name;
  all.notes.back().group = group;
  if (!name.empty()) all.named[key] = all.notes.size() - 1;
  return all.notes.size() - 1;
}

/// Numbers count by group from the first mark in the text.
void use_note(Footnotes& all, Footnote& note, const std::string& group) {
  if (note.used) return;
  note.used = true;
  int number = ++all.counts[group];
  note.label = (group.empty() ? "" : group + ' ') + std::to_string(number);
}

}  // namespace

void append_reference(WikiText& out, const ExtensionTag& tag, Expander& expander, Frame& frame) {
  Context& context = expander.context();
  Footnotes& all = context.footnotes;
  std::string group(tag.attribute("group")), name(base::collapse_spaces(tag.attribute("name")));
  std::string follow(base::collapse_spaces(tag.attribute("follow")));
  bool defining = all.defining_group != "\n";
  if (defining && group.empty()) group = all.defining_group;
  WikiText content = expander.parse(tag.content, frame).trimmed();
  if (!follow.empty()) {
    WikiText& more = all.notes[find_note(all, group, follow)].continuation;
    more.append(" ");
    more.append(content);
    return;
  }
  if (name.empty() && content.empty()) {
    context.report("KB0407"_code, tag.range, {});
    return;
  }
  std::size_t index = find_note(all, group, name);
  Footnote& note = all.notes[index];
  if (!content.empty() && !note.content.empty() && content.view() != note.content.view())
    context.report("KB0409"_code, tag.range, {name});
  if (!content.empty() && note.content.empty()) {
    note.content = std::move(content);
    note.range = tag.range;
  }
  if (!note.range) note.range = tag.range;
  if (defining) return;
  use_note(all, note, group);
  WikiText made;
  context.put(
      made,
      doc::Inline{
          doc::NoteReference{doc::NoteKind::footnote, note.label}, context.span(tag.range), {}},
      tag.range);
  context.strip(out, StripKind::nowiki, std::move(made));
}

void append_references(WikiText& out, const ExtensionTag& tag, Expander& expander, Frame& frame) {
  Context& context = expander.context();
  if (!tag.content.empty()) {
    std::string outer = context.footnotes.defining_group;
    context.footnotes.defining_group = tag.attribute("group");
    expander.parse(tag.content, frame);
    context.footnotes.defining_group = outer;
  }
  context.footnotes.listed.emplace_back(tag.attribute("group"));
  // The list itself is put at the end of the page; here a block ends the paragraph before.
  WikiText made;
  context.put(made, doc::Block{doc::Comment{"references"}, {}, {}}, tag.range);
  context.put_marks(out, std::move(made));
}

}  // namespace kbuild::read::mediawiki
