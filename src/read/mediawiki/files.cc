// [[File:name|options|caption]]: images in the text, figures, and links to other files.
#include <algorithm>
#include <optional>

#include "base/path.h"
#include "base/text.h"
#include "html/address.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

enum class Option { thumb, frame, frameless, border, left, right, center, none, upright, vertical };

struct OptionRow {
  std::string_view word;
  Option option;
};
constexpr OptionRow kOptions[] = {
    {"thumb", Option::thumb},          {"thumbnail", Option::thumb},
    {"mini", Option::thumb},           {"pienoiskuva", Option::thumb},
    {"frame", Option::frame},          {"framed", Option::frame},
    {"enframed", Option::frame},       {"frameless", Option::frameless},
    {"border", Option::border},        {"left", Option::left},
    {"right", Option::right},          {"center", Option::center},
    {"centre", Option::center},        {"none", Option::none},
    {"vasen", Option::left},           {"oikea", Option::right},
    {"keski", Option::center},         {"upright", Option::upright},
    {"baseline", Option::vertical},    {"sub", Option::vertical},
    {"super", Option::vertical},       {"sup", Option::vertical},
    {"top", Option::vertical},         {"text-top", Option::vertical},
    {"middle", Option::vertical},      {"bottom", Option::vertical},
    {"text-bottom", Option::vertical}, {"vignette", Option::thumb},
    {"miniatur", Option::thumb},       {"cadre", Option::frame},
    {"gerahmt", Option::frame},        {"sans_cadre", Option::frameless},
    {"sans cadre", Option::frameless}, {"rahmenlos", Option::frameless},
    {"bordure", Option::border},       {"rand", Option::border},
    {"gauche", Option::left},          {"links", Option::left},
    {"droite", Option::right},         {"rechts", Option::right},
    {"centré", Option::center},        {"zentriert", Option::center},
    {"néant", Option::none},           {"ohne", Option::none},
};

constexpr std::string_view kImageSuffixes[] = {".avif", ".bmp", ".gif",  ".jpeg", ".jpg", ".png",
                                               ".svg",  ".tif", ".tiff", ".webp", ".xcf"};
/// Options that have a value and change nothing here.
constexpr std::string_view kIgnoredNames[] = {"page",      "lang",  "upright",
                                              "thumbtime", "start", "end"};

/// The options of a file.
struct Placement {
  /// The first of thumb, frame and frameless counts.
  std::optional<bool> framed;
  /// Another file to show as the thumbnail.
  std::string thumbnail;
  std::string_view side;
  std::string width;
  std::string height;
  std::string classes;
  std::optional<std::string> alt;
  std::optional<std::string> link;
  WikiText caption;
};

/// "300px", "x200px", "300x200px".
bool read_size(std::string_view text, Placement& placement) {
  if (!text.ends_with("px")) return false;
  text = base::trim(text.substr(0, text.size() - 2));
  if (text.ends_with("px")) text.remove_suffix(2);
  std::size_t x = std::min(text.find('x'), text.size());
  std::string_view width = text.substr(0, x),
                   height = x < text.size() ? text.substr(x + 1) : std::string_view();
  auto is_number = [](std::string_view digits) {
    return std::all_of(digits.begin(), digits.end(), base::is_digit);
  };
  if (text.empty() || !is_number(width) || !is_number(height) || width.size() > 5 ||
      height.size() > 5)
    return false;
  placement.width = width;
  placement.height = height;
  return true;
}

/// Reads an option that is a word or a size; false if it is neither.
bool read_word(std::string_view word, Placement& placement) {
  for (const OptionRow& row : kOptions) {
    if (row.word != word) continue;
    bool frame = row.option == Option::thumb || row.option == Option::frame;
    if ((frame || row.option == Option::frameless) && !placement.framed) placement.framed = frame;
    if (row.option == Option::left) placement.side = "left";
    if (row.option == Option::right) placement.side = "right";
    if (row.option == Option::center) placement.side = "center";
    if (row.option == Option::none) placement.side = "none";
    if (row.option == Option::border) placement.classes = "mw-image-border";
    return true;
  }
  return read_size(word, placement);
}

void read_option(const WikiText& option, Placement& placement, Context& context) {
  std::string word(base::trim(option.view()));
  if (read_word(word, placement)) return;
  std::size_t equals = word.find('=');
  if (equals != word.npos) {
    std::string name = word.substr(0, equals);
    std::string value = html::decode_references(
        base::trim(plain(option, context)).substr(std::min(equals + 1, word.size())),
        html::ReferenceRule::wiki);
    bool ignored = std::find(std::begin(kIgnoredNames), std::end(kIgnoredNames), name) !=
                   std::end(kIgnoredNames);
    bool is_link = value.empty() || protocol_length(value) || read_title(value, kMain, {});
    if (name == "thumb" || name == "thumbnail" || name == "manualthumb") {
      // Of several formats the first one counts, with its thumbnail.
      if (placement.framed) return;
      placement.framed = true;
      placement.thumbnail = std::move(value);
    } else if (name == "alt") {
      placement.alt = std::move(value);
    } else if (name == "link" && is_link) {
      placement.link = base::replace_all(base::replace_all(value, "'''", ""), "''", "");
    } else if (name == "class") {
      placement.classes = std::move(value);
    } else if (!ignored) {
      placement.caption = option.trimmed();
    }
    return;
  }
  placement.caption = option.trimmed();
}

/// Text of a caption without marks, for an alternative text.
std::string caption_words(const WikiText& caption) {
  std::string out;
  std::string_view view = caption.view();
  for (std::size_t at = 0; at < view.size();) {
    if (view[at] == '<') {
      at = read_mark(view, at).end;
    } else if (view[at] == kStripMark) {
      std::size_t end = view.find(kStripMark, at + 1);
      at = end == view.npos ? view.size() : end + 1;
    } else {
      out += view[at++];
    }
  }
  return base::collapse_spaces(
      html::decode_references(base::replace_all(out, "''", ""), html::ReferenceRule::wiki));
}

void append_image(WikiText& out, const std::string& file, const Placement& placement,
                  Context& context, Range range) {
  doc::Image image{file,
                   placement.alt.value_or(
                       placement.framed.value_or(false) ? "" : caption_words(placement.caption)),
                   {}};
  doc::Inline node{std::move(image), context.span(range), {}};
  if (!placement.width.empty()) node.attributes.set("width", placement.width);
  if (!placement.height.empty()) node.attributes.set("height", placement.height);
  if (!placement.classes.empty()) node.attributes.add_class(placement.classes);
  std::string link = placement.link.value_or("");
  if (link.empty() || !html::is_safe_url(link, html::AddressUse::stranger))
    return context.put(out, std::move(node), range);
  auto title = protocol_length(link) ? std::nullopt : read_title(link, kMain, context.interwikis);
  context.open(
      out, "a",
      {{std::string(title ? kPageAttribute : kUrlAttribute), title ? title->target() : link}},
      range);
  context.put(out, std::move(node), range);
  out.append("</a>");
}

}  // namespace

void append_file(WikiText& out, const Title& title, const WikiText& options, Context& context,
                 Range range) {
  std::string file = base::replace_all(title.name, " ", "_");
  Placement placement;
  std::string_view view = options.view();
  for (std::size_t at = 0; at < view.size();) {
    std::size_t bar = std::min(view.find('|', at), view.size());
    read_option(options.slice(at, bar), placement, context);
    at = bar + 1;
  }
  if (auto other = read_title(placement.thumbnail, kFile, {}))
    file = base::replace_all(other->name, " ", "_");
  bool framed = placement.framed.value_or(false);
  std::string suffix = base::to_lower(base::extension(file));
  if (std::find(std::begin(kImageSuffixes), std::end(kImageSuffixes), suffix) ==
      std::end(kImageSuffixes)) {
    context.open(out, "a", {{":download", file}}, range);
    context.put(out,
                placement.caption.empty() ? WikiText(title.name) : std::move(placement.caption));
    out.append("</a>");
    return;
  }
  if (!framed && placement.side.empty()) return append_image(out, file, placement, context, range);
  std::string classes = framed ? "thumb" : "";
  if (!placement.side.empty())
    classes += (classes.empty() ? "" : " ") + ("align-" + std::string(placement.side));
  context.open(out, "figure", {{"class", classes}}, range);
  append_image(out, file, placement, context, range);
  if (!placement.caption.empty()) {
    out.append("<figcaption>");
    out.append(placement.caption);
    out.append("</figcaption>");
  }
  out.append("</figure>");
}

}  // namespace kbuild::read::mediawiki
