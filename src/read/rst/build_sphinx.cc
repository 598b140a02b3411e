// Directives of Sphinx: page lists, conditional content, glossaries, grammars; see builders.h.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"
#include "read/rst/inline/roles.h"
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
  node.titles_only = call.has("titlesonly");
  node.with_hidden = call.has("includehidden");
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
      if (c == '(' || c == ')')
        spaced += std::string(" ") + c + " ";
      else
        spaced += c;
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
    if (depth > base::kMaxNesting) {
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
  // Sphinx gives the content adornments of its own; the sections around it continue after it.
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
    // What stands behind " : " only sorts the index.
    item.terms.push_back(parse_inlines(page, Chunk(term.slice(0, std::min(term.text.find(" : "), term.text.size())))));
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
    node.items.push_back(
        glossary_item(parser, lines.subspan(at, body - at), lines.subspan(body, end - body)));
    at = std::max(end, at + 1);
  }
  if (call.has("sorted"))
    std::stable_sort(node.items.begin(), node.items.end(), [](const auto& a, const auto& b) {
      auto key = [](const doc::DefinitionItem& item) {
        return item.terms.empty()
                   ? ""
                   : source::fold_case(source::strip_marks(doc::plain_text(item.terms[0])));
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

void build_target_notes(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  parser.page().target_notes = true;
  append(parser, call, doc::Container{"div"}, "target-notes", out);
}

}  // namespace kbuild::read::rst
