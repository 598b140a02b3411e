// The built-in rows of the vocabulary: well-known systems, software, the words of languages. The
// tables are made from src/knowledge/*.yaml when kbuild is built.
#pragma once

#include <span>
#include <string_view>

#include "meta/knowledge.h"

namespace kbuild::vocabulary {

/// Whether a name is also a plain word ("Delta"), which then needs a word of context next to it.
enum class NameUse : bool { distinct, common };

/// Short for the rows.
constexpr NameUse common = NameUse::common;

struct SystemRow {
  std::string_view name;
  /// Other spellings, separated by '|'.
  std::string_view aliases = {};
  NameUse use = NameUse::distinct;
  /// The whole system that this one is a part of.
  std::string_view part_of = {};
};

struct ProductRow {
  std::string_view name;
  std::string_view aliases = {};
  /// What a version's first part is at most; larger ones are container tags or years. 0: no such
  /// bound.
  int largest_major = 0;
  NameUse use = NameUse::distinct;
};

/// How a product writes its releases where no general form of a version fits, as a pattern of
/// N digits; d one digit; D one or two; Y a year of this century; V numbers with dots between, two
/// at least; M an English month of three letters; U a capital; L a letter, which the release has as
/// a capital; R the letter R of either case, a capital where the release begins with it; ~ a
/// hyphen, dot or blank, and * any of "._-" or nothing, which are a dot in the release; {text} of
/// either case that the release leaves out; $ the end of the word. Other characters stand for
/// themselves. A pattern begins with R, or has a letter behind its first numbers and one joint.
struct SchemeRow {
  std::string_view product;
  std::string_view pattern;
};

using meta::WordClass;

/// A phrase of some language; see meta::WordEntry.
struct WordRow {
  std::string_view phrase;
  WordClass word_class;
};

struct LanguageRow {
  std::string_view code;
  /// Short words by which a text is seen to be in the language, separated by '|'.
  std::string_view frequent;
  /// The names of the months in small letters, separated by '|'.
  std::string_view months;
};

/// In the order of the phrases.
std::span<const WordRow> built_in_words();
std::span<const LanguageRow> built_in_languages();
std::span<const SystemRow> built_in_systems();
std::span<const ProductRow> built_in_products();
/// Schemes of releases in any text, whatever product they stand beside: nothing else looks so.
std::span<const SchemeRow> release_schemes();
/// Schemes that only the version of the product's own modules is read by.
std::span<const SchemeRow> module_schemes();
/// Words behind and before a product's name in the name of a module or package that say how it was
/// built or packed, not what it is: "gpu", "py".
std::span<const std::string_view> build_suffixes();
std::span<const std::string_view> origin_prefixes();
/// First parts of modules' names that are subjects: "lang" of "lang/Python".
std::span<const std::string_view> module_categories();
/// What commands say where the reader puts a name: "newmodule".
std::span<const std::string_view> placeholders();

}  // namespace kbuild::vocabulary
