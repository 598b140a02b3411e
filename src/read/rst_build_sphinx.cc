// Directives of Sphinx: page lists, conditional content, glossaries, grammars, descriptions of objects; see
// rst_builders.h.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "read/rst_builders.h"
#include "read/rst_inline.h"
#include "read/rst_roles.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

using namespace diag::literals;

void build_page_list(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::PageList node;
  node.caption = base::trim(call.get("caption"));
  node.depth = static_cast<int>(std::clamp(call.number("maxdepth").value_or(-1), -1LL, 100LL));
  node.hidden = call.has("hidden");
  node.numbered = call.has("numbered");
  node.glob = call.has("glob");
  for (const Line& line : call.content) {
    if (line.blank()) continue;
    TitledTarget entry = split_titled_target(line.text);
    bool url = entry.target.find("://") != std::string::npos;
    std::string title = entry.has_title ? entry.title : url ? entry.target : "";
    node.entries.push_back({std::move(title), entry.target, parser.span({&line, 1})});
  }
  if (call.has("reversed")) std::reverse(node.entries.begin(), node.entries.end());
  append(parser, call, std::move(node), "", out);
}

// ---- only

namespace {

/// "html and not (latex or draft)": the tags of an HTML site are set, all others are not.
class TagExpression {
 public:
  explicit TagExpression(std::string_view text) {
    std::string spaced;
    for (char c : text) {
      if (c == '(' || c == ')') spaced += std::string(" ") + c + " ";
      else spaced += c;
    }
    for (std::string_view word : base::split_words(spaced)) words_.emplace_back(word);
  }

  /// nullopt where the text is no expression.
  std::optional<bool> evaluate() {
    bool value = disjunction(0);
    return broken_ || at_ != words_.size() ? std::nullopt : std::optional<bool>(value);
  }

 private:
  bool accept(std::string_view word) {
    if (at_ >= words_.size() || words_[at_] != word) return false;
    ++at_;
    return true;
  }
  bool disjunction(int depth) {
    bool value = conjunction(depth);
    while (accept("or")) value = conjunction(depth) || value;
    return value;
  }
  bool conjunction(int depth) {
    bool value = negation(depth);
    while (accept("and")) value = negation(depth) && value;
    return value;
  }
  bool negation(int depth) {
    if (depth > kMaximumDepth) {
      broken_ = true;
      return false;
    }
    if (accept("not")) return !negation(depth + 1);
    if (accept("(")) {
      bool value = disjunction(depth + 1);
      broken_ = broken_ || !accept(")");
      return value;
    }
    if (at_ >= words_.size()) {
      broken_ = true;
      return false;
    }
    const std::string& tag = words_[at_++];
    return tag == "html" || tag == "builder_html" || tag == "format_html" || tag == "dirhtml";
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace

void build_only(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  auto value = TagExpression(call.argument()).evaluate();
  if (!value)
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {"only", base::format("'{}' is no expression", call.argument())});
  if (!*value) return;
  // Sphinx gives the content adornments of its own; the sections around it go on after it.
  Page& page = parser.page();
  auto styles = std::exchange(page.title_styles, {});
  auto outer = std::exchange(page.outer_styles, styles);
  int level = page.section_level, base_level = std::exchange(page.base_level, level);
  parser.splice(call.content, out);
  page.title_styles = std::move(styles);
  page.outer_styles = std::move(outer);
  page.section_level = level;
  page.base_level = base_level;
}

// ---- glossary

namespace {

doc::DefinitionItem glossary_item(BlockParser& parser, LineView terms, LineView body) {
  Page& page = parser.page();
  doc::DefinitionItem item;
  for (const Line& term : terms) {
    item.terms.push_back(parse_inlines(page, Chunk(term)));
    std::string text = doc::plain_text(item.terms.back());
    std::string id = page.names.make_id("term-" + text);
    if (item.terms.size() == 1) {
      item.attributes.set("id", id);
    } else {
      doc::Inline place{doc::Group{std::move(item.terms.back())}, {}, {}};
      place.attributes.set("id", id);
      item.terms.back().clear();
      item.terms.back().push_back(std::move(place));
    }
    page.terms[normalise_name(text)] = id;
  }
  Lines lines(body.begin(), body.end());
  std::size_t indent = std::string_view::npos;
  for (const Line& line : lines)
    if (!line.blank()) indent = std::min(indent, line.indent());
  for (Line& line : lines) line = line.cut(indent);
  item.definitions.push_back(parser.nested(std::move(lines)));
  item.span = source::merge(parser.span(terms), parser.span(body));
  return item;
}

}  // namespace

void build_glossary(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::DefinitionList node;
  node.kind = doc::DefinitionKind::glossary;
  LineView lines = call.content;
  for (std::size_t at = 0; at < lines.size();) {
    if (lines[at].blank() || lines[at].text.starts_with(".. ")) {
      ++at;
      continue;
    }
    std::size_t body = at;
    while (body < lines.size() && !lines[body].blank() && !lines[body].indented()) ++body;
    std::size_t end = body;
    while (end < lines.size() && (lines[end].blank() || lines[end].indented())) ++end;
    node.items.push_back(glossary_item(parser, lines.subspan(at, body - at), lines.subspan(body, end - body)));
    at = std::max(end, at + 1);
  }
  if (call.has("sorted"))
    std::stable_sort(node.items.begin(), node.items.end(), [](const auto& a, const auto& b) {
      auto key = [](const doc::DefinitionItem& item) {
        return item.terms.empty() ? "" : source::fold_case(source::strip_marks(doc::plain_text(item.terms[0])));
      };
      return key(a) < key(b);
    });
  append(parser, call, std::move(node), "", out);
}

// ---- productionlist

void build_production_list(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  // Rules may be continued by a backslash or by a line that begins with a colon.
  std::vector<std::pair<std::string, std::string>> rules;
  bool continued = false;
  std::size_t width = 0;
  for (const Line& line : call.content.empty() ? call.argument_lines : call.content) {
    std::string_view text = continued ? line.text : base::trim_left(line.text);
    bool more = text.ends_with('\\');
    if (more) text.remove_suffix(1);
    if (continued && !rules.empty()) {
      rules.back().second += text;
    } else if (std::size_t colon = text.find(':'); colon != text.npos) {
      rules.emplace_back(base::trim(text.substr(0, colon)), text.substr(colon + 1));
      width = std::max(width, rules.back().first.size());
    }
    continued = more;
  }
  std::string text;
  for (const auto& [name, rule] : rules) {
    if (!text.empty()) text += '\n';
    text += name.empty() ? std::string(width + 5, ' ') : base::format("{:{}} ::= ", name, width);
    text += base::replace_all(rule, "`", "");
  }
  append(parser, call, doc::CodeBlock{text}, "productionlist", out);
}

void build_horizontal_list(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  for (doc::Block& block : parser.nested(call.content)) {
    block.attributes.add_class("hlist");
    out.push_back(std::move(block));
  }
}

// ---- Descriptions of objects

namespace {

doc::Inline emphasised(std::string text) {
  doc::Emphasis emphasis;
  emphasis.children.push_back({doc::Text{std::move(text)}, {}, {}});
  return {std::move(emphasis), {}, {}};
}

/// The marks around a name of reST itself.
struct MarkupForm {
  std::string_view kind;
  std::string_view before;
  std::string_view after;
};
constexpr MarkupForm kMarkupForms[] = {
    {"rst:directive", ".. ", "::"}, {"rst:role", ":", ":"}, {"rst:directive:option", ":", ":"}};

/// "name(a, b) -> c": the parameters are emphasised, as Sphinx shows them.
doc::Inlines signature(std::string_view text, std::string_view kind) {
  doc::Inlines out;
  auto plain = [&](std::string part) {
    if (!part.empty()) out.push_back({doc::Text{std::move(part)}, {}, {}});
  };
  for (const MarkupForm& form : kMarkupForms) {
    if (form.kind != kind) continue;
    std::size_t end = std::min(text.find_first_of(": "), text.size());
    plain(base::format("{}{}{}", form.before, text.substr(0, end), form.after));
    std::string_view argument = base::trim(text.substr(std::min(end + 1, text.size())));
    if (!argument.empty()) {
      plain(" ");
      out.push_back(emphasised(std::string(argument)));
    }
    return out;
  }
  std::size_t colon = kind.rfind(':');
  std::string_view name = kind.substr(colon == kind.npos ? 0 : colon + 1);
  if (name == "class" || name == "exception" || name == "staticmethod" || name == "classmethod") {
    std::string_view prefix = name;
    if (prefix.ends_with("method")) prefix.remove_suffix(6);
    out.push_back(emphasised(std::string(prefix) + " "));
  }
  std::size_t open = text.find('('), close = text.rfind(')');
  if (open == text.npos || close == text.npos || close < open) {
    plain(std::string(text));
    return out;
  }
  plain(std::string(text.substr(0, open + 1)));
  bool first = true;
  for (std::string_view parameter : base::split(text.substr(open + 1, close - open - 1), ',')) {
    if (!first) plain(", ");
    first = false;
    if (!base::trim(parameter).empty()) out.push_back(emphasised(std::string(base::trim(parameter))));
  }
  std::string rest(text.substr(close));
  plain(base::replace_all(rest, "->", "\xe2\x86\x92"));
  return out;
}

}  // namespace

void build_object(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::DefinitionList node;
  doc::DefinitionItem item;
  std::string text;
  for (const Line& line : call.argument_lines) {
    text += base::trim(line.text);
    if (text.ends_with('\\')) {
      text.pop_back();
      continue;
    }
    item.terms.push_back(signature(text, call.name));
    text.clear();
  }
  std::string name = call.arguments[0].substr(0, call.arguments[0].find_first_of("(\n "));
  if (!call.has("noindex") && !call.has("no-index"))
    item.attributes.set("id", parser.page().names.make_id(name));
  item.definitions.push_back(parser.nested(call.content));
  item.span = call.span;
  node.items.push_back(std::move(item));
  append(parser, call, std::move(node), "describe", out);
}

void build_target_notes(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  parser.page().target_notes = true;
  append(parser, call, doc::Container{"div"}, "target-notes", out);
}

}  // namespace kbuild::read::rst
