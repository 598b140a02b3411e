// The state that words give a version, and the words that say that a text states none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/reader/assertion.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

/// The status that a phrase stands for; nullopt for the phrases that are none ("will be").
std::optional<ClaimStatus> status_of(vocabulary::WordClass word_class);

/// The status of a remark beside a version: "(default)", "deprecated, use 2.1"; nullopt if it names
/// none, or several.
std::optional<ClaimStatus> status_of_remark(std::string_view remark,
                                            const vocabulary::Words& words);

/// Sets the states of labels, and which of them are of the past.
void name_states(Outline& outline, const vocabulary::Vocabulary& vocabulary);

/// Whether a label above the passage says that it is of the past.
bool is_former(const Outline& outline, std::size_t passage);

/// Whether the page says above its first section that it is out of date.
bool is_stale(const Outline& outline, const vocabulary::Vocabulary& vocabulary);

/// The status that the introduction of a block, or the nearest label above that names one other
/// than "available", gives to all that stands there: "Old versions (deprecated)".
std::optional<ClaimStatus> status_above(const Outline& outline, std::size_t passage,
                                        const vocabulary::Words& words);

/// Whether a text is about what is needed, planned, or excepted, so that what it names need not be
/// there.
bool forbids_reading(std::string_view text, const vocabulary::Words& words);

/// Whether a text says of something in it that it is not there, not to be used, or on its way out.
bool denies(std::string_view text, const vocabulary::Words& words);

/// The date that the passage, or what it stands below, bears or begins with; what has one is news.
std::string date_of_news(const Outline& outline, std::size_t passage);

/// Whether a text means versions beside those that it names: "2.4 or newer".
bool has_bounds(std::string_view text, const vocabulary::Words& words);

/// The systems that a text names, in order.
std::vector<std::string> systems_in(
    std::string_view text, const vocabulary::Vocabulary& vocabulary,
    vocabulary::Expectation expectation = vocabulary::Expectation::prose);

}  // namespace kbuild::claims::reader
