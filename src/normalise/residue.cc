// Finds and reports wiki residue in a source text; see residue.h.
#include "normalise/residue.h"

#include <set>

#include "base/text.h"
#include "normalise/residue_tags.h"

namespace kbuild::normalise {

namespace {

using namespace diag::literals;

constexpr std::string_view kVariables[] = {"%ENDCOLOR%", "%ATTACHURL%/", "%ATTACHURLPATH%/",
                                           "%PUBURL%/", "%PUBURLPATH%/"};

/// The name after the sign at `at`: "a" for `\<a href=...` at the backslash; "" if none.
std::string_view escaped_tag_name(std::string_view text, std::size_t at, char sign = '<') {
  if (at + 1 >= text.size() || text[at + 1] != sign) return {};
  std::size_t begin = at + 2, end = begin;
  while (end < text.size() && base::is_alnum(text[end])) ++end;
  return text.substr(begin, end - begin);
}

}  // namespace

Residue find_residue(std::string_view markdown) {
  if (markdown.find("\"twiki-macro") != markdown.npos) return Residue::wiki;
  // Classes that the wiki's editor adds to its spans.
  if (markdown.find("class='WYSIWYG_") != markdown.npos ||
      markdown.find("class=\"WYSIWYG_") != markdown.npos)
    return Residue::wiki;
  for (std::string_view variable : kVariables)
    if (markdown.find(variable) != markdown.npos) return Residue::wiki;
  Residue found = Residue::none;
  for (std::size_t at = 0; (at = markdown.find("\\<", at)) != markdown.npos; at += 2) {
    found = Residue::escapes;
    bool ends = markdown.substr(at + 2, 1) == "/";
    std::string_view name = escaped_tag_name(markdown, ends ? at + 1 : at, ends ? '/' : '<');
    // A name without attributes, as in \<path>, may be a placeholder; with attributes or as an end
    // tag it is a tag.
    std::string_view after = markdown.substr(at + (ends ? 3 : 2) + name.size(), 1);
    bool is_tag = !name.empty() && find_residue_tag(base::to_lower(name)) &&
                  (ends || after == " " || after == "\n" || after == "/");
    if (is_tag) return Residue::wiki;
  }
  return found;
}

diag::Diagnostics report_residue(const source::SourceStore& sources, source::FileId file) {
  std::string_view text = sources.text(file);
  diag::Diagnostics found = diag::Diagnostics::for_page();
  std::set<std::string> seen;
  auto span = [&](std::size_t begin, std::size_t size) {
    return source::Span{file, static_cast<std::uint32_t>(begin),
                        static_cast<std::uint32_t>(begin + size)};
  };
  for (std::size_t at = 0; (at = text.find_first_of("\\%t", at)) != text.npos; ++at) {
    if (text[at] == '\\') {
      std::string name = base::to_lower(escaped_tag_name(text, at));
      if (!name.empty() && find_residue_tag(name) && seen.insert(name).second)
        found.push_back({"KB0520"_code, span(at, name.size() + 2), {"\\<" + name}});
    } else if (text[at] == '%') {
      std::size_t end = text.find('%', at + 1);
      if (end == text.npos) break;
      std::string name(text.substr(at + 1, std::min<std::size_t>(end - at - 1, 20)));
      bool attachment =
          attachment_path(text.substr(at)).has_value() && text.substr(end + 1, 1) == "/";
      if (attachment) {
        std::size_t stop = text.find_first_of(" \t\r\n\"'<>()[]", end);
        std::size_t size = std::min(stop, text.size()) - at;
        found.push_back({"KB0522"_code, span(at, size), {std::string(text.substr(at, size))}});
      } else if (is_residue_colour(name) && seen.insert("%" + name).second) {
        found.push_back({"KB0521"_code, span(at, end + 1 - at), {"%" + name + "%"}});
      }
    } else {
      constexpr std::string_view macro = "twiki-macro ";
      if (text.substr(at, macro.size()) != macro || at == 0 || text[at - 1] != '"') continue;
      std::size_t begin = at + macro.size(), end = begin;
      while (end < text.size() && (base::is_upper(text[end]) || text[end] == '_')) ++end;
      std::string name(text.substr(begin, end - begin));
      bool shown =
          name == "ENDCOLOR" || name == "IMAGE" || name == "FOOTNOTE" || is_residue_colour(name);
      if (!shown && seen.insert("macro:" + name).second)
        found.push_back({"KB0525"_code, span(begin, name.size()), {name}});
    }
  }
  return found;
}

}  // namespace kbuild::normalise
