// The inline parser of reStructuredText; see inline.h. It follows docutils' states.Inliner: one
// pass that looks for the next start-string, then for its end-string; what lies between constructs
// is searched for standalone hyperlinks. A construct's end counts as the begin of a new text for
// the recognition rules.
#include "read/rst/inline/inline.h"

#include <array>

#include "base/text.h"
#include "read/rst/inline/roles.h"
#include "read/rst/text/characters.h"
#include "read/rst/text/uri.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

namespace {

using namespace diag::literals;
using doc::Inline;
using doc::Inlines;

bool is_name_character(std::string_view text, std::size_t at, std::size_t& length) {
  if (at >= text.size()) return false;
  length = 1;
  if (static_cast<signed char>(text[at]) >= 0) return base::is_alnum(text[at]);
  auto decoded = base::decode_utf8(text, at);
  length = decoded.length;
  return source::is_alphanumeric(decoded.value);
}

/// Text with each line end as a soft break; escapes are resolved where `escaped`.
enum class Escapes { resolve, keep };
void append_text(Inlines& out, std::string_view text, Escapes escapes) {
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] != '\n')
      end += text[end] == '\\' && escapes == Escapes::resolve ? 2 : 1;
    end = std::min(end, text.size());
    std::string_view part = text.substr(at, end - at);
    std::string value = escapes == Escapes::resolve ? unescape(part) : std::string(part);
    if (!value.empty()) out.push_back({doc::Text{std::move(value)}, {}, {}});
    if (end >= text.size()) break;
    out.push_back({doc::SoftBreak{}, {}, {}});
    at = end + 1;
  }
}

class InlineParser {
 public:
  InlineParser(Page& page, const Chunk& chunk) : page_(page), chunk_(chunk), text_(chunk.text()) {}

  Inlines parse();

 private:
  bool try_construct(std::size_t at);
  bool starts(std::size_t at, std::string_view mark) const;
  bool simple(std::size_t at, std::string_view mark);
  bool interpreted(std::size_t at);
  bool phrase_reference(std::size_t at, std::string_view escaped, std::size_t end);
  bool bracket(std::size_t at);
  bool word(std::size_t at);
  void problem(std::size_t at, std::size_t end, std::string_view what);
  void finish(std::size_t at, std::size_t end, Inlines nodes);
  void flush(std::size_t end);
  void plain(std::size_t begin, std::size_t end);
  Span span(std::size_t begin, std::size_t end) const {
    return chunk_.span(page_.sources, begin, end);
  }
  std::string_view view(std::size_t begin, std::size_t end) const {
    return std::string_view(text_).substr(begin, end - begin);
  }
  /// The next unescaped end-string `mark` in a position where it can end a construct; else npos.
  std::size_t find_end(std::size_t from, std::string_view mark) const;

  Page& page_;
  const Chunk& chunk_;
  const std::string& text_;
  Inlines out_;
  /// Begin of the text not yet searched, and of the text not yet written.
  std::size_t begin_ = 0;
  std::size_t unwritten_ = 0;
  /// No simple reference begins before this offset.
  std::size_t no_reference_until_ = 0;
  /// Whether the rest of the text is known to hold no end of interpreted text, of a simple mark by
  /// its row: keeps a text full of starts linear.
  bool no_interpreted_end_ = false;
  std::array<bool, 5> no_end_ = {};
};

Inlines InlineParser::parse() {
  std::size_t at = 0;
  while (at < text_.size()) {
    char c = text_[at];
    bool word_character = base::is_alnum(c) || static_cast<signed char>(c) < 0;
    if (c == '\\') {
      at += 2;
      continue;
    }
    bool candidate =
        word_character || c == '*' || c == '`' || c == '_' || c == '|' || c == '[' || c == ':';
    // Inside a word nothing can start; most bytes go this way.
    bool inside = word_character && at > begin_ && base::is_alnum(text_[at - 1]);
    if (!candidate || inside || !may_start_after(text_, begin_, at)) {
      ++at;
      continue;
    }
    at = try_construct(at) ? begin_ : at + 1;
  }
  flush(text_.size());
  return std::move(out_);
}

bool InlineParser::starts(std::size_t at, std::string_view mark) const {
  return view(at, text_.size()).starts_with(mark) && !is_space_at(text_, at + mark.size());
}

bool InlineParser::try_construct(std::size_t at) {
  switch (text_[at]) {
    case '*':
      if (starts(at, "**")) return simple(at, "**");
      return starts(at, "*") && !view(at, text_.size()).starts_with("**") && simple(at, "*");
    case '`':
      if (starts(at, "``")) return simple(at, "``");
      return interpreted(at);
    case '_': return starts(at, "_`") && simple(at, "_`");
    case '|':
      return starts(at, "|") && !view(at, text_.size()).starts_with("||") && simple(at, "|");
    case '[': return bracket(at);
    case ':': return interpreted(at);
    default: return word(at);
  }
}

std::size_t InlineParser::find_end(std::size_t from, std::string_view mark) const {
  bool literal = mark == "``";
  for (std::size_t at = from; at + mark.size() <= text_.size(); ++at) {
    if (text_[at] == '\\' && !literal) {
      ++at;
      continue;
    }
    if (text_[at] != mark[0] || view(at, text_.size()).substr(0, mark.size()) != mark) continue;
    if (at > from && is_space_before(text_, at)) continue;
    if (may_end_before(text_, at + mark.size())) return at;
    // "|name|_" and "|name|__" are references, too.
    if (mark != "|") continue;
    std::size_t end = at + 1;
    while (end < text_.size() && end < at + 3 && text_[end] == '_') ++end;
    if (end > at + 1 && may_end_before(text_, end)) return at;
  }
  return std::string::npos;
}

void InlineParser::finish(std::size_t at, std::size_t end, Inlines nodes) {
  flush(at);
  for (Inline& node : nodes) out_.push_back(std::move(node));
  begin_ = unwritten_ = end;
}

void InlineParser::problem(std::size_t at, std::size_t end, std::string_view what) {
  page_.report("KB0320"_code, span(at, end), {text_.substr(at, end - at), std::string(what)});
  finish(at, end, {{doc::Text{text_.substr(at, end - at)}, span(at, end), {}}});
}

struct SimpleMark {
  std::string_view start;
  std::string_view end;
  std::string_view name;
};
constexpr SimpleMark kSimpleMarks[] = {
    {"**", "**", "strong text"},     {"*", "*", "emphasis"},       {"``", "``", "a literal"},
    {"_`", "`", "an inline target"}, {"|", "|", "a substitution"},
};

bool InlineParser::simple(std::size_t at, std::string_view mark) {
  const SimpleMark* row = kSimpleMarks;
  while (row->start != mark) ++row;
  std::size_t from = at + mark.size();
  if (is_quoted(text_, begin_, at, from)) {
    begin_ = from;
    return true;
  }
  bool& none_left = no_end_[static_cast<std::size_t>(row - kSimpleMarks)];
  std::size_t end = none_left ? std::string::npos : find_end(from, row->end);
  none_left = end == std::string::npos;
  if (end == std::string::npos || end == from) {
    problem(at, from, row->name);
    return true;
  }
  std::string_view inner = view(from, end);
  std::size_t after = end + row->end.size();
  Inline node;
  if (mark == "*" || mark == "**") {
    doc::Emphasis emphasis{mark == "*" ? doc::EmphasisKind::emphasis : doc::EmphasisKind::strong,
                           {}};
    append_text(emphasis.children, inner, Escapes::resolve);
    node = {std::move(emphasis), span(at, after), {}};
  } else if (mark == "``") {
    node = {doc::Code{base::replace_all(inner, "\n", " ")}, span(at, after), {}};
  } else if (mark == "_`") {
    std::string name = normalise_name(unescape(inner));
    Target target{TargetKind::internal, name, page_.names.make_id(name), span(at, after)};
    node = {doc::Group{}, span(at, after), {}};
    node.attributes.set("id", target.value);
    append_text(std::get<doc::Group>(node.value).children, inner, Escapes::resolve);
    page_.names.add(std::move(target), Origin::written, page_.result.diagnostics);
  } else {
    std::size_t tail = after;
    while (tail < text_.size() && tail < after + 2 && text_[tail] == '_') ++tail;
    while (tail > after && !may_end_before(text_, tail)) --tail;
    std::string name = collapse_name(unescape(inner));
    doc::Group shown{{{doc::Text{name}, {}, {}}}};
    node =
        page_.wait({PendingKind::substitution, name, text_.substr(at, after - at), span(at, after)},
                   std::move(shown));
    if (tail > after) {
      bool anonymous = tail == after + 2;
      doc::Link link{doc::LinkKind::target, "", "", {std::move(node)}};
      node = page_.wait({anonymous ? PendingKind::anonymous : PendingKind::name,
                         normalise_name(name), text_.substr(at, tail - at), span(at, tail)},
                        std::move(link));
      after = tail;
    }
  }
  finish(at, after, {std::move(node)});
  return true;
}

/// The rest of interpreted text after its closing back quote.
struct RoleSuffix {
  std::string_view role;
  std::string_view reference;
  std::size_t end = 0;
};

/// The longest suffix at `at` that may end there: ":role:", "__", "_" or nothing.
std::optional<RoleSuffix> find_suffix(std::string_view text, std::size_t at) {
  std::size_t role_end = at;
  if (at < text.size() && text[at] == ':') {
    std::size_t name_end = scan_simple_name(text, at + 1);
    if (name_end > at + 1 && name_end < text.size() && text[name_end] == ':')
      role_end = name_end + 1;
  }
  for (std::size_t base : {role_end, at})
    for (std::string_view reference : {"__", "_", ""})
      if (text.substr(base).starts_with(reference) && may_end_before(text, base + reference.size()))
        return RoleSuffix{base > at ? text.substr(at + 1, base - at - 2) : "", reference,
                          base + reference.size()};
  return std::nullopt;
}

bool InlineParser::interpreted(std::size_t at) {
  std::size_t quote = at;
  std::string_view role;
  if (text_[at] == ':') {
    std::size_t name_end = scan_simple_name(text_, at + 1);
    if (name_end == at + 1 || name_end >= text_.size() || text_[name_end] != ':') return false;
    role = view(at + 1, name_end);
    quote = name_end + 1;
  }
  if (!starts(quote, "`") || view(quote, text_.size()).starts_with("``")) return false;
  std::size_t from = quote + 1;
  if (role.empty() && is_quoted(text_, begin_, quote, from)) {
    begin_ = from;
    return true;
  }
  std::size_t end = from;
  for (; end < text_.size() && !no_interpreted_end_; ++end) {
    if (text_[end] == '\\') {
      ++end;
      continue;
    }
    if (text_[end] != '`') continue;
    bool escaped_space =
        end >= from + 2 && text_[end - 2] == '\\' && base::is_space(text_[end - 1]);
    if (end > from && is_space_before(text_, end) && !escaped_space) continue;
    auto suffix = find_suffix(text_, end + 1);
    if (!suffix) continue;
    if (end == from) break;
    bool two_roles = !role.empty() && !suffix->role.empty();
    bool mixed = !suffix->reference.empty() && (!role.empty() || !suffix->role.empty());
    if (two_roles || mixed) {
      Span where = span(at, suffix->end);
      std::string raw = text_.substr(at, suffix->end - at);
      page_.report("KB0322"_code, where,
                   {raw, two_roles ? "it has two roles" : "it is a reference with a role"});
      finish(at, suffix->end, {{doc::Text{raw}, where, {}}});
      return true;
    }
    if (!suffix->reference.empty()) return phrase_reference(at, view(from, end), suffix->end);
    RoleCall call{std::string(role.empty() ? suffix->role : role), view(from, end),
                  view(at, suffix->end), span(at, suffix->end)};
    finish(at, suffix->end, interpret(page_, call));
    return true;
  }
  no_interpreted_end_ = no_interpreted_end_ || end >= text_.size();
  problem(quote, from, "interpreted text or a phrase reference");
  return true;
}

/// The "<target>" at the end of a phrase reference: where the title ends, and what is between the
/// brackets.
struct EmbeddedLink {
  std::size_t title_end = 0;
  std::string_view target;
};

std::optional<EmbeddedLink> find_embedded(std::string_view text) {
  if (text.size() < 3 || text.back() != '>' || text[text.size() - 2] == '\\') return std::nullopt;
  std::size_t close = text.size() - 1, open = close;
  while (open > 0) {
    --open;
    bool escaped = open > 0 && text[open - 1] == '\\';
    if (text[open] == '>' && !escaped) return std::nullopt;
    if (text[open] == '<' && !escaped) break;
  }
  if (text[open] != '<' || open + 1 == close || is_space_at(text, open + 1)) return std::nullopt;
  bool escaped_space = close >= open + 3 && text[close - 2] == '\\';
  if (is_space_before(text, close) && !escaped_space) return std::nullopt;
  std::size_t title_end = open;
  while (title_end > 0 && (text[title_end - 1] == ' ' || text[title_end - 1] == '\n')) --title_end;
  if (title_end == open && open > 0) return std::nullopt;
  return EmbeddedLink{title_end, text.substr(open + 1, close - open - 1)};
}

bool InlineParser::phrase_reference(std::size_t at, std::string_view escaped, std::size_t end) {
  bool anonymous = text_[end - 2] == '_';
  std::string raw = text_.substr(at, end - at);
  Span where = span(at, end);
  auto embedded = find_embedded(escaped);
  std::string_view title = embedded ? escaped.substr(0, embedded->title_end) : escaped;
  std::string uri, alias;
  if (embedded) {
    std::string_view target = embedded->target;
    bool named = target.ends_with('_') && !target.ends_with("\\_") && !starts_with_uri(target);
    if (named) {
      alias = normalise_name(unescape(target.substr(0, target.size() - 1)));
    } else {
      uri = adjust_uri(join_uri(target));
    }
  }
  doc::Link link;
  // Without a text of its own, a link shows where it leads.
  std::string own = title.empty() ? (alias.empty() ? join_uri(embedded->target) : alias) : "";
  append_text(link.children, own.empty() ? title : own,
              own.empty() ? Escapes::resolve : Escapes::keep);
  std::string name = normalise_name(own.empty() ? unescape(title) : own);
  Inline node;
  if (!uri.empty()) {
    link.target = uri;
    if (uri.starts_with("mailto:")) {
      link.kind = doc::LinkKind::email;
      link.target = uri.substr(7);
    }
    node = {std::move(link), where, {}};
  } else if (!alias.empty()) {
    node = page_.wait({PendingKind::name, alias, raw, where}, std::move(link));
  } else if (anonymous) {
    node = page_.wait({PendingKind::anonymous, name, raw, where}, std::move(link));
  } else {
    node = page_.wait({PendingKind::name, name, raw, where}, std::move(link));
  }
  if (embedded && !anonymous) {
    Target target{uri.empty() ? TargetKind::indirect : TargetKind::external, name,
                  uri.empty() ? alias : uri, where};
    page_.names.add(std::move(target), Origin::written, page_.result.diagnostics);
  }
  finish(at, end, {std::move(node)});
  return true;
}

bool InlineParser::bracket(std::size_t at) {
  std::size_t label_end = at + 1;
  char first = label_end < text_.size() ? text_[label_end] : '\0';
  std::size_t digits = label_end;
  while (digits < text_.size() && base::is_digit(text_[digits])) ++digits;
  PendingKind kind = PendingKind::citation;
  if (digits > label_end && view(digits, text_.size()).starts_with("]_")) {
    label_end = digits;
    kind = PendingKind::note;
  } else if (first == '#') {
    label_end = scan_simple_name(text_, at + 2);
    kind = label_end > at + 2 ? PendingKind::note : PendingKind::auto_number;
  } else if (first == '*') {
    ++label_end;
    kind = PendingKind::auto_symbol;
  } else {
    label_end = scan_simple_name(text_, label_end);
  }
  if (label_end == at + 1 || !view(label_end, text_.size()).starts_with("]_") ||
      !may_end_before(text_, label_end + 2))
    return false;
  std::size_t end = label_end + 2;
  std::string_view label = view(at + 1, label_end);
  std::string name = normalise_name(label.starts_with('#') ? label.substr(1) : label);
  doc::NoteReference reference{
      kind == PendingKind::citation ? doc::NoteKind::citation : doc::NoteKind::footnote,
      std::string(label)};
  Inline node = page_.wait({kind, kind == PendingKind::auto_symbol ? "" : name,
                            text_.substr(at, end - at), span(at, end)},
                           std::move(reference));
  finish(at, end, {std::move(node)});
  return true;
}

bool InlineParser::word(std::size_t at) {
  if (at < no_reference_until_) return false;
  std::size_t end = scan_simple_name(text_, at);
  if (end == at) return false;
  std::size_t after = end;
  while (after < text_.size() && after < end + 2 && text_[after] == '_') ++after;
  if (after == end || !may_end_before(text_, after)) {
    no_reference_until_ = end;
    return false;
  }
  std::string name(view(at, end));
  bool anonymous = after == end + 2;
  doc::Link link{doc::LinkKind::target, "", "", {{doc::Text{name}, span(at, end), {}}}};
  finish(at, after,
         {page_.wait({anonymous ? PendingKind::anonymous : PendingKind::name, normalise_name(name),
                      text_.substr(at, after - at), span(at, after)},
                     std::move(link))});
  return true;
}

void InlineParser::flush(std::size_t end) {
  std::size_t at = unwritten_;
  while (at < end) {
    FoundUri found = find_uri(text_, at, end);
    if (found.empty() || !found.known_scheme) break;
    plain(at, found.begin);
    std::string uri = unescape(view(found.begin, found.end));
    Span where = span(found.begin, found.end);
    doc::Link link{found.is_email ? doc::LinkKind::email : doc::LinkKind::target,
                   uri,
                   "",
                   {{doc::Text{uri}, where, {}}}};
    if (!found.is_email && base::starts_with_ignoring_case(uri, "mailto:")) {
      link.kind = doc::LinkKind::email;
      link.target = uri.substr(7);
    }
    out_.push_back({std::move(link), where, {}});
    at = found.end;
  }
  plain(at, end);
  unwritten_ = end;
}

void InlineParser::plain(std::size_t begin, std::size_t end) {
  while (begin < end) {
    std::size_t stop = begin;
    while (stop < end && text_[stop] != '\n') stop += text_[stop] == '\\' ? 2 : 1;
    stop = std::min(stop, end);
    std::string value = unescape(view(begin, stop));
    if (!value.empty()) out_.push_back({doc::Text{std::move(value)}, span(begin, stop), {}});
    if (stop < end) out_.push_back({doc::SoftBreak{}, {}, {}});
    begin = stop + 1;
  }
}

}  // namespace

Inlines parse_inlines(Page& page, const Chunk& chunk) {
  if (page.markup) return page.markup->inlines(chunk);
  return InlineParser(page, chunk).parse();
}

Inlines plain_inlines(std::string_view text) {
  Inlines out;
  append_text(out, text, Escapes::keep);
  return out;
}

std::size_t scan_simple_name(std::string_view text, std::size_t at) {
  std::size_t end = at, length = 0;
  while (is_name_character(text, end, length)) end += length;
  auto joins = [](char c) { return c == '-' || c == '.' || c == '_' || c == '+' || c == ':'; };
  while (end > at && end + 1 < text.size() && joins(text[end]) &&
         is_name_character(text, end + 1, length)) {
    ++end;
    while (is_name_character(text, end, length)) end += length;
  }
  return end;
}

}  // namespace kbuild::read::rst
