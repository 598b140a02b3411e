// A text read by the MkDocs reader with a configuration's settings, for its unit tests.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "meta/value.h"
#include "read/mkdocs/reader.h"

namespace kbuild::test {

struct Page {
  source::SourceStore sources;
  source::FileId file;
  read::ReadResult result;
  std::map<std::string, source::FileId> files;

  explicit Page(std::string text, read::Options options = {},
                std::map<std::string, std::string> beside = {}) {
    for (auto& [name, content] : beside) files[name] = sources.add(name, content);
    options.include = [&](source::FileId,
                          std::string_view target) -> std::optional<source::FileId> {
      auto found = files.find(std::string(target));
      return found == files.end() ? std::nullopt : std::optional(found->second);
    };
    file = sources.add("page.md", std::move(text));
    result = read::read_mkdocs(sources, file, options);
  }
  const doc::Blocks& blocks() const { return result.document.blocks; }
  template <class T>
  const T& block(std::size_t index) const {
    return std::get<T>(blocks().at(index).value);
  }
  std::string_view at(source::Span span) const { return sources.text(span); }
  std::vector<int> codes() const {
    std::vector<int> out;
    for (const diag::Diagnostic& diagnostic : result.diagnostics)
      out.push_back(diagnostic.code.number);
    return out;
  }
};

inline const doc::Inlines& inlines(const doc::Block& block) {
  return std::get<doc::Paragraph>(block.value).children;
}

/// The setting of a mkdocs.yml, as a value that lives as long as this.
struct Configuration {
  source::SourceStore sources;
  meta::ParsedYaml yaml;
  explicit Configuration(std::string text) {
    source::FileId file = sources.add("mkdocs.yml", std::move(text));
    yaml =
        meta::parse_yaml(sources, {file, 0, static_cast<std::uint32_t>(sources.text(file).size())});
  }
  read::Options options() const {
    read::Options options;
    options.markdown_extensions = &yaml.value;
    return options;
  }
};

}  // namespace kbuild::test
