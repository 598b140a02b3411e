// Blocks between "/// name | argument" and "///", with options in indented YAML below the first
// line (pymdownx.blocks): admonition, details, tab, html, define, caption, figure-caption,
// table-caption.
#include <algorithm>

#include "base/text.h"
#include "meta/value.h"
#include "read/mkdocs/blocks.h"

namespace kbuild::read::mkdocs {

namespace {

/// The meaning of a block's name.
struct Kind {
  std::string_view name;
  bool Extensions::*on;
  /// Options besides "attrs", separated by blanks.
  std::string_view options;
  /// The type that an admonition by this name has.
  std::string_view type = "";
};
constexpr Kind kKinds[] = {
    {"admonition", &Extensions::blocks_admonition, "type"},
    {"note", &Extensions::blocks_admonition, "", "note"},
    {"attention", &Extensions::blocks_admonition, "", "attention"},
    {"caution", &Extensions::blocks_admonition, "", "caution"},
    {"danger", &Extensions::blocks_admonition, "", "danger"},
    {"error", &Extensions::blocks_admonition, "", "error"},
    {"tip", &Extensions::blocks_admonition, "", "tip"},
    {"hint", &Extensions::blocks_admonition, "", "hint"},
    {"warning", &Extensions::blocks_admonition, "", "warning"},
    {"details", &Extensions::blocks_details, "type open"},
    {"tab", &Extensions::blocks_tab, "new select"},
    {"html", &Extensions::blocks_html, "markdown"},
    {"define", &Extensions::blocks_definition, ""},
    {"caption", &Extensions::blocks_caption, ""},
    {"figure-caption", &Extensions::blocks_caption, ""},
    {"table-caption", &Extensions::blocks_caption, ""},
};

const Kind* find_kind(std::string_view name) {
  for (const Kind& kind : kKinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

bool is_caption(std::string_view name) {
  return name == "caption" || name.ends_with("-caption");
}

std::size_t count_slashes(std::string_view line) {
  std::size_t count = 0;
  while (count < line.size() && line[count] == '/') ++count;
  return count;
}

/// [ ]{0,3}/{3,}[ ]*: the number of slashes, or 0.
std::size_t match_end(std::string_view line) {
  if (indentation(line) >= kTab) return 0;
  line.remove_prefix(indentation(line));
  std::size_t slashes = count_slashes(line);
  return slashes >= 3 && is_blank(line.substr(slashes)) ? slashes : 0;
}

bool is_name_char(char c) {
  return base::is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// A CSS-like selector: tag, .class, #id, [key=value key]. False if it contains anything else.
struct Selector {
  std::string tag;
  doc::Attributes attributes;
};
bool read_brackets(std::string_view text, doc::Attributes& attributes) {
  for (text = base::trim(text); !text.empty(); text = base::trim_left(text)) {
    std::size_t end = 0;
    while (end < text.size() && (is_name_char(text[end]) || text[end] == ':' || text[end] == '.'))
      ++end;
    if (end == 0) return false;
    std::string_view key = text.substr(0, end), value = key;
    text.remove_prefix(end);
    if (text.starts_with('=')) {
      text.remove_prefix(1);
      bool quoted = !text.empty() && (text[0] == '"' || text[0] == '\'');
      std::size_t close = quoted ? text.find(text[0], 1) : std::min(text.find(' '), text.size());
      if (close == text.npos || (!quoted && close == 0)) return false;
      value = quoted ? text.substr(1, close - 1) : text.substr(0, close);
      text.remove_prefix(close + (quoted ? 1 : 0));
    }
    if (key == "class")
      attributes.add_class(value);
    else
      attributes.set(key, value);
  }
  return true;
}
bool read_selector(std::string_view text, Selector& selector) {
  auto name = [&](std::size_t from) {
    std::size_t end = from;
    while (end < text.size() && is_name_char(text[end])) ++end;
    return end > from && !base::is_digit(text[from]) ? text.substr(from, end - from)
                                                     : std::string_view{};
  };
  if (!text.empty() && is_name_char(text[0])) {
    std::string_view tag = name(0);
    if (tag.empty()) return false;
    selector.tag = base::to_lower(tag);
    text.remove_prefix(tag.size());
  }
  while (!text.empty()) {
    if (text[0] == '[') {
      std::size_t close = text.rfind(']');
      if (close == text.npos || !read_brackets(text.substr(1, close - 1), selector.attributes))
        return false;
      text.remove_prefix(close + 1);
      continue;
    }
    std::string_view word = text[0] == '.' || text[0] == '#' ? name(1) : std::string_view{};
    if (word.empty() || (text[0] == '#' && selector.attributes.has("id"))) return false;
    if (text[0] == '.')
      selector.attributes.add_class(word);
    else
      selector.attributes.set("id", word);
    text.remove_prefix(word.size() + 1);
  }
  return true;
}

/// A caption's argument: its position, its number or its depth, classes and id.
struct CaptionArgument {
  bool first = false;
  std::string number;
  int depth = 0;
  Selector selector;
};
bool read_caption_argument(std::string_view text, CaptionArgument& out) {
  text = base::trim(text);
  if (text.starts_with('<') || text.starts_with('>')) {
    out.first = text[0] == '<';
    text = base::trim_left(text.substr(1));
  }
  std::size_t end = 0;
  bool relative = text.starts_with('^');
  if (relative) ++end;
  while (end < text.size() &&
         (base::is_digit(text[end]) ||
          (text[end] == '.' && end + 1 < text.size() && base::is_digit(text[end + 1]) && end > 0)))
    ++end;
  if (end > 0 && (end == text.size() || text[end] == ' ')) {
    if (relative)
      out.depth = static_cast<int>(
          base::parse_integer(text.substr(1, std::min<std::size_t>(end - 1, 2))).value_or(0));
    else
      out.number = text.substr(0, end);
    text = base::trim_left(text.substr(end));
  }
  return (text.empty() || text[0] == '.' || text[0] == '#') && read_selector(text, out.selector);
}

constexpr std::string_view kRawTags[] = {"canvas", "math",  "option",  "pre",
                                         "script", "style", "textarea"};
constexpr std::string_view kInlineTags[] = {
    "address", "dd", "dt",      "h1",    "h2",  "h3",   "h4",   "h5", "h6",
    "legend",  "p",  "summary", "td",    "th",  "span", "a",    "b",  "em",
    "strong",  "i",  "code",    "small", "sub", "sup",  "mark", "kbd"};

/// How an html block's content is read: "block", "inline", "raw" (text as it stands), "html".
std::string_view html_mode(std::string_view wish, std::string_view tag) {
  if (!wish.empty() && wish != "auto") return wish;
  if (std::find(std::begin(kRawTags), std::end(kRawTags), tag) != std::end(kRawTags)) return "raw";
  if (std::find(std::begin(kInlineTags), std::end(kInlineTags), tag) != std::end(kInlineTags))
    return "inline";
  return "block";
}

/// Paragraphs become terms, items of lists become their definitions.
void make_definition_list(Node& list) {
  std::vector<std::unique_ptr<Node>> children;
  children.swap(list.children);
  for (std::unique_ptr<Node>& child : children) {
    if (child->tag == Tag::bullet_list) {
      for (std::unique_ptr<Node>& item : child->children) {
        item->tag = Tag::definition;
        list.children.push_back(std::move(item));
      }
    } else {
      if (child->tag == Tag::paragraph) child->tag = Tag::term;
      list.children.push_back(std::move(child));
    }
  }
}

std::string opening_tag(std::string_view tag, const doc::Attributes& attributes) {
  std::string out = "<" + std::string(tag);
  for (const auto& [key, value] : attributes.items)
    out += " " + key + "=\"" + base::escape_html(value) + "\"";
  return out + ">";
}

/// The line that may open a directive: "/// name" or "/// name | argument".
struct DirectiveOpening {
  std::size_t slashes = 0;
  std::string_view name;
  /// With its '|'.
  std::string_view argument;
};
std::optional<DirectiveOpening> match_opening(std::string_view line) {
  if (indentation(line) >= kTab) return std::nullopt;
  line.remove_prefix(indentation(line));
  DirectiveOpening opening;
  opening.slashes = count_slashes(line);
  if (opening.slashes < 3) return std::nullopt;
  line = base::trim_left(line.substr(opening.slashes));
  std::size_t stop = 0;
  while (stop < line.size() && is_name_char(line[stop])) ++stop;
  opening.name = line.substr(0, stop);
  opening.argument = base::trim(line.substr(stop));
  if (stop == 0 || (!opening.argument.empty() && opening.argument[0] != '|')) return std::nullopt;
  return opening;
}

}  // namespace

std::string_view BlockParser::Directive::option(std::string_view key) const {
  for (const auto& [known, value] : options)
    if (known == key) return value;
  return {};
}

bool BlockParser::continue_directive(Node& parent, Queue& blocks) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].parent != &parent) continue;
    fill_directive(i, blocks);
    return true;
  }
  return false;
}

/// The directive that line `at` opens, if that is a known one with a valid argument and options;
/// `end` is the line its content begins with.
std::optional<BlockParser::Directive> BlockParser::match_directive(const LineRange& block,
                                                                   std::size_t at,
                                                                   std::size_t& end) {
  DirectiveOpening opening = *match_opening(block[at]);
  Directive directive;
  directive.slashes = opening.slashes;
  directive.name = base::to_lower(opening.name);
  if (!opening.argument.empty()) directive.argument = base::trim(opening.argument.substr(1));
  const Kind* kind = find_kind(directive.name);
  if (!kind || !(page_.on.*kind->on)) return std::nullopt;
  end = at + 1;
  while (end < block.size() && indented(block[end], kTab)) ++end;
  LineRange options = block.part(at + 1, end);
  if (!options.empty() && !read_directive_options(directive, options)) return std::nullopt;
  // Arguments are checked before anything is touched.
  Selector selector;
  CaptionArgument caption;
  bool good = directive.name == "html"
                  ? directive.argument && read_selector(*directive.argument, selector) &&
                        !selector.tag.empty()
              : is_caption(directive.name)
                  ? read_caption_argument(directive.argument.value_or(""), caption)
                  : directive.name != "tab" || directive.argument.has_value();
  if (!good) return std::nullopt;
  return directive;
}

bool BlockParser::read_directive_options(Directive& directive, const LineRange& lines) {
  source::Span span =
      page_.span(page_.text.begin_of(lines.front()), page_.text.end_of(lines.back()));
  if (!span) return false;
  meta::ParsedYaml yaml = meta::parse_yaml(page_.sources, span);
  if (yaml.error || !yaml.value.is_mapping()) return false;
  std::vector<std::string_view> known = base::split_words(find_kind(directive.name)->options);
  for (const auto& [key, value] : yaml.value.members) {
    if (key.scalar == "attrs") {
      if (!value.is_mapping()) return false;
      for (const auto& [name, text] : value.members) {
        if (name.scalar == "class")
          directive.attributes.add_class(text.text());
        else
          directive.attributes.set(name.scalar, text.text());
      }
      continue;
    }
    if (std::find(known.begin(), known.end(), key.scalar) == known.end()) return false;
    bool flag = key.scalar == "open" || key.scalar == "new" || key.scalar == "select";
    if (flag && !value.boolean()) return false;
    directive.options.emplace_back(
        key.scalar, flag ? (*value.boolean() ? "true" : "false") : base::join(value.texts(), " "));
  }
  return true;
}

bool BlockParser::read_directive(Node& parent, Queue& blocks) {
  const LineRange& front = blocks.front();
  std::size_t end = 0, at = front.find(Search::directive, 0, [&](std::size_t i) {
    return match_opening(front[i]).has_value();
  });
  // What the first one is decides; that it is none stays so until its block is read.
  if (at == front.size() || (refused_ == &front.begin()[at] && refused_end_ == front.end()))
    return false;
  std::optional<Directive> directive = match_directive(front, at, end);
  if (!directive) {
    refused_ = &front.begin()[at];
    refused_end_ = front.end();
    return false;
  }

  LineRange block = blocks.pop();
  if (at > 0) parse(parent, block.before(at));
  Node* body = make_directive(parent, *directive);
  for (std::size_t i = at; i < end; ++i) extend(*body, block[i]);
  open_.push_back({&parent, body, std::move(*directive), {}});
  if (LineRange rest = block.from(end); !rest.empty()) blocks.push(rest);
  std::size_t index = open_.size() - 1;
  while (!blocks.empty() && index < open_.size()) fill_directive(index, blocks);
  return true;
}

Node* BlockParser::make_directive(Node& parent, const Directive& directive) {
  const Kind& kind = *find_kind(directive.name);
  if (is_caption(directive.name)) return &make_caption(parent, directive);
  if (directive.name == "html") {
    Selector selector;
    read_selector(*directive.argument, selector);
    Node& node = parent.add(Tag::element);
    node.name = selector.tag;
    node.attributes = std::move(selector.attributes);
    node.attributes.merge(directive.attributes);
    if (html_mode(directive.option("markdown"), node.name) == "inline")
      node.content = Content::span;
    return &node;
  }
  if (directive.name == "define") {
    Node& node = parent.add(Tag::definition_list);
    node.attributes = directive.attributes;
    return &node;
  }
  if (directive.name == "tab") {
    Node* set = parent.last();
    if (!set || set->tag != Tag::tab_set || directive.is_on("new")) set = &parent.add(Tag::tab_set);
    Node& node = set->add(Tag::tab);
    node.title = Lines{*directive.argument};
    node.marked = directive.is_on("select");
    node.attributes = directive.attributes;
    return &node;
  }
  Node& node = parent.add(directive.name == "details" ? Tag::details : Tag::admonition);
  node.name = kind.type.empty() ? std::string(directive.option("type")) : std::string(kind.type);
  node.marked = directive.is_on("open");
  node.attributes = directive.attributes;
  if (directive.argument)
    node.title = directive.argument->empty() ? Lines{} : Lines{*directive.argument};
  else if (node.name.empty() && node.tag == Tag::admonition)
    node.title = Lines{};
  return &node;
}

/// A caption wraps the block before it into a figure, or joins a figure that has none.
Node& BlockParser::make_caption(Node& parent, const Directive& directive) {
  CaptionArgument argument;
  read_caption_argument(directive.argument.value_or(""), argument);
  Node* figure = parent.last();
  bool free_figure =
      figure && figure->tag == Tag::element && figure->name == "figure" &&
      std::none_of(figure->children.begin(), figure->children.end(), [](const auto& child) {
        return child->tag == Tag::caption || child->name == "figcaption";
      });
  if (!free_figure) {
    std::unique_ptr<Node> content;
    if (figure) {
      content = std::move(parent.children.back());
      parent.children.pop_back();
    }
    figure = &parent.add(Tag::figure);
    if (content) {
      figure->begin = content->begin;
      figure->end = content->end;
      figure->children.push_back(std::move(content));
    }
  } else {
    figure->tag = Tag::figure;
  }
  figure->attributes.merge(argument.selector.attributes);
  figure->attributes.merge(directive.attributes);
  Node& caption = figure->add(Tag::caption);
  caption.name = directive.name == "caption" ? "" : directive.name;
  caption.level = argument.depth;
  caption.marked = argument.first;
  if (!argument.number.empty()) caption.title = Lines{page_.keep(argument.number)};
  return caption;
}

void BlockParser::fill_directive(std::size_t index, Queue& blocks) {
  LineRange block = blocks.pop();
  std::size_t end = 0;
  while (end < block.size() && match_end(block[end]) != open_[index].directive.slashes) ++end;
  bool closed = end < block.size();
  LineRange content = block.before(end);
  Node* body = open_[index].body;
  extend(*body, block.before(end + 1));
  std::string_view mode = open_[index].directive.name == "html"
                              ? html_mode(open_[index].directive.option("markdown"), body->name)
                              : "block";
  if (mode != "block") {
    Lines& raw = open_[index].raw;
    if (!raw.empty()) raw.push_back({});
    raw.insert(raw.end(), content.begin(), content.end());
  } else if (!is_blank(content)) {
    std::vector<State> outer;
    outer.swap(states_);
    parse_chunk(*body, content);
    outer.swap(states_);
  }
  if (!closed) return;
  while (open_.size() > index) {
    close_directive(open_.back());
    open_.pop_back();
  }
  if (LineRange rest = block.from(end + 1); !rest.empty()) blocks.push(rest);
}

void BlockParser::close_directive(OpenDirective& open) {
  Node& body = *open.body;
  if (open.directive.name == "define") make_definition_list(body);
  if (open.directive.name == "tab" && body.begin != kNowhere) {
    Node& set = *open.parent->last();
    set.begin = std::min(set.begin, body.begin);
    set.end = set.end == kNowhere ? body.end : std::max(set.end, body.end);
  }
  if (open.directive.name != "html") return;
  std::string_view mode = html_mode(open.directive.option("markdown"), body.name);
  if (mode == "block") return;
  trim_blank(open.raw);
  if (mode == "inline") {
    body.text = std::move(open.raw);
    return;
  }
  std::string content;
  Detabbed detabbed = detab(share(open.raw));
  const Lines& lines = detabbed.rest.empty() ? detabbed.block : open.raw;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) content += '\n';
    for (std::size_t at = 0; at < lines[i].size(); ++at) {
      FoundPlaceholder found{};
      if (!placeholder_at(lines[i], at, found)) {
        content += lines[i][at];
        continue;
      }
      if (const auto* html = std::get_if<doc::RawBlock>(&page_.stash[found.index].block.value))
        content += html->html;
      at += kPlaceholder - 1;
    }
  }
  if (mode == "raw") content = base::escape_html(content);
  body.tag = Tag::ready;
  body.block = std::make_unique<doc::Block>();
  std::string html = opening_tag(body.name, body.attributes) + content + "</" + body.name + ">";
  body.block->value =
      doc::RawBlock{page_.clean_html(std::move(html), page_.span(body.begin, body.end))};
  body.attributes = {};
}

void BlockParser::finish() {
  while (!open_.empty()) {
    close_directive(open_.back());
    open_.pop_back();
  }
}

}  // namespace kbuild::read::mkdocs
