// Slugs of headings by the rules of Python-Markdown, docutils, MediaWiki, Foswiki and GitHub; see
// anchors.h.
#include "doc/anchors.h"

#include <map>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "source/unicode.h"

namespace kbuild::doc {

namespace {

/// Python-Markdown 3.4, extensions/toc.py slugify: drop all but \w, \s and '-', strip, lower, then
/// runs of white space and of the separator's characters become one separator.
enum class Case { lower, kept };
std::string python_slug(std::string_view text, std::string_view separator,
                        Case wish = Case::lower) {
  std::string kept;
  kept.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (char c = text[at]; base::is_alnum(c) || c == ' ' || c == '-') {
      kept += c;
      ++at;
      continue;
    }
    auto [c, length] = base::decode_utf8(text, at);
    if (source::is_word_character(c) || source::is_unicode_space(c) || c == '-')
      kept += text.substr(at, length);
    at += length;
  }
  std::string out;
  out.reserve(kept.size());
  bool gap = false;
  if (wish == Case::lower) kept = source::lower_case(kept);
  for (char c : base::trim(kept)) {
    bool parts = base::is_space(c) || separator.find(c) != separator.npos;
    if (parts && !gap) out += separator;
    if (!parts) out += c;
    gap = parts;
  }
  return out;
}

/// docutils/nodes.py make_id: what is not a-z0-9 becomes a hyphen; no digit or hyphen first, none
/// last.
std::string docutils_slug(std::string_view text) {
  std::string ascii = source::to_ascii(source::lower_case(text)), out;
  for (char c : ascii) {
    if (base::is_alnum(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  std::size_t begin = out.find_first_not_of("-0123456789");
  out = begin == out.npos ? "" : out.substr(begin);
  while (out.ends_with('-')) out.pop_back();
  return out;
}

std::string mediawiki_slug(std::string_view text) {
  return base::replace_all(base::collapse_spaces(text), " ", "_");
}

std::string foswiki_slug(std::string_view text) {
  std::string out;
  for (char c : source::to_ascii(source::strip_marks(base::collapse_spaces(text)))) {
    if (base::is_alnum(c) || c == '_') out += c;
    if (c == ' ') out += '_';
  }
  return out;
}

std::string github_slug(std::string_view text) {
  std::string lowered = source::lower_case(text), out;
  for (std::size_t at = 0; at < lowered.size();) {
    auto [c, length] = base::decode_utf8(lowered, at);
    if (c == ' ') out += '-';
    if (source::is_word_character(c) || c == '-') out += lowered.substr(at, length);
    at += length;
  }
  return out;
}

std::string numbered(const std::string& slug, SlugStyle style, int number) {
  switch (style) {
    case SlugStyle::python_markdown:
    case SlugStyle::unicode:
    case SlugStyle::unicode_cased:
    case SlugStyle::foswiki: return base::format("{}_{}", slug, number);
    case SlugStyle::docutils: return base::format("id{}", number);
    case SlugStyle::mediawiki: return base::format("{}_{}", slug, number + 1);
    case SlugStyle::github: return base::format("{}-{}", slug, number);
  }
  return slug;
}

/// Python-Markdown's toc.unique: "x" is followed by "x_1", "x_1" by "x_2".
std::string next_python_id(const std::string& id) {
  std::size_t mark = id.rfind('_');
  constexpr std::size_t kMaxDigits = 9;
  if (mark != id.npos && mark + 1 < id.size() && id.size() - mark - 1 <= kMaxDigits &&
      id.find_first_not_of("0123456789", mark + 1) == id.npos)
    return base::format("{}_{}", id.substr(0, mark), *base::parse_integer(id.substr(mark + 1)) + 1);
  return id + "_1";
}

}  // namespace

std::string make_slug(std::string_view text, SlugStyle style, std::string_view separator) {
  switch (style) {
    case SlugStyle::python_markdown: return python_slug(source::to_ascii(text), separator);
    case SlugStyle::unicode: return python_slug(source::normalise_nfc(text), separator);
    case SlugStyle::unicode_cased:
      return python_slug(source::normalise_nfc(text), separator, Case::kept);
    case SlugStyle::docutils: return docutils_slug(text);
    case SlugStyle::mediawiki: return mediawiki_slug(text);
    case SlugStyle::foswiki: return foswiki_slug(text);
    case SlugStyle::github: return github_slug(text);
  }
  return "";
}

std::set<std::string> collect_ids(const Document& document) {
  std::set<std::string> ids;
  auto note = [&](const Attributes& attributes) {
    if (!attributes.id().empty()) ids.emplace(attributes.id());
  };
  Visitor visitor;
  visitor.block = [&](const Block& block) {
    note(block.attributes);
    if (const auto* math = std::get_if<MathBlock>(&block.value); math && !math->label.empty())
      ids.emplace(math->label);
    if (const auto* list = std::get_if<List>(&block.value))
      for (const ListItem& item : list->items) note(item.attributes);
    if (const auto* list = std::get_if<DefinitionList>(&block.value))
      for (const DefinitionItem& item : list->items) note(item.attributes);
    if (const auto* tabs = std::get_if<TabSet>(&block.value))
      for (const Tab& tab : tabs->tabs) note(tab.attributes);
    if (const auto* table = std::get_if<Table>(&block.value))
      for (const TableRow& row : table->rows) {
        note(row.attributes);
        for (const TableCell& cell : row.cells) note(cell.attributes);
      }
    return Descend::into;
  };
  visitor.inline_node = [&](const Inline& node) {
    note(node.attributes);
    return Descend::into;
  };
  walk(document.blocks, visitor);
  return ids;
}

void assign_heading_ids(Document& document, SlugStyle style, std::string_view separator) {
  std::set<std::string> used = collect_ids(document);
  std::map<std::string, int> repetitions;
  std::map<std::string, std::string> last_ids;
  MutableVisitor visitor;
  visitor.block = [&](Block& block) {
    const auto* heading = std::get_if<Heading>(&block.value);
    if (!heading || !block.attributes.id().empty()) return Descend::into;
    std::string slug = make_slug(plain_text(heading->children), style, separator);
    bool python = style == SlugStyle::python_markdown || style == SlugStyle::unicode ||
                  style == SlugStyle::unicode_cased;
    std::string id = slug;
    if (python) {
      // Numbers up to that one are in use for the slug.
      auto [last, first] = last_ids.try_emplace(slug, id);
      if (!first) id = last->second;
      while (id.empty() || used.contains(id)) id = next_python_id(id);
      last->second = id;
      used.insert(id);
      block.attributes.set("id", id);
      return Descend::into;
    }
    // docutils numbers all unnamed ids of a document in one sequence; the others count per name.
    int& count = repetitions[style == SlugStyle::docutils ? "" : slug];
    while (used.contains(id) || id.empty()) id = numbered(slug, style, ++count);
    used.insert(id);
    block.attributes.set("id", id);
    return Descend::into;
  };
  walk(document.blocks, visitor);
}

}  // namespace kbuild::doc
