// Marks that have a line to themselves: "----" rules, behaviour switches, headings.
#include <algorithm>

#include "base/text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr std::string_view kSwitches[] = {"ARCHIVEDTALK",
                                          "DISAMBIG",
                                          "EXPECTUNUSEDCATEGORY",
                                          "EXPECTUNUSEDTEMPLATE",
                                          "EXPECTED_UNCONNECTED_PAGE",
                                          "FORCETOC",
                                          "HIDDENCAT",
                                          "INDEX",
                                          "NEWSECTIONLINK",
                                          "NOCC",
                                          "NOCONTENTCONVERT",
                                          "NOEDITSECTION",
                                          "NOGALLERY",
                                          "NOGLOBAL",
                                          "NOINDEX",
                                          "NONEWSECTIONLINK",
                                          "NOTALK",
                                          "NOTC",
                                          "NOTITLECONVERT",
                                          "NOTOC",
                                          "STATICREDIRECT",
                                          "TOC"};

/// Appends a stretch of a line without its switches; the first __TOC__ leaves a table of contents.
void append_without_switches(WikiText& out, const WikiText& text, std::size_t begin,
                             std::size_t end, bool& has_toc, Context& context) {
  std::string_view view = text.view().substr(0, end);
  for (std::size_t at = begin; at < end;) {
    std::size_t open = std::min(view.find("__", at), end);
    out.append(text, at, open);
    if (open >= end) return;
    std::size_t close = view.find("__", open + 2);
    bool inside = close != view.npos && close + 2 <= end;
    std::string name =
        inside ? base::to_upper(view.substr(open + 2, close - open - 2)) : std::string();
    if (std::find(std::begin(kSwitches), std::end(kSwitches), name) == std::end(kSwitches)) {
      out.append(text, open, open + 1);
      at = open + 1;
      continue;
    }
    if (name == "TOC" && !has_toc) {
      has_toc = true;
      context.put(out, doc::Block{doc::TableOfContents{}, {}, {}}, text.range(open, close + 2));
    }
    at = close + 2;
  }
}

WikiText mark_rules_and_switches(const WikiText& text, Context& context) {
  std::string_view view = text.view();
  WikiText out;
  out.reserve(view.size());
  bool has_toc = false;
  for (std::size_t at = 0; at < view.size();) {
    std::size_t end = std::min(view.find('\n', at), view.size());
    if (view.substr(at, 4) == "----") {
      std::size_t after = at;
      while (after < end && view[after] == '-') ++after;
      context.empty(out, "hr", {}, text.range(at, after));
      at = after;
    }
    append_without_switches(out, text, at, end, has_toc, context);
    if (end < view.size()) out.append(text, end, end + 1);
    at = end + 1;
  }
  return out;
}

/// The range of a heading's text on its line; level 0 if the line is no heading.
struct HeadingLine {
  int level = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

HeadingLine read_heading(std::string_view view, std::size_t begin, std::size_t end) {
  auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (end > begin && base::is_space(view[end - 1])) --end;
  std::size_t before = 0, after = 0;
  while (begin + before < end && view[begin + before] == '=') ++before;
  while (after < end - begin && view[end - 1 - after] == '=') ++after;
  if (before == 0 || after == 0) return {};
  std::size_t size = end - begin;
  std::size_t level = std::min<std::size_t>({before, after, 6});
  // A line of only equals signs keeps at least one of them as text.
  if (before == size) level = std::min<std::size_t>(6, (size - 1) / 2);
  if (level == 0) return {};
  HeadingLine heading{static_cast<int>(level), begin + level, end - level};
  while (heading.begin + 1 < heading.end && is_blank(view[heading.begin])) ++heading.begin;
  while (heading.end > heading.begin + 1 && is_blank(view[heading.end - 1])) --heading.end;
  return heading;
}

WikiText mark_headings(const WikiText& text, Context& context) {
  std::string_view view = text.view();
  WikiText out;
  out.reserve(view.size() + 64);
  for (std::size_t at = 0; at < view.size();) {
    std::size_t end = std::min(view.find('\n', at), view.size());
    HeadingLine heading = view[at] == '=' ? read_heading(view, at, end) : HeadingLine{};
    if (heading.level == 0) {
      out.append(text, at, std::min(end + 1, view.size()));
      at = end + 1;
      continue;
    }
    std::string name = 'h' + std::to_string(heading.level);
    context.open(out, name, {}, text.range(at, end));
    out.append(text, heading.begin, heading.end);
    out.append("</" + name + '>');
    // Blank lines below belong to the heading.
    std::size_t next = end;
    for (std::size_t i = end; i < view.size() && base::is_space(view[i]); ++i)
      if (view[i] == '\n') next = i;
    if (view.substr(end).find_first_not_of(" \t\n\r") == view.npos) next = view.size();
    at = next;
    if (at < view.size()) {
      out.append(text, at, at + 1);
      ++at;
    }
  }
  return out;
}

bool has_at_line_start(std::string_view view, std::string_view what) {
  return view.starts_with(what) || view.find('\n' + std::string(what)) != view.npos;
}

}  // namespace

WikiText mark_lines(const WikiText& text, Context& context) {
  WikiText out = text;
  if (has_at_line_start(out.view(), "----") || out.view().find("__") != std::string_view::npos)
    out = mark_rules_and_switches(out, context);
  if (has_at_line_start(out.view(), "=")) out = mark_headings(out, context);
  return out;
}

}  // namespace kbuild::read::mediawiki
