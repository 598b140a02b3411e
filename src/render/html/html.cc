// The entry of the body renderer and the pieces that its parts share.
#include "render/html/html.h"

#include "base/text.h"
#include "render/html/markup.h"
#include "render/html/writer.h"

namespace kbuild::render {

void HtmlWriter::document(const doc::Document& document) {
  collect(document);
  blocks(document.blocks);
  notes();
}

void HtmlWriter::text(std::string_view text) {
  base::append_escaped_html(out_, text);
}

void HtmlWriter::open(std::string_view tag, std::string_view classes,
                      const Attributes& attributes) {
  out_ += '<';
  out_ += tag;
  append_attributes(out_, classes, attributes);
  out_ += '>';
}

void HtmlWriter::close(std::string_view tag) {
  out_ += "</";
  out_ += tag;
  out_ += '>';
}

void HtmlWriter::fresh_line() {
  if (!out_.empty() && out_.back() != '\n') out_ += '\n';
}

std::string HtmlWriter::word(std::string_view key, std::string_view english) const {
  std::string found = options_.word ? options_.word(key) : std::string();
  return found.empty() ? std::string(english) : found;
}

std::string to_html(const doc::Document& document, const HtmlOptions& options) {
  HtmlWriter writer(options);
  writer.document(document);
  return writer.take();
}

std::string to_html(const doc::Inlines& inlines, const HtmlOptions& options) {
  HtmlWriter writer(options);
  writer.inlines(inlines);
  return writer.take();
}

}  // namespace kbuild::render
