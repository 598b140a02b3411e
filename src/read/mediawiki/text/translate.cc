// Removes the tags of the Translate extension and records the numbers of its units; see
// translate.h.
#include "read/mediawiki/text/translate.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "doc/walk.h"

namespace kbuild::read::mediawiki {

namespace {

/// Text farther from a mark on its line is not read.
constexpr std::size_t kMaxLineLength = 2000;
constexpr std::size_t kMaxTagLength = 100;

std::string_view tag_name(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (end < text.size() && text[end] == '/') ++end;
  while (end < text.size() && base::is_alpha(text[end])) ++end;
  return text.substr(at + 1, end - at - 1);
}

/// Whether the text has a tag of this name, with attributes or without, at `at`.
bool is_tag(std::string_view text, std::size_t at, std::string_view name) {
  return base::equals_ignoring_case(tag_name(text, at), name);
}

/// Whether "<nowiki>" is at `at`, which "<nowiki/>" and "</nowiki>" are not.
bool opens_nowiki(std::string_view text, std::size_t at) {
  std::string_view tag = text.substr(at, kMaxTagLength);
  tag = tag.substr(0, tag.find('>'));
  return is_tag(text, at, "nowiki") && !tag.starts_with("</") && !tag.ends_with('/');
}

/// One past the end of a tag of Translate at `at`, the line end that goes with it included; `at` if
/// there is none.
std::size_t skip_translate_tag(std::string_view text, std::size_t at) {
  std::string name = base::to_lower(tag_name(text, at));
  bool known = name == "translate" || name == "/translate" || name == "tvar" || name == "/tvar" ||
               name == "languages" || name == "/languages" ||
               (name == "/" && text.substr(at, 3) == "</>");
  std::size_t end = known ? text.find('>', at) : text.npos;
  if (end == text.npos) return at;
  ++end;
  if (name == "translate" && end < text.size() && text[end] == '\n') ++end;
  return end;
}

/// The text that goes with the mark `<!--T:1-->` in [begin, end): the line end or blank behind one
/// that begins a line, the blanks before one that ends it. See parseUnit() of the extension's
/// TranslatablePageParser.
struct Mark {
  std::size_t begin = 0;
  std::size_t end = 0;
};
Mark widen_mark(std::string_view page, std::size_t line, std::size_t begin, std::size_t end) {
  std::string_view before = page.substr(line, begin - line);
  bool begins = base::trim(before).empty() || before.ends_with("<translate>");
  bool ends = end == page.size() || page[end] == '\n' || page[end] == '\r';
  if (begins) {
    if (page.substr(end, 2) == "\r\n") return {begin, end + 2};
    bool separated = end < page.size() && (page[end] == '\n' || page[end] == ' ');
    return {begin, separated ? end + 1 : end};
  }
  if (ends)
    while (begin > line && (page[begin - 1] == ' ' || page[begin - 1] == '\t')) --begin;
  return {begin, end};
}

bool is_alone(std::string_view page, std::size_t line, std::size_t begin, std::size_t end) {
  std::string_view after = page.substr(end, kMaxLineLength);
  return begin - line <= kMaxLineLength && base::trim(page.substr(line, begin - line)).empty() &&
         base::trim(after.substr(0, after.find('\n'))).empty();
}

/// A mark at the end of a line belongs to that line, another one to what follows.
std::uint32_t unit_place(std::string_view page, std::uint32_t line, std::size_t begin,
                         std::size_t end) {
  std::string_view before = base::trim(page.substr(line, std::min(begin - line, kMaxLineLength)));
  std::string_view after = page.substr(end, kMaxLineLength);
  after = base::trim(after.substr(0, after.find('\n')));
  if (after.empty() && !before.empty() && before != "<translate>") return line;
  std::size_t next = page.find_first_not_of(" \t\r\n", end);
  return static_cast<std::uint32_t>(next == page.npos ? end : next);
}

}  // namespace

WikiText read_page_text(std::string_view page, const PageLines& lines, std::size_t begin,
                        std::vector<TranslationUnit>& units) {
  bool marked = page.find("<translate") != page.npos;
  bool translated =
      marked || page.find("<languages") != page.npos || page.find("<!--T:") != page.npos;
  // Within <nowiki>, a page about the extension shows its markup. Marks that stand alone on their
  // lines are none the less what the extension put there.
  std::size_t nowiki_end = 0;
  bool nowiki_closes = true;
  std::string_view stops =
      translated ? std::string_view("\r\x7f\0<", 4) : std::string_view("\r\x7f\0", 3);
  WikiText out;
  out.reserve(page.size());
  std::size_t copied = begin;
  auto copy_to = [&](std::size_t end) {
    out.append_page(page.substr(copied, end - copied), static_cast<std::uint32_t>(copied));
  };
  for (std::size_t at = page.find_first_of(stops, begin); at != page.npos;
       at = page.find_first_of(stops, at)) {
    if (page[at] == '<') {
      if (page.substr(at, 6) == "<!--T:") {
        std::size_t end = page.find("-->", at);
        if (end == page.npos) break;
        std::uint32_t line = lines.begin_of(static_cast<std::uint32_t>(at));
        bool alone = is_alone(page, line, at, end + 3);
        if (at < nowiki_end && !alone) {
          at = end + 3;
          continue;
        }
        units.push_back({std::string(base::trim(page.substr(at + 6, end - at - 6))),
                         unit_place(page, line, at, end + 3)});
        // Copies of pages have marks without the tags around them.
        if (marked || alone) {
          Mark mark = widen_mark(page, line, at, end + 3);
          copy_to(std::max(mark.begin, copied));
          copied = mark.end;
        }
        at = std::max(end + 3, copied);
        continue;
      }
      std::size_t end = at < nowiki_end ? at : skip_translate_tag(page, at);
      if (end == at) {
        // Nothing within <nowiki> is the extension's, but all in <pre> and code is.
        if (at >= nowiki_end && nowiki_closes && opens_nowiki(page, at)) {
          std::size_t close = page.find("</nowiki", at);
          nowiki_closes = close != page.npos;
          if (nowiki_closes) nowiki_end = close;
        }
        ++at;
        continue;
      }
      copy_to(at);
      copied = at = end;
      continue;
    }
    copy_to(at);
    bool pair = page[at] == '\r' && page.substr(at + 1, 1) == "\n";
    if (page[at] == '\r' && !pair) out.append("\n");
    if (page[at] == '\x7f') out.append("?");
    if (page[at] == '\0') out.append("\uFFFD");
    copied = ++at;
  }
  copy_to(page.size());
  return out;
}

void mark_units(doc::Blocks& blocks, const PageLines& lines,
                const std::vector<TranslationUnit>& units) {
  if (units.empty()) return;
  std::map<std::uint32_t, doc::Block*> by_begin;
  doc::MutableVisitor visitor;
  visitor.block = [&](doc::Block& block) {
    if (block.span) by_begin.emplace(block.span.begin, &block);
    return doc::Descend::into;
  };
  doc::walk(blocks, visitor);
  for (const TranslationUnit& unit : units) {
    std::uint32_t begin = lines.begin_of(unit.place);
    auto found = by_begin.lower_bound(begin);
    if (found == by_begin.end() || found->first > unit.place) continue;
    if (!found->second->attributes.has("data-unit"))
      found->second->attributes.set("data-unit", unit.id);
  }
}

}  // namespace kbuild::read::mediawiki
