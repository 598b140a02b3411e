// The block parser of reStructuredText: the loop over elements, paragraphs, titles, quotes and
// literal blocks; see blocks.h. It follows docutils' states.Body, Text, Line and
// QuotedLiteralBlock.
#include "read/rst/blocks.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "doc/plain_text.h"
#include "read/rst/inline/inline.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

bool starts_with_marker(std::string_view line, std::string_view marker) {
  return line.starts_with(marker) && (line.size() == marker.size() || line[marker.size()] == ' ');
}

/// "+---+---+" of at least two '-' or '+' between the corners.
bool is_grid_border(std::string_view line) {
  return line.size() >= 5 && line.starts_with("+-") && line.ends_with("-+") &&
         line.find_first_not_of("-+") == line.npos;
}

/// "===  ===": at least two runs.
bool is_simple_border(std::string_view line) {
  return line.find(' ') != line.npos && line[0] == '=' && line.find_first_not_of("= ") == line.npos;
}

/// Whether a line of text ends with an unescaped "::".
bool announces_literal(std::string_view text) {
  if (!text.ends_with("::")) return false;
  std::size_t backslashes = 0;
  while (backslashes + 2 < text.size() && text[text.size() - 3 - backslashes] == '\\')
    ++backslashes;
  return backslashes % 2 == 0;
}

}  // namespace

bool is_adornment(std::string_view line) {
  return !line.empty() && base::is_punctuation(line[0]) &&
         line.find_first_not_of(line[0]) == line.npos;
}

LineKind classify(std::string_view line) {
  if (line.empty()) return LineKind::blank;
  char c = line[0];
  if (c == ' ') return LineKind::indented;
  if (bullet_size(line) > 0) return LineKind::bullet;
  if (base::is_alnum(c) || c == '#' || c == '(') {
    Enumerator enumerator;
    if (parse_enumerator(line, std::nullopt, enumerator)) return LineKind::enumerator;
  }
  if (base::is_alnum(c) || static_cast<signed char>(c) < 0) return LineKind::text;
  if (c == ':' && field_marker_size(line) > 0) return LineKind::field;
  if ((c == '-' || c == '+' || c == '/') && option_marker_size(line) > 0) return LineKind::option;
  if (starts_with_marker(line, ">>>")) return LineKind::doctest;
  if (starts_with_marker(line, "|")) return LineKind::line_block;
  if (c == '+' && is_grid_border(line)) return LineKind::grid_table;
  if (c == '=' && is_simple_border(line)) return LineKind::simple_table;
  if (starts_with_marker(line, "..")) return LineKind::explicit_markup;
  if (starts_with_marker(line, "__")) return LineKind::anonymous_target;
  return is_adornment(line) ? LineKind::adornment : LineKind::text;
}

Span BlockParser::point(std::size_t line) const {
  if (lines_.empty()) return {};
  return span_of(page_.sources,
                 view(std::min(line, lines_.size() - 1), std::min(line + 1, lines_.size())));
}

void BlockParser::check_finish(bool blank_finish, std::string_view what) {
  if (!blank_finish) page_.report("KB0301"_code, point(at_), {std::string(what)});
}

void BlockParser::refuse(doc::Blocks& out, diag::Code code, LineView lines,
                         std::vector<std::string> arguments) {
  page_.report(code, span(lines), std::move(arguments));
  if (lines.empty()) return;
  doc::Container box{"aside"};
  box.children.push_back({doc::CodeBlock{join(trim_bottom(lines))}, span(lines), {}});
  doc::Block block{std::move(box), span(lines), {}};
  block.attributes.add_class("system-message");
  out.push_back(std::move(block));
}

doc::Blocks BlockParser::nested(Lines lines, Titles titles) {
  doc::Blocks out;
  if (depth_ + 1 > base::kMaxNesting) {
    page_.report("KB0003"_code, span(lines), {std::to_string(base::kMaxNesting)});
    if (!trim_top(lines).empty()) out.push_back(code(trim_bottom(trim_top(lines)), ""));
    return out;
  }
  read_inside(std::move(lines), titles, out);
  return out;
}

void BlockParser::splice(Lines lines, doc::Blocks& out) {
  if (depth_ + 1 <= base::kMaxNesting) read_inside(std::move(lines), titles_, out);
}

void BlockParser::read_inside(Lines lines, Titles titles, doc::Blocks& out) {
  if (page_.markup) return page_.markup->blocks(std::move(lines), titles, depth_ + 1, out);
  BlockParser parser(page_, std::move(lines), titles, depth_ + 1);
  parser.parse(out);
  leftover_classes_ += parser.leftover_classes_;
}

void BlockParser::parse(doc::Blocks& out) {
  while (!at_end(at_)) {
    if (lines_[at_].blank()) {
      ++at_;
      continue;
    }
    element(out);
    if (leftover_classes_.empty()) continue;
    doc::Block marker{doc::Comment{}, {}, {}};
    marker.attributes.set(kClassKey, leftover_classes_);
    out.push_back(std::move(marker));
    leftover_classes_.clear();
  }
  std::string classes = apply_classes(out);
  if (!classes.empty()) leftover_classes_ += (leftover_classes_.empty() ? "" : " ") + classes;
}

std::string apply_classes(doc::Blocks& out) {
  std::string leftover;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!out[i].attributes.has(kClassKey)) continue;
    std::string classes(out[i].attributes.get(kClassKey));
    std::size_t next = i + 1;
    while (next < out.size() && (std::holds_alternative<doc::Comment>(out[next].value) ||
                                 std::holds_alternative<doc::Anchor>(out[next].value) ||
                                 out[next].attributes.has_class("system-message")))
      ++next;
    if (next < out.size()) {
      out[next].attributes.add_class(classes);
    } else {
      leftover += leftover.empty() ? classes : " " + classes;
    }
  }
  std::erase_if(out, [](const doc::Block& block) { return block.attributes.has(kClassKey); });
  return leftover;
}

void BlockParser::element(doc::Blocks& out) {
  switch (classify(text_at(at_))) {
    case LineKind::blank: ++at_; return;
    case LineKind::indented: {
      Indented quote = take_indented(lines_, at_, {});
      at_ = quote.end;
      block_quote(std::move(quote.lines), out);
      return check_finish(quote.blank_finish, "block quote");
    }
    case LineKind::bullet: return bullet_list(out);
    case LineKind::enumerator:
      if (!enumerated_list(out)) text(out);
      return;
    case LineKind::field: return field_list(out);
    case LineKind::option:
      if (!option_list(out)) text(out);
      return;
    case LineKind::doctest: return doctest(out);
    case LineKind::line_block: return line_block(out);
    case LineKind::grid_table: return grid_table(out);
    case LineKind::simple_table: return simple_table(out);
    case LineKind::explicit_markup:
    case LineKind::anonymous_target: return explicit_markup(out);
    case LineKind::adornment: return adornment(out);
    case LineKind::text: return text(out);
  }
}

// ---- Text

// One line of text; the next one decides whether it is a term, a title or the begin of a paragraph.
void BlockParser::text(doc::Blocks& out) {
  std::size_t first = at_;
  if (blank_at(first + 1)) return paragraph(first, first + 1, out);
  if (lines_[first + 1].indented()) return definition_list(out);
  if (std::string_view rule = text_at(first + 1); is_adornment(rule)) {
    const Line& title = lines_[first];
    bool short_title = source::display_width(title.text) > static_cast<int>(rule.size());
    if (short_title && rule.size() < 4) {
      if (titles_ == Titles::allowed)
        page_.report("KB0310"_code, point(first + 1), {std::string(rule)});
    } else {
      at_ = first + 2;
      if (short_title) page_.report("KB0303"_code, point(first + 1), {std::string(title.text)});
      if (titles_ == Titles::unexpected)
        return refuse(out, "KB0307"_code, view(first, at_), {std::string(title.text)});
      return section(title, std::string(1, rule[0]), view(first, at_), out);
    }
  }
  std::size_t end = first + 1;
  while (!blank_at(end) && !lines_[end].indented()) ++end;
  bool unexpected = !blank_at(end);
  paragraph(first, end, out);
  if (unexpected) page_.report("KB0302"_code, point(end));
}

void BlockParser::paragraph(std::size_t first, std::size_t end, doc::Blocks& out) {
  Chunk chunk(view(first, end));
  at_ = end;
  bool literal = announces_literal(chunk.text());
  if (literal) {
    std::size_t size = chunk.text().size();
    bool alone = size == 2 || base::is_space(chunk.text()[size - 3]);
    chunk.truncate(alone
                       ? base::trim_right(std::string_view(chunk.text()).substr(0, size - 2)).size()
                       : size - 1);
  }
  if (!chunk.text().empty())
    out.push_back({doc::Paragraph{parse_inlines(page_, chunk)}, span(view(first, end)), {}});
  if (literal) literal_block(out);
}

// ---- Titles and transitions

bool BlockParser::short_rule(std::size_t size, doc::Blocks& out) {
  if (size >= 4) return false;
  // A lone "::" has a meaning of its own.
  if (text_at(at_) != "::") page_.report("KB0310"_code, point(at_), {std::string(text_at(at_))});
  text(out);
  return true;
}

void BlockParser::adornment(doc::Blocks& out) {
  std::string_view rule = text_at(at_);
  if (titles_ == Titles::unexpected) {
    if (rule == "::") return text(out);
    if (short_rule(rule.size(), out)) return;
    refuse(out, "KB0309"_code, view(at_, at_ + 1), {std::string(rule)});
    ++at_;
    return;
  }
  if (blank_at(at_ + 1)) {
    if (rule.size() < 4) return text(out);
    out.push_back({doc::ThematicBreak{}, point(at_), {}});
    ++at_;
    return;
  }
  if (is_adornment(text_at(at_ + 1))) {
    if (short_rule(rule.size(), out)) return;
    refuse(out, "KB0309"_code, view(at_, at_ + 2), {std::string(rule)});
    at_ += 2;
    return;
  }
  overlined_title(out);
}

void BlockParser::overlined_title(doc::Blocks& out) {
  std::size_t first = at_;
  std::string_view over = text_at(first);
  Line title = lines_[first + 1].cut(lines_[first + 1].indent());
  std::string_view under = at_end(first + 2) ? "" : text_at(first + 2);
  std::size_t end = std::min(first + 3, lines_.size());
  bool complete = is_adornment(under),
       too_short = source::display_width(lines_[first + 1].text) > static_cast<int>(over.size());
  if (!complete || over != under || too_short)
    if (short_rule(over.size(), out)) return;
  at_ = end;
  std::vector<std::string> name{std::string(title.text)};
  if (!complete) return refuse(out, "KB0306"_code, view(first, end), std::move(name));
  if (over != under) return refuse(out, "KB0305"_code, view(first, end), std::move(name));
  if (too_short) page_.report("KB0304"_code, point(first), std::move(name));
  section(title, std::string(2, over[0]), view(first, end), out);
}

void BlockParser::section(const Line& title, std::string style, LineView lines, doc::Blocks& out) {
  auto& styles = page_.title_styles;
  auto known = std::find(styles.begin(), styles.end(), style);
  if (styles.empty()) {
    // The first title of an `only` has the level of its adornment outside.
    auto outer = std::find(page_.outer_styles.begin(), page_.outer_styles.end(), style);
    auto found = static_cast<int>(outer - page_.outer_styles.begin());
    if (outer != page_.outer_styles.end() && found < page_.base_level) page_.base_level = found;
  }
  int level = page_.base_level + static_cast<int>(known - styles.begin()) + 1;
  if (level > page_.section_level + 1)
    return refuse(
        out, "KB0308"_code, lines,
        {std::string(title.text), std::to_string(page_.section_level), std::to_string(level)});
  if (known == styles.end()) styles.push_back(std::move(style));
  page_.section_level = level;

  doc::Heading heading{std::min(level, 6), parse_inlines(page_, Chunk(title))};
  std::string text = doc::plain_text(heading.children), name = normalise_name(text);
  std::string slug;
  // A target of the same name right above would take the id that the title makes: they become one.
  while (!out.empty() && std::holds_alternative<doc::Anchor>(out.back().value) &&
         out.back().attributes.id() == doc::make_slug(text, doc::SlugStyle::docutils)) {
    slug = out.back().attributes.id();
    out.pop_back();
  }
  if (slug.empty()) slug = page_.names.make_id(text);
  doc::Block block{std::move(heading), span(lines), {}};
  block.attributes.set("id", slug);
  if (level > 6) block.attributes.set("aria-level", std::to_string(level));
  out.push_back(std::move(block));
  Target target{TargetKind::internal, name, slug, span(lines)};
  page_.names.add(std::move(target), Origin::implied, page_.result.diagnostics);
}

// ---- Block quotes

namespace {

/// Bytes of "-- ", "--- " or an em dash and blanks; 0 where the line is no attribution.
std::size_t attribution_size(std::string_view line) {
  std::size_t size = 0;
  if (line.starts_with("—")) {
    size = 3;
  } else if (line.starts_with("--")) {
    size = line.starts_with("---") ? 3 : 2;
    if (line.substr(size).starts_with('-')) return 0;
  }
  if (size == 0) return 0;
  while (size < line.size() && line[size] == ' ') ++size;
  return size < line.size() ? size : 0;
}

/// Where a block of quoted lines ends with an attribution: its first line and the one after it.
struct Attribution {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The attribution that begins at `begin`, if its lines after the first are indented alike.
std::optional<Attribution> shape_attribution(LineView lines, std::size_t begin) {
  std::optional<std::size_t> indent;
  std::size_t end = begin + 1;
  for (; end < lines.size() && !lines[end].blank(); ++end) {
    if (indent && lines[end].indent() != *indent) return std::nullopt;
    indent = lines[end].indent();
  }
  return Attribution{begin, end};
}

std::optional<Attribution> find_attribution(LineView lines) {
  bool text_seen = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].blank()) continue;
    if (text_seen && lines[i - 1].blank() && attribution_size(lines[i].text) > 0)
      if (auto found = shape_attribution(lines, i)) return found;
    text_seen = true;
  }
  return std::nullopt;
}

}  // namespace

void BlockParser::block_quote(Lines lines, doc::Blocks& out) {
  LineView rest = lines;
  while (!rest.empty()) {
    auto attribution = find_attribution(rest);
    LineView body = attribution ? rest.first(attribution->begin) : rest;
    LineView whole = attribution ? rest.first(attribution->end) : rest;
    doc::Quote quote{nested(Lines(body.begin(), body.end()))};
    if (attribution) {
      Lines words;
      for (const Line& line : whole.subspan(attribution->begin))
        words.push_back(line.cut(words.empty() ? attribution_size(line.text) : line.indent()));
      quote.attribution = parse_inlines(page_, Chunk(words));
    }
    out.push_back({std::move(quote), span(whole), {}});
    rest = trim_top(rest.subspan(whole.size()));
  }
}

// ---- Literal and doctest blocks

doc::Block BlockParser::code(LineView lines, std::string language) const {
  doc::CodeBlock block{join(lines), std::move(language)};
  block.content = span(lines);
  return {std::move(block), span(lines), {}};
}

void BlockParser::literal_block(doc::Blocks& out) {
  Indented body = take_indented(lines_, at_, {});
  LineView lines = trim_bottom(body.lines);
  if (lines.empty()) return quoted_literal(out);
  at_ = body.end;
  out.push_back(code(lines, page_.highlight));
  check_finish(body.blank_finish, "literal block");
}

void BlockParser::quoted_literal(doc::Blocks& out) {
  std::size_t first = at_;
  while (!at_end(first) && lines_[first].blank()) ++first;
  if (at_end(first) || !base::is_punctuation(text_at(first)[0]))
    return page_.report("KB0311"_code, point(at_ > 0 ? at_ - 1 : 0));
  char quote = text_at(first)[0];
  std::size_t end = first + 1;
  while (!blank_at(end) && text_at(end)[0] == quote) ++end;
  at_ = end;
  out.push_back(code(view(first, end), page_.highlight));
  if (!blank_at(end))
    page_.report(lines_[end].indented() ? "KB0302"_code : "KB0312"_code, point(end));
}

void BlockParser::doctest(doc::Blocks& out) {
  std::size_t end = at_;
  while (!blank_at(end)) ++end;
  doc::Block block = code(view(at_, end), "pycon");
  block.attributes.add_class("doctest-block");
  out.push_back(std::move(block));
  at_ = end;
}

}  // namespace kbuild::read::rst
