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

/// The lines of the source that have the lines of a text, where the reader could not say which do:
/// a template's argument, with comments and markers among its lines. Both are in the same order.
class LineFinder {
 public:
  LineFinder(const source::SourceStore& sources, source::Span block)
      : sources_(sources), file_(block.file) {
    if (!block) return;
    next_ = sources.line_number(file_, block.begin);
    last_ = sources.line_number(file_, block.end);
    found_ = next_;
  }

  /// The line that has `text`, else the last one found. Linear in the block over all calls.
  std::uint32_t find(std::string_view text) {
    text = base::trim(text);
    std::uint32_t end = std::min(last_ + 1, next_ + kMaxSkipped);
    for (std::uint32_t line = next_; !text.empty() && line < end; ++line) {
      if (sources_.line(file_, line).find(text) == std::string_view::npos) continue;
      found_ = line;
      next_ = line + 1;
      break;
    }
    return found_;
  }

 private:
  /// Lines that may lie between two of the text.
  static constexpr std::uint32_t kMaxSkipped = 16;
  const source::SourceStore& sources_;
  source::FileId file_;
  std::uint32_t next_ = 0, last_ = 0, found_ = 0;
};

bool is_command(const CodeLine& line) {
  if (line.prompted) return true;
  auto end = std::find_if(line.code.begin(), line.code.end(), base::is_space);
  auto word = line.code.substr(0, static_cast<std::size_t>(end - line.code.begin()));
  return !word.empty() && shell::is_well_known(word) &&
         !shell::is_program(word, shell::ProgramClass::ambiguous);
}

std::vector<CodeLine> code_lines(const Outline& outline, const Passage& passage,
                                 const vocabulary::Vocabulary& vocabulary) {
  std::vector<CodeLine> lines;
  const doc::CodeBlock* block = passage.code();
  const source::SourceStore& sources = outline.page.sources;
  source::Span content = block && block->content ? block->content : source::Span{};
  std::uint32_t number = content ? sources.line_number(content.file, content.begin) : 0;
  source::Span around = content ? content : passage.located.place(0);
  LineFinder finder(sources, passage.node && !content ? passage.node->span : around);
  std::vector<std::string> systems;
  for (std::string_view text : base::split_lines(passage.text())) {
    CodeLine line{text, text, {}};
    if (around) {
      std::uint32_t at = sources.line_begin(around.file, content ? number++ : finder.find(text));
      line.place = {around.file, at, at};
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

}  // namespace

void split_code(Outline& outline, const vocabulary::Vocabulary& vocabulary) {
  for (Passage& passage : outline.passages)
    if (passage.code()) passage.lines = code_lines(outline, passage, vocabulary);
}

bool is_batch_script(const Passage& passage) {
  return passage.text().find("#SBATCH") != std::string::npos ||
         passage.text().find("#PBS") != std::string::npos;
}

}  // namespace kbuild::claims::reader
