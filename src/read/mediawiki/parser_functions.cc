// Parser functions of extensions: conditions, arithmetic, strings, and parts of other pages.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/mediawiki/functions.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

bool is_error(std::string_view text) {
  return text.find("class=\"error\"") != text.npos;
}

void append_error(WikiText& out, std::string_view message) {
  out.append("<strong class=\"error\">" + base::escape_html(message) + "</strong>");
}

// ---- Conditions

bool if_text(WikiText& out, const Call& call) {
  out.append(call.value(call.text(0).empty() ? 2 : 1));
  return true;
}

bool if_equal(WikiText& out, const Call& call) {
  std::string a = call.text(0), b = call.text(1);
  auto x = number(a), y = number(b);
  out.append(call.value(a == b || (x && y && *x == *y) ? 2 : 3));
  return true;
}

bool if_error(WikiText& out, const Call& call) {
  WikiText test = call.value(0);
  if (is_error(test.view()))
    out.append(call.value(1));
  else
    out.append(call.size() > 2 ? call.value(2) : test);
  return true;
}

bool if_exists(WikiText& out, const Call& call) {
  auto title = read_title(call.text(0), kMain, call.context().interwikis);
  out.append(call.value(title && call.expander().find_article(*title) ? 1 : 2));
  return true;
}

bool if_expression(WikiText& out, const Call& call) {
  Evaluation result = evaluate_expression(call.text(0));
  if (result.failed)
    append_error(out, result.text);
  else
    out.append(call.value(result.text.empty() || number(result.text) == 0.0 ? 2 : 1));
  return true;
}

bool expression(WikiText& out, const Call& call) {
  Evaluation result = evaluate_expression(call.text(0));
  if (result.failed)
    append_error(out, result.text);
  else
    out.append(result.text);
  return true;
}

bool switch_case(WikiText& out, const Call& call) {
  std::string wanted = call.text(0);
  bool found = false, default_found = false, last_is_bare = false;
  std::optional<std::size_t> otherwise;
  WikiText last;
  for (std::size_t i = 1; i < call.size(); ++i) {
    auto name = call.name(i);
    last_is_bare = !name;
    if (!name) {
      last = call.value(i);
      found = found || last.view() == wanted;
      default_found = default_found || last.view() == "#default";
    } else if (found || *name == wanted) {
      out.append(call.after_name(i));
      return true;
    } else if (default_found || *name == "#default") {
      otherwise = i;
    }
  }
  if (last_is_bare)
    out.append(last);
  else if (otherwise)
    out.append(call.after_name(*otherwise));
  return true;
}

// ---- Strings

bool string_length(WikiText& out, const Call& call) {
  out.append(std::to_string(base::count_code_points(letters(call.value(0), call.context()))));
  return true;
}

/// The byte offset of each letter, and of the end.
std::vector<std::size_t> letter_offsets(std::string_view text) {
  std::vector<std::size_t> offsets;
  for (std::size_t at = 0; at < text.size(); at += base::decode_utf8(text, at).length)
    offsets.push_back(at);
  offsets.push_back(text.size());
  return offsets;
}

/// {{#pos:text|part|from}}: letters before the part; nothing where it does not occur.
bool position(WikiText& out, const Call& call) {
  std::string text = call.text(0), part = call.text(1);
  if (part.empty()) part = " ";
  auto offsets = letter_offsets(text);
  auto from = base::parse_integer(call.text(2)).value_or(0);
  if (from < 0 || from >= static_cast<long long>(offsets.size())) return true;
  std::size_t found = text.find(part, offsets[static_cast<std::size_t>(from)]);
  if (found != text.npos)
    out.append(std::to_string(base::count_code_points(std::string_view(text).substr(0, found))));
  return true;
}

/// {{#rpos:text|part}}: of the last one; -1 where it does not occur.
bool last_position(WikiText& out, const Call& call) {
  std::string text = call.text(0), part = call.text(1);
  std::size_t found = text.rfind(part.empty() ? " " : part);
  out.append(found == text.npos ? "-1"
                                : std::to_string(base::count_code_points(
                                      std::string_view(text).substr(0, found))));
  return true;
}

/// {{#sub:text|from|count}}: numbers below zero count from the end; a count of 0 or none takes all.
bool part_of_text(WikiText& out, const Call& call) {
  std::string text = call.text(0);
  auto offsets = letter_offsets(text);
  auto size = static_cast<long long>(offsets.size()) - 1;
  auto from = base::parse_integer(call.text(1)).value_or(0),
       count = base::parse_integer(call.text(2)).value_or(0);
  long long begin = std::clamp(from < 0 ? size + from : from, 0ll, size);
  long long end = count == 0 ? size : count < 0 ? size + count : begin + std::min(count, size);
  end = std::clamp(end, begin, size);
  std::size_t first = offsets[static_cast<std::size_t>(begin)],
              last = offsets[static_cast<std::size_t>(end)];
  out.append(text.substr(first, last - first));
  return true;
}

bool count_parts(WikiText& out, const Call& call) {
  std::string text = call.text(0), part = call.text(1);
  if (part.empty()) part = " ";
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
  out.append(std::to_string(count));
  return true;
}

bool replace(WikiText& out, const Call& call) {
  std::string from = call.text(1);
  out.append(base::replace_all(call.text(0), from.empty() ? " " : from, call.text(2)));
  return true;
}

bool explode(WikiText& out, const Call& call) {
  std::string text = call.text(0), separator = call.text(1);
  if (separator.empty()) separator = " ";
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == text.npos ? end : end - begin));
    if (end == text.npos) break;
    begin = end + separator.size();
  }
  auto index = base::parse_integer(call.text(2)).value_or(0);
  if (index < 0) index += static_cast<long long>(parts.size());
  if (index >= 0 && index < static_cast<long long>(parts.size()))
    out.append(parts[static_cast<std::size_t>(index)]);
  return true;
}

bool title_parts(WikiText& out, const Call& call) {
  std::string title = call.text(0);
  auto parts = base::split(title, '/');
  auto count = base::parse_integer(call.text(1)).value_or(0),
       first = base::parse_integer(call.text(2)).value_or(1);
  auto size = static_cast<long long>(parts.size());
  long long begin = first > 0 ? first - 1 : first < 0 ? size + first : 0;
  long long end = count > 0 ? begin + count : count < 0 ? size + count : size;
  std::string joined;
  for (long long i = std::max(begin, 0ll); i < std::min(end, size); ++i) {
    if (!joined.empty()) joined += '/';
    joined += parts[static_cast<std::size_t>(i)];
  }
  out.append(joined);
  return true;
}

/// {{#rel2abs:path|from}}: a path that begins with '/', './' or '../' goes on from a page, this one
/// where none is named.
bool absolute_path(WikiText& out, const Call& call) {
  std::string path = call.text(0), from = call.text(1);
  if (from.empty()) from = call.context().title.full();
  while (path.ends_with('/') || path.ends_with(' ')) path.pop_back();
  bool relative = path.empty() || path == "." || path == ".." || path.starts_with('/') ||
                  path.starts_with("./") || path.starts_with("../");
  std::string full = relative ? from + '/' + path : path, joined;
  std::vector<std::string_view> parts;
  for (std::string_view part : base::split(full, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty()) {
      parts.pop_back();
    } else {
      append_error(out, base::format("Error: Invalid depth in path: \"{}\" (tried to access a node "
                                     "above the root node).",
                                     full));
      return true;
    }
  }
  for (std::string_view part : parts) joined += (joined.empty() ? "" : "/") + std::string(part);
  out.append(joined);
  return true;
}

// ---- Parts of other pages

/// The range of the tag "<section begin=name/>" or of its end tag; end 0 if there is none.
struct SectionMark {
  std::size_t begin = 0;
  std::size_t end = 0;
};
SectionMark find_section_mark(std::string_view page, std::string_view edge, std::string_view name,
                              std::size_t from) {
  for (std::size_t at = page.find("<section", from); at != page.npos;
       at = page.find("<section", at + 8)) {
    std::size_t close = page.find('>', at);
    if (close == page.npos) return {};
    for (const html::HtmlAttribute& attribute :
         split_attributes(page.substr(at + 8, close - at - 8))) {
      std::string_view value = attribute.value;
      if (value.ends_with('/')) value.remove_suffix(1);
      if (attribute.name == edge && value == name) return {at, close + 1};
    }
  }
  return {};
}

/// {{#lst:Page|section}}: the marked section of another page, or all of it.
bool labelled_section(WikiText& out, const Call& call) {
  auto title = read_title(call.text(0), kMain, call.context().interwikis);
  auto page = title ? call.expander().find_article(*title) : std::nullopt;
  if (!page) return false;
  std::string part = *page;
  if (std::string name = call.text(1); !name.empty()) {
    SectionMark begin = find_section_mark(*page, "begin", name, 0);
    SectionMark end = find_section_mark(*page, "end", name, begin.end);
    part = begin.end == 0
               ? ""
               : page->substr(begin.end, end.end == 0 ? std::string::npos : end.begin - begin.end);
  }
  out.append(
      call.expander().expand(WikiText(std::move(part)), call.frame(), Inclusion::transcluded));
  return true;
}

constexpr FunctionRow kParserFunctions[] = {
    {"#count", count_parts},    {"#explode", explode},      {"#expr", expression},
    {"#if", if_text},           {"#ifeq", if_equal},        {"#iferror", if_error},
    {"#ifexist", if_exists},    {"#ifexpr", if_expression}, {"#len", string_length},
    {"#lst", labelled_section}, {"#pos", position},         {"#rel2abs", absolute_path},
    {"#replace", replace},      {"#rpos", last_position},   {"#section", labelled_section},
    {"#sub", part_of_text},     {"#switch", switch_case},   {"#titleparts", title_parts},
};

}  // namespace

std::span<const FunctionRow> extension_functions() {
  return kParserFunctions;
}

}  // namespace kbuild::read::mediawiki
