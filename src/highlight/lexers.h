// What the lexers share: the painter that turns marks into HTML, the description of a language, and
// one entry per family. A lexer gets a painter and a range of its code, and marks what it knows
// from left to right; what it leaves out stays plain, so that no lexer can lose text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kbuild::highlight {

class Painter {
 public:
  explicit Painter(std::string_view code) : code_(code) { out_.reserve(code.size() * 2); }

  std::string_view code() const { return code_; }
  /// Colours [begin, end) with a class. Marks come in order; what was marked already is skipped.
  void mark(std::string_view css, std::size_t begin, std::size_t end);
  /// The HTML, once everything is marked.
  std::string finish();

 private:
  std::string_view code_;
  std::string out_;
  std::size_t cursor_ = 0;
};

/// Words of one class, separated by blanks.
struct WordList {
  std::string_view css;
  std::string_view words;
};

enum class Lines : bool { one, many };
struct StringForm {
  std::string_view open;
  std::string_view close;
  std::string_view css;
  /// The character that takes the next one as it is, or '\0'.
  char escape = '\\';
  Lines lines = Lines::one;
};

/// A language of the usual make: comments, strings, numbers, words and operators. Unused members
/// are empty.
struct Grammar {
  std::string_view line_comments[2] = {};
  std::string_view block_comment[2] = {};
  /// Longer openings before their prefixes.
  StringForm strings[6] = {};
  WordList words[5] = {};
  /// Words that the name of a function or type follows.
  std::string_view function_introducers = {};
  std::string_view type_introducers = {};
  /// Characters of words besides letters, digits and '_'.
  std::string_view word_characters = {};
  /// Letters that may precede a quote ("rbfuRBFU").
  std::string_view string_prefixes = {};
  /// A line comment that begins so is a directive ("!$omp").
  std::string_view directive = {};
  /// '#' at a line's begin is the preprocessor's; '@name' is a decorator, '$name' a variable.
  bool preprocessor = false;
  bool decorators = false;
  bool dollar_variables = false;
  bool ignore_case = false;
  /// A quote right after a word or bracket is an operator (transposition), as in MATLAB.
  bool transposes = false;
  /// 'a is a lifetime unless a closing quote follows.
  bool lifetimes = false;
  /// A string before ':' is a key (JSON).
  bool string_keys = false;
};

using Lexer = void (*)(Painter& painter, std::size_t begin, std::size_t end);

/// A name's index into the table of grammars is found in highlight.cc.
void lex_generic(Painter& painter, std::size_t begin, std::size_t end, std::size_t grammar);
std::size_t grammar_count();
const Grammar& grammar(std::size_t index);
std::size_t find_grammar(std::string_view name);

void lex_shell(Painter& painter, std::size_t begin, std::size_t end);
void lex_console(Painter& painter, std::size_t begin, std::size_t end);
void lex_python_console(Painter& painter, std::size_t begin, std::size_t end);
void lex_yaml(Painter& painter, std::size_t begin, std::size_t end);
void lex_ini(Painter& painter, std::size_t begin, std::size_t end);
void lex_diff(Painter& painter, std::size_t begin, std::size_t end);
void lex_xml(Painter& painter, std::size_t begin, std::size_t end);
void lex_make(Painter& painter, std::size_t begin, std::size_t end);
void lex_cmake(Painter& painter, std::size_t begin, std::size_t end);
void lex_docker(Painter& painter, std::size_t begin, std::size_t end);
void lex_container_definition(Painter& painter, std::size_t begin, std::size_t end);
void lex_markdown(Painter& painter, std::size_t begin, std::size_t end);
void lex_tex(Painter& painter, std::size_t begin, std::size_t end);

/// True where a line begins with something that looks like a shell's prompt; its end is past the
/// blank after it.
bool find_prompt(std::string_view line, std::size_t& end);

/// Whether `word` is one of a list separated by blanks.
bool has_word(std::string_view list, std::string_view word);
/// The end of the line that holds `at`, not past `end`.
inline std::size_t line_end(std::string_view code, std::size_t at, std::size_t end) {
  std::size_t found = code.find('\n', at);
  return found == code.npos || found > end ? end : found;
}
/// The first of [begin, end) that is neither blank nor tab.
inline std::size_t skip_blanks(std::string_view code, std::size_t begin, std::size_t end) {
  while (begin < end && (code[begin] == ' ' || code[begin] == '\t')) ++begin;
  return begin;
}
inline bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
/// The end of the string in quotes that opens at `at`, past its closing quote, or `end`.
std::size_t string_end(std::string_view code, std::size_t at, std::size_t end, char escape);
/// The end of the number at `at` ("0x1f", "1.5e-3", "12GB" are one).
std::size_t number_end(std::string_view code, std::size_t at, std::size_t end);

}  // namespace kbuild::highlight
