// Directives inside substitution definitions (image, replace, unicode, date, raw); see
// directives.h.
#include <algorithm>

#include "base/text.h"
#include "read/rst/directive_table.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;

std::string unicode_text(std::string_view word) {
  std::string_view digits;
  int base = 16;
  std::string lower = base::to_lower(word);
  std::string_view text = lower;
  if (text.starts_with("0x") || text.starts_with("u+") || text.starts_with("\\x") ||
      text.starts_with("\\u")) {
    digits = text.substr(2);
  } else if (text.starts_with("&#x") && text.ends_with(';')) {
    digits = text.substr(3, text.size() - 4);
  } else if (text.starts_with('x') || text.starts_with('u')) {
    digits = text.substr(1);
  } else if (std::all_of(text.begin(), text.end(), base::is_digit)) {
    digits = text;
    base = 10;
  }
  bool number = !digits.empty() && digits.size() <= 7 &&
                std::all_of(digits.begin(), digits.end(), base::is_hex);
  if (!number) return std::string(word);
  std::string out;
  base::append_utf8(out, static_cast<char32_t>(std::stoul(std::string(digits), nullptr, base)));
  return out;
}

namespace {

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
    if (kind == PendingKind::auto_number || kind == PendingKind::auto_symbol)
      return "a numbered footnote";
    if (kind == PendingKind::note || kind == PendingKind::citation) return "a note";
  }
  return "";
}

}  // namespace

std::optional<Substitution> run_substitution(BlockParser& parser, std::string_view written,
                                             Lines body, LineView whole, doc::Blocks& out) {
  Page& page = parser.page();
  ParsedDirective parsed = parse_directive(parser, written, std::move(body), whole);
  const DirectiveCall& call = parsed.call;
  if (!parsed.row) {
    page.report("KB0340"_code, call.span, {std::string(written), ""});
    return std::nullopt;
  }
  std::string fault = std::move(parsed.fault);
  if (fault.empty() && call.name == "replace" && call.content.empty()) fault = "it needs content";
  if (!fault.empty()) {
    page.report("KB0341"_code, call.span, {std::string(written), fault});
    return std::nullopt;
  }
  Substitution made;
  if (call.name == "image") {
    made.content.push_back(make_image(parser, call));
  } else if (call.name == "unicode") {
    made = unicode_substitution(call);
  } else if (call.name == "replace") {
    std::size_t end = 0;
    while (end < call.content.size() && !call.content[end].blank()) ++end;
    if (!trim_top(LineView(call.content).subspan(end)).empty()) {
      page.report("KB0341"_code, call.span, {"replace", "it takes one paragraph"});
      return std::nullopt;
    }
    std::size_t targets = page.names.size();
    made.content = parse_inlines(page, Chunk(LineView(call.content).first(end)));
    std::string_view forbidden =
        page.names.size() > targets ? "a target" : forbidden_in_substitution(page, made.content);
    if (!forbidden.empty()) {
      page.report("KB0332"_code, call.span, {std::string(forbidden)});
      return std::nullopt;
    }
  } else if (call.name == "raw") {
    doc::Blocks blocks;
    build_raw(parser, call, blocks);
    for (doc::Block& block : blocks)
      if (auto* raw = std::get_if<doc::RawBlock>(&block.value))
        made.content.push_back({doc::RawInline{std::move(raw->html)}, call.span, {}});
  } else if (auto today = page.options.definitions.find("substitution:today");
             call.name == "date" && today != page.options.definitions.end()) {
    made.content = plain_inlines(today->second);
  } else {
    page.report("KB0341"_code, call.span,
                {std::string(written), "it can't stand in a substitution"});
    if (parsed.row->build != build_misplaced) parsed.row->build(parser, call, out);
    return std::nullopt;
  }
  return made;
}

}  // namespace kbuild::read::rst
