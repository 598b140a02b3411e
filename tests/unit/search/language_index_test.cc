// Bringing the rows of a language up to date: however pages come and go, the rows are those of an
// index of the pages that are left.
#include "search/index/language_index.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

#include "small_index.h"

using namespace kbuild;
using search::LanguageIndex;
using test::section;
using test::top;

namespace {

search::NewPage page_of(const std::string& language, const std::string& path, unsigned words) {
  static const std::vector<std::string> kWords = {
      "file",           "system",   "filesystem", "systems",     "running", "runs",
      "naïve",          "gpu:v100", "2.7.1",      "Puhti",       "quota",   "levykiintiö",
      "levykiintiöitä", "palvelin", "levyn",      "levypalvelin"};
  std::string body;
  std::mt19937 random(words);
  for (unsigned i = 0; i < words; ++i) body += kWords[random() % kWords.size()] + " ";
  std::vector<search::SearchDocument> documents = {top(language, path, "Page " + path, body)};
  for (unsigned i = 0; i < words % 4; ++i)
    documents.push_back(section(documents[0], "s" + std::to_string(i), "Systems", body));
  return pack(search::prepare(documents));
}

/// `blocks` are those of the index before, and are brought up to date.
std::string text_of(LanguageIndex& index, std::vector<search::Block>& blocks) {
  std::string out;
  blocks = cut_blocks(index.rows, blocks);
  for (search::Row& row : index.rows) row.changed = false;
  for (const search::StoredPage& page : index.pages)
    out += page.path + " " + std::to_string(page.sections.size()) + "\n";
  for (const search::Block& block : blocks) out += block.first + "\n" + block.content + "\n";
  return out;
}

}  // namespace

TEST_CASE("rows after changes are those of an index made anew") {
  std::string language;
  SUBCASE("English") {
    language = "en";
  }
  SUBCASE("Finnish, with compounds where Voikko is there") {
    language = "fi";
  }
  search::Gazetteer gazetteer(meta::Names{{{"Puhti"}}, {}});
  std::mt19937 random(7);
  LanguageIndex index{language, {}, {}};
  std::vector<search::Block> blocks;
  std::map<std::string, unsigned> pages;
  for (unsigned round = 0; round < 30; ++round) {
    INFO(round);
    std::vector<search::NewPage> added;
    std::set<std::string> removed;
    for (unsigned i = 0; i <= random() % 3; ++i) {
      std::string path = std::string(1, static_cast<char>('a' + random() % 6)) + ".md";
      bool touched = removed.contains(path) ||
                     std::any_of(added.begin(), added.end(),
                                 [&](const auto& page) { return page.page.path == path; });
      if (touched) continue;
      if (random() % 3 == 0) {
        removed.insert(path);
        pages.erase(path);
      } else {
        pages[path] = static_cast<unsigned>(random() % 40);
        added.push_back(page_of(language, path, pages[path]));
      }
    }
    index.update(std::move(added), removed, gazetteer, 2);
    LanguageIndex anew{language, {}, {}};
    std::vector<search::NewPage> all;
    for (const auto& [path, words] : pages) all.push_back(page_of(language, path, words));
    anew.update(std::move(all), {}, gazetteer, 1);
    std::vector<search::Block> none;
    CHECK(text_of(index, blocks) == text_of(anew, none));
  }
}

TEST_CASE("blocks give back the rows that they were cut from") {
  search::Rows rows;
  for (unsigned i = 0; i < 2000; ++i)
    rows.push_back({"ä" + std::to_string(100000 + i * 7), "wAB\tZ0x" + std::to_string(i)});
  auto blocks = cut_blocks(rows);
  CHECK(blocks.size() > 5);
  search::Rows again = read_blocks(blocks, 2);
  REQUIRE(again.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(again[i].text == rows[i].text);
    CHECK(again[i].data == rows[i].data);
  }
  // One row more leaves most blocks as they are.
  rows = again;
  rows.insert(rows.begin() + 1000, {rows[999].text + "0", "wAB", true});
  std::set<std::string> before;
  for (const search::Block& block : blocks) before.insert(block.content);
  auto after = cut_blocks(rows, blocks);
  auto anew = cut_blocks(rows);
  REQUIRE(after.size() == anew.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].first == anew[i].first);
    CHECK(after[i].content == anew[i].content);
    CHECK(after[i].rows == anew[i].rows);
  }
  auto same = std::count_if(after.begin(), after.end(),
                            [&](const auto& block) { return before.contains(block.content); });
  CHECK(same * 2 > static_cast<std::ptrdiff_t>(after.size()));
}

TEST_CASE("numbers of any size are read as they were written") {
  std::string digits;
  std::vector<std::uint32_t> numbers = {0, 1, 31, 32, 1023, 1024, 123456789, 0xffffffff};
  for (std::uint32_t number : numbers) search::add_number(digits, number);
  std::size_t at = 0;
  for (std::uint32_t number : numbers) CHECK(search::read_number(digits, at) == number);
  CHECK(at == digits.size());
}

TEST_CASE("lengths are told apart to a quarter of a power of two") {
  for (std::uint32_t words = 0; words < 3000; ++words) {
    std::uint32_t rounded = search::rounded_length(words), code = search::code_of_length(rounded);
    // As the browser reads it.
    CHECK((code < 8 ? code : (4 + (code & 3)) << ((code >> 2) - 1)) == rounded);
    CHECK(search::rounded_length(rounded) == rounded);
    CHECK(std::abs(static_cast<double>(words) - rounded) <= words / 8.0);
  }
}
