// Splits code into lines of commands, comments and output; see code.h.
#include "claims/reader/code.h"

#include <algorithm>

#include "base/text.h"
#include "claims/reader/state.h"
#include "shell/modules.h"
#include "shell/programs.h"
#include "snippets/prompt.h"

namespace kbuild::claims::reader {

namespace {

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

/// What programs print where they fail.
constexpr std::string_view kErrors[] = {
    "error",    "unable to",      "not found",        "unknown",   "cannot",
    "no such",  "can't",          "could not",        "no module", "failed",
    "conflict", "does not exist", "is not available", "invalid"};

bool reports_error(std::string_view line) {
  std::string lower = base::to_lower(line);
  return std::any_of(std::begin(kErrors), std::end(kErrors),
                     [&](std::string_view word) { return lower.find(word) != lower.npos; });
}

bool is_command(const CodeLine& line) {
  if (line.prompted) return true;
  std::vector<std::string_view> words = base::split_words(line.code);
  return !words.empty() && shell::is_well_known(words[0]) &&
         !shell::is_program(words[0], shell::ProgramClass::ambiguous);
}

}  // namespace

std::vector<CodeLine> code_lines(const Outline& outline, const Passage& passage,
                                 const vocabulary::Vocabulary& vocabulary) {
  std::vector<CodeLine> lines;
  const doc::CodeBlock* block = passage.code();
  source::Span content = block && block->content ? block->content : passage.located.place(0);
  const source::SourceStore& sources = outline.page.sources;
  std::uint32_t number = content ? sources.line_number(content.file, content.begin) : 0;
  std::vector<std::string> systems;
  for (std::string_view text : base::split_lines(passage.text())) {
    CodeLine line{text, text, {}};
    if (content) {
      std::uint32_t at = sources.line_begin(content.file, number++);
      line.place = {content.file, at, at};
    }
    snippets::Prompt prompt = snippets::find_prompt(text);
    line.prompted = prompt.length > 0;
    line.code.remove_prefix(std::min(prompt.length, text.size()));
    std::size_t comment = comment_begin(line.code);
    if (comment < line.code.size()) line.comment = base::trim(line.code.substr(comment + 1));
    line.code = base::trim(line.code.substr(0, comment));
    line.command = is_command(line);
    // "# On Puhti" is about the lines below it, up to the next empty one.
    std::vector<std::string> named =
        line.comment.empty() ? systems : systems_in(line.comment, vocabulary);
    if (base::trim(text).empty()) systems.clear();
    if (line.code.empty() && !line.comment.empty()) systems = named;
    line.systems = named.empty() ? systems : std::move(named);
    lines.push_back(std::move(line));
  }
  for (std::size_t i = 0; i + 1 < lines.size(); ++i)
    lines[i].failed = lines[i].command && !lines[i + 1].command && reports_error(lines[i + 1].code);
  return lines;
}

bool is_batch_script(const Passage& passage) {
  return passage.text().find("#SBATCH") != std::string::npos ||
         passage.text().find("#PBS") != std::string::npos;
}

}  // namespace kbuild::claims::reader
