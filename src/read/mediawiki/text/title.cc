// Parses titles of wiki pages by MediaWiki's rules (spaces, first letter, namespace, length); see
// title.h.
#include "read/mediawiki/text/title.h"

#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "source/unicode.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr std::size_t kMaxSize = 255;

struct NamespaceRow {
  int number;
  std::string_view name;
};
// The first row of a number is its name, further ones are aliases.
constexpr NamespaceRow kNamespaces[] = {
    {kMedia, "Media"},
    {kSpecial, "Special"},
    {1, "Talk"},
    {2, "User"},
    {3, "User talk"},
    {4, "Project"},
    {5, "Project talk"},
    {kFile, "File"},
    {7, "File talk"},
    {kMessage, "MediaWiki"},
    {9, "MediaWiki talk"},
    {kTemplate, "Template"},
    {11, "Template talk"},
    {12, "Help"},
    {13, "Help talk"},
    {kCategory, "Category"},
    {15, "Category talk"},
    {828, "Module"},
    {829, "Module talk"},
    {1198, "Translations"},
    {kFile, "Image"},
    {7, "Image talk"},
    {kFile, "Tiedosto"},
    {kFile, "Kuva"},
    {kTemplate, "Malline"},
    {kCategory, "Luokka"},
    {12, "Ohje"},
    {2, "Käyttäjä"},
    {kMedia, "Média"},
    {kSpecial, "Spécial"},
    {2, "Utilisateur"},
    {2, "Utilisatrice"},
    {kFile, "Fichier"},
    {kTemplate, "Modèle"},
    {12, "Aide"},
    {kCategory, "Catégorie"},
    {kMedia, "Medium"},
    {kSpecial, "Spezial"},
    {2, "Benutzer"},
    {kFile, "Datei"},
    {kFile, "Bild"},
    {kTemplate, "Vorlage"},
    {12, "Hilfe"},
    {kCategory, "Kategorie"},
};

/// Bytes that no title holds.
bool is_illegal(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f ||
         std::string_view("<>[]|{}").find(c) != std::string_view::npos;
}

/// Replaces runs of underscores and white space by single blanks, and trims them.
std::string normalise_blanks(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    auto c = base::decode_utf8(text, at);
    bool blank = c.value == '_' ||
                 (c.value != '\n' && c.value != '\t' && source::is_unicode_space(c.value)) ||
                 c.value == 0x1680 || c.value == 0x180E;
    bool mark = c.value == 0x200E || c.value == 0x200F || (c.value >= 0x202A && c.value <= 0x202E);
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
    if (!blank && !mark) out += text.substr(at, c.length);
    at += c.length;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

bool has_escape(std::string_view name) {
  for (std::size_t i = 0; i + 2 < name.size(); ++i)
    if (name[i] == '%' && base::is_hex(name[i + 1]) && base::is_hex(name[i + 2])) return true;
  return false;
}

/// Names that would be read as a relative path, a signature or an escape.
bool is_bad_name(std::string_view name) {
  return std::any_of(name.begin(), name.end(), is_illegal) || has_escape(name) || name == "." ||
         name == ".." || name.starts_with("./") || name.starts_with("../") ||
         name.find("/./") != name.npos || name.find("/../") != name.npos || name.ends_with("/.") ||
         name.ends_with("/..") || name.find("~~~") != name.npos || name.size() > kMaxSize;
}

std::string change_first(std::string_view text, std::string (*change)(std::string_view)) {
  if (text.empty()) return {};
  std::size_t length = base::decode_utf8(text, 0).length;
  return change(text.substr(0, length)) + std::string(text.substr(length));
}

/// The wrapper of ICU has no function for upper case. The letters of Latin, Greek and Cyrillic
/// whose capital is 32 or 1 code points before them cover what wikis use.
std::string capital(std::string_view letter) {
  char32_t c = base::decode_utf8(letter, 0).value;
  if (letter.size() == 1) return std::string(1, base::to_upper(letter[0]));
  for (char32_t candidate : {c - 32, c - 1, c - 80}) {
    std::string out;
    base::append_utf8(out, candidate);
    if (candidate > 0x7f && candidate < c && source::lower_case(out) == letter) return out;
  }
  return std::string(letter);
}

}  // namespace

std::string upper_first(std::string_view text) {
  return change_first(text, capital);
}
std::string lower_first(std::string_view text) {
  return change_first(text, source::lower_case);
}

std::string_view namespace_name(int number) {
  for (const NamespaceRow& row : kNamespaces)
    if (row.number == number) return row.name;
  return {};
}

std::optional<int> find_namespace(std::string_view name) {
  std::string wanted = base::to_lower(base::collapse_spaces(base::replace_all(name, "_", " ")));
  for (const NamespaceRow& row : kNamespaces)
    if (base::to_lower(row.name) == wanted) return row.number;
  return std::nullopt;
}

std::string Title::full() const {
  std::string_view prefix = namespace_name(name_space);
  return prefix.empty() ? name : std::string(prefix) + ':' + name;
}

std::string Title::target() const {
  std::string out = interwiki.empty() ? full() : interwiki + ':' + full();
  if (fragment) out += '#' + anchor_of(*fragment);
  return out;
}

std::optional<Title> read_title(std::string_view text, int default_namespace,
                                const Interwikis& interwikis) {
  std::string rest =
      source::normalise_nfc(html::decode_references(text, html::ReferenceRule::wiki));
  Title title;
  title.name_space = default_namespace;
  std::size_t hash = rest.find('#');
  if (hash != rest.npos) {
    title.fragment = normalise_blanks(std::string_view(rest).substr(hash + 1));
    rest.resize(hash);
  }
  rest = normalise_blanks(rest);
  if (rest.starts_with(':')) {
    title.name_space = kMain;
    rest = normalise_blanks(std::string_view(rest).substr(1));
    if (rest.starts_with(':')) return std::nullopt;
  }
  // A namespace may follow an interwiki prefix, not the other way round.
  for (std::size_t colon; (colon = rest.find(':')) != rest.npos;) {
    std::string prefix = normalise_blanks(std::string_view(rest).substr(0, colon));
    std::string after = normalise_blanks(std::string_view(rest).substr(colon + 1));
    if (auto number = find_namespace(prefix); number && title.interwiki.empty()) {
      if (after.empty()) return std::nullopt;
      title.name_space = *number;
      rest = std::move(after);
      break;
    }
    if (!title.interwiki.empty() || !interwikis.contains(base::to_lower(prefix))) break;
    title.interwiki = base::to_lower(prefix);
    title.name_space = kMain;
    rest = std::move(after);
  }
  if (is_bad_name(rest) || rest.starts_with(':')) return std::nullopt;
  if (rest.empty() && title.interwiki.empty() && !title.fragment) return std::nullopt;
  title.name_as_written = rest;
  title.name = title.interwiki.empty() ? upper_first(rest) : rest;
  return title;
}

std::string anchor_of(std::string_view text) {
  std::string blanks = base::replace_all(text, "_", " ");
  return base::replace_all(base::collapse_spaces(blanks), " ", "_");
}

}  // namespace kbuild::read::mediawiki
