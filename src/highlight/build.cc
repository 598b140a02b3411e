// Lexers of what builds software and containers: make, CMake, Dockerfiles and Apptainer
// definitions. Their commands are shell and are coloured by its lexer.
#include <algorithm>

#include "base/text.h"
#include "highlight/lexers.h"

namespace kbuild::highlight {

namespace {

// The end of a line with those that continue it.
std::size_t logical_line_end(std::string_view code, std::size_t at, std::size_t end) {
  std::size_t stop = line_end(code, at, end);
  while (stop < end && stop > at && code[stop - 1] == '\\') stop = line_end(code, stop + 1, end);
  return stop;
}

// Marks "$(NAME)" and "${NAME}".
void mark_references(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code().substr(0, end);
  for (std::size_t at = begin; (at = code.find('$', at)) != code.npos;) {
    std::size_t stop = std::min(at + 2, end);
    if (stop <= end && at + 1 < end && (code[at + 1] == '(' || code[at + 1] == '{')) {
      std::size_t close = code.find(code[at + 1] == '(' ? ')' : '}', at);
      stop = close == code.npos ? end : close + 1;
    }
    painter.mark("nv", at, stop);
    at = stop;
  }
}

}  // namespace

void lex_make(Painter& painter, std::size_t begin, std::size_t end) {
  constexpr std::string_view kDirectives =
      "include -include sinclude ifeq ifneq ifdef ifndef else endif define endef export unexport "
      "override vpath";
  std::string_view code = painter.code();
  for (std::size_t line = begin; line < end;) {
    std::size_t stop = logical_line_end(code, line, end);
    std::size_t at = skip_blanks(code, line, stop);
    std::string_view text = code.substr(at, stop - at);
    std::size_t word = std::min(text.find_first_of(" \t(:="), text.size());
    std::size_t sign = text.find_first_of(":=");
    if (line < stop && code[line] == '\t') {
      lex_shell(painter, line, stop);
    } else if (text.starts_with('#')) {
      painter.mark("c1", at, stop);
    } else if (has_word(kDirectives, text.substr(0, word))) {
      painter.mark("k", at, at + word);
      mark_references(painter, at + word, stop);
    } else if (sign != text.npos) {
      std::size_t equals = text.find('=', sign);
      bool assigns = text[sign] == '=' || equals == sign + 1 || text.substr(sign, 3) == "::=";
      std::size_t name = base::trim_right(text.substr(0, sign)).size();
      if (assigns && name > 0 &&
          std::string_view("?+!").find(text[name - 1]) != std::string_view::npos)
        --name;
      painter.mark(assigns ? "nv" : "nf", at, at + name);
      if (assigns) painter.mark("o", at + name, at + equals + 1);
      mark_references(painter, at + sign + 1, stop);
    }
    line = stop + 1;
  }
}

void lex_cmake(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code().substr(0, end);
  for (std::size_t at = begin; at < end;) {
    char c = code[at];
    std::size_t stop = at + 1;
    if (c == '#') {
      bool bracket = code.substr(at).starts_with("#[[");
      std::size_t close = bracket ? code.find("]]", at) : code.npos;
      stop = bracket ? (close == code.npos ? end : close + 2) : line_end(code, at, end);
      painter.mark(bracket ? "cm" : "c1", at, stop);
    } else if (c == '"') {
      stop = string_end(code, at, end, '\\');
      for (std::size_t i = at; (i = code.substr(0, stop).find("${", i)) != code.npos;) {
        std::size_t close = std::min(code.find('}', i), stop - 1) + 1;
        painter.mark("s2", at, i);
        painter.mark("nv", i, close);
        at = i = close;
      }
      painter.mark("s2", at, stop);
    } else if (c == '$') {
      std::size_t close = code.find_first_of("}>\n", at);
      stop = close == code.npos ? end : close + (code[close] == '\n' ? 0 : 1);
      painter.mark("nv", at, stop);
    } else if (is_word_byte(c)) {
      while (stop < end && (is_word_byte(code[stop]) || code[stop] == '-' || code[stop] == '.'))
        ++stop;
      std::string_view word = code.substr(at, stop - at);
      std::size_t next = skip_blanks(code, stop, end);
      bool capitals = word.size() > 1 && std::none_of(word.begin(), word.end(), base::is_lower) &&
                      base::is_alpha(c);
      if (next < end && code[next] == '(') {
        painter.mark(
            has_word(
                "if elseif else endif foreach endforeach while endwhile function endfunction macro "
                "endmacro return break continue block endblock",
                word)
                ? "k"
                : "nb",
            at, stop);
      } else if (has_word("ON OFF TRUE FALSE YES NO", word)) {
        painter.mark("kc", at, stop);
      } else if (capitals) {
        painter.mark("na", at, stop);
      } else if (base::is_digit(c)) {
        painter.mark("m", at, stop);
      }
    }
    at = std::max(stop, at + 1);
  }
}

void lex_docker(Painter& painter, std::size_t begin, std::size_t end) {
  constexpr std::string_view kInstructions =
      "add arg cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell "
      "stopsignal user "
      "volume workdir";
  std::string_view code = painter.code();
  for (std::size_t line = begin; line < end;) {
    std::size_t stop = logical_line_end(code, line, end);
    std::size_t at = skip_blanks(code, line, stop);
    std::size_t word = at;
    while (word < stop && base::is_alpha(code[word])) ++word;
    std::string name = base::to_lower(code.substr(at, word - at));
    if (at < stop && code[at] == '#') {
      stop = line_end(code, at, end);
      painter.mark("c1", at, stop);
    } else if (has_word(kInstructions, name)) {
      painter.mark("k", at, word);
      lex_shell(painter, word, stop);
    }
    line = stop + 1;
  }
}

void lex_container_definition(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code();
  for (std::size_t line = begin; line < end;) {
    std::size_t stop = line_end(code, line, end);
    std::size_t at = skip_blanks(code, line, stop);
    std::size_t colon = code.substr(0, stop).find(':', at);
    if (at < stop && code[at] == '%') {
      painter.mark("k", at, stop);
      std::size_t next = std::min(code.find("\n%", stop), end);
      lex_shell(painter, std::min(stop + 1, end), next);
      stop = next;
    } else if (at < stop && code[at] == '#') {
      painter.mark("c1", at, stop);
    } else if (colon != code.npos) {
      painter.mark("na", at, colon);
      painter.mark("s", skip_blanks(code, colon + 1, stop), stop);
    }
    line = stop + 1;
  }
}

}  // namespace kbuild::highlight
