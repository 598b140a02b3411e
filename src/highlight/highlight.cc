// The painter, which turns marks into HTML, and the table of lexers by name.
#include "highlight/highlight.h"

#include <algorithm>

#include "base/text.h"
#include "highlight/lexers.h"

namespace kbuild::highlight {

namespace {

constexpr std::size_t kMaxCodeBytes = 1u << 20;

// One row a lexer: all names of its languages, separated by blanks. Those of the generic lexer
// follow in the table of grammars.
struct LexerRow {
  std::string_view names;
  Lexer lexer;
};
constexpr LexerRow kLexers[] = {
    {"bash sh shell zsh ksh csh tcsh slurm sbatch pbs batch job shell-script env", lex_shell},
    {"console shell-session bash-session shellsession terminal session sh-session ps1con",
     lex_console},
    {"pycon python-console doctest ipython ipythonconsole", lex_python_console},
    {"yaml yml", lex_yaml},
    {"ini cfg conf config toml properties editorconfig dosini systemd", lex_ini},
    {"diff patch udiff", lex_diff},
    {"xml html xhtml svg htm", lex_xml},
    {"make makefile mk gnumake", lex_make},
    {"cmake", lex_cmake},
    {"dockerfile docker containerfile", lex_docker},
    {"singularity apptainer def", lex_container_definition},
    {"markdown md", lex_markdown},
    {"tex latex bibtex", lex_tex},
};

Lexer find_lexer(std::string_view name) {
  for (const LexerRow& row : kLexers)
    if (has_word(row.names, name)) return row.lexer;
  return nullptr;
}

}  // namespace

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

void Painter::mark(std::string_view css, std::size_t begin, std::size_t end) {
  begin = std::max(begin, cursor_);
  end = std::min(end, code_.size());
  if (begin >= end) return;
  base::append_escaped_html(out_, code_.substr(cursor_, begin - cursor_));
  while (begin < end) {
    std::size_t stop = line_end(code_, begin, end);
    if (stop > begin) {
      out_ += "<span class=\"";
      out_ += css;
      out_ += "\">";
      base::append_escaped_html(out_, code_.substr(begin, stop - begin));
      out_ += "</span>";
    }
    if (stop < end) out_ += '\n';
    begin = stop + 1;
  }
  cursor_ = end;
}

std::string Painter::finish() {
  base::append_escaped_html(out_, code_.substr(cursor_));
  cursor_ = code_.size();
  return std::move(out_);
}

std::size_t string_end(std::string_view code, std::size_t at, std::size_t end, char escape) {
  char quote = code[at];
  for (std::size_t i = at + 1; i < end; ++i) {
    if (code[i] == escape && escape != '\0') {
      ++i;
    } else if (code[i] == quote) {
      return i + 1;
    }
  }
  return end;
}

std::size_t number_end(std::string_view code, std::size_t at, std::size_t end) {
  std::size_t i = at;
  while (i < end && (is_word_byte(code[i]) || code[i] == '.')) {
    bool exponent = (code[i] == 'e' || code[i] == 'E') && !code.substr(at).starts_with("0x");
    if (exponent && i + 2 < end && (code[i + 1] == '+' || code[i + 1] == '-') &&
        base::is_digit(code[i + 2]))
      ++i;
    ++i;
  }
  // "1." before a blank or another point is the end of a sentence or a range.
  while (i > at + 1 && code[i - 1] == '.' && (i >= at + 2 && code[i - 2] == '.')) --i;
  return i;
}

std::string highlight(std::string_view code, std::string_view language) {
  if (code.size() > kMaxCodeBytes || language.empty()) return base::escape_html(code);
  std::string name = base::to_lower(language);
  Painter painter(code);
  if (Lexer lexer = find_lexer(name)) {
    lexer(painter, 0, code.size());
  } else if (std::size_t index = find_grammar(name); index < grammar_count()) {
    lex_generic(painter, 0, code.size(), index);
  }
  return painter.finish();
}

}  // namespace kbuild::highlight
