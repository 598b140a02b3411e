// Starts a compiler for each program behind walls and reads its first error; see compiled_syntax.h.
#include "run/units/compiled_syntax.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "base/format.h"
#include "base/jobs.h"
#include "base/text.h"
#include "tools/tool.h"

namespace kbuild::run {

using snippets::Role;
using snippets::Snippet;

std::string_view line_of(std::string_view text, std::size_t line) {
  std::size_t begin = snippets::line_offset(text, line);
  return text.substr(begin, text.find('\n', begin) - begin);
}

void mark_line(const Snippet& s, std::size_t line, SyntaxVerdict& verdict) {
  std::string_view found = line_of(s.text, line);
  std::string_view bare = base::trim_left(found);
  verdict.offset = snippets::line_offset(s.text, line) + (found.size() - bare.size());
  verdict.length = base::trim_right(bare).size();
}

namespace {

/// "<stdin>:7:3: error: expected ..." of gcc and clang, "Error: " of gfortran.
void read_compiler_error(const Snippet& s, std::string_view errors, SyntaxVerdict& verdict) {
  for (std::string_view line : base::split_lines(errors)) {
    std::size_t sign = std::min(line.find("error: "), line.find("Error: "));
    if (!line.starts_with("<stdin>:") || sign == line.npos) continue;
    verdict.message = line.substr(sign + 7);
    std::vector<std::string_view> place = base::split(line.substr(8), ':');
    auto count = static_cast<long long>(base::split_lines(s.text).size());
    long long number = base::parse_integer(place[0]).value_or(1);
    return mark_line(s, static_cast<std::size_t>(std::clamp(number, 1ll, std::max(1ll, count)) - 1),
                     verdict);
  }
}

bool begins_fortran_program(std::string_view line) {
  return base::starts_with_ignoring_case(line, "program ");
}
bool ends_fortran_program(std::string_view line) {
  return base::starts_with_ignoring_case(line, "end program") ||
         base::equals_ignoring_case(line, "end");
}

/// A program, not a piece of one: what a piece leaves out the compiler would miss.
bool is_program_to_compile(const Snippet& s) {
  if (s.role != Role::source || s.text.find("...") != s.text.npos) return false;
  if (s.language == "fortran")
    return base::has_line(s.text, begins_fortran_program) &&
           base::has_line(s.text, ends_fortran_program);
  return (s.language == "c" || s.language == "cpp") && s.text.find("#include") != s.text.npos;
}

/// Fixed form, by a file's name or by comments that begin in the first column.
bool is_fixed_form(const Snippet& s) {
  if (s.file_name.ends_with(".f") || s.file_name.ends_with(".for")) return true;
  for (std::string_view line : base::split_lines(s.text))
    if (line.starts_with("C ") || line.starts_with("c ") || line.starts_with("* ")) return true;
  return false;
}

/// Whether gfortran found no fault but in what names mean: a function of another file has no type
/// in an excerpt.
bool is_about_meaning(std::string_view message) {
  for (std::string_view syntax : {"Syntax error", "Unclassifiable statement", "Unterminated",
                                  "Unexpected end of file", "Expecting END", "Invalid character"})
    if (message.find(syntax) != message.npos) return false;
  return true;
}

/// Whether the compiler lacks a file that is not installed here: no fault of the code.
bool lacks_file(std::string_view errors) {
  for (std::string_view message :
       {"fatal error: ", "Cannot open module file", "Can't open included file"})
    if (errors.find(message) != errors.npos) return true;
  return false;
}

/// The call of a compiler for a language; no program where it isn't installed. Directories that
/// options name (-I/opt/include) can be read.
tools::ToolCall compiler_call(const std::string& words, const char* language) {
  constexpr std::uint64_t kMemory = 2ull << 30;
  std::vector<std::string_view> parts = base::split_words(words);
  tools::ToolCall call;
  if (!parts.empty()) call.program = base::find_program(std::string(parts[0]));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    call.arguments.emplace_back(parts[i]);
    if (std::size_t slash = parts[i].find('/'); slash != parts[i].npos)
      call.readable.emplace_back(parts[i].substr(slash));
  }
  for (const char* word : {"-fsyntax-only", "-w", "-fno-diagnostics-show-caret",
                           "-fdiagnostics-color=never", "-x", language, "-"})
    call.arguments.emplace_back(word);
  call.memory = kMemory;
  return call;
}

}  // namespace

void check_compiled(const std::vector<Snippet>& snippets, const Compilers& compilers, unsigned jobs,
                    SyntaxReport& report) {
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < snippets.size(); ++i)
    if (is_program_to_compile(snippets[i])) which.push_back(i);
  if (which.empty()) return;
  struct Row {
    std::string_view language;
    const std::string& words;
    tools::ToolCall call;
  };
  const Row rows[] = {{"c", compilers.c, compiler_call(compilers.c, "c")},
                      {"cpp", compilers.cpp, compiler_call(compilers.cpp, "c++")},
                      {"fortran", compilers.fortran, compiler_call(compilers.fortran, "f95")}};
  auto row_of = [&](const Snippet& s) -> const Row& {
    return *std::find_if(std::begin(rows), std::end(rows),
                         [&](const Row& row) { return row.language == s.language; });
  };
  for (const Row& row : rows) {
    auto lacks = [&](std::size_t i) {
      return snippets[i].language == row.language && row.call.program.empty();
    };
    if (std::erase_if(which, lacks) > 0)
      report.unable.push_back(
          base::format("'{}' is not installed", row.words.substr(0, row.words.find(' '))));
  }
  if (which.empty()) return;
  if (!tools::can_hide_files()) {
    report.unable.push_back("compilers could read every file, as nothing here hides any");
    return;
  }
  // Each block may take its time, but not one page with a thousand of them.
  constexpr std::chrono::seconds kTogether{120};
  const auto end = std::chrono::steady_clock::now() + kTogether;
  std::atomic<bool> late = false;
  base::for_each_index(which.size(), jobs, [&](std::size_t n) {
    late = late || std::chrono::steady_clock::now() > end;
    if (late) return;
    const Snippet& s = snippets[which[n]];
    tools::ToolCall call = row_of(s).call;
    if (s.language == "fortran")
      call.arguments.insert(call.arguments.begin(),
                            is_fixed_form(s) ? "-ffixed-form" : "-ffree-form");
    call.input = fill_placeholders(s);
    auto outcome = tools::run_tool(call);
    if (!outcome || outcome->timed_out) return;
    SyntaxVerdict& verdict = report.verdicts[which[n]];
    if (outcome->exit_code == 0) verdict.state = Parsed::good;
    if (outcome->exit_code == 0 || lacks_file(outcome->errors)) return;
    read_compiler_error(s, outcome->errors, verdict);
    if (s.language == "fortran" && is_about_meaning(verdict.message)) {
      verdict = {};
      return;
    }
    if (!verdict.message.empty()) verdict.state = Parsed::bad;
  });
  if (late) report.unable.push_back("compilers took more than two minutes on a page");
}

}  // namespace kbuild::run
