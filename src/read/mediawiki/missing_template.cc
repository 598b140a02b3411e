// What stands for a template whose text no one has: its name as a link, as MediaWiki shows it, and
// its arguments, since those are the author's text. A call that names a title, or a content of
// several lines, is a box and shown as one. Arguments that only say how a box looks are no text.
#include <algorithm>

#include "base/text.h"
#include "read/mediawiki/expand.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

/// How names of arguments end that say how a box looks: those of style sheets, as in "panelstyle".
constexpr std::string_view kStyleEndings[] = {"style",  "class",      "css",    "color",   "colour",
                                              "width",  "height",     "align",  "padding", "margin",
                                              "border", "background", "radius", "float"};
constexpr std::string_view kTitles[] = {"title", "titre", "otsikko", "heading", "header"};
constexpr std::string_view kContents[] = {"content", "contents", "contenu", "sisältö", "text",
                                          "texte",   "teksti",   "body",    "message"};
/// Values of style are a word or a few.
constexpr std::size_t kMaxStyleSize = 100;

template <std::size_t size>
bool holds(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct Shown {
  /// "" for arguments without a name.
  std::string name;
  WikiText value;
};

bool is_style(const Shown& argument) {
  std::string_view value = argument.value.view();
  bool short_word = value.size() <= kMaxStyleSize && value.find_first_of("\n[{<") == value.npos;
  return short_word &&
         std::any_of(std::begin(kStyleEndings), std::end(kStyleEndings),
                     [&](std::string_view ending) { return argument.name.ends_with(ending); });
}

std::vector<Shown> shown_arguments(const Call& call) {
  std::vector<Shown> out;
  for (std::size_t i = 0; i < call.size(); ++i) {
    auto name = call.name(i);
    std::string key = base::to_lower(name.value_or(""));
    bool numbered = !key.empty() && std::all_of(key.begin(), key.end(), base::is_digit);
    Shown argument{numbered ? "" : std::move(key), name ? call.after_name(i) : call.value(i)};
    if (!argument.value.empty() && !is_style(argument)) out.push_back(std::move(argument));
  }
  return out;
}

void append_argument(WikiText& out, Shown argument) {
  bool lines = argument.value.view().find('\n') != std::string_view::npos;
  out.append(lines ? "\n\n" : " ");
  if (!argument.name.empty() && !holds(kContents, argument.name)) out.append(argument.name + ": ");
  if (lines) out.append("\n");
  out.append(argument.value);
  if (lines) out.append("\n");
}

void append_box(WikiText& out, std::vector<Shown> arguments, const Call& call) {
  Context& context = call.context();
  std::vector<html::HtmlAttribute> attributes;
  for (Shown& argument : arguments) {
    if (!holds(kTitles, argument.name)) continue;
    attributes = {{std::string(kRoleAttribute), "admonition"},
                  {":type", "note"},
                  {":label", label_text(argument.value, context)}};
    argument.value = {};
    break;
  }
  WikiText open;
  context.open(open, "div", std::move(attributes), call.range());
  context.put_marks(out, std::move(open));
  for (Shown& argument : arguments) {
    if (argument.value.empty()) continue;
    if (holds(kContents, argument.name)) argument.name.clear();
    out.append("\n\n");
    if (!argument.name.empty()) out.append(argument.name + ": ");
    out.append(argument.value);
  }
  out.append("\n");
  context.put_marks(out, WikiText("</div>"));
}

}  // namespace

void append_missing_template(WikiText& out, const Title& title, const Call& call) {
  call.context().report_once("KB0401"_code, call.range(), {title.full()});
  std::vector<Shown> arguments = shown_arguments(call);
  bool box = std::any_of(arguments.begin(), arguments.end(), [](const Shown& argument) {
    bool lines = argument.value.view().find('\n') != std::string_view::npos;
    return holds(kTitles, argument.name) || (lines && holds(kContents, argument.name));
  });
  if (box) return append_box(out, std::move(arguments), call);
  out.append("[[:" + title.full() + "]]");
  for (Shown& argument : arguments) append_argument(out, std::move(argument));
}

}  // namespace kbuild::read::mediawiki
