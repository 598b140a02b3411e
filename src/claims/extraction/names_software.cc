// Finds unknown software by titles, headings and modules; see names.h.
#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/extraction/names.h"
#include "doc/plain_text.h"
#include "shell/modules.h"

namespace kbuild::claims {

namespace {

/// Words before and after the name of software in a title.
constexpr std::string_view kBeforeSoftware[] = {"using",      "running",       "how to use",
                                                "how to run", "guide to",      "introduction to",
                                                "utiliser",   "utilisation de"};
constexpr std::string_view kAfterSoftware[] = {" on ",           " at ",      " sur ",
                                               " user guide",    " software", " tutorial",
                                               " documentation", " guide",    ":"};
/// Titles that aren't about software.
constexpr std::string_view kNotSoftware[] = {
    "software", "modules", "module", "applications", "storage", "systems", "hardware", "python",
    "overview", "welcome", "faq", "home", "help", "support", "compilers", "libraries", "tools",
    "environments", "changelog", "releases", "updates", "changes", "history", "packages",
    "requirements", "versions", "jobs", "queues", "login", "access", "news", "containers",
    "description", "introduction", "general", "usage", "status", "availability", "summary", "about",
    "background",
    // French
    "logiciel", "logiciels", "bibliothèque", "bibliothèques", "modules", "apprentissage",
    "environnement", "environnements", "outils", "applications", "compilateurs", "accueil", "aide",
    "actualités", "stockage", "matériel", "conteneurs", "documentation", "utilisation",
    "installation", "intelligence", "calcul", "présentation", "disponibilité", "généralités",
    "tâches",
    // Finnish
    "ohjelmistot", "ohjelmisto", "ohjelmat", "moduulit", "kirjastot", "sovellukset", "ympäristöt",
    "koneoppiminen", "tekoäly", "ohjeet", "ohje", "työkalut", "kontit", "käyttö", "työt", "kuvaus",
    "yleistä", "saatavuus"};

bool is_no_software(std::string_view word) {
  return std::find(std::begin(kNotSoftware), std::end(kNotSoftware), word) !=
         std::end(kNotSoftware);
}

/// Whether a table has a column of versions.
bool has_version_column(const Passage& passage) {
  if (passage.kind != PassageKind::table) return false;
  const auto& table = std::get<doc::Table>(passage.block->value);
  if (table.rows.empty()) return false;
  for (const doc::TableCell& cell : table.rows[0].cells) {
    std::string text = base::to_lower(base::trim(doc::plain_text(cell.children)));
    for (std::string_view word :
         {"version", "versions", "release", "releases", "versio", "versiot"})
      if (text == word) return true;
  }
  return false;
}

std::string software_of_part(const Extraction& extraction, std::string_view title) {
  constexpr std::size_t kMaxNameLength = 30;
  title = base::trim(title);
  for (std::string_view word : kBeforeSoftware)
    if (base::starts_with_ignoring_case(title, word) && title.size() > word.size() &&
        title[word.size()] == ' ')
      title = base::trim(title.substr(word.size()));
  for (std::string_view word : kAfterSoftware)
    title = base::trim(title.substr(0, title.find(word)));
  std::vector<std::string_view> words = base::split_words(title);
  if (words.empty() || words.size() > 2 || title.size() < 2 || title.size() > kMaxNameLength ||
      !base::is_upper(title[0]) || is_no_software(base::to_lower(words[0])) ||
      is_no_software(base::to_lower(words.back())) || is_no_system(words[0]) ||
      is_no_place(words[0]) ||
      !extraction.vocabulary.find(title, vocabulary::Expectation::name).empty())
    return {};
  bool defined = false, offered = false, tabled = false;
  std::size_t uses = 0;
  for (const Passage& passage : extraction.passages) {
    const std::string& text = passage.text();
    tabled = tabled || has_version_column(passage);
    if (passage.kind == PassageKind::heading) {
      std::string lower = base::to_lower(base::trim(text));
      for (std::string_view word : {"available", "saatavilla", "versions", "availability"})
        offered = offered || lower == word || lower.starts_with("available versions") ||
                  lower.starts_with("versions available");
    }
    if (passage.kind != PassageKind::prose) continue;
    for (std::size_t at = text.find(title); at != text.npos; at = text.find(title, at + 1)) ++uses;
    if (text.starts_with(title))
      defined = defined || defines(std::string_view(text).substr(title.size()));
  }
  bool listed = tabled && words.size() == 1;
  return defined || listed || (offered && uses > 1) ? std::string(title) : std::string();
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (char c : text)
    if (base::is_alnum(c)) out += base::to_lower(c);
  return out;
}

/// The letters of modules that the page loads, and of names like "phyml/3.0" in tables, which are
/// modules even if the page doesn't load them.
std::set<std::string> modules_of(const Extraction& extraction) {
  std::set<std::string> modules;
  auto read = [&](const std::string& text) {
    for (std::string_view word : base::split_words(text))
      if (std::size_t slash = word.find('/');
          slash != word.npos && slash + 1 < word.size() && base::is_digit(word[slash + 1]))
        modules.insert(letters_of(word.substr(0, slash)));
  };
  for (const Passage& passage : extraction.passages) {
    if (passage.kind == PassageKind::table) {
      const auto& table = std::get<doc::Table>(passage.block->value);
      read(doc::plain_text(table.caption));
      for (const doc::TableRow& row : table.rows)
        for (const doc::TableCell& cell : row.cells) read(doc::plain_text(cell.children));
      continue;
    }
    const std::string& text = passage.text();
    if (text.find("module ") == text.npos && text.find("ml ") == text.npos) continue;
    for (std::string_view line : base::split_lines(text))
      for (const shell::ModuleCommand& command : shell::find_module_commands(line))
        for (std::string_view word : command.usable())
          modules.insert(letters_of(word.substr(0, word.find('/'))));
  }
  return modules;
}

/// A heading that may be the name of unknown software; else empty.
std::string_view unknown_name_of(const Passage& passage) {
  constexpr std::size_t kMaxNameLength = 40;
  if (passage.kind != PassageKind::heading || !passage.mentions.empty()) return {};
  std::string_view name = base::trim(passage.text());
  bool fits = name.size() >= 2 && name.size() <= kMaxNameLength && base::is_alpha(name[0]);
  return fits ? name : std::string_view();
}

}  // namespace

bool add_products_of_headings(Extraction& extraction) {
  std::optional<std::set<std::string>> modules;
  bool any = false;
  for (const Passage& passage : extraction.passages) {
    std::string_view name = unknown_name_of(passage);
    if (name.empty()) continue;
    if (!modules) modules = modules_of(extraction);
    if (!modules->contains(letters_of(name)) ||
        !extraction.vocabulary.find(name, vocabulary::Expectation::name).empty())
      continue;
    extraction.vocabulary.add(vocabulary::NameKind::product, name);
    any = true;
  }
  return any;
}

std::string software_of_title(const Extraction& extraction, std::string_view title) {
  std::size_t dash = title.rfind(" - ");
  if (dash == title.npos) return software_of_part(extraction, title);
  // "Alignment - Diamond": the topic precedes the name.
  std::string name = software_of_part(extraction, title.substr(dash + 3));
  return name.empty() ? software_of_part(extraction, title.substr(0, dash)) : name;
}

bool defines(std::string_view after) {
  after = base::trim_left(after);
  if (after.starts_with('(') && after.find(')') != after.npos)
    after = base::trim_left(after.substr(after.find(')') + 1));
  for (std::string_view verb : {"is a", "is the", "est un", "est le", "est la", "on ", "ist ein"})
    if (after.starts_with(verb)) return true;
  return false;
}

}  // namespace kbuild::claims
