// Explicit markup of reStructuredText: footnotes, citations, targets, substitution definitions,
// directives and comments; see blocks.h. The order in which they are tried is docutils'
// explicit.constructs.
#include <algorithm>

#include "base/text.h"
#include "read/rst/blocks.h"
#include "read/rst/directives.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

/// Longer text is no name of a target.
constexpr std::size_t kMaxNameLines = 50;

/// Bytes of ".." or "__" and the blanks after it.
std::size_t marker_size(std::string_view line) {
  return std::min(line.find_first_not_of(' ', 2), line.size());
}

/// The text after the ".. " of an explicit markup line.
std::string_view after_marker(std::string_view line) {
  return line.substr(marker_size(line));
}

/// End of the label in "[label]", before its bracket; 0 where the text is no footnote or citation.
std::size_t label_end(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  std::size_t end = 1;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  if (end == 1 || !text.substr(end).starts_with(']')) {
    if (text.substr(1).starts_with('#'))
      end = scan_simple_name(text, 2);
    else if (text.substr(1).starts_with('*'))
      end = 2;
    else
      end = scan_simple_name(text, 1);
  }
  if (end == 1 || !text.substr(end).starts_with(']')) return 0;
  bool separated = end + 1 == text.size() || text[end + 1] == ' ';
  return separated ? end : 0;
}

/// The end of the name in "name: " or "`phrase`: " and the begin of what follows.
struct TargetName {
  std::string name;
  std::size_t end = 0;
};

/// `text` begins after "_"; std::nullopt where no name ends in it.
std::optional<TargetName> find_target_name(std::string_view text) {
  auto separated = [&](std::size_t colon) {
    return colon + 1 >= text.size() || text[colon + 1] == ' ' || text[colon + 1] == '\n';
  };
  auto after = [&](std::size_t colon) {
    return std::min(text.find_first_not_of(" \n", colon + 1), text.size());
  };
  if (text.starts_with("_:")) {
    if (!separated(1)) return std::nullopt;
    return TargetName{"", after(1)};
  }
  if (text.starts_with('_')) return std::nullopt;
  bool quoted = text.starts_with('`');
  std::size_t begin = quoted ? 1 : 0;
  if (begin >= text.size() || text[begin] == ' ' || text[begin] == '`') return std::nullopt;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
      continue;
    }
    if (quoted && text[at] != '`') continue;
    std::size_t colon = quoted ? at + 1 : at;
    if (colon < text.size() && text[colon] == ' ') ++colon;
    if (colon >= text.size() || text[colon] != ':' || !separated(colon)) continue;
    bool escaped = at > begin + 1 && text[at - 2] == '\\';
    if (at == begin || text[at - 1] == ' ' || (text[at - 1] == ':' && !escaped)) continue;
    return TargetName{std::string(base::trim(text.substr(begin, at - begin))), after(colon)};
  }
  return std::nullopt;
}

/// The '|' that ends a substitution's name in a line, from `at` on; the line's size if there is
/// none.
std::size_t closing_bar(std::string_view line, std::size_t at) {
  for (; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '|' && (at == 0 || line[at - 1] != ' ') &&
               (at + 1 == line.size() || line[at + 1] == ' ')) {
      return at;
    }
  }
  return line.size();
}

/// The name in "name_" or "`phrase`_", which makes a target indirect.
std::optional<std::string> indirect_name(std::string_view text) {
  std::string joined = collapse_name(text);
  std::string_view rest = joined;
  if (!rest.ends_with('_')) return std::nullopt;
  rest.remove_suffix(1);
  if (rest.size() > 2 && rest.starts_with('`') && rest.ends_with('`') && rest[1] != ' ' &&
      rest[rest.size() - 2] != '\\' && rest[rest.size() - 2] != ' ')
    return normalise_name(unescape(rest.substr(1, rest.size() - 2)));
  if (!rest.empty() && scan_simple_name(rest, 0) == rest.size()) return normalise_name(rest);
  return std::nullopt;
}

}  // namespace

void BlockParser::explicit_markup(doc::Blocks& out) {
  bool blank_finish = true;
  while (!blank_at(at_)) {
    LineKind kind = classify(text_at(at_));
    if (kind == LineKind::anonymous_target) {
      blank_finish = anonymous_target(out);
    } else if (kind == LineKind::explicit_markup) {
      blank_finish = explicit_construct(out);
    } else {
      break;
    }
  }
  check_finish(blank_finish, "explicit markup");
}

bool BlockParser::explicit_construct(doc::Blocks& out) {
  std::string_view line = text_at(at_), rest = after_marker(line);
  std::size_t marker = marker_size(line);
  if (std::size_t end = label_end(rest)) return footnote(marker + 1, marker + end, out);
  bool blank_finish = true;
  if (rest.size() > 1 && rest[0] == '_' && rest[1] != ' ' && hyperlink_target(out, blank_finish))
    return blank_finish;
  if (rest.size() > 1 && rest[0] == '|' && rest[1] != ' ' && substitution(out, blank_finish))
    return blank_finish;
  std::size_t name_end = scan_simple_name(rest, 0), colons = name_end;
  if (colons < rest.size() && rest[colons] == ' ') ++colons;
  bool is_directive = name_end > 0 && rest.substr(colons).starts_with("::") &&
                      (colons + 2 == rest.size() || rest[colons + 2] == ' ');
  if (is_directive) {
    std::size_t size = std::min(rest.find_first_not_of(' ', colons + 2), rest.size());
    return directive(rest.substr(0, name_end), marker + size, out);
  }
  return comment(marker, out);
}

// ---- Footnotes and citations

bool BlockParser::footnote(std::size_t label_begin, std::size_t label_stop, doc::Blocks& out) {
  std::size_t first = at_;
  std::string_view line = text_at(first),
                   label = line.substr(label_begin, label_stop - label_begin);
  std::size_t size = std::min(line.find_first_not_of(' ', label_stop + 1), line.size());
  Indented body = take_indented(lines_, at_, {.first = size});
  at_ = body.end;
  Span where = span(view(first, at_));
  if (trim_top(body.lines).empty()) page_.report("KB0333"_code, where, {std::string(label)});

  bool citation = !base::is_digit(label[0]) && label[0] != '#' && label[0] != '*';
  Note note;
  note.name = normalise_name(label[0] == '#' ? label.substr(1) : label);
  note.label = label;
  if (label[0] == '#') note.kind = Note::Label::number;
  if (label[0] == '*') {
    note.kind = Note::Label::symbol;
    note.name.clear();
  }
  doc::FootnoteDefinition definition{citation ? doc::NoteKind::citation : doc::NoteKind::footnote,
                                     std::string(label)};
  std::size_t index = page_.notes.size();
  page_.notes.push_back(note);
  std::string id = page_.names.make_id(note.name.empty() ? "footnote" : note.name);
  if (!note.name.empty())
    page_.names.add({TargetKind::internal, note.name, id, where}, Origin::written,
                    page_.result.diagnostics);
  definition.children = nested(std::move(body.lines));
  doc::Block block{std::move(definition), where, {}};
  block.attributes.set("id", id);
  block.attributes.set(kPendingKey, std::to_string(index));
  out.push_back(std::move(block));
  return body.blank_finish;
}

// ---- Targets

void BlockParser::make_target(std::string_view name, std::string_view escaped, Span where,
                              doc::Blocks& out) {
  Target target{TargetKind::internal, normalise_name(unescape(name)), "", where};
  bool maybe_indirect = escaped.ends_with('_') && !escaped.ends_with("\\_");
  if (auto indirect = maybe_indirect ? indirect_name(escaped) : std::nullopt) {
    target.kind = TargetKind::indirect;
    target.value = *indirect;
  } else if (!base::trim(escaped).empty()) {
    target.kind = TargetKind::external;
    target.value = adjust_uri(join_uri(escaped));
  } else {
    target.value = page_.names.make_id(target.name);
  }
  bool anonymous = name.empty();
  std::string id = target.kind == TargetKind::internal ? target.value : "";
  std::string label = target.name;
  std::size_t index =
      anonymous ? page_.names.add_anonymous(std::move(target))
                : page_.names.add(std::move(target), Origin::written, page_.result.diagnostics);
  if (!id.empty()) {
    doc::Block anchor{doc::Anchor{}, where, {}};
    anchor.attributes.set("id", id);
    anchor.attributes.set(kPendingKey, std::to_string(index));
    if (!label.empty()) anchor.attributes.set("data-label", label);
    out.push_back(std::move(anchor));
    return;
  }
  // Targets right above lead where this one leads.
  while (!out.empty() && std::holds_alternative<doc::Anchor>(out.back().value) &&
         out.back().attributes.has(kPendingKey)) {
    auto above = base::parse_integer(out.back().attributes.get(kPendingKey));
    page_.names.chain(static_cast<std::size_t>(*above), index);
    out.pop_back();
  }
}

bool BlockParser::hyperlink_target(doc::Blocks& out, bool& blank_finish) {
  std::size_t first = at_;
  std::size_t size = marker_size(text_at(first)) + 1;
  Indented body =
      take_indented(lines_, first, {.first = size, .until_blank = true, .keep_indent = true});
  std::string text;
  std::optional<TargetName> found;
  std::size_t used = 0;
  // A quoted name may go over several lines.
  for (; used < std::min(body.lines.size(), kMaxNameLines) && !found; ++used) {
    std::string_view line = body.lines[used].text;
    if (used > 0) text += ' ';
    text += used > 0 ? base::trim_left(line) : line;
    found = find_target_name(text);
  }
  if (!found) {
    page_.report("KB0335"_code, point(first));
    return false;
  }
  for (; used < body.lines.size(); ++used) {
    text += '\n';
    text += base::trim(body.lines[used].text);
  }
  std::string_view rest =
      base::trim(std::string_view(text).substr(std::min(found->end, text.size())));
  at_ = body.end;
  blank_finish = body.blank_finish;
  make_target(found->name, rest, span(view(first, at_)), out);
  return true;
}

bool BlockParser::anonymous_target(doc::Blocks& out) {
  std::size_t first = at_;
  Indented body =
      take_indented(lines_, first, {.first = marker_size(text_at(first)), .until_blank = true});
  at_ = body.end;
  make_target("", base::trim(join(body.lines)), span(view(first, at_)), out);
  return body.blank_finish;
}

// ---- Substitution definitions

bool BlockParser::substitution(doc::Blocks& out, bool& blank_finish) {
  std::size_t first = at_;
  std::size_t size = marker_size(text_at(first)) + 1;
  Indented body = take_indented(lines_, first, {.first = size});
  // The name ends at "| " of the first line that has it.
  std::string name;
  std::size_t used = 0, bar = 0;
  for (;; ++used) {
    if (used >= body.lines.size() || body.lines[used].blank()) {
      page_.report("KB0331"_code, point(first), {std::string(text_at(first))});
      return false;
    }
    std::string_view line = body.lines[used].text;
    bar = closing_bar(line, name.empty() ? 1 : 0);
    if (!name.empty()) name += ' ';
    name += line.substr(0, bar);
    if (bar < line.size()) break;
  }
  Lines rest(body.lines.begin() + static_cast<std::ptrdiff_t>(used), body.lines.end());
  rest[0] = rest[0].cut(bar + 1);
  rest[0] = rest[0].cut(rest[0].indent());
  if (rest[0].blank()) rest.erase(rest.begin());
  while (!rest.empty() && rest.back().blank()) rest.pop_back();
  if (!rest.empty()) rest[0] = rest[0].cut(rest[0].indent());
  at_ = body.end;
  blank_finish = body.blank_finish;

  std::string shown = collapse_name(unescape(name));
  LineView whole = view(first, at_);
  std::string_view head = rest.empty() ? std::string_view() : rest[0].text;
  std::size_t name_end = scan_simple_name(head, 0);
  bool directive = name_end > 0 && head.substr(name_end).starts_with("::") &&
                   (name_end + 2 == head.size() || head[name_end + 2] == ' ');
  if (!directive) {
    page_.report("KB0331"_code, span(whole), {shown});
    return true;
  }
  std::string_view written = head.substr(0, name_end);
  rest[0] = rest[0].cut(std::min(head.find_first_not_of(' ', name_end + 2), head.size()));
  auto made = run_substitution(*this, written, std::move(rest), trim_bottom(whole), out);
  if (!made) return true;
  made->span = span(whole);
  if (page_.substitutions.contains(shown)) page_.report("KB0330"_code, span(whole), {shown});
  page_.folded_substitutions[base::to_lower(shown)] = shown;
  page_.substitutions[shown] = std::move(*made);
  return true;
}

// ---- Directives and comments

bool BlockParser::directive(std::string_view name, std::size_t size, doc::Blocks& out) {
  std::size_t first = at_;
  Indented body = take_indented(lines_, first, {.first = size, .keep_top = true});
  at_ = body.end;
  run_directive(*this, name, std::move(body.lines), trim_bottom(view(first, body.end)), out);
  return body.blank_finish;
}

bool BlockParser::comment(std::size_t size, doc::Blocks& out) {
  std::size_t first = at_;
  // A lone ".." before a blank line is empty; it keeps a quote below from belonging to what is
  // above.
  if (text_at(first).size() == size && blank_at(first + 1)) {
    out.push_back({doc::Comment{}, point(first), {}});
    ++at_;
    return true;
  }
  Indented body = take_indented(lines_, first, {.first = size});
  at_ = body.end;
  out.push_back({doc::Comment{join(trim_bottom(body.lines))}, span(view(first, at_)), {}});
  return body.blank_finish;
}

}  // namespace kbuild::read::rst
