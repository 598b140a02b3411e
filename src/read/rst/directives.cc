// Splits a directive's lines into arguments, options and content; see directives.h. They are
// docutils' Body.parse_directive_block.
#include "read/rst/directives.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/directive_table.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

// ---- Values of options

bool is_integer(std::string_view value) {
  return base::parse_integer(base::trim(value)).has_value();
}

bool is_one_of(std::string_view value, std::string_view choices) {
  for (std::string_view choice : base::split_words(choices))
    if (choice == base::to_lower(base::trim(value))) return true;
  return false;
}

/// "" if `value` is valid for a type, else what the type requires.
std::string_view check_value(std::string_view type, std::string_view value) {
  value = base::trim(value);
  if (type.empty()) return "";
  if (type == "flag") return value.empty() ? "" : "no value";
  if (type == "class") return class_names(value).empty() ? "class names" : "";
  if (type == "integer") return value.empty() || is_integer(value) ? "" : "a number";
  if (type == "count")
    return is_integer(value) && *base::parse_integer(value) >= 0 ? ""
                                                                 : "a number that is not negative";
  if (type == "percent") {
    if (value.ends_with('%')) value = base::trim_right(value.substr(0, value.size() - 1));
    return is_integer(value) ? "" : "a percentage";
  }
  if (type == "length" || type == "measure") return css_length(value).empty() ? "a length" : "";
  if (type == "image")
    return is_one_of(value, "left center right top middle bottom") ? "" : "an alignment";
  if (type == "horizontal")
    return is_one_of(value, "left center right") ? "" : "left, center or right";
  return "";
}

/// The type of an option in a row's list; std::nullopt where the list does not name it.
std::optional<std::string_view> find_type(std::string_view options, std::string_view name) {
  for (std::string_view option : base::split_words(options)) {
    std::size_t colon = option.find(':');
    if (option.substr(0, colon) == name)
      return colon == option.npos ? std::string_view() : option.substr(colon + 1);
  }
  return std::nullopt;
}

/// Adds an option if the row allows it. Returns why not, or "".
std::string add_option(const DirectiveRow& row, DirectiveOption option, DirectiveCall& call) {
  auto type = find_type(row.options, option.name);
  if (!type && row.strictness == Options::open) type = "";
  if (!type) return base::format("it has no option '{}'", option.name);
  if (call.has(option.name)) return base::format("option '{}' is given twice", option.name);
  std::string_view wanted = check_value(*type, option.value);
  if (!wanted.empty())
    return base::format("option '{}' wants {}, not '{}'", option.name, wanted, option.value);
  call.options.push_back(std::move(option));
  return "";
}

/// Reads the option lines. Returns why they are wrong, or "".
std::string parse_options(LineView lines, const DirectiveRow& row, DirectiveCall& call) {
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t size = lines[at].text.starts_with(':') ? field_marker_size(lines[at].text) : 0;
    if (size == 0) return "its option block is not a list of fields";
    std::string name = base::to_lower(field_name(lines[at].text, size));
    Indented body = take_indented(lines, at, {.first = size});
    at = body.end;
    std::string fault = add_option(row, {name, join(trim_bottom(body.lines))}, call);
    if (!fault.empty()) return fault;
  }
  return "";
}

/// Parts the argument lines into words. Returns why they are wrong, or "".
std::string parse_arguments(const DirectiveRow& row, DirectiveCall& call) {
  std::string text = join(call.argument_lines);
  auto words = base::split_words(text);
  auto required = static_cast<std::size_t>(row.required),
       most = static_cast<std::size_t>(row.required + row.optional);
  if (words.size() < required)
    return base::format("it needs {} argument{}", required, required == 1 ? "" : "s");
  if (words.size() > most && row.last == Last::word)
    return base::format("it takes {} argument{} at most", most, most == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(words.size(), most); ++i) {
    bool last = i + 1 == most;
    std::size_t begin = static_cast<std::size_t>(words[i].data() - text.data());
    call.arguments.emplace_back(last ? base::trim(std::string_view(text).substr(begin)) : words[i]);
  }
  return "";
}

/// Parts a directive's lines. Returns why they are wrong, or "".
std::string parse_call(const DirectiveRow& row, Lines body, DirectiveCall& call) {
  LineView lines = trim_bottom(body);
  if (!lines.empty() && lines.front().blank()) lines = lines.subspan(1);
  bool has_head =
      row.required + row.optional > 0 || !row.options.empty() || row.strictness == Options::open;
  LineView head, content = lines;
  if (!lines.empty() && has_head) {
    std::size_t blank = 0;
    while (blank < lines.size() && !lines[blank].blank()) ++blank;
    head = lines.first(blank);
    content = lines.subspan(std::min(blank + 1, lines.size()));
  }
  LineView arguments = head;
  if (!row.options.empty() || row.strictness == Options::open) {
    std::size_t first = 0;
    while (first < head.size() &&
           !(head[first].text.starts_with(':') && field_marker_size(head[first].text) > 0))
      ++first;
    arguments = head.first(first);
    std::string fault = parse_options(head.subspan(first), row, call);
    if (!fault.empty()) return fault;
  }
  if (row.required + row.optional == 0 && !arguments.empty()) {
    // What would be arguments is the begin of the content.
    call.content.assign(arguments.begin(), arguments.end());
    LineView rest = lines.subspan(head.size());
    call.content.insert(call.content.end(), rest.begin(), rest.end());
  } else {
    content = trim_top(content);
    call.content.assign(content.begin(), content.end());
    call.argument_lines.assign(arguments.begin(), arguments.end());
    std::string fault = parse_arguments(row, call);
    if (!fault.empty()) return fault;
  }
  if (row.content == Content::none && !call.content.empty()) return "it takes no content";
  return "";
}

const DirectiveRow* find_directive(std::string_view written, std::string& name) {
  name = base::to_lower(written);
  if (const DirectiveRow* row = find_row(name)) return row;
  // A name of the default domain may be written in full ("std:option").
  std::size_t colon = name.rfind(':');
  if (colon != name.npos && (name.starts_with("std:") || name.starts_with("py:"))) {
    name.erase(0, colon + 1);
    return find_row(name);
  }
  return nullptr;
}

}  // namespace

const DirectiveOption* DirectiveCall::find(std::string_view option) const {
  for (const DirectiveOption& entry : options)
    if (entry.name == option) return &entry;
  return nullptr;
}

std::string_view DirectiveCall::get(std::string_view option) const {
  const DirectiveOption* found = find(option);
  return found ? std::string_view(found->value) : std::string_view();
}

std::optional<long long> DirectiveCall::number(std::string_view option) const {
  return base::parse_integer(base::trim(get(option)));
}

ParsedDirective parse_directive(BlockParser& parser, std::string_view written, Lines body,
                                LineView whole) {
  ParsedDirective out;
  std::string name;
  out.row = find_directive(written, name);
  DirectiveCall& call = out.call;
  call.written = written;
  call.whole = whole;
  call.span = parser.span(whole);
  if (!out.row) return out;
  call.name = canonical(*out.row, name);
  out.fault = parse_call(*out.row, std::move(body), call);
  return out;
}

namespace {

/// Without arguments of its own, a directive's first line begins its content.
std::string take_parts(const DirectiveRow& row, DirectiveParts parts, DirectiveCall& call) {
  for (DirectiveOption& option : parts.options) {
    std::string fault = add_option(row, std::move(option), call);
    if (!fault.empty()) return fault;
  }
  if (row.required + row.optional == 0) {
    if (!parts.argument.blank()) call.content.push_back(parts.argument);
  } else {
    if (!parts.argument.blank()) call.argument_lines.push_back(parts.argument);
    std::string fault = parse_arguments(row, call);
    if (!fault.empty()) return fault;
  }
  LineView content = trim_bottom(parts.content);
  if (!content.empty() && content.front().blank()) content = content.subspan(1);
  call.content.insert(call.content.end(), content.begin(), content.end());
  bool refused = row.content == Content::none && !trim_top(call.content).empty();
  return refused ? "it takes no content" : "";
}

void build_or_refuse(BlockParser& parser, const ParsedDirective& parsed, doc::Blocks& out) {
  const DirectiveCall& call = parsed.call;
  if (!parsed.row) {
    std::string hint(base::nearest(base::to_lower(call.written), directive_names()));
    return parser.refuse(out, "KB0340"_code, call.whole, {std::string(call.written), hint});
  }
  if (!parsed.fault.empty())
    return parser.refuse(out, "KB0341"_code, call.whole, {std::string(call.written), parsed.fault});
  parsed.row->build(parser, call, out);
}

}  // namespace

bool takes_options(std::string_view written) {
  std::string name;
  const DirectiveRow* row = find_directive(written, name);
  return row && (!row->options.empty() || row->strictness == Options::open);
}

void run_directive(BlockParser& parser, DirectiveParts parts, doc::Blocks& out) {
  ParsedDirective parsed;
  std::string name;
  parsed.row = find_directive(parts.written, name);
  DirectiveCall& call = parsed.call;
  call.written = parts.written;
  call.whole = parts.whole;
  call.span = parser.span(parts.whole);
  if (parsed.row) {
    call.name = canonical(*parsed.row, name);
    parsed.fault = take_parts(*parsed.row, std::move(parts), call);
  }
  build_or_refuse(parser, parsed, out);
}

void run_directive(BlockParser& parser, std::string_view written, Lines body, LineView whole,
                   doc::Blocks& out) {
  build_or_refuse(parser, parse_directive(parser, written, std::move(body), whole), out);
}

}  // namespace kbuild::read::rst
