// Running text of the document tree out of HTML elements.
#include "read/mediawiki/dom/tree_maker.h"

#include <algorithm>

#include "base/text.h"
#include "doc/plain_text.h"
#include "html/entities.h"

namespace kbuild::read::mediawiki {

using namespace diag::literals;
using namespace doc;

namespace {

struct EmphasisRow {
  std::string_view name;
  EmphasisKind kind;
};
constexpr EmphasisRow kEmphasis[] = {
    {"b", EmphasisKind::strong},       {"strong", EmphasisKind::strong},
    {"i", EmphasisKind::emphasis},     {"em", EmphasisKind::emphasis},
    {"del", EmphasisKind::deleted},    {"s", EmphasisKind::deleted},
    {"strike", EmphasisKind::deleted}, {"ins", EmphasisKind::inserted},
    {"u", EmphasisKind::underlined},   {"mark", EmphasisKind::marked},
    {"sub", EmphasisKind::subscript},  {"sup", EmphasisKind::superscript},
    {"small", EmphasisKind::small},    {"big", EmphasisKind::big},
    {"cite", EmphasisKind::cite},      {"q", EmphasisKind::quoted},
};
/// Inline elements without a node of their own: written as tags around their content.
constexpr std::string_view kKeptTags[] = {"bdi", "bdo", "data", "dfn",  "kbd",  "rb",  "rp",
                                          "rt",  "rtc", "ruby", "samp", "time", "var", "abbr"};

}  // namespace

std::string_view TreeMaker::text_of(const DomNode& it) const {
  return it.text->view().substr(it.begin, it.end - it.begin);
}

void TreeMaker::add_text(const DomNode& it, Items& out) {
  std::string_view view = text_of(it);
  if (pre_depth_ > 0) {
    out.push_back({Inline{Text{html::decode_references(view, html::ReferenceRule::wiki)}, {}, {}},
                   it.text->range(it.begin, it.end)});
    return;
  }
  for (std::size_t at = 0; at < view.size();) {
    std::size_t end = std::min(view.find('\n', at), view.size());
    if (end > at) {
      std::string_view line = view.substr(at, end - at);
      std::string text = squeeze(line);
      Range exact = text == line ? it.text->exact_range(it.begin + at, it.begin + end) : Range{};
      Range range = exact ? exact : it.text->range(it.begin + at, it.begin + end);
      out.push_back({Inline{Text{std::move(text)}, context_.span(exact), {}}, range});
    }
    if (end < view.size()) out.push_back({Inline{SoftBreak{}, {}, {}}, {}});
    at = end + 1;
  }
}

std::string TreeMaker::squeeze(std::string_view view) {
  std::string raw, out;
  raw.reserve(view.size());
  for (char c : view) {
    if (c == '\t' || c == '\r') c = ' ';
    if (c == ' ' && !raw.empty() && raw.back() == ' ') continue;
    raw += c;
  }
  return raw.find('&') == raw.npos ? raw : html::decode_references(raw, html::ReferenceRule::wiki);
}

void TreeMaker::convert_inline(int at, Items& out) {
  const DomNode& it = node(at);
  if (it.name == "br") return out.push_back({Inline{HardBreak{}, {}, {}}, own_range(it)});
  if (it.name == "wbr") return out.push_back({Inline{RawInline{"<wbr>"}, {}, {}}, {}});
  Items items = children(at);
  Items run;
  auto finish = [&] {
    if (run.empty()) return;
    Range range = merge(own_range(it), range_of(run));
    Inlines parts;
    for (Item& item : run) parts.push_back(std::move(std::get<Inline>(item.value)));
    run.clear();
    wrap(it, std::move(parts), range, out);
  };
  bool has_blocks = false;
  for (Item& item : items) {
    if (std::holds_alternative<Inline>(item.value)) {
      run.push_back(std::move(item));
      continue;
    }
    has_blocks = true;
    finish();
    out.push_back(std::move(item));
  }

  bool empty_anchor = items.empty() && !value(it, "id").empty();
  if (!run.empty() || (!has_blocks && empty_anchor)) {
    if (run.empty()) wrap(it, {}, own_range(it), out);
    finish();
  }
}

void TreeMaker::wrap(const DomNode& it, Inlines parts, Range range, Items& out) {
  auto emit = [&](auto node, Attributes own) {
    out.push_back({Inline{std::move(node), {}, std::move(own)}, range});
  };
  for (const EmphasisRow& row : kEmphasis)
    if (row.name == it.name) return emit(Emphasis{row.kind, std::move(parts)}, attributes(it));
  if (it.name == "a") return add_link(it, std::move(parts), range, out);
  bool only_text = std::all_of(parts.begin(), parts.end(), [](const Inline& part) {
    return std::holds_alternative<Text>(part.value) ||
           std::holds_alternative<SoftBreak>(part.value);
  });
  if ((it.name == "code" || it.name == "tt") && only_text)
    return emit(Code{base::collapse_spaces(doc::plain_text(parts)), {}}, attributes(it));
  if (it.name == "abbr" && only_text && !value(it, "title").empty())
    return emit(Abbreviation{doc::plain_text(parts), std::string(value(it, "title"))},
                attributes(it, " title "));
  bool kept = it.name == "code" || it.name == "tt" ||
              std::find(std::begin(kKeptTags), std::end(kKeptTags), it.name) != std::end(kKeptTags);
  if (kept) {
    out.push_back({Inline{RawInline{open_tag(it)}, {}, {}}, {}});
    for (Inline& part : parts) out.push_back({std::move(part), range});
    out.push_back({Inline{RawInline{"</" + std::string(it.name) + '>'}, {}, {}}, {}});
    return;
  }
  Attributes own = attributes(it, " color face size ");
  if (std::string_view color = value(it, "color"); !color.empty() && it.name == "font") {
    std::string style = "color: ";
    for (char c : color)
      if (base::is_alnum(c) || c == '#') style += c;
    own.set("style", style + ';');
  }
  if (!own.empty()) return emit(Group{std::move(parts)}, std::move(own));
  for (Inline& part : parts) out.push_back({std::move(part), range});
}

std::string TreeMaker::open_tag(const DomNode& it) const {
  std::string out = '<' + std::string(it.name);
  for (const auto& [name, text] : attributes(it).items)
    out += ' ' + name + "=\"" + base::escape_html(text) + '"';
  return out + '>';
}

void TreeMaker::add_link(const DomNode& it, Inlines parts, Range range, Items& out) {
  Link link;
  link.children = std::move(parts);
  std::string_view url = value(it, kUrlAttribute), page = value(it, kPageAttribute),
                   file = value(it, ":download");
  link.kind = !page.empty()   ? LinkKind::page
              : !file.empty() ? LinkKind::download
                              : LinkKind::target;
  link.target = !page.empty() ? page : !file.empty() ? file : url;
  Range own = own_range(it);
  out.push_back({Inline{std::move(link), context_.span(own), {}}, own ? own : range});
}

}  // namespace kbuild::read::mediawiki
