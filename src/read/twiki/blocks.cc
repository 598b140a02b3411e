// Blocks of TML, line by line as Foswiki's renderer goes: tables, then lists by three-space steps,
// else running text. A blank line ends a paragraph and all lists; a list's item continues in
// indented lines that begin no item.
#include <algorithm>

#include "base/text.h"
#include "read/twiki/flow.h"
#include "read/twiki/table.h"
#include "read/twiki/text.h"

namespace kbuild::read::twiki {

namespace {

using doc::Block;

constexpr std::size_t kMaxDepth = 50;

enum class ListKind { bullet, numbered, definition, indent };

/// The begin of a list item: depth, kind, and offsets of its parts in the line.
struct ItemStart {
  std::size_t depth = 0;
  ListKind kind = ListKind::bullet;
  doc::ListStyle style = doc::ListStyle::bullet;
  std::size_t term_begin = 0;
  std::size_t term_end = 0;
  std::size_t text = 0;
};

/// Steps of three blanks or one tab before the first other character; nullopt where they do not
/// come out even.
struct Indentation {
  std::size_t steps = 0;
  std::size_t size = 0;
};
std::optional<Indentation> read_indentation(std::string_view line) {
  Indentation indentation;
  while (true) {
    std::string_view rest = line.substr(indentation.size);
    if (rest.starts_with('\t')) {
      ++indentation.size;
    } else if (rest.starts_with("   ")) {
      indentation.size += 3;
    } else {
      break;
    }
    ++indentation.steps;
  }
  bool even = indentation.size < line.size() && !base::is_space(line[indentation.size]);
  return even && indentation.steps > 0 ? std::optional(indentation) : std::nullopt;
}

bool is_blank_at(std::string_view line, std::size_t at) {
  return at >= line.size() || base::is_space(line[at]);
}

/// Where ": " follows a term that begins at `begin`; npos where it does not.
std::size_t find_term_end(std::string_view line, std::size_t begin) {
  for (std::size_t at = line.find(':', begin + 1); at != line.npos; at = line.find(':', at + 1))
    if (at + 1 < line.size() && base::is_space(line[at + 1])) return at;
  return line.npos;
}

std::optional<doc::ListStyle> numbering_of(char c) {
  switch (c) {
    case 'A': return doc::ListStyle::upper_alpha;
    case 'a': return doc::ListStyle::lower_alpha;
    case 'I': return doc::ListStyle::upper_roman;
    case 'i': return doc::ListStyle::lower_roman;
    default: return std::nullopt;
  }
}

/// `1.`, `12`, `A.`, `i.`: its length, or 0.
std::size_t read_number(std::string_view text, doc::ListStyle& style) {
  std::size_t end = 0;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  style = doc::ListStyle::decimal;
  if (end == 0) {
    if (text.size() < 2 || text[1] != '.') return 0;
    auto numbering = numbering_of(text[0]);
    if (!numbering) return 0;
    style = *numbering;
    end = 1;
  }
  if (end < text.size() && text[end] == '.') ++end;
  return is_blank_at(text, end) ? end : 0;
}

std::optional<ItemStart> read_item(std::string_view line) {
  auto indentation = read_indentation(line);
  if (!indentation) return std::nullopt;
  ItemStart item;
  item.depth = std::min(indentation->steps, kMaxDepth);
  std::size_t at = indentation->size;
  char sign = line[at];
  if (sign == '$' && at + 1 < line.size() && base::is_space(line[at + 1])) {
    std::size_t end = find_term_end(line, at + 2);
    if (end != line.npos) {
      item.kind = ListKind::definition;
      item.term_begin = at + 2;
      item.term_end = end;
      item.text = end + 1;
      return item;
    }
  }
  // `term: definition` with a term of one word.
  std::size_t word = std::min(line.find_first_of(" \t", at), line.size());
  if (word < line.size() && word > at + 1 && line[word - 1] == ':') {
    item.kind = ListKind::definition;
    item.term_begin = at;
    item.term_end = word - 1;
    item.text = word;
    return item;
  }
  if ((sign == '*' || sign == ':') && is_blank_at(line, at + 1)) {
    item.kind = sign == '*' ? ListKind::bullet : ListKind::indent;
    item.text = at + 1;
    return item;
  }
  std::size_t number = read_number(line.substr(at), item.style);
  if (number == 0) return std::nullopt;
  item.kind = ListKind::numbered;
  item.text = at + number;
  return item;
}

/// A list that is open; its last item is the one that is being read.
struct OpenList {
  ListKind kind;
  doc::ListStyle style;
  std::size_t begin = 0;
  std::size_t item_begin = 0;
  std::size_t end = 0;
  std::vector<doc::ListItem> items = {};
  std::vector<doc::DefinitionItem> definitions = {};
  doc::Inlines term = {};
  Flow flow;
};

class BlockParser {
 public:
  BlockParser(Page& page, const MappedText& text) : page_(page), text_(text), flow_(page, text) {}

  doc::Blocks parse() {
    std::string_view all = text_.text();
    for (std::size_t at = 0; at < all.size();) {
      std::size_t end = std::min(all.find('\n', at), all.size());
      read(at, end);
      at = end + 1;
    }
    end_table();
    close_lists(0);
    return flow_.finish();
  }

 private:
  std::string_view view(std::size_t begin, std::size_t end) const {
    return text_.text().substr(begin, end - begin);
  }
  bool is_continuation(std::string_view line) const {
    return !lists_.empty() && (line.starts_with('\t') || line.starts_with("   "));
  }
  Flow& flow() { return lists_.empty() ? flow_ : lists_.back().flow; }

  void read(std::size_t begin, std::size_t end) {
    std::string_view line = view(begin, end);
    std::string_view trimmed = base::trim(line);
    if (!trimmed.empty() && trimmed.find_first_not_of(kNop) == trimmed.npos) return;
    bool row = trimmed.size() >= 2 && trimmed.front() == '|' && trimmed.back() == '|';
    if (row) {
      // An indented table belongs to the list item before it.
      if (!is_continuation(line) && !lists_.empty()) {
        end_table();
        close_lists(0);
      }
      for (OpenList& open : lists_) open.end = end;
      flow().end_paragraph();
      if (!table_) table_.emplace(page_, text_);
      auto first = begin + static_cast<std::size_t>(trimmed.data() - line.data());
      return table_->add_row(first, first + trimmed.size());
    }
    end_table();
    if (trimmed.empty()) {
      close_lists(0);
      return flow_.end_paragraph();
    }
    if (base::is_space(line[0])) {
      if (auto item = read_item(line)) return start_item(*item, begin, end);
      if (is_continuation(line)) {
        for (OpenList& open : lists_) open.end = end;
        return lists_.back().flow.add_line(begin, end);
      }
      close_lists(0);
      return flow_.add_line(begin, end);
    }
    close_lists(0);
    read_flush_left(line, begin, end);
  }

  void read_flush_left(std::string_view line, std::size_t begin, std::size_t end) {
    if (line.starts_with("---")) {
      std::size_t dashes = std::min(line.find_first_not_of('-'), line.size());
      if (dashes < line.size() && (line[dashes] == '+' || line[dashes] == '#'))
        return add_heading(line, dashes, begin, end);
      flow_.add_block(Block{doc::ThematicBreak{}, text_.span(begin, begin + dashes)});
      return flow_.add_line(begin + dashes, end);
    }
    if (line[0] == '#') {
      std::size_t word = wiki_word_length(line.substr(1));
      if (word > 0) {
        flow_.add_anchor(line.substr(1, word));
        return flow_.add_line(begin + 1 + word, end);
      }
    }
    if (line[0] == '>') {
      // A line quoted from a mail.
      flow_.add_inline(doc::Inline{doc::Text{"> "}, text_.span(begin, begin + 1)});
      flow_.add_inline(doc::Inline{
          doc::Emphasis{doc::EmphasisKind::cite, read_inlines(page_, text_, begin + 1, end)}});
      return flow_.add_inline(doc::Inline{doc::HardBreak{}});
    }
    flow_.add_line(begin, end);
  }

  void add_heading(std::string_view line, std::size_t sign, std::size_t begin, std::size_t end) {
    std::size_t text = line.find_first_not_of(line[sign], sign);
    if (text == line.npos) text = line.size();
    int level = static_cast<int>(std::min<std::size_t>(text - sign, 6));
    level = std::clamp(level + page_.heading_offset, 1, 6);
    while (text < line.size() && base::is_space(line[text])) ++text;
    Block block{doc::Heading{level, {}}, text_.span(begin, begin + base::trim_right(line).size())};
    if (line.substr(text).starts_with("!!")) {
      text += 2;
      block.attributes.add_class("no-toc");
    }
    std::get<doc::Heading>(block.value).children = read_inlines(page_, text_, begin + text, end);
    flow_.add_block(std::move(block));
  }

  // ---- Lists

  void start_item(const ItemStart& item, std::size_t begin, std::size_t end) {
    close_lists(item.depth);
    // A list of another kind ends the one before it at the same depth.
    if (lists_.size() == item.depth && lists_.back().kind != item.kind) close_lists(item.depth - 1);
    if (lists_.size() == item.depth) {
      end_item();
    } else {
      while (lists_.size() < item.depth)
        lists_.push_back(
            {item.kind, item.style, begin, begin, end, {}, {}, {}, Flow(page_, text_)});
    }
    OpenList& list = lists_.back();
    list.item_begin = begin;
    for (OpenList& open : lists_) open.end = end;
    if (item.kind == ListKind::definition)
      list.term = read_inlines(page_, text_, begin + item.term_begin, begin + item.term_end);
    list.flow.add_line(begin + item.text, end);
  }

  source::Span span_of_item(const OpenList& list) const {
    return text_.span(list.item_begin, list.end);
  }

  void end_item() {
    OpenList& list = lists_.back();
    doc::Blocks blocks = list.flow.finish();
    source::Span span = span_of_item(list);
    if (list.kind == ListKind::definition) {
      doc::DefinitionItem item;
      item.terms.push_back(std::exchange(list.term, {}));
      item.definitions.push_back(std::move(blocks));
      item.span = span;
      list.definitions.push_back(std::move(item));
    } else {
      list.items.push_back({std::move(blocks), {}, span});
    }
  }

  /// Closes lists until `depth` are open.
  void close_lists(std::size_t depth) {
    while (lists_.size() > depth) {
      end_item();
      OpenList list = std::move(lists_.back());
      lists_.pop_back();
      source::Span span = text_.span(list.begin, list.end);
      if (list.kind == ListKind::definition) {
        doc::DefinitionList definitions;
        definitions.items = std::move(list.definitions);
        flow().add_block(Block{std::move(definitions), span});
      } else if (list.kind == ListKind::indent) {
        for (doc::ListItem& item : list.items) {
          doc::Container container;
          container.children = std::move(item.children);
          Block block{std::move(container), item.span};
          block.attributes.add_class("indent");
          flow().add_block(std::move(block));
        }
      } else {
        doc::List made;
        made.style = list.kind == ListKind::bullet ? doc::ListStyle::bullet : list.style;
        made.items = std::move(list.items);
        flow().add_block(Block{std::move(made), span});
      }
    }
  }

  void end_table() {
    if (!table_) return;
    flow().add_block(table_->finish());
    table_.reset();
  }

  Page& page_;
  const MappedText& text_;
  Flow flow_;
  std::vector<OpenList> lists_;
  std::optional<TableReader> table_;
};

}  // namespace

doc::Blocks parse_blocks(Page& page, const MappedText& text) {
  return BlockParser(page, text).parse();
}

}  // namespace kbuild::read::twiki
