// Reports notes from authors to themselves in published text: "Remember to replace ...", "omitted
// here", "TODO", "lorem ipsum". Checks the text that readers see, without code, sentence by
// sentence.
#include <iterator>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "check/page_checks.h"
#include "doc/plain_text.h"
#include "doc/walk.h"

namespace kbuild::check {

namespace {

using namespace diag::literals;

/// Phrases that only occur in notes, in English and Finnish, in lower case.
constexpr std::string_view kPhrases[] = {
    "remember to replace",
    "to be written",
    "to be added here",
    "todo:",
    "fixme",
    "lorem ipsum",
    "omitted here",
    "are omitted for brevity",
    "it's omitted",
    "would be included in the final",
    "should be inserted into",
    "insert link here",
    "link to be added",
    "muista korvata",
    "lisätään myöhemmin",
    "täydennetään myöhemmin",
};

/// Length of the phrase at `at`, in any case and with any white space; 0 if it isn't there.
std::size_t match_phrase(std::string_view text, std::size_t at, std::string_view phrase) {
  std::size_t begin = at;
  for (char c : phrase) {
    bool fits =
        at < text.size() && (c == ' ' ? base::is_space(text[at]) : base::to_lower(text[at]) == c);
    if (!fits) return 0;
    ++at;
    while (c == ' ' && at < text.size() && base::is_space(text[at])) ++at;
  }
  return at - begin;
}

/// "To be written." is a note; "programs need to be written for it" isn't.
bool is_standalone(std::string_view text, std::size_t at) {
  std::string_view before = base::trim_right(text.substr(0, at));
  return before.empty() || std::string_view(".:;([").find(before.back()) != before.npos ||
         before.ends_with(" -") || before.ends_with("\u2013") || before.ends_with("\u2014");
}

/// The first phrase of the table that occurs in a text, as written there; empty if none.
std::string_view find_phrase(std::string_view text) {
  static const base::PrefixFilter<4> beginnings(kPhrases);
  const std::string_view* best = std::end(kPhrases);
  std::string_view found;
  for (std::size_t at = 0; (at = beginnings.find(text, at)) != text.npos; ++at)
    for (const std::string_view* row = std::begin(kPhrases); row < best; ++row)
      if (std::size_t length = match_phrase(text, at, *row);
          length > 0 && (!row->starts_with("to be ") || is_standalone(text, at))) {
        best = row;
        found = text.substr(at, length);
      }
  return found;
}

std::string text_of(const doc::Block& block) {
  if (const auto* paragraph = std::get_if<doc::Paragraph>(&block.value))
    return doc::plain_text(paragraph->children);
  if (const auto* heading = std::get_if<doc::Heading>(&block.value))
    return doc::plain_text(heading->children);
  return "";
}

}  // namespace

void check_authoring_notes(const page::Page& page, diag::Diagnostics& out) {
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (std::holds_alternative<doc::Comment>(block.value)) return doc::Descend::past;
    std::string text = text_of(block);
    if (std::string_view phrase = find_phrase(text); !phrase.empty())
      out.push_back({"KB0910"_code, block.span, {base::collapse_spaces(phrase)}});
    return doc::Descend::into;
  };
  doc::walk(page.content.document.blocks, visitor);
}

}  // namespace kbuild::check
