// Tables of MediaWiki's parser functions by name: of the core, of extensions and of dates. Each
// file holds the functions of its table; expand.cc calls them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "read/mediawiki/expand.h"

namespace kbuild::read::mediawiki {

/// A function by its name in lower case. `append` says whether the call has a result.
struct FunctionRow {
  std::string_view name;
  bool (*append)(WikiText& out, const Call& call);
};

/// Those of the extensions ParserFunctions, StringFunctions and LabeledSectionTransclusion.
std::span<const FunctionRow> extension_functions();
/// #time and #formatdate.
std::span<const FunctionRow> date_functions();

/// Without strips, for functions that look at letters.
std::string letters(const WikiText& text, const Context& context);
/// A decimal number that is the whole text.
std::optional<double> number(std::string_view text);

}  // namespace kbuild::read::mediawiki
