// The table of directives, and the rules by which a directive's lines are parted; see rst_directives.h. The
// rules are docutils' Body.parse_directive_block; names in Finnish are docutils' own translations.
#include "read/rst_directives.h"

#include <algorithm>
#include <unordered_map>

#include "base/format.h"
#include "base/text.h"
#include "read/rst_builders.h"
#include "read/rst_inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

enum class Content : std::uint8_t { none, allowed };
/// Whether the last argument may hold blanks.
enum class Last : std::uint8_t { word, text };
/// Whether an option that the table does not name is an error, as in docutils, or is passed over.
enum class Options : std::uint8_t { strict, open };

struct DirectiveRow {
  /// Separated by '|'; the first is canonical.
  std::string_view names;
  int required;
  int optional;
  Last last;
  /// Names separated by blanks; after a ':' the type of the value, see check_value().
  std::string_view options;
  Content content;
  Builder build;
  Options strictness = Options::strict;
};

constexpr std::string_view kCommon = "class:class name";
constexpr std::string_view kImage =
    "alt height:length width:measure scale:percent align:image target loading class:class name";
constexpr std::string_view kFigure =
    "alt height:length width:measure scale:percent align:horizontal target loading class:class name "
    "figwidth figclass:class figname";
constexpr std::string_view kCode =
    "class:class name number-lines force:flag linenos:flag dedent lineno-start:integer emphasize-lines "
    "caption copyable";
constexpr std::string_view kLiteralInclude =
    "dedent linenos:flag lineno-start:integer lineno-match:flag tab-width:count language force:flag "
    "encoding pyobject lines start-after end-before start-at end-at prepend append emphasize-lines caption "
    "class:class name diff";
constexpr std::string_view kInclude =
    "literal:flag code encoding parser tab-width:integer start-line:integer end-line:integer start-after "
    "end-before number-lines class:class name";
constexpr std::string_view kCsv =
    "header-rows:count stub-columns:count header width:measure widths file url encoding align:horizontal "
    "class:class name delim keepspace:flag quote escape";
constexpr std::string_view kListTable =
    "header-rows:count stub-columns:count width:measure widths class:class name align:horizontal";
constexpr std::string_view kToctree =
    "maxdepth:integer name class:class caption glob:flag hidden:flag includehidden:flag numbered "
    "titlesonly:flag reversed:flag";
constexpr std::string_view kDropdown =
    "open:flag color icon animate margin name class-container:class class-title:class class-body:class "
    "class:class chevron";
constexpr std::string_view kObject =
    "noindex:flag no-index:flag noindexentry:flag no-index-entry:flag nocontentsentry:flag "
    "no-contents-entry:flag no-typesetting:flag module annotation canonical type value async:flag "
    "abstractmethod:flag classmethod:flag staticmethod:flag property:flag final:flag "
    "single-line-parameter-list:flag platform synopsis deprecated:flag default tparam-line-spec";

constexpr DirectiveRow kDirectives[] = {
    // docutils: body elements
    {"attention|huomio", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"caution|varo", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"danger|vaara", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"error|virhe", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"hint|vihje", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"important|t\xc3\xa4rke\xc3\xa4\xc3\xa4", 0, 0, Last::word, kCommon, Content::allowed,
     build_admonition},
    {"note|huomautus", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"tip|neuvo", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"warning|varoitus", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"admonition|kehotus", 1, 0, Last::text, kCommon, Content::allowed, build_titled_admonition},
    {"topic|aihe", 1, 0, Last::text, kCommon, Content::allowed, build_topic},
    {"sidebar|sivupalkki", 0, 1, Last::text, "subtitle class:class name", Content::allowed, build_sidebar},
    {"line-block|rivi", 0, 0, Last::word, kCommon, Content::allowed, build_line_block},
    {"parsed-literal|tasalevyinen", 0, 0, Last::word, kCommon, Content::allowed, build_parsed_literal},
    {"rubric|ohje", 1, 0, Last::text, "class:class name heading-level", Content::none, build_rubric},
    {"epigraph|epigraafi", 0, 0, Last::word, kCommon, Content::allowed, build_quote},
    {"highlights|kohokohdat", 0, 0, Last::word, kCommon, Content::allowed, build_quote},
    {"pull-quote|lainaus", 0, 0, Last::word, kCommon, Content::allowed, build_quote},
    {"compound", 0, 0, Last::word, kCommon, Content::allowed, build_container},
    {"container", 0, 1, Last::text, "name class:class", Content::allowed, build_container},
    {"math", 0, 1, Last::text, "label name class:class nowrap:flag no-wrap:flag", Content::allowed,
     build_math},
    {"table|taulukko", 0, 1, Last::text, "align:horizontal class:class name width:measure widths",
     Content::allowed, build_table_directive},
    {"csv-table|csv-taulukko", 0, 1, Last::text, kCsv, Content::allowed, build_csv_table},
    {"list-table|flat-table", 0, 1, Last::text, kListTable, Content::allowed, build_list_table},
    {"image|kuva", 1, 0, Last::text, kImage, Content::none, build_image},
    {"figure|kaavio", 1, 0, Last::text, kFigure, Content::allowed, build_figure},
    // docutils: the page
    {"contents|sis\xc3\xa4llys", 0, 1, Last::text, "depth:count local:flag backlinks class:class",
     Content::none, build_contents},
    {"sectnum|section-numbering|kappale", 0, 0, Last::word, "depth:integer start:integer prefix suffix",
     Content::none, build_section_numbers},
    {"header|footer", 0, 0, Last::word, "", Content::allowed, build_decoration},
    {"target-notes", 0, 0, Last::word, kCommon, Content::none, build_target_notes},
    {"include|sis\xc3\xa4llyt\xc3\xa4", 1, 0, Last::text, kInclude, Content::none, build_include},
    {"raw|raaka", 1, 0, Last::text, "file url encoding class:class", Content::allowed, build_raw},
    {"class|rst-class|cssclass|luokka", 1, 0, Last::text, "", Content::allowed, build_class},
    {"role|rooli", 1, 0, Last::text, "class:class language format", Content::none, build_role},
    {"default-role", 0, 1, Last::word, "", Content::none, build_default_role},
    {"title", 1, 0, Last::text, "", Content::none, build_title},
    {"meta", 0, 0, Last::word, "", Content::allowed, build_meta},
    {"replace|korvaa", 0, 0, Last::word, "", Content::allowed, build_misplaced},
    {"unicode", 1, 0, Last::text, "trim:flag ltrim:flag rtrim:flag", Content::none, build_misplaced},
    {"date|p\xc3\xa4iv\xc3\xa4ys", 0, 0, Last::word, "", Content::allowed, build_misplaced},
    // code
    {"code|code-block|sourcecode", 0, 1, Last::word, kCode, Content::allowed, build_code},
    {"literalinclude", 1, 0, Last::text, kLiteralInclude, Content::none, build_literal_include},
    {"highlight|highlightlang", 1, 0, Last::word, "linenothreshold force:flag", Content::none,
     build_highlight},
    {"doctest|testcode|testoutput", 0, 1, Last::text,
     "hide:flag no-trim-doctest-flags:flag trim-doctest-flags:flag options pyversion skipif",
     Content::allowed, build_doctest},
    {"testsetup|testcleanup", 0, 1, Last::text, "skipif", Content::allowed, build_nothing},
    // Sphinx
    {"toctree", 0, 0, Last::word, kToctree, Content::allowed, build_page_list},
    {"only", 1, 0, Last::text, "", Content::allowed, build_only},
    {"seealso", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"todo", 0, 0, Last::word, kCommon, Content::allowed, build_admonition},
    {"versionadded", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"versionchanged", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"deprecated", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"versionremoved", 1, 1, Last::text, kCommon, Content::allowed, build_version_note},
    {"centered", 1, 0, Last::text, "", Content::none, build_centered},
    {"hlist", 0, 0, Last::word, "columns:integer", Content::allowed, build_horizontal_list},
    {"glossary", 0, 0, Last::word, "sorted:flag", Content::allowed, build_glossary},
    {"productionlist", 0, 1, Last::text, "", Content::allowed, build_production_list},
    {"acks", 0, 0, Last::word, "", Content::allowed, build_spliced},
    {"tabularcolumns", 1, 0, Last::text, "", Content::none, build_nothing},
    {"index", 0, 1, Last::text, "name", Content::allowed, build_nothing},
    {"todolist|exerciselist|codeauthor|sectionauthor|moduleauthor|default-domain|currentmodule|program|"
     "module|py:module|py:currentmodule|js:module|c:namespace|cpp:namespace|default-literal-role|"
     "no-search|sub-list",
     0, 1, Last::text, "", Content::allowed, build_nothing, Options::open},
    {"object|function|data|exception|class-description|method|staticmethod|classmethod|attribute|property|"
     "decorator|decoratormethod|option|cmdoption|envvar|describe|confval|"
     "py:function|py:data|py:exception|py:class|py:method|py:staticmethod|py:classmethod|py:attribute|"
     "py:property|py:decorator|py:decoratormethod|py:type|c:function|c:member|c:macro|c:struct|c:union|"
     "c:enum|c:enumerator|c:type|c:var|cpp:class|cpp:struct|cpp:function|cpp:member|cpp:var|cpp:type|"
     "cpp:enum|cpp:enumerator|cpp:concept|js:function|js:method|js:class|js:data|js:attribute|"
     "rst:directive|rst:role|rst:directive:option|std:option|std:envvar",
     1, 0, Last::text, kObject, Content::allowed, build_object, Options::open},
    // sphinx-tabs and sphinx-design
    {"tabs|tab-set", 0, 0, Last::word, "sync-group class:class no-sync:flag", Content::allowed,
     build_tab_set, Options::open},
    {"tab|group-tab|tab-item", 1, 0, Last::text,
     "sync selected:flag name class-container:class class-label:class class-content:class open:flag "
     "new-set:flag",
     Content::allowed, build_tab, Options::open},
    {"code-tab", 1, 1, Last::text, kCode, Content::allowed, build_code_tab, Options::open},
    {"tab-set-code", 0, 0, Last::word, "no-sync:flag sync-group class-set:class class-item:class",
     Content::allowed, build_code_tab_set, Options::open},
    {"grid", 0, 1, Last::text, "", Content::allowed, build_grid, Options::open},
    {"grid-item|card-carousel", 0, 1, Last::text, "", Content::allowed, build_grid, Options::open},
    {"card|grid-item-card", 0, 1, Last::text, "", Content::allowed, build_card, Options::open},
    {"dropdown", 0, 1, Last::text, kDropdown, Content::allowed, build_dropdown, Options::open},
    {"collapse|toggle|details|spoiler", 0, 1, Last::text, "open show:flag class:class name",
     Content::allowed, build_dropdown, Options::open},
    {"button-link|button-ref", 1, 0, Last::text, "", Content::allowed, build_button, Options::open},
    {"article-info", 0, 0, Last::word, "", Content::none, build_article_info, Options::open},
    {"div", 0, 1, Last::text, "style name class:class", Content::allowed, build_container, Options::open},
    // sphinx-lesson, used by training material
    {"exercise|solution|challenge|objectives|prereq|prerequisites|questions|keypoints|discussion|demo|"
     "instructor-note|callout|checklist|homework|testimonial|type-along|highlight-box|learning-goals",
     0, 1, Last::text, "class:class name label hidden:flag nonumber:flag", Content::allowed,
     build_lesson_admonition, Options::open},
};

const DirectiveRow* find_row(std::string_view name) {
  static const std::unordered_map<std::string_view, const DirectiveRow*> rows = [] {
    std::unordered_map<std::string_view, const DirectiveRow*> out;
    for (const DirectiveRow& row : kDirectives)
      for (std::string_view alias : base::split(row.names, '|')) out.emplace(alias, &row);
    return out;
  }();
  auto found = rows.find(name);
  return found == rows.end() ? nullptr : found->second;
}

/// The name that builders know: for a translation the first of its row, else the alias itself.
std::string_view canonical(const DirectiveRow& row, std::string_view name) {
  auto names = base::split(row.names, '|');
  bool translated = names.size() == 2 && name == names[1];
  for (std::string_view alias : names)
    if (alias == name) return translated ? names[0] : alias;
  return names[0];
}

// ---- Values of options

bool is_integer(std::string_view value) { return base::parse_integer(base::trim(value)).has_value(); }

bool is_one_of(std::string_view value, std::string_view choices) {
  for (std::string_view choice : base::split_words(choices))
    if (choice == base::to_lower(base::trim(value))) return true;
  return false;
}

/// "" where `value` is right for a type, else what the type wants.
std::string_view check_value(std::string_view type, std::string_view value) {
  value = base::trim(value);
  if (type.empty()) return "";
  if (type == "flag") return value.empty() ? "" : "no value";
  if (type == "class") return class_names(value).empty() ? "class names" : "";
  if (type == "integer") return value.empty() || is_integer(value) ? "" : "a number";
  if (type == "count")
    return is_integer(value) && *base::parse_integer(value) >= 0 ? "" : "a number that is not negative";
  if (type == "percent") {
    if (value.ends_with('%')) value = base::trim_right(value.substr(0, value.size() - 1));
    return is_integer(value) ? "" : "a percentage";
  }
  if (type == "length" || type == "measure") return css_length(value).empty() ? "a length" : "";
  if (type == "image")
    return is_one_of(value, "left center right top middle bottom") ? "" : "an alignment";
  if (type == "horizontal") return is_one_of(value, "left center right") ? "" : "left, center or right";
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

/// Reads the option lines. Returns why they are wrong, or "".
std::string parse_options(LineView lines, const DirectiveRow& row, DirectiveCall& call) {
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t size = lines[at].text.starts_with(':') ? field_marker_size(lines[at].text) : 0;
    if (size == 0) return "its option block is not a list of fields";
    std::string name = base::to_lower(field_name(lines[at].text, size));
    Indented body = take_indented(lines, at, {.first = size});
    at = body.end;
    DirectiveOption option{name, join(trim_bottom(body.lines))};
    auto type = find_type(row.options, name);
    if (!type && row.strictness == Options::open) type = "";
    if (!type) return base::format("it has no option '{}'", name);
    if (call.has(name)) return base::format("option '{}' is given twice", name);
    std::string_view wanted = check_value(*type, option.value);
    if (!wanted.empty())
      return base::format("option '{}' wants {}, not '{}'", name, wanted, option.value);
    call.options.push_back(std::move(option));
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
  bool has_head = row.required + row.optional > 0 || !row.options.empty() || row.strictness == Options::open;
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

/// Sphinx' "class" is docutils' where a class follows, and Python's in the sphinx domain; see build_class().
const DirectiveRow* find_directive(const Page& page, std::string_view written, std::string& name) {
  name = base::to_lower(written);
  (void)page;
  if (const DirectiveRow* row = find_row(name)) return row;
  // A name of the default domain may be written in full ("std:option").
  std::size_t colon = name.rfind(':');
  if (colon != name.npos && (name.starts_with("std:") || name.starts_with("py:"))) {
    name.erase(0, colon + 1);
    return find_row(name);
  }
  return nullptr;
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> out;
  for (const DirectiveRow& row : kDirectives)
    for (std::string_view name : base::split(row.names, '|')) out.push_back(name);
  return out;
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

void run_directive(BlockParser& parser, std::string_view written, Lines body, LineView whole,
                   doc::Blocks& out) {
  std::string name;
  const DirectiveRow* row = find_directive(parser.page(), written, name);
  if (!row) {
    std::string hint(base::nearest(name, all_names()));
    return parser.refuse(out, "KB0340"_code, whole, {std::string(written), hint});
  }
  DirectiveCall call;
  call.name = canonical(*row, name);
  call.written = written;
  call.whole = whole;
  call.span = parser.span(whole);
  std::string fault = parse_call(*row, std::move(body), call);
  if (!fault.empty()) return parser.refuse(out, "KB0341"_code, whole, {std::string(written), fault});
  row->build(parser, call, out);
}

namespace {

/// "0xA9", "U+00A9", "&#xA9;", "x2014", "8212" or text; docutils' unicode directive.
std::string unicode_text(std::string_view word) {
  std::string_view digits;
  int base = 16;
  std::string lower = base::to_lower(word);
  std::string_view text = lower;
  if (text.starts_with("0x") || text.starts_with("u+") || text.starts_with("\\x") || text.starts_with("\\u")) {
    digits = text.substr(2);
  } else if (text.starts_with("&#x") && text.ends_with(';')) {
    digits = text.substr(3, text.size() - 4);
  } else if (text.starts_with('x') || text.starts_with('u')) {
    digits = text.substr(1);
  } else if (std::all_of(text.begin(), text.end(), base::is_digit)) {
    digits = text;
    base = 10;
  }
  bool number = !digits.empty() && digits.size() <= 7 && std::all_of(digits.begin(), digits.end(), base::is_hex);
  if (!number) return std::string(word);
  std::string out;
  base::append_utf8(out, static_cast<char32_t>(std::stoul(std::string(digits), nullptr, base)));
  return out;
}

Substitution unicode_substitution(const DirectiveCall& call) {
  std::string_view text = call.argument();
  // A comment may follow the codes.
  for (std::size_t at = text.find(".. "); at != text.npos; at = text.find(".. ", at + 1))
    if (at == 0 || base::is_space(text[at - 1])) {
      text = text.substr(0, at);
      break;
    }
  std::string value;
  for (std::string_view word : base::split_words(text)) value += unicode_text(word);
  Substitution out;
  out.content.push_back({doc::Text{value}, call.span, {}});
  out.trim_left = call.has("ltrim") || call.has("trim");
  out.trim_right = call.has("rtrim") || call.has("trim");
  return out;
}

/// Elements that a substitution may not hold, because they would occur once per use.
std::string_view forbidden_in_substitution(const Page& page, const doc::Inlines& content) {
  for (const doc::Inline& node : content) {
    if (!node.attributes.id().empty()) return "a target";
    if (!node.attributes.has(kPendingKey)) continue;
    auto index = base::parse_integer(node.attributes.get(kPendingKey));
    PendingKind kind = page.pending[static_cast<std::size_t>(*index)].kind;
    if (kind == PendingKind::anonymous) return "an anonymous reference";
    if (kind == PendingKind::auto_number || kind == PendingKind::auto_symbol) return "a numbered footnote";
  }
  return "";
}

}  // namespace

std::optional<Substitution> run_substitution(BlockParser& parser, std::string_view written, Lines body,
                                             LineView whole) {
  Page& page = parser.page();
  std::string name;
  const DirectiveRow* row = find_directive(page, written, name);
  std::vector<std::string> shown{std::string(written)};
  if (!row) {
    page.report("KB0340"_code, parser.span(whole), {std::string(written), ""});
    return std::nullopt;
  }
  DirectiveCall call;
  call.name = canonical(*row, name);
  call.written = written;
  call.whole = whole;
  call.span = parser.span(whole);
  std::string fault = parse_call(*row, std::move(body), call);
  if (fault.empty() && call.name == "replace" && call.content.empty()) fault = "it needs content";
  if (!fault.empty()) {
    page.report("KB0341"_code, call.span, {std::string(written), fault});
    return std::nullopt;
  }
  Substitution out;
  if (call.name == "image") {
    out.content.push_back(make_image(parser, call));
  } else if (call.name == "unicode") {
    out = unicode_substitution(call);
  } else if (call.name == "replace") {
    std::size_t end = 0;
    while (end < call.content.size() && !call.content[end].blank()) ++end;
    if (!trim_top(LineView(call.content).subspan(end)).empty())
      page.report("KB0341"_code, call.span, {"replace", "it takes one paragraph"});
    out.content = parse_inlines(page, Chunk(LineView(call.content).first(end)));
    std::string_view forbidden = forbidden_in_substitution(page, out.content);
    if (!forbidden.empty()) {
      page.report("KB0332"_code, call.span, {std::string(forbidden)});
      return std::nullopt;
    }
  } else if (call.name == "raw") {
    doc::Blocks made;
    build_raw(parser, call, made);
    for (doc::Block& block : made)
      if (auto* raw = std::get_if<doc::RawBlock>(&block.value))
        out.content.push_back({doc::RawInline{std::move(raw->html)}, call.span, {}});
  } else if (auto today = page.options.definitions.find("substitution:today");
             call.name == "date" && today != page.options.definitions.end()) {
    out.content = plain_inlines(today->second);
  } else {
    page.report("KB0341"_code, call.span, {std::string(written), "it can't stand in a substitution"});
    return std::nullopt;
  }
  return out;
}

}  // namespace kbuild::read::rst
