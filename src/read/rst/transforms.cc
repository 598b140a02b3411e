// Transforms of reStructuredText; see transforms.h. They do what docutils'
// transforms/references.py and parts.py do, in the same order: substitutions, footnotes, anonymous
// references, named references.
#include "read/rst/transforms.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "html/entities.h"
#include "read/rst/inline/inline.h"
#include "read/rst/target_notes.h"
#include "read/rst/titles.h"

namespace kbuild::read::rst {

using namespace diag::literals;
using doc::Block;
using doc::Blocks;
using doc::Inline;
using doc::Inlines;

namespace {

std::optional<std::size_t> mark_of(const doc::Attributes& attributes) {
  if (attributes.empty() || !attributes.has(kPendingKey)) return std::nullopt;
  return static_cast<std::size_t>(*base::parse_integer(attributes.get(kPendingKey)));
}

Inline as_written(const Pending& entry) {
  return {doc::Text{entry.raw}, entry.span, {}};
}

// ---- Substitutions

/// The character of an ISO name; HTML has the same names.
std::string character(std::string_view name) {
  auto found = html::read_reference(base::format("&{};", name), 0, html::ReferenceRule::strict);
  return found ? found->text : "";
}

class Substituter {
 public:
  explicit Substituter(Page& page) : page_(page) {}

  void run(Blocks& blocks) {
    doc::rewrite_inlines(blocks, [&](Inlines& list) { expand(list); });
  }

 private:
  void expand(Inlines& list);
  const Substitution* find(const Pending& entry);
  std::string_view key_of(std::string_view name) const;
  void replace(Inlines& out, const Substitution& definition, const Pending& entry);

  Page& page_;
  /// Definitions being expanded, outermost first, and those known to lead back to themselves.
  std::vector<std::string> open_;
  std::set<std::string, std::less<>> circular_;
  std::set<std::string, std::less<>> expanded_;
  std::size_t written_ = 0;
};

std::string_view Substituter::key_of(std::string_view name) const {
  if (page_.substitutions.contains(name)) return name;
  auto folded = page_.folded_substitutions.find(base::to_lower(name));
  return folded == page_.folded_substitutions.end() ? std::string_view()
                                                    : std::string_view(folded->second);
}

const Substitution* Substituter::find(const Pending& entry) {
  std::string key(key_of(entry.name));
  if (key.empty()) {
    auto defined = page_.options.definitions.find("substitution:" + entry.name);
    std::string value;
    if (defined != page_.options.definitions.end())
      value = defined->second;
    else if (page_.character_names)
      value = character(entry.name);
    if (value.empty()) {
      page_.report("KB0328"_code, entry.span, {entry.name});
      return nullptr;
    }
    key = entry.name;
    page_.substitutions[key].content = parse_inlines(page_, Chunk(value));
  }
  bool open = std::find(open_.begin(), open_.end(), key) != open_.end();
  if (open || circular_.contains(key)) {
    page_.report("KB0329"_code, entry.span, {entry.name});
    circular_.insert(open_.begin(), open_.end());
    return nullptr;
  }
  Substitution& definition = page_.substitutions[key];
  if (expanded_.contains(key)) return &definition;
  if (open_.size() > static_cast<std::size_t>(base::kMaxNesting)) return nullptr;
  open_.push_back(key);
  // The definition may be asked for again while it is expanded: work on a copy.
  Blocks copy;
  copy.push_back({doc::Paragraph{definition.content}, {}, {}});
  run(copy);
  page_.substitutions[key].content = std::move(std::get<doc::Paragraph>(copy[0].value).children);
  open_.pop_back();
  expanded_.insert(key);
  return &page_.substitutions[key];
}

void trim_left_text(Inline& node) {
  auto* text = std::get_if<doc::Text>(&node.value);
  if (text) text->text = base::trim_left(text->text);
}

void Substituter::replace(Inlines& out, const Substitution& definition, const Pending& entry) {
  if (definition.trim_left && !out.empty())
    if (auto* text = std::get_if<doc::Text>(&out.back().value))
      text->text = base::trim_right(text->text);
  // An image without a text of its own is described by the name of the substitution.
  std::string name(key_of(entry.name));
  for (Inline node : definition.content) {
    node.span = entry.span;
    Inline* shown = &node;
    if (auto* link = std::get_if<doc::Link>(&node.value); link && !link->children.empty())
      shown = &link->children.front();
    if (auto* image = std::get_if<doc::Image>(&shown->value); image && image->alt.empty())
      image->alt = name;
    out.push_back(std::move(node));
  }
}

void Substituter::expand(Inlines& list) {
  bool any = std::any_of(list.begin(), list.end(), [&](const Inline& node) {
    auto mark = mark_of(node.attributes);
    return mark && page_.pending[*mark].kind == PendingKind::substitution;
  });
  if (!any) return;
  Inlines out;
  bool trim_next = false;
  for (Inline& node : list) {
    auto mark = mark_of(node.attributes);
    if (!mark || page_.pending[*mark].kind != PendingKind::substitution) {
      if (trim_next) trim_left_text(node);
      trim_next = false;
      out.push_back(std::move(node));
      continue;
    }
    Pending entry = page_.pending[*mark];
    const Substitution* definition = find(entry);
    if (definition) written_ += definition->content.size();
    if (!definition || written_ > kMaxExpansions * 10) {
      if (definition)
        page_.report("KB0004"_code, entry.span, {"the text of substitutions", "kbuild expands"});
      out.push_back(as_written(entry));
      continue;
    }
    replace(out, *definition, entry);
    trim_next = definition->trim_right;
  }
  list = std::move(out);
}

// ---- Footnotes

constexpr std::string_view kSymbols[] = {"*", "†", "‡", "§", "¶", "#", "♠", "♥", "♦", "♣"};

std::string symbol_label(std::size_t index) {
  std::string out;
  for (std::size_t i = 0; i <= index / std::size(kSymbols) && i < 100; ++i)
    out += kSymbols[index % std::size(kSymbols)];
  return out;
}

/// The labels of a page's footnotes, and which references take which.
class Footnotes {
 public:
  explicit Footnotes(Page& page) : page_(page) { number(); }

  /// The first number that no footnote has.
  long long next_number() const { return free_number_; }
  /// The reference's node, completed; its source as text where no footnote answers.
  Inline resolve(Inline node, const Pending& entry);

 private:
  void number();
  /// The next unnamed footnote of a kind; nullptr where there are no more.
  const std::string* next(std::vector<std::string>& labels, std::size_t& at) {
    return at < labels.size() ? &labels[at++] : nullptr;
  }

  Page& page_;
  std::map<std::string, std::string, std::less<>> by_name_;
  std::vector<std::string> numbers_, symbols_;
  std::size_t next_number_ = 0, next_symbol_ = 0;
  long long free_number_ = 1;
};

void Footnotes::number() {
  std::set<std::string, std::less<>> referred;
  for (const Pending& entry : page_.pending)
    if (entry.kind == PendingKind::note) referred.insert(entry.name);
  std::set<std::string, std::less<>> used;
  long long number = 1;
  std::size_t symbol = 0;
  for (Note& note : page_.notes) {
    switch (note.kind) {
      case Note::Label::written: break;
      case Note::Label::number:
        while (referred.contains(std::to_string(number))) ++number;
        note.label = std::to_string(number++);
        break;
      case Note::Label::symbol: note.label = symbol_label(symbol++); break;
    }
    // Labels are keys for whoever shows the notes: a second one of the same text gets a mark.
    note.shown = note.label;
    for (int copy = 2; !used.insert(note.label).second; ++copy)
      note.label = base::format("{}-{}", note.shown, copy);
    if (!note.name.empty())
      by_name_.emplace(note.name, note.label);
    else if (note.kind == Note::Label::number)
      numbers_.push_back(note.label);
    else
      symbols_.push_back(note.label);
  }
  while (used.contains(std::to_string(number)) || referred.contains(std::to_string(number)))
    ++number;
  free_number_ = number;
}

Inline Footnotes::resolve(Inline node, const Pending& entry) {
  const std::string* label = nullptr;
  if (entry.kind == PendingKind::auto_number) {
    label = next(numbers_, next_number_);
  } else if (entry.kind == PendingKind::auto_symbol) {
    label = next(symbols_, next_symbol_);
  } else if (auto found = by_name_.find(entry.name);
             found != by_name_.end() &&
             page_.names.resolve(entry.name).fault != NameFault::ambiguous) {
    label = &found->second;
  }
  if (!label) {
    bool automatic =
        entry.kind == PendingKind::auto_number || entry.kind == PendingKind::auto_symbol;
    page_.report(automatic ? "KB0334"_code : "KB0337"_code, entry.span, {entry.raw});
    return as_written(entry);
  }
  std::get<doc::NoteReference>(node.value).label = *label;
  node.attributes.erase(kPendingKey);
  return node;
}

// ---- References

class Resolver {
 public:
  Resolver(Page& page, Blocks& blocks) : page_(page), titles_(blocks, page), footnotes_(page) {
    match_anonymous(blocks);
  }

  void resolve(Inlines& list);
  long long next_note_number() const { return footnotes_.next_number(); }

 private:
  void match_anonymous(const Blocks& blocks);
  Inline resolve(Inline node, std::size_t index);
  Inline follow(Inline node, const Pending& entry, const Resolution& where);
  Inline follow_label(Inline node, const Pending& entry);
  Inline follow_equation(Inline node, const Pending& entry);
  void follow_term(Inline& node) const;

  Page& page_;
  CaptionTitles titles_;
  Footnotes footnotes_;
  /// Targets of anonymous references by index of the pending entry.
  std::map<std::size_t, std::size_t> anonymous_;
};

void Resolver::match_anonymous(const Blocks& blocks) {
  std::vector<std::size_t> references;
  doc::Visitor visitor;
  visitor.inline_node = [&](const Inline& node) {
    auto mark = mark_of(node.attributes);
    if (mark && page_.pending[*mark].kind == PendingKind::anonymous) references.push_back(*mark);
    return doc::Descend::into;
  };
  doc::walk(blocks, visitor);
  const auto& targets = page_.names.anonymous();
  if (references.size() != targets.size()) {
    Span where = references.empty() ? page_.names.at(targets.front()).span
                                    : page_.pending[references.front()].span;
    page_.report("KB0325"_code, where,
                 {std::to_string(references.size()), std::to_string(targets.size())});
    return;
  }
  for (std::size_t i = 0; i < references.size(); ++i) anonymous_[references[i]] = targets[i];
}

Inline Resolver::follow(Inline node, const Pending& entry, const Resolution& where) {
  if (where.fault != NameFault::none) {
    diag::Code code = where.fault == NameFault::unknown     ? "KB0323"_code
                      : where.fault == NameFault::ambiguous ? "KB0324"_code
                                                            : "KB0327"_code;
    page_.report(code, entry.span, {entry.name});
    // A picture is more than the name of its target.
    auto& children = std::get<doc::Link>(node.value).children;
    if (children.size() == 1 && std::holds_alternative<doc::Image>(children[0].value))
      return children[0];
    return as_written(entry);
  }
  auto& link = std::get<doc::Link>(node.value);
  if (where.target->kind == TargetKind::internal) {
    link.target = "#" + where.target->value;
  } else if (where.target->value.starts_with("mailto:")) {
    link.kind = doc::LinkKind::email;
    link.target = where.target->value.substr(7);
  } else {
    link.target = where.target->value;
    if (page_.target_notes)
      node.attributes.set(kNotedKey, std::to_string(page_.names.index_of(*where.target)));
  }
  node.attributes.erase(kPendingKey);
  return node;
}

Inline Resolver::follow_label(Inline node, const Pending& entry) {
  node.attributes.erase(kPendingKey);
  Resolution where = page_.names.resolve(entry.name);
  auto& link = std::get<doc::Link>(node.value);
  // A label that is not of this page may be of another, whose own words for the number are shown.
  // The name of a link is no label (Sphinx's StandardDomain.process_doc).
  if (where.fault != NameFault::none || where.target->kind != TargetKind::internal) {
    if (link.kind == doc::LinkKind::number) link.children.clear();
    return node;
  }
  if (link.kind == doc::LinkKind::number) {
    std::string text = titles_.numbered(where.target->value, doc::plain_text(link.children));
    if (!text.empty()) link.children = plain_inlines(text);
  }
  if (link.children.empty()) {
    const Inlines* title = titles_.find(where.target->value);
    if (!title) page_.report("KB0336"_code, entry.span, {entry.name});
    link.children = plain_inlines(title ? doc::plain_text(*title) : entry.name);
  }
  link.kind = doc::LinkKind::target;
  link.target = "#" + where.target->value;
  return node;
}

Inline Resolver::follow_equation(Inline node, const Pending& entry) {
  node.attributes.erase(kPendingKey);
  auto found = page_.equations.find(entry.name);
  if (found == page_.equations.end()) return node;
  auto& link = std::get<doc::Link>(node.value);
  link.kind = doc::LinkKind::target;
  link.target = "#" + found->second.id;
  link.children = plain_inlines(base::format("({})", found->second.number));
  return node;
}

void Resolver::follow_term(Inline& node) const {
  auto* link = std::get_if<doc::Link>(&node.value);
  if (!link || link->kind != doc::LinkKind::term) return;
  auto found = page_.terms.find(base::to_lower(link->target));
  if (found == page_.terms.end()) return;
  link->kind = doc::LinkKind::target;
  link->target = "#" + found->second;
}

Inline Resolver::resolve(Inline node, std::size_t index) {
  const Pending& entry = page_.pending[index];
  switch (entry.kind) {
    case PendingKind::name: return follow(std::move(node), entry, page_.names.resolve(entry.name));
    case PendingKind::anonymous: {
      auto found = anonymous_.find(index);
      if (found == anonymous_.end()) return as_written(entry);
      return follow(std::move(node), entry, page_.names.resolve(found->second));
    }
    case PendingKind::substitution: return as_written(entry);
    case PendingKind::note:
    case PendingKind::auto_number:
    case PendingKind::auto_symbol:
    case PendingKind::citation: return footnotes_.resolve(std::move(node), entry);
    case PendingKind::label: return follow_label(std::move(node), entry);
    case PendingKind::equation: return follow_equation(std::move(node), entry);
  }
  return node;
}

void Resolver::resolve(Inlines& list) {
  for (Inline& node : list) {
    follow_term(node);
    if (auto mark = mark_of(node.attributes)) node = resolve(std::move(node), *mark);
  }
}

// ---- The page

void number_sections(const SectionNumbers& numbers, Blocks& blocks) {
  std::vector<long long> counts;
  for (Block& block : blocks) {
    auto* heading = std::get_if<doc::Heading>(&block.value);
    if (!heading) continue;
    auto level = static_cast<std::size_t>(heading->level);
    if (heading->level > numbers.depth) continue;
    while (counts.size() < level) counts.push_back(counts.empty() ? numbers.start - 1 : 0);
    counts.resize(level);
    ++counts.back();
    std::string text = numbers.prefix;
    for (std::size_t i = 0; i < counts.size(); ++i)
      text += (i > 0 ? "." : "") + std::to_string(counts[i]);
    Inline number{doc::Group{plain_inlines(text + numbers.suffix + " ")}, {}, {}};
    number.attributes.add_class("sectnum");
    heading->children.insert(heading->children.begin(), std::move(number));
  }
}

/// Whether a block shows its id on an element that holds all of it, so that a target may become it.
bool carries_id(const Block& block) {
  return block.attributes.id().empty() && !std::holds_alternative<doc::Heading>(block.value) &&
         !std::holds_alternative<doc::Comment>(block.value) &&
         !std::holds_alternative<doc::RawBlock>(block.value) &&
         !std::holds_alternative<doc::MathBlock>(block.value) &&
         !std::holds_alternative<doc::FootnoteDefinition>(block.value) &&
         !std::holds_alternative<doc::Anchor>(block.value);
}

/// A target is the block that follows it, if that has no id of its own.
void merge_anchors(Blocks& list) {
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (!std::holds_alternative<doc::Anchor>(list[i].value) || !carries_id(list[i + 1])) continue;
    list[i + 1].attributes.merge(list[i].attributes);
    list[i].attributes = {};
  }
  std::erase_if(list, [](const Block& block) {
    return std::holds_alternative<doc::Anchor>(block.value) && block.attributes.id().empty();
  });
}

/// Removes the marks of blocks, names footnotes by their labels, drops what is outside of the body.
void finish_blocks(Page& page, Blocks& blocks) {
  doc::rewrite_blocks(blocks, [&](Blocks& list) {
    for (Block& block : list) {
      auto mark = mark_of(block.attributes);
      if (!mark) continue;
      if (auto* definition = std::get_if<doc::FootnoteDefinition>(&block.value)) {
        definition->label = page.notes[*mark].label;
        block.attributes.set("data-label", page.notes[*mark].shown);
      }
      block.attributes.erase(kPendingKey);
    }
    merge_anchors(list);
    std::erase_if(list, [](const Block& block) {
      return block.attributes.has_class("decoration") &&
             std::holds_alternative<doc::Container>(block.value);
    });
  });
}

}  // namespace

void transform(Page& page, Blocks& blocks) {
  Substituter(page).run(blocks);
  Resolver resolver(page, blocks);
  doc::rewrite_inlines(blocks, [&](Inlines& list) { resolver.resolve(list); });
  finish_blocks(page, blocks);
  if (page.target_notes) write_target_notes(blocks, resolver.next_note_number());
  if (page.section_numbers) number_sections(*page.section_numbers, blocks);
}

}  // namespace kbuild::read::rst
