// Parses questions to the matrix and picks the cells that answer them; see answer.h.
#include "matrix/answer.h"

#include <algorithm>

#include "base/text.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using claims::ClaimStatus;

constexpr std::size_t kMaxAnswers = 5;

struct Question {
  std::string product;
  std::string version;
  std::vector<std::string> systems;
};

Question read_question(std::string_view text, const vocabulary::Vocabulary& vocabulary) {
  Question question;
  std::size_t product_end = 0;
  for (const vocabulary::Mention& mention : vocabulary.find(text, vocabulary::Expectation::name)) {
    const std::string& name = vocabulary.name(mention.id);
    if (mention.kind == vocabulary::NameKind::system)
      question.systems.push_back(name);
    else if (question.product.empty())
      question.product = name, product_end = mention.end;
  }
  for (const vocabulary::VersionMatch& match : vocabulary::find_versions(text))
    if (question.version.empty() && (match.dotted || match.begin >= product_end))
      question.version = match.version;
  return question;
}

int rank(const Cell& cell) {
  if (cell.version.empty()) return 3;
  if (!is_usable(cell.status)) return 4;
  return cell.status == ClaimStatus::default_version ? 0
         : cell.status == ClaimStatus::available     ? 1
                                                     : 2;
}

Answer from_cell(const Cell& cell) {
  const claims::Claim& best = cell.best_of_pages();
  return {cell.product, cell.version, cell.system,   cell.status, cell.module,
          best.path,    best.anchor,  best.language, best.date,   best.line,
          cell.proof,   cell.run,     cell.run_date, {}};
}

/// The cell that answers the question for one system.
std::optional<Answer> answer_for(const std::vector<const Cell*>& cells, const Question& question) {
  const Cell* best = nullptr;
  bool best_named = false;
  for (const Cell* cell : cells) {
    if (vocabulary::is_version_range(cell->version)) continue;
    bool named =
        question.version.empty() || vocabulary::version_names(question.version, cell->version);
    if (best && best_named != named) {
      if (named) best = cell, best_named = true;
      continue;
    }
    // For a series, the newest usable version; without a version or for an unknown one, the
    // default.
    auto newer = [&] { return vocabulary::compare_versions(cell->version, best->version) > 0; };
    bool series = named && !question.version.empty();
    bool better =
        !best || (series ? is_usable(cell->status) > is_usable(best->status) ||
                               (is_usable(cell->status) == is_usable(best->status) && newer())
                         : rank(*cell) < rank(*best) || (rank(*cell) == rank(*best) && newer()));
    if (better) best = cell, best_named = named;
  }
  if (!best) return std::nullopt;
  Answer made = from_cell(*best);
  if (!best_named) made.missing_version = question.version;
  return made;
}

}  // namespace

vocabulary::Vocabulary names_asked_for(const Matrix& matrix, const meta::Names& names) {
  vocabulary::Vocabulary vocabulary(names);
  for (const Cell& cell : matrix.cells) {
    vocabulary.add(vocabulary::NameKind::product, cell.product);
    if (!cell.system.empty() && cell.system[0] != '*')
      vocabulary.add(vocabulary::NameKind::system, cell.system);
  }
  return vocabulary;
}

std::vector<Answer> answer(const Matrix& matrix, std::string_view text,
                           const vocabulary::Vocabulary& vocabulary) {
  Question question = read_question(text, vocabulary);
  std::vector<Answer> answers;
  if (question.product.empty()) return answers;
  std::vector<std::string> systems = question.systems;
  for (const Cell& cell : matrix.cells) {
    bool asked =
        question.systems.empty() && base::equals_ignoring_case(cell.product, question.product);
    if (asked && std::find(systems.begin(), systems.end(), cell.system) == systems.end())
      systems.push_back(cell.system);
  }
  for (const std::string& system : systems) {
    std::vector<const Cell*> cells;
    for (const Cell& cell : matrix.cells)
      if (base::equals_ignoring_case(cell.product, question.product) &&
          base::equals_ignoring_case(cell.system, system))
        cells.push_back(&cell);
    if (auto made = answer_for(cells, question)) answers.push_back(std::move(*made));
  }
  std::stable_sort(answers.begin(), answers.end(), [](const Answer& a, const Answer& b) {
    auto order = [](const Answer& each) {
      return std::pair(!each.missing_version.empty(), !is_usable(each.status));
    };
    return order(a) < order(b);
  });
  if (answers.size() > kMaxAnswers) answers.resize(kMaxAnswers);
  return answers;
}

std::string answer_text(const Answer& answer, std::string_view language) {
  bool finnish = language == "fi";
  std::string out = answer.product;
  if (!answer.missing_version.empty()) {
    out += " " + answer.missing_version;
    if (!answer.system.empty()) out += (finnish ? ", " : " on ") + answer.system;
    out += finnish ? ": mikään sivu ei mainitse" : ": no page names it";
    if (!answer.version.empty() && is_usable(answer.status))
      out += (finnish ? "; lähin on " : "; the nearest is ") + answer.version;
  } else {
    if (!answer.version.empty()) out += " " + answer.version;
    if (!answer.system.empty()) out += (finnish ? ", " : " on ") + answer.system;
    out.append(": ").append(claims::status_phrase(answer.status, language));
  }
  bool loadable = answer.module.find(' ') == answer.module.npos && answer.module.find('.') != 0 &&
                  is_usable(answer.status);
  if (!answer.module.empty() && loadable && !answer.module.ends_with(".sif"))
    out += ", `module load " + answer.module + "`";
  if (answer.proof != Proof::unproven && answer.missing_version.empty()) {
    bool proved = answer.proof == Proof::proved;
    out += finnish  ? (proved ? ", todettu toimivaksi" : ", ajo epäonnistui")
           : proved ? ", proved"
                    : ", refuted";
    if (!answer.run.empty()) out += (finnish ? ": " : " by ") + answer.run;
    if (!answer.run_date.empty()) out += (finnish ? ", " : " on ") + answer.run_date;
  }
  return out;
}

}  // namespace kbuild::matrix
