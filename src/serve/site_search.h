// Search of a built site with the matrix's answers first, for `kbuild search` and the server.
#pragma once

#include "answer/answer.h"
#include "base/json.h"
#include "build/stages/state.h"
#include "search/query/query.h"

namespace kbuild::serve {

struct FoundAnswers {
  std::vector<answer::Answer> answers;
  search::Results results;
};

/// Searches, and asks the matrix. The section with the first answer's claim comes first among the
/// pages of its language. `table` is the state's, by table_of().
FoundAnswers find_answers(const build::State& state, const search::Index& index,
                          const answer::Table& table, const search::Query& query);

/// Words of a query that are on no page and are like others that are.
std::vector<std::string> unknown_words(const search::Results& results);

/// What questions about the site's versions are answered from. Make it once for many.
answer::Table table_of(const build::State& state);

/// {query, answers, results, other_languages, corrections}; each answer as row_of() has it, each
/// result {lang, path, url, anchor, title, excerpt, score, sections}.
base::Json to_json(const build::State& state, const FoundAnswers& found,
                   const search::Query& query);

/// One answer: {text, product, version, system, status, module, lang, path, url, anchor, file,
/// line}, and where they are known {date, list_date, run, run_date}; `missing_version` where a list
/// denies.
base::Json row_of(const build::State& state, const answer::Answer& answer,
                  const std::string& language);

/// One result: {lang, path, anchor, title, excerpt, score}, and the site if it is another.
base::Json row_of(const search::PageResult& page);

}  // namespace kbuild::serve
