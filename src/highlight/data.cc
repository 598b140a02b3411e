// Lexers of data and of small line-oriented languages: the kind of each line follows from its
// beginning.
#include <algorithm>

#include "base/text.h"
#include "highlight/lexers.h"

namespace kbuild::highlight {

namespace {

/// Calls body(begin, end) for each line of a range, without its line end.
template <class Body>
void each_line(std::string_view code, std::size_t begin, std::size_t end, const Body& body) {
  for (std::size_t line = begin; line < end;) {
    std::size_t stop = line_end(code, line, end);
    body(line, stop);
    line = stop + 1;
  }
}

// A scalar: string, number, word of YAML or INI, with a comment after it.
void mark_value(Painter& painter, std::size_t begin, std::size_t end,
                std::string_view comment_signs) {
  std::string_view code = painter.code();
  std::size_t at = skip_blanks(code, begin, end);
  while (at < end) {
    char c = code[at];
    if (c == '"' || c == '\'') {
      std::size_t stop = string_end(code, at, end, c == '"' ? '\\' : '\0');
      painter.mark(c == '"' ? "s2" : "s1", at, stop);
      at = stop;
    } else if (comment_signs.find(c) != std::string_view::npos &&
               (at == begin || base::is_space(code[at - 1]))) {
      painter.mark("c1", at, end);
      return;
    } else if (std::string_view("[]{},").find(c) != std::string_view::npos || base::is_space(c)) {
      ++at;
    } else {
      std::size_t stop = at;
      while (stop < end &&
             std::string_view(" \t,[]{}\"'").find(code[stop]) == std::string_view::npos)
        ++stop;
      stop = std::max(stop, at + 1);
      std::string_view word = code.substr(at, stop - at);
      if (has_word("true false yes no on off null ~ True False Yes No TRUE FALSE", word)) {
        painter.mark("kc", at, stop);
      } else if (base::is_digit(c) ||
                 ((c == '-' || c == '+') && word.size() > 1 && base::is_digit(word[1]))) {
        painter.mark("m", at, stop);
      } else if ((c == '&' || c == '*') && word.size() > 1) {
        painter.mark("nl", at, stop);
      } else if (c == '!') {
        painter.mark("kt", at, stop);
      } else {
        painter.mark("l", at, stop);
      }
      at = stop;
    }
  }
}

// The colon of "key: value", or npos.
std::size_t key_end(std::string_view code, std::size_t begin, std::size_t end) {
  if (begin < end && (code[begin] == '"' || code[begin] == '\'')) {
    std::size_t stop = string_end(code, begin, end, '\\');
    return stop < end && code[stop] == ':' ? stop : std::string_view::npos;
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (code[i] == ':' && (i + 1 == end || base::is_space(code[i + 1]))) return i;
    if (code[i] == '#' && i > begin && code[i - 1] == ' ') break;
    if (std::string_view("{[,\"'").find(code[i]) != std::string_view::npos) break;
  }
  return std::string_view::npos;
}

}  // namespace

void lex_yaml(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code();
  // Inside a block scalar every deeper line is text.
  std::size_t block_indent = std::string_view::npos;
  each_line(code, begin, end, [&](std::size_t line, std::size_t stop) {
    std::size_t at = skip_blanks(code, line, stop);
    if (at == stop) return;
    std::size_t indent = at - line;
    if (block_indent != std::string_view::npos) {
      if (indent > block_indent) return painter.mark("s", at, stop);
      block_indent = std::string_view::npos;
    }
    if (code[at] == '#') return painter.mark("c1", at, stop);
    if (indent == 0 && (code.substr(at, 3) == "---" || code.substr(at, 3) == "..."))
      return painter.mark("nn", at, stop);
    while (at < stop && code[at] == '-' && (at + 1 == stop || code[at + 1] == ' ')) {
      painter.mark("p", at, at + 1);
      at = skip_blanks(code, at + 1, stop);
    }
    std::size_t key_begin = at;
    if (std::size_t colon = key_end(code, at, stop); colon != std::string_view::npos) {
      painter.mark("nt", at, colon);
      painter.mark("p", colon, colon + 1);
      at = colon + 1;
    }
    std::size_t value = skip_blanks(code, at, stop);
    if (value < stop && (code[value] == '|' || code[value] == '>')) {
      block_indent = std::min(indent, key_begin - line);
      return painter.mark("p", value, stop);
    }
    mark_value(painter, at, stop, "#");
  });
}

void lex_ini(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code();
  each_line(code, begin, end, [&](std::size_t line, std::size_t stop) {
    std::size_t at = skip_blanks(code, line, stop);
    if (at == stop) return;
    if (code[at] == '#' || code[at] == ';') return painter.mark("c1", at, stop);
    std::size_t close = code.substr(0, stop).rfind(']');
    std::size_t equals = code.substr(0, stop).find_first_of("=:", at);
    if (code[at] == '[' && close != code.npos && close > at && equals == code.npos) {
      painter.mark("k", at, close + 1);
      return mark_value(painter, close + 1, stop, "#;");
    }
    if (equals == code.npos) return mark_value(painter, at, stop, "#;");
    painter.mark("na", at, at + base::trim_right(code.substr(at, equals - at)).size());
    painter.mark("o", equals, equals + 1);
    mark_value(painter, equals + 1, stop, "#;");
  });
}

void lex_diff(Painter& painter, std::size_t begin, std::size_t end) {
  struct Row {
    std::string_view start;
    std::string_view css;
  };
  constexpr Row kRows[] = {{"+++", "gh"},    {"---", "gh"}, {"diff ", "gh"}, {"index ", "gh"},
                           {"Index:", "gh"}, {"@@", "gu"},  {"+", "gi"},     {">", "gi"},
                           {"-", "gd"},      {"<", "gd"}};
  std::string_view code = painter.code();
  each_line(code, begin, end, [&](std::size_t line, std::size_t stop) {
    for (const Row& row : kRows)
      if (code.substr(line, stop - line).starts_with(row.start))
        return painter.mark(row.css, line, stop);
  });
}

void lex_xml(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code().substr(0, end);
  for (std::size_t at = begin; (at = code.find_first_of("<&", at)) != code.npos;) {
    std::string_view rest = code.substr(at);
    if (rest.starts_with("<!--")) {
      std::size_t close = code.find("-->", at);
      std::size_t stop = close == code.npos ? end : close + 3;
      painter.mark("cm", at, stop);
      at = stop;
    } else if (rest[0] == '&') {
      std::size_t semicolon = code.find_first_of("; \n", at);
      if (semicolon != code.npos && code[semicolon] == ';') painter.mark("ni", at, semicolon + 1);
      ++at;
    } else if (rest.size() > 1 &&
               (base::is_alpha(rest[1]) ||
                std::string_view("/!?").find(rest[1]) != std::string_view::npos)) {
      std::size_t name = at + 1;
      while (name < end && !base::is_space(code[name]) && code[name] != '>') ++name;
      painter.mark("nt", at, name);
      for (at = name; at < end && code[at] != '>';) {
        if (code[at] == '"' || code[at] == '\'') {
          std::size_t stop = string_end(code, at, end, '\0');
          painter.mark("s", at, stop);
          at = stop;
        } else if (is_word_byte(code[at])) {
          std::size_t stop = at;
          while (stop < end && (is_word_byte(code[stop]) || code[stop] == '-' || code[stop] == ':'))
            ++stop;
          painter.mark("na", at, stop);
          at = stop;
        } else {
          ++at;
        }
      }
      if (at < end) painter.mark("nt", at, at + 1);
    } else {
      ++at;
    }
  }
}

void lex_markdown(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code();
  each_line(code, begin, end, [&](std::size_t line, std::size_t stop) {
    std::size_t at = skip_blanks(code, line, stop);
    std::string_view text = code.substr(at, stop - at);
    if (text.starts_with('#')) return painter.mark("gh", at, stop);
    if (text.starts_with("```") || text.starts_with("~~~") || text.starts_with("!!!") ||
        text.starts_with("???") || text.starts_with("==="))
      return painter.mark("k", at, stop);
    if (text.starts_with("- ") || text.starts_with("* ") || text.starts_with("> "))
      painter.mark("k", at, at + 1);
    for (std::size_t tick = at; (tick = code.substr(0, stop).find('`', tick)) != code.npos;) {
      std::size_t close = string_end(code, tick, stop, '\0');
      painter.mark("sb", tick, close);
      tick = close;
    }
  });
}

void lex_tex(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code().substr(0, end);
  for (std::size_t at = begin; (at = code.find_first_of("\\%$@", at)) != code.npos;) {
    std::size_t stop = at + 1;
    if (code[at] == '%') {
      stop = line_end(code, at, end);
      painter.mark("c1", at, stop);
    } else if (code[at] == '$') {
      painter.mark("s", at, stop);
    } else {
      while (stop < end && base::is_alpha(code[stop])) ++stop;
      if (stop == at + 1 && stop < end && code[at] == '\\') ++stop;
      painter.mark("k", at, stop);
    }
    at = stop;
  }
}

}  // namespace kbuild::highlight
