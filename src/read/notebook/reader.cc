// Cells and outputs of notebooks; see reader.h. Source: "The Notebook file format" of nbformat 4.
// Markdown is read by the reader of MyST with what Jupyter itself shows: tables, formulas, struck
// text.
#include "read/notebook/reader.h"

#include <algorithm>

#include "base/text.h"
#include "doc/anchors.h"
#include "html/sanitise.h"
#include "read/myst/builder.h"
#include "read/myst/inline.h"
#include "read/myst/lines.h"
#include "read/notebook/json.h"
#include "read/rst/transforms.h"

namespace kbuild::read {

namespace {

using namespace diag::literals;
using namespace notebook;
using doc::Block;
using doc::Blocks;

/// Bytes of one output that a page shows.
constexpr std::size_t kMaxOutput = 4u << 20;

class NotebookReader {
 public:
  NotebookReader(myst::Context& context, source::FileId file)
      : context_(context), file_(file), text_(context.page.sources.text(file)) {}

  void read(Blocks& out) {
    std::string fault;
    auto notebook = parse_json(text_, fault);
    const JsonValue* cells = notebook ? &(*notebook)["cells"] : nullptr;
    if (!cells || cells->kind != JsonValue::Kind::list) {
      if (fault.empty()) fault = "it has no list 'cells'";
      return context_.page.report("KB0460"_code, {file_, 0, 0}, {fault});
    }
    language_ = word((*notebook)["metadata"]["language_info"]["name"]);
    if (language_.empty()) language_ = word((*notebook)["metadata"]["kernelspec"]["language"]);
    for (const JsonValue& cell : cells->items) {
      std::string kind = word(cell["cell_type"]);
      if (kind == "markdown") {
        myst::read_blocks(context_, lines_of(cell["source"]), rst::Titles::allowed, 0, out);
      } else if (kind == "code" || kind == "raw") {
        add_code(cell, kind == "code" ? base::to_lower(language_) : "", out);
        for (const JsonValue& output : cell["outputs"].items) add_output(output, out);
      }
    }
  }

 private:
  source::Span point(const JsonValue& value) const {
    auto at = static_cast<std::uint32_t>(value.begin);
    return {file_, at, at};
  }
  std::string word(const JsonValue& value) const {
    return value.kind == JsonValue::Kind::text
               ? decode_json_text(text_.substr(value.begin, value.end - value.begin))
               : "";
  }
  /// A text, or a list of texts, whole.
  std::string whole(const JsonValue& value) const {
    std::string out = word(value);
    for (const JsonValue& item : value.items) out += word(item);
    return out;
  }

  /// The lines of a text, with their places where they are written as they are.
  rst::Lines lines_of(const JsonValue& value) {
    rst::Lines out;
    if (value.kind == JsonValue::Kind::text) add_lines(value, out);
    for (const JsonValue& item : value.items)
      if (item.kind == JsonValue::Kind::text) add_lines(item, out);
    return out;
  }
  void add_lines(const JsonValue& value, rst::Lines& out) {
    std::string_view raw = text_.substr(value.begin, value.end - value.begin);
    std::string_view plain = raw.ends_with("\\n") ? raw.substr(0, raw.size() - 2) : raw;
    if (plain.find('\\') == plain.npos) {
      if (base::trim(plain).empty()) plain = plain.substr(0, 0);
      out.push_back({plain, file_, static_cast<std::uint32_t>(value.begin), 0, false});
      return;
    }
    for (const rst::Line& line : myst::split_lines(decode_json_text(raw), context_.page.arena))
      out.push_back(line);
  }

  void add_code(const JsonValue& cell, std::string language, Blocks& out) {
    rst::Lines lines = lines_of(cell["source"]);
    if (rst::trim_top(lines).empty()) return;
    doc::CodeBlock code{rst::join(lines), std::move(language)};
    while (code.text.ends_with('\n')) code.text.pop_back();
    rst::Span span = rst::span_of(context_.page.sources, lines);
    code.content = span;
    out.push_back({std::move(code), span, {}});
  }

  void add_output(const JsonValue& output, Blocks& out) {
    std::string kind = word(output["output_type"]);
    if (kind == "stream") {
      add_text(whole(output["text"]), word(output["name"]), out);
    } else if (kind == "error") {
      std::string lines;
      for (const JsonValue& item : output["traceback"].items) lines += word(item) + "\n";
      if (lines.empty()) lines = word(output["ename"]) + ": " + word(output["evalue"]);
      add_text(lines, "error", out);
    } else {
      add_data(output["data"], out);
    }
  }

  void add_text(std::string text, std::string_view name, Blocks& out) {
    text = without_colours(text);
    while (text.ends_with('\n')) text.pop_back();
    if (text.empty() || too_large(text.size())) return;
    Block block{doc::CodeBlock{std::move(text)}, {}, {}};
    block.attributes.add_class("output");
    if (name.ends_with("err") || name == "error") block.attributes.add_class("error");
    out.push_back(std::move(block));
  }

  /// The richest form that a page can show.
  void add_data(const JsonValue& data, Blocks& out) {
    constexpr std::string_view kImages[] = {"image/png", "image/jpeg", "image/gif", "image/webp"};
    for (std::string_view type : kImages)
      if (data[type].kind != JsonValue::Kind::null)
        return add_image(std::string("data:") + std::string(type) + ";base64,",
                         without_blanks(whole(data[type])), data, out);
    // As an image, a drawing runs no script.
    if (data["image/svg+xml"].kind != JsonValue::Kind::null)
      return add_image("data:image/svg+xml,", percent(whole(data["image/svg+xml"])), data, out);
    if (std::string html = whole(data["text/html"]); !html.empty()) {
      if (too_large(html.size())) return;
      html::SanitiseResult clean = html::sanitise_html(html);
      if (!clean.dropped.empty())
        context_.page.report("KB0347"_code, point(data), {base::join(clean.dropped, ", ")});
      return out.push_back({doc::RawBlock{std::move(clean.html)}, {}, {}});
    }
    if (const JsonValue& text = data["text/markdown"]; text.kind != JsonValue::Kind::null)
      return myst::read_blocks(context_, lines_of(text), rst::Titles::unexpected, 1, out);
    if (std::string tex = whole(data["text/latex"]); !tex.empty()) {
      std::string_view inside = base::trim(tex);
      while (inside.starts_with('$')) inside.remove_prefix(1);
      while (inside.ends_with('$')) inside.remove_suffix(1);
      return out.push_back({doc::MathBlock{std::string(base::trim(inside))}, {}, {}});
    }
    if (std::string text = whole(data["text/plain"]); !text.empty()) return add_text(text, "", out);
    if (!data.members.empty())
      context_.page.report("KB0461"_code, point(data),
                           {"has only the form '" + data.members.front().name + "'"});
  }

  void add_image(std::string prefix, std::string content, const JsonValue& data, Blocks& out) {
    if (content.empty() || too_large(content.size())) return;
    doc::Image image{prefix + content, std::string(base::trim(whole(data["text/plain"]))), ""};
    Block block{doc::Paragraph{}, {}, {}};
    std::get<doc::Paragraph>(block.value).children.push_back({std::move(image), {}, {}});
    block.attributes.add_class("output");
    out.push_back(std::move(block));
  }

  bool too_large(std::size_t size) {
    shown_ += size;
    if (shown_ <= kMaxOutput) return false;
    context_.page.report("KB0461"_code, {file_, 0, 0},
                         {"makes the page's outputs larger than 4 MiB"});
    return true;
  }

  static std::string without_blanks(std::string text) {
    std::erase_if(text, base::is_space);
    bool base64 = base::is_all(
        text, [](char c) { return base::is_alnum(c) || c == '+' || c == '/' || c == '='; });
    return base64 ? text : "";
  }
  static std::string percent(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out;
    for (char c : text) {
      auto byte = static_cast<unsigned char>(c);
      if (base::is_alnum(c) || c == '-' || c == '.' || c == '_') {
        out += c;
      } else {
        out += '%';
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
      }
    }
    return out;
  }
  /// Without the sequences that colour text on terminals.
  static std::string without_colours(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\x1b') {
        out += text[i];
        continue;
      }
      if (i + 1 >= text.size() || text[i + 1] != '[') continue;
      i += 2;
      while (i < text.size() && !base::is_alpha(text[i])) ++i;
    }
    return out;
  }

  myst::Context& context_;
  source::FileId file_;
  std::string_view text_;
  std::string language_;
  std::size_t shown_ = 0;
};

}  // namespace

ReadResult read_notebook(const source::SourceStore& sources, source::FileId file,
                         const Options& options) {
  ReadResult result;
  rst::Page page{sources, options, result};
  page.including.push_back(file);
  myst::Context context{page, {}};
  context.syntax.amsmath = context.syntax.dollarmath = context.syntax.strikethrough = true;
  context.syntax.tasklist = true;
  rst::Markup markup;
  markup.blocks = [&](rst::Lines lines, rst::Titles titles, int depth, doc::Blocks& out) {
    myst::read_blocks(context, std::move(lines), titles, depth, out);
  };
  markup.inlines = [&](const rst::Chunk& chunk) { return myst::parse_inlines(context, chunk); };
  markup.lines = [&](rst::FileId included) { return myst::split_lines(sources, included, 0); };
  page.markup = &markup;
  NotebookReader(context, file).read(result.document.blocks);
  rst::transform(page, result.document.blocks);
  doc::assign_heading_ids(result.document, doc::SlugStyle::github);
  return result;
}

}  // namespace kbuild::read
