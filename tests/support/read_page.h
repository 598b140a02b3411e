// A text read by one reader, for unit tests of readers: the text with the files beside it, and ways
// to look at what came out. Readers fetch includes while the object is made, so it neither moves
// nor copies.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/format.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "read/readers/readers.h"

namespace kbuild::test {

struct ReadPage {
  source::SourceStore sources;
  source::FileId file;
  read::Options options;
  /// What an include finds, by the name it asks for.
  std::map<std::string, std::string> beside;
  read::ReadResult result;

  ReadPage(const std::string& path, std::string text, read::Dialect dialect, read::Options given,
           std::map<std::string, std::string> files)
      : options(std::move(given)), beside(std::move(files)) {
    options.include = [this](source::FileId,
                             std::string_view name) -> std::optional<source::FileId> {
      auto found = beside.find(std::string(name));
      if (found == beside.end()) return std::nullopt;
      return sources.add(found->first, found->second);
    };
    file = sources.add(path, std::move(text));
    result = read::read(sources, file, dialect, options);
  }
  ReadPage(const ReadPage&) = delete;

  const doc::Blocks& blocks() const { return result.document.blocks; }
  template <class T>
  const T& block(std::size_t index) const {
    return std::get<T>(blocks().at(index).value);
  }
  std::string text() const { return doc::plain_text(blocks()); }
  std::string_view source(source::Span span) const { return sources.text(span); }

  /// "KB0503 KB0504"
  std::string codes() const {
    std::string out;
    for (const diag::Diagnostic& found : result.diagnostics)
      out += (out.empty() ? "" : " ") + diag::code_text(found.code);
    return out;
  }
  /// "KB0503@4:1 KB0504@7:3"
  std::string placed_codes() const {
    std::string out;
    for (const diag::Diagnostic& found : result.diagnostics) {
      source::Position at = sources.begin(found.span);
      out += base::format("{}{}@{}:{}", out.empty() ? "" : " ", diag::code_text(found.code),
                          at.line, at.column);
    }
    return out;
  }

  /// All blocks of a kind, at any depth.
  template <class T>
  std::vector<doc::Block> all() const {
    std::vector<doc::Block> out;
    doc::walk(blocks(), {[&](const doc::Block& block) {
                           if (std::holds_alternative<T>(block.value)) out.push_back(block);
                           return doc::Descend::into;
                         },
                         {}});
    return out;
  }
  std::vector<doc::Inline> inlines() const {
    std::vector<doc::Inline> out;
    doc::walk(blocks(), {{}, [&](const doc::Inline& node) {
                           out.push_back(node);
                           return doc::Descend::into;
                         }});
    return out;
  }
  std::vector<doc::Link> links() const {
    std::vector<doc::Link> out;
    for (const doc::Inline& node : inlines())
      if (const auto* link = std::get_if<doc::Link>(&node.value)) out.push_back(*link);
    return out;
  }
};

}  // namespace kbuild::test
