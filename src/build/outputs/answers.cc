// The matrix's answers for the search box of a site without a server: one file a language that the
// box loads with its first query. Each row holds the names that a question may use and the sentence
// that answers it.
#include "base/json.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/outputs/outputs.h"
#include "matrix/answer.h"

namespace kbuild::build {

namespace {

using base::Json;

template <class Name>
Json names_of(const std::string& shown, const std::vector<Name>& all) {
  Json names = Json::array({base::to_lower(shown)});
  for (const Name& name : all)
    if (name.name == shown)
      for (const std::string& alias : name.aliases) names.push_back(base::to_lower(alias));
  return names;
}

/// The cell as the answer to a question that names all of it.
matrix::Answer answer_of(const matrix::Cell& cell) {
  const claims::Claim& claim = cell.best_of_pages();
  return {cell.product, cell.version, cell.system,    cell.status, cell.module,
          claim.path,   claim.anchor, claim.language, claim.date,  claim.line,
          cell.proof,   cell.run,     cell.run_date,  ""};
}

}  // namespace

void answer_files(const State& state, const render::Theme&, std::vector<OutputFile>& out) {
  const meta::Names& names = state.config->names;
  for (const std::string& language : state.languages) {
    Json rows = Json::array();
    for (const matrix::Cell& cell : state.matrix.cells) {
      if (cell.version.empty() || cell.system.empty()) continue;
      const claims::Claim& claim = cell.best_of_pages();
      site::PageId page = state.index->find_path(claim.language, claim.path);
      if (page == site::kNoPage) continue;
      rows.push_back({{"products", names_of(cell.product, names.products)},
                      {"systems", names_of(cell.system, names.systems)},
                      {"version", cell.version},
                      {"status", claims::status_text(cell.status)},
                      {"text", matrix::answer_text(answer_of(cell), language)},
                      {"url", base::encode_path(state.index->pages()[page].url)},
                      {"anchor", claim.anchor}});
    }
    out.push_back({"search-index/" + language + "/answers.js",
                   "kbAnswers(" + base::dump_line(rows) + ");\n"});
  }
}

}  // namespace kbuild::build
