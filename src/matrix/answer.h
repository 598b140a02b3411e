// The line above search results: what the matrix says to "pytorch 2.7 lumi".
#pragma once

#include <optional>

#include "matrix/matrix.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::matrix {

struct Answer {
  std::string product;
  /// What the cell stands for; empty where the product's presence is all that is known.
  std::string version;
  std::string system;
  claims::ClaimStatus status = claims::ClaimStatus::available;
  std::string module;
  /// Who says so.
  std::string path;
  std::string anchor;
  std::string language;
  std::string date;
  std::uint32_t line = 0;
  Proof proof = Proof::unproven;
  /// The run that proves or refutes it, and its day.
  std::string run = {};
  std::string run_date = {};
  /// Set where the question's version is claimed nowhere there; `version` is then the nearest to
  /// offer.
  std::string missing_version;
};

/// Answers a question that names a product, and perhaps a version and systems: one answer a system,
/// best first, at most five. A series ("2.7") is answered by its newest version, no version by the
/// default, else the newest usable one. Empty where the question names no product of the matrix.
std::vector<Answer> answer(const Matrix& matrix, std::string_view question,
                           const vocabulary::Vocabulary& vocabulary);
/// The names that questions to the matrix may have. To be made once for many questions.
vocabulary::Vocabulary names_asked_for(const Matrix& matrix, const meta::Names& names);

/// "PyTorch 2.7.1 on LUMI: default, `module load pytorch/2.7`, proved by job 1234 on 2026-11-20" in
/// English or Finnish ("PyTorch 2.7.1, LUMI: oletus,
/// ..."); other languages read English.
std::string answer_text(const Answer& answer, std::string_view language);

}  // namespace kbuild::matrix
