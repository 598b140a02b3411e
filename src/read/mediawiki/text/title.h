// Titles of wiki pages: namespaces, normal form, interwiki prefixes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::read::mediawiki {

/// MediaWiki's numbers of its own namespaces.
enum Namespace : int {
  kMedia = -2,
  kSpecial = -1,
  kMain = 0,
  kFile = 6,
  kMessage = 8,
  kTemplate = 10,
  kCategory = 14,
};

struct Title {
  int name_space = kMain;
  /// Prefix of another wiki, lower case; "" for this one.
  std::string interwiki;
  /// Without namespace, blanks for underscores, first letter a capital.
  std::string name;
  /// The name with its first letter as written.
  std::string name_as_written;
  /// What follows '#', decoded; nullopt if there is none.
  std::optional<std::string> fragment;

  /// "Template:Note"; "Note" in the main namespace.
  std::string full() const;
  /// The same as a link's target: with interwiki and fragment.
  std::string target() const;
};

/// URL patterns for read_title(): of other wikis by prefix; "$1" or "%s" stands for the page.
using Interwikis = std::map<std::string, std::string, std::less<>>;

/// Reads a title as MediaWiki's Title::newFromText() does: character references decoded, white
/// space normalised, namespace names and their aliases known in English and Finnish. nullopt where
/// no page can be called so.
std::optional<Title> read_title(std::string_view text, int default_namespace,
                                const Interwikis& interwikis);

/// English name with blanks ("User talk"), "" for the main namespace and unknown numbers.
std::string_view namespace_name(int number);
/// By name or alias, ignoring case, underscores as blanks.
std::optional<int> find_namespace(std::string_view name);

/// The anchor of a heading: white space runs become one underscore each.
std::string anchor_of(std::string_view text);

/// Unicode's capital for a text's first letter, and the small one.
std::string upper_first(std::string_view text);
std::string lower_first(std::string_view text);

}  // namespace kbuild::read::mediawiki
