// The marks and shared state of the MediaWiki reader; see context.h.
#include "read/mediawiki/text/context.h"

#include <charconv>

#include "base/text.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr int kMaxStripDepth = 20;
constexpr std::size_t kMaxUnstripped = 8u << 20;

void unstrip_into(WikiText& out, const WikiText& text, const Context& context, Unstrip what,
                  int depth) {
  std::string_view view = text.view();
  for (std::size_t at = 0; at < view.size();) {
    std::size_t mark = std::min(view.find(kStripMark, at), view.size());
    out.append(text, at, mark);
    if (mark == view.size()) return;
    std::size_t end = view.find(kStripMark, mark + 1);
    std::size_t index = 0;
    if (end == view.npos) return;
    std::from_chars(view.data() + mark + 2, view.data() + end, index);
    bool general = view[mark + 1] == static_cast<char>(StripKind::general);
    bool wanted = what == Unstrip::both || (what == Unstrip::general && general);
    if (wanted && depth < kMaxStripDepth && index < context.strips.size() &&
        out.size() < kMaxUnstripped)
      unstrip_into(out, context.strips[index], context, what, depth + 1);
    else if (what == Unstrip::general && !general)
      out.append(text, mark, end + 1);
    at = end + 1;
  }
}

}  // namespace

void Context::report(diag::Code code, Range range, std::vector<std::string> arguments) {
  diagnostics.push_back({code, span(range), std::move(arguments)});
}

void Context::report_once(diag::Code code, Range range, std::vector<std::string> arguments) {
  std::string key = diag::code_text(code);
  for (const std::string& argument : arguments) key += '\n' + argument;
  if (reported.insert(std::move(key)).second) report(code, range, std::move(arguments));
}

source::Span Context::span(Range range) const {
  return range ? source::Span{file, range.begin, range.end} : source::Span{};
}

void Context::open(WikiText& out, std::string_view name,
                   std::vector<html::HtmlAttribute> attributes, Range range) {
  std::string tag = '<' + std::string(name);
  if (!attributes.empty() || range) {
    tag += " #" + std::to_string(elements.size());
    elements.push_back({std::move(attributes), range});
  }
  out.append(tag + '>');
}

void Context::empty(WikiText& out, std::string_view name,
                    std::vector<html::HtmlAttribute> attributes, Range range) {
  std::string tag = '<' + std::string(name);
  if (!attributes.empty() || range) {
    tag += " #" + std::to_string(elements.size());
    elements.push_back({std::move(attributes), range});
  }
  out.append(tag + "/>");
}

void Context::put(WikiText& out, doc::Inline part, Range range) {
  inlines.push_back(std::move(part));
  empty(out, "x-inline", {{std::string(kIndexAttribute), std::to_string(inlines.size() - 1)}},
        range);
}

void Context::put(WikiText& out, doc::Block part, Range range) {
  blocks.push_back(std::move(part));
  empty(out, "x-block", {{std::string(kIndexAttribute), std::to_string(blocks.size() - 1)}}, range);
}

void Context::put(WikiText& out, WikiText part) {
  texts.push_back(unstrip(part, *this, Unstrip::both));
  empty(out, "x-text", {{std::string(kIndexAttribute), std::to_string(texts.size() - 1)}});
}

void Context::strip(WikiText& out, StripKind kind, WikiText text) {
  out.append(std::string{kStripMark, static_cast<char>(kind)} + std::to_string(strips.size()) +
             kStripMark);
  strips.push_back(std::move(text));
}

WikiText unstrip(const WikiText& text, const Context& context, Unstrip what) {
  if (text.view().find(kStripMark) == std::string_view::npos) return text;
  WikiText out;
  unstrip_into(out, text, context, what, 0);
  return out;
}

std::string plain(const WikiText& text, const Context& context) {
  return std::string(unstrip(text, context, Unstrip::both).view());
}

TagMark read_mark(std::string_view text, std::size_t at) {
  TagMark mark;
  std::size_t end = std::min(text.find('>', at), text.size());
  std::string_view inner = text.substr(at + 1, end - at - 1);
  mark.end = std::min(end + 1, text.size());
  if (inner.starts_with('/')) {
    mark.closing = true;
    inner.remove_prefix(1);
  }
  if (inner.ends_with('/')) {
    mark.empty = true;
    inner.remove_suffix(1);
  }
  std::size_t blank = std::min(inner.find(' '), inner.size());
  mark.name = inner.substr(0, blank);
  if (inner.substr(blank).starts_with(" #"))
    std::from_chars(inner.data() + blank + 2, inner.data() + inner.size(), mark.element);
  return mark;
}

}  // namespace kbuild::read::mediawiki
