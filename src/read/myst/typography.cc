// Text that MyST's extensions linkify, replacements and smartquotes change; see inline.h. Rules of
// signs and quotes are those of markdown-it.
#include <algorithm>

#include "base/text.h"
#include "doc/walk.h"
#include "read/myst/inline.h"

namespace kbuild::read::myst {

namespace {

using doc::Inline;
using doc::Inlines;

/// Where an address ends: at white space or '<', without what ends a sentence.
std::size_t address_end(std::string_view text, std::size_t at) {
  std::size_t end = std::min(text.find_first_of(" \t\n<>\"`|", at), text.size());
  for (; end > at; --end) {
    char c = text[end - 1];
    std::string_view inside = text.substr(at, end - at);
    bool unmatched = c == ')' && std::count(inside.begin(), inside.end(), '(') <
                                     std::count(inside.begin(), inside.end(), ')');
    if (std::string_view(".,:;!?'*_~").find(c) == std::string_view::npos && !unmatched) break;
  }
  return end;
}

struct Found {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string target;
};

std::optional<Found> find_address(std::string_view text, std::size_t from) {
  constexpr std::string_view kStarts[] = {"https://", "http://", "ftp://", "mailto:", "www."};
  for (std::size_t at = from; at < text.size(); ++at) {
    if (at > 0 && (base::is_alnum(text[at - 1]) || text[at - 1] == '/')) continue;
    for (std::string_view start : kStarts) {
      if (text[at] != start[0] || !text.substr(at).starts_with(start)) continue;
      std::size_t end = address_end(text, at);
      if (end <= at + start.size()) continue;
      std::string target(text.substr(at, end - at));
      return Found{at, end, start == "www." ? "http://" + target : target};
    }
  }
  return std::nullopt;
}

void linkify_list(Inlines& list) {
  Inlines out;
  for (Inline& node : list) {
    auto* text = std::get_if<doc::Text>(&node.value);
    if (!text) {
      out.push_back(std::move(node));
      continue;
    }
    std::string whole = text->text;
    std::size_t at = 0;
    auto part = [&](std::size_t begin, std::size_t end) {
      source::Span span = node.span;
      if (span && span.end - span.begin == whole.size())
        span = {span.file, span.begin + static_cast<std::uint32_t>(begin),
                span.begin + static_cast<std::uint32_t>(end)};
      return Inline{doc::Text{whole.substr(begin, end - begin)}, span, {}};
    };
    while (auto found = find_address(whole, at)) {
      if (found->begin > at) out.push_back(part(at, found->begin));
      Inline shown = part(found->begin, found->end);
      source::Span span = shown.span;
      doc::Link link{doc::LinkKind::target, found->target, "", {}};
      if (link.target.starts_with("mailto:")) {
        link.kind = doc::LinkKind::email;
        link.target.erase(0, 7);
      }
      link.children.push_back(std::move(shown));
      out.push_back({std::move(link), span, {}});
      at = found->end;
    }
    if (at < whole.size() || whole.empty()) out.push_back(part(at, whole.size()));
  }
  list = std::move(out);
}

struct Sign {
  std::string_view written;
  std::string_view shown;
};
constexpr Sign kSigns[] = {
    {"(c)", "©"}, {"(C)", "©"}, {"(r)", "®"}, {"(R)", "®"}, {"(tm)", "™"}, {"(TM)", "™"},
    {"+-", "±"},  {"...", "…"}, {"---", "—"}, {"--", "–"},
};

std::string with_signs(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const Sign* sign = std::find_if(std::begin(kSigns), std::end(kSigns), [&](const Sign& row) {
      return text.substr(i).starts_with(row.written);
    });
    // A longer row of hyphens is a rule of its own.
    bool rule = sign != std::end(kSigns) && sign->written[0] == '-' &&
                ((i > 0 && text[i - 1] == '-') || text.substr(i).starts_with("----"));
    if (sign == std::end(kSigns) || rule) {
      out += text[i++];
    } else {
      out += sign->shown;
      i += sign->written.size();
    }
  }
  return out;
}

/// Straight quotes by what is on both sides of them: after a blank or an opening bracket they
/// open.
std::string with_quotes(std::string_view text, char before) {
  std::string out;
  for (char c : text) {
    bool opens = base::is_space(before) ||
                 std::string_view("([{-/").find(before) != std::string_view::npos;
    if (c == '"')
      out += opens ? "“" : "”";
    else if (c == '\'')
      out += opens ? "‘" : "’";
    else
      out += c;
    before = c;
  }
  return out;
}

}  // namespace

void linkify(Inlines& inlines) {
  linkify_list(inlines);
  for (Inline& node : inlines)
    if (auto* emphasis = std::get_if<doc::Emphasis>(&node.value)) linkify(emphasis->children);
}

void replace_signs(Inlines& inlines, const Syntax& syntax) {
  char before = ' ';
  doc::MutableVisitor visitor;
  visitor.inline_node = [&](Inline& node) {
    auto* text = std::get_if<doc::Text>(&node.value);
    if (!text) {
      bool blank = std::holds_alternative<doc::SoftBreak>(node.value) ||
                   std::holds_alternative<doc::HardBreak>(node.value);
      before = blank ? ' ' : 'a';
      return doc::Descend::into;
    }
    if (text->text.empty()) return doc::Descend::into;
    char last = text->text.back();
    if (syntax.replacements) text->text = with_signs(text->text);
    if (syntax.smartquotes) text->text = with_quotes(text->text, before);
    before = last;
    return doc::Descend::into;
  };
  doc::walk(inlines, visitor);
}

}  // namespace kbuild::read::myst
