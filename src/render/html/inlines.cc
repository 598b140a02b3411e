// HTML of inlines: emphasis, links, images, code, mathematics, keys; see html.h.
#include <algorithm>

#include "base/format.h"
#include "base/overloaded.h"
#include "base/text.h"
#include "html/address.h"
#include "math/math.h"
#include "render/html/markup.h"
#include "render/html/writer.h"

namespace kbuild::render {

namespace {

struct EmphasisForm {
  doc::EmphasisKind kind;
  std::string_view tag;
  std::string_view classes;
};
constexpr EmphasisForm kEmphasisForms[] = {
    {doc::EmphasisKind::emphasis, "em", ""},     {doc::EmphasisKind::strong, "strong", ""},
    {doc::EmphasisKind::deleted, "del", ""},     {doc::EmphasisKind::inserted, "ins", ""},
    {doc::EmphasisKind::marked, "mark", ""},     {doc::EmphasisKind::subscript, "sub", ""},
    {doc::EmphasisKind::superscript, "sup", ""}, {doc::EmphasisKind::small, "small", ""},
    {doc::EmphasisKind::big, "span", "big"},     {doc::EmphasisKind::underlined, "u", ""},
    {doc::EmphasisKind::cite, "cite", ""},       {doc::EmphasisKind::quoted, "q", ""},
};

// The label of a key, by pymdownx.keys' canonical name; a key that is not here shows its name.
struct KeyCap {
  std::string_view name;
  std::string_view cap;
};
constexpr KeyCap kKeyCaps[] = {
    {"alt", "Alt"},
    {"alt-graph", "AltGr"},
    {"arrow-down", "Down"},
    {"arrow-left", "Left"},
    {"arrow-right", "Right"},
    {"arrow-up", "Up"},
    {"asterisk", "*"},
    {"back-tab", "Back Tab"},
    {"backslash", "\\"},
    {"backspace", "Backspace"},
    {"backtab", "Back Tab"},
    {"bar", "|"},
    {"brace-left", "{"},
    {"brace-right", "}"},
    {"bracket-left", "["},
    {"bracket-right", "]"},
    {"break", "Break"},
    {"browser-back", "Browser Back"},
    {"browser-favorites", "Browser Favorites"},
    {"browser-forward", "Browser Forward"},
    {"browser-home", "Browser Home"},
    {"browser-refresh", "Browser Refresh"},
    {"browser-search", "Browser Search"},
    {"browser-stop", "Browser Stop"},
    {"calculator", "Calculator"},
    {"caps-lock", "Caps Lock"},
    {"clear", "Clear"},
    {"cmd", "Cmd"},
    {"colon", ":"},
    {"comma", ","},
    {"command", "Cmd"},
    {"context-menu", "Menu"},
    {"control", "Ctrl"},
    {"copy", "Copy"},
    {"delete", "Del"},
    {"dollar", "$"},
    {"double-quote", "\""},
    {"eject", "Eject"},
    {"end", "End"},
    {"enter", "Enter"},
    {"equal", "="},
    {"escape", "Esc"},
    {"exclam", "!"},
    {"fingerprint", "Fingerprint"},
    {"fn", "Fn"},
    {"function", "Fn"},
    {"grave", "`"},
    {"greater", ">"},
    {"help", "Help"},
    {"home", "Home"},
    {"insert", "Ins"},
    {"left-alt", "Left Alt"},
    {"left-button", "Left Button"},
    {"left-command", "Left Command"},
    {"left-control", "Left Ctrl"},
    {"left-meta", "Left Meta"},
    {"left-option", "Left Option"},
    {"left-shift", "Left Shift"},
    {"left-super", "Left Super"},
    {"left-windows", "Left Win"},
    {"less", "<"},
    {"mail", "Mail"},
    {"media", "Media"},
    {"media-next-track", "Next Track"},
    {"media-pause", "Pause"},
    {"media-play", "Play"},
    {"media-play-pause", "Play/Pause"},
    {"media-prev-track", "Previous Track"},
    {"media-stop", "Stop"},
    {"menu", "Menu"},
    {"meta", "Meta"},
    {"middle-button", "Middle Button"},
    {"minus", "-"},
    {"num-asterisk", "Num *"},
    {"num-clear", "Num Clear"},
    {"num-delete", "Num Del"},
    {"num-enter", "Num Enter"},
    {"num-equal", "Num ="},
    {"num-lock", "Num Lock"},
    {"num-minus", "Num -"},
    {"num-plus", "Num +"},
    {"num-separator", "Num ."},
    {"num-slash", "Num /"},
    {"option", "Option"},
    {"page-down", "Page Down"},
    {"page-up", "Page Up"},
    {"parenthesis-left", "("},
    {"parenthesis-right", ")"},
    {"pause", "Pause"},
    {"period", "."},
    {"pipe", "|"},
    {"plus", "+"},
    {"power", "Power"},
    {"print", "Print"},
    {"print-screen", "Print Screen"},
    {"question", "?"},
    {"reset", "Reset"},
    {"right-alt", "Right Alt"},
    {"right-button", "Right Button"},
    {"right-command", "Right Command"},
    {"right-control", "Right Ctrl"},
    {"right-meta", "Right Meta"},
    {"right-option", "Right Option"},
    {"right-shift", "Right Shift"},
    {"right-super", "Right Super"},
    {"right-windows", "Right Win"},
    {"scroll-lock", "Scroll Lock"},
    {"select", "Select"},
    {"semicolon", ";"},
    {"shift", "Shift"},
    {"single-quote", "'"},
    {"slash", "/"},
    {"sleep", "Sleep"},
    {"space", "Space"},
    {"super", "Super"},
    {"tab", "Tab"},
    {"tilde", "~"},
    {"underscore", "_"},
    {"volume-down", "Volume Down"},
    {"volume-mute", "Mute"},
    {"volume-up", "Volume Up"},
    {"windows", "Win"},
    {"x-button1", "X Button 1"},
    {"x-button2", "X Button 2"},
    {"zoom", "Zoom"},
};

std::string cap_of(std::string_view name) {
  for (const KeyCap& key : kKeyCaps)
    if (key.name == name) return std::string(key.cap);
  // "a", "7", "f12": one letter or a function key is written in capitals.
  bool function_key = name.size() > 1 && name.front() == 'f' &&
                      std::all_of(name.begin() + 1, name.end(), base::is_digit);
  if (name.size() == 1 || function_key) return base::to_upper(name);
  if (name.starts_with("num") && name.size() == 4) return "Num " + std::string(name.substr(3));
  return std::string(name);
}

}  // namespace

void HtmlWriter::inlines(const doc::Inlines& inlines) {
  for (const doc::Inline& node : inlines) inline_node(node);
}

void HtmlWriter::inline_node(const doc::Inline& node) {
  const Attributes& attributes = node.attributes;
  std::visit(base::Overloaded{
                 [&](const doc::Text& value) { text(value.text); },
                 [&](const doc::SoftBreak&) { out_ += '\n'; },
                 [&](const doc::HardBreak&) { out_ += "<br />\n"; },
                 [&](const doc::Emphasis& value) { emphasis(value, attributes); },
                 [&](const doc::Code& value) { code(value, attributes); },
                 [&](const doc::Link& value) { link(value, attributes); },
                 [&](const doc::Image& value) { image(value, attributes); },
                 [&](const doc::Keys& value) { keys(value, attributes); },
                 [&](const doc::Math& value) { math(value, attributes); },
                 [&](const doc::NoteReference& value) { note_reference(value); },
                 [&](const doc::Abbreviation& value) {
                   out_ += "<abbr";
                   append_attributes(out_, "", attributes);
                   append_attribute(out_, "title", value.expansion);
                   out_ += '>';
                   text(value.text);
                   out_ += "</abbr>";
                 },
                 [&](const doc::Icon& value) { icon(value, attributes); },
                 [&](const doc::RawInline& value) { out_ += value.html; },
                 [&](const doc::Group& value) {
                   if (!attributes.empty()) open("span", "", attributes);
                   inlines(value.children);
                   if (!attributes.empty()) out_ += "</span>";
                 },
                 [&](const doc::CheckBox& value) { check_box(value.checked); },
             },
             node.value);
}

void HtmlWriter::emphasis(const doc::Emphasis& node, const Attributes& attributes) {
  const EmphasisForm& form =
      *std::find_if(std::begin(kEmphasisForms), std::end(kEmphasisForms),
                    [&](const EmphasisForm& row) { return row.kind == node.kind; });
  open(form.tag, form.classes, attributes);
  inlines(node.children);
  close(form.tag);
}

void HtmlWriter::code(const doc::Code& node, const Attributes& attributes) {
  bool coloured = options_.highlight && !node.language.empty();
  std::string classes;
  if (!node.language.empty())
    classes = (coloured ? "highlight language-" : "language-") + node.language;
  std::string_view object = attributes.get("data-object");
  std::string href = object.empty() || !options_.resolve_object || link_depth_ > 0
                         ? ""
                         : options_.resolve_object(object);
  if (!html::is_safe_url(href, html::AddressUse::link)) href.clear();
  if (!href.empty()) {
    out_ += "<a href=\"";
    append_url(out_, href);
    out_ += "\">";
  }
  Attributes shown = attributes;
  shown.erase("data-object");
  open("code", classes, shown);
  if (coloured) {
    out_ += options_.highlight(node.text, node.language);
  } else {
    text(node.text);
  }
  out_ += href.empty() ? "</code>" : "</code></a>";
}

ResolvedLink HtmlWriter::resolve(const doc::Link& node) const {
  if (options_.resolve_link) return options_.resolve_link(node);
  switch (node.kind) {
    case doc::LinkKind::email: return {"mailto:" + node.target, node.target};
    case doc::LinkKind::reference:
    case doc::LinkKind::term:
    case doc::LinkKind::number: return {"#" + node.target, node.target};
    case doc::LinkKind::target:
    case doc::LinkKind::page:
    case doc::LinkKind::download: break;
  }
  return {node.target, node.target};
}

void HtmlWriter::link(const doc::Link& node, const Attributes& attributes) {
  // HTML knows no link inside a link; the inner one keeps its text.
  if (link_depth_ > 0) {
    if (!node.children.empty()) return inlines(node.children);
    return text(resolve(node).text);
  }
  ResolvedLink target = resolve(node);
  if (target.is_text) return node.children.empty() ? text(target.text) : inlines(node.children);
  out_ += "<a";
  if (html::is_safe_url(target.href, html::AddressUse::link)) {
    out_ += " href=\"";
    append_url(out_, target.href);
    out_ += '"';
  }
  append_attributes(out_, target.classes, attributes);
  if (node.kind == doc::LinkKind::download && !attributes.has("download")) out_ += " download=\"\"";
  if (!node.title.empty()) append_attribute(out_, "title", node.title);
  out_ += '>';
  ++link_depth_;
  if (!node.children.empty()) {
    inlines(node.children);
  } else {
    text(target.text.empty() ? std::string_view(node.target) : std::string_view(target.text));
  }
  --link_depth_;
  out_ += "</a>";
}

namespace {

/// The class of a picture for one colour scheme, which a fragment of its address names: the manual
/// of Material for MkDocs, "Images", and GitHub's way before it.
std::string_view scheme_class(std::string_view source) {
  if (source.ends_with("#only-light") || source.ends_with("#gh-light-mode-only"))
    return "kb-only-light";
  if (source.ends_with("#only-dark") || source.ends_with("#gh-dark-mode-only"))
    return "kb-only-dark";
  return {};
}

}  // namespace

void HtmlWriter::image(const doc::Image& node, const Attributes& attributes) {
  std::string source = options_.resolve_image ? options_.resolve_image(node.source) : node.source;
  out_ += "<img src=\"";
  if (html::is_safe_url(source, html::AddressUse::media)) append_url(out_, source);
  out_ += '"';
  append_attribute(out_, "alt", node.alt);
  if (!node.title.empty()) append_attribute(out_, "title", node.title);
  bool site = options_.purpose == Purpose::site;
  if (site && !attributes.has("loading")) out_ += " loading=\"lazy\"";
  append_attributes(out_, site ? scheme_class(node.source) : std::string_view(), attributes);
  out_ += " />";
}

// Browsers set MathML themselves; what the converter doesn't know stays TeX, as in a fragment.
void HtmlWriter::math(const doc::Math& node, const Attributes& attributes) {
  open("span", "arithmatex", attributes);
  std::optional<std::string> set;
  if (options_.purpose == Purpose::site)
    set = math::to_mathml(node.tex, math::MathStyle::within_text);
  if (set) {
    out_ += *set;
  } else {
    out_ += "\\(";
    text(node.tex);
    out_ += "\\)";
  }
  out_ += "</span>";
}

void HtmlWriter::keys(const doc::Keys& node, const Attributes& attributes) {
  // Keys as the author wrote them, in the shape of Sphinx: one by itself needs no box around it.
  if (attributes.has_class("kbd")) {
    if (node.keys.size() > 1) open("kbd", "compound", attributes);
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      if (i > 0) text(i <= node.separators.size() ? node.separators[i - 1] : "+");
      open("kbd", "", attributes);
      text(node.keys[i]);
      close("kbd");
    }
    if (node.keys.size() > 1) close("kbd");
    return;
  }
  open("span", "keys", attributes);
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (i > 0) out_ += "<span>+</span>";
    out_ += "<kbd";
    append_attribute(out_, "class", "key-" + node.keys[i]);
    out_ += '>';
    text(cap_of(node.keys[i]));
    out_ += "</kbd>";
  }
  out_ += "</span>";
}

void HtmlWriter::icon(const doc::Icon& node, const Attributes& attributes) {
  if (!node.text.empty()) {
    open("span", "emoji", attributes);
    text(node.text);
    out_ += "</span>";
    return;
  }
  std::string drawing = options_.icon ? options_.icon(node.name) : std::string();
  out_ += "<span";
  append_attributes(out_, "twemoji", attributes);
  if (!attributes.has("title")) append_attribute(out_, "title", node.name);
  if (options_.purpose == Purpose::site) {
    out_ += " role=\"img\"";
    append_attribute(out_, "aria-label", node.name);
  }
  out_ += '>';
  out_ += drawing;
  out_ += "</span>";
}

void HtmlWriter::check_box(bool checked) {
  out_ += checked ? "<input type=\"checkbox\" checked=\"\" disabled=\"\""
                  : "<input type=\"checkbox\" disabled=\"\"";
  if (options_.purpose == Purpose::site)
    append_attribute(out_, "aria-label",
                     checked ? word("task.done", "done") : word("task.open", "to do"));
  out_ += " />";
}

}  // namespace kbuild::render
