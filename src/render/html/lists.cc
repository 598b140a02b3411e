// HTML of lists of all kinds and of tables; see html.h.
#include "base/format.h"
#include "base/text.h"
#include "render/html/markup.h"
#include "render/html/writer.h"

namespace kbuild::render {

namespace {

struct ListForm {
  doc::ListStyle style;
  std::string_view type;
};
constexpr ListForm kListForms[] = {
    {doc::ListStyle::lower_alpha, "a"},
    {doc::ListStyle::upper_alpha, "A"},
    {doc::ListStyle::lower_roman, "i"},
    {doc::ListStyle::upper_roman, "I"},
};

struct DefinitionForm {
  doc::DefinitionKind kind;
  std::string_view classes;
};
constexpr DefinitionForm kDefinitionForms[] = {
    {doc::DefinitionKind::field, "field-list"},
    {doc::DefinitionKind::option, "option-list"},
    {doc::DefinitionKind::glossary, "glossary"},
};

std::string_view alignment_name(doc::Alignment alignment) {
  switch (alignment) {
    case doc::Alignment::none: return "";
    case doc::Alignment::left: return "left";
    case doc::Alignment::center: return "center";
    case doc::Alignment::right: return "right";
  }
  return "";
}

}  // namespace

void HtmlWriter::list(const doc::List& node, const Attributes& attributes) {
  bool ordered = node.style != doc::ListStyle::bullet;
  fresh_line();
  out_ += ordered ? "<ol" : "<ul";
  if (ordered && node.start != 1) out_ += base::format(" start=\"{}\"", node.start);
  for (const ListForm& form : kListForms)
    if (form.style == node.style) append_attribute(out_, "type", form.type);
  append_attributes(out_, "", attributes);
  out_ += ">\n";
  for (const doc::ListItem& item : node.items)
    list_item(item, node.tight ? ParagraphForm::bare : ParagraphForm::wrapped);
  out_ += ordered ? "</ol>\n" : "</ul>\n";
}

void HtmlWriter::list_item(const doc::ListItem& item, ParagraphForm form) {
  fresh_line();
  bool site_task = item.checked && options_.purpose == Purpose::site;
  open("li", site_task ? "task-list-item" : "", item.attributes);
  if (item.checked) {
    check_box(*item.checked);
    out_ += ' ';
  }
  bool after_text = false;
  for (const doc::Block& child : item.children) {
    bool is_text =
        form == ParagraphForm::bare && std::holds_alternative<doc::Paragraph>(child.value);
    if (after_text && is_text) out_ += '\n';
    block(child, form);
    after_text = is_text;
  }
  out_ += "</li>\n";
}

void HtmlWriter::definition_list(const doc::DefinitionList& node, const Attributes& attributes) {
  std::string_view classes;
  for (const DefinitionForm& form : kDefinitionForms)
    if (form.kind == node.kind) classes = form.classes;
  fresh_line();
  open("dl", classes, attributes);
  out_ += '\n';
  for (const doc::DefinitionItem& item : node.items) {
    if (node.kind == doc::DefinitionKind::option) {
      option_terms(item);
    } else {
      for (std::size_t i = 0; i < item.terms.size(); ++i) {
        open("dt", "", i == 0 ? item.attributes : Attributes{});
        inlines(item.terms[i]);
        if (node.kind == doc::DefinitionKind::field) out_ += "<span class=\"colon\">:</span>";
        out_ += "</dt>\n";
      }
    }
    for (const doc::Blocks& definition : item.definitions) {
      out_ += "<dd>";
      if (node.tight) {
        cell_content(definition);
      } else {
        out_ += '\n';
        blocks(definition);
      }
      out_ += "</dd>\n";
    }
  }
  out_ += "</dl>\n";
}

// All spellings of one option share a <dt>, as in docutils.
void HtmlWriter::option_terms(const doc::DefinitionItem& item) {
  open("dt", "", item.attributes);
  out_ += "<kbd>";
  for (std::size_t i = 0; i < item.terms.size(); ++i) {
    out_ += i == 0 ? "<span class=\"option\">" : ", <span class=\"option\">";
    inlines(item.terms[i]);
    out_ += "</span>";
  }
  out_ += "</kbd></dt>\n";
}

void HtmlWriter::table(const doc::Table& node, const Attributes& attributes) {
  fresh_line();
  if (options_.purpose == Purpose::site) out_ += "<div class=\"table-scroll\">\n";
  open("table", "", attributes);
  out_ += '\n';
  if (!node.caption.empty()) {
    out_ += "<caption>";
    inlines(node.caption);
    out_ += "</caption>\n";
  }
  if (!node.widths.empty()) {
    out_ += "<colgroup>\n";
    for (std::uint32_t width : node.widths)
      out_ += base::format("<col style=\"width: {}%\" />\n", width);
    out_ += "</colgroup>\n";
  }
  std::size_t header_rows = std::min<std::size_t>(node.header_rows, node.rows.size());
  if (header_rows > 0) {
    out_ += "<thead>\n";
    for (std::size_t i = 0; i < header_rows; ++i) table_row(node.rows[i]);
    out_ += "</thead>\n";
  }
  std::size_t footer = node.rows.size();
  while (footer > header_rows && node.rows[footer - 1].attributes.has_class("footer")) --footer;
  auto part = [&](std::string_view name, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    open(name, "", {});
    out_ += '\n';
    for (std::size_t i = begin; i < end; ++i) table_row(node.rows[i]);
    fresh_line();
    close(name);
    out_ += '\n';
  };
  // Foswiki, as HTML 4 had it, writes the footer before the body; where it is shown is the same.
  bool early = options_.purpose == Purpose::fragment;
  if (early) part("tfoot", footer, node.rows.size());
  part("tbody", header_rows, footer);
  if (!early) part("tfoot", footer, node.rows.size());
  out_ += "</table>\n";
  if (options_.purpose == Purpose::site) out_ += "</div>\n";
}

void HtmlWriter::table_row(const doc::TableRow& row) {
  fresh_line();
  open("tr", "", row.attributes);
  for (const doc::TableCell& cell : row.cells) {
    fresh_line();
    std::string_view tag = cell.header ? "th" : "td";
    out_ += '<';
    out_ += tag;
    if (cell.alignment != doc::Alignment::none)
      append_attribute(out_, "align", alignment_name(cell.alignment));
    if (cell.column_span > 1) out_ += base::format(" colspan=\"{}\"", cell.column_span);
    if (cell.row_span > 1) out_ += base::format(" rowspan=\"{}\"", cell.row_span);
    append_attributes(out_, "", cell.attributes);
    out_ += '>';
    cell_content(cell.children);
    close(tag);
  }
  fresh_line();
  out_ += "</tr>\n";
}

void HtmlWriter::cell_content(const doc::Blocks& children) {
  blocks(children, children.size() == 1 ? ParagraphForm::bare : ParagraphForm::wrapped);
}

}  // namespace kbuild::render
