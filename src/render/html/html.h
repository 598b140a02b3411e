// A document's body as semantic HTML5, with the class names that readers' own CSS knows (Material,
// Sphinx). Leaves links, labels of the interface and highlighting to callbacks, so that fragments
// and whole sites use one renderer.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "doc/tree.h"

namespace kbuild::render {

struct ResolvedLink {
  std::string href;
  /// Shown where the link has no text of its own; plain text.
  std::string text = {};
  /// Extra classes ("external", "missing").
  std::string classes = {};
  /// Whether only its text is shown, without a link.
  bool is_text = false;
};

/// An entry of a page list with what hangs below it.
struct PageListItem {
  std::string title;
  std::string href;
  std::vector<PageListItem> children;
};

/// `fragment`: only what the dialect's own program writes. `site`: also what a theme needs, such as
/// boxes in which wide tables scroll, images loaded when seen, and names for check boxes.
enum class Purpose : std::uint8_t { fragment, site };

struct HtmlOptions {
  Purpose purpose = Purpose::fragment;
  /// Where a link leads; absent: the target as written, with a dialect-neutral guess for page names
  /// (reference -> "#target", page -> target, email -> "mailto:").
  std::function<ResolvedLink(const doc::Link&)> resolve_link = {};
  /// URL of an image or media file; absent: as written.
  std::function<std::string(std::string_view source)> resolve_image = {};
  /// Where a name of a program leads ("py:func os.path.join", in attribute data-object of code);
  /// absent or "": nowhere.
  std::function<std::string(std::string_view object)> resolve_object = {};
  /// What the page list at a position among the document's page lists shows; absent: its entries as
  /// written.
  std::function<std::vector<PageListItem>(std::size_t position)> page_list = {};
  /// Highlighted HTML of code (escaped, spans with Pygments' short classes that never cross a line
  /// end); absent: escaped plain text.
  std::function<std::string(std::string_view code, std::string_view language)> highlight = {};
  /// Titles of admonition types and other interface words by key ("admonition.note"); absent or "":
  /// English.
  std::function<std::string(std::string_view key)> word = {};
  /// Inline SVG of an icon by its short code; absent or "": an empty box with the code as its
  /// title.
  std::function<std::string(std::string_view name)> icon = {};
  /// HTML to put below a code block; and whether the block itself is left out.
  struct CodeNote {
    std::string html = {};
    bool hidden = false;
  };
  std::function<CodeNote(const doc::CodeBlock&)> code_note = {};
  /// A second anchor of the heading with this one; absent or "": none.
  std::function<std::string_view(std::string_view id)> alias_of = {};
  /// A paragraph mark at each heading, as a link to it.
  bool permalinks = false;
  /// Tabs in code become blanks up to the next multiple of it, but not where a tab means something
  /// (makefiles, tables of tab-separated values, here-documents of "<<-"); 0: all stay.
  std::size_t tab_columns = 0;
};

/// The body of a page, without <html>, <body> or <article>. Footnote definitions are gathered at
/// the end in order of first reference. Text is escaped; only RawBlock and RawInline are written as
/// they are. Links and images with a scheme that runs code keep their text and lose their address;
/// event handlers among attributes are dropped.
std::string to_html(const doc::Document& document, const HtmlOptions& options);
std::string to_html(const doc::Inlines& inlines, const HtmlOptions& options);

}  // namespace kbuild::render
