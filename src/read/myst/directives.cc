// Directives of MyST: how a fence is parted into argument, options and content; what the parts mean
// is the table of reStructuredText's. The rules are those of myst-parser's
// parse_directive_text.
#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "meta/value.h"
#include "read/myst/builder.h"
#include "read/myst/inline.h"
#include "read/myst/lines.h"
#include "read/myst/scanner.h"
#include "read/rst/blocks.h"
#include "read/rst/builders.h"
#include "read/rst/directives.h"

namespace kbuild::read::myst {

using namespace diag::literals;
using doc::Block;
using doc::Blocks;

namespace {

/// "key: value" of an option, as YAML means it: quotes are taken off, a comment is left out.
std::string option_value(std::string_view written) {
  written = base::trim(written);
  char quote = written.empty() ? '\0' : written[0];
  if ((quote == '"' || quote == '\'') && written.size() > 1) {
    std::size_t close = written.rfind(quote);
    return close > 0 ? std::string(written.substr(1, close - 1)) : std::string(written);
  }
  if (std::size_t comment = written.find(" #"); comment != written.npos)
    written = base::trim(written.substr(0, comment));
  if (written == "true" || written == "True" || written == "null" || written == "~") return "";
  return std::string(written);
}

rst::DirectiveOption read_option(std::string_view text) {
  std::size_t colon = text.find(':');
  std::string name = base::to_lower(base::trim(text.substr(0, colon)));
  return {name, colon == text.npos ? "" : option_value(text.substr(colon + 1))};
}

/// Lines of ":key: value" at the top.
void take_short_options(rst::LineView& content, std::vector<rst::DirectiveOption>& options) {
  while (!content.empty()) {
    std::string_view line = base::trim_left(content.front().text);
    if (!line.starts_with(':') || line.starts_with(":::")) return;
    options.push_back(read_option(line.substr(1)));
    content = content.subspan(1);
  }
}

/// YAML between "---" and "---" at the top: a mapping of scalars, with texts over several lines.
/// Returns why it is wrong, or "".
std::string take_yaml_options(const rst::SourceStore& sources, rst::LineView& content,
                              std::vector<rst::DirectiveOption>& options) {
  std::size_t end = 1;
  while (end < content.size() && !content[end].text.starts_with("---")) ++end;
  rst::LineView lines = content.subspan(1, end - 1);
  content = content.subspan(std::min(end + 1, content.size()));
  if (lines.empty()) return "";
  const rst::Line& last = lines.back();
  rst::Span whole{lines.front().file, lines.front().begin,
                  last.begin + last.skip + static_cast<std::uint32_t>(last.text.size())};
  std::string_view text = whole ? sources.text(whole.file).substr(whole.begin, whole.end - whole.begin)
                                : std::string_view();
  // Inside quotes and texts of no file the lines are not YAML as they stand.
  bool contiguous = whole && text.find('>') == text.npos;
  if (!contiguous) {
    for (const rst::Line& line : lines)
      if (!line.blank()) options.push_back(read_option(line.text));
    return "";
  }
  meta::ParsedYaml parsed = meta::parse_yaml(sources, whole);
  if (parsed.error) return "its options are not YAML: " + *parsed.error;
  for (const auto& [key, value] : parsed.value.members) {
    std::string given = value.text();
    if (given == "true" || given == "True") given.clear();
    options.push_back({base::to_lower(key.scalar), std::move(given)});
  }
  return "";
}

}  // namespace

void Builder::directive(Node& node, std::string_view name, Blocks& out) {
  // The argument stands behind the name on the fence's line.
  const rst::Line& head = node.whole.front();
  std::size_t brace = head.text.find('}');
  std::size_t begin = std::min(head.text.find_first_not_of(" \t", brace + 1), head.text.size());
  rst::Line argument = head.slice(begin, base::trim_right(head.text).size());
  if (name == "figure-md") return figure_md(node, argument.text, out);

  rst::BlockParser parser(context_.page, {}, titles_, depth_);
  rst::DirectiveParts parts{name, argument, {}, {}, node.whole};
  rst::LineView content = node.lines;
  if (rst::takes_options(name) && !content.empty()) {
    std::string_view first = content.front().text;
    if (first.starts_with("---")) {
      std::string fault = take_yaml_options(context_.page.sources, content, parts.options);
      if (!fault.empty())
        return parser.refuse(out, "KB0341"_code, node.whole, {std::string(name), fault});
    } else {
      take_short_options(content, parts.options);
    }
  }
  parts.content.assign(content.begin(), content.end());
  rst::run_directive(parser, std::move(parts), out);
}

/// The content is reStructuredText.
void Builder::eval_rst(Node& node, Blocks& out) {
  rst::Page& page = context_.page;
  const rst::Markup* markup = std::exchange(page.markup, nullptr);
  // reStructuredText wants lines without white space at their ends, and no tabs.
  rst::Lines lines;
  for (const rst::Line& line : node.lines) {
    rst::Line& own = lines.emplace_back(line.slice(0, line.text.size()));
    if (own.text.find('\t') == own.text.npos) continue;
    own.text = page.arena.emplace_back(base::replace_all(own.text, "\t", "        "));
  }
  if (depth_ < base::kMaxNesting)
    rst::BlockParser(page, std::move(lines), titles_, depth_ + 1).parse(out);
  page.markup = markup;
}

/// MyST's own figure: an image of Markdown, then paragraphs for caption and legend. The argument is
/// the figure's name.
void Builder::figure_md(Node& node, std::string_view argument, Blocks& out) {
  std::vector<rst::DirectiveOption> options;
  rst::LineView content = node.lines;
  take_short_options(content, options);
  Blocks blocks;
  read_blocks(context_, rst::Lines(content.begin(), content.end()), rst::Titles::unexpected,
              depth_ + 1, blocks);
  std::erase_if(blocks, [](const Block& block) {
    return std::holds_alternative<doc::Comment>(block.value);
  });
  auto* first = blocks.empty() ? nullptr : std::get_if<doc::Paragraph>(&blocks[0].value);
  bool image = first && first->children.size() == 1;
  if (!image) {
    rst::BlockParser parser(context_.page, {}, titles_, depth_);
    return parser.refuse(out, "KB0341"_code, node.whole,
                         {"figure-md", "its content begins with no image"});
  }
  doc::Figure figure;
  figure.children.push_back(std::move(blocks[0]));
  if (blocks.size() > 1) figure.caption.push_back(std::move(blocks[1]));
  for (std::size_t i = 2; i < blocks.size(); ++i) figure.legend.push_back(std::move(blocks[i]));
  std::string name(base::trim(argument));
  if (!name.empty()) add_target(name, node.span, out);
  Block block{std::move(figure), node.span, {}};
  for (const rst::DirectiveOption& option : options)
    if (option.name == "class") block.attributes.add_class(rst::class_names(option.value));
  out.push_back(std::move(block));
}

}  // namespace kbuild::read::myst
