// Notes from the author to the author that were left in the published text: "Remember to replace
// ...", "omitted here", "TODO", "lorem ipsum". Judged by sentence, on the text that readers see,
// code left out.
#include <bitset>
#include <iterator>

#include "base/text.h"
#include "check/page_checks.h"
#include "doc/plain_text.h"
#include "doc/walk.h"

namespace kbuild::check {

namespace {

using namespace diag::literals;

/// Phrases that only a note holds, in English and Finnish, lower case.
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

std::size_t pair_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]) * 256u + static_cast<unsigned char>(text[at + 1]);
}

/// "To be written." is a note; "programs need to be written for it" is not.
bool stands_alone(std::string_view text, std::size_t at) {
  std::string_view before = base::trim_right(text.substr(0, at));
  return before.empty() || std::string_view(".:;([").find(before.back()) != before.npos ||
         before.ends_with(" -") || before.ends_with("\u2013") || before.ends_with("\u2014");
}

/// The first row of the table whose phrase stands anywhere in a text of lower case, else the end.
const std::string_view* find_phrase(std::string_view text) {
  // Which two bytes begin a phrase: a text is read once, not once a phrase.
  static const auto beginnings = [] {
    std::bitset<1u << 16> made;
    for (std::string_view phrase : kPhrases) made.set(pair_at(phrase, 0));
    return made;
  }();
  const std::string_view* best = std::end(kPhrases);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (!beginnings.test(pair_at(text, at))) continue;
    for (const std::string_view* row = std::begin(kPhrases); row < best; ++row)
      if (text.substr(at).starts_with(*row) &&
          (!row->starts_with("to be ") || stands_alone(text, at)))
        best = row;
  }
  return best;
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
    std::string text = base::collapse_spaces(text_of(block)), lowered = base::to_lower(text);
    if (const std::string_view* phrase = find_phrase(lowered); phrase != std::end(kPhrases)) {
      std::string quoted = text.substr(lowered.find(*phrase), phrase->size());
      out.push_back({"KB0910"_code, block.span, {quoted}});
    }
    return doc::Descend::into;
  };
  doc::walk(page.content.document.blocks, visitor);
}

}  // namespace kbuild::check
