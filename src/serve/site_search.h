// Search of a built site with the matrix's answers first, for `kbuild search` and the server.
#pragma once

#include "base/json.h"
#include "build/stages/state.h"
#include "matrix/answer.h"
#include "search/query/query.h"

namespace kbuild::serve {

struct FoundAnswers {
  std::vector<matrix::Answer> answers;
  search::Results results;
};

/// Searches, and asks the matrix. The section with the first answer's claim comes first among the
/// pages of its language. `names` are those of matrix::names_asked_for.
FoundAnswers find_answers(const build::State& state, const search::Index& index,
                          const vocabulary::Vocabulary& names, const search::Query& query);

/// {query, answers: [{text, product, version, system, status, module, path, anchor, lang, line,
/// url}], results, other_languages, corrections}; each result {lang, path, url, anchor, title,
/// excerpt, score, sections}.
base::Json to_json(const build::State& state, const FoundAnswers& found,
                   const search::Query& query);

/// One result: {lang, path, anchor, title, excerpt, score}, and the site if it is another.
base::Json row_of(const search::PageResult& page);

}  // namespace kbuild::serve
