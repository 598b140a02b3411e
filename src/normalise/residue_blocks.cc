// Restores blocks from wiki residue: code, notes, numbered lists and signatures; see residue.h.
#include <algorithm>

#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "normalise/residue.h"
#include "normalise/residue_tags.h"

namespace kbuild::normalise {

namespace {

using namespace diag::literals;
using doc::Block;
using doc::Blocks;
using doc::Inline;
using doc::Inlines;

// ---- Code over several blocks

struct CodeTag {
  std::string_view opener;
  std::string_view closer;
};
constexpr CodeTag kCodeTags[] = {{"\\<verbatim>", "\\</verbatim>"}, {"\\<pre>", "\\</pre>"}};

/// The text without Markdown's escapes.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool escape = text[i] == '\\' && i + 1 < text.size() && base::is_punctuation(text[i + 1]);
    if (escape) ++i;
    out += text[i];
  }
  return out;
}

/// Joins the blocks from an unclosed opening tag to the block with its end.
void join_code(const source::SourceStore& sources, Blocks& blocks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!std::holds_alternative<doc::Paragraph>(blocks[i].value)) continue;
    source::Span span = blocks[i].span;
    std::string_view text = sources.text(span);
    for (const CodeTag& tag : kCodeTags) {
      std::size_t open = text.rfind(tag.opener);
      if (open == text.npos || text.find(tag.closer, open) != text.npos) continue;
      // Only the next few blocks are searched.
      constexpr std::size_t kMaxBlocks = 20;
      std::size_t last = i + 1, stop = std::min(blocks.size(), i + kMaxBlocks);
      while (last < stop && sources.text(blocks[last].span).find(tag.closer) == text.npos) ++last;
      if (last == stop || blocks[last].span.file != span.file) continue;
      std::uint32_t begin = span.begin + static_cast<std::uint32_t>(open + tag.opener.size());
      std::string_view rest = sources.text({span.file, begin, blocks[last].span.end});
      std::size_t size = rest.find(tag.closer);
      if (size == rest.npos) continue;
      doc::CodeBlock code;
      code.content = {span.file, begin, begin + static_cast<std::uint32_t>(size)};
      code.text = base::trim(unescape(rest.substr(0, size)));
      Block made{std::move(code), source::merge(span, blocks[last].span)};
      if (open > 0) {
        // Text before the region stays a paragraph, cut at the tag.
        auto& before = std::get<doc::Paragraph>(blocks[i].value).children;
        std::uint32_t cut = span.begin + static_cast<std::uint32_t>(open);
        std::erase_if(before,
                      [&](const Inline& node) { return node.span && node.span.begin >= cut; });
        blocks[i].span.end = cut;
        ++i;
      }
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(i),
                   blocks.begin() + static_cast<std::ptrdiff_t>(last) + 1);
      blocks.insert(blocks.begin() + static_cast<std::ptrdiff_t>(i), std::move(made));
      break;
    }
  }
}

/// Rejoins a tag that the converter broke into lines, one of which began with '#' (of a colour) and
/// was read as a heading.
void join_torn_tags(const source::SourceStore& sources, Blocks& blocks) {
  auto follows = [](const Block& a, const Block& b) {
    return a.span && b.span && a.span.file == b.span.file && a.span.end <= b.span.begin &&
           b.span.begin - a.span.end <= 1;
  };
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
    auto* paragraph = std::get_if<doc::Paragraph>(&blocks[i].value);
    auto* heading = std::get_if<doc::Heading>(&blocks[i + 1].value);
    if (!paragraph || !heading || !follows(blocks[i], blocks[i + 1])) continue;
    std::string_view text = sources.text(blocks[i].span);
    std::size_t open = text.rfind("\\<");
    if (open == text.npos || text.find('>', open) != text.npos) continue;
    auto take = [&](Inlines inlines, const Block& from) {
      paragraph->children.push_back(Inline{doc::SoftBreak{}});
      std::move(inlines.begin(), inlines.end(), std::back_inserter(paragraph->children));
      blocks[i].span = source::merge(blocks[i].span, from.span);
    };
    Inlines line = std::move(heading->children);
    line.insert(line.begin(),
                Inline{doc::Text{std::string(static_cast<std::size_t>(heading->level), '#')}});
    bool goes_on = i + 2 < blocks.size() && follows(blocks[i + 1], blocks[i + 2]);
    take(std::move(line), blocks[i + 1]);
    auto* rest = goes_on ? std::get_if<doc::Paragraph>(&blocks[i + 2].value) : nullptr;
    if (rest) take(std::move(rest->children), blocks[i + 2]);
    auto begin = blocks.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    blocks.erase(begin, begin + (rest ? 2 : 1));
  }
}

// ---- Notes

struct NoteWord {
  std::string_view text;
  std::string_view type;
};
/// Labels at the beginning of coloured notes; longer ones first.
constexpr NoteWord kNoteWords[] = {
    {"please pay attention", "attention"},
    {"important note", "important"},
    {"please note", "note"},
    {"attention", "attention"},
    {"important", "important"},
    {"caution", "caution"},
    {"warning", "warning"},
    {"remark", "note"},
    {"notice", "note"},
    {"note", "note"},
    {"hint", "hint"},
    {"tip", "tip"},
};

/// A label at the beginning of a text: its word, and the start of the note after it.
struct Label {
  const NoteWord* word = nullptr;
  std::string title;
  std::size_t end = 0;
};
Label read_label(std::string_view text) {
  for (const NoteWord& word : kNoteWords) {
    if (!base::starts_with_ignoring_case(text, word.text)) continue;
    std::size_t end = word.text.size();
    constexpr std::string_view enders = ":!.,;-";
    std::size_t after = end;
    while (after < text.size() && base::is_space(text[after])) ++after;
    if (after < text.size() && enders.find(text[after]) == enders.npos) return {};
    while (after < text.size() &&
           (base::is_space(text[after]) || enders.find(text[after]) != enders.npos))
      ++after;
    return {&word, std::string(text.substr(0, end)), after};
  }
  return {};
}

bool is_blank(const Inline& node) {
  const auto* text = std::get_if<doc::Text>(&node.value);
  return (text && base::trim(text->text).empty()) ||
         std::holds_alternative<doc::SoftBreak>(node.value);
}

/// The coloured emphasis that a node is or consists of.
const doc::Emphasis* find_colour(const Inline& node) {
  const Inline* at = &node;
  for (int depth = 0; depth < 5; ++depth) {
    const auto* emphasis = std::get_if<doc::Emphasis>(&at->value);
    if (!emphasis) return nullptr;
    if (at->attributes.has_class("colour")) return emphasis;
    const Inline* only = nullptr;
    for (const Inline& child : emphasis->children) {
      if (is_blank(child)) continue;
      if (only) return nullptr;
      only = &child;
    }
    if (!only) return nullptr;
    at = only;
  }
  return nullptr;
}

void trim_begin(Inlines& inlines) {
  while (!inlines.empty() &&
         (is_blank(inlines[0]) || std::holds_alternative<doc::HardBreak>(inlines[0].value)))
    inlines.erase(inlines.begin());
  if (inlines.empty()) return;
  if (auto* text = std::get_if<doc::Text>(&inlines[0].value)) {
    std::size_t begin = text->text.find_first_not_of(" \t:!,;");
    if (begin == text->text.npos) begin = text->text.size();
    bool exact =
        inlines[0].span && inlines[0].span.end - inlines[0].span.begin == text->text.size();
    if (exact) inlines[0].span.begin += static_cast<std::uint32_t>(begin);
    text->text.erase(0, begin);
    if (text->text.empty()) inlines.erase(inlines.begin());
  }
}

void trim_end(Inlines& inlines) {
  while (!inlines.empty() &&
         (is_blank(inlines.back()) || std::holds_alternative<doc::HardBreak>(inlines.back().value)))
    inlines.pop_back();
}

/// The start of a note in a paragraph.
struct NoteStart {
  std::size_t index = 0;
  Label label;
};

/// Coloured labels at the beginning of the paragraph or of a line after a break.
std::vector<NoteStart> find_notes(const Inlines& inlines) {
  std::vector<NoteStart> starts;
  bool begins = true;
  for (std::size_t i = 0; i < inlines.size(); ++i) {
    if (is_blank(inlines[i])) continue;
    const doc::Emphasis* colour = begins ? find_colour(inlines[i]) : nullptr;
    begins = std::holds_alternative<doc::HardBreak>(inlines[i].value);
    Label label = colour ? read_label(doc::plain_text(colour->children)) : Label{};
    if (label.word) starts.push_back({i, std::move(label)});
  }
  return starts;
}

/// The admonition for inlines that begin with a label; a paragraph if nothing follows it.
Block make_note(Inlines inlines, const Label& label, source::Span span) {
  std::string text = doc::plain_text(find_colour(inlines[0])->children);
  Inlines content;
  if (label.end < text.size()) content.push_back(Inline{doc::Text{text.substr(label.end)}});
  content.insert(content.end(), inlines.begin() + 1, inlines.end());
  trim_begin(content);
  trim_end(content);
  if (content.empty()) {
    trim_end(inlines);
    return Block{doc::Paragraph{std::move(inlines)}, span};
  }
  doc::Admonition note;
  note.type = label.word->type;
  if (!base::equals_ignoring_case(label.title, note.type)) {
    note.title.emplace();
    note.title->push_back(Inline{doc::Text{label.title}});
  }
  note.children.push_back(Block{doc::Paragraph{std::move(content)}, span});
  return Block{std::move(note), span};
}

/// The paragraph split before each of its notes.
Blocks split_notes(const Inlines& inlines, const std::vector<NoteStart>& starts,
                   source::Span span) {
  auto at = [&](std::size_t index) { return inlines.begin() + static_cast<std::ptrdiff_t>(index); };
  Blocks made;
  Inlines before(inlines.begin(), at(starts[0].index));
  trim_end(before);
  if (!before.empty()) made.push_back(Block{doc::Paragraph{std::move(before)}, span});
  for (std::size_t i = 0; i < starts.size(); ++i) {
    auto end = i + 1 < starts.size() ? at(starts[i + 1].index) : inlines.end();
    made.push_back(make_note(Inlines(at(starts[i].index), end), starts[i].label, span));
  }
  return made;
}

void convert_notes(Blocks& blocks);

void convert_notes_below(Block& block) {
  if (auto* list = std::get_if<doc::List>(&block.value))
    for (doc::ListItem& item : list->items) convert_notes(item.children);
  if (auto* definitions = std::get_if<doc::DefinitionList>(&block.value))
    for (doc::DefinitionItem& item : definitions->items)
      for (Blocks& definition : item.definitions) convert_notes(definition);
  if (auto* quote = std::get_if<doc::Quote>(&block.value)) convert_notes(quote->children);
  if (auto* container = std::get_if<doc::Container>(&block.value))
    convert_notes(container->children);
  if (auto* note = std::get_if<doc::Admonition>(&block.value)) convert_notes(note->children);
}

/// Converts notes in running text; in table cells they stay emphasis. Readers bound the depth.
void convert_notes(Blocks& blocks) {
  Blocks out;
  for (Block& block : blocks) {
    const auto* paragraph = std::get_if<doc::Paragraph>(&block.value);
    std::vector<NoteStart> starts =
        paragraph ? find_notes(paragraph->children) : std::vector<NoteStart>{};
    if (starts.empty()) {
      convert_notes_below(block);
      out.push_back(std::move(block));
      continue;
    }
    for (Block& part : split_notes(paragraph->children, starts, block.span))
      out.push_back(std::move(part));
  }
  blocks = std::move(out);
}

// ---- Numbered paragraphs

/// The number at the beginning of a paragraph such as "2. Then", with its length in `size`; 0 if
/// none. An escaped sign is a text node of its own, so the number may span several nodes.
int read_number(const Block& block, std::size_t& size) {
  const auto* paragraph = std::get_if<doc::Paragraph>(&block.value);
  if (!paragraph) return 0;
  std::string head;
  constexpr std::size_t kHead = 4;
  bool goes_on = false;
  for (const Inline& node : paragraph->children) {
    const auto* text = std::get_if<doc::Text>(&node.value);
    goes_on = !text || head.size() >= kHead;
    if (goes_on) break;
    head += text->text;
  }
  std::size_t digits = 0;
  while (digits < head.size() && base::is_digit(head[digits])) ++digits;
  size = digits + 1;
  bool numbered = digits > 0 && digits <= 2 && head.substr(digits, 1) == ".";
  bool separated = size < head.size() ? base::is_space(head[size]) : goes_on;
  return numbered && separated ? static_cast<int>(*base::parse_integer(head.substr(0, digits))) : 0;
}

/// Removes bytes from the beginning of a paragraph whose first inlines are text.
void drop_begin(Inlines& inlines, std::size_t size) {
  while (size > 0 && !inlines.empty()) {
    auto& text = std::get<doc::Text>(inlines[0].value).text;
    std::size_t taken = std::min(size, text.size());
    bool exact = inlines[0].span && inlines[0].span.end - inlines[0].span.begin == text.size();
    inlines[0].span.begin += exact ? static_cast<std::uint32_t>(taken) : 0;
    text.erase(0, taken);
    size -= taken;
    if (text.empty()) inlines.erase(inlines.begin());
  }
  trim_begin(inlines);
}

/// Turns consecutive paragraphs numbered by a converter, "1\. ..." and "2\. ...", into a list.
void join_numbers(Blocks& blocks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::size_t count = 0, end = 0;
    while (i + count < blocks.size() &&
           read_number(blocks[i + count], end) == static_cast<int>(count) + 1)
      ++count;
    if (count < 2) continue;
    doc::List list;
    list.style = doc::ListStyle::decimal;
    source::Span span = blocks[i].span;
    for (std::size_t item = 0; item < count; ++item) {
      Block& block = blocks[i + item];
      read_number(block, end);
      drop_begin(std::get<doc::Paragraph>(block.value).children, end);
      span = source::merge(span, block.span);
      source::Span at = block.span;
      Blocks children;
      children.push_back(std::move(block));
      list.items.push_back({std::move(children), {}, at});
    }
    auto begin = blocks.begin() + static_cast<std::ptrdiff_t>(i);
    *begin = Block{std::move(list), span};
    blocks.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(count));
  }
}

// ---- Signatures, code, empty paragraphs

/// The date of a signature `-- Main.JaneDoe - 2019-04-01`, "" if it has none; nullopt if the line
/// isn't a signature.
std::optional<std::string> read_signature(std::string_view line) {
  line = base::trim(line);
  if (!line.starts_with("--") || line.starts_with("---")) return std::nullopt;
  auto words = base::split_words(line.substr(2));
  if (words.empty() || words.size() > 4) return std::nullopt;
  std::size_t dot = words[0].find('.');
  if (dot == words[0].npos || dot == 0 || dot + 1 == words[0].size() ||
      !base::is_upper(words[0][0]))
    return std::nullopt;
  if (words.size() == 1) return "";
  std::string_view date = words.back();
  bool is_date =
      words[1] == "-" && date.size() == 10 && date[4] == '-' && date[7] == '-' &&
      std::all_of(date.begin(), date.end(), [](char c) { return base::is_digit(c) || c == '-'; });
  return is_date ? std::optional<std::string>(date) : std::nullopt;
}

/// Removes a signature from a paragraph's end and stores its date.
void take_signature(ResiduePage& page, Block& block) {
  auto& inlines = std::get<doc::Paragraph>(block.value).children;
  std::size_t begin = inlines.size();
  while (begin > 0 && !std::holds_alternative<doc::HardBreak>(inlines[begin - 1].value)) {
    --begin;
    const auto* text = std::get_if<doc::Text>(&inlines[begin].value);
    if (text && base::trim_left(text->text).starts_with("-- ")) break;
  }
  Inlines tail(inlines.begin() + static_cast<std::ptrdiff_t>(begin), inlines.end());
  auto date = read_signature(doc::plain_text(tail));
  if (!date) return;
  page.result.diagnostics.push_back({"KB0524"_code, block.span, {}});
  inlines.erase(inlines.begin() + static_cast<std::ptrdiff_t>(begin), inlines.end());
  trim_end(inlines);
  if (date->empty() || page.result.front_matter["date"]) return;
  meta::Value key, value;
  key.kind = value.kind = meta::ValueKind::scalar;
  key.scalar = "date";
  value.scalar = *date;
  value.quoted = true;
  key.span = value.span = block.span;
  page.result.front_matter.kind = meta::ValueKind::mapping;
  page.result.front_matter.members.push_back({std::move(key), std::move(value)});
}

void decode_code(ResiduePage& page, Block& block) {
  auto& code = std::get<doc::CodeBlock>(block.value);
  std::string_view text = code.text;
  constexpr std::string_view signs[] = {"&lt;", "&gt;",       "&amp;",        "&nbsp;",  "&laquo;",
                                        "<br",  "%ENDCOLOR%", "<span style=", "WYSIWYG_"};
  bool shows = std::any_of(std::begin(signs), std::end(signs),
                           [&](std::string_view sign) { return text.find(sign) != text.npos; });
  if (!shows) return;
  DecodedCode decoded = decode_residue_code(text);
  if (!decoded.changed) return;
  // Added line ends would shift line numbers.
  auto lines = [](std::string_view all) { return std::count(all.begin(), all.end(), '\n'); };
  if (lines(decoded.text) != lines(code.text)) code.content = {};
  code.text = std::move(decoded.text);
  page.result.diagnostics.push_back({"KB0523"_code, block.span, {}});
}

/// A paragraph that consists of a <pre> becomes a code block.
void lift_code(Block& block) {
  auto& inlines = std::get<doc::Paragraph>(block.value).children;
  bool alone = inlines.size() == 1 && inlines[0].attributes.has_class("wiki-pre");
  if (!alone) return;
  doc::CodeBlock code;
  code.text = std::get<doc::Code>(inlines[0].value).text;
  block.value = std::move(code);
}

}  // namespace

void join_residue_code(ResiduePage& page) {
  doc::rewrite_blocks(page.result.document.blocks, [&](Blocks& blocks) {
    join_torn_tags(page.sources, blocks);
    join_code(page.sources, blocks);
  });
}

void read_residue_blocks(ResiduePage& page) {
  if (page.residue == Residue::wiki) join_numbers(page.result.document.blocks);
  convert_notes(page.result.document.blocks);
  doc::rewrite_blocks(page.result.document.blocks, [&](Blocks& blocks) {
    for (Block& block : blocks) {
      if (std::holds_alternative<doc::CodeBlock>(block.value)) decode_code(page, block);
      if (std::holds_alternative<doc::Paragraph>(block.value)) take_signature(page, block);
      if (std::holds_alternative<doc::Paragraph>(block.value)) lift_code(block);
    }
    std::erase_if(blocks, [](const Block& block) {
      const auto* paragraph = std::get_if<doc::Paragraph>(&block.value);
      return paragraph &&
             std::all_of(paragraph->children.begin(), paragraph->children.end(), is_blank);
    });
  });
  doc::walk(page.result.document.blocks, {{}, [](Inline& node) {
                                            if (node.attributes.has_class("wiki-pre"))
                                              node.attributes.erase("class");
                                            return doc::Descend::into;
                                          }});
}

}  // namespace kbuild::normalise
