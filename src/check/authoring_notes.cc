// Notes from the author to the author that were left in the published text: "Remember to replace
// ...", "TODO: ...", "lorem ipsum", and what a site's configuration names. Judged by paragraph and
// heading, on the text that readers see, code left out.
#include <iterator>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "check/page_checks.h"
#include "doc/plain_text.h"
#include "doc/walk.h"

namespace kbuild::check {

namespace {

using namespace diag::literals;

/// Phrases by which authors anywhere mark what is not finished, lower case. A site adds its own by
/// the key `authoring_notes` of its configuration.
constexpr std::string_view kPhrases[] = {
    "remember to replace", "to be written", "todo:", "fixme", "tbd", "lorem ipsum",
};

/// Bytes of a text that the phrase takes at `at`, as whole words, in any case and with any white
/// space for its blanks; 0 if it is not there.
std::size_t match_phrase(std::string_view text, std::size_t at, std::string_view phrase) {
  if (at > 0 && base::is_alnum(text[at - 1])) return 0;
  std::size_t begin = at;
  for (char c : phrase) {
    bool fits =
        at < text.size() && (c == ' ' ? base::is_space(text[at]) : base::to_lower(text[at]) == c);
    if (!fits) return 0;
    ++at;
    while (c == ' ' && at < text.size() && base::is_space(text[at])) ++at;
  }
  bool goes_on = base::is_alnum(phrase.back()) && at < text.size() && base::is_alnum(text[at]);
  return goes_on ? 0 : at - begin;
}

/// "To be written." is a note; "programs need to be written for it" isn't.
bool is_standalone(std::string_view text, std::size_t at) {
  std::string_view before = base::trim_right(text.substr(0, at));
  return before.empty() || std::string_view(".:;([").find(before.back()) != before.npos ||
         before.ends_with(" -") || before.ends_with("\u2013") || before.ends_with("\u2014");
}

/// "Remember to replace `user` with your name" speaks to the reader: the sentence names what is the
/// reader's, or asks politely.
bool speaks_to_reader(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = ".!?";
  std::size_t begin = at;
  while (begin > 0 && kEnds.find(text[begin - 1]) == kEnds.npos) --begin;
  std::size_t end = at;
  while (end < text.size() && !(kEnds.find(text[end]) != kEnds.npos &&
                                (end + 1 == text.size() || base::is_space(text[end + 1]))))
    ++end;
  std::string sentence = base::to_lower(text.substr(begin, end - begin));
  for (char& c : sentence)
    if (!base::is_alpha(c)) c = ' ';
  for (std::string_view word : base::split_words(sentence))
    if (base::is_any_of(word, {"your", "yours", "you", "own", "please", "value", "values"}))
      return true;
  return false;
}

/// The first built-in phrase that occurs in a text, as written there, else one of the site's own;
/// empty if none does.
std::string_view find_phrase(std::string_view text, const std::vector<std::string>& own) {
  static const base::PrefixFilter<4> beginnings(kPhrases);
  const std::string_view* best = std::end(kPhrases);
  std::string_view found;
  for (std::size_t at = 0; (at = beginnings.find(text, at)) != text.npos; ++at)
    for (const std::string_view* row = std::begin(kPhrases); row < best; ++row)
      if (std::size_t length = match_phrase(text, at, *row);
          length > 0 && (!row->starts_with("to be ") || is_standalone(text, at)) &&
          (!row->starts_with("remember ") || !speaks_to_reader(text, at))) {
        best = row;
        found = text.substr(at, length);
      }
  if (!found.empty()) return found;
  for (const std::string& phrase : own)
    for (std::size_t at = 0; at < text.size(); ++at)
      if (std::size_t length = match_phrase(text, at, phrase)) return text.substr(at, length);
  return {};
}

std::string text_of(const doc::Block& block) {
  if (const auto* paragraph = std::get_if<doc::Paragraph>(&block.value))
    return doc::plain_text(paragraph->children);
  if (const auto* heading = std::get_if<doc::Heading>(&block.value))
    return doc::plain_text(heading->children);
  return "";
}

}  // namespace

void check_authoring_notes(const page::Page& page, const PageCheckOptions& options,
                           diag::Diagnostics& out) {
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (std::holds_alternative<doc::Comment>(block.value)) return doc::Descend::past;
    std::string text = text_of(block);
    if (std::string_view phrase = find_phrase(text, options.authoring_notes); !phrase.empty())
      out.push_back({"KB0910"_code, block.span, {base::collapse_spaces(phrase)}});
    return doc::Descend::into;
  };
  doc::walk(page.content.document.blocks, visitor);
}

}  // namespace kbuild::check
