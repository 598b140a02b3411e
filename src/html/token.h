// The tokens of HTML, cut as the HTML standard's tokeniser cuts them (section 13.2.5), so that a
// filter sees what a browser would see. Knows no element but those whose content is not markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kbuild::html {

enum class HtmlKind { text, start_tag, end_tag, comment, other };

struct HtmlAttribute {
  /// ASCII lower case.
  std::string name;
  /// Character references decoded.
  std::string value;
};

struct HtmlToken {
  HtmlKind kind = HtmlKind::text;
  /// The bytes of the source; for text, with its character references as written.
  std::string_view raw;
  /// Of a tag, ASCII lower case.
  std::string name;
  /// Of a start tag; the first of a repeated name counts.
  std::vector<HtmlAttribute> attributes;
  /// Ends with "/>".
  bool self_closing = false;
  /// Text of an element such as <script> or <textarea>, in which tags are not looked for.
  bool raw_text = false;
};

/// Cuts a text into tokens, each byte in exactly one. What looks like a tag and does not end is
/// `other`.
class HtmlTokeniser {
 public:
  explicit HtmlTokeniser(std::string_view text) : text_(text) {}
  /// False at the end.
  bool next(HtmlToken& token);

 private:
  bool read_raw_text(HtmlToken& token);
  bool read_markup(HtmlToken& token);

  std::string_view text_;
  std::size_t at_ = 0;
  /// The element whose content is read as raw text.
  std::string raw_element_;
  /// A tag ran into the end of the text: later ones are not tried, so that reading stays linear.
  bool unfinished_ = false;
};

/// Reads one tag that is the whole of `text`; false if it is not well formed.
bool read_tag(std::string_view text, HtmlToken& token);

/// The attributes of a tag: the text between its name and its '>'.
std::vector<HtmlAttribute> read_attributes(std::string_view text);

}  // namespace kbuild::html
