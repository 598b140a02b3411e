// HTML blocks; see html.h. This is markdown/htmlparser.py with
// extensions/md_in_html.py: a pass over the tags of the whole text that keeps a stack of open
// elements and sends each piece of text to the page, to the raw block being gathered, or to the
// innermost element with Markdown in it.
#include "read/mkdocs/html.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "html/sanitise.h"
#include "html/token.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

constexpr std::string_view kBlockElements[] = {
    "address", "article", "aside",  "blockquote", "body",     "canvas",   "center",     "colgroup",
    "dd",      "details", "div",    "dl",         "dt",       "fieldset", "figcaption", "figure",
    "footer",  "form",    "group",  "h1",         "h2",       "h3",       "h4",         "h5",
    "h6",      "header",  "hgroup", "hr",         "html",     "iframe",   "legend",     "li",
    "main",    "map",     "math",   "menu",       "nav",      "noscript", "object",     "ol",
    "option",  "output",  "p",      "pre",        "progress", "script",   "search",     "section",
    "style",   "summary", "table",  "tbody",      "td",       "textarea", "tfoot",      "th",
    "thead",   "tr",      "ul",     "video"};

/// Whose content markdown="1" reads as inlines.
constexpr std::string_view kSpanElements[] = {"address", "dd", "dt",      "h1", "h2",
                                              "h3",      "h4", "h5",      "h6", "legend",
                                              "li",      "p",  "summary", "td", "th"};
/// Whose content is never read.
constexpr std::string_view kRawElements[] = {"canvas", "math",  "option",  "pre",
                                             "script", "style", "textarea"};

template <class Table>
bool contains(const Table& table, std::string_view tag) {
  return std::find(std::begin(table), std::end(table), tag) != std::end(table);
}

bool is_name_end(char c) {
  return base::is_space(c) || c == '/' || c == '>' || c == '`' || c == '\0';
}

class HtmlExtractor {
 public:
  HtmlExtractor(Page& page, const MappedText& input)
      : page_(page), input_(input), raw_(input.text()) {}

  std::size_t run() {
    while (at_ < raw_.size()) step();
    page_.html_is_open = !open_.empty() || in_raw_ || cache_.size() > 0;
    if (!open_.empty()) close_element(open_.front().element.tag, raw_.size());
    if (in_raw_ || cache_.size() > 0) flush_raw();
    MappedText& out = page_.text;
    out.append(out_, 0, out_.size());
    std::size_t length = out.size();
    for (Finished& element : finished_) {
      StashItem& item = page_.stash[element.index];
      item.element.begin = out.size();
      out.append(element.content, 0, element.content.size());
      item.element.end = out.size();
      out.append("\n");
    }
    return length;
  }

 private:
  /// An element being read whose content is Markdown, or one without inside such.
  struct Open {
    HtmlElement element;
    MappedText content;
    /// Nothing but the start tag was read.
    bool fresh = true;
    std::size_t begin = 0;
  };
  struct Finished {
    std::size_t index;
    MappedText content;
  };

  // ---- Scanning

  void step() {
    std::size_t next = raw_element_.empty() ? raw_.find('<', at_) : find_raw_end();
    if (next > at_) data(at_, std::min(next, raw_.size()));
    at_ = std::min(next, raw_.size());
    if (at_ == raw_.size()) return;
    char second = at_ + 1 < raw_.size() ? raw_[at_ + 1] : '\0';
    std::size_t end = base::is_alpha(second) ? start_tag()
                      : second == '/'        ? end_tag()
                      : second == '!'        ? declaration()
                      : second == '?'        ? instruction()
                                             : 0;
    if (end <= at_) {
      data(at_, at_ + 1);
      end = at_ + 1;
    }
    at_ = end;
  }

  /// The "</script" that ends raw text. An element that never ends takes the rest.
  std::size_t find_raw_end() {
    for (std::size_t at = raw_.find("</", at_); at != raw_.npos; at = raw_.find("</", at + 2))
      if (base::starts_with_ignoring_case(raw_.substr(at + 2), raw_element_)) {
        raw_element_.clear();
        return at;
      }
    raw_element_.clear();
    return raw_.npos;
  }

  /// At most three blanks precede it on its line.
  bool at_line_start() const {
    std::size_t begin = at_;
    while (begin > 0 && raw_[begin - 1] == ' ' && at_ - begin < 4) --begin;
    return at_ - begin <= 3 && (begin == 0 || raw_[begin - 1] == '\n');
  }
  /// The rest of the line and the whole next one are blank.
  bool blank_line_follows(std::size_t at) const {
    for (int line = 0; line < 2; ++line) {
      while (at < raw_.size() && raw_[at] == ' ') ++at;
      if (at >= raw_.size() || raw_[at] != '\n') return false;
      ++at;
    }
    return true;
  }

  // ---- Text

  void data(std::size_t begin, std::size_t end) {
    if (in_tail_ && raw_.substr(begin, end - begin).find('\n') != raw_.npos) in_tail_ = false;
    if (in_raw_) {
      cache_.append(input_, begin, end);
    } else if (!open_.empty()) {
      open_.back().fresh = false;
      open_.back().content.append(input_, begin, end);
    } else {
      out_.append(input_, begin, end);
    }
  }

  void flush_raw() {
    out_.append(stash_raw());
    out_.append("\n\n");
    stack_.clear();
    open_raw_.clear();
    in_raw_ = false;
  }

  std::string stash_raw() {
    StashItem item;
    std::string html = cache_.text();
    std::string_view view = cache_.text();
    item.block.span = page_.span(cache_.begin_of(view), cache_.end_of(base::trim_right(view)));
    item.block.value = doc::RawBlock{page_.clean_html(std::move(html), item.block.span)};
    cache_ = {};
    return page_.stash_block(std::move(item));
  }

  /// Before a placeholder that must stand alone after a line that ended.
  static void pad(MappedText& out) {
    if (out.text().ends_with('\n') && !out.text().ends_with("\n\n")) out.append("\n");
  }

  // ---- Tags

  std::size_t start_tag() {
    TagEnd tag = scan_start_tag(raw_, at_);
    if (tag.end == raw_.npos) return at_;
    std::string name = base::to_lower(raw_.substr(at_ + 1, tag.attributes - at_ - 1));
    if (raw_.substr(at_, tag.end - at_).ends_with("/>") || name == "hr") {
      empty_tag(at_, tag.end, is_block_element(name) ? Form::block : Form::span);
      return tag.end;
    }
    if (is_block_element(name) &&
        (at_line_start() || in_tail_ || (!open_.empty() && open_.back().fresh)))
      open_block(name, tag);
    else
      piece(name, tag.end);
    // Scripts in a line of text are most likely in a code span.
    if (in_raw_ && (name == "script" || name == "style")) raw_element_ = name;
    return tag.end;
  }

  /// A tag that opens no block: part of the raw block, or text.
  void piece(const std::string& name, std::size_t end) {
    if (in_raw_) {
      stack_.push_back(name);
      ++open_raw_[name];
    }
    if (in_raw_)
      cache_.append(input_, at_, end);
    else
      data(at_, end);
  }

  void open_block(const std::string& name, const TagEnd& tag) {
    std::vector<html::HtmlAttribute> attributes =
        html::read_attributes(raw_.substr(tag.attributes, tag.end - 1 - tag.attributes));
    Content content = page_.on.md_in_html ? content_of(name, attributes) : Content::off;
    if (in_raw_ || (content == Content::off && open_.empty())) {
      if (at_line_start() || in_tail_) {
        in_raw_ = true;
        out_.append("\n");
      }
      return piece(name, tag.end);
    }
    if (std::any_of(open_.begin(), open_.end(), [](const Open& o) { return o.element.tag == "p"; }))
      close_element("p", at_);
    if (open_.size() >= base::kMaxNesting) {
      page_.report_depth(page_.span(input_.origin(at_), input_.origin(at_)));
      return data(at_, tag.end);
    }
    Open open;
    open.element.tag = name;
    open.element.content = content;
    open.begin = at_;
    if (page_.options.trust != Trust::trusted) {
      std::vector<std::string> dropped;
      attributes = html::sanitise_attributes(name, std::move(attributes), dropped);
    }
    for (const html::HtmlAttribute& attribute : attributes)
      if (attribute.name != "markdown")
        open.element.attributes.set(attribute.name, attribute.value);
    open_.push_back(std::move(open));
  }

  Content content_of(std::string_view tag,
                     const std::vector<html::HtmlAttribute>& attributes) const {
    std::string_view wish = "0";
    for (const html::HtmlAttribute& attribute : attributes)
      if (attribute.name == "markdown") wish = attribute.value;
    // Without a value, as in <div markdown>.
    if (wish.empty() || wish == "markdown") wish = "1";
    if (!open_.empty() && open_.back().element.content == Content::off) return Content::off;
    if (!open_.empty() && open_.back().element.content == Content::span && wish != "0")
      wish = "span";
    bool spans = contains(kSpanElements, tag);
    if (contains(kRawElements, tag) || tag == "hr") return Content::off;
    if (wish == "block" || (wish == "1" && !spans)) return Content::block;
    if (wish == "span" || (wish == "1" && spans)) return Content::span;
    return Content::off;
  }

  std::size_t end_tag() {
    if (at_ + 2 >= raw_.size() || !base::is_alpha(raw_[at_ + 2])) return at_;
    std::size_t end = find(tag_end_, at_);
    if (end == raw_.npos) return at_;
    ++end;
    std::size_t stop = at_ + 2;
    while (!is_name_end(raw_[stop])) ++stop;
    std::string name = base::to_lower(raw_.substr(at_ + 2, stop - at_ - 2));
    if (in_raw_) {
      end_raw(name, end);
    } else if (is_block_element(name) &&
               std::any_of(open_.begin(), open_.end(),
                           [&](const Open& open) { return open.element.tag == name; })) {
      close_element(name, end);
      if (open_.empty() && !blank_line_follows(end)) in_tail_ = true;
    } else {
      data(at_, end);
    }
    return end;
  }

  void end_raw(const std::string& name, std::size_t end) {
    cache_.append(input_, at_, end);
    if (auto known = open_raw_.find(name); known != open_raw_.end() && known->second > 0)
      for (bool more = true; more; stack_.pop_back()) {
        more = stack_.back() != name;
        --open_raw_[stack_.back()];
      }
    if (!stack_.empty()) return;
    if (!blank_line_follows(end)) in_tail_ = true;
    flush_raw();
  }

  /// Closes the innermost element of that name and all in it.
  void close_element(std::string_view name, std::size_t end) {
    for (bool more = true; more && !open_.empty();) {
      more = open_.back().element.tag != name;
      Open closed = std::move(open_.back());
      open_.pop_back();
      if (!open_.empty() && open_.back().element.content == Content::off) {
        // Inside an element without Markdown everything stays as written.
        open_.back().content.append(input_, closed.begin, end);
        continue;
      }
      std::string mark = stash_element(std::move(closed), end);
      if (open_.empty()) {
        pad(out_);
        out_.append(mark);
        out_.append("\n\n");
      } else {
        add_child(open_.back(), mark);
      }
    }
  }

  std::string stash_element(Open closed, std::size_t end) {
    StashItem item;
    item.block.span = page_.span(input_.origin(closed.begin), input_.origin(end));
    if (closed.element.content == Content::off) {
      std::string html(raw_.substr(closed.begin, end - closed.begin));
      item.block.value = doc::RawBlock{page_.clean_html(std::move(html), item.block.span)};
      return page_.stash_block(std::move(item));
    }
    item.kind = StashItem::Kind::element;
    item.element = std::move(closed.element);
    std::string mark = page_.stash_block(std::move(item));
    finished_.push_back({page_.stash.size() - 1, std::move(closed.content)});
    return mark;
  }

  /// Children of an element become placeholders between blank lines of its text.
  static void add_child(Open& parent, std::string_view mark) {
    parent.fresh = false;
    MappedText& text = parent.content;
    while (!text.text().ends_with("\n\n")) text.append("\n");
    text.append(mark);
    text.append("\n");
  }

  enum class Form { block, span };
  /// An element without content, a comment or the like.
  void empty_tag(std::size_t begin, std::size_t end, Form form) {
    bool alone = form == Form::block && at_line_start();
    if (in_raw_) {
      cache_.append(input_, begin, end);
    } else if (!open_.empty()) {
      if (!alone || open_.back().element.content == Content::off) return data(begin, end);
      cache_.append(input_, begin, end);
      MappedText& text = open_.back().content;
      text.append("\n");
      text.append(stash_raw());
      text.append("\n\n");
    } else if (alone || (in_tail_ && form == Form::block)) {
      in_tail_ = !blank_line_follows(end);
      cache_.append(input_, begin, end);
      pad(out_);
      out_.append(stash_raw());
      out_.append("\n\n");
    } else {
      data(begin, end);
    }
  }

  std::size_t instruction() {
    if (!at_line_start() && !in_tail_ && open_.empty()) return at_;
    std::size_t end = find(instruction_end_, at_ + 2);
    if (end == raw_.npos) return at_;
    empty_tag(at_, end + 2, Form::block);
    return end + 2;
  }

  std::size_t declaration() {
    std::string_view rest = raw_.substr(at_);
    if (rest.starts_with("<!--")) {
      std::size_t end = find(comment_end_, at_ + 4);
      if (end == raw_.npos) return at_;
      empty_tag(at_, end + 3, Form::block);
      return end + 3;
    }
    if (!at_line_start() && !in_tail_ && open_.empty()) return at_;
    if (rest.starts_with("<![CDATA[")) {
      std::size_t end = find(section_end_, at_);
      if (end == raw_.npos) return at_;
      empty_tag(at_, end + 3, Form::block);
      return end + 3;
    }
    std::size_t end = find(tag_end_, at_);
    if (end == raw_.npos) return at_;
    bool doctype = base::starts_with_ignoring_case(rest, "<!doctype");
    empty_tag(at_, end + 1, doctype ? Form::block : Form::span);
    return end + 1;
  }

  /// A string to look for that remembers when none follows, so that texts full of openings stay
  /// linear.
  struct Needle {
    std::string_view text;
    bool none_left = false;
  };
  std::size_t find(Needle& needle, std::size_t from) {
    std::size_t found = needle.none_left ? raw_.npos : raw_.find(needle.text, from);
    needle.none_left = found == raw_.npos;
    return found;
  }

  Page& page_;
  const MappedText& input_;
  std::string_view raw_;
  std::size_t at_ = 0;
  MappedText out_;
  MappedText cache_;
  /// Names of open tags of the raw block.
  std::vector<std::string> stack_;
  /// How many of each name there are.
  std::map<std::string, std::size_t, std::less<>> open_raw_;
  std::vector<Open> open_;
  std::vector<Finished> finished_;
  bool in_raw_ = false;
  /// Behind a block on its last line.
  bool in_tail_ = false;
  std::string raw_element_;
  Needle comment_end_{"-->"};
  Needle instruction_end_{"?>"};
  Needle section_end_{"]]>"};
  Needle tag_end_{">"};
};

}  // namespace

bool is_block_element(std::string_view tag) {
  return contains(kBlockElements, tag);
}

TagEnd scan_start_tag(std::string_view text, std::size_t at) {
  constexpr int kMaxAttributes = 200;
  TagEnd tag;
  // No tag has a longer name.
  constexpr std::size_t kMaxName = 200;
  std::size_t i = at + 1;
  while (i < text.size() && i - at < kMaxName && !is_name_end(text[i])) ++i;
  if (i - at == kMaxName) return tag;
  tag.attributes = i;
  for (int attributes = 0; i < text.size() && attributes < kMaxAttributes;) {
    char c = text[i];
    if (c == '>') {
      tag.end = i + 1;
      return tag;
    }
    if (c == '`') return tag;
    if (base::is_space(c) || c == '/') {
      ++i;
      continue;
    }
    // An attribute's name, and a value behind '='.
    ++attributes;
    std::size_t before = i;
    while (i < text.size() && !base::is_space(text[i]) && text[i] != '/' && text[i] != '>' &&
           text[i] != '=' && text[i] != '`')
      ++i;
    std::size_t value = i;
    while (value < text.size() && base::is_space(text[value])) ++value;
    if (value >= text.size() || text[value] != '=') {
      if (i == before) ++i;
      continue;
    }
    while (value < text.size() && text[value] == '=') ++value;
    while (value < text.size() && base::is_space(text[value])) ++value;
    if (value >= text.size()) return tag;
    if (text[value] == '"' || text[value] == '\'') {
      std::size_t close = text.find(text[value], value + 1);
      if (close == text.npos) return tag;
      i = close + 1;
    } else {
      while (value < text.size() && !base::is_space(text[value]) && text[value] != '>' &&
             text[value] != '`')
        ++value;
      i = value;
    }
  }
  return tag;
}

std::size_t extract_html(Page& page, const MappedText& input) {
  return HtmlExtractor(page, input).run();
}

}  // namespace kbuild::read::mkdocs
