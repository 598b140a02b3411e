// From the tree of HTML elements to the document tree: runs of inline content become paragraphs,
// elements become the nodes that mean the same, and each block gets the lines of the page that it
// came from.
#include <algorithm>
#include <charconv>
#include <variant>

#include "base/overloaded.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "read/html_entities.h"
#include "read/mediawiki_dom.h"
#include "read/mediawiki_passes.h"
#include "source/store.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;
using namespace doc;

constexpr int kMaximumDepth = 100;

struct EmphasisRow {
  std::string_view name;
  EmphasisKind kind;
};
constexpr EmphasisRow kEmphasis[] = {
    {"b", EmphasisKind::strong},       {"strong", EmphasisKind::strong},
    {"i", EmphasisKind::emphasis},     {"em", EmphasisKind::emphasis},
    {"del", EmphasisKind::deleted},    {"s", EmphasisKind::deleted},
    {"strike", EmphasisKind::deleted}, {"ins", EmphasisKind::inserted},
    {"u", EmphasisKind::underlined},   {"mark", EmphasisKind::marked},
    {"sub", EmphasisKind::subscript},  {"sup", EmphasisKind::superscript},
    {"small", EmphasisKind::small},    {"big", EmphasisKind::big},
    {"cite", EmphasisKind::cite},      {"q", EmphasisKind::quoted},
};
/// Inline elements without a node of their own: written as tags around their content.
constexpr std::string_view kKeptTags[] = {"bdi", "bdo", "data", "dfn",  "kbd",  "rb",  "rp",
                                          "rt",  "rtc", "ruby", "samp", "time", "var", "abbr"};

/// Ends a run of inline content and shows nothing: an empty paragraph.
struct Divider {};

/// A piece of content with the range of the page that it came from.
struct Item {
  std::variant<Inline, Block, Divider> value;
  Range range;
};
using Items = std::vector<Item>;

Range range_of(const Items& items) {
  Range out;
  for (const Item& item : items) out = merge(out, item.range);
  return out;
}

bool is_blank(const Inline& part) {
  if (const auto* text = std::get_if<Text>(&part.value)) return base::trim(text->text).empty();
  return std::holds_alternative<SoftBreak>(part.value);
}

void trim_edges(Inlines& parts) {
  auto begin = std::find_if_not(parts.begin(), parts.end(), is_blank);
  parts.erase(parts.begin(), begin);
  while (!parts.empty() && is_blank(parts.back())) parts.pop_back();
  if (parts.empty()) return;
  if (auto* text = std::get_if<Text>(&parts.front().value); text && text->text.starts_with(' ')) {
    text->text = base::trim_left(text->text);
    parts.front().span = {};
  }
  if (auto* text = std::get_if<Text>(&parts.back().value); text && text->text.ends_with(' ')) {
    text->text = base::trim_right(text->text);
    parts.back().span = {};
  }
}

class TreeMaker {
 public:
  TreeMaker(const Dom& dom, Context& context, std::string_view page)
      : dom_(dom), context_(context), page_(page) {}

  Blocks run() { return to_blocks(children(0)); }

 private:
  // ---- Elements

  const DomNode& node(int index) const { return dom_.nodes[static_cast<std::size_t>(index)]; }

  const Element* element(const DomNode& node) const {
    return node.element < 0 ? nullptr : &context_.elements[static_cast<std::size_t>(node.element)];
  }
  std::string_view value(const DomNode& node, std::string_view name) const {
    if (const Element* found = element(node))
      for (const HtmlAttribute& attribute : found->attributes)
        if (attribute.name == name) return attribute.value;
    return {};
  }
  Range own_range(const DomNode& node) const {
    const Element* found = element(node);
    return found ? found->range : Range{};
  }
  std::size_t index(const DomNode& node) const {
    std::string_view digits = value(node, kIndexAttribute);
    std::size_t out = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return out;
  }
  /// The author's attributes but for those in `used`, which the node says itself.
  Attributes attributes(const DomNode& node, std::string_view used = {}) const {
    Attributes out;
    if (const Element* found = element(node))
      for (const HtmlAttribute& attribute : found->attributes)
        if (!attribute.name.starts_with(':') && used.find(' ' + attribute.name + ' ') == used.npos)
          out.set(attribute.name, attribute.value);
    return out;
  }

  // ---- Places

  /// A block's range as whole lines of the page, but inside of table cells, which share lines.
  Span lines(Range range) const {
    if (!range) return {};
    return context_.span(cell_depth_ == 0 ? context_.lines.whole(range) : range);
  }

  // ---- Containers

  Items children(int parent) {
    Items out;
    if (depth_ >= kMaximumDepth) {
      context_.report_once("KB0003"_code, own_range(node(parent)), {std::to_string(kMaximumDepth)});
      flatten(parent, out);
      return out;
    }
    ++depth_;
    for (int child = node(parent).first; child >= 0; child = node(child).next) convert(child, out);
    --depth_;
    return out;
  }

  /// All text below a node, without elements.
  void flatten(int parent, Items& out) {
    int at = node(parent).first;
    while (at >= 0 && at != parent) {
      if (node(at).text) add_text(node(at), out);
      if (node(at).first >= 0) {
        at = node(at).first;
        continue;
      }
      while (at != parent && node(at).next < 0) at = node(at).parent;
      if (at != parent) at = node(at).next;
    }
  }

  Blocks to_blocks(Items items) {
    Blocks out;
    Items run;
    auto finish = [&] {
      Range range = range_of(run);
      Inlines parts;
      for (Item& item : run) parts.push_back(std::move(std::get<Inline>(item.value)));
      run.clear();
      trim_edges(parts);
      if (!parts.empty()) out.push_back(Block{Paragraph{std::move(parts)}, lines(range), {}});
    };
    for (Item& item : items) {
      if (std::holds_alternative<Inline>(item.value)) {
        run.push_back(std::move(item));
      } else {
        finish();
        if (auto* block = std::get_if<Block>(&item.value)) out.push_back(std::move(*block));
      }
    }
    finish();
    return out;
  }

  Blocks blocks_of(int parent, Range& range) {
    Items items = children(parent);
    range = merge(own_range(node(parent)), range_of(items));
    return to_blocks(std::move(items));
  }

  /// For places that take inline content alone: of blocks inside, their paragraphs' content.
  Inlines to_inlines(Items items) {
    Inlines out;
    for (Item& item : items) {
      if (auto* part = std::get_if<Inline>(&item.value)) {
        out.push_back(std::move(*part));
        continue;
      }
      if (!out.empty()) out.push_back(Inline{Text{" "}, {}, {}});
      if (std::holds_alternative<Divider>(item.value)) continue;
      Block& block = std::get<Block>(item.value);
      if (auto* paragraph = std::get_if<Paragraph>(&block.value))
        std::move(paragraph->children.begin(), paragraph->children.end(), std::back_inserter(out));
      else
        out.push_back(Inline{Text{doc::plain_text(Blocks{block})}, {}, {}});
    }
    trim_edges(out);
    return out;
  }

  // ---- One node

  void convert(int at, Items& out) {
    const DomNode& it = node(at);
    if (it.text) return add_text(it, out);
    if (it.name == "x-inline") {
      out.push_back({context_.inlines[index(it)], own_range(it)});
    } else if (it.name == "x-block") {
      Block block = context_.blocks[index(it)];
      if (!block.span) block.span = lines(own_range(it));
      out.push_back({std::move(block), own_range(it)});
    } else if (!convert_block(at, out)) {
      convert_inline(at, out);
    }
  }

  void add(Items& out, Block block, Range range) {
    block.span = lines(range);
    out.push_back({std::move(block), range});
  }

  bool convert_block(int at, Items& out) {
    const DomNode& it = node(at);
    std::string_view name = it.name;
    if (name == "p") {
      add_paragraph(at, out);
    } else if (name.size() == 2 && name[0] == 'h' && base::is_digit(name[1])) {
      Items items = children(at);
      Range range = merge(own_range(it), range_of(items));
      add(out, {Heading{name[1] - '0', to_inlines(std::move(items))}, {}, attributes(it)}, range);
    } else if (name == "ul" || name == "ol") {
      add_list(at, out);
    } else if (name == "dl") {
      add_definitions(at, out);
    } else if (name == "table") {
      add_table(at, out);
    } else if (name == "pre") {
      add_pre(at, out);
    } else if (name == "hr") {
      add(out, {ThematicBreak{}, {}, attributes(it)}, own_range(it));
    } else if (name == "blockquote") {
      Range range;
      Blocks inner = blocks_of(at, range);
      add(out, {Quote{std::move(inner), {}}, {}, attributes(it)}, range);
    } else if (name == "figure") {
      add_figure(at, out);
    } else if (name == "div" || name == "center") {
      add_division(at, out);
    } else if (name == "li" || name == "dt" || name == "dd" || name == "figcaption" ||
               name == "caption" || name == "tr" || name == "td" || name == "th" ||
               name == "tbody") {
      // Out of its place: only its content counts.
      Range range;
      for (Block& block : blocks_of(at, range)) {
        Range inner = block.span ? Range{block.span.begin, block.span.end} : Range{};
        out.push_back({std::move(block), inner});
      }
    } else {
      return false;
    }
    return true;
  }

  void add_paragraph(int at, Items& out) {
    Range range;
    Blocks inner = blocks_of(at, range);
    Attributes own = attributes(node(at));
    if (inner.empty()) out.push_back({Divider{}, {}});
    for (Block& block : inner) {
      if (std::holds_alternative<Paragraph>(block.value)) block.attributes.merge(own);
      Range place = block.span ? Range{block.span.begin, block.span.end} : Range{};
      out.push_back({std::move(block), place});
    }
  }

  /// What stands in a list outside of items goes into the item before.
  void add_list(int at, Items& out) {
    List list;
    if (node(at).name == "ol") list.style = list_style(value(node(at), "type"));
    list.start = base::parse_integer(value(node(at), "start")).value_or(1);
    Range whole = own_range(node(at));
    for (int child = node(at).first; child >= 0; child = node(child).next) {
      bool item = node(child).name == "li";
      Range range;
      Blocks blocks;
      if (item) {
        blocks = blocks_of(child, range);
      } else {
        Items items;
        convert(child, items);
        range = range_of(items);
        blocks = to_blocks(std::move(items));
        if (blocks.empty()) continue;
      }
      whole = merge(whole, range);
      if (item || list.items.empty()) {
        list.items.push_back(ListItem{
            std::move(blocks), {}, lines(range), item ? attributes(node(child)) : Attributes{}});
      } else {
        auto& last = list.items.back();
        std::move(blocks.begin(), blocks.end(), std::back_inserter(last.children));
        last.span = source::merge(last.span, lines(range));
      }
    }
    list.tight = std::none_of(list.items.begin(), list.items.end(), has_adjacent_paragraphs);
    if (!list.items.empty())
      add(out, {std::move(list), {}, attributes(node(at), " start type ")}, whole);
  }

  static bool has_adjacent_paragraphs(const ListItem& item) {
    auto is_paragraph = [](const Block& block) {
      return std::holds_alternative<Paragraph>(block.value);
    };
    return std::adjacent_find(item.children.begin(), item.children.end(),
                              [&](const Block& a, const Block& b) {
                                return is_paragraph(a) && is_paragraph(b);
                              }) != item.children.end();
  }

  static ListStyle list_style(std::string_view type) {
    if (type == "a") return ListStyle::lower_alpha;
    if (type == "A") return ListStyle::upper_alpha;
    if (type == "i") return ListStyle::lower_roman;
    if (type == "I") return ListStyle::upper_roman;
    return ListStyle::decimal;
  }

  void add_definitions(int at, Items& out) {
    DefinitionList list;
    Range whole;
    for (int child = node(at).first; child >= 0; child = node(child).next) {
      std::string_view name = node(child).name;
      if (node(child).text && base::trim(text_of(node(child))).empty()) continue;
      Items items;
      if (name == "dt" || name == "dd")
        items = children(child);
      else
        convert(child, items);
      Range range = merge(own_range(node(child)), range_of(items));
      whole = merge(whole, range);
      bool term = name == "dt";
      if (list.items.empty() || (term && !list.items.back().definitions.empty()))
        list.items.emplace_back();
      DefinitionItem& item = list.items.back();
      item.span = source::merge(item.span, lines(range));
      if (term)
        item.terms.push_back(to_inlines(std::move(items)));
      else
        item.definitions.push_back(to_blocks(std::move(items)));
    }
    if (!list.items.empty()) add(out, {std::move(list), {}, attributes(node(at))}, whole);
  }

  // ---- Tables

  void add_table(int at, Items& out) {
    Table table;
    Range whole = own_range(node(at));
    add_rows(at, table, whole);
    for (const TableRow& row : table.rows) {
      bool header =
          !row.cells.empty() && std::all_of(row.cells.begin(), row.cells.end(),
                                            [](const TableCell& cell) { return cell.header; });
      if (!header || table.header_rows > 0) break;
      ++table.header_rows;
    }
    // A table of header rows alone has its rows in the body.
    if (table.header_rows == table.rows.size()) table.header_rows = 0;
    add(out, {std::move(table), {}, attributes(node(at))}, whole);
  }

  void add_rows(int at, Table& table, Range& whole) {
    for (int child = node(at).first; child >= 0; child = node(child).next) {
      std::string_view name = node(child).name;
      if (name == "tbody") {
        add_rows(child, table, whole);
      } else if (name == "caption") {
        Items items = children(child);
        whole = merge(whole, range_of(items));
        table.caption = to_inlines(std::move(items));
      } else if (name == "tr") {
        TableRow row;
        Range range = own_range(node(child));
        for (int cell = node(child).first; cell >= 0; cell = node(cell).next)
          if (node(cell).name == "td" || node(cell).name == "th")
            row.cells.push_back(make_cell(cell, range));
        if (row.cells.empty()) continue;
        row.attributes = attributes(node(child));
        row.span = context_.span(range);
        whole = merge(whole, range);
        table.rows.push_back(std::move(row));
      }
    }
  }

  TableCell make_cell(int at, Range& row) {
    TableCell cell;
    const DomNode& it = node(at);
    cell.header = it.name == "th";
    auto span = [&](std::string_view name) {
      return static_cast<std::uint32_t>(
          std::clamp(base::parse_integer(value(it, name)).value_or(1), 1ll, 1000ll));
    };
    cell.column_span = span("colspan");
    cell.row_span = span("rowspan");
    std::string_view side = value(it, "align");
    if (side == "left") cell.alignment = Alignment::left;
    if (side == "center") cell.alignment = Alignment::center;
    if (side == "right") cell.alignment = Alignment::right;
    cell.attributes = attributes(it, " colspan rowspan align ");
    Range range;
    ++cell_depth_;
    cell.children = blocks_of(at, range);
    --cell_depth_;
    cell.span = context_.span(range);
    row = merge(row, range);
    return cell;
  }

  // ---- Other blocks

  /// Lines with a leading blank, or <pre> with markup inside.
  void add_pre(int at, Items& out) {
    ++pre_depth_;
    Items items = children(at);
    --pre_depth_;
    Range range = merge(own_range(node(at)), range_of(items));
    CodeBlock code;
    bool plain = std::all_of(items.begin(), items.end(), [](const Item& item) {
      const auto* part = std::get_if<Inline>(&item.value);
      return part && std::holds_alternative<Text>(part->value);
    });
    Range content = range_of(items);
    Inlines parts = to_pre(std::move(items));
    for (const Inline& part : parts)
      code.text +=
          std::holds_alternative<HardBreak>(part.value) ? "\n" : doc::plain_text(Inlines{part});
    std::size_t lead = code.text.starts_with('\n') ? 1 : 0;
    code.text.erase(0, lead);
    while (code.text.ends_with('\n')) code.text.pop_back();
    if (content && same_lines(code.text, content)) code.content = context_.span(content);
    if (!plain) code.children = std::move(parts);
    add(out, {std::move(code), {}, attributes(node(at), " width ")}, range);
  }

  Inlines to_pre(Items items) {
    Inlines out;
    for (Item& item : items) {
      if (auto* part = std::get_if<Inline>(&item.value))
        out.push_back(std::move(*part));
      else if (const auto* block = std::get_if<Block>(&item.value))
        out.push_back(Inline{Text{doc::plain_text(Blocks{*block})}, {}, {}});
    }
    // The line ends at both edges are HTML's own.
    if (!out.empty())
      if (auto* text = std::get_if<Text>(&out.front().value); text && text->text.starts_with('\n'))
        text->text.erase(0, 1);
    if (!out.empty())
      if (auto* text = std::get_if<Text>(&out.back().value))
        while (text->text.ends_with('\n')) text->text.pop_back();
    return out;
  }

  /// Whether line i of the text is line i of the range, so that places inside can be told.
  bool same_lines(std::string_view text, Range& content) const {
    while (content.end > content.begin && page_[content.end - 1] == '\n') --content.end;
    std::string_view raw = page_.substr(content.begin, content.end - content.begin);
    return std::count(raw.begin(), raw.end(), '\n') == std::count(text.begin(), text.end(), '\n');
  }

  void add_figure(int at, Items& out) {
    Figure figure;
    Range range = own_range(node(at));
    Items items;
    for (int child = node(at).first; child >= 0; child = node(child).next) {
      if (node(child).name != "figcaption") {
        convert(child, items);
        continue;
      }
      Range inner;
      figure.caption = blocks_of(child, inner);
      range = merge(range, inner);
    }
    figure.children = to_blocks(std::move(items));
    add(out, {std::move(figure), {}, attributes(node(at))}, range);
  }

  void add_division(int at, Items& out) {
    const DomNode& it = node(at);
    std::string_view role = value(it, kRoleAttribute);
    Range range;
    if (role == "tabs") return add_tabs(at, out);
    Blocks inner = blocks_of(at, range);
    Attributes own = attributes(it);
    if (it.name == "center") own.add_class("center");
    std::string_view label = value(it, ":label");
    std::optional<Inlines> title;
    if (!label.empty()) title = Inlines{Inline{Text{std::string(label)}, {}, {}}};
    if (role == "admonition") {
      add(out,
          {Admonition{std::string(value(it, ":type")), std::move(title), Collapse::never,
                      std::move(inner)},
           {},
           own},
          range);
    } else if (role == "tab" || !own.empty()) {
      // A tab that stands alone is a container with its label as title.
      add(out, {Container{"div", std::move(title), std::move(inner)}, {}, own}, range);
    } else {
      for (Block& block : inner) {
        Range place = block.span ? Range{block.span.begin, block.span.end} : Range{};
        out.push_back({std::move(block), place});
      }
    }
  }

  void add_tabs(int at, Items& out) {
    TabSet set;
    Range whole = own_range(node(at));
    for (int child = node(at).first; child >= 0; child = node(child).next) {
      if (value(node(child), kRoleAttribute) != "tab") continue;
      Range range;
      Tab tab;
      tab.children = blocks_of(child, range);
      tab.label = Inlines{Inline{Text{std::string(value(node(child), ":label"))}, {}, {}}};
      tab.span = lines(range);
      whole = merge(whole, range);
      set.tabs.push_back(std::move(tab));
    }
    add(out, {std::move(set), {}, {}}, whole);
  }

  // ---- Inlines

  std::string_view text_of(const DomNode& it) const {
    return it.text->view().substr(it.begin, it.end - it.begin);
  }

  void add_text(const DomNode& it, Items& out) {
    std::string_view view = text_of(it);
    if (pre_depth_ > 0) {
      out.push_back({Inline{Text{decode_references(view, ReferenceRule::wiki)}, {}, {}},
                     it.text->range(it.begin, it.end)});
      return;
    }
    for (std::size_t at = 0; at < view.size();) {
      std::size_t end = std::min(view.find('\n', at), view.size());
      if (end > at) {
        std::string_view line = view.substr(at, end - at);
        std::string text = squeeze(line);
        Range exact = text == line ? it.text->exact_range(it.begin + at, it.begin + end) : Range{};
        Range range = exact ? exact : it.text->range(it.begin + at, it.begin + end);
        out.push_back({Inline{Text{std::move(text)}, context_.span(exact), {}}, range});
      }
      if (end < view.size()) out.push_back({Inline{SoftBreak{}, {}, {}}, {}});
      at = end + 1;
    }
  }

  /// References decoded, runs of blanks as one.
  static std::string squeeze(std::string_view view) {
    std::string raw, out;
    raw.reserve(view.size());
    for (char c : view) {
      if (c == '\t' || c == '\r') c = ' ';
      if (c == ' ' && !raw.empty() && raw.back() == ' ') continue;
      raw += c;
    }
    return raw.find('&') == raw.npos ? raw : decode_references(raw, ReferenceRule::wiki);
  }

  /// An inline element; blocks inside are left whole, and the element goes on around them.
  void convert_inline(int at, Items& out) {
    const DomNode& it = node(at);
    if (it.name == "br") return out.push_back({Inline{HardBreak{}, {}, {}}, own_range(it)});
    if (it.name == "wbr") return out.push_back({Inline{RawInline{"<wbr>"}, {}, {}}, {}});
    Items items = children(at);
    Items run;
    auto finish = [&] {
      if (run.empty()) return;
      Range range = merge(own_range(it), range_of(run));
      Inlines parts;
      for (Item& item : run) parts.push_back(std::move(std::get<Inline>(item.value)));
      run.clear();
      wrap(it, std::move(parts), range, out);
    };
    bool has_blocks = false;
    for (Item& item : items) {
      if (std::holds_alternative<Inline>(item.value)) {
        run.push_back(std::move(item));
        continue;
      }
      has_blocks = true;
      finish();
      out.push_back(std::move(item));
    }

    bool empty_anchor = items.empty() && !value(it, "id").empty();
    if (!run.empty() || (!has_blocks && empty_anchor)) {
      if (run.empty()) wrap(it, {}, own_range(it), out);
      finish();
    }
  }

  void wrap(const DomNode& it, Inlines parts, Range range, Items& out) {
    auto emit = [&](auto node, Attributes own) {
      out.push_back({Inline{std::move(node), {}, std::move(own)}, range});
    };
    for (const EmphasisRow& row : kEmphasis)
      if (row.name == it.name) return emit(Emphasis{row.kind, std::move(parts)}, attributes(it));
    if (it.name == "a") return add_link(it, std::move(parts), range, out);
    bool only_text = std::all_of(parts.begin(), parts.end(), [](const Inline& part) {
      return std::holds_alternative<Text>(part.value) ||
             std::holds_alternative<SoftBreak>(part.value);
    });
    if ((it.name == "code" || it.name == "tt") && only_text)
      return emit(Code{base::collapse_spaces(doc::plain_text(parts)), {}}, attributes(it));
    if (it.name == "abbr" && only_text && !value(it, "title").empty())
      return emit(Abbreviation{doc::plain_text(parts), std::string(value(it, "title"))},
                  attributes(it, " title "));
    bool kept =
        it.name == "code" || it.name == "tt" ||
        std::find(std::begin(kKeptTags), std::end(kKeptTags), it.name) != std::end(kKeptTags);
    if (kept) {
      out.push_back({Inline{RawInline{open_tag(it)}, {}, {}}, {}});
      for (Inline& part : parts) out.push_back({std::move(part), range});
      out.push_back({Inline{RawInline{"</" + std::string(it.name) + '>'}, {}, {}}, {}});
      return;
    }
    Attributes own = attributes(it, " color face size ");
    if (std::string_view color = value(it, "color"); !color.empty() && it.name == "font") {
      std::string style = "color: ";
      for (char c : color)
        if (base::is_alnum(c) || c == '#') style += c;
      own.set("style", style + ';');
    }
    if (!own.empty()) return emit(Group{std::move(parts)}, std::move(own));
    for (Inline& part : parts) out.push_back({std::move(part), range});
  }

  std::string open_tag(const DomNode& it) const {
    std::string out = '<' + std::string(it.name);
    for (const auto& [name, text] : attributes(it).items)
      out += ' ' + name + "=\"" + base::escape_html(text) + '"';
    return out + '>';
  }

  void add_link(const DomNode& it, Inlines parts, Range range, Items& out) {
    Link link;
    link.children = std::move(parts);
    std::string_view url = value(it, kUrlAttribute), page = value(it, kPageAttribute),
                     file = value(it, ":download");
    link.kind = !page.empty()   ? LinkKind::page
                : !file.empty() ? LinkKind::download
                                : LinkKind::target;
    link.target = !page.empty() ? page : !file.empty() ? file : url;
    Range own = own_range(it);
    out.push_back({Inline{std::move(link), context_.span(own), {}}, own ? own : range});
  }

  const Dom& dom_;
  Context& context_;
  std::string_view page_;
  int depth_ = 0;
  int pre_depth_ = 0;
  int cell_depth_ = 0;
};

}  // namespace

doc::Blocks build_tree(const WikiText& text, Context& context) {
  WikiText whole = unstrip(text, context, Unstrip::both);
  Dom dom = build_dom(whole, context);
  if (dom.too_deep) context.report_once("KB0003"_code, {}, {"250"});
  return TreeMaker(dom, context, context.page).run();
}

}  // namespace kbuild::read::mediawiki
