// Wrapper of ICU: everything that needs Unicode tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kbuild::source {

/// NFKC with full case folding; for comparing words.
std::string fold_case(std::string_view text);
/// Full lower case (root locale).
std::string lower_case(std::string_view text);
/// NFKD without combining marks: "Ääni" -> "Aani".
std::string strip_marks(std::string_view text);
/// NFKD, then only what is ASCII: the default of Python-Markdown's slugify.
std::string to_ascii(std::string_view text);
std::string normalise_nfc(std::string_view text);

bool is_letter(char32_t c);
bool is_alphanumeric(char32_t c);
bool is_word_character(char32_t c);
bool is_unicode_space(char32_t c);
bool is_upper_case(char32_t c);
bool is_lower_case(char32_t c);
/// Open, close, initial and final quotes, dash and other punctuation by general category:
/// "Ps", "Pe", "Pi", "Pf", "Pd", "Po", ...; two letters.
std::string_view general_category(char32_t c);
/// The emoji whose Unicode name is `name` with "_" for blanks, or that name with " face" or
/// " symbol": "koala", "test_tube", "astonished"; "" for none.
std::string emoji_of(std::string_view name);
/// The flag of a region of two letters ("fi"), as regional indicators; "" for other texts.
std::string flag_of(std::string_view region);

/// 0, 1 or 2 cells of a terminal (East Asian Width W and F are 2, combining marks 0).
int display_width(char32_t c);
int display_width(std::string_view text);

/// <0, 0, >0 in the order of a language's dictionary ("fi": ... z å ä ö).
int compare_for_language(std::string_view a, std::string_view b, std::string_view language);
/// An ICU MessageFormat pattern with named arguments. A broken pattern returns itself.
std::string format_message(std::string_view pattern, std::string_view language,
                           const std::vector<std::pair<std::string, std::string>>& arguments);
/// A date in the long form of a language ("20 November 2026", "20. marraskuuta 2026").
std::string format_long_date(long long seconds, std::string_view language);

/// Bytes as UTF-8: by byte order mark, else as they are if valid, else by ICU's detection.
struct DecodedText {
  std::string text;
  /// IANA name of the encoding that was found; "UTF-8" where nothing was converted.
  std::string encoding;
  bool had_byte_order_mark = false;
};
DecodedText decode_bytes(std::string bytes);

/// UTF-8 that was once read as Mac Roman or Windows-1252 ("fran√ßais"): the damaged run and its
/// repair.
struct Mojibake {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string repaired;
  std::string read_as;
};
std::vector<Mojibake> find_mojibake(std::string_view text);

}  // namespace kbuild::source
