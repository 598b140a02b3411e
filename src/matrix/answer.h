// The answer above search results: what the matrix says about "pytorch 2.7 lumi". Display is left
// to the callers, except for answer_text().
#pragma once

#include <optional>

#include "matrix/matrix.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::matrix {

struct Answer {
  std::string product;
  /// The version of the cell; empty if only the presence of the product is known.
  std::string version;
  std::string system;
  claims::ClaimStatus status = claims::ClaimStatus::available;
  std::string module;
  /// The page of the claim.
  std::string path;
  std::string anchor;
  std::string language;
  std::string date;
  std::uint32_t line = 0;
  Proof proof = Proof::unproven;
  /// The run that proves or refutes it, and its date.
  std::string run = {};
  std::string run_date = {};
  /// The version of the question if no claim has it there; `version` is then the nearest
  /// alternative.
  std::string missing_version;
};

/// Answers a question that names a product, and perhaps a version and systems: one answer for each
/// system, best first, at most five. The answer to a series ("2.7") is its newest version; without
/// a version, the default, else the newest usable one. Empty if the question names no product of
/// the matrix.
std::vector<Answer> answer(const Matrix& matrix, std::string_view question,
                           const vocabulary::Vocabulary& vocabulary);
/// The names that questions may contain. Make it once for many questions.
vocabulary::Vocabulary names_asked_for(const Matrix& matrix, const meta::Names& names);

/// "PyTorch 2.7.1 on LUMI: default, `module load pytorch/2.7`, proved by job 1234 on 2026-11-20" in
/// English or Finnish ("PyTorch 2.7.1, LUMI: oletus, ..."); in English for other languages.
std::string answer_text(const Answer& answer, std::string_view language);

}  // namespace kbuild::matrix
