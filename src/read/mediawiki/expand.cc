// Expands preprocessor trees; see expand.h. The order in which a call's name is tried
// (variable, function, template) is that of Parser::braceSubstitution.
#include "read/mediawiki/expand.h"

#include <algorithm>

#include "base/text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

constexpr int kMaxExpansions = 10000;
constexpr int kMaxTemplateDepth = 40;
/// Calls inside arguments inside calls, of all templates together: bounds the stack.
constexpr int kMaxNesting = 150;

WikiText trimmed_slice(const WikiText& text, std::size_t begin) {
  return text.slice(begin, text.size()).trimmed();
}

/// A template that begins with block markup begins a line (MediaWiki bug T2529).
bool wants_line_start(std::string_view text) {
  return text.starts_with("{|") ||
         (!text.empty() && std::string_view(":;#*").find(text[0]) != std::string_view::npos);
}

/// Takes a prefix such as "subst:" off.
bool take_prefix(std::string& name, std::string_view prefix) {
  if (!base::starts_with_ignoring_case(name, prefix)) return false;
  name = base::trim(std::string_view(name).substr(prefix.size()));
  return true;
}

/// The target of "#REDIRECT [[target]]"; "" if the page is no redirect.
std::string_view redirect_target(std::string_view text) {
  text = base::trim_left(text);
  if (!base::starts_with_ignoring_case(text, "#redirect")) return {};
  text = base::trim_left(text.substr(9));
  if (text.starts_with(':')) text = base::trim_left(text.substr(1));
  if (!text.starts_with("[[")) return {};
  std::size_t end = text.find_first_of("]|\n", 2);
  return end == text.npos ? std::string_view() : text.substr(2, end - 2);
}

}  // namespace

Range place_of(const WikiText& text, const Node& node, const Frame& frame) {
  Range own = text.range(node.begin, node.end);
  return own ? own : frame.range;
}

// ---- Calls

Context& Call::context() const {
  return expander_.context();
}

const Part* Call::part(std::size_t index) const {
  std::size_t at = index + (first_ ? 0 : 1);
  return at < node_.parts.size() ? &node_.parts[at] : nullptr;
}

WikiText Call::value(std::size_t index) const {
  if (first_ && index == 0) return *first_;
  const Part* found = part(index);
  return found
             ? expander_.expand_nodes(text_, found->nodes, 0, found->nodes.size(), frame_).trimmed()
             : WikiText();
}

std::string Call::text(std::size_t index) const {
  return std::string(value(index).view());
}

std::optional<std::string> Call::name(std::size_t index) const {
  const Part* found = first_ && index == 0 ? nullptr : part(index);
  if (!found || found->equals < 0) return std::nullopt;
  WikiText name = expander_.expand_nodes(text_, found->nodes, 0,
                                         static_cast<std::size_t>(found->equals), frame_);
  return std::string(base::trim(name.view()));
}

WikiText Call::after_name(std::size_t index) const {
  const Part* found = part(index);
  if (!found || found->equals < 0) return value(index);
  return expander_
      .expand_nodes(text_, found->nodes, static_cast<std::size_t>(found->equals) + 1,
                    found->nodes.size(), frame_)
      .trimmed();
}

// ---- Expansion

WikiText Expander::expand(const WikiText& text, Frame& frame, Inclusion inclusion) {
  auto tree = std::make_shared<const Tree>(
      preprocess(std::make_shared<const WikiText>(text), inclusion, is_extension_tag));
  trees_.push_back(tree);
  if (tree->too_deep) context_.report_once("KB0003"_code, {}, {"100"});
  return expand_nodes(*tree->text, tree->nodes, 0, tree->nodes.size(), frame);
}

WikiText Expander::expand_nodes(const WikiText& text, const Nodes& nodes, std::size_t begin,
                                std::size_t end, Frame& frame) {
  WikiText out;
  for (std::size_t i = begin; i < end; ++i) append_node(out, text, nodes[i], frame);
  return out;
}

void Expander::append_node(WikiText& out, const WikiText& text, const Node& node, Frame& frame) {
  switch (node.kind) {
    case NodeKind::text:
    case NodeKind::equals: out.append(text, node.begin, node.end); return;
    case NodeKind::comment:
    case NodeKind::ignored: return;
    case NodeKind::heading:
      for (const Node& child : node.parts[0].nodes) append_node(out, text, child, frame);
      return;
    case NodeKind::call:
    case NodeKind::parameter:
    case NodeKind::extension: break;
  }
  if (nesting_ >= kMaxNesting) {
    context_.report_once("KB0003"_code, place_of(text, node, frame), {std::to_string(kMaxNesting)});
    out.append(text, node.begin, node.end);
    return;
  }
  if (!budget_.take_step(context_.span(place_of(text, node, frame))))
    return out.append(text, node.begin, node.end);
  ++nesting_;
  if (node.kind == NodeKind::call) append_call(out, text, node, frame);
  if (node.kind == NodeKind::parameter) append_parameter(out, text, node, frame);
  if (node.kind == NodeKind::extension) append_extension(out, text, node, frame);
  --nesting_;
}

void Expander::append_call(WikiText& out, const WikiText& text, const Node& node, Frame& frame) {
  Range range = place_of(text, node, frame);
  if (++expansions_ > kMaxExpansions) {
    context_.report_once("KB0402"_code, range, {std::to_string(kMaxExpansions) + " expansions"});
    return;
  }
  const Nodes& title_nodes = node.parts[0].nodes;
  WikiText written = expand_nodes(text, title_nodes, 0, title_nodes.size(), frame);
  WikiText title = written.trimmed();
  std::string name(title.view());
  if (take_prefix(name, "subst:")) return append_as_written(out, text, node, frame, written);
  take_prefix(name, "safesubst:");
  WikiText result;
  bool done = node.parts.size() == 1 &&
              append_variable(result, name, Call(*this, frame, text, node, std::nullopt));
  bool as_source = !done && take_prefix(name, "msgnw:");
  if (!done && !as_source) take_prefix(name, "msg:");
  if (!done) take_prefix(name, "raw:");
  std::size_t colon = name.find(':');
  if (!done && !as_source && colon != name.npos) {
    std::size_t first =
        title.view().find(name) == std::string_view::npos ? 0 : title.view().find(name);
    Call call(*this, frame, text, node, trimmed_slice(title, first + colon + 1));
    done = append_function(result, base::trim(std::string_view(name).substr(0, colon)), call);
  }
  if (!done && as_source) {
    auto page = read_title(name, kTemplate, context_.interwikis);
    auto source = page ? find_article(*page) : std::nullopt;
    if (source) context_.strip(result, StripKind::nowiki, WikiText(base::escape_html(*source)));
    done = source.has_value();
  }
  if (!done && !append_template(result, text, node, frame, name))
    return append_as_written(out, text, node, frame, written);
  if (!node.at_line_start && wants_line_start(result.view())) out.append("\n");
  if (budget_.take_text(result.size(), context_.span(range))) out.append(result);
}

bool Expander::append_template(WikiText& out, const WikiText& text, const Node& node, Frame& frame,
                               std::string_view name) {
  auto title = read_title(name, kTemplate, context_.interwikis);
  if (!title || !title->interwiki.empty() || title->fragment) return false;
  Range range = place_of(text, node, frame);
  std::string full;
  auto tree = title->name_space == kSpecial ? nullptr : template_tree(*title, full);
  if (!tree) {
    Call call(*this, frame, text, node, std::nullopt);
    if (title->name_space != kTemplate || !append_known_template(out, title->name, call))
      append_missing(out, text, node, frame, *title);
    return true;
  }
  for (const Frame* outer = &frame; outer; outer = outer->parent) {
    if (outer->title != full) continue;
    context_.report_once("KB0403"_code, range, {full});
    WikiText open;
    context_.open(open, "span", {{"class", "error"}});
    context_.put_marks(out, std::move(open));
    out.append("Template loop detected: [[" + full + "]]");
    context_.put_marks(out, WikiText("</span>"));
    return true;
  }
  if (frame.depth >= kMaxTemplateDepth) {
    context_.report_once("KB0402"_code, range,
                         {std::to_string(kMaxTemplateDepth) + " templates inside each other"});
    return true;
  }
  Frame inner{&frame, full, frame.depth + 1, arguments(text, node, frame), range};
  out.append(expand_nodes(*tree->text, tree->nodes, 0, tree->nodes.size(), inner));
  return true;
}

void Expander::append_missing(WikiText& out, const WikiText& text, const Node& node, Frame& frame,
                              const Title& title) {
  append_missing_template(out, title, Call(*this, frame, text, node, std::nullopt));
  // A box with an argument a line, as pages begin with, is no part of the paragraph below it.
  std::string_view call = text.view().substr(node.begin, node.end - node.begin);
  if ((node.at_line_start || node.begin == 0) && call.find('\n') != call.npos &&
      text.view().substr(node.end).starts_with('\n'))
    out.append("\n");
}

void Expander::append_as_written(WikiText& out, const WikiText& text, const Node& node,
                                 Frame& frame, const WikiText& name) {
  bool parameter = node.kind == NodeKind::parameter;
  out.append(parameter ? "{{{" : "{{");
  out.append(name);
  for (std::size_t i = 1; i < node.parts.size(); ++i) {
    out.append("|");
    out.append(expand_nodes(text, node.parts[i].nodes, 0, node.parts[i].nodes.size(), frame));
  }
  out.append(parameter ? "}}}" : "}}");
}

// ---- Parameters

std::map<std::string, Argument, std::less<>> Expander::arguments(const WikiText& text,
                                                                 const Node& node, Frame& frame) {
  std::map<std::string, Argument, std::less<>> out;
  int position = 0;
  for (std::size_t i = 1; i < node.parts.size(); ++i) {
    const Part& part = node.parts[i];
    bool named = part.equals >= 0;
    std::string name =
        named ? std::string(base::trim(
                    expand_nodes(text, part.nodes, 0, static_cast<std::size_t>(part.equals), frame)
                        .view()))
              : std::to_string(++position);
    out[name] = Argument{&part, &text, named, std::nullopt};
  }
  return out;
}

const WikiText* Expander::argument(Frame& frame, std::string_view name) {
  auto found = frame.arguments.find(name);
  if (found == frame.arguments.end()) return nullptr;
  Argument& argument = found->second;
  if (!argument.value) {
    std::size_t begin = argument.named ? static_cast<std::size_t>(argument.part->equals) + 1 : 0;
    // Set before the expansion, so that a value that refers to itself ends.
    argument.value = WikiText();
    WikiText value = expand_nodes(*argument.text, argument.part->nodes, begin,
                                  argument.part->nodes.size(), *frame.parent);
    argument.value = argument.named ? value.trimmed() : std::move(value);
  }
  return &*argument.value;
}

void Expander::append_parameter(WikiText& out, const WikiText& text, const Node& node,
                                Frame& frame) {
  const Nodes& name_nodes = node.parts[0].nodes;
  WikiText name = expand_nodes(text, name_nodes, 0, name_nodes.size(), frame);
  if (const WikiText* value = argument(frame, base::trim(name.view()))) {
    if (budget_.take_text(value->size(), context_.span(place_of(text, node, frame))))
      out.append(*value);
  } else if (node.parts.size() > 1) {
    const Nodes& otherwise = node.parts[1].nodes;
    out.append(expand_nodes(text, otherwise, 0, otherwise.size(), frame));
  } else {
    append_as_written(out, text, node, frame, name);
  }
}

// ---- Extension tags

void Expander::append_extension(WikiText& out, const WikiText& text, const Node& node,
                                Frame& frame) {
  ExtensionTag tag;
  tag.name = base::to_lower(text.view().substr(node.begin + 1, node.name_end - node.begin - 1));
  tag.attributes =
      split_attributes(text.view().substr(node.name_end, node.attributes_end - node.name_end));
  tag.content = text.slice(node.content_begin, node.content_end);
  tag.self_closing = node.self_closing;
  tag.range = place_of(text, node, frame);
  append_extension_tag(out, tag, *this, frame);
}

std::string_view ExtensionTag::attribute(std::string_view wanted) const {
  for (const html::HtmlAttribute& attribute : attributes)
    if (attribute.name == wanted) return attribute.value;
  return {};
}

bool ExtensionTag::has(std::string_view wanted) const {
  return std::any_of(
      attributes.begin(), attributes.end(),
      [&](const html::HtmlAttribute& attribute) { return attribute.name == wanted; });
}

// ---- Articles

std::optional<std::string> Expander::find_article(const Title& title) {
  if (!context_.options.article) return std::nullopt;
  std::string prefix(namespace_name(title.name_space));
  if (!prefix.empty()) prefix += ':';
  // Wikis treat these as one page; a folder of templates may hold any of them.
  for (const std::string& name : {title.name_as_written, title.name, lower_first(title.name)})
    for (const std::string& candidate : {name, base::replace_all(name, " ", "_")})
      if (auto text = context_.options.article(prefix + candidate)) return text;
  return std::nullopt;
}

std::shared_ptr<const Tree> Expander::template_tree(const Title& wanted, std::string& full_title) {
  Title title = wanted;
  std::string key = title.full() + '\n' + title.name_as_written;
  full_title = title.full();
  if (auto cached = templates_.find(key); cached != templates_.end()) return cached->second;
  auto text = find_article(title);
  if (text) {
    auto target = read_title(redirect_target(*text), kMain, context_.interwikis);
    if (target && target->interwiki.empty()) {
      auto redirected = find_article(*target);
      if (redirected) text = std::move(redirected);
    }
  }
  std::shared_ptr<const Tree> tree;
  if (text) {
    // MediaWiki stores pages without white space at their ends.
    std::string clean = base::replace_all(base::replace_all(base::trim_right(*text), "\r\n", "\n"),
                                          std::string(1, kStripMark), "?");
    tree = std::make_shared<const Tree>(
        preprocess(std::make_shared<const WikiText>(WikiText(std::move(clean))),
                   Inclusion::transcluded, is_extension_tag));
  }
  templates_[key] = tree;
  return tree;
}

// ---- The way to half-parsed text

WikiText Expander::parse(const WikiText& text, Frame& frame) {
  if (nesting_ >= kMaxNesting) return text;
  WikiText out = expand(text, frame, Inclusion::page);
  out = mark_html(out, context_);
  out = mark_tables(out, context_);
  out = mark_lines(out, context_);
  out = mark_page_links(out, context_);
  out = mark_quotes(out, context_);
  return mark_urls(out, context_);
}

}  // namespace kbuild::read::mediawiki
