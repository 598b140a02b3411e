// Links of TML, automatic ones or in [[brackets]]: recognition and targets, without the tree.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doc/tree.h"
#include "read/twiki/text.h"

namespace kbuild::read::twiki {

/// A link without markup, at the start of a word.
struct WordLink {
  doc::LinkKind kind = doc::LinkKind::target;
  std::string target;
  /// What is shown.
  std::string text;
  /// Bytes of the source that it takes.
  std::size_t length = 0;
};

/// http://..., where `at` is at the begin of a line or after one of blank - * ( |, and an
/// attachment's path.
std::optional<WordLink> find_url(std::string_view text, std::size_t at);
/// a@b.c and mailto:a@b.c, where a word begins.
std::optional<WordLink> find_address(std::string_view text, std::size_t at);
/// Site:page of an interwiki table, where a word begins.
std::optional<WordLink> find_interwiki(const Page& page, std::string_view text, std::size_t at);
/// WikiWord, Web.WikiWord, WikiWord#Anchor, and an ACRONYM that names a known topic, where a word
/// begins.
std::optional<WordLink> find_wiki_word(const Page& page, std::string_view text, std::size_t at);

/// [[target]], [[target][label]] at `at`; `label` is the range that is shown.
struct BracketLink {
  std::string_view target;
  std::size_t label_begin = 0;
  std::size_t label_end = 0;
  std::size_t length = 0;
};
std::optional<BracketLink> find_bracket_link(std::string_view text, std::size_t at);

/// Kind and target of a link in brackets or of an href: URLs and paths stay, an attachment of the
/// topic itself is a file of its directory, "/bin/view/Web/Topic" and all other text a topic ("web
/// home" is WebHome).
doc::Link make_target(const Page& page, std::string_view written);
doc::Link make_url_target(const Page& page, std::string_view url);

/// Length of the WikiWord at the start of `text`, or 0.
std::size_t wiki_word_length(std::string_view text);
bool is_image_url(std::string_view url);

}  // namespace kbuild::read::twiki
