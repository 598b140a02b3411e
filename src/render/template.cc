// ctemplate with a cache of its own per set: filled from strings, then frozen, so that expanding
// takes no lock.
#include "render/template.h"

#include <ctemplate/template.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary.h>
#include <ctemplate/template_string.h>

#include <map>
#include <mutex>
#include <unordered_map>

namespace kbuild::render {

namespace {

// Sections of a value tree may nest as deep as navigation does; what is deeper is left out.
constexpr int depth_limit = 40;

/// A name with the number that ctemplate knows it by, which it would else look up behind a lock
/// each time. Names are those that this program writes: few. ctemplate keeps them for good.
ctemplate::TemplateString known(const std::string& name) {
  using Names = std::map<std::string, ctemplate::StaticTemplateString, std::less<>>;
  static std::mutex guard;
  static Names all;
  thread_local std::unordered_map<std::string_view, const ctemplate::StaticTemplateString*> seen;
  if (auto found = seen.find(name); found != seen.end()) return *found->second;
  std::lock_guard lock(guard);
  auto [entry, fresh] = all.try_emplace(name);
  if (fresh) {
    entry->second = {{entry->first.data(), entry->first.size(), ctemplate::kIllegalTemplateId}};
    ctemplate::StaticTemplateStringInitializer number(&entry->second);
  }
  seen.emplace(entry->first, &entry->second);
  return entry->second;
}

bool is_empty(const TemplateValues& values) {
  return values.texts.empty() && values.lists.empty() && values.includes.empty();
}

void fill(ctemplate::TemplateDictionary& dictionary, const TemplateValues& values, int depth) {
  if (depth > depth_limit) return;
  // The values outlive the dictionary, so that nothing is copied.
  for (const auto& [name, text] : values.texts)
    dictionary.SetValueWithoutCopy(known(name),
                                   ctemplate::TemplateString(text.data(), text.size()));
  for (const auto& [name, entries] : values.lists) {
    if (entries.size() == 1 && is_empty(entries.front())) {
      dictionary.ShowSection(known(name));
      continue;
    }
    for (const TemplateValues& entry : entries)
      fill(*dictionary.AddSectionDictionary(known(name)), entry, depth + 1);
  }
  for (const TemplateValues::Include& include : values.includes) {
    ctemplate::TemplateDictionary* child = dictionary.AddIncludeDictionary(known(include.name));
    child->SetFilename(include.file);
    fill(*child, *include.values, depth + 1);
  }
}

}  // namespace

TemplateValues& TemplateValues::text(std::string name, std::string value) {
  texts.emplace_back(std::move(name), std::move(value));
  return *this;
}

TemplateValues& TemplateValues::optional(std::string name, std::string value) {
  if (value.empty()) return *this;
  show("HAS_" + name);
  return text(std::move(name), std::move(value));
}

TemplateValues& TemplateValues::show(std::string name) {
  lists.emplace_back(std::move(name), std::vector<TemplateValues>(1));
  return *this;
}

std::vector<TemplateValues>& TemplateValues::list(std::string name) {
  return lists.emplace_back(std::move(name), std::vector<TemplateValues>()).second;
}

TemplateValues& TemplateValues::include(std::string name, std::string file) {
  includes.push_back(Include{std::move(name), std::move(file), std::make_unique<TemplateValues>()});
  return *includes.back().values;
}

struct TemplateSet::Cache {
  ctemplate::TemplateCache templates;
};

TemplateSet::TemplateSet(std::unique_ptr<Cache> cache) : cache_(std::move(cache)) {}
TemplateSet::TemplateSet(TemplateSet&&) noexcept = default;
TemplateSet& TemplateSet::operator=(TemplateSet&&) noexcept = default;
TemplateSet::~TemplateSet() = default;

base::Result<TemplateSet> TemplateSet::parse(const std::map<std::string, std::string>& sources) {
  auto cache = std::make_unique<Cache>();
  for (const auto& [name, source] : sources) {
    // The pragma makes ctemplate follow the HTML and escape by context.
    std::string text = "{{%AUTOESCAPE context=\"HTML\"}}" + source;
    if (!cache->templates.StringToTemplateCache(name, text, ctemplate::STRIP_WHITESPACE))
      return base::fail("template '" + name + "' can't be parsed",
                        "check its {{...}} marks and its HTML");
  }
  cache->templates.Freeze();
  return TemplateSet(std::move(cache));
}

std::string TemplateSet::expand(const std::string& name, const TemplateValues& values) const {
  ctemplate::TemplateDictionary dictionary(name);
  fill(dictionary, values, 0);
  std::string out;
  cache_->templates.ExpandNoLoad(name, ctemplate::STRIP_WHITESPACE, &dictionary, nullptr, &out);
  return out;
}

}  // namespace kbuild::render
