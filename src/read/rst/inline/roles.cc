// The table of roles; see roles.h. docutils' canonical roles, those of Sphinx and its usual
// extensions; names in Finnish are docutils' own translations.
#include "read/rst/inline/roles.h"

#include <algorithm>
#include <unordered_map>

#include "base/format.h"
#include "base/text.h"
#include "html/sanitise.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

namespace {

using namespace diag::literals;
using doc::EmphasisKind;
using doc::Inline;
using doc::Inlines;
using doc::LinkKind;

struct RoleRow;
using Builder = Inlines (*)(Page&, const RoleCall&, const RoleRow&);

struct RoleRow {
  /// Separated by '|'; the first is canonical.
  std::string_view names;
  Builder build;
  /// What the builder needs to know: a class, a URL with "%s", a kind.
  std::string_view detail = {};
};

Inlines one(const RoleCall& call, decltype(Inline::value) value, std::string_view classes = {}) {
  Inline node{std::move(value), call.span, {}};
  if (!classes.empty()) node.attributes.add_class(classes);
  Inlines out;
  out.push_back(std::move(node));
  return out;
}

Inlines text_of(const RoleCall& call) {
  return plain_inlines(unescape(call.text));
}

/// With backslashes, for literals and formulas.
std::string raw_text(const RoleCall& call) {
  return base::replace_all(call.text, "\n", " ");
}

/// Shows the source of a role that can't be used.
Inlines problematic(Page& page, const RoleCall& call, diag::Code code,
                    std::vector<std::string> arguments) {
  page.report(code, call.span, std::move(arguments));
  return one(call, doc::Text{std::string(call.raw)});
}

// ---- Builders

template <EmphasisKind kind>
Inlines emphasised(Page&, const RoleCall& call, const RoleRow& row) {
  return one(call, doc::Emphasis{kind, text_of(call)}, row.detail);
}

Inlines code(Page&, const RoleCall& call, const RoleRow& row) {
  return one(call, doc::Code{raw_text(call)}, row.detail);
}

Inlines literal(Page&, const RoleCall& call, const RoleRow& row) {
  return one(call, doc::Code{base::replace_all(unescape(call.text), "\n", " ")}, row.detail);
}

Inlines math(Page&, const RoleCall& call, const RoleRow&) {
  return one(call, doc::Math{raw_text(call)});
}

Inlines raw(Page& page, const RoleCall& call, const RoleRow&) {
  return problematic(page, call, "KB0322"_code,
                     {"raw", "it needs a role directive that names its format"});
}

/// "LIFO (last-in, first-out)".
Inlines abbreviation(Page&, const RoleCall& call, const RoleRow&) {
  std::string text = unescape(call.text);
  std::size_t open = text.rfind('(');
  if (!text.ends_with(')') || open == text.npos || open == 0)
    return one(call, doc::Abbreviation{text, ""});
  return one(call, doc::Abbreviation{std::string(base::trim(text.substr(0, open))),
                                     text.substr(open + 1, text.size() - open - 2)});
}

/// Sphinx marks a letter for the keyboard with '&'.
std::string without_accelerators(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool marks = text[i] == '&' && i + 1 < text.size() && !base::is_space(text[i + 1]);
    if (marks && text[i + 1] == '&') out += text[++i];
    if (!marks) out += text[i];
  }
  return out;
}

Inlines gui_label(Page&, const RoleCall& call, const RoleRow&) {
  return one(call, doc::Group{plain_inlines(without_accelerators(unescape(call.text)))},
             "guilabel");
}

Inlines menu_selection(Page&, const RoleCall& call, const RoleRow&) {
  std::string text = base::replace_all(unescape(call.text), "-->", "‣");
  return one(call, doc::Group{plain_inlines(without_accelerators(text))}, "menuselection");
}

/// Names of keys of two words, which are not cut (Sphinx's KeyboardTransform).
bool is_key_of_two_words(std::string_view first, std::string_view second) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"caps", "lock"}, {"page", "up"}, {"num", "lock"}, {"page", "down"}, {"scroll", "lock"}};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](const auto& name) {
    return base::equals_ignoring_case(first, name.first) &&
           base::equals_ignoring_case(second, name.second);
  });
}

/// Keys as written, cut at '+', '-', '^' and blanks that stand between two characters.
Inlines keyboard(Page&, const RoleCall& call, const RoleRow&) {
  const std::string text = unescape(call.text);
  doc::Keys keys;
  std::size_t begin = 0;
  for (std::size_t i = 1; i + 1 < text.size();) {
    std::size_t end = i;
    while (end < text.size() && base::is_space(text[end])) ++end;
    if (end == i && std::string_view("+-^").find(text[i]) != std::string_view::npos) ++end;
    if (end == i || end == text.size()) {
      ++i;
      continue;
    }
    keys.keys.push_back(text.substr(begin, i - begin));
    keys.separators.push_back(text.substr(i, end - i));
    begin = end;
    i = end + 1;
  }
  keys.keys.push_back(text.substr(begin));
  for (std::size_t i = 0; i < keys.separators.size();) {
    bool blank = base::trim(keys.separators[i]).empty();
    if (!blank || !is_key_of_two_words(keys.keys[i], keys.keys[i + 1])) {
      ++i;
      continue;
    }
    keys.keys[i] += keys.separators[i] + keys.keys[i + 1];
    keys.keys.erase(keys.keys.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    keys.separators.erase(keys.separators.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return one(call, std::move(keys), "kbd");
}

/// :file: and :samp: mark the part to replace by braces; a backslash in the text makes one a brace.
Inlines sample(Page&, const RoleCall& call, const RoleRow& row) {
  std::string text = base::replace_all(unescape(call.text), "\n", " "), out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool escapes =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '{' || text[i + 1] == '}');
    if (escapes) {
      out += text[++i];
      continue;
    }
    std::size_t close = text[i] == '{' ? text.find_first_of("{}\\", i + 1) : text.npos;
    bool part = close != text.npos && text[close] == '}' && close > i + 1;
    out += part ? text.substr(i + 1, close - i - 1) : std::string(1, text[i]);
    if (part) i = close;
  }
  return one(call, doc::Code{out}, row.detail);
}

/// Roles whose address is a number put into a URL: the row's detail is "Title %s|URL %s".
Inlines numbered_document(Page& page, const RoleCall& call, const RoleRow& row) {
  TitledTarget parts = split_titled_target(call.text);
  std::string_view target = parts.target;
  std::size_t hash = target.find('#');
  std::string number(base::trim(target.substr(0, hash)));
  auto value = base::parse_integer(number);
  bool pep = row.names.starts_with("pep");
  if (!value || *value < (pep ? 0 : 1) || (pep && *value > 9999))
    return problematic(page, call, "KB0322"_code, {call.name, "it needs a number"});
  std::size_t bar = row.detail.find('|');
  // docutils' own roles are written in capitals; Sphinx' ones set the name in bold.
  bool plain =
      !call.name.empty() && (base::is_upper(call.name[0]) || call.name.ends_with("-reference"));
  std::string padded = pep ? base::format("{:04}", *value) : base::format("{}", *value);
  std::string url = base::replace_all(row.detail.substr(bar + 1), "%s", padded);
  if (!plain) url += pep ? "/" : ".html";
  if (hash != target.npos) url += target.substr(hash);
  std::string title =
      parts.has_title ? parts.title
                      : base::replace_all(row.detail.substr(0, bar), "%s",
                                          plain ? std::string_view(number) : base::trim(target));
  Inlines shown = plain_inlines(title);
  if (!plain) shown = {{doc::Emphasis{EmphasisKind::strong, std::move(shown)}, {}, {}}};
  return one(call, doc::Link{LinkKind::target, url, "", std::move(shown)});
}

/// Cross references whose target is resolved with the whole site: the detail is a LinkKind.
template <LinkKind kind>
Inlines cross_reference(Page& page, const RoleCall& call, const RoleRow&) {
  TitledTarget parts = split_titled_target(call.text);
  std::string target = parts.target;
  bool suppressed = target.starts_with('!');
  if (suppressed) target.erase(0, 1);
  std::string title = parts.has_title ? parts.title : target;
  if (suppressed || target.empty()) return one(call, doc::Group{plain_inlines(title)});
  doc::Link link{kind, target, "", {}};
  if (parts.has_title) link.children = plain_inlines(parts.title);
  if (kind == LinkKind::download)
    link.children = {{doc::Code{base::replace_all(title, "\n", " ")}, {}, {}}};
  if (kind == LinkKind::term) {
    link.target = collapse_name(target);
    link.children = plain_inlines(title);
  }
  if (kind != LinkKind::reference && kind != LinkKind::number) return one(call, std::move(link));
  link.target = normalise_name(target);
  std::string label = link.target;
  Inlines out;
  out.push_back(
      page.wait({PendingKind::label, label, std::string(call.raw), call.span}, std::move(link)));
  return out;
}

Inlines equation(Page& page, const RoleCall& call, const RoleRow&) {
  std::string label = unescape(call.text);
  doc::Link link{LinkKind::reference, label, "", {}};
  Inlines out;
  out.push_back(
      page.wait({PendingKind::equation, label, std::string(call.raw), call.span}, std::move(link)));
  return out;
}

/// What an object's role looks for: its domain and kind, a blank, the name.
std::string object_reference(const RoleCall& call, const RoleRow& row, std::string_view target) {
  constexpr std::string_view kStandard[] = {"envvar", "option", "token", "keyword", "confval"};
  std::string role = base::to_lower(call.name);
  if (row.detail == "any") return base::format("any {}", target);
  bool standard =
      std::find(std::begin(kStandard), std::end(kStandard), role) != std::end(kStandard);
  if (role.find(':') == role.npos) role = (standard ? "std:" : "py:") + role;
  while (!target.empty() && (target[0] == '~' || target[0] == '.')) target.remove_prefix(1);
  if (target.ends_with("()")) target.remove_suffix(2);
  return base::format("{} {}", role, base::collapse_spaces(target));
}

/// Names of programs: shown as code; "~a.b.c" shows c, "title <target>" the title. Functions get
/// "()".
Inlines object(Page&, const RoleCall& call, const RoleRow& row) {
  TitledTarget parts = split_titled_target(call.text);
  std::string title = parts.has_title ? parts.title : parts.target;
  if (title.starts_with('!')) title.erase(0, 1);
  if (title.starts_with('~') && !parts.has_title) {
    std::size_t dot = title.rfind('.');
    title = title.substr(dot == title.npos ? 1 : dot + 1);
  }
  if (title.starts_with('.') && !parts.has_title) title.erase(0, 1);
  bool function = row.detail == "func" && !parts.has_title && !title.ends_with(')');
  if (function) title += "()";
  Inlines out = one(call, doc::Code{base::replace_all(title, "\n", " ")}, row.detail);
  if (!parts.target.starts_with('!') && !base::trim(parts.target).empty())
    out[0].attributes.set("data-object", object_reference(call, row, parts.target));
  return out;
}

/// sphinx-design: "bdg", "bdg-primary", "bdg-ref-primary-line", "bdg-link-...".
Inlines badge(Page& page, const RoleCall& call, const RoleRow&) {
  std::string_view kind = std::string_view(call.name).substr(3);
  if (kind.starts_with('-')) kind.remove_prefix(1);
  bool link = kind.starts_with("link"), reference = kind.starts_with("ref");
  if (link || reference) kind.remove_prefix(std::min(kind.size(), kind.find('-') + 1));
  std::string classes = "sd-badge";
  if (kind.ends_with("-line")) {
    kind.remove_suffix(5);
    classes += base::format(" sd-outline-{0} sd-text-{0}", kind);
  } else if (!kind.empty()) {
    classes += base::format(" sd-bg-{0} sd-bg-text-{0}", kind);
  }
  if (!link && !reference) return one(call, doc::Group{text_of(call)}, classes);
  if (reference) {
    Inlines out = cross_reference<LinkKind::reference>(page, call, {"ref", nullptr});
    out[0].attributes.add_class(classes);
    return out;
  }
  TitledTarget parts = split_titled_target(call.text);
  return one(call, doc::Link{LinkKind::target, parts.target, "", plain_inlines(parts.title)},
             classes);
}

/// Icons of sphinx-design: "name;size;classes".
Inlines icon(Page&, const RoleCall& call, const RoleRow& row) {
  std::string text = unescape(call.text);
  std::string_view name = base::split(text, ';').front();
  Inlines out = one(call, doc::Icon{base::format("{}-{}", row.detail, base::trim(name))});
  return out;
}

/// Index entries show only their title.
Inlines index_entry(Page&, const RoleCall& call, const RoleRow&) {
  TitledTarget parts = split_titled_target(call.text);
  std::string_view target = parts.target;
  // A mark of main entries.
  if (target.starts_with('!')) target.remove_prefix(1);
  return one(call, doc::Group{plain_inlines(parts.has_title ? parts.title : target)});
}

// ---- The table

constexpr RoleRow kRoles[] = {
    // docutils
    {"emphasis|korostus", emphasised<EmphasisKind::emphasis>},
    {"strong|vahvistus", emphasised<EmphasisKind::strong>},
    {"literal|tasalevyinen", literal},
    {"code", code},
    {"math", math},
    {"subscript|sub|alaindeksi", emphasised<EmphasisKind::subscript>},
    {"superscript|sup|yläindeksi", emphasised<EmphasisKind::superscript>},
    {"title-reference|title|t|otsikko", emphasised<EmphasisKind::cite>},
    {"abbreviation|abbr|ab|lyhenne", abbreviation},
    {"acronym|ac|akronyymi", abbreviation},
    {"raw|raaka", raw},
    {"pep|pep-reference", numbered_document, "PEP %s|https://peps.python.org/pep-%s"},
    {"rfc|rfc-reference", numbered_document, "RFC %s|https://datatracker.ietf.org/doc/html/rfc%s"},
    {"strikeout|strikethrough|strike|del|s", emphasised<EmphasisKind::deleted>},
    {"underline|u", emphasised<EmphasisKind::underlined>},
    // the elements of HTML: docutils' html-roles.txt
    {"b", emphasised<EmphasisKind::strong>},
    {"i|var", emphasised<EmphasisKind::emphasis>},
    {"ins", emphasised<EmphasisKind::inserted>},
    {"mark", emphasised<EmphasisKind::marked>},
    {"q", emphasised<EmphasisKind::quoted>},
    {"small", emphasised<EmphasisKind::small>},
    {"big", emphasised<EmphasisKind::big>},
    // Sphinx: cross references
    {"ref|std:ref", cross_reference<LinkKind::reference>},
    {"doc|std:doc", cross_reference<LinkKind::page>},
    {"download", cross_reference<LinkKind::download>},
    {"term|std:term", cross_reference<LinkKind::term>},
    {"numref|std:numref", cross_reference<LinkKind::number>},
    {"eq|math:numref", equation},
    {"any", object, "any"},
    {"envvar|std:envvar", object, "envvar"},
    {"option|std:option", object, "option"},
    {"token|std:token", object, "token"},
    {"keyword|std:keyword", object, "keyword"},
    {"index", index_entry},
    // Sphinx: meaning
    {"command", emphasised<EmphasisKind::strong>, "command"},
    {"program", emphasised<EmphasisKind::strong>, "program"},
    {"makevar", emphasised<EmphasisKind::strong>, "makevar"},
    {"dfn", emphasised<EmphasisKind::emphasis>, "dfn"},
    {"mailheader", emphasised<EmphasisKind::emphasis>, "mailheader"},
    {"manpage", emphasised<EmphasisKind::emphasis>, "manpage"},
    {"mimetype", emphasised<EmphasisKind::emphasis>, "mimetype"},
    {"newsgroup", emphasised<EmphasisKind::emphasis>, "newsgroup"},
    {"regexp", literal, "regexp"},
    {"file", sample, "file"},
    {"samp", sample, "samp"},
    {"guilabel", gui_label},
    {"menuselection", menu_selection},
    {"kbd", keyboard},
    // Sphinx: names of programs
    {"func|py:func|meth|py:meth|c:func|cpp:func|js:func|js:meth", object, "func"},
    {"class|py:class|mod|py:mod|exc|py:exc|data|py:data|const|py:const|attr|py:attr|obj|py:obj|"
     "py:type|c:type|c:macro|c:data|c:struct|c:member|c:var|c:enum|c:enumerator|c:expr|c:texpr|"
     "cpp:class|cpp:type|cpp:struct|cpp:member|cpp:var|cpp:enum|cpp:enumerator|cpp:expr|cpp:any|"
     "cpp:texpr|cpp:concept|js:class|js:data|js:attr|js:mod|rst:dir|rst:role|confval|"
     "rst:directive:option|cli:option",
     object, "obj"},
    // sphinx-design
    {"octicon", icon, "octicon"},
    {"fas", icon, "fa-solid"},
    {"fa", icon, "fa-solid"},
    {"fab", icon, "fa-brands"},
    {"far", icon, "fa-regular"},
    {"material-regular|material-outlined|material-round|material-sharp|material-twotone", icon,
     "material"},
};

const RoleRow* find_row(std::string_view name) {
  static const std::unordered_map<std::string_view, const RoleRow*> rows = [] {
    std::unordered_map<std::string_view, const RoleRow*> out;
    for (const RoleRow& row : kRoles)
      for (std::string_view alias : base::split(row.names, '|')) out.emplace(alias, &row);
    return out;
  }();
  static constexpr RoleRow kBadge{"bdg", badge};
  auto found = rows.find(name);
  if (found != rows.end()) return found->second;
  if (name == "bdg" || name.starts_with("bdg-")) return &kBadge;
  return nullptr;
}

/// "extlink:name" -> "https://host/%s" or "https://host/%s|caption %s".
const std::string* find_external(const Page& page, std::string_view name) {
  auto found = page.options.definitions.find("extlink:" + std::string(name));
  return found == page.options.definitions.end() ? nullptr : &found->second;
}

Inlines external_link(const RoleCall& call, std::string_view pattern) {
  TitledTarget parts = split_titled_target(call.text);
  std::size_t bar = pattern.find('|');
  std::string url = base::replace_all(pattern.substr(0, bar), "%s", parts.target);
  std::string caption =
      bar == pattern.npos ? url : base::replace_all(pattern.substr(bar + 1), "%s", parts.target);
  return one(call, doc::Link{LinkKind::target, url, "",
                             plain_inlines(parts.has_title ? parts.title : caption)});
}

bool names_format(std::string_view formats, std::string_view wanted) {
  for (std::string_view format : base::split_words(formats))
    if (format == wanted) return true;
  return false;
}

Inlines custom(Page& page, const RoleCall& call, const CustomRole& role) {
  if (role.base == "raw") {
    if (role.format.empty()) return raw(page, call, RoleRow{});
    if (!names_format(role.format, "html")) return {};
    if (page.options.trust == Trust::trusted)
      return one(call,
                 doc::RawInline{base::format("<span class=\"{}\">{}</span>",
                                             base::escape_html(role.classes), raw_text(call))});
    return one(call, doc::RawInline{html::sanitise_html(call.text).html});
  }
  if (role.base.empty()) return one(call, doc::Group{text_of(call)}, role.classes);
  if (role.base == "code") {
    doc::Code node{raw_text(call)};
    if (role.language != "none") node.language = role.language;
    return one(call, std::move(node), role.classes);
  }
  const RoleRow* row = find_row(role.base);
  if (!row) return one(call, doc::Group{text_of(call)}, role.classes);
  Inlines out = row->build(page, call, *row);
  if (!out.empty()) out[0].attributes.add_class(role.classes);
  return out;
}

/// "external:py:func" and "external+python:ref" search only other projects: the inner role, whose
/// target names the project. Sphinx 7, "sphinx.ext.intersphinx".
std::optional<RoleCall> without_external(const RoleCall& call, std::string& text) {
  if (!call.name.starts_with("external:") && !call.name.starts_with("external+"))
    return std::nullopt;
  std::size_t colon = call.name.find(':');
  if (colon == call.name.npos) return std::nullopt;
  std::string project = call.name[8] == '+' ? call.name.substr(9, colon - 9) + ":" : "";
  std::size_t open = call.text.rfind('<');
  bool titled = call.text.ends_with('>') && open != call.text.npos;
  text = std::string(call.text);
  text.insert(titled ? open + 1 : 0, project);
  RoleCall inner = call;
  inner.name = call.name.substr(colon + 1);
  if (inner.name.starts_with("external")) return std::nullopt;
  inner.text = text;
  return inner;
}

}  // namespace

TitledTarget split_titled_target(std::string_view escaped) {
  TitledTarget out;
  std::string_view text = base::trim(escaped);
  std::size_t open = text.rfind('<');
  bool titled = text.ends_with('>') && !text.ends_with("\\>") && open != text.npos && open > 0 &&
                text[open - 1] != '\\';
  if (titled) {
    out.has_title = true;
    out.title = unescape(base::trim_right(text.substr(0, open)));
    out.target = unescape(text.substr(open + 1, text.size() - open - 2));
  } else {
    out.title = out.target = unescape(escaped);
  }
  return out;
}

bool is_role(const Page& page, std::string_view name) {
  return page.roles.contains(base::to_lower(name)) || find_row(base::to_lower(name)) ||
         find_external(page, name);
}

bool define_role(Page& page, std::string_view name, CustomRole role) {
  if (!role.base.empty()) {
    std::string base_name = base::to_lower(role.base);
    if (auto found = page.roles.find(base_name); found != page.roles.end()) {
      const CustomRole& old = found->second;
      if (role.classes.empty()) role.classes = old.classes;
      if (role.language.empty()) role.language = old.language;
      if (role.format.empty()) role.format = old.format;
      base_name = old.base;
    } else if (const RoleRow* row = find_row(base_name)) {
      base_name = base::split(row->names, '|').front();
    } else {
      return false;
    }
    role.base = base_name;
  }
  page.roles[base::to_lower(name)] = std::move(role);
  return true;
}

Inlines interpret(Page& page, const RoleCall& call) {
  std::string inner_text;
  if (auto inner = without_external(call, inner_text)) return interpret(page, *inner);
  std::string name = base::to_lower(call.name.empty() ? page.default_role : call.name);
  if (name.empty()) name = "title-reference";
  if (auto found = page.roles.find(name); found != page.roles.end())
    return custom(page, call, found->second);
  if (const RoleRow* row = find_row(name)) return row->build(page, call, *row);
  if (const std::string* pattern = find_external(page, call.name))
    return external_link(call, *pattern);
  std::vector<std::string> arguments{call.name};
  return problematic(page, call, "KB0321"_code, std::move(arguments));
}

}  // namespace kbuild::read::rst
