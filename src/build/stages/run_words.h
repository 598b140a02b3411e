// How a run is told to readers in their language: the badge in a block, and words for verdicts,
// levels and signatures.
#pragma once

#include <string>

#include "render/theme.h"
#include "run/evidence.h"

namespace kbuild::build {

/// A word of a vocabulary of records in a language: "verdict", "pass" -> "passed".
std::string run_word(const render::Theme& theme, const std::string& language,
                     const std::string& vocabulary, std::string_view value);

/// Where, with what and when: "Mahti, NVIDIA A100, 2.7.1, 2026-11-20". A version only where it is
/// proved.
std::string run_place(const run::RunRecord& record);

/// "unsigned", "signed by ci@example.org".
std::string signature_words(const render::Theme& theme, const std::string& language,
                            const run::RunRecord& record);

/// What a reader has to know beside the standing: that commands were changed, output differs, who
/// signed.
std::string run_notes(const render::Theme& theme, const std::string& language,
                      const run::RunRecord& record);

/// A badge as HTML: a link where there is a place to lead to.
std::string badge_html(const std::string& standing, const std::string& standing_words,
                       const std::string& text, const std::string& href);

}  // namespace kbuild::build
