// A theme: a directory of templates, assets, icons and words, read once.
//
//   templates/*.html   see template.h; {{@key}} is replaced by the word of that key in the page's
//   language assets/*           published under a name that holds a digest of the content
//   i18n/<lang>.yaml   words by key, ICU MessageFormat patterns; what a language lacks is English
//   icons.yaml         name: SVG path data on a grid of 24, or the name of another icon
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/hash.h"
#include "base/result.h"
#include "render/template.h"

namespace kbuild::render {

struct Asset {
  /// "style.css"
  std::string name;
  /// Where it is published, from the site's root: "assets/style.4f0c9d21.css".
  std::string path;
  std::string content;
};

using Arguments = std::vector<std::pair<std::string, std::string>>;

class Theme {
 public:
  /// Errors: the directory or its templates/page.html or i18n/en.yaml is absent, a file can't be
  /// parsed.
  static base::Result<Theme> load(const base::Disk& disk, const std::string& directory);

  /// The word or sentence of a key in a language, with its arguments filled in; English where the
  /// language lacks it, the key itself where English does too.
  std::string word(std::string_view language, std::string_view key,
                   const Arguments& arguments = {}) const;
  /// The same, but "" where no language has the key.
  std::string find_word(std::string_view language, std::string_view key) const;
  /// Languages with words of their own, sorted.
  std::vector<std::string> languages() const;

  const std::vector<Asset>& assets() const { return assets_; }
  /// Where an asset is published, or "".
  std::string asset_path(std::string_view name) const;
  /// Inline SVG of an icon by the short code of a page ("material-check", "octicons-check-16") or
  /// by the theme's own name ("check"): looked up by the name, else by its first or last words,
  /// else "unknown"; "" where the theme has none of these.
  std::string icon(std::string_view name) const;

  /// A filled template in a language.
  std::string expand(std::string_view language, const std::string& name,
                     const TemplateValues& values) const;
  /// Of everything that pages are made with; asset contents only by their names.
  const base::Digest& digest() const { return digest_; }

 private:
  using Words = std::map<std::string, std::string, std::less<>>;
  Theme() = default;
  const std::string* find_pattern(std::string_view language, std::string_view key) const;
  /// Of exactly this name of the table, except for endings that name a size or a weight.
  std::string drawing_of(std::string_view bare) const;
  const TemplateSet& templates_for(std::string_view language) const;

  std::map<std::string, Words, std::less<>> words_;
  std::map<std::string, TemplateSet, std::less<>> templates_;
  std::map<std::string, std::string, std::less<>> icons_;
  std::vector<Asset> assets_;
  base::Digest digest_;
};

}  // namespace kbuild::render
