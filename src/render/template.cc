// ctemplate with a cache of its own per set: filled from strings, then frozen, so that expanding
// takes no lock. It reads the values where they are.
#include "render/template.h"

#include <ctemplate/template.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_string.h>

namespace kbuild::render {

namespace {

using ctemplate::TemplateString;

std::string_view name_of(const TemplateString& name) {
  return {name.data(), name.size()};
}

using Values = std::vector<TemplateValues>;

// Values may nest as deep as navigation does; what is deeper is left out.
constexpr int kMaxTemplateDepth = 40;

/// Nothing but that its section is shown.
bool is_mark(const Values& entries) {
  return entries.size() == 1 && entries[0].texts.empty() && entries[0].lists.empty() &&
         entries[0].includes.empty();
}

/// Values and those around them, as ctemplate asks for them. It leaves the names of a template
/// whole, and a level has few: comparing them is cheaper than any table.
class Level final : public ctemplate::TemplateDictionaryInterface {
 public:
  Level(const TemplateValues* values, const Level* around, int depth)
      : values_(values), around_(around), depth_(depth) {}

 private:
  class Entries;
  class Includes;

  const std::pair<std::string, Values>* find_list(std::string_view name) const {
    for (const auto& list : values_->lists)
      if (list.first == name && !list.second.empty()) return &list;
    return nullptr;
  }
  const TemplateValues::Include* find_include(std::string_view name, std::size_t skip) const {
    for (const TemplateValues::Include& include : values_->includes)
      if (include.name == name && skip-- == 0) return &include;
    return nullptr;
  }
  const Level* level_of_list(std::string_view name) const {
    const Level* level = depth_ > kMaxTemplateDepth ? nullptr : this;
    while (level && !level->find_list(name)) level = level->around_;
    return level;
  }
  const Level* level_of_include(std::string_view name) const {
    const Level* level = depth_ > kMaxTemplateDepth ? nullptr : this;
    while (level && !level->find_include(name, 0)) level = level->around_;
    return level;
  }

  TemplateString GetValue(const TemplateString& variable) const override {
    std::string_view name = name_of(variable);
    for (const Level* level = this; level; level = level->around_)
      for (auto text = level->values_->texts.rbegin(); text != level->values_->texts.rend(); ++text)
        if (text->first == name) return {text->second.data(), text->second.size()};
    return {"", 0};
  }
  bool IsHiddenSection(const TemplateString& name) const override {
    return !level_of_list(name_of(name));
  }
  bool IsUnhiddenSection(const TemplateString& name) const override {
    return !IsHiddenSection(name);
  }
  bool IsHiddenTemplate(const TemplateString& name) const override {
    return !level_of_include(name_of(name));
  }
  const char* GetIncludeTemplateName(const TemplateString& variable, int number) const override {
    std::string_view name = name_of(variable);
    const Level* level = level_of_include(name);
    const auto* found =
        level ? level->find_include(name, static_cast<std::size_t>(number)) : nullptr;
    return found ? found->file.c_str() : "";
  }
  Iterator* CreateSectionIterator(const TemplateString& section) const override;
  Iterator* CreateTemplateIterator(const TemplateString& section) const override;
  void DumpToString(std::string*, int) const override {}

  const TemplateValues* values_;
  const Level* around_;
  int depth_;
};

/// The entries of all lists of one name, as one list.
class Level::Entries final : public Iterator {
 public:
  Entries(const Level& level, std::string_view name)
      : name_(name), entry_(nullptr, &level, level.depth_ + 1) {
    list_ = level.find_list(name);
    end_ = level.values_->lists.data() + level.values_->lists.size();
  }
  bool HasNext() const override { return list_ != nullptr; }
  const TemplateDictionaryInterface& Next() override {
    entry_.values_ = &list_->second[next_++];
    if (next_ == list_->second.size()) {
      next_ = 0;
      do {
        if (++list_ == end_) list_ = nullptr;
        // Existing content needs no mark that it is shown.
      } while (list_ && (list_->first != name_ || list_->second.empty() || is_mark(list_->second)));
    }
    return entry_;
  }

 private:
  std::string_view name_;
  Level entry_;
  const std::pair<std::string, Values>* list_;
  const std::pair<std::string, Values>* end_;
  std::size_t next_ = 0;
};

/// The fillings of all places of one name.
class Level::Includes final : public Iterator {
 public:
  Includes(const Level& level, std::string_view name)
      : level_(level),
        name_(name),
        next_(level.find_include(name, 0)),
        entry_(nullptr, nullptr, level.depth_ + 1) {}
  bool HasNext() const override { return next_ != nullptr; }
  const TemplateDictionaryInterface& Next() override {
    // An included template does not see values of the including one.
    entry_.values_ = next_->values.get();
    next_ = level_.find_include(name_, ++count_);
    return entry_;
  }

 private:
  const Level& level_;
  std::string_view name_;
  const TemplateValues::Include* next_;
  std::size_t count_ = 0;
  Level entry_;
};

// ctemplate asks whether a name is hidden first, and frees what these give.
Level::Iterator* Level::CreateSectionIterator(const TemplateString& section) const {
  std::string_view name = name_of(section);
  return new Entries(*level_of_list(name), name);
}

Level::Iterator* Level::CreateTemplateIterator(const TemplateString& section) const {
  std::string_view name = name_of(section);
  return new Includes(*level_of_include(name), name);
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
  std::string out;
  const Level level(&values, nullptr, 0);
  cache_->templates.ExpandNoLoad(name, ctemplate::STRIP_WHITESPACE, &level, nullptr, &out);
  return out;
}

}  // namespace kbuild::render
