// Determines a block's language: by marks that only one language has, then by prompts, then by
// counting lines that look like each candidate. See language.h.
#include "snippets/language.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "shell/words.h"
#include "snippets/command.h"
#include "snippets/foreign.h"
#include "snippets/label.h"
#include "snippets/prompt.h"
#include "snippets/role.h"

namespace kbuild::snippets {

namespace {

struct Evidence {
  int shell = 0, python = 0, python_strong = 0, cmake = 0, fortran = 0, yaml = 0, ini = 0,
      assignments = 0;
  int r = 0, julia = 0, docker = 0, recipe = 0, sql = 0, lua = 0;
  int matlab_comments = 0, matlab = 0;
  int command_shaped = 0;
  int lines = 0;
  bool yaml_nests = false;
  /// A key of YAML stands once in a mapping; the name of a program before its messages does not.
  bool yaml_repeats = false;
  std::string_view yaml_key;
};

bool starts_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) &&
         (line.size() == word.size() || !base::is_name_byte(line[word.size()]));
}

bool is_dotted_name(std::string_view word) {
  return base::is_all(word, [](char c) { return base::is_name_byte(c) || c == '.'; });
}

/// Whether a line can only be Python.
bool is_python_line(std::string_view line) {
  std::vector<std::string_view> words = base::split_words(line);
  if (words.empty()) return false;
  if (words[0] == "import" && words.size() >= 2) {
    std::string_view name = words[1];
    if (name.ends_with(',')) name.remove_suffix(1);
    return is_dotted_name(name) &&
           (words.size() == 2 || words[2] == "as" || words[1].ends_with(','));
  }
  if (words[0] == "from" && words.size() >= 4) return words[2] == "import";
  bool colon = base::trim_right(line.substr(0, line.find(" #"))).ends_with(':');
  for (std::string_view keyword : {"def", "class", "if", "elif", "else", "for", "while", "with",
                                   "try", "except", "finally", "async"})
    if (starts_with_word(line, keyword) && colon)
      return keyword != "if" || line.find(';') == line.npos;
  return line.starts_with("print(") ||
         (line.starts_with('@') && is_dotted_name(words[0].substr(1))) ||
         line.starts_with("self.") || line.starts_with("\"\"\"");
}

/// An attribute or a method call as a statement: "torch.version.__version__", "prof.step()".
bool is_python_attribute_line(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (base::is_name_byte(line[end]) || line[end] == '.')) ++end;
  std::string_view name = line.substr(0, end);
  if (name.find('.') == name.npos || name.ends_with('.') || base::is_digit(name[0])) return false;
  std::string_view rest = base::trim(line.substr(end));
  if (rest.starts_with('#')) return is_file_name(name) ? false : true;
  return rest.empty() ? !is_file_name(name) : rest.starts_with('(') || rest.starts_with("= ");
}

/// "name = value", which Python, R, Julia, MATLAB and INI share.
bool is_spaced_assignment(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (base::is_name_byte(line[end]) || line[end] == '.' ||
                               line[end] == '[' || line[end] == ']' || line[end] == ','))
    ++end;
  return end > 0 && line.substr(end).starts_with(" = ");
}

bool is_yaml_key(std::string_view text) {
  return base::is_all(
      text, [](char c) { return base::is_name_byte(c) || c == '-' || c == '.' || c == '/'; });
}

/// 0: not YAML; 1: "key: value" or an item; 2: a key that opens a level.
int yaml_line(std::string_view trimmed) {
  bool item = false;
  while (trimmed.starts_with("- ")) {
    trimmed = base::trim_left(trimmed.substr(2));
    item = true;
  }
  std::size_t colon = trimmed.find(':');
  bool key = colon != trimmed.npos && colon > 0 && is_yaml_key(trimmed.substr(0, colon)) &&
             (colon + 1 == trimmed.size() || trimmed[colon + 1] == ' ');
  std::string_view value = key ? base::trim(trimmed.substr(colon + 1)) : std::string_view();
  // YAML 1.2, 7.3.3: a plain value holds no ": " and does not end in ":".
  bool plain = !value.empty() && std::string_view("\"'[{|>&*!").find(value[0]) == value.npos;
  std::string_view bare = value.substr(0, value.find(" #"));
  if (plain && (bare.find(": ") != bare.npos || bare.ends_with(':'))) return 0;
  if (key) return value.empty() ? 2 : 1;
  return item ? 1 : 0;
}

constexpr std::array<std::string_view, 16> kCMakeCommands = {"cmake_minimum_required",
                                                             "project",
                                                             "find_package",
                                                             "add_executable",
                                                             "add_library",
                                                             "target_link_libraries",
                                                             "target_include_directories",
                                                             "set",
                                                             "set_property",
                                                             "include_directories",
                                                             "link_directories",
                                                             "option",
                                                             "enable_language",
                                                             "target_compile_options",
                                                             "set_target_properties",
                                                             "add_subdirectory"};

bool is_cmake_line(std::string_view line) {
  std::size_t paren = line.find('(');
  if (paren == line.npos) return false;
  std::string name = base::to_lower(base::trim(line.substr(0, paren)));
  return std::find(kCMakeCommands.begin(), kCMakeCommands.end(), name) != kCMakeCommands.end();
}

bool is_fortran_line(std::string_view line) {
  std::string lower = base::to_lower(line);
  for (std::string_view begin : {"program ", "end program", "implicit none", "use mpi", "call mpi_",
                                 "integer ::", "real ::", "subroutine ", "end subroutine", "!$omp"})
    if (lower.starts_with(begin)) return true;
  return false;
}

/// "function f(x)", "function [a, b] = f(x)", "x = 1;", "end": MATLAB, but one line isn't enough.
bool is_matlab_line(std::string_view line) {
  if (line.starts_with("function "))
    return line.find('(') != line.npos && line.find('{') == line.npos &&
           line.find("()") == line.npos;
  return line == "end" || line == "end;" || line.ends_with(");") ||
         (line.ends_with(';') && line.find('=') != line.npos);
}

/// The end word of a here-document that begins in the line, or "".
std::string_view heredoc_end(std::string_view line) {
  std::size_t at = line.find("<<");
  if (at == line.npos || line.substr(at).starts_with("<<<")) return {};
  std::string_view rest = line.substr(at + 2);
  if (rest.starts_with('-')) rest.remove_prefix(1);
  rest = base::trim_left(rest);
  if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'')) {
    std::size_t close = rest.find(rest[0], 1);
    return close == rest.npos ? std::string_view{} : rest.substr(1, close - 1);
  }
  std::size_t end = 0;
  while (end < rest.size() && base::is_name_byte(rest[end])) ++end;
  return rest.substr(0, end);
}

/// "name=value," or "name=call(": an argument of a call over several lines.
bool is_keyword_argument(std::string_view line) {
  std::string_view bare = base::trim_right(line.substr(0, line.find(" #")));
  std::size_t equals = bare.find('=');
  if (equals == bare.npos || equals == 0 ||
      !base::is_all(bare.substr(0, equals), base::is_name_byte))
    return false;
  char last = bare.back();
  return (last == ',' || last == '(' || last == '[' ||
          (last == ')' && bare.find("$(") == bare.npos)) &&
         bare.find("=(") == bare.npos;
}

void weigh_line(std::string_view line, LocalCommands local, Evidence& evidence) {
  std::string_view trimmed = base::trim(line);
  ++evidence.lines;
  bool argument = is_keyword_argument(trimmed);
  if (argument) ++evidence.assignments;
  if (is_python_line(trimmed)) {
    ++evidence.python;
    ++evidence.python_strong;
  } else if (is_python_attribute_line(trimmed)) {
    ++evidence.python;
  }
  if (is_spaced_assignment(trimmed)) ++evidence.assignments;
  if (is_cmake_line(trimmed)) ++evidence.cmake;
  if (is_fortran_line(trimmed)) ++evidence.fortran;
  if (int kind = yaml_line(trimmed)) {
    ++evidence.yaml;
    evidence.yaml_nests |= kind == 2 || trimmed.starts_with("- ");
    std::string_view key = line.substr(0, line.find(':'));
    evidence.yaml_repeats |= key == evidence.yaml_key;
    evidence.yaml_key = trimmed.starts_with("- ") ? std::string_view() : key;
  }
  if (trimmed.size() > 2 && trimmed.front() == '[' && trimmed.back() == ']') ++evidence.ini;
  for (std::string_view word : {"FROM ", "RUN ", "COPY ", "CMD ", "ENTRYPOINT ", "WORKDIR "})
    if (line.starts_with(word)) ++evidence.docker;
  for (std::string_view word :
       {"Bootstrap:", "From:", "%post", "%environment", "%runscript", "%files"})
    if (base::starts_with_ignoring_case(trimmed, word)) ++evidence.recipe;
  if (trimmed.starts_with("% ") || trimmed.starts_with("%%")) ++evidence.matlab_comments;
  if (is_matlab_line(trimmed)) ++evidence.matlab;
  if (trimmed.find(" <- ") != trimmed.npos || trimmed.starts_with("library(")) ++evidence.r;
  if (trimmed.starts_with("using ") || trimmed.starts_with("println(")) ++evidence.julia;
  for (std::string_view word :
       {"SELECT ", "INSERT INTO ", "CREATE TABLE ", "DROP TABLE ", "CREATE DATABASE "})
    if (trimmed.starts_with(word)) ++evidence.sql;
  for (std::string_view word : {"whatis(", "prepend_path(", "setenv(", "depends_on("})
    if (trimmed.starts_with(word)) ++evidence.lua;
  std::string_view word = command_word(trimmed);
  bool closes_call = trimmed.find("(") != trimmed.npos && is_python_attribute_line(trimmed);
  bool call = word.find('(') != word.npos && !word.starts_with("$(") && !word.starts_with('(');
  bool assigns = !argument && is_assignment(base::split_words(trimmed)[0]);
  if (is_known_command(word, local) || word.starts_with("./") || assigns) ++evidence.shell;
  if (is_command_shaped(trimmed, local) && !closes_call && !call) ++evidence.command_shaped;
}

Evidence weigh(std::string_view text, LocalCommands local) {
  Evidence evidence;
  std::string_view heredoc;
  bool continued = false;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view trimmed = base::trim(line);
    if (!heredoc.empty()) {
      if (trimmed == heredoc) heredoc = {};
      continue;
    }
    bool skip = continued || trimmed.empty() || trimmed.starts_with('#');
    continued = trimmed.ends_with('\\');
    if (skip) continue;
    weigh_line(line, local, evidence);
    heredoc = heredoc_end(line);
  }
  return evidence;
}

std::string_view interpreter_language(std::string_view shebang) {
  std::vector<std::string_view> words = base::split_words(shebang);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view name = base::file_name(words[i]);
    if (name == "env" || name.starts_with('-')) continue;
    if (name.starts_with("python")) return "python";
    if (name == "Rscript") return "r";
    if (name == "tcsh" || name == "csh") return "tcsh";
    if (name.find("sh") != name.npos) return "bash";
    for (std::string_view known : {"perl", "julia", "ruby", "nextflow", "node", "lua"})
      if (name == known) return known;
    return {};
  }
  return {};
}

std::string_view first_text_line(std::string_view text) {
  for (std::string_view line : base::split_lines(text))
    if (!base::trim(line).empty()) return base::trim_right(line);
  return {};
}

bool is_json(std::string_view text) {
  std::string_view trimmed = base::trim(text);
  if (trimmed.size() < 4 || trimmed.size() > (1u << 20)) return false;
  bool object = trimmed.front() == '{' && trimmed.back() == '}';
  bool array = trimmed.front() == '[' && trimmed.back() == ']' && trimmed.find('"') != trimmed.npos;
  return (object || array) && base::Json::accept(trimmed);
}

/// How many marks of Python's long strings the line has.
std::size_t long_quotes(std::string_view line) {
  std::size_t count = 0;
  for (std::string_view mark : {"\"\"\"", "'''"})
    for (std::size_t at = line.find(mark); at != line.npos; at = line.find(mark, at + 3)) ++count;
  return count;
}

/// The language of marks that no other language has.
std::string_view unmistakable(std::string_view text) {
  if (text.find("nextflow.enable.dsl") != text.npos) return "nextflow";
  std::string_view first = first_text_line(text);
  if (first.starts_with("#!")) return interpreter_language(first.substr(2));
  if (first.starts_with("!/") || first.starts_with("#/bin/"))
    if (std::string_view language = interpreter_language(first.substr(1)); !language.empty())
      return language;
  if (first.starts_with("```") || first.starts_with("~~~")) return "markdown";
  if (first.starts_with("#%Module")) return "tcl";
  if (first.starts_with("<?xml")) return "xml";
  if (base::starts_with_ignoring_case(first, "<!doctype html") || first.starts_with("<html"))
    return "html";
  if (first.starts_with("diff --git ") || first.starts_with("--- a/")) return "diff";
  bool in_string = false;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view trimmed = base::trim(line);
    if (!in_string && !shell::batch_directive(trimmed).empty()) return "bash";
    if (long_quotes(line) % 2 == 1) in_string = !in_string;
    if (trimmed.starts_with("#include <") || trimmed.starts_with("#include \"")) {
      if (text.find("__global__") != text.npos || text.find("<<<") != text.npos) return "cuda";
      bool cpp = text.find("std::") != text.npos || text.find("::") != text.npos ||
                 text.find("iostream") != text.npos || text.find("class ") != text.npos;
      return cpp ? "cpp" : "c";
    }
  }
  return is_json(text) ? "json" : std::string_view{};
}

/// The language of a session: the first line is a prompt, or prompts follow text that has none.
std::string_view session_language(std::string_view text) {
  if (Prompt prompt = find_prompt(base::trim_left(first_text_line(text))); prompt.length)
    return prompt.language;
  // A comment or an empty line may precede the first prompt.
  for (std::string_view line : base::split_lines(text)) {
    std::string_view trimmed = base::trim_left(line);
    if (trimmed.empty() || trimmed.starts_with("# ") || trimmed.starts_with("##")) continue;
    Prompt prompt = find_prompt(trimmed);
    return prompt.length ? prompt.language : std::string_view{};
  }
  return {};
}

}  // namespace

LanguageGuess guess_language(std::string_view text, LocalCommands local) {
  if (base::trim(text).empty()) return {};
  std::string_view session = session_language(text);
  if (!session.empty()) return {session, Certainty::certain};
  if (std::string_view mark = unmistakable(text); !mark.empty()) return {mark, Certainty::certain};

  Evidence e = weigh(text, local);
  if (e.lines == 0) return {};
  if (e.cmake > 0 && e.cmake * 2 >= e.lines)
    return {"cmake", e.cmake > 1 ? Certainty::certain : Certainty::likely};
  if (e.docker >= 2) return {"dockerfile", Certainty::certain};
  if (e.recipe >= 2) return {"singularity", Certainty::likely};
  if (e.fortran >= 2) return {"fortran", Certainty::certain};
  if (e.lua >= 2) return {"lua", Certainty::likely};
  if (e.matlab_comments > 0 && e.matlab > 1 && text.find("\\begin{") == text.npos)
    return {"matlab", Certainty::likely};
  bool all_yaml = e.yaml == e.lines && e.lines >= 2 && !e.yaml_repeats;
  if (all_yaml && e.yaml_nests && e.shell == 0) return {"yaml", Certainty::certain};
  if (e.sql > 0 && e.shell == 0) return {"sql", Certainty::likely};
  if (e.r > 0 && e.r >= e.shell) return {"r", Certainty::likely};
  if (e.python_strong > 0 && e.python_strong + e.python > e.shell && e.julia == 0)
    return {"python", e.python_strong > 1 || e.lines <= 3 ? Certainty::certain : Certainty::likely};
  if (e.shell > 0 && e.shell * 2 >= e.lines)
    return {"bash", e.shell * 3 >= e.lines * 2 ? Certainty::certain : Certainty::likely};
  if (e.python > 0 && e.python + e.assignments >= e.lines && e.shell == 0)
    return {"python", Certainty::likely};
  if (e.julia > 0 && e.shell == 0) return {"julia", Certainty::likely};
  if (e.ini > 0 && e.assignments > 0) return {"ini", Certainty::likely};
  if (all_yaml) return {"yaml", Certainty::likely};
  if (e.command_shaped == 0 && e.python == 0 && e.assignments == 0)
    return {"text", Certainty::likely};
  if (e.shell > 0) return {"bash", Certainty::likely};
  return {};
}

namespace {

/// Whether the paragraph before asks to type what follows.
bool asks_to_run(std::string_view introduction) {
  static constexpr std::array<std::string_view, 16> kWords = {
      "run", "running",  "type",    "execute", "command",    "commands", "use",      "issue",
      "aja", "ajamalla", "suorita", "komento", "komennolla", "komennot", "komentoa", "käytä"};
  std::string lower = base::to_lower(
      introduction.substr(introduction.size() > 120 ? introduction.size() - 120 : 0));
  for (char& c : lower)
    if (base::is_punctuation(c)) c = ' ';
  for (std::string_view word : base::split_words(lower))
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
  return false;
}

/// "The output should look like this:" before a text whose first line isn't a command.
bool shows_output(std::string_view text, std::string_view introduction, LocalCommands local) {
  std::size_t sentence = introduction.rfind(". ");
  std::string_view last = introduction.substr(sentence == introduction.npos ? 0 : sentence + 2);
  if (!mentions_output(last) || asks_to_run(last) || !base::trim(last).ends_with(':')) return false;
  for (std::string_view line : base::split_lines(text))
    if (std::string_view bare = base::trim(line); !bare.empty() && !bare.starts_with('#'))
      return !is_command_shaped(bare, local);
  return true;
}

/// Whether every line satisfies the predicate, except for comments.
bool every_line(std::string_view text, auto predicate) {
  for (std::string_view line : base::split_lines(text)) {
    std::string_view bare = base::trim(line);
    if (!bare.empty() && !bare.starts_with('#') && !predicate(bare)) return false;
  }
  return true;
}

/// Only "import X" and calls of X, valid in Julia and in Python.
bool shows_imports_alone(std::string_view text) {
  return every_line(text, [](std::string_view line) {
    bool imports = line.starts_with("import ") && base::split_words(line).size() == 2;
    return imports || (is_python_attribute_line(line) && !line.ends_with(':'));
  });
}

/// Only "NAME=value" lines and "[section]", valid in shell and in files of settings.
bool shows_assignments_alone(std::string_view text) {
  return every_line(text, [](std::string_view line) {
    bool section = line.starts_with('[') && line.ends_with(']') && line.find(' ') == line.npos;
    return section || is_assignment(base::split_words(line)[0]);
  });
}

/// Languages whose statements read like commands of a shell.
bool is_numerical(std::string_view label) {
  return base::is_any_of(label, {"julia", "r", "matlab", "octave", "fortran", "lua", "stata", "sas",
                                 "mathematica", "gnuplot", "idl"});
}

bool shows_commands_alone(std::string_view text, LocalCommands local) {
  if (!unmistakable(text).empty()) return true;
  return every_line(text, [&](std::string_view line) {
    return is_known_command(command_word(line), local) && !is_assignment(line);
  });
}

bool is_one_bare_command(std::string_view text, LocalCommands local) {
  std::string_view trimmed = base::trim(text);
  return trimmed.find('\n') == trimmed.npos && !trimmed.empty() &&
         base::is_lower(trimmed.front()) && base::split_words(trimmed).size() <= 3 &&
         is_command_shaped(trimmed, local);
}

/// "> seff 1", "user@host: ls": a prompt without a mark that only prompts have, before a command.
bool begins_with_loose_prompt(std::string_view text, LocalCommands local) {
  std::string_view line = first_text_line(text);
  std::size_t end = line.starts_with("> ") ? 1 : line.find(": ");
  if (end == line.npos) return false;
  std::string_view prompt = line.substr(0, end);
  bool user =
      prompt.find('@') != prompt.npos && base::is_all(prompt, [](char c) {
        return base::is_name_byte(c) || std::string_view("@.-").find(c) != std::string_view::npos;
      });
  std::string_view command = base::trim(line.substr(std::min(line.size(), end + 1)));
  return (prompt == ">" || user) && command.find(' ') != command.npos &&
         is_known_command(command_word(command), local);
}

/// "Traceback (most recent call last):", "TypeError: ...": what Python prints when it stops.
bool shows_traceback(std::string_view text) {
  if (base::has_line(
          text, [](std::string_view line) { return line == "Traceback (most recent call last):"; }))
    return true;
  std::string_view line = base::trim(text);
  std::string_view name = line.substr(0, line.find(": "));
  return line.find('\n') == line.npos && name.size() + 2 < line.size() && base::is_upper(name[0]) &&
         is_dotted_name(name) &&
         (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning"));
}

}  // namespace

std::string decide_language(std::string_view text, std::string_view declared,
                            std::string_view introduction, LocalCommands local) {
  std::string label = canonical_language(declared);
  LanguageGuess guess = guess_language(text, local);
  bool sure = guess.certainty == Certainty::certain && guess.language != "bash";
  if (label == "bash" && !sure)
    if (std::string_view foreign = foreign_language(text); !foreign.empty())
      return std::string(foreign);
  if (label == "json" && is_nextflow_configuration(text)) return "nextflow";
  if (label == "bash" && begins_with_loose_prompt(text, local)) return "console";
  if (label == "python" && guess.language != "pycon" && shows_traceback(text)) return "text";
  bool free_text = declared == "output" || declared == "raw";
  bool weak_label = label.empty() || (label == "text" && !free_text);
  if (guess.certainty == Certainty::none && weak_label && is_one_bare_command(text, local) &&
      asks_to_run(introduction))
    return "bash";
  bool output = label == "bash" && guess.certainty != Certainty::certain &&
                shows_output(text, introduction, local);
  if (output) return "text";
  if (guess.certainty == Certainty::none) return label.empty() ? "text" : label;
  if (label.empty()) return std::string(guess.language);
  if (compatible_languages(label, guess.language)) return label;
  // Literal values are valid in these as well.
  if (guess.language == "json" && (label == "python" || label == "yaml")) return label;
  if (guess.language == "markdown" && label == "text") return label;
  if (guess.language == "python" && label == "julia" && shows_imports_alone(text)) return label;
  if (guess.language == "bash" && (label == "ini" || label == "toml") &&
      shows_assignments_alone(text))
    return label;
  // A console label stays right if the prompts were left out.
  if (label == "console" && guess.language == "bash") return label;
  if (label == "markdown" || label == "rst" || label == "diff" || label == "html") return label;
  if (guess.language == "bash" && is_numerical(label) && !shows_commands_alone(text, local))
    return label;
  if (guess.certainty == Certainty::certain) {
    return free_text ? label : std::string(guess.language);
  }
  if (label == "bash" && (guess.language == "text" || guess.language == "yaml"))
    return std::string(guess.language);
  return label;
}

}  // namespace kbuild::snippets
