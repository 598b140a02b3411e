// Runs the parsers on the blocks and translates their errors to lines of the blocks; see syntax.h.
#include "run/units/syntax.h"

#include <algorithm>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "meta/value.h"
#include "run/units/cmake_syntax.h"
#include "run/units/compiled_syntax.h"
#include "run/units/container_syntax.h"
#include "run/units/unit.h"
#include "shell/plain.h"
#include "snippets/plain_code.h"
#include "snippets/prompt.h"
#include "tools/tool.h"

namespace kbuild::run {

namespace {

using snippets::Cut;
using snippets::CutKind;
using snippets::Role;
using snippets::Snippet;

/// Reads a JSON list of [language, text] from standard input, prints one line of JSON for each:
/// {"free": [[name, line, column]], "defined", "modules", "open"} for Python, null for TOML, false
/// where it cannot tell, or [message, line, column, end line, end column]. Python 3.8
/// and later, TOML from 3.11 on.
constexpr std::string_view kPythonProgram = R"py(
import ast, builtins, json, re, sys, textwrap, warnings
warnings.simplefilter("ignore")
def plain(text):
    out = []
    for line in textwrap.dedent(text).split("\n"):
        bare = line.lstrip()
        magic = bare.startswith(("%", "!"))
        out.append(line[:len(line) - len(bare)] + "pass" if magic else line)
    return "\n".join(out)
def names(tree):
    free, defined, modules, opened = [], set(), set(), False
    known = set(dir(builtins)) | {"__file__", "__path__", "__builtins__", "get_ipython", "display"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                free.append([node.id, node.lineno, node.col_offset])
            else:
                defined.add(node.id)
            opened |= node.id in ("exec", "eval", "globals", "locals", "vars", "__import__")
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for name in node.names:
                opened |= name.name == "*"
                defined.add(name.asname or name.name.split(".")[0])
                if isinstance(node, ast.Import):
                    modules.add(name.name)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            defined.add(node.name)
        elif isinstance(node, ast.arg):
            defined.add(node.arg)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            defined.update(node.names)
        else:
            for field in ("name", "rest"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    defined.add(value)
    free = [f for f in free if f[0] not in defined and f[0] not in known]
    return {"free": free[:100], "defined": sorted(defined), "modules": sorted(modules),
            "open": bool(opened)}
def check(text):
    # Syntax alone: 'return' outside of a function stands in a piece of one.
    return compile(plain(text), "block", "exec", flags=ast.PyCF_ONLY_AST, dont_inherit=True)
def check_toml(text):
    import tomllib
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        place = re.search(r" \(at (?:line (\d+)|end).*\)$", str(e))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        raise SyntaxError(str(e)[:place.start()] if place else str(e), ("toml", line, 1, ""))
for language, text in json.load(sys.stdin):
    try:
        if language == "python":
            print(json.dumps(names(check(text))))
            continue
        check_toml(text)
        print("null")
    except ImportError:
        print("false")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        place = [getattr(e, n, None) or 0 for n in ("lineno", "offset", "end_lineno", "end_offset")]
        print(json.dumps([getattr(e, "msg", None) or str(e)] + place))
)py";

/// The text with other bytes in the place of what is no code. Strings and here-documents stay, as
/// the parser knows them.
std::string fill(const Snippet& s, char word, std::string_view elision) {
  std::string text = s.text;
  for (const Cut& cut : snippets::plain_code(s).cuts) {
    bool mark = cut.kind == CutKind::template_mark;
    bool dots = cut.kind == CutKind::elision;
    if (!mark && !dots && cut.kind != CutKind::placeholder) continue;
    bool blank = dots || (mark && !s.text.substr(cut.offset, 2).starts_with("{{"));
    for (std::size_t at = cut.offset, n = 0; at < cut.end(); ++at, ++n)
      if (text[at] != '\n') text[at] = dots && n < elision.size() ? elision[n] : blank ? ' ' : word;
  }
  return text;
}

/// Python with "0" behind the colon of a line whose body was left out.
std::string with_bodies(const Snippet& s) {
  std::string text = fill(s, snippets::kStandIn, "");
  const snippets::PlainCode code = snippets::plain_code(s);
  for (auto cut = code.cuts.rbegin(); cut != code.cuts.rend(); ++cut) {
    if (cut->kind != CutKind::elision || cut->offset == 0) continue;
    std::size_t before = text.find_last_not_of(" \t\r\n", cut->offset - 1);
    if (before != text.npos && text[before] == ':' && text.find('\n', before) < cut->offset)
      text.insert(before + 1, " 0");
  }
  return text;
}

/// Python with "0" before a comment that stands for code: alone on its line, or behind "=".
std::string with_comments_as_code(std::string_view text) {
  std::string out;
  for (std::string_view line : base::split_lines(text)) {
    std::size_t mark = line.find('#');
    std::string_view before = base::trim_right(line.substr(0, mark));
    bool value = before.ends_with('=') && !before.ends_with("==");
    if (mark != line.npos && (before.empty() || value))
      out.append(line.substr(0, mark)).append("0 ").append(line.substr(mark));
    else
      out += line;
    out += '\n';
  }
  return out;
}

/// What a text with elisions may mean: dots are nothing, or a statement. Any that parses will do.
std::vector<std::string> readings_of(const Snippet& s) {
  std::vector<std::string> out{fill(s, snippets::kStandIn, "")};
  std::vector<std::string_view> statements;
  if (s.language == "python") statements = {"...", "0"};
  if (s.language == "bash") statements = {":"};
  for (std::string_view statement : statements) {
    std::string text = fill(s, snippets::kStandIn, statement);
    if (text != out.front()) out.push_back(std::move(text));
  }
  if (s.language == "python" && out.size() > 1) out.push_back(with_bodies(s));
  if (s.language == "python" && s.text.find('#') != s.text.npos)
    out.push_back(with_comments_as_code(out.front()));
  return out;
}

/// Python gives the place of a missing comma as the two expressions around it. Where the second one
/// is a line of its own, the comma belongs at the end of the line before.
std::size_t fault_line(const Snippet& s, const base::Json& fault) {
  auto begin = fault[1].get<std::size_t>(), end = fault[3].get<std::size_t>();
  std::string message = fault[0];
  if (end <= begin || message.find("comma") == std::string::npos) return begin ? begin - 1 : 0;
  std::size_t line = end - 2;
  while (line + 1 > begin && base::trim(line_of(s.text, line)).empty()) --line;
  return line;
}

/// The name as a whole word, from an offset on.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != text.npos; at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    bool part = (at > 0 && base::is_name_byte(text[at - 1])) ||
                (end < text.size() && base::is_name_byte(text[end]));
    if (!part) return at;
  }
  return text.npos;
}

/// Lines and columns are those of the text without what all its lines are indented by.
void read_names(const Snippet& s, const base::Json& said, PythonNames& names) {
  for (const base::Json& item : said["free"]) {
    auto line = item[1].get<std::size_t>();
    std::string name = item[0];
    std::size_t begin = snippets::line_offset(s.text, line ? line - 1 : 0);
    std::size_t at = find_name(s.text, name, begin);
    if (at != std::string::npos) names.free.push_back({std::move(name), at});
  }
  names.defined = said["defined"].get<std::vector<std::string>>();
  names.modules = said["modules"].get<std::vector<std::string>>();
  names.open = said["open"].get<bool>();
}

void check_python(const std::vector<Snippet>& snippets, SyntaxReport& report) {
  base::Json texts = base::Json::array();
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < snippets.size(); ++i) {
    const std::string& language = snippets[i].language;
    if ((language != "python" && language != "toml") || snippets[i].role == Role::output) continue;
    for (std::string& text : readings_of(snippets[i])) {
      texts.push_back({language, std::move(text)});
      which.push_back(i);
    }
  }
  if (which.empty()) return;
  auto outcome = tools::run_tool({.program = tools::find_tool("python3"),
                                  // Without "site", which costs as much as the rest.
                                  .arguments = {"-I", "-S", "-c", std::string(kPythonProgram)},
                                  .input = base::dump_line(texts),
                                  .timeout = 60});
  if (!outcome) {
    report.unable.push_back("'python3' is not installed");
    return;
  }
  if (outcome->exit_code != 0) report.unable.push_back("'python3' failed");
  auto lines = base::split_lines(outcome->output);
  for (std::size_t n = 0; n < which.size() && n < lines.size(); ++n) {
    const Snippet& s = snippets[which[n]];
    SyntaxVerdict& verdict = report.verdicts[which[n]];
    base::Json fault = base::Json::parse(lines[n], nullptr, false);
    if (fault.is_boolean()) continue;
    if (!fault.is_array() || fault.size() < 5) {
      verdict = {Parsed::good};
      if (fault.is_object()) read_names(s, fault, verdict.names);
      continue;
    }
    // One good reading is enough; of bad ones the first one counts.
    if (verdict.state != Parsed::unchecked) continue;
    verdict.state = Parsed::bad;
    verdict.message = fault[0].get<std::string>();
    mark_line(s, fault_line(s, fault), verdict);
  }
}

/// Reads texts that end with NUL; writes for each the exit status and the messages of `bash -n`,
/// which end so as well. A parser that runs away is stopped by its processor time.
constexpr std::string_view kBashProgram = R"sh(
ulimit -t 10
while IFS= read -r -d '' text; do
  said=$(exec "$BASH" --norc --noprofile -O extglob -n 2>&1 >/dev/null <<<"$text")
  printf '%s\0%s\0' "$?" "$said"
done
)sh";

/// "bash: line 7: syntax error near ..." or "x: line 7: warning: here-document ...".
void read_bash_error(const Snippet& s, std::string_view errors, SyntaxVerdict& verdict) {
  for (std::string_view line : base::split_lines(errors)) {
    std::size_t at = line.find(": line ");
    if (at == line.npos || line.find(": warning:") != line.npos) continue;
    std::string_view rest = line.substr(at + 7);
    std::size_t colon = rest.find(": ");
    auto number = colon == rest.npos ? std::nullopt : base::parse_integer(rest.substr(0, colon));
    if (!number) continue;
    verdict.message = rest.substr(colon + 2);
    auto count = static_cast<long long>(base::split_lines(s.text).size());
    mark_line(s, static_cast<std::size_t>(std::clamp(*number, 1ll, std::max(1ll, count)) - 1),
              verdict);
    return;
  }
  verdict.message = "it does not end";
}

/// Shell text, none of whose lines is typed at the prompt of another program.
bool is_shell_to_check(const Snippet& s) {
  if (s.language != "bash" || (s.role != Role::script && s.role != Role::fragment)) return false;
  return !base::has_line(s.text, [](std::string_view line) {
    snippets::Prompt prompt = snippets::find_prompt(base::trim_left(line));
    return prompt.length > 0 && prompt.language != "console";
  });
}

void check_bash(const std::vector<Snippet>& snippets, SyntaxReport& report) {
  std::vector<std::size_t> which;
  std::string texts;
  for (std::size_t i = 0; i < snippets.size(); ++i) {
    if (!is_shell_to_check(snippets[i])) continue;
    std::vector<std::string> readings = readings_of(snippets[i]);
    // Most blocks are plain commands, which need no shell to judge them.
    if (std::any_of(readings.begin(), readings.end(), shell::is_plain)) {
      report.verdicts[i] = {Parsed::good};
      continue;
    }
    for (std::string& text : readings) {
      which.push_back(i);
      std::erase(text, '\0');
      texts += text + '\0';
    }
  }
  if (which.empty()) return;
  auto outcome =
      tools::run_tool({.program = tools::find_tool("bash"),
                       .arguments = {"--norc", "--noprofile", "-c", std::string(kBashProgram)},
                       .input = std::move(texts),
                       .timeout = 60});
  if (!outcome) {
    report.unable.push_back("'bash' is not installed");
    return;
  }
  std::vector<std::string_view> answers = base::split(outcome->output, '\0');
  for (std::size_t n = 0; n < which.size() && 2 * n + 2 < answers.size(); ++n) {
    SyntaxVerdict& verdict = report.verdicts[which[n]];
    if (answers[2 * n] == "0") {
      verdict = {Parsed::good};
    } else if (verdict.state == Parsed::unchecked) {
      verdict.state = Parsed::bad;
      read_bash_error(snippets[which[n]], answers[2 * n + 1], verdict);
    }
  }
}

void check_cmake_text(const Snippet& s, SyntaxVerdict& verdict) {
  auto fault = check_cmake(fill_placeholders(s));
  verdict.state = fault ? Parsed::bad : Parsed::good;
  if (!fault) return;
  verdict.message = fault->message;
  verdict.offset = fault->offset;
  verdict.length = fault->length;
}

void check_container(const Snippet& s, SyntaxVerdict& verdict) {
  std::string text = fill_placeholders(s);
  auto fault = s.language == "dockerfile" ? check_dockerfile(text) : check_definition(text);
  verdict.state = fault ? Parsed::bad : Parsed::good;
  if (!fault) return;
  verdict.message = fault->message;
  verdict.offset = fault->offset;
  verdict.length = fault->length;
}

/// Text from which a template engine makes YAML or JSON (Jinja, Helm): a line that is a tag.
bool is_template(std::string_view text) {
  for (std::string_view line : base::split_lines(text))
    if (base::trim_left(line).starts_with("{{") || base::trim_left(line).starts_with("{%"))
      return true;
  return false;
}

/// JSON with a value in the place of what readers give, and without the commas around what was left
/// out.
std::string json_text(const Snippet& s) {
  std::string text = fill(s, '1', "");
  for (const Cut& cut : snippets::plain_code(s).cuts) {
    if (cut.kind != CutKind::elision) continue;
    std::size_t before = text.find_last_not_of(" \t\r\n", cut.offset);
    std::size_t after = text.find_first_not_of(" \t\r\n", cut.end());
    if (before == text.npos || after == text.npos) continue;
    if (text[before] == ':')
      text[cut.offset] = '1';
    else if (text[before] == ',' && std::string_view("]},").find(text[after]) != text.npos)
      text[before] = ' ';
    else if (std::string_view("[{").find(text[before]) != text.npos && text[after] == ',')
      text[after] = ' ';
  }
  return text;
}

bool is_json(std::string_view text) {
  constexpr bool kWithComments = true;
  return base::Json::accept(text, kWithComments);
}

/// Members to be put into an object, or one value a line (JSON Lines).
bool is_part_of_json(std::string_view text) {
  std::string_view bare = base::trim(text);
  while (bare.starts_with("//"))
    bare = base::trim_left(bare.substr(std::min(bare.find('\n'), bare.size())));
  if (bare.ends_with(',')) bare.remove_suffix(1);
  if (bare.starts_with('"') && is_json("{" + std::string(bare) + "}")) return true;
  std::vector<std::string_view> lines = base::split_lines(bare);
  return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
    return base::trim(line).empty() || (base::trim(line).starts_with('{') && is_json(line));
  });
}

void check_json(const Snippet& s, SyntaxVerdict& verdict) {
  if (is_template(s.text)) return;
  std::string text = json_text(s);
  if (is_json(text) || is_part_of_json(text)) {
    verdict.state = Parsed::good;
    return;
  }
  try {
    constexpr bool kThrow = true, kWithComments = true;
    base::Json parsed = base::Json::parse(text, nullptr, kThrow, kWithComments);
    verdict.state = parsed.is_discarded() ? Parsed::bad : Parsed::good;
  } catch (const base::Json::parse_error& error) {
    verdict.state = Parsed::bad;
    std::string what = error.what();
    std::size_t at = what.find(": ");
    verdict.message = base::collapse_spaces(at == what.npos ? what : what.substr(at + 2));
    verdict.offset = std::min(s.text.size(), error.byte ? error.byte - 1 : 0);
    verdict.length = 1;
  }
}

void check_yaml(const Snippet& s, SyntaxVerdict& verdict) {
  if (is_template(s.text)) return;
  source::SourceStore store;
  std::string text = fill_placeholders(s);
  auto size = static_cast<std::uint32_t>(text.size());
  source::FileId file = store.add("yaml", std::move(text));
  auto parsed = meta::parse_yaml(store, {file, 0, size});
  verdict.state = parsed.error ? Parsed::bad : Parsed::good;
  if (!parsed.error) return;
  verdict.message = *parsed.error;
  verdict.offset = std::min<std::size_t>(parsed.error_span.begin, s.text.size());
  verdict.length = 1;
}

}  // namespace

std::string fill_placeholders(const Snippet& s) {
  return fill(s, snippets::kStandIn, "");
}

Compilers local_compilers(const std::vector<SystemProfile>& systems) {
  Compilers out;
  for (const SystemProfile& system : systems) {
    if (system.execution.executor != "local") continue;
    for (const auto& [language, call] : system.execution.compilers) {
      if (language == "c") out.c = call;
      if (language == "cpp") out.cpp = call;
      if (language == "fortran") out.fortran = call;
    }
  }
  return out;
}

SyntaxReport check_syntax(const std::vector<Snippet>& snippets, const Compilers& compilers,
                          unsigned jobs) {
  SyntaxReport report;
  report.verdicts.resize(snippets.size());
  check_python(snippets, report);
  check_bash(snippets, report);
  check_compiled(snippets, compilers, jobs, report);
  for (std::size_t i = 0; i < snippets.size(); ++i) {
    if (snippets[i].language == "json") check_json(snippets[i], report.verdicts[i]);
    if (snippets[i].language == "cmake") check_cmake_text(snippets[i], report.verdicts[i]);
    if (snippets[i].language == "dockerfile" || snippets[i].language == "singularity")
      check_container(snippets[i], report.verdicts[i]);
    if (snippets[i].language == "yaml") check_yaml(snippets[i], report.verdicts[i]);
  }
  return report;
}

}  // namespace kbuild::run
