// Splits lines of code into commands and output; see code.h.
#include "claims/extraction/code.h"

#include <algorithm>

#include "base/text.h"
#include "shell/modules.h"
#include "shell/programs.h"
#include "shell/words.h"
#include "snippets/prompt.h"

namespace kbuild::claims {

namespace {

/// A tool that mounts images of software environments, and how it is told which.
struct ImageTool {
  std::string_view command;
  /// Its first words that images follow.
  std::vector<std::string_view> verbs;
  /// The option of a job's header that lists images.
  std::string_view option;
};

const std::vector<ImageTool>& image_tools() {
  static const std::vector<ImageTool> tools = {
      {"uenv", {"start", "run", "image"}, "--uenv="},
  };
  return tools;
}

/// Start of a comment: '#' at the beginning of the line or after a blank, outside quotes.
std::size_t comment_begin(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '#' && (i == 0 || base::is_space(line[i - 1]))) {
      return i;
    }
  }
  return line.size();
}

}  // namespace

std::vector<CodeLine> code_lines(const Passage& passage) {
  std::vector<CodeLine> lines;
  std::size_t number = 0;
  for (std::string_view line : base::split_lines(passage.text())) {
    CodeLine made{number++, line, {}, false};
    snippets::Prompt prompt = snippets::find_prompt(line);
    if (prompt.length > 0) {
      made.prompted = true;
      line.remove_prefix(std::min(prompt.length, line.size()));
    }
    std::size_t comment = comment_begin(line);
    made.code = base::trim(line.substr(0, comment));
    if (comment < line.size()) made.comment = base::trim(line.substr(comment + 1));
    made.words = base::split_words(made.code);
    lines.push_back(std::move(made));
  }
  return lines;
}

bool may_name_image(std::string_view code) {
  return std::any_of(image_tools().begin(), image_tools().end(),
                     [&](const ImageTool& tool) { return code.find(tool.command) != code.npos; });
}

std::vector<std::string_view> environment_images(std::string_view code) {
  std::vector<std::string_view> images, code_words = shell::command_words(base::split_words(code));
  for (const ImageTool& tool : image_tools()) {
    bool starts =
        code_words.size() > 1 && code_words[0] == tool.command &&
        std::find(tool.verbs.begin(), tool.verbs.end(), code_words[1]) != tool.verbs.end();
    for (std::size_t i = 2; starts && i < code_words.size() && code_words[i] != "--"; ++i)
      if (!code_words[i].starts_with('-') && code_words[i].find('/') != code_words[i].npos)
        images.push_back(code_words[i]);
    if (std::size_t at = code.find(tool.option); at != code.npos) {
      std::string_view list = code.substr(at + tool.option.size());
      for (std::string_view image : base::split(list.substr(0, list.find(' ')), ','))
        images.push_back(image);
    }
  }
  return images;
}

bool is_error_message(std::string_view line) {
  for (std::string_view word :
       {"error", "Error", "ERROR", "Unable to", "unable to", "not found", "unknown", "cannot"})
    if (line.find(word) != line.npos) return true;
  return false;
}

bool is_install_command(std::span<const std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view name =
        words[i].substr(words[i].rfind('/') == words[i].npos ? 0 : words[i].rfind('/') + 1);
    if (!shell::is_program(name, shell::ProgramClass::python_packages)) continue;
    for (std::size_t k = i + 1; k < words.size() && k < i + 4; ++k)
      if (words[k] == "install" || words[k] == "create" || words[k] == "add") return true;
  }
  return false;
}

std::string module_before_install(const Passage& code, const vocabulary::Vocabulary& vocabulary) {
  std::string found;
  for (const CodeLine& line : code.lines) {
    if (is_install_command(line.words)) return found;
    for (const shell::ModuleCommand& command : shell::find_module_commands(line.code)) {
      for (std::string_view word : command.usable()) {
        auto module = parse_module(word, vocabulary);
        std::string name = module ? base::to_lower(module->text) : std::string();
        for (std::string_view part : {"python", "conda", "forge", "mamba"})
          if (name.find(part) != name.npos) found = module->text;
      }
    }
  }
  return {};
}

}  // namespace kbuild::claims
