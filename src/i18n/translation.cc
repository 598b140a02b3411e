// Compares the texts of two pages; see translation.h. Blocks are split in the source text, so that
// all dialects are treated alike; terms are compared by the word keys of the search.
#include "i18n/translation.h"

#include <algorithm>
#include <set>

#include "base/path.h"
#include "base/text.h"
#include "doc/walk.h"
#include "search/language/tokens.h"
#include "tools/git.h"

namespace kbuild::i18n {

namespace {

struct SourceBlock {
  std::uint32_t line = 0;
  /// White space collapsed.
  std::string text;
};

std::vector<SourceBlock> blocks_of(std::string_view text) {
  std::vector<SourceBlock> blocks;
  std::uint32_t number = 0;
  bool open = false, fenced = false;
  for (std::string_view line : base::split_lines(text)) {
    ++number;
    std::string_view words = base::trim(line);
    bool fence = words.starts_with("```") || words.starts_with("~~~");
    if (words.empty() && !fenced) {
      open = false;
      continue;
    }
    if (!open) blocks.push_back({number, {}});
    open = true;
    if (fence) fenced = !fenced;
    SourceBlock& block = blocks.back();
    if (!block.text.empty() && !words.empty()) block.text += ' ';
    block.text += base::collapse_spaces(words);
  }
  return blocks;
}

/// A word of letters, apart from enclosing punctuation: not a number, path or command.
bool is_plain_word(std::string_view word) {
  constexpr std::size_t kMinLength = 4;
  while (!word.empty() && base::is_punctuation(word.back())) word.remove_suffix(1);
  while (!word.empty() && base::is_punctuation(word.front())) word.remove_prefix(1);
  return word.size() >= kMinLength && std::all_of(word.begin(), word.end(), [](char c) {
           return base::is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
         });
}

/// Whether both have as many words, each with at most two letters changed.
bool is_spelling(std::string_view a, std::string_view b) {
  constexpr std::size_t kLetters = 2;
  std::vector<std::string_view> left = base::split_words(a), right = base::split_words(b);
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] == right[i]) continue;
    if (!is_plain_word(left[i]) || !is_plain_word(right[i]) ||
        base::edit_distance(left[i], right[i], kLetters) > kLetters)
      return false;
  }
  return true;
}

std::optional<std::string> git(const std::string& directory, std::vector<std::string> words) {
  auto done = tools::run_git({.directory = directory, .words = std::move(words), .timeout = 20});
  if (!done || done->exit_code != 0 || done->timed_out || done->output_truncated)
    return std::nullopt;
  return std::move(done->output);
}

std::string directory_of(const std::string& file) {
  std::string directory(base::parent_path(file));
  return directory.empty() ? "." : directory;
}

}  // namespace

std::size_t count_table_rows(const doc::Document& document) {
  std::size_t rows = 0;
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (const auto* table = std::get_if<doc::Table>(&block.value)) rows += table->rows.size();
    return doc::Descend::into;
  };
  visitor.inline_node = [](const doc::Inline&) { return doc::Descend::past; };
  doc::walk(document.blocks, visitor);
  return rows;
}

std::string prose_of(const doc::Document& document) {
  std::string prose;
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    prose += '\n';
    return std::holds_alternative<doc::CodeBlock>(block.value) ? doc::Descend::past
                                                               : doc::Descend::into;
  };
  visitor.inline_node = [&](const doc::Inline& node) {
    if (const auto* text = std::get_if<doc::Text>(&node.value)) prose += text->text;
    if (std::holds_alternative<doc::SoftBreak>(node.value) ||
        std::holds_alternative<doc::HardBreak>(node.value))
      prose += ' ';
    // Code separates the words around it.
    if (std::holds_alternative<doc::Code>(node.value)) prose += '-';
    return doc::Descend::into;
  };
  doc::walk(document.blocks, visitor);
  return prose;
}

std::map<site::PageId, std::string> pages_above(const site::SiteIndex& index,
                                                const site::Navigation& navigation) {
  std::map<site::PageId, std::string> above;
  auto enter = [&](const auto& self, const std::vector<site::NavNode>& nodes,
                   const std::string& key) -> void {
    for (const site::NavNode& node : nodes) {
      if (node.page != site::kNoPage) above.try_emplace(node.page, key);
      self(self, node.children, node.page == site::kNoPage ? key : index.pages()[node.page].key);
    }
  };
  enter(enter, navigation.roots(), "");
  return above;
}

std::vector<ChangedBlock> changed_blocks(std::string_view now, std::string_view before) {
  std::vector<SourceBlock> old = blocks_of(before);
  std::multiset<std::string_view> known;
  for (const SourceBlock& block : old) known.insert(block.text);
  std::vector<SourceBlock> fresh;
  for (SourceBlock& block : blocks_of(now)) {
    if (auto same = known.find(block.text); same != known.end())
      known.erase(same);
    else
      fresh.push_back(std::move(block));
  }
  std::vector<ChangedBlock> changed;
  constexpr std::size_t kShown = 40;
  for (const SourceBlock& block : fresh) {
    auto corrected = std::find_if(known.begin(), known.end(), [&](std::string_view text) {
      return is_spelling(text, block.text);
    });
    if (corrected != known.end()) {
      known.erase(corrected);
      continue;
    }
    std::size_t size =
        std::min(block.text.find(' ', std::min(kShown, block.text.size())), block.text.size());
    changed.push_back({block.line, block.text.substr(0, size)});
  }
  return changed;
}

std::optional<std::string> text_when_committed(const std::string& file, const std::string& other) {
  auto commit = git(directory_of(other),
                    {"log", "-1", "--format=%H", "--", "./" + std::string(base::file_name(other))});
  if (!commit) return std::nullopt;
  std::string id(base::trim(*commit));
  if (id.empty()) return std::nullopt;
  return git(directory_of(file), {"show", id + ":./" + std::string(base::file_name(file))});
}

TermFinder::TermFinder(const std::vector<meta::Term>& terms, const std::string& language)
    : language_(language), analyser_(language), terms_(terms.size()) {
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (auto term = terms[i].find(language); term != terms[i].end())
      for (const search::Token& token : search::tokenise(term->second, language))
        if (!token.part) terms_[i].push_back(own_keys_of(token.text));
}

TermFinder::Keys TermFinder::own_keys_of(const std::string& form) const {
  Keys keys = {form, analyser_.stem(form)};
  for (const search::Key& key : analyser_.analyse(form).keys)
    if (key.relation == search::Relation::stem || key.relation == search::Relation::lemma)
      keys.push_back(key.text);
  return keys;
}

const TermFinder::Keys& TermFinder::keys_of(const std::string& form) {
  auto [entry, fresh] = seen_.try_emplace(form);
  if (!fresh) return entry->second;
  Keys& keys = entry->second;
  keys = own_keys_of(form);
  for (const search::Key& key : analyser_.analyse(form).keys)
    if (key.relation == search::Relation::part) keys.push_back(key.text);
  std::sort(keys.begin(), keys.end());
  return keys;
}

bool TermFinder::occurs_at(const std::vector<const Keys*>& text, std::size_t at,
                           const std::vector<Keys>& term) {
  if (term.empty() || at + term.size() > text.size()) return false;
  for (std::size_t i = 0; i < term.size(); ++i)
    if (std::none_of(term[i].begin(), term[i].end(), [&](const std::string& key) {
          return std::binary_search(text[at + i]->begin(), text[at + i]->end(), key);
        }))
      return false;
  return true;
}

std::vector<std::size_t> TermFinder::find(std::string_view text) {
  std::vector<const Keys*> words;
  for (const search::Token& token : search::tokenise(text, language_))
    words.push_back(&keys_of(token.text));
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < terms_.size(); ++i)
    for (std::size_t at = 0; at < words.size(); ++at)
      if (occurs_at(words, at, terms_[i])) {
        found.push_back(i);
        break;
      }
  return found;
}

}  // namespace kbuild::i18n
