// Printers of diagnostics; see print.h.
#include "diag/print.h"

#include <algorithm>
#include <tuple>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "source/letter_boundary.h"

namespace kbuild::diag {

namespace {

using base::Json;
using source::Position;
using source::SourceStore;

constexpr std::size_t kColumns = 100;

std::string paint(std::string_view text, std::string_view sgr, Colour colour) {
  if (colour == Colour::never) return std::string(text);
  return base::format("\x1b[{}m{}\x1b[0m", sgr, text);
}

std::string_view level_sgr(Level level) {
  switch (level) {
    case Level::style: return "1;36";
    case Level::warning: return "1;35";
    case Level::error: return "1;31";
    case Level::unsupported: return "1;33";
  }
  return "1";
}

std::string place(source::Span span, const SourceStore& sources) {
  if (!span) return "";
  Position at = sources.begin(span);
  return base::format("{}:{}:{}: ", sources.path(span.file), at.line, at.column);
}

/// The part of the line around the span's begin and a caret line under it.
std::string excerpt(source::Span span, const SourceStore& sources, Colour colour) {
  Position at = sources.begin(span);
  std::string_view line = sources.line(span.file, at.line);
  if (base::trim(line).empty()) return "";
  std::size_t offset = span.begin - sources.line_begin(span.file, at.line);
  offset = std::min(offset, line.size());
  std::size_t cut = offset > kColumns * 3 / 4 ? offset - kColumns / 2 : 0;
  cut = source::letter_boundary(line, cut);
  std::size_t end = std::min(line.size(), cut + kColumns);
  while (end < line.size() && (line[end] & 0xc0) == 0x80) ++end;
  std::string shown = (cut ? "..." : "") + std::string(line.substr(cut, end - cut));
  std::string pad;
  for (char c : (cut ? "..." : "") + std::string(line.substr(cut, offset - cut)))
    if ((c & 0xc0) != 0x80) pad += c == '\t' ? '\t' : ' ';
  std::size_t length = std::min<std::size_t>(span.end > span.begin ? span.end - span.begin : 1,
                                             end > offset ? end - offset : 1);
  std::size_t marks = std::max<std::size_t>(
      1, base::count_code_points(line.substr(offset, std::min(length, line.size() - offset))));
  std::string caret = "^" + std::string(marks - 1, '~');
  return "  " + shown + (end < line.size() ? "..." : "") + "\n  " + pad +
         paint(caret, "1;32", colour) + "\n";
}

Json location(source::Span span, const SourceStore& sources) {
  Json out;
  out["path"] = sources.path(span.file);
  if (!span) return out;
  Position begin = sources.begin(span), end = sources.end(span);
  out["line"] = begin.line;
  out["column"] = begin.column;
  out["end_line"] = end.line;
  out["end_column"] = end.column;
  return out;
}

std::string_view sarif_level(Level level) {
  switch (level) {
    case Level::style: return "note";
    case Level::warning:
    case Level::unsupported: return "warning";
    case Level::error: return "error";
  }
  return "error";
}

/// A path as a URI reference (RFC 3986): all but unreserved characters and '/' is percent-encoded.
std::string uri_of(std::string_view path) {
  std::string out;
  for (char c : path) {
    bool plain = base::is_alnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : base::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

/// A physicalLocation (section 3.29) of a place.
Json sarif_location(source::Span span, const SourceStore& sources) {
  Position begin = sources.begin(span), end = sources.end(span);
  Json region = {{"startLine", begin.line},
                 {"startColumn", begin.column},
                 {"endLine", end.line},
                 {"endColumn", end.column}};
  Json artifact = {{"uri", uri_of(sources.path(span.file))}};
  return {{"physicalLocation", {{"artifactLocation", artifact}, {"region", region}}}};
}

}  // namespace

void sort(Diagnostics& diagnostics, const SourceStore& sources) {
  auto key = [&](const Diagnostic& d) {
    return std::tuple(sources.path(d.span.file), d.span.begin, d.code.number);
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) {
                     auto x = key(a), y = key(b);
                     return x != y ? x < y : a.arguments < b.arguments;
                   });
  auto same = [&](const Diagnostic& a, const Diagnostic& b) {
    return key(a) == key(b) && a.arguments == b.arguments;
  };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
}

std::string print_text(const Diagnostic& d, const SourceStore& sources, Colour colour,
                       const Levels& levels) {
  Level level = levels.of(d);
  std::string out = paint(place(d.span, sources), "1", colour) +
                    paint(base::format("{}: ", level_text(level)), level_sgr(level), colour) +
                    message_of(d) + " [" + code_text(d.code) + "]\n";
  if (d.span) out += excerpt(d.span, sources, colour);
  for (const Note& note : d.notes)
    out += "  " + place(note.span, sources) + paint("note: ", "1;36", colour) + note.text + "\n";
  if (std::string hint = hint_of(d); !hint.empty())
    out += "  " + paint("hint: ", "1;32", colour) + hint + "\n";
  return out;
}

std::string print_json(const Diagnostic& d, const SourceStore& sources, const Levels& levels) {
  Json out = location(d.span, sources);
  out["level"] = level_text(levels.of(d));
  out["code"] = code_text(d.code);
  out["message"] = message_of(d);
  out["notes"] = Json::array();
  for (const Note& note : d.notes) {
    Json entry = location(note.span, sources);
    entry["message"] = note.text;
    out["notes"].push_back(std::move(entry));
  }
  out["hint"] = hint_of(d);
  return base::dump_line(out);
}

std::string print_github(const Diagnostic& d, const SourceStore& sources, const Levels& levels) {
  Level level = levels.of(d);
  std::string_view command = level == Level::error   ? "error"
                             : level == Level::style ? "notice"
                                                     : "warning";
  // The escapes of actions/toolkit: % first, then line ends; commas and colons in properties.
  auto data = [](std::string_view text) {
    std::string out = base::replace_all(text, "%", "%25");
    return base::replace_all(base::replace_all(out, "\r", "%0D"), "\n", "%0A");
  };
  auto property = [&](std::string_view text) {
    return base::replace_all(base::replace_all(data(text), ":", "%3A"), ",", "%2C");
  };
  Position begin = sources.begin(d.span), end = sources.end(d.span);
  std::string message = message_of(d);
  if (std::string hint = hint_of(d); !hint.empty()) message += "\nhint: " + hint;
  return base::format("::{} file={},line={},endLine={},col={},title={}::{}", command,
                      property(sources.path(d.span.file)), begin.line, end.line, begin.column,
                      code_text(d.code), data(message));
}

std::string print_sarif(const Diagnostics& diagnostics, const SourceStore& sources,
                        const Levels& levels) {
  // A rule has one text for all its findings.
  const std::vector<std::string> any_arguments(10, "...");
  Json rules = Json::array(), results = Json::array();
  std::vector<Code> used;
  for (const Diagnostic& d : diagnostics) used.push_back(d.code);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (Code code : used)
    if (const CodeInfo* info = find_code(code))
      rules.push_back({{"id", code_text(code)},
                       {"name", info->name},
                       {"shortDescription", {{"text", message_of({code, {}, any_arguments})}}},
                       {"defaultConfiguration", {{"level", sarif_level(info->level)}}}});
  for (const Diagnostic& d : diagnostics) {
    Json result = {{"ruleId", code_text(d.code)},
                   {"level", sarif_level(levels.of(d))},
                   {"message", {{"text", message_of(d)}}}};
    if (d.span) result["locations"] = Json::array({sarif_location(d.span, sources)});
    for (const Note& note : d.notes) {
      if (!note.span) continue;
      Json related = sarif_location(note.span, sources);
      related["message"] = {{"text", note.text}};
      result["relatedLocations"].push_back(std::move(related));
    }
    results.push_back(std::move(result));
  }
  Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
              {"version", "2.1.0"},
              {"runs",
               {{{"tool", {{"driver", {{"name", "kbuild"}, {"rules", rules}}}}},
                 {"columnKind", "unicodeCodePoints"},
                 {"results", results}}}}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kbuild::diag
