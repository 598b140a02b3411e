// Flattens a document into passages in one walk; see passage.h.
#include "claims/extraction/passage.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/overloaded.h"
#include "base/text.h"
#include "claims/extraction/html.h"
#include "claims/extraction/stuck_items.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "vocabulary/cues.h"
#include "vocabulary/version.h"
#include "vocabulary/word_list.h"

namespace kbuild::claims {

namespace {

using doc::Block;
using doc::Blocks;
using doc::Inline;
using doc::Inlines;

/// A paragraph in bold acts as a heading below all others.
constexpr int kBoldHeadingLevel = 7;
/// Maximum length of a label, or of an item's first words, that names a system.
constexpr std::size_t kMaxLabelLength = 80;

/// The headings, items and introduction above a block.
struct Surroundings {
  Scope tab, container, item;
  std::optional<std::uint32_t> product;
  std::size_t tab_passage = kNoPassage;
  std::size_t introduction = kNoPassage;
  int list_depth = 0;
};

class Flattener {
 public:
  explicit Flattener(const vocabulary::Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  std::vector<Passage> take() { return std::move(passages_); }

  void visit(const Blocks& blocks, Surroundings over, int depth) {
    if (depth > base::kMaxTreeDepth) return;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (auto table = table_of_tags(blocks, i))
        visit_owned(std::move(*table), over, depth);
      else
        visit(blocks[i], over, depth);
    }
  }

 private:
  struct OpenHeading {
    int level = 0;
    Scope scope;
    std::optional<std::uint32_t> product;
    std::size_t passage = kNoPassage;
    std::string anchor;
  };

  /// Visits a block that isn't in the page's tree; its passage keeps it alive.
  void visit_owned(Block made, Surroundings& over, int depth) {
    auto owned = std::make_shared<const Block>(std::move(made));
    std::size_t index = passages_.size();
    visit(*owned, over, depth + 1);
    if (index < passages_.size()) passages_[index].owned = owned;
  }

  void visit(const Block& block, Surroundings& over, int depth) {
    if (block.span) span_ = block.span;
    auto children = [&](const Blocks& blocks, Surroundings below) {
      visit(blocks, std::move(below), depth + 1);
    };
    std::visit(base::Overloaded{
                   [&](const doc::Paragraph& paragraph) { add_paragraph(paragraph, over); },
                   [&](const doc::Heading& heading) {
                     add_heading(heading.children, heading.level, block.attributes.id(), over);
                     over.introduction = kNoPassage;
                   },
                   [&](const doc::List& list) { visit_list(list, over, depth); },
                   [&](const doc::DefinitionList& list) { visit_definitions(list, over, depth); },
                   [&](const doc::Table& table) {
                     if (!table.caption.empty()) over.introduction = add_prose(table.caption, over);
                     add_block(PassageKind::table, block, over);
                   },
                   [&](const doc::CodeBlock& code) {
                     if (is_directive_of_prose(code.language, block.attributes))
                       return add_text(code, over);
                     Passage& passage = add_block(PassageKind::code, block, over);
                     if (code.children.empty())
                       passage.located.append(code.text, code.content ? code.content : block.span);
                     else
                       passage.located.append(code.children);
                     for (const Blocks& annotation : code.annotations) children(annotation, over);
                   },
                   [&](const doc::Quote& quote) { children(quote.children, over); },
                   [&](const doc::Admonition& admonition) {
                     children(admonition.children, titled(admonition.title, over));
                   },
                   [&](const doc::TabSet& tabs) { visit_tabs(tabs, over, depth); },
                   [&](const doc::Figure& figure) {
                     children(figure.caption, over);
                     children(figure.children, over);
                     children(figure.legend, over);
                   },
                   [&](const doc::FootnoteDefinition& note) { children(note.children, over); },
                   [&](const doc::LineBlock& lines) {
                     for (const auto& line : lines.lines) add_prose(line.children, over);
                   },
                   [&](const doc::Container& container) {
                     children(container.children, titled(container.title, over));
                   },
                   [](const doc::ThematicBreak&) {},
                   [](const doc::MathBlock&) {},
                   [&](const doc::RawBlock& raw) {
                     for (Block& each : blocks_of_html(raw, block.span))
                       visit_owned(std::move(each), over, depth);
                   },
                   [](const doc::TableOfContents&) {},
                   [](const doc::PageList&) {},
                   [](const doc::Comment&) {},
                   [](const doc::Anchor&) {},
               },
               block.value);
  }

  Passage& add(PassageKind kind, const Surroundings& over) {
    Passage& passage = passages_.emplace_back();
    passage.kind = kind;
    passage.located = LocatedText(span_);
    passage.list_depth = over.list_depth;
    passage.tab = over.tab_passage;
    passage.introduction = over.introduction;
    passage.product = over.product;
    if (headings_.empty()) return passage;
    passage.heading = headings_.back().passage;
    passage.anchor = headings_.back().anchor;
    if (!passage.product) passage.product = headings_.back().product;
    return passage;
  }

  /// The scope of the nearest heading, container, tab or item.
  Scope structural_scope(const Surroundings& over) const {
    for (const Scope* scope : {&over.item, &over.tab, &over.container})
      if (!scope->systems.empty()) return *scope;
    for (auto heading = headings_.rbegin(); heading != headings_.rend(); ++heading)
      if (!heading->scope.systems.empty()) return heading->scope;
    return {};
  }

  /// For code and tables: the introduction may narrow the structural scope, and overrides headings
  /// if it begins with another place: "On Mahti, ...".
  Scope scope_with_introduction(const Surroundings& over) const {
    Scope scope = structural_scope(over);
    if (over.introduction == kNoPassage || scope.origin == Scope::Origin::item) return scope;
    Scope introduction{Scope::Origin::introduction,
                       introduced_systems(passages_[over.introduction])};
    if (introduction.systems.empty()) return scope;
    auto within = [&](std::uint32_t id) {
      return std::find(scope.systems.begin(), scope.systems.end(), id) != scope.systems.end();
    };
    bool narrows = std::all_of(introduction.systems.begin(), introduction.systems.end(), within);
    bool elsewhere =
        scope.origin == Scope::Origin::heading && begins_with_place(passages_[over.introduction]);
    return scope.systems.empty() || narrows || elsewhere ? introduction : scope;
  }

  /// Whether the last sentence begins with "On" and a system.
  static bool begins_with_place(const Passage& passage) {
    if (passage.sentences.empty()) return false;
    std::size_t begin = passage.sentences.back().begin;
    std::string_view text = std::string_view(passage.text()).substr(begin);
    for (std::string_view word : {"On ", "Sur "})
      if (text.starts_with(word))
        return std::any_of(passage.mentions.begin(), passage.mentions.end(),
                           [&](const vocabulary::Mention& mention) {
                             return mention.kind == vocabulary::NameKind::system &&
                                    mention.begin == begin + word.size();
                           });
    return false;
  }

  /// Systems of the last sentence, or of the one before if the last is a short "For example:" or is
  /// about what another system lacks.
  std::vector<std::uint32_t> introduced_systems(const Passage& passage) const {
    const std::vector<Sentence>& sentences = passage.sentences;
    for (std::size_t i = sentences.size(), steps = 0; i-- > 0 && steps < 2; ++steps) {
      auto systems = systems_in(passage.mentions, sentences[i].begin, sentences[i].end);
      if (!systems.empty() && states_absence(passage, sentences[i])) continue;
      if (!systems.empty() && !announces_removal(passage, sentences[i])) return systems;
      if (sentences[i].end - sentences[i].begin > kMaxLabelLength) break;
    }
    return {};
  }

  /// "Sampo has no GPUs.": what follows is about the place named before.
  static bool states_absence(const Passage& passage, Sentence sentence) {
    constexpr std::string_view kPhrases[] = {
        " has no ",         " have no ",   " does not have ", " do not have ",
        " n'a pas ",        " n’a pas ",   " n'ont pas ",     " ne dispose pas ",
        " ne propose que ", "ssa ei ole ", "lla ei ole "};
    std::string_view text = base::trim(
        std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin));
    return !text.ends_with(':') &&
           std::any_of(std::begin(kPhrases), std::end(kPhrases),
                       [&](std::string_view phrase) { return text.find(phrase) != text.npos; });
  }

  /// "Versions before 2.0 will be removed from Eagle.": not about what follows.
  static bool announces_removal(const Passage& passage, Sentence sentence) {
    std::string_view text = base::trim(
        std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin));
    if (text.ends_with(':')) return false;
    for (const vocabulary::CueMatch& match : vocabulary::find_cues(text))
      if (match.cue == vocabulary::Cue::removed || match.cue == vocabulary::Cue::deprecated ||
          match.cue == vocabulary::Cue::unavailable || match.cue == vocabulary::Cue::future)
        return true;
    return false;
  }

  void set_text(Passage& passage, const Inlines& inlines,
                vocabulary::Expectation expectation = vocabulary::Expectation::prose) const {
    passage.located.append(inlines);
    read_text(passage, expectation);
  }

  void read_text(Passage& passage, vocabulary::Expectation expectation) const {
    // Longer text isn't a paragraph.
    constexpr std::size_t kMaxPassageLength = 50'000;
    std::string_view text = std::string_view(passage.text()).substr(0, kMaxPassageLength);
    passage.sentences = sentences_of(text, passage.located.code());
    passage.names = vocabulary_.find(text, vocabulary::Expectation::name);
    // Where a long sentence is cut, a name of two words may be.
    std::erase_if(passage.names, [&](const vocabulary::Mention& mention) {
      auto sentence = std::upper_bound(
          passage.sentences.begin(), passage.sentences.end(), mention.begin,
          [](std::size_t begin, const Sentence& each) { return begin < each.end; });
      return sentence != passage.sentences.end() && mention.end > sentence->end;
    });
    for (const vocabulary::Mention& mention : passage.names)
      if (mention.sure || expectation == vocabulary::Expectation::name)
        passage.mentions.push_back(mention);
  }

  enum class Placement : std::uint8_t { flowing, item_begin };

  std::size_t add_prose(const Inlines& inlines, const Surroundings& over,
                        Placement placement = Placement::flowing) {
    bool item_begin = placement == Placement::item_begin;
    Scope scope = item_begin ? scope_with_introduction(over) : structural_scope(over);
    Passage& passage = add(PassageKind::prose, over);
    set_text(passage, inlines);
    passage.scope = std::move(scope);
    passage.item_begin = item_begin;
    return passages_.size() - 1;
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
  void add_text(const doc::CodeBlock& code, const Surroundings& over) {
    std::string_view text = code.text;
    std::uint32_t from = code.content ? code.content.begin : 0;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = std::min(text.find("\n\n", at), text.size());
      Passage& passage = add(PassageKind::prose, over);
      std::string paragraph(text.substr(at, end - at));
      std::replace(paragraph.begin(), paragraph.end(), '\n', ' ');
      source::Span place = span_;
      if (code.content) {
        place = code.content;
        place.begin = std::min<std::uint32_t>(from + static_cast<std::uint32_t>(at), place.end);
      }
      passage.located.append(paragraph, place);
      read_text(passage, vocabulary::Expectation::prose);
      passage.scope = structural_scope(over);
      at = end + 2;
    }
  }

  Passage& add_block(PassageKind kind, const Block& block, const Surroundings& over) {
    Scope scope = scope_with_introduction(over);
    Passage& passage = add(kind, over);
    passage.block = &block;
    passage.scope = std::move(scope);
    return passage;
  }

  static bool is_bold_line(const Inlines& inlines) {
    if (inlines.empty()) return false;
    const auto* bold = std::get_if<doc::Emphasis>(&inlines.front().value);
    if (!bold || bold->kind != doc::EmphasisKind::strong) return false;
    if (inlines.size() == 1) return true;
    const auto* tail = std::get_if<doc::Text>(&inlines.back().value);
    return inlines.size() == 2 && tail && base::trim(tail->text) == ":";
  }

  void add_paragraph(const doc::Paragraph& paragraph, Surroundings& over) {
    if (is_bold_line(paragraph.children) && over.list_depth == 0 &&
        doc::plain_text(paragraph.children).size() <= kMaxLabelLength) {
      add_heading(paragraph.children, kBoldHeadingLevel, {}, over);
      over.introduction = passages_.size() - 1;
      return;
    }
    if (std::vector<Inlines> parts = stuck_items(paragraph.children); !parts.empty())
      return add_stuck_items(parts, over);
    over.introduction = add_prose(paragraph.children, over);
  }

  void add_stuck_items(const std::vector<Inlines>& parts, Surroundings& over) {
    Surroundings below = over;
    ++below.list_depth;
    add_paragraph(doc::Paragraph{parts.front()}, over);
    below.introduction = over.introduction;
    for (std::size_t i = 1; i < parts.size(); ++i)
      add_prose(parts[i], below, Placement::item_begin);
  }

  void add_heading(const Inlines& inlines, int level, std::string_view id,
                   const Surroundings& over) {
    while (!headings_.empty() && headings_.back().level >= level) headings_.pop_back();
    std::string anchor(level == kBoldHeadingLevel && !headings_.empty() ? headings_.back().anchor
                                                                        : std::string(id));
    Passage& passage = add(PassageKind::heading, over);
    set_text(passage, inlines);
    passage.scope = structural_scope(over);
    passage.anchor = anchor;
    OpenHeading open{
        level,
        {Scope::Origin::heading, systems_in(passage.mentions, 0, passage.text().size())},
        only_product(passage.mentions),
        passages_.size() - 1,
        anchor};
    if (!open.product && !headings_.empty()) open.product = headings_.back().product;
    headings_.push_back(std::move(open));
  }

  /// A short text of only names ("LUMI", "On Puhti and Mahti") as a scope.
  Scope label_scope(const Inlines& inlines, Scope::Origin origin) const {
    std::string text = doc::plain_text(inlines);
    if (text.size() > kMaxLabelLength) return {};
    return {origin,
            systems_in(vocabulary_.find(text, vocabulary::Expectation::name), 0, text.size())};
  }

  std::optional<std::uint32_t> only_product(
      const std::vector<vocabulary::Mention>& mentions) const {
    std::optional<std::uint32_t> product;
    for (const vocabulary::Mention& mention : mentions)
      if (mention.kind == vocabulary::NameKind::product && !product) product = mention.id;
    return product;
  }

  Surroundings titled(const std::optional<Inlines>& title, Surroundings over) {
    if (!title || title->empty()) return over;
    add_prose(*title, over);
    if (Scope scope = label_scope(*title, Scope::Origin::container); !scope.systems.empty())
      over.container = scope;
    return over;
  }

  void visit_tabs(const doc::TabSet& tabs, const Surroundings& over, int depth) {
    for (const doc::Tab& tab : tabs.tabs) {
      Surroundings below = over;
      if (tab.span) span_ = tab.span;
      Passage& passage = add(PassageKind::tab, over);
      set_text(passage, tab.label, vocabulary::Expectation::name);
      passage.scope = structural_scope(over);
      if (auto product = only_product(passage.mentions)) below.product = product;
      below.tab_passage = passages_.size() - 1;
      Scope scope{Scope::Origin::tab, systems_in(passage.mentions, 0, passage.text().size())};
      if (!scope.systems.empty()) {
        below.tab = std::move(scope);
        below.item = {};
        below.introduction = kNoPassage;
      }
      visit(tab.children, below, depth + 1);
    }
  }

  void visit_list(const doc::List& list, const Surroundings& over, int depth) {
    for (const doc::ListItem& item : list.items) {
      Surroundings below = over;
      ++below.list_depth;
      if (item.span) span_ = item.span;
      for (std::size_t i = 0; i < item.children.size(); ++i) {
        const auto* paragraph = std::get_if<doc::Paragraph>(&item.children[i].value);
        if (i > 0 || !paragraph || depth > base::kMaxTreeDepth) {
          visit(item.children[i], below, depth + 1);
          continue;
        }
        std::size_t index = add_prose(paragraph->children, below, Placement::item_begin);
        if (item.children.size() == 1) continue;
        // The rest of the item depends on its first words.
        below.introduction = index;
        const Passage& first = passages_[index];
        std::vector<std::uint32_t> systems = systems_in(first.mentions, 0, first.text().size());
        if (first.text().size() <= kMaxLabelLength && !systems.empty())
          below.item = {Scope::Origin::item, systems};
        if (first.text().size() <= kMaxLabelLength)
          if (auto product = only_product(first.mentions)) below.product = product;
      }
    }
  }

  void visit_definitions(const doc::DefinitionList& list, const Surroundings& over, int depth) {
    for (const doc::DefinitionItem& item : list.items) {
      Surroundings below = over;
      ++below.list_depth;
      if (item.span) span_ = item.span;
      for (const Inlines& term : item.terms) {
        std::size_t index = add_prose(term, below, Placement::item_begin);
        below.introduction = index;
        if (Scope scope = label_scope(term, Scope::Origin::item); !scope.systems.empty())
          below.item = scope;
        if (auto product = only_product(passages_[index].mentions)) below.product = product;
      }
      for (const Blocks& definition : item.definitions) visit(definition, below, depth + 1);
    }
  }

  const vocabulary::Vocabulary& vocabulary_;
  std::vector<Passage> passages_;
  std::vector<OpenHeading> headings_;
  /// Span of the block being visited.
  source::Span span_;
};

}  // namespace

std::vector<Passage> passages_of(const doc::Document& document,
                                 const vocabulary::Vocabulary& vocabulary) {
  Flattener flattener(vocabulary);
  flattener.visit(document.blocks, {}, 0);
  std::vector<Passage> passages = flattener.take();
  // Views of the texts; the passages are not moved from here on.
  for (Passage& passage : passages) {
    passage.numbered = vocabulary::has_digit(passage.text());
    if (passage.kind == PassageKind::heading || passage.kind == PassageKind::prose)
      passage.words = words_with_roles(passage.text());
  }
  return passages;
}

}  // namespace kbuild::claims
