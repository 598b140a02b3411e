// Running text of TML as blocks: lines go in, paragraphs come out, split where a tag, a region or a
// twisty is a block of its own. One flow a container (the topic, a list item, a cell).
#pragma once

#include <string>
#include <vector>

#include "html/token.h"
#include "read/twiki/links.h"
#include "read/twiki/marks.h"
#include "read/twiki/text.h"

namespace kbuild::read::twiki {

class Flow {
 public:
  Flow(Page& page, const MappedText& text);

  /// A line [begin, end) of the page's text.
  void add_line(std::size_t begin, std::size_t end);
  void end_paragraph();
  /// A block of its own, after the paragraph before it.
  void add_block(doc::Block block);
  /// A place to link to at the current one.
  void add_anchor(std::string_view id);
  void add_inline(doc::Inline node);
  bool has_open_paragraph() const;
  /// All blocks; open tags and twisties are closed. The flow is empty then.
  doc::Blocks finish();

 private:
  enum class FrameKind { root, emphasis, code, link, raw, group };
  /// An element that is open.
  struct Frame {
    FrameKind kind = FrameKind::root;
    /// What closes it: a tag's name, a mark, "colour".
    std::string key = {};
    doc::EmphasisKind emphasis = doc::EmphasisKind::emphasis;
    doc::Link link = {};
    /// The opening tag of raw and code elements.
    std::string tag = {};
    doc::Attributes attributes = {};
    std::size_t begin = 0;
    doc::Inlines children = {};
  };
  /// A twisty that is open, with the blocks before it.
  struct Twisty {
    std::string label;
    bool open = false;
    source::Span span;
    doc::Blocks before;
  };

  void scan(const MarkedLine& line, bool links_words);
  std::size_t scan_special(const MarkedLine& line, std::size_t at);
  std::size_t scan_word(const MarkedLine& line, std::size_t at);
  std::size_t scan_bracket_link(const MarkedLine& line, std::size_t at);
  void add_text(std::string_view text, std::size_t begin, std::size_t end);
  void flush_text();
  void add_link(doc::Link link, std::string_view shown, source::Span span);
  void add_reference(const MarkedLine& line, std::size_t at, std::size_t& end);

  void open_frame(Frame frame);
  void close_frame(std::string_view key, std::size_t end);
  void build_frame(std::size_t end);
  void mark(char mark, std::size_t at);
  void open_element(std::string_view name, std::size_t at);
  bool in_code() const;
  bool in_bracket_link() const;

  void object(const Object& object, std::size_t at);
  void tag(const Object& object, std::size_t at);
  void open_tag(const Object& object, const html::HtmlToken& token, std::size_t at);
  void block_tag(const Object& object, const html::HtmlToken& token);
  void link_tag(const html::HtmlToken& token, std::size_t at);
  void image_tag(const Object& object, const html::HtmlToken& token);
  std::string clean_tag(const Object& object, const html::HtmlToken& token);
  void literal(const Object& object);
  void code(const Object& object);
  void close_twisty();

  Page& page_;
  const MappedText& text_;
  doc::Blocks blocks_;
  std::vector<Frame> frames_;
  std::vector<Twisty> twisties_;
  /// Names of block tags that are open.
  std::vector<std::string> tags_;
  /// Of the paragraph.
  std::size_t begin_ = std::string::npos;
  std::size_t end_ = 0;
  /// Position of the current object.
  std::size_t cursor_ = 0;
  /// Level of the HTML heading whose text is being read, or 0.
  int heading_ = 0;
  std::string pending_;
  std::size_t pending_begin_ = 0;
  std::size_t pending_end_ = 0;
};

/// A line as inlines: a heading's text, a term.
doc::Inlines read_inlines(Page& page, const MappedText& text, std::size_t begin, std::size_t end);

}  // namespace kbuild::read::twiki
