// Reads HTML tables and preformatted text; see html.h. Only the elements that tables need are
// tracked, by name; a table within a cell becomes text of that cell.
#include "claims/reader/html.h"

#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "html/token.h"

namespace kbuild::claims::reader {

namespace {

constexpr std::size_t kMaxHtmlCells = 20'000;
constexpr std::uint32_t kMaxSpanLength = 1000;

void read_spans(const html::HtmlToken& token, doc::TableCell& cell) {
  for (const html::HtmlAttribute& attribute : token.attributes) {
    auto number = base::parse_integer(attribute.value);
    auto count =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.value_or(1), 1, kMaxSpanLength));
    if (attribute.name == "colspan") cell.column_span = count;
    if (attribute.name == "rowspan") cell.row_span = count;
  }
}

/// Without <thead>, the leading rows of only <th> cells are the header.
void find_header(doc::Table& table) {
  auto is_head = [](const doc::TableRow& row) {
    return !row.cells.empty() && std::all_of(row.cells.begin(), row.cells.end(),
                                             [](const auto& cell) { return cell.header; });
  };
  while (table.header_rows < table.rows.size() && is_head(table.rows[table.header_rows]))
    ++table.header_rows;
}

/// The tag that a block consists of; nullopt for other blocks.
std::optional<html::HtmlToken> tag_of(const doc::Block& block) {
  const auto* raw = std::get_if<doc::RawBlock>(&block.value);
  html::HtmlToken token;
  if (!raw || !raw->html.starts_with('<') || !html::HtmlTokeniser(raw->html).next(token) ||
      token.raw.size() != raw->html.size())
    return std::nullopt;
  return token;
}

class HtmlReader {
 public:
  HtmlReader(const doc::RawBlock& raw, source::Span span) : html_(raw.html), span_(span) {}

  doc::Blocks run() {
    html::HtmlTokeniser tokeniser(html_);
    html::HtmlToken token;
    while (tokeniser.next(token)) {
      if (token.kind == html::HtmlKind::start_tag) open(token);
      if (token.kind == html::HtmlKind::end_tag) close(token.name);
      if (token.kind == html::HtmlKind::text)
        text_ += html::decode_references(token.raw, html::ReferenceRule::strict);
    }
    end_table();
    return std::move(blocks_);
  }

 private:
  source::Span place(std::string_view raw) const {
    if (!span_) return span_;
    auto offset = static_cast<std::uint32_t>(raw.data() - html_.data());
    std::uint32_t at = std::min(span_.begin + offset, span_.end);
    return {span_.file, at, at};
  }

  void open(const html::HtmlToken& token) {
    const std::string& name = token.name;
    if (name == "table" && tables_++ == 0) table_ = {};
    if (name == "pre" && tables_ == 0) {
      text_.clear();
      code_ = place(token.raw);
    }
    if (name == "br") text_ += '\n';
    if (tables_ != 1) return;
    if (name == "thead") in_header_ = true;
    if (name == "tbody") in_header_ = false;
    if (name == "tr") {
      end_cell();
      table_.rows.emplace_back().span = place(token.raw);
      if (in_header_) table_.header_rows = static_cast<std::uint32_t>(table_.rows.size());
    }
    if (name != "td" && name != "th") return;
    end_cell();
    if (table_.rows.empty()) table_.rows.emplace_back();
    cell_ = doc::TableCell{};
    cell_->header = name == "th";
    cell_->span = place(token.raw);
    read_spans(token, *cell_);
    text_.clear();
  }

  void close(std::string_view name) {
    if (name == "pre" && tables_ == 0 && code_) {
      // HTML ignores a line end right after the tag.
      if (text_.starts_with('\n')) text_.erase(0, 1);
      doc::CodeBlock code;
      code.text = std::string(base::trim_right(text_));
      blocks_.push_back({std::move(code), *code_});
      code_.reset();
    }
    if (tables_ == 1 && (name == "td" || name == "th" || name == "tr")) end_cell();
    if (tables_ == 1 && name == "thead") in_header_ = false;
    if (name == "table" && tables_ > 0 && --tables_ == 0) end_table();
  }

  void end_cell() {
    if (!cell_) return;
    std::string text = base::collapse_spaces(base::trim(text_));
    if (!text.empty()) {
      doc::Inline run{doc::Text{std::move(text)}, cell_->span};
      cell_->children.push_back({doc::Paragraph{{std::move(run)}}, cell_->span});
    }
    if (++cells_ <= kMaxHtmlCells) table_.rows.back().cells.push_back(std::move(*cell_));
    cell_.reset();
    text_.clear();
  }

  void end_table() {
    end_cell();
    if (table_.rows.empty()) return;
    find_header(table_);
    source::Span at = table_.rows.front().span;
    blocks_.push_back({std::move(table_), at});
    table_ = {};
    tables_ = 0;
    in_header_ = false;
  }

  std::string_view html_;
  source::Span span_;
  doc::Blocks blocks_;
  doc::Table table_;
  std::optional<doc::TableCell> cell_;
  std::optional<source::Span> code_;
  std::string text_;
  std::size_t cells_ = 0;
  /// Nesting depth of tables.
  int tables_ = 0;
  bool in_header_ = false;
};

}  // namespace

doc::Blocks blocks_of_html(const doc::RawBlock& raw, source::Span span) {
  if (raw.html.find("<table") == std::string::npos && raw.html.find("<pre") == std::string::npos)
    return {};
  return HtmlReader(raw, span).run();
}

std::optional<doc::Block> table_of_tags(const doc::Blocks& blocks, std::size_t& index) {
  auto first = tag_of(blocks[index]);
  if (!first || first->kind != html::HtmlKind::start_tag || first->name != "table")
    return std::nullopt;
  doc::Table table;
  std::size_t cells = 0;
  bool in_cell = false;
  for (std::size_t at = index + 1; at < blocks.size() && cells <= kMaxHtmlCells; ++at) {
    auto tag = tag_of(blocks[at]);
    bool starts = tag && tag->kind == html::HtmlKind::start_tag;
    if (starts && tag->name == "table") return std::nullopt;
    if (tag && !starts && tag->name == "table") {
      find_header(table);
      if (table.rows.empty()) return std::nullopt;
      index = at;
      source::Span span = table.rows.front().span;
      return doc::Block{std::move(table), span};
    }
    bool begins_cell = starts && (tag->name == "td" || tag->name == "th");
    if ((starts && tag->name == "tr") || (begins_cell && table.rows.empty())) {
      table.rows.emplace_back().span = blocks[at].span;
      in_cell = false;
    }
    if (begins_cell) {
      doc::TableCell& cell = table.rows.back().cells.emplace_back();
      cell.header = tag->name == "th";
      cell.span = blocks[at].span;
      read_spans(*tag, cell);
      ++cells;
      in_cell = true;
    } else if (!tag && in_cell) {
      table.rows.back().cells.back().children.push_back(blocks[at]);
    }
  }
  return std::nullopt;
}

std::optional<doc::Attributes> opened_division(const doc::Block& block) {
  std::optional<html::HtmlToken> tag = tag_of(block);
  if (!tag || tag->kind != html::HtmlKind::start_tag || tag->name != "div") return std::nullopt;
  doc::Attributes attributes;
  for (const html::HtmlAttribute& each : tag->attributes) attributes.set(each.name, each.value);
  return attributes;
}

bool closes_division(const doc::Block& block) {
  std::optional<html::HtmlToken> tag = tag_of(block);
  return tag && tag->kind == html::HtmlKind::end_tag && tag->name == "div";
}

}  // namespace kbuild::claims::reader
