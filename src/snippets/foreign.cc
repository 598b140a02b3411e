// Each form is a test of every line: one that a shell could take for a command ends it. See
// foreign.h.
#include "snippets/foreign.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.h"
#include "shell/programs.h"

namespace kbuild::snippets {

namespace {

using Lines = std::vector<std::string_view>;

/// The lines without blanks around them, without empty ones and comments of any of the marks.
Lines lines_of(std::string_view text, std::initializer_list<std::string_view> comments) {
  Lines out;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view bare = base::trim(line);
    bool comment = std::any_of(comments.begin(), comments.end(),
                               [&](std::string_view mark) { return bare.starts_with(mark); });
    if (!bare.empty() && !comment) out.push_back(bare);
  }
  return out;
}

/// "[section]"; "[ -f x ]" and "[[" are tests.
bool is_section(std::string_view line) {
  return line.size() > 2 && line.front() == '[' && line.back() == ']' && !base::is_space(line[1]) &&
         line[1] != '[' && line.find_first_of("$*?") == line.npos;
}

/// "key = value" or "key: value".
bool is_setting(std::string_view line) {
  std::size_t end = line.find_first_of("=:");
  if (end == line.npos || end == 0) return false;
  return base::is_all(base::trim_right(line.substr(0, end)), [](char c) {
    return base::is_name_byte(c) || std::string_view("-. ").find(c) != std::string_view::npos;
  });
}

/// Sections with settings and nothing else.
bool is_ini(std::string_view text) {
  Lines lines = lines_of(text, {"#", ";"});
  if (lines.size() < 2 || !is_section(lines[0])) return false;
  bool settings = false;
  for (std::string_view line : lines) {
    bool setting = is_setting(line);
    settings |= setting;
    if (!setting && !is_section(line)) return false;
  }
  return settings;
}

/// Keywords of ssh_config(5) that pages use.
constexpr std::string_view kSshKeywords[] = {"host",
                                             "hostname",
                                             "match",
                                             "user",
                                             "port",
                                             "identityfile",
                                             "identitiesonly",
                                             "proxyjump",
                                             "proxycommand",
                                             "forwardagent",
                                             "forwardx11",
                                             "forwardx11trusted",
                                             "controlmaster",
                                             "controlpath",
                                             "controlpersist",
                                             "localforward",
                                             "remoteforward",
                                             "dynamicforward",
                                             "serveraliveinterval",
                                             "serveralivecountmax",
                                             "stricthostkeychecking",
                                             "userknownhostsfile",
                                             "addkeystoagent",
                                             "usekeychain",
                                             "include",
                                             "pubkeyauthentication",
                                             "preferredauthentications",
                                             "identityagent",
                                             "certificatefile",
                                             "loglevel",
                                             "compression",
                                             "hostkeyalgorithms",
                                             "pubkeyacceptedkeytypes",
                                             "pubkeyacceptedalgorithms",
                                             "macs",
                                             "ciphers",
                                             "kexalgorithms",
                                             "gssapiauthentication",
                                             "gssapidelegatecredentials",
                                             "requesttty",
                                             "remotecommand",
                                             "sendenv",
                                             "setenv",
                                             "connecttimeout",
                                             "tcpkeepalive",
                                             "canonicalizehostname",
                                             "ignoreunknown"};

bool is_ssh_config(std::string_view text) {
  Lines lines = lines_of(text, {"#"});
  bool host = false;
  for (std::string_view line : lines) {
    std::string word = base::to_lower(line.substr(0, line.find_first_of(" \t=")));
    if (std::find(std::begin(kSshKeywords), std::end(kSshKeywords), word) == std::end(kSshKeywords))
      return false;
    host |= word == "host" || word == "match";
  }
  return host && lines.size() >= 2;
}

/// An object or a list over several lines, whose keys are quoted; values may be placeholders.
bool is_loose_json(std::string_view text) {
  Lines lines = lines_of(text, {"//"});
  if (lines.size() < 3) return false;
  bool object = lines.front().front() == '{' && lines.back().back() == '}';
  bool list = lines.front().front() == '[' && lines.back().back() == ']';
  int keys = 0;
  for (std::string_view line : lines) {
    if (line.front() == '"') {
      std::size_t close = line.find('"', 1);
      if (close == line.npos) return false;
      keys += base::trim_left(line.substr(close + 1)).starts_with(':');
    } else if (std::string_view("{}[],.<").find(line.front()) == std::string_view::npos &&
               !base::is_digit(line.front())) {
      return false;
    }
  }
  return (object || list) && keys >= 2;
}

struct LanguageMark {
  std::string_view text;
  std::string_view language;
};
/// What only one language has, anywhere in a line.
constexpr LanguageMark kLanguageMarks[] = {{"Sys.getenv(", "r"},
                                           {"as.numeric(", "r"},
                                           {"as.integer(", "r"},
                                           {"set.seed(", "r"},
                                           {"install.packages(", "r"},
                                           {"data.frame(", "r"},
                                           {"read.csv(", "r"},
                                           {"library(", "r"},
                                           {" <- ", "r"},
                                           {"str2num(", "matlab"},
                                           {"str2double(", "matlab"},
                                           {"parpool(", "matlab"},
                                           {"parcluster(", "matlab"},
                                           {"num2str(", "matlab"},
                                           {"parfor ", "matlab"},
                                           {"getenv('", "matlab"},
                                           {"zeros(", "matlab"},
                                           {"maxNumCompThreads", "matlab"},
                                           {"println(", "julia"},
                                           {"Pkg.add(", "julia"},
                                           {"ENV[\"", "julia"},
                                           {"@everywhere", "julia"},
                                           {"addprocs(", "julia"},
                                           {"implicit none", "fortran"},
                                           {"write(*,*)", "fortran"},
                                           {"write (*,*)", "fortran"},
                                           {"print *,", "fortran"},
                                           {"end program", "fortran"},
                                           {"end subroutine", "fortran"}};

/// Words that begin or are lines of a language whose lines are otherwise calls and assignments.
constexpr std::string_view kBlockWords[] = {
    "end",    "end;",    "for ",   "if ",           "else",     "function ",
    "while ", "parfor ", "using ", "import ",       "program ", "end ",
    "call ",  "integer", "real",   "implicit none", "use "};

/// "name(...)", "a.b(...)", with or without ";": a call, which a shell refuses.
bool is_call(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (base::is_name_byte(line[end]) || line[end] == '.')) ++end;
  if (end == 0 || end >= line.size() || line[end] != '(') return false;
  // "name() {" defines a function of a shell.
  std::string_view tail = base::trim_right(line);
  while (tail.ends_with(';')) tail.remove_suffix(1);
  return !line.substr(end).starts_with("()") && tail.ends_with(')');
}

/// "name = value" with blanks, "[a, b] = f(x)", "name <- value".
bool is_assignment_with_blanks(std::string_view line) {
  std::size_t sign = line.find(" = ");
  if (sign == line.npos) sign = line.find(" <- ");
  if (sign == line.npos || sign == 0) return false;
  return base::is_all(line.substr(0, sign),
                      [](char c) {
                        return base::is_name_byte(c) ||
                               std::string_view(".[](), :").find(c) != std::string_view::npos;
                      }) &&
         line.substr(0, sign).find(' ') == line.npos;
}

/// Without a comment behind the code.
std::string_view without_comment(std::string_view line) {
  for (std::string_view mark : {" %", " #", " //", " !"})
    line = line.substr(0, std::min(line.find(mark), line.size()));
  return base::trim_right(line);
}

/// Assignments and calls that no shell takes, with marks of one language. Single words, which may
/// be commands of either, decide nothing.
std::string_view program_language(std::string_view text) {
  std::string_view found;
  bool refused = false;
  for (std::string_view line : lines_of(text, {"#", "%", "!", "//"})) {
    line = without_comment(line);
    bool block =
        std::any_of(std::begin(kBlockWords), std::end(kBlockWords), [&](std::string_view word) {
          return word.ends_with(' ') || word.size() > 5 ? line.starts_with(word) : line == word;
        });
    bool other = is_call(line) || is_assignment_with_blanks(line);
    refused |= other;
    bool neutral = base::is_all(line, base::is_name_byte) && !shell::is_well_known(line);
    if (!other && !block && !neutral) return {};
    for (const LanguageMark& mark : kLanguageMarks) {
      if (line.find(mark.text) == line.npos) continue;
      if (!found.empty() && found != mark.language) return {};
      found = mark.language;
    }
  }
  return refused ? found : std::string_view{};
}

/// Lines that begin with what begins no command: input of another program.
bool begins_no_command(std::string_view text) {
  Lines lines = lines_of(text, {"#"});
  bool sure = false;
  for (std::string_view line : lines) {
    bool odd = line.size() > 1 && ((line[0] == '!' && line[1] == ' ') || line[0] == '%');
    if (!odd) return false;
    sure |= line[0] == '%';
  }
  return sure && lines.size() >= 2;
}

/// "2024-05-01 12:00:03 ...", "[2024-05-01T12:00:03] ...": lines of a log.
bool is_dated(std::string_view line) {
  if (line.starts_with('[')) line.remove_prefix(1);
  constexpr std::string_view kForm = "dddd-dd-dd?dd:dd";
  if (line.size() < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? !base::is_digit(line[i]) : kForm[i] != '?' && kForm[i] != line[i])
      return false;
  return true;
}

bool is_log(std::string_view text) {
  Lines lines = lines_of(text, {});
  return lines.size() >= 2 && std::all_of(lines.begin(), lines.end(), is_dated);
}

}  // namespace

std::string_view foreign_language(std::string_view text) {
  if (is_ini(text)) return "ini";
  if (is_ssh_config(text)) return "ssh_config";
  if (is_loose_json(text)) return "json";
  if (is_nextflow_configuration(text)) return "nextflow";
  if (is_log(text) || begins_no_command(text)) return "text";
  return program_language(text);
}

bool is_nextflow_configuration(std::string_view text) {
  static constexpr std::string_view kScopes[] = {
      "process", "params", "executor", "profiles", "singularity", "apptainer", "docker",  "conda",
      "env",     "trace",  "timeline", "report",   "dag",         "manifest",  "workflow"};
  Lines lines = lines_of(text, {"//", "/*", "*"});
  bool scope = false, setting = false;
  for (std::string_view line : lines) {
    if (base::is_all(line, [](char c) { return c == '}' || c == ' '; })) continue;
    if (line.ends_with('{')) {
      std::string_view name = base::trim(line.substr(0, line.size() - 1));
      scope |= std::find(std::begin(kScopes), std::end(kScopes), name) != std::end(kScopes);
      continue;
    }
    bool assigns = line.find(" = ") != line.npos && base::is_alpha(line[0]);
    setting |= assigns;
    if (!assigns) return false;
  }
  return scope && setting;
}

}  // namespace kbuild::snippets
