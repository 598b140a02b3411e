// Findings on units: files that no block supplies, names that disagree, and errors of the parsers;
// see lint.h.
#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "run/lint/lint.h"
#include "run/lint/shell_block.h"
#include "snippets/command.h"
#include "snippets/label.h"

namespace kbuild::run {

using namespace diag::literals;

using snippets::NameSource;
using snippets::Role;
using snippets::Snippet;

namespace {

/// The place of a block's name: the block, as the heading or paragraph with the name has no span.
source::Span name_place(const Snippet& s) {
  return {s.block.file, s.block.begin, s.block.begin};
}

/// "my_script.py", "example.c": placeholders for the reader's own files.
bool is_stand_in(std::string_view name) {
  std::string_view last = base::file_name(name);
  for (std::string_view begin : {"my", "your", "example", "script", "program", "job", "file",
                                 "input", "foo", "oma", "esimerkki"})
    if (base::starts_with_ignoring_case(last, begin)) return true;
  return false;
}

std::string_view stem_of(std::string_view name) {
  std::string_view last = base::file_name(name);
  return last.substr(0, last.size() - base::extension(last).size());
}

/// Whether two names are nearly the same: a slip of the pen, or one with a prefix.
bool is_near(std::string_view a, std::string_view b) {
  std::string one = base::to_lower(stem_of(a)), other = base::to_lower(stem_of(b));
  if (std::min(one.size(), other.size()) < 5) return false;
  bool same = snippets::language_of_file(a) == snippets::language_of_file(b);
  return (same && base::edit_distance(one, other, 1) <= 1) || one.ends_with(other) ||
         other.ends_with(one);
}

/// Whether the page shows that the file belongs to it: another file of its language stands by
/// name before the one that uses it, which has a name, too; or one whose name is nearly the same.
/// Other files a reader may have.
bool belongs_to_page(const LintInput& in, const Unit& unit, const UnitFile& file) {
  const Snippet& wanter = in.snippets[*file.wanted_by];
  bool kin = false;
  for (const Snippet& s : in.snippets) {
    if (s.file_name.empty()) continue;
    if (is_near(s.file_name, file.name)) return true;
    kin = kin || (&s < &wanter &&
                  snippets::language_of_file(s.file_name) == snippets::language_of_file(file.name));
  }
  bool named =
      !wanter.part_of_file &&
      (wanter.name_source == NameSource::label || wanter.name_source == NameSource::title ||
       wanter.name_source == NameSource::heading || wanter.name_source == NameSource::annotation);
  return (named && kin) || (wanter.language == "cmake" && unit.files.size() > 1);
}

/// Whether a line of the page that links elsewhere names the file: readers get it there.
bool is_linked(const LintInput& in, const Snippet& wanter, std::string_view name) {
  if (!wanter.block) return false;
  return base::has_line(in.sources.text(wanter.block.file), [&](std::string_view line) {
    if (line.find(name) == line.npos) return false;
    for (std::string_view mark : {"](", "][", "[[", "`_", ":download:`", "://"})
      if (line.find(mark) != line.npos) return true;
    return false;
  });
}

void check_file(const LintInput& in, const Unit& unit, const UnitFile& file,
                diag::Diagnostics& out) {
  if (!file.wanted_by) return;
  const Snippet& wanter = in.snippets[*file.wanted_by];
  std::string wanted = file.wanted_as.empty() ? file.name : file.wanted_as;
  std::size_t size = std::string_view(wanter.text)
                         .substr(std::min(file.offset, wanter.text.size()))
                         .find_first_of(" \n\t;)\"'");
  if (size == std::string::npos)
    size = wanter.text.size() - std::min(file.offset, wanter.text.size());
  source::Span place = snippets::locate(in.sources, wanter, file.offset, size);
  if (!file.snippet) {
    // A whole program without a name is the one that is meant.
    bool shown = std::any_of(in.snippets.begin(), in.snippets.end(), [&](const Snippet& s) {
      return s.role == Role::source && s.file_name.empty() &&
             s.language == snippets::language_of_file(file.name);
    });
    if (shown || is_stand_in(file.name) || !belongs_to_page(in, unit, file)) return;
    if (is_linked(in, wanter, base::file_name(file.name))) return;
    out.push_back({"KB0710"_code, place, {file.name}});
  } else if (!file.wanted_as.empty() && file.wanted_as != file.name) {
    diag::Diagnostic finding{
        "KB0711"_code, name_place(in.snippets[*file.snippet]), {file.name, file.wanted_as}};
    finding.notes.push_back({place, base::format("'{}' is run here", file.wanted_as)});
    out.push_back(std::move(finding));
  }
}

/// Two whole files of one name and different content in the same section, not in tabs. Sections may
/// show a file for each of several systems, or a better one.
void check_clashes(const LintInput& in, const Unit& unit, diag::Diagnostics& out) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i : unit.members) {
    const Snippet& s = in.snippets[i];
    if (s.file_name.empty() || s.part_of_file || s.name_source == NameSource::prose) continue;
    auto [at, fresh] = first.emplace(s.file_name, i);
    const Snippet& other = in.snippets[at->second];
    if (fresh || other.text == s.text || other.tab_set != 0) continue;
    if (other.section != s.section && !s.annotations.contains("unit")) {
      at->second = i;
      continue;
    }
    diag::Diagnostic finding{"KB0712"_code, name_place(s), {s.file_name}};
    finding.notes.push_back({name_place(other), "the other is here"});
    out.push_back(std::move(finding));
  }
}

struct ParserCode {
  std::string_view language;
  diag::Code code;
};
constexpr ParserCode kParserCodes[] = {
    {"python", "KB0720"_code},     {"bash", "KB0721"_code},        {"json", "KB0722"_code},
    {"yaml", "KB0723"_code},       {"cmake", "KB0724"_code},       {"toml", "KB0725"_code},
    {"dockerfile", "KB0762"_code}, {"singularity", "KB0763"_code}, {"fortran", "KB0726"_code},
    {"c", "KB0726"_code},          {"cpp", "KB0726"_code}};

}  // namespace

diag::Diagnostics lint_units(const LintInput& input) {
  diag::Diagnostics out;
  for (const Unit& unit : input.units.units) {
    for (const UnitFile& file : unit.files) check_file(input, unit, file, out);
    check_clashes(input, unit, out);
  }
  return out;
}

namespace {

struct ShellHint {
  std::string_view said;
  std::string_view hint;
};
/// What bash says, and what mends it.
constexpr ShellHint kShellHints[] = {
    {"looking for matching", "close the quote or bracket, or delete the one that opens it"},
    {"unexpected end of file", "close what is open: 'fi', 'done', 'esac' or '}'"},
    {"token `newline'", "write what follows the last sign, or delete the sign"},
    {"token `('", "put what holds '(' into quotes"},
    {"token `)'", "open the bracket, or delete ')'"},
    {"token `<'", "put what readers replace into one pair of angle brackets"},
    {"token `>'", "put what readers replace into one pair of angle brackets"},
    {"token `do", "begin the loop with 'for' or 'while'"},
};

/// Whether the line at `offset` begins with a program; else it may be what one prints.
bool is_typed(const Snippet& s, std::size_t offset) {
  std::string_view line = snippets::line_around(s.text, offset);
  // "[    1.05] message" is no test.
  return !line.starts_with('[') &&
         snippets::is_known_command(snippets::command_word(base::trim(line)), {});
}

/// Whether the line at `offset` has an apostrophe within a word: "the user's password".
bool has_apostrophe(const Snippet& s, std::size_t offset) {
  std::string_view line = snippets::line_around(s.text, offset);
  for (std::size_t at = 1; at + 1 < line.size(); ++at)
    if (line[at] == '\'' && base::is_alpha(line[at - 1]) && base::is_alpha(line[at + 1]))
      return true;
  return false;
}

/// "" for what the code itself says.
std::string hint_for(const Snippet& s, std::string_view message, std::size_t offset) {
  if (s.language != "bash") return {};
  bool token = message.find("token") != message.npos;
  bool prose = message.find("matching `''") != message.npos && has_apostrophe(s, offset);
  if ((token || prose) && !is_typed(s, offset))
    return "mend it; if a program prints it, label the block 'text', or 'console' with its "
           "commands";
  for (const ShellHint& row : kShellHints)
    if (message.find(row.said) != message.npos) return std::string(row.hint);
  return {};
}

}  // namespace

diag::Diagnostics lint_syntax(const LintInput& input) {
  diag::Diagnostics out;
  for (std::size_t i = 0; i < input.snippets.size(); ++i) {
    const SyntaxVerdict& verdict = input.syntax.verdicts[i];
    if (verdict.state != Parsed::bad) continue;
    const Snippet& s = input.snippets[i];
    // If the author did not state the language, a fault may be in our guess.
    bool claimed = !s.declared.empty() && !snippets::is_wrong_label(s.declared, s.language);
    if (!claimed && s.role != Role::script && s.file_name.empty()) continue;
    // What another program reads is told by itself (KB0767).
    auto typed = s.language == "bash" ? find_typed(s, s.text) : std::nullopt;
    if (typed && typed->offset < verdict.offset) continue;
    for (const ParserCode& row : kParserCodes)
      if (row.language == s.language)
        out.push_back({row.code,
                       snippets::locate(input.sources, s, verdict.offset, verdict.length),
                       {verdict.message},
                       {},
                       hint_for(s, verdict.message, verdict.offset)});
  }
  return out;
}

}  // namespace kbuild::run
