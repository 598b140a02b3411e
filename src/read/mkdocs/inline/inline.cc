// The inline phase's loop and the patterns for code, escapes and breaks; see inline.h.
// Patterns and order: markdown/inlinepatterns.py.
#include "read/mkdocs/inline/inline.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "base/text.h"
#include "doc/plain_text.h"
#include "source/letter_boundary.h"
#include "source/unicode.h"

namespace kbuild::read::mkdocs {

using namespace diag::literals;

// By priority: inlinehilite 190, arithmatex 189.9, keys 185, escape 180, footnote 175, reference
// 170, link 160, images 150, 140, short references 130, 125, autolink, automail and html 120 to 90,
// linebreak 100, magiclink 85, entity 80, its short forms 79.9, emoji 75, not_strong 70, caret,
// tilde, mark 65, emphasis 60, 50.
const InlineParser::Row InlineParser::kPasses[] = {
    {&InlineParser::code, "`"},
    {&InlineParser::math, "$\\", &Extensions::arithmatex},
    {&InlineParser::critic, "{", &Extensions::critic},
    {&InlineParser::keys, "+", &Extensions::keys},
    {&InlineParser::escapes, "\\"},
    {&InlineParser::footnote_references, "^", &Extensions::footnotes},
    {&InlineParser::references, "["},
    {&InlineParser::inline_links, "("},
    {&InlineParser::inline_images, "!"},
    {&InlineParser::image_references, "!"},
    {&InlineParser::short_references, "["},
    {&InlineParser::short_images, "!"},
    {&InlineParser::angles, "<"},
    {&InlineParser::breaks, "\n"},
    {&InlineParser::magic_links, "", &Extensions::magiclink},
    {&InlineParser::magic_mails, "@", &Extensions::magiclink},
    {&InlineParser::entities, "&"},
    {&InlineParser::magic_shorthands, "", &Extensions::magiclink},
    {&InlineParser::icons, ":", &Extensions::emoji},
    {&InlineParser::lonely_marks, "*_"},
    {&InlineParser::carets, "^", &Extensions::caret},
    {&InlineParser::tildes, "~", &Extensions::tilde},
    {&InlineParser::equals, "=", &Extensions::mark},
    {&InlineParser::stars, "*"},
    {&InlineParser::underscores, "_"},
};
const std::size_t InlineParser::kPassCount = std::size(kPasses);

void Work::append(const Work& from, std::size_t begin, std::size_t end) {
  text.append(from.text, begin, end - begin);
  at.insert(at.end(), from.at.begin() + static_cast<std::ptrdiff_t>(begin),
            from.at.begin() + static_cast<std::ptrdiff_t>(end));
}

void Work::append(std::string_view bytes, std::uint32_t offset) {
  text += bytes;
  std::size_t begin = at.size();
  at.resize(text.size(), offset);
  if (offset == kNowhere) return;
  std::uint32_t* places = at.data() + begin;
  for (std::size_t i = 0; i < bytes.size(); ++i) places[i] = offset + static_cast<std::uint32_t>(i);
}

Work Work::slice(std::size_t begin, std::size_t end) const {
  Work out;
  out.append(*this, begin, end);
  return out;
}

void Work::become(Work made, std::size_t copied) {
  if (copied == 0) return;
  made.append(*this, copied, size());
  *this = std::move(made);
}

bool is_word_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  char before = text[at - 1];
  if (static_cast<unsigned char>(before) < 0x80) return base::is_alnum(before) || before == '_';
  return source::is_word_character(
      base::decode_utf8(text, source::letter_boundary(text, at - 1)).value);
}

bool is_word_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  if (static_cast<unsigned char>(text[at]) < 0x80)
    return base::is_alnum(text[at]) || text[at] == '_';
  return source::is_word_character(base::decode_utf8(text, at).value);
}

Work InlineParser::load(const Lines& lines) const {
  Work work;
  std::size_t size = 0;
  for (std::string_view line : lines) size += line.size() + 1;
  work.text.reserve(size);
  work.at.reserve(size);
  const char* base = page_.text.text().data();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    bool known = page_.text.holds(lines[i]);
    if (i > 0) work.append("\n", kNowhere);
    work.append(lines[i], known ? static_cast<std::uint32_t>(lines[i].data() - base) : kNowhere);
  }
  return work;
}

source::Span InlineParser::span(const Work& work, std::size_t begin, std::size_t end) const {
  if (begin >= end || end > work.at.size()) return {};
  std::uint32_t first = work.at[begin], last = work.at[end - 1];
  if (first == kNowhere || last == kNowhere) return {};
  Origin from = page_.text.origin(first), to = page_.text.origin(last);
  return from == kNowhere || to == kNowhere ? source::Span{} : page_.span(from, to + 1);
}

doc::Inlines InlineParser::parse(const Lines& lines) {
  Work work = load(lines);
  report_templates(work);
  std::size_t before = nodes_.size();
  apply(work, 0);
  doc::Inlines out = convert(work, 0);
  nodes_.resize(before);
  return out;
}

void InlineParser::apply(Work& work, std::size_t from) {
  // For each byte the passes that it may concern, so that most passes never look at a text.
  static const std::array<std::uint32_t, 256> concerned = [] {
    static_assert(std::size(kPasses) <= 32);
    std::array<std::uint32_t, 256> made{};
    for (std::size_t i = 0; i < kPassCount; ++i)
      for (char c : kPasses[i].triggers) made[static_cast<unsigned char>(c)] |= 1u << i;
    return made;
  }();
  std::uint32_t needed = 0;
  for (char c : work.text) needed |= concerned[static_cast<unsigned char>(c)];
  for (std::size_t i = from; i < kPassCount; ++i) {
    const Row& row = kPasses[i];
    bool wanted = row.triggers.empty() || (needed >> i & 1) != 0;
    if (wanted && (!row.on || page_.on.*row.on)) (this->*row.pass)(work, i + 1);
  }
}

void InlineParser::stash(Work& out, const Work& from, std::size_t begin, std::size_t end,
                         Stashed item) {
  item.node.span = span(from, begin, end);
  nodes_.push_back(std::move(item));
  std::string mark = placeholder(Stash::node, nodes_.size() - 1);
  out.text += mark;
  out.at.push_back(from.at[begin]);
  out.at.insert(out.at.end(), mark.size() - 1, from.at[end - 1]);
}

void InlineParser::stash_text(Work& out, const Work& from, std::size_t begin, std::size_t end,
                              std::string text) {
  Stashed item;
  item.node.value = doc::Text{std::move(text)};
  item.literal = true;
  item.source = from.text.substr(begin, end - begin);
  stash(out, from, begin, end, std::move(item));
}

std::string InlineParser::unescape(const Work& work, std::size_t begin, std::size_t end,
                                   Restore restore) const {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    FoundPlaceholder found{};
    if (!placeholder_at(work.text, i, found)) {
      out += work.text[i];
      continue;
    }
    if (found.kind == Stash::node) {
      const Stashed& item = nodes_[found.index];
      bool math = std::holds_alternative<doc::Math>(item.node.value);
      if (restore == Restore::source && !item.source.empty()) out += item.source;
      // Escaped parentheses in an address are no mathematics.
      else if (math)
        out += base::replace_all(item.source, "\\", "");
      else if (item.has_content)
        out += unescape(item.content, 0, item.content.size(), restore);
      else if (const auto* raw = std::get_if<doc::RawInline>(&item.node.value))
        out += raw->html;
      else
        out += doc::plain_text(doc::Inlines{item.node});
    }
    i += kPlaceholder - 1;
  }
  return out;
}

// ---- Code

namespace {

/// A language before code: "#!lang x" or ":::lang x"; the code's begin is returned, 0 if there is
/// none.
std::size_t inline_language(std::string_view code, std::string& language) {
  std::size_t at = 0;
  while (at < code.size() && code[at] == ':') ++at;
  if (at == 0 && code.starts_with("#!"))
    at = 2;
  else if (at < 3)
    return 0;
  std::size_t end = at;
  while (end < code.size() && (base::is_alnum(code[end]) ||
                               std::string_view("_#.+-").find(code[end]) != std::string_view::npos))
    ++end;
  std::size_t begin = end;
  while (begin < code.size() && base::is_space(code[begin])) ++begin;
  if (begin == end || begin == code.size()) return 0;
  language = code.substr(at, end - at);
  return begin;
}

std::size_t run_length(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && text[end] == text[at]) ++end;
  return end - at;
}

/// Finds closing runs of backticks; remembers lengths without a further closing run.
class TickFinder {
 public:
  explicit TickFinder(std::string_view text) : text_(text) {}
  std::size_t find(std::size_t from, std::size_t length) {
    constexpr std::size_t kLengths = 64;
    if (length < kLengths && exhausted_.test(length)) return text_.npos;
    for (std::size_t at = text_.find('`', from); at != text_.npos; at = text_.find('`', at)) {
      std::size_t run = run_length(text_, at);
      if (run == length) return at;
      at += run;
    }
    if (length < kLengths) exhausted_.set(length);
    return text_.npos;
  }

 private:
  std::string_view text_;
  std::bitset<64> exhausted_;
};

}  // namespace

// (?<!\\)(?P<escapes>(?:\\{2})+)(?=`+)|(?<!\\)(?P<tic>`+)(?P<code>.+?)(?<!`)(?P=tic)(?!`)
void InlineParser::code(Work& work, std::size_t) {
  Work out;
  std::string_view text = work.text;
  TickFinder finder(text);
  std::size_t copied = 0;
  for (std::size_t at = text.find('`'); at != text.npos; at = text.find('`', at)) {
    std::size_t slashes = 0;
    while (slashes < at - copied && text[at - 1 - slashes] == '\\') ++slashes;
    std::size_t run = run_length(text, at);
    if (slashes > 1 && slashes % 2 == 0) {
      out.append(work, copied, at - slashes);
      stash_text(out, work, at - slashes, at, std::string(slashes / 2, '\\'));
      copied = at;
    } else if (slashes % 2 == 1) {
      // The first tick is escaped.
      ++at;
      if (--run == 0) continue;
    }
    std::size_t close = text.npos, length = run;
    for (; length > 0; --length)
      if ((close = finder.find(at + run, length)) != text.npos) break;
    if (close == text.npos) {
      at += run;
      continue;
    }
    std::size_t begin = at + length, end = close;
    while (begin < end && base::is_space(text[begin])) ++begin;
    while (end > begin && base::is_space(text[end - 1])) --end;
    doc::Code node;
    std::size_t skip = 0;
    if (page_.on.inlinehilite && begin == at + length)
      skip = inline_language(text.substr(begin, end - begin), node.language);
    node.text = base::replace_all(unescape(work, begin + skip, end), "\n", " ");
    out.append(work, copied, at);
    Stashed item;
    item.node.value = std::move(node);
    copied = close + length;
    stash(out, work, at, copied, std::move(item));
    at = copied;
  }
  work.become(std::move(out), copied);
}

// ---- Escapes

void InlineParser::escapes(Work& work, std::size_t) {
  std::string_view text = work.text;
  auto escapable = [&](char c) {
    const Extensions& on = page_.on;
    switch (c) {
      case '|': return on.tables;
      case '$': return on.arithmatex;
      case '~': return on.tilde;
      case '^': return on.caret;
      case '=': return on.mark;
      case ':': return on.emoji;
      case '"':
      case '\'': return on.smarty;
      // A blank inside ^x\ y^.
      case ' ': return on.caret || on.tilde;
      default: return std::string_view("\\`*_{}[]()>#+-.!").find(c) != std::string_view::npos;
    }
  };
  Work out;
  std::size_t copied = 0;
  for (std::size_t at = text.find('\\'); at + 1 < text.size() && at != text.npos;
       at = text.find('\\', at)) {
    if (!escapable(text[at + 1])) {
      // What follows is skipped with it: "\<" is no begin of an escape either.
      at += text[at + 1] == '\n' || text[at + 1] == kMark ? 1 : 2;
      continue;
    }
    out.append(work, copied, at);
    stash_text(out, work, at, at + 2, std::string(1, text[at + 1]));
    at += 2;
    copied = at;
  }
  work.become(std::move(out), copied);
}

void InlineParser::breaks(Work& work, std::size_t) {
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    std::size_t begin = at;
    while (begin > copied && text[begin - 1] == ' ') --begin;
    if (at - begin < 2 && !page_.on.nl2br) continue;
    out.append(work, copied, begin);
    Stashed item;
    item.node.value = doc::HardBreak{};
    item.literal = true;
    stash(out, work, begin, at + 1, std::move(item));
    copied = at + 1;
  }
  work.become(std::move(out), copied);
}

/// {{ x }} and {% x %} of template engines stay as they are, and are reported.
void InlineParser::report_templates(const Work& work) {
  std::string_view text = work.text;
  std::size_t ticks = 0, counted = 0;
  for (std::size_t at = text.find('{'); at != text.npos && at + 1 < text.size();
       at = text.find('{', at + 1)) {
    for (; counted < at; ++counted) ticks += text[counted] == '`';
    std::string_view close = text[at + 1] == '{' ? "}}" : text[at + 1] == '%' ? "%}" : "";
    if (close.empty()) continue;
    constexpr std::size_t kMaxWindow = 200;
    std::string_view window = text.substr(at, kMaxWindow);
    std::size_t end = window.substr(0, window.find('\n')).find(close, 2);
    if (end == window.npos) continue;
    end += at;
    // In code it is what the author shows.
    if (ticks % 2 == 1) continue;
    page_.report("KB0106"_code, span(work, at, end + 2),
                 {std::string(text.substr(at, end + 2 - at))});
    at = end;
  }
}

}  // namespace kbuild::read::mkdocs
