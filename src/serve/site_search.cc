// Combines search results with the matrix's answers; see site_search.h.
#include "serve/site_search.h"

#include <algorithm>

#include "base/percent.h"

namespace kbuild::serve {

namespace {

using base::Json;

/// The URL of a page from the site's root, or "".
std::string url_of(const build::State& state, const std::string& language,
                   const std::string& path) {
  site::PageId id = state.index->find_path(language, path);
  return id == site::kNoPage ? "" : base::encode_path(state.index->pages()[id].url);
}

/// Moves the page to the front, and the section to the front of the page. Adds the page if it isn't
/// among the results: the matrix knows that it has the answer, whatever its words.
void put_first(std::vector<search::PageResult>& pages, const build::State& state,
               const answer::Answer& answer) {
  auto at = std::find_if(pages.begin(), pages.end(), [&](const search::PageResult& page) {
    return page.site.empty() && page.path == answer.path && page.language == answer.language;
  });
  if (at == pages.end()) {
    site::PageId id = state.index->find_path(answer.language, answer.path);
    if (id == site::kNoPage) return;
    search::PageResult page;
    page.language = answer.language;
    page.path = answer.path;
    page.title = state.index->pages()[id].facts->title;
    page.url = base::encode_path(state.index->pages()[id].url);
    at = pages.insert(pages.begin(), std::move(page));
  }
  std::rotate(pages.begin(), at, at + 1);
  std::vector<search::SectionResult>& sections = pages.front().sections;
  auto section =
      std::find_if(sections.begin(), sections.end(),
                   [&](const search::SectionResult& one) { return one.anchor == answer.anchor; });
  if (section == sections.end())
    section = sections.insert(sections.begin(), search::SectionResult{answer.anchor, "", {}, 0});
  std::rotate(sections.begin(), section, section + 1);
}

Json with_sections(const search::PageResult& page) {
  Json row = row_of(page);
  row["url"] = page.url;
  row["sections"] = Json::array();
  for (const search::SectionResult& section : page.sections)
    row["sections"].push_back({{"anchor", section.anchor},
                               {"heading", section.heading},
                               {"excerpt", section.excerpt.text}});
  return row;
}

}  // namespace

FoundAnswers find_answers(const build::State& state, const search::Index& index,
                          const answer::Table& table, const search::Query& query) {
  FoundAnswers found{{}, search::search(index, query)};
  found.answers = answer::find_answers(table, query.text, unknown_words(found.results));
  if (found.answers.empty()) return found;
  const answer::Answer& first = found.answers.front();
  std::string wanted = query.target.empty() ? query.language : query.target;
  bool own = first.language == wanted;
  put_first(own ? found.results.pages : found.results.other_languages, state, first);
  return found;
}

std::vector<std::string> unknown_words(const search::Results& results) {
  std::vector<std::string> out;
  for (const search::Correction& correction : results.plan.corrections)
    out.push_back(correction.typed);
  return out;
}

answer::Table table_of(const build::State& state) {
  return answer::make_table(state.matrix, state.config->names, state.config->languages);
}

Json row_of(const search::PageResult& page) {
  bool empty = page.sections.empty();
  Json row = {{"lang", page.language},
              {"path", page.path},
              {"anchor", empty ? "" : page.sections[0].anchor},
              {"title", page.title},
              {"excerpt", empty ? "" : page.sections[0].excerpt.text},
              {"score", page.score}};
  if (!page.site.empty()) row["site"] = page.site;
  return row;
}

Json row_of(const build::State& state, const answer::Answer& answer, const std::string& language) {
  Json row = {{"text", answer::answer_text(answer, language)},
              {"product", answer.product},
              {"version", answer.version},
              {"system", answer.system},
              {"status", claims::status_text(answer.status)},
              {"module", answer.module},
              {"lang", answer.language},
              {"path", answer.path},
              {"url", url_of(state, answer.language, answer.path)},
              {"anchor", answer.anchor},
              {"file", answer.file},
              {"line", answer.line}};
  if (answer.denied) row["missing_version"] = answer.version;
  for (const auto& [key, value] : {std::pair{"date", &answer.date},
                                   {"list_date", &answer.list_date},
                                   {"run", &answer.run},
                                   {"run_date", &answer.run_date}})
    if (!value->empty()) row[key] = *value;
  return row;
}

Json to_json(const build::State& state, const FoundAnswers& found, const search::Query& query) {
  Json out = {{"query", query.text}, {"answers", Json::array()}};
  for (const answer::Answer& answer : found.answers)
    out["answers"].push_back(row_of(state, answer, query.language));
  out["results"] = Json::array();
  for (const search::PageResult& page : found.results.pages)
    out["results"].push_back(with_sections(page));
  out["other_languages"] = Json::array();
  for (const search::PageResult& page : found.results.other_languages)
    out["other_languages"].push_back(with_sections(page));
  out["facets"] = Json::object();
  for (const auto& [name, counts] : {std::pair{"system", &found.results.facets.systems},
                                     {"product", &found.results.facets.products},
                                     {"kind", &found.results.facets.kinds},
                                     {"site", &found.results.facets.sites}})
    for (const auto& [value, count] : *counts)
      out["facets"][name].push_back({{"value", value}, {"pages", count}});
  out["corrections"] = Json::array();
  for (const search::Correction& correction : found.results.plan.corrections)
    out["corrections"].push_back({{"typed", correction.typed}, {"used", correction.used}});
  return out;
}

}  // namespace kbuild::serve
