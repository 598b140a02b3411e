// A small index in a directory of its own, for tests that ask it.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "search/query/query.h"

namespace kbuild::test {

inline search::SearchDocument top(std::string language, std::string path, std::string title,
                                  std::string body) {
  search::SearchDocument document;
  document.language = std::move(language);
  document.path = std::move(path);
  document.translation_key = document.path;
  document.title = std::move(title);
  document.body = std::move(body);
  return document;
}

inline search::SearchDocument section(search::SearchDocument document, std::string anchor,
                                      std::string heading, std::string body) {
  document.anchor = std::move(anchor);
  document.headings = {std::move(heading)};
  document.body = std::move(body);
  return document;
}

/// An index in a directory of its own.
struct SmallIndex {
  std::string path;
  std::optional<search::Index> index;

  explicit SmallIndex(const std::vector<std::vector<search::SearchDocument>>& pages,
                      const std::vector<meta::OtherSite>& others = {}) {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-index-XXXXXX").native();
    path = ::mkdtemp(pattern.data());
    auto disk = base::make_real_disk();
    meta::Names names;
    names.systems = {{"Puhti"}, {"Mahti"}};
    auto writer = search::IndexWriter::open(*disk, path + "/index", names);
    REQUIRE(writer);
    for (const auto& page : pages) {
      search::PreparedPage prepared = search::prepare(page);
      prepared.url = prepared.path.substr(0, prepared.path.rfind('.')) + "/";
      REQUIRE(writer->replace_page(prepared));
    }
    REQUIRE(writer->commit());
    auto opened = search::Index::open(path + "/index", others);
    REQUIRE(opened);
    index.emplace(std::move(*opened));
  }
  ~SmallIndex() {
    index.reset();
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  search::Results ask(std::string text, std::string language = "en",
                      std::string target = "") const {
    search::Query query;
    query.text = std::move(text);
    query.language = std::move(language);
    query.target = std::move(target);
    query.facets = search::CountFacets::yes;
    return search::search(*index, query);
  }
  std::string first(std::string text, std::string language = "en", std::string target = "") const {
    auto results = ask(std::move(text), std::move(language), std::move(target));
    return results.pages.empty() ? "" : results.pages[0].path;
  }
};

}  // namespace kbuild::test
