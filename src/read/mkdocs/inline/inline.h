// The inline phase: Python-Markdown's patterns, each run over the whole text in its turn. What a
// pattern makes is set aside under a placeholder, so that later patterns see one opaque character
// there.
#pragma once

#include <optional>

#include "read/mkdocs/inline/page.h"

namespace kbuild::read::mkdocs {

/// No place in a text.
constexpr std::size_t kNone = std::string_view::npos;

/// Text being worked on: bytes, and for each the offset in Page::text where it came from.
struct Work {
  std::string text;
  std::vector<std::uint32_t> at;

  std::size_t size() const { return text.size(); }
  void append(const Work& from, std::size_t begin, std::size_t end);
  /// Bytes from `offset` on, or from nowhere.
  void append(std::string_view bytes, std::uint32_t offset);
  Work slice(std::size_t begin, std::size_t end) const;
  /// Ends a pass: `made` has everything up to `copied`; the text after that is appended. Nothing
  /// was replaced if `copied` is 0.
  void become(Work made, std::size_t copied);
};

class InlineParser {
 public:
  explicit InlineParser(Page& page) : page_(page) {}

  doc::Inlines parse(const Lines& lines);

 private:
  struct Stashed {
    doc::Inline node;
    /// Text that becomes the node's children.
    Work content;
    bool has_content = false;
    /// Not an element: attribute lists behind it are text.
    bool literal = false;
    /// Of escapes and mathematics: as written.
    std::string source;
  };
  using Pass = void (InlineParser::*)(Work&, std::size_t next);
  /// A pattern and the bytes of which it needs one to match ("": no such bytes).
  struct Row {
    Pass pass;
    std::string_view triggers;
    bool Extensions::*on = nullptr;
  };
  static const Row kPasses[];
  static const std::size_t kPassCount;

  // inline.cc
  Work load(const Lines& lines) const;
  void apply(Work& work, std::size_t from);
  void code(Work& work, std::size_t next);
  void escapes(Work& work, std::size_t next);
  void breaks(Work& work, std::size_t next);
  doc::Inlines convert(const Work& work, int depth);
  void convert_text(const Work& work, std::size_t begin, std::size_t end, doc::Inlines& out);
  void add_text(std::string text, source::Span span, doc::Inlines& out);
  void add_words(const Work& work, std::size_t begin, std::size_t end, doc::Inlines& out);
  void report_templates(const Work& work);

  // angles.cc
  void angles(Work& work, std::size_t next);
  void entities(Work& work, std::size_t next);

  // typography.cc
  /// Quotes that curl, dashes and ellipses; `before` is the text in front.
  std::string smarten(std::string_view text, std::string_view before) const;
  /// Text with symbols instead of their short forms; it begins at `offset` of `work`.
  void add_symbols(std::string_view text, std::string_view before, const Work& work,
                   std::size_t offset, doc::Inlines& out);

  // magic.cc
  void magic_links(Work& work, std::size_t next);
  void magic_mails(Work& work, std::size_t next);
  void magic_shorthands(Work& work, std::size_t next);

  // links.cc
  struct Destination {
    std::string url;
    std::string title;
    std::size_t end = 0;
  };
  enum class LinkForm : std::uint8_t { reference, inline_link, short_reference };
  enum class LinkUse : std::uint8_t { link, image };
  void footnote_references(Work& work, std::size_t next);
  void references(Work& work, std::size_t next);
  void inline_links(Work& work, std::size_t next);
  void inline_images(Work& work, std::size_t next);
  void image_references(Work& work, std::size_t next);
  void short_references(Work& work, std::size_t next);
  void short_images(Work& work, std::size_t next);
  void link_pass(Work& work, std::size_t next, LinkForm form, LinkUse use);
  std::optional<Destination> read_destination(const Work& work, std::size_t at);
  void stash_link(Work& out, const Work& work, std::size_t begin, std::size_t end, Work text,
                  LinkTarget target, LinkUse use, std::size_t next);

  // emphasis.cc
  void lonely_marks(Work& work, std::size_t next);
  // betterem.cc
  void better_emphasis(Work& work, std::size_t next, char mark);
  void carets(Work& work, std::size_t next);
  void tildes(Work& work, std::size_t next);
  void equals(Work& work, std::size_t next);
  void stars(Work& work, std::size_t next);
  void underscores(Work& work, std::size_t next);
  void critic(Work& work, std::size_t next);

  // symbols.cc
  void math(Work& work, std::size_t next);
  void keys(Work& work, std::size_t next);
  void icons(Work& work, std::size_t next);

  /// Sets a node aside and appends its placeholder; it covers [begin, end) of `from`.
  void stash(Work& out, const Work& from, std::size_t begin, std::size_t end, Stashed item);
  void stash_text(Work& out, const Work& from, std::size_t begin, std::size_t end,
                  std::string text);
  /// Text of a range with placeholders replaced by their text, or by what the author wrote.
  enum class Restore : std::uint8_t { text, source };
  std::string unescape(const Work& work, std::size_t begin, std::size_t end,
                       Restore restore = Restore::text) const;
  source::Span span(const Work& work, std::size_t begin, std::size_t end) const;

  /// Appends a link made of plain text, which covers [begin, end) of `from`.
  void stash_magic(Work& out, const Work& from, std::size_t begin, std::size_t end,
                   std::string text, doc::Link link);

  Page& page_;
  std::vector<Stashed> nodes_;
  /// Depth of link texts being read: links do not nest.
  int links_around_ = 0;
  template <class Matcher, class Rules>
  friend class EmphasisReader;
};

bool is_word_before(std::string_view text, std::size_t at);
bool is_word_at(std::string_view text, std::size_t at);
/// The character of an emoji's short name ("smile"), or "".
std::string find_emoji(std::string_view name);
/// The canonical name of a key of pymdownx.keys, or "".
std::string_view find_key(std::string_view name);

}  // namespace kbuild::read::mkdocs
