// Code blocks. A plain one is cmark's <pre><code>; a title, line numbers, marked lines or colours
// bring the box that Material's and Pygments' style sheets know.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "render/html_markup.h"
#include "render/html_writer.h"

namespace kbuild::render {

void HtmlWriter::code_block(const doc::CodeBlock& node, const Attributes& attributes) {
  bool boxed = !node.title.empty() || node.first_line_number || !node.highlighted.empty() ||
               options_.highlight != nullptr;
  std::string language = node.language.empty() ? "" : "language-" + node.language;
  fresh_line();
  if (boxed) {
    open("div", language.empty() ? "highlight" : language + " highlight", attributes);
    if (!node.title.empty()) {
      out_ += "<span class=\"filename\">";
      text(node.title);
      out_ += "</span>";
    }
    out_ += "<pre><code";
    if (!language.empty()) append_attribute(out_, "class", language);
    out_ += '>';
  } else {
    open("pre", "", attributes);
    out_ += "<code";
    if (!language.empty()) append_attribute(out_, "class", language);
    out_ += '>';
  }
  code_body(node);
  out_ += boxed ? "</code></pre></div>\n" : "</code></pre>\n";
  if (node.annotations.empty()) return;
  out_ += "<ol class=\"annotations\">\n";
  for (const doc::Blocks& annotation : node.annotations) {
    out_ += "<li>";
    cell_content(annotation);
    out_ += "</li>\n";
  }
  out_ += "</ol>\n";
}

void HtmlWriter::code_body(const doc::CodeBlock& node) {
  if (!node.children.empty()) {
    inlines(node.children);
    out_ += '\n';
    return;
  }
  // A block of one blank line has an empty text too, but its content has a byte.
  if (node.text.empty() && node.content.begin == node.content.end) return;
  if (options_.highlight && !node.language.empty()) {
    code_lines(node, options_.highlight(node.text, node.language));
  } else if (node.first_line_number || !node.highlighted.empty()) {
    code_lines(node, base::escape_html(node.text));
  } else {
    text(node.text);
    out_ += '\n';
  }
}

// Numbers go into an attribute, so that neither copying nor search meets them.
void HtmlWriter::code_lines(const doc::CodeBlock& node, std::string_view html) {
  if (!node.first_line_number && node.highlighted.empty()) {
    out_ += html;
    out_ += '\n';
    return;
  }
  long long number = node.first_line_number.value_or(0);
  std::uint32_t line = 1;
  for (std::size_t begin = 0; begin <= html.size(); ++line, ++number) {
    std::size_t end = std::min(html.find('\n', begin), html.size());
    bool marked =
        std::find(node.highlighted.begin(), node.highlighted.end(), line) != node.highlighted.end();
    if (marked) out_ += "<span class=\"hll\">";
    if (node.first_line_number)
      out_ += base::format("<span class=\"linenos\" data-linenos=\"{}\"></span>", number);
    out_ += html.substr(begin, end - begin);
    out_ += marked ? "\n</span>" : "\n";
    begin = end + 1;
  }
}

}  // namespace kbuild::render
