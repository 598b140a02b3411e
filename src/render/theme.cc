// Loads a theme. Templates are parsed once per language, with that language's words already in
// place, so that rendering a page looks up no word that its template names.
#include "render/theme.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "html/active_content.h"
#include "meta/value.h"
#include "source/unicode.h"

namespace kbuild::render {

namespace {

constexpr std::string_view kDefaultLanguage = "en";
// Prefixes of icon sets in short codes, and endings that name a size or a weight.
constexpr std::string_view kIconSets[] = {
    "material-", "octicons-",          "fontawesome-solid-", "fontawesome-regular-",
    "simple-",   "fontawesome-brands-"};
constexpr std::string_view kIconEndings[] = {"-16",   "-24",     "-outline", "-variant",
                                             "-fill", "-circle", "-bold"};

// A table whose lines are all "key: text" or "key: \"text\"", without texts that YAML reads
// otherwise; nullopt for any other, for the parser of YAML, which is a hundred times slower.
std::optional<std::map<std::string, std::string>> read_plain_table(std::string_view text) {
  std::map<std::string, std::string> table;
  for (std::string_view line : base::split_lines(text)) {
    if (line.empty() || line[0] == '#') continue;
    std::size_t colon = line.find(": ");
    std::string_view key = line.substr(0, colon);
    bool plain_key = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
      return base::is_alnum(c) || c == '-' || c == '_' || c == '.';
    });
    if (colon == line.npos || !plain_key) return std::nullopt;
    std::string_view value = line.substr(colon + 2);
    bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    if (quoted) value = value.substr(1, value.size() - 2);
    bool plain = quoted ? value.find_first_of("\"\\") == value.npos
                        : !value.empty() && base::is_alpha(value[0]) &&
                              value.find(": ") == value.npos && value.find(" #") == value.npos &&
                              value.back() != ' ' && value.back() != ':' && value != "null" &&
                              value != "Null";
    if (!plain) return std::nullopt;
    table[std::string(key)] = value;
  }
  return table;
}

base::Result<std::map<std::string, std::string>> read_yaml_table(const base::Disk& disk,
                                                                 const std::string& path) {
  auto text = disk.read(path);
  if (!text) return tl::unexpected(text.error());
  if (auto plain = read_plain_table(*text)) return std::move(*plain);
  source::SourceStore sources;
  auto size = static_cast<std::uint32_t>(text->size());
  source::FileId file = sources.add(path, std::move(*text));
  meta::ParsedYaml parsed = meta::parse_yaml(sources, {file, 0, size});
  if (parsed.error) return base::fail(path + ": " + *parsed.error);
  std::map<std::string, std::string> table;
  for (const auto& [key, value] : parsed.value.members) {
    if (!value.is_scalar()) return base::fail(path + ": '" + key.scalar + "' is not one text");
    table[key.scalar] = value.scalar;
  }
  return table;
}

// "style.css" -> "style.4f0c9d21.css"
std::string fingerprinted(const std::string& name, const base::Digest& digest) {
  std::string_view ending = base::extension(name);
  return base::format("{}.{}{}", name.substr(0, name.size() - ending.size()),
                      digest.hex().substr(0, 8), ending);
}

// Replaces each {{@key}} by the escaped word; reports a key that has none.
base::Result<std::string> localise(const std::string& source, const Theme& theme,
                                   std::string_view language) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t mark; (mark = source.find("{{@", at)) != source.npos;) {
    std::size_t close = source.find("}}", mark);
    if (close == source.npos) break;
    std::string key = source.substr(mark + 3, close - mark - 3);
    std::string word = theme.find_word(language, key);
    if (word.empty())
      return base::fail("the theme has no word for '" + key + "'", "add it to i18n/en.yaml");
    out += source.substr(at, mark - at);
    out += base::escape_html(word);
    at = close + 2;
  }
  return out + source.substr(at);
}

/// Code and styles within a template, which the policy of pages would not let run (policy.h);
/// a text that stands for a value is data.
bool holds_active_content(const std::string& source) {
  html::ActiveContent content;
  html::add_active_content(source, content);
  bool script = std::any_of(content.scripts.begin(), content.scripts.end(),
                            [](const std::string& text) { return !text.starts_with("{{"); });
  return script || !content.handlers.empty() || !content.sheets.empty() || !content.styles.empty();
}

// Scripts of a directory "name.js" are parts of one script, joined in the order of their names.
// They share a scope of their own, because a page opened from a disk may not import modules.
// Readers need not load the indentation and the lines that are comments; so no text of a part may
// go over several lines.
std::string join_parts(const std::vector<std::string>& parts) {
  std::string out = "(() => {\n\"use strict\";\n";
  for (const std::string& part : parts) {
    bool in_comment = false;
    for (std::string_view line : base::split_lines(part)) {
      line = base::trim(line);
      in_comment = in_comment || line.starts_with("/**");
      bool comment = in_comment || line.starts_with("//");
      if (in_comment && line.ends_with("*/")) in_comment = false;
      if (!comment && !line.empty()) out.append(line) += '\n';
    }
  }
  return out + "})();\n";
}

std::string icon_drawing(std::string_view path) {
  return base::format(
      "<svg class=\"kb-icon\" viewBox=\"0 0 24 24\" width=\"24\" height=\"24\" "
      "aria-hidden=\"true\" focusable=\"false\">"
      "<path d=\"{}\"/></svg>",
      base::escape_html(path));
}

}  // namespace

base::Result<Theme> Theme::load(const base::Disk& disk, const std::string& directory) {
  auto files = disk.list(directory);
  if (!files) return tl::unexpected(files.error());
  Theme theme;
  std::map<std::string, std::string> templates;
  std::map<std::string, std::vector<std::string>> scripts;
  base::Hasher hasher;
  for (const std::string& file : *files) {
    std::string path = base::join_path(directory, file);
    std::string name(base::file_name(file));
    bool is_table = file.starts_with("i18n/") || file == "icons.yaml";
    auto text = disk.read(path);
    if (!text) return tl::unexpected(text.error());
    base::Digest digest = base::digest(*text);
    bool of_pages = !file.starts_with("templates/") || name == "page.html" || name == "nav.html" ||
                    name == "toc.html";
    if (of_pages) hasher.add(file).add(digest);
    if (is_table) {
      auto table = read_yaml_table(disk, path);
      if (!table) return tl::unexpected(table.error());
      auto& target =
          file == "icons.yaml" ? theme.icons_ : theme.words_[name.substr(0, name.rfind('.'))];
      target.insert(table->begin(), table->end());
    } else if (file.starts_with("templates/")) {
      if (holds_active_content(*text))
        return base::fail("template '" + name + "' holds a script or a style, which no page runs",
                          "make it a file of the theme's assets/, or a class of its style sheet");
      templates[name] = std::move(*text);
    } else if (std::string_view parent = base::file_name(base::parent_path(file));
               parent.ends_with(".js")) {
      scripts[std::string(parent)].push_back(std::move(*text));
    } else if (file.starts_with("assets/")) {
      std::string published = base::format("assets/{}", fingerprinted(name, digest));
      theme.assets_.push_back({name, published, std::move(*text)});
    }
  }
  for (const auto& [name, parts] : scripts) {
    std::string script = join_parts(parts);
    std::string published = base::format("assets/{}", fingerprinted(name, base::digest(script)));
    theme.assets_.push_back({name, published, std::move(script)});
  }
  theme.digest_ = hasher.finish();
  if (!theme.words_.count(std::string(kDefaultLanguage)) || !templates.count("page.html"))
    return base::fail("'" + directory + "' is not a theme",
                      "a theme has templates/page.html and i18n/en.yaml");
  for (const auto& [language, words] : theme.words_) {
    std::map<std::string, std::string> localised;
    for (const auto& [name, source] : templates) {
      auto text = localise(source, theme, language);
      if (!text)
        return base::fail("template '" + name + "': " + text.error().message, text.error().hint);
      localised[name] = std::move(*text);
    }
    auto parsed = TemplateSet::parse(localised);
    if (!parsed) return tl::unexpected(parsed.error());
    theme.templates_.emplace(language, std::move(*parsed));
  }
  return theme;
}

const std::string* Theme::find_pattern(std::string_view language, std::string_view key) const {
  for (std::string_view candidate :
       {language, language.substr(0, language.find('-')), kDefaultLanguage}) {
    auto words = words_.find(candidate);
    if (words == words_.end()) continue;
    auto found = words->second.find(key);
    if (found != words->second.end()) return &found->second;
  }
  return nullptr;
}

std::string Theme::word(std::string_view language, std::string_view key,
                        const Arguments& arguments) const {
  const std::string* pattern = find_pattern(language, key);
  if (!pattern) return std::string(key);
  return arguments.empty() ? *pattern : source::format_message(*pattern, language, arguments);
}

std::string Theme::find_word(std::string_view language, std::string_view key) const {
  const std::string* pattern = find_pattern(language, key);
  return pattern ? *pattern : std::string();
}

std::vector<std::string> Theme::languages() const {
  std::vector<std::string> names;
  for (const auto& [language, words] : words_) names.push_back(language);
  return names;
}

std::string Theme::asset_path(std::string_view name) const {
  for (const Asset& asset : assets_)
    if (asset.name == name) return asset.path;
  return "";
}

std::string Theme::icon(std::string_view name) const {
  std::string_view bare = name;
  for (std::string_view set : kIconSets)
    if (bare.starts_with(set)) bare.remove_prefix(set.size());
  if (std::string exact = drawing_of(bare); !exact.empty()) return exact;
  // Names begin with their thing ("clock-fast"), in some sets they end with it ("circle-check").
  std::string_view part = bare;
  for (std::size_t cut = part.rfind('-'); cut != part.npos; cut = part.rfind('-')) {
    part = part.substr(0, cut);
    if (std::string near = drawing_of(part); !near.empty()) return near;
  }
  part = bare;
  for (std::size_t cut = part.find('-'); cut != part.npos; cut = part.find('-')) {
    part.remove_prefix(cut + 1);
    if (std::string near = drawing_of(part); !near.empty()) return near;
  }
  return drawing_of("unknown");
}

std::string Theme::drawing_of(std::string_view bare) const {
  for (int step = 0; step < 8; ++step) {
    auto found = icons_.find(bare);
    if (found != icons_.end()) {
      // A value without a blank and without a path's first letter is the name of another icon.
      if (!found->second.starts_with('M')) {
        bare = found->second;
        continue;
      }
      return icon_drawing(found->second);
    }
    const auto* ending = std::find_if(std::begin(kIconEndings), std::end(kIconEndings),
                                      [&](std::string_view text) { return bare.ends_with(text); });
    if (ending == std::end(kIconEndings)) return "";
    bare.remove_suffix(ending->size());
  }
  return "";
}

const TemplateSet& Theme::templates_for(std::string_view language) const {
  for (std::string_view candidate :
       {language, language.substr(0, language.find('-')), kDefaultLanguage}) {
    auto found = templates_.find(candidate);
    if (found != templates_.end()) return found->second;
  }
  return templates_.begin()->second;
}

std::string Theme::expand(std::string_view language, const std::string& name,
                          const TemplateValues& values) const {
  return templates_for(language).expand(name, values);
}

}  // namespace kbuild::render
