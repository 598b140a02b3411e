// Directives that concern the page: inclusion, raw text, roles, classes, contents, metadata; see
// builders.h.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "html/sanitise.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"
#include "read/rst/inline/roles.h"
#include "read/rst/text/include.h"

namespace kbuild::read::rst {

using namespace diag::literals;

std::optional<FileId> find_included(Page& page, std::string_view target, Span at) {
  if (!page.options.include || page.including.empty()) return std::nullopt;
  if (!page.budget.can_take_files()) return FileId();
  auto file = page.options.include(page.including.back(), target);
  if (!file) return std::nullopt;
  if (!page.budget.take_file(page.sources.text(*file).size(), at)) return FileId();
  auto& included = page.result.included;
  if (std::find(included.begin(), included.end(), *file) == included.end())
    included.push_back(*file);
  return file;
}

// ---- include

namespace {

/// The lines that the options select; the fault where a marker is not found.
std::string select_part(Lines& lines, const DirectiveCall& call) {
  auto clamp = [&](long long line) {
    auto size = static_cast<long long>(lines.size());
    return std::clamp(line < 0 ? size + line : line, 0LL, size);
  };
  long long begin = clamp(call.number("start-line").value_or(0));
  long long end = clamp(call.number("end-line").value_or(static_cast<long long>(lines.size())));
  lines = begin < end ? Lines(lines.begin() + begin, lines.begin() + end) : Lines{};
  // The markers may go over several lines: they are looked for in the whole text.
  std::string text = join(lines);
  std::size_t from = 0, to = text.size();
  if (std::string_view after = call.get("start-after"); !after.empty()) {
    from = text.find(after);
    if (from == text.npos) return base::format("it does not hold '{}'", after);
    from += after.size();
  }
  if (std::string_view before = call.get("end-before"); !before.empty()) {
    to = text.find(before, from);
    if (to == text.npos) return base::format("it does not hold '{}'", before);
  }
  Lines part;
  std::size_t at = 0;
  for (const Line& line : lines) {
    std::size_t stop = at + line.text.size();
    if (stop >= from && at < to)
      part.push_back(line.slice(from > at ? from - at : 0, to < stop ? to - at : line.text.size()));
    at = stop + 1;
  }
  lines = std::move(part);
  return "";
}

}  // namespace

void build_include(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  std::string target = join_uri(call.argument());
  if (target.starts_with('<') && target.ends_with('>')) {
    // docutils' own files define substitutions for characters.
    page.character_names = true;
    return;
  }
  auto file = find_included(page, target, call.span);
  if (!file) return parser.refuse(out, "KB0344"_code, call.whole, {target});
  if (!*file) return;
  bool circular = std::find_if(page.including.begin(), page.including.end(), [&](FileId around) {
                    return page.sources.path(around) == page.sources.path(*file);
                  }) != page.including.end();
  if (circular || page.including.size() > kMaxIncludes)
    return parser.refuse(out, "KB0346"_code, call.whole, {target});
  Lines lines =
      page.markup ? page.markup->lines(*file) : split_source(page.sources, *file, 0, page.arena);
  std::string fault = select_part(lines, call);
  if (!fault.empty()) return parser.refuse(out, "KB0345"_code, call.whole, {target, fault});
  if (call.has("literal") || call.has("code")) {
    long long tabs = std::min(call.number("tab-width").value_or(8), kMaxTabWidth);
    doc::CodeBlock node{join_written(page.sources, lines, tabs), code_language(call.get("code"))};
    if (!lines.empty()) node.content = span_of(page.sources, lines.front(), lines.back());
    if (call.has("number-lines"))
      node.first_line_number = static_cast<int>(call.number("number-lines").value_or(1));
    return append(parser, call, std::move(node), "", out);
  }
  page.including.push_back(*file);
  parser.splice(std::move(lines), out);
  page.including.pop_back();
}

// ---- raw

void build_raw(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  auto formats = base::split_words(call.argument());
  bool html = std::any_of(formats.begin(), formats.end(), [](std::string_view format) {
    return base::equals_ignoring_case(format, "html");
  });
  if (!html) return;
  std::string text = join(call.content);
  if (call.has("url"))
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {"raw", "kbuild fetches nothing; use the option 'file'"});
  if (call.has("file")) {
    auto file = find_included(page, base::trim(call.get("file")), call.span);
    if (!file)
      return parser.refuse(out, "KB0344"_code, call.whole, {std::string(call.get("file"))});
    if (!*file) return;
    text = page.sources.text(*file);
  } else if (!require_content(parser, call, out)) {
    return;
  }
  if (page.options.trust == Trust::untrusted) {
    html::SanitiseResult clean = html::sanitise_html(text);
    if (!clean.dropped.empty()) {
      std::string dropped = base::join(clean.dropped, ", ");
      page.report("KB0347"_code, call.span, {dropped});
    }
    text = std::move(clean.html);
  }
  append(parser, call, doc::RawBlock{std::move(text)}, "", out);
}

// ---- Classes and roles

void build_class(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  // In Sphinx, "class" describes a class of Python; a signature or a module says that it is meant.
  bool described = call.argument().find_first_of("(.") != std::string_view::npos ||
                   (!parser.page().module.empty() && !call.content.empty());
  if (call.name == "class" && described) return build_object(parser, call, out);
  std::string classes = class_names(call.argument());
  if (classes.empty())
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {std::string(call.written), "its argument holds no class name"});
  if (call.content.empty()) {
    doc::Block marker{doc::Comment{}, call.span, {}};
    marker.attributes.set(kClassKey, classes);
    out.push_back(std::move(marker));
    return;
  }
  for (doc::Block& block : parser.nested(call.content)) {
    if (!std::holds_alternative<doc::Comment>(block.value)) block.attributes.add_class(classes);
    out.push_back(std::move(block));
  }
}

void build_role(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  std::string argument = base::replace_all(call.argument(), " ", "");
  std::size_t open = argument.find('(');
  std::string name = argument.substr(0, open), base_role;
  if (open != argument.npos && argument.ends_with(')'))
    base_role = argument.substr(open + 1, argument.size() - open - 2);
  if (name.empty() || scan_simple_name(name, 0) != name.size() ||
      (open != argument.npos && base_role.empty()))
    return parser.refuse(
        out, "KB0341"_code, call.whole,
        {std::string(call.written), base::format("'{}' is no name of a role", call.argument())});
  CustomRole role{base_role, class_names(call.get("class")), code_language(call.get("language")),
                  base::to_lower(call.get("format"))};
  if (call.has("language") && role.language.empty()) role.language = "none";
  // The name is the class; the option `class` takes its place.
  if (role.classes.empty())
    role.classes = class_names(name);
  else if (base_role == "code")
    role.classes += " " + class_names(name);
  if (!define_role(parser.page(), name, std::move(role))) {
    parser.refuse(out, "KB0341"_code, call.whole,
                  {std::string(call.written), base::format("there is no role '{}'", base_role)});
  }
}

void build_default_role(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!call.argument().empty() && !is_role(parser.page(), call.argument()))
    return parser.refuse(
        out, "KB0341"_code, call.whole,
        {std::string(call.written), base::format("there is no role '{}'", call.argument())});
  parser.page().default_role = call.argument();
}

// ---- Contents and section numbers

void build_contents(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  if (parser.titles() == Titles::unexpected && page.sidebar_depth != parser.depth())
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {std::string(call.written), "it can't stand inside another element"});
  doc::TableOfContents node;
  node.local = call.has("local");
  if (auto depth = call.number("depth"))
    node.depth = static_cast<int>(std::clamp(*depth, 1LL, 6LL));
  if (!call.argument().empty()) {
    node.title = argument_inlines(parser, call);
  } else if (!node.local) {
    node.title = plain_inlines(word(page, "Contents", "Sisällys"));
  }
  std::string title = call.argument().empty() ? "Contents" : std::string(call.argument());
  doc::Block block{std::move(node), call.span, {}};
  std::string id = page.names.make_id(title);
  block.attributes.set("id", id);
  page.names.add({TargetKind::internal, normalise_name(title), id, call.span}, Origin::implied,
                 page.result.diagnostics);
  add_common(parser, call, block);
  out.push_back(std::move(block));
}

void build_section_numbers(BlockParser& parser, const DirectiveCall& call, doc::Blocks&) {
  SectionNumbers numbers;
  numbers.depth = static_cast<int>(std::clamp(call.number("depth").value_or(100), 0LL, 100LL));
  numbers.start = call.number("start").value_or(1);
  numbers.prefix = call.get("prefix");
  numbers.suffix = call.get("suffix");
  parser.page().section_numbers = std::move(numbers);
}

// ---- What stands outside of the body

// The lines above and below a printed page. They are read for their targets and kept out of the
// body.
void build_decoration(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::Container node{std::string(call.name)};
  node.children = parser.nested(call.content);
  append(parser, call, std::move(node), "decoration", out);
}

namespace {

void set_front_matter(Page& page, std::string_view key, std::string value, Span span) {
  meta::Value& front = page.result.front_matter;
  if (front[key]) return;
  front.kind = meta::ValueKind::mapping;
  meta::Value name, text;
  name.kind = text.kind = meta::ValueKind::scalar;
  name.scalar = key;
  text.scalar = std::move(value);
  name.span = text.span = span;
  front.members.push_back({std::move(name), std::move(text)});
}

}  // namespace

void build_title(BlockParser& parser, const DirectiveCall& call, doc::Blocks&) {
  set_front_matter(parser.page(), "title", collapse_name(call.argument()), call.span);
}

// Only metadata that kbuild's pages support are kept.
void build_meta(BlockParser& parser, const DirectiveCall& call, doc::Blocks&) {
  for (std::size_t at = 0; at < call.content.size();) {
    std::string_view line = call.content[at].text;
    std::size_t size = line.starts_with(':') ? field_marker_size(line) : 0;
    Indented body = take_indented(call.content, at, {.first = size});
    at = std::max(body.end, at + 1);
    std::string name = size > 0 ? base::to_lower(field_name(line, size)) : "";
    if (name == "description" || name == "keywords")
      set_front_matter(parser.page(), name, collapse_name(join(body.lines)),
                       parser.span(body.lines));
  }
}

void build_nothing(BlockParser&, const DirectiveCall&, doc::Blocks&) {}

void build_misplaced(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  parser.refuse(out, "KB0341"_code, call.whole,
                {std::string(call.written), "it can only stand in a substitution definition"});
}

}  // namespace kbuild::read::rst
