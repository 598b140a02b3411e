// The inline phase of MyST Markdown; see inline.h. Brackets and emphasis follow the algorithm of
// CommonMark's appendix, with one pass over the text; what MyST adds follows markdown-it's plugins.
#include "read/myst/inline.h"

#include <algorithm>
#include <array>

#include "base/bounds.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "read/myst/delimiters.h"
#include "read/myst/destination.h"
#include "read/myst/html.h"
#include "read/rst/inline/roles.h"
#include "source/letter_boundary.h"
#include "source/unicode.h"

namespace kbuild::read::myst {

namespace {

using namespace diag::literals;
using doc::Inline;
using doc::Inlines;

constexpr std::size_t npos = std::string_view::npos;

/// Characters at which something other than text may begin.
constexpr std::string_view kSpecial = "\n!$&*<[\\]_`{~";

bool is_special(char c) {
  static const auto table = [] {
    std::array<bool, 256> out{};
    for (char s : kSpecial) out[static_cast<unsigned char>(s)] = true;
    return out;
  }();
  return table[static_cast<unsigned char>(c)];
}

bool is_punctuation(char32_t c) {
  if (c < 0x80) return base::is_punctuation(static_cast<char>(c));
  return source::general_category(c).starts_with('P');
}
bool is_white(char32_t c) {
  return c == ' ' || (c >= 9 && c <= 13) || source::is_unicode_space(c);
}

char32_t code_point_before(std::string_view text, std::size_t at) {
  if (at == 0) return ' ';
  return base::decode_utf8(text, source::letter_boundary(text, at - 1)).value;
}
char32_t code_point_at(std::string_view text, std::size_t at) {
  return at < text.size() ? base::decode_utf8(text, at).value : U' ';
}

class InlineParser {
 public:
  InlineParser(Context& context, const rst::Chunk& chunk)
      : context_(context), chunk_(chunk), text_(chunk.text()) {}

  Inlines parse() {
    while (at_ < text_.size()) {
      if (!is_special(text_[at_])) {
        ++at_;
        continue;
      }
      std::size_t before = at_;
      if (!construct(text_[at_])) at_ = std::max(at_, before + 1);
    }
    flush(at_);
    return nest(pieces_, 0, runs_, 0);
  }

 private:
  struct Bracket {
    std::size_t piece = 0;
    std::size_t run = 0;
    /// Of the text inside.
    std::size_t begin = 0;
    std::size_t opens_at = 0;
    bool image = false;
    bool active = true;
  };

  bool construct(char c);
  bool line_end();
  bool escape();
  bool code();
  bool role();
  bool math();
  bool substitution();
  bool run(char mark);
  bool open_bracket();
  bool close_bracket();
  bool footnote();
  bool angle();
  bool entity();
  void attributes();

  source::Span span(std::size_t begin, std::size_t end) const {
    return chunk_.span(context_.page.sources, begin, end);
  }
  bool starts(std::size_t at, std::string_view mark) const {
    return text_.compare(at, mark.size(), mark) == 0;
  }
  /// The text that was passed over becomes a piece.
  void flush(std::size_t end) {
    if (end > text_begin_)
      pieces_.push_back({{doc::Text{std::string(text_.substr(text_begin_, end - text_begin_))},
                          span(text_begin_, end),
                          {}},
                         -1});
    text_begin_ = end;
  }
  /// A node for the text from `at_` to `end`.
  bool put(Inline node, std::size_t end) {
    flush(at_);
    pieces_.push_back({std::move(node), -1});
    at_ = text_begin_ = end;
    return true;
  }
  bool put(decltype(Inline::value) value, std::size_t end) {
    return put(Inline{std::move(value), span(at_, end), {}}, end);
  }

  Context& context_;
  const rst::Chunk& chunk_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t text_begin_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Run> runs_;
  std::vector<Bracket> brackets_;
  /// Lengths of back quotes, and places, from which on no run of that length follows.
  std::map<std::size_t, std::size_t> no_quotes_;
  bool no_dollar_ = false;
  bool no_braces_ = false;
  std::array<bool, 256> no_html_end_ = {};
};

bool InlineParser::construct(char c) {
  switch (c) {
    case '\n': return line_end();
    case '\\': return escape();
    case '`': return code();
    case '{': return substitution() || role();
    case '$': return math();
    case '*':
    case '_':
    case '~': return run(c);
    case '!':
    case '[': return open_bracket();
    case ']': return close_bracket();
    case '<': return angle();
    case '&': return entity();
    default: return false;
  }
}

bool InlineParser::line_end() {
  std::size_t end = at_, next = at_ + 1;
  while (end > text_begin_ && text_[end - 1] == ' ') --end;
  bool hard = at_ - end >= 2;
  while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
  flush(end);
  text_begin_ = at_;
  return hard ? put(doc::HardBreak{}, next) : put(doc::SoftBreak{}, next);
}

bool InlineParser::escape() {
  if (at_ + 1 >= text_.size()) return false;
  char next = text_[at_ + 1];
  if (next == '\n') {
    std::size_t end = at_ + 2;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    return put(doc::HardBreak{}, end);
  }
  if (!base::is_punctuation(next)) return false;
  return put(Inline{doc::Text{std::string(1, next)}, {}, {}}, at_ + 2);
}

bool InlineParser::entity() {
  auto found = html::read_reference(text_, at_, html::ReferenceRule::strict);
  if (!found) return false;
  std::size_t end = at_ + found->length;
  return put(Inline{doc::Text{std::move(found->text)}, {}, {}}, end);
}

// ---- Code and roles

bool InlineParser::code() {
  std::size_t begin = at_;
  while (begin < text_.size() && text_[begin] == '`') ++begin;
  std::size_t length = begin - at_;
  auto none = no_quotes_.find(length);
  if (none == no_quotes_.end() || begin < none->second) {
    for (std::size_t open = begin; (open = text_.find('`', open)) != npos;) {
      std::size_t close = open;
      while (close < text_.size() && text_[close] == '`') ++close;
      if (close - open == length) {
        std::string content(text_.substr(begin, open - begin));
        std::replace(content.begin(), content.end(), '\n', ' ');
        bool padded = content.size() > 2 && content.front() == ' ' && content.back() == ' ' &&
                      content.find_first_not_of(' ') != npos;
        std::size_t pad = padded ? 1 : 0;
        source::Span where = span(begin + pad, open - pad);
        put(Inline{doc::Code{content.substr(pad, content.size() - 2 * pad)}, where, {}}, close);
        if (context_.syntax.attrs_inline) attributes();
        return true;
      }
      open = close;
    }
    no_quotes_[length] = begin;
  }
  at_ = begin;
  return false;
}

/// Roles whose text keeps its backslashes anyway.
bool keeps_backslashes(std::string_view role) {
  return role == "math" || role == "code" || role == "raw";
}

bool InlineParser::role() {
  if (!context_.syntax.myst) return false;
  std::size_t name = at_ + 1, end = name;
  while (end < text_.size() && (base::is_alnum(text_[end]) || text_[end] == '_' ||
                                text_[end] == '-' || text_[end] == '+' || text_[end] == ':'))
    ++end;
  if (end == name || end >= text_.size() || text_[end] != '}') return false;
  std::size_t begin = end + 1;
  while (begin < text_.size() && text_[begin] == '`') ++begin;
  std::size_t ticks = begin - end - 1;
  if (ticks == 0 || begin >= text_.size()) return false;
  std::size_t close = text_.find(std::string(ticks, '`'), begin + 1);
  if (close == npos) return false;
  std::string text(text_.substr(begin, close - begin));
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string role_name(text_.substr(name, end - name));
  // Roles take reStructuredText, where a backslash escapes.
  if (!keeps_backslashes(role_name)) text = base::replace_all(text, "\\", "\\\\");
  std::size_t after = close + ticks;
  rst::RoleCall call{role_name, text, text_.substr(at_, after - at_), span(at_, after)};
  Inlines nodes = rst::interpret(context_.page, call);
  flush(at_);
  for (Inline& node : nodes) pieces_.push_back({std::move(node), -1});
  at_ = text_begin_ = after;
  return true;
}

// ---- Formulas and substitutions

bool InlineParser::math() {
  const Syntax& syntax = context_.syntax;
  if (!syntax.dollarmath || no_dollar_) return false;
  auto space_at = [&](std::size_t at) { return is_white(code_point_at(text_, at)); };
  if (!syntax.math_spaces && space_at(at_ + 1)) return false;
  if (!syntax.math_digits && at_ > 0 && base::is_digit(text_[at_ - 1])) return false;
  std::size_t marks = syntax.math_double_inline && starts(at_, "$$") ? 2 : 1;
  std::size_t begin = at_ + marks, end = begin;
  for (; end < text_.size(); ++end) {
    if (text_[end] == '\\') {
      ++end;
    } else if (text_[end] == '$' && (marks == 1 || starts(end, "$$"))) {
      break;
    }
  }
  if (end >= text_.size()) {
    no_dollar_ = marks == 1;
    return false;
  }
  if (end == begin) return false;
  if (!syntax.math_spaces && is_white(code_point_before(text_, end))) return false;
  if (!syntax.math_digits && end + 1 < text_.size() && base::is_digit(text_[end + 1])) return false;
  return put(doc::Math{std::string(text_.substr(begin, end - begin))}, end + marks);
}

bool InlineParser::substitution() {
  if (!context_.syntax.substitution || no_braces_ || !starts(at_, "{{")) return false;
  std::size_t end = text_.find("}}", at_ + 2);
  if (end == npos) {
    no_braces_ = true;
    return false;
  }
  std::string name(base::trim(text_.substr(at_ + 2, end - at_ - 2)));
  source::Span where = span(at_, end + 2);
  auto value = substitute(context_, name, where);
  if (!value) return put(doc::Text{std::string(text_.substr(at_, end + 2 - at_))}, end + 2);
  context_.substituting.push_back(name);
  Inlines nodes = parse_inlines(context_, rst::Chunk(std::string(base::trim(*value))));
  context_.substituting.pop_back();
  flush(at_);
  for (Inline& node : nodes) {
    node.span = where;
    pieces_.push_back({std::move(node), -1});
  }
  at_ = text_begin_ = end + 2;
  return true;
}

// ---- Emphasis

bool InlineParser::run(char mark) {
  if (mark == '~' && !context_.syntax.strikethrough) return false;
  std::size_t end = at_;
  while (end < text_.size() && text_[end] == mark) ++end;
  std::size_t count = end - at_;
  if (mark == '~' && count < 2) return false;
  char32_t before = code_point_before(text_, at_), after = code_point_at(text_, end);
  bool left =
      !is_white(after) && (!is_punctuation(after) || is_white(before) || is_punctuation(before));
  bool right =
      !is_white(before) && (!is_punctuation(before) || is_white(after) || is_punctuation(after));
  Run run{mark, count, left, right, span(at_, end), count};
  if (mark == '_') {
    run.can_open = left && (!right || is_punctuation(before));
    run.can_close = right && (!left || is_punctuation(after));
  }
  flush(at_);
  pieces_.push_back({{}, static_cast<int>(runs_.size())});
  runs_.push_back(std::move(run));
  at_ = text_begin_ = end;
  return true;
}

// ---- Links, images, footnotes

bool InlineParser::open_bracket() {
  bool image = text_[at_] == '!';
  if (image && !starts(at_, "![")) return false;
  if (!image && footnote()) return true;
  std::size_t end = at_ + (image ? 2 : 1);
  std::size_t opens_at = at_;
  put(doc::Text{std::string(text_.substr(at_, end - at_))}, end);
  brackets_.push_back({pieces_.size() - 1, runs_.size(), end, opens_at, image});
  return true;
}

bool InlineParser::footnote() {
  if (!starts(at_, "[^")) return false;
  std::size_t close = text_.find_first_of("] \n", at_ + 2);
  if (close == npos || close == at_ + 2 || text_[close] != ']') return false;
  if (close + 1 < text_.size() && text_[close + 1] == '(') return false;
  std::string label(text_.substr(at_ + 2, close - at_ - 2));
  auto found = context_.footnotes.find(label);
  if (found == context_.footnotes.end()) return false;
  if (!std::exchange(found->second.referred, true)) context_.footnote_order.push_back(label);
  Inline node =
      context_.page.wait({rst::PendingKind::note, rst::normalise_name(label),
                          std::string(text_.substr(at_, close + 1 - at_)), span(at_, close + 1)},
                         doc::NoteReference{doc::NoteKind::footnote, label});
  return put(std::move(node), close + 1);
}

bool InlineParser::close_bracket() {
  if (brackets_.empty()) return false;
  Bracket open = brackets_.back();
  if (!open.active) {
    brackets_.pop_back();
    return false;
  }
  // [text](target "title")
  auto skip = [&](std::size_t at) {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\n')) ++at;
    return at;
  };
  std::optional<Reference> found;
  std::size_t end = at_ + 1;
  if (starts(end, "(")) {
    std::size_t inside = skip(end + 1);
    Reference link;
    std::size_t after = inside;
    if (auto target = read_destination(text_, inside)) {
      link.target = target->text;
      after = target->end;
    }
    std::size_t title_at = skip(after);
    if (title_at > after)
      if (auto title = read_title(text_, title_at)) {
        link.title = title->text;
        after = title->end;
      }
    after = skip(after);
    if (after < text_.size() && text_[after] == ')') {
      found = link;
      end = after + 1;
    }
  }
  if (!found) {
    // [text][label], [label][] and [label]
    std::string_view label = text_.substr(open.begin, at_ - open.begin);
    std::size_t after = at_ + 1;
    if (after < text_.size() && text_[after] == '[') {
      std::size_t close = label_end(text_, after);
      if (close != npos) {
        if (close > after + 1) label = text_.substr(after + 1, close - after - 1);
        after = close + 1;
      }
    }
    auto reference = context_.references.empty() || label.size() > 1000
                         ? context_.references.end()
                         : context_.references.find(normalise_label(label));
    if (reference != context_.references.end()) {
      found = reference->second;
      end = after;
    }
  }
  brackets_.pop_back();
  if (!found) return false;

  flush(at_);
  Inlines children = nest(pieces_, open.piece + 1, runs_, open.run);
  pieces_.resize(open.piece);
  source::Span where = span(open.opens_at, end);
  at_ = text_begin_ = end;
  if (open.image) {
    Inline node{doc::Image{found->target, doc::plain_text(children), found->title}, where, {}};
    pieces_.push_back({std::move(node), -1});
  } else {
    pieces_.push_back(
        {make_link(context_, found->target, found->title, std::move(children), where), -1});
    for (Bracket& outer : brackets_) outer.active = outer.active && outer.image;
  }
  if (context_.syntax.attrs_inline) attributes();
  return true;
}

/// {#id .class key=value} right behind a node.
void InlineParser::attributes() {
  if (at_ >= text_.size() || text_[at_] != '{' || pieces_.empty()) return;
  auto list = read_attributes(text_, at_);
  if (!list) return;
  pieces_.back().node.attributes.merge(list->attributes);
  at_ = text_begin_ = list->end;
}

// ---- Angle brackets

/// The end of "scheme:..." or of an e-mail address before a '>'; npos where it is neither.
std::size_t autolink_end(std::string_view text, std::size_t at, bool& email) {
  std::size_t end = at;
  while (end < text.size() && text[end] != '>' && text[end] != '<' &&
         static_cast<unsigned char>(text[end]) > 0x20)
    ++end;
  if (end >= text.size() || text[end] != '>') return npos;
  std::string_view inside = text.substr(at, end - at);
  std::size_t scheme = 0;
  while (scheme < inside.size() && (base::is_alnum(inside[scheme]) || inside[scheme] == '+' ||
                                    inside[scheme] == '.' || inside[scheme] == '-'))
    ++scheme;
  email = false;
  if (scheme >= 2 && scheme <= 32 && base::is_alpha(inside[0]) && scheme < inside.size() &&
      inside[scheme] == ':')
    return end;
  std::size_t sign = inside.find('@');
  if (sign == npos || sign == 0 || sign + 1 >= inside.size()) return npos;
  auto local = [](char c) {
    return base::is_alnum(c) || std::string_view(".!#$%&'*+/=?^_`{|}~-").find(c) != npos;
  };
  auto host = [](char c) { return base::is_alnum(c) || c == '-' || c == '.'; };
  std::string_view domain = inside.substr(sign + 1);
  email = base::is_all(inside.substr(0, sign), local) && base::is_all(domain, host) &&
          base::is_alnum(domain.front()) && base::is_alnum(domain.back());
  return email ? end : npos;
}

bool InlineParser::angle() {
  bool email = false;
  std::size_t end = autolink_end(text_, at_ + 1, email);
  if (end != npos) {
    std::string target(text_.substr(at_ + 1, end - at_ - 1));
    source::Span where = span(at_, end + 1);
    Inline text{doc::Text{target}, span(at_ + 1, end), {}};
    doc::Link link{doc::LinkKind::target, target, "", {}};
    if (email) link.kind = doc::LinkKind::email;
    bool internal =
        target.starts_with("project:") || target.starts_with("path:") || target.starts_with("inv:");
    if (internal) return put(make_link(context_, target, "", {}, where), end + 1);
    if (target.starts_with("mailto:")) {
      link.kind = doc::LinkKind::email;
      link.target = target.substr(7);
    }
    link.children.push_back(std::move(text));
    return put(Inline{std::move(link), where, {}}, end + 1);
  }
  // Comments and the like without an end are looked for once.
  auto next = static_cast<unsigned char>(at_ + 1 < text_.size() ? text_[at_ + 1] : '\0');
  if (no_html_end_[next]) return false;
  end = html_end(text_, at_);
  if (end == at_) {
    no_html_end_[next] = next == '!' || next == '?';
    return false;
  }
  std::string html(text_.substr(at_, end - at_));
  if (context_.page.options.trust == Trust::untrusted) html = html::sanitise_tag(html);
  return put(doc::RawInline{std::move(html)}, end);
}

}  // namespace

doc::Inlines parse_inlines(Context& context, const rst::Chunk& chunk) {
  Inlines out = InlineParser(context, chunk).parse();
  if (context.syntax.linkify) linkify(out);
  if (context.syntax.replacements || context.syntax.smartquotes) replace_signs(out, context.syntax);
  return out;
}

}  // namespace kbuild::read::myst
