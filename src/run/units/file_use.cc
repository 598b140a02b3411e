// Reads commands for the files they name; see file_use.h.
#include "run/units/file_use.h"

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"
#include "run/units/unit.h"
#include "shell/command.h"
#include "shell/programs.h"
#include "snippets/label.h"

namespace kbuild::run {

namespace {

using shell::is_program;

constexpr std::array<std::string_view, 13> kProgramLanguages = {
    "bash",    "python", "julia", "r",    "c",           "cpp", "cuda",
    "fortran", "matlab", "perl",  "java", "singularity", "tcsh"};

bool is_program_file(std::string_view name) {
  std::string_view language = snippets::language_of_file(name);
  return std::find(kProgramLanguages.begin(), kProgramLanguages.end(), language) !=
         kProgramLanguages.end();
}

/// Without "./", "~/" and a leading variable: what stays of the path on the reader's side.
std::string_view strip_home(std::string_view path) {
  for (bool again = true; again;) {
    again = false;
    for (std::string_view prefix : {"./", "~/", "$HOME/", "${HOME}/", "$PWD/", "${PWD}/"})
      if (path.starts_with(prefix)) {
        path.remove_prefix(prefix.size());
        again = true;
      }
  }
  if (path.starts_with('$'))
    if (std::size_t slash = path.find('/'); slash != path.npos) path.remove_prefix(slash + 1);
  return path;
}

bool has_expansion(std::string_view word) {
  return word.find_first_of("$*?{`<%") != word.npos;
}

/// The value of "--option=value", else the word.
std::string_view option_value(std::string_view word) {
  if (!word.starts_with('-')) return word;
  std::size_t equals = word.find('=');
  return equals == word.npos ? std::string_view{} : word.substr(equals + 1);
}

struct Reader {
  const snippets::Snippet& snippet;
  FileUses uses = {};
  /// Where a command changed into a directory, its name.
  std::string directory = {};

  void make(std::string_view name) {
    name = strip_home(name);
    if (!name.empty() && name != "." && !has_expansion(name))
      uses.made.emplace_back(base::normalise_path(name));
  }
  void use(std::string_view name) {
    name = strip_home(name);
    std::string_view first = name.substr(0, name.find('/'));
    if (!first.empty() && first != "." && first != ".." && !has_expansion(first))
      uses.used.emplace_back(first);
  }
  void want(std::string_view word, std::size_t offset) {
    std::string_view value = option_value(word);
    if (value.find("://") != value.npos || value.find('@') != value.npos) return;
    if (value.find(':') != value.npos) return;
    std::string_view name = base::file_name(value);
    if (!snippets::is_file_name(name) || has_expansion(name)) return;
    bool absolute = value.starts_with('/') || value.starts_with("~") || has_expansion(value);
    std::string path = directory.empty() || absolute
                           ? std::string(strip_home(value))
                           : base::join_path(directory, strip_home(value));
    bool placeholder = false;
    for (const snippets::Placeholder& p : snippet.placeholders)
      placeholder |= p.text.find(name) != p.text.npos || value.find(p.text) != value.npos;
    if (absolute) path = name;
    // A file in a directory comes from a tree that readers have: a checkout, a shared course.
    bool in_directory = strip_home(value).find('/') != value.npos;
    bool demanded = is_program_file(name) && !absolute && !placeholder && !in_directory;
    uses.wanted.push_back({std::move(path), offset, demanded, false});
  }

  void read(const shell::Command& command);
  void read_operands(const shell::Command& command, std::string_view program);
};

/// The word after one of the options, or the value after '=': "-n name", "--name=name".
std::string_view value_of(const shell::Command& command,
                          std::initializer_list<std::string_view> options) {
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    std::string_view word = command.words[i];
    for (std::string_view option : options) {
      if (word == option && i + 1 < command.words.size()) return command.words[i + 1];
      if (option.starts_with("--") && word.starts_with(option) &&
          word.substr(option.size()).starts_with('='))
        return word.substr(option.size() + 1);
    }
  }
  return {};
}

std::string_view last_operand(const shell::Command& command) {
  for (std::size_t i = command.words.size(); i-- > 1;)
    if (!command.words[i].starts_with('-')) return command.words[i];
  return {};
}

void Reader::read_operands(const shell::Command& command, std::string_view program) {
  using enum shell::ProgramClass;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const std::string& word = command.words[i];
    bool output = i > 0 && (command.words[i - 1] == "-o" || command.words[i - 1] == "-O" ||
                            command.words[i - 1] == "--output" || command.words[i - 1] == "-n" ||
                            command.words[i - 1] == "--name");
    // What an editor opens or a copy makes need not exist.
    bool target = is_program(program, copies) && i + 1 == command.words.size();
    bool makes = is_program(program, editor | creates);
    if (output || target || (makes && i > 0)) {
      make(word);
    } else if (!is_program(program, only_names)) {
      std::size_t before = uses.wanted.size();
      want(word, command.offsets[i]);
      // A program by its bare name is one that the environment has; what others read may be the
      // reader's own.
      bool is_run = i == 0 ? word.find('/') != word.npos : is_program(program, interpreter);
      for (std::size_t k = before; k < uses.wanted.size(); ++k) {
        if (!is_run) uses.wanted[k].demanded = false;
        uses.wanted[k].is_batch = program == "sbatch" && i > 0;
      }
    }
    if (i > 0 || word.find('/') != word.npos) use(word);
  }
}

void Reader::read(const shell::Command& command) {
  using enum shell::ProgramClass;
  shell::Command inner = shell::unwrap(command);
  std::string_view program = inner.program();
  for (const std::string& target : command.writes) make(target);
  if (program.empty()) return;
  bool module = is_program(program, modules);
  bool activate =
      is_program(program, sources | conda) && inner.words.size() > 1 &&
      (base::file_name(inner.words.back()) == "activate" || inner.words[1] == "activate");
  uses.sets_environment |= (module && inner.words.size() > 1) || activate;
  for (const std::string& word : inner.words)
    uses.needs_environment |= word.find("$VIRTUAL_ENV") != word.npos ||
                              word.find("${VIRTUAL_ENV}") != word.npos ||
                              word.find("$CONDA_PREFIX") != word.npos;
  if (module) return;
  if (program == "cd" && inner.words.size() > 1) {
    use(inner.words[1]);
    std::string_view to = strip_home(inner.words[1]);
    directory = has_expansion(to) || to == ".." ? "" : std::string(to);
  } else if (program == "mkdir" || program == "virtualenv") {
    make(last_operand(inner));
  } else if (is_program(program, python) && inner.words.size() > 3 && inner.words[1] == "-m" &&
             inner.words[2] == "venv") {
    make(last_operand(inner));
  } else if (is_program(program, conda)) {
    if (inner.words.size() > 1 && (inner.words[1] == "create" || inner.words[1] == "env"))
      make(value_of(inner, {"-n", "--name", "-p", "--prefix"}));
    if (activate) use(inner.words.back());
    if (std::string_view file = value_of(inner, {"-f", "--file"}); !file.empty())
      want(file, inner.offset);
  } else if (program == "git" && inner.words.size() > 2 && inner.words[1] == "clone") {
    std::string_view url = last_operand(inner);
    if (url.ends_with(".git")) url.remove_suffix(4);
    make(base::file_name(url));
    uses.fetches = true;
  } else if (is_program(program, transfer)) {
    make(base::file_name(last_operand(inner)));
    uses.fetches = true;
  } else if (is_program(program, unpacks) || program == "cp") {
    uses.fetches = true;
    read_operands(inner, program);
  } else if (program == "cmake") {
    if (std::string_view build = value_of(inner, {"-B"}); !build.empty()) make(build);
    bool builds = std::find(inner.words.begin(), inner.words.end(), "--build") != inner.words.end();
    if (!builds) uses.wanted.push_back({"CMakeLists.txt", inner.offset, false, false});
    if (std::string_view build = value_of(inner, {"--build"}); !build.empty()) use(build);
  } else if (program == "make" || program == "gmake") {
    uses.wanted.push_back({"Makefile", inner.offset, false, false});
  } else {
    read_operands(inner, program);
  }
}

/// Source files that add_executable and add_library name.
void read_cmake(const snippets::Snippet& snippet, FileUses& uses) {
  std::string_view text = snippet.text;
  for (std::string_view command : {"add_executable", "add_library"}) {
    for (std::size_t at = text.find(command); at != text.npos; at = text.find(command, at + 1)) {
      std::size_t open = text.find('(', at), close = text.find(')', at);
      if (open == text.npos || close == text.npos || close < open) break;
      std::string_view inside = text.substr(open + 1, close - open - 1);
      for (std::string_view word : base::split_words(inside))
        if (snippets::is_file_name(word) && is_program_file(word))
          uses.wanted.push_back({std::string(word),
                                 static_cast<std::size_t>(word.data() - text.data()), true, false});
    }
  }
}

}  // namespace

FileUses find_file_uses(const snippets::Snippet& snippet) {
  Reader reader{snippet};
  if (snippet.language == "cmake") {
    read_cmake(snippet, reader.uses);
    return std::move(reader.uses);
  }
  if (!snippet.session.empty()) {
    if (snippet.language != "console") return {};
    for (const snippets::SessionPart& part : snippet.session) {
      if (part.command.empty()) continue;
      std::size_t begin =
          snippet.text.find(part.command, snippets::line_offset(snippet.text, part.line));
      for (shell::Command& command : shell::parse(part.command)) {
        std::size_t shift = begin == std::string::npos ? 0 : begin;
        command.offset += shift;
        for (std::size_t& offset : command.offsets) offset += shift;
        reader.read(command);
      }
    }
  } else if (!commands_of(snippet).empty()) {
    for (const shell::Command& command : shell::parse(snippet.text)) reader.read(command);
  }
  // Files that the block makes itself are not needed.
  std::erase_if(reader.uses.wanted, [&](const FileUse& use) {
    return std::find(reader.uses.made.begin(), reader.uses.made.end(), use.name) !=
           reader.uses.made.end();
  });
  return std::move(reader.uses);
}

}  // namespace kbuild::run
