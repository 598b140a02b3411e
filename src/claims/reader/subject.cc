// Determines what a page is about; see subject.h.
#include "claims/reader/subject.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "page/front_matter_keys.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::Expectation;
using vocabulary::Mention;
using vocabulary::NameKind;
using vocabulary::Vocabulary;

std::string first_product(std::string_view text, const Vocabulary& vocabulary) {
  for (const Mention& mention : vocabulary.find(text, Expectation::name))
    if (mention.kind == NameKind::product) return vocabulary.name(mention.id);
  return {};
}

/// A file's name without its extension and without the language at its end: "gromacs-fr".
std::string_view bare_stem(std::string_view path) {
  std::string_view stem = base::file_name(path);
  stem.remove_suffix(base::extension(path).size());
  if (stem.size() < 4 || std::string_view("-_.").find(stem[stem.size() - 3]) == stem.npos)
    return stem;
  for (std::string_view language : {"de", "en", "es", "fi", "fr", "it", "nl", "no", "sv"})
    if (stem.ends_with(language)) return stem.substr(0, stem.size() - 3);
  return stem;
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (char c : text)
    if (base::is_alnum(c)) out += base::to_lower(c);
  return out;
}

/// The product of a title, which front matter or the first heading has.
std::string product_of_title(std::string_view title, std::string_view stem,
                             const Vocabulary& vocabulary) {
  bool named_alike = letters_of(title).size() > 1 && letters_of(title) == letters_of(stem);
  // One word that the file is named like is the whole name: "netcdf-tools" is not NetCDF.
  bool whole_name = named_alike && title.find(' ') == title.npos;
  auto known = whole_name ? vocabulary.product_of_module(title) : std::nullopt;
  if (known) return vocabulary.name(*known);
  if (!whole_name)
    if (std::string named = first_product(title, vocabulary); !named.empty()) return named;
  if (vocabulary.whole(title, NameKind::system)) return {};
  // Unknown software: the page's file is named like its title.
  return named_alike ? std::string(title) : std::string();
}

/// The product of a page without a title whose first paragraph begins with its name: "GROMACS is".
std::string product_of_beginning(const Outline& outline, const Vocabulary& vocabulary) {
  constexpr std::size_t kMaxRead = 300;
  for (const Passage& passage : outline.passages) {
    if (passage.kind != PassageKind::paragraph || base::trim(passage.text()).empty()) continue;
    std::string_view text = std::string_view(passage.text()).substr(0, kMaxRead);
    for (const Mention& mention : vocabulary.find(text, Expectation::prose))
      if (mention.kind == NameKind::product && mention.begin == 0)
        return vocabulary.name(mention.id);
    return {};
  }
  return {};
}

}  // namespace

Subject subject_of(const Outline& outline) {
  const page::Page& page = outline.page;
  const meta::Value& matter = page.content.front_matter;
  Subject subject{Vocabulary(page.names)};
  Vocabulary& vocabulary = subject.vocabulary;
  vocabulary.set_finnish(page.language.empty() || page.language == "fi");
  if (!page.default_system.empty()) vocabulary.add(NameKind::system, page.default_system);
  for (const std::string& system : page::stated_systems(page).texts())
    subject.systems.push_back(vocabulary.name(vocabulary.add(NameKind::system, system)));

  std::string title = matter["title"].text();
  for (const Passage& passage : outline.passages)
    if (passage.kind == PassageKind::heading && title.empty()) title = base::trim(passage.text());
  std::string_view stem = bare_stem(page.path);
  subject.product = page::stated_product(matter);
  if (subject.product.empty()) subject.product = product_of_title(title, stem, vocabulary);
  if (subject.product.empty())
    if (auto product = vocabulary.product_of_module(stem))
      subject.product = vocabulary.name(*product);
  if (subject.product.empty()) subject.product = product_of_beginning(outline, vocabulary);
  if (!subject.product.empty())
    subject.product = vocabulary.name(vocabulary.add(NameKind::product, subject.product));

  if (subject.systems.empty())
    for (const Mention& mention : vocabulary.find(title, Expectation::prose))
      if (mention.kind == NameKind::system) {
        const std::string& name = vocabulary.name(mention.id);
        if (std::find(subject.systems.begin(), subject.systems.end(), name) ==
            subject.systems.end())
          subject.systems.push_back(name);
      }
  if (subject.systems.empty() && !page.default_system.empty())
    subject.systems.push_back(page.default_system);
  return subject;
}

std::string product_above(const Outline& outline, const Subject& subject, std::size_t passage) {
  const Declaration* declared = outline.passages[passage].declared.get();
  if (declared && !declared->product.empty()) {
    auto known = subject.vocabulary.whole(declared->product, NameKind::product);
    return known ? subject.vocabulary.name(*known) : declared->product;
  }
  for (std::size_t at = outline.passages[passage].parent; at != kNone;
       at = outline.passages[at].parent)
    if (outline.passages[at].is_label() && !outline.passages[at].products.empty())
      return outline.passages[at].products.front();
  return subject.product;
}

}  // namespace kbuild::claims::reader
