// Findings and cleaned HTML of a MkDocs page; see page.h.
#include "read/mkdocs/inline/page.h"

#include <algorithm>

#include "base/text.h"
#include "html/sanitise.h"
#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

using namespace diag::literals;

void Page::report_depth(source::Span where) {
  if (!too_deep_said) report("KB0003"_code, where, {std::to_string(base::kMaxNesting)});
  too_deep_said = true;
}

std::string Page::clean_html(std::string html, source::Span where) {
  if (options.trust == Trust::trusted) return html;
  // Code that was set aside goes back in, as the allow-list knows no placeholders.
  for (std::size_t at = html.find(kMark); at != html.npos; at = html.find(kMark, at + 1)) {
    FoundPlaceholder found{};
    if (!placeholder_at(html, at, found) || found.index >= stash.size()) continue;
    const auto* code = std::get_if<doc::CodeBlock>(&stash[found.index].block.value);
    html.replace(at, kPlaceholder,
                 code ? "<pre><code>" + base::escape_html(code->text) + "</code></pre>" : "");
  }
  html::SanitiseResult result = html::sanitise_html(html);
  for (std::string& dropped : result.dropped) report("KB0050"_code, where, {std::move(dropped)});
  return std::move(result.html);
}

void Abbreviations::define(std::string_view word, std::string expansion) {
  if (word.empty()) return;
  words_.insert_or_assign(std::string(word), std::move(expansion));
  beginnings_.add(word);
}

void Abbreviations::remove(std::string_view word) {
  if (auto found = words_.find(word); found != words_.end()) words_.erase(found);
}

std::string_view Abbreviations::expansion(std::string_view word) const {
  if (std::string_view found = glossary_ ? glossary_->expansion(word) : ""; !found.empty())
    return found;
  auto found = words_.find(word);
  return found == words_.end() ? std::string_view{} : found->second;
}

std::size_t Abbreviations::look_up(std::string_view text, std::size_t at) const {
  std::size_t longest = glossary_ ? glossary_->find(text, at) : 0;
  // Words that are prefixes of the text sort at or before it; the longest one is wanted. What a
  // word and the text have in common is the longest that a further one can be.
  std::string_view rest = text.substr(at);
  for (auto next = words_.upper_bound(rest); next != words_.begin();) {
    std::string_view word = std::prev(next)->first;
    std::size_t common = 0, most = std::min(word.size(), rest.size());
    while (common < most && word[common] == rest[common]) ++common;
    if (common == 0) break;
    std::size_t end = at + word.size();
    if (common == word.size() && is_word_before(text, end) != is_word_at(text, end))
      return std::max(longest, word.size());
    if (common == word.size()) --common;
    rest = rest.substr(0, common);
    next = words_.upper_bound(rest);
  }
  return longest;
}

}  // namespace kbuild::read::mkdocs
