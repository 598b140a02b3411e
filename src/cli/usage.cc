// kbuild man and kbuild completion: the manual page and the completions of shells, made from the
// table of commands as CLI11 holds it, so that they say what the program takes.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/commands.h"
#include "shell/words.h"

namespace kbuild::cli {

namespace {

struct Option {
  /// "--quiet", "-q"; one name without dashes for an operand.
  std::vector<std::string> names;
  bool is_operand = false;
  bool takes_value = false;
  std::string text;
};

struct Command {
  /// "", "build", "matrix review".
  std::string words;
  /// That of the command above, and the last word.
  std::string above, name;
  std::string text;
  std::vector<Option> options;
  std::vector<const CLI::App*> children;
};

std::vector<Option> options_of(const CLI::App& app) {
  std::vector<Option> out;
  for (const CLI::Option* option : app.get_options({})) {
    Option row;
    for (const std::string& name : option->get_lnames()) row.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) row.names.push_back("-" + name);
    row.is_operand = row.names.empty();
    if (row.is_operand) row.names.push_back(option->get_name(true));
    row.takes_value = option->get_items_expected_max() > 0;
    row.text = option->get_description();
    out.push_back(std::move(row));
  }
  return out;
}

/// The command and those below it, in their order. Depth is that of the table of commands.
void add_commands(const CLI::App& app, const std::string& above, bool is_root,
                  std::vector<Command>& out) {
  Command command;
  command.above = above;
  if (!is_root) command.name = app.get_name();
  command.words = above.empty() ? command.name : above + " " + command.name;
  command.text = app.get_description();
  command.options = options_of(app);
  command.children = app.get_subcommands([](const CLI::App*) { return true; });
  std::string words = command.words;
  std::vector<const CLI::App*> children = command.children;
  out.push_back(std::move(command));
  for (const CLI::App* child : children) add_commands(*child, words, false, out);
}

std::vector<Command> commands_of(const CLI::App& root) {
  std::vector<Command> out;
  add_commands(root, "", true, out);
  return out;
}

/// Text for roff: hyphens as they are typed, no line that roff takes for a request.
std::string roff(std::string_view text) {
  std::string out = base::replace_all(std::string(text), "\\", "\\e");
  out = base::replace_all(out, "-", "\\-");
  out = base::replace_all(out, "\n", " ");
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string roff_options(const Command& command) {
  std::string out;
  for (const Option& option : command.options) {
    out += ".TP\n";
    if (option.is_operand) {
      out += ".I " + roff(option.names.front()) + "\n";
    } else {
      std::vector<std::string> names;
      for (const std::string& name : option.names) names.push_back("\\fB" + roff(name) + "\\fR");
      out += base::join(names, ", ") + (option.takes_value ? " \\fIVALUE\\fR" : "") + "\n";
    }
    out += roff(option.text) + "\n";
  }
  return out;
}

std::string man_page(const std::vector<Command>& commands) {
  std::string out = ".TH KBUILD 1 \"\" \"kbuild " + roff(KBUILD_VERSION) +
                    "\" \"User Commands\"\n.SH NAME\nkbuild \\- documentation compiler for "
                    "manuals of supercomputers\n.SH SYNOPSIS\n.B kbuild\n[\\fIOPTION\\fR]... "
                    "[\\fICOMMAND\\fR] [\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n" +
                    roff(commands.front().text) +
                    "\nWithout a command it builds the site.\n.SH OPTIONS\nThese work with every "
                    "command.\n" +
                    roff_options(commands.front()) + ".SH COMMANDS\n";
  for (const Command& command : commands) {
    if (command.words.empty()) continue;
    out += ".SS kbuild " + roff(command.words) + "\n" + roff(command.text) + "\n" +
           roff_options(command);
  }
  return out +
         ".SH EXIT STATUS\n.TP\n0\nNo finding of level error.\n.TP\n1\nAt least one error.\n"
         ".TP\n2\nThe command line or the environment is at fault.\n.TP\n3\nA defect of kbuild.\n"
         ".SH FILES\n.TP\n.I kbuild.yml\nThe configuration.\n.TP\n.I kbuild\\-baseline.jsonl\n"
         "Known findings, which a build sets aside.\n.TP\n.I .kbuild/\nState of builds, which may "
         "be deleted.\n";
}

/// Words that may follow a command: those of commands, then options, its own and the global ones.
std::vector<std::pair<std::string, std::string>> next_words(const std::vector<Command>& commands,
                                                            const Command& command) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const CLI::App* child : command.children)
    words.emplace_back(child->get_name(), child->get_description());
  auto add_options = [&](const Command& of) {
    for (const Option& option : of.options)
      for (const std::string& name : option.names)
        if (!option.is_operand) words.emplace_back(name, option.text);
  };
  add_options(command);
  if (!command.words.empty()) add_options(commands.front());
  return words;
}

/// Lines of `case` that tell the command by the words before the one to complete.
std::string command_cases(const std::vector<Command>& commands) {
  std::string out;
  for (const Command& command : commands)
    if (!command.words.empty())
      out += base::format("      {}) command={} ;;\n",
                          shell::quote(command.above + ":" + command.name),
                          shell::quote(command.words));
  return out;
}

std::string bash_completion(const std::vector<Command>& commands) {
  std::string out =
      "# Completion of kbuild for bash, made by `kbuild completion bash`.\n_kbuild() {\n"
      "  local command='' found='' i\n  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case \"$command:${COMP_WORDS[i]}\" in\n" +
      command_cases(commands) + "    esac\n  done\n  case $command in\n";
  for (const Command& command : commands) {
    std::vector<std::string> words;
    for (const auto& [word, text] : next_words(commands, command)) words.push_back(word);
    out += base::format("    {}) found={} ;;\n", shell::quote(command.words),
                        shell::quote(base::join(words, " ")));
  }
  return out +
         "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$found\" -- "
         "\"${COMP_WORDS[COMP_CWORD]}\")\n}\n"
         "complete -o bashdefault -o default -F _kbuild kbuild\n";
}

std::string zsh_completion(const std::vector<Command>& commands) {
  std::string out =
      "#compdef kbuild\n# Completion of kbuild for zsh, made by `kbuild completion zsh`.\n"
      "_kbuild() {\n  local command='' word\n  local -a found\n"
      "  for word in ${words[2,CURRENT-1]}; do\n    case \"$command:$word\" in\n" +
      command_cases(commands) + "    esac\n  done\n  case $command in\n";
  for (const Command& command : commands) {
    out += base::format("    {}) found=(\n", shell::quote(command.words));
    for (const auto& [word, text] : next_words(commands, command))
      out += "      " + shell::quote(word + ":" + base::replace_all(text, ":", "\\:")) + "\n";
    out += "    ) ;;\n";
  }
  return out + "  esac\n  _describe -o kbuild found\n  _files\n}\n_kbuild \"$@\"\n";
}

std::string fish_completion(const std::vector<Command>& commands) {
  std::string out = "# Completion of kbuild for fish, made by `kbuild completion fish`.\n";
  for (const Command& command : commands) {
    std::vector<std::string> seen;
    for (std::string_view word : base::split(command.words, ' '))
      if (!word.empty()) seen.push_back("__fish_seen_subcommand_from " + std::string(word));
    std::string condition = base::join(seen, "; and ");
    for (const CLI::App* child : command.children)
      out += base::format("complete -c kbuild -n {} -a {} -d {}\n",
                          shell::quote(condition.empty() ? "__fish_use_subcommand" : condition),
                          shell::quote(child->get_name()), shell::quote(child->get_description()));
    for (const Option& option : command.options) {
      if (option.is_operand) continue;
      out += "complete -c kbuild";
      if (!condition.empty()) out += " -n " + shell::quote(condition);
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      out += (option.takes_value ? " -r" : "") + std::string(" -d ") + shell::quote(option.text) +
             "\n";
    }
  }
  return out;
}

struct Shell {
  std::string_view name;
  std::string (*completion)(const std::vector<Command>&);
};

constexpr Shell kShells[] = {
    {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

void run_completion(Session& session, const CLI::App& root, const std::string& name) {
  for (const Shell& shell : kShells)
    if (shell.name == name) return session.print(shell.completion(commands_of(root)));
  session.fail({"there is no completion for '" + name + "'", "kbuild has bash, zsh, fish"});
}

}  // namespace

void add_man(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("man", "the manual page, for man -l -");
  command->callback([&session, &parent] { session.print(man_page(commands_of(parent))); });
}

void add_completion(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("completion", "completion of a shell: bash, zsh, fish");
  auto name = std::make_shared<std::string>();
  command->add_option("shell", *name, "which")->required();
  command->callback([&session, &parent, name] { run_completion(session, parent, *name); });
}

}  // namespace kbuild::cli
