// Numbers of captions (pymdownx.blocks.caption with automatic levels), and code annotations.
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs/tree.h"

namespace kbuild::read::mkdocs {

namespace {

/// The text holds "(1)" behind the begin of a comment.
bool has_annotation(std::string_view code) {
  for (std::size_t at = code.find("(1)"); at != code.npos; at = code.find("(1)", at + 1)) {
    std::string_view before = base::trim_right(code.substr(0, at));
    for (std::string_view comment : {"#", "//", "--", ";", "%", "/*", "<!--", "!"})
      if (before.ends_with(comment)) return true;
  }
  return false;
}

struct CaptionWords {
  std::string_view language;
  std::string_view figure;
  std::string_view table;
};
constexpr CaptionWords kCaptionWords[] = {
    {"en", "Figure {}.", "Table {}."},
    {"fi", "Kuva {}.", "Taulukko {}."},
};

std::string_view caption_words(std::string_view language, std::string_view type) {
  const CaptionWords* found = std::begin(kCaptionWords);
  for (const CaptionWords& row : kCaptionWords)
    if (row.language == language) found = &row;
  return type == "table-caption" ? found->table : found->figure;
}

}  // namespace

// A figure in a figure of the same type is one level deeper; "^n" adds to the level; "2.3" sets the
// number.
void TreeBuilder::number_caption(const Node& caption, doc::Block& figure) {
  if (caption.name.empty()) return;
  Counter& counter = caption.name == "table-caption" ? tables_ : figures_;
  std::string number;
  if (caption.title && !caption.title->empty()) {
    number = caption.title->front();
    counter.last.clear();
    for (std::string_view part : base::split(number, '.'))
      counter.last.push_back(static_cast<int>(base::parse_integer(part.substr(0, 6)).value_or(0)));
  } else {
    auto level = static_cast<std::size_t>(counter.level + 1 + caption.level);
    if (counter.last.size() > level) {
      counter.last.resize(level + 1);
      ++counter.last[level];
    } else {
      counter.last.resize(level + 1, 1);
    }
    for (int part : counter.last) number += (number.empty() ? "" : ".") + std::to_string(part);
  }
  counter.level = static_cast<int>(counter.last.size()) - 1;
  if (!figure.attributes.has("id"))
    figure.attributes.set("id", "__" + caption.name + "_" + base::replace_all(number, ".", "_"));
  doc::Inline prefix;
  prefix.attributes.add_class("caption-prefix");
  const std::string& set =
      caption.name == "table-caption" ? page_.on.table_prefix : page_.on.figure_prefix;
  std::string words =
      set.empty() ? std::string(caption_words(page_.options.language, caption.name)) : set;
  prefix.value = doc::Group{{{doc::Text{base::replace_all(words, "{}", number)}, {}, {}}}};
  std::get<doc::Figure>(figure.value)
      .caption.push_back({doc::Paragraph{{std::move(prefix)}}, {}, {}});
}

void attach_annotations(doc::Blocks& blocks) {
  // A list that was taken leaves nothing between its code and what follows.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    auto* code = kept > 0 ? std::get_if<doc::CodeBlock>(&blocks[kept - 1].value) : nullptr;
    auto* list = std::get_if<doc::List>(&blocks[i].value);
    bool taken = code && list && list->style == doc::ListStyle::decimal &&
                 code->annotations.empty() && has_annotation(code->text);
    if (taken) {
      for (doc::ListItem& item : list->items) code->annotations.push_back(std::move(item.children));
    } else {
      if (kept != i) blocks[kept] = std::move(blocks[i]);
      ++kept;
    }
  }
  blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(kept), blocks.end());
}

}  // namespace kbuild::read::mkdocs
