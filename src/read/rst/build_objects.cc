// Descriptions of objects of programs: functions, classes, options, variables of the environment;
// see builders.h. Each becomes a definition whose attribute data-object says its kind and full
// name, by which pages elsewhere refer to it. The names are those of Sphinx' domains; programs
// themselves are never read.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"
#include "read/rst/object_fields.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

doc::Inline emphasised(std::string text) {
  doc::Emphasis emphasis;
  emphasis.children.push_back({doc::Text{std::move(text)}, {}, {}});
  return {std::move(emphasis), {}, {}};
}

/// The marks around a name of reST itself.
struct MarkupForm {
  std::string_view kind;
  std::string_view before;
  std::string_view after;
};
constexpr MarkupForm kMarkupForms[] = {
    {"rst:directive", ".. ", "::"}, {"rst:role", ":", ":"}, {"rst:directive:option", ":", ":"}};

/// Words in front of a signature, by the kind of object or an option of its directive.
struct SignaturePrefix {
  std::string_view kinds;
  /// "": of the kind alone.
  std::string_view option;
  std::string_view word;
};
constexpr SignaturePrefix kSignaturePrefixes[] = {
    {"py:", "final", "final"},
    {"py:method|py:property", "abstractmethod", "abstract"},
    {"py:method", "classmethod", "classmethod"},
    {"py:", "async", "async"},
    {"py:method", "staticmethod", "static"},
    {"py:class", "", "class"},
    {"py:exception", "", "exception"},
    {"py:classmethod", "", "classmethod"},
    {"py:staticmethod", "", "static"},
    {"py:property", "", "property"},
    {"js:class", "", "class"},
    {"c:struct|cpp:struct", "", "struct"},
    {"c:union|cpp:union", "", "union"},
    {"c:enum|cpp:enum", "", "enum"},
    {"c:enumerator|cpp:enumerator", "", "enumerator"},
    {"cpp:class", "", "class"},
    {"cpp:concept", "", "concept"},
    {"c:type|cpp:type", "", "type"},
};

std::string signature_prefix(const DirectiveCall& call, std::string_view kind,
                             std::string_view text) {
  std::string out;
  for (const SignaturePrefix& prefix : kSignaturePrefixes) {
    bool fits = false;
    for (std::string_view one : base::split(prefix.kinds, '|'))
      fits = fits || (one.ends_with(':') ? kind.starts_with(one) : kind == one);
    if (!fits || (!prefix.option.empty() && !call.has(prefix.option))) continue;
    // A type with another behind it is a name for that.
    bool alias = prefix.word == "type" && text.find(' ') != text.npos;
    bool written = text.starts_with(std::string(prefix.word) + " ");
    if (!written) out += std::string(alias ? "typedef" : prefix.word) + " ";
  }
  return out;
}

/// The end of "template<...>" in front of a C++ declaration, with blanks; 0 where there is none.
std::size_t template_size(std::string_view text) {
  if (!text.starts_with("template")) return 0;
  int depth = 0;
  for (std::size_t at = text.find('<'); at < text.size(); ++at) {
    depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
    if (depth == 0) return std::min(text.find_first_not_of(' ', at + 1), text.size());
  }
  return 0;
}

/// Directives of the default domain are those of Python.
std::string qualified_kind(std::string_view directive) {
  constexpr std::string_view kStandard[] = {"option",  "cmdoption", "envvar",
                                            "confval", "describe",  "object"};
  bool standard =
      std::find(std::begin(kStandard), std::end(kStandard), directive) != std::end(kStandard);
  return standard || directive.find(':') != directive.npos ? std::string(directive)
                                                           : "py:" + std::string(directive);
}

/// Whether a name without parentheses is shown with them.
bool is_called(std::string_view kind) {
  constexpr std::string_view kCalled[] = {"py:function",     "py:method",   "py:classmethod",
                                          "py:staticmethod", "js:function", "js:method"};
  return std::find(std::begin(kCalled), std::end(kCalled), kind) != std::end(kCalled);
}

/// "a, b" emphasised one by one; "a[, b[, c]]" with its brackets around those that may be left out
/// (Sphinx's _pseudo_parse_arglist).
void append_parameters(std::string_view text, doc::Inlines& out) {
  std::string dense = base::replace_all(text, " ", "");
  bool optional = dense.starts_with("[") || dense.find("[,") != dense.npos;
  std::string before;
  bool first = true;
  for (std::string_view parameter : base::split(text, ',')) {
    parameter = base::trim(parameter);
    if (!first) before += ", ";
    first = false;
    std::string behind;
    while (optional && parameter.starts_with('[')) {
      before += '[';
      parameter = base::trim(parameter.substr(1));
    }
    while (optional && (parameter.ends_with(']') || parameter.ends_with('['))) {
      behind.insert(0, 1, parameter.back());
      parameter = base::trim(parameter.substr(0, parameter.size() - 1));
    }
    if (!before.empty()) out.push_back({doc::Text{std::move(before)}, {}, {}});
    if (!parameter.empty()) out.push_back(emphasised(std::string(parameter)));
    before = std::move(behind);
  }
  if (!before.empty()) out.push_back({doc::Text{std::move(before)}, {}, {}});
}

/// "name(a, b) -> c": the parameters are emphasised, as Sphinx shows them.
doc::Inlines signature(std::string_view text, const DirectiveCall& call, std::string_view kind) {
  doc::Inlines out;
  auto plain = [&](std::string part) {
    if (!part.empty()) out.push_back({doc::Text{std::move(part)}, {}, {}});
  };
  for (const MarkupForm& form : kMarkupForms) {
    if (form.kind != kind) continue;
    std::size_t end = std::min(text.find_first_of(": "), text.size());
    plain(base::format("{}{}{}", form.before, text.substr(0, end), form.after));
    std::string_view argument = base::trim(text.substr(std::min(end + 1, text.size())));
    if (!argument.empty()) {
      plain(" ");
      out.push_back(emphasised(std::string(argument)));
    }
    return out;
  }
  std::string whole = qualified_kind(kind);
  std::size_t parameters = whole.starts_with("cpp:") ? template_size(text) : 0;
  plain(std::string(text.substr(0, parameters)));
  text.remove_prefix(parameters);
  std::string prefix = signature_prefix(call, whole, text);
  if (!prefix.empty()) out.push_back(emphasised(std::move(prefix)));
  if (whole == "py:decorator" || whole == "py:decoratormethod") plain("@");
  std::size_t open = text.find('('), close = text.rfind(')');
  if (open == text.npos || close == text.npos || close < open) {
    plain(std::string(text) + (is_called(whole) ? "()" : ""));
    // What a variable is and holds are options.
    if (call.has("type")) plain(base::format(": {}", base::trim(call.get("type"))));
    if (call.has("value")) plain(base::format(" = {}", base::trim(call.get("value"))));
    return out;
  }
  if (whole.starts_with("c:") || whole.starts_with("cpp:")) {
    plain(std::string(text));
    return out;
  }
  plain(std::string(text.substr(0, open + 1)));
  append_parameters(text.substr(open + 1, close - open - 1), out);
  std::string rest(text.substr(close));
  plain(base::replace_all(rest, "->", "→"));
  return out;
}

/// Kinds that Sphinx' inventories call otherwise than their directives, and those of the standard
/// domain. "" has no name that others could use.
struct ObjectKind {
  std::string_view directive;
  std::string_view role;
};
constexpr ObjectKind kObjectKinds[] = {
    {"option", "std:cmdoption"},
    {"cmdoption", "std:cmdoption"},
    {"std:option", "std:cmdoption"},
    {"envvar", "std:envvar"},
    {"std:envvar", "std:envvar"},
    {"confval", "std:confval"},
    {"describe", ""},
    {"object", ""},
    {"class-description", ""},
    {"rst:directive:option", ""},
};

std::string object_role(std::string_view directive) {
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.directive == directive) return std::string(kind.role);
  return directive.find(':') == directive.npos ? "py:" + std::string(directive)
                                               : std::string(directive);
}

/// "async def numpy.ones(shape)" -> "numpy.ones"; an option keeps its dashes, a C declaration its
/// last word.
std::string object_name(std::string_view signature, std::string_view role) {
  std::string_view head = base::trim(signature.substr(0, signature.find_first_of("(\n,")));
  if (role == "std:cmdoption") return std::string(head.substr(0, head.find_first_of("=[ ")));
  std::size_t blank = head.find_last_of(" *&");
  bool typed = role.starts_with("c:") || role.starts_with("cpp:");
  if (typed && blank != head.npos) return std::string(head.substr(blank + 1));
  return std::string(head.substr(0, head.find_first_of(" :=")));
}

/// The names that a signature declares: an option may have several ("-n, --count").
std::vector<std::string> object_names(std::string_view signature, std::string_view role) {
  std::vector<std::string> out;
  std::size_t comma = role == "std:cmdoption" ? signature.find(", ") : signature.npos;
  for (; comma != signature.npos; comma = signature.find(", ")) {
    out.push_back(object_name(signature.substr(0, comma), role));
    signature.remove_prefix(comma + 2);
  }
  out.push_back(object_name(signature, role));
  return out;
}

/// With the module and the classes around it, as other pages name it.
std::string full_name(const Page& page, const std::string& name, std::string_view role) {
  if (!role.starts_with("py:")) return name;
  std::string around = page.module;
  for (const std::string& object : page.objects) around += (around.empty() ? "" : ".") + object;
  return around.empty() || name.starts_with(around + ".") ? name : around + "." + name;
}

/// Python's full names are ids unchanged, so that addresses made by Sphinx stay valid.
std::string object_id(Page& page, const std::string& full, std::string_view role) {
  bool plain = role.starts_with("py:") && !full.empty() &&
               std::all_of(full.begin(), full.end(),
                           [](char c) { return base::is_alnum(c) || c == '_' || c == '.'; });
  if (plain && page.names.reserve_id(full)) return full;
  return page.names.make_id(full);
}

void mark_object(Page& page, const std::string& name, std::string_view role,
                 doc::Attributes& attributes) {
  std::string full = full_name(page, name, role);
  attributes.set("id", object_id(page, full, role));
  if (!role.empty()) attributes.set("data-object", base::format("{} {}", role, full));
}

bool holds_members(std::string_view role) {
  return role == "py:class" || role == "py:exception";
}

/// A signature of Python with its module, unless that or a class is there already (Sphinx's
/// add_module_names).
std::string with_module(const Page& page, const DirectiveCall& call, std::string_view kind,
                        const std::string& signature) {
  std::string_view module = call.has("module") ? call.get("module") : page.module;
  std::string_view name = std::string_view(signature).substr(0, signature.find('('));
  bool bare = kind.starts_with("py:") && page.objects.empty() && name.find('.') == name.npos;
  if (!bare || module.empty() || setting(page, "add_module_names") == "false") return signature;
  return base::format("{}.{}", base::trim(module), signature);
}

void describe(BlockParser& parser, const DirectiveCall& call, std::string_view kind,
              doc::Blocks& out) {
  Page& page = parser.page();
  std::string role = object_role(kind), first_name;
  bool named = !call.has("noindex") && !call.has("no-index");
  doc::DefinitionList node;
  doc::DefinitionItem item;
  std::string text;
  for (const Line& line : call.argument_lines) {
    text += base::trim(line.text);
    if (text.ends_with('\\')) {
      text.pop_back();
      continue;
    }
    std::vector<std::string> names = object_names(text, role);
    std::string shown = with_module(page, call, qualified_kind(kind), text);
    doc::Inlines term = signature(shown, call, kind);
    doc::Inlines places;
    for (const std::string& name : names) {
      bool first = item.terms.empty() && &name == &names.front();
      if (first) first_name = name;
      if (!named) continue;
      doc::Inline place{doc::Group{}, {}, {}};
      mark_object(page, name, role, first ? item.attributes : place.attributes);
      if (!first) places.push_back(std::move(place));
    }
    term.insert(term.begin(), std::make_move_iterator(places.begin()),
                std::make_move_iterator(places.end()));
    item.terms.push_back(std::move(term));
    text.clear();
  }
  if (holds_members(role)) page.objects.push_back(first_name);
  item.definitions.push_back(parser.nested(call.content));
  if (holds_members(role)) page.objects.pop_back();
  std::string whole = qualified_kind(kind);
  group_fields(page, std::string_view(whole).substr(0, whole.find(':')), item.definitions.back());
  item.span = call.span;
  node.items.push_back(std::move(item));
  append(parser, call, std::move(node), "describe", out);
}

}  // namespace

void build_object(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  describe(parser, call, call.name, out);
}

void build_module(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  page.module = call.argument() == "None" ? "" : std::string(call.argument());
  if (call.name.ends_with("currentmodule") || call.has("noindex") || call.has("no-index") ||
      page.module.empty())
    return;
  doc::Block place{doc::Anchor{}, call.span, {}};
  place.attributes.set("id", page.names.make_id("module-" + page.module));
  place.attributes.set("data-object", "py:module " + page.module);
  out.push_back(std::move(place));
  // Its content describes it.
  if (!call.content.empty()) parser.splice(call.content, out);
}

// autodoc imports the program; here only the name is shown.
void build_autodoc(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  if (!std::exchange(page.autodoc, true))
    page.report("KB0348"_code, call.span, {std::string(call.written)});
  if (call.argument().empty()) return;
  std::string_view kind = call.name.substr(std::string_view("auto").size());
  describe(parser, call,
           kind == "module" || kind == "summary" ? "describe" : base::format("py:{}", kind), out);
}

}  // namespace kbuild::read::rst
