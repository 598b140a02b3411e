// Running text of TML; see flow.h. Emphasis, links and HTML elements are frames on one stack;
// what is closed out of order is closed and opened again, as browsers do.
#include "read/twiki/flow.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "html/entities.h"

namespace kbuild::read::twiki {

namespace {

using doc::Block;
using doc::Inline;

constexpr std::size_t kMaxFrames = 100;

/// The elements that emphasis of TML stands for, the outer one first; they are closed by name, as
/// browsers do.
struct EmphasisMark {
  char mark;
  std::size_t size;
  std::string_view outer;
  std::string_view inner;
};
constexpr EmphasisMark kMarks[] = {{kStrongCode, 2, "code", "b"},
                                   {kStrongEmphasis, 2, "strong", "em"},
                                   {kStrong, 1, "strong", ""},
                                   {kEmphasis, 1, "em", ""},
                                   {kCode, 1, "code", ""}};

bool is_blank(const Inline& node) {
  if (std::holds_alternative<doc::SoftBreak>(node.value)) return true;
  const auto* text = std::get_if<doc::Text>(&node.value);
  return text && base::trim(text->text).empty();
}

/// Blanks at both ends of a paragraph go.
void trim(doc::Inlines& inlines) {
  while (!inlines.empty() && is_blank(inlines.back())) inlines.pop_back();
  std::size_t blank = 0;
  while (blank < inlines.size() && is_blank(inlines[blank])) ++blank;
  inlines.erase(inlines.begin(), inlines.begin() + static_cast<std::ptrdiff_t>(blank));
  if (inlines.empty()) return;
  auto shorten = [](Inline& node, std::size_t begin, std::size_t end) {
    auto& text = std::get<doc::Text>(node.value).text;
    bool exact = node.span && node.span.end - node.span.begin == text.size();
    if (exact) {
      node.span.end = node.span.begin + static_cast<std::uint32_t>(end);
      node.span.begin += static_cast<std::uint32_t>(begin);
    }
    text = text.substr(begin, end - begin);
  };
  if (const auto* last = std::get_if<doc::Text>(&inlines.back().value))
    shorten(inlines.back(), 0, base::trim_right(last->text).size());
  if (const auto* first = std::get_if<doc::Text>(&inlines.front().value))
    shorten(inlines.front(), first->text.size() - base::trim_left(first->text).size(),
            first->text.size());
}

bool is_anchor(const Inline& node) {
  const auto* group = std::get_if<doc::Group>(&node.value);
  return group && group->children.empty() && node.attributes.has("id");
}

/// The text of inlines that are nothing but text; nullopt where there is markup inside.
std::optional<std::string> only_text(const doc::Inlines& inlines) {
  std::string out;
  for (const Inline& node : inlines) {
    if (std::holds_alternative<doc::SoftBreak>(node.value)) {
      out += ' ';
    } else if (const auto* text = std::get_if<doc::Text>(&node.value)) {
      out += text->text;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

}  // namespace

Flow::Flow(Page& page, const MappedText& text) : page_(page), text_(text) {
  frames_.emplace_back();
}

bool Flow::has_open_paragraph() const {
  return begin_ != std::string::npos;
}

void Flow::add_line(std::size_t begin, std::size_t end) {
  std::string_view line = base::trim(text_.text().substr(begin, end - begin));
  if (line.empty()) return;
  begin = static_cast<std::size_t>(line.data() - text_.text().data());
  cursor_ = begin;
  if (has_open_paragraph()) {
    flush_text();
    add_inline(Inline{doc::SoftBreak{}});
  }
  MarkedLine marked = read_line(line, begin);
  mark_emphasis(marked);
  scan(marked, page_.links_words);
  flush_text();
}

void Flow::scan(const MarkedLine& line, bool links_words) {
  std::string_view text = line.text;
  std::size_t run = 0, i = 0;
  auto flush_run = [&] {
    if (i > run) add_text(text.substr(run, i - run), line.at[run], line.at[i - 1] + 1);
  };
  constexpr std::string_view word_starters = " \t(-*|";
  while (i < text.size()) {
    char c = text[i];
    bool special = (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '[' || c == '&';
    bool at_word = !special && links_words &&
                   (i == 0 || word_starters.find(text[i - 1]) != word_starters.npos) &&
                   !base::is_space(c);
    if (!special && !at_word) {
      ++i;
      continue;
    }
    flush_run();
    std::size_t next = special ? scan_special(line, i) : scan_word(line, i);
    run = next > i ? next : i;
    i = next > i ? next : i + 1;
  }
  flush_run();
}

/// Handles a mark, a reference or a link in brackets; returns where reading continues, or `at` if
/// the byte is plain text.
std::size_t Flow::scan_special(const MarkedLine& line, std::size_t at) {
  char c = line.text[at];
  std::size_t end = at;
  if (c == kMark) {
    const Object* found = find_object(page_, line.text, at, end);
    if (!found) return at + 1;
    flush_text();
    // The vector of objects may grow while this one is handled.
    Object copy = *found;
    object(copy, line.at[at]);
    return end;
  }
  if (c == '&') {
    add_reference(line, at, end);
    return end;
  }
  if (c == kAttachment) {
    std::size_t next = in_bracket_link() ? at : scan_word(line, at);
    return next > at ? next : at + 1;
  }
  if (c == '[') return in_bracket_link() ? at : scan_bracket_link(line, at);
  if (c >= kStrongCode && c <= kLastEmphasisMark) {
    flush_text();
    mark(c, line.at[at]);
  }
  return at + 1;
}

void Flow::add_reference(const MarkedLine& line, std::size_t at, std::size_t& end) {
  auto reference = html::read_reference(line.text, at, html::ReferenceRule::strict);
  end = at + (reference ? reference->length : 1);
  add_text(reference ? std::string_view(reference->text) : "&", line.at[at], line.at[end - 1] + 1);
}

std::size_t Flow::scan_word(const MarkedLine& line, std::size_t at) {
  if (in_code()) return at;
  std::string_view text = line.text;
  auto found = find_url(text, at);
  if (!found && begins_word(text, at)) {
    found = find_address(text, at);
    if (!found) found = find_interwiki(page_, text, at);
    if (!found) found = find_wiki_word(page_, text, at);
  }
  if (!found) return at;
  flush_text();
  cursor_ = line.at[at];
  source::Span span = text_.span(line.at[at], line.at[at + found->length - 1] + 1);
  std::string target = html::decode_references(found->target, html::ReferenceRule::strict);
  doc::Link link;
  if (found->kind == doc::LinkKind::target) {
    link = make_url_target(page_, target);
  } else {
    link.kind = found->kind;
    link.target = std::move(target);
  }
  bool is_page = found->kind == doc::LinkKind::page || found->kind == doc::LinkKind::email;
  if (!is_page && is_image_url(link.target)) {
    std::string alt(base::file_name(link.target));
    add_inline(Inline{doc::Image{std::move(link.target), std::move(alt)}, span});
  } else {
    std::string shown = link.kind == doc::LinkKind::download
                            ? link.target
                            : html::decode_references(found->text, html::ReferenceRule::strict);
    add_link(std::move(link), shown, span);
    // A word that links only by its form may as well be a product's name.
    if (found->kind == doc::LinkKind::page)
      frames_.back().children.back().attributes.add_class("wikiword");
  }
  return at + found->length;
}

void Flow::add_link(doc::Link link, std::string_view shown, source::Span span) {
  link.children.push_back(Inline{doc::Text{std::string(shown)}, span});
  add_inline(Inline{std::move(link), span});
}

std::size_t Flow::scan_bracket_link(const MarkedLine& line, std::size_t at) {
  auto found = find_bracket_link(line.text, at);
  if (!found) return at;
  flush_text();
  cursor_ = line.at[at];
  std::size_t label_begin = found->label_begin, label_end = found->label_end;
  std::string_view target = base::trim(found->target);
  bool alone = label_begin == at + 2;
  std::size_t blank = target.find_first_of(" \t");
  bool is_url = make_target(page_, target).kind != doc::LinkKind::page;
  bool is_question = base::starts_with_ignoring_case(target, "mailto:") && target.find('?') < blank;
  if (alone && is_url && blank != target.npos && !is_question) {
    // [[URL label]], the old form.
    label_begin = static_cast<std::size_t>(target.data() - line.text.data()) + blank;
    target = target.substr(0, blank);
  }
  Frame frame{FrameKind::link, "bracket"};
  frame.link = make_target(page_, html::decode_references(target, html::ReferenceRule::strict));
  frame.begin = line.at[at];
  open_frame(std::move(frame));
  MarkedLine label = line.part(label_begin, label_end);
  std::string_view shown = base::trim(label.text);
  if (alone && frames_.back().link.kind == doc::LinkKind::download) {
    add_text(frames_.back().link.target, label.at.front(), label.at.back() + 1);
  } else if (auto url = find_url(shown, 0);
             url && url->length == shown.size() && is_image_url(url->target)) {
    add_inline(Inline{doc::Image{make_url_target(page_, url->target).target,
                                 std::string(base::file_name(url->target))},
                      text_.span(label.at.front(), label.at.back() + 1)});
  } else {
    mark_emphasis(label);
    scan(label, false);
  }
  std::size_t end = at + found->length;
  close_frame("bracket", line.at[end - 1] + 1);
  return end;
}

void Flow::add_text(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin_ == std::string::npos) begin_ = begin;
  end_ = std::max(end_, end);
  if (pending_.empty()) pending_begin_ = begin;
  pending_ += text;
  pending_end_ = end;
}

void Flow::flush_text() {
  if (pending_.empty()) return;
  doc::Text text{std::move(pending_)};
  pending_.clear();
  frames_.back().children.push_back(
      Inline{std::move(text), text_.span(pending_begin_, pending_end_)});
}

void Flow::add_inline(doc::Inline node) {
  flush_text();
  if (begin_ == std::string::npos) begin_ = cursor_;
  end_ = std::max(end_, cursor_ + 1);
  frames_.back().children.push_back(std::move(node));
}

void Flow::add_anchor(std::string_view id) {
  Inline node{doc::Group{}};
  node.attributes.set("id", id);
  add_inline(std::move(node));
}

// ---- Frames

bool Flow::in_code() const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [](const Frame& frame) { return frame.kind == FrameKind::code; });
}

bool Flow::in_bracket_link() const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [](const Frame& frame) { return frame.key == "bracket"; });
}

void Flow::open_frame(Frame frame) {
  flush_text();
  if (frames_.size() >= kMaxFrames) return;
  if (begin_ == std::string::npos) begin_ = frame.begin;
  frames_.push_back(std::move(frame));
}

/// Opens or closes emphasis of TML.
void Flow::mark(char mark, std::size_t at) {
  bool opens = (mark & 1) == 0;
  char opener = opens ? mark : static_cast<char>(mark - 1);
  auto row = std::find_if(std::begin(kMarks), std::end(kMarks),
                          [&](const EmphasisMark& entry) { return entry.mark == opener; });
  if (row == std::end(kMarks)) return;
  end_ = std::max(end_, at + row->size);
  if (!opens) {
    if (!row->inner.empty()) close_frame(row->inner, at);
    return close_frame(row->outer, at + row->size);
  }
  open_element(row->outer, at);
  if (!row->inner.empty()) open_element(row->inner, at + row->size);
}

void Flow::open_element(std::string_view name, std::size_t at) {
  Frame frame;
  frame.key = name;
  frame.begin = at;
  frame.kind = name == "code" ? FrameKind::code : FrameKind::emphasis;
  frame.emphasis = name == "em" ? doc::EmphasisKind::emphasis : doc::EmphasisKind::strong;
  open_frame(std::move(frame));
}

void Flow::close_frame(std::string_view key, std::size_t end) {
  flush_text();
  std::size_t found = frames_.size();
  while (found > 1 && frames_[found - 1].key != key) --found;
  if (found <= 1) return;
  std::vector<Frame> reopened;
  while (frames_.size() > found) {
    Frame again = frames_.back();
    again.children.clear();
    again.begin = end;
    build_frame(end);
    if (again.kind != FrameKind::link) reopened.push_back(std::move(again));
  }
  build_frame(end);
  for (auto frame = reopened.rbegin(); frame != reopened.rend(); ++frame)
    frames_.push_back(std::move(*frame));
}

/// Makes a node of the innermost frame.
void Flow::build_frame(std::size_t end) {
  flush_text();
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  source::Span span = text_.span(frame.begin, end);
  doc::Inlines& out = frames_.back().children;
  auto add = [&](auto value) {
    out.push_back(Inline{std::move(value), span, std::move(frame.attributes)});
  };
  switch (frame.kind) {
    case FrameKind::root: return;
    case FrameKind::emphasis:
      if (!frame.children.empty()) add(doc::Emphasis{frame.emphasis, std::move(frame.children)});
      return;
    case FrameKind::code: {
      if (frame.children.empty()) return;
      if (auto text = only_text(frame.children)) return add(doc::Code{std::move(*text)});
      // Strong code is code that is strong, so that later stages find plain code.
      if (frame.children.size() == 1)
        if (auto* strong = std::get_if<doc::Emphasis>(&frame.children[0].value))
          if (auto text = only_text(strong->children)) {
            strong->children = {};
            strong->children.push_back(Inline{doc::Code{std::move(*text)}, frame.children[0].span});
            out.push_back(std::move(frame.children[0]));
            out.back().span = span;
            return;
          }
      // Code of this tree is plain text: with markup inside it is written as a tag around it.
      out.push_back(Inline{doc::RawInline{"<code>"}});
      std::move(frame.children.begin(), frame.children.end(), std::back_inserter(out));
      out.push_back(Inline{doc::RawInline{"</code>"}});
      return;
    }
    case FrameKind::link: {
      trim(frame.children);
      frame.link.children = std::move(frame.children);
      if (frame.link.children.empty()) frame.link.children.push_back(Inline{doc::Text{}});
      return add(std::move(frame.link));
    }
    case FrameKind::group: return add(doc::Group{std::move(frame.children)});
    case FrameKind::raw:
      if (!frame.tag.empty()) out.push_back(Inline{doc::RawInline{frame.tag}});
      std::move(frame.children.begin(), frame.children.end(), std::back_inserter(out));
      if (!frame.tag.empty()) out.push_back(Inline{doc::RawInline{"</" + frame.key + ">"}});
      return;
  }
}

// ---- Blocks

void Flow::end_paragraph() {
  flush_text();
  std::vector<Frame> reopened;
  while (frames_.size() > 1) {
    Frame again = frames_.back();
    again.children.clear();
    build_frame(end_);
    if (again.kind != FrameKind::link) reopened.push_back(std::move(again));
  }
  doc::Inlines inlines = std::move(frames_.front().children);
  frames_.front().children.clear();
  trim(inlines);
  source::Span span = begin_ == std::string::npos ? source::Span{} : text_.span(begin_, end_);
  if (heading_ > 0) {
    if (!inlines.empty())
      blocks_.push_back(Block{doc::Heading{heading_, std::move(inlines)}, span});
    heading_ = 0;
  } else if (std::all_of(inlines.begin(), inlines.end(), is_anchor)) {
    for (Inline& node : inlines)
      blocks_.push_back(Block{doc::Anchor{}, node.span, std::move(node.attributes)});
  } else {
    blocks_.push_back(Block{doc::Paragraph{std::move(inlines)}, span});
  }
  begin_ = std::string::npos;
  end_ = 0;
  for (auto frame = reopened.rbegin(); frame != reopened.rend(); ++frame) {
    frame->begin = 0;
    frames_.push_back(std::move(*frame));
  }
}

void Flow::add_block(doc::Block block) {
  end_paragraph();
  blocks_.push_back(std::move(block));
}

doc::Blocks Flow::finish() {
  end_paragraph();
  while (!twisties_.empty()) close_twisty();
  for (; !tags_.empty(); tags_.pop_back())
    blocks_.push_back(Block{doc::RawBlock{"</" + tags_.back() + ">"}});
  frames_.clear();
  frames_.emplace_back();
  return std::exchange(blocks_, {});
}

void Flow::close_twisty() {
  end_paragraph();
  if (twisties_.empty()) return;
  Twisty twisty = std::move(twisties_.back());
  twisties_.pop_back();
  doc::Admonition details;
  details.type = "details";
  details.collapse = twisty.open ? doc::Collapse::open : doc::Collapse::closed;
  details.children = std::move(blocks_);
  doc::Inlines label;
  label.push_back(Inline{doc::Text{twisty.label}});
  if (!twisty.label.empty()) details.title = std::move(label);
  blocks_ = std::move(twisty.before);
  blocks_.push_back(Block{std::move(details), twisty.span});
}

doc::Inlines read_inlines(Page& page, const MappedText& text, std::size_t begin, std::size_t end) {
  Flow flow(page, text);
  flow.add_line(begin, end);
  doc::Inlines out;
  for (Block& block : flow.finish()) {
    if (auto* paragraph = std::get_if<doc::Paragraph>(&block.value))
      std::move(paragraph->children.begin(), paragraph->children.end(), std::back_inserter(out));
    if (auto* heading = std::get_if<doc::Heading>(&block.value))
      std::move(heading->children.begin(), heading->children.end(), std::back_inserter(out));
    if (std::holds_alternative<doc::Anchor>(block.value)) {
      out.push_back(Inline{doc::Group{}});
      out.back().attributes = std::move(block.attributes);
    }
  }
  return out;
}

}  // namespace kbuild::read::twiki
