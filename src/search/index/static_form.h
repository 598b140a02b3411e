// The format of the files of the static index (static_index.h): each as one call, kb`...`, of the
// function that the reader defines, which takes the name from the script's address. A server
// compresses each file separately, so what the reader can derive is left out.
//
// A block (rows.h) is written as the texts of its rows, a form feed, and the entries of each in a
// line, that of Field::word first and without its letter. Left out are names of compounds (the
// reader needs only their merged postings); the forms of a stem in the same block, which the reader
// stems itself; a form's lemmas and roots whose rows are in the same block and name it. Rows
// without any entry left are not written. Forms of a lemma or root in the same block are numbers
// before all others, without inlined postings: how many rows the first is after this one, doubled,
// or before it, doubled, less one; then how many rows lie between it and the next. Parts of a
// compound equal to those of the last row with parts are only "P"; a split by the vocabulary is one
// digit, the length of its left half.
//
// A text file is "<url> TAB <title>", then for each section a form feed and "<anchor> TAB
// <heading> ...", a vertical tab, the body, and where there is code another one and the code. An
// anchor is left out where it is anchor_of() the last heading.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "search/index/form.h"

namespace kbuild::search {

/// Version of the format, hashed into the names of files. To be raised with every change of the
/// format.
constexpr std::uint64_t kStaticForm = 3;

/// The script that hands over a text.
std::string script_of(std::string_view text);
/// A block of `language` without what the reader can derive.
std::string packed_block(std::string_view content, std::string_view language);
/// The texts of the sections [begin, end) of a page.
std::string packed_texts(const StoredPage& page, const StoredTexts& texts, std::uint32_t begin,
                         std::uint32_t end);
/// Of headings in ASCII the words in lower case, a hyphen between them; else empty.
std::string anchor_of(std::string_view heading);

}  // namespace kbuild::search
