// Extension tags: <nowiki>, <pre>, <syntaxhighlight>, <math>, <gallery>, <poem>, tabs, and those
// that show nothing. One table; a handler takes the tag's raw content and appends marks. <ref> is
// in cite.cc.
#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "read/mediawiki/cite.h"
#include "read/mediawiki/expand.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

struct Handler {
  const ExtensionTag& tag;
  Expander& expander;
  Frame& frame;
  Context& context;
};

/// '<' and '>' as entities, places kept.
WikiText escape_angles(const WikiText& text) {
  WikiText out;
  std::string_view view = text.view();
  std::size_t copied = 0;
  for (std::size_t at = view.find_first_of("<>"); at != view.npos;
       at = view.find_first_of("<>", at + 1)) {
    out.append(text, copied, at);
    out.append(view[at] == '<' ? "&lt;" : "&gt;");
    copied = at + 1;
  }
  out.append(text, copied, view.size());
  return out;
}

/// The content as an author sees it: strips that template arguments brought along put back and
/// decoded.
std::string raw_content(const WikiText& content, const Context& context) {
  std::string_view view = content.view();
  if (view.find(kStripMark) == view.npos) return std::string(view);
  std::string out;
  for (std::size_t at = 0; at < view.size();) {
    std::size_t mark = std::min(view.find(kStripMark, at), view.size());
    out += view.substr(at, mark - at);
    if (mark == view.size()) break;
    std::size_t end = std::min(view.find(kStripMark, mark + 1), view.size() - 1);
    out += html::decode_references(plain(content.slice(mark, end + 1), context),
                                   html::ReferenceRule::wiki);
    at = end + 1;
  }
  return out;
}

/// A code block of a content's lines, blank lines at both ends left out. Its content span is set
/// where the page has the same lines.
doc::CodeBlock make_code(const WikiText& content, Context& context) {
  doc::CodeBlock code;
  std::string text = raw_content(content, context);
  std::size_t begin = std::min(text.find_first_not_of('\n'), text.size());
  std::size_t end = text.find_last_not_of(" \t\n") + 1;
  if (end < begin) end = begin;
  code.text = text.substr(begin, end - begin);
  bool same = content.view() == text && end > begin;
  if (same) code.content = context.span(content.exact_range(begin, end));
  return code;
}

/// Text without tags for what the wiki shows as text only.
std::string words(std::string_view text) {
  return base::collapse_spaces(html::decode_references(text, html::ReferenceRule::wiki));
}

// ---- Verbatim text

void nowiki(WikiText& out, const Handler& in) {
  in.context.strip(out, StripKind::nowiki, escape_angles(in.tag.content));
}

/// A <nowiki> inside <pre> is a habit from before <pre> stopped wiki markup.
WikiText without_nowiki(const WikiText& text) {
  WikiText out;
  std::string lowered = base::to_lower(text.view());
  constexpr std::string_view open = "<nowiki>", close = "</nowiki>";
  for (std::size_t at = 0; at < lowered.size();) {
    std::size_t begin = lowered.find(open, at);
    // The innermost opening tag before a closing one makes the pair.
    std::size_t end = begin == lowered.npos ? begin : lowered.find(close, begin);
    if (end == lowered.npos) {
      out.append(text, at, text.size());
      break;
    }
    begin = lowered.rfind(open, end);
    out.append(text, at, begin);
    out.append(text, begin + open.size(), end);
    at = end + close.size();
  }
  return out;
}

void pre(WikiText& out, const Handler& in) {
  WikiText made;
  WikiText content = without_nowiki(in.tag.content);
  auto attributes = in.tag.attributes;
  bool wikitext = in.tag.attribute("format") == "wikitext";
  std::vector<std::string> dropped;
  attributes = html::sanitise_attributes("pre", std::move(attributes), dropped);
  if (wikitext) {
    in.context.open(made, "pre", std::move(attributes), in.tag.range);
    made.append(in.expander.parse(content, in.frame));
    made.append("</pre>");
  } else {
    doc::CodeBlock code = make_code(content, in.context);
    std::string decoded = html::decode_references(code.text, html::ReferenceRule::wiki);
    if (decoded != code.text) code.content = {};
    code.text = std::move(decoded);
    doc::Block block{std::move(code), in.context.span(in.tag.range), {}};
    for (const html::HtmlAttribute& attribute : attributes)
      if (attribute.name != "width") block.attributes.set(attribute.name, attribute.value);
    in.context.put(made, std::move(block), in.tag.range);
  }
  in.context.strip(out, StripKind::general, std::move(made));
}

// ---- Code

/// "1,3-5" as lines.
std::vector<std::uint32_t> read_lines(std::string_view text) {
  std::vector<std::uint32_t> lines;
  for (std::string_view part : base::split(text, ',')) {
    std::size_t dash = std::min(part.find('-'), part.size());
    auto first = base::parse_integer(base::trim(part.substr(0, dash)));
    auto last = dash < part.size() ? base::parse_integer(base::trim(part.substr(dash + 1))) : first;
    if (!first || !last || *first < 1) continue;
    for (long long line = *first; line <= *last && lines.size() < 10000; ++line)
      lines.push_back(static_cast<std::uint32_t>(line));
  }
  return lines;
}

void highlighted_code(WikiText& out, const Handler& in) {
  const ExtensionTag& tag = in.tag;
  doc::CodeBlock code = make_code(tag.content, in.context);
  code.language = base::to_lower(base::trim(tag.attribute("lang")));
  std::string_view enclose = tag.attribute("enclose");
  if (tag.has("inline") || enclose == "none") {
    WikiText made;
    in.context.put(made,
                   doc::Inline{doc::Code{base::collapse_spaces(code.text), code.language},
                               in.context.span(tag.range),
                               {}},
                   tag.range);
    return in.context.strip(out, StripKind::nowiki, std::move(made));
  }
  if (tag.has("line") || tag.has("start"))
    code.first_line_number =
        static_cast<int>(base::parse_integer(tag.attribute("start")).value_or(1));
  code.highlighted = read_lines(tag.attribute("highlight"));
  code.title = tag.attribute("title");
  WikiText made;
  in.context.put(made, doc::Block{std::move(code), in.context.span(tag.range), {}}, tag.range);
  in.context.strip(out, StripKind::general, std::move(made));
}

void math(WikiText& out, const Handler& in) {
  std::string tex(base::trim(raw_content(in.tag.content, in.context)));
  WikiText made;
  if (in.tag.name == "chem" || in.tag.name == "ce") tex = "\\ce{" + tex + '}';
  if (in.tag.attribute("display") == "block")
    in.context.put(
        made, doc::Block{doc::MathBlock{std::move(tex), {}}, in.context.span(in.tag.range), {}},
        in.tag.range);
  else
    in.context.put(made, doc::Inline{doc::Math{std::move(tex)}, in.context.span(in.tag.range), {}},
                   in.tag.range);
  in.context.strip(out,
                   in.tag.attribute("display") == "block" ? StripKind::general : StripKind::nowiki,
                   std::move(made));
}

// ---- Wiki text with a frame around it

void poem(WikiText& out, const Handler& in) {
  WikiText lines;
  const WikiText content = in.tag.content.trimmed();
  std::string_view view = content.view();
  for (std::size_t at = 0; at <= view.size();) {
    std::size_t end = std::min(view.find('\n', at), view.size());
    std::size_t begin = at;
    for (; begin < end && view[begin] == ' '; ++begin) lines.append("&nbsp;");
    lines.append(content, begin, end);
    if (end < view.size()) lines.append("<br>\n");
    at = end + 1;
  }
  WikiText made;
  in.context.open(made, "div", {{"class", "poem"}});
  made.append("\n");
  made.append(in.expander.parse(lines, in.frame));
  made.append("\n</div>");
  in.context.strip(out, StripKind::general, std::move(made));
}

/// The next '|' from `at` on that is in no link and no template; `end` if there is none.
std::size_t find_bar(std::string_view view, std::size_t at, std::size_t end) {
  int depth = 0;
  for (; at < end; ++at) {
    std::string_view pair = view.substr(at, 2);
    if (depth == 0 && view[at] == '|') return at;
    bool opens = pair == "[[" || pair == "{{", closes = depth > 0 && (pair == "]]" || pair == "}}");
    if (opens || closes) {
      depth += opens ? 1 : -1;
      ++at;
    }
  }
  return end;
}

/// One line of a gallery: a file, its alternative text, a caption.
void gallery_item(WikiText& out, std::size_t begin, std::size_t end, const Handler& in) {
  const WikiText& content = in.tag.content;
  std::string_view view = content.view();
  std::size_t bar = find_bar(view, begin, end);
  auto title =
      read_title(base::trim(view.substr(begin, bar - begin)), kFile, in.context.interwikis);
  if (!title || title->name_space != kFile || title->name.empty()) return;
  WikiText caption, options;
  bool linked = false;
  while (bar < end) {
    std::size_t next = find_bar(view, bar + 1, end);
    WikiText option = content.slice(bar + 1, next).trimmed();
    bool link = option.view().starts_with("link=");
    if (link && option.view().find('<') != std::string_view::npos) {
      // Markup in an address is plain text.
    } else if (link || option.view().starts_with("alt=")) {
      options.append(options.empty() ? "" : "|");
      options.append(option);
      linked = linked || link;
    } else {
      caption = std::move(option);
    }
    bar = next;
  }
  if (linked) options.append("|thumb");
  out.append(linked ? "<li>" : "<li><p>");
  append_file(out, *title, options, in.context, content.range(begin, end));
  if (!linked) out.append("</p>");
  if (!caption.empty()) {
    out.append("<p>");
    out.append(in.expander.parse(caption, in.frame));
    out.append("</p>");
  }
  out.append("</li>");
}

void gallery(WikiText& out, const Handler& in) {
  WikiText made;
  in.context.open(made, "ul", {{"class", "gallery"}}, in.tag.range);
  if (std::string_view caption = in.tag.attribute("caption"); !caption.empty()) {
    in.context.open(made, "li", {{"class", "gallerycaption"}});
    made.append(in.expander.parse(WikiText(std::string(caption)), in.frame));
    made.append("</li>");
  }
  std::string_view view = in.tag.content.view();
  for (std::size_t at = 0; at < view.size();) {
    std::size_t end = std::min(view.find('\n', at), view.size());
    gallery_item(made, at, end, in);
    at = end + 1;
  }
  made.append("</ul>");
  in.context.strip(out, StripKind::general, std::move(made));
}

// ---- Tabs

void append_tab(WikiText& out, std::string_view label, const WikiText& content, const Handler& in) {
  in.context.open(out, "div", {{std::string(kRoleAttribute), "tab"}, {":label", words(label)}});
  out.append("\n");
  out.append(in.expander.parse(content, in.frame));
  out.append("\n</div>\n");
}

/// <tabs> of the extension Tabs: holds <tab name="...">.
void tabs(WikiText& out, const Handler& in) {
  WikiText made;
  in.context.open(made, "div", {{std::string(kRoleAttribute), "tabs"}}, in.tag.range);
  made.append("\n");
  made.append(in.expander.parse(in.tag.content, in.frame));
  made.append("\n</div>");
  in.context.strip(out, StripKind::general, std::move(made));
}
void tab(WikiText& out, const Handler& in) {
  WikiText made;
  std::string_view name = in.tag.attribute("name");
  append_tab(made, name.empty() ? in.tag.attribute("index") : name, in.tag.content, in);
  in.context.strip(out, StripKind::general, std::move(made));
}

/// <tabber>: "Label=content" with "|-|" between.
void tabber(WikiText& out, const Handler& in) {
  WikiText made;
  in.context.open(made, "div", {{std::string(kRoleAttribute), "tabs"}}, in.tag.range);
  made.append("\n");
  std::string_view view = in.tag.content.view();
  for (std::size_t at = 0; at <= view.size();) {
    std::size_t end = std::min(view.find("|-|", at), view.size());
    std::size_t equals = std::min(view.find('=', at), end);
    if (equals < end)
      append_tab(made, base::trim(view.substr(at, equals - at)),
                 in.tag.content.slice(equals + 1, end), in);
    at = end + 3;
  }
  made.append("</div>");
  in.context.strip(out, StripKind::general, std::move(made));
}

// ---- Tags that change nothing

void show_content(WikiText& out, const Handler& in) {
  in.context.strip(out, StripKind::general, in.expander.parse(in.tag.content, in.frame));
}
void show_nothing(WikiText&, const Handler&) {}

void unsupported(WikiText& out, const Handler& in) {
  in.context.report_once("KB0406"_code, in.tag.range, {in.tag.name});
  in.context.strip(out, StripKind::nowiki, escape_angles(in.tag.content));
}

void ref(WikiText& out, const Handler& in) {
  append_reference(out, in.tag, in.expander, in.frame);
}
void references(WikiText& out, const Handler& in) {
  append_references(out, in.tag, in.expander, in.frame);
}

struct TagRow {
  std::string_view name;
  void (*append)(WikiText& out, const Handler& in);
};
// Sorted by name.
constexpr TagRow kTags[] = {
    {"categorytree", unsupported},
    {"ce", math},
    {"chem", math},
    {"dynamicpagelist", unsupported},
    {"gallery", gallery},
    {"graph", unsupported},
    {"imagemap", unsupported},
    {"indicator", show_nothing},
    {"inputbox", unsupported},
    {"langconvert", show_content},
    {"mapframe", unsupported},
    {"math", math},
    {"nowiki", nowiki},
    {"poem", poem},
    {"pre", pre},
    {"quiz", unsupported},
    {"ref", ref},
    {"references", references},
    {"score", unsupported},
    {"section", show_nothing},
    {"source", highlighted_code},
    {"syntaxhighlight", highlighted_code},
    {"tab", tab},
    {"tabber", tabber},
    {"tabs", tabs},
    {"templatedata", show_nothing},
    {"templatestyles", show_nothing},
    {"timeline", unsupported},
};

const TagRow* find_tag_row(std::string_view name) {
  auto found = std::lower_bound(
      std::begin(kTags), std::end(kTags), name,
      [](const TagRow& row, std::string_view wanted) { return row.name < wanted; });
  return found != std::end(kTags) && found->name == name ? found : nullptr;
}

}  // namespace

bool is_extension_tag(std::string_view name) {
  return find_tag_row(name) != nullptr;
}

void append_extension_tag(WikiText& out, const ExtensionTag& tag, Expander& expander,
                          Frame& frame) {
  find_tag_row(tag.name)->append(out, {tag, expander, frame, expander.context()});
}

}  // namespace kbuild::read::mediawiki
