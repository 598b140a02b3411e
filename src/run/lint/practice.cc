// Findings on code that runs but does the wrong thing or should not be run at all; see lint.h.
#include <algorithm>

#include "base/text.h"
#include "run/lint/lint.h"
#include "shell/command.h"
#include "shell/programs.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Snippet;

bool has_word(const shell::Command& command, std::string_view word) {
  return std::find(command.words.begin(), command.words.end(), word) != command.words.end();
}

/// Whether the text has the word with no letter or digit next to it.
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    std::size_t end = at + word.size();
    if ((at == 0 || !base::is_alnum(text[at - 1])) &&
        (end == text.size() || !base::is_alnum(text[end])))
      return true;
  }
  return false;
}

/// The programs of the commands that are judged.
constexpr std::string_view kJudged[] = {"srun", "pip", "conda", "mamba"};

/// The command starts several processes of its own: torchrun, torch.distributed.run, accelerate,
/// deepspeed.
long long launched_processes(const shell::Command& command) {
  shell::Command inner = shell::unwrap(command);
  std::string_view program = inner.program();
  bool module =
      shell::is_program(program, shell::ProgramClass::python) &&
      (has_word(inner, "torch.distributed.run") || has_word(inner, "torch.distributed.launch"));
  if (program != "torchrun" && program != "accelerate" && !module) return 0;
  for (std::size_t i = 0; i < inner.words.size(); ++i) {
    for (std::string_view option : {"--nproc-per-node", "--nproc_per_node", "--num_processes"}) {
      const std::string& word = inner.words[i];
      if (word == option && i + 1 < inner.words.size())
        return base::parse_integer(inner.words[i + 1]).value_or(0);
      if (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=')
        return base::parse_integer(std::string_view(word).substr(option.size() + 1)).value_or(0);
    }
  }
  return 0;
}

/// srun starts one launcher a task: with n tasks a node and n processes each, n * n processes share
/// n GPUs.
void check_launch(const LintInput& in, const Snippet& s, const shell::Command& command,
                  const Resources& r, diag::Diagnostics& out) {
  if (command.program() != "srun") return;
  long long processes = launched_processes(command);
  long long tasks = r.tasks_per_node > 0 ? r.tasks_per_node
                    : r.tasks > 0        ? r.tasks / std::max(1ll, r.node_count())
                                         : 1;
  for (const std::string& word : command.words)
    if (word.starts_with("--ntasks-per-node=") || word == "-n" || word.starts_with("--ntasks="))
      return;
  if (processes < 2 || tasks < 2) return;
  out.push_back({"KB0740"_code,
                 snippets::locate(in.sources, s, command.offset, 4),
                 {std::to_string(tasks), std::to_string(processes)}});
}

void check_install(const LintInput& in, const Snippet& s, const shell::Command& command,
                   diag::Diagnostics& out) {
  shell::Command inner = shell::unwrap(command);
  std::string_view program = inner.program();
  bool pip = shell::is_program(program, shell::ProgramClass::pip) && inner.words.size() > 2 &&
             inner.words[1] == "install";
  // An environment of micromamba is often made empty, to be filled or to hold no Python at all.
  bool create = shell::is_program(program, shell::ProgramClass::conda) && program != "micromamba" &&
                inner.words.size() > 1 && inner.words[1] == "create";
  if (create) {
    bool packages = false;
    for (std::size_t i = 2; i < inner.words.size(); ++i) {
      const std::string& word = inner.words[i];
      if (word == "-n" || word == "--name" || word == "-p" || word == "--prefix" || word == "-c" ||
          word == "--channel")
        ++i;
      else if (word == "-f" || word.starts_with("--file") || word == "--clone")
        packages = true;
      else if (!word.starts_with('-'))
        packages = true;
    }
    // What comes from channels needs no Python of the environment, and brings its own.
    bool uses_pip =
        (s.text.find("pip install") != s.text.npos || s.text.find("pip3 install") != s.text.npos) &&
        s.text.find("conda install") == s.text.npos;
    if (!packages && uses_pip)
      out.push_back({"KB0743"_code, snippets::locate(in.sources, s, inner.offset, 5), {}});
  }
  if (!pip || s.version.empty() || s.tab.find(s.version) == std::string::npos) return;
  for (std::size_t i = 2; i < inner.words.size(); ++i) {
    const std::string& word = inner.words[i];
    if (word.starts_with('-') || word.find('=') != word.npos || word.find('/') != word.npos)
      continue;
    if (word != "torch" && !base::starts_with_ignoring_case(s.tab, word)) continue;
    out.push_back({"KB0742"_code,
                   snippets::locate(in.sources, s, inner.offsets[i], word.size()),
                   {word, s.version}});
  }
}

/// "CXX_STANDARD 14" in a CMakeLists.txt that finds Torch, where the page is not about an older
/// version.
void check_standard(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  if (s.language != "cmake" || s.text.find("find_package(Torch") == std::string::npos) return;
  bool old = s.version.starts_with("1.") || s.version.starts_with("2.0");
  std::string_view text = s.text;
  for (std::size_t at = text.find("CXX_STANDARD"); at != text.npos && !old;
       at = text.find("CXX_STANDARD", at + 1)) {
    std::string_view rest = base::trim_left(text.substr(at + 12));
    std::string_view number = rest.substr(0, std::min<std::size_t>(2, rest.size()));
    if (number != "11" && number != "14") continue;
    std::size_t end = static_cast<std::size_t>(number.data() - text.data()) + 2;
    out.push_back(
        {"KB0741"_code, snippets::locate(in.sources, s, at, end - at), {std::string(number)}});
  }
}

/// Whether the text gives a value to the variable of "$NAME" or "${NAME}" at `at`. As written: in
/// plain code a name may be a placeholder.
bool sets_variable(std::string_view text, std::size_t at) {
  std::size_t begin = std::min(text.find('$', at), text.size());
  begin = std::min(text.find_first_not_of("${", begin), text.size());
  std::size_t end = begin;
  while (end < text.size() && base::is_name_byte(text[end])) ++end;
  return text.find(std::string(text.substr(begin, end - begin)) + "=") != text.npos;
}

void check_deletion(const LintInput& in, const Snippet& s, const shell::Command& command,
                    diag::Diagnostics& out) {
  shell::Command inner = shell::unwrap(command);
  if (inner.program() != "rm") return;
  bool recursive =
      std::any_of(inner.words.begin() + 1, inner.words.end(), [](const std::string& word) {
        return word.starts_with('-') && word.find_first_of("rR") != word.npos;
      });
  for (std::size_t i = 1; recursive && i < inner.words.size(); ++i) {
    const std::string& word = inner.words[i];
    bool variable = word.starts_with('$') && word.find(":?") == word.npos;
    bool whole = word == "/" || word == "/*" || word == "~" || word == "$HOME";
    if (!variable && !whole) continue;
    // A variable that the script set itself, or that is quoted, is no trap.
    bool quoted = inner.offsets[i] < s.text.size() && s.text[inner.offsets[i]] == '"';
    bool set_here = variable && sets_variable(s.text, inner.offsets[i]);
    if (variable && (quoted || set_here)) continue;
    out.push_back({"KB0750"_code,
                   snippets::locate(in.sources, s, inner.offset, 2),
                   {"rm " + s.text.substr(inner.offsets[i], word.size())}});
    return;
  }
}

struct SecretForm {
  std::string_view prefix;
  std::size_t length;
};
/// Token prefixes that their issuers publish, with the least length of a real token.
constexpr SecretForm kSecrets[] = {
    {"ghp_", 40}, {"github_pat_", 60}, {"hf_", 37},      {"glpat-", 26},
    {"AKIA", 20}, {"xoxb-", 40},       {"sk-proj-", 40}, {"-----BEGIN OPENSSH PRIVATE KEY", 200}};

void check_secrets(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  for (const SecretForm& form : kSecrets) {
    for (std::size_t at = s.text.find(form.prefix); at != s.text.npos;
         at = s.text.find(form.prefix, at + 1)) {
      std::size_t end = at + form.prefix.size();
      bool key = form.prefix.starts_with("-----");
      while (end < s.text.size() &&
             (base::is_alnum(s.text[end]) || s.text[end] == '_' || (key && s.text[end] != '<')))
        ++end;
      std::string_view token = std::string_view(s.text).substr(at, end - at);
      bool dummy = token.find("xxx") != token.npos || token.find("XXX") != token.npos ||
                   token.find("123456") != token.npos || token.find("EXAMPLE") != token.npos;
      if (token.size() >= form.length && !dummy)
        out.push_back({"KB0751"_code, snippets::locate(in.sources, s, at, form.prefix.size()), {}});
    }
  }
}

/// The batch header that governs a snippet's commands: its own.
Resources resources_for(const Snippet& s) {
  return s.text.find("#SBATCH") == std::string::npos ? Resources{}
                                                     : resources_of(parse_batch_header(s.text));
}

}  // namespace

diag::Diagnostics lint_practice(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    check_standard(input, s, out);
    // Few blocks start or install anything: the others need no reading.
    bool judged =
        std::any_of(std::begin(kJudged), std::end(kJudged),
                    [&](std::string_view program) { return s.text.find(program) != s.text.npos; });
    if (!judged || commands_of(s).empty() || !s.session.empty()) continue;
    Resources resources = resources_for(s);
    for (const shell::Command& command : shell::parse(input.code_of(s).text)) {
      check_launch(input, s, command, resources, out);
      check_install(input, s, command, out);
    }
  }
  return out;
}

diag::Diagnostics lint_risk(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    check_secrets(input, s, out);
    // Few blocks have the command: the others need no reading.
    if (!has_word(s.text, "rm") || commands_of(s).empty() || !s.session.empty()) continue;
    for (const shell::Command& command : shell::parse(input.code_of(s).text))
      check_deletion(input, s, command, out);
  }
  return out;
}

}  // namespace kbuild::run
