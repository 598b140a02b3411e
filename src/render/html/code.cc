// Code blocks. A plain one is cmark's <pre><code>; a title, line numbers, marked lines or colours
// add the box that Material's and Pygments' style sheets expect.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "render/html/markup.h"
#include "render/html/writer.h"

namespace kbuild::render {

namespace {

/// Languages in which a tab is no blank.
constexpr std::string_view kTabLanguages[] = {"make", "makefile", "mk", "mf", "bsdmake", "tsv"};

bool tabs_mean_something(const doc::CodeBlock& node) {
  return std::find(std::begin(kTabLanguages), std::end(kTabLanguages), node.language) !=
             std::end(kTabLanguages) ||
         node.text.find("<<-") != std::string::npos;
}

std::string expand_tabs(std::string_view code, std::size_t columns) {
  std::string out;
  std::size_t column = 0;
  for (char c : code) {
    bool continues = (static_cast<unsigned char>(c) & 0xc0) == 0x80;
    std::size_t width = c == '\t' ? columns - column % columns : continues ? 0 : 1;
    if (c == '\t')
      out.append(width, ' ');
    else
      out += c;
    column = c == '\n' ? 0 : column + width;
  }
  return out;
}

}  // namespace

void HtmlWriter::code_block(const doc::CodeBlock& node, const Attributes& attributes) {
  HtmlOptions::CodeNote note;
  if (options_.code_note) note = options_.code_note(node);
  if (note.hidden) return;
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
  out_ += note.html;
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
  std::string expanded;
  std::string_view code = node.text;
  if (options_.tab_columns > 0 && code.find('\t') != code.npos && !tabs_mean_something(node))
    code = expanded = expand_tabs(code, options_.tab_columns);
  if (options_.highlight && !node.language.empty()) {
    code_lines(node, options_.highlight(code, node.language));
  } else if (node.first_line_number || !node.highlighted.empty()) {
    code_lines(node, base::escape_html(code));
  } else {
    text(code);
    out_ += '\n';
  }
}

// Numbers go into an attribute, so that neither copying nor search includes them.
void HtmlWriter::code_lines(const doc::CodeBlock& node, std::string_view html) {
  if (!node.first_line_number && node.highlighted.empty()) {
    out_ += html;
    out_ += '\n';
    return;
  }
  std::vector<std::uint32_t> numbers = node.highlighted;
  std::sort(numbers.begin(), numbers.end());
  long long number = node.first_line_number.value_or(0);
  std::uint32_t line = 1;
  for (std::size_t begin = 0; begin <= html.size(); ++line, ++number) {
    std::size_t end = std::min(html.find('\n', begin), html.size());
    bool marked = std::binary_search(numbers.begin(), numbers.end(), line);
    if (marked) out_ += "<span class=\"hll\">";
    if (node.first_line_number)
      out_ += base::format("<span class=\"linenos\" data-linenos=\"{}\"></span>", number);
    out_ += html.substr(begin, end - begin);
    out_ += marked ? "\n</span>" : "\n";
    begin = end + 1;
  }
}

}  // namespace kbuild::render
