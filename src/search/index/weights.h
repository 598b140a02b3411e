// The numbers of the ranking, in one place: the browser's reader gets the same ones with the static
// index. Set by measurement on graded queries over two real manuals.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace kbuild::search {

struct Weights {
  // How much a form counts that is not the word typed.
  double stem = 0.95;
  double lemma = 0.9;
  double derived = 0.6;
  double folded = 0.95;
  double part = 0.5;
  double head = 0.35;
  double segments = 0.6;
  double joined = 1.0;
  double prefix = 0.35;
  double prefix_of_unknown = 0.7;
  double completed = 0.8;
  double completed_unknown = 0.9;
  double prefix_of_code = 0.6;
  double typo = 0.7;
  double code_part = 0.3;
  double pair = 1.2;
  double shorter_version = 0.4;
  // Weight of its field, in occurrences.
  double heading = 3.0;
  double upper_heading = 0.6;
  double title = 1.0;
  double other_title = 1.0;
  double file = 1.0;
  double page_heading = 0.7;
  double page_title = 6.0;
  double page_other_title = 4.0;
  double page_file = 2.0;
  // BM25 of sections and of pages.
  double section_k1 = 1.0;
  double section_b = 0.2;
  double page_k1 = 2.5;
  double page_b = 0.5;
  // How a page is made of its parts.
  double next_sections = 0.1;
  double page = 0.8;
  double title_match = 1.4;
  double other_title_match = 1.0;
  double file_match = 1.0;
  double heading_match = 0.5;
  double system = 1.0;
  double faq = 1.0;
  double tutorial = 1.0;
  double index = 1.0;
  double news = 0.9;
  double archive = 0.75;
  double boost = 0.2;
  /// For each step of the pages that link to a page.
  double links = 0.04;
  /// For a page found by the score of its translation. (These names are also those of the files.)
  double twin = 0.4;
  double native = 1.0;
  /// For a page without a translation in the language of the query.
  double untwinned = 1.5;
  double translation = 2.0;
  double untranslated = 0.3;

  bool operator==(const Weights&) const = default;
};

/// Name and member, for tuning and for the static index.
struct WeightRow {
  std::string_view name;
  double Weights::*member;
};
inline constexpr std::array kWeightRows = {
    WeightRow{"stem", &Weights::stem},
    WeightRow{"lemma", &Weights::lemma},
    WeightRow{"derived", &Weights::derived},
    WeightRow{"folded", &Weights::folded},
    WeightRow{"part", &Weights::part},
    WeightRow{"head", &Weights::head},
    WeightRow{"segments", &Weights::segments},
    WeightRow{"joined", &Weights::joined},
    WeightRow{"prefix", &Weights::prefix},
    WeightRow{"prefix_of_unknown", &Weights::prefix_of_unknown},
    WeightRow{"completed", &Weights::completed},
    WeightRow{"completed_unknown", &Weights::completed_unknown},
    WeightRow{"prefix_of_code", &Weights::prefix_of_code},
    WeightRow{"typo", &Weights::typo},
    WeightRow{"code_part", &Weights::code_part},
    WeightRow{"pair", &Weights::pair},
    WeightRow{"shorter_version", &Weights::shorter_version},
    WeightRow{"heading", &Weights::heading},
    WeightRow{"upper_heading", &Weights::upper_heading},
    WeightRow{"title", &Weights::title},
    WeightRow{"other_title", &Weights::other_title},
    WeightRow{"file", &Weights::file},
    WeightRow{"page_heading", &Weights::page_heading},
    WeightRow{"page_title", &Weights::page_title},
    WeightRow{"page_other_title", &Weights::page_other_title},
    WeightRow{"page_file", &Weights::page_file},
    WeightRow{"section_k1", &Weights::section_k1},
    WeightRow{"section_b", &Weights::section_b},
    WeightRow{"page_k1", &Weights::page_k1},
    WeightRow{"page_b", &Weights::page_b},
    WeightRow{"next_sections", &Weights::next_sections},
    WeightRow{"page", &Weights::page},
    WeightRow{"title_match", &Weights::title_match},
    WeightRow{"other_title_match", &Weights::other_title_match},
    WeightRow{"file_match", &Weights::file_match},
    WeightRow{"heading_match", &Weights::heading_match},
    WeightRow{"system", &Weights::system},
    WeightRow{"faq", &Weights::faq},
    WeightRow{"tutorial", &Weights::tutorial},
    WeightRow{"index", &Weights::index},
    WeightRow{"news", &Weights::news},
    WeightRow{"archive", &Weights::archive},
    WeightRow{"boost", &Weights::boost},
    WeightRow{"links", &Weights::links},
    WeightRow{"twin", &Weights::twin},
    WeightRow{"native", &Weights::native},
    WeightRow{"untwinned", &Weights::untwinned},
    WeightRow{"translation", &Weights::translation},
    WeightRow{"untranslated", &Weights::untranslated},
};

}  // namespace kbuild::search
