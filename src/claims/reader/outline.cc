// Flattens a document into passages in one walk; see outline.h.
#include "claims/reader/outline.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/overloaded.h"
#include "base/text.h"
#include "claims/reader/declared.h"
#include "claims/reader/html.h"
#include "doc/plain_text.h"
#include "vocabulary/dates.h"
#include "vocabulary/version.h"
#include "vocabulary/word_list.h"

namespace kbuild::claims::reader {

namespace {

using doc::Block;
using doc::Blocks;
using doc::Inlines;

/// A paragraph in bold acts as a heading below all others.
constexpr int kBoldHeadingLevel = 7;
/// Maximum length of an item or a bold line that says what stands below it, in bytes.
constexpr std::size_t kMaxLabelLength = 80;
/// Maximum length of the text of a label or an introduction that names are sought in.
constexpr std::size_t kMaxNamedLength = 600;

class Flattener {
 public:
  explicit Flattener(Outline& outline) : passages_(outline.passages) {}

  /// What blocks stand in.
  struct Place {
    /// The innermost tab, item, term or title; headings opened within it are below it.
    std::size_t label = kNone;
    std::size_t first_heading = 0;
    std::size_t introduction = kNone;
    std::uint32_t block = 0;
    int list_depth = 0;
    int depth = 0;
    std::shared_ptr<const Declaration> declared = {};
  };

  void visit(const Blocks& blocks, Place& place, std::size_t from = 0) {
    if (place.depth > base::kMaxTreeDepth) return;
    // What the divisions that are open among these blocks stand in.
    std::vector<std::shared_ptr<const Declaration>> outside;
    for (std::size_t i = from; i < blocks.size(); ++i) {
      if (auto table = table_of_tags(blocks, i)) {
        visit_owned(std::move(*table), place);
      } else if (auto attributes = opened_division(blocks[i])) {
        outside.push_back(place.declared);
        if (auto declared = declaration_of(*attributes, blocks[i].span)) place.declared = declared;
      } else if (!outside.empty() && closes_division(blocks[i])) {
        place.declared = outside.back();
        outside.pop_back();
      } else {
        visit(blocks[i], place);
      }
    }
    if (!outside.empty()) place.declared = outside.front();
  }

 private:
  struct OpenHeading {
    int level = 0;
    std::size_t passage = kNone;
  };

  /// Visits a block that isn't in the page's tree; its passage keeps it alive.
  void visit_owned(Block made, Place& place) {
    auto owned = std::make_shared<const Block>(std::move(made));
    std::size_t index = passages_.size();
    visit(*owned, place);
    if (index < passages_.size()) passages_[index].owned = owned;
  }

  void visit(const Block& block, Place& place) {
    if (block.span) span_ = block.span;
    if (auto declared = declaration_of(block.attributes, block.span)) {
      std::swap(place.declared, declared);
      visit_content(block, place);
      std::swap(place.declared, declared);
    } else {
      visit_content(block, place);
    }
  }

  void visit_content(const Block& block, Place& place) {
    auto flow = [&](const Blocks& blocks) {
      ++place.depth;
      visit(blocks, place);
      --place.depth;
    };
    std::visit(
        base::Overloaded{
            [&](const doc::Paragraph& paragraph) { add_paragraph(paragraph, place); },
            [&](const doc::Heading& heading) {
              add_heading(heading.children, heading.level, block.attributes.id(), place);
            },
            [&](const doc::List& list) { visit_list(list, place); },
            [&](const doc::DefinitionList& list) { visit_definitions(list, place); },
            [&](const doc::Table& table) {
              if (!table.caption.empty())
                place.introduction = add_text(PassageKind::paragraph, table.caption, place);
              add_block(PassageKind::table, block, place);
            },
            [&](const doc::CodeBlock& code) {
              if (is_directive_of_prose(code.language, block.attributes))
                return add_prose_of(code, place);
              Passage& passage = add_block(PassageKind::code, block, place);
              if (code.children.empty())
                passage.located.append(code.text, code.content ? code.content : block.span);
              else
                passage.located.append(code.children);
              for (const Blocks& annotation : code.annotations) flow(annotation);
            },
            [&](const doc::Quote& quote) { flow(quote.children); },
            [&](const doc::Admonition& box) { visit_titled(box.title, box.children, place); },
            [&](const doc::TabSet& tabs) { visit_tabs(tabs, place); },
            [&](const doc::Figure& figure) {
              flow(figure.caption);
              flow(figure.children);
              flow(figure.legend);
            },
            [&](const doc::FootnoteDefinition& note) { flow(note.children); },
            [&](const doc::LineBlock& lines) {
              for (const auto& line : lines.lines)
                add_text(PassageKind::paragraph, line.children, place);
            },
            [&](const doc::Container& box) {
              if (box.title && !box.title->empty())
                visit_titled(box.title, box.children, place);
              else
                flow(box.children);
            },
            [](const doc::ThematicBreak&) {},
            [](const doc::MathBlock&) {},
            [&](const doc::RawBlock& raw) {
              for (Block& each : blocks_of_html(raw, block.span))
                visit_owned(std::move(each), place);
            },
            [](const doc::TableOfContents&) {},
            [](const doc::PageList&) {},
            [](const doc::Comment&) {},
            [](const doc::Anchor&) {},
        },
        block.value);
  }

  Passage& add(PassageKind kind, const Place& place) {
    Passage& passage = passages_.emplace_back();
    passage.kind = kind;
    passage.located = LocatedText(span_);
    passage.depth = place.list_depth;
    passage.block = place.block;
    passage.declared = place.declared;
    passage.introduction = place.introduction;
    passage.parent =
        headings_.size() > place.first_heading ? headings_.back().passage : place.label;
    return passage;
  }

  std::size_t add_text(PassageKind kind, const Inlines& inlines, const Place& place) {
    add(kind, place).located.append(inlines);
    return passages_.size() - 1;
  }

  Passage& add_block(PassageKind kind, const Block& block, Place& place) {
    Passage& passage = add(kind, place);
    passage.node = &block;
    passage.block = ++blocks_;
    return passage;
  }

  static bool is_bold_line(const Inlines& inlines) {
    if (inlines.empty()) return false;
    const auto* bold = std::get_if<doc::Emphasis>(&inlines.front().value);
    if (!bold || bold->kind != doc::EmphasisKind::strong) return false;
    const auto* tail = std::get_if<doc::Text>(&inlines.back().value);
    bool alone =
        inlines.size() == 1 || (inlines.size() == 2 && tail && base::trim(tail->text) == ":");
    return alone && doc::plain_text(inlines).size() <= kMaxLabelLength;
  }

  void add_paragraph(const doc::Paragraph& paragraph, Place& place) {
    if (is_bold_line(paragraph.children) && place.list_depth == 0) {
      add_heading(paragraph.children, kBoldHeadingLevel, {}, place);
      place.introduction = passages_.size() - 1;
      return;
    }
    std::vector<Inlines> parts = stuck_items(paragraph.children);
    place.introduction =
        add_text(PassageKind::paragraph, parts.empty() ? paragraph.children : parts.front(), place);
    if (parts.empty()) return;
    Place below = inside_list(place);
    for (std::size_t i = 1; i < parts.size(); ++i) add_text(PassageKind::item, parts[i], below);
  }

  /// "```{note}": a directive of another Markdown dialect contains prose.
  static bool is_directive_of_prose(std::string_view language, const doc::Attributes& attributes) {
    constexpr std::string_view kNames[] = {"note", "important", "warning",    "tip",     "caution",
                                           "hint", "attention", "admonition", "seealso", "danger"};
    if (language.starts_with('{') && language.ends_with('}'))
      return vocabulary::is_one_of(kNames, language.substr(1, language.size() - 2));
    return language.empty() &&
           std::any_of(std::begin(kNames), std::end(kNames),
                       [&](std::string_view name) { return attributes.get(name) == name; });
  }

  /// The paragraphs of a text without markup.
  void add_prose_of(const doc::CodeBlock& code, const Place& place) {
    std::string_view text = code.text;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = std::min(text.find("\n\n", at), text.size());
      std::string paragraph(text.substr(at, end - at));
      std::replace(paragraph.begin(), paragraph.end(), '\n', ' ');
      source::Span span = code.content ? code.content : span_;
      if (code.content)
        span.begin = std::min(span.begin + static_cast<std::uint32_t>(at), span.end);
      add(PassageKind::paragraph, place).located.append(paragraph, span);
      at = end + 2;
    }
  }

  void add_heading(const Inlines& inlines, int level, std::string_view id, Place& place) {
    while (headings_.size() > place.first_heading && headings_.back().level >= level)
      headings_.pop_back();
    Passage& passage = add(PassageKind::heading, place);
    passage.located.append(inlines);
    passage.introduction = kNone;
    passage.anchor = id;
    std::size_t begin = 0, end = 0;
    if (vocabulary::has_digit(passage.text()))
      if (auto date = vocabulary::find_date(passage.text(), begin, end))
        passage.date = vocabulary::iso_form(*date);
    headings_.push_back({level, passages_.size() - 1});
    place.introduction = kNone;
  }

  /// Visits what stands below a label; headings that it opens end with it.
  void visit_below(std::size_t label, const Blocks& blocks, Place below, std::size_t from = 0) {
    below.label = label;
    below.first_heading = headings_.size();
    below.introduction = kNone;
    ++below.depth;
    visit(blocks, below, from);
    headings_.resize(std::min(headings_.size(), below.first_heading));
  }

  void visit_titled(const std::optional<Inlines>& title, const Blocks& blocks, Place& place) {
    if (!title || title->empty()) {
      ++place.depth;
      visit(blocks, place);
      --place.depth;
      return;
    }
    visit_below(add_text(PassageKind::title, *title, place), blocks, place);
  }

  void visit_tabs(const doc::TabSet& tabs, const Place& place) {
    for (const doc::Tab& tab : tabs.tabs) {
      if (tab.span) span_ = tab.span;
      visit_below(add_text(PassageKind::tab, tab.label, place), tab.children, place);
    }
  }

  Place inside_list(const Place& place) {
    Place below = place;
    if (below.block == 0) below.block = ++blocks_;
    ++below.list_depth;
    return below;
  }

  void visit_list(const doc::List& list, const Place& place) {
    Place inside = inside_list(place);
    for (const doc::ListItem& item : list.items) {
      if (item.span) span_ = item.span;
      const auto* first =
          item.children.empty() ? nullptr : std::get_if<doc::Paragraph>(&item.children[0].value);
      std::size_t label = add_text(PassageKind::item, first ? first->children : Inlines{}, inside);
      visit_below(label, item.children, inside, first ? 1 : 0);
    }
  }

  void visit_definitions(const doc::DefinitionList& list, const Place& place) {
    Place inside = inside_list(place);
    for (const doc::DefinitionItem& item : list.items) {
      if (item.span) span_ = item.span;
      std::size_t label = place.label;
      for (const Inlines& term : item.terms) label = add_text(PassageKind::term, term, inside);
      for (const Blocks& definition : item.definitions) visit_below(label, definition, inside);
    }
  }

  std::vector<Passage>& passages_;
  std::vector<OpenHeading> headings_;
  std::uint32_t blocks_ = 0;
  /// Span of the block being visited.
  source::Span span_;
};

}  // namespace

bool Passage::is_label() const {
  bool names = kind < PassageKind::item;
  return names || (kind == PassageKind::item && text().size() <= kMaxLabelLength);
}

const doc::Table* Passage::table() const {
  return node ? std::get_if<doc::Table>(&node->value) : nullptr;
}

const doc::CodeBlock* Passage::code() const {
  return node ? std::get_if<doc::CodeBlock>(&node->value) : nullptr;
}

std::string Outline::section(std::size_t passage) const {
  std::string out;
  for (std::size_t at = passages[passage].parent; at != kNone; at = passages[at].parent) {
    if (passages[at].kind != PassageKind::heading) continue;
    std::string heading = shortened(passages[at].text());
    out = out.empty() ? std::move(heading) : heading + " > " + out;
  }
  return out;
}

std::string Outline::anchor(std::size_t passage) const {
  for (std::size_t at = passage; at != kNone; at = passages[at].parent)
    if (!passages[at].anchor.empty()) return passages[at].anchor;
  return {};
}

std::string Outline::date(std::size_t passage) const {
  for (std::size_t at = passage; at != kNone; at = passages[at].parent)
    if (!passages[at].date.empty()) return passages[at].date;
  return {};
}

Outline outline_of(const page::Page& page) {
  Outline outline{page, {}};
  Flattener flattener(outline);
  Flattener::Place place;
  flattener.visit(page.content.document.blocks, place);
  return outline;
}

void name_labels(Outline& outline, const vocabulary::Vocabulary& vocabulary) {
  auto name = [&](Passage& passage) {
    std::string_view text = std::string_view(passage.text()).substr(0, kMaxNamedLength);
    bool label = passage.is_label() && passage.kind != PassageKind::heading;
    auto expectation = label ? vocabulary::Expectation::name : vocabulary::Expectation::prose;
    for (const vocabulary::Mention& mention : vocabulary.find(text, expectation)) {
      auto& names =
          mention.kind == vocabulary::NameKind::system ? passage.systems : passage.products;
      const std::string& found = vocabulary.name(mention.id);
      if (std::find(names.begin(), names.end(), found) == names.end()) names.push_back(found);
    }
  };
  std::size_t named = kNone;
  for (Passage& passage : outline.passages) {
    passage.systems.clear();
    passage.products.clear();
  }
  for (Passage& passage : outline.passages) {
    if (passage.is_label()) name(passage);
    // Many items have one introduction.
    if (passage.introduction == kNone || passage.introduction == named) continue;
    named = passage.introduction;
    if (!outline.passages[named].is_label()) name(outline.passages[named]);
  }
}

}  // namespace kbuild::claims::reader
