// Blocks, with the line ends of cmark-gfm's HTML so that its output and ours compare byte by byte.
#include <optional>

#include "base/format.h"
#include "base/overloaded.h"
#include "base/text.h"
#include "html/address.h"
#include "math/math.h"
#include "render/html/markup.h"
#include "render/html/writer.h"

namespace kbuild::render {

namespace {

std::string capitalised(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = base::to_upper(text[0]);
  return text;
}

/// One paragraph with an image, perhaps in a link, and nothing else.
bool holds_image(const doc::Blocks& blocks) {
  if (blocks.size() != 1) return false;
  const auto* paragraph = std::get_if<doc::Paragraph>(&blocks.front().value);
  if (!paragraph || paragraph->children.size() != 1) return false;
  const doc::Inline* node = &paragraph->children.front();
  const auto* link = std::get_if<doc::Link>(&node->value);
  if (link && link->children.size() == 1) node = &link->children.front();
  return std::holds_alternative<doc::Image>(node->value);
}

}  // namespace

void HtmlWriter::blocks(const doc::Blocks& blocks, ParagraphForm form) {
  for (const doc::Block& node : blocks) block(node, form);
}

void HtmlWriter::block(const doc::Block& block, ParagraphForm form) {
  const Attributes& attributes = block.attributes;
  std::visit(base::Overloaded{
                 [&](const doc::Paragraph& node) { paragraph(node, attributes, form); },
                 [&](const doc::Heading& node) { heading(node, block); },
                 [&](const doc::ThematicBreak&) {
                   fresh_line();
                   out_ += "<hr";
                   append_attributes(out_, "", attributes);
                   out_ += " />\n";
                 },
                 [&](const doc::List& node) { list(node, attributes); },
                 [&](const doc::DefinitionList& node) { definition_list(node, attributes); },
                 [&](const doc::Table& node) { table(node, attributes); },
                 [&](const doc::CodeBlock& node) { code_block(node, attributes); },
                 [&](const doc::Quote& node) { quote(node, attributes); },
                 [&](const doc::Admonition& node) { admonition(node, attributes); },
                 [&](const doc::TabSet& node) { tab_set(node, attributes); },
                 [&](const doc::Figure& node) { figure(node, attributes); },
                 [&](const doc::MathBlock& node) { math_block(node, attributes); },
                 [&](const doc::RawBlock& node) { raw_block(node); },
                 [&](const doc::FootnoteDefinition&) {},  // gathered at the end
                 [&](const doc::LineBlock& node) { line_block(node, attributes); },
                 [&](const doc::TableOfContents& node) { table_of_contents(node, attributes); },
                 [&](const doc::PageList& node) { page_list(node, attributes); },
                 [&](const doc::Container& node) { container(node, attributes); },
                 [&](const doc::Comment&) {},
                 [&](const doc::Anchor&) { anchor(attributes); },
             },
             block.value);
}

void HtmlWriter::paragraph(const doc::Paragraph& node, const Attributes& attributes,
                           ParagraphForm form) {
  if (form == ParagraphForm::bare && attributes.empty()) {
    inlines(node.children);
    return;
  }
  fresh_line();
  open("p", "", attributes);
  inlines(node.children);
  out_ += "</p>\n";
}

void HtmlWriter::heading(const doc::Heading& node, const doc::Block& block) {
  ++headings_written_;
  int level = std::min(std::max(node.level, 1), 6);
  const char tag[] = {'h', static_cast<char>('0' + level), '\0'};
  fresh_line();
  open(tag, "", block.attributes);
  std::string_view id = block.attributes.id();
  std::string_view alias = options_.alias_of ? options_.alias_of(id) : "";
  if (!alias.empty()) {
    out_ += "<span class=\"kb-alias\"";
    append_attribute(out_, "id", alias);
    out_ += "></span>";
  }
  inlines(node.children);
  if (options_.permalinks && !id.empty()) {
    out_ += "<a class=\"headerlink\" href=\"#";
    append_url(out_, id);
    out_ += '"';
    append_attribute(out_, "title", word("permalink", "Permanent link"));
    out_ += ">&para;</a>";
  }
  close(tag);
  out_ += '\n';
}

void HtmlWriter::quote(const doc::Quote& node, const Attributes& attributes) {
  fresh_line();
  open("blockquote", "", attributes);
  out_ += '\n';
  blocks(node.children);
  if (!node.attribution.empty()) {
    fresh_line();
    out_ += "<p class=\"attribution\">—";
    inlines(node.attribution);
    out_ += "</p>\n";
  }
  fresh_line();
  out_ += "</blockquote>\n";
}

void HtmlWriter::admonition(const doc::Admonition& node, const Attributes& attributes) {
  if (node.collapse != doc::Collapse::never) return details(node, attributes);
  std::string classes = "admonition";
  if (!node.type.empty() && node.type != "admonition") classes += ' ' + node.type;
  fresh_line();
  open("div", classes, attributes);
  out_ += '\n';
  if (!node.title) {
    out_ += "<p class=\"admonition-title\">";
    text(word("admonition." + node.type, capitalised(node.type)));
    out_ += "</p>\n";
  } else if (!node.title->empty()) {
    out_ += "<p class=\"admonition-title\">";
    inlines(*node.title);
    out_ += "</p>\n";
  }
  blocks(node.children);
  fresh_line();
  out_ += "</div>\n";
}

void HtmlWriter::details(const doc::Admonition& node, const Attributes& attributes) {
  fresh_line();
  out_ += "<details";
  append_attributes(out_, node.type, attributes);
  out_ += node.collapse == doc::Collapse::open ? " open=\"open\">\n<summary>" : ">\n<summary>";
  // A summary can't be left out: browsers would write "Details" in their own language.
  if (node.title && !node.title->empty()) {
    inlines(*node.title);
  } else {
    text(word("admonition." + node.type, capitalised(node.type)));
  }
  out_ += "</summary>\n";
  blocks(node.children);
  fresh_line();
  out_ += "</details>\n";
}

// The shape of pymdownx.tabbed's alternate style: radio buttons that work without script.
void HtmlWriter::tab_set(const doc::TabSet& node, const Attributes& attributes) {
  if (node.tabs.empty()) return;
  int set = ++tab_sets_;
  std::size_t selected = 0;
  for (std::size_t i = 0; i < node.tabs.size(); ++i)
    if (node.tabs[i].selected) selected = i;

  fresh_line();
  out_ += "<div";
  append_attributes(out_, "tabbed-set tabbed-alternate", attributes);
  out_ += base::format(" data-tabs=\"{}:{}\">", set, node.tabs.size());
  for (std::size_t i = 0; i < node.tabs.size(); ++i)
    out_ += base::format("<input{} id=\"__tabbed_{}_{}\" name=\"__tabbed_{}\" type=\"radio\" />",
                         i == selected ? " checked=\"checked\"" : "", set, i + 1, set);
  out_ += "<div class=\"tabbed-labels\">";
  for (std::size_t i = 0; i < node.tabs.size(); ++i) {
    out_ += base::format("<label for=\"__tabbed_{}_{}\">", set, i + 1);
    inlines(node.tabs[i].label);
    out_ += "</label>";
  }
  out_ += "</div>\n<div class=\"tabbed-content\">\n";
  for (const doc::Tab& tab : node.tabs) {
    open("div", "tabbed-block", tab.attributes);
    out_ += '\n';
    blocks(tab.children);
    fresh_line();
    out_ += "</div>\n";
  }
  out_ += "</div>\n</div>\n";
}

void HtmlWriter::figure(const doc::Figure& node, const Attributes& attributes) {
  auto caption = [&] {
    if (node.caption.empty() && node.legend.empty()) return;
    fresh_line();
    out_ += "<figcaption>\n";
    blocks(node.caption);
    if (!node.legend.empty()) {
      fresh_line();
      out_ += "<div class=\"legend\">\n";
      blocks(node.legend);
      fresh_line();
      out_ += "</div>\n";
    }
    fresh_line();
    out_ += "</figcaption>\n";
  };
  fresh_line();
  open("figure", "", attributes);
  out_ += '\n';
  if (node.caption_first) caption();
  // An image is put directly into the figure, text into a paragraph.
  blocks(node.children, holds_image(node.children) ? ParagraphForm::bare : ParagraphForm::wrapped);
  if (!node.caption_first) caption();
  fresh_line();
  out_ += "</figure>\n";
}

void HtmlWriter::math_block(const doc::MathBlock& node, const Attributes& attributes) {
  fresh_line();
  out_ += "<div";
  append_attributes(out_, "arithmatex", attributes);
  if (!node.label.empty() && attributes.id().empty()) append_attribute(out_, "id", node.label);
  out_ += '>';
  std::optional<std::string> set;
  if (options_.purpose == Purpose::site) set = math::to_mathml(node.tex, math::MathStyle::display);
  if (set) {
    out_ += *set;
  } else {
    out_ += "\\[\n";
    text(node.tex);
    fresh_line();
    out_ += "\\]";
  }
  out_ += "</div>\n";
}

void HtmlWriter::raw_block(const doc::RawBlock& node) {
  fresh_line();
  out_ += node.html;
  fresh_line();
}

// Each step of indentation is a line block inside the line block.
void HtmlWriter::line_block(const doc::LineBlock& node, const Attributes& attributes) {
  fresh_line();
  open("div", "line-block", attributes);
  out_ += '\n';
  int depth = 0;
  for (const doc::LineBlock::Line& line : node.lines) {
    for (; depth < line.depth; ++depth) out_ += "<div class=\"line-block\">\n";
    for (; depth > line.depth && depth > 0; --depth) out_ += "</div>\n";
    out_ += "<div class=\"line\">";
    inlines(line.children);
    out_ += line.children.empty() ? "<br /></div>\n" : "</div>\n";
  }
  for (; depth > 0; --depth) out_ += "</div>\n";
  out_ += "</div>\n";
}

void HtmlWriter::container(const doc::Container& node, const Attributes& attributes) {
  std::string_view tag = container_tag(node.tag);
  fresh_line();
  open(tag, "", attributes);
  out_ += '\n';
  if (node.title && !node.title->empty()) {
    out_ += attributes.has_class("sidebar") ? "<p class=\"sidebar-title\">"
                                            : "<p class=\"topic-title\">";
    inlines(*node.title);
    out_ += "</p>\n";
  }
  blocks(node.children);
  fresh_line();
  close(tag);
  out_ += '\n';
}

void HtmlWriter::page_list(const doc::PageList& node, const Attributes& attributes) {
  fresh_line();
  open("div", "toctree-wrapper", attributes);
  out_ += '\n';
  if (!node.hidden && !node.caption.empty()) {
    out_ += "<p class=\"caption\">";
    text(node.caption);
    out_ += "</p>\n";
  }
  std::size_t position = page_lists_++;
  if (!node.hidden && options_.page_list) {
    page_list_items(options_.page_list(position), node.numbered ? "ol" : "ul");
  } else if (!node.hidden && !node.entries.empty()) {
    out_ += node.numbered ? "<ol>\n" : "<ul>\n";
    for (const doc::PageList::Entry& entry : node.entries) {
      doc::Link target{doc::LinkKind::page, entry.target, {}, {}};
      if (!entry.title.empty()) target.children.push_back({doc::Text{entry.title}, entry.span, {}});
      out_ += "<li>";
      link(target, {});
      out_ += "</li>\n";
    }
    out_ += node.numbered ? "</ol>\n" : "</ul>\n";
  }
  out_ += "</div>\n";
}

void HtmlWriter::page_list_items(const std::vector<PageListItem>& items, std::string_view tag) {
  if (items.empty()) return;
  out_ += base::format("<{}>\n", tag);
  for (const PageListItem& item : items) {
    out_ += "<li><a href=\"";
    if (html::is_safe_url(item.href, html::AddressUse::link)) append_url(out_, item.href);
    out_ += "\">";
    text(item.title);
    out_ += "</a>";
    if (!item.children.empty()) out_ += '\n';
    page_list_items(item.children, tag);
    out_ += "</li>\n";
  }
  out_ += base::format("</{}>\n", tag);
}

void HtmlWriter::anchor(const Attributes& attributes) {
  fresh_line();
  open("span", "", attributes);
  out_ += "</span>\n";
}

}  // namespace kbuild::render
