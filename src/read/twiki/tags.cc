// What tags and other objects do to running text; see flow.h. HTML that the tree has nodes
// for becomes these; other allowed tags stay, checked one by one and balanced here.
#include <algorithm>

#include "base/text.h"
#include "doc/plain_text.h"
#include "html/address.h"
#include "html/sanitise.h"
#include "read/twiki/flow.h"

namespace kbuild::read::twiki {

namespace {

using namespace diag::literals;
using doc::Block;
using doc::EmphasisKind;
using doc::Inline;

struct InlineTag {
  std::string_view name;
  EmphasisKind kind;
};
constexpr InlineTag kEmphasisTags[] = {
    {"b", EmphasisKind::strong},        {"strong", EmphasisKind::strong},
    {"i", EmphasisKind::emphasis},      {"em", EmphasisKind::emphasis},
    {"del", EmphasisKind::deleted},     {"s", EmphasisKind::deleted},
    {"strike", EmphasisKind::deleted},  {"ins", EmphasisKind::inserted},
    {"u", EmphasisKind::underlined},    {"sub", EmphasisKind::subscript},
    {"sup", EmphasisKind::superscript}, {"mark", EmphasisKind::marked},
    {"small", EmphasisKind::small},     {"big", EmphasisKind::big},
    {"cite", EmphasisKind::cite},       {"q", EmphasisKind::quoted},
};
constexpr std::string_view kCodeTags[] = {"code", "tt", "samp"};
/// Tags around blocks. Those without an end tag of their own are not kept open.
constexpr std::string_view kBlockTags[] = {
    "address",    "article", "aside",   "blockquote", "caption", "center", "col",
    "colgroup",   "dd",      "details", "div",        "dl",      "dt",     "fieldset",
    "figcaption", "figure",  "footer",  "form",       "header",  "legend", "li",
    "main",       "nav",     "ol",      "section",    "summary", "table",  "tbody",
    "td",         "tfoot",   "th",      "thead",      "tr",      "ul",
};

/// The style sheet of Foswiki hides what has this class.
constexpr std::string_view kHiddenClass = "foswikiHidden";

template <std::size_t size>
bool is_in(const std::string_view (&table)[size], std::string_view name) {
  return std::find(std::begin(table), std::end(table), name) != std::end(table);
}

int heading_level(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' ? name[1] - '0' : 0;
}

std::string_view attribute(const html::HtmlToken& token, std::string_view name) {
  for (const html::HtmlAttribute& row : token.attributes)
    if (row.name == name) return row.value;
  return {};
}

bool holds_blocks(std::string_view html) {
  html::HtmlTokeniser tokeniser(html);
  for (html::HtmlToken token; tokeniser.next(token);)
    if (token.kind == html::HtmlKind::start_tag &&
        (is_in(kBlockTags, token.name) || token.name == "p" || token.name == "pre" ||
         heading_level(token.name) > 0))
      return true;
  return false;
}

/// Once a page for each kind.
void report_dropped(Page& page, const std::string& what, source::Span span) {
  if (page.dropped.insert(what).second)
    page.result.diagnostics.push_back({"KB0050"_code, span, {what}});
}

}  // namespace

void Flow::object(const Object& object, std::size_t at) {
  cursor_ = at;
  end_ = std::max(end_, at + 1);
  switch (object.kind) {
    case ObjectKind::code: return code(object);
    case ObjectKind::literal: return literal(object);
    case ObjectKind::tag: return tag(object, at);
    case ObjectKind::colour_open: {
      Frame frame{FrameKind::group, "colour"};
      frame.attributes.add_class("colour colour-" + object.text);
      frame.begin = at;
      return open_frame(std::move(frame));
    }
    case ObjectKind::colour_close: return close_frame("colour", at);
    case ObjectKind::icon:
      return add_inline(Inline{doc::Icon{object.text, object.argument}, object.span});
    case ObjectKind::contents: {
      doc::TableOfContents contents;
      if (auto depth = base::parse_integer(object.argument); depth && *depth >= 1 && *depth <= 6)
        contents.depth = static_cast<int>(*depth);
      if (!object.text.empty()) contents.title.push_back(Inline{doc::Text{object.text}});
      return add_block(Block{std::move(contents), object.span});
    }
    case ObjectKind::twisty_open:
      end_paragraph();
      if (twisties_.size() >= 50) return;
      twisties_.push_back(
          {object.text, object.argument == "open", object.span, std::move(blocks_)});
      blocks_.clear();
      return;
    case ObjectKind::twisty_close: return close_twisty();
  }
}

void Flow::code(const Object& object) {
  auto classes = base::split_words(object.argument);
  doc::CodeBlock block;
  block.text = object.text;
  block.content = object.content;
  // A class of <verbatim> names a language for the plug-ins that colour code, "tml" the wiki's own.
  for (std::string_view name : classes)
    if (name != "tml" && !name.starts_with("foswiki") && !name.starts_with("twiki")) {
      block.language = base::to_lower(name);
      break;
    }
  Block made{std::move(block), object.span};
  if (std::find(classes.begin(), classes.end(), kHiddenClass) != classes.end()) {
    made.attributes.add_class(kHiddenClass);
    made.attributes.set("hidden", "hidden");
  }
  add_block(std::move(made));
}

void Flow::literal(const Object& object) {
  std::string html = object.text;
  if (page_.options.trust == Trust::untrusted) {
    html::SanitiseResult clean = html::sanitise_html(object.text);
    for (const std::string& what : clean.dropped) report_dropped(page_, what, object.span);
    html = std::move(clean.html);
  }
  if (base::trim(html).empty()) return;
  if (holds_blocks(html)) return add_block(Block{doc::RawBlock{std::move(html)}, object.span});
  add_inline(Inline{doc::RawInline{std::move(html)}, object.span});
}

std::string Flow::clean_tag(const Object& object, const html::HtmlToken& token) {
  if (page_.options.trust == Trust::trusted) return object.text;
  std::string clean = html::sanitise_tag(object.text);
  if (clean.empty() && token.kind == html::HtmlKind::start_tag)
    report_dropped(page_, "<" + token.name + ">", object.span);
  return clean;
}

void Flow::tag(const Object& object, std::size_t at) {
  html::HtmlToken token;
  if (!html::read_tag(object.text, token)) return;
  const std::string& name = token.name;
  if (name == "noautolink") {
    page_.links_words = token.kind == html::HtmlKind::end_tag;
  } else if (name == "p") {
    end_paragraph();
  } else if (name == "hr") {
    add_block(Block{doc::ThematicBreak{}, object.span});
  } else if (int level = heading_level(name); level > 0) {
    end_paragraph();
    heading_ = token.kind == html::HtmlKind::end_tag ? 0 : level;
  } else if (name == "ho") {
    auto offset = base::parse_integer(attribute(token, "off"));
    long long sum = page_.heading_offset + std::clamp<long long>(offset.value_or(0), -5, 5);
    page_.heading_offset = static_cast<int>(std::clamp<long long>(sum, -5, 5));
  } else if (is_in(kBlockTags, name)) {
    block_tag(object, token);
  } else if (token.kind == html::HtmlKind::end_tag) {
    close_frame(name, at + 1);
  } else {
    open_tag(object, token, at);
  }
}

void Flow::open_tag(const Object& object, const html::HtmlToken& token, std::size_t at) {
  const std::string& name = token.name;
  if (name == "nop") return;
  if (name == "br") return add_inline(Inline{doc::HardBreak{}, object.span});
  if (name == "img") return image_tag(object, token);
  if (name == "a") return link_tag(token, at);
  Frame frame;
  frame.key = name;
  frame.begin = at;
  auto emphasis = std::find_if(std::begin(kEmphasisTags), std::end(kEmphasisTags),
                               [&](const InlineTag& row) { return row.name == name; });
  if (emphasis != std::end(kEmphasisTags)) {
    frame.kind = FrameKind::emphasis;
    frame.emphasis = emphasis->kind;
  } else if (is_in(kCodeTags, name)) {
    frame.kind = FrameKind::code;
  } else {
    frame.kind = FrameKind::raw;
    frame.tag = clean_tag(object, token);
    constexpr std::string_view void_tags[] = {"wbr",  "input", "embed", "area",   "base",
                                              "link", "meta",  "param", "source", "track"};
    if (token.self_closing || is_in(void_tags, name)) {
      if (!frame.tag.empty()) add_inline(Inline{doc::RawInline{std::move(frame.tag)}, object.span});
      return;
    }
  }
  if (token.self_closing) return;
  open_frame(std::move(frame));
}

void Flow::block_tag(const Object& object, const html::HtmlToken& token) {
  std::string html = clean_tag(object, token);
  end_paragraph();
  if (html.empty()) return;
  if (token.kind == html::HtmlKind::end_tag) {
    auto open = std::find(tags_.rbegin(), tags_.rend(), token.name);
    if (open == tags_.rend()) return;
    // What was left open inside ends with it.
    for (; tags_.back() != token.name; tags_.pop_back())
      blocks_.push_back(Block{doc::RawBlock{"</" + tags_.back() + ">"}});
    tags_.pop_back();
  } else if (!token.self_closing && token.name != "col") {
    // An item, row or cell ends the one before it.
    bool repeats = !tags_.empty() && tags_.back() == token.name && token.name != "div" &&
                   token.name != "ul" && token.name != "ol" && token.name != "table" &&
                   token.name != "blockquote";
    if (repeats) {
      blocks_.push_back(Block{doc::RawBlock{"</" + token.name + ">"}});
    } else if (tags_.size() < 100) {
      tags_.push_back(token.name);
    }
  }
  blocks_.push_back(Block{doc::RawBlock{std::move(html)}, object.span});
}

void Flow::link_tag(const html::HtmlToken& token, std::size_t at) {
  std::string_view href = attribute(token, "href"), id = attribute(token, "id");
  if (id.empty()) id = attribute(token, "name");
  Frame frame{FrameKind::group, "a"};
  frame.begin = at;
  bool safe =
      page_.options.trust == Trust::trusted || html::is_safe_url(href, html::AddressUse::stranger);
  if (!href.empty() && safe) {
    frame.kind = FrameKind::link;
    frame.link = make_url_target(page_, href);
    frame.link.title = attribute(token, "title");
  }
  if (!id.empty()) frame.attributes.set("id", id);
  open_frame(std::move(frame));
}

void Flow::image_tag(const Object& object, const html::HtmlToken& token) {
  std::string_view source = attribute(token, "src");
  if (source.empty() || (page_.options.trust == Trust::untrusted &&
                         !html::is_safe_url(source, html::AddressUse::stranger)))
    return;
  doc::Image image{make_url_target(page_, source).target, std::string(attribute(token, "alt")),
                   std::string(attribute(token, "title"))};
  Inline node{std::move(image), object.span};
  std::vector<std::string> dropped;
  for (const html::HtmlAttribute& row : html::sanitise_attributes("img", token.attributes, dropped))
    if (row.name != "src" && row.name != "alt" && row.name != "title")
      node.attributes.set(row.name, row.value);
  add_inline(std::move(node));
}

}  // namespace kbuild::read::twiki
