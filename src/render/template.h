// HTML templates: the door of ctemplate. Every text is escaped for the place where the template
// puts it (element, attribute, address, script), so that a page can't forget to.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kbuild::render {

/// The values of a template. {{NAME}} shows a text; {{#NAME}}...{{/NAME}} is shown once per entry
/// of a list, seeing the entry's texts and those around it; {{>NAME}} is replaced by another
/// template. Names are in capitals. {{NAME:none}} in a template takes a text as HTML.
struct TemplateValues {
  struct Include {
    std::string name;
    std::string file;
    /// One value behind a pointer, since the type holds itself.
    std::unique_ptr<TemplateValues> values;
  };
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<std::pair<std::string, std::vector<TemplateValues>>> lists;
  std::vector<Include> includes;

  /// Adds a text; the values themselves, so that calls chain.
  TemplateValues& text(std::string name, std::string value);
  /// Adds a text and shows the section of the same name with "HAS_" before it, where the text isn't
  /// empty.
  TemplateValues& optional(std::string name, std::string value);
  /// Shows a section once.
  TemplateValues& show(std::string name);
  /// Adds an empty list to fill.
  std::vector<TemplateValues>& list(std::string name);
  /// Replaces {{>NAME}} by the template `file`, filled with what is put into the result.
  TemplateValues& include(std::string name, std::string file);
};

/// Parsed templates. Const members may be called from any thread.
class TemplateSet {
 public:
  /// Parses templates by name ("page.html"). Errors name the template that can't be parsed.
  static base::Result<TemplateSet> parse(const std::map<std::string, std::string>& sources);
  TemplateSet(TemplateSet&&) noexcept;
  TemplateSet& operator=(TemplateSet&&) noexcept;
  ~TemplateSet();

  /// The filled template; "" for a name that was not parsed.
  std::string expand(const std::string& name, const TemplateValues& values) const;

 private:
  struct Cache;
  explicit TemplateSet(std::unique_ptr<Cache> cache);
  std::unique_ptr<Cache> cache_;
};

}  // namespace kbuild::render
