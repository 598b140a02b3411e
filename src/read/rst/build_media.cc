// Builders of the directives for images and figures; see builders.h.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

/// Width and height as a style; a scale without a size is left to the renderer.
void add_size(const DirectiveCall& call, doc::Attributes& attributes) {
  std::string style;
  for (std::string_view side : {"width", "height"})
    if (call.has(side))
      style +=
          base::format("{}{}: {};", style.empty() ? "" : " ", side, css_length(call.get(side)));
  if (call.has("scale") && style.empty()) {
    std::string_view scale = base::trim(call.get("scale"));
    if (scale.ends_with('%')) scale = base::trim_right(scale.substr(0, scale.size() - 1));
    attributes.set("data-scale", scale);
  }
  if (!style.empty()) attributes.set("style", style);
}

/// The link that the option `target` asks for: "name_", "`phrase`_" or a URI.
doc::Inline link_around(Page& page, const DirectiveCall& call, doc::Inline image) {
  std::string_view target = base::trim(call.get("target"));
  std::string collapsed = collapse_name(target);
  std::string_view name = collapsed;
  bool reference = name.ends_with('_') && !name.ends_with("\\_");
  if (reference) name.remove_suffix(1);
  bool phrase = reference && name.size() > 2 && name.starts_with('`') && name.ends_with('`');
  if (phrase) name = name.substr(1, name.size() - 2);
  doc::Link link{doc::LinkKind::target, "", "", {}};
  link.children.push_back(std::move(image));
  if (reference && (phrase || scan_simple_name(name, 0) == name.size()))
    return page.wait({PendingKind::name, normalise_name(unescape(name)), collapsed, call.span},
                     std::move(link));
  link.target = join_uri(target);
  return {std::move(link), call.span, {}};
}

}  // namespace

doc::Inline make_image(BlockParser& parser, const DirectiveCall& call) {
  doc::Inline image{
      doc::Image{join_uri(call.argument()), std::string(call.get("alt"))}, call.span, {}};
  add_size(call, image.attributes);
  image.attributes.add_class(class_names(call.get("class")));
  std::string_view align = base::trim(call.get("align"));
  if (!align.empty() && call.name == "image")
    image.attributes.add_class("align-" + base::to_lower(align));
  if (call.has("loading")) image.attributes.set("loading", base::trim(call.get("loading")));
  if (!call.has("target")) return image;
  return link_around(parser.page(), call, std::move(image));
}

namespace {

bool is_picture(const doc::Inline& node) {
  if (std::holds_alternative<doc::Image>(node.value) ||
      std::holds_alternative<doc::SoftBreak>(node.value))
    return true;
  const auto* link = std::get_if<doc::Link>(&node.value);
  return link && link->children.size() == 1 &&
         std::holds_alternative<doc::Image>(link->children[0].value);
}

/// The paragraph of images that a further image belongs to; consecutive images, with comments
/// between them or not, share a paragraph.
doc::Paragraph* pictures_above(doc::Blocks& out) {
  std::size_t at = out.size();
  while (at > 0 && std::holds_alternative<doc::Comment>(out[at - 1].value) &&
         !out[at - 1].attributes.has(kClassKey))
    --at;
  if (at == 0) return nullptr;
  auto* above = std::get_if<doc::Paragraph>(&out[at - 1].value);
  bool pictures = above && !above->children.empty() &&
                  std::all_of(above->children.begin(), above->children.end(), is_picture);
  return pictures ? above : nullptr;
}

}  // namespace

void build_image(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Paragraph node;
  if (doc::Paragraph* above = call.has("name") ? nullptr : pictures_above(out)) {
    above->children.push_back({doc::SoftBreak{}, {}, {}});
    above->children.push_back(make_image(parser, call));
    return;
  }
  node.children.push_back(make_image(parser, call));
  doc::Block block{std::move(node), call.span, {}};
  // The class is the image's; the name is a place in the page.
  add_common(parser, call, block);
  block.attributes.erase("class");
  out.push_back(std::move(block));
}

void build_figure(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  doc::Figure node;
  doc::Paragraph picture;
  picture.children.push_back(make_image(parser, call));
  node.children.push_back({std::move(picture), call.span, {}});
  doc::Blocks content = parser.nested(call.content);
  // A target above the caption names the figure.
  auto caption_begin = std::find_if_not(
      content.begin(), content.end(),
      [](const doc::Block& block) { return std::holds_alternative<doc::Anchor>(block.value); });
  out.insert(out.end(), std::make_move_iterator(content.begin()),
             std::make_move_iterator(caption_begin));
  content.erase(content.begin(), caption_begin);
  bool described = !content.empty();
  if (described) {
    const auto* comment = std::get_if<doc::Comment>(&content[0].value);
    bool caption = std::holds_alternative<doc::Paragraph>(content[0].value);
    if (caption) node.caption.push_back(std::move(content[0]));
    if (!caption && !(comment && comment->text.empty())) {
      parser.page().report("KB0342"_code, content[0].span);
      content.clear();
    }
    for (std::size_t i = 1; i < content.size(); ++i) node.legend.push_back(std::move(content[i]));
  }
  doc::Block block{std::move(node), call.span, {}};
  add_common(parser, call, block);
  // The class is the image's.
  block.attributes.erase("class");
  block.attributes.add_class(class_names(call.get("figclass")));
  if (call.has("align"))
    block.attributes.add_class("align-" + base::to_lower(base::trim(call.get("align"))));
  std::string width = css_length(call.get("figwidth"));
  if (!width.empty()) block.attributes.set("style", base::format("width: {};", width));
  out.push_back(std::move(block));
}

}  // namespace kbuild::read::rst
