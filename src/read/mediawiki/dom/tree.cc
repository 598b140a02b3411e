// The walk over the elements of a page, and what holds blocks or inlines; see
// tree_maker.h.
#include "read/mediawiki/dom/tree_maker.h"

#include <algorithm>
#include <charconv>

#include "base/bounds.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

using namespace diag::literals;
using namespace doc;

namespace {

bool is_blank(const Inline& part) {
  if (const auto* text = std::get_if<Text>(&part.value)) return base::trim(text->text).empty();
  return std::holds_alternative<SoftBreak>(part.value);
}

}  // namespace

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

Range range_of(const Items& items) {
  Range out;
  for (const Item& item : items) out = merge(out, item.range);
  return out;
}

Blocks TreeMaker::run() {
  return to_blocks(children(0));
}

std::string_view TreeMaker::value(const DomNode& node, std::string_view name) const {
  if (const Element* found = element(node))
    for (const html::HtmlAttribute& attribute : found->attributes)
      if (attribute.name == name) return attribute.value;
  return {};
}

Range TreeMaker::own_range(const DomNode& node) const {
  const Element* found = element(node);
  return found ? found->range : Range{};
}

std::size_t TreeMaker::index(const DomNode& node) const {
  std::string_view digits = value(node, kIndexAttribute);
  std::size_t out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

Attributes TreeMaker::attributes(const DomNode& node, std::string_view used) const {
  Attributes out;
  if (const Element* found = element(node))
    for (const html::HtmlAttribute& attribute : found->attributes)
      if (!attribute.name.starts_with(':') && used.find(' ' + attribute.name + ' ') == used.npos)
        out.set(attribute.name, attribute.value);
  return out;
}

Span TreeMaker::lines(Range range) const {
  if (!range) return {};
  return context_.span(cell_depth_ == 0 ? context_.lines.whole(range) : range);
}

Items TreeMaker::children(int parent) {
  Items out;
  if (depth_ >= base::kMaxNesting) {
    context_.report_once("KB0003"_code, own_range(node(parent)),
                         {std::to_string(base::kMaxNesting)});
    flatten(parent, out);
    return out;
  }
  ++depth_;
  for (int child = node(parent).first; child >= 0; child = node(child).next) convert(child, out);
  --depth_;
  return out;
}

void TreeMaker::flatten(int parent, Items& out) {
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

Blocks TreeMaker::to_blocks(Items items) {
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

Blocks TreeMaker::blocks_of(int parent, Range& range) {
  Items items = children(parent);
  range = merge(own_range(node(parent)), range_of(items));
  return to_blocks(std::move(items));
}

Inlines TreeMaker::to_inlines(Items items) {
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

void TreeMaker::convert(int at, Items& out) {
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

void TreeMaker::add(Items& out, Block block, Range range) {
  block.span = lines(range);
  out.push_back({std::move(block), range});
}

void TreeMaker::add_paragraph(int at, Items& out) {
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

doc::Blocks build_tree(const WikiText& text, Context& context) {
  WikiText whole = unstrip(text, context, Unstrip::both);
  Dom dom = build_dom(whole, context);
  if (dom.too_deep) context.report_once("KB0003"_code, {}, {"250"});
  return TreeMaker(dom, context, context.page).run();
}

}  // namespace kbuild::read::mediawiki
